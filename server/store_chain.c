/*
 * server/store_chain.c - a log is chained: each event changes a hash that stands at its
 * end, so that two logs with the same end are the same log.
 *
 * SPDX-License-Identifier: MIT
 */
#include <sodium.h>

#include "store_backend.h"

void linea_store_chain(struct store_end *end, const char *text, size_t length)
{
    crypto_generichash_state state;
    crypto_generichash_init(&state, NULL, 0, sizeof end->tail);
    crypto_generichash_update(&state, end->tail, sizeof end->tail);
    crypto_generichash_update(&state, (const unsigned char *)text, length);
    crypto_generichash_final(&state, end->tail, sizeof end->tail);
    end->last++;
}
