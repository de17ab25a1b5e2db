/*
 * cup/request.c - requests of players and of the host.
 *
 *   → {"id":7,"do":"join","name":"Ann"}
 *   ← {"id":7,"ok":true,"event":13}
 *   ← {"id":7,"error":"begun","message":"…"}
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "event.h"
#include "linea/utf8.h"

struct request {
    struct linea_cup *cup;
    const struct linea_cup_io *io;
    uint64_t player;
    int64_t now;
    int number; /* of the caller among the players, or LINEA_CUP_NONE */
    const char *code;
    struct linea_error error;
};

static bool refuse(struct request *r, const char *code, const char *message)
{
    r->code = code;
    return linea_explain(&r->error, LINEA_ILLEGAL, "%s", message);
}

static bool happen(struct request *r, struct cup_event *e, enum cup_event_kind kind)
{
    e->kind = kind;
    e->at = r->now > r->cup->at ? r->now : r->cup->at;
    linea_cup_apply(r->cup, e, r->io);
    return true;
}

static int get(const struct request *r, const char *key)
{
    return linea_json_get(r->io->json, 0, key);
}

/* Whether one may join now: before it begins; late to a Swiss and to an arena. */
static bool is_open(struct request *r)
{
    const struct linea_cup *cup = r->cup;
    if (cup->stage == LINEA_CUP_OVER || cup->ending)
        return refuse(r, "over", "it is over");
    if (cup->players == LINEA_CUP_PLAYERS)
        return refuse(r, "full", "there is no room for more players");
    if (cup->stage == LINEA_CUP_GATHERING)
        return true;
    if (cup->format == LINEA_CUP_KNOCKOUT)
        return refuse(r, "begun", "nobody can join a knock-out that has begun");
    if (cup->format == LINEA_CUP_SWISS && cup->round >= cup->late)
        return refuse(r, "begun", "it is too late to join");
    return cup->event < LINEA_CUP_EVENTS ||
           refuse(r, "full", "too much has happened in this cup");
}

/* Somebody who has left and comes back keeps points and number; who did not come too
   often is out for good. */
static bool come_back(struct request *r)
{
    struct cup_event e = {.who = r->number, .player = r->player};
    const struct linea_cup_player *player = &r->cup->player[r->number];
    if (!player->out)
        return refuse(r, "joined", "you have joined already");
    if (player->absences >= LINEA_CUP_ABSENCES)
        return refuse(r, "absent", "you did not come too often");
    memcpy(e.name, player->name, sizeof e.name);
    return happen(r, &e, CUP_JOINED);
}

static bool read_name(struct request *r, struct cup_event *e)
{
    int length =
        linea_json_string(r->io->json, e->name, sizeof e->name, get(r, "name"));
    if (length <= 0 || !linea_name_clean(e->name, (size_t)length))
        return refuse(r, "syntax",
                      "name: 1 to 63 bytes of text without control characters");
    for (int p = 0; p < r->cup->players; p++)
        if (linea_names_alike(r->cup->player[p].name, e->name))
            return refuse(r, "name-taken", "name: somebody is called so");
    return true;
}

static bool do_join(struct request *r)
{
    struct cup_event e = {.who = LINEA_CUP_NONE, .player = r->player};
    int nonce = get(r, "nonce"), house = get(r, "house");
    if (!r->player)
        return refuse(r, "forbidden", "only somebody with a number can join");
    if (!is_open(r))
        return false;
    if (r->number != LINEA_CUP_NONE)
        return come_back(r);
    if (!read_name(r, &e))
        return false;
    if (house >= 0 && !linea_json_bool(r->io->json, &e.house, house))
        return refuse(r, "syntax", "house: true or false");
    e.has_nonce = nonce >= 0;
    if (nonce >= 0 && !linea_json_bytes(r->io->json, e.nonce, sizeof e.nonce, nonce))
        return refuse(r, "syntax", "nonce: 64 hex digits");
    if (e.has_nonce && r->cup->stage != LINEA_CUP_GATHERING)
        return refuse(r, "begun", "nonce: the lots are drawn already");
    return happen(r, &e, CUP_JOINED);
}

static bool go(struct request *r, int number)
{
    struct cup_event e = {.who = number};
    if (r->cup->stage == LINEA_CUP_OVER)
        return refuse(r, "over", "it is over");
    if (r->cup->player[number].out)
        return refuse(r, "out", "that player is out already");
    return happen(r, &e, CUP_LEFT);
}

static bool do_leave(struct request *r)
{
    return r->number == LINEA_CUP_NONE ? refuse(r, "not-joined", "you have not joined")
                                       : go(r, r->number);
}

static bool do_remove(struct request *r)
{
    int number;
    return linea_json_int(r->io->json, &number, get(r, "number"), 0,
                          r->cup->players - 1)
               ? go(r, number)
               : refuse(r, "syntax", "number: there is no such player");
}

static bool do_begin(struct request *r)
{
    struct cup_event e = {.who = LINEA_CUP_NONE};
    if (r->cup->stage != LINEA_CUP_GATHERING)
        return refuse(r, "begun", "it has begun already");
    if (r->cup->players < r->cup->least)
        return refuse(r, "alone", "there are not enough players");
    return happen(r, &e, CUP_BEGAN);
}

static bool is_running(struct request *r)
{
    return r->cup->stage == LINEA_CUP_RUNNING ||
           refuse(r, r->cup->stage == LINEA_CUP_OVER ? "over" : "not-begun",
                  "it is not being played");
}

static bool do_pause(struct request *r)
{
    struct cup_event e = {.who = LINEA_CUP_NONE};
    if (!is_running(r))
        return false;
    if (r->cup->paused)
        return refuse(r, "done", "it is paused already");
    return r->cup->pauses < LINEA_CUP_PAUSES
               ? happen(r, &e, CUP_PAUSED)
               : refuse(r, "full", "it was paused too often");
}

static bool do_resume(struct request *r)
{
    struct cup_event e = {.who = LINEA_CUP_NONE};
    if (!is_running(r))
        return false;
    return r->cup->paused ? happen(r, &e, CUP_RESUMED)
                          : refuse(r, "done", "it is not paused");
}

static bool do_end(struct request *r)
{
    struct cup_event e = {.who = LINEA_CUP_NONE};
    if (!is_running(r))
        return false;
    return r->cup->ending ? refuse(r, "done", "it is about to end already")
                          : happen(r, &e, CUP_ENDING);
}

static bool do_look(struct request *r)
{
    (void)r;
    return true;
}

/* What can be asked for. */
static const struct verb {
    const char *name;
    bool host; /* only the host may */
    bool (*act)(struct request *r);
} verbs[] = {
    {"look", false, do_look},    {"join", false, do_join},  {"leave", false, do_leave},
    {"remove", true, do_remove}, {"begin", true, do_begin}, {"pause", true, do_pause},
    {"resume", true, do_resume}, {"end", true, do_end},
};

static const struct verb *find_verb(struct request *r)
{
    const struct verb *end = verbs + sizeof verbs / sizeof verbs[0], *v = verbs;
    while (v < end && !linea_json_is(r->io->json, get(r, "do"), v->name))
        v++;
    if (v == end)
        refuse(r, "unknown", "do: there is no such request");
    else if (v->host && (!r->player || r->player != r->cup->host))
        refuse(r, "not-host", "only the host of the cup may do this");
    else
        return v;
    return NULL;
}

static int number_of(const struct linea_cup *cup, uint64_t player)
{
    for (int p = 0; player && p < cup->players; p++)
        if (cup->player[p].player == player)
            return p;
    return LINEA_CUP_NONE;
}

static void write_answer(const struct request *r, struct linea_out *out, int id,
                         bool ok)
{
    struct linea_list object = linea_list_open(out, "{", "}");
    linea_key_int_or_null(&object, "id", id, -1);
    if (ok) {
        linea_key_bool(&object, "ok", true);
        linea_key_int(&object, "event", r->cup->event);
    } else {
        linea_key_text(&object, "error", r->code);
        linea_key_text(&object, "message", r->error.message);
    }
    if (ok && linea_json_is(r->io->json, get(r, "do"), "look")) {
        linea_list_key(&object, "cup");
        linea_cup_show(r->cup, out);
    }
    linea_list_close(&object);
}

bool linea_cup_request(struct linea_cup *cup, struct linea_out *answer,
                       const struct linea_cup_io *io, uint64_t player,
                       const char *request, size_t length, int64_t now)
{
    struct request r = {.cup = cup, .io = io, .player = player, .now = now};
    int id = -1;
    const struct verb *verb = NULL;
    const char *wrong = length <= LINEA_CUP_REQUEST
                            ? linea_json_read(io->json, request, length)
                            : "too long";
    r.number = number_of(cup, player);
    if (wrong)
        refuse(&r, "syntax", wrong);
    else if (linea_json_type(io->json, 0) != LINEA_JSON_OBJECT)
        refuse(&r, "syntax", "a request is an object");
    else {
        linea_json_int(io->json, &id, get(&r, "id"), 0, INT32_MAX);
        verb = find_verb(&r);
    }
    bool ok = verb && verb->act(&r);
    write_answer(&r, answer, id, ok);
    return ok;
}
