/*
 * batch/space.h - what the files of the batch share. Private to them.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SPACE_H
#define SPACE_H

#include "linea/batch.h"

/* space.c: 1 for each action that is among those moves, 0 for each other. */
void linea_mask_write(const struct linea_space *space, uint8_t *out,
                      const struct linea_choices *choices);

#endif
