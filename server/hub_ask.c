/*
 * server/hub_ask.c - what the network asks the hub for: games made, joined, played,
 * shown and listed.
 *
 * SPDX-License-Identifier: MIT
 */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hub_internal.h"
#include "linea/list.h"

void linea_hub_id_write(char out[17], uint64_t game)
{
    snprintf(out, 17, "%016llx", (unsigned long long)game);
}

bool linea_hub_id_read(uint64_t *out, const char *text, size_t length)
{
    uint64_t id = 0;
    if (length != 16)
        return false;
    for (size_t i = 0; i < length; i++) {
        const char *digits = "0123456789abcdef", *at = strchr(digits, text[i]);
        if (!text[i] || !at)
            return false;
        id = id << 4 | (uint64_t)(at - digits);
    }
    *out = id;
    return true;
}

static void answer_text(hub_answer *answer, void *context, enum hub_status status,
                        const char *text)
{
    answer(context, status, text, strlen(text));
}

static void answer_error(hub_answer *answer, void *context, enum hub_status status,
                         const char *code, const char *message)
{
    char text[512];
    struct linea_out out;
    linea_out_init(&out, text, sizeof text);
    linea_out_text(&out, "{\"error\":");
    linea_out_string(&out, code);
    linea_out_text(&out, ",\"message\":");
    linea_out_string(&out, message);
    linea_out_text(&out, "}");
    answer_text(answer, context, status, text);
}

/* An answer that waits, with a copy of its text; NULL without memory. */
static struct hub_waiting *waiting(struct hub *hub, struct hub_client *client,
                                   hub_answer *answer, void *context, const char *text,
                                   size_t length)
{
    struct hub_waiting *w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    *w = (struct hub_waiting){.client = client,
                              .answer = answer,
                              .context = context,
                              .status = HUB_OK,
                              .line = linea_hub_line(hub, text, length)};
    return w;
}

/* Making games. */

/* Of those in memory: just after the start a few may be missing, and so are those that
   nobody came to for a day. */
static int made_by(const struct hub *hub, uint64_t player)
{
    int n = 0;
    for (int b = 0; b < HUB_BUCKETS; b++)
        for (const struct hub_game *game = hub->bucket[b]; game; game = game->next)
            n += game->table.host == player && !game->table.over;
    return n;
}

/* A new game as asked for, not yet on its way to the store; NULL if it cannot be. */
static struct hub_game *make(struct hub *hub, uint64_t player, const char *body,
                             size_t length, struct linea_error *error)
{
    uint8_t secret[LINEA_TABLE_SECRET];
    uint64_t id = 0;
    struct linea_table_io io = linea_hub_io(hub);
    randombytes_buf(secret, sizeof secret);
    while (id == 0 || linea_hub_find(hub, id))
        randombytes_buf(&id, sizeof id);
    struct hub_game *game = linea_hub_add(hub, id);
    if (!game) {
        *error = (struct linea_error){LINEA_ILLEGAL, "no memory"};
        return NULL;
    }
    hub->telling = game;
    if (linea_table_make(&game->table, error, &io, body, length, player, secret,
                         hub->options.now()))
        return game;
    linea_hub_forget(hub, game);
    return NULL;
}

void linea_hub_make(struct hub *hub, uint64_t player, const char *body, size_t length,
                    hub_answer *answer, void *context)
{
    struct linea_error error;
    if (!player) {
        answer_error(answer, context, HUB_FORBIDDEN, "forbidden", "a token is missing");
        return;
    }
    if (made_by(hub, player) >= hub->options.most_games) {
        answer_error(answer, context, HUB_TOO_MANY, "too-many",
                     "you have made too many games that are not over");
        return;
    }
    struct hub_game *game = make(hub, player, body, length, &error);
    if (!game) {
        answer_error(answer, context, HUB_BAD, linea_error_name(error.code),
                     error.message);
        return;
    }
    char text[17];
    struct linea_out out;
    linea_hub_id_write(text, game->id);
    linea_out_init(&out, hub->line, LINEA_TABLE_LINE);
    linea_out_text(&out, "{\"game\":\"");
    linea_out_text(&out, text);
    linea_out_text(&out, "\",\"table\":");
    linea_table_show(&game->table, &out, LINEA_TABLE_PUBLIC);
    linea_out_text(&out, "}");
    struct hub_waiting *w =
        waiting(hub, NULL, answer, context, hub->line, (size_t)(out.at - hub->line));
    if (w)
        linea_hub_answer_later(hub, game, w);
    linea_hub_commit(hub, game);
}

/* Connections. */

static void give_text(struct hub *hub, struct hub_client *client, const char *text,
                      size_t length)
{
    struct hub_line *line = linea_hub_line(hub, text, length);
    if (line)
        hub->options.send(client->connection, line);
    linea_hub_line_drop(line);
}

/* What a client has missed, told from the log. */
struct catching_up {
    struct hub *hub;
    struct hub_client *client;
};

static void hear_missed(void *context, int audience, const char *text, size_t length)
{
    struct catching_up *c = context;
    if (audience == c->client->audience)
        give_text(c->hub, c->client, text, length);
}

static void catch_up(struct hub *hub, struct hub_client *client, uint32_t seen)
{
    struct hub_game *game = client->game;
    bool behind = game->behind && client->audience == LINEA_TABLE_PUBLIC;
    struct linea_table_io io = linea_hub_io(hub);
    struct catching_up c = {hub, client};
    struct linea_table durable;
    const struct linea_table *t = behind ? game->behind : &game->table;
    if (seen && !behind && game->table.event - seen <= HUB_MISSED) {
        io.emit = hear_missed;
        io.context = &c;
        linea_hub_replay(hub, game->id, &durable, &io, seen);
        client->told = durable.event;
        if (seen <= durable.event)
            return;
    }
    if (!behind && game->first) { /* Not all of it is durable. */
        io = linea_hub_io(hub);
        if (!linea_hub_replay(hub, game->id, &durable, &io, HUB_ALL_SEEN))
            return;
        t = &durable;
    }
    client->told = t && !behind ? t->event : 0;
    struct linea_out out;
    linea_out_init(&out, hub->line, LINEA_TABLE_LINE);
    linea_out_text(&out, "{\"table\":");
    if (t && t->event)
        linea_table_show(t, &out, client->audience);
    else
        linea_out_text(&out, "null");
    linea_out_text(&out, "}");
    give_text(hub, client, hub->line, (size_t)(out.at - hub->line));
}

struct hub_client *linea_hub_join(struct hub *hub, uint64_t id,
                                  const struct hub_guest *who, uint32_t seen,
                                  void *connection)
{
    struct hub_game *game = linea_hub_find(hub, id);
    struct hub_client *client = game ? calloc(1, sizeof *client) : NULL;
    if (!client)
        return NULL;
    int seat = linea_table_seat_of(&game->table, who->player);
    client->game = game;
    client->who = *who;
    client->audience = seat == LINEA_NOBODY ? LINEA_TABLE_PUBLIC : seat;
    client->connection = connection;
    client->next = game->clients;
    if (game->clients)
        game->clients->previous = client;
    game->clients = client;
    hub->counters.clients++;
    catch_up(hub, client, seen);
    return client;
}

/* Answers that wait for a client that has gone are for nobody. */
static void forget_waiting(struct hub_game *game, const struct hub_client *client)
{
    for (struct hub_pending *p = game->first; p; p = p->next)
        for (struct hub_waiting *w = p->waiting; w; w = w->next)
            if (w->client == client)
                w->client = NULL;
}

void linea_hub_part(struct hub *hub, struct hub_client *client)
{
    struct hub_game *game = client->game;
    if (game) {
        forget_waiting(game, client);
        if (client->previous)
            client->previous->next = client->next;
        else
            game->clients = client->next;
        if (client->next)
            client->next->previous = client->previous;
    }
    hub->counters.clients--;
    free(client);
}

/* Requests. */

/* When all who played want another game, it is made like this one. */
static void follow_on(struct hub *hub, struct hub_game *game)
{
    char settings[LINEA_TABLE_REQUEST];
    struct linea_out out;
    struct linea_error error;
    struct linea_table_io io = linea_hub_io(hub);
    if (!linea_table_wants_next(&game->table))
        return;
    linea_out_init(&out, settings, sizeof settings);
    linea_table_settings(&game->table, &out);
    linea_hub_commit(hub, game);
    struct hub_game *next =
        make(hub, game->table.host, settings, (size_t)(out.at - settings), &error);
    if (!next)
        return;
    linea_hub_commit(hub, next);
    hub->telling = game;
    linea_table_next(&game->table, &io, next->id, hub->options.now());
}

static void request(struct hub *hub, struct hub_game *game, const struct hub_guest *who,
                    const char *text, size_t length, struct hub_client *client,
                    hub_answer *answer, void *context)
{
    static char buffer[LINEA_TABLE_LINE]; /* the loop's alone */
    struct linea_out out;
    struct linea_table_io io = linea_hub_io(hub);
    io.behind = game->behind;
    io.name = who->name;
    linea_out_init(&out, buffer, sizeof buffer);
    hub->telling = game;
    hub->counters.requests++;
    hub->counters.refused += !linea_table_request(&game->table, &out, &io, who->player,
                                                  text, length, hub->options.now());
    linea_hub_reseat(game);
    struct hub_waiting *w =
        waiting(hub, client, answer, context, buffer, (size_t)(out.at - buffer));
    if (w)
        linea_hub_answer_later(hub, game, w);
    follow_on(hub, game);
    linea_hub_commit(hub, game);
}

void linea_hub_ask(struct hub *hub, struct hub_client *client, const char *text,
                   size_t length)
{
    if (client->game && !client->game->dead)
        request(hub, client->game, &client->who, text, length, client, NULL, NULL);
}

void linea_hub_request(struct hub *hub, uint64_t id, const struct hub_guest *who,
                       const char *text, size_t length, hub_answer *answer,
                       void *context)
{
    struct hub_game *game = linea_hub_find(hub, id);
    if (game)
        request(hub, game, who, text, length, NULL, answer, context);
    else
        answer_error(answer, context, HUB_MISSING, "unknown", "there is no such game");
}

/* Looking. */

void linea_hub_show(struct hub *hub, uint64_t id, uint64_t player, hub_answer *answer,
                    void *context)
{
    static const char look[] = "{\"id\":0,\"do\":\"look\"}";
    struct hub_guest who = {.player = player};
    linea_hub_request(hub, id, &who, look, sizeof look - 1, answer, context);
}

/* A record being put together. */
struct recording {
    char *text;
    size_t length, size;
    bool failed;
};

static void hear_record(void *context, int audience, const char *text, size_t length)
{
    struct recording *r = context;
    if (audience != LINEA_TABLE_RECORD || !length)
        return;
    if (r->length + length > r->size) {
        size_t size = (r->length + length) * 2;
        char *more = realloc(r->text, size);
        r->failed |= !more;
        if (!more)
            return;
        r->text = more;
        r->size = size;
    }
    memcpy(r->text + r->length, text, length);
    r->length += length;
}

void linea_hub_record(struct hub *hub, uint64_t id, hub_answer *answer, void *context)
{
    struct recording r = {0};
    struct linea_table_io io = linea_hub_io(hub);
    struct linea_table table;
    io.emit = hear_record;
    io.context = &r;
    io.record = true;
    bool found = linea_hub_replay(hub, id, &table, &io, 0);
    if (!found)
        answer_error(answer, context, HUB_MISSING, "unknown", "there is no such game");
    else if (!table.over)
        answer_error(answer, context, HUB_FORBIDDEN, "not-over",
                     "the game is not over: its record would tell its secrets");
    else if (r.failed)
        answer_error(answer, context, HUB_FAILED, "memory", "no memory");
    else
        answer(context, HUB_OK, r.text, r.length);
    free(r.text);
}

/* A list of games being written. */
static bool list_row(void *context, const struct linea_store_row *row)
{
    struct linea_list *list = context;
    char id[17];
    linea_hub_id_write(id, row->game);
    linea_list_next(list);
    linea_out_text(list->out, "{\"game\":\"");
    linea_out_text(list->out, id);
    linea_out_text(list->out, "\",\"table\":");
    if (row->summary_length)
        linea_out_chars(list->out, row->summary, row->summary_length);
    else
        linea_out_text(list->out, "null");
    linea_out_text(list->out, "}");
    return true;
}

static void list(struct hub *hub, const struct linea_store_query *query,
                 hub_answer *answer, void *context)
{
    struct linea_out out;
    linea_out_init(&out, hub->line, LINEA_TABLE_LINE);
    struct linea_list games = linea_list_open(&out, "{\"games\":[", "]}");
    if (linea_store_list(hub->store, query, list_row, &games) != LINEA_STORE_OK) {
        answer_error(answer, context, HUB_FAILED, "not-stored",
                     "the store cannot be read");
        return;
    }
    linea_list_close(&games);
    answer(context, HUB_OK, hub->line, (size_t)(out.at - hub->line));
}

void linea_hub_lobby(struct hub *hub, const char *stage, int offset, hub_answer *answer,
                     void *context)
{
    struct linea_store_query query = {.status = strcmp(stage, "running") == 0
                                                    ? LINEA_STORE_RUNNING
                                                    : LINEA_STORE_OPEN,
                                      .public_only = true,
                                      .limit = HUB_PAGE,
                                      .offset = offset};
    list(hub, &query, answer, context);
}

void linea_hub_mine(struct hub *hub, uint64_t player, int offset, hub_answer *answer,
                    void *context)
{
    struct linea_store_query query = {
        .player = player, .limit = HUB_PAGE, .offset = offset};
    if (player)
        list(hub, &query, answer, context);
    else
        answer_error(answer, context, HUB_FORBIDDEN, "forbidden", "a token is missing");
}

void linea_hub_count(struct hub *hub, struct hub_counters *out)
{
    hub->counters.running = 0;
    for (int b = 0; b < HUB_BUCKETS; b++)
        for (const struct hub_game *game = hub->bucket[b]; game; game = game->next)
            hub->counters.running += game->table.begun && !game->table.over;
    hub->counters.unread = (uint64_t)hub->unread_count;
    *out = hub->counters;
}
