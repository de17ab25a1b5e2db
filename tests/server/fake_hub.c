/*
 * tests/server/fake_hub.c - a hub without games, to test the network by.
 *
 * There is one game for each number but 0 and NO_MAP, whose map is another one. A
 * request is an event: {"event":N,"echo":…}
 * goes to everyone connected to the game, then the answer {"answer":N} to who asked, a
 * moment later, as if it had been stored. A few requests do something else: "flood"
 * sends many lines, "silent" is not answered before the hub closes, "refuse" is
 * refused.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hub.h"

enum { FLOOD = 4000, FLOOD_LENGTH = 2000, SHOWN = 40000, NO_MAP = 0x404 };

const char linea_hub_no_map[] = "the map has changed";

struct hub_client {
    struct hub_client *next;
    uint64_t game, player;
    void *connection;
};

/* An answer that is given at the next poll. */
struct later {
    struct later *next;
    hub_answer *answer;
    void *context;
    bool silent;
    int number;
};

struct hub {
    struct hub_options options;
    struct hub_client *clients;
    struct later *first;
    struct hub_counters counters;
    int events;
};

void linea_hub_line_keep(struct hub_line *line)
{
    line->users++;
}

void linea_hub_line_drop(struct hub_line *line)
{
    if (--line->users == 0)
        free(line);
}

static struct hub_line *line_new(const char *text, size_t length)
{
    struct hub_line *line = malloc(sizeof *line + length);
    if (!line)
        abort();
    *line = (struct hub_line){.users = 1, .length = length};
    line->text = (char *)(line + 1);
    memcpy(line->text, text, length);
    return line;
}

static void send_one(struct hub *hub, struct hub_client *client, const char *text)
{
    struct hub_line *line = line_new(text, strlen(text));
    hub->options.send(client->connection, line);
    linea_hub_line_drop(line);
}

static void send_all(struct hub *hub, uint64_t game, const char *text, size_t length)
{
    struct hub_line *line = line_new(text, length);
    for (struct hub_client *c = hub->clients; c; c = c->next)
        if (c->game == game)
            hub->options.send(c->connection, line);
    linea_hub_line_drop(line);
}

struct hub *linea_hub_open(const struct hub_options *options, char error[256])
{
    struct hub *hub = calloc(1, sizeof *hub);
    (void)error;
    if (hub)
        hub->options = *options;
    return hub;
}

static void answer_all(struct hub *hub, bool silent_too)
{
    struct later **at = &hub->first, *l;
    while ((l = *at) != NULL) {
        if (l->silent && !silent_too) {
            at = &l->next;
            continue;
        }
        char text[64];
        *at = l->next;
        int n = snprintf(text, sizeof text, "{\"answer\":%d}", l->number);
        l->answer(l->context, l->silent ? HUB_FAILED : HUB_OK, text, (size_t)n);
        free(l);
    }
}

void linea_hub_close(struct hub *hub)
{
    answer_all(hub, true);
    free(hub);
}

static bool is(const char *text, size_t length, const char *word)
{
    return length == strlen(word) && memcmp(text, word, length) == 0;
}

static void flood(struct hub *hub, uint64_t game)
{
    char text[FLOOD_LENGTH];
    memset(text, 'x', sizeof text);
    text[0] = text[sizeof text - 1] = '"';
    for (int i = 0; i < FLOOD; i++)
        send_all(hub, game, text, sizeof text);
}

/* An event for everyone; its number. */
static int happen(struct hub *hub, uint64_t game, uint64_t player, const char *text,
                  size_t length)
{
    char *line = malloc(length + 128), id[17];
    if (!line)
        abort();
    linea_hub_id_write(id, player);
    int n = sprintf(line, "{\"event\":%d,\"player\":\"%s\",\"echo\":%.*s}",
                    ++hub->events, id, (int)length, text);
    send_all(hub, game, line, (size_t)n);
    free(line);
    hub->counters.requests++;
    return hub->events;
}

static void later(struct hub *hub, int number, bool silent, hub_answer *answer,
                  void *context)
{
    struct later *l = malloc(sizeof *l), **end = &hub->first;
    if (!l)
        abort();
    *l = (struct later){
        .answer = answer, .context = context, .silent = silent, .number = number};
    while (*end)
        end = &(*end)->next;
    *end = l;
    hub->options.wake(hub->options.wake_context);
}

void linea_hub_make(struct hub *hub, const struct hub_guest *who, const char *body,
                    size_t length, hub_answer *answer, void *context)
{
    static const char text[] = "{\"game\":\"00000000000000aa\",\"table\":{}}";
    static const char bad[] = "{\"error\":\"syntax\",\"message\":\"no map\"}";
    (void)who;
    (void)hub;
    if (length > 0 && body[0] == '{')
        answer(context, HUB_OK, text, sizeof text - 1);
    else
        answer(context, HUB_BAD, bad, sizeof bad - 1);
}

bool linea_hub_join(struct hub *hub, struct hub_client **out, uint64_t game,
                    const struct hub_guest *who, uint32_t seen, void *connection)
{
    uint64_t player = who->player;
    char text[192], id[17];
    if (game == 0 || game == NO_MAP) {
        hub->options.joined(connection, game ? HUB_CONFLICT : HUB_MISSING);
        return true;
    }
    struct hub_client *client = calloc(1, sizeof *client);
    if (!client)
        return false;
    *client = (struct hub_client){hub->clients, game, player, connection};
    hub->clients = client;
    hub->counters.clients++;
    linea_hub_id_write(id, player);
    snprintf(text, sizeof text,
             "{\"table\":{\"you\":\"%s\",\"name\":\"%s\",\"seen\":%u}}", id, who->name,
             seen);
    send_one(hub, client, text);
    *out = client;
    hub->options.joined(connection, HUB_OK);
    return true;
}

void linea_hub_part(struct hub *hub, struct hub_client *client)
{
    struct hub_client **at = &hub->clients;
    while (*at != client)
        at = &(*at)->next;
    *at = client->next;
    hub->counters.clients--;
    free(client);
}

/* A follower is sent its player, and nothing more. */
struct hub_follower *linea_hub_follow(struct hub *hub, const struct hub_guest *who,
                                      void *connection)
{
    char text[64], id[17];
    struct hub_client *client = calloc(1, sizeof *client);
    if (!client)
        return NULL;
    client->connection = connection;
    hub->counters.followers++;
    linea_hub_id_write(id, who->player);
    snprintf(text, sizeof text, "{\"follows\":\"%s\"}", id);
    send_one(hub, client, text);
    return (struct hub_follower *)client;
}

bool linea_hub_more(struct hub *hub, struct hub_client *client)
{
    (void)hub;
    (void)client;
    return false;
}

bool linea_hub_follow_more(struct hub *hub, struct hub_follower *follower)
{
    (void)hub;
    (void)follower;
    return false;
}

void linea_hub_unfollow(struct hub *hub, struct hub_follower *follower)
{
    hub->counters.followers--;
    free(follower);
}

void linea_hub_ask(struct hub *hub, struct hub_client *client, const char *text,
                   size_t length)
{
    char line[64];
    if (is(text, length, "\"flood\"")) {
        flood(hub, client->game);
        return;
    }
    int number = happen(hub, client->game, client->player, text, length);
    snprintf(line, sizeof line, "{\"answer\":%d}", number);
    send_one(hub, client, line);
}

void linea_hub_request(struct hub *hub, uint64_t game, const struct hub_guest *who,
                       const char *text, size_t length, hub_answer *answer,
                       void *context)
{
    static const char missing[] = "{\"error\":\"missing\",\"message\":\"no game\"}";
    static const char refused[] = "{\"error\":\"forbidden\",\"message\":\"no\"}";
    if (game == 0)
        answer(context, HUB_MISSING, missing, sizeof missing - 1);
    else if (is(text, length, "\"refuse\""))
        answer(context, HUB_FORBIDDEN, refused, sizeof refused - 1);
    else
        later(hub, happen(hub, game, who->player, text, length),
              is(text, length, "\"silent\""), answer, context);
}

void linea_hub_show(struct hub *hub, uint64_t game, const struct hub_guest *who,
                    hub_answer *answer, void *context)
{
    /* Long, so that it is written in pieces. */
    static char text[SHOWN];
    (void)hub;
    (void)who;
    memset(text, ' ', sizeof text);
    text[0] = '{';
    text[sizeof text - 1] = '}';
    if (game)
        answer(context, HUB_OK, text, sizeof text);
    else
        answer(context, HUB_MISSING, "", 0);
}

void linea_hub_record(struct hub *hub, uint64_t game, const struct hub_guest *who,
                      hub_answer *answer, void *context)
{
    (void)who;
    static const char text[] = "{\"linea\":1}\n{\"end\":true}\n";
    (void)hub;
    if (game)
        answer(context, HUB_OK, text, sizeof text - 1);
    else
        answer(context, HUB_MISSING, "", 0);
}

static void answer_list(const char *what, int offset, hub_answer *answer, void *context)
{
    char text[96];
    int n = snprintf(text, sizeof text, "{\"games\":[],\"of\":\"%s\",\"offset\":%d}",
                     what, offset);
    answer(context, HUB_OK, text, (size_t)n);
}

void linea_hub_lobby(struct hub *hub, const struct hub_guest *who, const char *stage,
                     int offset, hub_answer *answer, void *context)
{
    (void)hub;
    (void)who;
    answer_list(stage, offset, answer, context);
}

void linea_hub_mine(struct hub *hub, const struct hub_guest *who, int offset,
                    hub_answer *answer, void *context)
{
    char id[17];
    (void)hub;
    linea_hub_id_write(id, who->player);
    answer_list(id, offset, answer, context);
}

/* It keeps nothing of anybody. */
void linea_hub_daily(struct hub *hub, const struct hub_guest *who, const char *map,
                     hub_answer *answer, void *context)
{
    (void)hub;
    (void)who;
    answer_list(map, 0, answer, context);
}

void linea_hub_results(struct hub *hub, const struct hub_guest *who, const char *map,
                       const char *date, hub_answer *answer, void *context)
{
    (void)hub;
    (void)who;
    (void)date;
    answer_list(map, 0, answer, context);
}

void linea_hub_erased(struct hub *hub, uint64_t player)
{
    (void)hub;
    (void)player;
}

void linea_hub_cut(struct hub *hub, uint64_t player)
{
    (void)hub;
    (void)player;
}

void linea_hub_glance(struct hub *hub, uint64_t game, uint64_t player,
                      hub_glanced *glanced, void *context)
{
    const struct hub_glance nothing = {0};
    (void)hub;
    (void)game;
    (void)player;
    glanced(context, &nothing);
}

bool linea_hub_is_first(const struct hub *hub)
{
    (void)hub;
    return true;
}

bool linea_hub_is_shared(const struct hub *hub)
{
    (void)hub;
    return false;
}

void linea_hub_erase(struct hub *hub, uint64_t player,
                     void (*done)(void *context, bool fine), void *context)
{
    (void)hub;
    (void)player;
    done(context, true);
}

void linea_hub_sizes(struct hub_sizes *out)
{
    *out = (struct hub_sizes){0};
}

int linea_hub_poll(struct hub *hub)
{
    answer_all(hub, false);
    return 1000;
}

int linea_hub_tick(struct hub *hub)
{
    (void)hub;
    return 1000;
}

void linea_hub_retire(struct hub *hub)
{
    (void)hub;
}

/* No tournament goes on here. */
bool linea_hub_drives(const struct hub *hub, uint64_t game)
{
    (void)hub, (void)game;
    return false;
}

void linea_hub_make_for_cup(struct hub *hub, uint64_t game,
                            const struct linea_table_cup *cup, const char *settings,
                            const uint8_t seed[32], hub_answer *answer, void *context)
{
    (void)hub, (void)game, (void)cup, (void)settings, (void)seed;
    answer(context, HUB_FAILED, "", 0);
}

void linea_hub_begin_without(struct hub *hub, uint64_t game, uint64_t cup,
                             hub_answer *answer, void *context)
{
    (void)hub, (void)game, (void)cup;
    answer(context, HUB_FAILED, "", 0);
}

const char *linea_hub_trouble(const struct hub *hub)
{
    (void)hub;
    return NULL;
}

void linea_hub_count(const struct hub *hub, struct hub_counters *out)
{
    *out = hub->counters;
}
