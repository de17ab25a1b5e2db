/*
 * table/colour.c - the colours of the pieces. Who sits down may wish for one, and
 * choose until the game begins; no two players have chosen the same. Clients give what
 * is left to those who have not chosen (docs/protocol.md).
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "request.h"

/* Those of the boxes. How a colour looks is the client's to say. */
static const char *const colours[] = {"blue",  "red",   "green", "yellow",
                                      "black", "white", "purple"};

bool linea_table_read_colour(const struct linea_json *json,
                             char out[LINEA_TABLE_COLOUR], int value)
{
    memset(out, 0, LINEA_TABLE_COLOUR);
    if (value < 0)
        return true;
    for (size_t i = 0; i < sizeof colours / sizeof *colours; i++)
        if (linea_json_is(json, value, colours[i])) {
            memcpy(out, colours[i], strlen(colours[i]) + 1);
            return true;
        }
    return false;
}

bool linea_table_is_free_colour(const struct linea_table *t, int seat,
                                const char *colour)
{
    for (int s = 0; colour[0] && s < t->seats; s++)
        if (s != seat && strcmp(t->seat[s].colour, colour) == 0)
            return false;
    return true;
}

bool linea_request_colour(struct request *r)
{
    struct table_event e = {.seat = r->seat};
    int value = linea_request_get(r, "colour");
    if (r->t->begun)
        return linea_request_refuse(r, "begun", "the game has begun already");
    if (!linea_request_has_room(r, LINEA_TABLE_EVENTS))
        return false;
    if (value < 0 || !linea_table_read_colour(r->io->json, e.colour, value))
        return linea_request_refuse(r, "unknown", "colour: there is no such colour");
    if (!linea_table_is_free_colour(r->t, r->seat, e.colour))
        return linea_request_refuse(r, "taken", "another player has that colour");
    if (strcmp(e.colour, r->t->seat[r->seat].colour) == 0)
        return linea_request_refuse(r, "done", "you have that colour");
    return linea_request_happen(r, &e, TABLE_COLOURED);
}
