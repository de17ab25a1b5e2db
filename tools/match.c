/*
 * tools/match.c - one game between bots.
 *
 * SPDX-License-Identifier: MIT
 */
#include "match.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/clock.h"
#include "common/nets.h"
#include "common/options.h"
#include "linea/text.h"
#include "linea/utf8.h"

/* Give a seat to a program; its name is the command, cut where a character ends. */
static void seat_program(struct match *match, int seat, const char *command)
{
    char *name = match->names[seat];
    size_t length = strlen(command), room = sizeof match->names[0] - 5;
    memcpy(match->command[seat], command, length + 1);
    length = linea_utf8_cut(command, length, room);
    memcpy(name, "cmd:", 4);
    memcpy(name + 4, command, length);
    name[4 + length] = 0;
    match->player[seat] = (struct linea_player_name){.bot = &linea_bot_greedy};
}

const char *match_program(const char *name)
{
    return strncmp(name, "cmd:", 4) == 0 && name[4] ? name + 4 : NULL;
}

/* Arguments of bots. They stay until the program ends, as the players do. */
struct kept {
    struct kept *next;
    char text[];
};
static struct kept *kept;

static const char *keep(const char *text, size_t length)
{
    struct kept *copy = malloc(sizeof *copy + length + 1);
    if (!copy)
        return NULL;
    memcpy(copy->text, text, length);
    copy->text[length] = 0;
    copy->next = kept;
    kept = copy;
    return copy->text;
}

bool match_bot(struct linea_player_name *out, const char *command, const char *name)
{
    struct linea_error error;
    if (!linea_player_read(out, &error, name)) {
        complain(command, "%s", error.message);
        return false;
    }
    if (out->argument) { /* The name will not stay. */
        out->argument = keep(out->argument, out->length);
        if (!out->argument) {
            complain(command, "there is no memory");
            return false;
        }
    }
    return true;
}

bool match_seat(struct match *match, const char *command, int seat, const char *name)
{
    const char *program = match_program(name);
    if (program) {
        seat_program(match, seat, program);
        return true;
    }
    snprintf(match->names[seat], sizeof match->names[0], "bot:%.59s", name);
    return match_bot(&match->player[seat], command, name);
}

bool match_seats(struct match *match, const char *command, const char *list)
{
    char name[MATCH_COMMAND];
    match->seats = 0;
    for (long length; (length = list_next(&list, name, sizeof name)) >= 0;) {
        if (match->seats == LINEA_SEATS || length >= MATCH_COMMAND) {
            complain(command, "--seats names at most %d bots, in at most %d bytes each",
                     LINEA_SEATS, MATCH_COMMAND - 1);
            return false;
        }
        if (!match_seat(match, command, match->seats, name))
            return false;
        match->seats++;
    }
    if (match->seats < match->map->min_seats || match->seats > match->map->max_seats) {
        complain(command, "%s is for %d to %d seats, not %d",
                 linea_map_text(match->map, match->map->id), match->map->min_seats,
                 match->map->max_seats, match->seats);
        return false;
    }
    return true;
}

void match_open(struct match *mine, struct program_faults faults[LINEA_SEATS],
                const struct match *match, int ms)
{
    *mine = *match;
    for (int s = 0; s < mine->seats; s++)
        mine->program[s] = mine->command[s][0]
                               ? program_create(&faults[s], mine->command[s], ms)
                               : NULL;
}

void match_close(struct match *mine)
{
    for (int s = 0; s < mine->seats; s++) {
        program_destroy(mine->program[s]);
        mine->program[s] = NULL;
    }
}

void text_line(struct text *text, const struct linea_out *line, const char *start)
{
    size_t length = (size_t)(line->at - start);
    if (text->size + length + 1 > text->room) {
        text->room = (text->size + length + 1) * 2;
        text->at = realloc(text->at, text->room);
        if (!text->at) {
            perror("linea");
            exit(EXIT_NEGATIVE);
        }
    }
    memcpy(text->at + text->size, start, length);
    text->at[text->size + length] = '\n';
    text->size += length + 1;
}

/* A line of the record being written. */
struct recorder {
    struct text *text; /* NULL: nothing is recorded */
    char *buffer;
};

static void record_begin(const struct recorder *r, const struct match *match,
                         const struct linea_game *g, const struct linea_event *deal)
{
    if (!r->text)
        return;
    const char *names[LINEA_SEATS];
    for (int s = 0; s < match->seats; s++)
        names[s] = match->names[s];
    struct linea_out out;
    linea_out_init(&out, r->buffer, LINEA_LINE);
    linea_record_header(&out, match->map, names, match->seats, g->first, &g->seed, NULL,
                        NULL);
    text_line(r->text, &out, r->buffer);
    linea_out_init(&out, r->buffer, LINEA_LINE);
    linea_record_deal(g, &out, deal);
    text_line(r->text, &out, r->buffer);
}

static void record_move(const struct recorder *r, const struct linea_game *before,
                        const struct linea_event *event)
{
    if (!r->text)
        return;
    struct linea_out out;
    linea_out_init(&out, r->buffer, LINEA_LINE);
    linea_record_move(before, &out, event);
    text_line(r->text, &out, r->buffer);
}

static void record_end(const struct recorder *r, const struct linea_game *g,
                       const struct linea_result *score)
{
    if (!r->text)
        return;
    struct linea_out out;
    linea_out_init(&out, r->buffer, LINEA_LINE);
    linea_record_end(g, &out, score);
    text_line(r->text, &out, r->buffer);
}

/* A seed for each bot that says nothing about the cards: half of another stream. */
static void begin_players(const struct match *match, const struct linea_seed *seed,
                          struct linea_player player[LINEA_SEATS])
{
    uint64_t word;
    memcpy(&word, seed, sizeof word);
    struct linea_rng rng = {~word};
    for (int s = 0; s < match->seats; s++) {
        const struct linea_player_name *name = &match->player[s];
        struct linea_budget budget = match->budget;
        if (name->simulations)
            budget.simulations = name->simulations;
        budget.learned = nets_get(match->map, name->bot, name->argument, name->length);
        linea_player_begin(&player[s], name->bot, &budget, linea_rng_next(&rng));
        if (match->program[s])
            program_begin(match->program[s]);
    }
}

/* The deadline of a decision, and how much the thread had worked when the bot last
   looked at the clock before it. */
struct watch {
    double (*now)(void); /* the clock of the deadline */
    double deadline, worked;
};

static bool watch_time_up(void *context)
{
    struct watch *watch = context;
    if (watch->now() >= watch->deadline)
        return true;
    watch->worked = seconds_worked();
    return false;
}

static void raise_to(double *most, double x)
{
    *most = x > *most ? x : *most;
}

/* A bot may be late because it works on, or because it does not get the processor. So
   what it has worked since it last was in time is counted too: no less than what it
   has worked since the deadline. */
static void count_overrun(struct match_result *out, int seat, const struct watch *watch,
                          double now)
{
    double over = now - watch->deadline, own = seconds_worked() - watch->worked;
    raise_to(&out->over[seat], over);
    raise_to(&out->own_over[seat], own < over ? own : over);
}

/* Let the bot or program to move choose; count it, and measure it if that is wanted. */
static linea_move decide(const struct match *match, struct linea_player *player,
                         struct match_result *out, const struct linea_game *g)
{
    int seat = g->turn;
    struct program *program = match->program[seat];
    struct watch watch = {.now = match->worked ? seconds_worked : seconds_now,
                          .worked = match->ms ? seconds_worked() : 0};
    double start = match->timed || match->ms ? watch.now() : 0;
    watch.deadline = start + match->ms / 1e3;
    if (match->ms) {
        player->budget.time_up = watch_time_up;
        player->budget.context = &watch;
    }
    linea_move m;
    if (!program || !program_choose(program, &m, g))
        m = linea_player_move(player, g);
    player->budget.context = NULL; /* The watch does not outlive the decision. */
    out->decisions[seat]++;
    if (match->timed) {
        double now = watch.now();
        out->seconds[seat] += now - start;
        raise_to(&out->longest[seat], now - start);
        if (match->ms && !program)
            count_overrun(out, seat, &watch, now);
    }
    return m;
}

/* Whether a bot's move may be played; *error says whose may not. */
static bool allowed(const struct match *match, const struct linea_game *g, linea_move m,
                    struct linea_error *error)
{
    if (!match->legal || linea_game_legal(g, m))
        return true;
    error->code = LINEA_ILLEGAL;
    snprintf(error->message, sizeof error->message,
             "%s in seat %d chose the illegal move %08x", match->names[g->turn],
             g->turn, (unsigned)m);
    return false;
}

bool match_play(const struct match *match, struct match_result *out,
                struct text *record, const struct linea_seed *seed)
{
    /* Too large for the stack of a thread. */
    static _Thread_local struct linea_player player[LINEA_SEATS];
    char buffer[LINEA_LINE];
    struct recorder recorder = {record, buffer};
    struct linea_game g, before;
    struct linea_event event;
    memset(out, 0, sizeof *out);
    linea_game_begin(&g, &event, match->map, match->seats, match->first, seed);
    begin_players(match, seed, player);
    record_begin(&recorder, match, &g, &event);
    for (; g.phase != LINEA_OVER; out->moves++) {
        linea_move m = decide(match, &player[g.turn], out, &g);
        if (!allowed(match, &g, m, &out->error))
            return false;
        if (record)
            before = g;
        linea_game_apply(&g, record ? &event : NULL, m);
        record_move(&recorder, &before, &event);
        if (match->check && !linea_game_check(&g, &out->error))
            return false;
    }
    linea_game_score(&g, &out->score);
    record_end(&recorder, &g, &out->score);
    return true;
}

void match_say_failure(const struct match *match, const struct match_result *result,
                       const struct linea_seed *seed)
{
    char hex[LINEA_SEED_TEXT + 1];
    linea_seed_write(hex, seed);
    fprintf(stderr, "%s, seed %s, seats", linea_map_text(match->map, match->map->id),
            hex);
    for (int s = 0; s < match->seats; s++)
        fprintf(stderr, " %s", match->names[s]);
    fprintf(stderr, ", move %d: %s\n", result->moves + 1, result->error.message);
}
