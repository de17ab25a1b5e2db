/*
 * server/account/passkey.h - passkeys: keys that a device keeps, and shows that it has
 * by signing a challenge (WebAuthn, level 3).
 *
 * A challenge is made first, for one purpose, and kept in the database, so any node may
 * take the answer. The answer is read on the loop, and checked in a job, together with
 * the challenge, which is gone then, and with the counter of the key.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef ACCOUNT_PASSKEY_H
#define ACCOUNT_PASSKEY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "secret.h"

enum {
    PASSKEYS = 16,            /* of an account */
    PASSKEY_MS = 300000,      /* that a challenge is good for */
    PASSKEY_ID = 1023,        /* longest name that a device gives to a key */
    PASSKEY_DATA = 2048,      /* longest that it says of one */
    PASSKEY_SIGNATURE = 1024, /* longest signature */
    PASSKEY_CLIENT = 1024,    /* longest that a browser says of a page */
    PASSKEY_KEY = 512,        /* room for a public key */
    PASSKEY_NAME = 64,        /* longest that a player calls one, and its 0 */
    PASSKEY_HOST = 128,       /* room for the host that a key is for */
};

/* What a challenge is for. */
enum passkey_purpose {
    PASSKEY_SIGN_IN = 1,
    PASSKEY_SIGN_UP,
    PASSKEY_ADD,
    PASSKEY_PROOF, /* in place of the password where that is asked for again */
};

/* What a browser has sent of one. */
struct passkey_reply {
    bool made;                      /* it is a new key, or else a signature */
    char host[PASSKEY_HOST];        /* that the page was of */
    uint8_t challenge[SECRET_HASH]; /* hash of what was to be signed */
    uint8_t client[SECRET_HASH];    /* hash of what the browser says of the page */
    uint8_t id[PASSKEY_ID];
    uint8_t data[PASSKEY_DATA]; /* what the device says */
    uint8_t signature[PASSKEY_SIGNATURE];
    size_t id_length, data_length, signature_length;
    uint64_t player; /* as the device has kept it; 0 if it says nothing */
};

struct passkey_key {
    int algorithm; /* of COSE */
    uint8_t bytes[PASSKEY_KEY];
    size_t length;
    uint32_t counter; /* how often it was used, 0 where a device does not count */
};

/* The algorithms of keys that are taken, the best first. */
enum { PASSKEY_ALGORITHMS = 3 };
extern const int linea_passkey_algorithms[PASSKEY_ALGORITHMS];

/* Take the key out of a reply with a new one. False if it is not what was asked for: of
   another host, made without its owner, of an algorithm that we do not know. */
bool linea_passkey_take(struct passkey_key *out, const struct passkey_reply *reply);

/* Whether a reply is signed by the key, for this host, by somebody whom the device has
   recognized; `counter` is what it says. */
bool linea_passkey_verify(uint32_t *counter, const struct passkey_reply *reply,
                          const struct passkey_key *key);

struct call;
struct linea_db;
struct linea_out;

/* passkey_read.c: the reply in a body, as browsers write one; the call is refused if it
   cannot be one, or is of another page. */
bool linea_passkey_read(struct call *call, struct passkey_reply *out, bool made);

/* The host that passkeys are for, by the address of the request; false, and the call is
   refused, where there can be none. */
bool linea_passkey_host(struct call *call, char out[PASSKEY_HOST]);

/* challenge.c, inside of jobs. Use up the challenge of the call's reply: whether it was
   one for that, and for whom. If not the call is refused, and the job should be carried
   out nevertheless. */
bool linea_challenge_take(struct linea_db *db, struct call *call, uint64_t *player,
                          enum passkey_purpose purpose);

/* passkeys.c, inside of jobs. The player whose key has signed the call's reply; if it
   is none the call is refused, as above. */
bool linea_passkey_use(struct linea_db *db, struct call *call, uint64_t *player,
                       enum passkey_purpose purpose);

/* Keep a new key. */
bool linea_passkey_keep(struct linea_db *db, struct call *call,
                        const struct passkey_key *key, uint64_t player,
                        const char *name);

/* How many keys somebody has. */
int64_t linea_passkey_count(struct linea_db *db, uint64_t player);

#endif
