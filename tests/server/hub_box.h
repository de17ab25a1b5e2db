/*
 * tests/server/hub_box.h - a hub to test: the network is a list of lines for each
 * connection, the disk is the store in memory, the clock is a number.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_HUB_BOX_H
#define TESTS_HUB_BOX_H

#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "hub.h"
#include "linea/table.h"
#include "store_memory.h"

enum { ANN = 0xa11, BEN = 0xbe0, LINES = 4096 };

/* A connection: what was sent to it. */
struct wire {
    int count;
    char *line[LINES];
    bool cut;          /* a line was lost: the network would end it */
    bool joined, more; /* the hub has said so */
    enum hub_status status;
};

extern struct linea_store *store;
extern struct hub *hub;
extern struct hub_options settings;
extern int64_t now;
extern const char two_people[];

/* The last answer given to a callback. */
extern char answered[1 << 18];
extern int answered_status, answers;
hub_answer answer;

void open_hub(void);
void begin(void);
void end(void);

/* Let everything that is under way come to rest. */
void settle(void);

/* Until all games are read that the store had at the start. */
void start_all(void);

/* Who has this number, as the network would know it. */
const struct hub_guest *guest(uint64_t player);

/* Make a game by Ann; its number. */
uint64_t make(const char *body);

struct hub_client *join(struct wire *wire, uint64_t game, uint64_t player,
                        uint32_t seen);
struct hub_follower *follow(struct wire *wire, uint64_t player);
void ask(struct hub_client *client, const char *text);
void clear(struct wire *wire);

/* Ask for the state of a game, for lists, and for a record; the answer is there then.
 */
void show(uint64_t game, uint64_t player);
void list_games(const char *stage);
void mine(uint64_t player);
void record(uint64_t game, uint64_t player);
bool has(const char *text, const char *part);

/* How many lines of a wire have some part; the last of them in *found. */
int count(const struct wire *wire, const char **found, const char *part);

/* Make the first of the moves that the line of an event or state offers. */
bool move_by(struct hub_client *client, const struct wire *wire);

/* A game with Ann and Ben connected and seated. */
struct sitting {
    uint64_t id;
    struct wire ann, ben;
    struct hub_client *a, *b;
};

void sit_down(struct sitting *s);
void stand_up(struct sitting *s);

#endif
