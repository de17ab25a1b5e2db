/*
 * common/nets.h - the nets at hand: those embedded in the program, and files.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef COMMON_NETS_H
#define COMMON_NETS_H

#include <stdbool.h>
#include <stddef.h>

struct linea_bot;
struct linea_learned;
struct linea_map;
struct linea_net_kernel;

/* Whether this processor knows what a kernel needs. */
bool nets_can_run(const struct linea_net_kernel *kernel);

/* The quickest kernel that it can run. */
const struct linea_net_kernel *nets_kernel(void);

/*
 * What has been learned for a map, for a bot's budget: from a file whose name has
 * `length` bytes, or built in (NULL). NULL if there is nothing, if the file is refused,
 * or if the bot would not use it; where the bot needs it, a message says so once. It
 * stays until the program ends. May be called by several threads.
 */
const struct linea_learned *nets_get(const struct linea_map *map,
                                     const struct linea_bot *bot, const char *file,
                                     size_t length);

/* The bytes of the net that is built in for a map, or NULL. */
const unsigned char *nets_bytes(const char *map_id, size_t *length);

#endif
