/*
 * terminal/setup.h - which game is played: from the command line, or asked.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SETUP_H
#define SETUP_H

#include "linea/map.h"
#include "linea/rng.h"
#include "player.h"

struct setup {
    const struct linea_map *map;
    struct linea_player_name bot; /* plays every seat that no human has */
    int seats, humans;
    int first; /* seat that begins, or LINEA_NOBODY */
    struct linea_seed seed;
    const char *record; /* file to write, or NULL */
};

enum { SETUP_OK = -1 }; /* anything else is the exit code to return */

int setup_read(struct setup *setup, int argc, char **argv);

#endif
