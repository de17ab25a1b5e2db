/*
 * tools/load_play.h - a game of `linea load` and its players: load_play.c begins and
 * ends games, load_seat.c is what a player does in one.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef LOAD_PLAY_H
#define LOAD_PLAY_H

#include "linea/text.h"
#include "load.h"
#include "load_seal.h"

enum phase {
    WAITING, /* in line to be started */
    ASKING,  /* for players or a table */
    JOINING,
    PLAYING,
    LEAVING, /* it is over, or something failed: connections are being closed */
};

struct game;

struct seat {
    struct load_socket socket; /* first: a pointer to it points to the seat */
    struct game *game;
    struct seat *next; /* in the line of those who may move */
    char token[LOAD_TOKEN];
    uint32_t seen;  /* the last event */
    int state;      /* the event that the move in hand is for */
    int asked;      /* moves sent … */
    int answered;   /* … and answered */
    uint64_t sent;  /* when the move under way was sent, 0 if none is */
    bool connected; /* its socket is not gone */
    bool began, over;
    struct load_seal seal;
    char move[LINEA_MOVE_TEXT]; /* to be made */
};

/* A move on its way: others may receive it when the next one is under way already. */
struct sending {
    uint32_t number; /* of its event */
    int server;
    uint64_t at;
};

enum { SENDINGS = 16 };

struct game {
    struct load *load;
    struct game *next; /* in line to be started */
    enum phase phase;
    double not_before; /* when it may be started, in seconds */
    int server;        /* of seat 0; the others are on the next ones in turn */
    bool starting;     /* it has one of LOAD_STARTING places */
    int players;       /* with a token */
    struct linea_rng rng;
    struct sending sending[SENDINGS]; /* by event, in turn */
    struct seat seat[LINEA_SEATS];
};

struct load_games {
    struct game *game;
    long starting, running, under_way; /* moves under way */
    double due;                        /* moves to be sent by the rate */
    double paid;                       /* up to when, in seconds */
    struct game *first_game, *last_game;
    struct seat *first, *last;
};

extern const struct load_socket_events load_seat_events;

/* The server on which a player is: the players of a table are spread over all. */
int load_seat_server(const struct seat *seat);

/* Send moves in the order of the line: all, or as many as are due. */
void load_seat_send(struct load *load);

/* Close everything of this table; then the next is made. */
void load_game_leave(struct game *g);

/* Every player knows that it began. */
void load_game_began(struct game *g);

/* A player's connection is gone. */
void load_game_parted(struct game *g);

#endif
