/*
 * common/nets_kernel.c - which inner loops of a net this processor can run.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stddef.h>

#include "common/nets.h"
#include "net_kernel.h"

bool nets_can_run(const struct linea_net_kernel *kernel)
{
#ifdef __x86_64__
    switch (kernel->needs) {
    case NET_NEEDS_NOTHING:
        return true;
    case NET_NEEDS_SSE4:
        return __builtin_cpu_supports("sse4.1");
    case NET_NEEDS_AVX2:
        return __builtin_cpu_supports("avx2");
    case NET_NEEDS_VNNI:
        return __builtin_cpu_supports("avx512f") &&
               __builtin_cpu_supports("avx512bw") &&
               __builtin_cpu_supports("avx512vl") &&
               __builtin_cpu_supports("avx512vnni");
    }
    return false;
#else
    return kernel->needs == NET_NEEDS_NOTHING;
#endif
}

const struct linea_net_kernel *nets_kernel(void)
{
    const struct linea_net_kernel *kernel, *best = &linea_net_plain;
    for (int i = 0; (kernel = linea_net_kernel_at(i)); i++)
        if (nets_can_run(kernel))
            best = kernel;
    return best;
}
