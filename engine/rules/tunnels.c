/*
 * engine/rules/tunnels.c - tunnels (EU-TUNNEL-1 to 5).
 *
 * The set that is played lies apart, in no hand and no pile, until the tunnel is paid
 * or declined; so do the cards turned up. A reshuffle in between contains neither.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "../play.h"

/* Whether a card turned up makes a set of that colour dearer. */
static bool costs(int card, int colour)
{
    return card == LINEA_WILD || card == colour;
}

/* Discard the set, the payment and the cards turned up, and forget the tunnel. */
static void discard_all(struct linea_game *g)
{
    for (int i = 0; i < g->tunnel.revealed; i++)
        g->discards[g->tunnel.card[i]]++;
    memset(&g->tunnel, 0, sizeof g->tunnel);
    linea_pile_refill(g);
}

/* The tunnel is paid: set and cards turned up are discarded, the route is taken. */
static void claim(struct linea_game *g)
{
    int route = g->tunnel.route;
    linea_set_discard(g, g->tunnel.colour, g->tunnel.wilds,
                      g->map->route[route].length);
    discard_all(g);
    linea_route_take(g, route);
}

/* EU-TUNNEL-1, 3, 5: turn up what there is, and count what makes the set dearer. A set
   of wilds alone has the colour wild, so that only wilds count against it. */
void linea_tunnel_enter(struct linea_game *g, struct chance *chance, linea_move m)
{
    struct linea_tunnel *t = &g->tunnel;
    t->route = (uint8_t)linea_move_place(m);
    t->colour = (uint8_t)linea_move_colour(m);
    t->wilds = (uint8_t)linea_move_low(m);
    while (t->revealed < g->map->reveal && g->pile_count > 0) {
        int card = linea_pile_draw(g, chance);
        t->card[t->revealed++] = (uint8_t)card;
        if (costs(card, t->colour))
            t->extra++;
    }
    if (t->extra)
        g->phase = LINEA_TUNNEL;
    else
        claim(g);
}

void linea_tunnel_pay(struct linea_game *g, linea_move m)
{
    int colour = linea_move_colour(m), wilds = linea_move_low(m);
    linea_hand_play(&g->seat[g->turn], colour, wilds, g->tunnel.extra);
    linea_set_discard(g, colour, wilds, g->tunnel.extra);
    claim(g);
}

/* EU-TUNNEL-2: the set goes back, seen by all, and the turn is over. */
void linea_tunnel_decline(struct linea_game *g)
{
    struct linea_seat *s = &g->seat[g->turn];
    const struct linea_tunnel *t = &g->tunnel;
    int plain = g->map->route[t->route].length - t->wilds;
    if (plain) {
        s->cards[t->colour] = (uint8_t)(s->cards[t->colour] + plain);
        s->seen[t->colour] = (uint8_t)(s->seen[t->colour] + plain);
    }
    s->cards[LINEA_WILD] = (uint8_t)(s->cards[LINEA_WILD] + t->wilds);
    s->seen[LINEA_WILD] = (uint8_t)(s->seen[LINEA_WILD] + t->wilds);
    discard_all(g);
    linea_turn_end(g);
}
