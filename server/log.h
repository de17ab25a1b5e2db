/*
 * server/log.h - what the server did, one line each on standard error: key=value, for
 * people and for programs.
 *
 * Nothing that belongs to players is ever written: no token, name, chat, move or card,
 * and of an address only the network it is in.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_LOG_H
#define SERVER_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum log_level { LOG_ERROR, LOG_WARNING, LOG_INFO, LOG_DEBUG };

/* The level of that name; false if there is none. */
bool linea_log_level(enum log_level *out, const char *name);

/* Lines above this level are left out; at first those above LOG_INFO. */
void linea_log_limit(enum log_level level);

/* time=… level=… event=EVENT, then what the format says: "status=%d ms=%d". */
void linea_log(enum log_level level, const char *event, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Text from outside as a value: what could break a line becomes '?'. */
void linea_log_value(char *out, size_t size, const char *text, size_t length);

#endif
