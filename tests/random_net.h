/*
 * tests/random_net.h - nets with random weights, as bytes of their file.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANDOM_NET_H
#define RANDOM_NET_H

#include "net_weights.h"

/* What a net's header says beside what follows from it. */
struct net_header {
    uint32_t features_version;
    uint8_t map_hash[LINEA_MAP_HASH];
    uint32_t features, actions, seats, hidden, thought;
    uint8_t scale[5]; /* of the three layers, policy and value */
};

/* The header of a small net that fits a map. */
void net_header_for(struct net_header *out, const struct linea_map *map);

/* Bytes that such a file has. */
size_t net_length(const struct net_header *header);

/* Write one; the same number gives the same weights. */
void net_write(uint8_t *out, const struct net_header *header, uint64_t number);

/* Make the checksum right again after a change, and write it. */
void net_seal(uint8_t *bytes, size_t length);

#endif
