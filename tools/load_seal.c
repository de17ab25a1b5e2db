/*
 * tools/load_seal.c - how a player of `linea load` sees to it that nobody chose the
 * cards: the client's part of docs/fairness.md.
 *
 * SPDX-License-Identifier: MIT
 */
#include "load_seal.h"

#include <assert.h>
#include <string.h>
#include <sys/random.h>

#include "linea/fair.h"

static_assert(sizeof(struct linea_seed) == LINEA_FAIR_BYTES, "read and written alike");

/* 64 hexadecimal digits; false if the value is something else. */
static bool read_bytes(struct linea_seed *out, const struct linea_json *json, int value)
{
    char text[LINEA_SEED_TEXT + 1];
    return value >= 0 &&
           linea_json_string(json, text, sizeof text, value) == LINEA_SEED_TEXT &&
           linea_seed_read(out, text, LINEA_SEED_TEXT);
}

static bool same(const struct linea_seed *a, const struct linea_seed *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

const char *load_seal_draw(struct load_seal *own, char text[LINEA_SEED_TEXT + 1],
                           const struct linea_json *json, int table, int seat)
{
    struct linea_seed *seal = &own->seals[seat];
    int fair = linea_json_get(json, table, "fair");
    memset(own, 0, sizeof *own);
    own->seat = seat;
    if (!read_bytes(&own->commitment, json, linea_json_get(json, fair, "commitment")))
        return "the table has no commitment";
    if (getrandom(&own->nonce, sizeof own->nonce, 0) != sizeof own->nonce)
        return "no randomness";
    linea_fair_seal(seal->byte, own->commitment.byte, seat, own->nonce.byte);
    linea_seed_write(text, seal);
    return NULL;
}

/* A list of an event's `fair`, by seat; false if a seat is without. */
static bool read_list(struct linea_seed out[], const struct linea_json *json, int event,
                      const char *key, int seats)
{
    int list = linea_json_get(json, linea_json_get(json, event, "fair"), key);
    int value = linea_json_first(json, list);
    for (int s = 0; s < seats; s++, value = linea_json_next(json, list, value))
        if (!read_bytes(&out[s], json, value))
            return false;
    return true;
}

const char *load_seal_open(struct load_seal *own, char text[LINEA_SEED_TEXT + 1],
                           const struct linea_json *json, int event, int seats)
{
    struct linea_seed mine = own->seals[own->seat];
    if (!read_list(own->seals, json, event, "seals", seats))
        return "seals are missing";
    if (!same(&mine, &own->seals[own->seat]))
        return "another seal stands at the own seat";
    linea_seed_write(text, &own->nonce);
    return NULL;
}

const char *load_seal_check(const struct load_seal *own, const struct linea_json *json,
                            int event, int seats)
{
    struct linea_seed seals[LINEA_SEATS], nonces[LINEA_SEATS], commitment, secret;
    int fair = linea_json_get(json, event, "fair");
    if (!read_bytes(&secret, json, linea_json_get(json, fair, "secret")) ||
        !read_list(seals, json, event, "seals", seats))
        return "the secret is not revealed";
    linea_fair_commit(commitment.byte, secret.byte);
    if (!same(&commitment, &own->commitment))
        return "the secret is not that of the commitment";
    if (!read_list(nonces, json, event, "nonces", seats) ||
        !same(&nonces[own->seat], &own->nonce))
        return "the own nonce is not in the game";
    for (int s = 0; s < seats; s++)
        if (!same(&seals[s], &own->seals[s]))
            return "the seals are others than were published";
    return NULL;
}
