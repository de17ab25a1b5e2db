/*
 * server/hub_id.c - numbers of games and players as text.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "hub.h"
#include "linea/hex.h"

void linea_hub_id_write(char out[17], uint64_t id)
{
    uint8_t bytes[8];
    linea_u64_write(bytes, id);
    linea_hex_write(out, bytes, sizeof bytes);
}

bool linea_hub_id_read(uint64_t *out, const char *text, size_t length)
{
    uint8_t bytes[8];
    char again[17];
    if (!linea_hex_read(bytes, sizeof bytes, text, length))
        return false;
    uint64_t id = linea_u64_read(bytes);
    linea_hub_id_write(again, id);
    if (memcmp(again, text, length) != 0) /* a game has one address: lower case */
        return false;
    *out = id;
    return true;
}
