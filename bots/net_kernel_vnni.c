/*
 * bots/net_kernel_vnni.c - the kernel for AVX-512 with VNNI, 64 weights at a time.
 *
 * One instruction multiplies bytes and adds four products to each sum, without an upper
 * bound on the way.
 *
 * SPDX-License-Identifier: MIT
 */
#include "net_kernel.h"

#ifdef __x86_64__
#include <immintrin.h>
#include <stddef.h>
#include <string.h>

#define VNNI __attribute__((target("avx2,avx512f,avx512bw,avx512vl,avx512vnni")))

enum { BYTES = 64 };

VNNI static inline __m512i load(const void *at)
{
    return _mm512_loadu_si512(at);
}

/* Four rows at once, their bytes interleaved so that those of one sum lie together.
   Sums come in the order that this gives: in each quarter of a vector 16 rows on. */
VNNI static inline void add_quad(__m512i sum[4], const int8_t *const row[NET_QUAD],
                                 __m512i times)
{
    __m512i a = load(row[0]), b = load(row[1]), c = load(row[2]), d = load(row[3]);
    __m512i ab = _mm512_unpacklo_epi8(a, b), cd = _mm512_unpacklo_epi8(c, d);
    sum[0] = _mm512_dpbusd_epi32(sum[0], times, _mm512_unpacklo_epi16(ab, cd));
    sum[1] = _mm512_dpbusd_epi32(sum[1], times, _mm512_unpackhi_epi16(ab, cd));
    ab = _mm512_unpackhi_epi8(a, b);
    cd = _mm512_unpackhi_epi8(c, d);
    sum[2] = _mm512_dpbusd_epi32(sum[2], times, _mm512_unpacklo_epi16(ab, cd));
    sum[3] = _mm512_dpbusd_epi32(sum[3], times, _mm512_unpackhi_epi16(ab, cd));
}

/* Add sums in the order of add_quad() to those in memory. */
VNNI static inline void add_sums(int32_t *sum, const __m512i part[4])
{
    __m512i low = _mm512_shuffle_i32x4(part[0], part[1], 0x44);
    __m512i high = _mm512_shuffle_i32x4(part[0], part[1], 0xee);
    __m512i low2 = _mm512_shuffle_i32x4(part[2], part[3], 0x44);
    __m512i high2 = _mm512_shuffle_i32x4(part[2], part[3], 0xee);
    const __m512i row[4] = {_mm512_shuffle_i32x4(low, low2, 0x88),
                            _mm512_shuffle_i32x4(low, low2, 0xdd),
                            _mm512_shuffle_i32x4(high, high2, 0x88),
                            _mm512_shuffle_i32x4(high, high2, 0xdd)};
    for (int k = 0; k < 4; k++)
        _mm512_storeu_si512(sum + 16 * k, _mm512_add_epi32(load(sum + 16 * k), row[k]));
}

VNNI static void sparse(int32_t *sum, const int8_t *weights, const uint16_t *at,
                        const uint8_t *value, int n, int width)
{
    for (int j = 0; j < width; j += BYTES) {
        __m512i part[4];
        for (int k = 0; k < 4; k++)
            part[k] = _mm512_setzero_si512();
        for (int i = 0; i < n; i += NET_QUAD) {
            const int8_t *row[NET_QUAD];
            int32_t times;
            memcpy(&times, value + i, sizeof times);
            for (int k = 0; k < NET_QUAD; k++)
                row[k] = weights + (size_t)at[i + k] * (size_t)width + j;
            add_quad(part, row, _mm512_set1_epi32(times));
        }
        add_sums(sum + j, part);
    }
}

VNNI static void dense(int32_t *sum, const int8_t *weights, const uint8_t *in,
                       int inputs, int outputs)
{
    for (int j = 0; j < outputs; j += 4) {
        const int8_t *row = weights + (size_t)j * (size_t)inputs;
        __m512i part[4];
        for (int k = 0; k < 4; k++)
            part[k] = _mm512_setzero_si512();
        for (int i = 0; i < inputs; i += BYTES) {
            __m512i x = load(in + i);
            for (int k = 0; k < 4; k++)
                part[k] = _mm512_dpbusd_epi32(
                    part[k], x, load(row + (size_t)k * (size_t)inputs + i));
        }
        for (int k = 0; k < 4; k++)
            sum[j + k] += _mm512_reduce_add_epi32(part[k]);
    }
}

VNNI static int32_t dot(const int8_t *weights, const uint8_t *in, int inputs)
{
    __m512i sum = _mm512_setzero_si512();
    for (int i = 0; i < inputs; i += BYTES)
        sum = _mm512_dpbusd_epi32(sum, load(in + i), load(weights + i));
    return _mm512_reduce_add_epi32(sum);
}

const struct linea_net_kernel linea_net_vnni = {"vnni", NET_NEEDS_VNNI, sparse, dense,
                                                dot};
#endif
