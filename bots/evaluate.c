/*
 * bots/evaluate.c - what each of one's moves is worth. See evaluate.h.
 *
 * Whole numbers throughout, so that it goes the same way on every machine.
 *
 * SPDX-License-Identifier: MIT
 */
#include "evaluate.h"

#include <assert.h>
#include <string.h>

#include "odds.h"
#include "tree.h"

enum {
    WORTH = 4096,    /* what a game is worth that is won by far */
    SURE_AFTER = 12, /* rounds before any candidate is dropped */
    SURE_EVERY = 4,  /* … and how often that is looked at */
    SURE = 6,        /* halves of a standard error that a dropped one is worse by … */
    DOUBT = 1,       /* … and that another one must be better by than the planner's */
    SPREAD = 1024,   /* the standard deviation of a difference in worth, at first */
    PRIOR = 4,       /* … and how many rounds that guess is worth */
    SHORT = 4,       /* playouts that a net cuts short take as long as a whole one */
    MANY = 2,        /* times as many candidates as are left make sorting worth while */
};

void linea_tally_add(struct tally *t, int number)
{
    t->sum += number;
    t->squares += (int64_t)number * number;
}

/* What a measure is added up in, and what it is read in. */
static const int units[MEASURES] = {VICTORY, LEAD_POINT, WORTH};
static const int reads[MEASURES] = {MILLION, 1000, MILLION};

/* A quotient rounded to the nearest. */
static int64_t divide(int64_t a, int64_t b)
{
    return (a < 0 ? a - b / 2 : a + b / 2) / b;
}

struct estimate linea_estimate(const struct tally *t, int n, enum measure measure)
{
    if (n == 0)
        return (struct estimate){0};
    /* In sixteenths, so that the mean of small numbers is not cut off. */
    int64_t mean = t->sum * 16 / n;
    int64_t variance = t->squares * 256 / n - mean * mean;
    int64_t root = variance > 0 ? linea_tree_root(variance) : 0;
    /* Of n - 1 freedoms, whose root is taken with eight more bits. */
    int64_t freedom = linea_tree_root((int64_t)(n > 1 ? n - 1 : 1) << 16);
    return (struct estimate){
        .mean = (int)divide(t->sum * reads[measure], (int64_t)n * units[measure]),
        .error = (int)divide(root * 16 * reads[measure], freedom * units[measure]),
        .rounds = n};
}

/* Whether two moves differ only in the number of wilds paid beside a colour. */
static bool same_but_waste(linea_move a, linea_move b)
{
    enum linea_move_kind kind = linea_move_kind(a);
    return kind == linea_move_kind(b) &&
           (kind == LINEA_CLAIM || kind == LINEA_STATION || kind == LINEA_PAY) &&
           linea_move_place(a) == linea_move_place(b) &&
           linea_move_colour(a) == linea_move_colour(b);
}

int linea_evaluate_find(const struct evaluation *e, linea_move move)
{
    for (int i = 0; i < e->candidates; i++)
        if (e->candidate[i].move == move || same_but_waste(e->candidate[i].move, move))
            return i;
    return -1;
}

int linea_evaluate_add(struct evaluation *e, linea_move move)
{
    int i = linea_evaluate_find(e, move);
    if (i < 0 && e->candidates < CANDIDATES) {
        i = e->candidates++;
        e->candidate[i] = (struct candidate){.move = move};
        e->active |= (uint64_t)1 << i;
    }
    return i;
}

void linea_evaluate_keep(struct evaluation *e, int candidate)
{
    e->kept |= (uint64_t)1 << candidate;
}

/* Begin to count again. */
static void forget(struct evaluation *e)
{
    e->rounds = e->next = 0;
    memset(e->pair, 0, sizeof e->pair);
    for (int i = 0; i < e->candidates; i++)
        e->candidate[i] = (struct candidate){.move = e->candidate[i].move};
}

void linea_evaluate_again(struct evaluation *e, uint64_t candidates)
{
    e->active = e->kept = candidates;
    forget(e);
}

void linea_evaluate_begin(struct evaluation *e, const struct linea_view *view,
                          const linea_move *moves, int n, const struct linea_odds *odds,
                          uint64_t seed)
{
    static const struct linea_budget none = {0};
    e->view = *view;
    e->open = false;
    e->candidates = e->rounds = e->next = 0;
    e->active = e->kept = 0;
    memset(e->pair, 0, sizeof e->pair);
    linea_playout_begin(&e->playout, view->viewer, seed);
    if (odds)
        e->odds = *odds;
    else
        linea_odds_find(&e->odds, view);
    linea_bot_planner.begin(&linea_bot_planner, &e->own, seed);
    linea_move planned =
        linea_bot_planner.choose(&linea_bot_planner, &e->own, view, moves, n, &none);
    e->own.quick = true;
    linea_evaluate_add(e, planned);
    int tries = linea_tries_find(e->tries, view, moves, n, planned, &e->own.plan);
    for (int i = 0; i < tries; i++)
        linea_evaluate_add(e, e->tries[i]);
}

void linea_evaluate_begin_open(struct evaluation *e, const struct linea_game *g,
                               const linea_move *moves, int n, uint64_t seed)
{
    struct linea_view view;
    linea_game_view(g, &view, g->turn);
    linea_evaluate_begin(e, &view, moves, n, NULL, seed);
    e->open = true;
    e->known.game = *g;
    for (int s = 0; s < g->seats; s++)
        linea_bot_playout.begin(&linea_bot_playout, &e->known.planner[s], 0);
    for (int d = 0; d < LINEA_DECKS; d++) {
        e->unknown[d] = g->deck[d].count;
        /* Tickets that were put back lie at the bottom, where their players know. */
        while (e->unknown[d] > 0 && d < g->map->decks &&
               g->returned[linea_deck_ticket(g, d, e->unknown[d] - 1)] < LINEA_SEATS)
            e->unknown[d]--;
    }
}

/* Deal what is hidden. */
static void deal(struct evaluation *e)
{
    if (!e->open) {
        linea_playout_guess(&e->playout, &e->view, &e->odds);
        return;
    }
    linea_playout_deal(&e->playout, &e->known, e->unknown);
    e->playout.planned = 1u << e->view.viewer;
}

/* What an outcome is to the seat that decides. */
static int measured(const struct evaluation *e, const struct outcome *end,
                    enum measure measure)
{
    int seat = e->view.viewer, share = end->share[seat], lead = end->lead[seat];
    switch (measure) {
    case MEASURE_SHARE:
        return share;
    case MEASURE_LEAD:
        return lead;
    default:
        return share * (WORTH / 2) / VICTORY + WORTH / 4 +
               lead * (WORTH / 4) / (e->view.map->vehicles * 2 * LEAD_POINT);
    }
}

/* Where a pair of candidates is kept, i < j. */
static int pair_at(int i, int j)
{
    return j * (j - 1) / 2 + i;
}

/* Add up a round in which all active candidates were played out. */
static void add_round(struct evaluation *e)
{
    int number[CANDIDATES][MEASURES];
    for (int j = 0; j < e->candidates; j++) {
        struct candidate *c = &e->candidate[j];
        const struct outcome *end = &e->outcome[j];
        if (!(e->active >> j & 1))
            continue;
        c->rounds++;
        for (int s = 0; s < e->view.seats; s++) {
            linea_tally_add(&c->share[s], end->share[s]);
            linea_tally_add(&c->lead[s], end->lead[s]);
        }
        for (int m = 0; m < MEASURES; m++) {
            number[j][m] = measured(e, end, (enum measure)m);
            linea_tally_add(&c->own[m], number[j][m]);
        }
        for (int i = 0; i < j; i++) {
            struct candidate_pair *pair = &e->pair[pair_at(i, j)];
            if (!(e->active >> i & 1))
                continue;
            pair->rounds++;
            for (int m = 0; m < MEASURES; m++)
                linea_tally_add(&pair->more[m], number[i][m] - number[j][m]);
        }
    }
    e->rounds++;
}

struct estimate linea_evaluate_value(const struct evaluation *e, int candidate,
                                     enum measure measure)
{
    const struct candidate *c = &e->candidate[candidate];
    return linea_estimate(&c->own[measure], c->rounds, measure);
}

struct estimate linea_evaluate_seat(const struct evaluation *e, int candidate, int seat,
                                    enum measure measure)
{
    const struct candidate *c = &e->candidate[candidate];
    const struct tally *t = measure == MEASURE_LEAD ? c->lead : c->share;
    return linea_estimate(&t[seat], c->rounds, measure);
}

struct estimate linea_evaluate_more(const struct evaluation *e, int candidate, int than,
                                    enum measure measure)
{
    if (candidate == than)
        return (struct estimate){.rounds = e->candidate[than].rounds};
    bool before = candidate < than;
    const struct candidate_pair *pair =
        &e->pair[before ? pair_at(candidate, than) : pair_at(than, candidate)];
    struct estimate out = linea_estimate(&pair->more[measure], pair->rounds, measure);
    out.mean = before ? out.mean : -out.mean;
    return out;
}

/* By how much a candidate is worth more than another, less so many halves of an error:
   few rounds that agree by chance do not say much. */
static int64_t sure_lead(const struct evaluation *e, int candidate, int than, int sure)
{
    if (candidate == than)
        return 0;
    bool before = candidate < than;
    const struct candidate_pair *pair =
        &e->pair[before ? pair_at(candidate, than) : pair_at(than, candidate)];
    const struct tally *more = &pair->more[MEASURE_WORTH];
    int64_t n = pair->rounds + PRIOR, mean = more->sum * 16 / n;
    int64_t squares = more->squares + (int64_t)PRIOR * SPREAD * SPREAD;
    int64_t variance = squares * 256 / n - mean * mean;
    return (before ? mean : -mean) - sure * linea_tree_root(variance / n) / 2;
}

/* Whether a candidate is worth more on average than another. */
static bool seems_better(const struct evaluation *e, int candidate, int than)
{
    return candidate != than &&
           linea_evaluate_more(e, candidate, than, MEASURE_WORTH).mean > 0;
}

/* The candidate that is worth most, of those still played out. */
static int find_leader(const struct evaluation *e)
{
    int leader = -1;
    for (int i = 0; i < e->candidates; i++)
        if (e->active >> i & 1 && (leader < 0 || seems_better(e, i, leader)))
            leader = i;
    return leader;
}

/* Leave those behind that are sure to be worse than the leader. */
static void drop_losers(struct evaluation *e)
{
    int leader = find_leader(e);
    for (int i = 0; i < e->candidates; i++)
        if ((e->active & ~e->kept) >> i & 1 && sure_lead(e, leader, i, SURE) > 0)
            e->active &= ~((uint64_t)1 << i);
}

/* How many candidates are still played out that need not be. */
static int count_loose(const struct evaluation *e)
{
    int n = 0;
    for (int i = 0; i < e->candidates; i++)
        n += (int)((e->active & ~e->kept) >> i & 1);
    return n;
}

/* How many are left of some of them when the worse half goes, but never fewer than the
   least. */
static int half_of(int n, int least)
{
    return (n + 1) / 2 > least ? (n + 1) / 2 : n > least ? least : n;
}

/* Between rounds: leave the worse half behind, but for what is kept. */
static void halve(struct evaluation *e, int least)
{
    int order[CANDIDATES], n = 0;
    for (int i = 0; i < e->candidates; i++) {
        int at = n;
        if (!((e->active & ~e->kept) >> i & 1))
            continue;
        for (; at > 0 && seems_better(e, i, order[at - 1]); at--)
            order[at] = order[at - 1];
        order[at] = i;
        n++;
    }
    for (int k = half_of(n, least); k < n; k++)
        e->active &= ~((uint64_t)1 << order[k]);
}

int linea_evaluate_best(const struct evaluation *e)
{
    int best = 0;
    int64_t best_lead = 0;
    if (e->candidates && !(e->active & 1))
        return find_leader(e);
    for (int i = 1; i < e->candidates; i++) {
        int64_t lead = e->active >> i & 1 ? sure_lead(e, i, 0, DOUBT) : 0;
        if (lead > best_lead) {
            best = i;
            best_lead = lead;
        }
    }
    return best;
}

/* Play the next candidate of a round out, and begin and end rounds. */
static void play_next(struct evaluation *e)
{
    struct playout *p = &e->playout;
    while (!(e->active >> e->next & 1))
        e->next++;
    if (!(e->active & (((uint64_t)1 << e->next) - 1)))
        deal(e);
    linea_playout_try(p, e->candidate[e->next].move);
    p->now.planner[e->view.viewer] = e->own;
    linea_playout_run(p, &e->outcome[e->next++]);
    if (e->next < e->candidates && e->active >> e->next)
        return;
    e->next = 0;
    add_round(e);
    /* What a pilot is sure of may be an opinion of its own. */
    if (!p->pilot && e->rounds >= SURE_AFTER && e->rounds % SURE_EVERY == 0)
        drop_losers(e);
}

int linea_evaluate_go(struct evaluation *e, const struct linea_budget *budget)
{
    int done = 0;
    bool endless = budget->simulations == 0, one = endless && !budget->time_up;
    while (endless || done < budget->simulations) {
        if (budget->time_up && budget->time_up(budget->context))
            break;
        play_next(e);
        done++;
        if (one && e->next == 0)
            break;
    }
    return done;
}

int linea_evaluate_narrow(struct evaluation *e, int playouts, int left)
{
    static const struct linea_budget one = {0};
    int done = 0, halves = 0;
    assert(left >= 1);
    for (int n = count_loose(e); n > left; n = half_of(n, left))
        halves++;
    for (; halves > 0; halves--) {
        int rounds = (playouts - done) / (halves * linea_bits(e->active));
        for (int goal = e->rounds + (rounds > 1 ? rounds : 1); e->rounds < goal;) {
            if (done >= playouts)
                return done;
            done += linea_evaluate_go(e, &one);
        }
        halve(e, left);
    }
    return done;
}

int linea_evaluate_sort(struct evaluation *e, const struct linea_learned *learned,
                        int playouts, int left)
{
    uint64_t kept = e->kept;
    if (e->open || count_loose(e) <= MANY * left)
        return 0;
    linea_evaluate_keep(e, 0);
    linea_cutter_begin(&e->cutter, &e->playout, learned);
    int done = linea_evaluate_narrow(e, playouts * SHORT, left);
    e->playout.pilot = NULL;
    e->kept = kept;
    forget(e);
    return (done + SHORT - 1) / SHORT;
}

int linea_evaluate_choose(struct evaluation *e, const struct linea_learned *learned,
                          int playouts)
{
    uint64_t kept = e->kept;
    if (e->candidates == 1)
        return 0;
    int done = learned ? linea_evaluate_sort(e, learned, playouts / 4, SORTED) : 0;
    linea_evaluate_keep(e, 0);
    done += linea_evaluate_narrow(e, playouts - done, 1);
    struct linea_budget rest = {.simulations = playouts - done};
    if (rest.simulations > 0)
        linea_evaluate_go(e, &rest);
    e->kept = kept;
    return linea_evaluate_best(e);
}

_Static_assert(CANDIDATES <= 64, "a bit for each candidate");
