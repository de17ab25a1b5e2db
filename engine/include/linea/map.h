/*
 * linea/map.h - a board and its rules as the engine uses them: read once, then const.
 *
 * A map file (maps/FORMAT.md) is text; linea_map_read() compiles it into a struct
 * linea_map with every table that play needs. A compiled map is shared by any number
 * of games and outlives them. Read any field; only linea_map_read() writes.
 *
 * Throughout the engine the object comes first, then what is written, then what is
 * read. Pointers are never NULL unless a sentence says so. Breaking a sentence of
 * these headers is the caller's bug and trips an assert; what comes from outside the
 * program (a file, a player) is answered with a value and a message.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef LINEA_MAP_H
#define LINEA_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "linea/mechanics.h"
#include "linea/set.h"

/* The limits of a map. linea_map_read() refuses what exceeds them. */
enum {
    LINEA_SEATS = 5,             /* players */
    LINEA_COLOURS = 8,           /* colours of cards beside the wild */
    LINEA_LOCATIONS = 64,        /* bits of a word */
    LINEA_ROUTES = 128,          /* members of a struct linea_set */
    LINEA_LENGTH = 8,            /* spaces of one route */
    LINEA_PARALLELS = 4,         /* routes between the same two locations */
    LINEA_VEHICLES = 60,         /* of one player */
    LINEA_CARDS = 128,           /* in the card deck */
    LINEA_HAND = 8,              /* cards of an opening hand */
    LINEA_TICKETS = 96,          /* in all decks together */
    LINEA_DECKS = 4,             /* ticket decks */
    LINEA_OFFER = 8,             /* tickets drawn at a time */
    LINEA_STATIONS = 4,          /* of one player */
    LINEA_REVEAL = 3,            /* cards turned up for a tunnel */
    LINEA_DISTRICTS = 16,        /* districts of a map */
    LINEA_PASSENGERS = 64,       /* on the whole board */
    LINEA_PASSENGER_COLOURS = 8, /* colours of passengers */
    LINEA_PLACES = 2,            /* ranks that score passengers: most, second most */
    LINEA_TIES = 4,              /* tie-breaks, one after the other */
    LINEA_LANGUAGES = 8,         /* languages a map gives names in */
    LINEA_NAMES = 16384,         /* bytes of all names together */
    LINEA_POINTS = 100,          /* of a route, a ticket, a bonus */
    LINEA_MAP_HASH = 32,         /* bytes of the identity of a map */
};

/* Numbers that are the same on every map. */
enum {
    LINEA_DISPLAY = 5,   /* cards lying face up */
    LINEA_FLUSH_AT = 3,  /* face-up wilds that flush the display */
    LINEA_FLUSHES = 10,  /* flushes in a row before the display is left alone */
    LINEA_KINDS = 9,     /* kinds of card: the colours of the map, then the wild */
    LINEA_WILD = 8,      /* the kind of a wild */
    LINEA_GRAY = 9,      /* colour of a route that takes any one colour */
    LINEA_NOBODY = 255,  /* a seat that is none */
    LINEA_NOTHING = 255, /* a kind, ticket, route or location that is none */
    LINEA_LAST_TURNS_NO = 255, /* the end has not been triggered */
};

/* What decides between equal totals. The numbers are part of a map's identity. */
enum linea_tie {
    LINEA_TIE_TICKETS,    /* most tickets completed */
    LINEA_TIE_PASSENGERS, /* most passengers taken */
    LINEA_TIE_STATIONS,   /* fewest stations built */
    LINEA_TIE_LONGEST,    /* the longest path */
};

/* Whom the rulebook lets begin; the host decides who that is. */
enum linea_first { LINEA_YOUNGEST, LINEA_OLDEST, LINEA_MOST_TRAVELLED, LINEA_FIRSTS };

/* What becomes of the opening tickets that a player does not keep. */
enum linea_returned { LINEA_TO_BOTTOM, LINEA_SHUFFLED_IN, LINEA_OUT_OF_GAME };

/* Where a name of the map starts in its text, by language; 0 is the empty name. */
struct linea_name {
    uint16_t at[LINEA_LANGUAGES];
};

struct linea_location {
    uint16_t id;             /* kebab-case, in the map's text */
    uint8_t district;        /* index, or LINEA_NOTHING */
    uint8_t passengers;      /* how many begin here */
    uint8_t first_passenger; /* where its places begin in linea_game.passengers */
    struct linea_name name;
};

struct linea_route {
    uint8_t a, b;   /* its two locations; the id of a sorts before that of b */
    uint8_t length; /* spaces */
    uint8_t colour; /* kind of card, or LINEA_GRAY */
    uint8_t wilds;  /* wilds that a ferry demands; 0 elsewhere */
    uint8_t tunnel; /* 1 for a tunnel */
    uint8_t row;    /* number among its parallels, from 1; 0 when it has none */
    uint8_t points;
    struct linea_set parallels; /* the other routes between a and b */
};

/* A route as seen from one of its locations. */
struct linea_line {
    uint8_t to, route;
};

struct linea_ticket {
    uint8_t a, b; /* its two locations; the id of a sorts before that of b */
    uint8_t points;
    uint8_t deck;
};

/* A ticket deck: its tickets are numbered from `first`, in the order of the file. */
struct linea_deck {
    uint16_t id; /* in the map's text */
    uint8_t first, size;
    uint8_t dealt; /* how many each player is dealt at the opening */
    uint8_t drawn; /* 1 when the action draws from it */
    uint8_t mixed; /* 1 when the opening mix may ask for it */
    struct linea_name name;
};

struct linea_map {
    /* Sizes. */
    uint8_t locations, routes, tickets, decks, cards, colours;
    uint8_t min_seats, max_seats;

    /* Numbers of the rules. */
    uint8_t vehicles;     /* of each player */
    uint8_t longest;      /* spaces of the longest route */
    uint8_t hand;         /* cards of the opening hand */
    uint8_t single_up_to; /* with so many seats only one of parallel routes is used */
    uint8_t end_vehicles; /* so few at the end of a turn bring the last turns */
    uint8_t first;        /* enum linea_first */
    uint8_t count[LINEA_KINDS];             /* cards of each kind */
    uint8_t route_points[LINEA_LENGTH + 1]; /* by length; 0 for lengths not used */

    /* Tickets. */
    uint8_t opening_mix;  /* tickets to announce a mix for; 0 where they are dealt */
    uint8_t opening_keep; /* keep at least */
    uint8_t opening_returned; /* enum linea_returned */
    uint8_t draw;             /* tickets that the action draws */
    uint8_t draw_keep;        /* keep at least */
    uint8_t draw_decks;       /* how many decks the action draws from, */
    uint8_t draw_deck;        /* and the last of them */

    /* Mechanics. */
    uint16_t mechanics;              /* bit m: uses enum linea_mechanic m */
    uint8_t points[LINEA_MECHANICS]; /* of those that give one number of points */
    uint8_t ties, tie[LINEA_TIES];   /* enum linea_tie, first to last */
    uint8_t reveal;                  /* cards turned up for a tunnel */
    uint8_t stations, station_cost[LINEA_STATIONS];
    uint8_t districts, district_points[LINEA_DISTRICTS];
    uint8_t passengers, passenger_colours;
    uint8_t passenger_count[LINEA_PASSENGER_COLOURS]; /* on the whole board */
    uint8_t passenger_points[LINEA_PLACES];           /* for the most, the second */
    uint64_t district_at[LINEA_DISTRICTS];            /* locations of each */
    uint64_t attractions, dead_ends;                  /* bit l: location l is one */

    /* What is shuffled when a game begins, in order. */
    uint8_t card[LINEA_CARDS];           /* kinds */
    uint8_t passenger[LINEA_PASSENGERS]; /* colours */

    /* Tables that legality is decided with. */
    struct linea_set by_length[LINEA_LENGTH + 1]; /* routes at most so long, */
    struct linea_set as_long[LINEA_LENGTH + 1];   /* and exactly so long */
    struct linea_set paid_with[LINEA_COLOURS]
                              [LINEA_LENGTH]; /* routes for which cards
                 of a colour and so many wilds will do, if they are enough */

    struct linea_route route[LINEA_ROUTES];
    uint16_t
        first_line[LINEA_LOCATIONS + 1]; /* lines of location l: from [l] to [l + 1] */
    struct linea_line line[2 * LINEA_ROUTES];
    struct linea_ticket ticket[LINEA_TICKETS];
    struct linea_deck deck[LINEA_DECKS];
    struct linea_location location[LINEA_LOCATIONS];

    /*
     * The identity of the map: a SHA-256 of all that decides a game on it. Ids belong
     * to that, because moves are spelt with them, and the order of cards, locations,
     * routes and tickets, because shuffles start from it. Names, drawings and the map's
     * own id do not, nor how the file is laid out. Maps with equal hashes play the same
     * games.
     */
    uint8_t hash[LINEA_MAP_HASH];

    /* Words. */
    uint8_t palette[LINEA_COLOURS]; /* colour of each kind: linea_colour_name() */
    uint8_t passenger_palette[LINEA_PASSENGER_COLOURS];
    uint8_t languages;
    char language[LINEA_LANGUAGES][8]; /* "en", "it" … */
    uint16_t id, vehicle;              /* in text */
    struct linea_name name;
    uint16_t district_id[LINEA_DISTRICTS];
    uint16_t text_size;
    char text[LINEA_NAMES]; /* every id and name, each NUL-terminated; begins with 0 */
};

static inline bool linea_map_uses(const struct linea_map *map, enum linea_mechanic m)
{
    return map->mechanics >> m & 1;
}

/* The string at an offset that a field of the map holds. */
static inline const char *linea_map_text(const struct linea_map *map, int at)
{
    return map->text + at;
}

/* A name in the language asked for ("it"), else in the map's first language. */
const char *linea_map_name(const struct linea_map *map, const struct linea_name *name,
                           const char *language);

/* The location with that id (not NUL-terminated), or LINEA_NOTHING. */
int linea_map_location(const struct linea_map *map, const char *id, size_t length);

/* The kind of card with that name ("red", "wild"), or LINEA_NOTHING. */
int linea_map_kind(const struct linea_map *map, const char *name, size_t length);

/* "red" … for a kind of this map, "wild" for LINEA_WILD, "gray" for LINEA_GRAY. */
const char *linea_map_kind_name(const struct linea_map *map, int kind);

/* The colour of passengers with that name, or LINEA_NOTHING; and back. */
int linea_map_passenger(const struct linea_map *map, const char *name, size_t length);
const char *linea_map_passenger_name(const struct linea_map *map, int colour);

/* Colours that cards and passengers may have, by palette number; NULL past the last. */
const char *linea_colour_name(int palette);

/*
 * What is wrong with a map, one call for each mistake: where ("routes[3].length", or
 * "column 7" where it is no JSON), the line of the file, and what, as a sentence
 * without a period. A warning is about a map that can be played; it may be NULL.
 */
struct linea_map_report {
    void (*mistake)(void *context, int line, const char *where, const char *what);
    void *context;
    void (*warning)(void *context, int line, const char *where, const char *what);
};

/* Memory that reading a map works in; what it holds before and after is of no use. */
struct linea_json;

/*
 * Compile the text of a map file. True when there is no mistake; otherwise every
 * mistake has been reported and *map must not be used. Whatever is accepted can be
 * played by any allowed number of seats to its end.
 */
bool linea_map_read(struct linea_map *map, struct linea_json *memory, const char *text,
                    size_t length, const struct linea_map_report *report);

#endif
