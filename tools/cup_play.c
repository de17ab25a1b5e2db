/*
 * tools/cup_play.c - lets a tournament of bots be played: games on all cores, their
 * results in the order of the tournament's own clock.
 *
 * SPDX-License-Identifier: MIT
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "common/options.h"
#include "common/progress.h"
#include "common/workers.h"
#include "cup.h"
#include "linea/ratings.h"

enum {
    MOVE = 1000,   /* milliseconds of the tournament's clock */
    NOTHING = 256, /* times in a row that nothing may happen, far above what can be */
};

/* A game that is played or has been, and is not reported yet. */
struct game {
    uint32_t table;
    int number; /* of the table's games, from 0 */
    int seats, player[LINEA_CUP_SEATS];
    struct linea_seed seed;
    int64_t ends;
    int moves;
    struct linea_cup_result result;
    struct text record;
    bool fine;
};

struct play {
    struct cup_run *run;
    struct game *game; /* owned; the first `done` of them are played */
    int games, room, done;
    int next;        /* to be played */
    uint32_t tables; /* up to this number their games are here */
    int64_t now;
    pthread_mutex_t lock;
    struct progress progress;
};

static struct game *add_game(struct play *play)
{
    if (play->games == play->room) {
        play->room = play->room ? 2 * play->room : 64;
        play->game = need(realloc(play->game, (size_t)play->room * sizeof *play->game));
    }
    struct game *game = &play->game[play->games++];
    memset(game, 0, sizeof *game);
    return game;
}

/* The games of a table that has just been made. */
static void add_table(struct play *play, const struct linea_cup_table *table)
{
    const struct linea_cup *cup = &play->run->cup;
    for (int number = 0; number < linea_cup_games(cup, table); number++) {
        struct game *game = add_game(play);
        game->table = table->number;
        game->number = number;
        game->seats = table->seats;
        linea_cup_deal(cup, &game->seed, table);
        for (int s = 0; s < table->seats; s++)
            game->player[s] = linea_cup_sits(table, number, s);
    }
}

static void add_tables(struct play *play)
{
    const struct linea_cup *cup = &play->run->cup;
    for (int t = 0; t < LINEA_CUP_TABLES; t++)
        if (cup->table[t].number > play->tables)
            add_table(play, &cup->table[t]);
    play->tables = cup->tables;
}

static void seat_bots(const struct cup_run *run, struct match *match,
                      const struct game *game)
{
    for (int s = 0; s < game->seats; s++) {
        const struct cup_bot *bot = &run->bot[game->player[s]];
        match->player[s] = bot->player;
        memcpy(match->command[s], bot->command, sizeof bot->command);
        snprintf(match->names[s], sizeof match->names[s], "%s%.58s",
                 bot->command[0] ? "" : "bot:", bot->name);
    }
}

static void play_game(struct cup_run *run, struct game *game)
{
    struct match match = {.map = run->map,
                          .seats = game->seats,
                          .budget.simulations = (int)run->simulations,
                          .check = run->check,
                          .legal = true};
    struct match_result result;
    seat_bots(run, &match, game);
    for (int s = 0; s < game->seats; s++)
        if (match.command[s][0])
            match.program[s] = program_create(&run->bot[game->player[s]].faults,
                                              match.command[s], (int)run->limit);
    game->fine =
        match_play(&match, &result, run->record ? &game->record : NULL, &game->seed);
    match_close(&match);
    if (!game->fine)
        match_say_failure(&match, &result, &game->seed);
    game->moves = result.moves;
    for (int s = 0; s < game->seats; s++)
        game->result.total[s] = result.score.seat[s].total;
    linea_rating_places(game->result.place, game->result.total, result.score.winners,
                        game->seats);
}

/* How much of it is over, in what the format counts. */
static long how_far(const struct cup_run *run, long *total)
{
    const struct linea_cup *cup = &run->cup;
    long out = 0;
    switch (cup->format) {
    case LINEA_CUP_SWISS:
        *total = (long)cup->rounds * cup->players;
        return (long)(cup->round - (cup->open > 0)) * cup->players;
    case LINEA_CUP_KNOCKOUT:
        *total = cup->players;
        for (int p = 0; p < cup->players; p++)
            out += cup->player[p].eliminated;
        return out;
    default:
        *total = (long)(cup->duration / 1000);
        out = (long)((cup->at - cup->began) / 1000);
        return out < *total ? out : *total;
    }
}

static void *worker(void *context)
{
    struct play *play = context;
    for (;;) {
        pthread_mutex_lock(&play->lock);
        int next = play->next < play->games ? play->next++ : -1;
        pthread_mutex_unlock(&play->lock);
        if (next < 0)
            return NULL;
        play_game(play->run, &play->game[next]);
        pthread_mutex_lock(&play->lock);
        long total, far = how_far(play->run, &total);
        int tables = play->games - play->done;
        long round =
            play->run->cup.format == LINEA_CUP_SWISS ? play->run->cup.players : 0;
        progress_update(&play->progress,
                        far + round * (play->next - play->done) / tables);
        pthread_mutex_unlock(&play->lock);
    }
}

/* Play all games that were added; then it is known when each ends. */
static bool play_all(struct play *play)
{
    int64_t ends = 0;
    play->next = play->done;
    if (play->next < play->games)
        workers_run(play->run->jobs, worker, play);
    for (; play->done < play->games; play->done++) {
        struct game *game = &play->game[play->done];
        if (!game->fine)
            return false;
        ends = (game->number ? ends : play->now) + (int64_t)game->moves * MOVE;
        game->ends = ends;
    }
    return true;
}

/* The game that ends first; of several, that of the table that was made first. */
static int first_game(const struct play *play)
{
    int first = -1;
    for (int i = 0; i < play->games; i++)
        if (first < 0 || play->game[i].ends < play->game[first].ends ||
            (play->game[i].ends == play->game[first].ends &&
             play->game[i].table < play->game[first].table))
            first = i;
    return first;
}

static bool write_files(const struct cup_run *run, const struct game *game)
{
    if (run->games)
        cup_print_game(run, run->games, game->player, &game->result, game->seats,
                       game->moves);
    return !run->record || fwrite(game->record.at, 1, game->record.size, run->record) ==
                               game->record.size;
}

static bool report_game(struct play *play, int index)
{
    struct game *game = &play->game[index];
    struct linea_error error;
    play->now = game->ends;
    bool fine = linea_cup_report(&play->run->cup, &error, &play->run->io, game->table,
                                 &game->result, play->now);
    if (!fine)
        complain(play->run->command, "%s", error.message);
    else if (!write_files(play->run, game)) {
        perror("linea cup: the record");
        fine = false;
    }
    free(game->record.at);
    *game = play->game[--play->games];
    play->done = play->games;
    return fine;
}

/* One step of the tournament's clock. */
static bool step(struct play *play)
{
    struct cup_run *run = play->run;
    linea_cup_tick(&run->cup, &run->io, play->now);
    add_tables(play);
    if (!play_all(play))
        return false;
    int first = first_game(play);
    int64_t due = linea_cup_due(&run->cup, play->now);
    if (first >= 0 && play->game[first].ends <= due)
        return report_game(play, first);
    if (due > play->now && due != INT64_MAX)
        play->now = due;
    return true;
}

bool cup_play(struct cup_run *run)
{
    static const char *const what[LINEA_CUP_FORMATS] = {"places", "seconds", "players"};
    struct play play = {.run = run, .now = run->cup.at};
    long total;
    bool fine = true;
    how_far(run, &total);
    pthread_mutex_init(&play.lock, NULL);
    progress_begin(&play.progress, what[run->cup.format], total);
    uint32_t event = 0;
    for (int idle = 0; fine && run->cup.stage != LINEA_CUP_OVER; idle++) {
        fine = step(&play) && !run->failed;
        if (event != run->cup.event || run->cup.format == LINEA_CUP_ARENA)
            idle = 0;
        event = run->cup.event;
        if (idle > NOTHING) {
            complain(run->command, "the tournament does not go on");
            fine = false;
        }
    }
    progress_end(&play.progress);
    pthread_mutex_destroy(&play.lock);
    for (int i = 0; i < play.games; i++)
        free(play.game[i].record.at);
    free(play.game);
    return fine;
}
