/*
 * linea/text.h - moves, positions and records as text, exactly as docs/formats.md says.
 *
 * Writers put text into a struct linea_out and cannot fail but for room: LINEA_LINE
 * bytes are enough for any line of any map. Readers take text from anywhere, change
 * nothing unless they succeed, and otherwise say what is wrong.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef LINEA_TEXT_H
#define LINEA_TEXT_H

#include "linea/error.h"
#include "linea/game.h"
#include "linea/json.h"
#include "linea/score.h"
#include "linea/view.h"

enum {
    LINEA_LINE = 65536,    /* longest line of a record, or of what has no moves */
    LINEA_MOVE_TEXT = 640, /* longest move, and its 0 */
    LINEA_SEAT_NAME = 64,  /* longest name of a player, and its 0 */
    LINEA_BY = 32,         /* longest name of who made a move for another, and its 0 */
    LINEA_LONG_LINE = LINEA_LINE + LINEA_MOVES * 96, /* with every legal move in it */
};

/* A move that is legal now, in its only spelling. */
void linea_move_write(const struct linea_game *g, struct linea_out *out, linea_move m);

/* Understand a move and check that it is legal now. */
bool linea_move_read(const struct linea_game *g, linea_move *out,
                     struct linea_error *error, const char *text, size_t length);

/* The name of a phase ("second-card"). */
const char *linea_phase_name(enum linea_phase phase);

/* "paris/zurich", "edinburgh/london/1"; "athina/edinburgh". */
void linea_route_write(const struct linea_map *map, struct linea_out *out, int route);
void linea_ticket_write(const struct linea_map *map, struct linea_out *out, int ticket);

/* A view as one JSON object; a view by LINEA_ALL is a position. */
void linea_view_write(const struct linea_view *view, struct linea_out *out);

/*
 * What the seat to move sees, from such an object by its own view or from a position,
 * and a game that it may be in. `map` must be the one that is named. The tickets that
 * it put back are supposed to lie at the bottom of their decks.
 */
bool linea_view_read(struct linea_view *view, struct linea_game *guess,
                     struct linea_error *error, const struct linea_map *map,
                     const struct linea_json *json, int object);

/*
 * The game that a position describes: an object among the values of *json. Its shuffles
 * to come are drawn from the seed. `map` must be the one that the position names.
 */
bool linea_position_read(struct linea_game *g, struct linea_error *error,
                         const struct linea_map *map, const struct linea_seed *seed,
                         const struct linea_json *json, int object);

/*
 * How the seed of a game came about: the host committed itself to a secret, players
 * gave nonces, and the seed is a hash of both. Here it is only kept; linea/fair.h
 * checks it.
 */
enum { LINEA_FAIR_BYTES = 32 };
struct linea_fair {
    uint8_t commitment[LINEA_FAIR_BYTES];
    uint8_t secret[LINEA_FAIR_BYTES];
    bool given[LINEA_SEATS]; /* seats that gave a nonce: bots give none */
    uint8_t nonce[LINEA_SEATS][LINEA_FAIR_BYTES]; /* zeros where none was given */
    bool first_named; /* the host named the seat that begins, beforehand … */
    uint8_t first;    /* … namely this one; 0 where the seed decides */
    /* Seats whose player bound itself to a nonce when it sat down, and by what. Such a
       seat without a nonce did not reveal it in time. */
    bool sealed[LINEA_SEATS];
    uint8_t seal[LINEA_SEATS][LINEA_FAIR_BYTES];
};

/*
 * The lines of a record. The header names the players; `fair` is NULL when nobody
 * committed to anything, `position` for a game that began with a deal. A move is
 * written from the game before it and the event that came of it, less whatever
 * linea_event_hide() took out of that event.
 */
void linea_record_header(struct linea_out *out, const struct linea_map *map,
                         const char *const names[], int seats, int first,
                         const struct linea_seed *seed, const struct linea_fair *fair,
                         const struct linea_view *position);
void linea_record_deal(const struct linea_game *g, struct linea_out *out,
                       const struct linea_event *deal);
void linea_record_move(const struct linea_game *before, struct linea_out *out,
                       const struct linea_event *event);
/* The same for a move that was not made by the seat's own player: `by` says who made it
   ("bot:normal"); NULL or "" for the player. */
void linea_record_move_by(const struct linea_game *before, struct linea_out *out,
                          const struct linea_event *event, const char *by);
void linea_record_end(const struct linea_game *g, struct linea_out *out,
                      const struct linea_result *result);

/* The scores alone, as `"scores":[…],"winners":[…]`. */
void linea_scores_write(const struct linea_game *g, struct linea_out *out,
                        const struct linea_result *result);

/* What others have moved for a seat; all zero at the beginning. */
struct linea_stand_in {
    int moves; /* so many */
    int since; /* number of the first of them after the player's last own move; 0 if the
                  player made the last */
};

/* Note that a move of the seat was made: number `move` of the game, counted from 1. */
void linea_stand_in_note(struct linea_stand_in *stood_in, int move, bool by_other);

/* Records being replayed, line by line. Read any field. */
struct linea_replay {
    const struct linea_map *(*find_map)(void *context, const char *id);
    void *context;
    enum { LINEA_REPLAY_HEADER, LINEA_REPLAY_DEAL, LINEA_REPLAY_MOVES } expects;
    bool begun;     /* a game is under way or has just ended */
    bool over;      /* its end line has been read */
    unsigned known; /* LINEA_KNOWN_… piles: of the position that it began from */
    const struct linea_map *map;
    int seats, first;
    char name[LINEA_SEATS][LINEA_SEAT_NAME];
    struct linea_seed seed;
    bool has_fair;
    struct linea_fair fair;   /* all zero without */
    struct linea_event event; /* what the deal or move read last says of chance */
    int moves;                /* so many lines of moves were read */
    char by[LINEA_BY];        /* who made the last for its player, or "" */
    struct linea_stand_in stood_in[LINEA_SEATS];
    struct linea_game game;
    struct linea_result result; /* when over */
};

/* Begin to replay; find_map returns NULL for a map it does not know. */
void linea_replay_init(struct linea_replay *replay,
                       const struct linea_map *(*find_map)(void *, const char *),
                       void *context);

/* Check the next line against the rules and play it. False, and *replay as before, if
   it is wrong. */
bool linea_replay_line(struct linea_replay *replay, struct linea_json *memory,
                       struct linea_error *error, const char *line, size_t length);

#endif
