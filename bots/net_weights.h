/*
 * bots/net_weights.h - a net that has learned: its file, and what it thinks of a
 * position.
 *
 * A net reads the features of a view (net_features.h) and says which move it would make
 * and who will win. Weights are bytes of a file that stay where the caller has them,
 * read-only and shared by all players. Everything is computed in integers, so that each
 * kernel (net_kernel.h) on each machine gives the same bits. docs/net.md has the
 * layers.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef NET_WEIGHTS_H
#define NET_WEIGHTS_H

#include <stddef.h>

#include "linea/error.h"
#include "linea/space.h"
#include "net_features.h"

/* The limits of a net. */
enum {
    LINEA_NET_FILE = 4 << 20, /* bytes */
    LINEA_NET_HEADER = 128,
    LINEA_NET_INPUTS = NET_FEATURES,
    LINEA_NET_HIDDEN = 1024,   /* width of the first layer … */
    LINEA_NET_THOUGHT = 512,   /* … and of those behind it; multiples of … */
    LINEA_NET_WIDTH = 64,      /* … this */
    LINEA_NET_BIAS = 1 << 28,  /* a bias lies between this and the opposite */
    LINEA_NET_ACTIVE = 127,    /* greatest activation and feature … */
    LINEA_NET_ACTIVE_BITS = 6, /* … of which 64 stand for 1 */
    LINEA_NET_SCALE = 12,      /* most bits behind the point that weights have */
    LINEA_NET_FORMAT = 1,      /* version of the file */
    LINEA_NET_LAYERS = 6,      /* three hidden ones, policy, bonus, value */
};

/* Weights and biases of one layer, in the file. */
struct linea_net_layer {
    const int8_t *weights;
    const uint8_t *biases; /* 32 bits each, little-endian */
    int inputs, outputs;
    int scale; /* bits of the weights behind the point */
};

enum linea_net_part {
    LINEA_NET_FIRST, /* the row of a feature lies together, else that of an output */
    LINEA_NET_SECOND,
    LINEA_NET_THIRD,
    LINEA_NET_POLICY, /* a logit for each action … */
    LINEA_NET_BONUS,  /* … and what is added to that of the advised move */
    LINEA_NET_VALUE,  /* a logit for each seat's victory, and the own margin */
};

struct linea_net_kernel;

struct linea_net {
    const struct linea_net_kernel *kernel; /* the plain one, unless the caller changes
                                              it to one that its processor knows */
    uint8_t map_hash[LINEA_MAP_HASH];
    int features_version;
    int seats; /* most that may play */
    struct linea_net_layer layer[LINEA_NET_LAYERS];
};

/* Read a net from a file's bytes, which must outlive it. What is cut, of another format
   or not what its checksum says is refused. */
bool linea_net_read(struct linea_net *out, struct linea_error *error,
                    const uint8_t *bytes, size_t length);

/* What the net makes of some features: all that its heads look at. */
struct linea_net_thought {
    uint8_t h[LINEA_NET_THOUGHT];
};

void linea_net_think(const struct linea_net *net, struct linea_net_thought *out,
                     const uint8_t *features);

/* The logit of an action, and the bonus of the move that the adviser proposes, in units
   of 2 to the -linea_net_bits(net, LINEA_NET_POLICY). */
int32_t linea_net_logit(const struct linea_net *net,
                        const struct linea_net_thought *thought, int action);
int32_t linea_net_bonus(const struct linea_net *net,
                        const struct linea_net_thought *thought);

/* The logit of victory of a seat, counted from the one that looks; behind the last the
   margin, where 1 is twice the vehicles of a player. */
int32_t linea_net_value(const struct linea_net *net,
                        const struct linea_net_thought *thought, int seat);

/* How many bits of a head's numbers are behind the point. */
static inline int linea_net_bits(const struct linea_net *net, enum linea_net_part head)
{
    return net->layer[head].scale + LINEA_NET_ACTIVE_BITS;
}

#endif
