/*
 * server/token.c - guest tokens: the holder is the player it names.
 *
 * SPDX-License-Identifier: MIT
 */
#include "token.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

#include "hub.h"
#include "linea/hex.h"
#include "linea/utf8.h"
#include "store.h"

enum {
    NUMBER = 8,
    NAME = sizeof((struct hub_guest *)0)->name - 1,
    LEAST = crypto_auth_BYTES + NUMBER, /* bytes: the code, the number, the name */
    MOST = LEAST + NAME,
    VARIANT = sodium_base64_VARIANT_URLSAFE_NO_PADDING,
};

static_assert(TOKEN_KEY == crypto_auth_KEYBYTES, "libsodium's size of a key");
static_assert(TOKEN_TEXT >= (MOST * 4 + 2) / 3 + 1, "room for base64");

static const char setting[] = "guest-key";

bool linea_token_key(uint8_t key[TOKEN_KEY], struct linea_store *store)
{
    char text[LINEA_STORE_SETTING + 1];
    if (linea_store_get(store, text, setting) != LINEA_STORE_OK)
        return false;
    if (!*text) {
        crypto_auth_keygen(key);
        linea_hex_write(text, key, TOKEN_KEY);
        if (linea_store_make_setting(store, text, setting) != LINEA_STORE_OK)
            return false;
    }
    return linea_hex_read(key, TOKEN_KEY, text, strlen(text));
}

uint64_t linea_token_new_player(void)
{
    uint64_t player = 0;
    while (player == 0) /* 0 is nobody */
        randombytes_buf(&player, sizeof player);
    return player;
}

void linea_token_write(char out[TOKEN_TEXT], const uint8_t key[TOKEN_KEY],
                       const struct hub_guest *who)
{
    uint8_t bytes[MOST], *signed_part = bytes + crypto_auth_BYTES;
    size_t name = strlen(who->name);
    linea_u64_write(signed_part, who->player);
    memcpy(signed_part + NUMBER, who->name, name);
    crypto_auth(bytes, signed_part, NUMBER + name, key);
    sodium_bin2base64(out, TOKEN_TEXT, bytes, LEAST + name, VARIANT);
}

bool linea_token_read(struct hub_guest *who, const uint8_t key[TOKEN_KEY],
                      const char *text, size_t length)
{
    uint8_t bytes[MOST], *signed_part = bytes + crypto_auth_BYTES;
    size_t decoded;
    const char *end;
    if (sodium_base642bin(bytes, MOST, text, length, NULL, &decoded, &end, VARIANT) !=
            0 ||
        decoded < LEAST || end != text + length)
        return false;
    if (crypto_auth_verify(bytes, signed_part, decoded - crypto_auth_BYTES, key) != 0)
        return false;
    memset(who, 0, sizeof *who);
    for (int i = 0; i < NUMBER; i++)
        who->player = who->player << 8 | signed_part[i];
    /* Older tokens may have a name that is not allowed any more. */
    if (linea_text_clean((const char *)signed_part + NUMBER, decoded - LEAST))
        memcpy(who->name, signed_part + NUMBER, decoded - LEAST);
    return who->player != 0;
}
