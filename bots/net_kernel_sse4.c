/*
 * bots/net_kernel_sse4.c - the kernel for SSE4.1, 16 weights at a time.
 *
 * SPDX-License-Identifier: MIT
 */
#include "net_kernel.h"

#ifdef __x86_64__
#include <immintrin.h>
#include <stddef.h>

#define SSE4 __attribute__((target("sse4.1")))

enum { BYTES = 16 };

SSE4 static __m128i load(const void *at)
{
    return _mm_loadu_si128(at);
}

/* Add products of bytes, four of them to each sum: `in` is not more than 127, so that
   two products fit 16 bits. */
SSE4 static __m128i add_products(__m128i sum, __m128i in, __m128i weights)
{
    __m128i pairs = _mm_maddubs_epi16(in, weights);
    return _mm_add_epi32(sum, _mm_madd_epi16(pairs, _mm_set1_epi16(1)));
}

/* Four rows at once, their bytes interleaved so that those of one sum lie together. */
SSE4 static void add_quad(__m128i sum[4], const int8_t *const row[NET_QUAD],
                          __m128i times)
{
    __m128i a = load(row[0]), b = load(row[1]), c = load(row[2]), d = load(row[3]);
    __m128i ab = _mm_unpacklo_epi8(a, b), cd = _mm_unpacklo_epi8(c, d);
    sum[0] = add_products(sum[0], times, _mm_unpacklo_epi16(ab, cd));
    sum[1] = add_products(sum[1], times, _mm_unpackhi_epi16(ab, cd));
    ab = _mm_unpackhi_epi8(a, b);
    cd = _mm_unpackhi_epi8(c, d);
    sum[2] = add_products(sum[2], times, _mm_unpacklo_epi16(ab, cd));
    sum[3] = add_products(sum[3], times, _mm_unpackhi_epi16(ab, cd));
}

static int four(const uint8_t *value)
{
    return (int)(value[0] | (uint32_t)value[1] << 8 | (uint32_t)value[2] << 16 |
                 (uint32_t)value[3] << 24);
}

SSE4 static void sparse(int32_t *sum, const int8_t *weights, const uint16_t *at,
                        const uint8_t *value, int n, int width)
{
    for (int j = 0; j < width; j += BYTES) {
        __m128i part[4];
        for (int k = 0; k < 4; k++)
            part[k] = load(sum + j + 4 * k);
        for (int i = 0; i < n; i += NET_QUAD) {
            const int8_t *row[NET_QUAD];
            for (int k = 0; k < NET_QUAD; k++)
                row[k] = weights + (size_t)at[i + k] * (size_t)width + j;
            add_quad(part, row, _mm_set1_epi32(four(value + i)));
        }
        for (int k = 0; k < 4; k++)
            _mm_storeu_si128((void *)(sum + j + 4 * k), part[k]);
    }
}

/* The sum of each of four vectors. */
SSE4 static __m128i sums(const __m128i part[4])
{
    return _mm_hadd_epi32(_mm_hadd_epi32(part[0], part[1]),
                          _mm_hadd_epi32(part[2], part[3]));
}

SSE4 static void dense(int32_t *sum, const int8_t *weights, const uint8_t *in,
                       int inputs, int outputs)
{
    for (int j = 0; j < outputs; j += 4) {
        const int8_t *row = weights + (size_t)j * (size_t)inputs;
        __m128i part[4];
        for (int k = 0; k < 4; k++)
            part[k] = _mm_setzero_si128();
        for (int i = 0; i < inputs; i += BYTES)
            for (int k = 0; k < 4; k++)
                part[k] = add_products(part[k], load(in + i),
                                       load(row + (size_t)k * (size_t)inputs + i));
        _mm_storeu_si128((void *)(sum + j), _mm_add_epi32(load(sum + j), sums(part)));
    }
}

SSE4 static int32_t dot(const int8_t *weights, const uint8_t *in, int inputs)
{
    __m128i low = _mm_setzero_si128(), high = low, zero = low;
    for (int i = 0; i < inputs; i += BYTES) {
        __m128i w = load(weights + i), x = load(in + i);
        __m128i w_high = _mm_cvtepi8_epi16(_mm_srli_si128(w, 8));
        low = _mm_add_epi32(low,
                            _mm_madd_epi16(_mm_cvtepi8_epi16(w), _mm_cvtepu8_epi16(x)));
        high = _mm_add_epi32(high, _mm_madd_epi16(w_high, _mm_unpackhi_epi8(x, zero)));
    }
    __m128i part[4] = {low, high, zero, zero}, all = sums(part);
    return _mm_cvtsi128_si32(all) + _mm_extract_epi32(all, 1);
}

const struct linea_net_kernel linea_net_sse4 = {"sse4", NET_NEEDS_SSE4, sparse, dense,
                                                dot};
#endif
