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

#include "bot.h"
#include "linea/utf8.h"
#include "request.h"

bool linea_request_refuse(struct request *r, const char *code, const char *message)
{
    r->code = code;
    return linea_explain(&r->error, LINEA_ILLEGAL, "%s", message);
}

int linea_request_get(const struct request *r, const char *key)
{
    return linea_json_get(r->io->json, 0, key);
}

bool linea_request_happen(struct request *r, struct table_event *e,
                          enum table_event_kind kind)
{
    e->kind = kind;
    e->at = r->now;
    e->player = r->player;
    linea_table_apply(r->t, e, r->io);
    return true;
}

bool linea_request_has_room(struct request *r, uint32_t events)
{
    return (r->seat == LINEA_NOBODY ? r->shown : r->t)->event < events ||
           linea_request_refuse(r, "full", "too much has happened at this table");
}

static bool do_move(struct request *r)
{
    const struct linea_json *json = r->io->json;
    struct linea_table *t = r->t;
    struct table_event e = {.seat = r->seat};
    char text[LINEA_MOVE_TEXT];
    int state = 0;
    if (!t->begun)
        return linea_request_refuse(r, "not-begun", "the game has not begun");
    if (t->over)
        return linea_request_refuse(r, "over", "the game is over");
    if (t->paused)
        return linea_request_refuse(r, "paused", "the game is paused");
    if (!linea_json_int(json, &state, linea_request_get(r, "state"), 0, INT32_MAX))
        return linea_request_refuse(
            r, "syntax", "state: the number of the state you saw is missing");
    if ((uint32_t)state != t->state)
        return linea_request_refuse(r, "stale", "the game has gone on since");
    if (t->game.turn != r->seat)
        return linea_request_refuse(r, "not-your-turn", "it is not your turn");
    if (t->seat[r->seat].abandoned)
        return linea_request_refuse(r, "resigned", "you have left this game");
    int length =
        linea_json_string(json, text, sizeof text, linea_request_get(r, "move"));
    if (length < 0)
        return linea_request_refuse(r, "syntax", "move: a move is missing");
    if (!linea_move_read(&t->game, &e.move, &r->error, text, (size_t)length)) {
        r->code = linea_error_name(r->error.code);
        return false;
    }
    return linea_request_happen(r, &e, TABLE_MOVED);
}

/* The seat asked for, or any that is open; LINEA_NOBODY if there is none. */
static int find_open(const struct request *r)
{
    const struct linea_table *t = r->t;
    int value = linea_request_get(r, "seat"), first = 0, last = t->seats - 1;
    if (value >= 0) {
        if (!linea_json_int(r->io->json, &first, value, 0, last))
            return LINEA_NOBODY;
        last = first;
    }
    for (int s = first; s <= last; s++)
        if (t->seat[s].holder == LINEA_TABLE_OPEN && t->seat[s].kept_for == r->player)
            return s;
    for (int s = first; s <= last; s++)
        if (t->seat[s].holder == LINEA_TABLE_OPEN &&
            !linea_table_kept(t, s, r->player, r->now))
            return s;
    return LINEA_NOBODY;
}

/* A text that others will see. */
static bool read_clean(const struct request *r, char *out, size_t size, int value)
{
    int length = linea_json_string(r->io->json, out, size, value);
    return length > 0 && linea_text_clean(out, (size_t)length);
}

bool linea_table_kept_name(const char *name)
{
    static const char *const house[] = {"admin",  "administrator", "moderator",
                                        "server", "system",        "linea",
                                        "staff",  "support"};
    for (size_t i = 0; i < sizeof house / sizeof *house; i++)
        if (linea_names_alike(name, house[i]))
            return true;
    return linea_bot_is_name(name);
}

/* Whether a name looks like that of a bot, of the house, or of somebody who has a seat.
   Accounts were asked for their names before. */
static bool is_anothers(const struct request *r, const char *name)
{
    if (r->io->known ? linea_bot_is_name(name) : linea_table_kept_name(name))
        return true;
    for (int s = 0; s < r->t->seats; s++) {
        const struct linea_table_seat *seat = &r->t->seat[s];
        if (s != r->seat && seat->name[0] && linea_names_alike(name, seat->name))
            return true;
        if (seat->holder == LINEA_TABLE_OPEN && seat->kept_for &&
            seat->kept_for != r->player && linea_names_alike(name, seat->kept_name))
            return true;
    }
    return false;
}

/* The name in a request, or else that of the caller. */
static bool read_name(struct request *r, char out[LINEA_SEAT_NAME])
{
    int value = r->io->known ? -1 : linea_request_get(r, "name");
    const char *known = r->io->name ? r->io->name : "";
    size_t length = strlen(known);
    bool usable =
        length > 0 && length < LINEA_SEAT_NAME && linea_text_clean(known, length);
    if (value < 0 && usable)
        memcpy(out, known, length + 1);
    else if (!read_clean(r, out, LINEA_SEAT_NAME, value))
        return linea_request_refuse(
            r, "syntax", "name: 1 to 63 bytes of text without control characters");
    if (r->io->strangers && is_anothers(r, out))
        return linea_request_refuse(
            r, "name-taken",
            "name: somebody at this table, a bot or the house is called so");
    if (r->io->strangers && !linea_name_clean(out, strlen(out)))
        return linea_request_refuse(r, "syntax",
                                    "name: it needs a letter, a digit or a picture, "
                                    "and one script in each word");
    return true;
}

/* What a player adds to the shuffles: a seal, which is for one seat; or a nonce. */
static bool read_nonce(struct request *r, struct table_event *e)
{
    const struct linea_json *json = r->io->json;
    int nonce = linea_request_get(r, "nonce"), seal = linea_request_get(r, "seal");
    if (r->t->cup) /* the deal follows from the tournament's seed */
        return true;
    e->has_nonce = nonce >= 0;
    e->has_seal = seal >= 0;
    if (e->has_nonce && e->has_seal)
        return linea_request_refuse(
            r, "syntax", "nonce: it is to be revealed later, with a seal now");
    if (e->has_nonce && !linea_json_bytes(json, e->nonce, sizeof e->nonce, nonce))
        return linea_request_refuse(r, "syntax", "nonce: 64 hex digits");
    if (e->has_seal && !linea_json_bytes(json, e->seal, sizeof e->seal, seal))
        return linea_request_refuse(r, "syntax", "seal: 64 hex digits");
    if (e->has_seal && linea_request_get(r, "seat") < 0)
        return linea_request_refuse(r, "syntax",
                                    "seat: a seal is for one seat, which is missing");
    return true;
}

static bool do_sit(struct request *r)
{
    struct table_event e = {.seat = find_open(r)};
    if (r->seat != LINEA_NOBODY)
        return linea_request_refuse(r, "seated", "you have a seat already");
    for (int i = 0; i < LINEA_TABLE_SENT_AWAY; i++)
        if (r->t->sent_away[i] == r->player)
            return linea_request_refuse(r, "sent-away",
                                        "the host has sent you away from this table");
    if (r->t->rated && !r->io->known)
        return linea_request_refuse(
            r, "accounts-only", "the game is rated: sign in, and your rating counts");
    if (!linea_request_has_room(r, LINEA_TABLE_EVENTS))
        return false;
    if (r->t->cup &&
        (e.seat == LINEA_NOBODY || r->t->seat[e.seat].kept_for != r->player))
        return linea_request_refuse(
            r, "taken", "only those who are paired in the tournament sit down here");
    if (e.seat == LINEA_NOBODY)
        return linea_request_refuse(
            r, "taken", "that seat is not open, or is kept for who played before");
    if (!read_name(r, e.name))
        return false;
    if (!linea_table_read_colour(r->io->json, e.colour, linea_request_get(r, "colour")))
        return linea_request_refuse(r, "unknown", "colour: there is no such colour");
    /* Here it is a wish: who sits down wants the seat above all. */
    if (!linea_table_is_free_colour(r->t, e.seat, e.colour))
        e.colour[0] = 0;
    return read_nonce(r, &e) && linea_request_happen(r, &e, TABLE_SAT);
}

static bool do_reveal(struct request *r)
{
    struct table_event e = {.seat = r->seat};
    const struct linea_table_seat *seat = &r->t->seat[r->seat];
    if (!seat->has_seal)
        return linea_request_refuse(r, "no-seal", "you have sealed nothing");
    if (!r->t->sealed)
        return linea_request_refuse(r, "not-sealed", "not all seats are taken");
    if (!linea_json_bytes(r->io->json, e.nonce, sizeof e.nonce,
                          linea_request_get(r, "nonce")))
        return linea_request_refuse(r, "syntax", "nonce: 64 hex digits");
    if (!linea_table_is_sealed(r->t, r->seat, e.nonce))
        return linea_request_refuse(r, "other-nonce", "you have sealed another nonce");
    if (seat->has_nonce)
        return linea_request_refuse(r, "done", "you have revealed it already");
    if (!linea_table_waits_for(r->t, r->seat))
        return linea_request_refuse(r, "too-late", "the game begins without it");
    return linea_request_happen(r, &e, TABLE_REVEALED);
}

/* A request to leave that meets the beginning of the game on its way is no resignation:
   it was not about a game. */
static bool do_leave(struct request *r)
{
    struct table_event e = {.seat = r->seat};
    for (int s = 0; e.seat == LINEA_NOBODY && s < r->t->seats; s++)
        if (r->t->seat[s].kept_for == r->player)
            e.seat = s;
    if (e.seat == LINEA_NOBODY)
        return linea_request_refuse(r, "no-seat", "you have no seat here");
    if (!linea_request_is_free(r))
        return false;
    if (r->t->over)
        return linea_request_refuse(r, "over", "the game is over");
    if (r->t->begun)
        return linea_request_refuse(r, "begun", "the game has begun: you may resign");
    if (r->t->sealed)
        return linea_request_refuse(r, "sealed",
                                    "all seats are taken: the game is about to begin");
    return linea_request_happen(r, &e, TABLE_LEFT);
}

static bool do_resign(struct request *r)
{
    struct table_event e = {.seat = r->seat};
    if (!r->t->begun)
        return linea_request_refuse(r, "not-begun",
                                    "the game has not begun: you may leave");
    if (r->t->over)
        return linea_request_refuse(r, "over", "the game is over");
    if (r->t->seat[r->seat].abandoned)
        return linea_request_refuse(r, "resigned", "you have left this game already");
    return linea_request_happen(r, &e, TABLE_RESIGNED);
}

/* What can be said by its name, so that everybody reads it in their own language. */
static const struct {
    const char *name, *text;
} phrases[] = {
    {"hello", "Hello!"},
    {"good-luck", "Good luck!"},
    {"well-played", "Well played!"},
    {"ouch", "Ouch!"},
    {"thinking", "I am thinking…"},
    {"one-moment", "One moment, please."},
    {"back", "I am back."},
    {"your-turn", "It is your turn!"},
    {"thanks", "Thank you for the game!"},
    {"good-bye", "Good-bye!"},
};

/* What a table of a tournament has not; refuses the request there. */
bool linea_request_is_free(struct request *r)
{
    return !r->t->cup || linea_request_refuse(r, "tournament",
                                              "a table of a tournament has none of "
                                              "this: it goes on by itself");
}

/* What is said: a phrase, or a text. */
static bool read_said(struct request *r, struct table_event *e)
{
    int phrase = linea_request_get(r, "phrase");
    for (size_t i = 0; i < sizeof phrases / sizeof *phrases; i++)
        if (linea_json_is(r->io->json, phrase, phrases[i].name)) {
            memcpy(e->phrase, phrases[i].name, strlen(phrases[i].name) + 1);
            memcpy(e->text, phrases[i].text, strlen(phrases[i].text) + 1);
            return true;
        }
    if (phrase >= 0)
        return linea_request_refuse(r, "unknown", "phrase: there is no such phrase");
    return read_clean(r, e->text, sizeof e->text, linea_request_get(r, "text")) ||
           linea_request_refuse(
               r, "syntax", "text: 1 to 500 bytes of text without control characters");
}

static bool do_say(struct request *r)
{
    struct table_event e = {.seat = r->seat};
    bool guest = r->seat == LINEA_NOBODY;
    if (!linea_request_has_room(r,
                                guest ? LINEA_TABLE_GUEST_EVENTS : LINEA_TABLE_EVENTS))
        return false;
    if (r->t->talk[guest] >= LINEA_TABLE_TALK)
        return linea_request_refuse(r, "full", "too much was said at this table");
    if (guest && r->t->silent)
        return linea_request_refuse(r, "forbidden",
                                    "only those who play may chat at this table");
    if (!read_said(r, &e))
        return false;
    if (!guest)
        memcpy(e.name, r->t->seat[r->seat].name, sizeof e.name);
    else if (!read_name(r, e.name))
        return false;
    return linea_request_happen(r, &e, TABLE_SAID);
}

static bool do_again(struct request *r)
{
    struct table_event e = {.seat = r->seat};
    if (!linea_request_is_free(r))
        return false;
    if (!r->t->over)
        return linea_request_refuse(r, "not-over", "the game is not over");
    if (r->t->seat[r->seat].again)
        return linea_request_refuse(r, "done",
                                    "you have asked for another game already");
    return linea_request_happen(r, &e, TABLE_AGAIN);
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
    return r->shown->begun ||
           linea_request_refuse(r, "not-begun", "the game has not begun");
}

static void write_advice(const struct request *r, struct linea_list *answer)
{
    linea_table_advise(r->shown, answer, r->seat);
}

static bool do_why(struct request *r)
{
    if (!r->t->begun)
        return linea_request_refuse(r, "not-begun", "the game has not begun");
    r->route =
        linea_table_read_route(r->t->map, r->io->json, linea_request_get(r, "route"));
    return r->route != LINEA_NOTHING ||
           linea_request_refuse(r, "syntax", "route: the board has no such route");
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
    enum { ANYBODY, NAMED, SEATED, HOST } caller; /* who may ask for it */
    bool (*act)(struct request *r);
    /* For what changes nothing: what the answer has in addition, from r->shown. */
    void (*write)(const struct request *r, struct linea_list *answer);
} verbs[] = {
    {"look", ANYBODY, do_look, write_look},
    {"advise", ANYBODY, do_advise, write_advice},
    {"why", SEATED, do_why, write_why},
    {"sites", SEATED, do_advise, write_sites},
    {"sit", NAMED, do_sit, NULL},
    {"reveal", SEATED, do_reveal, NULL},
    {"say", NAMED, do_say, NULL},
    {"move", SEATED, do_move, NULL},
    {"leave", NAMED, do_leave, NULL},
    {"resign", SEATED, do_resign, NULL},
    {"again", SEATED, do_again, NULL},
    {"back", SEATED, linea_request_back, NULL},
    {"pause", SEATED, linea_request_pause, NULL},
    {"resume", SEATED, linea_request_resume, NULL},
    {"travel", SEATED, linea_request_travel, NULL},
    {"colour", SEATED, linea_request_colour, NULL},
    {"hint", SEATED, linea_request_hint, NULL},
    {"arrive", NAMED, linea_request_arrive, NULL},
    {"fill", HOST, linea_request_fill, NULL},
    {"change", HOST, linea_request_change, NULL},
    {"begin", HOST, linea_request_begin, NULL},
    {"send-away", HOST, linea_request_send_away, NULL},
    {"replace", HOST, linea_request_replace, NULL},
};

/* The verb that a request has, if the caller may use it; NULL, and refused, if not. */
static const struct verb *find_verb(struct request *r)
{
    const struct verb *end = verbs + sizeof verbs / sizeof verbs[0], *v = verbs;
    while (v < end && !linea_json_is(r->io->json, linea_request_get(r, "do"), v->name))
        v++;
    if (!r->player && (v == end || v->caller != ANYBODY))
        linea_request_refuse(r, "forbidden", "spectators without a name may only look");
    else if (v == end)
        linea_request_refuse(r, "unknown", "do: there is no such request");
    else if (v->caller == SEATED && r->seat == LINEA_NOBODY)
        linea_request_refuse(r, "no-seat", "you have no seat here");
    else if (v->caller == HOST && !linea_table_is_host(r->t, r->player))
        linea_request_refuse(r, "not-host", "only the host of the table may do this");
    else
        return v;
    return NULL;
}

/* The table whose last event an answer names. Spectators of a delayed game do not learn
   how far it is. */
static const struct linea_table *answered(const struct request *r,
                                          const struct verb *verb)
{
    bool watches = linea_table_seat_of(r->t, r->player) == LINEA_NOBODY;
    return verb->write || (watches && r->t->begun) ? r->shown : r->t;
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
        linea_key_int(&object, "event", (int)answered(r, verb)->event);
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
        linea_request_refuse(&r, "syntax", wrong);
    else if (!linea_json_int(io->json, &id, linea_request_get(&r, "id"), 0, INT32_MAX))
        linea_request_refuse(&r, "syntax", "id: a number is missing");
    else if (length > LINEA_TABLE_REQUEST)
        linea_request_refuse(&r, "syntax", "the request is too long");
    else if ((verb = find_verb(&r)) && !verb->act(&r))
        verb = NULL;
    write_answer(&r, answer, id, verb);
    return verb != NULL;
}
