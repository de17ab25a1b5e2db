/*
 * globetrotter.c - points for most tickets completed (DE-GLOBETROTTER).
 *
 * SPDX-License-Identifier: MIT
 */
#include "mechanic.h"

static void score(struct scoring *x)
{
    int done[LINEA_SEATS];
    for (int s = 0; s < x->g->seats; s++)
        done[s] = x->out->seat[s].tickets_done;
    linea_award_most(x, done, LINEA_FROM_GLOBETROTTER,
                     x->g->map->points[LINEA_GLOBETROTTER]);
}

const struct mechanic linea_mechanic_globetrotter = {
    .name = "globetrotter",
    .title = N_("most tickets"),
    .label = N_("Most tickets"),
    .points_only = true,
    .source = LINEA_FROM_GLOBETROTTER,
    .score = score,
};
