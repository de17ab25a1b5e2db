/*
 * server/quota.c - how much one connection and one address may ask for.
 *
 * SPDX-License-Identifier: MIT
 */
#include "quota.h"

#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

#include "hub.h"
#include "linea/hex.h"

static const int64_t SECOND = 1000000; /* in microseconds */

static const uint8_t mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

bool linea_bucket_take(struct bucket *b, int64_t now, int64_t each, long burst)
{
    int64_t full_at = b->full_at > now ? b->full_at : now;
    if (full_at + each > now + each * burst)
        return false;
    b->full_at = full_at + each;
    return true;
}

/* IPv4 keeps all its bits, IPv6 the first half. */
static void cut(uint8_t key[16])
{
    if (memcmp(key, mapped, sizeof mapped) != 0)
        memset(key + 8, 0, 8);
}

bool linea_address_key(uint8_t key[16], const struct sockaddr *from)
{
    if (from->sa_family == AF_INET) {
        struct sockaddr_in v4;
        memcpy(&v4, from, sizeof v4);
        memcpy(key, mapped, sizeof mapped);
        memcpy(key + 12, &v4.sin_addr, 4);
        return true;
    }
    if (from->sa_family != AF_INET6)
        return false;
    struct sockaddr_in6 v6;
    memcpy(&v6, from, sizeof v6);
    memcpy(key, &v6.sin6_addr, 16);
    cut(key);
    return true;
}

bool linea_address_read(uint8_t key[16], const char *text)
{
    if (inet_pton(AF_INET, text, key + 12) == 1) {
        memcpy(key, mapped, sizeof mapped);
        return true;
    }
    if (inet_pton(AF_INET6, text, key) != 1)
        return false;
    cut(key);
    return true;
}

void linea_address_network(char out[QUOTA_ADDRESS_TEXT], const uint8_t key[16])
{
    if (memcmp(key, mapped, sizeof mapped) == 0) {
        snprintf(out, QUOTA_ADDRESS_TEXT, "%d.%d.%d.0/24", key[12], key[13], key[14]);
        return;
    }
    uint8_t network[16] = {0};
    char text[INET6_ADDRSTRLEN] = "";
    memcpy(network, key, 6);
    inet_ntop(AF_INET6, network, text, sizeof text);
    snprintf(out, QUOTA_ADDRESS_TEXT, "%.40s/48", text);
}

void linea_quotas_init(struct quotas *quotas)
{
    static_assert(sizeof quotas->secret == crypto_shorthash_KEYBYTES, "size of a key");
    memset(quotas, 0, sizeof *quotas);
    crypto_shorthash_keygen(quotas->secret);
}

static uint64_t origin_of(const struct quotas *quotas, const uint8_t key[16])
{
    uint8_t hash[crypto_shorthash_BYTES];
    static_assert(sizeof hash == 8, "size of a number");
    crypto_shorthash(hash, key, 16, quotas->secret);
    return linea_u64_read(hash) | 1;
}

static struct address **slot_of(struct quotas *quotas, uint64_t origin)
{
    return &quotas->slot[(origin >> 1) % QUOTA_SLOTS];
}

static struct address *find(struct quotas *quotas, uint64_t origin)
{
    struct address *a = *slot_of(quotas, origin);
    while (a && a->origin != origin)
        a = a->next;
    return a;
}

/* Take bytes from what may be kept: half of a day's at once, the other half over the
   day. */
static bool take_kept(const struct quotas *quotas, struct address *a, int64_t now,
                      size_t bytes)
{
    const int64_t day = (int64_t)24 * 3600 * SECOND;
    double each = (double)day / ((double)quotas->kept_per_day * (1 << 19));
    int64_t full_at = a->kept.full_at > now ? a->kept.full_at : now;
    int64_t after = full_at + (int64_t)((double)bytes * each);
    if (after > now + day)
        return false;
    a->kept.full_at = after;
    return true;
}

bool linea_quotas_allow(struct quotas *quotas, uint64_t origin, enum hub_cost cost,
                        size_t bytes)
{
    enum { TALK_BURST = 60 }; /* messages */
    struct address *a = find(quotas, origin);
    int64_t now = (int64_t)(uv_hrtime() / 1000);
    long games = quotas->games_per_hour;
    if (!a)
        return false; /* nobody is there to be answered */
    switch (cost) {
    case HUB_COST_GAME:
        return linea_bucket_take(&a->games, now, 3600 * SECOND / games, games) &&
               take_kept(quotas, a, now, HUB_GAME_BYTES);
    case HUB_COST_REMATCH:
        return take_kept(quotas, a, now, HUB_GAME_BYTES);
    case HUB_COST_TALK:
        return linea_bucket_take(&a->talk, now, SECOND, TALK_BURST) &&
               take_kept(quotas, a, now, bytes);
    default:
        return take_kept(quotas, a, now, bytes);
    }
}

bool linea_quotas_log(struct address *a)
{
    bool may = linea_bucket_take(&a->lines, (int64_t)(uv_hrtime() / 1000), SECOND,
                                 QUOTA_LINES);
    a->skipped += !may;
    return may;
}

void linea_quotas_charge(struct quotas *quotas, uint64_t origin, int64_t microseconds)
{
    struct address *a = find(quotas, origin);
    int64_t now = (int64_t)(uv_hrtime() / 1000);
    if (a)
        a->work.full_at = (a->work.full_at > now ? a->work.full_at : now) +
                          microseconds * 100 / quotas->work_share;
}

struct address *linea_quotas_enter(struct quotas *quotas, const uint8_t key[16],
                                   long most)
{
    uint64_t origin = origin_of(quotas, key);
    struct address *a = find(quotas, origin);
    if (!a) {
        struct address **slot = slot_of(quotas, origin);
        a = calloc(1, sizeof *a);
        if (!a)
            return NULL;
        memcpy(a->key, key, 16);
        a->origin = origin;
        a->next = *slot;
        *slot = a;
    }
    if (a->connections >= most)
        return NULL;
    a->connections++;
    return a;
}

void linea_quotas_leave(struct address *address)
{
    address->connections--;
    address->left = (int64_t)(uv_hrtime() / 1000);
}

/* Who has just gone may have asked for work that is still being done. */
static bool is_of_use(const struct address *a, int64_t now)
{
    return a->connections > 0 || now - a->left < 60 * SECOND ||
           a->requests.full_at > now || a->games.full_at > now ||
           a->work.full_at > now || a->talk.full_at > now || a->kept.full_at > now ||
           a->lines.full_at > now;
}

void linea_quotas_sweep(struct quotas *quotas, int64_t now, bool all)
{
    for (int i = 0; i < QUOTA_SLOTS; i++)
        for (struct address **at = &quotas->slot[i], *a; (a = *at) != NULL;) {
            if (!all && is_of_use(a, now)) {
                at = &a->next;
                continue;
            }
            *at = a->next;
            free(a);
        }
}
