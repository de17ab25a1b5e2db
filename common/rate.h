/*
 * common/rate.h - ratings of finished games, as `linea rate` and a server make them.
 *
 * Ratings are a fold over finished games in one order, so a table of them belongs to a
 * row of games: a chain of hashes says which. docs/ratings.md says what counts.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef COMMON_RATE_H
#define COMMON_RATE_H

#include <stdbool.h>
#include <stdio.h>

#include "linea/ratings.h"
#include "linea/sha256.h"
#include "linea/text.h"

enum {
    RATE_POOL = 64,  /* longest name of a pool, and its NUL: the id of a map, or all */
    RATE_POOLS = 64, /* at most */
    RATE_LINE = 1024 /* longest line of a finished game, and its NUL */
};

/* A finished game: who played it on which map, and what it came to. */
struct rate_game {
    struct linea_finished result;
    char map[RATE_POOL];
    char name[LINEA_SEATS][LINEA_SEAT_NAME];
    int total[LINEA_SEATS]; /* points, if it was read from a record */
};

/* The line of a finished game, as files have it and the chain hashes it. */
void rate_write_game(const struct rate_game *game, struct linea_out *out);

/* A file of records and lines of finished games, being read. */
struct rate_source {
    const char *command, *path;
    FILE *file;
    char *line; /* owned */
    size_t room;
    long number;     /* of the line */
    long unfinished; /* games whose end is missing */
    long bytes;      /* read so far */
    struct linea_json *json;
    bool in_record;
    struct rate_game game; /* of the record that is being read */
    struct linea_stand_in stood_in[LINEA_SEATS];
    int row[LINEA_SEATS]; /* moves in a row that were not the player's own */
};

/* Open a file ("-" for standard input); EXIT_OK or a code after a message. */
int rate_source_open(struct rate_source *source, const char *command, const char *path);
/* The same with a file that is open, and is closed with it; or NULL. */
int rate_source_use(struct rate_source *source, FILE *file, const char *command,
                    const char *path);
void rate_source_close(struct rate_source *source);

/* The next finished game. False at the end, or with *code set after a message. */
bool rate_source_next(struct rate_source *source, struct rate_game *out, int *code);

/* The rating of a player in a pool. */
struct rate_entry {
    char player[LINEA_SEAT_NAME];
    int pool;
    int games;
    bool fixed; /* stays as it is */
    struct linea_rating rating;
};

struct rate_table {
    const char *command;
    struct rate_entry *entry; /* in the order in which they came */
    long entries, room;
    long *slot; /* hash table of their numbers, -1 for none */
    long slots;
    char pool[RATE_POOLS][RATE_POOL]; /* pool 0 is "all" */
    int pools;
    long pool_games[RATE_POOLS]; /* that were rated */
    long games, rated;           /* games of the chain, and those that counted */
    long doubles, bots;          /* not rated: a player on two seats, nobody to rate */
    uint8_t fixed[LINEA_SHA256]; /* a hash of what is fixed */
    uint8_t chain[LINEA_SHA256]; /* of all games so far */
};

void rate_table_begin(struct rate_table *table, const char *command);
void rate_table_free(struct rate_table *table);

/* The number of a pool; made if need be. -1 after a message if there are too many. */
int rate_pool(struct rate_table *table, const char *name);

/* The entry of a player in a pool, or NULL. Until the next is added. */
struct rate_entry *rate_find(const struct rate_table *table, const char *player,
                             int pool);
/* One more; NULL without memory. */
struct rate_entry *rate_add(struct rate_table *table, const char *player, int pool);

/* Take in the next game. EXIT_OK or a code after a message. */
int rate_take(struct rate_table *table, const struct rate_game *game);

/* The chain one game further on. */
void rate_chain(uint8_t chain[LINEA_SHA256], const struct rate_game *game);

/* Ratings that stay as they are: those of a file, the built-in ones for NULL, or "none"
   at all. EXIT_OK or a code after a message. */
int rate_fix(struct rate_table *table, const char *path);

/* A number as JSON has it, as near as a double comes to it. */
bool rate_number(const struct linea_json *json, double *out, int value);

#endif
