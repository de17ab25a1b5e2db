/*
 * bots/search.c - a tree search over guesses: deals what it does not see at random,
 * plays moves out with the planner in every seat, and keeps what does best.
 *
 * The tree (tree.h) is over the seat's own decisions and shared by all guesses; others
 * play as the planner does. In it a move is always compared with the planner's in the
 * same place of the same guess with the same luck, which says more than two averages;
 * the seat follows the planner until another move is better beyond doubt. Each round
 * compares the moves at the root of which most can be hoped, and each playout of them
 * may compare one more pair of moves further down, so that what is learned there makes
 * the playouts truer. Going on in another manner (decision.h) is compared in the same
 * way: no single move makes a plan for a shorter or a longer game. Tickets are guessed
 * by the routes of others (odds.h) and by what they did (evidence.h).
 *
 * SPDX-License-Identifier: MIT
 */
#include "evidence.h"
#include "odds.h"
#include "playout.h"
#include "tree.h"
#include "tries.h"

enum {
    PLAYOUTS = 400,  /* when the budget says nothing */
    FAIR = 4096,     /* what a playout is worth that is won by far */
    LANES = 2,       /* options that are compared with the plan in a round … */
    LANES_LATE = 4,  /* … and when all are known somewhat … */
    LATE_ROUND = 64, /* … from this round on */
    FIRST = 4,       /* moves that are tried at all, to begin with */
    RIPE = 32,       /* visits of a node before moves are compared there */
    DOUBT = 1,       /* standard errors that leave the planner's move at the root … */
    DOUBT_BELOW = 2, /* … and below, where fewer playouts come by */
};

/* A place below the root where a playout turned off: the other way is to be played
   too. */
struct fork {
    bool set;
    int node;   /* that learns the difference */
    int sign;   /* 1 if the other way is that node's move, -1 the planner's */
    int parent; /* where the other move is made */
    linea_move other;
    struct table table;
};

/* What can be done at the root: a move, and how to go on. */
struct option {
    linea_move move;
    int manner; /* the root of its tree too */
    int node;
};

/* What the bot works in. */
struct searcher {
    struct planner own;            /* that proposes a move */
    struct planner going[MANNERS]; /* … and as it goes on in each manner */
    struct option option[TRIES + MANNERS];
    int options;
    int left; /* playouts that the budget still allows */
    const struct linea_budget *budget;
    struct evidence evidence;
    struct linea_odds odds; /* of the tickets in other hands */
    struct playout playout;
    int node;      /* of the tree that the playout has come to, or TREE_NONE */
    bool may_fork; /* the playout may turn off */
    struct fork fork;
    linea_move tries[TRIES];
    struct tree tree;
};

/* What an outcome is worth to a seat, from 0 to FAIR: half for winning, half for the
   margin, which says more in fewer games. */
static int worth(const struct outcome *end, const struct linea_map *map, int seat)
{
    int scale = map->vehicles * 2 * LEAD_POINT, margin = end->lead[seat];
    margin = margin > scale ? scale : margin < -scale ? -scale : margin;
    int won = end->share[seat] * (FAIR / 2) / VICTORY;
    return won + FAIR / 4 + margin * (FAIR / 4) / scale;
}

/* Whether the budget allows more; when it does not, it never will. */
static bool may_go_on(struct searcher *s)
{
    const struct linea_budget *b = s->budget;
    if (s->left > 0 && b->time_up && b->time_up(b->context))
        s->left = 0;
    return s->left > 0;
}

/* Take a playout from the budget. */
static bool spend(struct searcher *s)
{
    return may_go_on(s) && s->left-- > 0;
}

/* A move to compare with the planner's at a node: the one with most hope, or a new one
   when the visits allow more. TREE_NONE if there is none. */
static int pick_other(struct searcher *s, int node, int n, linea_move planned)
{
    const struct playout *p = &s->playout;
    struct tree_legal legal = {p->moves, n};
    int known, other = linea_tree_hopeful(&s->tree, &known, node, legal, planned);
    if (known > linea_tree_root(s->tree.node[node].visits) / 2)
        return other;
    int count = linea_tries_find(s->tries, &p->view, p->moves, n, planned,
                                 &p->now.planner[p->seat].plan);
    if (!count)
        return other;
    int fresh = linea_tree_grow(&s->tree, node,
                                s->tries[linea_rng_below(&s->playout.rng, count)]);
    return fresh != TREE_NONE ? fresh : other;
}

/* Prepare to play another way from here too: where the planner's move is followed
   another one, else the planner's. */
static void set_fork(struct searcher *s, int node, int n, linea_move planned,
                     int better)
{
    struct fork *f = &s->fork;
    f->sign = better == TREE_NONE ? 1 : -1;
    f->node = better == TREE_NONE ? pick_other(s, node, n, planned) : better;
    if (f->node == TREE_NONE)
        return;
    f->other = better == TREE_NONE ? s->tree.node[f->node].move : planned;
    f->parent = node;
    f->table = s->playout.now;
    f->set = true;
}

/* Decide at the node that the playout has come to, given what the planner says. */
static linea_move decide(void *context, linea_move planned, int n)
{
    struct searcher *s = context;
    if (s->node == TREE_NONE)
        return planned;
    struct tree_node *x = &s->tree.node[s->node];
    struct tree_legal legal = {s->playout.moves, n};
    int better = linea_tree_best(&s->tree, s->node, legal, DOUBT_BELOW);
    linea_move m = better == TREE_NONE ? planned : s->tree.node[better].move;
    x->visits++;
    if (s->may_fork && !s->fork.set && x->visits > RIPE && x->visits % 2 == 0)
        set_fork(s, s->node, n, planned, better);
    s->node = x->visits > RIPE ? linea_tree_grow(&s->tree, s->node, m)
                               : linea_tree_find(&s->tree, s->node, m);
    return m;
}

/* Play on from s->playout.now, by the tree from a node on as long as it reaches and
   then by planners; what that is worth. */
static int play_out(struct searcher *s, int node, bool may_fork)
{
    struct outcome end;
    s->node = node;
    s->may_fork = may_fork;
    linea_playout_run(&s->playout, &end);
    return worth(&end, s->playout.now.game.map, s->playout.seat);
}

/* What an option is worth in the guess that has begun, by one playout; what is learned
   on the way by a second one goes to the tree. */
static int try_out(struct searcher *s, const struct option *option)
{
    struct fork *f = &s->fork;
    f->set = false;
    linea_playout_try(&s->playout, option->move);
    s->playout.now.planner[s->playout.seat] = s->going[option->manner];
    int value = play_out(s, option->node, true);
    if (f->set && spend(s)) {
        s->playout.now = f->table;
        linea_game_apply(&s->playout.now.game, NULL, f->other);
        int other = play_out(s, linea_tree_find(&s->tree, f->parent, f->other), false);
        linea_tree_learn(&s->tree, f->node, f->sign * (other - value));
    }
    return value;
}

/* One round in one guess: what is planned, and a lane for each of those of the first
   `active` options of which most can be hoped. False when the budget is used up. */
static bool play_round(struct searcher *s, const struct option *planned, int active,
                       int lanes)
{
    uint64_t done = 0;
    int base = try_out(s, planned);
    for (int lane = 0; lane < lanes && lane < active; lane++) {
        int best = -1;
        for (int i = 0; i < active; i++)
            if (!(done >> i & 1) &&
                (best < 0 || linea_tree_hope(&s->tree, s->option[i].node) >
                                 linea_tree_hope(&s->tree, s->option[best].node)))
                best = i;
        done |= (uint64_t)1 << best;
        if (!spend(s))
            return false;
        linea_tree_learn(&s->tree, s->option[best].node,
                         try_out(s, &s->option[best]) - base);
    }
    return true;
}

/* An option, with its node of the tree. */
static struct option make_option(struct searcher *s, linea_move m, int manner)
{
    return (struct option){m, manner, linea_tree_grow(&s->tree, manner, m)};
}

/* What the planner would do in each manner but the one it has. */
static void add_manners(struct searcher *s, const struct planner *before,
                        const struct linea_view *view, const linea_move *moves, int n)
{
    for (int k = 0; k < MANNERS; k++) {
        struct planner *p = &s->going[k];
        if (k == s->own.manner) {
            *p = s->own;
        } else if (may_go_on(s)) {
            *p = *before;
            p->manner = (uint8_t)k;
            p->planned = false;
            p->refused = 0;
            linea_move m = linea_bot_planner.choose(&linea_bot_planner, p, view, moves,
                                                    n, s->budget);
            s->option[s->options++] = make_option(s, m, k);
        }
        p->quick = true;
    }
}

/* List what can be done, the most promising first. */
static void find_options(struct searcher *s, const struct planner *before,
                         const struct linea_view *view, const linea_move *moves, int n,
                         linea_move planned)
{
    int count = linea_tries_find(s->tries, view, moves, n, planned, &s->own.plan);
    s->options = 0;
    for (int i = 0; i < count; i++) {
        if (i == FIRST)
            add_manners(s, before, view, moves, n);
        s->option[s->options++] = make_option(s, s->tries[i], s->own.manner);
    }
    if (count <= FIRST)
        add_manners(s, before, view, moves, n);
}

/* The option that leads by most, or what is planned. */
static const struct option *find_best(const struct searcher *s,
                                      const struct option *planned)
{
    const struct option *best = planned;
    int64_t best_lead = 0;
    for (int i = 0; i < s->options; i++) {
        int64_t lead = linea_tree_lead(&s->tree, s->option[i].node, DOUBT);
        if (lead > best_lead) {
            best = &s->option[i];
            best_lead = lead;
        }
    }
    return best;
}

/* Rounds until the budget is used up, with more and more options. The best move; the
   planner goes on in its manner. */
static linea_move search(struct searcher *s, const struct planner *before,
                         const struct linea_view *view, const linea_move *moves, int n,
                         linea_move move)
{
    linea_tree_begin(&s->tree, MANNERS);
    struct option planned = make_option(s, move, s->own.manner);
    find_options(s, before, view, moves, n, move);
    for (int round = 0; spend(s); round++) {
        int active = FIRST + round / 2;
        active = active < s->options ? active : s->options;
        linea_playout_guess(&s->playout, view, &s->odds);
        if (!play_round(s, &planned, active, round < LATE_ROUND ? LANES : LANES_LATE))
            break;
    }
    const struct option *best = find_best(s, &planned);
    if (best->manner != s->own.manner) {
        s->own = s->going[best->manner];
        s->own.quick = false;
    }
    return best->move;
}

static void begin(const struct linea_bot *self, void *memory, uint64_t seed)
{
    (void)self;
    struct searcher *s = memory;
    linea_playout_begin(&s->playout, 0, seed);
    s->playout.decide = decide;
    s->playout.context = s;
    linea_bot_planner.begin(&linea_bot_planner, &s->own, seed);
    linea_evidence_begin(&s->evidence);
}

/* What tickets others seem to hold, by their routes and by what they have done since
   the last decision. */
static void find_odds(struct searcher *s, const struct linea_view *view)
{
    linea_odds_find(&s->odds, view);
    linea_evidence_learn(&s->evidence, &s->playout.rng, s->playout.moves, view,
                         s->budget);
    linea_evidence_weigh(&s->evidence, &s->odds, view);
}

static linea_move choose(const struct linea_bot *self, void *memory,
                         const struct linea_view *view, const linea_move *moves, int n,
                         const struct linea_budget *budget)
{
    struct searcher *s = memory;
    struct planner before = s->own;
    (void)self;
    linea_move planned =
        linea_bot_planner.choose(&linea_bot_planner, &s->own, view, moves, n, budget);
    s->playout.seat = view->viewer;
    s->playout.context = s;
    s->budget = budget;
    s->left = budget->simulations > 0 ? budget->simulations
              : budget->time_up       ? INT32_MAX
                                      : PLAYOUTS;
    find_odds(s, view);
    linea_move m = n > 1 ? search(s, &before, view, moves, n, planned) : planned;
    linea_evidence_decide(&s->evidence, view, &s->odds, m);
    return m;
}

const struct linea_bot linea_bot_search = {
    .name = "search",
    .about = "tries moves out in guesses of what it does not see",
    .memory = sizeof(struct searcher),
    .searches = true,
    .begin = begin,
    .choose = choose,
};

_Static_assert(TRIES + MANNERS <= 64, "a bit for each option");
_Static_assert(sizeof(struct searcher) <= LINEA_BOT_MEMORY, "bots fit their memory");
