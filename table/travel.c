/*
 * table/travel.c - a seat that goes to another device: its player has a link made with
 * a code of their own choice, and the one who brings that code has the seat.
 *
 * The log keeps only a hash of the code. A link is good once, for a quarter of an hour;
 * a new one makes the old one useless.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "request.h"

enum { CODE = 16 }; /* bytes */

/* Reads the code, and hashes it. */
static bool read_code(struct request *r, uint8_t link[LINEA_SHA256])
{
    struct linea_sha256 hash;
    uint8_t code[CODE];
    if (!linea_json_bytes(r->io->json, code, sizeof code, linea_request_get(r, "code")))
        return linea_request_refuse(r, "syntax", "code: 32 hex digits");
    linea_sha256_begin_for(&hash, "linea travel 1");
    linea_sha256_add(&hash, code, sizeof code);
    linea_sha256_end(&hash, link);
    return true;
}

bool linea_request_travel(struct request *r)
{
    struct table_event e = {.seat = r->seat};
    if (r->t->rated)
        return linea_request_refuse(r, "accounts-only",
                                    "the game is rated: sign in on the other device");
    /* Before the game a seat may have something to reveal that only its device knows.
     */
    return linea_request_is_free(r) && linea_request_is_running(r) &&
           linea_request_has_room(r, LINEA_TABLE_MORE_EVENTS) && read_code(r, e.link) &&
           linea_request_happen(r, &e, TABLE_TRAVELS);
}

bool linea_request_arrive(struct request *r)
{
    struct table_event e = {.seat = LINEA_NOBODY};
    uint8_t link[LINEA_SHA256];
    if (r->seat != LINEA_NOBODY)
        return linea_request_refuse(r, "seated", "you have a seat here already");
    if (!read_code(r, link))
        return false;
    for (int s = 0; s < r->t->seats; s++)
        if (r->now < r->t->seat[s].link_until && !r->t->over &&
            memcmp(r->t->seat[s].link, link, sizeof link) == 0)
            e.seat = s;
    if (e.seat == LINEA_NOBODY)
        return linea_request_refuse(r, "dead-link",
                                    "this link has been used, or is too old");
    if (r->t->sealed && !r->t->begun && linea_table_waits_for(r->t, e.seat))
        return linea_request_refuse(
            r, "sealed", "the other device has yet to reveal the nonce that it sealed");
    return linea_request_happen(r, &e, TABLE_TRAVELLED);
}
