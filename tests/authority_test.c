/*
 * tests/authority_test.c - a table and its players: who may do what, what each of them
 * receives, and that its log restores it.
 *
 * SPDX-License-Identifier: MIT
 */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot.h"
#include "common/maps.h"
#include "random_games.h"
#include "table_box.h"

TEST(a_table_that_cannot_be_is_refused_with_what_is_wrong_and_where)
{
    static const char *const wrong[][2] = {
        {"", "end"},
        {"[]", "object"},
        {"{\"seats\":[\"human\",\"human\"]}", "map"},
        {"{\"map\":\"atlantis\",\"seats\":[\"human\"]}", "map: no such map"},
        {"{\"map\":\"london\"}", "seats"},
        {"{\"map\":\"london\",\"seats\":[\"human\"]}", "not for that many"},
        {"{\"map\":\"london\",\"seats\":[\"human\",\"bot:nobody\"]}", "no such bot"},
        {"{\"map\":\"london\",\"seats\":[\"human\",7]}", "seats"},
        {"{\"map\":\"london\",\"seats\":[\"bot:easy\",\"bot:easy\"]}", "human"},
        {"{\"map\":\"london\",\"seats\":[\"human\",\"human\"],\"first\":2}", "first"},
        {"{\"map\":\"london\",\"seats\":[\"human\",\"human\"],\"clock\":-1}", "clock"},
        {"{\"map\":\"london\",\"seats\":[\"human\",\"human\"],\"delay\":4000}",
         "delay"},
        {"{\"map\":\"london\",\"seats\":[\"human\",\"human\"],\"listed\":1}", "listed"},
        {"{\"map\":\"london\",\"seats\":[\"human\",\"human\"],\"takeover\":\"x\"}",
         "takeover"},
        {"{\"map\":\"london\",\"seats\":[\"human\",\"human\"],\"level\":\"x\"}",
         "level"},
        {"{\"map\":\"london\",\"seats\":[\"human\",\"human\"],\"talk\":1}", "talk"},
        {"{\"map\":\"london\",\"seats\":[\"human\",\"human\"],\"bank\":60,"
         "\"clock\":60}",
         "bank"},
        {"{\"map\":\"london\",\"seats\":[\"human\",\"human\"],\"bank\":60,"
         "\"increment\":4}",
         "increment"},
        {"{\"map\":\"london\",\"seats\":[\"human\",\"human\"],\"patience\":29}",
         "patience"},
    };
    struct linea_table t;
    struct linea_error error;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        CHECK(!make(&t, &error, wrong[i][0]));
        CHECK(i == 0 || has(error.message, wrong[i][1]));
        CHECK_EQ(stored_length, 0);
    }
}

TEST(a_game_begins_when_the_last_seat_is_taken)
{
    struct linea_table t =
        made("{\"map\":\"london\",\"seats\":[\"human\",\"bot:easy\",\"human\"]}");
    CHECK(has(ask(&t, ANN, "{\"id\":1,\"do\":\"sit\",\"name\":\"Ann\",\"seat\":2}"),
              "ok"));
    CHECK(!t.begun);
    CHECK(has(ask(&t, BEN, "{\"id\":2,\"do\":\"sit\",\"name\":\"Ben\",\"seat\":2}"),
              "\"error\":\"taken\""));
    CHECK(has(ask(&t, BEN, "{\"id\":2,\"do\":\"sit\",\"name\":\"Ben\",\"seat\":1}"),
              "\"error\":\"taken\""));
    CHECK(has(ask(&t, ANN, "{\"id\":2,\"do\":\"sit\",\"name\":\"Ann\"}"),
              "\"error\":\"seated\""));
    CHECK(
        has(ask(&t, BEN, "{\"id\":3,\"do\":\"sit\",\"name\":\"Ben\"}"), "\"ok\":true"));
    CHECK(t.begun);
    CHECK_EQ(linea_table_seat_of(&t, BEN), 0);
    CHECK(has(received[0], "\"what\":\"began\""));
}

TEST(every_event_names_the_seat_of_its_audience)
{
    struct linea_table t = begun("london");
    CHECK(has(received[0], "\"what\":\"began\",\"you\":0,"));
    CHECK(has(received[1], "\"what\":\"began\",\"you\":1,"));
    CHECK(has(received[LINEA_SEATS], "\"what\":\"began\",\"you\":null,"));
    ask(&t, BEN, "{\"id\":2,\"do\":\"say\",\"text\":\"Hi\"}");
    CHECK(has(received[0], "\"what\":\"said\",\"you\":0,\"seat\":1,"));
    stored[stored_length] = 0;
    CHECK(!has(stored, "\"you\""));
}

TEST(a_seat_is_taken_under_a_clean_name_alone)
{
    static const char *const names[] = {"A\\u202enn", "A\\u0085nn", "A\\u2067nn",
                                        "A\\u200fnn"};
    struct linea_table t = made("{\"map\":\"london\",\"seats\":[\"human\",\"human\"]}");
    struct linea_table_io known = io;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char request[100];
        snprintf(request, sizeof request, "{\"id\":1,\"do\":\"sit\",\"name\":\"%s\"}",
                 names[i]);
        CHECK(has(ask(&t, ANN, request), "\"error\":\"syntax\""));
    }
    /* So is that of a guest, who may have been named before this rule. */
    static const char sit[] = "{\"id\":1,\"do\":\"sit\"}";
    struct linea_out out;
    known.name = "A\xe2\x80\xaenn";
    linea_out_init(&out, answer, sizeof answer);
    CHECK(!linea_table_request(&t, &out, &known, ANN, sit, strlen(sit), now));
    known.name = "Ann";
    linea_out_init(&out, answer, sizeof answer);
    CHECK(linea_table_request(&t, &out, &known, ANN, sit, strlen(sit), now));
    CHECK_TEXT(t.seat[0].name, "Ann");
}

TEST(a_log_from_before_names_had_to_be_clean_is_still_read)
{
    struct linea_table t = made("{\"map\":\"london\",\"seats\":[\"human\",\"human\"]}");
    struct linea_error error;
    static const char sat[] =
        "{\"event\":2,\"at\":1001,\"what\":\"sat\",\"seat\":0,"
        "\"name\":\"A\\u202enn\",\"player\":\"000000000000000b\"}";
    CHECK(linea_table_restore(&t, &error, &io, false, sat, strlen(sat)));
    CHECK_EQ(linea_table_seat_of(&t, ANN), 0);
}

TEST(who_leaves_before_the_game_frees_the_seat)
{
    struct linea_table t = made("{\"map\":\"london\",\"seats\":[\"human\",\"human\"]}");
    ask(&t, ANN, "{\"id\":1,\"do\":\"sit\",\"name\":\"Ann\"}");
    CHECK(has(ask(&t, ANN, "{\"id\":2,\"do\":\"leave\"}"), "\"ok\":true"));
    CHECK_EQ(linea_table_seat_of(&t, ANN), LINEA_NOBODY);
    CHECK(has(ask(&t, BEN, "{\"id\":3,\"do\":\"sit\",\"name\":\"Ben\",\"seat\":0}"),
              "\"ok\":true"));
}

/* It was sent before the game, and meets its beginning on the way. */
TEST(who_leaves_as_the_game_begins_has_not_resigned)
{
    struct linea_table t = begun("london");
    uint32_t event = t.event;
    CHECK(has(ask(&t, BEN, "{\"id\":2,\"do\":\"leave\"}"), "\"error\":\"begun\""));
    CHECK_EQ(t.event, event);
    CHECK(!t.seat[1].abandoned);
    CHECK(has(ask(&t, BEN, "{\"id\":3,\"do\":\"resign\"}"), "\"ok\":true"));
    CHECK(t.seat[1].abandoned);
}

TEST(who_resigns_before_the_game_keeps_the_seat)
{
    struct linea_table t = made("{\"map\":\"london\",\"seats\":[\"human\",\"human\"]}");
    ask(&t, ANN, "{\"id\":1,\"do\":\"sit\",\"name\":\"Ann\"}");
    CHECK(has(ask(&t, ANN, "{\"id\":2,\"do\":\"resign\"}"), "\"error\":\"not-begun\""));
    CHECK_EQ(linea_table_seat_of(&t, ANN), 0);
}

TEST(nobody_can_make_a_table_grow_without_end)
{
    struct linea_table t = made("{\"map\":\"london\",\"seats\":[\"human\",\"human\"]}");
    for (int i = 0; i < LINEA_TABLE_EVENTS; i++) {
        ask(&t, ANN, "{\"id\":1,\"do\":\"sit\",\"name\":\"Ann\"}");
        ask(&t, ANN, "{\"id\":2,\"do\":\"leave\"}");
    }
    CHECK(t.event <= LINEA_TABLE_EVENTS + 1);
    CHECK(has(ask(&t, ANN, "{\"id\":1,\"do\":\"sit\",\"name\":\"Ann\"}"),
              "\"error\":\"full\""));

    t = begun("london");
    for (int i = 0; i < 2 * LINEA_TABLE_EVENTS; i++)
        ask(&t, ANN, "{\"id\":1,\"do\":\"say\",\"text\":\"Hi!\"}");
    CHECK_EQ(t.event, LINEA_TABLE_EVENTS);
    CHECK(has(answer, "\"error\":\"full\""));
    request_move(&t, think(&t.game)); /* the game goes on */
}

TEST(who_has_no_seat_can_neither_silence_who_has_one_nor_keep_anybody_from_sitting_down)
{
    static const char say[] =
        "{\"id\":1,\"do\":\"say\",\"name\":\"Eve\",\"text\":\"!\"}";
    struct linea_table t = made("{\"map\":\"london\",\"seats\":[\"human\",\"human\"]}");
    for (int i = 0; i < LINEA_TABLE_EVENTS; i++)
        ask(&t, EVE, say);
    CHECK(has(answer, "\"error\":\"full\""));
    CHECK(
        has(ask(&t, ANN, "{\"id\":1,\"do\":\"sit\",\"name\":\"Ann\"}"), "\"ok\":true"));
    CHECK(
        has(ask(&t, BEN, "{\"id\":1,\"do\":\"sit\",\"name\":\"Ben\"}"), "\"ok\":true"));
    CHECK(has(ask(&t, ANN, "{\"id\":2,\"do\":\"say\",\"text\":\"Hello!\"}"),
              "\"ok\":true"));
    CHECK(has(ask(&t, EVE, say), "\"error\":\"full\""));
}

TEST(a_request_that_is_wrong_gets_one_answer_that_says_why_and_changes_nothing)
{
    static const struct {
        uint64_t player;
        const char *request, *code;
    } wrong[] = {
        {ANN, "rubbish", "\"error\":\"syntax\""},
        {ANN, "[1]", "\"error\":\"syntax\""},
        {ANN, "{\"do\":\"move\"}", "\"error\":\"syntax\""},
        {ANN, "{\"id\":-1,\"do\":\"move\"}", "\"error\":\"syntax\""},
        {ANN, "{\"id\":1}", "\"error\":\"unknown\""},
        {ANN, "{\"id\":1,\"do\":\"fly\"}", "\"error\":\"unknown\""},
        {0, "{\"id\":1,\"do\":\"say\",\"text\":\"hi\"}", "\"error\":\"forbidden\""},
        {EVE, "{\"id\":1,\"do\":\"move\",\"state\":4,\"move\":\"draw pile\"}",
         "\"error\":\"no-seat\""},
        {ANN, "{\"id\":1,\"do\":\"move\",\"move\":\"draw pile\"}",
         "\"error\":\"syntax\""},
        {ANN, "{\"id\":1,\"do\":\"move\",\"state\":3,\"move\":\"draw pile\"}",
         "\"error\":\"stale\""},
        {BEN, "{\"id\":1,\"do\":\"move\",\"state\":4,\"move\":\"draw pile\"}",
         "\"error\":\"not-your-turn\""},
        {ANN, "{\"id\":1,\"do\":\"move\",\"state\":4,\"move\":\"jump\"}",
         "\"error\":\"syntax\""},
        {ANN, "{\"id\":1,\"do\":\"move\",\"state\":4,\"move\":\"draw pile\"}",
         "\"error\":\"illegal\""},
        {ANN, "{\"id\":1,\"do\":\"say\",\"text\":\"\"}", "\"error\":\"syntax\""},
        {ANN, "{\"id\":1,\"do\":\"say\",\"text\":\"a\\u0007b\"}",
         "\"error\":\"syntax\""},
        {ANN, "{\"id\":1,\"do\":\"say\",\"text\":\"a\\u009b2Jb\"}",
         "\"error\":\"syntax\""},
        {ANN, "{\"id\":1,\"do\":\"say\",\"text\":\"a\\u202eb\"}",
         "\"error\":\"syntax\""},
        {ANN, "{\"id\":1,\"do\":\"say\",\"text\":\"a\\u2066b\"}",
         "\"error\":\"syntax\""},
        {EVE, "{\"id\":1,\"do\":\"say\",\"text\":\"hi\",\"name\":\"E\\u202eve\"}",
         "\"error\":\"syntax\""},
        {EVE, "{\"id\":1,\"do\":\"say\",\"text\":\"hi\"}", "\"error\":\"syntax\""},
        {ANN, "{\"id\":1,\"do\":\"again\"}", "\"error\":\"not-over\""},
        {EVE, "{\"id\":1,\"do\":\"sit\",\"name\":\"Eve\"}", "\"error\":\"taken\""},
    };
    struct linea_table t = begun("london"), before = t;
    size_t length = stored_length;
    CHECK_EQ(t.state, 4);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        CHECK(has(ask(&t, wrong[i].player, wrong[i].request), wrong[i].code));
        CHECK(memcmp(&t, &before, sizeof t) == 0);
        CHECK_EQ(stored_length, length);
    }
}

TEST(whole_games_by_requests_are_made_again_by_their_log_at_any_moment)
{
    for (int i = 0; maps_id(i); i++) {
        struct linea_table t = begun(maps_id(i)), again;
        for (int step = 0; !t.over; step++) {
            request_move(&t, think(&t.game));
            if (step % 16 == 0) {
                restore(&again);
                CHECK(memcmp(&t, &again, sizeof t) == 0);
            }
        }
        restore(&again);
        CHECK(memcmp(&t, &again, sizeof t) == 0);
        CHECK(has(received[0], "\"end\":{\"scores\""));
        CHECK(has(received[LINEA_SEATS], "\"secret\""));
        CHECK(has(ask(&t, BEN, "{\"id\":1,\"do\":\"again\"}"), "\"ok\":true"));
        CHECK(has(
            ask(&t, ANN, "{\"id\":1,\"do\":\"move\",\"state\":1,\"move\":\"pass\"}"),
            "\"error\":\"over\""));
    }
}

TEST(a_move_that_revealed_nothing_can_be_taken_back_until_something_else_happens)
{
    int taken_back = 0, kept = 0;
    struct linea_table t = begun("germany"), before, again;
    CHECK_EQ(linea_table_undoable(&t), LINEA_NOBODY);
    while (!t.over) {
        linea_move m = think(&t.game);
        enum linea_move_kind kind = linea_move_kind(m);
        int seat = t.game.turn;
        size_t length = stored_length;
        before = t;
        request_move(&t, m);
        if (linea_table_undoable(&t) == LINEA_NOBODY) {
            kept++;
            continue;
        }
        CHECK(kind == LINEA_CLAIM || kind == LINEA_TAKE);
        CHECK_EQ(linea_table_undoable(&t), seat);
        stored_length = length;
        restore(&again);
        CHECK(memcmp(&again, &before, sizeof again) == 0);
        taken_back++;
        request_move(&again, m);
        CHECK_EQ(linea_table_undoable(&again), seat);
        t = again;
        length = stored_length;
        ask(&again, ANN, "{\"id\":1,\"do\":\"say\",\"text\":\"Hm\"}");
        CHECK_EQ(linea_table_undoable(&again), LINEA_NOBODY);
        stored_length = length;
    }
    CHECK(taken_back > 10 && kept > 10);
    CHECK_EQ(linea_table_undoable(&t), LINEA_NOBODY);
}

TEST(a_tunnel_reveals_cards_so_it_cannot_be_taken_back)
{
    struct linea_table t = begun("europe");
    int tunnels = 0;
    while (!t.over) {
        linea_move m = think(&t.game);
        bool tunnel = linea_move_kind(m) == LINEA_CLAIM &&
                      t.map->route[linea_move_place(m)].tunnel;
        request_move(&t, m);
        CHECK(!tunnel || linea_table_undoable(&t) == LINEA_NOBODY);
        tunnels += tunnel;
    }
    CHECK(tunnels > 0);
}

/* A record that is being collected. */
static char record[LOG];

static void collect_record(void *context, int audience, const char *text, size_t length)
{
    (void)context;
    CHECK_EQ(audience, LINEA_TABLE_RECORD);
    size_t at = strlen(record);
    CHECK(at + length < sizeof record);
    memcpy(record + at, text, length);
    record[at + length] = 0;
}

TEST(a_table_made_with_a_seed_deals_from_it_and_its_record_claims_no_fairness)
{
    static const char request[] =
        "{\"map\":\"london\",\"seats\":[\"bot:easy\",\"bot:easy\"],\"first\":1}";
    struct linea_table_io seeded = io;
    struct linea_table t, again;
    struct linea_error error;
    struct linea_game game;
    struct linea_seed seed;
    memcpy(seed.byte, secret, sizeof seed.byte);
    seeded.seeded = seeded.bots_only = true;
    stored_length = 0;
    CHECK(linea_table_make(&t, &error, &seeded, request, strlen(request), ANN, secret,
                           1000));
    CHECK(linea_game_begin(&game, NULL, t.map, 2, 1, &seed));
    CHECK(memcmp(&t.game, &game, sizeof game) == 0);
    CHECK(!has(received[LINEA_SEATS], "\"fair\""));
    seeded.record = true;
    seeded.emit = collect_record;
    memset(&again, 0, sizeof again);
    const char *end = strchr(stored, '\n');
    CHECK(linea_table_restore(&again, &error, &seeded, true, stored,
                              (size_t)(end - stored)));
    CHECK(linea_table_restore(&again, &error, &seeded, true, end + 1,
                              (size_t)(strchr(end + 1, '\n') - end - 1)));
    CHECK(memcmp(&t, &again, sizeof t) == 0);
    CHECK(has(record, "{\"linea\":1,") && !has(record, "\"fair\""));
}

/* A position of london after some moves, read with the secret as its seed. */
static struct linea_game some_position(void)
{
    static const char request[] =
        "{\"map\":\"london\",\"seats\":[\"bot:easy\",\"bot:easy\"]}";
    static char text[LINEA_LINE];
    struct linea_table_io seeded = io;
    struct linea_table t;
    struct linea_game g;
    struct linea_view all;
    struct linea_error error;
    struct linea_seed seed;
    struct linea_out out;
    memcpy(seed.byte, secret, sizeof seed.byte);
    seeded.seeded = seeded.bots_only = true;
    CHECK(linea_table_make(&t, &error, &seeded, request, strlen(request), ANN, secret,
                           1000));
    for (int i = 0; i < 20; i++)
        linea_table_program_move(&t, &seeded, t.state, linea_table_idle_move(&t.game),
                                 1000);
    linea_game_view(&t.game, &all, LINEA_ALL);
    linea_out_init(&out, text, sizeof text);
    linea_view_write(&all, &out);
    CHECK(!linea_json_read(&json, text, strlen(text)));
    CHECK(linea_position_read(&g, &error, t.map, &seed, &json, 0));
    return g;
}

TEST(a_table_that_begins_from_a_position_says_so_in_its_log_and_its_record)
{
    static const char request[] =
        "{\"map\":\"london\",\"seats\":[\"bot:easy\",\"bot:easy\"]}";
    struct linea_game from = some_position();
    struct linea_table_io placed = io;
    struct linea_table t, again;
    struct linea_error error;
    placed.seeded = placed.bots_only = true;
    placed.from = &from;
    stored_length = 0;
    CHECK(linea_table_make(&t, &error, &placed, request, strlen(request), ANN, secret,
                           1000));
    CHECK(t.begun && memcmp(&t.game, &from, sizeof from) == 0);
    CHECK(!has(received[LINEA_SEATS], "\"position\""));
    placed.record = true;
    placed.emit = collect_record;
    record[0] = 0;
    memset(&again, 0, sizeof again);
    const char *end = strchr(stored, '\n');
    CHECK(linea_table_restore(&again, &error, &placed, true, stored,
                              (size_t)(end - stored)));
    CHECK(linea_table_restore(&again, &error, &placed, true, end + 1,
                              (size_t)(strchr(end + 1, '\n') - end - 1)));
    CHECK(memcmp(&t, &again, sizeof t) == 0);
    CHECK(has(record, "\"position\":{\"map\":\"london\"") && !has(record, "\"deal\""));
}

TEST(a_table_does_not_begin_from_a_position_with_other_seats)
{
    static const char request[] =
        "{\"map\":\"london\",\"seats\":[\"bot:easy\",\"bot:easy\",\"bot:easy\"]}";
    struct linea_game from = some_position();
    struct linea_table_io placed = io;
    struct linea_table t;
    struct linea_error error;
    placed.seeded = placed.bots_only = true;
    placed.from = &from;
    CHECK(!linea_table_make(&t, &error, &placed, request, strlen(request), ANN, secret,
                            1000));
    CHECK(has(error.message, "seats: the position has others"));
}

TEST(a_log_that_does_not_follow_on_itself_is_refused)
{
    struct linea_table t = begun("london"), again;
    struct linea_error error;
    const char *second = strchr(stored, '\n') + 1;
    size_t first_length = (size_t)(second - stored - 1);
    size_t second_length = (size_t)(strchr(second, '\n') - second);
    memset(&again, 0, sizeof again);
    CHECK(!linea_table_restore(&again, &error, &io, false, second, second_length));
    CHECK(!linea_table_restore(&again, &error, &io, false, "{}", 2));
    CHECK(linea_table_restore(&again, &error, &io, false, stored, first_length));
    CHECK(!linea_table_restore(&again, &error, &io, false, stored, first_length));
    CHECK(t.begun);
}

/* What an audience sees of two tables. */
static bool looks_equal(const struct linea_table *a, const struct linea_table *b,
                        int audience)
{
    static char one[LINEA_TABLE_LINE], two[LINEA_TABLE_LINE];
    struct linea_out out;
    linea_out_init(&out, one, sizeof one);
    linea_table_show(a, &out, audience);
    linea_out_init(&out, two, sizeof two);
    linea_table_show(b, &out, audience);
    return strcmp(one, two) == 0;
}

/* … and what a seat of them is advised. */
static bool advised_equally(struct linea_table *a, struct linea_table *b, int seat)
{
    static const char request[] = "{\"id\":1,\"do\":\"advise\"}";
    static char one[LINEA_TABLE_LINE];
    uint64_t player = a->seat[seat].player;
    size_t length = strlen(ask(a, player, request));
    memcpy(one, answer, length + 1);
    return strcmp(one, ask(b, player, request)) == 0;
}

TEST(tables_that_differ_only_in_what_a_seat_may_not_know_look_the_same_to_it)
{
    struct linea_rng rng = {7};
    for (int i = 0; maps_id(i); i++) {
        struct linea_table t = begun(maps_id(i)), other;
        for (int step = 0; !t.over && step < 60; step++) {
            for (int s = 0; s <= t.seats; s++) {
                struct linea_view view;
                int audience = s < t.seats ? s : LINEA_TABLE_PUBLIC;
                linea_game_view(&t.game, &view, audience);
                if (audience != LINEA_TABLE_PUBLIC) {
                    other = t;
                    linea_view_guess(&view, &other.game, &rng);
                    memset(other.secret, 0, sizeof other.secret);
                    memcpy(other.secret, t.secret, sizeof other.secret);
                    CHECK(looks_equal(&t, &other, audience));
                    CHECK(advised_equally(&t, &other, audience));
                }
            }
            request_move(&t, think(&t.game));
        }
    }
}

TEST(advice_has_own_tickets_with_a_way_and_what_all_can_add_up)
{
    struct linea_table t = begun("europe");
    const char *advice = ask(&t, ANN, "{\"id\":7,\"do\":\"advise\"}");
    CHECK(has(advice, "{\"id\":7,\"ok\":true,\"event\":4,\"tickets\":[{\"ticket\":\""));
    for (int i = 0; i < t.game.seat[0].offered; i++) {
        char name[LINEA_MOVE_TEXT];
        struct linea_out out;
        linea_out_init(&out, name, sizeof name);
        linea_out_text(&out, "{\"ticket\":\"");
        linea_ticket_write(t.map, &out, t.game.seat[0].offer[i]);
        linea_out_text(&out, "\",\"is\":\"open\",\"way\":[\"");
        CHECK(has(advice, name));
    }
    CHECK(has(advice, "\"scores\":[{\"routes\":0,\"tickets\":0,\"stations\":12,"
                      "\"longest\":0,\"total\":12,\"tickets_done\":0},"
                      "{\"routes\":0,\"stations\":12,\"longest\":0,\"total\":12}]"));
}

TEST(who_watches_is_advised_of_public_scores_alone)
{
    struct linea_table t = begun("germany");
    for (uint64_t player = 0; player <= EVE; player += EVE)
        CHECK(has(ask(&t, player, "{\"id\":1,\"do\":\"advise\"}"),
                  "\"tickets\":[],\"scores\":[{\"routes\":0,\"passengers\":0,"
                  "\"total\":0},{\"routes\":0,\"passengers\":0,\"total\":0}]"));
}

TEST(there_is_no_advice_before_the_game)
{
    struct linea_table t = made("{\"map\":\"london\",\"seats\":[\"human\",\"human\"]}");
    CHECK(has(ask(&t, ANN, "{\"id\":1,\"do\":\"advise\"}"), "\"error\":\"not-begun\""));
}

TEST(who_watches_a_delayed_game_is_advised_as_late_as_it_is_shown)
{
    static const char request[] = "{\"id\":1,\"do\":\"advise\"}";
    struct linea_table before =
        made("{\"map\":\"london\",\"seats\":[\"human\",\"human\"]}");
    struct linea_table t = begun("london");
    struct linea_table_io delayed = io;
    struct linea_out out;
    delayed.behind = &before;
    linea_out_init(&out, answer, sizeof answer);
    linea_table_request(&t, &out, &delayed, EVE, request, strlen(request), ++now);
    CHECK(has(answer, "\"error\":\"not-begun\""));
}

/* How many of a text there are in another. */
static int count(const char *text, const char *part)
{
    int n = 0;
    for (const char *at = text; (at = strstr(at, part)); at++)
        n++;
    return n;
}

TEST(at_the_end_advice_agrees_with_the_scores)
{
    for (int i = 0; maps_id(i); i++) {
        struct linea_table t = begun(maps_id(i));
        static char scores[LINEA_LINE];
        struct linea_out out;
        while (!t.over)
            request_move(&t, think(&t.game));
        linea_out_init(&out, scores, sizeof scores);
        linea_scores_write(&t.game, &out, &t.result);
        *strstr(scores, ",\"winners\"") = 0;
        const char *advice = ask(&t, BEN, "{\"id\":1,\"do\":\"advise\"}");
        CHECK(has(advice, scores));
        CHECK_EQ(count(advice, "\"is\":\"done\""), t.result.seat[1].tickets_done);
        CHECK_EQ(count(advice, "\"ticket\":"),
                 linea_set_count(&t.game.seat[1].tickets));
    }
}

TEST(a_table_of_bots_alone_begins_by_itself_where_that_is_allowed)
{
    struct linea_table_io alone = io;
    struct linea_table t;
    struct linea_error error;
    static const char request[] =
        "{\"map\":\"london\",\"seats\":[\"bot:easy\",\"bot:easy\"]}";
    CHECK(!linea_table_make(&t, &error, &alone, request, strlen(request), ANN, secret,
                            1000));
    CHECK(has(error.message, "at least one must be"));
    alone.bots_only = true;
    stored_length = 0;
    CHECK(linea_table_make(&t, &error, &alone, request, strlen(request), ANN, secret,
                           1000));
    CHECK(t.begun);
    CHECK(has(received[LINEA_SEATS], "\"what\":\"began\""));
    /* a log that has one is read all the same */
    struct linea_table again = {0};
    CHECK(linea_table_restore(&again, &error, &io, false, stored,
                              (size_t)(strchr(stored, '\n') - stored)));
}

TEST(no_line_for_others_reveals_what_was_drawn_blind_or_kept)
{
    struct linea_table t = begun("europe");
    while (!t.over) {
        linea_move m = think(&t.game);
        int seat = t.game.turn;
        bool hidden =
            (linea_move_kind(m) == LINEA_DRAW && linea_move_low(m) == LINEA_BLIND) ||
            linea_move_kind(m) == LINEA_KEEP ||
            linea_move_kind(m) == LINEA_TICKETS_DRAW;
        request_move(&t, m);
        if (!hidden || t.over)
            continue;
        const char *did = strstr(received[1 - seat], "\"did\":");
        CHECK(did && !memchr(did, 0, 8));
        const char *end = strchr(did, '}');
        CHECK(!strstr(did, "\"drew\"") || strstr(did, "\"drew\"") > end);
        CHECK(!strstr(did, "keep ") || strstr(did, "keep ") > end);
        CHECK(!has(received[1 - seat], "\"secret\""));
        CHECK(!has(received[LINEA_SEATS], "\"moves\""));
    }
}

TEST(a_seat_given_up_is_played_on_by_a_program)
{
    struct linea_table t = begun("london");
    const char *bot = NULL;
    CHECK_EQ(linea_table_program(&t, &bot), LINEA_NOBODY);
    CHECK(has(ask(&t, ANN, "{\"id\":1,\"do\":\"resign\"}"), "\"ok\":true"));
    CHECK(has(ask(&t, ANN, "{\"id\":1,\"do\":\"resign\"}"), "\"error\":\"resigned\""));
    CHECK(has(received[1],
              "\"what\":\"resigned\",\"you\":1,\"seat\":0,\"takeover\":\"bot\""));
    CHECK_EQ(linea_table_program(&t, &bot), 0);
    CHECK_TEXT(bot, "normal");
    linea_move m = think(&t.game);
    CHECK(!linea_table_program_move(&t, &io, t.state + 1, m, ++now));
    CHECK(linea_table_program_move(&t, &io, t.state, m, ++now));
    CHECK(!linea_table_program_move(&t, &io, t.state, m, ++now));
}

TEST(a_seat_that_idles_does_the_least_and_games_still_end)
{
    struct linea_table t =
        made("{\"map\":\"new-york\",\"seats\":[\"human\",\"bot:easy\"],"
             "\"takeover\":\"idle\"}");
    const char *bot;
    ask(&t, ANN, "{\"id\":1,\"do\":\"sit\",\"name\":\"Ann\"}");
    ask(&t, ANN, "{\"id\":2,\"do\":\"resign\"}");
    for (int step = 0; !t.over && step < 2000; step++) {
        CHECK(linea_table_program(&t, &bot) != LINEA_NOBODY);
        linea_move m = bot ? think(&t.game) : linea_table_idle_move(&t.game);
        CHECK(linea_table_program_move(&t, &io, t.state, m, ++now));
    }
    CHECK(t.over);
}

TEST(rubbish_is_answered_and_changes_nothing)
{
    struct linea_table t = begun("germany"), before = t;
    struct linea_rng rng = {3};
    char request[64];
    for (int i = 0; i < 20000; i++) {
        static const char *const part[] = {
            "{",       "}",     "\"id\":", "1",           ",",    "\"do\":", "\"move\"",
            "\"sit\"", "\"x\"", "[",       "\"state\":4", "null", "\\",      "\x80"};
        request[0] = 0;
        for (int k = linea_rng_below(&rng, 8); k > 0; k--)
            strcat(request,
                   part[linea_rng_below(&rng, (int)(sizeof part / sizeof *part))]);
        ask(&t, linea_rng_below(&rng, 2) ? ANN : EVE, request);
        CHECK(answer[0] == '{');
        CHECK(memcmp(&t, &before, sizeof t) == 0);
    }
}

static void put_between(struct linea_out *out, int i, int apart, const char *rest)
{
    char text[200];
    snprintf(text, sizeof text,
             "%s{\"between\":[\"one-location-of-the-longest-id%02d\","
             "\"one-location-of-the-longest-id%02d\"],%s}",
             i ? "," : "", i % LINEA_LOCATIONS, (i + apart) % LINEA_LOCATIONS, rest);
    linea_out_text(out, text);
}

static void mistaken(void *context, int line_number, const char *where,
                     const char *what)
{
    (void)context;
    fail_msg("line %d, %s: %s", line_number, where, what);
}

/* The map with the most and the longest moves: everything on it can be paid in 65 ways,
   and ids are as long as they may be. */
static void compile_wordiest(void)
{
    static char text[65536];
    struct linea_out out;
    linea_out_init(&out, text, sizeof text);
    linea_out_text(
        &out, "{\"linea-map\":1,\"id\":\"wordiest\",\"name\":{\"en\":\"W\"},"
              "\"players\":[2,2],\"first\":\"youngest\",\"vehicle\":\"train\","
              "\"vehicles\":60,\"end-vehicles\":2,\"single-parallels-up-to\":0,"
              "\"cards\":{\"red\":13,\"orange\":13,\"yellow\":13,\"green\":13,"
              "\"blue\":13,\"purple\":13,\"black\":13,\"white\":13,\"wild\":24},"
              "\"hand\":4,\"route-points\":{\"8\":21},\"decks\":[{\"id\":\"regular\"}],"
              "\"opening\":{\"deal\":{\"regular\":1},\"keep\":1,"
              "\"returned\":\"bottom\"},"
              "\"draw\":{\"tickets\":1,\"from\":[\"regular\"],\"keep\":1},"
              "\"mechanics\":{\"stations\":{\"costs\":[8],\"points\":4}},\"ties\":[],"
              "\"locations\":[");
    for (int i = 0; i < LINEA_LOCATIONS; i++) {
        char place[100];
        snprintf(place, sizeof place,
                 "%s{\"id\":\"one-location-of-the-longest-id%02d\","
                 "\"name\":{\"en\":\"P\"}}",
                 i ? "," : "", i);
        linea_out_text(&out, place);
    }
    linea_out_text(&out, "],\"routes\":[");
    for (int i = 0; i < LINEA_ROUTES; i++)
        put_between(&out, i, 1 + i / LINEA_LOCATIONS,
                    "\"length\":8,\"colour\":\"gray\"");
    linea_out_text(&out, "],\"tickets\":[");
    for (int i = 0; i < LINEA_LOCATIONS; i++)
        put_between(&out, i, 3, "\"points\":1,\"deck\":\"regular\"");
    linea_out_text(&out, "]}");
    struct linea_map_report report = {.mistake = mistaken};
    CHECK(linea_map_read(&wordiest, &json, text, strlen(text), &report));
}

TEST(the_most_and_longest_moves_that_any_map_can_have_are_shown_in_whole)
{
    static linea_move moves[LINEA_MOVES];
    compile_wordiest();
    struct linea_table t = begun("wordiest");
    for (int i = 0; i < 2; i++)
        request_move(&t, think(&t.game));
    for (int kind = 0; kind < LINEA_KINDS; kind++)
        t.game.seat[0].cards[kind] = LINEA_LENGTH;
    CHECK(linea_game_moves(&t.game, moves) > (LINEA_ROUTES + LINEA_LOCATIONS) * 65);
    const char *shown = ask(&t, ANN, "{\"id\":1,\"do\":\"look\"}");
    CHECK(strcmp(shown + strlen(shown) - 2, "}}") == 0);
}
