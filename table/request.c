/*
 * table/request.c - requests of players and spectators.
 *
 *   → {"id":7,"do":"move","state":12,"move":"draw pile"}
 *   ← {"id":7,"ok":true,"event":13}
 *   ← {"id":7,"error":"stale","message":"…"}
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "event.h"
#include "linea/utf8.h"

/* A request being answered. */
struct request {
    struct linea_table *t;
    const struct linea_table *shown; /* what the caller may look at: t, or delayed */
    const struct linea_table_io *io;
    uint64_t player;
    int64_t now;
    int seat;  /* of the player, or LINEA_NOBODY */
    int route; /* asked about */
    const char *code;
    struct linea_error error;
};

/* Refuse; always false. */
static bool refuse(struct request *r, const char *code, const char *message)
{
    r->code = code;
    return linea_explain(&r->error, LINEA_ILLEGAL, "%s", message);
}

static int get(const struct request *r, const char *key)
{
    return linea_json_get(r->io->json, 0, key);
}

/* Let an event happen; always true. */
static bool happen(struct request *r, struct table_event *e, enum table_event_kind kind)
{
    e->kind = kind;
    e->at = r->now;
    e->player = r->player;
    linea_table_apply(r->t, e, r->io);
    return true;
}

static bool do_move(struct request *r)
{
    const struct linea_json *json = r->io->json;
    struct linea_table *t = r->t;
    struct table_event e = {.seat = r->seat};
    char text[LINEA_MOVE_TEXT];
    int state = 0;
    if (!t->begun)
        return refuse(r, "not-begun", "the game has not begun");
    if (t->over)
        return refuse(r, "over", "the game is over");
    if (!linea_json_int(json, &state, get(r, "state"), 0, INT32_MAX))
        return refuse(r, "syntax", "state: the number of the state you saw is missing");
    if ((uint32_t)state != t->state)
        return refuse(r, "stale", "the game has gone on since");
    if (t->game.turn != r->seat)
        return refuse(r, "not-your-turn", "it is not your turn");
    if (t->seat[r->seat].abandoned)
        return refuse(r, "resigned", "you have left this game");
    int length = linea_json_string(json, text, sizeof text, get(r, "move"));
    if (length < 0)
        return refuse(r, "syntax", "move: a move is missing");
    if (!linea_move_read(&t->game, &e.move, &r->error, text, (size_t)length)) {
        r->code = linea_error_name(r->error.code);
        return false;
    }
    return happen(r, &e, TABLE_MOVED);
}

/* The seat asked for, or any that is open; LINEA_NOBODY if there is none. */
static int find_open(const struct request *r)
{
    const struct linea_table *t = r->t;
    int value = get(r, "seat"), first = 0, last = t->seats - 1;
    if (value >= 0) {
        if (!linea_json_int(r->io->json, &first, value, 0, last))
            return LINEA_NOBODY;
        last = first;
    }
    for (int s = first; s <= last; s++)
        if (t->seat[s].holder == LINEA_TABLE_OPEN)
            return s;
    return LINEA_NOBODY;
}

/* A text that others will see. */
static bool read_clean(const struct request *r, char *out, size_t size, int value)
{
    int length = linea_json_string(r->io->json, out, size, value);
    return length > 0 && linea_text_clean(out, (size_t)length);
}

/* The name in a request, or else that of the caller. */
static bool read_name(struct request *r, char out[LINEA_SEAT_NAME])
{
    int value = get(r, "name");
    const char *known = r->io->name ? r->io->name : "";
    size_t length = strlen(known);
    bool usable =
        length > 0 && length < LINEA_SEAT_NAME && linea_text_clean(known, length);
    if (value < 0 && usable)
        memcpy(out, known, length + 1);
    else if (!read_clean(r, out, LINEA_SEAT_NAME, value))
        return refuse(r, "syntax",
                      "name: 1 to 63 bytes of text without control characters");
    return true;
}

/* Refuse if more than so many events have happened already. */
static bool has_room(struct request *r, uint32_t events)
{
    return r->t->event < events ||
           refuse(r, "full", "too much has happened at this table");
}

static bool do_sit(struct request *r)
{
    struct table_event e = {.seat = find_open(r)};
    int nonce = get(r, "nonce");
    if (r->seat != LINEA_NOBODY)
        return refuse(r, "seated", "you have a seat already");
    if (!has_room(r, LINEA_TABLE_EVENTS))
        return false;
    if (e.seat == LINEA_NOBODY)
        return refuse(r, "taken", "that seat is not open");
    if (!read_name(r, e.name))
        return false;
    e.has_nonce = nonce >= 0;
    if (e.has_nonce && !linea_json_bytes(r->io->json, e.nonce, sizeof e.nonce, nonce))
        return refuse(r, "syntax", "nonce: 64 hex digits");
    return happen(r, &e, TABLE_SAT);
}

/* A request to leave that meets the beginning of the game on its way is no resignation:
   it was not about a game. */
static bool do_leave(struct request *r)
{
    struct table_event e = {.seat = r->seat};
    if (r->t->over)
        return refuse(r, "over", "the game is over");
    if (r->t->begun)
        return refuse(r, "begun", "the game has begun: you may resign");
    return happen(r, &e, TABLE_LEFT);
}

static bool do_resign(struct request *r)
{
    struct table_event e = {.seat = r->seat};
    if (!r->t->begun)
        return refuse(r, "not-begun", "the game has not begun: you may leave");
    if (r->t->over)
        return refuse(r, "over", "the game is over");
    if (r->t->seat[r->seat].abandoned)
        return refuse(r, "resigned", "you have left this game already");
    return happen(r, &e, TABLE_RESIGNED);
}

static bool do_say(struct request *r)
{
    struct table_event e = {.seat = r->seat};
    bool guest = r->seat == LINEA_NOBODY;
    if (!has_room(r, guest ? LINEA_TABLE_GUEST_EVENTS : LINEA_TABLE_EVENTS))
        return false;
    if (!read_clean(r, e.text, sizeof e.text, get(r, "text")))
        return refuse(r, "syntax",
                      "text: 1 to 500 bytes of text without control characters");
    if (!guest)
        memcpy(e.name, r->t->seat[r->seat].name, sizeof e.name);
    else if (!read_name(r, e.name))
        return false;
    return happen(r, &e, TABLE_SAID);
}

static bool do_again(struct request *r)
{
    struct table_event e = {.seat = r->seat};
    if (!r->t->over)
        return refuse(r, "not-over", "the game is not over");
    if (r->t->seat[r->seat].again)
        return refuse(r, "done", "you have asked for another game already");
    return happen(r, &e, TABLE_AGAIN);
}

static bool do_look(struct request *r)
{
    (void)r;
    return true;
}

static void write_look(const struct request *r, struct linea_list *answer)
{
    linea_list_key(answer, "table");
    linea_table_show(r->shown, answer->out,
                     r->seat == LINEA_NOBODY ? LINEA_TABLE_PUBLIC : r->seat);
}

static bool do_advise(struct request *r)
{
    return r->shown->begun || refuse(r, "not-begun", "the game has not begun");
}

static void write_advice(const struct request *r, struct linea_list *answer)
{
    linea_table_advise(r->shown, answer, r->seat);
}

static bool do_why(struct request *r)
{
    if (!r->t->begun)
        return refuse(r, "not-begun", "the game has not begun");
    r->route = linea_table_read_route(r->t->map, r->io->json, get(r, "route"));
    return r->route != LINEA_NOTHING ||
           refuse(r, "syntax", "route: the board has no such route");
}

static void write_why(const struct request *r, struct linea_list *answer)
{
    linea_table_why(r->t, answer, r->seat, r->route);
}

static void write_sites(const struct request *r, struct linea_list *answer)
{
    linea_table_sites(r->t, answer, r->seat);
}

/* What can be asked for: one table for code, tests and docs/protocol.md. */
static const struct verb {
    const char *name;
    enum { ANYBODY, NAMED, SEATED } caller; /* who may ask for it */
    bool (*act)(struct request *r);
    /* For what changes nothing: what the answer has in addition, from r->shown. */
    void (*write)(const struct request *r, struct linea_list *answer);
} verbs[] = {
    {"look", ANYBODY, do_look, write_look},
    {"advise", ANYBODY, do_advise, write_advice},
    {"why", SEATED, do_why, write_why},
    {"sites", SEATED, do_advise, write_sites},
    {"sit", NAMED, do_sit, NULL},
    {"say", NAMED, do_say, NULL},
    {"move", SEATED, do_move, NULL},
    {"leave", SEATED, do_leave, NULL},
    {"resign", SEATED, do_resign, NULL},
    {"again", SEATED, do_again, NULL},
};

/* The verb that a request has, if the caller may use it; NULL, and refused, if not. */
static const struct verb *find_verb(struct request *r)
{
    const struct verb *end = verbs + sizeof verbs / sizeof verbs[0], *v = verbs;
    while (v < end && !linea_json_is(r->io->json, get(r, "do"), v->name))
        v++;
    if (!r->player && (v == end || v->caller != ANYBODY))
        refuse(r, "forbidden", "spectators without a name may only look");
    else if (v == end)
        refuse(r, "unknown", "do: there is no such request");
    else if (v->caller == SEATED && r->seat == LINEA_NOBODY)
        refuse(r, "no-seat", "you have no seat here");
    else
        return v;
    return NULL;
}

static void write_answer(const struct request *r, struct linea_out *out, int id,
                         const struct verb *verb)
{
    struct linea_list object = linea_list_open(out, "{", "}");
    linea_key_int_or_null(&object, "id", id, -1);
    if (!verb) {
        linea_key_text(&object, "error", r->code);
        linea_key_text(&object, "message", r->error.message);
    } else {
        linea_key_bool(&object, "ok", true);
        linea_key_int(&object, "event", (int)(verb->write ? r->shown : r->t)->event);
        if (verb->write)
            verb->write(r, &object);
    }
    linea_list_close(&object);
}

bool linea_table_request(struct linea_table *t, struct linea_out *answer,
                         const struct linea_table_io *io, uint64_t player,
                         const char *request, size_t length, int64_t now)
{
    int id = -1, seat = linea_table_seat_of(t, player);
    struct request r = {.t = t,
                        .shown = seat == LINEA_NOBODY && io->behind ? io->behind : t,
                        .io = io,
                        .player = player,
                        .now = now,
                        .seat = seat};
    const struct verb *verb = NULL;
    const char *wrong = linea_json_read(io->json, request, length);
    if (!wrong && linea_json_type(io->json, 0) != LINEA_JSON_OBJECT)
        wrong = "an object is missing";
    if (wrong)
        refuse(&r, "syntax", wrong);
    else if (!linea_json_int(io->json, &id, get(&r, "id"), 0, INT32_MAX))
        refuse(&r, "syntax", "id: a number is missing");
    else if (length > LINEA_TABLE_REQUEST)
        refuse(&r, "syntax", "the request is too long");
    else if ((verb = find_verb(&r)) && !verb->act(&r))
        verb = NULL;
    write_answer(&r, answer, id, verb);
    return verb != NULL;
}
