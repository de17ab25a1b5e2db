/*
 * engine/cards.c - the draw pile, the discards, the display and sets of cards.
 *
 * Invariant: there is a draw pile whenever there is a discard (PILE-RESHUFFLE), and the
 * display always has five cards (PILE-NONE).
 *
 * SPDX-License-Identifier: MIT
 */
#include "play.h"

#include <assert.h>

void linea_pile_steer(struct linea_game *g, struct chance *chance)
{
    const struct linea_event *recorded = chance->recorded;
    int at = chance->event->cards;
    int top = g->pile_count - 1, found = top;
    while (at < recorded->cards && found >= 0 && g->pile[found] != recorded->card[at])
        found--;
    bool fixed = chance->known & LINEA_KNOWN_CARDS && g->shuffles == chance->shuffles;
    if (at >= recorded->cards || found < 0 || (fixed && found != top)) {
        chance->impossible = true;
        return;
    }
    g->pile[found] = g->pile[top];
    g->pile[top] = recorded->card[at];
}

void linea_pile_reshuffle(struct linea_game *g)
{
    int n = 0;
    for (int kind = 0; kind < LINEA_KINDS; kind++) {
        for (int i = g->discards[kind]; i > 0; i--)
            g->pile[n++] = (uint8_t)kind;
        g->discards[kind] = 0;
    }
    if (!n)
        return;
    g->pile_count = (uint8_t)n;
    linea_shuffle(g->pile, n, &g->seed, LINEA_STREAM_LATER + g->shuffles++);
}

/* Turn up the top card at a place of the display. */
static void turn_up(struct linea_game *g, struct chance *chance, int place)
{
    g->display[place] = (uint8_t)linea_pile_draw(g, chance);
    if (chance->event)
        chance->event->up++;
}

/* A flush needs cards to turn up, and enough others to ever show fewer wilds. */
static bool flush_can_help(const struct linea_game *g)
{
    int others = 0;
    for (int i = 0; i < LINEA_DISPLAY; i++)
        others += g->display[i] != LINEA_WILD;
    for (int i = 0; i < g->pile_count; i++)
        others += g->pile[i] != LINEA_WILD;
    for (int kind = 0; kind < LINEA_COLOURS; kind++)
        others += g->discards[kind];
    return g->pile_count > 0 && others > LINEA_DISPLAY - LINEA_FLUSH_AT;
}

void linea_display_sweep(struct linea_game *g, struct chance *chance)
{
    for (int n = 0; n < LINEA_FLUSHES && linea_wilds_up(g) >= LINEA_FLUSH_AT; n++) {
        if (!flush_can_help(g))
            return;
        for (int i = 0; i < LINEA_DISPLAY; i++)
            g->discards[g->display[i]]++;
        for (int i = 0; i < LINEA_DISPLAY; i++)
            turn_up(g, chance, i);
    }
}

void linea_display_deal(struct linea_game *g, struct chance *chance)
{
    for (int i = 0; i < LINEA_DISPLAY; i++)
        turn_up(g, chance, i);
    linea_display_sweep(g, chance);
}

int linea_display_replace(struct linea_game *g, struct chance *chance, int kind)
{
    int gap = LINEA_DISPLAY - 1; /* the first of its kind, found without a branch */
    for (int i = LINEA_DISPLAY - 2; i >= 0; i--)
        gap = g->display[i] == kind ? i : gap;
    turn_up(g, chance, gap);
    return (g->display[gap] == LINEA_WILD) - (kind == LINEA_WILD);
}

/* What was seen going into the hand is played first, as far as anyone can know. */
static void hand_remove(struct linea_seat *seat, int kind, int n)
{
    seat->cards[kind] = (uint8_t)(seat->cards[kind] - n);
    seat->seen[kind] = (uint8_t)(seat->seen[kind] > n ? seat->seen[kind] - n : 0);
}

void linea_hand_play(struct linea_seat *seat, int colour, int wilds, int n)
{
    if (colour != LINEA_WILD)
        hand_remove(seat, colour, n - wilds);
    hand_remove(seat, LINEA_WILD, wilds);
}

void linea_set_discard(struct linea_game *g, int colour, int wilds, int n)
{
    if (colour != LINEA_WILD)
        g->discards[colour] = (uint8_t)(g->discards[colour] + n - wilds);
    g->discards[LINEA_WILD] = (uint8_t)(g->discards[LINEA_WILD] + wilds);
}

int linea_hand_size(const uint8_t cards[LINEA_KINDS])
{
    int n = 0;
    for (int kind = 0; kind < LINEA_KINDS; kind++)
        n += cards[kind];
    return n;
}
