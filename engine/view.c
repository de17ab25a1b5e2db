/*
 * engine/view.c - from a game to what one seat may know of it.
 *
 * The only file that copies from games to views. A view is set to zero and then built
 * up; each hidden thing is copied in one place, behind one question: does the viewer
 * see it?
 *
 * SPDX-License-Identifier: MIT
 */
#include "linea/view.h"

#include <stddef.h>
#include <string.h>

/* Opening choices are simultaneous: nothing of them shows before all have chosen. */
static bool choosing(const struct linea_game *g)
{
    return g->phase == LINEA_OPENING_MIX || g->phase == LINEA_OPENING_KEEP;
}

/* When the game is over, everybody sees everything. */
static bool sees_all(const struct linea_game *g, int viewer)
{
    return viewer == LINEA_ALL || g->phase == LINEA_OVER;
}

static void view_offer(const struct linea_game *g, struct linea_view_seat *out, int s,
                       bool seen)
{
    const struct linea_seat *seat = &g->seat[s];
    out->offered = seat->offered;
    out->offer_seen = seen;
    for (int i = 0; i < seat->offered; i++) {
        out->offer_deck[i] = g->map->ticket[seat->offer[i]].deck;
        if (seen)
            out->offer[i] = seat->offer[i];
    }
}

static void view_seat(const struct linea_game *g, struct linea_view_seat *out, int s,
                      bool seen)
{
    const struct linea_seat *seat = &g->seat[s];
    out->routes = seat->routes;
    out->open = seat->open;
    out->stations = seat->stations;
    out->points = seat->points;
    out->vehicles = seat->vehicles;
    out->hand = (uint8_t)linea_hand_size(seat->cards);
    memcpy(out->seen, seat->seen, sizeof out->seen);
    memcpy(out->taken, seat->taken, sizeof out->taken);
    view_offer(g, out, s, seen);
    out->cards_seen = out->tickets_seen = seen;
    if (seen || !choosing(g))
        out->held = (uint8_t)linea_set_count(&seat->tickets);
    if (seen) {
        out->tickets = seat->tickets;
        memcpy(out->cards, seat->cards, sizeof out->cards);
    }
}

/* A deck as seen: while players choose their opening tickets it counts as before any
   return, since the number put back is the choice. */
static void view_deck(const struct linea_game *g, struct linea_view *out, int d,
                      bool all)
{
    const uint8_t *ring = g->ticket + g->map->deck[d].first;
    uint8_t *known = out->deck + g->map->deck[d].first;
    int size = g->map->deck[d].size, at = g->deck[d].top, count = g->deck[d].count, i;
    bool stop = !all && choosing(g);
    for (i = 0; i < count; i++) {
        uint8_t ticket = ring[at], who = g->returned[ticket];
        if (stop && who != LINEA_NOBODY)
            break;
        known[i] = all || who == out->viewer ? ticket : LINEA_NOTHING;
        at = at + 1 == size ? 0 : at + 1;
    }
    out->deck_count[d] = (uint8_t)i;
}

/* The tickets that the viewer put back. Whether any of them lie where they were put.
   All of the array, whatever the map has, and without a branch: a compiler makes a few
   vector instructions of that. */
static bool view_returned(const struct linea_game *g, struct linea_view *out, bool all)
{
    uint8_t viewer = out->viewer, placed = 0;
    if (all) {
        memcpy(out->returned, g->returned, sizeof out->returned);
        return true;
    }
    for (int t = 0; t < LINEA_TICKETS; t++) {
        uint8_t who = g->returned[t];
        uint8_t other = (who & ~LINEA_SOMEWHERE) == viewer ? 0 : LINEA_NOBODY;
        out->returned[t] = who | other;
        placed |= who == viewer;
    }
    return placed;
}

static void view_hidden(const struct linea_game *g, struct linea_view *out, bool all)
{
    bool placed = view_returned(g, out, all);
    memset(out->deck, LINEA_NOTHING, sizeof out->deck);
    for (int d = 0; d < g->map->decks; d++)
        if (placed || choosing(g))
            view_deck(g, out, d, all);
        else /* Nothing in it is known, as in most views that bots are shown. */
            out->deck_count[d] = g->deck[d].count;
    out->pile_count = g->pile_count;
    out->order_seen = all;
    for (int i = 0; all && i < g->pile_count; i++)
        out->pile[i] = g->pile[g->pile_count - 1 - i];
}

void linea_game_view(const struct linea_game *g, struct linea_view *out, int viewer)
{
    bool all = sees_all(g, viewer);
    memset(out, 0, offsetof(struct linea_view, deck)); /* view_hidden() sets the rest */
    out->map = g->map;
    out->viewer = (uint8_t)viewer;
    out->seats = g->seats;
    out->first = g->first;
    out->turn = g->turn;
    out->phase = g->phase;
    out->last_turns = g->last_turns;
    out->passes = g->passes;
    out->route = g->route;
    out->tunnel = g->tunnel;
    memcpy(out->display, g->display, sizeof out->display);
    memcpy(out->discards, g->discards, sizeof out->discards);
    memcpy(out->passengers, g->passengers, sizeof out->passengers);
    for (int s = 0; s < g->seats; s++)
        view_seat(g, &out->seat[s], s, all || s == viewer);
    view_hidden(g, out, all);
}

void linea_event_hide(struct linea_event *event, int viewer)
{
    enum linea_move_kind kind = linea_move_kind(event->move);
    if (event->seat == viewer || viewer == LINEA_ALL)
        return;
    if (kind == LINEA_DRAW && linea_move_low(event->move) == LINEA_BLIND)
        event->card[0] = LINEA_NOTHING;
    memset(event->ticket, LINEA_NOTHING, sizeof event->ticket);
    if (kind == LINEA_KEEP)
        event->move = linea_move_make(LINEA_KEEP, 0, 0, 0);
}

_Static_assert(sizeof(struct linea_view) ==
                   offsetof(struct linea_view, deck) + 2 * LINEA_TICKETS,
               "no padding at the end of a view");
