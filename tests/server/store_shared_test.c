/*
 * tests/server/store_shared_test.c - two nodes with the same games: whatever both
 * append at once, each event that was said to be durable is in the log once, and
 * nothing that was refused.
 *
 * SPDX-License-Identifier: MIT
 */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store_box.h"
#include "store_memory.h"

enum { NODES = 2, GAMES = 6, LONGEST = 4000 };

/* What nodes do, for those kinds that have some. */
#define EACH_SHARED(kind)                                                              \
    for (enum box_kind kind = 0; kind < BOX_KINDS; kind++)                             \
        if (box_has_nodes(kind))

/* A node, as a hub: it knows how far logs go, has at most one append of a game on its
   way, and reads on when it is behind. */
struct node {
    struct linea_store *store;
    int last[GAMES];
    bool waits[GAMES], stuck[GAMES];
    int asked[GAMES];  /* the number of what is on its way … */
    int serial[GAMES]; /* … and what it says */
};

/* What became of each serial number. */
struct history {
    int serials;
    enum linea_store_result result[LONGEST];
    int refused;
};

static int write_text(char text[64], int node, int serial)
{
    return snprintf(text, 64, "{\"node\": %d, \"serial\": %d}", node, serial);
}

static void append(struct node *n, struct history *h, int node, int game)
{
    char text[64];
    struct linea_store_row row = {.status = LINEA_STORE_RUNNING, .created = game};
    int serial = h->serials++;
    struct linea_store_event event = {.game = (uint64_t)game + 1,
                                      .number = n->last[game] + 1,
                                      .text = text,
                                      .length = (size_t)write_text(text, node, serial),
                                      .row = n->last[game] % 5 ? NULL : &row,
                                      .ticket = (uint64_t)game};
    CHECK_EQ(linea_store_append(n->store, &event, 1), LINEA_STORE_OK);
    n->asked[game] = n->last[game] + 1;
    n->serial[game] = serial;
    n->waits[game] = true;
}

static void fetch(struct node *n, struct history *h)
{
    struct linea_store_completion done;
    while (linea_store_completed(n->store, &done, 1)) {
        int game = (int)done.ticket;
        CHECK(n->waits[game]);
        n->waits[game] = false;
        h->result[n->serial[game]] = done.result;
        if (done.result == LINEA_STORE_OK) {
            n->last[game] = n->asked[game];
        } else {
            CHECK_EQ(done.result, LINEA_STORE_BEHIND);
            n->stuck[game] = true;
            h->refused++;
        }
    }
}

static bool pass_over(void *context, const struct linea_store_event *event)
{
    (void)context;
    (void)event;
    return true;
}

static void note_done(struct linea_store_reading *reading)
{
    *(bool *)reading->context = true;
}

/* As a hub does: the store knows the game from then on. */
static void read_on(struct node *n, int game)
{
    bool done = false;
    struct linea_store_reading reading = {.event = pass_over,
                                          .game = (uint64_t)game + 1,
                                          .resume = true,
                                          .context = &done,
                                          .done = note_done};
    linea_store_ask(n->store, &reading);
    while (!done) {
        linea_store_answer(n->store);
        box_pause();
    }
    CHECK_EQ(reading.result, LINEA_STORE_OK);
    n->last[game] = reading.last;
    n->stuck[game] = false;
}

/* What a log says: each serial number once, in order of events. */
struct reading {
    struct history *h;
    bool found[LONGEST];
    int last;
    bool wrong;
};

static bool note_event(void *context, const struct linea_store_event *event)
{
    struct reading *r = context;
    int node, serial;
    if (sscanf(event->text, "{\"node\": %d, \"serial\": %d}", &node, &serial) != 2 ||
        event->number != ++r->last || r->found[serial])
        r->wrong = true;
    else
        r->found[serial] = true;
    return !r->wrong;
}

static void check_logs(struct node nodes[NODES], struct history *h)
{
    static struct reading r;
    int stored = 0;
    memset(&r, 0, sizeof r);
    for (int game = 0; game < GAMES; game++)
        for (int n = 0; n < NODES; n++) {
            static struct reading again;
            again = r;
            again.last = 0;
            CHECK_EQ(linea_store_load(nodes[n].store, (uint64_t)game + 1, note_event,
                                      &again),
                     LINEA_STORE_OK);
            CHECK(!again.wrong);
            if (n == NODES - 1)
                r = again;
        }
    for (int serial = 0; serial < h->serials; serial++) {
        CHECK_EQ(r.found[serial], h->result[serial] == LINEA_STORE_OK);
        stored += r.found[serial];
    }
    printf("%d of %d stored, %d refused\n", stored, h->serials, h->refused);
    CHECK(stored > h->serials / 4 && h->refused > h->serials / 50);
}

TEST(NODES_that_append_at_random_have_one_log)
{
    static struct history h;
    EACH_SHARED(kind)
    {
        struct node nodes[NODES] = {0};
        memset(&h, 0, sizeof h);
        srand(7);
        nodes[0].store = box_open_first(kind, NULL);
        nodes[1].store = box_open_beside(nodes[0].store, kind, NULL);
        while (h.serials < LONGEST - 1) {
            int n = rand() % NODES, game = rand() % GAMES;
            struct node *node = &nodes[n];
            fetch(node, &h);
            if (node->stuck[game] || rand() % 4 == 0) {
                if (!node->waits[game])
                    read_on(node, game);
            } else if (!node->waits[game]) {
                append(node, &h, n, game);
            }
        }
        for (int n = 0; n < NODES; n++) {
            linea_store_flush(nodes[n].store);
            fetch(&nodes[n], &h);
        }
        check_logs(nodes, &h);
        linea_store_close(nodes[1].store);
        box_close(nodes[0].store, kind);
    }
}

/* Wait, but not for ever. */
static bool passes(bool (*condition)(void *context), void *context)
{
    double end = box_seconds() + 20;
    while (!condition(context) && box_seconds() < end)
        box_pause();
    return condition(context);
}

static bool are_two(void *store)
{
    struct linea_store_node nodes[LINEA_STORE_NODES];
    return linea_store_nodes(store, nodes) == 2 && nodes[0].self != nodes[1].self;
}

static bool is_alone(void *store)
{
    struct linea_store_node nodes[LINEA_STORE_NODES];
    return linea_store_nodes(store, nodes) == 1 && nodes[0].self;
}

TEST(NODES_know_each_other_and_who_retires)
{
    EACH_SHARED(kind)
    {
        const struct linea_store_options named = {.node = "second", .workers = 3};
        struct linea_store *first = box_open_first(kind, NULL);
        struct linea_store *second = box_open_beside(first, kind, &named);
        struct linea_store_node nodes[LINEA_STORE_NODES];
        CHECK(linea_store_is_shared(first));
        CHECK(passes(are_two, first) && passes(are_two, second));
        linea_store_nodes(first, nodes);
        const struct linea_store_node *other = &nodes[nodes[0].self];
        CHECK_EQ(other->workers, 3);
        CHECK_TEXT(other->name, "second");
        linea_store_retire(second);
        double begun = box_seconds();
        CHECK(passes(is_alone, first));
        printf("known after %.3f s\n", box_seconds() - begun);
        linea_store_close(second);
        box_close(first, kind);
    }
}

/* Hints until one names this game. */
struct waiting {
    struct linea_store *store;
    uint64_t game;
    struct linea_store_news news;
};

static bool has_news(void *context)
{
    struct waiting *w = context;
    struct linea_store_news news;
    while (w->news.game != w->game && linea_store_take_news(w->store, &news, 1))
        w->news = news;
    return w->news.game == w->game;
}

TEST(NODES_learn_of_what_others_have_appended)
{
    EACH_SHARED(kind)
    {
        struct linea_store *first = box_open_first(kind, NULL);
        struct linea_store *second = box_open_beside(first, kind, NULL);
        struct linea_store_row row = {.status = LINEA_STORE_RUNNING};
        CHECK(passes(are_two, first));
        for (int i = 0; i < 50; i++) {
            const uint64_t game = UINT64_MAX - (uint64_t)i;
            struct waiting w = {.store = second, .game = game};
            struct linea_store_event events[] = {
                {.game = game, .number = 1, .text = "a", .length = 1, .row = &row},
                {.game = game, .number = 2, .text = "b", .length = 1}};
            events[1].players[0] = game;
            events[1].due = 77;
            CHECK_EQ(linea_store_append(first, events, 2), LINEA_STORE_OK);
            CHECK(passes(has_news, &w));
            CHECK_EQ(w.news.first, 1);
            CHECK_EQ(w.news.last, 2);
            CHECK_EQ(w.news.due, 77);
            CHECK(w.news.listed);
            CHECK_EQ(w.news.players[0], game);
        }
        struct linea_store_health health;
        linea_store_check(second, &health);
        CHECK(!health.away && health.hints_received >= 50);
        linea_store_close(second);
        box_close(first, kind);
    }
}

/* What became of the removal of a game that must not have been touched since. */
static enum linea_store_result forget(struct linea_store *store, uint64_t game,
                                      int64_t changed_before)
{
    struct linea_store_completion done;
    CHECK_EQ(linea_store_forget(store, game, changed_before, game), LINEA_STORE_OK);
    linea_store_flush(store);
    CHECK_EQ(linea_store_completed(store, &done, 1), 1);
    CHECK_EQ(done.ticket, game);
    linea_store_leave(store, game);
    return done.result;
}

TEST(NODES_remove_no_game_that_was_touched_at_another)
{
    EACH_SHARED(kind)
    {
        struct linea_store *first = box_open_first(kind, NULL);
        struct linea_store *second = box_open_beside(first, kind, NULL);
        struct linea_store_completion done[2];
        struct linea_store_row old = {.changed = 100}, new = {.changed = 200};
        struct linea_store_event events[] = {
            {.game = 1, .number = 1, .text = "a", .length = 1, .row = &old},
            {.game = 1, .number = 2, .text = "b", .length = 1, .row = &new}};
        CHECK_EQ(linea_store_append(first, events, 1), LINEA_STORE_OK);
        linea_store_flush(first);
        CHECK_EQ(forget(second, 1, 100), LINEA_STORE_BEHIND);
        CHECK_EQ(linea_store_append(first, &events[1], 1), LINEA_STORE_OK);
        linea_store_flush(first);
        CHECK_EQ(linea_store_completed(first, done, 2), 2);
        CHECK_EQ(done[1].result, LINEA_STORE_OK);
        CHECK_EQ(forget(second, 1, 200), LINEA_STORE_BEHIND);
        int last = 0;
        CHECK_EQ(linea_store_reset(second, &last, 1), LINEA_STORE_OK);
        CHECK_EQ(last, 2);
        CHECK_EQ(forget(second, 1, 201), LINEA_STORE_OK);
        events[1].number = 3; /* the first node learns that it is gone */
        CHECK_EQ(linea_store_append(first, &events[1], 1), LINEA_STORE_OK);
        linea_store_flush(first);
        CHECK_EQ(linea_store_completed(first, done, 2), 1);
        CHECK_EQ(done[0].result, LINEA_STORE_BEHIND);
        linea_store_close(second);
        box_close(first, kind);
    }
}

TEST(NODES_make_one_setting)
{
    char one[LINEA_STORE_SETTING + 1], two[LINEA_STORE_SETTING + 1];
    EACH_SHARED(kind)
    {
        struct linea_store *first = box_open_first(kind, NULL);
        struct linea_store *second = box_open_beside(first, kind, NULL);
        strcpy(one, "one");
        strcpy(two, "two");
        CHECK_EQ(linea_store_make_setting(first, one, "key"), LINEA_STORE_OK);
        CHECK_EQ(linea_store_make_setting(second, two, "key"), LINEA_STORE_OK);
        CHECK_TEXT(one, "one");
        CHECK_TEXT(two, "one");
        linea_store_close(second);
        box_close(first, kind);
    }
}
