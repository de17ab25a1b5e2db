/*
 * bots/net_kernel.h - the inner loops of a net, once for each kind of processor.
 *
 * All of them give the same bits: sums of products of integers that never overflow. Who
 * runs a net chooses one that its processor knows (common/nets.c); nothing here asks.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef NET_KERNEL_H
#define NET_KERNEL_H

#include <stdint.h>

enum { NET_QUAD = 4 }; /* features are added so many at a time */

/* What a processor must know for a kernel. */
enum net_needs { NET_NEEDS_NOTHING, NET_NEEDS_SSE4, NET_NEEDS_AVX2, NET_NEEDS_VNNI };

struct linea_net_kernel {
    const char *name;
    enum net_needs needs;

    /* sum[j] += value[i] * weights[at[i]][j] for n features, a multiple of NET_QUAD,
       and all of the width, a multiple of 64. Values are 0 to 127. */
    void (*sparse)(int32_t *sum, const int8_t *weights, const uint16_t *at,
                   const uint8_t *value, int n, int width);

    /* sum[j] += in[i] * weights[j][i], both numbers multiples of 64. Inputs are 0 to
       127. */
    void (*dense)(int32_t *sum, const int8_t *weights, const uint8_t *in, int inputs,
                  int outputs);

    /* The sum of in[i] * weights[i], of a multiple of 64. Inputs are 0 to 254. */
    int32_t (*dot)(const int8_t *weights, const uint8_t *in, int inputs);
};

/* The kernels that were compiled, the quickest last; NULL past it. */
const struct linea_net_kernel *linea_net_kernel_at(int i);

extern const struct linea_net_kernel linea_net_plain, linea_net_sse4, linea_net_avx2,
    linea_net_vnni, linea_net_neon, linea_net_wasm;

#endif
