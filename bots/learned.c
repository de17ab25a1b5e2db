/*
 * bots/learned.c - a net and the map that it was trained on.
 *
 * SPDX-License-Identifier: MIT
 */
#include "learned.h"

#include <assert.h>
#include <string.h>

enum { MILLION = 1000000, FIXED = 16 };

static bool check_fit(const struct linea_learned *l, struct linea_error *error,
                      const struct linea_map *map)
{
    const struct linea_net *net = &l->net;
    if (memcmp(net->map_hash, map->hash, sizeof net->map_hash) != 0)
        return linea_explain(error, LINEA_NO_MAP,
                             "the net was trained on another map than this \"%s\"",
                             linea_map_text(map, map->id));
    if (net->features_version != NET_FEATURES_VERSION)
        return linea_explain(error, LINEA_SYNTAX,
                             "the net was trained on features of another version "
                             "than %d",
                             NET_FEATURES_VERSION);
    if (net->layer[LINEA_NET_FIRST].inputs != l->layout.count ||
        net->layer[LINEA_NET_POLICY].outputs != l->space.actions ||
        net->seats != map->max_seats)
        return linea_explain(error, LINEA_SYNTAX,
                             "the net is absurd: it has other features, actions or "
                             "seats than its map");
    return true;
}

bool linea_learned_read(struct linea_learned *out, struct linea_error *error,
                        const struct linea_map *map, const uint8_t *bytes,
                        size_t length)
{
    linea_net_layout(&out->layout, map);
    return linea_space_init(&out->space, map, map->max_seats) &&
           linea_net_read(&out->net, error, bytes, length) &&
           check_fit(out, error, map);
}

void linea_learned_think(const struct linea_learned *learned,
                         struct linea_net_thought *out, const struct linea_look *look)
{
    uint8_t features[NET_FEATURES];
    linea_net_features(&learned->layout, features, look->memory, look->view,
                       look->advised);
    linea_net_think(&learned->net, out, features);
}

int linea_learned_like(const struct linea_learned *learned, int32_t *logits,
                       const struct linea_net_thought *thought, linea_move advised,
                       const linea_move *moves, int n)
{
    int best = 0;
    int32_t most = INT32_MIN;
    for (int i = 0; i < n; i++) {
        int action = linea_space_action(&learned->space, moves[i]);
        int32_t logit = linea_net_logit(&learned->net, thought, action);
        if (moves[i] == advised)
            logit += linea_net_bonus(&learned->net, thought);
        if (logits)
            logits[i] = logit;
        if (logit > most) {
            most = logit;
            best = i;
        }
    }
    return best;
}

/* 2 to the power of -i / 16, in units of 2 to the -30. */
static const int32_t sixteenths[16] = {1073741824, 1028218693, 984625594, 942880699,
                                       902905651,  864625413,  827968132, 792865000,
                                       759250125,  727060411,  696235434, 666717336,
                                       638450708,  611382493,  585461881, 560640218};

int32_t linea_net_exp(int64_t x)
{
    assert(x <= 0);
    if (x < -(int64_t)(12 << FIXED))
        return 0;
    /* as a power of 2, whose exponent is y / 65536 */
    int64_t y = -x * 94548 >> FIXED;
    int64_t fraction = y & 0xfff; /* of a sixteenth: a straight line will do */
    int64_t at = sixteenths[y >> 12 & 15];
    int64_t next = (y >> 12 & 15) < 15 ? sixteenths[(y >> 12 & 15) + 1] : 1 << 29;
    int64_t power = at - ((at - next) * fraction >> 12);
    return (int32_t)(power >> (30 - FIXED) >> (y >> FIXED));
}

/* A number of a head in 65536ths. */
static int64_t fixed(const struct linea_net *net, int32_t number)
{
    return ((int64_t)number * (1 << FIXED)) /
           ((int64_t)1 << linea_net_bits(net, LINEA_NET_VALUE));
}

void linea_learned_expect(const struct linea_learned *learned,
                          struct linea_prospect *out,
                          const struct linea_net_thought *thought,
                          const struct linea_view *view)
{
    const struct linea_net *net = &learned->net;
    int64_t logit[LINEA_SEATS], most = INT64_MIN, sum = 0, power[LINEA_SEATS];
    *out = (struct linea_prospect){0};
    for (int i = 0; i < view->seats; i++) {
        logit[i] = fixed(net, linea_net_value(net, thought, i));
        most = logit[i] > most ? logit[i] : most;
    }
    for (int i = 0; i < view->seats; i++)
        sum += power[i] = linea_net_exp(logit[i] - most);
    for (int i = 0; i < view->seats; i++)
        out->share[(view->viewer + i) % view->seats] = (int)(power[i] * MILLION / sum);
    int64_t margin = fixed(net, linea_net_value(net, thought, net->seats));
    int64_t one = (int64_t)1 << FIXED;
    margin = margin > one ? one : margin < -one ? -one : margin;
    out->lead = (int)(margin * view->map->vehicles * 2 * 1000 / one);
}

int linea_learned_glance(const struct linea_learned *learned,
                         struct linea_prospect *out, struct linea_net_thought *thought,
                         const struct linea_view *view, const linea_move *moves, int n)
{
    struct net_memory memory;
    linea_net_begin(&memory);
    linea_move advised = n > 1 ? linea_net_advise(&memory, view, moves, n) : moves[0];
    const struct linea_look look = {view, &memory, advised};
    linea_learned_think(learned, thought, &look);
    linea_learned_expect(learned, out, thought, view);
    return linea_learned_like(learned, NULL, thought, advised, moves, n);
}
