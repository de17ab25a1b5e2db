/*
 * server/hub_lobby.c - lists of games: the lobby, and those of a player.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "hub_internal.h"

/* What a list says of a game. */
struct listed {
    struct listed *next;
    uint64_t game;
    size_t length;
    char summary[];
};

/* A list that is being read. */
struct listing {
    struct hub_rows rows;
    struct hub_reply to;
    uint64_t version; /* of the lobby, when it was asked for */
    bool own;         /* for a player of the games: nothing is delayed */
    bool failed;
    struct listed *first, *last;
};

/* On the reading thread. */
static bool note_row(void *context, const struct linea_store_row *row)
{
    struct listing *l = context;
    struct listed *one = malloc(sizeof *one + row->summary_length);
    l->failed = !one;
    if (!one)
        return false;
    one->next = NULL;
    one->game = row->game;
    one->length = row->summary_length;
    memcpy(one->summary, row->summary, row->summary_length);
    *(l->first ? &l->last->next : &l->first) = one;
    l->last = one;
    return true;
}

static void write_row(struct hub *hub, struct linea_list *list,
                      const struct listed *row, bool own)
{
    const struct hub_game *game = own ? linea_hub_in_memory(hub, row->game) : NULL;
    linea_list_next(list);
    struct linea_list object = linea_hub_begin_object(list->out, row->game);
    linea_list_key(&object, "table");
    if (game && game->behind && !game->unread && !game->pending.first)
        linea_table_summary(&game->table, list->out);
    else if (row->length)
        linea_out_chars(list->out, row->summary, row->length);
    else
        linea_out_text(list->out, "null");
    linea_list_close(&object);
}

static void clear_page(struct hub_lobby_page *page)
{
    if (page->until)
        linea_hub_line_drop(page->line);
    page->until = 0;
}

void linea_hub_lobby_changed(struct hub *hub)
{
    hub->lobby_version++;
    for (int i = 0; i < HUB_LOBBIES; i++)
        clear_page(&hub->lobby[i]);
}

void linea_hub_lobby_close(struct hub *hub)
{
    linea_hub_lobby_changed(hub);
}

/* Keep a page for a second: without it, everybody who opens the lobby has it read. */
static void keep_page(struct hub *hub, const struct listing *l, const char *text,
                      size_t length)
{
    enum { KEPT = 1000 };
    const struct linea_store_query *query = &l->rows.reading.query;
    int64_t now = hub->options.now();
    struct hub_lobby_page *page = &hub->lobby[0];
    if (query->player || l->version != hub->lobby_version)
        return;
    for (int i = 0; i < HUB_LOBBIES; i++)
        if (hub->lobby[i].until < page->until)
            page = &hub->lobby[i];
    clear_page(page);
    *page = (struct hub_lobby_page){.status = query->status,
                                    .offset = query->offset,
                                    .line = linea_hub_line(text, length)};
    page->until = page->line ? now + KEPT : 0;
}

/* Whether a page is in memory: then it is the answer. */
static bool answer_at_once(struct hub *hub, const struct linea_store_query *query,
                           const struct hub_reply *to)
{
    int64_t now = hub->options.now();
    for (int i = 0; i < HUB_LOBBIES; i++) {
        const struct hub_lobby_page *page = &hub->lobby[i];
        if (page->until > now && page->status == query->status &&
            page->offset == query->offset) {
            linea_hub_reply(hub, to, HUB_OK, page->line->text, page->line->length);
            return true;
        }
    }
    return false;
}

static void list_read(struct linea_store_reading *reading)
{
    struct listing *l = reading->context;
    struct hub *hub = l->rows.hub;
    struct linea_out out;
    linea_hub_rows_read(&l->rows);
    linea_out_init(&out, hub->answer, LINEA_TABLE_LINE);
    struct linea_list list = linea_list_open(&out, "{\"games\":[", "]}");
    for (struct listed *one = l->first, *next; one; one = next) {
        next = one->next;
        write_row(hub, &list, one, l->own);
        free(one);
    }
    linea_list_close(&list);
    const size_t length = (size_t)(out.at - hub->answer);
    if (reading->result == LINEA_STORE_OK && !l->failed) {
        keep_page(hub, l, hub->answer, length);
        linea_hub_reply(hub, &l->to, HUB_OK, hub->answer, length);
    } else
        linea_hub_refuse_game(hub, &l->to, HUB_FAILED);
    free(l);
}

static void list(struct hub *hub, const struct linea_store_query *query,
                 const struct hub_guest *who, const struct hub_reply *to)
{
    struct listing *l = calloc(1, sizeof *l);
    if (!l) {
        linea_hub_refuse_game(hub, to, HUB_FAILED);
        return;
    }
    l->to = *to;
    l->own = query->player != 0;
    l->version = hub->lobby_version;
    l->rows.reading = (struct linea_store_reading){
        .row = note_row, .query = *query, .context = l, .done = list_read};
    linea_hub_ask_rows(hub, &l->rows, who->origin);
}

void linea_hub_lobby(struct hub *hub, const struct hub_guest *who, const char *stage,
                     int offset, hub_answer *answer, void *context)
{
    struct hub_reply to = {.plain = true, .answer = answer, .context = context};
    struct linea_store_query query = {.status = strcmp(stage, "running") == 0
                                                    ? LINEA_STORE_RUNNING
                                                    : LINEA_STORE_OPEN,
                                      .public_only = true,
                                      .limit = HUB_PAGE,
                                      .offset = offset};
    if (!answer_at_once(hub, &query, &to))
        list(hub, &query, who, &to);
}

void linea_hub_mine(struct hub *hub, const struct hub_guest *who, int offset,
                    hub_answer *answer, void *context)
{
    struct hub_reply to = {.plain = true, .answer = answer, .context = context};
    struct linea_store_query query = {
        .player = who->player, .limit = HUB_PAGE, .offset = offset};
    if (who->player)
        list(hub, &query, who, &to);
    else
        linea_hub_refuse(hub, &to, HUB_FORBIDDEN, "forbidden", "a token is missing");
}
