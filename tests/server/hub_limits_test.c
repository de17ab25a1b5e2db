/*
 * tests/server/hub_limits_test.c - limits for what is kept: talk, sitting down, tables
 * in the lobby, rematches; and seats and names that are somebody's.
 *
 * SPDX-License-Identifier: MIT
 */
#include "hub_box.h"

#include <sodium.h>
#include <stdio.h>

#include "linea/hex.h"

static struct hub_guest stranger(uint64_t player)
{
    return (struct hub_guest){.player = player, .name = "Eve", .origin = 77};
}

static bool ask_as(uint64_t game, const struct hub_guest *who, const char *text)
{
    linea_hub_request(hub, game, who, text, strlen(text), answer, NULL);
    settle();
    return has(answered, "\"ok\":true");
}

TEST(sitting_down_and_leaving_again_and_again_makes_no_table_unusable)
{
    begin();
    uint64_t id = make(two_people);
    int sat = 0;
    for (int i = 0; i < 100; i++) {
        struct hub_guest eve = stranger(0xe00 + (uint64_t)(i % 20));
        if (ask_as(id, &eve, "{\"id\":1,\"do\":\"sit\"}")) {
            sat++;
            CHECK(ask_as(id, &eve, "{\"id\":1,\"do\":\"leave\"}"));
        } else {
            CHECK_EQ(answered_status, HUB_TOO_MANY);
            CHECK(has(answered, "\"error\":\"too-many\""));
        }
    }
    CHECK_EQ(sat, 16);
    CHECK(ask_as(id, guest(ANN), "{\"id\":1,\"do\":\"sit\"}")); /* others may */
    CHECK(ask_as(id, guest(BEN), "{\"id\":1,\"do\":\"sit\"}"));
    end();
}

TEST(games_that_wait_for_people_need_not_fit_into_memory)
{
    enum { MOST = 4096, MORE = 500 };
    static const char slow[] = "{\"map\":\"london\",\"seats\":[\"human\",\"human\"]}";
    struct hub_counters counted;
    uint64_t last = 0;
    settings.most_games = MOST + MORE;
    begin();
    for (int i = 0; i < MOST + MORE; i++)
        last = make(slow);
    for (int restart = 0; restart < 2; restart++) {
        do {
            linea_hub_tick(hub);
            settle();
            linea_hub_count(hub, &counted);
        } while (counted.unread);
        now += 1000;
        linea_hub_tick(hub);
        linea_hub_count(hub, &counted);
        CHECK(counted.games <= (restart ? 0 : MOST)); /* none of them is due */
        CHECK(ask_as(last, guest(restart ? ANN : BEN), "{\"id\":1,\"do\":\"sit\"}"));
        if (restart)
            break;
        linea_hub_close(hub);
        open_hub();
    }
    settings.most_games = 3;
    end();
}

/* Somebody may look at thousands of them in a minute. */
TEST(games_that_are_over_need_not_fit_into_memory_either)
{
    enum { MOST = 4096 };
    struct hub_counters counted;
    struct sitting s;
    settings.most_games = MOST + 2;
    begin();
    sit_down(&s);
    ask(s.a, "{\"id\":3,\"do\":\"resign\"}");
    ask(s.b, "{\"id\":3,\"do\":\"resign\"}");
    settle(); /* bots play it to its end */
    stand_up(&s);
    now += 3600000;
    linea_hub_tick(hub);
    linea_hub_count(hub, &counted);
    CHECK_EQ(counted.games, 0);
    for (int i = 0; i < MOST; i++)
        make("{\"map\":\"london\",\"seats\":[\"human\",\"human\"]}");
    for (int i = 0; i < 3; i++) {
        show(s.id, 0);
        CHECK(has(answered, "\"stage\":\"over\""));
        linea_hub_tick(hub);
        linea_hub_count(hub, &counted);
        CHECK_EQ(counted.games, MOST);
    }
    settings.most_games = 3;
    end();
}

TEST(latest_events_are_in_memory_for_few_games_at_which_nobody_is)
{
    enum { GAMES = 300 };
    static uint64_t game[GAMES];
    struct hub_counters counted;
    settings.most_games = GAMES;
    begin();
    for (int i = 0; i < GAMES; i++) {
        game[i] = make(two_people);
        CHECK(ask_as(game[i], guest(ANN), "{\"id\":1,\"do\":\"sit\"}"));
    }
    for (int i = 0; i < GAMES; i++) {
        struct wire eve = {0};
        struct hub_client *e = join(&eve, game[i], 0, 1);
        CHECK_EQ(count(&eve, NULL, "\"what\":\"sat\""), 1);
        linea_hub_part(hub, e);
        clear(&eve);
    }
    linea_hub_count(hub, &counted);
    CHECK_EQ(counted.recents, 64);
    settings.most_games = 3;
    end();
}

/* A clock that goes on by a millisecond whenever somebody looks at it. */
static int64_t slow_now(void)
{
    return now++;
}

TEST(what_nobody_has_asked_for_happens_some_at_a_time)
{
    enum { GAMES = 100 };
    static const char quick[] = "{\"map\":\"london\",\"seats\":[\"human\",\"human\"],"
                                "\"first\":0,\"clock\":60,\"takeover\":\"idle\"}";
    struct hub_counters before;
    settings.most_games = GAMES;
    begin();
    for (int i = 0; i < GAMES; i++) {
        uint64_t id = make(quick);
        CHECK(ask_as(id, guest(ANN), "{\"id\":1,\"do\":\"sit\"}"));
        CHECK(ask_as(id, guest(BEN), "{\"id\":1,\"do\":\"sit\"}"));
    }
    linea_hub_close(hub);
    before.moves = 0;
    int64_t (*usual)(void) = settings.now;
    settings.now = slow_now; /* each thing takes milliseconds now */
    open_hub();
    now += 61000;
    int ticks = 0;
    do {
        uint64_t moves = before.moves;
        linea_hub_tick(hub);
        linea_store_flush(store);
        linea_hub_count(hub, &before);
        CHECK(before.moves <= moves + 8);
        ticks++;
    } while (before.moves < GAMES && ticks < 10 * GAMES);
    CHECK(before.moves >= GAMES);
    settings.now = usual;
    settings.most_games = 3;
    end();
}

TEST(one_person_sits_down_at_a_table_four_times_at_most)
{
    begin();
    uint64_t id = make(two_people);
    for (int i = 0; i < 4; i++) {
        CHECK(ask_as(id, guest(ANN), "{\"id\":1,\"do\":\"sit\"}"));
        CHECK(ask_as(id, guest(ANN), "{\"id\":1,\"do\":\"leave\"}"));
    }
    CHECK(!ask_as(id, guest(ANN), "{\"id\":1,\"do\":\"sit\"}"));
    CHECK(ask_as(id, guest(BEN), "{\"id\":1,\"do\":\"sit\"}"));
    end();
}

TEST(only_tables_at_which_somebody_sits_are_listed)
{
    begin();
    uint64_t id = make(two_people);
    list_games("gathering");
    CHECK_TEXT(answered, "{\"games\":[]}");
    CHECK(ask_as(id, guest(ANN), "{\"id\":1,\"do\":\"sit\"}"));
    list_games("gathering");
    CHECK(has(answered, "\"name\":\"Ann\""));
    CHECK(ask_as(id, guest(ANN), "{\"id\":1,\"do\":\"leave\"}"));
    list_games("gathering");
    CHECK_TEXT(answered, "{\"games\":[]}");
    end();
}

TEST(few_tables_of_an_address_are_in_the_lobby)
{
    settings.most_listed = 2;
    settings.most_games = 10;
    begin();
    struct hub_guest eve = stranger(0xe0e), mallory = stranger(0xe0f);
    for (int i = 0; i < 4; i++) {
        linea_hub_make(hub, i % 2 ? &eve : &mallory, two_people, strlen(two_people),
                       answer, NULL);
        settle();
        CHECK_EQ(answered_status, i < 2 ? HUB_OK : HUB_TOO_MANY);
    }
    static const char secret[] = "{\"map\":\"london\",\"seats\":[\"human\",\"human\"]}";
    linea_hub_make(hub, &eve, secret, strlen(secret), answer, NULL);
    settle();
    CHECK_EQ(answered_status, HUB_OK); /* one that is not listed */
    make(two_people);                  /* others may */
    settings.most_listed = 0;
    settings.most_games = 3;
    end();
}

TEST(who_is_not_the_host_makes_no_table_one_of_their_address)
{
    static const char list[] =
        "{\"id\":1,\"do\":\"change\",\"settings\":{\"map\":\"london\",\"seats\":["
        "\"human\",\"human\"],\"listed\":true}}";
    settings.most_listed = 1;
    begin();
    struct hub_guest eve = stranger(0xe0e);
    uint64_t id = make("{\"map\":\"london\",\"seats\":[\"human\",\"human\"]}");
    linea_hub_make(hub, &eve, two_people, strlen(two_people), answer, NULL);
    settle();
    CHECK(!ask_as(id, &eve, list));
    CHECK(has(answered, "\"not-host\"")); /* and not one too many of theirs */
    CHECK(ask_as(id, guest(ANN), list));
    settings.most_listed = 0;
    end();
}

TEST(no_table_comes_into_the_lobby_by_a_change_of_settings_or_a_rematch)
{
    static const char unlisted[] =
        "{\"map\":\"london\",\"seats\":[\"human\",\"human\"]}";
    static const char list[] =
        "{\"id\":1,\"do\":\"change\",\"settings\":{\"map\":\"london\",\"seats\":["
        "\"human\",\"human\"],\"listed\":true,\"takeover\":\"idle\"}}";
    static const char sit[] = "{\"id\":1,\"do\":\"sit\"}";
    static const char resign[] = "{\"id\":1,\"do\":\"resign\"}";
    static const char again[] = "{\"id\":1,\"do\":\"again\"}";
    uint64_t id[4];
    settings.most_listed = 2;
    settings.most_games = 10;
    begin();
    struct hub_guest eve = stranger(0xe0e), mallory = stranger(0xe0f);
    mallory.name[0] = 'M';
    for (int i = 0; i < 4; i++) {
        linea_hub_make(hub, &eve, unlisted, strlen(unlisted), answer, NULL);
        settle();
        CHECK(linea_hub_id_read(&id[i], answered + 9, 16));
        CHECK_EQ(ask_as(id[i], &eve, list), i < 2);
    }
    CHECK_EQ(answered_status, HUB_TOO_MANY);
    /* A listed game makes room when it begins, for another table and not for both that
       and its rematch. */
    CHECK(ask_as(id[0], &eve, sit) && ask_as(id[0], &mallory, sit));
    CHECK(ask_as(id[2], &eve, list));
    CHECK(ask_as(id[0], &eve, resign) && ask_as(id[0], &mallory, resign));
    CHECK(ask_as(id[0], &eve, again) && ask_as(id[0], &mallory, again));
    CHECK(ask_as(id[0], &eve, "{\"id\":1,\"do\":\"history\",\"from\":1}"));
    const char *next = strstr(answered, "\"game\":\"");
    uint64_t rematch = 0;
    CHECK(next && linea_hub_id_read(&rematch, next + 8, 16) && rematch != id[0]);
    CHECK(ask_as(rematch, &eve, sit));
    CHECK(has(answered, "\"ok\":true"));
    linea_hub_show(hub, rematch, &eve, answer, NULL);
    settle();
    CHECK(has(answered, "\"listed\":false"));
    settings.most_listed = 0;
    settings.most_games = 3;
    end();
}

TEST(one_player_does_not_fill_the_log_so_that_others_cannot_pause)
{
    static const char pause[] = "{\"id\":1,\"do\":\"pause\"}";
    static const char resume[] = "{\"id\":1,\"do\":\"resume\"}";
    begin();
    uint64_t id = make(two_people);
    CHECK(ask_as(id, guest(ANN), "{\"id\":1,\"do\":\"sit\"}"));
    CHECK(ask_as(id, guest(BEN), "{\"id\":1,\"do\":\"sit\"}"));
    int times = 0;
    while (times < 6000 && ask_as(id, guest(ANN), pause) &&
           ask_as(id, guest(ANN), resume))
        times++;
    CHECK_EQ(times, 64);
    CHECK_EQ(answered_status, HUB_TOO_MANY);
    CHECK(ask_as(id, guest(BEN), pause));
    end();
}

TEST(who_talks_without_end_does_not_keep_others_from_pausing)
{
    begin();
    uint64_t id = make(two_people);
    CHECK(ask_as(id, guest(ANN), "{\"id\":1,\"do\":\"sit\"}"));
    CHECK(ask_as(id, guest(BEN), "{\"id\":1,\"do\":\"sit\"}"));
    int times = 0;
    while (times < 6000 && ask_as(id, guest(ANN),
                                  "{\"id\":1,\"do\":\"say\","
                                  "\"text\":\"x\"}"))
        times++;
    CHECK(has(answered, "\"error\":\"full\"") && times > 4000);
    CHECK(ask_as(id, guest(BEN), "{\"id\":1,\"do\":\"pause\"}"));
    end();
}

static int charged[4], left = 3;
static size_t charged_bytes;

static bool allow(void *context, uint64_t origin, enum hub_cost cost, size_t bytes)
{
    (void)context;
    CHECK_EQ(origin, 77);
    CHECK(cost != HUB_COST_TALK || bytes > 300);
    charged[cost]++;
    charged_bytes += bytes;
    return left-- > 0;
}

TEST(what_is_kept_is_charged_and_refused_when_it_is_too_much)
{
    settings.allow = allow;
    begin();
    uint64_t id = make(two_people);
    struct hub_guest eve = stranger(0xe0e);
    for (int i = 0; i < 5; i++)
        CHECK_EQ(ask_as(id, &eve, "{\"id\":1,\"do\":\"say\",\"text\":\"hm\"}"), i < 3);
    CHECK_EQ(answered_status, HUB_TOO_MANY);
    CHECK_EQ(charged[HUB_COST_TALK], 5);
    CHECK(ask_as(id, &eve, "{\"id\":1,\"do\":\"look\"}")); /* nothing is kept of it */
    settings.allow = NULL;
    end();
}

TEST(whatever_can_be_repeated_without_end_is_charged)
{
    static const char *const requests[] = {
        "{\"id\":1,\"do\":\"sit\"}",
        "{\"id\":1,\"do\":\"fill\",\"seat\":1}",
        "{\"id\":1,\"do\":\"change\",\"settings\":{\"map\":\"london\",\"seats\":["
        "\"human\","
        "\"human\"]}}",
        "{\"id\":1,\"do\":\"begin\"}",
        "{\"id\":1,\"do\":\"pause\"}",
        "{\"id\":1,\"do\":\"travel\",\"code\":\"00112233445566778899aabbccddeeff\"}"};
    settings.allow = allow;
    begin();
    uint64_t id = make(two_people);
    struct hub_guest ann = *guest(ANN);
    ann.origin = 77;
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
        memset(charged, 0, sizeof charged);
        left = 0;
        CHECK(!ask_as(id, &ann, requests[i]));
        CHECK(has(answered, "\"error\":\"too-many\""));
        CHECK_EQ(charged[HUB_COST_KEPT], 1);
    }
    left = 1000;
    CHECK(ask_as(id, &ann, requests[0]));
    CHECK(ask_as(id, &ann, "{\"id\":1,\"do\":\"leave\"}"));
    settings.allow = NULL;
    end();
}

/* It stays in memory until then. */
TEST(what_spectators_see_later_counts_twice)
{
    static const char *const bodies[] = {
        "{\"map\":\"london\",\"seats\":[\"human\",\"human\"]}",
        "{\"map\":\"london\",\"seats\":[\"human\",\"human\"],\"delay\":60}"};
    static const char say[] = "{\"id\":1,\"do\":\"say\",\"text\":\"hm\"}";
    static const char sit[] = "{\"id\":1,\"do\":\"sit\"}";
    static const char delay[] = "{\"id\":1,\"do\":\"change\",\"settings\":{\"map\":"
                                "\"london\",\"seats\":[\"human\",\"human\"],"
                                "\"delay\":60}}";
    struct hub_guest ann = *guest(ANN);
    size_t said[2], sat[2];
    ann.origin = 77;
    settings.allow = allow;
    begin();
    left = 1000;
    for (int delayed = 0; delayed < 2; delayed++) {
        uint64_t id = 0;
        charged_bytes = 0;
        linea_hub_make(hub, &ann, bodies[delayed], strlen(bodies[delayed]), answer,
                       NULL);
        settle();
        CHECK_EQ(charged_bytes, delayed ? HUB_GAME_BYTES : 0); /* the network's apart */
        CHECK(linea_hub_id_read(&id, answered + 9, 16));
        charged_bytes = 0;
        CHECK(ask_as(id, &ann, say));
        said[delayed] = charged_bytes;
        CHECK(ask_as(id, &ann, sit));
        sat[delayed] = charged_bytes - said[delayed];
        charged_bytes = 0;
        CHECK(ask_as(id, &ann, delay)); /* the delay is paid for once */
        CHECK_EQ(charged_bytes > HUB_GAME_BYTES, !delayed);
    }
    CHECK_EQ(said[1], 2 * said[0]);
    CHECK_EQ(sat[1], 2 * sat[0]);
    left = 0;
    linea_hub_make(hub, &ann, bodies[1], strlen(bodies[1]), answer, NULL);
    settle();
    CHECK_EQ(answered_status, HUB_TOO_MANY);
    settings.allow = NULL;
    end();
}

TEST(a_rematch_counts_as_a_new_game_unless_all_have_played_to_the_end)
{
    settings.allow = allow;
    begin();
    struct sitting s;
    sit_down(&s);
    ask(s.a, "{\"id\":3,\"do\":\"resign\"}");
    ask(s.b, "{\"id\":3,\"do\":\"resign\"}");
    settle(); /* bots play it to its end */
    struct hub_guest ann = *guest(ANN);
    ann.origin = 77;
    left = 0;
    CHECK(!ask_as(s.id, &ann, "{\"id\":4,\"do\":\"again\"}"));
    CHECK_EQ(charged[HUB_COST_GAME], 1);
    CHECK_EQ(charged[HUB_COST_REMATCH], 0);
    left = 1;
    CHECK(ask_as(s.id, &ann, "{\"id\":4,\"do\":\"again\"}"));
    stand_up(&s);
    settings.allow = NULL;
    end();
}

TEST(a_table_keeps_so_much_talk_and_no_more)
{
    begin();
    uint64_t id = make(two_people);
    char text[700], long_text[501];
    memset(long_text, 'x', 500);
    long_text[500] = 0;
    snprintf(text, sizeof text, "{\"id\":1,\"do\":\"say\",\"text\":\"%s\"}", long_text);
    struct hub_guest eve = stranger(0xe0e);
    int said = 0;
    while (said < 1000 && ask_as(id, &eve, text))
        said++;
    CHECK(said == LINEA_TABLE_TALK / 503 + 1); /* with the name */
    CHECK(has(answered, "\"error\":\"full\""));
    CHECK(ask_as(id, guest(ANN), "{\"id\":1,\"do\":\"sit\"}"));
    CHECK(ask_as(id, guest(ANN), text)); /* spectators do not silence players */
    linea_hub_close(hub);
    open_hub();
    CHECK(!ask_as(id, &eve, text)); /* also after a restart */
    end();
}

/* A game that Ann and Ben have given up and want another one after: the number of that.
 */
static uint64_t make_rematch(struct sitting *s)
{
    const char *line;
    uint64_t next = 0;
    sit_down(s);
    ask(s->a, "{\"id\":3,\"do\":\"resign\"}");
    ask(s->b, "{\"id\":3,\"do\":\"resign\"}");
    settle();
    ask(s->a, "{\"id\":4,\"do\":\"again\"}");
    ask(s->b, "{\"id\":4,\"do\":\"again\"}");
    settle();
    CHECK_EQ(count(&s->ann, &line, "\"what\":\"next\""), 1);
    CHECK(linea_hub_id_read(&next, strstr(line, "\"game\":\"") + 8, 16));
    return next;
}

TEST(seats_of_a_rematch_are_kept_for_those_who_played)
{
    static const char sit[] = "{\"id\":9,\"do\":\"sit\",\"name\":\"Eve\"}";
    enum { EVE = 0xe5e };
    const struct hub_guest eve = {.player = EVE, .name = "Eve"};
    begin();
    struct sitting s;
    const uint64_t next = make_rematch(&s);
    for (int restart = 0; restart < 2; restart++) {
        linea_hub_request(hub, next, &eve, sit, sizeof sit - 1, answer, NULL);
        settle();
        CHECK(has(answered, "\"error\":\"taken\""));
        linea_hub_show(hub, next, &(struct hub_guest){.player = EVE}, answer, NULL);
        CHECK(has(answered, "{\"is\":\"open\",\"kept\":\"Ann\"}"));
        if (restart)
            break;
        stand_up(&s);
        linea_hub_close(hub);
        open_hub();
    }
    /* Ben has the seat that he had, and Ann does not want hers. */
    static const char as_ben[] = "{\"id\":9,\"do\":\"sit\"}";
    linea_hub_request(hub, next, guest(BEN), as_ben, sizeof as_ben - 1, answer, NULL);
    settle();
    show(next, BEN);
    CHECK(has(answered, "\"you\":1"));
    static const char leave[] = "{\"id\":9,\"do\":\"leave\"}";
    linea_hub_request(hub, next, &eve, leave, sizeof leave - 1, answer, NULL);
    settle();
    CHECK(has(answered, "\"error\":\"no-seat\""));
    linea_hub_request(hub, next, guest(ANN), leave, sizeof leave - 1, answer, NULL);
    settle();
    CHECK(has(answered, "\"ok\":true"));
    linea_hub_close(hub);
    open_hub();
    linea_hub_request(hub, next, &eve, sit, sizeof sit - 1, answer, NULL);
    settle();
    CHECK(has(answered, "\"ok\":true"));
    end();
}

TEST(a_seat_that_was_kept_and_is_somebody_elses_now_is_theirs)
{
    static const char leave[] = "{\"id\":9,\"do\":\"leave\"}";
    const struct hub_guest eve = stranger(0xe5e);
    begin();
    struct sitting s;
    const uint64_t next = make_rematch(&s);
    now += LINEA_TABLE_KEPT;
    CHECK(ask_as(next, &eve, "{\"id\":9,\"do\":\"sit\",\"seat\":0}"));
    CHECK(!ask_as(next, guest(ANN), leave));
    CHECK(has(answered, "\"error\":\"no-seat\""));
    CHECK(ask_as(next, &eve, "{\"id\":9,\"do\":\"look\"}"));
    CHECK(has(answered, "\"you\":0"));
    stand_up(&s);
    end();
}

/* Who could would know that a game is over which spectators see later. */
TEST(nobody_can_know_the_number_of_a_rematch_before_who_knows_the_game)
{
    uint8_t bytes[12], hash[crypto_generichash_BYTES_MIN];
    begin();
    struct sitting s;
    const uint64_t next = make_rematch(&s);
    linea_u64_write(bytes, s.id);
    for (uint32_t event = 0; event < 1000; event++) {
        memset(bytes + 8, 0, 2);
        bytes[10] = (uint8_t)(event >> 8);
        bytes[11] = (uint8_t)event;
        crypto_generichash(hash, sizeof hash, bytes, sizeof bytes, NULL, 0);
        CHECK(linea_u64_read(hash) != next);
    }
    stand_up(&s);
    end();
}

TEST(nobody_sits_down_or_speaks_under_the_name_of_a_player_a_bot_or_the_house)
{
    static const char *const taken[] = {
        "Ann",      "ANN",          "\xd0\x90nn",
        "bot:hard", "B0t: hard",    "bot\uff1ahard",
        "Bot",      "admin",        "M o d e r a t o r",
        "Ann.",     "(ann)",        "bot hard",
        "hard bot", "the bot:hard", "\u15e9\u144e\u144e"};
    static const char *const verbs[] = {"sit", "say\",\"text\":\"Hello!"};
    char request[200];
    const struct hub_guest eve = {.player = 0xe5e, .name = "Eve"};
    begin();
    uint64_t id = make(two_people);
    static const char sit[] = "{\"id\":1,\"do\":\"sit\"}";
    linea_hub_request(hub, id, guest(ANN), sit, sizeof sit - 1, answer, NULL);
    settle();
    for (size_t v = 0; v < 2; v++)
        for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) {
            int n = snprintf(request, sizeof request,
                             "{\"id\":2,\"do\":\"%s\",\"name\":\"%s\"}", verbs[v],
                             taken[i]);
            linea_hub_request(hub, id, &eve, request, (size_t)n, answer, NULL);
            settle();
            CHECK(has(answered, "\"error\":\"name-taken\""));
        }
    linea_hub_request(hub, id, &eve, sit, sizeof sit - 1, answer, NULL);
    settle();
    CHECK(has(answered, "\"ok\":true"));
    end();
}
