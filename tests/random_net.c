/*
 * tests/random_net.c - nets with random weights, written as docs/net.md says.
 *
 * SPDX-License-Identifier: MIT
 */
#include "random_net.h"

#include <string.h>

#include "linea/rng.h"
#include "linea/sha256.h"

static void put_u32(uint8_t *at, uint32_t n)
{
    for (int i = 0; i < 4; i++)
        at[i] = (uint8_t)(n >> 8 * i);
}

static size_t round_up(size_t n)
{
    return (n + 63) / 64 * 64;
}

/* Inputs and outputs of each layer, in the order of the file. */
static void find_shape(size_t shape[LINEA_NET_LAYERS][2], const struct net_header *h)
{
    const size_t all[LINEA_NET_LAYERS][2] = {
        {h->features, h->hidden}, {h->hidden, h->thought}, {h->thought, h->thought},
        {h->thought, h->actions}, {h->thought, 1},         {h->thought, h->seats + 1},
    };
    memcpy(shape, all, sizeof all);
}

void net_header_for(struct net_header *out, const struct linea_map *map)
{
    static struct linea_space space;
    struct net_layout layout;
    linea_space_init(&space, map, map->max_seats);
    linea_net_layout(&layout, map);
    *out = (struct net_header){.features_version = NET_FEATURES_VERSION,
                               .features = (uint32_t)layout.count,
                               .actions = (uint32_t)space.actions,
                               .seats = map->max_seats,
                               .hidden = 64,
                               .thought = 64,
                               .scale = {7, 8, 8, 8, 8}};
    memcpy(out->map_hash, map->hash, sizeof map->hash);
}

size_t net_length(const struct net_header *header)
{
    size_t shape[LINEA_NET_LAYERS][2], length = LINEA_NET_HEADER;
    find_shape(shape, header);
    for (int i = 0; i < LINEA_NET_LAYERS; i++)
        length += round_up(shape[i][0] * shape[i][1]) + round_up(4 * shape[i][1]);
    return length;
}

/* Mostly small, now and then as large as they can be. */
static int random_weight(struct linea_rng *rng)
{
    int kind = linea_rng_below(rng, 64);
    return kind == 0 ? -128 : kind == 1 ? 127 : linea_rng_below(rng, 33) - 16;
}

void net_seal(uint8_t *bytes, size_t length)
{
    struct linea_sha256 hash;
    linea_sha256_begin(&hash);
    linea_sha256_add(&hash, bytes, 96);
    linea_sha256_add(&hash, bytes + LINEA_NET_HEADER, length - LINEA_NET_HEADER);
    linea_sha256_end(&hash, bytes + 96);
}

void net_write(uint8_t *out, const struct net_header *h, uint64_t number)
{
    struct linea_rng rng = {number};
    size_t shape[LINEA_NET_LAYERS][2], length = net_length(h);
    const uint32_t numbers[] = {0x01020304, 1, (uint32_t)length, h->features_version};
    const uint32_t sizes[] = {h->features, h->actions, h->seats, h->hidden, h->thought};
    memset(out, 0, length);
    memcpy(out, "LINEANET", 8);
    for (int i = 0; i < 4; i++)
        put_u32(out + 8 + 4 * i, numbers[i]);
    memcpy(out + 24, h->map_hash, sizeof h->map_hash);
    for (int i = 0; i < 5; i++)
        put_u32(out + 56 + 4 * i, sizes[i]);
    memcpy(out + 76, h->scale, sizeof h->scale);
    find_shape(shape, h);
    uint8_t *at = out + LINEA_NET_HEADER;
    for (int i = 0; i < LINEA_NET_LAYERS; i++) {
        for (size_t k = 0; k < shape[i][0] * shape[i][1]; k++)
            at[k] = (uint8_t)random_weight(&rng);
        at += round_up(shape[i][0] * shape[i][1]);
        for (size_t k = 0; k < shape[i][1]; k++)
            put_u32(at + 4 * k, (uint32_t)(linea_rng_below(&rng, 4001) - 2000));
        at += round_up(4 * shape[i][1]);
    }
    net_seal(out, length);
}
