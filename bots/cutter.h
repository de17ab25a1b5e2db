/*
 * bots/cutter.h - a net that cuts playouts short: planners play on to the own turn
 * after the next, and the net says what the position is worth there.
 *
 * That takes a fifth of the time of playing to the end, and varies a fifth as much. But
 * the net has opinions of its own: it takes differences for smaller or greater than
 * they are, and over many playouts of one decision that does not average out as chance
 * does. So it says which moves are worth playing out to the end, and no figure that is
 * shown comes from it (evaluate.h). It looks from the seat that decides and knows
 * nothing of other hands, so it is no use where all hands lie open.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CUTTER_H
#define CUTTER_H

#include "learned.h"
#include "playout.h"

struct cutter {
    struct pilot pilot;
    const struct linea_learned *learned;
    struct playout *playout;
    int turns; /* of the seat that decides, still to be played in this playout */
    struct net_memory memory;
    struct linea_net_thought thought;
};

/* Cut the playouts of *p short from now on, until its pilot is changed. The cutter
   stays where it is for as long. */
void linea_cutter_begin(struct cutter *c, struct playout *p,
                        const struct linea_learned *learned);

#endif
