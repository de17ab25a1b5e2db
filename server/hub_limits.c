/*
 * server/hub_limits.c - limits for what is kept: how much of it a person, or an
 * address, may cause. What is asked and not kept is the network's to limit.
 *
 * Addresses are known here by a number that means nothing, and only while a game is in
 * memory: nothing of them is stored.
 *
 * SPDX-License-Identifier: MIT
 */
#include <assert.h>

#include "hub_internal.h"

enum {
    LINE = 300,          /* bytes that a line of the log has beside what was said */
    SITS_OF_PLAYER = 4,  /* at one table … */
    SITS_OF_ORIGIN = 16, /* … by all of an address */
    ASKS_OF_SEAT = 64,   /* pauses and links to other devices, in a game */
};

static_assert((int)HUB_GAME_BYTES == (int)LINEA_TABLE_LOG,
              "what a game is charged for");

/* Requests that anybody may repeat, and how many lines may come of one in the end: a
   pause is ended, a link used. All others are bounded by these, or by the moves of a
   game. */
static const struct {
    const char *verb;
    int lines;
} repeatable[] = {{"sit", 2},    {"pause", 2},           {"travel", 2}, {"fill", 1},
                  {"change", 1}, {"begin", LINEA_SEATS}, {"colour", 1}};

static bool allows(struct hub *hub, const struct hub_guest *who, enum hub_cost cost,
                   size_t bytes)
{
    return !hub->options.allow || !who->account ||
           hub->options.allow(who->account, cost, bytes);
}

/* How often somebody has sat down. */
static int sits_of(const struct hub_game *game, uint64_t who)
{
    for (int i = 0; who && i < HUB_SITTERS; i++)
        if (game->sitter[i].who == who)
            return game->sitter[i].times;
    return 0;
}

/* Those who did it least are forgotten first. */
static void count_sit(struct hub_game *game, uint64_t who)
{
    struct hub_sitter *found = &game->sitter[0];
    for (int i = 0; i < HUB_SITTERS; i++) {
        struct hub_sitter *s = &game->sitter[i];
        if (s->who == who) {
            s->times++;
            return;
        }
        if (s->times < found->times)
            found = s;
    }
    *found = (struct hub_sitter){who, 1};
}

void linea_hub_count_sit(struct hub_game *game, const struct hub_guest *who)
{
    if (who->origin)
        count_sit(game, who->origin);
    count_sit(game, who->player);
}

static const char *check_sit(const struct hub_game *game, const struct hub_guest *who)
{
    const struct linea_table *t = &game->table;
    if (t->begun || linea_table_seat_of(t, who->player) != LINEA_NOBODY)
        return NULL; /* the table refuses */
    if (sits_of(game, who->origin) >= SITS_OF_ORIGIN ||
        sits_of(game, who->player) >= SITS_OF_PLAYER)
        return "you have sat down here too often";
    return NULL;
}

/* A rematch is a new game, unless all have played this one to its end. */
static bool is_free(const struct linea_table *t)
{
    for (int s = 0; s < t->seats; s++)
        if (t->seat[s].holder == LINEA_TABLE_HUMAN && t->seat[s].abandoned)
            return false;
    return true;
}

static const char *check_again(struct hub *hub, const struct hub_game *game,
                               const struct hub_guest *who)
{
    const struct linea_table *t = &game->table;
    if (!t->over || linea_table_seat_of(t, who->player) == LINEA_NOBODY)
        return NULL;
    enum hub_cost cost = is_free(t) ? HUB_COST_REMATCH : HUB_COST_GAME;
    return allows(hub, who, cost, 0) ? NULL : "too many new games from this address";
}

/* One seat must not fill the log of a table. */
static const char *check_ask(struct hub_game *game, const struct hub_guest *who)
{
    int seat = linea_table_seat_of(&game->table, who->player);
    if (seat == LINEA_NOBODY)
        return NULL; /* the table refuses */
    return game->asked[seat]++ < ASKS_OF_SEAT
               ? NULL
               : "you have asked for pauses or links too often";
}

/* Whether settings that have been read ask for a place in the lobby. */
static bool wants_listing(const struct hub *hub, int settings)
{
    bool listed = false;
    int value = linea_json_get(hub->json, settings, "listed");
    return value >= 0 && linea_json_bool(hub->json, &listed, value) && listed;
}

/* Whether there is one more place in the lobby for tables of an origin. */
static bool has_place(const struct hub *hub, uint64_t origin)
{
    int listed = 0;
    if (!origin || hub->options.most_listed == 0)
        return true;
    for (int i = 0; i < hub->heap.count; i++) {
        const struct hub_game *game = hub->heap.games[i];
        listed += game->origin == origin && game->table.listed && !game->table.begun;
    }
    return listed < hub->options.most_listed;
}

/* A table that gets a place now is one of who gives it that. */
static const char *check_change(struct hub *hub, struct hub_game *game,
                                const struct hub_guest *who)
{
    int settings = linea_json_get(hub->json, 0, "settings");
    if (game->table.listed || game->table.begun || settings < 0 ||
        !wants_listing(hub, settings))
        return NULL;
    if (!has_place(hub, who->origin))
        return "too many tables of this address are in the lobby";
    game->origin = who->origin;
    return NULL;
}

const char *linea_hub_limit(struct hub *hub, struct hub_game *game,
                            const struct hub_guest *who, const char *text,
                            size_t length)
{
    if (linea_json_read(hub->json, text, length) || !who->player)
        return NULL; /* the table says what is wrong */
    int verb = linea_json_get(hub->json, 0, "do");
    if (linea_json_is(hub->json, verb, "say"))
        return allows(hub, who, HUB_COST_TALK, length + LINE)
                   ? NULL
                   : "too much talk from this address";
    for (size_t i = 0; i < sizeof repeatable / sizeof *repeatable; i++)
        if (linea_json_is(hub->json, verb, repeatable[i].verb) &&
            !allows(hub, who, HUB_COST_KEPT,
                    length + (size_t)repeatable[i].lines * LINE))
            return "too much was kept for this address";
    if (linea_json_is(hub->json, verb, "sit"))
        return check_sit(game, who);
    if (linea_json_is(hub->json, verb, "pause") ||
        linea_json_is(hub->json, verb, "travel"))
        return check_ask(game, who);
    if (linea_json_is(hub->json, verb, "change"))
        return check_change(hub, game, who);
    if (linea_json_is(hub->json, verb, "again"))
        return check_again(hub, game, who);
    return NULL;
}

bool linea_hub_may_list(struct hub *hub, const struct hub_guest *who, const char *body,
                        size_t length)
{
    return linea_json_read(hub->json, body, length) || !wants_listing(hub, 0) ||
           has_place(hub, who->origin);
}

bool linea_hub_may_list_rematch(const struct hub *hub, uint64_t origin)
{
    return has_place(hub, origin);
}
