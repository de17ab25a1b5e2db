/*
 * linea/cup.h - one tournament: the authority that decides who plays whom, and who is
 * ahead.
 *
 * Pure like the table (table.h), and in the same manner: memory, time and randomness
 * are arguments; a cup changes only by events, numbered from 1, each emitted once for
 * the store and once for the public; replaying the stored events into an empty cup
 * gives the same cup. It knows nothing of games but their results: the caller lets them
 * be played.
 *
 * Nobody chooses the lots: the host commits itself to a secret when the cup is made,
 * players may add nonces when they join, and all that chance decides follows from a
 * hash of both. The secret is revealed at the end; then anybody can replay the log and
 * compare every pairing. docs/cup.md has the formats, the requests and the bytes.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef LINEA_CUP_H
#define LINEA_CUP_H

#include "linea/error.h"
#include "linea/json.h"
#include "linea/rng.h"

enum {
    LINEA_CUP_PLAYERS = 1024, /* at most */
    LINEA_CUP_SEATS = 5,      /* at a table, at most */
    LINEA_CUP_TABLES = LINEA_CUP_PLAYERS / 2,
    LINEA_CUP_PAIRS = LINEA_CUP_PLAYERS * (LINEA_CUP_PLAYERS - 1) / 2,
    LINEA_CUP_ROUNDS = 64, /* at most */
    LINEA_CUP_NAME = 64,   /* longest name of a player, a cup or a map, and its NUL */
    LINEA_CUP_SECRET = 32, /* bytes of a secret, a nonce, a commitment, a lot */
    LINEA_CUP_POINT = 240, /* a point: a number that 2 to 5 who tie can share */
    LINEA_CUP_WHOLE = 1000000, /* a share of all points of a game */
    LINEA_CUP_ABSENCES = 2,    /* who does not come so often is out */
    LINEA_CUP_EVERY = 5000,    /* milliseconds between two pairings of an arena */
    LINEA_CUP_REQUEST = 4096,  /* longest request */
    LINEA_CUP_LINE = 1 << 20,  /* room for any event or answer */
    LINEA_CUP_EVENTS = 100000, /* after so many an arena ends */
    LINEA_CUP_PAUSES = 64,     /* of one cup */
    LINEA_CUP_NONE = -1        /* no player, no table */
};

enum linea_cup_format {
    LINEA_CUP_SWISS,    /* a number of rounds; who has as many points meet */
    LINEA_CUP_ARENA,    /* for a time; who is free meets who is free */
    LINEA_CUP_KNOCKOUT, /* the best of each table go on */
    LINEA_CUP_FORMATS
};

enum linea_cup_stage {
    LINEA_CUP_UNMADE,
    LINEA_CUP_GATHERING, /* players join */
    LINEA_CUP_RUNNING,
    LINEA_CUP_OVER
};

/* Audiences. */
enum {
    LINEA_CUP_STORE,  /* the log, with the secret; never sent to a client */
    LINEA_CUP_PUBLIC, /* everybody else */
    LINEA_CUP_AUDIENCES
};

struct linea_cup_player {
    uint64_t player; /* the person's or bot's number */
    char name[LINEA_CUP_NAME];
    bool has_nonce;
    uint8_t nonce[LINEA_CUP_SECRET];
    uint8_t lot[8]; /* from the seed; decides when nothing else does */

    bool out;        /* has left, was removed or did not come */
    bool eliminated; /* in a knock-out */
    int table;       /* index of the table where it plays, or LINEA_CUP_NONE */

    /* What counts, in this order. Opponents' points are added up when asked for. */
    int points;    /* in 1 / LINEA_CUP_POINT */
    int wins;      /* of tables; in 1 / LINEA_CUP_POINT, since a win can be shared */
    int64_t share; /* of the points of its games, in 1 / LINEA_CUP_WHOLE */

    int tables, byes, absences;
    int small;                 /* tables with fewer players than others had */
    int seat[LINEA_CUP_SEATS]; /* how often it had each seat */
    int last;                  /* the table where it was last, or LINEA_CUP_NONE */
    int reached, rank;         /* in a knock-out: round, and rank at its table */
    int slot;                  /* … and its place in the next round */
    struct linea_cup_held {    /* in a field: what it came to in this round */
        int seats, seat;       /* of its table, 0 for none; the one it held */
        int lead;              /* points ahead of the best other at the table */
        int points;            /* for its place there, if nobody can be compared */
    } held;
    int64_t waits; /* in an arena: since then */
    bool house;    /* there to fill tables: in an arena it never plays without others */
};

/* A table that is being played. */
struct linea_cup_table {
    uint32_t number; /* from 1; 0 for none */
    int round;       /* in an arena the number of the pairing */
    int seats;
    int player[LINEA_CUP_SEATS]; /* by seat, in its first game */
    int games;                   /* that were played */
    unsigned absent;             /* bits of those who did not come */
    int points[LINEA_CUP_SEATS]; /* over its games */
    int64_t share[LINEA_CUP_SEATS];
};

/* Read any field; only the functions below write. It owns no memory. */
struct linea_cup {
    /* Settings. */
    char name[LINEA_CUP_NAME];
    char map[LINEA_CUP_NAME];
    enum linea_cup_format format;
    int size;       /* players at a table … */
    int least;      /* … and the fewest, where their number demands it */
    int rounds;     /* of Swiss; 0: decided when it begins */
    int on;         /* of a knock-out: so many of a table go on */
    bool duplicate; /* every table plays its deal once in each seating … */
    bool field;     /* … or all of a round play one deal, and who held the same seats
                       is compared */
    int late;       /* last round before which one may join */
    int64_t duration; /* of an arena, in milliseconds */
    int64_t rest;     /* between two rounds */
    int64_t every; /* round n begins no sooner than n - 1 times this after the first */
    uint64_t host;
    uint8_t secret[LINEA_CUP_SECRET];

    enum linea_cup_stage stage;
    bool paused, ending;
    int pauses;     /* that there were */
    bool final;     /* of a knock-out: it is played, or was */
    uint32_t event; /* number of the last event */
    int64_t at;     /* when it happened */
    int64_t began, round_ended, paired;
    int round;       /* that is played, or was last; pairings of an arena */
    uint32_t tables; /* that were made */
    struct linea_seed seed;

    int players;
    struct linea_cup_player player[LINEA_CUP_PLAYERS];
    struct linea_cup_table table[LINEA_CUP_TABLES];
    int open;                     /* tables that are being played */
    uint8_t met[LINEA_CUP_PAIRS]; /* how often two have met: linea_cup_met() */
};

/* What came of one game of a table, by the seats of that game. */
struct linea_cup_result {
    int total[LINEA_CUP_SEATS];
    int place[LINEA_CUP_SEATS]; /* from 1; who ties shares one */
    unsigned absent;            /* seats whose player did not come */
};

/* The callbacks of a cup, and memory for it to work in. */
struct linea_cup_io {
    void (*emit)(void *context, int audience, const char *line, size_t length);
    void *context;
    struct linea_json *json; /* scratch */
    char *line;              /* scratch, LINEA_CUP_LINE bytes */
};

/* Make a cup from a request: {"format":"swiss","map":"europe","size":4,…}. On failure
   returns false, writes a message to `error` and leaves the cup empty. */
bool linea_cup_make(struct linea_cup *cup, struct linea_error *error,
                    const struct linea_cup_io *io, const char *request, size_t length,
                    uint64_t host, const uint8_t secret[LINEA_CUP_SECRET], int64_t now);

/* Carry out a request of somebody, 0 for nobody in particular, and write exactly one
   answer. Returns false if the answer is an error. */
bool linea_cup_request(struct linea_cup *cup, struct linea_out *answer,
                       const struct linea_cup_io *io, uint64_t player,
                       const char *request, size_t length, int64_t now);

/* The caller reports the next game of a table. On failure returns false, writes a
   message to `error` and changes nothing. */
bool linea_cup_report(struct linea_cup *cup, struct linea_error *error,
                      const struct linea_cup_io *io, uint32_t table,
                      const struct linea_cup_result *result, int64_t now);

/* Do what is due by now: pair the next round or those who wait, or end. */
void linea_cup_tick(struct linea_cup *cup, const struct linea_cup_io *io, int64_t now);

/* When linea_cup_tick() will have something to do: the first such moment later than
   `after`, or one that is past if it has something to do now; INT64_MAX while it waits
   for results or people. */
int64_t linea_cup_due(const struct linea_cup *cup, int64_t after);

/* Apply a stored event. On failure, when it does not follow on those before, returns
   false and writes a message to `error`. With `verify`, a pairing must also be the one
   that follows from the seed and from what happened before. */
bool linea_cup_restore(struct linea_cup *cup, struct linea_error *error,
                       const struct linea_cup_io *io, bool verify, const char *line,
                       size_t length);

/* A table that is being played, or NULL; its games, and who sits where in one of them.
   Who sits in seat 0 begins. */
const struct linea_cup_table *linea_cup_table(const struct linea_cup *cup,
                                              uint32_t table);
int linea_cup_games(const struct linea_cup *cup, const struct linea_cup_table *table);
int linea_cup_sits(const struct linea_cup_table *table, int game, int seat);

/* The seed of the deal of a table: the same for all its games, and for all tables of a
   round of a duplicate or a field. */
void linea_cup_deal(const struct linea_cup *cup, struct linea_seed *out,
                    const struct linea_cup_table *table);

/* The commitment to a secret, which stands in the public log from the beginning. */
void linea_cup_commit(uint8_t out[LINEA_CUP_SECRET],
                      const uint8_t secret[LINEA_CUP_SECRET]);

/* Standings. Writes all players, the best first, and returns how many they are. */
struct linea_cup_standing {
    int player;
    int place;     /* from 1; the lot leaves no ties */
    int opponents; /* points of all whom it has met */
};
int linea_cup_standings(const struct linea_cup *cup,
                        struct linea_cup_standing out[LINEA_CUP_PLAYERS]);

int linea_cup_met(const struct linea_cup *cup, int a, int b);

/* Write all that the public may know, as one JSON object. */
void linea_cup_show(const struct linea_cup *cup, struct linea_out *out);

const char *linea_cup_format_name(enum linea_cup_format format);

#endif
