/*
 * tests/fuzz/fuzz_net.c - any bytes as the file of a net. Reading must not fall over
 * and must say why it refuses; what it accepts can think, with every kernel the same.
 *
 * The checksum would stop nearly every input, so it is put right: its own refusal is
 * asked for once, before.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "common/nets.h"
#include "fuzz.h"
#include "net_kernel.h"
#include "net_weights.h"
#include "random_net.h"

static void require_same(struct linea_net *net, const uint8_t *features)
{
    struct linea_net_thought plain, other;
    const struct linea_net_kernel *kernel;
    net->kernel = &linea_net_plain;
    linea_net_think(net, &plain, features);
    int32_t logit = linea_net_logit(net, &plain, 0),
            bonus = linea_net_bonus(net, &plain);
    int32_t margin = linea_net_value(net, &plain, net->seats);
    for (int i = 1; (kernel = linea_net_kernel_at(i)); i++) {
        if (!nets_can_run(kernel))
            continue;
        net->kernel = kernel;
        linea_net_think(net, &other, features);
        int used = net->layer[LINEA_NET_POLICY].inputs;
        require(memcmp(plain.h, other.h, (size_t)used) == 0, "kernels think the same");
        require(linea_net_logit(net, &other, 0) == logit &&
                    linea_net_bonus(net, &other) == bonus &&
                    linea_net_value(net, &other, net->seats) == margin,
                "kernels say the same");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct linea_net net;
    struct linea_error error = {0};
    uint8_t features[LINEA_NET_INPUTS];
    bool read = linea_net_read(&net, &error, data, size);
    require(read || error.message[0], "a refusal says why");
    if (size < LINEA_NET_HEADER)
        return 0;
    uint8_t *bytes = malloc(size);
    require(bytes != NULL, "memory");
    memcpy(bytes, data, size);
    net_seal(bytes, size);
    if (linea_net_read(&net, &error, bytes, size)) {
        for (int i = 0; i < LINEA_NET_INPUTS; i++)
            features[i] = data[(size_t)i % size] & LINEA_NET_ACTIVE;
        require_same(&net, features);
    }
    free(bytes);
    return 0;
}
