/*
 * server/account/account.h - accounts: players with a name and a way to prove who they
 * are; and who it is that asks.
 *
 * A guest is a player with a signed token (token.h), and nothing is stored. An account
 * is the same player, with the same number, who has said how to know them again. From
 * then on the guest's token is worth nothing: somebody who finds it is not them.
 *
 * A request names its player by one of four things, a claim: a guest's token, an API
 * token, the cookie of a session, or a header of a proxy that has signed them in. What
 * a claim comes to is looked up in the database, off the loop, and remembered for a
 * minute.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef ACCOUNT_ACCOUNT_H
#define ACCOUNT_ACCOUNT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hub.h"
#include "sql.h"

struct accounts;
struct request;
struct route;
struct serve_options;
struct net;

enum {
    ACCOUNT_NAME = 64,           /* longest name, and its 0 */
    ACCOUNT_MESSAGE = 400,       /* room for why the house stops somebody */
    ACCOUNT_KEY = 32,            /* bytes of a secret, and of its hash */
    ACCOUNT_COOKIE_NAME = 16,    /* room for "__Host-linea" */
    ACCOUNT_COOKIE = 240,        /* room for a header that sets one */
    ACCOUNT_REMEMBER_MS = 60000, /* for what was looked up */
};

/* What a claim allows. A session allows all of it. */
enum {
    SCOPE_READ = 1,       /* see one's own games and account */
    SCOPE_PLAY = 2,       /* make games, sit down, move, talk */
    SCOPE_BOT = 4,        /* the same for a program, with an account marked as a bot */
    SCOPE_TOURNAMENT = 8, /* make and lead tournaments */
    SCOPE_OWN = 16,       /* change the account itself: no token may */
    SCOPE_GUEST = SCOPE_READ | SCOPE_PLAY | SCOPE_TOURNAMENT,
    SCOPE_ALL = 31,
};

/* What an account is, besides a player. */
enum {
    ACCOUNT_BOT = 1,    /* a program plays */
    ACCOUNT_CLOSED = 2, /* by the house: nobody signs in */
    /* 4 was a mute, before there were measures (order/order.h) */
    ACCOUNT_ADMIN = 8,      /* may do what the host may */
    ACCOUNT_MODERATOR = 16, /* may mute, close and look at reports */
    ACCOUNT_PRIVATE = 32,   /* others see neither games nor ratings */
};

enum claim_kind { CLAIM_NONE, CLAIM_GUEST, CLAIM_SESSION, CLAIM_TOKEN, CLAIM_PROXY };

/* What a request says of its player. No secret stands in it: only hashes of them. */
struct claim {
    enum claim_kind kind;
    uint8_t id[ACCOUNT_KEY]; /* of what was shown; for a guest its number */
    char name[ACCOUNT_NAME]; /* of a guest; or as the proxy says */
};

/* What that comes to. */
struct identity {
    uint64_t player; /* 0: nobody */
    char name[ACCOUNT_NAME];
    bool account; /* no guest */
    unsigned flags, scopes;
};

/* Read the claim of a request. 0; or a status to refuse it with, and why. `changes`: it
   is no mere look, so a cookie counts only if the page of this server has sent it. */
struct claim_reader {
    const struct serve_options *options;
    const uint8_t *key; /* of guest tokens */
};
int linea_claim_read(const struct claim_reader *reader, struct claim *out,
                     const char **why, const struct request *r, bool changes);

/* The same for a token alone, as the first message of a WebSocket has it. */
bool linea_claim_token(const struct claim_reader *reader, struct claim *out,
                       const char *token, size_t length);

/* Whether the page of another site has sent it. */
bool linea_request_is_foreign(const struct serve_options *options,
                              const struct request *r);

/* Whether the request came to a proxy by https. */
bool linea_request_is_secure(const struct serve_options *options,
                             const struct request *r);

enum identified {
    IDENTIFIED,         /* perhaps as nobody, with player 0 */
    IDENTIFIED_NOT,     /* what was shown is worth nothing: 401 */
    IDENTIFIED_NOT_NOW, /* the database does not answer: 503 */
};

/* A claim that is being looked up. The memory is the caller's until `found` is called.
 */
struct identifying {
    struct claim claim;
    uint64_t origin; /* where it comes from, as of struct hub_guest */
    void (*found)(struct identifying *self, enum identified how);
    void *context;
    struct identity identity; /* if it was identified */
    struct accounts *accounts;
};

/* `found` is called once; true if that was before this returns. */
bool linea_identify(struct accounts *accounts, struct identifying *identifying);

/* The tables of all that is kept of players, made or brought up to date. */
enum linea_sql_result linea_accounts_tables(struct linea_sql *sql);

/* Open the accounts of a store that is open already. On failure returns NULL and writes
   a message to `error`. */
struct accounts_options {
    const char *where; /* of sql.h */
    struct hub *hub;
    struct net *net;
    const struct serve_options *serve;
    const uint8_t *key; /* of guest tokens: hides what counters count, too */
    void (*wake)(void *context);
    /* For what the database and passwords have cost an origin; may be NULL. */
    void (*charge)(void *context, uint64_t origin, int64_t microseconds);
    /* Whether an origin may cause something that is kept; may be NULL. */
    bool (*allow)(void *context, uint64_t origin, enum hub_cost cost, size_t bytes);
    void *context; /* of these three */
};
struct accounts *linea_accounts_open(const struct accounts_options *options,
                                     char error[256]);
void linea_accounts_close(struct accounts *accounts);

/* What the house has against somebody, as of struct hub_options: it is asked for each
   request. `accounts` may be NULL, for nothing. */
const char *linea_accounts_stop(struct accounts *accounts, const char **code,
                                enum hub_stop what, const struct hub_guest *who);
bool linea_accounts_refuse(const struct accounts *accounts, const char *text);

/* Fill in what stands for the address of a guest. */
void linea_accounts_place(struct accounts *accounts, struct hub_guest *who,
                          const uint8_t address[16]);

/* A player is here, or was until now. */
void linea_account_came(struct accounts *accounts, uint64_t player);

/* After wake(); and from time to time. */
void linea_accounts_poll(struct accounts *accounts);
void linea_accounts_tick(struct accounts *accounts);

#endif
