/*
 * server/meet/seek.c - play now: who wants the same game at the same time gets it.
 *
 * POST /api/play-now {"map":"europe","seats":3,"clock":60,"rated":true}
 *      → {"waiting":2,"reach":150} or {"game":ID,"seat":1}
 * POST /api/play-now/end
 *
 * One asks again every few seconds; who has not for ten does not wait any more. Those
 * who wait are paired if each is within the reach of each: 100 points of rating, and 10
 * more for every second one has waited. Who has waited longest is first. In a rated
 * game no two are at the same address; nobody meets somebody whom one of the two has
 * blocked.
 *
 * It lies in the database, so it does not matter which node somebody asks.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "account/call.h"
#include "common/maps.h"
#include "order/order.h"
#include "rating/rating.h"

enum {
    SEEN_MS = 10000,
    REACH = 100,   /* at first */
    WIDER = 10,    /* a second */
    WAITING = 200, /* who are looked at */
    BODY = 512,
    KEPT_MS = 60000, /* after which a wish that nobody repeats is removed, … */
    CLEAR_MORE = 64, /* … by one call in so many */
};

/* New wishes of an address: somebody with many names must not be everybody's partner,
   and not be there when the game begins. */
static const struct allowance wishes = {"seek", 10000, 30};

struct seeker {
    uint64_t player;
    double rating;
    int64_t since;
    uint8_t place[SECRET_HASH];
};

struct seek {
    struct call call;
    char map[RATE_POOL];
    int seats, clock;
    bool rated;
    struct seeker self;
    int64_t party; /* found by this call: the game is to be made */
    uint64_t game;
    int seat; /* that is this one's there */
    int waiting;
    char away[96]; /* why not, if a game goes on without them */
};

/* What one is taken for: the rating of the board, else over all, else a newcomer's. */
static double rating_of(struct linea_db *db, const struct seek *s)
{
    sql_ask(db,
            "SELECT mu FROM rating WHERE number = $1 AND (pool = $2 OR pool = 'all')"
            " ORDER BY CASE WHEN pool = $2 THEN 0 ELSE 1 END LIMIT 1",
            linea_value_id(s->self.player), linea_value_text(s->map));
    struct linea_rating rating = linea_rating_new();
    if (linea_db_next(db))
        rating.mu = linea_db_real(db, 0);
    return linea_rating_shown(&rating);
}

static double reach_of(const struct seek *s, const struct seeker *one)
{
    return REACH + WIDER * (double)(s->call.now - one->since) / 1000;
}

static bool may_meet(struct linea_db *db, const struct seek *s, const struct seeker *a,
                     const struct seeker *b)
{
    double apart = fabs(a->rating - b->rating);
    if (apart > reach_of(s, a) || apart > reach_of(s, b) ||
        (s->rated && memcmp(a->place, b->place, sizeof a->place) == 0))
        return false;
    sql_ask(db,
            "SELECT 1 FROM tie WHERE kind = 2 AND ((player = $1 AND other = $2)"
            " OR (player = $2 AND other = $1))",
            linea_value_id(a->player), linea_value_id(b->player));
    return !linea_db_next(db);
}

static int find_waiting(struct linea_db *db, struct seek *s,
                        struct seeker found[WAITING])
{
    int count = 0;
    sql_ask(db,
            "SELECT player, rating, since, place FROM seek WHERE map = $1"
            " AND seats = $2 AND clock = $3 AND rated = $4 AND seen > $5"
            " AND party IS NULL AND player <> $6 ORDER BY since, player LIMIT $7",
            linea_value_text(s->map), linea_value_int(s->seats),
            linea_value_int(s->clock), linea_value_int(s->rated),
            linea_value_int(s->call.now - SEEN_MS), linea_value_id(s->self.player),
            linea_value_int(WAITING));
    while (count < WAITING && linea_db_next(db)) {
        struct seeker *one = &found[count];
        size_t length;
        one->player = linea_db_id(db, 0);
        one->rating = linea_db_real(db, 1);
        one->since = linea_db_int(db, 2);
        const void *place = linea_db_bytes(db, &length, 3);
        if (length != sizeof one->place)
            continue;
        memcpy(one->place, place, length);
        count++;
    }
    return count;
}

/* Take those who fit, who have waited longest first. */
static void pair(struct linea_db *db, struct seek *s)
{
    struct seeker waiting[WAITING], party[LINEA_SEATS];
    int count = find_waiting(db, s, waiting), size = 1;
    s->waiting = count + 1;
    party[0] = s->self;
    for (int i = 0; i < count && size < s->seats; i++) {
        bool fits = true;
        for (int other = 0; fits && other < size; other++)
            fits = may_meet(db, s, &waiting[i], &party[other]);
        if (fits)
            party[size++] = waiting[i];
    }
    if (size < s->seats)
        return;
    s->party = (int64_t)(linea_token_new_player() >> 1);
    for (int i = 0; i < size; i++)
        sql_run(db, "UPDATE seek SET party = $2, seat = $3 WHERE player = $1",
                linea_value_id(party[i].player), linea_value_int(s->party),
                linea_value_int(i));
}

/* What was found for one before; false if one still waits. A game that is being made
   for longer than one may be silent is not made any more: the server has ended, or the
   one who was to make it. So nothing is written here until it is there. */
static bool take_found(struct linea_db *db, struct seek *s, bool *is_new)
{
    const struct linea_value player = linea_value_id(s->self.player);
    sql_ask(db, "SELECT game, party, seen, seat, since FROM seek WHERE player = $1",
            player);
    *is_new = !linea_db_next(db) || linea_db_int(db, 2) <= s->call.now - SEEN_MS;
    if (*is_new || (linea_db_is_null(db, 0) && linea_db_is_null(db, 1)))
        return false;
    s->game = linea_db_id(db, 0);
    s->seat = (int)linea_db_int(db, 3);
    s->self.since = linea_db_int(db, 4);
    if (s->game)
        sql_run(db, "DELETE FROM seek WHERE player = $1", player);
    return true;
}

static bool may_wish(struct linea_db *db, struct seek *s)
{
    return linea_allowance_take(db, &s->call, &wishes, s->call.address,
                                sizeof s->call.address) ||
           linea_call_refuse(&s->call, 429, "too-many",
                             "many at this address look for players: wait a minute");
}

/* One's wish as it is now. */
static void note_wish(struct linea_db *db, struct seek *s)
{
    const struct linea_value player = linea_value_id(s->self.player);
    const int64_t now = s->call.now;
    sql_run(db,
            "INSERT INTO seek VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, NULL, NULL,"
            " NULL)"
            " ON CONFLICT (player) DO UPDATE SET since = CASE WHEN seek.map = $2"
            " AND seek.seats = $3 AND seek.clock = $4 AND seek.rated = $5"
            " AND seek.seen > $9 THEN seek.since ELSE $8 END, map = $2, seats = $3,"
            " clock = $4, rated = $5, rating = $6, place = $7, seen = $8,"
            " party = NULL, game = NULL",
            player, linea_value_text(s->map), linea_value_int(s->seats),
            linea_value_int(s->clock), linea_value_int(s->rated),
            linea_value_real(s->self.rating),
            linea_value_bytes(s->self.place, sizeof s->self.place),
            linea_value_int(now), linea_value_int(now - SEEN_MS));
    sql_ask(db, "SELECT since FROM seek WHERE player = $1", player);
    s->self.since = linea_db_next(db) ? linea_db_int(db, 0) : now;
}

/* Whether a game goes on without them. */
static bool is_away(struct linea_db *db, struct seek *s)
{
    char id[17];
    uint64_t game = linea_leavers_away(db, s->self.player);
    if (!game)
        return false;
    linea_hub_id_write(id, game);
    snprintf(s->away, sizeof s->away,
             "a game goes on without you: go back to it first, /g/%s", id);
    return !linea_call_refuse(&s->call, 409, "away", s->away);
}

static bool look(struct linea_db *db, struct linea_sql_job *job)
{
    struct seek *s = (struct seek *)job;
    bool is_new;
    if (is_away(db, s))
        return false;
    s->party = 0;
    s->game = 0;
    s->seat = 0;
    s->waiting = 0;
    linea_db_run(db, "UPDATE pairing SET times = times + 1 WHERE id = 1", NULL, 0);
    sql_run(db,
            "DELETE FROM seek WHERE seen < $1"
            " AND (SELECT times % $2 FROM pairing WHERE id = 1) = 0",
            linea_value_int(s->call.now - KEPT_MS), linea_value_int(CLEAR_MORE));
    s->self.rating = rating_of(db, s);
    if (take_found(db, s, &is_new))
        return true;
    if (is_new && !may_wish(db, s))
        return false;
    note_wish(db, s);
    pair(db, s);
    return true;
}

static void answer(struct seek *s)
{
    struct linea_list object = linea_list_open(linea_call_out(&s->call), "{", "}");
    if (s->game) {
        linea_key_id(&object, "game", s->game);
        linea_key_int(&object, "seat", s->seat);
    } else {
        linea_key_int(&object, "waiting", s->waiting ? s->waiting : s->seats);
        linea_key_int(&object, "reach", (int)reach_of(s, &s->self));
    }
    linea_call_answer_list(&s->call, &object, "");
}

/* The game is there for all of the party; or they wait on. */
static bool note_game(struct linea_db *db, struct linea_sql_job *job)
{
    const struct seek *s = (struct seek *)job;
    if (s->game) {
        linea_leavers_quick(db, s->game, s->call.now);
        sql_run(db, "UPDATE seek SET game = $2, seen = $3 WHERE party = $1",
                linea_value_int(s->party), linea_value_id(s->game),
                linea_value_int(milliseconds_now()));
        sql_run(db, "DELETE FROM seek WHERE player = $1",
                linea_value_id(s->self.player));
        return true;
    }
    sql_run(db, "DELETE FROM seek WHERE player = $1", linea_value_id(s->self.player));
    sql_run(db, "UPDATE seek SET party = NULL WHERE party = $1",
            linea_value_int(s->party));
    return true;
}

static void noted(struct linea_sql_job *job)
{
    struct seek *s = (struct seek *)job;
    if (linea_call_failed(&s->call))
        return;
    if (s->game) {
        answer(s);
        return;
    }
    linea_call_refuse(&s->call, 429, "too-many",
                      "you have made as many games as you may: finish one first");
    linea_call_give_up(&s->call);
}

static void made(void *context, enum hub_status status, const char *text, size_t length)
{
    struct seek *s = context;
    static const char start[] = "{\"game\":\"";
    s->game = 0;
    if (status == HUB_OK && length > sizeof start + 16 &&
        strncmp(text, start, sizeof start - 1) == 0)
        linea_hub_id_read(&s->game, text + sizeof start - 1, 16);
    linea_call_ask(&s->call, note_game, noted);
}

/* A game that is found counts as one that is made, for who asked last. */
static bool may_make(const struct seek *s)
{
    const struct accounts_options *o = &s->call.accounts->options;
    return !o->allow ||
           o->allow(o->context, s->call.exchange->who.origin, HUB_COST_GAME, 0);
}

static void looked(struct linea_sql_job *job)
{
    struct seek *s = (struct seek *)job;
    char body[BODY], id[RATE_POOL * 2];
    struct linea_out map;
    if (linea_call_failed(&s->call))
        return;
    if (!s->party || s->call.accounts->closing) {
        answer(s);
        return;
    }
    if (!may_make(s)) {
        linea_call_ask(&s->call, note_game, noted);
        return;
    }
    linea_out_init(&map, id, sizeof id);
    linea_out_string(&map, s->map);
    int n = snprintf(body, sizeof body, "{\"map\":%s,\"seats\":[", id);
    for (int seat = 0; seat < s->seats; seat++)
        n +=
            snprintf(body + n, sizeof body - (size_t)n, "%s\"human\"", seat ? "," : "");
    n += snprintf(body + n, sizeof body - (size_t)n, "],\"clock\":%d,\"rated\":%s}",
                  s->clock, s->rated ? "true" : "false");
    linea_hub_make(s->call.accounts->options.hub, &s->call.exchange->who, body,
                   (size_t)n, made, s);
}

static bool read_wish(struct seek *s, const struct linea_json *json)
{
    linea_json_bool(json, &s->rated, linea_json_get(json, 0, "rated"));
    int clock = linea_json_get(json, 0, "clock");
    if (!linea_call_text(&s->call, s->map, sizeof s->map, "map") || !maps_get(s->map))
        return linea_call_refuse(&s->call, 400, "syntax", "map: no such board");
    if (!linea_json_int(json, &s->seats, linea_json_get(json, 0, "seats"), 2,
                        LINEA_SEATS))
        return linea_call_refuse(&s->call, 400, "syntax", "seats: 2 to 5");
    if (clock >= 0 && !linea_json_int(json, &s->clock, clock, 0, 86400 * 14))
        return linea_call_refuse(&s->call, 400, "syntax", "clock: seconds for a move");
    const struct linea_map *map = maps_get(s->map);
    if (s->seats < map->min_seats || s->seats > map->max_seats)
        return linea_call_refuse(&s->call, 400, "syntax",
                                 "seats: the board is for others");
    return !s->rated || s->call.exchange->identity.account ||
           linea_call_refuse(&s->call, 403, "accounts-only",
                             "rated games are for accounts: sign in");
}

static void begin(struct seek *s)
{
    s->self.player = s->call.exchange->identity.player;
    crypto_generichash(s->self.place, sizeof s->self.place, s->call.address,
                       sizeof s->call.address, s->call.accounts->options.key,
                       TOKEN_KEY);
}

void linea_play_now(struct connection *c, struct exchange *e)
{
    struct seek *s = linea_call_begin(c, e, sizeof *s);
    if (!s)
        return;
    const char *code, *why;
    begin(s);
    why = linea_accounts_stop(c->net->accounts, &code, HUB_STOP_RATED, &e->who);
    if (why)
        linea_call_refuse(&s->call, 403, code, why);
    else
        read_wish(s, &c->net->json);
    linea_call_ask(&s->call, look, looked);
}

static bool end(struct linea_db *db, struct linea_sql_job *job)
{
    const struct seek *s = (struct seek *)job;
    sql_run(db, "DELETE FROM seek WHERE player = $1 AND party IS NULL",
            linea_value_id(s->self.player));
    return true;
}

void linea_play_later(struct connection *c, struct exchange *e)
{
    struct seek *s = linea_call_begin(c, e, sizeof *s);
    if (!s)
        return;
    begin(s);
    linea_call_ask(&s->call, end, linea_call_ended);
}
