/*
 * server/sha1.h - SHA-1, which the handshake of a WebSocket asks for. It protects
 * nothing there, and is used for nothing else.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_SHA1_H
#define SERVER_SHA1_H

#include <stddef.h>
#include <stdint.h>

enum { SHA1_BYTES = 20, SHA1_LONGEST = 119 };

/* Of at most SHA1_LONGEST bytes. */
void linea_sha1(uint8_t out[SHA1_BYTES], const void *data, size_t length);

#endif
