/*
 * server/account/password.h - passwords: argon2id, on threads of their own.
 *
 * One takes 19 MiB and some 20 ms, so at most two are worked on at a time, and no more
 * than a few may wait: more than that are refused, whatever anybody sends. Addresses
 * take turns, and few of one may wait: nobody takes all the room there is.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef ACCOUNT_PASSWORD_H
#define ACCOUNT_PASSWORD_H

#include "sql.h"

enum {
    PASSWORD_LEAST = 8,  /* bytes */
    PASSWORD_MOST = 128, /* bytes */
    PASSWORD_HASH = 128, /* room for what is kept of one, and its 0 */
    PASSWORD_WAITING = 64,
    PASSWORD_OF_ONE = 8, /* of those that wait, from one address */
};

struct passwords;

/* On failure returns NULL. */
struct passwords *linea_passwords_open(const struct linea_sql_options *options);
void linea_passwords_close(struct passwords *passwords);
int linea_passwords_answer(struct passwords *passwords);

/* A password to be kept, or to be compared with one that is: `hash` is written, or
   read. With an empty one it is compared with one that nobody knows, which takes as
   long. */
struct password_job {
    struct job job; /* of password.c */
    bool make;
    uint64_t share;                   /* of whom it is: they take turns */
    char password[PASSWORD_MOST + 1]; /* overwritten when it is done */
    char hash[PASSWORD_HASH];
    bool fine; /* made; or it was that */
    void (*done)(struct password_job *job);
};

/* False if too many wait already. */
bool linea_password_ask(struct passwords *passwords, struct password_job *job);

/* Why a password cannot be used for a name, or NULL. */
const char *linea_password_weakness(const char *password, const char *name);

#endif
