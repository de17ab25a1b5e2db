/*
 * engine/game.c - the course of a game: the deal, moves, turns, the end.
 *
 * linea_game_apply() is the only way a game changes. It carries out one decision and
 * stops at the next one.
 *
 * SPDX-License-Identifier: MIT
 */
#include "linea/game.h"

#include <assert.h>
#include <string.h>

#include "play.h"

_Static_assert(sizeof(struct linea_game) <= 1024, "a game is at most 1 KiB");

/* Everything that is shuffled when a game begins, the cards apart: they lie in the
 * game.
 */
struct deal {
    uint8_t seat[LINEA_SEATS];
    uint8_t passenger[LINEA_PASSENGERS];
    uint8_t ticket[LINEA_TICKETS]; /* by deck, as the map numbers them */
};

/* Lay out everything in the order of the map, and shuffle each by a stream of its own.
   docs/randomness.md promises the orders. */
static void shuffle_all(struct linea_game *g, struct deal *deal)
{
    const struct linea_map *map = g->map;
    struct linea_shuffle shuffles[3 + LINEA_DECKS] = {
        {deal->seat, g->seats, LINEA_STREAM_FIRST},
        {g->pile, map->cards, LINEA_STREAM_CARDS},
        {deal->passenger, map->passengers, LINEA_STREAM_PASSENGERS},
    };
    int n = 3;
    for (int s = 0; s < g->seats; s++)
        deal->seat[s] = (uint8_t)s;
    memcpy(g->pile, map->card, map->cards);
    memcpy(deal->passenger, map->passenger, map->passengers);
    for (int t = 0; t < map->tickets; t++)
        deal->ticket[t] = (uint8_t)t;
    for (int d = 0; d < map->decks; d++)
        shuffles[n++] =
            (struct linea_shuffle){deal->ticket + map->deck[d].first, map->deck[d].size,
                                   LINEA_STREAM_TICKETS + (uint32_t)d};
    linea_shuffle_all(shuffles, n, &g->seed);
}

/* SETUP-HAND, SETUP-DISPLAY: hands seat by seat from the top, then the display. The
   order is part of what docs/randomness.md promises. */
static void cards_deal(struct linea_game *g, struct chance *chance)
{
    g->pile_count = g->map->cards;
    for (int s = 0; s < g->seats; s++)
        for (int i = 0; i < g->map->hand; i++)
            g->seat[s].cards[linea_pile_draw(g, chance)]++;
    linea_display_deal(g, chance);
}

/* Tickets of decks that are not drawn from later leave the game after the opening. */
static void decks_put_away(struct linea_game *g)
{
    for (int d = 0; d < g->map->decks; d++)
        if (!g->map->deck[d].drawn)
            g->deck[d].count = 0;
}

/* SETUP-TICKETS: deal every offer at once, or let the players announce a mix first. */
static void tickets_deal(struct linea_game *g, struct chance *chance,
                         const uint8_t shuffled[LINEA_TICKETS])
{
    linea_decks_lay(g, shuffled);
    if (g->map->opening_mix) {
        g->phase = LINEA_OPENING_MIX;
        return;
    }
    for (int s = 0; s < g->seats; s++)
        linea_offer_deal(g, chance, s);
    decks_put_away(g);
    g->phase = LINEA_OPENING_KEEP;
}

/* Everybody begins with all vehicles and may claim every route. */
static void seats_set_up(struct linea_game *g)
{
    for (int s = 0; s < g->seats; s++) {
        g->seat[s].vehicles = g->map->vehicles;
        g->seat[s].open = g->map->by_length[LINEA_LENGTH];
    }
}

/* The deal. The whole game is set to zero first, so that equal games have equal bytes.
 */
static bool begin(struct linea_game *g, struct chance *chance,
                  const struct linea_map *map, int seats, int first,
                  const struct linea_seed *seed)
{
    if (seats < map->min_seats || seats > map->max_seats)
        return false;
    if (first != LINEA_NOBODY && (first < 0 || first >= seats))
        return false;
    memset(g, 0, sizeof *g);
    g->map = map;
    g->seed = *seed;
    g->seats = (uint8_t)seats;
    struct deal deal;
    shuffle_all(g, &deal);
    /* SETUP-FIRST: the first number of a stream, as linea_pick() finds it, decides what
       comes to lie last. */
    g->first = g->turn = first == LINEA_NOBODY ? deal.seat[seats - 1] : (uint8_t)first;
    g->last_turns = LINEA_LAST_TURNS_NO;
    g->route = LINEA_NOTHING;
    seats_set_up(g);
    cards_deal(g, chance);
    linea_passengers_place(g, chance, deal.passenger);
    tickets_deal(g, chance, deal.ticket);
    return true;
}

bool linea_game_begin(struct linea_game *g, struct linea_event *deal,
                      const struct linea_map *map, int seats, int first,
                      const struct linea_seed *seed)
{
    struct chance chance = {.event = deal};
    if (deal)
        memset(deal, 0, sizeof *deal);
    return begin(g, &chance, map, seats, first, seed);
}

/* The seat after this one, clockwise. */
static int next_seat(const struct linea_game *g)
{
    return g->turn + 1 == g->seats ? 0 : g->turn + 1;
}

/* What an ended game looks like, whatever ended it. */
static void game_end(struct linea_game *g)
{
    g->turn = LINEA_NOBODY;
    g->phase = LINEA_OVER;
    g->last_turns = 0;
}

/*
 * END-TRIGGER: the turn after which vehicles run low begins a last round in which all
 * seats, this one included, have one turn more. TURN-PASS: a whole round of passes ends
 * the game, too.
 */
void linea_turn_end(struct linea_game *g)
{
    if (g->last_turns != LINEA_LAST_TURNS_NO)
        g->last_turns--;
    else if (g->seat[g->turn].vehicles <= g->map->end_vehicles)
        g->last_turns = g->seats;
    if (g->last_turns == 0 || g->passes == g->seats) {
        game_end(g);
        return;
    }
    g->turn = (uint8_t)next_seat(g);
    g->phase = LINEA_TURN;
}

/*
 * A route changes hands: CLAIM-VEHICLES, CLAIM-POINTS, and what it closes to others:
 * DOUBLE-OWN always, DOUBLE-FEW with few players. On a board with passengers the turn
 * goes on with taking them, if there is one to take.
 */
void linea_route_take(struct linea_game *g, int r)
{
    const struct linea_route *route = &g->map->route[r];
    struct linea_seat *owner = &g->seat[g->turn];
    bool single = g->seats <= g->map->single_up_to;
    for (int s = 0; s < g->seats; s++) {
        linea_set_remove(&g->seat[s].open, r);
        if (single)
            linea_set_remove_all(&g->seat[s].open, &route->parallels);
    }
    linea_set_remove_all(&owner->open, &route->parallels);
    linea_set_add(&owner->routes, r);
    owner->vehicles = (uint8_t)(owner->vehicles - route->length);
    owner->points = (int16_t)(owner->points + route->points);
    if (!g->map->passengers || !linea_passengers_offer(g, r))
        linea_turn_end(g);
}

/* DRAW-TWO. A face-up wild is the only card of its turn (DRAW-WILD-FIRST); a blind one
   is like any other (DRAW-WILD-BLIND); without a pile there is no second card
   (PILE-NONE). Returns by how many wilds the display changed. */
static int draw(struct linea_game *g, struct chance *chance, int kind)
{
    struct linea_seat *s = &g->seat[g->turn];
    int wilds = 0;
    if (kind == LINEA_BLIND) {
        s->cards[linea_pile_draw(g, chance)]++;
    } else {
        s->cards[kind]++;
        s->seen[kind]++;
        wilds = linea_display_replace(g, chance, kind);
    }
    if (g->phase == LINEA_TURN && kind != LINEA_WILD && g->pile_count > 0)
        g->phase = LINEA_SECOND_CARD;
    else
        linea_turn_end(g);
    return wilds;
}

/* CLAIM-SET: the cards leave the hand. A tunnel may ask for more of them. */
static void claim(struct linea_game *g, struct chance *chance, linea_move m)
{
    int r = linea_move_place(m), colour = linea_move_colour(m);
    const struct linea_route *route = &g->map->route[r];
    linea_hand_play(&g->seat[g->turn], colour, linea_move_low(m), route->length);
    if (route->tunnel) {
        linea_tunnel_enter(g, chance, m);
        return;
    }
    linea_set_discard(g, colour, linea_move_low(m), route->length);
    linea_pile_refill(g);
    linea_route_take(g, r);
}

/* Draw tickets: as the action of a turn, or as one's opening mix. DE-TICKETS-START: all
   have drawn before any keeps. */
static void tickets(struct linea_game *g, struct chance *chance, linea_move m)
{
    linea_offer_draw(g, chance, m);
    if (g->phase == LINEA_TURN) {
        g->phase = LINEA_KEEP_TICKETS;
        return;
    }
    g->turn = (uint8_t)next_seat(g);
    if (g->turn == g->first)
        g->phase = LINEA_OPENING_KEEP;
}

/* Keep tickets; those not kept go where the map sends them (NY-TICKETS,
   DE-TICKETS-START, EU-TICKETS-START). The last choice of the opening begins the game.
 */
static void keep(struct linea_game *g, struct chance *chance, linea_move m)
{
    bool opening = g->phase == LINEA_OPENING_KEEP;
    bool gone = opening && g->map->opening_returned == LINEA_OUT_OF_GAME;
    linea_offer_keep(g, linea_move_kept(m), gone);
    if (!opening) {
        linea_turn_end(g);
        return;
    }
    g->turn = (uint8_t)next_seat(g);
    if (g->turn != g->first)
        return;
    decks_put_away(g);
    if (g->map->opening_returned == LINEA_SHUFFLED_IN)
        linea_decks_reshuffle(g, chance);
    g->phase = LINEA_TURN;
}

/* One decision and its consequences. TURN-PASS counts passes in a row; anything else
   breaks the row. DISPLAY-FLUSH is looked for last, whatever the move was: it may have
   brought cards back that a display full of wilds has waited for. The wilds are counted
   first: after a draw the processor would wait for the card just written. */
static void apply(struct linea_game *g, struct chance *chance, linea_move m)
{
    int wilds = linea_wilds_up(g);
    if (linea_move_kind(m) == LINEA_PASS)
        g->passes++;
    else
        g->passes = 0;
    switch (linea_move_kind(m)) {
    case LINEA_DRAW:
        wilds += draw(g, chance, linea_move_low(m));
        break;
    case LINEA_CLAIM:
        claim(g, chance, m);
        break;
    case LINEA_TICKETS_DRAW:
        tickets(g, chance, m);
        break;
    case LINEA_STATION:
        linea_station_build(g, m);
        break;
    case LINEA_PASS:
        linea_turn_end(g);
        break;
    case LINEA_KEEP:
        keep(g, chance, m);
        break;
    case LINEA_PAY:
        linea_tunnel_pay(g, m);
        break;
    case LINEA_DECLINE:
        linea_tunnel_decline(g);
        break;
    case LINEA_TAKE:
        linea_passengers_take(g, m);
        break;
    case LINEA_MOVE_KINDS:
        assert(false && "a legal move");
    }
    if (wilds >= LINEA_FLUSH_AT && g->pile_count)
        linea_display_sweep(g, chance);
}

/* Begin to write what comes of a move. The deal's passengers are none of it. */
static void event_open(const struct linea_game *g, struct linea_event *event,
                       linea_move m)
{
    event->move = m;
    event->seat = g->turn;
    event->cards = event->up = event->tickets = 0;
}

void linea_game_apply(struct linea_game *g, struct linea_event *event, linea_move m)
{
    struct chance chance = {.event = event};
    assert(linea_game_legal(g, m));
    if (event)
        event_open(g, event, m);
    apply(g, &chance, m);
}

/* Whether everything recorded has happened, and nothing else. */
static bool came_true(const struct chance *chance)
{
    return !chance->impossible && chance->event->cards == chance->recorded->cards &&
           chance->event->up == chance->recorded->up &&
           chance->event->tickets == chance->recorded->tickets;
}

bool linea_game_begin_recorded(struct linea_game *g, const struct linea_event *recorded,
                               const struct linea_map *map, int seats, int first,
                               const struct linea_seed *seed)
{
    struct linea_game game;
    struct linea_event event = {0};
    struct chance chance = {.event = &event, .recorded = recorded};
    if (!begin(&game, &chance, map, seats, first, seed) || !came_true(&chance))
        return false;
    if (!linea_game_check(&game, NULL))
        return false;
    *g = game;
    return true;
}

bool linea_game_apply_recorded(struct linea_game *g, unsigned *known,
                               const struct linea_event *recorded)
{
    struct linea_game game = *g;
    struct linea_event event = {0};
    struct chance chance = {.event = &event,
                            .recorded = recorded,
                            .known = known ? *known : 0,
                            .shuffles = g->shuffles};
    assert(linea_game_legal(g, recorded->move));
    event_open(g, &event, recorded->move);
    apply(&game, &chance, recorded->move);
    if (!came_true(&chance))
        return false;
    if (known)
        *known = chance.known;
    if (known && game.shuffles != chance.shuffles)
        *known &= ~(unsigned)LINEA_KNOWN_CARDS;
    *g = game;
    return true;
}
