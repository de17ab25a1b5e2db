/*
 * bots/net_features.c - a decision as a row of small numbers.
 *
 * Most features are 0 or 1: a count is a row of ones as long as it is large, since the
 * weights of a net have eight bits each. Called for every decision: some microseconds,
 * most of them for the ways of one's own tickets.
 *
 * SPDX-License-Identifier: MIT
 */
#include "net_features.h"

#include <assert.h>
#include <string.h>

enum {
    HAND_STEPS = 12, /* cards of a kind that are told apart */
    VEHICLE_STEPS = 16,
    POINT_STEPS = 24,
    CARD_STEPS = 12, /* of another's hand, two cards each */
    CARDS_EACH = 2,
    PILE_STEPS = 8, /* of the draw pile, six cards each */
    PILE_EACH = 6,
    DECK_STEPS = 4, /* of a ticket deck: three tickets each */
    DECK_EACH = 3,
    LACK_STEPS = 4,
    LACK_EACH = 3,     /* spaces that a ticket lacks */
    HELD_STEPS = 6,    /* tickets of a seat */
    SMALL_BOARD = 20,  /* vehicles: on larger boards they count three by three */
    SMALL_POINTS = 2,  /* points that are told apart on a small board … */
    LARGE_POINTS = 6,  /* … and on a large one */
    FEW = 8,           /* as many as a plain count shows */
    ADVICE_WILDS = 16, /* values of a move's low field */
};

/* A decision while it is written down. */
struct input {
    const struct linea_map *map;
    const struct linea_view *view;
    const struct linea_view_seat *me;
    const struct planner *adviser;
    linea_move advised;
    struct linea_set mine;      /* own tickets and those on offer */
    int lacking[LINEA_TICKETS]; /* spaces that each of them lacks */
};

/* The size of a block is a product of these. */
enum unit {
    ONE,
    SEATS,
    KINDS,
    DECKS,
    TICKETS,
    ROUTES,
    LOCATIONS,
    TUNNEL_KINDS,   /* kinds where there are tunnels, else none */
    STATIONS,       /* 1 where there are stations, else none */
    STATION_PLACES, /* … locations */
    STATION_ROUTES, /* … routes */
    PASSENGERS,     /* colours of passengers */
};

static int size_of(const struct linea_map *map, enum unit unit)
{
    switch (unit) {
    case SEATS:
        return map->max_seats;
    case KINDS:
        return map->colours + 1;
    case DECKS:
        return map->decks;
    case TICKETS:
        return map->tickets;
    case ROUTES:
        return map->routes;
    case LOCATIONS:
        return map->locations;
    case TUNNEL_KINDS:
        return map->reveal ? map->colours + 1 : 0;
    case STATIONS:
        return map->stations > 0;
    case STATION_PLACES:
        return map->stations ? map->locations : 0;
    case STATION_ROUTES:
        return map->stations ? map->routes : 0;
    case PASSENGERS:
        return map->passenger_colours;
    default:
        return 1;
    }
}

/* One byte for each of the lowest n bits. */
static void put_bits(uint8_t *out, uint64_t bits, int n)
{
    for (; bits; bits &= bits - 1) {
        int i = linea_lowest(bits);
        if (i >= n)
            return;
        out[i] = 1;
    }
}

static void put_set(uint8_t *out, struct linea_set set)
{
    while (!linea_set_empty(&set))
        out[linea_set_pop(&set)] = 1;
}

/* As many ones as `each` goes into n, rounded up, at most `steps`. */
static void put_steps(uint8_t *out, int n, int each, int steps)
{
    int ones = (n + each - 1) / each;
    memset(out, 1, (size_t)(ones < steps ? ones : steps));
}

static uint8_t few(int n)
{
    return (uint8_t)(n < 0 ? 0 : n > FEW ? FEW : n);
}

/* Where a kind stands among those of the map. */
static int place_of_kind(const struct linea_map *map, int kind)
{
    return kind == LINEA_WILD ? map->colours : kind;
}

static void put_kinds(uint8_t *out, const struct linea_map *map,
                      const uint8_t count[LINEA_KINDS])
{
    for (int k = 0; k < map->colours; k++)
        out[k] = few(count[k]);
    out[map->colours] = few(count[LINEA_WILD]);
}

static const struct linea_view_seat *seat_after(const struct linea_view *view, int n)
{
    return &view->seat[(view->viewer + n) % view->seats];
}

static void put_players(const struct input *in, uint8_t *out)
{
    out[in->view->seats - 1] = 1;
}

static void put_began(const struct input *in, uint8_t *out)
{
    const struct linea_view *v = in->view;
    out[(v->first + v->seats - v->viewer) % v->seats] = 1;
}

static void put_phase(const struct input *in, uint8_t *out)
{
    out[in->view->phase] = 1;
}

/* How many turns are left, once that is known. */
static void put_end(const struct input *in, uint8_t *out)
{
    if (in->view->last_turns != LINEA_LAST_TURNS_NO)
        put_steps(out, 1 + in->view->last_turns, 1, LINEA_SEATS + 2);
}

static void put_passes(const struct input *in, uint8_t *out)
{
    *out = few(in->view->passes);
}

static void put_pile(const struct input *in, uint8_t *out)
{
    put_steps(out, in->view->pile_count, PILE_EACH, PILE_STEPS);
}

static void put_decks(const struct input *in, uint8_t *out)
{
    for (int d = 0; d < in->map->decks; d++)
        put_steps(out + d * DECK_STEPS, in->view->deck_count[d], DECK_EACH, DECK_STEPS);
}

static void put_display(const struct input *in, uint8_t *out)
{
    for (int i = 0; i < LINEA_DISPLAY; i++)
        if (in->view->display[i] != LINEA_NOTHING)
            out[place_of_kind(in->map, in->view->display[i])]++;
}

static void put_discards(const struct input *in, uint8_t *out)
{
    uint8_t half[LINEA_KINDS];
    for (int k = 0; k < LINEA_KINDS; k++)
        half[k] = (uint8_t)((in->view->discards[k] + 1) / 2);
    put_kinds(out, in->map, half);
}

static void put_hand(const struct input *in, uint8_t *out)
{
    for (int k = 0; k <= in->map->colours; k++) {
        int kind = k < in->map->colours ? k : LINEA_WILD;
        put_steps(out + k * HAND_STEPS, in->me->cards[kind], 1, HAND_STEPS);
    }
}

static void put_held(const struct input *in, uint8_t *out)
{
    put_set(out, in->me->tickets);
}

static void put_offer(const struct input *in, uint8_t *out)
{
    for (int i = 0; i < in->me->offered; i++)
        out[in->me->offer[i]] = 1;
}

static void put_done(const struct input *in, uint8_t *out)
{
    for (struct linea_set left = in->mine; !linea_set_empty(&left);) {
        int t = linea_set_pop(&left);
        out[t] = in->lacking[t] == 0;
    }
}

/* Tickets that one has not the vehicles for, or no way. */
static void put_lost(const struct input *in, uint8_t *out)
{
    for (struct linea_set left = in->mine; !linea_set_empty(&left);) {
        int t = linea_set_pop(&left);
        out[t] = in->lacking[t] > in->me->vehicles;
    }
}

static void put_lacking(const struct input *in, uint8_t *out)
{
    for (struct linea_set left = in->mine; !linea_set_empty(&left);) {
        int t = linea_set_pop(&left);
        put_steps(out + t * LACK_STEPS, in->lacking[t], LACK_EACH, LACK_STEPS);
    }
}

/* Tickets in the decks that oneself put there. */
static void put_returned(const struct input *in, uint8_t *out)
{
    for (int t = 0; t < in->map->tickets; t++)
        out[t] = (in->view->returned[t] & ~LINEA_SOMEWHERE) == in->view->viewer;
}

static void put_ticket_ends(const struct input *in, uint8_t *out)
{
    for (struct linea_set left = in->mine; !linea_set_empty(&left);) {
        int t = linea_set_pop(&left);
        if (!in->lacking[t])
            continue;
        out[in->map->ticket[t].a] = 1;
        out[in->map->ticket[t].b] = 1;
    }
}

static void put_network(const struct input *in, uint8_t *out)
{
    put_bits(out, linea_plan_ends(in->map, &in->me->routes), in->map->locations);
}

static void put_vehicles(const struct input *in, uint8_t *out)
{
    int each = in->map->vehicles <= SMALL_BOARD ? 1 : 3;
    for (int n = 0; n < in->view->seats; n++)
        put_steps(out + n * VEHICLE_STEPS, seat_after(in->view, n)->vehicles, each,
                  VEHICLE_STEPS);
}

static void put_points(const struct input *in, uint8_t *out)
{
    int each = in->map->vehicles <= SMALL_BOARD ? SMALL_POINTS : LARGE_POINTS;
    for (int n = 0; n < in->view->seats; n++) {
        int points = seat_after(in->view, n)->points;
        put_steps(out + n * POINT_STEPS, points > 0 ? points : 0, each, POINT_STEPS);
    }
}

static void put_cards(const struct input *in, uint8_t *out)
{
    for (int n = 0; n < in->view->seats; n++)
        put_steps(out + n * CARD_STEPS, seat_after(in->view, n)->hand, CARDS_EACH,
                  CARD_STEPS);
}

static void put_tickets_of(const struct input *in, uint8_t *out)
{
    for (int n = 0; n < in->view->seats; n++)
        put_steps(out + n * HELD_STEPS, seat_after(in->view, n)->held, 1, HELD_STEPS);
}

static void put_choosing(const struct input *in, uint8_t *out)
{
    for (int n = 0; n < in->view->seats; n++)
        out[n] = few(seat_after(in->view, n)->offered);
}

static void put_seen(const struct input *in, uint8_t *out)
{
    for (int n = 0; n < in->view->seats; n++)
        put_kinds(out + n * (in->map->colours + 1), in->map,
                  seat_after(in->view, n)->seen);
}

static void put_open(const struct input *in, uint8_t *out)
{
    put_set(out, in->me->open);
}

/* Routes that one has the cards and the vehicles for. */
static void put_ready(const struct input *in, uint8_t *out)
{
    struct sense s;
    linea_sense_begin(&s, in->view, NULL, 0);
    for (struct linea_set left = in->me->open; !linea_set_empty(&left);) {
        int r = linea_set_pop(&left);
        out[r] = in->map->route[r].length <= in->me->vehicles &&
                 linea_sense_lack(&s, r) == 0;
    }
}

static void put_question(const struct input *in, uint8_t *out)
{
    if (in->view->phase == LINEA_TUNNEL)
        out[in->view->tunnel.route] = 1;
    if (in->view->route != LINEA_NOTHING)
        out[in->view->route] = 1;
}

static void put_routes(const struct input *in, uint8_t *out)
{
    for (int n = 0; n < in->view->seats; n++)
        put_set(out + n * in->map->routes, seat_after(in->view, n)->routes);
}

static void put_plan(const struct input *in, uint8_t *out)
{
    put_set(out, in->adviser->plan.routes);
}

static void put_plan_tickets(const struct input *in, uint8_t *out)
{
    put_set(out, in->adviser->plan.tickets);
}

static void put_plan_points(const struct input *in, uint8_t *out)
{
    *out = in->adviser->for_points;
}

static void put_plan_borrowed(const struct input *in, uint8_t *out)
{
    if (in->map->stations)
        put_set(out, in->adviser->plan.borrowed);
}

static void put_advice_kind(const struct input *in, uint8_t *out)
{
    out[linea_move_kind(in->advised)] = 1;
}

static bool advises(const struct input *in, enum linea_move_kind kind)
{
    return linea_move_kind(in->advised) == kind;
}

static void put_advice_draw(const struct input *in, uint8_t *out)
{
    if (advises(in, LINEA_DRAW))
        out[linea_move_low(in->advised)] = 1;
}

static void put_advice_route(const struct input *in, uint8_t *out)
{
    if (advises(in, LINEA_CLAIM))
        out[linea_move_place(in->advised)] = 1;
}

static void put_advice_station(const struct input *in, uint8_t *out)
{
    if (in->map->stations && advises(in, LINEA_STATION))
        out[linea_move_place(in->advised)] = 1;
}

static bool advises_payment(const struct input *in)
{
    return advises(in, LINEA_CLAIM) || advises(in, LINEA_STATION) ||
           advises(in, LINEA_PAY);
}

static void put_advice_colour(const struct input *in, uint8_t *out)
{
    if (advises_payment(in))
        out[place_of_kind(in->map, linea_move_colour(in->advised))] = 1;
}

static void put_advice_wilds(const struct input *in, uint8_t *out)
{
    if (advises_payment(in))
        out[linea_move_low(in->advised)] = 1;
}

static void put_advice_keep(const struct input *in, uint8_t *out)
{
    if (advises(in, LINEA_KEEP))
        put_bits(out, linea_move_kept(in->advised), LINEA_OFFER);
}

/* Tickets on offer that the adviser would keep. */
static void put_advice_tickets(const struct input *in, uint8_t *out)
{
    if (!advises(in, LINEA_KEEP))
        return;
    for (int i = 0; i < in->me->offered; i++)
        if (linea_move_kept(in->advised) >> i & 1)
            out[in->me->offer[i]] = 1;
}

static void put_advice_mix(const struct input *in, uint8_t *out)
{
    if (!advises(in, LINEA_TICKETS_DRAW))
        return;
    for (int d = 0; d < in->map->decks; d++)
        out[d] = few((int)linea_move_mix(in->advised, d));
}

static void put_advice_take(const struct input *in, uint8_t *out)
{
    int colours = in->map->passenger_colours;
    if (!advises(in, LINEA_TAKE))
        return;
    int at_a = linea_move_colour(in->advised), at_b = linea_move_low(in->advised);
    if (at_a < colours)
        out[at_a]++;
    if (at_b < colours)
        out[at_b]++;
}

static void put_tunnel(const struct input *in, uint8_t *out)
{
    if (!in->map->reveal || in->view->phase != LINEA_TUNNEL)
        return;
    for (int i = 0; i < in->view->tunnel.revealed; i++)
        out[place_of_kind(in->map, in->view->tunnel.card[i])]++;
}

/* The cards that lie there for the route, and how many more it costs. */
static void put_laid(const struct input *in, uint8_t *out)
{
    const struct linea_tunnel *t = &in->view->tunnel;
    if (!in->map->reveal || in->view->phase != LINEA_TUNNEL)
        return;
    int plain = in->map->route[t->route].length - t->wilds;
    out[in->map->colours] = few(t->wilds);
    if (t->colour != LINEA_WILD)
        out[t->colour] = few(plain);
}

static void put_extra(const struct input *in, uint8_t *out)
{
    *out = in->view->phase == LINEA_TUNNEL ? few(in->view->tunnel.extra) : 0;
}

static void put_stations(const struct input *in, uint8_t *out)
{
    for (int n = 0; in->map->stations && n < in->view->seats; n++)
        put_bits(out + n * in->map->locations, seat_after(in->view, n)->stations,
                 in->map->locations);
}

static void put_stations_left(const struct input *in, uint8_t *out)
{
    for (int n = 0; in->map->stations && n < in->view->seats; n++)
        out[n] = few(in->map->stations - linea_bits(seat_after(in->view, n)->stations));
}

static void put_taken(const struct input *in, uint8_t *out)
{
    int colours = in->map->passenger_colours;
    for (int n = 0; n < in->view->seats; n++)
        for (int c = 0; c < colours; c++)
            out[n * colours + c] = few(seat_after(in->view, n)->taken[c]);
}

static void put_waiting(const struct input *in, uint8_t *out)
{
    for (int l = 0; in->map->passengers && l < in->map->locations; l++) {
        const struct linea_location *at = &in->map->location[l];
        for (int i = 0; i < at->passengers; i++) {
            int colour = in->view->passengers[at->first_passenger + i];
            if (colour != LINEA_NOTHING)
                out[l * in->map->passenger_colours + colour]++;
        }
    }
}

/* All blocks in order: name, size (a product), most of one, and who writes it. */
static const struct {
    const char *name;
    int times;
    enum unit of, and_of;
    int most;
    void (*put)(const struct input *in, uint8_t *out);
} blocks[] = {
    {"players", 1, SEATS, ONE, 1, put_players},
    {"began", 1, SEATS, ONE, 1, put_began},
    {"phase", LINEA_PHASES, ONE, ONE, 1, put_phase},
    {"end", LINEA_SEATS + 2, ONE, ONE, 1, put_end},
    {"passes", 1, ONE, ONE, 4, put_passes},
    {"pile", PILE_STEPS, ONE, ONE, 1, put_pile},
    {"decks", DECK_STEPS, DECKS, ONE, 1, put_decks},
    {"display", 1, KINDS, ONE, 2, put_display},
    {"discards", 1, KINDS, ONE, 4, put_discards},
    {"hand", HAND_STEPS, KINDS, ONE, 1, put_hand},
    {"tickets", 1, TICKETS, ONE, 1, put_held},
    {"offer", 1, TICKETS, ONE, 1, put_offer},
    {"done", 1, TICKETS, ONE, 1, put_done},
    {"lost", 1, TICKETS, ONE, 1, put_lost},
    {"lacking", LACK_STEPS, TICKETS, ONE, 1, put_lacking},
    {"returned", 1, TICKETS, ONE, 1, put_returned},
    {"ticket-ends", 1, LOCATIONS, ONE, 1, put_ticket_ends},
    {"network", 1, LOCATIONS, ONE, 1, put_network},
    {"vehicles", VEHICLE_STEPS, SEATS, ONE, 1, put_vehicles},
    {"points", POINT_STEPS, SEATS, ONE, 1, put_points},
    {"cards", CARD_STEPS, SEATS, ONE, 1, put_cards},
    {"held", HELD_STEPS, SEATS, ONE, 1, put_tickets_of},
    {"choosing", 1, SEATS, ONE, 3, put_choosing},
    {"seen", 1, SEATS, KINDS, 4, put_seen},
    {"open", 1, ROUTES, ONE, 1, put_open},
    {"ready", 1, ROUTES, ONE, 1, put_ready},
    {"question", 1, ROUTES, ONE, 1, put_question},
    {"routes", 1, SEATS, ROUTES, 1, put_routes},
    {"plan", 1, ROUTES, ONE, 1, put_plan},
    {"plan-tickets", 1, TICKETS, ONE, 1, put_plan_tickets},
    {"plan-points", 1, ONE, ONE, 1, put_plan_points},
    {"plan-borrowed", 1, STATION_ROUTES, ONE, 1, put_plan_borrowed},
    {"advice", LINEA_MOVE_KINDS, ONE, ONE, 1, put_advice_kind},
    {"advice-draw", LINEA_BLIND + 1, ONE, ONE, 1, put_advice_draw},
    {"advice-route", 1, ROUTES, ONE, 1, put_advice_route},
    {"advice-station", 1, STATION_PLACES, ONE, 1, put_advice_station},
    {"advice-colour", 1, KINDS, ONE, 1, put_advice_colour},
    {"advice-wilds", ADVICE_WILDS, ONE, ONE, 1, put_advice_wilds},
    {"advice-keep", LINEA_OFFER, ONE, ONE, 1, put_advice_keep},
    {"advice-tickets", 1, TICKETS, ONE, 1, put_advice_tickets},
    {"advice-mix", 1, DECKS, ONE, 2, put_advice_mix},
    {"advice-take", 1, PASSENGERS, ONE, 1, put_advice_take},
    {"tunnel", 1, TUNNEL_KINDS, ONE, 1, put_tunnel},
    {"laid", 1, TUNNEL_KINDS, ONE, 2, put_laid},
    {"extra", 1, ONE, ONE, 1, put_extra},
    {"stations", 1, SEATS, STATION_PLACES, 1, put_stations},
    {"stations-left", 1, SEATS, STATIONS, 2, put_stations_left},
    {"taken", 1, SEATS, PASSENGERS, 2, put_taken},
    {"waiting", 1, LOCATIONS, PASSENGERS, 1, put_waiting},
};

enum { ALL_BLOCKS = sizeof blocks / sizeof blocks[0] };

void linea_net_layout(struct net_layout *out, const struct linea_map *map)
{
    _Static_assert((int)ALL_BLOCKS <= (int)NET_BLOCKS, "room for every block");
    *out = (struct net_layout){.map = map, .blocks = ALL_BLOCKS};
    for (int i = 0; i < ALL_BLOCKS; i++) {
        int count = blocks[i].times * size_of(map, blocks[i].of) *
                    size_of(map, blocks[i].and_of);
        out->block[i] =
            (struct net_block){blocks[i].name, out->count, count, blocks[i].most};
        out->count += count;
    }
    assert(out->count <= NET_FEATURES);
}

/* Own tickets, and what they lack over routes that are open. */
static void find_lacking(struct input *in)
{
    const struct linea_map *map = in->map;
    struct linea_prices prices;
    for (int r = 0; r < map->routes; r++)
        prices.route[r] = linea_set_has(&in->me->routes, r) ? 0
                          : linea_set_has(&in->me->open, r) ? map->route[r].length
                                                            : PLAN_CLOSED;
    in->mine = in->me->tickets;
    for (int i = 0; i < in->me->offered; i++)
        linea_set_add(&in->mine, in->me->offer[i]);
    for (struct linea_set left = in->mine; !linea_set_empty(&left);) {
        int t = linea_set_pop(&left);
        in->lacking[t] =
            linea_plan_price(map, &prices, map->ticket[t].a, map->ticket[t].b);
    }
}

void linea_net_features(const struct net_layout *layout, uint8_t out[NET_FEATURES],
                        const struct net_memory *m, const struct linea_view *view,
                        linea_move advised)
{
    struct input in = {.map = layout->map,
                       .view = view,
                       .me = &view->seat[view->viewer],
                       .adviser = &m->adviser,
                       .advised = advised};
    assert(view->map == layout->map && view->viewer < view->seats);
    find_lacking(&in);
    memset(out, 0, (size_t)layout->count);
    for (int i = 0; i < ALL_BLOCKS; i++)
        if (layout->block[i].count)
            blocks[i].put(&in, out + layout->block[i].from);
}

void linea_net_begin(struct net_memory *m)
{
    linea_bot_planner.begin(&linea_bot_planner, &m->adviser, 0);
}

linea_move linea_net_advise(struct net_memory *m, const struct linea_view *view,
                            const linea_move *moves, int n)
{
    const struct linea_budget none = {0};
    return linea_bot_planner.choose(&linea_bot_planner, &m->adviser, view, moves, n,
                                    &none);
}
