/*
 * bots/search.c - tries moves out: deals what it does not see at random, plays each
 * candidate to the end with the planner in every seat, and keeps what does best.
 *
 * Candidates are compared on the same guesses with the same luck, round by round, and
 * the worse half is dropped again and again, so that most playouts go to the moves that
 * are hard to tell apart. The planner's own choice is left only for one that is clearly
 * better.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "bot.h"
#include "linea/score.h"

enum {
    CANDIDATES = 24,
    PLAYOUTS = 400, /* when the budget says nothing */
    FAIR = 4096,    /* what a playout is worth that is won by far */
    DOUBT = 8,      /* quarters of a standard error */
};

/* What the bot works in. */
struct searcher {
    struct linea_rng rng;
    linea_move moves[LINEA_MOVES];
    uint64_t own[64];                 /* the planner that proposes a move */
    uint64_t player[LINEA_SEATS][64]; /* the planners of a playout */
};

/* A move being tried, by how much better it does than the favourite in the same guesses
   with the same luck. */
struct candidate {
    linea_move move;
    int rounds;
    long sum, squares;
};

/* The best payment of each route, and everything that is no claim or station. */
static int find_candidates(struct candidate *out, const linea_move *moves, int n,
                           linea_move favourite)
{
    int count = 0;
    struct linea_set routes = {{0}};
    if (linea_move_kind(favourite) == LINEA_CLAIM)
        linea_set_add(&routes, linea_move_place(favourite));
    for (int i = 0; i < n && count < CANDIDATES; i++) {
        linea_move m = moves[i];
        enum linea_move_kind kind = linea_move_kind(m);
        if (m == favourite || kind == LINEA_STATION)
            continue;
        if (kind == LINEA_CLAIM) {
            if (linea_set_has(&routes, linea_move_place(m)))
                continue;
            linea_set_add(&routes, linea_move_place(m));
        }
        out[count++] = (struct candidate){.move = m};
    }
    return count;
}

/* What a finished game is worth to a seat, from 0 to FAIR: half for winning, half for
   the margin, which tells more from fewer games. */
static int worth(const struct linea_game *g, int seat)
{
    struct linea_result result;
    linea_game_score(g, &result);
    int best = INT16_MIN, scale = g->map->vehicles * 2;
    for (int s = 0; s < g->seats; s++)
        if (s != seat && result.seat[s].total > best)
            best = result.seat[s].total;
    int margin = result.seat[seat].total - best;
    margin = margin > scale ? scale : margin < -scale ? -scale : margin;
    int won = result.winners >> seat & 1 ? FAIR / 2 / linea_bits(result.winners) : 0;
    return won + FAIR / 4 + margin * (FAIR / 4) / scale;
}

/* Play a game to its end with planners. */
static void play_out(struct searcher *s, struct linea_game *g, uint64_t seed)
{
    static const struct linea_budget none = {0};
    struct linea_view view;
    for (int seat = 0; seat < g->seats; seat++)
        linea_bot_planner.begin(s->player[seat], seed + (uint64_t)seat);
    for (int n; (n = linea_game_moves(g, s->moves)) > 0;) {
        int seat = g->turn;
        linea_move m = s->moves[0];
        if (n > 1) {
            linea_game_view(g, &view, seat);
            m = linea_bot_planner.choose(s->player[seat], &view, s->moves, n, &none);
        }
        linea_game_apply(g, NULL, m);
    }
}

/* What a move is worth to a seat in a guess, by one playout. */
static int try_out(struct searcher *s, linea_move m, const struct linea_game *guess,
                   int seat, uint64_t seed)
{
    struct linea_game g = *guess;
    linea_game_apply(&g, NULL, m);
    play_out(s, &g, seed);
    return worth(&g, seat);
}

static long mean(const struct candidate *c)
{
    return c->rounds ? c->sum / c->rounds : 0;
}

/* The best first. */
static void sort(struct candidate *c, int n)
{
    for (int i = 1; i < n; i++)
        for (int j = i; j > 0 && mean(&c[j]) > mean(&c[j - 1]); j--) {
            struct candidate worse = c[j - 1];
            c[j - 1] = c[j];
            c[j] = worse;
        }
}

/* Whether a candidate is better than the favourite beyond doubt: its mean is above
   zero by more than DOUBT / 4 standard errors. */
static bool clearly_better(const struct candidate *c)
{
    if (c->rounds < 8 || c->sum <= 0)
        return false;
    long m = mean(c);
    long variance = c->squares / c->rounds - m * m;
    return m * m * 16 * c->rounds > (long)DOUBT * DOUBT * variance;
}

static bool time_is_up(const struct linea_budget *budget)
{
    return budget->time_up && budget->time_up(budget->context);
}

/* One round: the favourite and each candidate in the same guess. False when the budget
   is used up. */
static bool play_round(struct searcher *s, struct candidate *c, int n,
                       linea_move favourite, const struct linea_view *view,
                       const struct linea_budget *budget, int *left)
{
    struct linea_game guess;
    uint64_t seed = linea_rng_next(&s->rng);
    linea_view_guess(view, &guess, &s->rng);
    int base = try_out(s, favourite, &guess, view->viewer, seed);
    for (int i = 0; i < n; i++) {
        if (time_is_up(budget) || --*left < 0)
            return false;
        long more = try_out(s, c[i].move, &guess, view->viewer, seed) - base;
        c[i].sum += more;
        c[i].squares += more * more;
        c[i].rounds++;
    }
    return true;
}

/* Rounds of playouts; after each share of them the worse half is dropped. */
static void compare(struct searcher *s, struct candidate *c, int n,
                    linea_move favourite, const struct linea_view *view,
                    const struct linea_budget *budget)
{
    int left = budget->simulations > 0 ? budget->simulations
               : budget->time_up       ? INT32_MAX
                                       : PLAYOUTS;
    int halvings = 1;
    for (int i = n; i > 1; i = (i + 1) / 2)
        halvings++;
    bool timed = budget->simulations <= 0 && budget->time_up;
    int share = left / halvings;
    for (; n > 0; n = n > 1 ? (n + 1) / 2 : 0) {
        int rounds = timed ? 8 : share / (n + 1);
        for (int round = 0; round <= rounds || (timed && n == 1); round++)
            if (!play_round(s, c, n, favourite, view, budget, &left)) {
                sort(c, n);
                return;
            }
        sort(c, n);
    }
}

static void begin(void *memory, uint64_t seed)
{
    struct searcher *s = memory;
    s->rng.state = seed;
    linea_bot_planner.begin(s->own, seed);
}

static linea_move choose(void *memory, const struct linea_view *view,
                         const linea_move *moves, int n,
                         const struct linea_budget *budget)
{
    struct searcher *s = memory;
    struct candidate c[CANDIDATES];
    linea_move favourite = linea_bot_planner.choose(s->own, view, moves, n, budget);
    if (n == 1)
        return favourite;
    int count = find_candidates(c, moves, n, favourite);
    compare(s, c, count, favourite, view, budget);
    return count && clearly_better(&c[0]) ? c[0].move : favourite;
}

const struct linea_bot linea_bot_search = {
    .name = "search",
    .about = "tries moves out in guesses of what it does not see",
    .memory = sizeof(struct searcher),
    .begin = begin,
    .choose = choose,
};

_Static_assert(sizeof(struct searcher) <= LINEA_BOT_MEMORY, "bots fit their memory");
