/*
 * server/quota.h - how much one connection and one address may ask for.
 *
 * A bucket holds requests: it fills at a steady rate up to its size, and each request
 * takes one out. An address is a whole IPv4 address or the first 64 bits of an IPv6
 * one, what one household has.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_QUOTA_H
#define SERVER_QUOTA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sockaddr;

enum {
    QUOTA_ADDRESS_TEXT = 48,
    /* An address may ask for so many times what a connection may: it may stand for a
       school, but opening connections must not be a way around the limit. */
    QUOTA_ADDRESS_FACTOR = 16,
};

struct bucket {
    int64_t full_at; /* when it would be full again, in microseconds */
};

/* Take one out; false if it is empty. One more comes in every `each` microseconds;
   `now` is in microseconds of a steady clock. */
bool linea_bucket_take(struct bucket *b, int64_t now, int64_t each, long burst);

struct address {
    struct address *next;
    uint8_t key[16]; /* IPv6, or IPv4 as that writes it */
    long connections;
    struct bucket requests;
    struct bucket games; /* new ones */
    struct bucket work;  /* microseconds of a processor */
    struct bucket talk;  /* what is said */
    struct bucket kept;  /* bytes that are kept */
    struct bucket lines; /* of the log */
    long skipped;        /* so many lines were not written since the last one */
    uint64_t origin;     /* a number for it that means nothing to others, not 0 */
    int64_t left;        /* when its last connection ended, microseconds */
    size_t waiting;      /* bytes that its connections have not taken */
};

enum { QUOTA_SLOTS = 4096 };

struct quotas {
    long games_per_hour, kept_per_day; /* the latter in MiB */
    long work_share;                   /* of a processor, in hundredths */
    uint8_t secret[16]; /* or strangers could choose addresses that share a slot */
    struct address *slot[QUOTA_SLOTS];
};

void linea_quotas_init(struct quotas *quotas);

/* What stands for an address: false if it is of no known kind. */
bool linea_address_key(uint8_t key[16], const struct sockaddr *from);
bool linea_address_read(uint8_t key[16], const char *text);

/* The network of an address for the log: "192.0.2.0/24", "2001:db8:1::/48". */
void linea_address_network(char out[QUOTA_ADDRESS_TEXT], const uint8_t key[16]);

/* One connection more of an address; NULL if it has `most` already (or no memory). */
struct address *linea_quotas_enter(struct quotas *quotas, const uint8_t key[16],
                                   long most);
void linea_quotas_leave(struct address *address);

/* Whether an address may cause something that is kept, which it is charged for. */
enum hub_cost;
bool linea_quotas_allow(struct quotas *quotas, uint64_t origin, enum hub_cost cost,
                        size_t bytes);

/* Whether a line about an address may be written to the log: one a second, and some
   more at first. Otherwise it is counted. */
enum { QUOTA_LINES = 300 };
bool linea_quotas_log(struct address *address);

/* Charge an address for microseconds of work. */
void linea_quotas_charge(struct quotas *quotas, uint64_t origin, int64_t microseconds);

/* Forget addresses without connections for a minute whose buckets are full; all, at the
   end. */
void linea_quotas_sweep(struct quotas *quotas, int64_t now, bool all);

#endif
