/*
 * bots/net_file.c - reading the file of a net, which may be anybody's.
 *
 * A header of 128 bytes and twelve tensors, each from a multiple of 64 on; docs/net.md
 * says what stands where. Nothing is copied. What a net relies on while it thinks is
 * checked here, once: sizes, scales, and biases that no sum overflows with.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "linea/sha256.h"
#include "net_kernel.h"
#include "net_weights.h"

/* Where things stand in the header. */
enum {
    AT_ORDER = 8,
    AT_FORMAT = 12,
    AT_LENGTH = 16,
    AT_FEATURES = 20,
    AT_MAP = 24,
    AT_SIZES = 56,
    AT_SCALES = 76,
    AT_ZEROS = 81,
    AT_CHECKSUM = 96,
};

static const char magic[8] = {'L', 'I', 'N', 'E', 'A', 'N', 'E', 'T'};

static const uint32_t order = 0x01020304, other_order = 0x04030201;

static uint32_t read_u32(const uint8_t *at)
{
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

/* The numbers that a header gives. */
struct sizes {
    uint32_t features, actions, seats, hidden, thought;
};

static bool in_range(struct linea_error *error, const char *what, uint32_t n, int low,
                     int high, int step)
{
    if (n >= (uint32_t)low && n <= (uint32_t)high && n % (uint32_t)step == 0)
        return true;
    return linea_explain(error, LINEA_SYNTAX,
                         step > 1
                             ? "the net is absurd: %s must be %d to %d by steps of %d"
                             : "the net is absurd: %s must be %d to %d",
                         what, low, high, step);
}

static bool check_sizes(struct linea_error *error, const struct sizes *s)
{
    return in_range(error, "its features", s->features, 1, LINEA_NET_INPUTS, 1) &&
           in_range(error, "its actions", s->actions, 1, LINEA_ACTIONS, 1) &&
           in_range(error, "its seats", s->seats, 2, LINEA_SEATS, 1) &&
           in_range(error, "its first layer", s->hidden, LINEA_NET_WIDTH,
                    LINEA_NET_HIDDEN, LINEA_NET_WIDTH) &&
           in_range(error, "its other layers", s->thought, LINEA_NET_WIDTH,
                    LINEA_NET_THOUGHT, LINEA_NET_WIDTH);
}

/* Weights of the first layer may not have fewer bits than an activation has behind its
   point, since its sums are shifted by the difference. */
static bool check_scales(struct linea_error *error, const uint8_t scale[5])
{
    for (int i = 0; i < 5; i++)
        if (!in_range(error, "a scale", scale[i], i ? 1 : LINEA_NET_ACTIVE_BITS + 1,
                      LINEA_NET_SCALE, 1))
            return false;
    return true;
}

static uint64_t round_up(uint64_t n)
{
    return (n + LINEA_NET_WIDTH - 1) / LINEA_NET_WIDTH * LINEA_NET_WIDTH;
}

/* What is between two tensors is zeros. */
static bool zeros(const uint8_t *bytes, uint64_t from, uint64_t to)
{
    while (from < to && !bytes[from])
        from++;
    return from == to;
}

/* Say where the layers are; returns where the file must end. */
static uint64_t place(struct linea_net *out, const uint8_t *bytes,
                      const struct sizes *s, const uint8_t scale[5])
{
    const int f = (int)s->features, h = (int)s->hidden, t = (int)s->thought;
    const struct linea_net_layer layers[LINEA_NET_LAYERS] = {
        [LINEA_NET_FIRST] = {.inputs = f, .outputs = h, .scale = scale[0]},
        [LINEA_NET_SECOND] = {.inputs = h, .outputs = t, .scale = scale[1]},
        [LINEA_NET_THIRD] = {.inputs = t, .outputs = t, .scale = scale[2]},
        [LINEA_NET_POLICY] = {.inputs = t,
                              .outputs = (int)s->actions,
                              .scale = scale[3]},
        [LINEA_NET_BONUS] = {.inputs = t, .outputs = 1, .scale = scale[3]},
        [LINEA_NET_VALUE] = {.inputs = t,
                             .outputs = (int)s->seats + 1,
                             .scale = scale[4]},
    };
    uint64_t at = LINEA_NET_HEADER;
    for (int i = 0; i < LINEA_NET_LAYERS; i++) {
        struct linea_net_layer *layer = &out->layer[i];
        *layer = layers[i];
        layer->weights = (const int8_t *)bytes + at;
        at = round_up(at + (uint64_t)layer->inputs * (uint64_t)layer->outputs);
        layer->biases = bytes + at;
        at = round_up(at + 4 * (uint64_t)layer->outputs);
    }
    return at;
}

static bool check_gaps(const struct linea_net *net, const uint8_t *bytes)
{
    for (int i = 0; i < LINEA_NET_LAYERS; i++) {
        const struct linea_net_layer *layer = &net->layer[i];
        uint64_t weights = (uint64_t)((const uint8_t *)layer->weights - bytes) +
                           (uint64_t)layer->inputs * (uint64_t)layer->outputs;
        uint64_t biases =
            (uint64_t)(layer->biases - bytes) + 4 * (uint64_t)layer->outputs;
        if (!zeros(bytes, weights, round_up(weights)) ||
            !zeros(bytes, biases, round_up(biases)))
            return false;
    }
    return zeros(bytes, AT_ZEROS, AT_CHECKSUM);
}

static bool check_biases(const struct linea_net *net)
{
    for (int i = 0; i < LINEA_NET_LAYERS; i++)
        for (int j = 0; j < net->layer[i].outputs; j++)
            if (read_u32(net->layer[i].biases + 4 * (size_t)j) + LINEA_NET_BIAS >
                2 * (uint32_t)LINEA_NET_BIAS)
                return false;
    return true;
}

static bool check_sum(const uint8_t *bytes, size_t length)
{
    struct linea_sha256 hash;
    uint8_t sum[LINEA_SHA256];
    linea_sha256_begin(&hash);
    linea_sha256_add(&hash, bytes, AT_CHECKSUM);
    linea_sha256_add(&hash, bytes + LINEA_NET_HEADER, length - LINEA_NET_HEADER);
    linea_sha256_end(&hash, sum);
    return memcmp(sum, bytes + AT_CHECKSUM, sizeof sum) == 0;
}

static bool check_header(struct linea_error *error, const uint8_t *bytes, size_t length)
{
    if (length < sizeof magic || memcmp(bytes, magic, sizeof magic) != 0)
        return linea_explain(error, LINEA_SYNTAX, "this is not the file of a net");
    if (length < LINEA_NET_HEADER)
        return linea_explain(error, LINEA_SYNTAX,
                             "the net is cut: it has no whole header");
    if (read_u32(bytes + AT_ORDER) == other_order)
        return linea_explain(error, LINEA_SYNTAX,
                             "the net is written in another order of bytes");
    if (read_u32(bytes + AT_ORDER) != order)
        return linea_explain(error, LINEA_SYNTAX,
                             "the net is damaged: no order of bytes has such a mark");
    if (read_u32(bytes + AT_FORMAT) != LINEA_NET_FORMAT)
        return linea_explain(error, LINEA_SYNTAX,
                             "the net is of another format than version %d",
                             LINEA_NET_FORMAT);
    return true;
}

bool linea_net_read(struct linea_net *out, struct linea_error *error,
                    const uint8_t *bytes, size_t length)
{
    if (!check_header(error, bytes, length))
        return false;
    const uint8_t *at = bytes + AT_SIZES, *scale = bytes + AT_SCALES;
    const struct sizes s = {.features = read_u32(at),
                            .actions = read_u32(at + 4),
                            .seats = read_u32(at + 8),
                            .hidden = read_u32(at + 12),
                            .thought = read_u32(at + 16)};
    if (!check_sizes(error, &s) || !check_scales(error, scale))
        return false;
    uint64_t end = place(out, bytes, &s, scale);
    if (end > LINEA_NET_FILE || read_u32(bytes + AT_LENGTH) != end)
        return linea_explain(error, LINEA_SYNTAX,
                             "the net is absurd: its layers do not fill its length");
    if (length != end)
        return linea_explain(error, LINEA_SYNTAX,
                             length < end ? "the net is cut: %d of %d bytes are there"
                                          : "the net has %d bytes in place of %d",
                             (int)(length < INT32_MAX ? length : INT32_MAX), (int)end);
    if (!check_sum(bytes, length))
        return linea_explain(error, LINEA_SYNTAX,
                             "the net is damaged: its checksum is another");
    if (!check_gaps(out, bytes) || !check_biases(out))
        return linea_explain(
            error, LINEA_SYNTAX,
            "the net is absurd: it has a bias too large or bytes between its layers");
    out->kernel = &linea_net_plain;
    memcpy(out->map_hash, bytes + AT_MAP, sizeof out->map_hash);
    out->features_version = (int)read_u32(bytes + AT_FEATURES);
    out->seats = (int)s.seats;
    return true;
}
