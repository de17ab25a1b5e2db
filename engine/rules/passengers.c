/*
 * engine/rules/passengers.c - passengers on the board (DE-PASSENGER-SETUP, -TAKE).
 *
 * Each location has as many places as passengers begin there. They are kept sorted with
 * the gaps last, so that equal boards have equal bytes.
 *
 * SPDX-License-Identifier: MIT
 */
#include <assert.h>
#include <string.h>

#include "../play.h"

static void sort(uint8_t *colours, int n)
{
    for (int i = 1; i < n; i++)
        for (int j = i; j > 0 && colours[j] < colours[j - 1]; j--) {
            uint8_t higher = colours[j - 1];
            colours[j - 1] = colours[j];
            colours[j] = higher;
        }
}

void linea_passengers_place(struct linea_game *g, struct chance *chance,
                            const uint8_t shuffled[LINEA_PASSENGERS])
{
    const struct linea_map *map = g->map;
    int n = map->passengers;
    memset(g->passengers, LINEA_NOTHING, sizeof g->passengers);
    for (int l = 0; n > 0; l++) {
        const struct linea_location *location = &map->location[l];
        uint8_t *here = g->passengers + location->first_passenger;
        for (int i = 0; i < location->passengers; i++, n--)
            here[i] = chance->told ? chance->told->passenger[here - g->passengers + i]
                                   : shuffled[n - 1];
        sort(here, location->passengers);
    }
    if (chance->event)
        memcpy(chance->event->passenger, g->passengers, sizeof g->passengers);
}

unsigned linea_passengers_at(const struct linea_game *g, int location)
{
    const struct linea_location *l = &g->map->location[location];
    unsigned colours = 0;
    for (int i = 0; i < l->passengers; i++) {
        int colour = g->passengers[l->first_passenger + i];
        if (colour == LINEA_NOTHING)
            break;
        colours |= 1u << colour;
    }
    return colours;
}

static void take_one(struct linea_game *g, int location, int colour)
{
    if (colour == LINEA_NO_PASSENGER)
        return;
    const struct linea_location *l = &g->map->location[location];
    uint8_t *here = g->passengers + l->first_passenger;
    int i = 0;
    while (here[i] != colour)
        assert(i < l->passengers), i++;
    for (; i + 1 < l->passengers; i++)
        here[i] = here[i + 1];
    here[i] = LINEA_NOTHING;
    g->seat[g->turn].taken[colour]++;
}

void linea_passengers_take(struct linea_game *g, linea_move m)
{
    const struct linea_route *route = &g->map->route[g->route];
    take_one(g, route->a, linea_move_colour(m));
    take_one(g, route->b, linea_move_low(m));
    g->route = LINEA_NOTHING;
    linea_turn_end(g);
}
