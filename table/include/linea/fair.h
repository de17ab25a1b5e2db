/*
 * linea/fair.h - shuffles that nobody can choose alone, and how anyone checks it.
 *
 * The host publishes a commitment to a secret; each player's client draws a random
 * nonce and seals it, bound to its seat; when all seats are taken the nonces are
 * revealed; the seed of the game is a hash of all of that; the record reveals the
 * secret. docs/fairness.md has the exact bytes, and says what this proves and what it
 * does not.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef LINEA_FAIR_H
#define LINEA_FAIR_H

#include "linea/text.h"

/* What a host that holds a secret publishes before it knows any nonce. */
void linea_fair_commit(uint8_t commitment[LINEA_FAIR_BYTES],
                       const uint8_t secret[LINEA_FAIR_BYTES]);

/* What a player gives who takes a seat, before it reveals its nonce: a hash of what the
   host has published, the seat and the nonce. */
void linea_fair_seal(uint8_t seal[LINEA_FAIR_BYTES],
                     const uint8_t commitment[LINEA_FAIR_BYTES], int seat,
                     const uint8_t nonce[LINEA_FAIR_BYTES]);

/* The seed that the secret and the nonces of so many seats give. */
void linea_fair_seed(struct linea_seed *out, const struct linea_fair *fair, int seats);

/* Records whose fairness is being checked, line by line. */
struct linea_fair_check {
    struct linea_replay replay; /* as recorded; read any field */
    struct linea_game game;     /* as its seed deals it */
};

/* Begin to check; find_map is as for linea_replay_init(). */
void linea_fair_init(struct linea_fair_check *check,
                     const struct linea_map *(*find_map)(void *, const char *),
                     void *context);

/*
 * Check the next line against the rules, and then what it says of chance against the
 * secret and the nonces of its header. False if anything is wrong: that is the answer,
 * and no further line can be checked.
 */
bool linea_fair_line(struct linea_fair_check *check, struct linea_json *memory,
                     struct linea_error *error, const char *line, size_t length);

#endif
