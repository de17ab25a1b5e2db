/*
 * table/restore.c - a table from its log, event by event.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "bot.h"
#include "event.h"

/* A stored event being read. */
struct stored {
    const struct linea_table *t;
    const struct linea_table_io *io;
    struct linea_error *error;
    struct linea_table made; /* what TABLE_MADE makes */
};

static int get(const struct stored *s, const char *key)
{
    return linea_json_get(s->io->json, 0, key);
}

/* Names and chat need not be clean here: logs are older than that rule. */
static bool read_text(const struct stored *s, char *out, size_t size, const char *key)
{
    return linea_json_string(s->io->json, out, size, get(s, key)) > 0;
}

/* For whom seats of a rematch are kept; older logs have nobody. */
static bool read_kept(struct stored *s, int list)
{
    const struct linea_json *json = s->io->json;
    if (list < 0)
        return true;
    if (linea_json_type(json, list) != LINEA_JSON_ARRAY ||
        linea_json_size(json, list) != s->made.seats)
        return false;
    for (int i = 0, value = linea_json_first(json, list); i < s->made.seats;
         i++, value = linea_json_next(json, list, value)) {
        struct linea_table_seat *seat = &s->made.seat[i];
        if (linea_json_type(json, value) == LINEA_JSON_NULL)
            continue;
        if (!linea_json_id(json, &seat->kept_for,
                           linea_json_get(json, value, "player")) ||
            linea_json_string(json, seat->kept_name, sizeof seat->kept_name,
                              linea_json_get(json, value, "name")) <= 0)
            return false;
    }
    return true;
}

/* The position that the game begins from; most begin with a deal. */
static bool read_placed(struct stored *s, int position)
{
    struct linea_seed seed;
    if (position < 0)
        return true;
    memcpy(seed.byte, s->made.secret, sizeof seed.byte);
    s->made.placed = true;
    return s->made.seeded &&
           linea_position_read(&s->made.game, s->error, s->made.map, &seed, s->io->json,
                               position) &&
           s->made.game.seats == s->made.seats && s->made.game.phase != LINEA_OVER;
}

/* The tournament that it is a table of; most are of none. */
static bool read_cup(struct stored *s, int cup)
{
    return cup < 0 || (linea_json_id(s->io->json, &s->made.cup, cup) &&
                       linea_json_int(s->io->json, &s->made.cup_table,
                                      get(s, "cup_table"), 1, INT32_MAX));
}

static bool read_made(struct stored *s, struct table_event *e)
{
    if (!linea_table_read(&s->made, s->error, s->io, 0)) {
        if (!s->made.map && s->error->code == LINEA_UNKNOWN)
            s->error->code = LINEA_NO_MAP;
        return false;
    }
    s->made.seeded = get(s, "seed") >= 0;
    if (!linea_json_bytes(s->io->json, s->made.secret, sizeof s->made.secret,
                          get(s, s->made.seeded ? "seed" : "secret")))
        return false;
    int day = get(s, "day");
    if (day >= 0 &&
        linea_json_string(s->io->json, s->made.day, sizeof s->made.day, day) <= 0)
        return false;
    s->made.host = e->player;
    e->table = &s->made;
    return read_placed(s, get(s, "position")) && read_cup(s, get(s, "cup")) &&
           read_kept(s, get(s, "kept"));
}

/* Logs from before there were colours have none. */
static bool read_colour(struct stored *s, struct table_event *e)
{
    return linea_table_read_colour(s->io->json, e->colour, get(s, "colour")) &&
           linea_table_is_free_colour(s->t, e->seat, e->colour);
}

static bool read_sat(struct stored *s, struct table_event *e)
{
    int nonce = get(s, "nonce");
    int seal = get(s, "seal");
    e->has_nonce = nonce >= 0;
    e->has_seal = seal >= 0;
    return s->t->seat[e->seat].holder == LINEA_TABLE_OPEN &&
           read_text(s, e->name, sizeof e->name, "name") && read_colour(s, e) &&
           (nonce < 0 ||
            linea_json_bytes(s->io->json, e->nonce, sizeof e->nonce, nonce)) &&
           (seal < 0 || linea_json_bytes(s->io->json, e->seal, sizeof e->seal, seal));
}

static bool read_coloured(struct stored *s, struct table_event *e)
{
    return s->t->seat[e->seat].holder == LINEA_TABLE_HUMAN && read_colour(s, e);
}

static bool read_sealed(struct stored *s, struct table_event *e)
{
    (void)e;
    return !s->t->sealed;
}

static bool read_unrevealed(struct stored *s, struct table_event *e)
{
    return s->t->sealed && linea_table_waits_for(s->t, e->seat);
}

static bool read_revealed(struct stored *s, struct table_event *e)
{
    return read_unrevealed(s, e) &&
           linea_json_bytes(s->io->json, e->nonce, sizeof e->nonce, get(s, "nonce")) &&
           linea_table_is_sealed(s->t, e->seat, e->nonce);
}

static bool read_person(struct stored *s, struct table_event *e)
{
    return s->t->seat[e->seat].holder == LINEA_TABLE_HUMAN;
}

/* Or one for whom a seat is kept, who does not want it. */
static bool read_left(struct stored *s, struct table_event *e)
{
    return read_person(s, e) || s->t->seat[e->seat].kept_for;
}

/* A person who has not gone for good. */
static bool read_player(struct stored *s, struct table_event *e)
{
    return read_person(s, e) && !s->t->seat[e->seat].abandoned;
}

static bool read_by(struct stored *s, struct table_event *e)
{
    int by = get(s, "by");
    return by < 0 || linea_json_string(s->io->json, e->by, sizeof e->by, by) > 0;
}

static bool read_late(struct stored *s, struct table_event *e)
{
    return e->seat == s->t->game.turn && read_player(s, e) && read_by(s, e);
}

static bool read_filled(struct stored *s, struct table_event *e)
{
    char name[4 + sizeof e->bot];
    if (s->t->seat[e->seat].holder != LINEA_TABLE_OPEN ||
        !read_text(s, name, sizeof name, "name") || memcmp(name, "bot:", 4) != 0 ||
        !linea_bot_find(name + 4))
        return false;
    memcpy(e->bot, name + 4, strlen(name + 4) + 1);
    return true;
}

static bool read_changed(struct stored *s, struct table_event *e)
{
    e->table = &s->made;
    return linea_table_read(&s->made, s->error, s->io, 0) &&
           linea_table_fits(s->t, &s->made);
}

static bool read_travels(struct stored *s, struct table_event *e)
{
    return read_player(s, e) &&
           linea_json_bytes(s->io->json, e->link, sizeof e->link, get(s, "link"));
}

static bool read_travelled(struct stored *s, struct table_event *e)
{
    return read_player(s, e) && e->player;
}

static bool read_moved(struct stored *s, struct table_event *e)
{
    char text[LINEA_MOVE_TEXT];
    int length = linea_json_string(s->io->json, text, sizeof text, get(s, "move"));
    return e->seat == s->t->game.turn && length >= 0 &&
           linea_move_read(&s->t->game, &e->move, s->error, text, (size_t)length) &&
           read_by(s, e);
}

static bool read_said(struct stored *s, struct table_event *e)
{
    return read_text(s, e->text, sizeof e->text, "text") &&
           read_text(s, e->name, sizeof e->name, "name") &&
           (get(s, "phrase") < 0 ||
            read_text(s, e->phrase, sizeof e->phrase, "phrase"));
}

static bool read_next(struct stored *s, struct table_event *e)
{
    return linea_json_id(s->io->json, &e->next, get(s, "game"));
}

enum stage {
    UNMADE = 1,
    GATHERING = 2,
    RUNNING = 4,
    OVER = 8,
    OPEN = GATHERING | RUNNING,
    MADE = OPEN | OVER
};

static enum stage stage_of(const struct linea_table *t)
{
    return !t->map ? UNMADE : t->over ? OVER : t->begun ? RUNNING : GATHERING;
}

/* When each kind of event may happen, whether it is about a seat, and how to read what
   it has beside that. */
static const struct {
    unsigned stages;
    bool seated;
    bool (*read)(struct stored *s, struct table_event *e);
} kinds[TABLE_EVENT_KINDS] = {
    [TABLE_MADE] = {UNMADE, false, read_made},
    [TABLE_SAT] = {GATHERING, true, read_sat},
    [TABLE_LEFT] = {GATHERING, true, read_left},
    [TABLE_BEGAN] = {GATHERING, false, NULL},
    [TABLE_MOVED] = {RUNNING, true, read_moved},
    [TABLE_SAID] = {MADE, false, read_said},
    [TABLE_RESIGNED] = {RUNNING, true, NULL},
    [TABLE_TIMED_OUT] = {RUNNING, true, NULL},
    [TABLE_AGAIN] = {OVER, true, NULL},
    [TABLE_NEXT] = {OVER, false, read_next},
    [TABLE_LATE] = {RUNNING, true, read_late},
    [TABLE_BACK] = {RUNNING, true, read_player},
    [TABLE_PAUSE] = {RUNNING, true, read_player},
    [TABLE_RESUME] = {RUNNING, true, read_player},
    [TABLE_REPLACED] = {RUNNING, true, read_player},
    [TABLE_FILLED] = {GATHERING, true, read_filled},
    [TABLE_CHANGED] = {GATHERING, false, read_changed},
    [TABLE_SENT_AWAY] = {GATHERING, true, read_person},
    [TABLE_TRAVELS] = {OPEN, true, read_travels},
    [TABLE_TRAVELLED] = {OPEN, true, read_travelled},
    [TABLE_SEALED] = {GATHERING, false, read_sealed},
    [TABLE_REVEALED] = {GATHERING, true, read_revealed},
    [TABLE_UNREVEALED] = {GATHERING, true, read_unrevealed},
    [TABLE_COLOURED] = {GATHERING, true, read_coloured},
    [TABLE_HINTED] = {RUNNING, true, read_player},
};

/* Read the keys that all kinds share. */
static bool read_common(const struct stored *s, struct table_event *e)
{
    const struct linea_json *json = s->io->json;
    int seat = get(s, "seat"), player = get(s, "player");
    e->seat = LINEA_NOBODY;
    return linea_table_read_time(json, &e->at, get(s, "at")) &&
           (seat < 0 || linea_json_int(json, &e->seat, seat, 0, LINEA_SEATS - 1)) &&
           (player < 0 || linea_json_id(json, &e->player, player)) &&
           (!kinds[e->kind].seated || e->seat < s->t->seats) &&
           (kinds[e->kind].stages & stage_of(s->t));
}

bool linea_table_restore(struct linea_table *t, struct linea_error *error,
                         const struct linea_table_io *io, bool emit, const char *line,
                         size_t length)
{
    struct stored s = {.t = t, .io = io, .error = error};
    struct table_event e = {0};
    struct linea_game before = t->game;
    int number = 0, kind = 0;
    const char *wrong = linea_json_read(io->json, line, length);
    if (wrong)
        return linea_explain(error, LINEA_SYNTAX, "%s", wrong);
    if (!linea_json_int(io->json, &number, get(&s, "event"), 1, INT32_MAX) ||
        (uint32_t)number != t->event + 1)
        return linea_explain(error, LINEA_SYNTAX,
                             "event: not the number after the last");
    while (kind < TABLE_EVENT_KINDS &&
           !linea_json_is(io->json, get(&s, "what"),
                          linea_table_event_name((enum table_event_kind)kind)))
        kind++;
    if (kind == TABLE_EVENT_KINDS)
        return linea_explain(error, LINEA_UNKNOWN, "what: no such event");
    e.kind = (enum table_event_kind)kind;
    linea_explain(error, LINEA_ILLEGAL, "the event does not follow on those before");
    if (!read_common(&s, &e) || (kinds[kind].read && !kinds[kind].read(&s, &e)))
        return false;
    linea_table_apply(t, &e, NULL);
    if (emit)
        linea_table_emit(t, io, &e, &before);
    return true;
}
