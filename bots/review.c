/*
 * bots/review.c - luck, decisions and mistakes of a finished game. See review.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "review.h"

#include <string.h>

#include "odds.h"
#include "tree.h"

enum {
    MISTAKE_LEAST = 20000, /* millionths of a victory that a mistake loses at least … */
    MISTAKE_SURE = 5,      /* … and beyond so many halves of an error */
    POINTS_SHARE = 20, /* … or so many times fewer points than a seat has vehicles … */
    POINTS_SURE = 3,    /* … beyond so many errors of theirs */
    VICTORY_POINTS = 4, /* points for each vehicle that weigh as much as a victory */
    LOST = 100000,      /* share of who plays for points only */
    FINE_MOST = 30000,  /* what a fine move loses at most … */
    FINE_SURE = 4,      /* … and a best one gains, by so many halves */
};

void linea_review_open(struct review *r, struct review_step *steps, int room,
                       uint64_t seed)
{
    r->step = steps;
    r->room = room;
    r->seed = seed;
    r->steps = 0;
}

void linea_review_begin(struct review *r, struct review_step *steps, int room,
                        const struct linea_game *g, uint64_t seed)
{
    linea_review_open(r, steps, room, seed);
    r->map = g->map;
    r->seats = g->seats;
    r->steps = 0;
    r->over = false;
    r->judging = LINEA_NOBODY;
    r->now.game = *g;
    for (int s = 0; s < r->seats; s++)
        linea_bot_planner.begin(&linea_bot_planner, &r->now.planner[s], 0);
    for (int d = 0; d < LINEA_DECKS; d++)
        r->unknown[d] = g->deck[d].count;
    linea_playout_begin(&r->playout, 0, seed);
}

/* How many tickets from the top of each deck nobody has seen: those that were put back
   lie below, in an order that their players know. */
static void follow_decks(struct review *r, const struct linea_game *after)
{
    const struct linea_game *before = &r->now.game;
    bool shuffled = before->phase <= LINEA_OPENING_KEEP &&
                    r->map->opening_returned == LINEA_SHUFFLED_IN;
    for (int d = 0; d < LINEA_DECKS; d++) {
        int count = after->deck[d].count, drawn = before->deck[d].count - count;
        int left = r->unknown[d] - (drawn > 0 ? drawn : 0);
        if (shuffled || left > count)
            left = count;
        r->unknown[d] = (uint8_t)(left > 0 ? left : 0);
    }
}

/* The move of the planner that has watched the game from this seat. */
static linea_move ask_planner(struct review *r, int n)
{
    static const struct linea_budget none = {0};
    int seat = r->now.game.turn;
    linea_game_view(&r->now.game, &r->view, seat);
    return linea_bot_playout.choose(&linea_bot_playout, &r->now.planner[seat], &r->view,
                                    r->moves, n, &none);
}

bool linea_review_add(struct review *r, linea_move move, const struct linea_game *after,
                      long line)
{
    int n = linea_game_moves(&r->now.game, r->moves);
    if (r->steps == r->room)
        return false;
    struct review_step *step = &r->step[r->steps++];
    memset(step, 0, sizeof *step);
    step->choice = n > 1;
    step->move = move;
    step->planned = n > 1 ? ask_planner(r, n) : move;
    step->table = r->now;
    step->line = line;
    memcpy(step->unknown, r->unknown, sizeof step->unknown);
    follow_decks(r, after);
    r->now.game = *after;
    r->over = after->phase == LINEA_OVER;
    if (r->over)
        linea_game_score(after, &r->result);
    return true;
}

bool linea_review_line(struct review *r, struct linea_replay *replay,
                       struct linea_json *memory, struct linea_error *error,
                       const char *text, size_t length, long line)
{
    bool begun = replay->begun, move = replay->expects == LINEA_REPLAY_MOVES;
    if (!linea_replay_line(replay, memory, error, text, length))
        return false;
    if (!replay->begun)
        r->steps = 0;
    else if (!begun || !move)
        linea_review_begin(r, r->step, r->room, &replay->game, r->seed);
    else if (!replay->over &&
             !linea_review_add(r, replay->event.move, &replay->game, line))
        return linea_explain(error, LINEA_ILLEGAL,
                             "the game has more than %d moves: too long for a review",
                             r->room);
    else if (!replay->over)
        r->step[r->steps - 1].stood_in = replay->by[0] != 0;
    return true;
}

void linea_review_play(struct review *r, int at)
{
    struct review_step *step = &r->step[at];
    struct playout *p = &r->playout;
    struct outcome planned, other;
    linea_playout_deal(p, &step->table, step->unknown);
    linea_playout_try(p, step->planned);
    linea_playout_run(p, &planned);
    if (step->move != step->planned) {
        linea_playout_try(p, step->move);
        linea_playout_run(p, &other);
    } else {
        other = planned;
    }
    step->rounds++;
    for (int s = 0; s < r->seats; s++) {
        linea_tally_add(&step->share[s], planned.share[s]);
        linea_tally_add(&step->more[s], other.share[s] - planned.share[s]);
    }
}

/* Few rounds that agree say no more than that a difference is rare. */
static struct estimate doubt(struct estimate of)
{
    int least = of.rounds ? MILLION / of.rounds : MILLION;
    of.error = of.error > least ? of.error : least;
    return of;
}

struct estimate linea_review_share(const struct review *r, int at, int seat)
{
    if (at < r->steps)
        return doubt(linea_estimate(&r->step[at].share[seat], r->step[at].rounds,
                                    MEASURE_SHARE));
    struct outcome end;
    linea_playout_outcome(&r->now.game, &end);
    struct tally t = {0};
    linea_tally_add(&t, end.share[seat]);
    return linea_estimate(&t, 1, MEASURE_SHARE);
}

struct estimate linea_review_decision(const struct review *r, int at, int seat)
{
    const struct review_step *step = &r->step[at];
    return doubt(linea_estimate(&step->more[seat], step->rounds, MEASURE_SHARE));
}

void linea_review_account(const struct review *r, struct review_account *out, int seat)
{
    struct estimate deal = linea_review_share(r, 0, seat);
    int64_t own = 0, others = 0, luck = (int64_t)deal.error * deal.error;
    *out = (struct review_account){0};
    out->result = linea_review_share(r, r->steps, seat).mean;
    out->part[REVIEW_START] = MILLION / r->seats;
    out->part[REVIEW_DEAL] = deal.mean - out->part[REVIEW_START];
    for (int i = 0; i < r->steps; i++) {
        const struct review_step *step = &r->step[i];
        if (step->move == step->planned)
            continue;
        bool mine = step->table.game.turn == seat && !step->stood_in;
        struct estimate more = linea_review_decision(r, i, seat);
        int64_t square = (int64_t)more.error * more.error;
        out->part[mine ? REVIEW_OWN : REVIEW_OTHERS] += more.mean;
        *(mine ? &own : &others) += square;
        luck += square;
    }
    int chance = out->result;
    for (int p = 0; p < REVIEW_PARTS; p++)
        chance -= p == REVIEW_CHANCE ? 0 : out->part[p];
    out->part[REVIEW_CHANCE] = chance;
    out->error[REVIEW_DEAL] = deal.error;
    out->error[REVIEW_CHANCE] = (int)linea_tree_root(luck);
    out->error[REVIEW_OWN] = (int)linea_tree_root(own);
    out->error[REVIEW_OTHERS] = (int)linea_tree_root(others);
}

/* The next decision of the seat that is judged, or -1. */
static int next_decision(struct review *r)
{
    while (r->judged < r->steps) {
        const struct review_step *step = &r->step[r->judged];
        if (step->choice && step->table.game.turn == r->judging)
            return r->judged++;
        r->judged++;
    }
    return -1;
}

/* The candidate that did best beside the one played, or -1. */
static int find_rival(const struct evaluation *e, int played)
{
    int rival = -1;
    for (int i = 0; i < e->candidates; i++) {
        if (i == played)
            continue;
        /* Those that were dropped were worse than one that was not. */
        bool on = e->active >> i & 1;
        if (rival < 0 || on > (int)(e->active >> rival & 1) ||
            (on == (e->active >> rival & 1) &&
             linea_evaluate_more(e, i, rival, MEASURE_WORTH).mean > 0))
            rival = i;
    }
    return rival;
}

/* Whether a move loses points beyond doubt. Only who has all but lost plays for points:
   that seat can lose hardly more of the victory by any move, however bad it is. A seat
   that has all but won may give points away. */
static bool loses_points(const struct linea_map *map, const struct review_judged *j,
                         int share)
{
    return share <= LOST && j->loss >= 0 &&
           j->lead >= map->vehicles * 1000 / POINTS_SHARE &&
           j->lead > POINTS_SURE * j->lead_error;
}

/* What is said of a move whose rival is so much better; `share` is the rival's. */
static enum review_verdict find_verdict(const struct linea_map *map,
                                        const struct review_judged *j, int share)
{
    if (j->loss >= MISTAKE_LEAST && 2 * j->loss > MISTAKE_SURE * j->error)
        return VERDICT_MISTAKE;
    if (loses_points(map, j, share))
        return VERDICT_MISTAKE;
    if (2 * j->loss + FINE_SURE * j->error < 0)
        return VERDICT_BEST;
    return 2 * j->loss + FINE_SURE * j->error <= 2 * FINE_MOST ? VERDICT_FINE
                                                               : VERDICT_NONE;
}

/* Find the rival of the move that is kept. Returns how many playouts that were. */
static int select_rival(struct evaluation *e, const struct linea_learned *learned,
                        int playouts)
{
    int sorted = learned ? linea_evaluate_sort(e, learned, playouts / 2, SORTED) : 0;
    return sorted + linea_evaluate_narrow(e, playouts - sorted, 1);
}

static void judge(struct review *r, struct review_step *step,
                  const struct linea_learned *learned, int playouts)
{
    struct evaluation *e = &r->evaluation;
    struct linea_budget rest = {0};
    struct review_judged *j = &step->judged;
    int played = linea_evaluate_add(e, step->move);
    *j = (struct review_judged){.done = true, .best = step->move};
    if (played < 0 || e->candidates == 1) {
        j->verdict = e->candidates == 1 ? VERDICT_BEST : VERDICT_NONE;
        return;
    }
    linea_evaluate_keep(e, played);
    int spent = select_rival(e, learned, playouts / 2), rival = find_rival(e, played);
    bool beaten = linea_evaluate_more(e, rival, played, MEASURE_WORTH).mean > 0;
    linea_evaluate_again(e, (uint64_t)1 << rival | (uint64_t)1 << played);
    rest.simulations = playouts - spent > 2 ? playouts - spent : 2;
    linea_evaluate_go(e, &rest);
    struct estimate more = doubt(linea_evaluate_more(e, rival, played, MEASURE_SHARE));
    struct estimate points = linea_evaluate_more(e, rival, played, MEASURE_LEAD);
    j->rounds = more.rounds;
    j->loss = more.mean;
    j->error = more.error;
    j->lead = points.mean;
    j->lead_error = points.error;
    j->given = beaten ? more.mean : 0;
    j->given_lead = beaten ? points.mean : 0;
    int share = linea_evaluate_value(e, rival, MEASURE_SHARE).mean;
    j->verdict = (uint8_t)find_verdict(r->map, j, share);
    if (j->loss > 0 || j->verdict == VERDICT_MISTAKE)
        j->best = e->candidate[rival].move;
    else
        j->loss = j->lead = 0;
}

int linea_review_judge(struct review *r, const struct linea_learned *learned, int seat,
                       int playouts, uint64_t seed)
{
    if (r->judging != seat) {
        r->judging = seat;
        r->judged = 0;
        linea_evidence_begin(&r->evidence);
    }
    int at = next_decision(r);
    if (at < 0)
        return -1;
    struct review_step *step = &r->step[at];
    struct linea_rng rng = {seed + (uint64_t)at};
    struct linea_budget budget = {.simulations = playouts};
    linea_game_view(&step->table.game, &r->view, seat);
    linea_odds_find(&r->odds, &r->view);
    linea_evidence_learn(&r->evidence, &rng, r->moves, &r->view, &budget);
    linea_evidence_weigh(&r->evidence, &r->odds, &r->view);
    int n = linea_game_moves(&step->table.game, r->moves);
    linea_evaluate_begin(&r->evaluation, &r->view, r->moves, n, &r->odds,
                         linea_rng_next(&rng));
    if (!step->stood_in)
        judge(r, step, learned, playouts);
    linea_evidence_decide(&r->evidence, &r->view, &r->odds, step->move);
    return at;
}

/* What a move has cost: its loss, and points lost as parts of a victory, for the order
   of mistakes. */
static int cost_of(const struct review *r, int step)
{
    const struct review_judged *j = &r->step[step].judged;
    int points = j->lead > 0 ? j->lead : 0;
    return j->loss + points * (MILLION / 1000) / (VICTORY_POINTS * r->map->vehicles);
}

int linea_review_worst(const struct review *r, int out[REVIEW_WORST], int seat)
{
    int n = 0;
    for (int i = 0; i < r->steps; i++) {
        const struct review_judged *j = &r->step[i].judged;
        if (j->verdict != VERDICT_MISTAKE || r->step[i].table.game.turn != seat)
            continue;
        int at = n < REVIEW_WORST ? n++ : REVIEW_WORST;
        for (; at > 0 && cost_of(r, out[at - 1]) < cost_of(r, i); at--)
            if (at < REVIEW_WORST)
                out[at] = out[at - 1];
        if (at < REVIEW_WORST)
            out[at] = i;
    }
    return n;
}

/* Who has claimed a route that somebody else had better claimed at a step, and when. */
static void find_taker(const struct review *r, struct review_reason *out, int at,
                       int route)
{
    int seat = r->step[at].table.game.turn;
    for (int s = 0; s < r->seats; s++)
        if (s != seat && linea_set_has(&r->now.game.seat[s].routes, route))
            out->taker = s;
    for (int i = at + 1; out->taker != LINEA_NOBODY && i < r->steps; i++) {
        linea_move m = r->step[i].move;
        if (r->step[i].table.game.turn == out->taker &&
            linea_move_kind(m) == LINEA_CLAIM && linea_move_place(m) == route)
            out->at = i;
    }
}

void linea_review_reason(const struct review *r, struct review_reason *out, int at)
{
    const struct review_step *step = &r->step[at];
    linea_move best = step->judged.best;
    struct linea_view view;
    int seat = step->table.game.turn;
    linea_game_view(&step->table.game, &view, seat);
    *out = (struct review_reason){.taker = LINEA_NOBODY, .at = -1};
    const struct linea_game *g = &step->table.game;
    const struct plan *plan = &step->table.planner[seat].plan;
    struct fault other;
    linea_reason_find(&out->why, &view, plan, best);
    linea_reason_fault(&other, &view, plan, best, linea_move_cards(g, best));
    linea_reason_fault(&out->fault, &view, plan, step->move,
                       linea_move_cards(g, step->move));
    out->fault.off &= !other.off;
    if (out->fault.kind == other.kind)
        out->fault.kind = out->fault.route = LINEA_NOTHING;
    if (linea_move_kind(best) == LINEA_CLAIM)
        find_taker(r, out, at, linea_move_place(best));
}

const char *linea_review_verdict_name(enum review_verdict verdict)
{
    static const char *const names[] = {NULL, "best", "fine", "mistake"};
    return names[verdict];
}
