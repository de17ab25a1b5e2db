/*
 * server/token.c - guest tokens: who holds one is the player it names.
 *
 * SPDX-License-Identifier: MIT
 */
#include "token.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

#include "store.h"

enum {
    NUMBER = 8,
    BYTES = NUMBER + crypto_auth_BYTES,
    VARIANT = sodium_base64_VARIANT_URLSAFE_NO_PADDING,
};

static_assert(TOKEN_KEY == crypto_auth_KEYBYTES, "libsodium's size of a key");
static_assert(TOKEN_TEXT >= (BYTES * 4 + 2) / 3 + 1, "room for base64");

static const char setting[] = "guest-key";

bool linea_token_key(uint8_t key[TOKEN_KEY], struct linea_store *store)
{
    char text[LINEA_STORE_SETTING + 1];
    size_t length;
    if (linea_store_get(store, setting, text) != LINEA_STORE_OK)
        return false;
    if (*text)
        return sodium_hex2bin(key, TOKEN_KEY, text, strlen(text), NULL, &length,
                              NULL) == 0 &&
               length == TOKEN_KEY;
    crypto_auth_keygen(key);
    sodium_bin2hex(text, sizeof text, key, TOKEN_KEY);
    return linea_store_set(store, setting, text) == LINEA_STORE_OK;
}

uint64_t linea_token_new_player(void)
{
    uint64_t player = 0;
    while (player == 0) /* 0 is nobody */
        randombytes_buf(&player, sizeof player);
    return player;
}

void linea_token_write(char out[TOKEN_TEXT], const uint8_t key[TOKEN_KEY],
                       uint64_t player)
{
    uint8_t bytes[BYTES];
    for (int i = 0; i < NUMBER; i++)
        bytes[i] = (uint8_t)(player >> (56 - 8 * i));
    crypto_auth(bytes + NUMBER, bytes, NUMBER, key);
    sodium_bin2base64(out, TOKEN_TEXT, bytes, BYTES, VARIANT);
}

bool linea_token_read(uint64_t *player, const uint8_t key[TOKEN_KEY], const char *text,
                      size_t length)
{
    uint8_t bytes[BYTES];
    size_t decoded;
    const char *end;
    if (sodium_base642bin(bytes, BYTES, text, length, NULL, &decoded, &end, VARIANT) !=
            0 ||
        decoded != BYTES || end != text + length)
        return false;
    if (crypto_auth_verify(bytes + NUMBER, bytes, NUMBER, key) != 0)
        return false;
    *player = 0;
    for (int i = 0; i < NUMBER; i++)
        *player = *player << 8 | bytes[i];
    return *player != 0;
}
