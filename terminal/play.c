/*
 * terminal/play.c - `linea play`: a game on this screen, people against bots.
 *
 * The game is a table, as on the page and on a server: moves go in as requests, and
 * what each player may know of a move comes out. Players see their view and that, never
 * the game; see turn.h and sentences.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "choose.h"
#include "common/clock.h"
#include "common/nets.h"
#include "common/options.h"
#include "common/tr.h"
#include "ending.h"
#include "linea/table.h"
#include "overview.h"
#include "player.h"
#include "sentences.h"
#include "setup.h"
#include "terminal.h"

enum {
    NEWS = 1 << 16,
    BOT_SECONDS = 1, /* a bot thinks no longer about a move */
};

/* What a person at the screen knows of the game. */
struct person {
    struct linea_view view; /* as they saw it last */
    struct linea_out news;  /* what has happened since they were shown the last news */
    char text[NEWS];
};

struct session {
    struct setup setup;
    struct players players;
    struct linea_table table;
    struct linea_table_io io;
    struct turn turn;
    struct person person[LINEA_SEATS]; /* by seat; bots have the last seats */
    struct linea_player bot[LINEA_SEATS];
    int looking; /* seat whose secrets are on the screen, or LINEA_NOBODY */
    FILE *record;
    int record_error; /* errno of what could not be written, or 0 */
    struct linea_json json;
    char line[LINEA_TABLE_LINE], answer[LINEA_TABLE_LINE];
};

static void clear_news(struct person *person)
{
    linea_out_init(&person->news, person->text, sizeof person->text);
}

static void print_news(struct session *s, int seat)
{
    char *line = s->person[seat].text;
    for (char *end; (end = strchr(line, '\n'));) {
        *end = 0;
        say_wrapped(line[0] == ' ' ? "" : "·", 2, line + strspn(line, " "));
        line = end + 1;
    }
    clear_news(&s->person[seat]);
}

/* Lines of the record come as they happen, so that a game that is interrupted is
   recorded as far as it went. */
static void write_record(void *context, int audience, const char *line, size_t length)
{
    struct session *s = context;
    if (!s->record || audience != LINEA_TABLE_RECORD)
        return;
    if (fwrite(line, 1, length, s->record) != length || fflush(s->record) != 0)
        s->record_error = errno;
}

/* A move was made: note for one player what they may know of it. */
static void note_move(void *context, int seat, const struct linea_event *event)
{
    struct session *s = context;
    struct person *person = &s->person[seat];
    if (seat >= s->setup.humans)
        return;
    struct linea_view before = person->view;
    linea_game_view(&s->table.game, &person->view, seat);
    put_sentences(&person->news, &s->players, &before, &person->view, event);
    /* Alone, a person reads the news at once; of several, the one who moved does. */
    if (s->setup.humans == 1 || event->seat == seat)
        print_news(s, seat);
}

static const struct linea_map *find_map(void *context, const char *id)
{
    (void)id;
    return ((const struct session *)context)->setup.map;
}

static void name_players(struct session *s)
{
    s->players.humans = s->setup.humans;
    for (int seat = 0; seat < s->setup.seats; seat++) {
        char *name = s->players.name[seat];
        if (seat >= s->setup.humans)
            snprintf(name, PLAYER_NAME, tr("Bot %d"), seat + 1);
        else if (s->setup.humans > 1)
            snprintf(name, PLAYER_NAME, tr("Player %d"), seat + 1);
        else
            snprintf(name, PLAYER_NAME, "%s", tr("You"));
    }
}

/* A request of the person in a seat, who is known to the table by seat + 1. */
static bool request(struct session *s, int seat, const char *text)
{
    struct linea_out out;
    linea_out_init(&out, s->answer, sizeof s->answer);
    return linea_table_request(&s->table, &out, &s->io, (uint64_t)seat + 1, text,
                               strlen(text), 0);
}

/* Make the table and take the seats: the game begins with the last. */
static bool make_table(struct session *s, struct linea_error *error)
{
    const struct linea_map *map = s->setup.map;
    const char *seats = "", *first = "";
    for (int seat = 0; seat < s->setup.seats; seat++)
        seats =
            join(seats, ",",
                 seat < s->setup.humans ? "\"human\""
                                        : fmt("\"bot:%s\"", s->setup.bot.bot->name));
    if (s->setup.first != LINEA_NOBODY)
        first = fmt(",\"first\":%d", s->setup.first);
    const char *settings = fmt("{\"map\":\"%s\",\"seats\":[%s]%s}",
                               linea_map_text(map, map->id), seats, first);
    s->io = (struct linea_table_io){.emit = write_record,
                                    .moved = note_move,
                                    .context = s,
                                    .find_map = find_map,
                                    .json = &s->json,
                                    .line = s->line,
                                    .record = true,
                                    .seeded = true};
    if (!linea_table_make(&s->table, error, &s->io, settings, strlen(settings), 1,
                          s->setup.seed.byte, 0))
        return false;
    for (int seat = 0; seat < s->setup.humans; seat++)
        request(s, seat,
                fmt("{\"id\":0,\"do\":\"sit\",\"seat\":%d,\"name\":\"player %d\"}",
                    seat, seat + 1));
    return true;
}

/* A seed for each bot that says nothing about the cards: from a stream of its own. */
static void begin_bots(struct session *s)
{
    uint64_t word;
    memcpy(&word, &s->setup.seed, sizeof word);
    struct linea_rng rng = {~word};
    for (int seat = s->setup.humans; seat < s->setup.seats; seat++)
        linea_player_begin(&s->bot[seat], s->setup.bot.bot, NULL, linea_rng_next(&rng));
}

/* Let the next person sit down without a glimpse of what the last one saw. */
static bool hand_over(struct session *s, int seat)
{
    if (s->setup.humans == 1 || s->looking == seat)
        return true;
    if (s->looking != LINEA_NOBODY) {
        if (!wait_for_enter(tr("Enter ends your turn ")))
            return false;
        ink_clear();
    }
    if (!wait_for_enter(fmt(tr("%s: press Enter when nobody else is looking "),
                            s->players.name[seat])))
        return false;
    ink_clear();
    s->looking = seat;
    return true;
}

/* Show a person what the decision is about. */
static void show_situation(const struct session *s)
{
    switch ((enum linea_phase)s->turn.view.phase) {
    case LINEA_OPENING_MIX:
    case LINEA_OPENING_KEEP:
    case LINEA_TURN:
        overview_show(&s->turn);
        break;
    case LINEA_SECOND_CARD:
    case LINEA_TUNNEL:
        overview_show_cards(&s->turn);
        break;
    default:
        break;
    }
}

/* Ask a person for a move and make it. False when they leave. */
static bool human_moves(struct session *s, int seat)
{
    char text[LINE_SIZE + LINEA_MOVE_TEXT];
    struct linea_out out;
    if (!hand_over(s, seat))
        return false;
    print_news(s, seat);
    s->turn.moves = linea_game_moves(&s->table.game, s->turn.move);
    turn_set(&s->turn, &s->person[seat].view);
    show_situation(s);
    if (!choose(&s->turn))
        return false;
    linea_out_init(&out, text, sizeof text);
    put(&out, "{\"id\":0,\"do\":\"move\",\"state\":%u,\"move\":\"", s->table.state);
    linea_move_write(&s->table.game, &out, s->turn.chosen);
    put(&out, "\"}");
    request(s, seat, text);
    return true;
}

static void bot_moves(struct session *s, int seat)
{
    double deadline = seconds_now() + BOT_SECONDS;
    const struct linea_player_name *bot = &s->setup.bot;
    s->bot[seat].budget = (struct linea_budget){
        .simulations = bot->simulations,
        .time_up = deadline_passed,
        .context = &deadline,
        .learned = nets_get(s->table.game.map, bot->bot, bot->argument, bot->length)};
    linea_move m = linea_player_move(&s->bot[seat], &s->table.game);
    linea_table_program_move(&s->table, &s->io, s->table.state, m, 0);
}

/* Play to the end. False when a person left. */
static bool play_game(struct session *s)
{
    while (!s->table.over) {
        const char *bot;
        int seat = linea_table_program(&s->table, &bot);
        if (seat != LINEA_NOBODY)
            bot_moves(s, seat);
        else if (!human_moves(s, s->table.game.turn))
            return false;
    }
    return true;
}

static void welcome(const struct session *s)
{
    const struct linea_map *map = s->setup.map;
    const char *names = "";
    for (int seat = 0; seat < s->setup.seats; seat++)
        names = join(names, ", ", s->players.name[seat]);
    say_text("Linea · %s · %s", linea_map_name(map, &map->name, tr_language()), names);
    say_text("%s",
             tr("? explains the commands, rules the game; map draws the board; quit "
                "leaves."));
    say(tr("First to move: %s."), s->players.name[s->table.game.first]);
}

static int run(struct session *s)
{
    struct linea_error error;
    s->turn.players = &s->players;
    s->looking = LINEA_NOBODY;
    name_players(s);
    begin_bots(s);
    if (!make_table(s, &error))
        return complain("play", "%s", error.message);
    for (int seat = 0; seat < s->setup.humans; seat++) {
        clear_news(&s->person[seat]);
        linea_game_view(&s->table.game, &s->person[seat].view, seat);
    }
    welcome(s);
    if (play_game(s)) {
        struct linea_view view;
        if (s->looking != LINEA_NOBODY)
            print_news(s, s->looking);
        linea_game_view(&s->table.game, &view, LINEA_SPECTATOR);
        ending_show(&s->players, &view, &s->table.result);
    } else {
        say("%s", tr("You left the game. Goodbye."));
    }
    if (s->record && fclose(s->record) != 0)
        s->record_error = errno;
    if (s->record_error)
        return complain("play", "%s: %s", s->setup.record, strerror(s->record_error));
    return EXIT_OK;
}

int tool_play(int argc, char **argv)
{
    struct session *s = calloc(1, sizeof *s);
    if (!s)
        return complain("play", "%s", strerror(errno));
    int code = setup_read(&s->setup, argc, argv);
    if (code == SETUP_OK && s->setup.record) {
        s->record = fopen(s->setup.record, "w");
        if (!s->record)
            code = complain("play", "%s: %s", s->setup.record, strerror(errno));
    }
    if (code == SETUP_OK)
        code = run(s);
    free(s);
    return code;
}
