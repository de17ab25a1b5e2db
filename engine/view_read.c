/*
 * engine/view_read.c - from text to a view: what linea_view_write() made of that of the
 * seat to move, or a whole position.
 *
 * The text does not say quite all that a view knows: where tickets lie that the viewer
 * put back, and the decks of tickets that others are offered. The tickets are supposed
 * to lie at the bottom, the decks to be those that the map deals from.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "linea/error.h"
#include "linea/text.h"
#include "linea/view.h"
#include "play.h"
#include "position.h"

/* Cards that are nowhere to be seen must be as many as hands and pile hide. */
static bool cards_add_up(const struct linea_view *view, const struct linea_game *g)
{
    int hidden = view->pile_count, unseen = 0, left[LINEA_KINDS];
    for (int kind = 0; kind < LINEA_KINDS; kind++) {
        left[kind] = g->map->count[kind] - g->discards[kind];
        for (int s = 0; s < g->seats; s++)
            left[kind] -= view->seat[s].cards_seen ? view->seat[s].cards[kind]
                                                   : view->seat[s].seen[kind];
    }
    for (int i = 0; i < LINEA_DISPLAY; i++)
        if (g->display[i] < LINEA_KINDS)
            left[g->display[i]]--;
    if (g->phase == LINEA_TUNNEL) {
        const struct linea_tunnel *t = &g->tunnel;
        if (t->colour < LINEA_WILD)
            left[t->colour] -= g->map->route[t->route].length - t->wilds;
        left[LINEA_WILD] -= t->wilds;
        for (int i = 0; i < t->revealed; i++)
            left[t->card[i]]--;
    }
    for (int s = 0; s < g->seats; s++) {
        int seen = linea_hand_size(view->seat[s].seen);
        if (!view->seat[s].cards_seen && seen > view->seat[s].hand)
            return false;
        hidden += view->seat[s].cards_seen ? 0 : view->seat[s].hand - seen;
    }
    for (int kind = 0; kind < LINEA_KINDS; kind++) {
        if (left[kind] < 0)
            return false;
        unseen += left[kind];
    }
    return unseen == hidden;
}

/* The tickets of a deck that are nowhere to be seen. */
static int unseen_tickets(const struct linea_view *view, int d)
{
    const struct linea_map *map = view->map;
    int n = map->deck[d].size - view->deck_count[d];
    for (int s = 0; s < view->seats; s++) {
        const struct linea_view_seat *seat = &view->seat[s];
        for (struct linea_set left = seat->tickets; !linea_set_empty(&left);)
            n -= map->ticket[linea_set_pop(&left)].deck == d;
        for (int i = 0; seat->offer_seen && i < seat->offered; i++)
            n -= map->ticket[seat->offer[i]].deck == d;
    }
    return n;
}

/* The decks of what the others are offered: as many of each as the map deals; where
   players choose, as many as there are. */
static bool suppose_offers(struct linea_view *view)
{
    int left[LINEA_DECKS];
    for (int d = 0; d < view->map->decks; d++)
        left[d] = unseen_tickets(view, d);
    for (int s = 0; s < view->seats; s++) {
        struct linea_view_seat *seat = &view->seat[s];
        int n = 0;
        if (seat->offer_seen)
            continue;
        for (int d = 0; d < view->map->decks; d++) {
            int most = view->map->opening_mix ? LINEA_OFFER : view->map->deck[d].dealt;
            for (int i = 0; i < most && n < seat->offered && left[d] > 0;
                 i++, left[d]--)
                seat->offer_deck[n++] = (uint8_t)d;
        }
        if (n < seat->offered)
            return false;
    }
    return true;
}

/* The tickets that the viewer put back lie at the bottom of their decks. */
static void suppose_returned(struct linea_view *view)
{
    for (int d = 0; d < view->map->decks; d++) {
        const struct linea_deck *deck = &view->map->deck[d];
        int at = view->deck_count[d];
        for (int t = deck->first; t < deck->first + deck->size && at > 0; t++)
            if (view->returned[t] == view->viewer)
                view->deck[deck->first + --at] = (uint8_t)t;
    }
}

/* Put in what the text has as numbers. */
static void hide(struct linea_view *view, const struct position_hidden *hidden)
{
    for (int s = 0; s < view->seats; s++) {
        struct linea_view_seat *seat = &view->seat[s];
        if (hidden->hand[s])
            seat->hand = hidden->hands[s];
        if (hidden->tickets[s])
            seat->held = hidden->held[s];
        if (hidden->offer[s])
            seat->offered = hidden->offered[s];
    }
    if (hidden->pile)
        view->pile_count = hidden->piled;
    for (int d = 0; d < view->map->decks; d++)
        if (hidden->deck[d])
            view->deck_count[d] = hidden->decked[d];
}

/* Whether all that the viewer must see is there. */
static bool shows_own(const struct position_hidden *hidden, int viewer)
{
    return !hidden->hand[viewer] && !hidden->tickets[viewer] && !hidden->offer[viewer];
}

bool linea_view_read(struct linea_view *view, struct linea_game *guess,
                     struct linea_error *error, const struct linea_map *map,
                     const struct linea_json *json, int object)
{
    static const struct linea_seed seed = {{0}};
    struct position_hidden hidden = {0};
    struct linea_game game;
    struct linea_rng rng = {0};
    struct position_reader reader = {
        .g = &game, .map = map, .json = json, .error = error, .hidden = &hidden};
    if (!linea_position_open(&reader, &seed, object))
        return false;
    if (game.turn == LINEA_NOBODY || game.phase == LINEA_OVER ||
        !shows_own(&hidden, game.turn))
        return linea_explain(error, LINEA_BAD_POSITION,
                             "the seat to move must see its own cards and tickets");
    for (int s = 0; s < game.seats; s++)
        game.seat[s].open = linea_open_to(&game, s);
    struct linea_view found;
    linea_game_view(&game, &found, game.turn);
    hide(&found, &hidden);
    if (hidden.deck[0])
        suppose_returned(&found);
    if (!cards_add_up(&found, &game) || !suppose_offers(&found))
        return linea_explain(error, LINEA_BAD_POSITION, "the pieces do not add up");
    linea_view_guess(&found, &game, &rng);
    if (!linea_game_check(&game, error))
        return false;
    *view = found;
    *guess = game;
    return true;
}
