/*
 * bots/net_think.c - what a net thinks of some features.
 *
 * The first layer has a column for each feature, of which most are 0: only the others
 * are added up. Two layers follow, the second beside a way around it, then heads that
 * are computed for what is asked alone: of hundreds of actions some twenty are legal.
 *
 * SPDX-License-Identifier: MIT
 */
#include "net_weights.h"

#include <assert.h>
#include <string.h>

#include "net_kernel.h"

static int32_t read_bias(const struct linea_net_layer *layer, int i)
{
    const uint8_t *at = layer->biases + 4 * (size_t)i;
    return (int32_t)(at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 |
                     (uint32_t)at[3] << 24);
}

/* Features that are not 0. */
struct active {
    int n;
    uint16_t at[LINEA_NET_INPUTS + NET_QUAD];
    uint8_t value[LINEA_NET_INPUTS + NET_QUAD];
};

static void add_active(struct active *a, const uint8_t *features, int from, int to)
{
    for (int i = from; i < to; i++) {
        assert(features[i] <= LINEA_NET_ACTIVE);
        a->at[a->n] = (uint16_t)i;
        a->value[a->n] = features[i];
        a->n += features[i] != 0;
    }
}

static void find_active(struct active *a, const uint8_t *features, int count)
{
    int i = 0;
    a->n = 0;
    for (uint64_t some; i + (int)sizeof some <= count; i += (int)sizeof some) {
        memcpy(&some, features + i, sizeof some);
        if (some)
            add_active(a, features, i, i + (int)sizeof some);
    }
    add_active(a, features, i, count);
    for (; a->n % NET_QUAD; a->n++) {
        a->at[a->n] = 0;
        a->value[a->n] = 0;
    }
}

static void begin_sums(int32_t *restrict sum, const struct linea_net_layer *layer)
{
    for (int i = 0; i < layer->outputs; i++)
        sum[i] = read_bias(layer, i);
}

/* Sums as activations: rounded, and cut off at both ends. */
static void activate(uint8_t *restrict out, const int32_t *restrict sum, int n,
                     int shift)
{
    const int32_t half = 1 << (shift - 1);
    for (int i = 0; i < n; i++) {
        int32_t x = sum[i] > -half ? (sum[i] + half) >> shift : 0;
        out[i] = (uint8_t)(x < LINEA_NET_ACTIVE ? x : LINEA_NET_ACTIVE);
    }
}

static void add(uint8_t *restrict out, const uint8_t *restrict more, int n)
{
    for (int i = 0; i < n; i++)
        out[i] = (uint8_t)(out[i] + more[i]);
}

void linea_net_think(const struct linea_net *net, struct linea_net_thought *out,
                     const uint8_t *features)
{
    const struct linea_net_layer *first = &net->layer[LINEA_NET_FIRST];
    const struct linea_net_layer *second = &net->layer[LINEA_NET_SECOND];
    const struct linea_net_layer *third = &net->layer[LINEA_NET_THIRD];
    int32_t sum[LINEA_NET_HIDDEN];
    uint8_t hidden[LINEA_NET_HIDDEN], more[LINEA_NET_THOUGHT];
    struct active active;
    find_active(&active, features, first->inputs);
    begin_sums(sum, first);
    net->kernel->sparse(sum, first->weights, active.at, active.value, active.n,
                        first->outputs);
    activate(hidden, sum, first->outputs, first->scale - LINEA_NET_ACTIVE_BITS);
    begin_sums(sum, second);
    net->kernel->dense(sum, second->weights, hidden, second->inputs, second->outputs);
    activate(out->h, sum, second->outputs, second->scale);
    begin_sums(sum, third);
    net->kernel->dense(sum, third->weights, out->h, third->inputs, third->outputs);
    activate(more, sum, third->outputs, third->scale);
    add(out->h, more, third->outputs);
}

static int32_t look(const struct linea_net *net,
                    const struct linea_net_thought *thought, enum linea_net_part head,
                    int output)
{
    const struct linea_net_layer *layer = &net->layer[head];
    assert(output >= 0 && output < layer->outputs);
    return read_bias(layer, output) +
           net->kernel->dot(layer->weights + (size_t)output * (size_t)layer->inputs,
                            thought->h, layer->inputs);
}

int32_t linea_net_logit(const struct linea_net *net,
                        const struct linea_net_thought *thought, int action)
{
    return look(net, thought, LINEA_NET_POLICY, action);
}

int32_t linea_net_bonus(const struct linea_net *net,
                        const struct linea_net_thought *thought)
{
    return look(net, thought, LINEA_NET_BONUS, 0);
}

int32_t linea_net_value(const struct linea_net *net,
                        const struct linea_net_thought *thought, int seat)
{
    return look(net, thought, LINEA_NET_VALUE, seat);
}
