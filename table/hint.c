/*
 * table/hint.c - hints: whether a table allows them, and who has had how many.
 *
 * What a hint says is not known here: the client works it out from what its own seat
 * may know. It asks first, so that all learn of it and the result says so. A hint that
 * was asked for may be looked at again while the decision is the same.
 *
 * SPDX-License-Identifier: MIT
 */
#include "request.h"

bool linea_request_hint(struct request *r)
{
    struct table_event e = {.seat = r->seat};
    const struct linea_table *t = r->t;
    if (!linea_request_is_running(r))
        return false;
    if (!t->hints)
        return linea_request_refuse(r, "forbidden", "there are no hints at this table");
    if (t->paused)
        return linea_request_refuse(r, "paused", "the game is paused");
    if (t->game.turn != r->seat)
        return linea_request_refuse(r, "not-your-turn", "it is not your turn");
    if (t->seat[r->seat].hinted == t->state)
        return true;
    if (t->seat[r->seat].hints >= LINEA_TABLE_HINTS)
        return linea_request_refuse(r, "full", "you have had too many hints");
    return linea_request_happen(r, &e, TABLE_HINTED);
}

void linea_table_note_hint(struct linea_table *t, int seat)
{
    t->seat[seat].hints++;
    t->seat[seat].hinted = t->state;
}

void linea_table_write_hints(const struct linea_table *t, struct linea_list *header)
{
    bool any = false;
    for (int s = 0; s < t->seats; s++)
        any |= t->seat[s].hints > 0;
    if (!any)
        return;
    struct linea_list list = linea_key_open(header, "hints", "[", "]");
    for (int s = 0; s < t->seats; s++)
        linea_list_int(&list, t->seat[s].hints);
    linea_list_close(&list);
}
