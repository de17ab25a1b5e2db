/*
 * table/request.c - requests of players and spectators, and the log read back.
 *
 *   → {"id":7,"do":"move","state":12,"move":"draw pile"}
 *   ← {"id":7,"ok":true,"event":13}
 *   ← {"id":7,"error":"stale","message":"…"}
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "event.h"

/* A request being answered. */
struct asking {
    struct linea_table *t;
    const struct linea_table *shown; /* what the asker may look at: t, or older */
    const struct linea_table_io *io;
    uint64_t player;
    int64_t now;
    int seat; /* of the player, or LINEA_NOBODY */
    const char *code;
    struct linea_error error;
};

/* Refuse; always false. */
static bool refuse(struct asking *a, const char *code, const char *message)
{
    a->code = code;
    return linea_table_refuse(&a->error, LINEA_ILLEGAL, message);
}

static struct table_event event_of(const struct asking *a, enum table_event_kind kind)
{
    return (struct table_event){
        .kind = kind, .at = a->now, .seat = a->seat, .player = a->player};
}

static bool do_move(struct asking *a)
{
    const struct linea_json *json = a->io->json;
    struct linea_table *t = a->t;
    char text[LINEA_MOVE_TEXT];
    int state = 0;
    if (a->seat == LINEA_NOBODY)
        return refuse(a, "no-seat", "you have no seat here");
    if (!t->begun)
        return refuse(a, "not-begun", "the game has not begun");
    if (t->over)
        return refuse(a, "over", "the game is over");
    if (!linea_json_int(json, &state, linea_json_get(json, 0, "state"), 0, INT32_MAX))
        return refuse(a, "syntax", "state: the number of the state you saw is missing");
    if ((uint32_t)state != t->state)
        return refuse(a, "stale", "the game has gone on since");
    if (t->game.turn != a->seat)
        return refuse(a, "not-your-turn", "it is not your turn");
    if (t->seat[a->seat].abandoned)
        return refuse(a, "resigned", "you have left this game");
    int length =
        linea_json_string(json, text, sizeof text, linea_json_get(json, 0, "move"));
    if (length < 0)
        return refuse(a, "syntax", "move: a move is missing");
    struct table_event e = event_of(a, TABLE_MOVED);
    if (!linea_move_read(&t->game, &e.move, &a->error, text, (size_t)length)) {
        a->code = linea_error_name(a->error.code);
        return false;
    }
    linea_table_apply(t, a->io, &e);
    return true;
}

/* The seat asked for, or any that is open; LINEA_NOBODY if there is none. */
static int find_open(const struct linea_table *t, const struct linea_json *json)
{
    int value = linea_json_get(json, 0, "seat"), seat = 0;
    if (value >= 0)
        return linea_json_int(json, &seat, value, 0, t->seats - 1) &&
                       t->seat[seat].holder == LINEA_TABLE_OPEN
                   ? seat
                   : LINEA_NOBODY;
    for (int s = 0; s < t->seats; s++)
        if (t->seat[s].holder == LINEA_TABLE_OPEN)
            return s;
    return LINEA_NOBODY;
}

/* The name in a request, or else that of who asks. */
static bool read_name(const struct asking *a, char out[LINEA_SEAT_NAME])
{
    int value = linea_json_get(a->io->json, 0, "name");
    const char *known = a->io->name ? a->io->name : "";
    size_t length = strlen(known);
    if (value >= 0 || length == 0 || length >= LINEA_SEAT_NAME)
        return linea_table_read_text(a->io->json, out, LINEA_SEAT_NAME, value);
    memcpy(out, known, length + 1);
    return true;
}

static const char full_message[] = "too much has happened at this table";

static bool do_sit(struct asking *a)
{
    const struct linea_json *json = a->io->json;
    if (a->seat != LINEA_NOBODY)
        return refuse(a, "seated", "you have a seat already");
    if (a->t->event >= LINEA_TABLE_EVENTS)
        return refuse(a, "full", full_message);
    struct table_event e = event_of(a, TABLE_SAT);
    e.seat = find_open(a->t, json);
    if (e.seat == LINEA_NOBODY)
        return refuse(a, "taken", "that seat is not open");
    if (!read_name(a, e.name))
        return refuse(a, "syntax", "name: 1 to 63 bytes without control characters");
    int nonce = linea_json_get(json, 0, "nonce");
    e.has_nonce = nonce >= 0;
    if (e.has_nonce && !linea_json_bytes(json, e.nonce, sizeof e.nonce, nonce))
        return refuse(a, "syntax", "nonce: 64 hex digits");
    linea_table_apply(a->t, a->io, &e);
    return true;
}

/* Before the game a seat becomes open again; in it that is to resign. */
static bool do_leave(struct asking *a)
{
    if (a->seat == LINEA_NOBODY)
        return refuse(a, "no-seat", "you have no seat here");
    if (a->t->over)
        return refuse(a, "over", "the game is over");
    if (a->t->seat[a->seat].abandoned)
        return refuse(a, "resigned", "you have left this game already");
    struct table_event e = event_of(a, a->t->begun ? TABLE_RESIGNED : TABLE_LEFT);
    linea_table_apply(a->t, a->io, &e);
    return true;
}

static bool do_say(struct asking *a)
{
    const struct linea_json *json = a->io->json;
    struct table_event e = event_of(a, TABLE_SAID);
    bool stranger = a->seat == LINEA_NOBODY;
    if (a->t->event >= (stranger ? LINEA_TABLE_GUEST_EVENTS : LINEA_TABLE_EVENTS))
        return refuse(a, "full", full_message);
    if (!linea_table_read_text(json, e.text, sizeof e.text,
                               linea_json_get(json, 0, "text")))
        return refuse(a, "syntax", "text: 1 to 500 bytes without control characters");
    if (!stranger)
        memcpy(e.name, a->t->seat[a->seat].name, sizeof e.name);
    else if (!read_name(a, e.name))
        return refuse(a, "syntax", "name: 1 to 63 bytes without control characters");
    linea_table_apply(a->t, a->io, &e);
    return true;
}

static bool do_again(struct asking *a)
{
    if (a->seat == LINEA_NOBODY)
        return refuse(a, "no-seat", "you have no seat here");
    if (!a->t->over)
        return refuse(a, "not-over", "the game is not over");
    if (a->t->seat[a->seat].again)
        return refuse(a, "done", "you have asked for another game already");
    struct table_event e = event_of(a, TABLE_AGAIN);
    linea_table_apply(a->t, a->io, &e);
    return true;
}

/* What can be asked for: one table for code, tests and docs/protocol.md. */
static const struct {
    const char *name;
    bool (*act)(struct asking *a);
} requests[] = {
    {"move", do_move},    {"sit", do_sit}, {"leave", do_leave},
    {"resign", do_leave}, {"say", do_say}, {"again", do_again},
};

static bool act(struct asking *a)
{
    const struct linea_json *json = a->io->json;
    int what = linea_json_get(json, 0, "do");
    if (!a->player)
        return refuse(a, "forbidden", "spectators without a name may only look");
    for (size_t i = 0; i < sizeof requests / sizeof requests[0]; i++)
        if (linea_json_is(json, what, requests[i].name))
            return requests[i].act(a);
    return refuse(a, "unknown", "do: there is no such request");
}

/* What anybody may ask: it changes nothing, and tells nothing that is hidden. */
enum question { NO_QUESTION, LOOK, ADVISE };

static enum question question_of(const struct linea_json *json)
{
    int what = linea_json_get(json, 0, "do");
    return linea_json_is(json, what, "look")     ? LOOK
           : linea_json_is(json, what, "advise") ? ADVISE
                                                 : NO_QUESTION;
}

static void write_answer(const struct asking *a, struct linea_out *out, int id, bool ok,
                         enum question question)
{
    struct linea_list object = linea_list_open(out, "{", "}");
    linea_key_int_or_null(&object, "id", id, -1);
    if (!ok) {
        linea_key_text(&object, "error", a->code);
        linea_key_text(&object, "message", a->error.message);
    } else {
        linea_key_bool(&object, "ok", true);
        linea_key_int(&object, "event", (int)(question ? a->shown : a->t)->event);
        if (question == LOOK) {
            linea_list_key(&object, "table");
            linea_table_show(a->shown, out,
                             a->seat == LINEA_NOBODY ? LINEA_TABLE_PUBLIC : a->seat);
        } else if (question == ADVISE) {
            linea_table_advise(a->shown, &object, a->seat);
        }
    }
    linea_list_close(&object);
}

bool linea_table_request(struct linea_table *t, struct linea_out *answer,
                         const struct linea_table_io *io, uint64_t player,
                         const char *request, size_t length, int64_t now)
{
    struct asking a = {.t = t,
                       .io = io,
                       .player = player,
                       .now = now,
                       .seat = linea_table_seat_of(t, player)};
    a.shown = a.seat == LINEA_NOBODY && io->behind ? io->behind : t;
    int id = -1;
    bool ok = false;
    enum question question = NO_QUESTION;
    const char *wrong = linea_json_read(io->json, request, length);
    if (!wrong && linea_json_type(io->json, 0) != LINEA_JSON_OBJECT)
        wrong = "an object is missing";
    if (wrong)
        refuse(&a, "syntax", wrong);
    else if (!linea_json_int(io->json, &id, linea_json_get(io->json, 0, "id"), 0,
                             INT32_MAX))
        refuse(&a, "syntax", "id: a number is missing");
    else if (length > LINEA_TABLE_REQUEST)
        refuse(&a, "syntax", "the request is too long");
    else if ((question = question_of(io->json)) == NO_QUESTION)
        ok = act(&a);
    else
        ok = question == LOOK || a.shown->begun ||
             refuse(&a, "not-begun", "the game has not begun");
    write_answer(&a, answer, id, ok, question);
    return ok;
}

/* Read what a stored event of some kind has, and check that it may happen now. */
static bool read_stored(const struct linea_table *t, const struct linea_table_io *io,
                        struct table_event *e, struct linea_table *made,
                        struct linea_error *error)
{
    const struct linea_json *json = io->json;
    int value;
    if (e->kind == TABLE_MADE) {
        if (t->map)
            return false;
        if (!linea_table_read(made, error, io, 0)) {
            if (!made->map && error->code == LINEA_UNKNOWN)
                error->code = LINEA_NO_MAP;
            return false;
        }
        value = linea_json_get(json, 0, "seed");
        bool seeded = value >= 0;
        if (!seeded)
            value = linea_json_get(json, 0, "secret");
        if (!linea_json_bytes(json, made->secret, sizeof made->secret, value))
            return false;
        made->seeded = seeded;
        made->host = e->player;
        e->table = made;
        return true;
    }
    bool seated = e->seat != LINEA_NOBODY && e->seat < t->seats;
    switch (e->kind) {
    case TABLE_SAT:
        value = linea_json_get(json, 0, "nonce");
        e->has_nonce = value >= 0;
        return seated && t->seat[e->seat].holder == LINEA_TABLE_OPEN &&
               linea_table_read_text(json, e->name, sizeof e->name,
                                     linea_json_get(json, 0, "name")) &&
               (value < 0 || linea_json_bytes(json, e->nonce, sizeof e->nonce, value));
    case TABLE_BEGAN:
        return t->map && !t->begun;
    case TABLE_MOVED: {
        char text[LINEA_MOVE_TEXT];
        value = linea_json_get(json, 0, "move");
        int length = linea_json_string(json, text, sizeof text, value);
        return t->begun && !t->over && e->seat == t->game.turn && length >= 0 &&
               linea_move_read(&t->game, &e->move, error, text, (size_t)length);
    }
    case TABLE_SAID:
        return linea_table_read_text(json, e->text, sizeof e->text,
                                     linea_json_get(json, 0, "text")) &&
               linea_table_read_text(json, e->name, sizeof e->name,
                                     linea_json_get(json, 0, "name"));
    case TABLE_LEFT:
        return seated && !t->begun && t->seat[e->seat].holder == LINEA_TABLE_HUMAN;
    case TABLE_RESIGNED:
    case TABLE_TIMED_OUT:
        return seated && t->begun && !t->over;
    case TABLE_AGAIN:
        return seated && t->over;
    case TABLE_NEXT:
        return t->over &&
               linea_table_read_id(json, &e->next, linea_json_get(json, 0, "game"));
    case TABLE_MADE:
    case TABLE_EVENT_KINDS:
        break;
    }
    return false;
}

bool linea_table_restore(struct linea_table *t, struct linea_error *error,
                         const struct linea_table_io *io, bool emit, const char *line,
                         size_t length)
{
    const struct linea_json *json = io->json;
    struct table_event e = {.seat = LINEA_NOBODY};
    struct linea_table made;
    int number = 0, what = 0, seat = LINEA_NOBODY;
    const char *wrong = linea_json_read(io->json, line, length);
    if (wrong)
        return linea_table_refuse(error, LINEA_SYNTAX, wrong);
    if (!linea_json_int(json, &number, linea_json_get(json, 0, "event"), 1,
                        INT32_MAX) ||
        (uint32_t)number != t->event + 1)
        return linea_table_refuse(error, LINEA_SYNTAX,
                                  "event: not the number after the last");
    while (what < TABLE_EVENT_KINDS &&
           !linea_json_is(json, linea_json_get(json, 0, "what"),
                          linea_table_event_name((enum table_event_kind)what)))
        what++;
    if (what == TABLE_EVENT_KINDS)
        return linea_table_refuse(error, LINEA_UNKNOWN, "what: no such event");
    e.kind = (enum table_event_kind)what;
    int value = linea_json_get(json, 0, "seat"), by = linea_json_get(json, 0, "player");
    linea_table_refuse(error, LINEA_ILLEGAL,
                       "the event does not follow on those before");
    if (!linea_table_read_time(json, &e.at, linea_json_get(json, 0, "at")) ||
        (value >= 0 && !linea_json_int(json, &seat, value, 0, LINEA_SEATS - 1)) ||
        (by >= 0 && !linea_table_read_id(json, &e.player, by)))
        return false;
    e.seat = seat;
    if (!read_stored(t, io, &e, &made, error))
        return false;
    struct linea_game before = t->game;
    linea_table_apply(t, NULL, &e);
    if (emit)
        linea_table_emit(t, io, &e, &before);
    return true;
}
