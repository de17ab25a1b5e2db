/*
 * bots/net_kernel.c - the list of kernels, and the plain one that all others must
 * equal.
 *
 * SPDX-License-Identifier: MIT
 */
#include "net_kernel.h"

#include <stddef.h>

static const struct linea_net_kernel *const kernels[] = {
    &linea_net_plain,
#ifdef __x86_64__
    &linea_net_sse4,  &linea_net_avx2, &linea_net_vnni,
#endif
#ifdef __aarch64__
    &linea_net_neon,
#endif
#ifdef __wasm_simd128__
    &linea_net_wasm,
#endif
};

const struct linea_net_kernel *linea_net_kernel_at(int i)
{
    return i >= 0 && i < (int)(sizeof kernels / sizeof kernels[0]) ? kernels[i] : NULL;
}

/* A function of its own with `restrict`, or compilers add one number at a time. */
static void add_row(int32_t *restrict sum, const int8_t *restrict weights, int times,
                    int width)
{
    for (int j = 0; j < width; j++)
        sum[j] += times * weights[j];
}

static void sparse(int32_t *sum, const int8_t *weights, const uint16_t *at,
                   const uint8_t *value, int n, int width)
{
    for (int i = 0; i < n; i++)
        if (value[i])
            add_row(sum, weights + (size_t)at[i] * (size_t)width, value[i], width);
}

static int32_t dot(const int8_t *restrict weights, const uint8_t *restrict in,
                   int inputs)
{
    int32_t sum = 0;
    for (int i = 0; i < inputs; i++)
        sum += weights[i] * in[i];
    return sum;
}

static void dense(int32_t *sum, const int8_t *weights, const uint8_t *in, int inputs,
                  int outputs)
{
    for (int j = 0; j < outputs; j++)
        sum[j] += dot(weights + (size_t)j * (size_t)inputs, in, inputs);
}

const struct linea_net_kernel linea_net_plain = {"plain", NET_NEEDS_NOTHING, sparse,
                                                 dense, dot};
