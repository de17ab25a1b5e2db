/*
 * tests/seat_test.c - a seat stays its owner's: clocks, those who are late, away and
 * back, pauses, the host, links to other devices.
 *
 * SPDX-License-Identifier: MIT
 */
#include "test.h"

#include <stdio.h>
#include <string.h>

#include "linea/list.h"
#include "table_box.h"

/* A game of Ann and Ben with these settings beside the board. */
static struct linea_table begun_with(const char *settings)
{
    char request[300];
    snprintf(request, sizeof request,
             "{\"map\":\"london\",\"seats\":[\"human\",\"human\"],\"first\":0,%s}",
             settings);
    struct linea_table t = made(request);
    ask(&t, ANN, "{\"id\":1,\"do\":\"sit\",\"name\":\"Ann\"}");
    ask(&t, BEN, "{\"id\":1,\"do\":\"sit\",\"name\":\"Ben\"}");
    CHECK(t.begun);
    return t;
}

static bool fine(struct linea_table *t, uint64_t player, const char *request)
{
    return has(ask(t, player, request), "\"ok\":true");
}

/* Time passes until the clock has run out. */
static void run_out(struct linea_table *t)
{
    now = linea_table_deadline(t);
    linea_table_tick(t, &io, now - 1);
    CHECK(!t->late);
    linea_table_tick(t, &io, now);
    CHECK(t->late);
}

/* The program whose turn it is makes a move. */
static void move_program(struct linea_table *t)
{
    const char *bot;
    CHECK(linea_table_program(t, &bot) != LINEA_NOBODY);
    linea_move m = bot ? think(&t->game) : linea_table_idle_move(&t->game);
    CHECK(linea_table_program_move(t, &io, t->state, m, ++now));
}

static void move_person(struct linea_table *t)
{
    request_move(t, think(&t->game));
}

/* Let Ann, in seat 0, be late for one move, and everybody move until it is hers again.
 */
static void be_late(struct linea_table *t)
{
    run_out(t);
    move_program(t);
    while (t->game.turn != 0 && !t->over)
        move_person(t);
}

static void same_from_log(const struct linea_table *t)
{
    struct linea_table again;
    restore(&again);
    CHECK(memcmp(t, &again, sizeof again) == 0);
}

TEST(when_time_runs_out_a_bot_makes_that_move_only)
{
    struct linea_table t = begun("london");
    const char *bot;
    CHECK(linea_table_deadline(&t) == t.move_began + 60000);
    run_out(&t);
    CHECK(has(received[1], "\"what\":\"late\",\"you\":1,\"seat\":0"));
    CHECK(has(received[1], "\"by\":\"bot:normal\",\"times\":1"));
    CHECK_EQ(linea_table_program(&t, &bot), 0);
    CHECK_TEXT(bot, "normal");
    CHECK(linea_table_deadline(&t) == INT64_MAX);
    move_program(&t);
    CHECK(has(received[1], "\"by\":\"bot:normal\"}"));
    CHECK(has(received[0], "\"stood_in\":{\"moves\":1,\"since\":1}"));
    CHECK_EQ(t.game.turn, 1);
    move_person(&t);
    CHECK_EQ(t.game.turn, 0);
    CHECK_EQ(linea_table_program(&t, &bot), LINEA_NOBODY);
    CHECK(!t.seat[0].abandoned && !t.seat[0].away);
    move_person(&t);
    CHECK_EQ(t.seat[0].stood_in.moves, 1);
    CHECK_EQ(t.seat[0].stood_in.since, 0);
    CHECK_EQ(t.seat[0].late, 0);
    same_from_log(&t);
}

TEST(the_host_chooses_the_level_of_the_bot_that_stands_in)
{
    struct linea_table t = begun_with("\"clock\":60,\"level\":\"hard\"");
    const char *bot;
    run_out(&t);
    CHECK_EQ(linea_table_program(&t, &bot), 0);
    CHECK_TEXT(bot, "hard");
    CHECK(has(received[LINEA_SEATS], "\"by\":\"bot:hard\""));
    t = begun_with("\"clock\":60,\"takeover\":\"idle\"");
    run_out(&t);
    CHECK_EQ(linea_table_program(&t, &bot), 0);
    CHECK(!bot);
    move_program(&t);
    CHECK(has(received[0], "\"by\":\"idle\""));
}

TEST(who_moves_before_the_bot_has_moved_has_moved)
{
    struct linea_table t = begun("london");
    run_out(&t);
    uint32_t asked = t.state;
    linea_move m = think(&t.game);
    move_person(&t);
    CHECK(!has(received[1], "\"by\""));
    CHECK(!linea_table_program_move(&t, &io, asked, m, ++now));
    CHECK_EQ(t.seat[0].stood_in.moves, 0);
    same_from_log(&t);
}

TEST(after_three_in_a_row_the_seat_is_away_until_its_owner_is_back)
{
    struct linea_table t = begun("london");
    const char *bot;
    be_late(&t);
    CHECK(has(ask(&t, ANN, "{\"id\":1,\"do\":\"back\"}"), "\"error\":\"done\""));
    be_late(&t);
    CHECK(!t.seat[0].away);
    CHECK(linea_table_deadline(&t) != INT64_MAX);
    run_out(&t);
    CHECK(t.seat[0].away);
    CHECK(has(received[0], "\"times\":3,\"away\":"));
    move_program(&t);
    while (t.game.turn != 0)
        move_person(&t);
    /* It plays on without waiting for the clock, but not so quickly that nobody could
       come back. */
    CHECK(linea_table_program_due(&t) == t.move_began + LINEA_TABLE_AWAY_MS);
    CHECK(linea_table_deadline(&t) == INT64_MAX);
    CHECK_EQ(linea_table_program(&t, &bot), 0);
    CHECK(
        has(ask(&t, BEN, "{\"id\":1,\"do\":\"look\"}"), "\"name\":\"Ann\",\"away\":"));
    same_from_log(&t);

    uint32_t asked = t.state;
    linea_move m = think(&t.game);
    now += 5000;
    CHECK(fine(&t, ANN, "{\"id\":1,\"do\":\"back\"}"));
    CHECK(has(received[1], "\"what\":\"back\",\"you\":1,\"seat\":0"));
    CHECK(!linea_table_program_move(&t, &io, asked, m, ++now));
    CHECK(linea_table_deadline(&t) == t.at + 60000);
    move_person(&t);
    same_from_log(&t);
}

TEST(who_is_away_is_back_by_moving)
{
    struct linea_table t = begun("london");
    for (int i = 0; i < LINEA_TABLE_LATE; i++)
        be_late(&t);
    CHECK(t.seat[0].away);
    move_person(&t);
    CHECK(!t.seat[0].away);
    CHECK_EQ(t.seat[0].late, 0);
    CHECK(!has(received[1], "\"by\""));
    same_from_log(&t);
}

TEST(an_answer_in_between_begins_the_count_again)
{
    struct linea_table t = begun("london");
    for (int i = 0; i < 6; i++) {
        be_late(&t);
        be_late(&t);
        move_person(&t);
        while (t.game.turn != 0)
            move_person(&t);
        CHECK(!t.seat[0].away);
    }
}

TEST(who_gives_up_stays_out)
{
    struct linea_table t = begun("london");
    move_person(&t);
    move_person(&t);
    CHECK(fine(&t, ANN, "{\"id\":1,\"do\":\"resign\"}"));
    CHECK(has(ask(&t, ANN, "{\"id\":1,\"do\":\"back\"}"), "\"error\":\"resigned\""));
    CHECK(has(ask(&t, ANN, "{\"id\":1,\"do\":\"pause\"}"), "\"error\":\"resigned\""));
    int since = t.moves + 1;
    while (!t.over)
        if (t.game.turn == 0)
            move_program(&t);
        else
            move_person(&t);
    char text[80];
    snprintf(text, sizeof text, "\"takeover\":\"bot\",\"stood_in\":{\"moves\":%d,",
             t.seat[0].stood_in.moves);
    CHECK(has(ask(&t, BEN, "{\"id\":1,\"do\":\"look\"}"), text));
    CHECK_EQ(t.seat[0].stood_in.since, since);
    same_from_log(&t);
}

static char record[LOG];
static size_t record_length;

static void collect(void *context, int audience, const char *text, size_t length)
{
    (void)context;
    if (audience != LINEA_TABLE_RECORD)
        return;
    CHECK(record_length + length < sizeof record);
    memcpy(record + record_length, text, length);
    record_length += length;
}

/* The record that the log makes. */
static void write_record(void)
{
    struct linea_table again = {0};
    struct linea_table_io recording = io;
    struct linea_error error;
    recording.record = true;
    recording.emit = collect;
    record_length = 0;
    for (const char *at = stored; at < stored + stored_length;) {
        size_t length = (size_t)(strchr(at, '\n') - at);
        CHECK(linea_table_restore(&again, &error, &recording, true, at, length));
        at += length + 1;
    }
    record[record_length] = 0;
}

static const struct linea_map *find_map(void *context, const char *id)
{
    return io.find_map(context, id);
}

TEST(the_record_says_who_made_each_move_and_a_replay_of_it_counts_them)
{
    static struct linea_replay replay;
    struct linea_table t = begun("germany");
    struct linea_error error;
    while (!t.over) {
        if (t.game.turn == 0 && t.moves % 3 == 0 && !t.seat[0].away)
            run_out(&t);
        const char *bot;
        if (linea_table_program(&t, &bot) != LINEA_NOBODY)
            move_program(&t);
        else
            move_person(&t);
    }
    CHECK(t.seat[0].stood_in.moves > 3);
    write_record();
    linea_replay_init(&replay, find_map, NULL);
    for (const char *at = record; *at;) {
        const char *end = strchr(at, '\n');
        CHECK(linea_replay_line(&replay, &json, &error, at, (size_t)(end - at)));
        at = end + 1;
    }
    CHECK(replay.over);
    CHECK_EQ(replay.moves, t.moves);
    CHECK_EQ(replay.stood_in[0].moves, t.seat[0].stood_in.moves);
    CHECK_EQ(replay.stood_in[0].since, t.seat[0].stood_in.since);
    CHECK_EQ(replay.stood_in[1].moves, 0);
    same_from_log(&t);
}

TEST(a_log_from_when_a_timeout_took_the_seat_for_good_is_read_as_before)
{
    struct linea_table t = begun("london"), again;
    struct linea_error error;
    char old[LINEA_MOVE_TEXT + 100];
    struct linea_out out;
    snprintf(old, sizeof old,
             "{\"event\":5,\"at\":61000,\"what\":\"timed-out\",\"seat\":0}");
    CHECK(linea_table_restore(&t, &error, &io, true, old, strlen(old)));
    CHECK(has(received[1], "\"what\":\"timed-out\",\"you\":1,\"seat\":0,"
                           "\"takeover\":\"bot\""));
    CHECK(t.seat[0].abandoned);
    CHECK(has(ask(&t, ANN, "{\"id\":1,\"do\":\"back\"}"), "\"error\":\"resigned\""));
    /* Its moves say nothing of who made them. */
    linea_out_init(&out, old, sizeof old);
    linea_out_text(&out, "{\"event\":6,\"at\":61001,\"what\":\"moved\",\"seat\":0,"
                         "\"move\":\"");
    linea_move_write(&t.game, &out, think(&t.game));
    linea_out_text(&out, "\"}");
    again = t;
    CHECK(linea_table_restore(&again, &error, &io, true, old, strlen(old)));
    CHECK_EQ(again.seat[0].stood_in.moves, 1);
    CHECK(has(received[1], "\"by\":\"bot:normal\""));
}

TEST(a_bank_of_time_pays_for_all_moves_and_each_adds_to_it)
{
    struct linea_table t = begun_with("\"bank\":100,\"increment\":10");
    int64_t began = t.move_began;
    CHECK(has(received[0], "\"banks\":[100000,100000]"));
    CHECK(linea_table_deadline(&t) == began + 100000);
    now = began + 39999;
    move_person(&t);
    CHECK(t.seat[0].bank == 100000 - 40000 + 10000);
    CHECK(has(received[1], "\"banks\":[70000,100000]"));
    now = t.at + 4999;
    move_person(&t);
    CHECK(t.seat[1].bank == 100000 - 5000 + 10000);
    CHECK(linea_table_deadline(&t) == t.at + 70000);
    /* An empty bank leaves what each move adds. */
    run_out(&t);
    move_program(&t);
    CHECK(t.seat[0].bank == 10000);
    same_from_log(&t);
}

TEST(a_pause_that_all_agree_to_stops_the_clock_and_everything_else)
{
    struct linea_table t = begun("london");
    const char *bot;
    int64_t began = t.move_began;
    now = began + 20000 - 1;
    CHECK(fine(&t, ANN, "{\"id\":1,\"do\":\"pause\"}"));
    CHECK(has(received[1], "\"what\":\"pause\",\"you\":1,\"seat\":0,"
                           "\"paused\":false"));
    CHECK(has(ask(&t, ANN, "{\"id\":1,\"do\":\"pause\"}"), "\"error\":\"done\""));
    CHECK(linea_table_deadline(&t) == began + 60000);
    now = began + 30000 - 1;
    CHECK(fine(&t, BEN, "{\"id\":1,\"do\":\"pause\"}"));
    CHECK(has(received[0], "\"paused\":true"));
    CHECK(linea_table_deadline(&t) == INT64_MAX);
    CHECK(has(ask(&t, ANN, "{\"id\":1,\"do\":\"look\"}"), "\"paused\":true"));
    CHECK(has(
        ask(&t, ANN, "{\"id\":1,\"do\":\"move\",\"state\":4,\"move\":\"draw pile\"}"),
        "\"error\":\"paused\""));
    now += 3600000;
    CHECK(fine(&t, BEN, "{\"id\":1,\"do\":\"resume\"}"));
    CHECK(linea_table_deadline(&t) == t.at + 30000);
    CHECK(has(received[0], "\"deadline\":"));
    CHECK(has(ask(&t, BEN, "{\"id\":1,\"do\":\"resume\"}"), "\"error\":\"done\""));
    same_from_log(&t);
    /* The one who goes ends it: nobody might be left to do so. */
    fine(&t, ANN, "{\"id\":1,\"do\":\"pause\"}");
    fine(&t, BEN, "{\"id\":1,\"do\":\"pause\"}");
    CHECK(t.paused);
    fine(&t, ANN, "{\"id\":1,\"do\":\"resign\"}");
    CHECK(!t.paused);
    CHECK_EQ(linea_table_program(&t, &bot), 0);
    same_from_log(&t);
}

TEST(programs_wait_while_a_game_is_paused)
{
    struct linea_table t =
        made("{\"map\":\"london\",\"seats\":[\"human\",\"bot:easy\"],\"first\":1}");
    const char *bot;
    ask(&t, ANN, "{\"id\":1,\"do\":\"sit\",\"name\":\"Ann\"}");
    uint32_t asked = t.state;
    CHECK_EQ(linea_table_program(&t, &bot), 1);
    CHECK(fine(&t, ANN, "{\"id\":1,\"do\":\"pause\"}"));
    CHECK(t.paused);
    CHECK_EQ(linea_table_program(&t, &bot), LINEA_NOBODY);
    CHECK(!linea_table_program_move(&t, &io, asked, think(&t.game), ++now));
    CHECK(fine(&t, ANN, "{\"id\":1,\"do\":\"resume\"}"));
    CHECK_EQ(linea_table_program(&t, &bot), 1);
}

TEST(the_host_may_replace_who_has_been_away_for_longer_than_the_limit)
{
    static const char replace[] = "{\"id\":1,\"do\":\"replace\",\"seat\":1}";
    struct linea_table t = begun_with("\"clock\":60,\"patience\":300");
    CHECK(has(ask(&t, ANN, replace), "\"error\":\"too-early\""));
    while (!t.seat[1].away) {
        while (t.game.turn == 0)
            move_person(&t);
        run_out(&t);
        move_program(&t);
    }
    now = t.seat[1].away_since + 300000 - 2;
    CHECK(has(ask(&t, ANN, replace), "\"error\":\"too-early\""));
    CHECK(has(ask(&t, EVE, replace), "\"error\":\"no"));
    CHECK(fine(&t, ANN, replace));
    CHECK(has(received[0], "\"what\":\"replaced\",\"you\":0,\"seat\":1"));
    CHECK(has(ask(&t, BEN, "{\"id\":1,\"do\":\"back\"}"), "\"error\":\"resigned\""));
    CHECK(has(ask(&t, ANN, "{\"id\":1,\"do\":\"look\"}"), "\"replaced\":true"));
    same_from_log(&t);
}

TEST(without_a_clock_who_lets_others_wait_for_longer_than_the_limit_may_be_replaced)
{
    static const char replace[] = "{\"id\":1,\"do\":\"replace\",\"seat\":1}";
    struct linea_table t = begun_with("\"patience\":300");
    while (t.game.turn == 0)
        move_person(&t);
    now = t.move_began + 300000 - 2;
    CHECK(has(ask(&t, ANN, replace), "\"error\":\"too-early\""));
    CHECK(fine(&t, ANN, replace));
}

TEST(when_the_host_is_away_the_next_player_who_is_there_is_the_host)
{
    struct linea_table t = begun("london");
    CHECK_EQ(linea_table_host_seat(&t), 0);
    CHECK(has(ask(&t, BEN, "{\"id\":1,\"do\":\"replace\",\"seat\":0}"),
              "\"error\":\"not-host\""));
    for (int i = 0; i < LINEA_TABLE_LATE; i++)
        be_late(&t);
    CHECK_EQ(linea_table_host_seat(&t), 1);
    CHECK(has(ask(&t, BEN, "{\"id\":1,\"do\":\"look\"}"), "\"host\":1"));
    now += 600000;
    CHECK(fine(&t, BEN, "{\"id\":1,\"do\":\"replace\",\"seat\":0}"));
}

static const char three[] = "{\"map\":\"london\",\"seats\":[\"human\",\"human\","
                            "\"human\"],\"level\":\"easy\"}";

TEST(the_host_fills_seats_with_bots_and_begins_at_once)
{
    struct linea_table t = made(three);
    ask(&t, ANN, "{\"id\":1,\"do\":\"sit\",\"name\":\"Ann\"}");
    CHECK(has(ask(&t, BEN, "{\"id\":1,\"do\":\"fill\",\"seat\":1}"),
              "\"error\":\"not-host\""));
    CHECK(has(ask(&t, ANN, "{\"id\":1,\"do\":\"fill\",\"seat\":0}"),
              "\"error\":\"taken\""));
    CHECK(has(ask(&t, ANN, "{\"id\":1,\"do\":\"fill\",\"seat\":3}"),
              "\"error\":\"syntax\""));
    CHECK(has(ask(&t, ANN, "{\"id\":1,\"do\":\"fill\",\"seat\":1,\"bot\":\"no\"}"),
              "\"error\":\"unknown\""));
    CHECK(fine(&t, ANN, "{\"id\":1,\"do\":\"fill\",\"seat\":1,\"bot\":\"hard\"}"));
    CHECK(has(received[LINEA_SEATS], "\"what\":\"filled\",\"you\":null,\"seat\":1,"
                                     "\"name\":\"bot:hard\",\"host\":0}"));
    CHECK(!t.begun);
    same_from_log(&t);
    CHECK(fine(&t, ANN, "{\"id\":1,\"do\":\"begin\"}"));
    CHECK(t.begun);
    CHECK_TEXT(t.seat[2].name, "bot:easy");
    CHECK(has(ask(&t, ANN, "{\"id\":1,\"do\":\"begin\"}"), "\"error\":\"begun\""));
    same_from_log(&t);
}

TEST(the_host_changes_board_and_clock_and_nobody_loses_the_seat)
{
    struct linea_table t = made(three);
    ask(&t, ANN, "{\"id\":1,\"do\":\"sit\",\"name\":\"Ann\"}");
    ask(&t, BEN, "{\"id\":1,\"do\":\"sit\",\"name\":\"Ben\",\"seat\":2}");
    CHECK(has(ask(&t, ANN,
                  "{\"id\":1,\"do\":\"change\",\"settings\":{\"map\":\"europe\","
                  "\"seats\":[\"human\",\"human\"]}}"),
              "\"error\":\"taken\""));
    CHECK(has(
        ask(&t, ANN, "{\"id\":1,\"do\":\"change\",\"settings\":{\"map\":\"nowhere\"}}"),
        "\"error\":\"unknown\""));
    CHECK(has(ask(&t, ANN, "{\"id\":1,\"do\":\"change\"}"), "\"error\":\"syntax\""));
    uint8_t before[LINEA_TABLE_SECRET];
    memcpy(before, t.secret, sizeof before);
    CHECK(fine(&t, ANN,
               "{\"id\":1,\"do\":\"change\",\"settings\":{\"map\":\"europe\","
               "\"seats\":[\"human\",\"human\",\"human\",\"bot:easy\"],"
               "\"clock\":30}}"));
    CHECK(has(received[LINEA_SEATS], "\"what\":\"changed\""));
    CHECK(has(received[LINEA_SEATS], "\"map\":\"europe\""));
    CHECK_TEXT(t.seat[0].name, "Ann");
    CHECK_EQ(linea_table_seat_of(&t, BEN), 2);
    CHECK(t.move_time == 30000);
    CHECK(memcmp(t.secret, before, sizeof before) == 0);
    CHECK(!has(received[LINEA_SEATS], "\"secret\""));
    same_from_log(&t);
    ask(&t, EVE, "{\"id\":1,\"do\":\"sit\",\"name\":\"Eve\"}");
    CHECK(t.begun);
    same_from_log(&t);
}

TEST(whom_the_host_has_sent_away_cannot_sit_down_again)
{
    static const char sit[] = "{\"id\":1,\"do\":\"sit\",\"name\":\"Ben\"}";
    struct linea_table t = made(three);
    ask(&t, ANN, "{\"id\":1,\"do\":\"sit\",\"name\":\"Ann\"}");
    CHECK(fine(&t, BEN, sit));
    CHECK(has(ask(&t, ANN, "{\"id\":1,\"do\":\"send-away\",\"seat\":0}"),
              "\"error\":\"no-seat\""));
    CHECK(fine(&t, ANN, "{\"id\":1,\"do\":\"send-away\",\"seat\":1}"));
    CHECK(has(received[LINEA_SEATS], "\"what\":\"sent-away\""));
    CHECK(has(ask(&t, BEN, sit), "\"error\":\"sent-away\""));
    CHECK(fine(&t, EVE, "{\"id\":1,\"do\":\"sit\",\"name\":\"Eve\"}"));
    same_from_log(&t);
}

TEST(spectators_chat_only_where_the_host_allows)
{
    static const char say[] =
        "{\"id\":1,\"do\":\"say\",\"name\":\"Eve\",\"text\":\"Hi\"}";
    struct linea_table t = begun_with("\"talk\":\"players\"");
    CHECK(has(ask(&t, EVE, say), "\"error\":\"forbidden\""));
    CHECK(fine(&t, ANN, "{\"id\":1,\"do\":\"say\",\"text\":\"Hi\"}"));
    t = begun("london");
    CHECK(fine(&t, EVE, say));
}

TEST(spectators_of_one_name_are_told_apart_by_a_tag)
{
    static const char say[] =
        "{\"id\":1,\"do\":\"say\",\"name\":\"Ann\",\"text\":\"Hi\"}";
    struct linea_table t = begun("london");
    char first[5], second[5];
    ask(&t, EVE, say);
    memcpy(first, strstr(received[0], "\"tag\":\"") + 7, 4);
    ask(&t, EVE + 1, say);
    memcpy(second, strstr(received[0], "\"tag\":\"") + 7, 4);
    CHECK(memcmp(first, second, 4) != 0);
    ask(&t, EVE, say);
    CHECK(memcmp(first, strstr(received[0], "\"tag\":\"") + 7, 4) == 0);
    ask(&t, ANN, "{\"id\":1,\"do\":\"say\",\"text\":\"Hi\"}");
    CHECK(!has(received[0], "\"tag\""));
}

TEST(a_phrase_is_said_by_its_name)
{
    struct linea_table t = begun("london");
    CHECK(fine(&t, ANN, "{\"id\":1,\"do\":\"say\",\"phrase\":\"well-played\"}"));
    CHECK(has(received[1], "\"text\":\"Well played!\",\"phrase\":\"well-played\""));
    CHECK(has(ask(&t, ANN, "{\"id\":1,\"do\":\"say\",\"phrase\":\"insult\"}"),
              "\"error\":\"unknown\""));
    same_from_log(&t);
}

#define CODE "00112233445566778899aabbccddeeff"

TEST(a_seat_goes_to_another_device_by_a_link_that_is_dead_then)
{
    static const char arrive[] = "{\"id\":1,\"do\":\"arrive\",\"code\":\"" CODE "\"}";
    struct linea_table t = made(three);
    ask(&t, ANN, "{\"id\":1,\"do\":\"sit\",\"name\":\"Ann\"}");
    CHECK(has(ask(&t, ANN, "{\"id\":1,\"do\":\"travel\",\"code\":\"" CODE "\"}"),
              "\"error\":\"not-begun\""));
    t = begun("london");
    CHECK(has(ask(&t, EVE, arrive), "\"error\":\"dead-link\""));
    CHECK(fine(&t, ANN, "{\"id\":1,\"do\":\"travel\",\"code\":\"" CODE "\"}"));
    stored[stored_length] = 0;
    CHECK(!has(stored, CODE));
    CHECK(!has(received[1], "link") && !has(received[0], "link"));
    CHECK(has(ask(&t, BEN, arrive), "\"error\":\"seated\""));
    int64_t deadline = linea_table_deadline(&t);
    CHECK(fine(&t, EVE, arrive));
    CHECK(linea_table_deadline(&t) == deadline);
    CHECK_EQ(linea_table_seat_of(&t, EVE), 0);
    CHECK_EQ(linea_table_seat_of(&t, ANN), LINEA_NOBODY);
    CHECK(has(received[0], "\"what\":\"travelled\",\"you\":0,\"seat\":0"));
    CHECK(has(received[0], "\"moves\":[") && !has(received[LINEA_SEATS], "\"moves\""));
    CHECK(has(ask(&t, ANN, arrive), "\"error\":\"dead-link\""));
    CHECK(has(ask(&t, ANN, "{\"id\":1,\"do\":\"move\",\"state\":4,\"move\":\"pass\"}"),
              "\"error\":\"no-seat\""));
    CHECK_EQ(linea_table_host_seat(&t), 0); /* the host travels too */
    move_person(&t);
    same_from_log(&t);
}

TEST(a_link_is_dead_after_a_quarter_of_an_hour_and_after_the_next_one)
{
    static const char arrive[] = "{\"id\":1,\"do\":\"arrive\",\"code\":\"" CODE "\"}";
    struct linea_table t = begun_with("\"clock\":0");
    CHECK(fine(&t, ANN, "{\"id\":1,\"do\":\"travel\",\"code\":\"" CODE "\"}"));
    CHECK(fine(&t, ANN,
               "{\"id\":1,\"do\":\"travel\",\"code\":"
               "\"ffeeddccbbaa99887766554433221100\"}"));
    CHECK(has(ask(&t, EVE, arrive), "\"error\":\"dead-link\""));
    CHECK(fine(&t, ANN, "{\"id\":1,\"do\":\"travel\",\"code\":\"" CODE "\"}"));
    now += 15 * 60000 - 1;
    CHECK(has(ask(&t, EVE, arrive), "\"error\":\"dead-link\""));
    CHECK(has(ask(&t, ANN, "{\"id\":1,\"do\":\"travel\",\"code\":\"12\"}"),
              "\"error\":\"syntax\""));
}

TEST(two_devices_that_move_at_once_make_one_move)
{
    struct linea_table t = begun("london");
    char request[LINEA_MOVE_TEXT + 100];
    struct linea_out out;
    linea_out_init(&out, request, sizeof request);
    linea_out_text(&out, "{\"id\":1,\"do\":\"move\",\"state\":4,\"move\":\"");
    linea_move_write(&t.game, &out, think(&t.game));
    linea_out_text(&out, "\"}");
    CHECK(fine(&t, ANN, request));
    CHECK(has(ask(&t, ANN, request), "\"error\":\"stale\""));
    CHECK_EQ(t.moves, 1);
}

/* A table of the tournament 77, for Ann, Ben and a bot. */
static struct linea_table paired(void)
{
    static const char settings[] =
        "{\"map\":\"london\",\"seats\":[\"human\",\"human\",\"bot:easy\"],\"first\":0,"
        "\"clock\":60}";
    const struct linea_table_cup cup = {
        .cup = 77, .table = 3, .player = {ANN, BEN}, .name = {"Ann", "Ben"}};
    struct linea_table t;
    struct linea_error error;
    struct linea_table_io own = io;
    own.cup = &cup;
    own.seeded = true;
    stored_length = 0;
    now = 1000;
    CHECK(linea_table_make(&t, &error, &own, settings, strlen(settings), 77, secret,
                           now));
    return t;
}

TEST(only_those_who_are_paired_sit_at_a_table_of_a_tournament)
{
    struct linea_table t = paired();
    CHECK_EQ(t.seat[0].kept_for, ANN);
    CHECK_EQ(t.seat[1].kept_for, BEN);
    CHECK_EQ(linea_table_host_seat(&t), LINEA_NOBODY);
    CHECK(has(ask(&t, EVE, "{\"id\":1,\"do\":\"sit\",\"seat\":0,\"name\":\"Eve\"}"),
              "\"error\":\"taken\""));
    now += 2 * (int64_t)LINEA_TABLE_KEPT; /* not even much later */
    CHECK(has(ask(&t, EVE, "{\"id\":1,\"do\":\"sit\",\"name\":\"Eve\"}"),
              "\"error\":\"taken\""));
    CHECK(has(ask(&t, ANN, "{\"id\":1,\"do\":\"sit\",\"seat\":1,\"name\":\"Ann\"}"),
              "\"error\":\"taken\""));
    CHECK(fine(&t, ANN, "{\"id\":1,\"do\":\"sit\",\"name\":\"Ann\"}"));
    /* who sits there is no host of the others */
    CHECK(has(ask(&t, ANN, "{\"id\":1,\"do\":\"begin\"}"), "\"error\":\"not-host\""));
    CHECK(has(ask(&t, ANN, "{\"id\":1,\"do\":\"leave\"}"), "\"error\":\"tournament\""));
    CHECK(has(ask(&t, BEN, "{\"id\":1,\"do\":\"leave\"}"), "\"error\":\"tournament\""));
    same_from_log(&t);
    CHECK(fine(&t, BEN, "{\"id\":1,\"do\":\"sit\",\"name\":\"Ben\"}"));
    CHECK(t.begun && t.game.turn == 0);
    CHECK(has(ask(&t, EVE, "{\"id\":1,\"do\":\"look\"}"),
              "\"cup\":\"000000000000004d\",\"cup_table\":3"));
    CHECK(has(ask(&t, ANN, "{\"id\":1,\"do\":\"pause\"}"), "\"error\":\"tournament\""));
    CHECK(has(ask(&t, ANN, "{\"id\":1,\"do\":\"travel\",\"code\":\"00\"}"),
              "\"error\":\"tournament\""));
    same_from_log(&t);
}

TEST(a_table_of_a_tournament_begins_without_who_does_not_come)
{
    struct linea_table t = paired();
    CHECK(fine(&t, BEN, "{\"id\":1,\"do\":\"sit\",\"name\":\"Ben\"}"));
    CHECK(fine(&t, 77, "{\"id\":1,\"do\":\"begin\"}"));
    CHECK(t.begun);
    CHECK_EQ(t.seat[0].holder, LINEA_TABLE_BOT);
    CHECK_EQ(t.seat[1].player, BEN);
    same_from_log(&t);
}
