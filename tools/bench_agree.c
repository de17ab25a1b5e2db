/*
 * tools/bench_agree.c - `linea bench --agree`: how much of the victory is lost by
 * choosing a move with few playouts in place of many.
 *
 * In games between planners a decision is taken at random. Many playouts say which move
 * has most of the victory. Few playouts choose one, and do so several times, since what
 * they lose once is mostly chance; every way to use them gets the same guesses. Then
 * all moves that were chosen are played out again, and only these new playouts say by
 * how much they differ: those that choose a move make it seem better than it is.
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

enum {
    CHOICES = 4, /* of a decision, by few playouts */
    JUDGE = 4,   /* those that measure are so many times fewer than "many" … */
    CHUNK = 100, /* … which stop when one candidate is left: looked at so often */
};

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
    double (*loss)[WAYS]; /* of each decision on average; NAN where there is no net */
    long same[WAYS];      /* choices of the best move itself */
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

/* The move that has most of the victory by so many playouts. */
static linea_move find_best(struct workspace *w, long playouts, uint64_t seed)
{
    struct evaluation *e = &w->evaluation;
    struct linea_budget budget = {.simulations = CHUNK};
    int best = -1;
    begin(w, seed);
    for (; playouts > 0 && linea_bits(e->active) > 1; playouts -= CHUNK)
        linea_evaluate_go(e, &budget);
    for (int i = 0; i < e->candidates; i++)
        if (e->active >> i & 1 &&
            (best < 0 || linea_evaluate_more(e, i, best, MEASURE_SHARE).mean > 0))
            best = i;
    return e->candidate[best].move;
}

/* The move that few playouts choose. */
static linea_move choose(struct workspace *w, enum way way,
                         const struct linea_learned *learned, int playouts,
                         uint64_t seed)
{
    struct evaluation *e = &w->evaluation;
    struct linea_budget budget = {.simulations = playouts};
    begin(w, seed);
    if (way == ALIKE) {
        linea_evaluate_go(e, &budget);
        return e->candidate[linea_evaluate_best(e)].move;
    }
    if (way == CUT) {
        linea_cutter_begin(&e->cutter, &e->playout, learned);
        linea_evaluate_keep(e, 0);
        linea_evaluate_narrow(e, playouts, 1);
        return e->candidate[linea_evaluate_best(e)].move;
    }
    int best = linea_evaluate_choose(e, way == SORTED_BY ? learned : NULL, playouts);
    return e->candidate[best].move;
}

/* A decision, and the moves that were chosen there. */
struct choices {
    linea_move best, chosen[WAYS][CHOICES];
    int ways;
};

/* Play all of the moves out, and add up what those lose that few playouts chose. */
static void judge(struct workspace *w, struct run *run, long number,
                  const struct choices *c, uint64_t seed)
{
    struct evaluation *e = &w->evaluation;
    struct linea_budget budget = {.simulations = (int)(run->asked->many / JUDGE)};
    begin(w, seed);
    int best = linea_evaluate_find(e, c->best);
    uint64_t played = (uint64_t)1 << best;
    for (int way = 0; way < c->ways; way++)
        for (int i = 0; i < CHOICES; i++)
            played |= (uint64_t)1 << linea_evaluate_find(e, c->chosen[way][i]);
    linea_evaluate_again(e, played);
    if (linea_bits(played) > 1)
        linea_evaluate_go(e, &budget);
    pthread_mutex_lock(&run->lock);
    for (int way = 0; way < WAYS; way++) {
        double *loss = &run->loss[number][way];
        *loss = way < c->ways ? 0 : NAN;
        for (int i = 0; way < c->ways && i < CHOICES; i++) {
            int chosen = linea_evaluate_find(e, c->chosen[way][i]);
            run->same[way] += chosen == best;
            *loss += linea_evaluate_more(e, best, chosen, MEASURE_SHARE).mean * 1e-6 /
                     CHOICES;
        }
    }
    pthread_mutex_unlock(&run->lock);
}

static void look(struct workspace *w, struct run *run, long number)
{
    struct linea_rng rng = {(uint64_t)number + 1};
    struct choices c = {.ways = run->learned ? WAYS : SORTED_BY};
    find_decision(w, run, number);
    c.best = find_best(w, run->asked->many, linea_rng_next(&rng));
    for (int i = 0; i < CHOICES; i++) {
        uint64_t seed = linea_rng_next(&rng);
        for (int way = 0; way < c.ways; way++)
            c.chosen[way][i] =
                choose(w, (enum way)way, run->learned, (int)run->asked->few, seed);
    }
    judge(w, run, number, &c, linea_rng_next(&rng));
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
    long n = 0;
    for (long i = 0; i < run->asked->decisions; i++) {
        double loss = run->loss[i][way];
        if (isnan(loss))
            continue;
        sum += loss;
        squares += loss * loss;
        n++;
    }
    if (n == 0)
        return;
    double same = (double)run->same[way] / (double)(n * CHOICES);
    double mean = sum / (double)n, spread = squares / (double)n - mean * mean;
    double error = n > 1 && spread > 0 ? sqrt(spread / (double)(n - 1)) : 0;
    const char *id = linea_map_text(run->map, run->map->id);
    if (run->asked->json)
        printf("{\"what\":\"agree\",\"map\":\"%s\",\"players\":%d,\"way\":\"%s\","
               "\"few\":%ld,\"many\":%ld,\"decisions\":%ld,\"same\":%.4f,"
               "\"loss\":%.6f,\"se\":%.6f}\n",
               id, run->seats, way_names[way], run->asked->few, run->asked->many, n,
               same, mean, error);
    else
        printf("%-10s %7d %9ld %8.0f%% %9.4f ±%.4f  %s\n", id, run->seats, n,
               100 * same, mean, 1.96 * error, way_names[way]);
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
