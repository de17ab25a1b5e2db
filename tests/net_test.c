/*
 * tests/net_test.c - nets: their file and what is refused, and that every kernel gives
 * the same bits as arithmetic done the plain way.
 *
 * SPDX-License-Identifier: MIT
 */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "common/nets.h"
#include "linea/rng.h"
#include "net_kernel.h"
#include "net_weights.h"
#include "random_net.h"

enum { FEATURES = 203, ACTIONS = 77, SEATS = 5, HIDDEN = 128, THOUGHT = 64 };

static const struct net_header usual = {
    .features_version = 1,
    .map_hash = {1, 2, 3},
    .features = FEATURES,
    .actions = ACTIONS,
    .seats = SEATS,
    .hidden = HIDDEN,
    .thought = THOUGHT,
    .scale = {7, 8, 8, 8, 8},
};

/* A net in memory of exactly its length, so that sanitizers see what is read beyond. */
struct made {
    uint8_t *bytes;
    size_t length;
    struct linea_net net;
};

static void make(struct made *out, const struct net_header *header, uint64_t number)
{
    struct linea_error error;
    out->length = net_length(header);
    out->bytes = malloc(out->length);
    assert_non_null(out->bytes);
    net_write(out->bytes, header, number);
    CHECK(linea_net_read(&out->net, &error, out->bytes, out->length));
}

static void random_features(uint8_t *out, int n, struct linea_rng *rng)
{
    for (int i = 0; i < n; i++) {
        int kind = linea_rng_below(rng, 8);
        out[i] = (uint8_t)(kind == 0 ? linea_rng_below(rng, 128) : kind == 1);
    }
}

/* What a layer of the file says, read in another way than net.c does. */
static int64_t weigh(const struct linea_net_layer *layer, bool by_input,
                     const int64_t *in, int output)
{
    const uint8_t *b = layer->biases + 4 * output;
    int64_t sum = (int32_t)((uint32_t)b[3] << 24 | (uint32_t)b[2] << 16 |
                            (uint32_t)b[1] << 8 | b[0]);
    for (int i = 0; i < layer->inputs; i++)
        sum += in[i] * layer->weights[by_input ? i * layer->outputs + output
                                               : output * layer->inputs + i];
    return sum;
}

static int64_t activation(int64_t sum, int shift)
{
    int64_t x = sum + (1 << (shift - 1));
    return x < 0 ? 0 : x >> shift > 127 ? 127 : x >> shift;
}

/* All that a net says of some features, the plain way. */
struct answer {
    int64_t logit[ACTIONS], bonus, value[SEATS + 1];
};

static void answer_plainly(struct answer *out, const struct linea_net *net,
                           const uint8_t *features)
{
    const struct linea_net_layer *l = net->layer;
    int64_t x[LINEA_NET_INPUTS], y1[HIDDEN], y2[THOUGHT], h[THOUGHT];
    for (int i = 0; i < l[0].inputs; i++)
        x[i] = features[i];
    for (int i = 0; i < HIDDEN; i++)
        y1[i] = activation(weigh(&l[0], true, x, i), l[0].scale - 6);
    for (int i = 0; i < THOUGHT; i++)
        y2[i] = activation(weigh(&l[1], false, y1, i), l[1].scale);
    for (int i = 0; i < THOUGHT; i++)
        h[i] = y2[i] + activation(weigh(&l[2], false, y2, i), l[2].scale);
    for (int i = 0; i < ACTIONS; i++)
        out->logit[i] = weigh(&l[LINEA_NET_POLICY], false, h, i);
    out->bonus = weigh(&l[LINEA_NET_BONUS], false, h, 0);
    for (int i = 0; i <= SEATS; i++)
        out->value[i] = weigh(&l[LINEA_NET_VALUE], false, h, i);
}

static void answer_by_net(struct answer *out, const struct linea_net *net,
                          const uint8_t *features)
{
    struct linea_net_thought thought;
    linea_net_think(net, &thought, features);
    for (int i = 0; i < ACTIONS; i++)
        out->logit[i] = linea_net_logit(net, &thought, i);
    out->bonus = linea_net_bonus(net, &thought);
    for (int i = 0; i <= SEATS; i++)
        out->value[i] = linea_net_value(net, &thought, i);
}

/* Compare every kernel that this machine can run with the plain way. */
static void check_kernels(struct linea_net *net, const uint8_t *features)
{
    struct answer plain, other;
    answer_plainly(&plain, net, features);
    const struct linea_net_kernel *kernel;
    for (int k = 0; (kernel = linea_net_kernel_at(k)); k++) {
        if (!nets_can_run(kernel))
            continue;
        net->kernel = kernel;
        memset(&other, 0, sizeof other);
        answer_by_net(&other, net, features);
        assert_memory_equal(&plain, &other, sizeof plain);
    }
}

TEST(every_kernel_gives_the_bits_of_the_plain_way)
{
    struct linea_rng rng = {1};
    uint8_t features[LINEA_NET_INPUTS];
    for (uint64_t i = 0; i < 12; i++) {
        struct net_header header = usual;
        struct made made;
        header.features = FEATURES + (uint32_t)i * 7;
        make(&made, &header, i);
        for (int k = 0; k < 12; k++) {
            random_features(features, (int)header.features, &rng);
            check_kernels(&made.net, features);
        }
        free(made.bytes);
    }
}

TEST(nothing_overflows_where_everything_is_as_large_as_it_can_be)
{
    static const int8_t extremes[] = {-128, 127};
    uint8_t features[LINEA_NET_INPUTS];
    memset(features, 127, sizeof features);
    for (int e = 0; e < 4; e++) {
        struct net_header header = usual;
        struct made made;
        header.features = LINEA_NET_INPUTS;
        make(&made, &header, 1);
        for (int i = 0; i < LINEA_NET_LAYERS; i++) {
            const struct linea_net_layer *layer = &made.net.layer[i];
            memset(made.bytes + ((const uint8_t *)layer->weights - made.bytes),
                   extremes[i ? e >> 1 : e & 1],
                   (size_t)layer->inputs * (size_t)layer->outputs);
        }
        check_kernels(&made.net, features);
        free(made.bytes);
    }
}

TEST(no_feature_at_all_leaves_the_biases)
{
    uint8_t features[LINEA_NET_INPUTS] = {0};
    struct made made;
    make(&made, &usual, 3);
    check_kernels(&made.net, features);
    free(made.bytes);
}

static bool refused(const uint8_t *bytes, size_t length, const char *message)
{
    struct linea_net net;
    struct linea_error error = {0};
    bool read = linea_net_read(&net, &error, bytes, length);
    if (!read)
        CHECK_TEXT(error.message, message);
    return !read;
}

/* Change a number of the header, with a checksum that is right. */
static bool refused_with(int at, uint32_t number, const char *message)
{
    struct made made;
    make(&made, &usual, 1);
    for (int i = 0; i < 4; i++)
        made.bytes[at + i] = (uint8_t)(number >> 8 * i);
    net_seal(made.bytes, made.length);
    bool was = refused(made.bytes, made.length, message);
    free(made.bytes);
    return was;
}

TEST(a_file_that_is_cut_anywhere_is_refused)
{
    struct made made;
    struct linea_net net;
    make(&made, &usual, 1);
    for (size_t n = 0; n < made.length; n += n < 200 ? 1 : 97) {
        uint8_t *part = malloc(n ? n : 1);
        memcpy(part, made.bytes, n);
        CHECK(!linea_net_read(&net, NULL, part, n));
        free(part);
    }
    CHECK(refused(made.bytes, 7, "this is not the file of a net"));
    CHECK(refused(made.bytes, 127, "the net is cut: it has no whole header"));
    free(made.bytes);
}

TEST(a_changed_byte_is_found_wherever_it_is)
{
    struct made made;
    struct linea_net net;
    make(&made, &usual, 1);
    for (size_t n = 0; n < made.length; n += n < 200 ? 1 : 61) {
        made.bytes[n] ^= 4;
        CHECK(!linea_net_read(&net, NULL, made.bytes, made.length));
        made.bytes[n] ^= 4;
    }
    made.bytes[made.length - 65] ^= 1;
    CHECK(refused(made.bytes, made.length,
                  "the net is damaged: its checksum is another"));
    free(made.bytes);
}

TEST(other_versions_orders_and_absurd_numbers_are_refused_with_a_sentence)
{
    CHECK(refused_with(0, 0x41414141, "this is not the file of a net"));
    CHECK(refused_with(8, 0x04030201, "the net is written in another order of bytes"));
    CHECK(refused_with(8, 5, "the net is damaged: no order of bytes has such a mark"));
    CHECK(refused_with(12, 2, "the net is of another format than version 1"));
    CHECK(refused_with(16, 5, "the net is absurd: its layers do not fill its length"));
    CHECK(refused_with(56, 4353, "the net is absurd: its features must be 1 to 4352"));
    CHECK(refused_with(56, 0, "the net is absurd: its features must be 1 to 4352"));
    CHECK(refused_with(56, 0xffffffff,
                       "the net is absurd: its features must be 1 to 4352"));
    CHECK(refused_with(60, 13953, "the net is absurd: its actions must be 1 to 13952"));
    CHECK(refused_with(64, 6, "the net is absurd: its seats must be 2 to 5"));
    CHECK(refused_with(68, 65,
                       "the net is absurd: its first layer must be 64 to 1024 by "
                       "steps of 64"));
    CHECK(refused_with(72, 576,
                       "the net is absurd: its other layers must be 64 to 512 by "
                       "steps of 64"));
    CHECK(refused_with(76, 6, "the net is absurd: a scale must be 7 to 12"));
    CHECK(refused_with(76, 0x08080d07, "the net is absurd: a scale must be 1 to 12"));
}

TEST(a_bias_too_large_or_bytes_in_a_gap_are_refused)
{
    static const char message[] =
        "the net is absurd: it has a bias too large or bytes between its layers";
    struct made made;
    make(&made, &usual, 1);
    uint8_t *bias = made.bytes + (made.net.layer[LINEA_NET_THIRD].biases - made.bytes);
    memcpy(bias, (uint8_t[]){0, 0, 0, 0x10}, 4); /* just the greatest */
    net_seal(made.bytes, made.length);
    CHECK(linea_net_read(&made.net, NULL, made.bytes, made.length));
    bias[0] = 1;
    net_seal(made.bytes, made.length);
    CHECK(refused(made.bytes, made.length, message));
    memcpy(bias, (uint8_t[]){0, 0, 0, 0}, 4);
    made.bytes[90] = 1;
    net_seal(made.bytes, made.length);
    CHECK(refused(made.bytes, made.length, message));
    made.bytes[90] = 0;
    made.bytes[made.length - 1] = 1;
    net_seal(made.bytes, made.length);
    CHECK(refused(made.bytes, made.length, message));
    free(made.bytes);
}

TEST(a_file_of_4_MiB_is_the_largest)
{
    struct net_header header = usual;
    struct made made;
    header.actions = LINEA_ACTIONS;
    header.thought = 256;
    header.hidden = 128;
    header.features = 4352;
    CHECK(net_length(&header) > LINEA_NET_FILE);
    uint8_t *bytes = malloc(net_length(&header));
    net_write(bytes, &header, 1);
    CHECK(refused(bytes, net_length(&header),
                  "the net is absurd: its layers do not fill its length"));
    free(bytes);
    header.actions = 13000;
    make(&made, &header, 1);
    free(made.bytes);
}
