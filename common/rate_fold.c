/*
 * common/rate_fold.c - the table of ratings, and what a finished game makes of it.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "options.h"
#include "rate.h"

enum { FIRST_ROOM = 1024 };

void rate_table_begin(struct rate_table *table, const char *command)
{
    *table = (struct rate_table){.command = command};
    rate_pool(table, "all");
}

void rate_table_free(struct rate_table *table)
{
    free(table->entry);
    free(table->slot);
}

int rate_pool(struct rate_table *table, const char *name)
{
    for (int p = 0; p < table->pools; p++)
        if (strcmp(table->pool[p], name) == 0)
            return p;
    if (table->pools == RATE_POOLS) {
        complain(table->command, "more than %d maps", RATE_POOLS - 1);
        return -1;
    }
    snprintf(table->pool[table->pools], RATE_POOL, "%s", name);
    return table->pools++;
}

/* Where an entry is in the hash table, or the free place where it would be. */
static long find_slot(const struct rate_table *table, const char *player, int pool)
{
    uint64_t hash = 0xcbf29ce484222325u ^ (uint64_t)pool;
    for (const char *c = player; *c; c++)
        hash = (hash ^ (uint8_t)*c) * 0x100000001b3u;
    hash ^= hash >> 32;
    long at = (long)(hash % (uint64_t)table->slots);
    for (;; at = at + 1 == table->slots ? 0 : at + 1) {
        if (table->slot[at] < 0)
            return at;
        const struct rate_entry *entry = &table->entry[table->slot[at]];
        if (entry->pool == pool && strcmp(entry->player, player) == 0)
            return at;
    }
}

/* Twice the room, and a hash table that is at most half full. False without memory. */
static bool grow(struct rate_table *table)
{
    long room = table->room ? 2 * table->room : FIRST_ROOM;
    struct rate_entry *entry = realloc(table->entry, (size_t)room * sizeof *entry);
    if (entry)
        table->entry = entry;
    long *slot = entry ? realloc(table->slot, 2 * (size_t)room * sizeof *slot) : NULL;
    if (!slot)
        return false;
    table->slot = slot;
    table->room = room;
    table->slots = 2 * room;
    for (long i = 0; i < table->slots; i++)
        table->slot[i] = -1;
    for (long i = 0; i < table->entries; i++)
        table->slot[find_slot(table, table->entry[i].player, table->entry[i].pool)] = i;
    return true;
}

struct rate_entry *rate_find(const struct rate_table *table, const char *player,
                             int pool)
{
    long number = table->slots ? table->slot[find_slot(table, player, pool)] : -1;
    return number < 0 ? NULL : &table->entry[number];
}

struct rate_entry *rate_add(struct rate_table *table, const char *player, int pool)
{
    if (table->entries == table->room && !grow(table)) {
        complain(table->command, "no memory");
        return NULL;
    }
    struct rate_entry *entry = &table->entry[table->entries];
    *entry = (struct rate_entry){.pool = pool, .rating = linea_rating_new()};
    snprintf(entry->player, sizeof entry->player, "%s", player);
    table->slot[find_slot(table, player, pool)] = table->entries++;
    return entry;
}

/* The entry of a player in a pool. A bot whose rating is fixed has that of all boards
   where none is known for this one. */
static struct rate_entry *get(struct rate_table *table, const char *player, int pool)
{
    struct rate_entry *entry = rate_find(table, player, pool);
    if (entry)
        return entry;
    const struct rate_entry *all = rate_find(table, player, 0);
    bool fixed = all && all->fixed;
    struct linea_rating rating = fixed ? all->rating : linea_rating_new();
    entry = rate_add(table, player, pool);
    if (!entry)
        return NULL;
    entry->fixed = fixed;
    entry->rating = rating;
    return entry;
}

void rate_chain(uint8_t chain[LINEA_SHA256], const struct rate_game *game)
{
    char line[RATE_LINE * 4]; /* a byte of a name may be \u0000 */
    struct linea_out out;
    struct linea_sha256 hash;
    linea_out_init(&out, line, sizeof line);
    rate_write_game(game, &out);
    linea_sha256_begin(&hash);
    linea_sha256_add(&hash, chain, LINEA_SHA256);
    linea_sha256_add(&hash, line, (size_t)(out.at - line));
    linea_sha256_end(&hash, chain);
}

static bool plays_twice(const struct rate_game *game)
{
    for (int a = 0; a < game->result.seats; a++)
        for (int b = 0; b < a; b++)
            if (strcmp(game->name[a], game->name[b]) == 0)
                return true;
    return false;
}

/* Whether there is anybody whose rating is not fixed. */
static bool has_anybody(const struct rate_table *table, const struct rate_game *game)
{
    for (int s = 0; s < game->result.seats; s++) {
        const struct rate_entry *all = rate_find(table, game->name[s], 0);
        if (!all || !all->fixed)
            return true;
    }
    return false;
}

/* False without memory; then nothing has changed. */
static bool rate_in(struct rate_table *table, const struct rate_game *game, int pool)
{
    const struct linea_finished *result = &game->result;
    struct linea_rating rating[LINEA_SEATS];
    int rank[LINEA_SEATS];
    unsigned changes = linea_rating_ranks(rank, result);
    for (int s = 0; s < result->seats; s++) {
        const struct rate_entry *entry = get(table, game->name[s], pool);
        if (!entry)
            return false;
        rating[s] = entry->rating;
    }
    linea_rating_game(rating, rank, result->seats);
    for (int s = 0; s < result->seats; s++) {
        struct rate_entry *entry = rate_find(table, game->name[s], pool);
        if (!(changes >> s & 1))
            continue;
        entry->games++;
        if (!entry->fixed)
            entry->rating = rating[s];
    }
    table->pool_games[pool]++;
    return true;
}

int rate_take(struct rate_table *table, const struct rate_game *game)
{
    rate_chain(table->chain, game);
    table->games++;
    if (plays_twice(game)) {
        table->doubles++;
        return EXIT_OK;
    }
    if (!has_anybody(table, game)) {
        table->bots++;
        return EXIT_OK;
    }
    int pool = rate_pool(table, game->map);
    if (pool < 0)
        return EXIT_USAGE;
    table->rated++;
    bool fine = rate_in(table, game, 0) && (!pool || rate_in(table, game, pool));
    return fine ? EXIT_OK : EXIT_NEGATIVE;
}
