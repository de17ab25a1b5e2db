/*
 * server/token.h - guest tokens: who holds one is the player it names.
 *
 * A token is the player's number and a code that only this server's key can make, in
 * base64url: nothing is stored for a guest. The key is a setting of the store.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_TOKEN_H
#define SERVER_TOKEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    TOKEN_KEY = 32,  /* bytes */
    TOKEN_TEXT = 56, /* longest token, and its 0 */
};

struct linea_store;

/* The key of the store, made when it has none. False if that fails. */
bool linea_token_key(uint8_t key[TOKEN_KEY], struct linea_store *store);

/* A token for a player; a player nobody had before. */
void linea_token_write(char out[TOKEN_TEXT], const uint8_t key[TOKEN_KEY],
                       uint64_t player);
uint64_t linea_token_new_player(void);

/* Whose token this is; false if the key did not make it. Takes the same time for every
   wrong one. */
bool linea_token_read(uint64_t *player, const uint8_t key[TOKEN_KEY], const char *text,
                      size_t length);

#endif
