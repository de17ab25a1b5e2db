/*
 * server/added.h - maps that a server has beside the embedded ones: files that are
 * named when it is started.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_ADDED_H
#define SERVER_ADDED_H

#include <stdbool.h>

/* Read some files, a list with commas, and serve them to pages: /maps.json lists their
   ids, /maps/ID.json is a map. False after a message. */
bool linea_added_maps(const char *files);

#endif
