/*
 * bots/net_kernel_wasm.c - the kernel for WebAssembly with SIMD, 16 weights at a time.
 *
 * SPDX-License-Identifier: MIT
 */
#include "net_kernel.h"

#ifdef __wasm_simd128__
#include <stddef.h>
#include <wasm_simd128.h>

enum { BYTES = 16 };

/* Add two rows at once: their two products fit 16 bits, since values are 127 at most.
 */
static inline void add_pair(v128_t sum[4], v128_t a, v128_t b, v128_t times_a,
                            v128_t times_b)
{
    v128_t low = wasm_i16x8_add(wasm_i16x8_extmul_low_i8x16(a, times_a),
                                wasm_i16x8_extmul_low_i8x16(b, times_b));
    v128_t high = wasm_i16x8_add(wasm_i16x8_extmul_high_i8x16(a, times_a),
                                 wasm_i16x8_extmul_high_i8x16(b, times_b));
    sum[0] = wasm_i32x4_add(sum[0], wasm_i32x4_extend_low_i16x8(low));
    sum[1] = wasm_i32x4_add(sum[1], wasm_i32x4_extend_high_i16x8(low));
    sum[2] = wasm_i32x4_add(sum[2], wasm_i32x4_extend_low_i16x8(high));
    sum[3] = wasm_i32x4_add(sum[3], wasm_i32x4_extend_high_i16x8(high));
}

static void sparse(int32_t *sum, const int8_t *weights, const uint16_t *at,
                   const uint8_t *value, int n, int width)
{
    for (int j = 0; j < width; j += BYTES) {
        v128_t part[4];
        for (int k = 0; k < 4; k++)
            part[k] = wasm_v128_load(sum + j + 4 * k);
        for (int i = 0; i < n; i += 2) {
            const int8_t *a = weights + (size_t)at[i] * (size_t)width + j;
            const int8_t *b = weights + (size_t)at[i + 1] * (size_t)width + j;
            add_pair(part, wasm_v128_load(a), wasm_v128_load(b),
                     wasm_i8x16_splat((int8_t)value[i]),
                     wasm_i8x16_splat((int8_t)value[i + 1]));
        }
        for (int k = 0; k < 4; k++)
            wasm_v128_store(sum + j + 4 * k, part[k]);
    }
}

static inline int32_t total(v128_t sum)
{
    return wasm_i32x4_extract_lane(sum, 0) + wasm_i32x4_extract_lane(sum, 1) +
           wasm_i32x4_extract_lane(sum, 2) + wasm_i32x4_extract_lane(sum, 3);
}

/* Add products of bytes, four of them to each sum; `in` is not more than 127. */
static inline v128_t add_products(v128_t sum, v128_t in, v128_t weights)
{
    v128_t pairs = wasm_i16x8_add(wasm_i16x8_extmul_low_i8x16(in, weights),
                                  wasm_i16x8_extmul_high_i8x16(in, weights));
    return wasm_i32x4_add(sum, wasm_i32x4_extadd_pairwise_i16x8(pairs));
}

static void dense(int32_t *sum, const int8_t *weights, const uint8_t *in, int inputs,
                  int outputs)
{
    for (int j = 0; j < outputs; j += 4) {
        const int8_t *row = weights + (size_t)j * (size_t)inputs;
        v128_t part[4];
        for (int k = 0; k < 4; k++)
            part[k] = wasm_i32x4_splat(0);
        for (int i = 0; i < inputs; i += BYTES) {
            v128_t x = wasm_v128_load(in + i);
            for (int k = 0; k < 4; k++)
                part[k] = add_products(
                    part[k], x, wasm_v128_load(row + (size_t)k * (size_t)inputs + i));
        }
        for (int k = 0; k < 4; k++)
            sum[j + k] += total(part[k]);
    }
}

static int32_t dot(const int8_t *weights, const uint8_t *in, int inputs)
{
    v128_t low = wasm_i32x4_splat(0), high = low;
    for (int i = 0; i < inputs; i += BYTES) {
        v128_t w = wasm_v128_load(weights + i), x = wasm_v128_load(in + i);
        low = wasm_i32x4_add(low, wasm_i32x4_dot_i16x8(wasm_i16x8_extend_low_i8x16(w),
                                                       wasm_u16x8_extend_low_u8x16(x)));
        high =
            wasm_i32x4_add(high, wasm_i32x4_dot_i16x8(wasm_i16x8_extend_high_i8x16(w),
                                                      wasm_u16x8_extend_high_u8x16(x)));
    }
    return total(wasm_i32x4_add(low, high));
}

const struct linea_net_kernel linea_net_wasm = {"wasm", NET_NEEDS_NOTHING, sparse,
                                                dense, dot};
#endif
