/*
 * table/clock.c - time: how long a player may take, what happens to one who takes
 * longer, and pauses.
 *
 * All of it follows from the times of the events, so a table that is restored from its
 * log has the same clocks.
 *
 * SPDX-License-Identifier: MIT
 */
#include "request.h"

void linea_table_start_clocks(struct linea_table *t, int64_t now)
{
    for (int s = 0; s < t->seats; s++)
        t->seat[s].bank = t->bank;
    t->move_began = now;
}

/* After a player's own move; a program's costs its player nothing. */
void linea_table_clock_moved(struct linea_table *t, const struct table_event *e)
{
    struct linea_table_seat *seat = &t->seat[e->seat];
    if (!e->by[0]) {
        if (t->bank && !t->late && !seat->away)
            seat->bank += t->increment - (e->at - t->move_began);
        if (seat->bank < t->increment)
            seat->bank = t->increment;
        seat->late = 0;
        seat->away = false;
        seat->away_since = 0;
    }
    t->late = false;
    t->move_began = e->at;
}

void linea_table_be_late(struct linea_table *t, const struct table_event *e)
{
    struct linea_table_seat *seat = &t->seat[e->seat];
    t->late = true;
    seat->late++;
    seat->bank = t->increment;
    if (seat->late >= LINEA_TABLE_LATE && !seat->away) {
        seat->away = true;
        seat->away_since = e->at;
    }
}

void linea_table_be_back(struct linea_table *t, const struct table_event *e)
{
    struct linea_table_seat *seat = &t->seat[e->seat];
    seat->away = false;
    seat->away_since = 0;
    seat->late = 0;
    if (t->game.turn != e->seat)
        return;
    t->late = false;
    t->move_began = t->paused ? t->paused_at : e->at;
}

/* All who are there must agree; those away are not waited for. */
static bool all_want_pause(const struct linea_table *t)
{
    for (int s = 0; s < t->seats; s++)
        if (linea_table_present(t, s) && !t->seat[s].wants_pause)
            return false;
    return true;
}

void linea_table_want_pause(struct linea_table *t, const struct table_event *e)
{
    t->seat[e->seat].wants_pause = true;
    if (!all_want_pause(t))
        return;
    t->paused = true;
    t->paused_at = e->at;
}

void linea_table_end_pause(struct linea_table *t, const struct table_event *e)
{
    t->seat[e->seat].wants_pause = false;
    if (!t->paused)
        return;
    for (int s = 0; s < t->seats; s++)
        t->seat[s].wants_pause = false;
    t->paused = false;
    t->move_began += e->at - t->paused_at;
    t->paused_at = 0;
}

bool linea_table_replaceable(const struct linea_table *t, int seat, int64_t now)
{
    const struct linea_table_seat *s = &t->seat[seat];
    bool unclocked = !t->move_time && !t->bank && !t->paused && t->game.turn == seat;
    if (!t->begun || t->over || s->holder != LINEA_TABLE_HUMAN || s->abandoned)
        return false;
    return (s->away && now - s->away_since >= t->patience) ||
           (unclocked && now - t->move_began >= t->patience);
}

int64_t linea_table_program_due(const struct linea_table *t)
{
    bool waits = t->seat[t->game.turn].away && !t->late;
    return waits ? t->move_began + LINEA_TABLE_AWAY_MS : 0;
}

int64_t linea_table_deadline(const struct linea_table *t)
{
    const char *name;
    if (t->sealed && !t->begun)
        return linea_table_reveal_by(t);
    bool running = t->begun && !t->over && !t->paused && (t->move_time || t->bank) &&
                   linea_table_program(t, &name) == LINEA_NOBODY;
    int64_t time = t->bank ? t->seat[t->game.turn].bank : t->move_time;
    return running ? t->move_began + time : INT64_MAX;
}

void linea_table_tick(struct linea_table *t, const struct linea_table_io *io,
                      int64_t now)
{
    if (now < linea_table_deadline(t))
        return;
    if (!t->begun) {
        linea_table_unseal(t, io, now);
        return;
    }
    struct table_event e = {.kind = TABLE_LATE, .at = now, .seat = t->game.turn};
    linea_table_stand_in(t, e.by, e.seat);
    linea_table_apply(t, &e, io);
}

/* Requests. */

bool linea_request_is_running(struct request *r)
{
    if (!r->t->begun)
        return linea_request_refuse(r, "not-begun", "the game has not begun");
    if (r->t->over)
        return linea_request_refuse(r, "over", "the game is over");
    if (r->t->seat[r->seat].abandoned)
        return linea_request_refuse(r, "resigned", "you have left this game");
    return true;
}

bool linea_request_back(struct request *r)
{
    struct table_event e = {.seat = r->seat};
    if (!linea_request_is_running(r))
        return false;
    if (!r->t->seat[r->seat].away)
        return linea_request_refuse(r, "done", "you are not away");
    return linea_request_happen(r, &e, TABLE_BACK);
}

bool linea_request_pause(struct request *r)
{
    struct table_event e = {.seat = r->seat};
    if (!linea_request_is_free(r) || !linea_request_is_running(r) ||
        !linea_request_has_room(r, LINEA_TABLE_MORE_EVENTS))
        return false;
    if (r->t->paused)
        return linea_request_refuse(r, "paused", "the game is paused already");
    if (r->t->seat[r->seat].wants_pause && !all_want_pause(r->t))
        return linea_request_refuse(r, "done", "you have asked for a pause already");
    return linea_request_happen(r, &e, TABLE_PAUSE);
}

bool linea_request_resume(struct request *r)
{
    struct table_event e = {.seat = r->seat};
    if (!linea_request_is_running(r))
        return false;
    if (!r->t->paused && !r->t->seat[r->seat].wants_pause)
        return linea_request_refuse(r, "done", "the game is not paused");
    return linea_request_happen(r, &e, TABLE_RESUME);
}
