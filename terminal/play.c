/*
 * terminal/play.c - `linea play`: a game on this screen, humans against bots.
 *
 * The one file of the terminal that holds the true game. Players are given views of it
 * and what is told from views; see desk.h and tell.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "choose.h"
#include "common/clock.h"
#include "common/options.h"
#include "ending.h"
#include "linea/text.h"
#include "setup.h"
#include "table.h"
#include "tell.h"
#include "terminal.h"
#include "tr.h"

enum {
    NEWS = 1 << 16,
    BOT_SECONDS = 1, /* a bot thinks no longer about a move */
};

/* What a human has not been told yet. */
struct news {
    struct linea_out out;
    char text[NEWS];
};

struct session {
    struct setup setup;
    struct players players;
    struct linea_game game;
    struct linea_result result;
    struct desk desk;
    struct news news[LINEA_SEATS];
    int looking; /* human whose secrets are on the screen, or LINEA_NOBODY */
    FILE *record;
    int record_error; /* errno of what could not be written, or 0 */
    char line[LINEA_LINE];
    uint64_t bot_memory[LINEA_SEATS][LINEA_BOT_MEMORY / sizeof(uint64_t)];
};

static void news_clear(struct news *news)
{
    linea_out_init(&news->out, news->text, sizeof news->text);
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

/* A seed for each bot that says nothing about the cards: from a stream of its own. */
static void begin_bots(struct session *s)
{
    uint64_t word;
    memcpy(&word, &s->setup.seed, sizeof word);
    struct linea_rng rng = {~word};
    for (int seat = s->setup.humans; seat < s->setup.seats; seat++)
        s->setup.bot->begin(s->setup.bot, s->bot_memory[seat], linea_rng_next(&rng));
}

static struct linea_out record_line(struct session *s)
{
    struct linea_out out;
    linea_out_init(&out, s->line, sizeof s->line);
    return out;
}

/* Line by line, so that a game that is interrupted is recorded as far as it went. */
static void record_write(struct session *s)
{
    if (s->record &&
        (fprintf(s->record, "%s\n", s->line) < 0 || fflush(s->record) != 0))
        s->record_error = errno;
}

static void record_begin(struct session *s, const struct linea_event *deal)
{
    char name[LINEA_SEATS][LINEA_SEAT_NAME];
    const char *names[LINEA_SEATS];
    for (int seat = 0; seat < s->setup.seats; seat++) {
        if (seat < s->setup.humans)
            snprintf(name[seat], sizeof name[seat], "player %d", seat + 1);
        else
            snprintf(name[seat], sizeof name[seat], "bot:%s", s->setup.bot->name);
        names[seat] = name[seat];
    }
    struct linea_out out = record_line(s);
    linea_record_header(&out, s->setup.map, names, s->setup.seats, s->game.first,
                        &s->setup.seed, NULL, NULL);
    record_write(s);
    out = record_line(s);
    linea_record_deal(&s->game, &out, deal);
    record_write(s);
}

/* Print what a human has not been told yet. */
static void print_news(struct session *s, int seat)
{
    char *line = s->news[seat].text;
    for (char *end; (end = strchr(line, '\n'));) {
        *end = 0;
        say_wrapped(line[0] == ' ' ? "" : "·", 2, line + strspn(line, " "));
        line = end + 1;
    }
    news_clear(&s->news[seat]);
}

/* Own tickets that a move has just completed: another's may, at an own station. */
static void tell_completed(struct linea_out *out, const struct linea_view *before,
                           const struct linea_view *after)
{
    struct linea_set done = tickets_done(after), was = tickets_done(before);
    linea_set_remove_all(&done, &was);
    if (before->phase == LINEA_OPENING_KEEP || before->phase == LINEA_KEEP_TICKETS)
        return;
    while (!linea_set_empty(&done)) {
        char text[LINE_SIZE];
        struct linea_out words;
        linea_out_init(&words, text, sizeof text);
        put(&words, "✓ %s ", tr("Ticket completed:"));
        put_ticket(&words, after->map, linea_set_pop(&done));
        put(out, "  ");
        put_ink(out, INK_GOOD, text);
        put(out, "\n");
    }
}

/* Play a move; tell each human what they may know of it. */
static void play_move(struct session *s, linea_move m)
{
    struct linea_game before = s->game;
    struct linea_event event;
    linea_game_apply(&s->game, &event, m);
    struct linea_out line = record_line(s);
    linea_record_move(&before, &line, &event);
    record_write(s);
    for (int human = 0; human < s->setup.humans; human++) {
        struct linea_view was, is;
        struct linea_event known = event;
        struct linea_out *out = &s->news[human].out;
        linea_game_view(&before, &was, human);
        linea_game_view(&s->game, &is, human);
        linea_event_hide(&known, human);
        tell(out, &s->players, &was, &is, &known);
        tell_completed(out, &was, &is);
    }
    /* Alone, a human is told at once; of several, the one who moved. */
    if (s->setup.humans == 1)
        print_news(s, 0);
    else if (event.seat < s->setup.humans)
        print_news(s, event.seat);
}

/* Let the next human sit down without a glimpse of what the last one saw. */
static bool hand_over(struct session *s, int seat)
{
    char prompt[LINE_SIZE];
    if (s->setup.humans == 1 || s->looking == seat)
        return true;
    if (s->looking != LINEA_NOBODY) {
        if (!wait_for_enter(tr("Enter ends your turn ")))
            return false;
        ink_clear();
    }
    snprintf(prompt, sizeof prompt, tr("%s: press Enter when nobody else is looking "),
             s->players.name[seat]);
    if (!wait_for_enter(prompt))
        return false;
    ink_clear();
    s->looking = seat;
    return true;
}

/* Show a human what the decision is about. */
static void show_situation(const struct session *s)
{
    switch ((enum linea_phase)s->desk.view.phase) {
    case LINEA_OPENING_MIX:
    case LINEA_OPENING_KEEP:
    case LINEA_TURN:
        table_show(&s->desk);
        break;
    case LINEA_SECOND_CARD:
    case LINEA_TUNNEL:
        table_show_cards(&s->desk);
        break;
    default:
        break;
    }
}

static bool ask_human(struct session *s, int seat, linea_move *m)
{
    struct linea_view view;
    if (!hand_over(s, seat))
        return false;
    print_news(s, seat);
    linea_game_view(&s->game, &view, seat);
    desk_set(&s->desk, &view);
    show_situation(s);
    if (!choose(&s->desk))
        return false;
    *m = s->desk.chosen;
    return true;
}

static linea_move ask_bot(struct session *s, int seat)
{
    struct linea_view view;
    linea_game_view(&s->game, &view, seat);
    double deadline = seconds_now() + BOT_SECONDS;
    struct linea_budget budget = {.time_up = deadline_passed, .context = &deadline};
    return linea_bot_choose(s->setup.bot, s->bot_memory[seat], &view, s->desk.move,
                            s->desk.moves, &budget);
}

/* Play to the end. False when a human left. */
static bool play_game(struct session *s)
{
    while ((s->desk.moves = linea_game_moves(&s->game, s->desk.move)) > 0) {
        int seat = s->game.turn;
        linea_move m;
        if (seat >= s->setup.humans)
            m = ask_bot(s, seat);
        else if (!ask_human(s, seat, &m))
            return false;
        play_move(s, m);
    }
    return true;
}

static void welcome(const struct session *s)
{
    const struct linea_map *map = s->setup.map;
    char text[LINE_SIZE];
    struct linea_out out;
    linea_out_init(&out, text, sizeof text);
    put(&out, "Linea · %s · ", linea_map_name(map, &map->name, tr_language()));
    for (int seat = 0; seat < s->setup.seats; seat++)
        put(&out, "%s%s", seat ? ", " : "", s->players.name[seat]);
    say_text("%s", text);
    say_text("%s",
             tr("? explains the commands, rules the game; map draws the board; quit "
                "leaves."));
    say(tr("First to move: %s."), s->players.name[s->game.first]);
}

static void finish(struct session *s)
{
    struct linea_view view;
    if (s->looking != LINEA_NOBODY)
        print_news(s, s->looking);
    linea_game_score(&s->game, &s->result);
    struct linea_out out = record_line(s);
    linea_record_end(&s->game, &out, &s->result);
    record_write(s);
    linea_game_view(&s->game, &view, LINEA_SPECTATOR);
    ending_show(&s->players, &view, &s->result);
}

static void begin(struct session *s)
{
    struct linea_event deal;
    s->desk.players = &s->players;
    s->looking = LINEA_NOBODY;
    for (int seat = 0; seat < LINEA_SEATS; seat++)
        news_clear(&s->news[seat]);
    name_players(s);
    linea_game_begin(&s->game, &deal, s->setup.map, s->setup.seats, s->setup.first,
                     &s->setup.seed);
    record_begin(s, &deal);
    begin_bots(s);
}

static int run(struct session *s)
{
    begin(s);
    welcome(s);
    if (play_game(s))
        finish(s);
    else
        say("%s", tr("You left the game. Goodbye."));
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
