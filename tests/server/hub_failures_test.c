/*
 * tests/server/hub_failures_test.c - a disk that fails and memory that runs out: every
 * request is answered once, with its id, and nothing is shown that was not stored.
 *
 * SPDX-License-Identifier: MIT
 */
#include "hub_box.h"

#include <stdio.h>

TEST(a_game_that_could_not_be_stored_has_not_gone_on)
{
    begin();
    struct sitting s;
    sit_down(&s);
    const char *line;
    CHECK(count(&s.ann, "\"what\":\"began\"", &line));
    clear(&s.ben);
    linea_store_memory_fail(store, 1, LINEA_STORE_FULL);
    CHECK(move_by(s.a, &s.ann));
    settle();
    CHECK_EQ(count(&s.ann, "\"error\":\"not-stored\"", NULL), 1);
    CHECK_EQ(s.ben.count, 0);
    CHECK(move_by(s.a, &s.ann)); /* the same again, when the disk is well */
    settle();
    CHECK_EQ(count(&s.ben, "\"what\":\"moved\"", NULL), 1);
    stand_up(&s);
    end();
}

TEST(a_bot_whose_move_could_not_be_stored_moves_again)
{
    begin();
    uint64_t id =
        make("{\"map\":\"london\",\"seats\":[\"human\",\"bot:easy\"],\"first\":1}");
    struct wire ann = {0};
    struct hub_client *a = join(id, ANN, 0, &ann);
    ask(a, "{\"id\":1,\"do\":\"sit\"}");
    linea_store_flush(store);
    linea_store_memory_fail(store, 1, LINEA_STORE_FULL);
    settle();
    CHECK_EQ(count(&ann, "\"what\":\"moved\"", NULL), 0);
    now += 10000;
    linea_hub_tick(hub);
    settle();
    CHECK(count(&ann, "\"did\":{\"seat\":1", NULL) > 0);
    linea_hub_part(hub, a);
    clear(&ann);
    end();
}

TEST(a_game_whose_end_could_not_be_stored_ends_later)
{
    begin();
    struct sitting s;
    sit_down(&s);
    while (!count(&s.ann, "\"end\":{", NULL)) {
        bool ann = count(&s.ann, "\"moves\":[\"", NULL);
        linea_store_memory_fail(store, 1, LINEA_STORE_FULL);
        CHECK(ann ? move_by(s.a, &s.ann) : move_by(s.b, &s.ben));
        settle();
        CHECK_EQ(count(ann ? &s.ann : &s.ben, "not-stored", NULL), 1);
        CHECK(ann ? move_by(s.a, &s.ann) : move_by(s.b, &s.ben));
        clear(&s.ann);
        clear(&s.ben);
        settle();
    }
    linea_hub_lobby(hub, "running", 0, answer, NULL);
    CHECK_TEXT(answered, "{\"games\":[]}");
    stand_up(&s);
    end();
}

TEST(who_could_not_be_seated_is_not_shown_the_cards_of_who_was)
{
    begin();
    uint64_t id =
        make("{\"map\":\"london\",\"seats\":[\"human\",\"bot:easy\"],\"first\":0}");
    struct wire ann = {0}, ben = {0};
    struct hub_client *a = join(id, ANN, 0, &ann);
    struct hub_client *b = join(id, BEN, 0, &ben);
    linea_store_memory_fail(store, 1, LINEA_STORE_FULL);
    ask(a, "{\"id\":1,\"do\":\"sit\"}");
    settle();
    CHECK_EQ(count(&ann, "not-stored", NULL), 1);
    ask(b, "{\"id\":1,\"do\":\"sit\"}");
    settle();
    CHECK_EQ(count(&ben, "\"moves\":[", NULL), 1);
    CHECK_EQ(count(&ann, "\"what\":\"began\"", NULL), 1);
    CHECK_EQ(count(&ann, "\"moves\":[", NULL), 0);
    linea_hub_part(hub, a);
    linea_hub_part(hub, b);
    clear(&ann);
    clear(&ben);
    end();
}

TEST(what_was_told_to_be_stored_is_and_nothing_else)
{
    begin();
    struct sitting s;
    sit_down(&s);
    ask(s.b, "{\"id\":11,\"do\":\"say\",\"text\":\"one\"}");
    linea_store_flush(store);
    linea_store_memory_fail(store, 1, LINEA_STORE_FULL);
    ask(s.b, "{\"id\":12,\"do\":\"say\",\"text\":\"two\"}");
    linea_store_flush(store);
    ask(s.b, "{\"id\":13,\"do\":\"say\",\"text\":\"three\"}");
    ask(s.b, "{\"id\":14,\"do\":\"say\",\"text\":\"four\"}");
    settle();
    CHECK_EQ(count(&s.ben, "\"id\":11,\"ok\":true", NULL), 1);
    CHECK_EQ(count(&s.ann, "\"text\":\"one\"", NULL), 1);
    int told = count(&s.ann, "\"what\":\"said\"", NULL);
    int fine = 0;
    for (int id = 11; id < 15; id++) {
        char answer_text[32];
        snprintf(answer_text, sizeof answer_text, "\"id\":%d,\"ok\":true", id);
        fine += count(&s.ben, answer_text, NULL);
    }
    CHECK_EQ(told, fine);
    CHECK_EQ(count(&s.ben, "not-stored", NULL), 4 - fine);
    linea_hub_show(hub, s.id, BEN, answer, NULL);
    char shown[32];
    snprintf(shown, sizeof shown, "\"table\":{\"event\":%d,", 4 + told);
    CHECK(has(answered, shown));
    ask(s.b, "{\"id\":15,\"do\":\"say\",\"text\":\"five\"}");
    settle();
    CHECK_EQ(count(&s.ann, "\"text\":\"five\"", NULL), 1);
    stand_up(&s);
    end();
}
