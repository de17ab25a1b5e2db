/*
 * server/hub.c - the hub: its beginning, what other threads have done for it, its end.
 *
 * The rest is by verb: hub_make.c, hub_join.c, hub_request.c, hub_rematch.c,
 * hub_lobby.c, hub_record.c, hub_history.c, hub_presence.c, hub_follow.c, hub_daily.c;
 * below them hub_commit.c, the way of an event, hub_games.c, the games in memory, and
 * hub_read.c, those that are read.
 *
 * SPDX-License-Identifier: MIT
 */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hub_internal.h"

static void fetch_thoughts(struct hub *hub, int64_t end)
{
    uint64_t id;
    uint32_t state;
    linea_move m;
    while (hub->options.now() < end &&
           linea_think_fetch(hub->thinkers, &id, &state, &m)) {
        struct hub_game *game = linea_hub_in_memory(hub, id);
        hub->counters.bots_waiting--;
        if (!game)
            continue;
        struct linea_table_io io = linea_hub_io(hub, game);
        game->thinking = false;
        if (game->unread || !game->driven)
            continue;
        /* If it was about a state that is gone, linea_hub_commit() asks again. */
        hub->counters.bot_moves += linea_table_program_move(&game->table, &io, state, m,
                                                            linea_hub_now(hub, game));
        linea_hub_commit(hub, game);
    }
}

int linea_hub_fetch(struct hub *hub)
{
    const int64_t begun = hub->options.now();
    bool all = linea_hub_fetch_stored(hub, begun + HUB_SLICE);
    linea_store_answer(hub->store);
    if (linea_store_is_shared(hub->store)) {
        linea_hub_look_at_nodes(hub);
        linea_hub_read_news(hub);
    }
    fetch_thoughts(hub, hub->options.now() + HUB_SLICE);
    int due = all ? linea_think_due(hub->thinkers) : 0;
    return due < HUB_LONGEST ? due : HUB_LONGEST;
}

int linea_hub_poll(struct hub *hub)
{
    int due = linea_hub_fetch(hub);
    int64_t now = hub->options.now();
    if (hub->heap.count > 0 && hub->heap.games[0]->due < now + due)
        due = hub->heap.games[0]->due > now ? (int)(hub->heap.games[0]->due - now) : 0;
    return due;
}

static bool note_unread(struct hub *hub, uint64_t game)
{
    int n = hub->unread_count;
    if ((n & (n - 1)) == 0) { /* full at every power of two */
        uint64_t *more = realloc(hub->unread, (n ? 2 * (size_t)n : 1) * sizeof *more);
        if (!more)
            return false;
        hub->unread = more;
    }
    hub->unread[hub->unread_count++] = game;
    return true;
}

static bool note_wanted(void *context, const struct linea_store_row *row)
{
    static const char wanted[] = "\"again\":true";
    size_t length = sizeof wanted - 1;
    for (size_t i = 0; i + length <= row->summary_length; i++)
        if (memcmp(row->summary + i, wanted, length) == 0)
            return note_unread(context, row->game);
    return true;
}

/* Note the games to which older versions may not have made a rematch; once in the life
   of a store. */
static enum linea_store_result note_games(struct hub *hub)
{
    struct linea_store_query over = {.status = LINEA_STORE_OVER, .limit = INT_MAX};
    char repaired[LINEA_STORE_SETTING + 1];
    enum linea_store_result result =
        linea_store_get(hub->store, repaired, HUB_REPAIRED);
    hub->repairing = result == LINEA_STORE_OK && !repaired[0];
    if (hub->repairing)
        result = linea_store_list(hub->store, &over, note_wanted, hub);
    return result;
}

struct hub *linea_hub_open(const struct hub_options *options, char error[256])
{
    struct hub *hub = calloc(1, sizeof *hub);
    if (hub) {
        hub->options = *options;
        hub->store = options->store;
        hub->json = malloc(sizeof *hub->json);
        hub->line = malloc(LINEA_TABLE_LINE);
        hub->reading_json = malloc(sizeof *hub->reading_json);
        hub->reading_line = malloc(LINEA_TABLE_LINE);
        hub->answer = malloc(LINEA_TABLE_LINE);
        hub->thinkers = linea_think_open(options);
    }
    if (!hub || !hub->json || !hub->line || !hub->answer || !hub->thinkers ||
        !hub->reading_json || !hub->reading_line || sodium_init() < 0) {
        snprintf(error, 256, "no memory or no threads");
        linea_hub_close(hub);
        return NULL;
    }
    enum linea_store_result result = note_games(hub);
    if (result != LINEA_STORE_OK) {
        snprintf(error, 256, "the stored games cannot be listed: %s",
                 linea_store_result_name(result));
        linea_hub_close(hub);
        return NULL;
    }
    if (!linea_hub_tidy_open(hub)) {
        snprintf(error, 256, "a setting cannot be kept in the store");
        linea_hub_close(hub);
        return NULL;
    }
    linea_hub_look_at_nodes(hub);
    return hub;
}

const char *linea_hub_trouble(const struct hub *hub)
{
    enum { FAR_OFF = 5000 }; /* milliseconds */
    struct linea_store_counters stored;
    struct linea_store_health health;
    linea_store_count(hub->store, &stored);
    linea_store_check(hub->store, &health);
    if (hub->drive.retired)
        return "stopping";
    if (stored.broken)
        return "the store is damaged";
    if (health.away)
        return "the store is away";
    if (health.clock_ahead > FAR_OFF || health.clock_ahead < -FAR_OFF)
        return "the clock is wrong";
    return NULL;
}

void linea_hub_close(struct hub *hub)
{
    if (!hub)
        return;
    linea_think_close(hub->thinkers);
    hub->closing = true;
    if (hub->store) {
        linea_store_drop_readings(hub->store);
        linea_store_flush(hub->store);
    }
    if (hub->json && hub->line) {
        linea_hub_fetch_stored(hub, INT64_MAX);
        linea_store_answer(hub->store);
    }
    while (hub->heap.count > 0) {
        struct hub_game *game = hub->heap.games[hub->heap.count - 1];
        linea_hub_give_up(hub, game);
        linea_hub_forget(hub, game);
    }
    linea_id_map_finish(&hub->games, NULL); /* both are empty */
    linea_id_map_finish(&hub->hosts, NULL);
    linea_hub_tidy_close(hub);
    linea_hub_due_close(hub);
    linea_hub_lobby_close(hub);
    free(hub->heap.games);
    free(hub->unread);
    free(hub->answer);
    free(hub->line);
    free(hub->json);
    free(hub->reading_line);
    free(hub->reading_json);
    free(hub);
}
