/*
 * server/hub_request.c - requests of the protocol: each gets exactly one answer.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "hub_internal.h"

/* The id of a request, -1 if it has none that can be read. */
static int read_id(struct hub *hub, const char *text, size_t length)
{
    int id = -1;
    if (!linea_json_read(hub->json, text, length))
        linea_json_int(hub->json, &id, linea_json_get(hub->json, 0, "id"), 0, INT_MAX);
    return id;
}

/* Requests about what the table does not know: the log, and who is connected. Whether
   this was one. */
static bool answer_here(struct hub *hub, struct hub_game *game,
                        const struct hub_guest *who, const char *text, size_t length,
                        const struct hub_reply *to)
{
    int from = 1;
    if (to->id < 0 || length > LINEA_TABLE_REQUEST ||
        linea_json_read(hub->json, text, length))
        return false;
    int verb = linea_json_get(hub->json, 0, "do");
    int value = linea_json_get(hub->json, 0, "from");
    bool history = linea_json_is(hub->json, verb, "history");
    bool presence = linea_json_is(hub->json, verb, "presence");
    if (!history && !presence)
        return false;
    hub->counters.requests++;
    if (history && value >= 0 && !linea_json_int(hub->json, &from, value, 1, INT_MAX))
        linea_hub_refuse(hub, to, HUB_OK, "syntax", "from: the number of an event");
    else if (history)
        linea_hub_history(hub, game, who, from, to);
    else if (to->client)
        linea_hub_watch_presence(hub, to->client, to);
    else
        linea_hub_refuse(hub, to, HUB_OK, "forbidden", "only while you are connected");
    return true;
}

static struct hub_asked *copy(const struct hub_guest *who, const char *text,
                              size_t length)
{
    struct hub_asked *asked = malloc(sizeof *asked + length);
    if (!asked)
        return NULL;
    asked->who = *who;
    asked->length = length;
    memcpy(asked->text, text, length);
    return asked;
}

/* How often a request has been tried. */
struct tried {
    bool charged; /* for it already */
    bool fresh;   /* on all that other nodes had stored when it came */
};

static void ask_for(struct hub *hub, uint64_t id, const struct hub_guest *who,
                    const char *text, size_t length, const struct hub_reply *to,
                    struct tried tried);

/* Whether an answer that stores nothing may be wrong because another node has stored
   more: a refusal, or what is shown to somebody who may have seen that there. What
   stores something is compared by the store; but not by what was on its way there
   already, which says nothing of what came after it. */
static bool may_be_old(const struct hub *hub, const struct hub_game *game,
                       const struct hub_reply *to, bool refused, uint32_t event)
{
    return linea_store_is_shared(hub->store) && game->table.event == event &&
           !game->lost && (refused || !to->client);
}

static void request(struct hub *hub, struct hub_game *game, const struct hub_guest *who,
                    const char *text, size_t length, const struct hub_reply *to,
                    struct tried tried)
{
    const bool again = tried.charged;
    struct linea_table_io io = linea_hub_io(hub, game);
    struct linea_out out;
    if (answer_here(hub, game, who, text, length, to))
        return;
    const char *code,
        *limit = again ? NULL : linea_hub_limit(hub, &code, game, who, text, length);
    struct hub_waiting *w = limit ? NULL : linea_hub_waiting(to);
    hub->counters.requests += !again;
    if (limit) {
        hub->counters.refused++;
        bool house = strcmp(code, "too-many") != 0;
        linea_hub_refuse(hub, to, house ? HUB_FORBIDDEN : HUB_TOO_MANY, code, limit);
        return;
    }
    if (!w || !(w->asked = copy(who, text, length))) {
        free(w);
        linea_hub_refuse(hub, to, HUB_FAILED, "not-stored", "no memory");
        return;
    }
    io.behind = game->behind;
    io.name = who->name;
    io.known = who->known;
    const struct linea_table before = game->table;
    bool stood = linea_table_seat_of(&game->table, who->player) == LINEA_NOBODY;
    linea_out_init(&out, hub->answer, LINEA_TABLE_LINE);
    bool refused = !linea_table_request(&game->table, &out, &io, who->player, text,
                                        length, linea_hub_now(hub, game));
    if (!tried.fresh && may_be_old(hub, game, to, refused, before.event)) {
        linea_hub_waiting_free(w);
        tried = (struct tried){.charged = true, .fresh = true};
        ask_for(hub, game->link.key, who, text, length, to, tried);
        return;
    }
    hub->counters.refused += refused;
    if (stood && linea_table_seat_of(&game->table, who->player) != LINEA_NOBODY)
        linea_hub_count_sit(game, who);
    linea_hub_delay_begin(game, &before);
    linea_hub_rematch(hub, game, who->origin);
    linea_hub_reseat(game);
    w->line = linea_hub_line(hub->answer, (size_t)(out.at - hub->answer));
    linea_hub_answer_later(hub, game, w);
    linea_hub_commit(hub, game);
}

/* A request that waits until its game has been read. */
struct waiting {
    struct hub_wait wait;
    struct hub_reply to;
    struct tried tried;
    struct hub_asked asked; /* its text is behind it */
};

static void read_game(struct hub *hub, struct hub_wait *wait, struct hub_game *game,
                      enum hub_status status)
{
    struct waiting *w = (struct waiting *)wait;
    if (game)
        request(hub, game, &w->asked.who, w->asked.text, w->asked.length, &w->to,
                w->tried);
    else
        linea_hub_refuse_game(hub, &w->to, status);
    free(w);
}

static void ask_for(struct hub *hub, uint64_t id, const struct hub_guest *who,
                    const char *text, size_t length, const struct hub_reply *to,
                    struct tried tried)
{
    struct hub_game *game = tried.fresh ? NULL : linea_hub_at_hand(hub, id);
    if (game) {
        request(hub, game, who, text, length, to, tried);
        return;
    }
    struct waiting *w = calloc(1, sizeof *w + length);
    if (!w) {
        linea_hub_refuse_game(hub, to, HUB_FAILED);
        return;
    }
    w->wait = (struct hub_wait){.client = to->client,
                                .origin = who->origin,
                                .fresh = tried.fresh,
                                .go_on = read_game};
    w->to = *to;
    w->tried = tried;
    w->asked.who = *who;
    w->asked.length = length;
    memcpy(w->asked.text, text, length);
    linea_hub_wait(hub, &w->wait, id);
}

void linea_hub_decide_again(struct hub *hub, struct hub_game *game,
                            struct hub_waiting *w)
{
    const struct hub_asked *a = w->asked; /* NULL if its client has gone */
    if (a)
        ask_for(hub, game->link.key, &a->who, a->text, a->length, &w->to,
                (struct tried){.charged = true});
    linea_hub_waiting_free(w);
}

void linea_hub_ask(struct hub *hub, struct hub_client *client, const char *text,
                   size_t length)
{
    struct hub_reply to = {.id = read_id(hub, text, length), .client = client};
    if (linea_hub_asks_of(hub, client) >= HUB_ASKS) {
        linea_hub_refuse(hub, &to, HUB_TOO_MANY, "too-many",
                         "wait for the answers to what you have asked before");
        return;
    }
    ask_for(hub, client->game->link.key, &client->who, text, length, &to,
            (struct tried){0});
}

void linea_hub_request(struct hub *hub, uint64_t id, const struct hub_guest *who,
                       const char *text, size_t length, hub_answer *answer,
                       void *context)
{
    struct hub_reply to = {
        .id = read_id(hub, text, length), .answer = answer, .context = context};
    ask_for(hub, id, who, text, length, &to, (struct tried){0});
}

void linea_hub_show(struct hub *hub, uint64_t id, const struct hub_guest *who,
                    hub_answer *answer, void *context)
{
    static const char look[] = "{\"id\":0,\"do\":\"look\"}";
    linea_hub_request(hub, id, who, look, sizeof look - 1, answer, context);
}
