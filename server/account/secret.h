/*
 * server/account/secret.h - secrets that a player keeps: a session, an API token, a
 * recovery code, an invitation. Only their hashes are kept here.
 *
 * They are random, 32 bytes or 10 for codes that people write down, so one round of a
 * hash hides them; passwords are another matter (password.h).
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef ACCOUNT_SECRET_H
#define ACCOUNT_SECRET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SECRET_TEXT = 64, /* room for any of them */
    SECRET_HASH = 32,
};

enum secret {
    SECRET_SESSION,
    SECRET_TOKEN,
    SECRET_CODE,
    SECRET_INVITATION,
    SECRET_CHALLENGE, /* for a passkey to sign */
    SECRET_FEED
};

/* A new one, and its hash. */
void linea_secret_make(char out[SECRET_TEXT], uint8_t hash[SECRET_HASH],
                       enum secret kind);

/* The hash of one that somebody shows; false if it cannot be one of that kind. Of codes
   people may leave out the hyphens, and write small letters. */
bool linea_secret_hash(uint8_t hash[SECRET_HASH], enum secret kind, const char *text);

/* The cookie of a session. By https its name is one that no other site can set, and
   none without https: nobody can plant a session of their own. */
const char *linea_cookie_name(bool secure);

/* A header that sets it; with "" it is removed. */
enum { COOKIE_HEADER = 240 };
void linea_cookie_write(char out[COOKIE_HEADER], const char *session, bool secure);

#endif
