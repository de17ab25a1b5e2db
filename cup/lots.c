/*
 * cup/lots.c - what chance decides, from the secret of the host and nonces of players:
 * commitments, lots, the deals.
 *
 * SPDX-License-Identifier: MIT
 */
#include <assert.h>
#include <string.h>

#include "event.h"
#include "linea/hex.h"
#include "linea/sha256.h"

static void add_number(struct linea_sha256 *hash, uint32_t number)
{
    uint8_t bytes[4] = {(uint8_t)(number >> 24), (uint8_t)(number >> 16),
                        (uint8_t)(number >> 8), (uint8_t)number};
    linea_sha256_add(hash, bytes, sizeof bytes);
}

void linea_cup_commit(uint8_t out[LINEA_CUP_SECRET],
                      const uint8_t secret[LINEA_CUP_SECRET])
{
    struct linea_sha256 hash;
    linea_sha256_begin_for(&hash, "linea cup commitment 1");
    linea_sha256_add(&hash, secret, LINEA_CUP_SECRET);
    linea_sha256_end(&hash, out);
}

/* A hash of the seed and a number. */
static void derive(const struct linea_cup *cup, uint8_t out[LINEA_SHA256],
                   const char *purpose, uint32_t number)
{
    struct linea_sha256 hash;
    linea_sha256_begin_for(&hash, purpose);
    linea_sha256_add(&hash, cup->seed.byte, sizeof cup->seed.byte);
    add_number(&hash, number);
    linea_sha256_end(&hash, out);
}

void linea_cup_draw_for(struct linea_cup *cup, int player)
{
    uint8_t bytes[LINEA_SHA256];
    derive(cup, bytes, "linea cup lot 1", (uint32_t)player);
    memcpy(cup->player[player].lot, bytes, sizeof cup->player[player].lot);
}

/* The seed, from the secret and the nonces of those who are there when it begins; and a
   lot for each. */
void linea_cup_draw(struct linea_cup *cup)
{
    struct linea_sha256 hash;
    linea_sha256_begin_for(&hash, "linea cup seed 1");
    linea_sha256_add(&hash, cup->secret, sizeof cup->secret);
    add_number(&hash, (uint32_t)cup->players);
    for (int p = 0; p < cup->players; p++) {
        const struct linea_cup_player *player = &cup->player[p];
        uint8_t given = player->has_nonce;
        linea_sha256_add(&hash, &given, 1);
        if (player->has_nonce)
            linea_sha256_add(&hash, player->nonce, sizeof player->nonce);
    }
    linea_sha256_end(&hash, cup->seed.byte);
    for (int p = 0; p < cup->players; p++)
        linea_cup_draw_for(cup, p);
}

uint64_t linea_cup_random(const struct linea_cup *cup, uint32_t round)
{
    uint8_t bytes[LINEA_SHA256];
    derive(cup, bytes, "linea cup round 1", round);
    return linea_u64_read(bytes);
}

int linea_cup_by_lot(const struct linea_cup *cup, int a, int b)
{
    int order =
        memcmp(cup->player[a].lot, cup->player[b].lot, sizeof cup->player[a].lot);
    return order ? order : a - b;
}

void linea_cup_deal(const struct linea_cup *cup, struct linea_seed *out,
                    const struct linea_cup_table *table)
{
    /* Where rounds have a deal, tables have none of their own: no cup has both. */
    bool common = cup->duplicate || cup->field;
    uint32_t number = common ? (uint32_t)table->round : table->number;
    derive(cup, out->byte, "linea cup deal 1", number);
}
