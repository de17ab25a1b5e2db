/*
 * explorer.c - points for the network that joins most locations (EXPLORER-MOST).
 *
 * SPDX-License-Identifier: MIT
 */
#include "mechanic.h"

static void score(struct scoring *x)
{
    int joined[LINEA_SEATS] = {0};
    for (int s = 0; s < x->g->seats; s++)
        for (int i = 0; i < x->networks[s].count; i++) {
            int locations = linea_bits(x->networks[s].at[i]);
            joined[s] = locations > joined[s] ? locations : joined[s];
        }
    linea_award_most(x, joined, LINEA_FROM_EXPLORER, x->g->map->points[LINEA_EXPLORER]);
}

const struct mechanic linea_mechanic_explorer = {
    .name = "explorer",
    .title = N_("largest network"),
    .label = N_("Largest network"),
    .rule = N_("The network of one player that joins the most places gives +{n}; if "
               "several are equal, each of them gets it."),
    .points_only = true,
    .source = LINEA_FROM_EXPLORER,
    .score = score,
};
