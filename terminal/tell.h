/*
 * terminal/tell.h - what happened, as sentences for one player.
 *
 * Sentences are made from that player's views before and after, and from the parts of
 * the event that the player may know: linea_event_hide() takes the others out first.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TELL_H
#define TELL_H

#include "names.h"

/* Tell the viewer of `after` what came of a move, a sentence a line. */
void tell(struct linea_out *out, const struct players *players,
          const struct linea_view *before, const struct linea_view *after,
          const struct linea_event *event);

#endif
