/*
 * tools/load_seal.h - how a player of `linea load` sees to it that nobody chose the
 * cards.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef LOAD_SEAL_H
#define LOAD_SEAL_H

#include "linea/json.h"
#include "linea/rng.h"
#include "linea/text.h"

/* What a player keeps from sitting down to the end of the game. */
struct load_seal {
    int seat;
    struct linea_seed commitment, nonce;
    struct linea_seed
        seals[LINEA_SEATS]; /* the own one; all, once they are published */
};

/* Each returns NULL, or what is wrong with what the server has sent. */

/* Draw a nonce for a seat of a table, and write the seal of it. */
const char *load_seal_draw(struct load_seal *own, char text[LINEA_SEED_TEXT + 1],
                           const struct linea_json *json, int table, int seat);

/* All seals are published: keep them, and write the nonce, which is to be revealed. */
const char *load_seal_open(struct load_seal *own, char text[LINEA_SEED_TEXT + 1],
                           const struct linea_json *json, int event, int seats);

/* The game is over: compare what its last event says with what was kept. */
const char *load_seal_check(const struct load_seal *own, const struct linea_json *json,
                            int event, int seats);

#endif
