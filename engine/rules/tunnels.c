/*
 * engine/rules/tunnels.c - tunnels (EU-TUNNEL-1 to 5).
 *
 * The set that is played lies apart, in no hand and no pile, until the tunnel is paid
 * or declined; so do the cards turned up. A reshuffle in between contains neither.
 *
 * SPDX-License-Identifier: MIT
 */
#include "mechanic.h"

#include <string.h>

#include "../groups.h"
#include "../move_text.h"
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

/* EU-TUNNEL-1 to 3: the colour of the set and wilds pay, wilds alone after wilds alone;
   declining is always possible. */
struct writer linea_tunnel_add(struct writer w, const struct linea_game *g)
{
    const uint8_t *cards = g->seat[g->turn].cards;
    int extra = g->tunnel.extra, colour = g->tunnel.colour, wild = cards[LINEA_WILD];
    if (colour != LINEA_WILD)
        w = add_bits(w, linea_move_make(LINEA_PAY, 0, colour, 0),
                     splits(extra, wild < extra ? wild : extra - 1, cards[colour]));
    if (wild >= extra)
        w = add_one(w, linea_move_make(LINEA_PAY, 0, LINEA_WILD, extra));
    return add_one(w, linea_move_make(LINEA_DECLINE, 0, 0, 0));
}

static bool read_pay(struct move_reader *r, linea_move *m)
{
    if (r->g->phase != LINEA_TUNNEL)
        return linea_move_illegal(r, "there is no tunnel to pay for");
    *m = linea_move_make(LINEA_PAY, 0, 0, 0);
    return linea_move_read_cards(r, m);
}

const struct move_text linea_pay_text = {
    "pay ", linea_move_write_cards, read_pay,
    .illegal = "the tunnel cannot be paid with those cards"};
const struct move_text linea_decline_text = {.verb = "decline"};

static void read_numbers(struct map_reader *r, int value)
{
    static const struct map_key keys[] = {{"reveal", false}, {0}};
    if (linea_map_object(r, value, keys))
        r->map->reveal = (uint8_t)linea_map_int(
            r, linea_json_get(r->json, value, "reveal"), 1, LINEA_REVEAL);
}

static void read_tunnel(struct map_reader *r, int value)
{
    r->map->route[r->map->routes].tunnel = linea_map_flag(r, value);
}

/* A tunnel in question is one that the seat to move may claim with the set it played.
 */
static bool check(const struct check *c)
{
    const struct linea_tunnel *t = &c->g->tunnel;
    if (c->g->phase != LINEA_TUNNEL)
        return true;
    if (t->route >= c->map->routes || !c->map->route[t->route].tunnel)
        return WRONG(c, "the tunnel in question is not one");
    const struct linea_route *route = &c->map->route[t->route];
    const struct linea_seat *seat = &c->g->seat[c->g->turn];
    if (!linea_set_has(&seat->open, t->route) || seat->vehicles < route->length)
        return WRONG(c, "the tunnel in question cannot be claimed");
    bool known = linea_kind_known(c->map, t->colour) && t->revealed <= c->map->reveal;
    int extra = 0;
    for (int i = 0; known && i < t->revealed; i++) {
        known = linea_kind_known(c->map, t->card[i]);
        extra += costs(t->card[i], t->colour);
    }
    if (!known)
        return WRONG(c, "the tunnel has cards that the map does not have");
    if (extra != t->extra || extra == 0)
        return WRONG(c, "the cards turned up cost %d more, not %d", extra, t->extra);
    bool plain = route->colour == LINEA_GRAY || t->colour == route->colour;
    if (t->colour == LINEA_WILD ? t->wilds != route->length
                                : !plain || t->wilds >= route->length)
        return WRONG(c, "the set played does not fit the tunnel");
    if (t->wilds < route->wilds)
        return WRONG(c, "the set played has too few wilds for the route");
    return true;
}

void linea_tunnel_count(const struct linea_game *g, int count[LINEA_KINDS])
{
    const struct linea_tunnel *t = &g->tunnel;
    if (g->phase != LINEA_TUNNEL)
        return;
    if (t->colour != LINEA_WILD)
        count[t->colour] += g->map->route[t->route].length - t->wilds;
    count[LINEA_WILD] += t->wilds;
    for (int i = 0; i < t->revealed; i++)
        count[t->card[i]]++;
}

static void write_pending(struct linea_out *out, const struct linea_view *view)
{
    const struct linea_tunnel *t = &view->tunnel;
    struct linea_cards cards = {t->colour, t->wilds, view->map->route[t->route].length};
    linea_out_text(out, "{\"route\":\"");
    linea_route_write(view->map, out, t->route);
    linea_out_text(out, "\",\"cards\":\"");
    linea_cards_write(view->map, out, cards);
    linea_out_text(out, "\",\"revealed\":");
    linea_list_cards(out, view->map, t->card, t->revealed);
    linea_out_text(out, ",\"extra\":");
    linea_out_int(out, t->extra);
    linea_out_text(out, ",\"counts\":");
    struct linea_list counts = linea_list_open(out, "[", "]");
    for (int i = 0; i < t->revealed; i++) {
        linea_list_next(&counts);
        linea_out_text(out, costs(t->card[i], t->colour) ? "true" : "false");
    }
    linea_list_close(&counts);
    linea_out_text(out, "}");
}

static bool read_pending(struct position_reader *r, int value)
{
    struct linea_tunnel *t = &r->g->tunnel;
    struct linea_word word;
    struct linea_cards cards;
    if (!linea_position_route(r, &t->route, value))
        return false;
    if (!linea_position_word(r, &word, linea_json_get(r->json, value, "cards")) ||
        !linea_cards_read(r->map, &cards, NULL, word) ||
        cards.n != r->map->route[t->route].length)
        return linea_position_wrong(r, "needs the set of cards played for the tunnel");
    t->colour = (uint8_t)cards.colour;
    t->wilds = (uint8_t)cards.wilds;
    int revealed = linea_json_get(r->json, value, "revealed");
    int extra = linea_json_get(r->json, value, "extra");
    return linea_position_cards(r, t->card, &t->revealed, revealed, LINEA_REVEAL) &&
           linea_position_number(r, &t->extra, extra, LINEA_REVEAL,
                                 "is not a number in range");
}

static void hash(struct linea_sha256 *to, const struct linea_map *map)
{
    linea_hash_numbers(to, &map->reveal, 1);
    for (int i = 0; i < map->routes; i++)
        linea_hash_numbers(to, &map->route[i].tunnel, 1);
}

static void add_features(struct linea_features *f)
{
    linea_features_add(f, "tunnel", f->map->colours + 2, LINEA_REVEAL);
}

static void put_features(struct row *row)
{
    put_open(row, row->view->tunnel.card, row->view->tunnel.revealed);
    put(row, row->view->tunnel.extra);
}

const struct mechanic linea_mechanic_tunnels = {
    .name = "tunnels",
    .title = N_("tunnels"),
    .read = read_numbers,
    .of_route = {"tunnel", read_tunnel},
    .hash = hash,
    .check = check,
    .phase = LINEA_TUNNEL,
    .write_pending = write_pending,
    .read_pending = read_pending,
    .add_features = add_features,
    .put_features = put_features,
};
