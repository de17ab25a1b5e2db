/*
 * tests/oracle_compare.c - whether the engine has what the oracle has.
 *
 * The game that the engine should hold is written out from the oracle's, and all its
 * bytes compared: also those that follow from others, as points and open routes do.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "oracle.h"
#include "random_games.h"

static void expect_seat(const struct oracle *o, int s, struct linea_seat *out)
{
    for (int r = 0; r < o->map->routes; r++) {
        if (o->owner[r] == s) {
            linea_set_add(&out->routes, r);
            out->points += o->map->route_points[o->map->route[r].length];
        }
        if (oracle_open(o, s, r))
            linea_set_add(&out->open, r);
    }
    for (int t = 0; t < o->map->tickets; t++)
        if (o->holder[t] == s)
            linea_set_add(&out->tickets, t);
    for (int l = 0; l < o->map->locations; l++)
        if (o->station[l] == s)
            out->stations |= (uint64_t)1 << l;
    out->vehicles = (uint8_t)oracle_vehicles(o, s);
    out->offered = (uint8_t)o->offer[s].n;
    memcpy(out->offer, o->offer[s].item, (size_t)o->offer[s].n);
    for (int kind = 0; kind < LINEA_KINDS; kind++) {
        out->cards[kind] = (uint8_t)o->hand[s][kind];
        out->seen[kind] = (uint8_t)o->seen[s][kind];
    }
    for (int colour = 0; colour < LINEA_PASSENGER_COLOURS; colour++)
        out->taken[colour] = (uint8_t)o->taken[s][colour];
}

static void expect_cards(const struct oracle *o, struct linea_game *out)
{
    out->pile_count = (uint8_t)o->pile.n;
    memcpy(out->pile, o->pile.item, (size_t)o->pile.n);
    for (int i = 0; i < LINEA_DISPLAY; i++)
        out->display[i] = (uint8_t)o->display[i];
    for (int kind = 0; kind < LINEA_KINDS; kind++)
        out->discards[kind] = (uint8_t)o->discards[kind];
    if (o->phase != LINEA_TUNNEL)
        return;
    out->tunnel.route = (uint8_t)o->tunnel.route;
    out->tunnel.colour = (uint8_t)o->tunnel.colour;
    out->tunnel.wilds = (uint8_t)o->tunnel.wilds;
    out->tunnel.extra = (uint8_t)oracle_extra(o);
    out->tunnel.revealed = (uint8_t)o->tunnel.revealed.n;
    memcpy(out->tunnel.card, o->tunnel.revealed.item, (size_t)o->tunnel.revealed.n);
}

static void expect_tickets(const struct oracle *o, struct linea_game *out)
{
    for (int d = 0; d < o->map->decks; d++) {
        int n = o->deck[d].n;
        out->deck[d].count = (uint8_t)n;
        for (int i = 0; i < n; i++)
            out->ticket[o->map->deck[d].first + i] = o->deck[d].item[n - 1 - i];
    }
    memset(out->returned, LINEA_NOBODY, sizeof out->returned);
    for (int t = 0; t < o->map->tickets; t++)
        out->returned[t] = (uint8_t)o->knower[t];
}

static void expect_passengers(const struct oracle *o, struct linea_game *out)
{
    memset(out->passengers, LINEA_NOTHING, sizeof out->passengers);
    for (int l = 0; l < o->map->locations; l++) {
        int at = o->map->location[l].first_passenger;
        for (int colour = 0; colour < o->map->passenger_colours; colour++)
            for (int i = 0; i < o->waiting[l][colour]; i++)
                out->passengers[at++] = (uint8_t)colour;
    }
}

void oracle_game(const struct oracle *o, struct linea_game *out)
{
    memset(out, 0, sizeof *out);
    out->map = o->map;
    out->seats = (uint8_t)o->seats;
    out->first = (uint8_t)o->first;
    out->turn = (uint8_t)o->turn;
    out->phase = (uint8_t)o->phase;
    out->last_turns = (uint8_t)o->last_turns;
    out->passes = (uint8_t)o->passes;
    out->route = (uint8_t)o->question;
    expect_cards(o, out);
    expect_tickets(o, out);
    expect_passengers(o, out);
    for (int s = 0; s < o->seats; s++)
        expect_seat(o, s, &out->seat[s]);
}

const char *oracle_compare_game(const struct oracle *o, const struct linea_game *g)
{
    struct linea_game expected, actual = *g;
    if (g->shuffles != o->shuffles)
        return "the number of shuffles";
    if (memcmp(&g->seed, &o->seed, sizeof g->seed) != 0)
        return "the seed";
    game_normalise(&actual);
    oracle_game(o, &expected);
    return memcmp(&actual, &expected, sizeof actual) == 0 ? NULL : "the position";
}

const char *oracle_compare_moves(const struct oracle *o, const linea_move *moves, int n)
{
    static linea_move expected[LINEA_MOVES];
    if (oracle_moves(o, expected) != n)
        return "the number of legal moves";
    return memcmp(moves, expected, (size_t)n * sizeof *moves) == 0 ? NULL
                                                                   : "a legal move";
}

const char *oracle_compare_event(const struct oracle *o,
                                 const struct linea_event *event)
{
    const struct linea_event *own = &o->event;
    bool same = event->move == own->move && event->seat == own->seat &&
                event->cards == own->cards && event->up == own->up &&
                event->tickets == own->tickets &&
                memcmp(event->card, own->card, own->cards) == 0 &&
                memcmp(event->ticket, own->ticket, own->tickets) == 0;
    return same ? NULL : "what came of the move";
}

const char *oracle_compare_score(const struct oracle *o, const struct linea_game *g)
{
    struct linea_result expected, actual;
    linea_game_score(g, &actual);
    oracle_score(o, &expected);
    for (int s = 0; s < o->seats; s++) {
        struct linea_score *to = &expected.seat[s];
        if (!oracle_sets_fit(o, s, &actual.seat[s]))
            return "which tickets are done, what is borrowed, or the longest path";
        to->done = actual.seat[s].done;
        to->borrowed = actual.seat[s].borrowed;
        to->longest_path = actual.seat[s].longest_path;
    }
    return memcmp(&actual, &expected, sizeof actual) == 0 ? NULL : "the score";
}
