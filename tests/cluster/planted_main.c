/*
 * tests/cluster/planted_main.c - `linea serve` with a fault in it: tests/cluster must
 * find each of them, or it proves nothing.
 *
 *   serve-planted FAULT OPTIONS-OF-SERVE…
 *
 * The functions that are replaced are wrapped by the linker: the server itself has no
 * hook for any of this.
 *
 * SPDX-License-Identifier: MIT
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "linea/table.h"
#include "serve.h"
#include "store_postgres.h"

static enum fault {
    NONE,
    NO_FENCE,  /* whatever the log ends with, an event is written over what is there */
    NO_NOTIFY, /* no hint is sent */
    NO_TAIL,   /* ends of logs are compared by their numbers alone */
    EARLY,     /* answered before it is known what became of the transaction */
    NO_DRIVER_FENCE, /* bots and clocks write without comparing, on all nodes */
    ALL_DRIVE,       /* no fault: each node believes that it is alone */
} fault;

static const char *const names[] = {
    [NONE] = "none",           [NO_FENCE] = "no-fence",
    [NO_NOTIFY] = "no-notify", [NO_TAIL] = "no-tail",
    [EARLY] = "early",         [NO_DRIVER_FENCE] = "no-driver-fence",
    [ALL_DRIVE] = "all-drive",
};

/* Other statements. */

enum { MOST = 32, ROOM = 4096 };
static char texts[MOST][ROOM];
static const char *changed[MOST];

/* Replace what stands in one of the statements that write, if it does. */
static void change(const char *from, const char *to)
{
    for (int i = 0; i < linea_commit_statement_count; i++) {
        const char *at = strstr(changed[i], from);
        char text[ROOM];
        if (!at)
            continue;
        snprintf(text, sizeof text, "%.*s%s%s", (int)(at - changed[i]), changed[i], to,
                 at + strlen(from));
        memcpy(texts[i], text, sizeof text);
        changed[i] = texts[i];
        return;
    }
    abort(); /* the statement is another one by now, and nothing would be planted */
}

static void change_statements(void)
{
    static const char fence[] = " AND h.last = w.base AND h.tail = w.before";
    static const char added[] = " JOIN won ON won.game = e.game)";
    static const char over[] =
        " JOIN won ON won.game = e.game ON CONFLICT (game, number)"
        " DO UPDATE SET text = excluded.text)";
    if (linea_commit_statement_count > MOST)
        abort();
    for (int i = 0; i < linea_commit_statement_count; i++)
        changed[i] = linea_commit_statements[i];
    if (fault == NO_FENCE)
        change(fence, "");
    if (fault == NO_TAIL)
        change(" AND h.tail = w.before", "");
    if (fault == NO_DRIVER_FENCE)
        change(fence, " AND (h.last = w.base AND h.tail = w.before"
                      " OR w.before = decode(repeat('ff', 16), 'hex'))");
    if (fault == NO_FENCE || fault == NO_DRIVER_FENCE)
        change(added, over);
}

bool __real_linea_wire_connect(struct wire *wire);
bool __wrap_linea_wire_connect(struct wire *wire);

bool __wrap_linea_wire_connect(struct wire *wire)
{
    if (wire->statement == linea_commit_statements)
        wire->statement = changed;
    return __real_linea_wire_connect(wire);
}

/* Hints. */

void __real_linea_cluster_hint(struct cluster *cluster,
                               const struct linea_store_event *event);
void __wrap_linea_cluster_hint(struct cluster *cluster,
                               const struct linea_store_event *event);

void __wrap_linea_cluster_hint(struct cluster *cluster,
                               const struct linea_store_event *event)
{
    if (fault != NO_NOTIFY)
        __real_linea_cluster_hint(cluster, event);
}

/* Whether a log is still the one that this node knew: nobody notices. All of this is
   the loop's. */

enum { ASKED = 4096 };
static struct {
    struct linea_store_reading *reading;
    void (*done)(struct linea_store_reading *reading);
} asked[ASKED];

static void done_without_tail(struct linea_store_reading *reading)
{
    int i = 0;
    while (asked[i].reading != reading)
        i++;
    asked[i].reading = NULL;
    reading->done = asked[i].done;
    reading->rewritten = false;
    for (int h = 0; reading->heads && h < reading->head_count; h++)
        reading->heads[h].rewritten = false;
    reading->done(reading);
}

void __real_linea_store_ask(struct linea_store *store,
                            struct linea_store_reading *reading);
void __wrap_linea_store_ask(struct linea_store *store,
                            struct linea_store_reading *reading);

void __wrap_linea_store_ask(struct linea_store *store,
                            struct linea_store_reading *reading)
{
    int i = 0;
    while (i < ASKED && asked[i].reading)
        i++;
    if (fault == NO_TAIL && i < ASKED) {
        asked[i].reading = reading;
        asked[i].done = reading->done;
        reading->done = done_without_tail;
    }
    __real_linea_store_ask(store, reading);
}

/* Who is there. */

int __real_linea_store_nodes(struct linea_store *store,
                             struct linea_store_node out[LINEA_STORE_NODES]);
int __wrap_linea_store_nodes(struct linea_store *store,
                             struct linea_store_node out[LINEA_STORE_NODES]);

int __wrap_linea_store_nodes(struct linea_store *store,
                             struct linea_store_node out[LINEA_STORE_NODES])
{
    int count = __real_linea_store_nodes(store, out), kept = 0;
    for (int i = 0; i < count; i++)
        if ((fault != ALL_DRIVE && fault != NO_DRIVER_FENCE) || out[i].self)
            out[kept++] = out[i];
    return kept;
}

/* What bots and clocks do: the next append of the loop is theirs. */

static bool drives;

bool __real_linea_table_program_move(struct linea_table *t,
                                     const struct linea_table_io *io, uint32_t state,
                                     linea_move m, int64_t now);
bool __wrap_linea_table_program_move(struct linea_table *t,
                                     const struct linea_table_io *io, uint32_t state,
                                     linea_move m, int64_t now);

bool __wrap_linea_table_program_move(struct linea_table *t,
                                     const struct linea_table_io *io, uint32_t state,
                                     linea_move m, int64_t now)
{
    const uint32_t before = t->event;
    bool moved = __real_linea_table_program_move(t, io, state, m, now);
    drives = t->event > before;
    return moved;
}

void __real_linea_table_tick(struct linea_table *t, const struct linea_table_io *io,
                             int64_t now);
void __wrap_linea_table_tick(struct linea_table *t, const struct linea_table_io *io,
                             int64_t now);

void __wrap_linea_table_tick(struct linea_table *t, const struct linea_table_io *io,
                             int64_t now)
{
    const uint32_t before = t->event;
    __real_linea_table_tick(t, io, now);
    drives = t->event > before;
}

/* The latest of them; the thread that writes finds them here. */
enum { DRIVEN = 1024 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
    uint64_t game;
    int number;
} driven[DRIVEN];
static int latest;

enum linea_store_result
__real_linea_store_append(struct linea_store *store,
                          const struct linea_store_event *events, int count);
enum linea_store_result
__wrap_linea_store_append(struct linea_store *store,
                          const struct linea_store_event *events, int count);

enum linea_store_result
__wrap_linea_store_append(struct linea_store *store,
                          const struct linea_store_event *events, int count)
{
    pthread_mutex_lock(&lock);
    for (int i = 0; drives && i < count; i++) {
        driven[latest].game = events[i].game;
        driven[latest].number = events[i].number;
        latest = (latest + 1) % DRIVEN;
    }
    pthread_mutex_unlock(&lock);
    drives = false;
    return __real_linea_store_append(store, events, count);
}

static bool is_driven(const struct linea_store_event *event)
{
    bool found = false;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < DRIVEN && !found; i++)
        found = event->number && driven[i].game == event->game &&
                driven[i].number == event->number;
    pthread_mutex_unlock(&lock);
    return found;
}

enum linea_store_result __real_linea_committer_commit(struct store_committer *c,
                                                      struct store_entry *first,
                                                      char failure[LINEA_STORE_TEXT]);
enum linea_store_result __wrap_linea_committer_commit(struct store_committer *c,
                                                      struct store_entry *first,
                                                      char failure[LINEA_STORE_TEXT]);

enum linea_store_result __wrap_linea_committer_commit(struct store_committer *c,
                                                      struct store_entry *first,
                                                      char failure[LINEA_STORE_TEXT])
{
    for (struct store_entry *e = first; e && fault == NO_DRIVER_FENCE; e = e->next)
        if (is_driven(&e->event))
            memset(e->base.tail, 0xff, sizeof e->base.tail);
    enum linea_store_result result = __real_linea_committer_commit(c, first, failure);
    if (fault != EARLY || result == LINEA_STORE_OK)
        return result;
    c->unknown = false;
    return LINEA_STORE_OK;
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return 2;
    while (fault <= ALL_DRIVE && strcmp(names[fault], argv[1]) != 0)
        fault++;
    if (fault > ALL_DRIVE)
        return 2;
    change_statements();
    return tool_serve(argc - 1, argv + 1);
}
