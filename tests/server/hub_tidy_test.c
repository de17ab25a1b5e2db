/*
 * tests/server/hub_tidy_test.c - games that nobody has touched for long are removed;
 * all others stay.
 *
 * SPDX-License-Identifier: MIT
 */
#include "hub_box.h"

#include <stdio.h>

static const int64_t HOUR = 3600 * 1000, DAY = 24 * HOUR;

/* Some hours pass, minute by minute by the clock of the server. */
static void pass(int64_t time)
{
    now += time;
    for (int i = 0; i < 40; i++) {
        now += 2000;
        linea_hub_tick(hub);
        settle();
    }
}

static bool count_row(void *context, const struct linea_store_row *row)
{
    (void)row;
    ++*(int *)context;
    return true;
}

static int rows(enum linea_store_status status)
{
    int count = 0;
    const struct linea_store_query query = {.status = status, .limit = 1000};
    CHECK_EQ(linea_store_list(store, &query, count_row, &count), LINEA_STORE_OK);
    return count;
}

static bool is_there(uint64_t id)
{
    show(id, ANN);
    settle();
    CHECK(answered_status == HUB_OK || answered_status == HUB_MISSING);
    return answered_status == HUB_OK;
}

static void sit(uint64_t id)
{
    static const char text[] = "{\"id\":1,\"do\":\"sit\"}";
    linea_hub_request(hub, id, guest(ANN), text, sizeof text - 1, answer, NULL);
    settle();
}

/* Two people begin a game without a clock: nothing happens in it by itself. */
static void sit_down_slowly(struct sitting *s)
{
    memset(s, 0, sizeof *s);
    s->id = make("{\"map\":\"london\",\"seats\":[\"human\",\"human\"],\"first\":0}");
    s->a = join(&s->ann, s->id, ANN, 0);
    s->b = join(&s->ben, s->id, BEN, 0);
    ask(s->a, "{\"id\":1,\"do\":\"sit\"}");
    ask(s->b, "{\"id\":1,\"do\":\"sit\"}");
    settle();
}

/* A server that removes tables after so many days, and games. */
static void begin_tidy(int tables, int games)
{
    settings.forget_tables = tables;
    settings.forget_games = games;
    begin();
}

static void end_tidy(void)
{
    settings.forget_tables = settings.forget_games = 0;
    end();
}

TEST(tables_that_never_began_are_removed_when_nobody_has_touched_them)
{
    begin_tidy(14, 0);
    uint64_t old = make(two_people);
    pass(13 * DAY);
    uint64_t late = make(two_people);
    CHECK(is_there(old));
    pass(2 * DAY);
    CHECK(!is_there(old));
    CHECK(is_there(late));
    CHECK_EQ(rows(LINEA_STORE_OPEN), 1);
    sit(old);
    CHECK(has(answered, "\"error\":\"unknown\""));
    end_tidy();
}

TEST(a_table_that_was_touched_stays_and_so_does_one_that_somebody_looks_at)
{
    begin_tidy(14, 0);
    struct wire wire = {0};
    uint64_t touched = make(two_people), watched = make(two_people);
    struct hub_client *client = join(&wire, watched, 0, 0);
    pass(10 * DAY);
    sit(touched);
    CHECK(has(answered, "\"ok\":true"));
    pass(10 * DAY);
    CHECK(is_there(touched));
    CHECK(is_there(watched));
    linea_hub_part(hub, client);
    pass(5 * DAY);
    CHECK(!is_there(touched));
    CHECK(!is_there(watched));
    clear(&wire);
    end_tidy();
}

TEST(games_stay_unless_the_host_wants_them_removed)
{
    for (int games = 0; games <= 30; games += 30) {
        begin_tidy(14, games);
        struct sitting s;
        sit_down_slowly(&s);
        uint64_t over = s.id;
        ask(s.a, "{\"id\":3,\"do\":\"resign\"}");
        ask(s.b, "{\"id\":3,\"do\":\"resign\"}");
        settle();
        stand_up(&s);
        sit_down_slowly(&s);
        uint64_t running = s.id;
        stand_up(&s);
        CHECK_EQ(rows(LINEA_STORE_OVER), 1);
        CHECK_EQ(rows(LINEA_STORE_RUNNING), 1);
        pass(29 * DAY);
        CHECK(is_there(over) && is_there(running));
        pass(3 * DAY);
        CHECK_EQ(is_there(over), games == 0);
        CHECK_EQ(is_there(running), games == 0);
        end_tidy();
    }
}

TEST(a_game_that_is_moved_in_every_day_is_never_removed_also_after_a_restart)
{
    begin_tidy(14, 5);
    struct sitting s;
    sit_down_slowly(&s);
    for (int day = 0; day < 12; day++) {
        pass(DAY);
        CHECK(move_by(s.a, &s.ann) || move_by(s.b, &s.ben));
        settle();
        if (day != 6)
            continue;
        stand_up(&s);
        linea_hub_close(hub);
        open_hub();
        s.a = join(&s.ann, s.id, ANN, 0);
        s.b = join(&s.ben, s.id, BEN, 0);
    }
    stand_up(&s);
    CHECK(is_there(s.id));
    pass(6 * DAY);
    CHECK(!is_there(s.id));
    end_tidy();
}

TEST(thousands_of_forgotten_tables_go_and_the_ones_between_stay)
{
    enum { TABLES = 300 };
    uint64_t id[TABLES];
    settings.most_games = TABLES;
    begin_tidy(14, 0);
    for (int i = 0; i < TABLES; i++)
        id[i] = make(two_people);
    pass(13 * DAY);
    for (int i = 0; i < TABLES; i += 3) {
        sit(id[i]);
    }
    pass(2 * DAY);
    CHECK_EQ(rows(LINEA_STORE_OPEN), TABLES / 3);
    struct hub_counters counted;
    linea_hub_count(hub, &counted);
    CHECK_EQ(counted.removed, TABLES - TABLES / 3);
    for (int i = 0; i < TABLES; i++)
        CHECK_EQ(is_there(id[i]), i % 3 == 0);
    settings.most_games = 3;
    end_tidy();
}
