/*
 * tools/bench_agree.c - `linea bench --agree`: how much of the victory is lost by
 * choosing a move with few playouts in place of many.
 *
 * In games between planners a decision is taken at random. Few playouts choose a move,
 * and many choose another; if they differ, others, all of them new, play these two
 * alone and say by how much the second is better. Both choices seem better than they
 * are by what chose them, so only the last playouts count.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench.h"
#include "common/maps.h"
#include "common/nets.h"
#include "common/options.h"
#include "common/progress.h"
#include "common/workers.h"
#include "evaluate.h"
#include "player.h"

enum { JUDGE = 4 }; /* the judgement has so many times fewer playouts than "many" */

/* How the few playouts are used. */
enum way {
    ALIKE,     /* all candidates get as many */
    NARROWED,  /* the better half gets more: linea_evaluate_choose() … */
    SORTED_BY, /* … and the same after a net has sorted them */
    CUT,       /* all of them are cut short by the net, to see what its opinion costs */
    WAYS
};

static const char *const way_names[WAYS] = {"alike", "narrowed", "sorted", "cut"};

struct run {
    const struct linea_map *map;
    const struct linea_learned *learned;
    const struct bench_agree *asked;
    int seats;
    long next, done;
    double (*loss)[WAYS]; /* of each decision; NAN where there is no net */
    pthread_mutex_t lock;
    struct progress *progress;
};

/* What a worker works in. */
struct workspace {
    struct linea_player player[LINEA_SEATS];
    struct linea_game game, position;
    struct linea_view view;
    linea_move moves[LINEA_MOVES];
    int n;
    struct evaluation evaluation;
};

/* Play a game and keep one of its decisions, each as likely. */
static void find_decision(struct workspace *w, const struct run *run, long number)
{
    struct linea_rng rng = {(uint64_t)number};
    struct linea_seed seed;
    struct linea_game *g = &w->game;
    int found = 0;
    linea_seed_derive(&seed, (uint64_t)run->asked->seed, (uint64_t)number);
    linea_game_begin(g, NULL, run->map, run->seats, LINEA_NOBODY, &seed);
    for (int s = 0; s < run->seats; s++)
        linea_player_begin(&w->player[s], &linea_bot_planner, NULL, (uint64_t)s);
    while (g->phase != LINEA_OVER) {
        if (linea_game_moves(g, w->moves) > 1 && linea_rng_below(&rng, ++found) == 0)
            w->position = *g;
        linea_game_apply(g, NULL, linea_player_move(&w->player[g->turn], g));
    }
    linea_game_view(&w->position, &w->view, w->position.turn);
    w->n = linea_game_moves(&w->position, w->moves);
}

static void begin(struct workspace *w, uint64_t seed)
{
    linea_evaluate_begin(&w->evaluation, &w->view, w->moves, w->n, NULL, seed);
}

/* The best move by so many playouts, all candidates alike until they are worse beyond
   doubt. */
static linea_move find_best(struct workspace *w, long playouts, uint64_t seed)
{
    struct evaluation *e = &w->evaluation;
    struct linea_budget budget = {.simulations = (int)playouts};
    begin(w, seed);
    if (e->candidates > 1)
        linea_evaluate_go(e, &budget);
    return e->candidate[linea_evaluate_best(e)].move;
}

/* The move that few playouts choose. */
static linea_move choose(struct workspace *w, enum way way,
                         const struct linea_learned *learned, long playouts,
                         uint64_t seed)
{
    struct evaluation *e = &w->evaluation;
    if (way == ALIKE)
        return find_best(w, playouts, seed);
    begin(w, seed);
    if (way == CUT) {
        linea_cutter_begin(&e->cutter, &e->playout, learned);
        linea_evaluate_keep(e, 0);
        linea_evaluate_narrow(e, (int)playouts, 1);
        return e->candidate[linea_evaluate_best(e)].move;
    }
    int best =
        linea_evaluate_choose(e, way == SORTED_BY ? learned : NULL, (int)playouts);
    return e->candidate[best].move;
}

/* By how much one move is better than another. */
static struct estimate compare(struct workspace *w, linea_move best, linea_move chosen,
                               long playouts, uint64_t seed)
{
    struct evaluation *e = &w->evaluation;
    struct linea_budget budget = {.simulations = (int)playouts};
    begin(w, seed);
    int a = linea_evaluate_add(e, best), b = linea_evaluate_add(e, chosen);
    if (a == b || a < 0 || b < 0)
        return (struct estimate){0};
    linea_evaluate_duel(e, a, b);
    linea_evaluate_go(e, &budget);
    return linea_evaluate_more(e, a, b, MEASURE_SHARE);
}

static void look(struct workspace *w, struct run *run, long number)
{
    const struct bench_agree *asked = run->asked;
    struct linea_rng rng = {(uint64_t)number + 1};
    find_decision(w, run, number);
    linea_move best = find_best(w, asked->many, linea_rng_next(&rng));
    for (int way = 0; way < WAYS; way++) {
        uint64_t seed = linea_rng_next(&rng), judge = linea_rng_next(&rng);
        run->loss[number][way] = NAN;
        if (way >= SORTED_BY && !run->learned)
            continue;
        linea_move chosen = choose(w, (enum way)way, run->learned, asked->few, seed);
        struct estimate loss = compare(w, best, chosen, asked->many / JUDGE, judge);
        run->loss[number][way] = loss.mean * 1e-6;
    }
}

static void *worker(void *context)
{
    struct run *run = context;
    struct workspace *w = malloc(sizeof *w);
    if (!w) {
        perror("linea bench");
        exit(EXIT_NEGATIVE);
    }
    for (;;) {
        pthread_mutex_lock(&run->lock);
        long number = run->next++;
        pthread_mutex_unlock(&run->lock);
        if (number >= run->asked->decisions)
            break;
        look(w, run, number);
        pthread_mutex_lock(&run->lock);
        progress_update(run->progress, ++run->done);
        pthread_mutex_unlock(&run->lock);
    }
    free(w);
    return NULL;
}

static void print(const struct run *run, enum way way)
{
    double sum = 0, squares = 0;
    long n = 0, same = 0;
    for (long i = 0; i < run->asked->decisions; i++) {
        double loss = run->loss[i][way];
        if (isnan(loss))
            continue;
        sum += loss;
        squares += loss * loss;
        same += loss == 0;
        n++;
    }
    if (n == 0)
        return;
    double mean = sum / (double)n, spread = squares / (double)n - mean * mean;
    double error = n > 1 && spread > 0 ? sqrt(spread / (double)(n - 1)) : 0;
    const char *id = linea_map_text(run->map, run->map->id);
    if (run->asked->json)
        printf("{\"what\":\"agree\",\"map\":\"%s\",\"players\":%d,\"way\":\"%s\","
               "\"few\":%ld,\"many\":%ld,\"decisions\":%ld,\"same\":%.4f,"
               "\"loss\":%.6f,\"se\":%.6f}\n",
               id, run->seats, way_names[way], run->asked->few, run->asked->many, n,
               (double)same / (double)n, mean, error);
    else
        printf("%-10s %7d %9ld %8.0f%% %9.4f ±%.4f  %s\n", id, run->seats, n,
               100.0 * (double)same / (double)n, mean, 1.96 * error, way_names[way]);
    fflush(stdout);
}

static void bench_table(const struct linea_map *map, int seats,
                        const struct bench_agree *asked)
{
    struct progress progress;
    struct run run = {.map = map,
                      .learned = nets_get(map, &linea_bot_expert, NULL, 0),
                      .asked = asked,
                      .seats = seats,
                      .loss = calloc((size_t)asked->decisions, sizeof *run.loss),
                      .progress = &progress};
    if (!run.loss) {
        perror("linea bench");
        exit(EXIT_NEGATIVE);
    }
    pthread_mutex_init(&run.lock, NULL);
    progress_begin(&progress, "decisions", asked->decisions);
    workers_run(asked->jobs, worker, &run);
    progress_end(&progress);
    for (int way = 0; way < WAYS; way++)
        print(&run, (enum way)way);
    free(run.loss);
}

static void bench_map(const struct linea_map *map, const struct bench_agree *asked)
{
    for (int seats = map->min_seats; seats <= map->max_seats; seats++)
        if (asked->players ? seats == asked->players
                           : seats == map->min_seats || seats == map->max_seats)
            bench_table(map, seats, asked);
}

int bench_agree(const struct linea_map *map, const struct bench_agree *asked)
{
    if (!asked->json)
        printf("%-10s %7s %9s %9s %9s  of a victory, in place of %ld playouts\n", "map",
               "players", "decisions", "the same", "loss ±95%", asked->many);
    if (map)
        bench_map(map, asked);
    for (int i = 0; !map && maps_id(i); i++)
        bench_map(maps_get(maps_id(i)), asked);
    return EXIT_OK;
}
