/*
 * engine/play.h - what the files that change a game share; private to the engine.
 *
 * One move runs: game.c takes it, cards.c / tickets.c / rules/ carry it out, game.c
 * ends the turn. All of them draw chance through a struct chance.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef PLAY_H
#define PLAY_H

#include <assert.h>
#include <string.h>

#include "linea/game.h"

/* Where the outcomes of one move go, and where a record dictates them. */
struct chance {
    struct linea_event *event;          /* receives what happens; may be NULL */
    const struct linea_event *recorded; /* dictates what happens; usually NULL */
    unsigned known;    /* LINEA_KNOWN_… piles stay as they are; of the cards … */
    uint16_t shuffles; /* … only while the game has made so many shuffles */
    bool impossible;   /* the record has what cannot have happened */
};

/* cards.c */

/* Bring the card that a record has to the top, if its place there is open. */
void linea_pile_steer(struct linea_game *g, struct chance *chance);

/* PILE-RESHUFFLE: at once, so that a pile that is empty means no discards either. */
void linea_pile_reshuffle(struct linea_game *g);
static inline void linea_pile_refill(struct linea_game *g)
{
    if (!g->pile_count)
        linea_pile_reshuffle(g);
}

/* Take the top card of a pile that is not empty; refill the pile if that was the last.
   Most moves draw, so this is not worth a call. */
static inline int linea_pile_draw(struct linea_game *g, struct chance *chance)
{
    assert(g->pile_count > 0);
    if (chance->recorded)
        linea_pile_steer(g, chance);
    int kind = g->pile[--g->pile_count];
    if (chance->event)
        chance->event->card[chance->event->cards++] = (uint8_t)kind;
    linea_pile_refill(g);
    return kind;
}

/* Turn up five cards and flush them if needed; or one in place of a kind that is taken,
   and return by how many wilds that changed the display. */
void linea_display_deal(struct linea_game *g, struct chance *chance);
int linea_display_replace(struct linea_game *g, struct chance *chance, int kind);

/* Wilds face up. They are counted for every move, so four at a time: the kind of a wild
   is a bit that no colour has, and a product adds up the four bytes. */
static inline int linea_wilds_up(const struct linea_game *g)
{
    _Static_assert(LINEA_WILD == 8 && LINEA_COLOURS == 8 && LINEA_DISPLAY == 5, "so");
    uint32_t four;
    memcpy(&four, g->display, sizeof four);
    four = (four >> 3 & 0x01010101u) * 0x01010101u;
    return (int)(four >> 24) + (g->display[4] >> 3);
}

/* DISPLAY-FLUSH: replace the whole display while it has too many wilds, as far as that
   can help. */
void linea_display_sweep(struct linea_game *g, struct chance *chance);

/* Move a set of n cards out of a hand, or into the discards. */
void linea_hand_play(struct linea_seat *seat, int colour, int wilds, int n);
void linea_set_discard(struct linea_game *g, int colour, int wilds, int n);

/* tickets.c */

/* Lay the decks out for a game that begins, each as a shuffle has left it: top last. */
void linea_decks_lay(struct linea_game *g, const uint8_t shuffled[LINEA_TICKETS]);
void linea_offer_deal(struct linea_game *g, struct chance *chance, int seat);
void linea_offer_draw(struct linea_game *g, struct chance *chance, linea_move mix);
void linea_offer_keep(struct linea_game *g, unsigned kept, bool out_of_game);

/* Shuffle every deck again after the opening. */
void linea_decks_reshuffle(struct linea_game *g, struct chance *chance);

/* game.c */

/* Give an open route to the seat to move, its cards paid, and go on from there. */
void linea_route_take(struct linea_game *g, int route);
void linea_turn_end(struct linea_game *g);

/* rules/ */

void linea_station_build(struct linea_game *g, linea_move station);
void linea_tunnel_enter(struct linea_game *g, struct chance *chance, linea_move claim);
void linea_tunnel_pay(struct linea_game *g, linea_move pay);
void linea_tunnel_decline(struct linea_game *g);

/* Add the cards of each kind that a tunnel in question holds. */
void linea_tunnel_count(const struct linea_game *g, int count[LINEA_KINDS]);

/* Put the passengers on the board, from the last of the shuffled ones on. */
void linea_passengers_place(struct linea_game *g, struct chance *chance,
                            const uint8_t shuffled[LINEA_PASSENGERS]);

/* Let the seat that has claimed a route take passengers, if any wait there. */
bool linea_passengers_offer(struct linea_game *g, int route);
void linea_passengers_take(struct linea_game *g, linea_move take);

/* check.c */

/* What a seat may claim as far as claims go, worked out from who owns what. */
struct linea_set linea_open_to(const struct linea_game *g, int seat);

#endif
