/*
 * tests/server/hub_box.c - a hub to test. See hub_box.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "hub_box.h"

#include <pthread.h>
#include <stdio.h>
#include <time.h>

#include "common/maps.h"

/* Who has this number, as the network would know it. */
const struct hub_guest *guest(uint64_t player)
{
    static struct hub_guest guests[] = {
        {0}, {.player = ANN, .name = "Ann"}, {.player = BEN, .name = "Ben"}};
    return &guests[player == ANN ? 1 : player == BEN ? 2 : 0];
}

struct linea_store *store;
struct hub *hub;
int64_t now;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t woken = PTHREAD_COND_INITIALIZER;
static int wakes;

static int64_t get_now(void)
{
    return now;
}

static void wake(void *context)
{
    (void)context;
    pthread_mutex_lock(&mutex);
    wakes++;
    pthread_cond_signal(&woken);
    pthread_mutex_unlock(&mutex);
}

static void send_line(void *connection, struct hub_line *line)
{
    struct wire *wire = connection;
    wire->cut |= !line;
    if (!line)
        return;
    CHECK(wire->count < LINES);
    wire->line[wire->count++] = strdup(line->text);
}

static void joined(void *connection, enum hub_status status)
{
    struct wire *wire = connection;
    wire->joined = true;
    wire->status = status;
}

static void more(void *connection)
{
    ((struct wire *)connection)->more = true;
}

struct hub_options settings = {.now = get_now,
                               .wake = wake,
                               .workers = 2,
                               .think_ms = 5,
                               .most_games = 3,
                               .find_map = maps_find,
                               .send = send_line,
                               .joined = joined,
                               .more = more};

void open_hub(void)
{
    char error[256];
    settings.store = store;
    maps_prepare();
    hub = linea_hub_open(&settings, error);
    CHECK(hub);
}

void begin(void)
{
    struct linea_store_options options = {.wake = wake};
    now = 1000000;
    store = linea_store_open_memory(&options);
    CHECK(store);
    open_hub();
}

void end(void)
{
    linea_hub_close(hub);
    linea_store_close(store);
}

/* What the store has done so far, with nothing left to do. */
static uint64_t flush(void)
{
    struct linea_store_counters stored;
    linea_store_flush(store);
    linea_store_count(store, &stored);
    return stored.commits + stored.failed_commits + stored.reads;
}

/* Let everything that is under way come to rest. */
void settle(void)
{
    struct hub_counters counted;
    uint64_t written;
    do {
        written = flush();
        pthread_mutex_lock(&mutex);
        wakes = 0;
        pthread_mutex_unlock(&mutex);
        linea_hub_poll(hub);
        linea_hub_count(hub, &counted);
        pthread_mutex_lock(&mutex);
        while (counted.bots_waiting && !wakes) { /* or an answer is kept for a while */
            struct timespec soon;
            clock_gettime(CLOCK_REALTIME, &soon);
            soon.tv_nsec += 1000000;
            soon.tv_sec += soon.tv_nsec / 1000000000;
            soon.tv_nsec %= 1000000000;
            if (pthread_cond_timedwait(&woken, &mutex, &soon) != 0)
                break;
        }
        pthread_mutex_unlock(&mutex);
    } while (counted.bots_waiting || flush() != written);
}

void start_all(void)
{
    struct hub_counters counted;
    do {
        linea_hub_tick(hub);
        settle();
        linea_hub_count(hub, &counted);
    } while (counted.unread);
}

void clear(struct wire *wire)
{
    while (wire->count)
        free(wire->line[--wire->count]);
}

/* The last answer given to a function. */
char answered[1 << 18];
int answered_status, answers;

void answer(void *context, enum hub_status status, const char *text, size_t length)
{
    (void)context;
    CHECK(length < sizeof answered);
    memcpy(answered, text, length);
    answered[length] = 0;
    answered_status = (int)status;
    answers++;
}

/* Make a game; its number. */
uint64_t make(const char *body)
{
    uint64_t id = 0;
    linea_hub_make(hub, guest(ANN), body, strlen(body), answer, NULL);
    settle();
    CHECK_EQ(answered_status, HUB_OK);
    CHECK(strncmp(answered, "{\"game\":\"", 9) == 0);
    CHECK(linea_hub_id_read(&id, answered + 9, 16));
    return id;
}

struct hub_client *join(struct wire *wire, uint64_t game, uint64_t player,
                        uint32_t seen)
{
    struct hub_client *client = NULL;
    wire->joined = false;
    CHECK(linea_hub_join(hub, &client, game, guest(player), seen, wire));
    if (!wire->joined)
        settle();
    CHECK(wire->joined && wire->status == HUB_OK);
    while (linea_hub_more(hub, client))
        ;
    return client;
}

struct hub_follower *follow(struct wire *wire, uint64_t player)
{
    struct hub_follower *follower = linea_hub_follow(hub, guest(player), wire);
    CHECK(follower);
    do {
        wire->more = false;
        linea_hub_follow_more(hub, follower);
        settle();
    } while (wire->more);
    return follower;
}

void show(uint64_t game, uint64_t player)
{
    int before = answers;
    linea_hub_show(hub, game, guest(player), answer, NULL);
    if (answers == before)
        settle();
    CHECK_EQ(answers, before + 1);
}

void list_games(const char *stage)
{
    linea_hub_lobby(hub, guest(0), stage, 0, answer, NULL);
    settle();
}

void mine(uint64_t player)
{
    linea_hub_mine(hub, guest(player), 0, answer, NULL);
    settle();
}

void record(uint64_t game, uint64_t player)
{
    linea_hub_record(hub, game, guest(player), answer, NULL);
    settle();
}

void ask(struct hub_client *client, const char *text)
{
    linea_hub_ask(hub, client, text, strlen(text));
}

bool has(const char *text, const char *part)
{
    return strstr(text, part) != NULL;
}

/* How many lines of a wire have some part; the last of them in *found. */
int count(const struct wire *wire, const char **found, const char *part)
{
    int n = 0;
    for (int i = 0; i < wire->count; i++)
        if (has(wire->line[i], part)) {
            n++;
            if (found)
                *found = wire->line[i];
        }
    return n;
}

const char two_people[] = "{\"map\":\"london\",\"seats\":[\"human\",\"human\"],"
                          "\"first\":0,\"listed\":true,\"clock\":60}";

void sit_down(struct sitting *s)
{
    memset(s, 0, sizeof *s);
    s->id = make(two_people);
    s->a = join(&s->ann, s->id, ANN, 0);
    s->b = join(&s->ben, s->id, BEN, 0);
    ask(s->a, "{\"id\":1,\"do\":\"sit\",\"name\":\"Ann\"}");
    ask(s->b, "{\"id\":2,\"do\":\"sit\"}"); /* called as the guest is */
    settle();
}

void stand_up(struct sitting *s)
{
    linea_hub_part(hub, s->a);
    linea_hub_part(hub, s->b);
    clear(&s->ann);
    clear(&s->ben);
}

/* Make the first of the moves that the line of an event or state offers. */
bool move_by(struct hub_client *client, const struct wire *wire)
{
    const char *line = NULL;
    static char request[1024];
    if (!count(wire, &line, "\"moves\":[\"") && !line)
        return false;
    bool table = strncmp(line, "{\"table\":", 9) == 0;
    const char *number = strstr(line, table ? "\"state\":" : "\"event\":") + 8;
    const char *first = strstr(line, "\"moves\":[\"") + 10;
    snprintf(request, sizeof request,
             "{\"id\":9,\"do\":\"move\",\"state\":%d,\"move\":\"%.*s\"}", atoi(number),
             (int)(strchr(first, '"') - first), first);
    ask(client, request);
    return true;
}
