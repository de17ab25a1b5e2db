/*
 * server/recheck.c - whether who is connected may still be so: a session may have
 * ended, a token, an account; on this node or on another one.
 *
 * From time to time, and when something of its player has changed, each stream and
 * WebSocket shows again what it came with. Mostly that is remembered. If it comes to
 * somebody else now, the connection is asked to come back, and the answer says then
 * what is wrong.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>

#include "connection.h"

static void rechecked(struct identifying *self, enum identified how)
{
    struct naming *naming = (struct naming *)self;
    struct connection *c = naming->connection;
    const uint64_t player = how == IDENTIFIED ? self->identity.player : 0;
    free(naming);
    if (!c)
        return;
    c->naming = NULL;
    if (how != IDENTIFIED_NOT_NOW && player != c->player)
        linea_connection_drop(c, CLOSE_TRY_LATER, "who you are has changed");
}

void linea_connection_recheck(struct connection *c)
{
    const struct claim *claim =
        c->kind == CONNECTION_WS ? c->claim : &c->exchange->claim;
    if (!c->player || c->naming || !claim || (!c->client && !c->follower))
        return;
    struct naming *naming = calloc(1, sizeof *naming);
    if (!naming)
        return; /* the next time */
    naming->connection = c;
    naming->identifying.claim = *claim;
    naming->identifying.origin = c->address->origin;
    naming->identifying.found = rechecked;
    c->naming = naming;
    linea_identify(c->net->accounts, &naming->identifying);
}

void linea_net_recheck(struct net *net, uint64_t player)
{
    for (struct connection *c = net->first, *next; c; c = next) {
        next = c->next;
        if (c->player == player)
            linea_connection_recheck(c);
    }
}
