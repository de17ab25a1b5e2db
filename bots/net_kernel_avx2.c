/*
 * bots/net_kernel_avx2.c - the kernel for AVX2, 32 weights at a time.
 *
 * SPDX-License-Identifier: MIT
 */
#include "net_kernel.h"

#ifdef __x86_64__
#include <immintrin.h>
#include <stddef.h>
#include <string.h>

#define AVX2 __attribute__((target("avx2")))

enum { BYTES = 32 };

AVX2 static inline __m256i load(const void *at)
{
    return _mm256_loadu_si256(at);
}

AVX2 static inline void store(int32_t *at, __m256i sums)
{
    _mm256_storeu_si256((void *)at, sums);
}

/* Add products of bytes, four of them to each sum: `in` is not more than 127, so that
   two products fit 16 bits. */
AVX2 static inline __m256i add_products(__m256i sum, __m256i in, __m256i weights)
{
    __m256i pairs = _mm256_maddubs_epi16(in, weights);
    return _mm256_add_epi32(sum, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
}

/* Four rows at once, their bytes interleaved so that those of one sum lie together.
   Sums come in the order that this gives: in each half of a vector 16 rows on. */
AVX2 static inline void add_quad(__m256i sum[4], const int8_t *const row[NET_QUAD],
                                 __m256i times)
{
    __m256i a = load(row[0]), b = load(row[1]), c = load(row[2]), d = load(row[3]);
    __m256i ab = _mm256_unpacklo_epi8(a, b), cd = _mm256_unpacklo_epi8(c, d);
    sum[0] = add_products(sum[0], times, _mm256_unpacklo_epi16(ab, cd));
    sum[1] = add_products(sum[1], times, _mm256_unpackhi_epi16(ab, cd));
    ab = _mm256_unpackhi_epi8(a, b);
    cd = _mm256_unpackhi_epi8(c, d);
    sum[2] = add_products(sum[2], times, _mm256_unpacklo_epi16(ab, cd));
    sum[3] = add_products(sum[3], times, _mm256_unpackhi_epi16(ab, cd));
}

AVX2 static inline void add_sums(int32_t *at, __m256i more)
{
    store(at, _mm256_add_epi32(load(at), more));
}

AVX2 static void sparse(int32_t *sum, const int8_t *weights, const uint16_t *at,
                        const uint8_t *value, int n, int width)
{
    for (int j = 0; j < width; j += BYTES) {
        __m256i part[4];
        for (int k = 0; k < 4; k++)
            part[k] = _mm256_setzero_si256();
        for (int i = 0; i < n; i += NET_QUAD) {
            const int8_t *row[NET_QUAD];
            int32_t times;
            memcpy(&times, value + i, sizeof times);
            for (int k = 0; k < NET_QUAD; k++)
                row[k] = weights + (size_t)at[i + k] * (size_t)width + j;
            add_quad(part, row, _mm256_set1_epi32(times));
        }
        add_sums(sum + j, _mm256_permute2x128_si256(part[0], part[1], 0x20));
        add_sums(sum + j + 8, _mm256_permute2x128_si256(part[2], part[3], 0x20));
        add_sums(sum + j + 16, _mm256_permute2x128_si256(part[0], part[1], 0x31));
        add_sums(sum + j + 24, _mm256_permute2x128_si256(part[2], part[3], 0x31));
    }
}

/* The sum of each of four vectors. */
AVX2 static inline __m128i sums(const __m256i part[4])
{
    __m256i four = _mm256_hadd_epi32(_mm256_hadd_epi32(part[0], part[1]),
                                     _mm256_hadd_epi32(part[2], part[3]));
    return _mm_add_epi32(_mm256_castsi256_si128(four),
                         _mm256_extracti128_si256(four, 1));
}

AVX2 static void dense(int32_t *sum, const int8_t *weights, const uint8_t *in,
                       int inputs, int outputs)
{
    for (int j = 0; j < outputs; j += 4) {
        const int8_t *row = weights + (size_t)j * (size_t)inputs;
        __m256i part[4];
        for (int k = 0; k < 4; k++)
            part[k] = _mm256_setzero_si256();
        for (int i = 0; i < inputs; i += BYTES) {
            __m256i x = load(in + i);
            for (int k = 0; k < 4; k++)
                part[k] = add_products(part[k], x,
                                       load(row + (size_t)k * (size_t)inputs + i));
        }
        __m128i before = _mm_loadu_si128((const void *)(sum + j));
        _mm_storeu_si128((void *)(sum + j), _mm_add_epi32(before, sums(part)));
    }
}

AVX2 static int32_t dot(const int8_t *weights, const uint8_t *in, int inputs)
{
    __m256i part[4];
    for (int k = 0; k < 4; k++)
        part[k] = _mm256_setzero_si256();
    for (int i = 0; i < inputs; i += 64)
        for (int k = 0; k < 4; k++) {
            const int8_t *w = weights + i + 16 * k;
            const uint8_t *x = in + i + 16 * k;
            __m256i wide = _mm256_cvtepi8_epi16(_mm_loadu_si128((const void *)w));
            __m256i times = _mm256_cvtepu8_epi16(_mm_loadu_si128((const void *)x));
            part[k] = _mm256_add_epi32(part[k], _mm256_madd_epi16(wide, times));
        }
    __m128i four = sums(part);
    four = _mm_hadd_epi32(four, four);
    return _mm_cvtsi128_si32(_mm_hadd_epi32(four, four));
}

const struct linea_net_kernel linea_net_avx2 = {"avx2", NET_NEEDS_AVX2, sparse, dense,
                                                dot};
#endif
