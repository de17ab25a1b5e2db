/*
 * tools/arena.h - what the parts of `linea arena` share.
 *
 * A table is a map and a number of players; a pair is two bots. A block is one deal at
 * one table, played by one pair in every seating. Blocks are numbered so that all pairs
 * meet at all tables before the next deal: (deal * tables + table) * pairs + pair. They
 * may be played in any order, but are taken in by number, so that neither the number of
 * threads nor an interruption shows in any result.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef ARENA_H
#define ARENA_H

#include <stdio.h>

#include "match.h"
#include "rating.h"

enum {
    ARENA_BOTS = RATING_PLAYERS,
    ARENA_PAIRS = ARENA_BOTS * (ARENA_BOTS - 1) / 2,
    ARENA_TABLES = 64,
    ARENA_NAME = 40,
    ARENA_WIN = 60, /* a won game: the smallest number that 1 to 5 winners can share */
};

struct arena_table {
    const struct linea_map *map;
    int seats;
};

struct arena_pair {
    int bot[2];
};

/* What one bot of a pair came to, over all its seats. Whole numbers, that add up the
   same in any order. */
struct arena_side {
    long seats; /* how many of all games it had */
    long total, tickets_done, decisions;
    long from[LINEA_SOURCES];
    long microseconds, longest;  /* for decisions; 0 unless timed */
    long over, own_over;         /* as in struct match_result; 0 without a time limit */
    long faults[PROGRAM_FAULTS]; /* games in which a program failed so */
};

/* A block, or the sum of many. */
struct arena_block {
    long games, moves;
    long score; /* the victories of side 0, each ARENA_WIN */
    struct arena_side side[2];
};

struct arena {
    /* What was asked for. */
    const char *command;
    struct linea_player_name bot[ARENA_BOTS]; /* of a program: what plays on for it */
    char program[ARENA_BOTS][MATCH_COMMAND];  /* its command; empty for a bot */
    char name[ARENA_BOTS][ARENA_NAME];
    struct arena_table table[ARENA_TABLES];
    struct arena_pair pair[ARENA_PAIRS];
    int bots, tables, pairs;
    int anchor; /* bot whose Elo is 0, or -1 */
    uint64_t series;
    long deals;                        /* blocks of each pair at each table, at most */
    bool worked;                       /* ms are those of a processor */
    long simulations, ms, limit, jobs; /* the limit is that of programs, in ms */
    bool check, timing, sprt;
    double elo0, elo1;
    long part, parts; /* plays the blocks whose number modulo `parts` is `part` */

    /* What has been taken in. */
    long blocks;              /* how many, of all pairs and tables */
    double *result;           /* of side 0 in each of them */
    double *lead;             /* points that a seat of side 0 was ahead in each */
    struct arena_block *sums; /* [table * pairs + pair] */
    struct rating_sprt test;
    enum rating_verdict verdict;
    FILE *state; /* NULL: nothing is kept */

    /* What has been reported of programs in this run. */
    struct program_faults reported[ARENA_BOTS];
};

/* What one worker has of its own: a copy of each program, NULL for bots. */
struct arena_copies {
    struct program *program[ARENA_BOTS];
};

/* Read --bots (all for NULL) and --anchor; EXIT_OK or a code after a message. */
int arena_read_bots(struct arena *arena, const char *list);
int arena_add_pairs(struct arena *arena); /* of the bots that were added */
int arena_read_anchor(struct arena *arena, const char *name);

/* Blocks that all of the run would have, and those that this part of it plays. */
long arena_size(const struct arena *arena);
long arena_part_size(const struct arena *arena);

/* Games of one block. */
int arena_games(int seats);

void arena_side_add(struct arena_side *to, const struct arena_side *from);

/* Make room for what is known of each block; EXIT_OK or a code after a message. */
int arena_begin(struct arena *arena);

/* Take in the next block. True while more are wanted. */
bool arena_take(struct arena *arena, const struct arena_block *block);
bool arena_wants_more(const struct arena *arena);

/* Play what is missing, on all cores. False after a message. */
bool arena_run(struct arena *arena);

/* Open the file that keeps blocks, and take in those it has; EXIT_OK or a code. */
int arena_state_open(struct arena *arena, const char *path);
bool arena_state_add(const struct arena *arena, long number,
                     const struct arena_block *block);

/* A state as its lines. The first is the header, which arena_state_is_ours() compares
   with what this arena would write; each of the others is a block. */
struct arena_lines {
    const char *path;
    char *text; /* owned */
    size_t length;
    size_t at; /* where the next line begins */
    long line; /* its number, from 1 */
};
int arena_lines_open(struct arena_lines *lines, const char *path);
void arena_lines_close(struct arena_lines *lines);
/* The next whole line, or NULL at the end; what has no end is not a line. */
const char *arena_lines_next(struct arena_lines *lines, size_t *length);
int arena_state_is_ours(const struct arena *arena, const struct arena_lines *lines,
                        const char *header, size_t length);
/* Read the next line as the block with that number. False, and *code set after a
   message unless the file just ends there. */
bool arena_state_block(const struct arena *arena, struct arena_lines *lines,
                       struct arena_block *out, int *code, long number);

/* Put the states of all parts together: take the settings from their headers, in any
   order of the files, then the blocks in order. EXIT_OK or a code after a message. */
int arena_merge_begin(struct arena *arena, char **paths, int count);
int arena_merge(struct arena *arena, char **paths);

/* What is known at the end. All arrays are by bot, in the order they were named. */
struct arena_report {
    const struct arena *arena;
    long deals;    /* complete ones: blocks of each pair at each table */
    double *block; /* [(table * pairs + pair) * deals + deal], of side 0 */
    double *lead;  /* the same, in points */
    struct rating_interval elo[ARENA_BOTS];
    struct rating_interval table_elo[ARENA_TABLES][ARENA_BOTS];
    struct rating_interval score[ARENA_BOTS]; /* what it won of its blocks */
    int order[ARENA_BOTS];                    /* the strongest first */
};

/* False when there is no memory. */
bool arena_report_make(struct arena_report *report, const struct arena *arena);
void arena_report_free(struct arena_report *report);

/* What a pair's side came to at a table: its result, and what it is ahead in Elo and,
   seat against seat, in points. */
struct arena_pair_result {
    struct rating_interval score, elo, lead;
};
struct arena_pair_result arena_pair_result(const struct arena_report *report, int table,
                                           int pair, int side);

/* The sum of a bot's sides, at one table or, with -1, at all; and of a whole table. */
struct arena_side arena_bot_sum(const struct arena *arena, int table, int bot);
struct arena_block arena_sum(const struct arena *arena, int table);

double arena_mean(long sum, long n); /* 0 of nothing */

/* A number for people: no minus before a zero. */
double arena_round(double x, double unit);

/* Whether a time limit held for the decisions of a bot: programs have their own. */
bool arena_has_deadline(const struct arena *arena, int bot);

const char *arena_verdict_name(enum rating_verdict verdict);
const char *arena_map_name(const struct arena *arena, int table);

void arena_print_text(const struct arena_report *report);
void arena_print_timing(const struct arena *arena);
void arena_print_json(const struct arena_report *report);
void arena_print_csv(const struct arena_report *report, FILE *out);
void arena_print_svg(const struct arena_report *report, FILE *out);

#endif
