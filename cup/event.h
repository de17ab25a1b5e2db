/*
 * cup/event.h - what can happen in a cup; private to it.
 *
 * A request and a stored line both end as a struct cup_event; linea_cup_apply() is the
 * only function that changes a cup.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CUP_EVENT_H
#define CUP_EVENT_H

#include "linea/cup.h"
#include "linea/list.h"

enum cup_event_kind {
    CUP_MADE,
    CUP_JOINED,
    CUP_LEFT,    /* a player goes, or the host has removed it */
    CUP_BEGAN,   /* nonces and lots are settled */
    CUP_PAIRED,  /* a round, or those who waited in an arena */
    CUP_RESULT,  /* of a game */
    CUP_PAUSED,  /* no round begins … */
    CUP_RESUMED, /* … until then */
    CUP_ENDING,  /* the host wants it to end after what is being played */
    CUP_ENDED,
    CUP_EVENT_KINDS
};

/* Who plays whom. */
struct cup_pairing {
    int tables;
    int seats[LINEA_CUP_TABLES];
    int player[LINEA_CUP_TABLES][LINEA_CUP_SEATS]; /* by seat */
    int byes;
    int bye[LINEA_CUP_PLAYERS];
};

struct cup_event {
    enum cup_event_kind kind;
    int64_t at;
    int who; /* the player concerned, or LINEA_CUP_NONE */
    uint64_t player;
    char name[LINEA_CUP_NAME];
    bool house; /* who joins is there to fill tables */
    bool has_nonce;
    uint8_t nonce[LINEA_CUP_SECRET];
    uint32_t table;
    struct linea_cup_result result;
    const struct cup_pairing *pairing;
};

const char *linea_cup_event_name(enum cup_event_kind kind);

/* Apply an event, and emit it unless io is NULL. */
void linea_cup_apply(struct linea_cup *cup, const struct cup_event *e,
                     const struct linea_cup_io *io);
void linea_cup_emit(const struct linea_cup *cup, const struct linea_cup_io *io,
                    const struct cup_event *e);

/* make.c: settings, as keys of an object. */
bool linea_cup_read(struct linea_cup *cup, struct linea_error *error,
                    const struct linea_json *json, int object);
void linea_cup_write(const struct linea_cup *cup, struct linea_list *object);

/* Settings that follow from how many have joined. */
int linea_cup_rounds_for(const struct linea_cup *cup);

/* lots.c: what follows from the secret and the nonces. */
void linea_cup_draw(struct linea_cup *cup);
void linea_cup_draw_for(struct linea_cup *cup, int player);
uint64_t linea_cup_random(const struct linea_cup *cup, uint32_t round);
int linea_cup_by_lot(const struct linea_cup *cup, int a, int b);

/* pair.c: who plays whom next. False if nobody can. `now` matters in an arena. */
bool linea_cup_pair(const struct linea_cup *cup, struct cup_pairing *out, int64_t now);

/* Whether a pairing could follow now, from any source: players who are there, each
   once, tables of sizes that are allowed. */
bool linea_cup_may_pair(const struct linea_cup *cup, const struct cup_pairing *pairing);

/* Tables for so many players, `size` at each and no fewer than `least`: how many, and
   how many players are left over. Table t has linea_cup_seats_of() of them. */
int linea_cup_split(int *left_over, int players, int size, int least);
int linea_cup_seats_of(int players, int tables, int table);

/* seat.c: players[0..n) in groups, one after the other, of these sizes, in the order
   that costs least; small numbers are tried out, for large ones it is searched. */
void linea_cup_group(const struct linea_cup *cup, int players[], const int size[],
                     int tables, uint64_t random);
void linea_cup_group_search(const struct linea_cup *cup, int players[],
                            const int size[], int tables, uint64_t random);
/* Order players of a table by how often they had which seat. */
void linea_cup_take_seats(const struct linea_cup *cup, int players[], int seats);

/* score.c */
void linea_cup_score_game(struct linea_cup_table *table,
                          const struct linea_cup_result *result);
void linea_cup_score_table(struct linea_cup *cup, struct linea_cup_table *table);
/* Of a field: what a table came to; and, when all of the round have, the points. */
void linea_cup_hold(struct linea_cup *cup, const struct linea_cup_table *table,
                    const struct linea_cup_result *result);
void linea_cup_score_field(struct linea_cup *cup);
int linea_cup_bye_points(const struct linea_cup *cup);

/* cup.c: whether nothing is left to be played; whether people can be paired now. */
bool linea_cup_has_ended(const struct linea_cup *cup, int64_t now);
bool linea_cup_may_begin_round(const struct linea_cup *cup, int64_t now);

/* Sort numbers by a comparison that leaves no ties. */
typedef int cup_order(const struct linea_cup *cup, int a, int b);
void linea_cup_sort(const struct linea_cup *cup, int items[], int count,
                    cup_order *order);

#endif
