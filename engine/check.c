/*
 * engine/check.c - the invariants of a game.
 *
 * Called after every move in tests and fuzzers, and on every position that comes from
 * outside: what passes here can be played on without harm. Nothing is skipped because
 * "it cannot happen".
 *
 * SPDX-License-Identifier: MIT
 */
#include "play.h"
#include "rules/mechanic.h"

/* Each kind of card is where it can be, as often as the map has it; and there is a pile
   whenever there is a discard. */
static bool cards_add_up(const struct check *c)
{
    const struct linea_game *g = c->g;
    int count[LINEA_KINDS] = {0};
    for (int i = 0; i < g->pile_count; i++) {
        if (!linea_kind_known(c->map, g->pile[i]))
            return WRONG(c, "the pile has a card that the map does not have");
        count[g->pile[i]]++;
    }
    for (int i = 0; i < LINEA_DISPLAY; i++) {
        if (!linea_kind_known(c->map, g->display[i]))
            return WRONG(c, "the display has a card that the map does not have");
        count[g->display[i]]++;
    }
    linea_tunnel_count(g, count);
    for (int kind = 0; kind < LINEA_KINDS; kind++) {
        for (int s = 0; s < g->seats; s++) {
            count[kind] += g->seat[s].cards[kind];
            if (g->seat[s].seen[kind] > g->seat[s].cards[kind])
                return WRONG(c, "seat %d was seen to take more %s cards than it has", s,
                             linea_map_kind_name(c->map, kind));
        }
        count[kind] += g->discards[kind];
        if (count[kind] != c->map->count[kind])
            return WRONG(c, "there are %d %s cards, but the map has %d", count[kind],
                         linea_map_kind_name(c->map, kind), c->map->count[kind]);
    }
    if (!g->pile_count && linea_hand_size(g->discards))
        return WRONG(c, "there are discards beside an empty pile");
    return true;
}

struct linea_set linea_open_to(const struct linea_game *g, int seat)
{
    struct linea_set open = g->map->by_length[LINEA_LENGTH];
    bool single = g->seats <= g->map->single_up_to;
    for (int s = 0; s < g->seats; s++) {
        struct linea_set routes = g->seat[s].routes;
        linea_set_remove_all(&open, &routes);
        while ((single || s == seat) && !linea_set_empty(&routes))
            linea_set_remove_all(&open,
                                 &g->map->route[linea_set_pop(&routes)].parallels);
    }
    return open;
}

/* Vehicles, points and what is open follow from the routes claimed. */
static bool routes_add_up(const struct check *c)
{
    struct linea_set all = {{0}};
    bool single = c->g->seats <= c->map->single_up_to;
    for (int s = 0; s < c->g->seats; s++) {
        const struct linea_seat *seat = &c->g->seat[s];
        int spaces = 0, points = 0;
        if (linea_set_meets(&all, &seat->routes))
            return WRONG(c, "a route has two owners");
        for (struct linea_set left = seat->routes; !linea_set_empty(&left);) {
            int r = linea_set_pop(&left);
            if (r >= c->map->routes)
                return WRONG(c, "a route is claimed that the map does not have");
            linea_set_add(&all, r);
            spaces += c->map->route[r].length;
            points += c->map->route[r].points;
            if (linea_set_meets(&c->map->route[r].parallels,
                                single ? &all : &seat->routes))
                return WRONG(c, "parallel routes are claimed that cannot be");
        }
        if (spaces + seat->vehicles != c->map->vehicles)
            return WRONG(c, "seat %d has %d vehicles left and %d on the board, not %d",
                         s, seat->vehicles, spaces, c->map->vehicles);
        if (points != seat->points)
            return WRONG(c, "the routes of seat %d are worth %d points, not %d", s,
                         points, seat->points);
    }
    for (int s = 0; s < c->g->seats; s++) {
        struct linea_set open = linea_open_to(c->g, s);
        if (open.word[0] != c->g->seat[s].open.word[0] ||
            open.word[1] != c->g->seat[s].open.word[1])
            return WRONG(c, "the routes open to seat %d are not those that are", s);
    }
    return true;
}

/* A sentence about a ticket, whose name stands for %s/%s. */
static bool wrong_ticket(const struct check *c, const char *pattern, int ticket)
{
    const struct linea_ticket *t = &c->map->ticket[ticket];
    return WRONG(c, pattern, linea_map_text(c->map, c->map->location[t->a].id),
                 linea_map_text(c->map, c->map->location[t->b].id));
}

/* Count a ticket once; a second time is wrong. */
static bool ticket_once(const struct check *c, struct linea_set *all, int ticket)
{
    if (ticket >= c->map->tickets)
        return WRONG(c, "there is a ticket that the map does not have");
    if (linea_set_has(all, ticket))
        return wrong_ticket(c, "the ticket %s/%s is there twice", ticket);
    linea_set_add(all, ticket);
    return true;
}

static bool seat_tickets(const struct check *c, struct linea_set *all, int s)
{
    const struct linea_seat *seat = &c->g->seat[s];
    for (struct linea_set left = seat->tickets; !linea_set_empty(&left);)
        if (!ticket_once(c, all, linea_set_pop(&left)))
            return false;
    if (seat->offered > LINEA_OFFER)
        return WRONG(c, "seat %d is offered too many tickets", s);
    for (int i = 0; i < seat->offered; i++)
        if (!ticket_once(c, all, seat->offer[i]))
            return false;
    return true;
}

static bool deck_tickets(const struct check *c, struct linea_set *all, int d)
{
    const struct linea_ticket_pile *pile = &c->g->deck[d];
    if (pile->count > c->map->deck[d].size || pile->top >= c->map->deck[d].size)
        return WRONG(c, "a deck has more tickets than the map gives it");
    for (int i = 0; i < pile->count; i++) {
        int ticket = linea_deck_ticket(c->g, d, i);
        if (!ticket_once(c, all, ticket))
            return false;
        if (c->map->ticket[ticket].deck != d)
            return WRONG(c, "a ticket is in a deck that is not its own");
    }
    return true;
}

/* How far the opening has come, counted in seats from the first. */
static int opening_step(const struct linea_game *g, int seat)
{
    return seat - g->first + (seat < g->first ? g->seats : 0);
}

/* Whether a seat has chosen its opening tickets. */
static bool has_chosen(const struct linea_game *g, int seat)
{
    if (g->phase > LINEA_OPENING_KEEP)
        return true;
    return g->phase == LINEA_OPENING_KEEP &&
           opening_step(g, seat) < opening_step(g, g->turn);
}

/* Who is said to have put a ticket back can have done so: it is in its deck (`inside`),
   or out of the game. */
static bool returned_fits(const struct check *c, const struct linea_set *all,
                          const struct linea_set *inside, int t)
{
    int who = c->g->returned[t], seat = who & ~LINEA_SOMEWHERE;
    bool opening = c->g->phase <= LINEA_OPENING_KEEP;
    if (who == LINEA_NOBODY)
        return true;
    if (seat >= c->g->seats || !has_chosen(c->g, seat))
        return wrong_ticket(c, "the ticket %s/%s was put back by no such seat", t);
    bool somewhere = who & LINEA_SOMEWHERE;
    if (!linea_set_has(inside, t) && (linea_set_has(all, t) || somewhere))
        return wrong_ticket(c, "the ticket %s/%s was put back, but is not there", t);
    if (opening && somewhere)
        return wrong_ticket(c, "the ticket %s/%s cannot have been shuffled yet", t);
    return true;
}

/* During the opening, what was put back lies at the bottom. */
static bool bottom_fits(const struct check *c, int d)
{
    bool bottom = false;
    for (int i = 0; i < c->g->deck[d].count; i++) {
        int ticket = linea_deck_ticket(c->g, d, i);
        bool returned = c->g->returned[ticket] != LINEA_NOBODY;
        if (bottom && !returned)
            return wrong_ticket(c, "the ticket %s/%s lies below one put back", ticket);
        bottom = returned;
    }
    return true;
}

/* Each ticket is in one place, or out of the game where the map lets tickets leave. */
static bool tickets_add_up(const struct check *c)
{
    struct linea_set all = {{0}}, held;
    for (int s = 0; s < c->g->seats; s++)
        if (!seat_tickets(c, &all, s))
            return false;
    held = all;
    for (int d = 0; d < c->map->decks; d++) {
        if (!deck_tickets(c, &all, d))
            return false;
        if (c->g->phase <= LINEA_OPENING_KEEP && !bottom_fits(c, d))
            return false;
    }
    struct linea_set inside = all;
    linea_set_remove_all(&inside, &held);
    for (int t = 0; t < c->map->tickets; t++) {
        bool may_leave = c->map->opening_returned == LINEA_OUT_OF_GAME ||
                         !c->map->deck[c->map->ticket[t].deck].drawn;
        if (!linea_set_has(&all, t) && (!may_leave || c->g->phase == LINEA_OPENING_MIX))
            return wrong_ticket(c, "the ticket %s/%s is missing", t);
        if (!returned_fits(c, &all, &inside, t))
            return false;
    }
    return true;
}

/* How many tickets a seat may have on offer: all of the opening, or what was drawn. */
static bool offer_size_fits(const struct check *c, int offered)
{
    int dealt = c->map->opening_mix;
    for (int d = 0; d < c->map->decks && !c->map->opening_mix; d++)
        dealt += c->map->deck[d].dealt;
    return c->g->phase <= LINEA_OPENING_KEEP ? offered == dealt
                                             : offered <= c->map->draw;
}

/* Tickets are on offer to exactly those seats that have to choose, and nobody holds any
   before that. */
static bool offers_fit(const struct check *c)
{
    const struct linea_game *g = c->g;
    for (int s = 0; s < g->seats; s++) {
        bool passed =
            opening_step(g, s) < opening_step(g, g->turn < g->seats ? g->turn : 0);
        bool expected = (g->phase == LINEA_OPENING_MIX && passed) ||
                        (g->phase == LINEA_OPENING_KEEP && !passed) ||
                        (g->phase == LINEA_KEEP_TICKETS && s == g->turn);
        if (expected != (g->seat[s].offered > 0))
            return WRONG(c,
                         expected ? "seat %d has no tickets on offer"
                                  : "seat %d has tickets on offer that it should not",
                         s);
        if (expected && !offer_size_fits(c, g->seat[s].offered))
            return WRONG(c,
                         "seat %d has %d tickets on offer, another number than the "
                         "map says",
                         s, g->seat[s].offered);
        if (!has_chosen(g, s) && !linea_set_empty(&g->seat[s].tickets))
            return WRONG(c, "seat %d holds tickets before it has chosen any", s);
    }
    return true;
}

/* Whose turn it is, in what phase, and how near the end. */
static bool turn_fits(const struct check *c)
{
    const struct linea_game *g = c->g;
    bool over = g->phase == LINEA_OVER;
    if (g->phase >= LINEA_PHASES || g->first >= g->seats)
        return WRONG(c, "the phase or the first seat does not exist");
    if (over ? g->turn != LINEA_NOBODY : g->turn >= g->seats)
        return WRONG(c, "it is the turn of a seat that is not there");
    bool opening = g->phase <= LINEA_OPENING_KEEP;
    if (g->last_turns != LINEA_LAST_TURNS_NO &&
        (opening || g->last_turns > g->seats || (g->last_turns == 0) != over))
        return WRONG(c, "%d last turns are not possible", g->last_turns);
    if (over && g->last_turns)
        return WRONG(c, "the game is over, but has turns left");
    if (g->passes > g->seats || (g->passes == g->seats && !over) ||
        (opening && g->passes))
        return WRONG(c, "%d passes in a row are not possible", g->passes);
    if (g->phase == LINEA_OPENING_MIX && !c->map->opening_mix)
        return WRONG(c, "the map has no opening mix");
    if (g->phase == LINEA_SECOND_CARD && !g->pile_count)
        return WRONG(c, "a second card cannot be drawn: the pile is empty");
    return true;
}

/* Before the cards: those of a tunnel are counted with them. */
static bool mechanics_fit(const struct check *c)
{
    for (int m = 0; m < LINEA_MECHANICS; m++)
        if (linea_mechanics[m]->check && !linea_mechanics[m]->check(c))
            return false;
    return true;
}

bool linea_game_check(const struct linea_game *g, struct linea_error *why)
{
    struct check check = {g, g->map, why};
    const struct check *c = &check;
    if (g->seats < g->map->min_seats || g->seats > g->map->max_seats)
        return WRONG(c, "the map is not for %d seats", g->seats);
    return turn_fits(c) && mechanics_fit(c) && cards_add_up(c) && routes_add_up(c) &&
           tickets_add_up(c) && offers_fit(c);
}
