/*
 * server/token.h - guest tokens: the holder is the player it names.
 *
 * A token is the player's number, a code that only this server's key can make, and the
 * player's name, in base64url: nothing is stored for a guest. A new name is a new token
 * of the same player. The key is a setting of the store.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_TOKEN_H
#define SERVER_TOKEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    TOKEN_KEY = 32,   /* bytes */
    TOKEN_TEXT = 144, /* longest token, and its 0 */
};

struct hub_guest;
struct linea_store;

/* The key of the store, made when it has none. False if that fails. */
bool linea_token_key(uint8_t key[TOKEN_KEY], struct linea_store *store);

/* A token for a person; a player nobody had before. */
void linea_token_write(char out[TOKEN_TEXT], const uint8_t key[TOKEN_KEY],
                       const struct hub_guest *who);
uint64_t linea_token_new_player(void);

/* Whose token this is; false if the key did not make it. Takes the same time for every
   wrong one. */
bool linea_token_read(struct hub_guest *who, const uint8_t key[TOKEN_KEY],
                      const char *text, size_t length);

#endif
