/*
 * tools/bench_parts.c - the measurements of `linea bench`.
 *
 * Everything is counted in seconds that the thread had of a processor, so that a busy
 * machine takes longer but hardly changes the figures; only what runs on all
 * processors is timed by the clock on the wall, since that is what one gets of them.
 * Parts are measured on samples of random games, hundreds of them, so that no processor
 * can learn them by heart.
 *
 * SPDX-License-Identifier: MIT
 */
#include <pthread.h>
#include <string.h>

#include "bench.h"
#include "common/clock.h"
#include "common/nets.h"
#include "linea/batch.h"
#include "player.h"

enum {
    JOBS = 64,
    COPIED = 1024,
    LOOK = 64, /* games between two looks at the clock: each takes as long as a few
                  steps */
};

/* One random game, every legal set counted. */
static void play_game(struct bench_play *out, const struct linea_map *map, int seats,
                      const struct linea_seed *seed, struct linea_rng *rng)
{
    struct linea_choices choices;
    struct linea_game g;
    struct linea_result result;
    linea_game_begin(&g, NULL, map, seats, LINEA_NOBODY, seed);
    for (; linea_game_choices(&g, &choices), choices.count > 0; out->steps++) {
        int k = linea_rng_below(rng, choices.count);
        out->moves += choices.count;
        linea_game_apply(&g, NULL, linea_choices_pick(&choices, k));
    }
    linea_game_score(&g, &result);
    out->games++;
}

/* The next LOOK games of a series, from where `out` has come to. */
static void play_some(struct bench_play *out, const struct linea_map *map, int seats,
                      uint64_t series, struct linea_rng *rng)
{
    for (int i = 0; i < LOOK; i++) {
        struct linea_seed seed;
        linea_seed_derive(&seed, series, (uint64_t)out->games);
        play_game(out, map, seats, &seed, rng);
    }
}

void bench_play(struct bench_play *out, const struct linea_map *map, int seats,
                uint64_t series, double seconds)
{
    struct linea_rng rng = {series};
    *out = (struct bench_play){0};
    double start = seconds_worked();
    do {
        play_some(out, map, seats, series, &rng);
        out->seconds = seconds_worked() - start;
    } while (out->seconds < seconds);
}

/* One of several threads that play at once, as long as the clock says. */
struct player {
    const struct linea_map *map;
    int seats;
    uint64_t series;
    double until;
    struct bench_play played;
};

static void *play_along(void *context)
{
    struct player *p = context;
    struct linea_rng rng = {p->series};
    struct bench_play played = {0}; /* its own until the end: threads share no line */
    do
        play_some(&played, p->map, p->seats, p->series, &rng);
    while (!deadline_passed(&p->until));
    p->played = played;
    return NULL;
}

void bench_play_all(struct bench_play *out, const struct linea_map *map, int seats,
                    int jobs, double seconds)
{
    static struct player player[JOBS];
    pthread_t thread[JOBS];
    int started = 0;
    double start = seconds_now();
    *out = (struct bench_play){0};
    for (int j = 0; j < JOBS && j < jobs; j++)
        player[j] = (struct player){.map = map,
                                    .seats = seats,
                                    .series = (uint64_t)j + 1,
                                    .until = start + seconds};
    while (started < jobs && started < JOBS &&
           pthread_create(&thread[started], NULL, play_along, &player[started]) == 0)
        started++;
    for (int j = 0; j < started; j++) {
        const struct bench_play *played = &player[j].played;
        pthread_join(thread[j], NULL);
        out->games += played->games;
        out->steps += played->steps;
        out->moves += played->moves;
    }
    out->seconds = seconds_now() - start;
}

double bench_calibrate(double seconds)
{
    static struct {
        uint8_t byte[COPIED];
    } block[16];
    struct linea_rng rng = {1};
    double start = seconds_worked(), took;
    long n = 0;
    do {
        for (int i = 0; i < 100000; i++, n++) {
            uint64_t pick = linea_rng_next(&rng);
            block[pick & 15] = block[pick >> 4 & 15];
            block[pick & 15].byte[0] = (uint8_t)pick;
        }
        took = seconds_worked() - start;
    } while (took < seconds);
    return (double)n / took;
}

/* Play one game for the samples; false if its moves find no room. */
static bool sample_game(struct bench_samples *out, struct linea_game *g,
                        struct linea_rng *rng)
{
    linea_move moves[LINEA_MOVES];
    int at = out->first[out->games];
    out->begun[out->games] = *g;
    for (int n; (n = linea_game_moves(g, moves)) > 0; at++) {
        if (at == BENCH_MOVES)
            return false;
        /* A place each for the first positions, then any place, less and less often. */
        long seen = out->moves + at - out->first[out->games];
        long place = seen < BENCH_POSITIONS ? seen : linea_rng_below(rng, (int)seen);
        if (place < BENCH_POSITIONS) {
            out->position[place] = *g;
            linea_game_view(g, &out->view[place], g->turn);
        }
        out->move[at] = moves[linea_rng_below(rng, n)];
        linea_game_apply(g, NULL, out->move[at]);
    }
    out->moves += at - out->first[out->games];
    out->over[out->games] = *g;
    out->first[++out->games] = at;
    return true;
}

void bench_sample(struct bench_samples *out, const struct linea_map *map, int seats)
{
    struct linea_rng rng = {7};
    out->games = out->moves = 0;
    for (uint64_t i = 0; i < BENCH_GAMES; i++) {
        struct linea_seed seed;
        struct linea_game g;
        linea_seed_derive(&seed, 7, i);
        linea_game_begin(&g, NULL, map, seats, LINEA_NOBODY, &seed);
        if (!sample_game(out, &g, &rng))
            break;
    }
    out->positions = out->moves < BENCH_POSITIONS ? out->moves : BENCH_POSITIONS;
}

/* The parts. Each does the whole of its samples once and returns how much that was;
   what comes of it goes where no compiler can see that nobody looks at it. */
static volatile uint64_t nobody_looks;

static long part_legal(const struct bench_samples *s)
{
    struct linea_choices choices;
    for (int i = 0; i < s->positions; i++) {
        linea_game_choices(&s->position[i], &choices);
        nobody_looks += (uint64_t)choices.count;
    }
    return s->positions;
}

static long part_list(const struct bench_samples *s)
{
    static linea_move moves[LINEA_MOVES];
    for (int i = 0; i < s->positions; i++)
        nobody_looks += (uint64_t)linea_game_moves(&s->position[i], moves);
    return s->positions;
}

static long part_apply(const struct bench_samples *s)
{
    for (int i = 0; i < s->games; i++) {
        struct linea_game g = s->begun[i];
        for (int m = s->first[i]; m < s->first[i + 1]; m++)
            linea_game_apply(&g, NULL, s->move[m]);
        nobody_looks += g.pile_count;
    }
    return s->moves;
}

static long part_begin(const struct bench_samples *s)
{
    for (int i = 0; i < s->games; i++) {
        struct linea_game g;
        const struct linea_game *as = &s->begun[i];
        linea_game_begin(&g, NULL, as->map, as->seats, LINEA_NOBODY, &as->seed);
        nobody_looks += g.pile_count;
    }
    return s->games;
}

static long part_score(const struct bench_samples *s)
{
    for (int i = 0; i < s->games; i++) {
        struct linea_result result;
        linea_game_score(&s->over[i], &result);
        nobody_looks += result.winners;
    }
    return s->games;
}

static long part_longest(const struct bench_samples *s)
{
    long done = 0;
    for (int i = 0; i < s->games; i++) {
        const struct linea_game *g = &s->over[i];
        for (int seat = 0; seat < g->seats; seat++, done++)
            nobody_looks +=
                (uint64_t)linea_longest_path(g->map, NULL, &g->seat[seat].routes);
    }
    return done;
}

static long part_tickets(const struct bench_samples *s)
{
    long done = 0;
    for (int i = 0; i < s->games; i++) {
        const struct linea_game *g = &s->over[i];
        struct linea_set completed, borrowed;
        for (int seat = 0; seat < g->seats; seat++, done++) {
            linea_game_tickets(g, &completed, &borrowed, seat);
            nobody_looks += completed.word[0];
        }
    }
    return done;
}

static long part_copy(const struct bench_samples *s)
{
    static struct linea_game to[16];
    for (int i = 0; i < s->positions; i++) {
        to[i & 15] = s->position[i];
        nobody_looks += to[i >> 2 & 15].pile_count;
    }
    return s->positions;
}

static long part_view(const struct bench_samples *s)
{
    for (int i = 0; i < s->positions; i++) {
        struct linea_view view;
        linea_game_view(&s->position[i], &view, s->position[i].turn);
        nobody_looks += view.pile_count;
    }
    return s->positions;
}

static long part_guess(const struct bench_samples *s)
{
    static struct linea_rng rng = {1};
    for (int i = 0; i < s->positions; i++) {
        struct linea_game g;
        linea_view_guess(&s->view[i], &g, &rng);
        nobody_looks += g.pile_count;
    }
    return s->positions;
}

/* Decisions of a bot in all seats for a game, engine included. */
static long run_bot(const struct bench_samples *s, const struct linea_bot *bot)
{
    const struct linea_map *map = s->begun[0].map;
    const struct linea_budget budget = {.learned = nets_get(map, bot, NULL, 0)};
    static struct linea_player player[LINEA_SEATS];
    static int game;
    struct linea_game g = s->begun[game++ % s->games];
    long done = 0;
    for (int seat = 0; seat < g.seats; seat++)
        linea_player_begin(&player[seat], bot, &budget, (uint64_t)seat);
    for (; g.phase != LINEA_OVER; done++)
        linea_game_apply(&g, NULL, linea_player_move(&player[g.turn], &g));
    return done;
}

static long part_planner(const struct bench_samples *s)
{
    return run_bot(s, &linea_bot_planner);
}

static long part_net(const struct bench_samples *s)
{
    return run_bot(s, &linea_bot_net);
}

static long part_playout(const struct bench_samples *s)
{
    return run_bot(s, &linea_bot_playout);
}

/* Steps of a batch of random games, each with mask and features of the seat to move. */
static long run_batch(const struct bench_samples *s, bool as_floats)
{
    enum { GAMES = 16, STEPS = 4096 };
    static struct linea_space space;
    static struct linea_game game[GAMES];
    static uint8_t seat[GAMES], over[GAMES], mask[GAMES * LINEA_ACTIONS];
    static uint8_t bytes[GAMES * LINEA_FEATURES];
    static float floats[GAMES * LINEA_FEATURES], reward[GAMES * LINEA_SEATS];
    static int16_t points[GAMES * LINEA_SEATS];
    static struct linea_choices choices[GAMES];
    int32_t action[GAMES];
    struct linea_rng rng = {1};
    struct linea_batch batch = {.space = &space,
                                .games = GAMES,
                                .game = game,
                                .seat = seat,
                                .done = over,
                                .mask = mask,
                                .bytes = as_floats ? NULL : bytes,
                                .floats = as_floats ? floats : NULL,
                                .reward = reward,
                                .points = points,
                                .choices = choices};
    linea_space_init(&space, s->begun[0].map, s->begun[0].seats);
    linea_batch_reset(&batch, 1);
    for (int i = 0; i < STEPS; i++) {
        linea_batch_random(&batch, action, &rng);
        linea_batch_step(&batch, action);
    }
    return STEPS * GAMES;
}

static long part_batch(const struct bench_samples *s)
{
    return run_batch(s, false);
}

static long part_floats(const struct bench_samples *s)
{
    return run_batch(s, true);
}

static const struct bench_part parts[] = {
    {"begin", part_begin, false},     /* games dealt */
    {"legal", part_legal, false},     /* sets of legal moves found */
    {"list", part_list, false},       /* lists of legal moves written */
    {"apply", part_apply, false},     /* moves applied */
    {"score", part_score, false},     /* finished games scored */
    {"longest", part_longest, false}, /* longest paths of one seat's routes */
    {"tickets", part_tickets,
     false},                      /* of one seat, with the best use of its stations */
    {"copy", part_copy, false},   /* games copied */
    {"view", part_view, false},   /* views of the seat to move */
    {"guess", part_guess, false}, /* games guessed from a view */
    {"planner", part_planner,
     false},                 /* decisions, with all that the engine does between */
    {"net", part_net, true}, /* the same of the bare net, its adviser included */
    {"playout", part_playout, false}, /* the same of the search's playouts */
    {"batch", part_batch, false},   /* steps with random actions, features and masks */
    {"floats", part_floats, false}, /* the same with features as floats, not bytes */
};

const struct bench_part *bench_part_at(int i)
{
    return i >= 0 && i < (int)(sizeof parts / sizeof parts[0]) ? &parts[i] : NULL;
}
