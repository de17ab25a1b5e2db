/*
 * bots/daily.h - the deal of a day: on each board the same shuffle and the same bots
 * for everybody, and a field of bots that play one's own seat of it.
 *
 * Which it is follows from the date and the identity of the map alone (docs/daily.md).
 * Nobody is meant to be kept from working it out beforehand: what one does with a deal
 * is compared, and luck is the same for all.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef DAILY_H
#define DAILY_H

#include "linea/text.h"
#include "player.h"

enum {
    DAILY_DATE = 11,  /* "2026-11-18" and its 0 */
    DAILY_PERSON = 0, /* the seat that is one's own */
    DAILY_FIELD = 24, /* games of bots in that seat */
};

struct linea_daily {
    const struct linea_map *map;
    char date[DAILY_DATE];
    int seats;
    const struct linea_bot *bot[LINEA_SEATS]; /* NULL for the person */
    struct linea_seed seed;
};

/* What came of a game. Results are ordered by the lead: a victory is before a defeat.
 */
struct linea_daily_result {
    const struct linea_bot *bot; /* that played the person's seat */
    int points, lead;            /* … and by how much it leads the best other seat */
    bool won;                    /* … or shares the victory */
};

/* The deal of a date such as "2026-11-18", which must be one of the calendar. */
bool linea_daily_read(struct linea_daily *d, struct linea_error *error,
                      const struct linea_map *map, const char *date, size_t length);

/* What the bot of a seat begins with. */
uint64_t linea_daily_bot_seed(const struct linea_daily *d, int seat);

/* The request that makes a table for the deal (docs/protocol.md); its secret is the
   seed. */
void linea_daily_settings(const struct linea_daily *d, struct linea_out *out);

/* The bot that plays the field's game number i, below DAILY_FIELD. */
const struct linea_bot *linea_daily_field(int i);

/* Play the field's game number i, in room for so many players, with what has been
   learned for the map or NULL. */
void linea_daily_play(const struct linea_daily *d, struct linea_daily_result *out,
                      struct linea_player player[LINEA_SEATS],
                      const struct linea_learned *learned, int i);

/* What a finished game of the deal came to for the person's seat. */
void linea_daily_result(struct linea_daily_result *out, const struct linea_game *g);

/* As JSON: {"bot":"normal","points":87,"lead":-4,"won":false}. */
void linea_daily_result_write(const struct linea_daily_result *r,
                              struct linea_out *out);

#endif
