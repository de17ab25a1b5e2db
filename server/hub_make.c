/*
 * server/hub_make.c - new games.
 *
 * How many unfinished games somebody has made is counted in the store, which all nodes
 * share; those that are being made just now are counted here.
 *
 * SPDX-License-Identifier: MIT
 */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "hub_internal.h"

/* A player who is making games. */
struct host {
    struct id_link link; /* by the player */
    int games;
};

/* A game that is being made. */
struct making {
    struct linea_store_reading reading; /* how many there are */
    struct hub *hub;
    struct host *host;
    struct hub_guest who;
    struct hub_reply to;
    size_t length;
    char body[];
};

enum hub_status linea_hub_make_game(struct hub *hub, struct hub_game **out,
                                    struct linea_error *error, uint64_t id,
                                    uint64_t host, const char *body, size_t length,
                                    const struct linea_table *last)
{
    uint8_t secret[LINEA_TABLE_SECRET];
    randombytes_buf(secret, sizeof secret);
    /* The store refuses a second game of the same id. */
    while (id == 0 || linea_hub_in_memory(hub, id))
        randombytes_buf(&id, sizeof id);
    struct hub_game *game = linea_hub_add(hub, id);
    if (!game) {
        *error = (struct linea_error){LINEA_ILLEGAL, "no memory"};
        return HUB_FAILED;
    }
    struct linea_table_io io = linea_hub_io(hub, game);
    io.last = last;
    game->visited = true;
    if (linea_table_make(&game->table, error, &io, body, length, host, secret,
                         hub->options.now())) {
        *out = game;
        return HUB_OK;
    }
    linea_hub_forget(hub, game);
    return HUB_BAD;
}

/* One more game of a player is being made. On failure returns NULL. */
static struct host *begin_making(struct hub *hub, uint64_t player)
{
    struct host *host = (struct host *)linea_id_map_find(&hub->hosts, player);
    if (!host) {
        host = calloc(1, sizeof *host);
        if (!host)
            return NULL;
        host->link.key = player;
        if (!linea_id_map_add(&hub->hosts, &host->link)) {
            free(host);
            return NULL;
        }
    }
    host->games++;
    return host;
}

/* It is made and durable, or it is not. */
static void end_making(void *context, enum hub_status status, const char *text,
                       size_t length)
{
    struct making *m = context;
    struct host *host = m->host;
    if (--host->games == 0) {
        linea_id_map_remove(&m->hub->hosts, &host->link);
        free(host);
    }
    m->to.answer(m->to.context, status, text, length);
    free(m);
}

static void make(struct making *m)
{
    struct hub *hub = m->hub;
    struct linea_error error;
    struct hub_reply to = {.plain = true, .answer = end_making, .context = m};
    const char *limit = linea_hub_may_delay(hub, &m->who, m->body, m->length);
    if (limit) {
        linea_hub_refuse(hub, &to, HUB_TOO_MANY, "too-many", limit);
        return;
    }
    struct hub_waiting *w = linea_hub_waiting(&to);
    if (!w) {
        linea_hub_refuse(hub, &to, HUB_FAILED, "not-stored", "no memory");
        return;
    }
    struct hub_game *game;
    enum hub_status status = linea_hub_make_game(hub, &game, &error, 0, m->who.player,
                                                 m->body, m->length, NULL);
    if (status != HUB_OK) {
        linea_hub_refuse(hub, &to, status,
                         status == HUB_BAD ? linea_error_name(error.code)
                                           : "not-stored",
                         error.message);
        free(w);
        return;
    }
    struct linea_out out;
    game->origin = m->who.origin;
    linea_out_init(&out, hub->answer, LINEA_TABLE_LINE);
    struct linea_list object = linea_hub_begin_object(&out, game->link.key);
    linea_list_key(&object, "table");
    linea_table_show(&game->table, &out, LINEA_TABLE_PUBLIC);
    linea_list_close(&object);
    w->line = linea_hub_line(hub->answer, (size_t)(out.at - hub->answer));
    linea_hub_answer_later(hub, game, w);
    linea_hub_commit(hub, game);
}

static void counted(struct linea_store_reading *reading)
{
    struct making *m = reading->context;
    struct hub *hub = m->hub;
    const struct hub_reply to = {.plain = true, .answer = end_making, .context = m};
    linea_hub_charge(hub, reading);
    if (reading->result != LINEA_STORE_OK || hub->closing)
        linea_hub_refuse_game(hub, &to, HUB_FAILED);
    else if (reading->last + m->host->games - 1 >= hub->options.most_games)
        linea_hub_refuse(hub, &to, HUB_TOO_MANY, "too-many",
                         "you have made too many games that are not over");
    else if (!linea_hub_may_list(hub, &m->who, m->body, m->length))
        linea_hub_refuse(hub, &to, HUB_TOO_MANY, "too-many",
                         "too many tables of this address are in the lobby: make one "
                         "that is not listed");
    else
        make(m);
}

void linea_hub_make(struct hub *hub, const struct hub_guest *who, const char *body,
                    size_t length, hub_answer *answer, void *context)
{
    struct hub_reply to = {.plain = true, .answer = answer, .context = context};
    if (!who->player) {
        linea_hub_refuse(hub, &to, HUB_FORBIDDEN, "forbidden", "a token is missing");
        return;
    }
    struct making *m = calloc(1, sizeof *m + length);
    if (!m || !(m->host = begin_making(hub, who->player))) {
        free(m);
        linea_hub_refuse(hub, &to, HUB_FAILED, "not-stored", "no memory");
        return;
    }
    m->hub = hub;
    m->who = *who;
    m->to = to;
    m->length = length;
    memcpy(m->body, body, length);
    m->reading = (struct linea_store_reading){
        .count = true,
        .query = {.host = who->player, .limit = hub->options.most_games},
        .context = m,
        .share = who->origin,
        .done = counted};
    linea_store_ask(hub->store, &m->reading);
}
