/*
 * tests/cup_test.c - tournaments: joining, rounds, points, no-shows, standings, logs.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <string.h>

#include "cup_box.h"
#include "linea/sha256.h"
#include "test.h"

static const char swiss4[] = "\"format\":\"swiss\",\"size\":4,\"rounds\":3";
static const char swiss2[] = "\"format\":\"swiss\",\"size\":2,\"rounds\":3";
static const char knockout2[] = "\"format\":\"knock-out\",\"size\":2";
static const char arena3[] = "\"format\":\"arena\",\"size\":3,\"minutes\":2";

static bool says(const char *text, const char *words)
{
    return strstr(text, words) != NULL;
}

static bool refuses(struct cup_box *box, const char *code)
{
    char words[64];
    snprintf(words, sizeof words, "\"error\":\"%s\"", code);
    return says(box->answer, words);
}

static void begin(struct cup_box *box)
{
    CHECK(cup_ask_host(box, "{\"do\":\"begin\"}"));
    cup_go_on(box);
}

static const struct linea_cup_player *player(const struct cup_box *box, int number)
{
    return &box->cup.player[number];
}

TEST(players_join_once_and_under_names_of_their_own)
{
    struct cup_box *box = cup_box();
    cup_make(box, swiss4, 2);
    CHECK(!cup_join(box, 1) && refuses(box, "joined"));
    CHECK(!cup_ask(box, 9, "{\"do\":\"join\",\"name\":\"Player AAA\"}"));
    CHECK(refuses(box, "name-taken"));
    CHECK(!cup_ask(box, 9, "{\"do\":\"join\",\"name\":\"\\u202e\"}"));
    CHECK(!cup_ask(box, 9, "{\"do\":\"join\"}") && refuses(box, "syntax"));
    CHECK(cup_ask(box, 9, "{\"id\":4,\"do\":\"join\",\"name\":\"Ann\"}"));
    CHECK(says(box->answer, "{\"id\":4,\"ok\":true,\"event\":4}"));
    CHECK_EQ(box->cup.players, 3);
}

TEST(only_the_host_begins_and_not_alone)
{
    struct cup_box *box = cup_box();
    cup_make(box, swiss4, 1);
    CHECK(!cup_ask_host(box, "{\"do\":\"begin\"}") && refuses(box, "alone"));
    CHECK(cup_join(box, 1));
    CHECK(!cup_ask(box, 0, "{\"do\":\"begin\"}") && refuses(box, "not-host"));
    CHECK(cup_ask_host(box, "{\"do\":\"begin\"}"));
    CHECK(!cup_ask_host(box, "{\"do\":\"begin\"}") && refuses(box, "begun"));
}

TEST(who_leaves_before_it_begins_is_not_there)
{
    struct cup_box *box = cup_box();
    cup_make(box, swiss4, 3);
    CHECK(cup_ask(box, 1, "{\"do\":\"leave\"}"));
    CHECK_EQ(box->cup.players, 2);
    CHECK_TEXT(player(box, 1)->name, "player AAC");
    CHECK(!cup_ask(box, 1, "{\"do\":\"leave\"}") && refuses(box, "not-joined"));
    cup_check_log(box);
}

TEST(bad_settings_are_refused_with_their_key)
{
    static const char *const wrong[] = {
        "\"size\":4",
        "\"format\":\"chess\",\"size\":4",
        "\"format\":\"swiss\"",
        "\"format\":\"swiss\",\"size\":6",
        "\"format\":\"swiss\",\"size\":4,\"least\":5",
        "\"format\":\"swiss\",\"size\":4,\"rounds\":65",
        "\"format\":\"knock-out\",\"size\":2,\"on\":2",
        "\"format\":\"arena\",\"size\":2,\"minutes\":0",
        "\"format\":\"swiss\",\"size\":2,\"rest\":-1",
        "\"format\":\"swiss\",\"size\":2,\"every\":9999999",
        "\"format\":\"swiss\",\"size\":2,\"late\":65",
        "\"format\":\"swiss\",\"size\":2,\"duplicate\":1",
        "\"format\":\"arena\",\"size\":2,\"field\":true",
        "\"format\":\"swiss\",\"size\":2,\"field\":true,\"duplicate\":true",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct cup_box *box = cup_box();
        const uint8_t secret[LINEA_CUP_SECRET] = {0};
        char request[256];
        snprintf(request, sizeof request, "{\"name\":\"c\",\"map\":\"europe\",%s}",
                 wrong[i]);
        CHECK(!linea_cup_make(&box->cup, &box->error, &box->io, request,
                              strlen(request), CUP_HOST, secret, 0));
        CHECK(box->error.message[0] && box->events[LINEA_CUP_STORE] == 0);
        CHECK_EQ(box->cup.stage, LINEA_CUP_UNMADE);
    }
}

TEST(places_give_3_1_a_half_and_nothing)
{
    static const int totals[] = {40, 30, 20, 10};
    struct cup_box *box = cup_box();
    cup_make(box, swiss4, 4);
    begin(box);
    const int *seats = box->cup.table[0].player;
    int by_place[4];
    memcpy(by_place, seats, sizeof by_place);
    CHECK(cup_report(box, 1, totals, 0));
    CHECK_EQ(player(box, by_place[0])->points, 3 * LINEA_CUP_POINT);
    CHECK_EQ(player(box, by_place[1])->points, LINEA_CUP_POINT);
    CHECK_EQ(player(box, by_place[2])->points, LINEA_CUP_POINT / 2);
    CHECK_EQ(player(box, by_place[3])->points, 0);
    CHECK_EQ(player(box, by_place[0])->wins, LINEA_CUP_POINT);
    CHECK_EQ(player(box, by_place[0])->share, LINEA_CUP_WHOLE * 4 / 10);
}

TEST(who_ties_shares_points_and_victory)
{
    static const int totals[] = {40, 40, -5, 10};
    struct cup_box *box = cup_box();
    cup_make(box, swiss4, 4);
    begin(box);
    int seats[4];
    memcpy(seats, box->cup.table[0].player, sizeof seats);
    CHECK(cup_report(box, 1, totals, 0));
    CHECK_EQ(player(box, seats[0])->points, 2 * LINEA_CUP_POINT);
    CHECK_EQ(player(box, seats[1])->points, 2 * LINEA_CUP_POINT);
    CHECK_EQ(player(box, seats[0])->wins, LINEA_CUP_POINT / 2);
    CHECK_EQ(player(box, seats[2])->share, 0);
    CHECK_EQ(player(box, seats[3])->points, LINEA_CUP_POINT / 2);
}

TEST(who_does_not_come_gets_nothing_and_is_out_after_two)
{
    static const int totals[] = {40, 30};
    struct cup_box *box = cup_box();
    cup_make(box, swiss2, 2);
    begin(box);
    for (int round = 0; round < 2; round++) {
        const struct linea_cup_table *table = &box->cup.table[0];
        int absent = table->player[0] == 0 ? 0 : 1;
        CHECK(!player(box, 0)->out);
        CHECK(cup_report(box, table->number, totals, 1u << absent));
        cup_go_on(box);
    }
    CHECK_EQ(player(box, 0)->points, 0);
    CHECK_EQ(player(box, 1)->points, 6 * LINEA_CUP_POINT);
    CHECK(player(box, 0)->out);
    CHECK_EQ(box->cup.stage, LINEA_CUP_OVER);
    cup_check_log(box);
}

TEST(a_bye_is_a_win_for_two_and_everybody_has_one_before_anybody_has_two)
{
    struct cup_box *box = cup_box();
    cup_make(box, swiss2, 3);
    cup_play(box, &(struct cup_chances){0});
    for (int p = 0; p < 3; p++)
        CHECK_EQ(player(box, p)->byes, 1);
    CHECK(player(box, 0)->points >= 3 * LINEA_CUP_POINT);
}

TEST(nobody_begins_much_more_often_than_others)
{
    struct cup_box *box = cup_box();
    cup_make(box, "\"format\":\"swiss\",\"size\":2,\"rounds\":8", 16);
    cup_play(box, &(struct cup_chances){0});
    for (int p = 0; p < 16; p++)
        CHECK(player(box, p)->seat[0] >= 2 && player(box, p)->seat[0] <= 6);
}

TEST(tables_of_five_may_have_four_and_the_smaller_ones_are_shared_out)
{
    struct cup_box *box = cup_box();
    cup_make(box, "\"format\":\"swiss\",\"size\":5,\"rounds\":4", 14);
    cup_play(box, &(struct cup_chances){0});
    for (int p = 0; p < 14; p++)
        CHECK(player(box, p)->small <= 2 && player(box, p)->byes == 0);
}

TEST(full_tables_alone_leave_some_a_bye)
{
    struct cup_box *box = cup_box();
    cup_make(box, "\"format\":\"swiss\",\"size\":4,\"least\":4,\"rounds\":3", 6);
    begin(box);
    CHECK_EQ(box->cup.open, 1);
    CHECK_EQ(box->cup.table[0].seats, 4);
    CHECK_EQ(player(box, 0)->byes + player(box, 1)->byes + player(box, 2)->byes +
                 player(box, 3)->byes + player(box, 4)->byes + player(box, 5)->byes,
             2);
}

TEST(one_may_join_a_swiss_late_but_not_too_late)
{
    struct cup_box *box = cup_box();
    cup_make(box, "\"format\":\"swiss\",\"size\":2,\"rounds\":4,\"late\":2", 4);
    begin(box);
    CHECK(cup_join(box, 4));
    CHECK_EQ(player(box, 4)->table, LINEA_CUP_NONE);
    static const int totals[] = {2, 1};
    CHECK(cup_report(box, 1, totals, 0) && cup_report(box, 2, totals, 0));
    cup_go_on(box);
    CHECK_EQ(box->cup.round, 2);
    CHECK(!cup_join(box, 5) && refuses(box, "begun"));
}

TEST(who_has_left_may_come_back)
{
    static const int totals[] = {2, 1};
    struct cup_box *box = cup_box();
    cup_make(box, swiss2, 2);
    begin(box);
    CHECK(cup_ask(box, 0, "{\"do\":\"leave\"}"));
    CHECK(cup_join(box, 0));
    CHECK(cup_report(box, 1, totals, 0));
    cup_go_on(box);
    CHECK_EQ(box->cup.round, 2);
    cup_check_log(box);
}

TEST(a_pause_keeps_the_next_round_back)
{
    static const int totals[] = {2, 1};
    struct cup_box *box = cup_box();
    cup_make(box, swiss2, 2);
    begin(box);
    CHECK(cup_ask_host(box, "{\"do\":\"pause\"}"));
    CHECK(!cup_ask_host(box, "{\"do\":\"pause\"}") && refuses(box, "done"));
    CHECK(cup_report(box, 1, totals, 0));
    cup_go_on(box);
    CHECK_EQ(box->cup.open, 0);
    CHECK(cup_ask_host(box, "{\"do\":\"resume\"}"));
    cup_go_on(box);
    CHECK_EQ(box->cup.round, 2);
}

TEST(the_host_may_end_it_after_what_is_being_played)
{
    static const int totals[] = {2, 1};
    struct cup_box *box = cup_box();
    cup_make(box, swiss2, 2);
    begin(box);
    CHECK(cup_ask_host(box, "{\"do\":\"end\"}"));
    cup_go_on(box);
    CHECK_EQ(box->cup.stage, LINEA_CUP_RUNNING);
    CHECK(cup_report(box, 1, totals, 0));
    cup_go_on(box);
    CHECK_EQ(box->cup.stage, LINEA_CUP_OVER);
    CHECK(!cup_join(box, 7) && refuses(box, "over"));
}

TEST(rounds_rest_for_as_long_as_the_host_wants)
{
    static const int totals[] = {2, 1};
    struct cup_box *box = cup_box();
    cup_make(box, "\"format\":\"swiss\",\"size\":2,\"rounds\":2,\"rest\":60", 2);
    begin(box);
    CHECK(cup_report(box, 1, totals, 0));
    CHECK_EQ(linea_cup_due(&box->cup, box->now), box->now + 60000);
    linea_cup_tick(&box->cup, &box->io, box->now + 59999);
    CHECK_EQ(box->cup.round, 1);
    linea_cup_tick(&box->cup, &box->io, box->now + 60000);
    CHECK_EQ(box->cup.round, 2);
}

TEST(a_round_begins_no_sooner_than_its_time)
{
    static const int totals[] = {2, 1};
    struct cup_box *box = cup_box();
    cup_make(box,
             "\"format\":\"swiss\",\"size\":2,\"rounds\":2,\"rest\":60,\"every\":3600",
             2);
    int64_t before = box->now;
    begin(box);
    CHECK_EQ(box->cup.round, 1); /* the first one at once */
    CHECK(box->now < before + 60000);
    CHECK(cup_report(box, 1, totals, 0));
    int64_t second = box->cup.began + 3600 * 1000;
    CHECK_EQ(linea_cup_due(&box->cup, box->now), second);
    linea_cup_tick(&box->cup, &box->io, second - 1);
    CHECK_EQ(box->cup.round, 1);
    linea_cup_tick(&box->cup, &box->io, second);
    CHECK_EQ(box->cup.round, 2);
    /* what has lasted longer than that rests all the same */
    box = cup_box();
    cup_make(box,
             "\"format\":\"swiss\",\"size\":2,\"rounds\":2,\"rest\":60,\"every\":1", 2);
    begin(box);
    box->now += 5000;
    CHECK(cup_report(box, 1, totals, 0));
    CHECK_EQ(linea_cup_due(&box->cup, box->now), box->now + 60000);
}

TEST(the_best_of_each_table_go_on_in_a_knock_out)
{
    struct cup_box *box = cup_box();
    struct linea_cup_standing standing[LINEA_CUP_PLAYERS];
    cup_make(box, knockout2, 8);
    CHECK_EQ(cup_play(box, &(struct cup_chances){0}), 3);
    CHECK_EQ(linea_cup_standings(&box->cup, standing), 8);
    CHECK_EQ(player(box, standing[0].player)->reached, 3);
    CHECK_EQ(player(box, standing[0].player)->rank, 1);
    CHECK_EQ(player(box, standing[1].player)->reached, 3);
    CHECK_EQ(player(box, standing[2].player)->reached, 2);
    CHECK_EQ(player(box, standing[7].player)->reached, 1);
    CHECK(!cup_join(box, 9));
}

TEST(two_of_four_go_on_if_so_agreed)
{
    struct cup_box *box = cup_box();
    cup_make(box, "\"format\":\"knock-out\",\"size\":4,\"on\":2", 16);
    CHECK_EQ(cup_play(box, &(struct cup_chances){0}), 3);
}

TEST(an_arena_pairs_whoever_is_free_and_not_the_same_at_once)
{
    static const int totals[] = {3, 2, 1};
    struct cup_box *box = cup_box();
    cup_make(box, arena3, 6);
    begin(box);
    CHECK_EQ(box->cup.open, 2);
    box->now += 1000;
    CHECK(cup_report(box, 1, totals, 0));
    cup_go_on(box);
    CHECK_EQ(box->cup.open, 1); /* the three wait for others */
    CHECK(cup_report(box, 2, totals, 0));
    cup_go_on(box);
    CHECK_EQ(box->cup.open, 2);
    int together = 0; /* of those who were at table 1 */
    for (int t = 0; t < LINEA_CUP_TABLES; t++)
        if (box->cup.table[t].number == 3)
            for (int s = 0; s < 3; s++)
                together += linea_cup_met(&box->cup, box->cup.table[t].player[s],
                                          box->cup.table[t].player[(s + 1) % 3]) > 1;
    CHECK(together <= 1);
}

TEST(who_fills_tables_of_an_arena_never_plays_without_others)
{
    struct cup_box *box = cup_box();
    static const int totals[] = {3, 2, 1};
    cup_make(box, arena3, 0);
    for (int p = 0; p < 9; p++) {
        char request[80];
        snprintf(request, sizeof request, "{\"do\":\"join\",\"name\":\"%c%s}", 'A' + p,
                 p < 4 ? "\"" : "\",\"house\":true");
        CHECK(cup_ask(box, p, request));
    }
    CHECK(says(box->last[LINEA_CUP_PUBLIC], "\"house\":true"));
    begin(box);
    for (int round = 0; round < 6; round++) {
        CHECK_EQ(box->cup.open, round < 4 ? 2 : 0);
        for (int t = 0; t < LINEA_CUP_TABLES; t++) {
            const struct linea_cup_table *table = &box->cup.table[t];
            bool others = false;
            for (int s = 0; table->number && s < table->seats; s++)
                others |= table->player[s] < 4;
            CHECK_EQ(others, table->number != 0);
            if (table->number)
                CHECK(cup_report(box, table->number, totals, 0));
        }
        for (int p = 0; round == 3 && p < 4; p++)
            CHECK(cup_ask(box, p, "{\"do\":\"leave\"}"));
        cup_go_on(box);
        cup_go_on(box);
        cup_go_on(box);
    }
}

TEST(an_arena_ends_in_time_when_its_tables_are_done)
{
    struct cup_box *box = cup_box();
    cup_make(box, arena3, 7);
    cup_play(box, &(struct cup_chances){.ties = 20});
    CHECK(box->cup.at >= box->cup.began + 120000);
    CHECK(box->cup.at < box->cup.began + 140000);
    for (int p = 0; p < 7; p++)
        CHECK(player(box, p)->tables > 3);
}

TEST(a_duplicate_plays_each_deal_once_in_every_seating)
{
    static const int totals[] = {30, 20, 10};
    struct cup_box *box = cup_box();
    cup_make(box, "\"format\":\"swiss\",\"size\":3,\"rounds\":2,\"duplicate\":true", 6);
    begin(box);
    const struct linea_cup_table *table = linea_cup_table(&box->cup, 1);
    struct linea_seed one, other;
    linea_cup_deal(&box->cup, &one, table);
    linea_cup_deal(&box->cup, &other, linea_cup_table(&box->cup, 2));
    CHECK(memcmp(&one, &other, sizeof one) == 0);
    int members[3];
    memcpy(members, table->player, sizeof members);
    unsigned seats[LINEA_CUP_PLAYERS] = {0};
    for (int game = 0; game < 3; game++) {
        CHECK_EQ(table->games, game);
        for (int s = 0; s < 3; s++)
            seats[linea_cup_sits(table, game, s)] |= 1u << s;
        CHECK(cup_report(box, 1, totals, 0));
    }
    CHECK(linea_cup_table(&box->cup, 1) == NULL);
    for (int m = 0; m < 3; m++) { /* the seat won each time: so all are equal */
        CHECK_EQ(seats[members[m]], 7);
        CHECK_EQ(player(box, members[m])->points, LINEA_CUP_POINT * 4 / 3);
        CHECK_EQ(player(box, members[m])->share, LINEA_CUP_WHOLE / 3);
    }
}

/* A round of three tables of two in which table t ends `lead[t]` to 0. */
static void play_field(struct cup_box *box, const int lead[3])
{
    uint32_t first = box->cup.tables - 2;
    for (uint32_t t = 0; t < 3; t++) {
        const int totals[] = {50 + lead[t], 50};
        CHECK(cup_report(box, first + t, totals, 0));
    }
}

TEST(in_a_field_those_who_held_the_same_seat_are_compared)
{
    static const int lead[3] = {10, -5, 10};
    struct cup_box *box = cup_box();
    int seat[3][2];
    cup_make(box, "\"format\":\"swiss\",\"size\":2,\"rounds\":2,\"field\":true", 6);
    begin(box);
    struct linea_seed one, other;
    linea_cup_deal(&box->cup, &one, linea_cup_table(&box->cup, 1));
    linea_cup_deal(&box->cup, &other, linea_cup_table(&box->cup, 3));
    CHECK(memcmp(&one, &other, sizeof one) == 0);
    for (uint32_t t = 0; t < 3; t++)
        memcpy(seat[t], linea_cup_table(&box->cup, t + 1)->player, sizeof seat[t]);
    play_field(box, lead);
    /* Seat 0 led by 10, -5 and 10: a win over one and a tie, nothing, the same. */
    CHECK_EQ(player(box, seat[0][0])->points, 3 * LINEA_CUP_POINT * 3 / 4);
    CHECK_EQ(player(box, seat[1][0])->points, 0);
    CHECK_EQ(player(box, seat[2][0])->points, 3 * LINEA_CUP_POINT * 3 / 4);
    /* Who lost by 10 in seat 1 has only tied with the other who did. */
    CHECK_EQ(player(box, seat[0][1])->points, 3 * LINEA_CUP_POINT / 4);
    CHECK_EQ(player(box, seat[1][1])->points, 3 * LINEA_CUP_POINT);
    CHECK_EQ(player(box, seat[1][1])->wins, LINEA_CUP_POINT);
    cup_go_on(box);
    CHECK_EQ(box->cup.round, 2);
    cup_check_log(box);
}

TEST(in_a_field_nobody_has_points_before_all_have_played)
{
    static const int totals[] = {60, 50};
    struct cup_box *box = cup_box();
    cup_make(box, "\"format\":\"swiss\",\"size\":2,\"rounds\":2,\"field\":true", 4);
    begin(box);
    int first = box->cup.table[0].player[0], second = box->cup.table[1].player[0];
    CHECK(cup_report(box, 1, totals, 0));
    CHECK_EQ(player(box, first)->points, 0);
    CHECK(cup_report(box, 2, totals, 1)); /* who is not there is not compared */
    CHECK_EQ(player(box, first)->points, 3 * LINEA_CUP_POINT);
    CHECK_EQ(player(box, second)->points, 0);
}

TEST(in_a_field_a_seat_that_nobody_else_held_counts_by_its_place)
{
    static const int totals[] = {60, 50};
    struct cup_box *box = cup_box();
    cup_make(box, "\"format\":\"swiss\",\"size\":2,\"rounds\":1,\"field\":true", 2);
    begin(box);
    int first = box->cup.table[0].player[0];
    CHECK(cup_report(box, 1, totals, 0));
    CHECK_EQ(player(box, first)->points, 3 * LINEA_CUP_POINT);
    CHECK_EQ(player(box, !first)->points, 0);
}

TEST(only_tables_of_a_duplicate_have_the_same_deal)
{
    struct cup_box *box = cup_box();
    cup_make(box, swiss2, 4);
    begin(box);
    struct linea_seed one, other;
    linea_cup_deal(&box->cup, &one, linea_cup_table(&box->cup, 1));
    linea_cup_deal(&box->cup, &other, linea_cup_table(&box->cup, 2));
    CHECK(memcmp(&one, &other, sizeof one) != 0);
}

TEST(results_that_cannot_be_are_refused)
{
    struct cup_box *box = cup_box();
    struct linea_cup_result result = {.total = {2, 1}, .place = {1, 2}};
    cup_make(box, swiss2, 2);
    begin(box);
    CHECK(!linea_cup_report(&box->cup, &box->error, &box->io, 2, &result, 0));
    CHECK(!linea_cup_report(&box->cup, &box->error, &box->io, 0, &result, 0));
    result.absent = 4;
    CHECK(!linea_cup_report(&box->cup, &box->error, &box->io, 1, &result, 0));
    result.absent = 0;
    result.place[1] = 3;
    CHECK(!linea_cup_report(&box->cup, &box->error, &box->io, 1, &result, 0));
    result.place[1] = 2;
    result.place[2] = 1; /* there is no such seat: it is not looked at */
    CHECK(linea_cup_report(&box->cup, &box->error, &box->io, 1, &result, 0));
    cup_check_log(box);
}

TEST(the_secret_is_public_only_at_the_end_and_is_the_one_committed_to)
{
    struct cup_box *box = cup_box();
    cup_make(box, swiss2, 0);
    CHECK(says(box->last[LINEA_CUP_STORE], "\"secret\":\"07"));
    CHECK(!says(box->last[LINEA_CUP_PUBLIC], "secret"));
    char commitment[65];
    const char *at = strstr(box->last[LINEA_CUP_PUBLIC], "\"commitment\":\"");
    memcpy(commitment, at + 14, 64);
    commitment[64] = 0;
    CHECK(cup_join(box, 0) && cup_join(box, 1));
    cup_ask(box, 0, "{\"do\":\"look\"}");
    CHECK(says(box->answer, commitment) && !says(box->answer, "secret"));
    cup_play(box, &(struct cup_chances){0});
    CHECK(says(box->last[LINEA_CUP_PUBLIC], "\"secret\":\"07"));
    struct linea_sha256 hash;
    uint8_t bytes[LINEA_SHA256];
    linea_sha256_begin(&hash);
    linea_sha256_add(&hash, "linea cup commitment 1", 23);
    linea_sha256_add(&hash, box->cup.secret, LINEA_CUP_SECRET);
    linea_sha256_end(&hash, bytes);
    for (int i = 0; i < 32; i++) {
        char digits[3];
        snprintf(digits, sizeof digits, "%02x", bytes[i]);
        CHECK(memcmp(digits, commitment + 2 * i, 2) == 0);
    }
    CHECK_EQ(box->events[LINEA_CUP_STORE], box->events[LINEA_CUP_PUBLIC]);
}

TEST(a_nonce_of_a_player_changes_the_lots)
{
    struct linea_seed without;
    struct cup_box *box = cup_box();
    cup_make(box, swiss2, 1);
    CHECK(cup_ask(box, 5, "{\"do\":\"join\",\"name\":\"Ann\"}"));
    begin(box);
    without = box->cup.seed;
    box = cup_box();
    cup_make(box, swiss2, 1);
    CHECK(!cup_ask(box, 5, "{\"do\":\"join\",\"name\":\"Ann\",\"nonce\":\"12\"}"));
    CHECK(
        cup_ask(box, 5,
                "{\"do\":\"join\",\"name\":\"Ann\",\"nonce\":\"0123456789abcdef0123456"
                "789abcdef0123456789abcdef0123456789abcdef\"}"));
    begin(box);
    CHECK(memcmp(&without, &box->cup.seed, sizeof without) != 0);
    cup_check_log(box);
}

TEST(a_log_whose_pairing_was_changed_does_not_verify)
{
    struct cup_box *box = cup_box();
    cup_make(box, swiss2, 4);
    begin(box);
    char *tables = strstr(box->log, "\"tables\":[[");
    char first = tables[11];
    tables[11] = tables[13]; /* who begins */
    tables[13] = first;
    for (int verify = 0; verify < 2; verify++) {
        bool fine = true;
        memset(&box->again, 0, sizeof box->again);
        for (size_t at = 0; fine && at < box->length;) {
            const char *line = box->log + at;
            size_t length =
                (size_t)((char *)memchr(line, '\n', box->length - at) - line);
            fine = linea_cup_restore(&box->again, &box->error, &box->io, verify, line,
                                     length);
            at += length + 1;
        }
        CHECK(fine == !verify);
    }
    CHECK_EQ(box->error.code, LINEA_UNFAIR);
}

TEST(standings_go_by_points_wins_opponents_share_and_lot)
{
    struct cup_box *box = cup_box();
    struct linea_cup_standing out[LINEA_CUP_PLAYERS];
    cup_make(box, swiss4, 6);
    begin(box);
    for (int p = 0; p < 6; p++) {
        struct linea_cup_player *one = &box->cup.player[p];
        one->points = 10;
        one->wins = one->byes = 0;
        one->share = 5;
        memset(one->lot, p, sizeof one->lot);
    }
    memset(box->cup.met, 0, sizeof box->cup.met);
    box->cup.player[3].points = 11;
    box->cup.player[1].wins = 1;
    box->cup.met[4 * 3 / 2 + 3] = 1; /* 4 has met 3, who has most points */
    box->cup.player[5].share = 6;
    CHECK_EQ(linea_cup_standings(&box->cup, out), 6);
    static const int order[] = {3, 1, 4, 5, 0, 2};
    for (int i = 0; i < 6; i++) {
        CHECK_EQ(out[i].player, order[i]);
        CHECK_EQ(out[i].place, i + 1);
    }
    CHECK_EQ(out[2].opponents, 11);
}

TEST(rounds_fit_the_number_of_players_if_none_are_named)
{
    struct cup_box *box = cup_box();
    cup_make(box, "\"format\":\"swiss\",\"size\":3", 27);
    begin(box);
    CHECK_EQ(box->cup.rounds, 4);
    CHECK(cup_ask(box, 0, "{\"do\":\"look\"}"));
    CHECK(!linea_json_read(&box->json, box->answer, strlen(box->answer)));
}

TEST(a_thousand_and_24_players_are_the_most)
{
    struct cup_box *box = cup_box();
    cup_make(box, "\"format\":\"swiss\",\"size\":4,\"rounds\":1", LINEA_CUP_PLAYERS);
    CHECK(!cup_ask(box, 5000, "{\"do\":\"join\",\"name\":\"Zoe\"}"));
    CHECK(refuses(box, "full"));
    begin(box);
    CHECK_EQ(box->cup.open, 256);
    CHECK(cup_ask(box, 0, "{\"do\":\"look\"}"));
}
