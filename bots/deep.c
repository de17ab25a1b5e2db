/*
 * bots/deep.c - a net that looks ahead: tries the moves that it likes out in guesses of
 * what it does not see.
 *
 * A guess is dealt by odds and evidence as the search does (odds.h, evidence.h). In it
 * each of a few moves is played on by the net in every seat, for some of one's own
 * turns; there the net says what the position is worth. Every move of a guess meets the
 * same hidden cards and the same chance, and is compared with the net's first choice,
 * which is left only for what is surely better.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "evidence.h"
#include "learned.h"
#include "odds.h"
#include "playout.h"
#include "tree.h"

enum {
    DEEP_PLAYOUTS = 200, /* when the budget says nothing */
    OPTIONS = 8,         /* moves that are tried … */
    UNLIKELY = 7,        /* … less likely than the first by e to this at most */
    LANES = 4,           /* of them in each guess, with the first */
    FAR = 4,             /* vehicles of the map for each own turn that is played … */
    FAIR = 4096,         /* what a victory is worth; a defeat is worth as much less */
    FEW = 4,             /* comparisons that every move is thought to have had … */
    SPREAD = FAIR / 5,   /* … with differences of this size and a mean of nothing */
    SURE = 24,           /* 16ths of its standard error that a move must be better */
    HOPE = 2,            /* standard errors that a move may yet turn out to be better */
    UNTRIED = 8,         /* comparisons up to which the net's opinion counts too */
};

/* A move to try: how much the net likes it, and how much better it did. */
struct option {
    linea_move move;
    int32_t logit; /* less that of the first, in 16ths */
    int rounds;
    int64_t sum, squares;
};

/* What the bot works in. */
struct deep {
    struct linea_rng rng;
    struct net_memory own;
    struct evidence evidence;
    struct linea_odds odds;
    const struct linea_learned *learned;
    const struct linea_budget *budget;
    int left; /* playouts that the budget still allows */
    int options;
    struct option option[OPTIONS];
    int turns; /* of this seat that are still to be played in the playout */
    struct net_memory begun[LINEA_SEATS]; /* advisers as they begin in this guess */
    unsigned advised;                     /* bit s: that of seat s has thought */
    struct net_memory now[LINEA_SEATS];   /* … and in the playout */
    struct linea_net_thought thought;
    struct playout playout;
    int32_t logit[LINEA_MOVES];
};

static void begin(const struct linea_bot *self, void *memory, uint64_t seed)
{
    struct deep *d = memory;
    (void)self;
    d->rng.state = seed;
    linea_net_begin(&d->own);
    linea_evidence_begin(&d->evidence);
}

/* Let the net look at a decision in a playout, after its seat's adviser. What others
   plan at first in a guess is kept for the next playouts of it. */
static linea_move look(struct deep *d, const struct linea_view *view,
                       const linea_move *moves, int n)
{
    int seat = view->viewer;
    struct linea_look look = {view, &d->now[seat],
                              linea_net_advise(&d->now[seat], view, moves, n)};
    if (!(d->advised >> seat & 1)) {
        d->begun[seat] = d->now[seat];
        d->advised |= 1u << seat;
    }
    linea_learned_think(d->learned, &d->thought, &look);
    return look.advised;
}

static linea_move choose_in_playout(void *context, const struct linea_view *view,
                                    const linea_move *moves, int n)
{
    struct deep *d = context;
    linea_move advised = look(d, view, moves, n);
    return moves[linea_learned_like(d->learned, NULL, &d->thought, advised, moves, n)];
}

static bool value_in_playout(void *context, struct outcome *out,
                             const struct linea_game *g, int decisions)
{
    struct deep *d = context;
    struct playout *p = &d->playout;
    struct linea_prospect prospect;
    (void)decisions;
    if (g->turn != p->seat || g->phase != LINEA_TURN || d->turns-- > 0)
        return false;
    linea_game_view(g, &p->view, p->seat);
    look(d, &p->view, p->moves, p->n);
    linea_learned_expect(d->learned, &prospect, &d->thought, &p->view);
    out->share[p->seat] = (int)((int64_t)prospect.share[p->seat] * VICTORY / 1000000);
    out->lead[p->seat] = prospect.lead * LEAD_POINT / 1000;
    return true;
}

/* What an outcome is worth to a seat: three fifths the victory and two fifths the lead,
   as in training. */
static int worth(const struct outcome *o, const struct linea_map *map, int seat)
{
    int most = map->vehicles * 2 * LEAD_POINT, lead = o->lead[seat];
    lead = lead > most ? most : lead < -most ? -most : lead;
    return (2 * o->share[seat] - VICTORY) * 3 / 5 * FAIR / VICTORY +
           lead * 2 / 5 * FAIR / most;
}

/* Whether the budget allows another playout; takes it. */
static bool spend(struct deep *d)
{
    const struct linea_budget *b = d->budget;
    if (d->left > 0 && b->time_up && b->time_up(b->context))
        d->left = 0;
    return d->left > 0 && d->left-- > 0;
}

/* Own turns that are played before the net is asked for the value. After one it says
   little that it had not thought of when it liked a move: with 600 playouts against the
   bare net New York's won 53%, with 250 of four turns, in the same time, 57%. To the
   end of the game chance says more than the move. */
static int turns_ahead(const struct linea_map *map)
{
    return (map->vehicles + 1) / FAR;
}

static int try_out(struct deep *d, const struct option *option)
{
    struct outcome outcome;
    struct playout *p = &d->playout;
    memcpy(d->now, d->begun, sizeof d->now);
    linea_playout_try(p, option->move);
    d->turns = turns_ahead(p->now.game.map);
    linea_playout_run(p, &outcome);
    return worth(&outcome, p->now.game.map, p->seat);
}

/* How much better a move did on average, and the square of its standard error. */
static int64_t mean_of(const struct option *o)
{
    return o->sum / (o->rounds + FEW);
}

static int64_t error_of(const struct option *o)
{
    int64_t n = o->rounds + FEW, mean = mean_of(o);
    int64_t spread = (o->squares + FEW * (int64_t)SPREAD * SPREAD) / n - mean * mean;
    return linea_tree_root(spread > 0 ? spread / n : 0);
}

/* How good it may turn out to be; what the net likes less has less hope at first. */
static int64_t hope_of(const struct option *o)
{
    int64_t hope = HOPE * error_of(o);
    if (o->rounds < UNTRIED)
        hope += hope * o->logit / (16 * 10);
    return mean_of(o) + hope;
}

/* The one of most hope that is not yet in this round. */
static int find_hopeful(const struct deep *d, unsigned done)
{
    int best = 0;
    for (int i = 1; i < d->options; i++)
        if (!(done >> i & 1) &&
            (!best || hope_of(&d->option[i]) > hope_of(&d->option[best])))
            best = i;
    return best;
}

static void begin_guess(struct deep *d, const struct linea_view *view)
{
    struct playout *p = &d->playout;
    linea_playout_guess(p, view, &d->odds);
    for (int s = 0; s < view->seats; s++)
        linea_net_begin(&d->begun[s]);
    d->begun[p->seat] = d->own;
    for (int s = 0; s < view->seats; s++)
        d->begun[s].adviser.quick = true;
    d->advised = 1u << p->seat;
}

/* Compare moves with the first in one guess. False when the budget is used up. */
static bool play_round(struct deep *d)
{
    if (!spend(d))
        return false;
    int base = try_out(d, &d->option[0]);
    unsigned done = 1;
    for (int lane = 1; lane < LANES && lane < d->options; lane++) {
        int i = find_hopeful(d, done);
        struct option *o = &d->option[i];
        if (!spend(d))
            return false;
        int64_t more = try_out(d, o) - base;
        done |= 1u << i;
        o->rounds++;
        o->sum += more;
        o->squares += more * more;
    }
    return true;
}

/* Put a move among those to try, the likeliest first, if it is likely enough. */
static void add_option(struct deep *d, linea_move move, int32_t logit)
{
    int at = d->options < OPTIONS ? d->options : OPTIONS - 1;
    if (d->options == OPTIONS && d->option[at].logit >= logit)
        return;
    d->options = at + 1;
    for (; at > 0 && d->option[at - 1].logit < logit; at--)
        d->option[at] = d->option[at - 1];
    d->option[at] = (struct option){.move = move, .logit = logit};
}

/* Find the moves to try. */
static void find_options(struct deep *d, const linea_move *moves, int n)
{
    int bits = linea_net_bits(&d->learned->net, LINEA_NET_POLICY);
    d->options = 0;
    for (int i = 0; i < n; i++)
        add_option(d, moves[i], d->logit[i]);
    for (int i = d->options - 1; i >= 0; i--) {
        struct option *o = &d->option[i];
        int64_t less = (int64_t)o->logit - d->option[0].logit;
        o->logit = (int32_t)(less * 16 / ((int64_t)1 << bits));
        if (o->logit < -UNLIKELY * 16)
            d->options = i;
    }
}

static linea_move find_best(const struct deep *d)
{
    const struct option *best = &d->option[0];
    int64_t most = 0;
    for (int i = 1; i < d->options; i++) {
        const struct option *o = &d->option[i];
        int64_t lead = mean_of(o) - error_of(o) * SURE / 16;
        if (o->rounds >= FEW && lead > most) {
            most = lead;
            best = o;
        }
    }
    return best->move;
}

static linea_move search(struct deep *d, const struct linea_view *view,
                         const linea_move *moves, int n)
{
    const struct pilot pilot = {d, choose_in_playout, value_in_playout};
    struct linea_look own = {view, &d->own, linea_net_advise(&d->own, view, moves, n)};
    linea_learned_think(d->learned, &d->thought, &own);
    linea_learned_like(d->learned, d->logit, &d->thought, own.advised, moves, n);
    find_options(d, moves, n);
    linea_playout_begin(&d->playout, view->viewer, linea_rng_next(&d->rng));
    d->playout.pilot = &pilot;
    do {
        if (d->options > 1)
            begin_guess(d, view);
    } while (d->options > 1 && play_round(d));
    return find_best(d);
}

static linea_move choose(const struct linea_bot *self, void *memory,
                         const struct linea_view *view, const linea_move *moves, int n,
                         const struct linea_budget *budget)
{
    struct deep *d = memory;
    (void)self;
    if (!budget->learned)
        return linea_bot_planner.choose(&linea_bot_planner, &d->own.adviser, view,
                                        moves, n, budget);
    d->learned = budget->learned;
    d->budget = budget;
    d->left = budget->simulations > 0 ? budget->simulations
              : budget->time_up       ? INT32_MAX
                                      : DEEP_PLAYOUTS;
    linea_odds_find(&d->odds, view);
    linea_evidence_learn(&d->evidence, &d->rng, d->playout.moves, view, budget);
    linea_evidence_weigh(&d->evidence, &d->odds, view);
    linea_move m = n > 1 ? search(d, view, moves, n) : moves[0];
    linea_evidence_decide(&d->evidence, view, &d->odds, m);
    return m;
}

const struct linea_bot linea_bot_deep = {
    .name = "deep",
    .about = "a net that looks some turns ahead",
    .argument = "the file of a net",
    .memory = sizeof(struct deep),
    .searches = true,
    .net = LINEA_NET_NEEDED,
    .begin = begin,
    .choose = choose,
};

_Static_assert(sizeof(struct deep) <= LINEA_BOT_MEMORY, "bots fit their memory");
