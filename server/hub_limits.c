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
#include <string.h>

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
                  {"change", 1}, {"begin", LINEA_SEATS}, {"colour", 1}, {"hint", 1}};

static bool allows(struct hub *hub, const struct hub_guest *who, enum hub_cost cost,
                   size_t bytes)
{
    return !hub->options.allow || !who->origin ||
           hub->options.allow(hub->options.context, who->origin, cost, bytes);
}

/* What spectators see later stays in memory until then: its log counts twice. */
static const char *check_delay(struct hub *hub, const struct hub_guest *who)
{
    return allows(hub, who, HUB_COST_KEPT, HUB_GAME_BYTES)
               ? NULL
               : "too much was kept for this address to show it later";
}

/* Whether settings that have been read ask for a delay. */
static bool wants_delay(const struct hub *hub, int settings)
{
    int delay = 0, value = linea_json_get(hub->json, settings, "delay");
    return value >= 0 && linea_json_int(hub->json, &delay, value, 0, INT_MAX) && delay;
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
    int seat = linea_table_seat_of(&game->table, who->player);
    if (seat != LINEA_NOBODY)
        game->seat_origin[seat] = who->origin;
}

/* Whether somebody who wants to sit down at a rated table is where another of its
   players is: that may be one person with two accounts. Of those who sat down before
   this server began nobody knows. */
static bool is_next_to_oneself(const struct hub_game *game, const struct hub_guest *who)
{
    const struct linea_table *t = &game->table;
    for (int s = 0; s < t->seats; s++)
        if (t->rated && who->origin && t->seat[s].holder == LINEA_TABLE_HUMAN &&
            t->seat[s].player != who->player && game->seat_origin[s] == who->origin)
            return true;
    return false;
}

/* Who sits down first at a table of a tournament is charged for its game, as for one of
   their own. */
static const char *check_first_sit(struct hub *hub, const struct hub_game *game,
                                   const struct hub_guest *who)
{
    const struct linea_table *t = &game->table;
    for (int s = 0; s < t->seats; s++)
        if (!t->cup || t->seat[s].holder == LINEA_TABLE_HUMAN)
            return NULL;
    if (!allows(hub, who, HUB_COST_REMATCH, 0))
        return "too many new games from this address";
    return t->delay ? check_delay(hub, who) : NULL;
}

static const char *check_sit(const struct hub_game *game, const struct hub_guest *who)
{
    const struct linea_table *t = &game->table;
    if (t->begun || linea_table_seat_of(t, who->player) != LINEA_NOBODY)
        return NULL; /* the table refuses */
    if (sits_of(game, who->origin) >= SITS_OF_ORIGIN ||
        sits_of(game, who->player) >= SITS_OF_PLAYER)
        return "you have sat down here too often";
    if (is_next_to_oneself(game, who))
        return "the game is rated, and somebody at this table is at your address";
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
    if (!allows(hub, who, cost, 0))
        return "too many new games from this address";
    return t->delay ? check_delay(hub, who) : NULL;
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
    if (!linea_table_is_host(&game->table, who->player))
        return NULL; /* the table refuses */
    if (settings >= 0 && !game->table.begun && !game->table.delay &&
        wants_delay(hub, settings)) {
        const char *limit = check_delay(hub, who);
        if (limit)
            return limit;
    }
    if (game->table.listed || game->table.begun || settings < 0 ||
        !wants_listing(hub, settings))
        return NULL;
    if (!has_place(hub, who->origin))
        return "too many tables of this address are in the lobby";
    game->origin = who->origin;
    return NULL;
}

static const char *stop(const struct hub *hub, const char **code, enum hub_stop what,
                        const struct hub_guest *who)
{
    return hub->options.stops
               ? hub->options.stops(hub->options.context, code, what, who)
               : NULL;
}

/* Whether the house refuses what a request, or a guest's token, would show to others.
 */
static bool is_refused(const struct hub *hub, const struct hub_guest *who,
                       const char *key)
{
    char text[LINEA_TABLE_CHAT + 1];
    int value = linea_json_get(hub->json, 0, key);
    if (!hub->options.refuses)
        return false;
    return (value >= 0 && linea_json_string(hub->json, text, sizeof text, value) > 0 &&
            hub->options.refuses(hub->options.context, text)) ||
           (!who->known && hub->options.refuses(hub->options.context, who->name));
}

/* A name can say something, too: who is muted keeps the one they have. */
static bool brings_name(const struct hub *hub, const struct hub_guest *who)
{
    char name[LINEA_SEAT_NAME];
    int value = linea_json_get(hub->json, 0, "name");
    return value >= 0 && !who->known &&
           (linea_json_string(hub->json, name, sizeof name, value) <= 0 ||
            strcmp(name, who->name) != 0);
}

/* What the house has against it; anybody may look. */
static const char *check_house(const struct hub *hub, const char **code,
                               const struct hub_game *game, const struct hub_guest *who,
                               int verb)
{
    const bool looks = linea_json_is(hub->json, verb, "look");
    const char *why = looks ? NULL : stop(hub, code, HUB_STOP_PLAY, who);
    const bool says = linea_json_is(hub->json, verb, "say"),
               sits = linea_json_is(hub->json, verb, "sit");
    if (!why && (says || (sits && brings_name(hub, who))))
        why = stop(hub, code, HUB_STOP_TALK, who);
    if (!why && sits && game->table.rated)
        why = stop(hub, code, HUB_STOP_RATED, who);
    if (why)
        return why;
    *code = "words";
    if (((says || sits) && is_refused(hub, who, "name")) ||
        (says && is_refused(hub, who, "text")))
        return "the host of this server does not allow a word in it";
    *code = "too-many";
    return NULL;
}

const char *linea_hub_limit(struct hub *hub, const char **code, struct hub_game *game,
                            const struct hub_guest *who, const char *text,
                            size_t length)
{
    *code = "too-many";
    if (linea_json_read(hub->json, text, length) || !who->player || who->house)
        return NULL; /* the table says what is wrong */
    const size_t times = game->table.delay ? 2 : 1;
    int verb = linea_json_get(hub->json, 0, "do");
    const char *why = check_house(hub, code, game, who, verb);
    if (why)
        return why;
    if (linea_json_is(hub->json, verb, "say"))
        return allows(hub, who, HUB_COST_TALK, (length + LINE) * times)
                   ? NULL
                   : "too much talk from this address";
    for (size_t i = 0; i < sizeof repeatable / sizeof *repeatable; i++)
        if (linea_json_is(hub->json, verb, repeatable[i].verb) &&
            !allows(hub, who, HUB_COST_KEPT,
                    (length + (size_t)repeatable[i].lines * LINE) * times))
            return "too much was kept for this address";
    if (linea_json_is(hub->json, verb, "sit")) {
        const char *limit = check_sit(game, who);
        return limit ? limit : check_first_sit(hub, game, who);
    }
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

const char *linea_hub_may_delay(struct hub *hub, const struct hub_guest *who,
                                const char *body, size_t length)
{
    return linea_json_read(hub->json, body, length) || !wants_delay(hub, 0)
               ? NULL
               : check_delay(hub, who);
}

bool linea_hub_may_list_rematch(const struct hub *hub, uint64_t origin)
{
    return has_place(hub, origin);
}
