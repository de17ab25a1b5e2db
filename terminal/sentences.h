/*
 * terminal/sentences.h - what happened, as sentences for one player.
 *
 * Sentences are made from that player's views before and after a move, and from the
 * event after linea_event_hide().
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SENTENCES_H
#define SENTENCES_H

#include "names.h"

/* Write what came of a move for the viewer of `after`, a sentence a line. */
void put_sentences(struct linea_out *out, const struct players *players,
                   const struct linea_view *before, const struct linea_view *after,
                   const struct linea_event *event);

#endif
