/*
 * tests/scene.h - a game set up for a test: maps by name, games to arrange, moves as
 * text, and what came of them.
 *
 * game_on() lays out a bare game: nobody holds a card or a ticket, the display shows no
 * wild, and the pile turns up the map's colours by turns, the wilds last. A test then
 * gives what its sentence speaks of. Whatever is given comes from the pile, the
 * discards or the decks, so that the pieces always add up; a test that asks for the
 * impossible fails where it asks.
 *
 * Cards, tickets, routes and passengers are listed with spaces or commas between, each
 * with an optional count: "red:2,wild:1", "red blue wild", "a/b c/d/2".
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SCENE_H
#define SCENE_H

#include "linea/game.h"
#include "linea/score.h"
#include "linea/text.h"
#include "linea/view.h"

/* An embedded map ("europe"), or a test map ("test/square"). */
const struct linea_map *map_named(const char *name);

/* A game from that seed, seat 0 first, just dealt. */
struct linea_game deal_on(const char *map, int seats, uint64_t seed);

/* A bare game, seat 0 to move. */
struct linea_game game_on(const char *map, int seats);

/* Play the opening of a dealt game: everybody keeps all. */
void play_opening(struct linea_game *g);

/* Cards: the whole hand; the whole display; the top of the pile, first card on top. */
void give_hand(struct linea_game *g, int seat, const char *cards);
void give_display(struct linea_game *g, const char *cards);
void give_pile_top(struct linea_game *g, const char *cards);

/* The whole pile (top first) and all the discards; the rest goes to a seat's hand. */
void give_stock(struct linea_game *g, const char *pile, const char *discards,
                int holder);

/* Pieces on the board. So many vehicles left: the others stand on routes that come last
   in the map's list. */
void give_routes(struct linea_game *g, int seat, const char *routes);
void give_vehicles(struct linea_game *g, int seat, int left);
void give_stations(struct linea_game *g, int seat, const char *locations);

/* Tickets: more of them for a seat; all that a deck still has, top first, the rest
   going to a seat. */
void give_tickets(struct linea_game *g, int seat, const char *tickets);
void give_deck(struct linea_game *g, const char *deck, const char *tickets, int holder);

/* Passengers: who waits at a location, swapped with those elsewhere; whom a seat has
   taken, from anywhere; or a seat has taken all of a location. */
void give_passengers(struct linea_game *g, const char *location, const char *colours);
void give_taken(struct linea_game *g, int seat, const char *colours);
void empty_location(struct linea_game *g, int seat, const char *location);

/* Play a move that must be legal; what came of it. */
struct linea_event play(struct linea_game *g, const char *move);

/* Play whatever comes first until another seat is to move. */
void play_turn(struct linea_game *g);

/* Whether a move may be played now. It must be spelled right. */
bool legal(const struct linea_game *g, const char *move);

/* How many legal moves begin so; "" for all. */
int moves(const struct linea_game *g, const char *start);

/* The name of a route, until the next call. */
const char *route_name(const struct linea_map *map, int route);

/* Counts of pieces. */
int hand(const struct linea_game *g, int seat);
int cards(const struct linea_game *g, int seat, const char *kind);
int discards(const struct linea_game *g);
int kind(const struct linea_game *g, const char *name);
int wilds_up(const struct linea_game *g);
bool owns(const struct linea_game *g, int seat, const char *route);
bool holds(const struct linea_game *g, int seat, const char *ticket);
int deck_count(const struct linea_game *g, const char *deck);
int deck_place(const struct linea_game *g, const char *deck, const char *ticket);
int waiting(const struct linea_game *g, const char *location, const char *colour);

/* Whether a seat (or LINEA_SPECTATOR) sees the same in both games, byte for byte. */
bool same_view(const struct linea_game *g, const struct linea_game *h, int viewer);

/* The score as if the game ended now; of one seat from one source; who wins, as bits.
 */
struct linea_result score(const struct linea_game *g);
int points(const struct linea_game *g, int seat, enum linea_source source);
unsigned winners(const struct linea_game *g);

#endif
