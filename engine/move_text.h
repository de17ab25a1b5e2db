/*
 * engine/move_text.h - the text of one kind of move; private to the engine.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef MOVE_TEXT_H
#define MOVE_TEXT_H

#include "linea/game.h"
#include "words.h"

/* What a reader of one kind of move works on. */
struct move_reader {
    const struct linea_game *g;
    struct linea_word rest; /* what follows the verb */
    struct linea_error *error;
};

struct move_text {
    const char *verb; /* with a space behind it if something must follow */

    /* What follows the verb, to and from text; NULL where nothing does. */
    void (*write)(const struct linea_game *g, struct linea_out *out, linea_move m);
    bool (*read)(struct move_reader *r, linea_move *m);

    /* Why it is illegal; the function may return NULL to say that it is so in this
       phase. */
    const char *illegal;
    const char *(*refused)(const struct linea_game *g, linea_move m);
};

/* Those of mechanics. */
extern const struct move_text linea_station_text, linea_pay_text, linea_decline_text,
    linea_take_text;

/* The cards at the end of a move, to and from text. */
void linea_move_write_cards(const struct linea_game *g, struct linea_out *out,
                            linea_move m);
bool linea_move_read_cards(struct move_reader *r, linea_move *m);

/* Explain why what was read cannot be. Always false. */
bool linea_move_illegal(const struct move_reader *r, const char *why);

#endif
