/*
 * linea/sha256.h - SHA-256 as in FIPS 180-4: the identity of a map, commitments of
 * fair.h.
 *
 * Our own, because it must also run where there is no library: a page checks a game in
 * WebAssembly. It hides nothing by its timing and need not: what it hashes is revealed.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef LINEA_SHA256_H
#define LINEA_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { LINEA_SHA256 = 32, LINEA_SHA256_BLOCK = 64 };

/* A hash being computed: begin it, add bytes in any number of pieces, end it. */
struct linea_sha256 {
    uint32_t state[8];
    uint64_t length; /* bytes added */
    uint8_t block[LINEA_SHA256_BLOCK];
};

void linea_sha256_begin(struct linea_sha256 *hash);

/* Begins with what the hash is for, a text that no other hash begins with. Its final
   NUL is hashed too: no text is then the beginning of another one's, so that no input
   of one hash can be an input of another. */
void linea_sha256_begin_for(struct linea_sha256 *hash, const char *purpose);
void linea_sha256_add(struct linea_sha256 *hash, const void *bytes, size_t length);
void linea_sha256_end(struct linea_sha256 *hash, uint8_t out[LINEA_SHA256]);

#endif
