/*
 * bots/net_kernel_neon.c - the kernel for 64-bit ARM, 16 weights at a time.
 *
 * SPDX-License-Identifier: MIT
 */
#include "net_kernel.h"

#ifdef __aarch64__
#include <arm_neon.h>
#include <stddef.h>

enum { BYTES = 16 };

/* Add two rows at once: their two products fit 16 bits, since values are 127 at most.
 */
static inline void add_pair(int32x4_t sum[4], int8x16_t a, int8x16_t b,
                            int8x16_t times_a, int8x16_t times_b)
{
    int16x8_t low = vmull_s8(vget_low_s8(a), vget_low_s8(times_a));
    int16x8_t high = vmull_high_s8(a, times_a);
    low = vmlal_s8(low, vget_low_s8(b), vget_low_s8(times_b));
    high = vmlal_high_s8(high, b, times_b);
    sum[0] = vaddw_s16(sum[0], vget_low_s16(low));
    sum[1] = vaddw_high_s16(sum[1], low);
    sum[2] = vaddw_s16(sum[2], vget_low_s16(high));
    sum[3] = vaddw_high_s16(sum[3], high);
}

static void sparse(int32_t *sum, const int8_t *weights, const uint16_t *at,
                   const uint8_t *value, int n, int width)
{
    for (int j = 0; j < width; j += BYTES) {
        int32x4_t part[4];
        for (int k = 0; k < 4; k++)
            part[k] = vld1q_s32(sum + j + 4 * k);
        for (int i = 0; i < n; i += 2) {
            const int8_t *a = weights + (size_t)at[i] * (size_t)width + j;
            const int8_t *b = weights + (size_t)at[i + 1] * (size_t)width + j;
            add_pair(part, vld1q_s8(a), vld1q_s8(b), vdupq_n_s8((int8_t)value[i]),
                     vdupq_n_s8((int8_t)value[i + 1]));
        }
        for (int k = 0; k < 4; k++)
            vst1q_s32(sum + j + 4 * k, part[k]);
    }
}

/* Add products of bytes, four of them to each sum; `in` is not more than 127. */
static inline int32x4_t add_products(int32x4_t sum, int8x16_t in, int8x16_t weights)
{
    int16x8_t pairs = vmull_s8(vget_low_s8(in), vget_low_s8(weights));
    return vpadalq_s16(sum, vmlal_high_s8(pairs, in, weights));
}

static void dense(int32_t *sum, const int8_t *weights, const uint8_t *in, int inputs,
                  int outputs)
{
    for (int j = 0; j < outputs; j += 4) {
        const int8_t *row = weights + (size_t)j * (size_t)inputs;
        int32x4_t part[4];
        for (int k = 0; k < 4; k++)
            part[k] = vdupq_n_s32(0);
        for (int i = 0; i < inputs; i += BYTES) {
            int8x16_t x = vreinterpretq_s8_u8(vld1q_u8(in + i));
            for (int k = 0; k < 4; k++)
                part[k] = add_products(part[k], x,
                                       vld1q_s8(row + (size_t)k * (size_t)inputs + i));
        }
        for (int k = 0; k < 4; k++)
            sum[j + k] += vaddvq_s32(part[k]);
    }
}

static int32_t dot(const int8_t *weights, const uint8_t *in, int inputs)
{
    int32x4_t sum = vdupq_n_s32(0);
    for (int i = 0; i < inputs; i += BYTES) {
        int8x16_t w = vld1q_s8(weights + i);
        uint8x16_t x = vld1q_u8(in + i);
        int16x8_t low = vreinterpretq_s16_u16(vmovl_u8(vget_low_u8(x)));
        int16x8_t high = vreinterpretq_s16_u16(vmovl_high_u8(x));
        int16x8_t w_low = vmovl_s8(vget_low_s8(w)), w_high = vmovl_high_s8(w);
        sum = vmlal_s16(sum, vget_low_s16(low), vget_low_s16(w_low));
        sum = vmlal_high_s16(sum, low, w_low);
        sum = vmlal_s16(sum, vget_low_s16(high), vget_low_s16(w_high));
        sum = vmlal_high_s16(sum, high, w_high);
    }
    return vaddvq_s32(sum);
}

const struct linea_net_kernel linea_net_neon = {"neon", NET_NEEDS_NOTHING, sparse,
                                                dense, dot};
#endif
