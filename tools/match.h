/*
 * tools/match.h - one game between bots, from the deal to the score.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef MATCH_H
#define MATCH_H

#include "bot.h"
#include "linea/json.h"
#include "linea/score.h"

struct match {
    const struct linea_map *map;
    const struct linea_bot *bot[LINEA_SEATS];
    char names[LINEA_SEATS][64]; /* of the seats, as the record has them */
    int seats;
    int first;  /* seat that begins, or LINEA_NOBODY */
    bool check; /* the invariants after every move */
};

/* What came of one game. */
struct match_result {
    struct linea_result score;
    int moves;
    struct linea_error error; /* when a check failed */
};

/* Text that grows. */
struct text {
    char *at;
    size_t size, room;
};
void text_line(struct text *text, const struct linea_out *line, const char *start);

/* "random,random" into bots. Negative answers are complained about by `command`. */
bool match_seats(struct match *match, const char *command, const char *list);

/* Play; the record is added to *record unless that is NULL. False if a check failed. */
bool match_play(const struct match *match, const struct linea_seed *seed,
                struct match_result *out, struct text *record);

#endif
