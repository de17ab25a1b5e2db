/*
 * table/host.c - what the host of a table may do: before the game fill seats with bots,
 * change the settings, begin at once, send somebody away; in the game replace somebody
 * who has been away for too long.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "bot.h"
#include "request.h"

bool linea_table_is_host(const struct linea_table *t, uint64_t player)
{
    int seat = linea_table_host_seat(t);
    return player == t->host ||
           (seat != LINEA_NOBODY && t->seat[seat].player == player);
}

bool linea_table_fits(const struct linea_table *t, const struct linea_table *settings)
{
    if (t->placed && (settings->map != t->map || settings->seats != t->seats))
        return false;
    for (int s = 0; s < t->seats; s++)
        if (t->seat[s].holder == LINEA_TABLE_HUMAN &&
            (s >= settings->seats || !settings->seat[s].invited))
            return false;
    return true;
}

/* The settings are others; the table, its secret and its people are the same. */
void linea_table_change(struct linea_table *t, const struct table_event *e)
{
    struct linea_table next = *e->table;
    for (int s = 0; s < next.seats; s++)
        if (t->seat[s].holder == LINEA_TABLE_HUMAN) {
            struct linea_table_seat *seat = &next.seat[s];
            char bot[sizeof seat->bot];
            memcpy(bot, seat->bot, sizeof bot);
            *seat = t->seat[s];
            memcpy(seat->bot, bot, sizeof bot);
        } else if ((t->seat[s].holder == LINEA_TABLE_OPEN && next.seat[s].invited) ||
                   (s < t->seats && next.seat[s].holder == LINEA_TABLE_OPEN)) {
            next.seat[s].kept_for = t->seat[s].kept_for;
            memcpy(next.seat[s].kept_name, t->seat[s].kept_name,
                   sizeof next.seat[s].kept_name);
        }
    next.undo = t->undo;
    next.made = t->made;
    next.host = t->host;
    next.seeded = t->seeded;
    next.cup = t->cup;
    next.cup_table = t->cup_table;
    next.placed = t->placed;
    next.game = t->game;
    next.event = t->event;
    next.sent_away_count = t->sent_away_count;
    memcpy(next.day, t->day, sizeof next.day);
    memcpy(next.secret, t->secret, sizeof next.secret);
    memcpy(next.sent_away, t->sent_away, sizeof next.sent_away);
    *t = next;
}

static bool is_gathering(struct request *r)
{
    if (r->t->sealed && !r->t->begun)
        return linea_request_refuse(r, "sealed",
                                    "all seats are taken: the game is about to begin");
    return (!r->t->begun && !r->t->sealed) ||
           linea_request_refuse(r, "begun", "the game has begun already");
}

/* The seat that the request names. */
static bool read_seat(struct request *r, struct table_event *e)
{
    return linea_json_int(r->io->json, &e->seat, linea_request_get(r, "seat"), 0,
                          r->t->seats - 1) ||
           linea_request_refuse(r, "syntax", "seat: the number of a seat is missing");
}

bool linea_request_fill(struct request *r)
{
    struct table_event e = {0};
    int bot = linea_request_get(r, "bot");
    if (!is_gathering(r) || !linea_request_has_room(r, LINEA_TABLE_EVENTS) ||
        !read_seat(r, &e))
        return false;
    if (r->t->seat[e.seat].holder != LINEA_TABLE_OPEN)
        return linea_request_refuse(r, "taken", "that seat is not open");
    memcpy(e.bot, r->t->level, sizeof e.bot);
    if (bot >= 0 && (linea_json_string(r->io->json, e.bot, sizeof e.bot, bot) < 0 ||
                     !linea_bot_find(e.bot)))
        return linea_request_refuse(r, "unknown", "bot: no such bot");
    return linea_request_happen(r, &e, TABLE_FILLED);
}

bool linea_request_change(struct request *r)
{
    struct linea_table settings;
    struct table_event e = {.seat = LINEA_NOBODY, .table = &settings};
    if (!is_gathering(r) || !linea_request_has_room(r, LINEA_TABLE_EVENTS))
        return false;
    if (!linea_table_read_wanted(&settings, &r->error, r->io,
                                 linea_request_get(r, "settings"))) {
        r->code = linea_error_name(r->error.code);
        return false;
    }
    if (settings.rated && !r->t->rated)
        for (int s = 0; s < r->t->seats; s++)
            if (r->t->seat[s].holder == LINEA_TABLE_HUMAN && s != r->seat)
                return linea_request_refuse(
                    r, "taken", "rated: those who sit there have not agreed to it");
    if (settings.rated && !r->io->known)
        return linea_request_refuse(r, "accounts-only",
                                    "rated: only accounts play rated games");
    if (!linea_table_fits(r->t, &settings))
        return linea_request_refuse(
            r, "taken", "seats: somebody who sits there would lose the seat");
    return linea_request_happen(r, &e, TABLE_CHANGED);
}

/* Bots take the seats that are free: the game begins with the last. */
bool linea_request_begin(struct request *r)
{
    if (!is_gathering(r) || !linea_request_has_room(r, LINEA_TABLE_EVENTS))
        return false;
    for (int s = 0; s < r->t->seats; s++) {
        struct table_event e = {.seat = s};
        memcpy(e.bot, r->t->level, sizeof e.bot);
        if (r->t->seat[s].holder == LINEA_TABLE_OPEN)
            linea_request_happen(r, &e, TABLE_FILLED);
    }
    return true;
}

bool linea_request_send_away(struct request *r)
{
    struct table_event e = {0};
    if (!is_gathering(r) || !linea_request_has_room(r, LINEA_TABLE_EVENTS) ||
        !read_seat(r, &e))
        return false;
    if (r->t->seat[e.seat].holder != LINEA_TABLE_HUMAN || e.seat == r->seat)
        return linea_request_refuse(r, "no-seat", "nobody else sits there");
    return linea_request_happen(r, &e, TABLE_SENT_AWAY);
}

bool linea_request_replace(struct request *r)
{
    struct table_event e = {0};
    if (!read_seat(r, &e))
        return false;
    if (e.seat == r->seat || !linea_table_replaceable(r->t, e.seat, r->now))
        return linea_request_refuse(r, "too-early",
                                    "only somebody who has been away for longer than "
                                    "\"patience\" can be replaced");
    return linea_request_happen(r, &e, TABLE_REPLACED);
}
