/*
 * engine/sha256.c - SHA-256, with the names of FIPS 180-4.
 *
 * SPDX-License-Identifier: MIT
 */
#include "linea/sha256.h"

#include <string.h>

static uint32_t rotate(uint32_t x, int right)
{
    return x >> right | x << (32 - right);
}

static uint32_t load(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static void store(uint8_t *p, uint32_t x)
{
    for (int i = 0; i < 4; i++)
        p[i] = (uint8_t)(x >> (24 - 8 * i));
}

/* The message schedule of a block. */
static void expand(uint32_t w[64], const uint8_t block[LINEA_SHA256_BLOCK])
{
    for (int t = 0; t < 16; t++)
        w[t] = load(block + 4 * t);
    for (int t = 16; t < 64; t++) {
        uint32_t a = w[t - 15], b = w[t - 2];
        uint32_t sigma0 = rotate(a, 7) ^ rotate(a, 18) ^ a >> 3;
        uint32_t sigma1 = rotate(b, 17) ^ rotate(b, 19) ^ b >> 10;
        w[t] = sigma1 + w[t - 7] + sigma0 + w[t - 16];
    }
}

static void mix(uint32_t state[8], const uint8_t block[LINEA_SHA256_BLOCK])
{
    static const uint32_t k[64] = {
        0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
        0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
        0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
        0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
        0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
        0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
        0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
        0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
        0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
        0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
        0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};
    uint32_t w[64], v[8]; /* v: a to h */
    expand(w, block);
    memcpy(v, state, sizeof v);
    for (int t = 0; t < 64; t++) {
        uint32_t a = v[0], e = v[4];
        uint32_t sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
        uint32_t sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
        uint32_t choice = (e & v[5]) ^ (~e & v[6]);
        uint32_t majority = (a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]);
        uint32_t t1 = v[7] + sum1 + choice + k[t] + w[t];
        memmove(v + 1, v, 7 * sizeof v[0]);
        v[4] += t1;
        v[0] = t1 + sum0 + majority;
    }
    for (int i = 0; i < 8; i++)
        state[i] += v[i];
}

void linea_sha256_begin(struct linea_sha256 *hash)
{
    static const uint32_t start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    memset(hash, 0, sizeof *hash);
    memcpy(hash->state, start, sizeof start);
}

void linea_sha256_begin_for(struct linea_sha256 *hash, const char *purpose)
{
    linea_sha256_begin(hash);
    linea_sha256_add(hash, purpose, strlen(purpose) + 1);
}

void linea_sha256_add(struct linea_sha256 *hash, const void *bytes, size_t length)
{
    const uint8_t *at = bytes;
    while (length > 0) {
        size_t used = hash->length % LINEA_SHA256_BLOCK;
        size_t part = LINEA_SHA256_BLOCK - used;
        if (part > length)
            part = length;
        memcpy(hash->block + used, at, part);
        hash->length += part;
        at += part;
        length -= part;
        if (hash->length % LINEA_SHA256_BLOCK == 0)
            mix(hash->state, hash->block);
    }
}

void linea_sha256_end(struct linea_sha256 *hash, uint8_t out[LINEA_SHA256])
{
    static const uint8_t padding[LINEA_SHA256_BLOCK] = {0x80};
    uint64_t bits = hash->length * 8;
    uint8_t last[8];
    store(last, (uint32_t)(bits >> 32));
    store(last + 4, (uint32_t)bits);
    /* At least one byte, and up to eight short of a whole block. */
    linea_sha256_add(hash, padding, 1 + (119 - hash->length % 64) % 64);
    linea_sha256_add(hash, last, sizeof last);
    for (int i = 0; i < 8; i++)
        store(out + 4 * i, hash->state[i]);
}
