/*
 * map_internal.h - what the files that compile a map share.
 *
 * map_report.c says what is wrong and where, and reads single values; map_rules.c,
 * map_mechanics.c and map_board.c read the sections of a file into the map; map_check.c
 * judges the map as a whole; map_tables.c and map_hash.c fill in what follows from it.
 * map.c calls them in that order.
 *
 * Every mistake is found in one run. So a reader goes on after a mistake, and notes in
 * `lost` what it could not read: a later check that needs it is left out, because it
 * would only report what follows from the first mistake.
 *
 * In all readers a value of -1 is one that is missing: it has been reported already and
 * is passed over in silence.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef LINEA_MAP_INTERNAL_H
#define LINEA_MAP_INTERNAL_H

#include "linea/json.h"
#include "linea/map.h"

/* What could not be read; bits of map_reader.lost. */
enum {
    LOST_PLAYERS = 1,
    LOST_VEHICLES = 2,
    LOST_CARDS = 4,
    LOST_POINTS = 8, /* of routes */
    LOST_DECKS = 16,
    LOST_OPENING = 32,
    LOST_MECHANICS = 64, /* which there are */
    LOST_DISTRICTS = 128,
    LOST_PASSENGERS = 256,
    LOST_LOCATIONS = 512,
    LOST_ENDS = 1024, /* of a route */
    LOST_LENGTHS = 2048,
    LOST_TICKETS = 4096,
    LOST_HAND = 8192,
    LOST_MEMBERS = 16384, /* of a district */
};

/* A map being read. */
struct map_reader {
    struct linea_map *map;
    const struct linea_json *json;
    const struct linea_map_report *report;
    int mistakes;
    unsigned lost;
    unsigned used;     /* bit m: a location or route uses mechanic m */
    int geo, at;       /* how many locations say where they lie */
    int line_at, line; /* a position of the text and its line, the last asked for */
    bool full;         /* the names did not fit; reported once */

    /* Where things stand in the file: numbers of values. */
    int points_at;             /* "route-points" */
    int opening_at;            /* "deal" or "mix" */
    int dealt_at[LINEA_DECKS]; /* the number dealt from a deck */
    int deck_at[LINEA_DECKS];  /* the id of a deck, -1 without one */
    struct {
        int at, times;      /* the first value that names it, and how many do */
    } no_deck[LINEA_DECKS]; /* decks that are named and not there; 0 times for none */
    int mechanic_at[LINEA_MECHANICS]; /* the numbers of a mechanic, -1 if not listed */
    int district_at[LINEA_DISTRICTS]; /* the points of a district */
    int location_at[LINEA_LOCATIONS]; /* the id of a location, -1 without one */
    int route_at[LINEA_ROUTES];       /* a route */
    int ticket_at[LINEA_TICKETS];     /* a ticket */

    struct linea_ticket ticket[LINEA_TICKETS]; /* in the order of the file */
};

/* Whether any of those parts could not be read. */
static inline bool linea_map_lost(const struct map_reader *r, unsigned parts)
{
    return r->lost & parts;
}

/* A key of an object; a list of them ends with one that has no name. */
struct map_key {
    const char *name;
    bool optional;
};

/*
 * Report a mistake at a value, or that an object lacks a key; report what can be
 * played, but is better done otherwise. In a sentence %s stands for the next string, %d
 * for the next number, and %v for the value itself.
 */
void linea_map_wrong(struct map_reader *r, int value, const char *what, ...);
void linea_map_missing(struct map_reader *r, int object, const char *key);
void linea_map_warn(struct map_reader *r, int value, const char *what, ...);

/* Whether a value is an object with the keys it needs and no others. */
bool linea_map_object(struct map_reader *r, int value, const struct map_key *keys);

/* Whether a value has that type (an array or an object) and a size in that range. */
bool linea_map_list(struct map_reader *r, int value, enum linea_json_type type, int low,
                    int high);

/* A whole number in a range. On a mistake 0, which every field of a map can hold. */
int linea_map_int(struct map_reader *r, int value, int low, int high);

/* As linea_map_int(), and on a mistake what is lost. */
int linea_map_need(struct map_reader *r, int value, int low, int high, unsigned lost);

/* Which of the names a string is; -1, and the sentence said, for none. */
int linea_map_choice(struct map_reader *r, int value, const char *const *names,
                     int count, const char *what);

/* Whether the value is `true`, the only thing a flag may be. */
bool linea_map_flag(struct map_reader *r, int value);

/* Two elements of an array, or -1 twice. */
void linea_map_pair(struct map_reader *r, int pair[2], int value);

/* An id, copied into the map's text; where it is there, 0 on a mistake. */
uint16_t linea_map_id(struct map_reader *r, int value);

/* Whether a text of that length is an id. */
bool linea_map_is_id(const char *text, int length);

/* Whether two values are the same string, no longer than an id may be. */
bool linea_map_same(const struct map_reader *r, int a, int b);

/* Copy a text into the map; where it is there, 0 when it does not fit. */
uint16_t linea_map_keep(struct map_reader *r, int value, const char *text);

/* A name in every language of the map. */
void linea_map_read_name(struct map_reader *r, struct linea_name *name, int value);

/* The map's own name: it decides which languages there are. */
void linea_map_read_languages(struct map_reader *r, int value);

/* Whether a string is a text that names may have. */
bool linea_map_is_name(struct map_reader *r, int value);

/* The palette number of a colour, or -1. */
int linea_map_palette(const struct linea_json *json, int value);

/* The deck that a string names, or -1, and linea_map_no_decks() will report it: once
   for each name, because a deck that is spelt wrong is missed by every ticket. */
int linea_map_deck(struct map_reader *r, int value);
void linea_map_no_decks(struct map_reader *r);

/* The sections of a file. `map` is the value of the whole file. */
void linea_map_read_rules(struct map_reader *r, int map);
void linea_map_read_mechanics(struct map_reader *r, int map);
void linea_map_read_board(struct map_reader *r, int map);

/* The keys that locations or routes have by mechanics, at most LINEA_MECHANICS; how
   many. Then read them for the location or route that is being read. */
int linea_map_mechanic_keys(struct map_key *keys, bool of_route);
void linea_map_read_keys(struct map_reader *r, int object, bool of_route);

/* What is wrong with the map as a whole, though each part of it is right. */
void linea_map_check(struct map_reader *r);
void linea_map_check_mechanics(struct map_reader *r);

/* The largest set of cards of a colour, or of any one colour. */
int linea_map_largest_set(const struct linea_map *map, int colour);

/* Parts of the identity of a map: a text, so many numbers, a set of locations. */
struct linea_sha256;
void linea_hash_text(struct linea_sha256 *hash, const char *text);
void linea_hash_numbers(struct linea_sha256 *hash, const uint8_t *numbers, size_t n);
void linea_hash_locations(struct linea_sha256 *hash, const struct linea_map *map,
                          uint64_t set);

/* Fill in the tables that follow from a map without mistakes. */
void linea_map_fill(struct map_reader *r);
void linea_map_fill_hash(struct linea_map *map);

#endif
