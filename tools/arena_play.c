/*
 * tools/arena_play.c - plays the blocks of the arena, on all cores.
 *
 * Workers take numbers in order and put what they have into a window; the worker that
 * puts in the block that is next takes in all that follow without a gap. So a slow
 * block does not hold up the others until the window is full.
 *
 * SPDX-License-Identifier: MIT
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"

#include "common/progress.h"
#include "common/workers.h"

enum { WINDOW = 1024 };

long arena_size(const struct arena *arena)
{
    return arena->deals * arena->tables * arena->pairs;
}

long arena_part_size(const struct arena *arena)
{
    return (arena_size(arena) - arena->part + arena->parts - 1) / arena->parts;
}

int arena_games(int seats)
{
    /* With two seats, one alone is the other alone too. */
    return seats == 2 ? 2 : 2 * seats;
}

/* The seats, as bits, that side 1 has in a game of a block. */
static unsigned seating_of(int seats, int game)
{
    unsigned lone = 1u << game % seats;
    return game < seats ? ~lone & ((1u << seats) - 1) : lone;
}

/* The deal depends on the table and its number alone: bots may come and go. */
static void deal_seed(struct linea_seed *out, const struct arena *arena, int table,
                      long deal)
{
    uint32_t hash = 2166136261u ^ (uint32_t)arena->table[table].seats;
    for (const char *c = arena_map_name(arena, table); *c; c++)
        hash = (hash ^ (uint8_t)*c) * 16777619u;
    linea_seed_derive(out, arena->series, (uint64_t)hash << 32 | (uint64_t)deal);
}

static void raise_to(long *most, long x)
{
    *most = x > *most ? x : *most;
}

static void add_game(struct arena_block *block, const struct match_result *result,
                     int seats, unsigned seating)
{
    unsigned winners = result->score.winners;
    block->games++;
    block->moves += result->moves;
    block->score += ARENA_WIN * linea_bits(winners & ~seating) / linea_bits(winners);
    for (int s = 0; s < seats; s++) {
        const struct linea_score *score = &result->score.seat[s];
        struct arena_side *side = &block->side[seating >> s & 1];
        side->seats++;
        side->total += score->total;
        side->tickets_done += score->tickets_done;
        side->decisions += result->decisions[s];
        side->microseconds += (long)(result->seconds[s] * 1e6 + 0.5);
        raise_to(&side->longest, (long)(result->longest[s] * 1e6));
        raise_to(&side->over, (long)(result->over[s] * 1e6));
        raise_to(&side->own_over, (long)(result->own_over[s] * 1e6));
        for (int source = 0; source < LINEA_SOURCES; source++)
            side->from[source] += score->from[source];
    }
}

/* A program that has failed in a game has lost all its seats in it, and counts once. */
static void add_failure(struct arena_side *side, const struct program *program)
{
    if (program && program_failure(program) != PROGRAM_FAULTS)
        side->faults[program_failure(program)]++;
}

/* Sit down: the bits of `seating` are the seats of the pair's second bot. */
static void seat_pair(struct match *match, const struct arena *arena,
                      const struct arena_copies *copies, const struct arena_pair *pair,
                      unsigned seating)
{
    for (int s = 0; s < match->seats; s++) {
        int bot = pair->bot[seating >> s & 1];
        match->player[s] = arena->bot[bot];
        match->program[s] = copies->program[bot];
        snprintf(match->names[s], sizeof match->names[s], "%s", arena->name[bot]);
    }
}

/* Play a block by its number. False after a message if a bot broke a rule. */
static bool play_block(const struct arena *arena, struct arena_block *out,
                       const struct arena_copies *copies, long number)
{
    int table = (int)(number / arena->pairs % arena->tables);
    const struct arena_pair *pair = &arena->pair[number % arena->pairs];
    struct match match = {
        .map = arena->table[table].map,
        .seats = arena->table[table].seats,
        .budget.simulations = (int)arena->simulations,
        .check = arena->check,
        .legal = true,
        .timed = arena->timing,
        .ms = (int)arena->ms,
        .worked = arena->worked,
    };
    struct linea_seed seed;
    deal_seed(&seed, arena, table, number / arena->pairs / arena->tables);
    memset(out, 0, sizeof *out);
    for (int game = 0; game < arena_games(match.seats); game++) {
        unsigned seating = seating_of(match.seats, game);
        struct match_result result;
        seat_pair(&match, arena, copies, pair, seating);
        if (!match_play(&match, &result, NULL, &seed)) {
            match_say_failure(&match, &result, &seed);
            return false;
        }
        add_game(out, &result, match.seats, seating);
        for (int side = 0; side < 2; side++)
            add_failure(&out->side[side], copies->program[pair->bot[side]]);
    }
    return true;
}

void arena_side_add(struct arena_side *to, const struct arena_side *from)
{
    to->seats += from->seats;
    to->total += from->total;
    to->tickets_done += from->tickets_done;
    to->decisions += from->decisions;
    to->microseconds += from->microseconds;
    raise_to(&to->longest, from->longest);
    raise_to(&to->over, from->over);
    raise_to(&to->own_over, from->own_over);
    for (int i = 0; i < PROGRAM_FAULTS; i++)
        to->faults[i] += from->faults[i];
    for (int i = 0; i < LINEA_SOURCES; i++)
        to->from[i] += from->from[i];
}

static void add_block(struct arena_block *to, const struct arena_block *from)
{
    to->games += from->games;
    to->moves += from->moves;
    to->score += from->score;
    arena_side_add(&to->side[0], &from->side[0]);
    arena_side_add(&to->side[1], &from->side[1]);
}

bool arena_wants_more(const struct arena *arena)
{
    return arena->verdict == RATING_UNDECIDED && arena->blocks < arena_part_size(arena);
}

/* A sequential test looks when all tables have had the same number of deals. */
static void test_deal(struct arena *arena)
{
    double sum = 0;
    for (int t = 0; t < arena->tables; t++)
        sum += arena->result[arena->blocks - 1 - t];
    arena->verdict = rating_sprt_add(&arena->test, sum / arena->tables);
}

static double side_mean(const struct arena_block *block, int side)
{
    return arena_mean(block->side[side].total, block->side[side].seats);
}

bool arena_take(struct arena *arena, const struct arena_block *block)
{
    long round = (long)arena->tables * arena->pairs;
    if (arena->parts > 1) { /* its blocks are weighed when all parts are merged */
        arena->blocks++;
        return arena_wants_more(arena);
    }
    add_block(&arena->sums[arena->blocks % round], block);
    arena->result[arena->blocks] =
        (double)block->score / (double)(ARENA_WIN * block->games);
    arena->lead[arena->blocks++] = side_mean(block, 0) - side_mean(block, 1);
    if (arena->sprt && arena->blocks % round == 0)
        test_deal(arena);
    return arena_wants_more(arena);
}

/* One run; `lock` guards everything that workers change. */
struct run {
    struct arena *arena;
    pthread_mutex_t lock;
    pthread_cond_t moved;
    long next; /* the next block to play, counted within this part */
    bool failed, finished;
    bool here[WINDOW]; /* by that count modulo WINDOW: played, not yet taken in */
    struct arena_block block[WINDOW];
    struct progress progress;
};

/* A block to play, or -1 when there is nothing left to do. */
static long next_block(struct run *run)
{
    long most = arena_part_size(run->arena);
    pthread_mutex_lock(&run->lock);
    while (!run->failed && !run->finished && run->next < most &&
           run->next >= run->arena->blocks + WINDOW)
        pthread_cond_wait(&run->moved, &run->lock);
    bool none = run->failed || run->finished || run->next >= most;
    long next = none ? -1 : run->next++;
    pthread_mutex_unlock(&run->lock);
    return next;
}

/* Its number among the blocks of all parts. */
static long block_number(const struct arena *arena, long block)
{
    return arena->part + block * arena->parts;
}

/* Put in a block, and take in all that have no gap before them. */
static void put_in(struct run *run, long number, const struct arena_block *block)
{
    struct arena *arena = run->arena;
    pthread_mutex_lock(&run->lock);
    run->block[number % WINDOW] = *block;
    run->here[number % WINDOW] = true;
    while (!run->failed && !run->finished && run->here[arena->blocks % WINDOW]) {
        long first = arena->blocks % WINDOW;
        run->here[first] = false;
        if (!arena_state_add(arena, block_number(arena, arena->blocks),
                             &run->block[first]))
            run->failed = true;
        else
            run->finished = !arena_take(arena, &run->block[first]);
    }
    progress_update(&run->progress, arena->blocks);
    pthread_cond_broadcast(&run->moved);
    pthread_mutex_unlock(&run->lock);
}

static void fail(struct run *run)
{
    pthread_mutex_lock(&run->lock);
    run->failed = true;
    pthread_cond_broadcast(&run->moved);
    pthread_mutex_unlock(&run->lock);
}

static void open_copies(struct arena *arena, struct arena_copies *copies)
{
    for (int i = 0; i < arena->bots; i++)
        if (arena->program[i][0])
            copies->program[i] = program_create(&arena->reported[i], arena->program[i],
                                                (int)arena->limit);
}

static void *worker(void *context)
{
    struct run *run = context;
    struct arena_copies copies = {0};
    open_copies(run->arena, &copies);
    for (long next; (next = next_block(run)) >= 0;) {
        struct arena_block block;
        if (play_block(run->arena, &block, &copies, block_number(run->arena, next)))
            put_in(run, next, &block);
        else
            fail(run);
    }
    for (int i = 0; i < run->arena->bots; i++)
        program_destroy(copies.program[i]);
    return NULL;
}

bool arena_run(struct arena *arena)
{
    if (!arena_wants_more(arena))
        return true;
    struct run *run = calloc(1, sizeof *run);
    if (!run) {
        perror("linea arena");
        return false;
    }
    run->arena = arena;
    run->next = arena->blocks;
    pthread_mutex_init(&run->lock, NULL);
    pthread_cond_init(&run->moved, NULL);
    progress_begin(&run->progress, "blocks", arena_part_size(arena));
    workers_run(run->arena->jobs, worker, run);
    progress_end(&run->progress);
    bool fine = !run->failed;
    pthread_cond_destroy(&run->moved);
    pthread_mutex_destroy(&run->lock);
    free(run);
    return fine;
}
