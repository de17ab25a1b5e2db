/*
 * engine/tickets.c - the ticket decks, offers, and what is kept and put back.
 *
 * A deck is a ring: drawn from its top, given back to its bottom, never overfull since
 * it holds no tickets but its own. For each ticket put back the game remembers who did
 * so, because that seat knows where it is: views show it, guesses respect it.
 *
 * SPDX-License-Identifier: MIT
 */
#include "play.h"

#include <assert.h>
#include <string.h>

/* Where ticket i from the top of a deck lies in linea_game.ticket. */
static int ring_at(const struct linea_game *g, int deck, int i)
{
    const struct linea_deck *d = &g->map->deck[deck];
    int offset = g->deck[deck].top + i;
    return d->first + (offset >= d->size ? offset - d->size : offset);
}

int linea_deck_ticket(const struct linea_game *g, int deck, int i)
{
    assert(i >= 0 && i < g->deck[deck].count);
    return g->ticket[ring_at(g, deck, i)];
}

/* Whether the place of a ticket in its deck is open: never put back, or shuffled. */
static bool unplaced(const struct linea_game *g, int ticket)
{
    return g->returned[ticket] == LINEA_NOBODY || g->returned[ticket] & LINEA_SOMEWHERE;
}

/* Bring the ticket of a record to the top, if its place there is open. */
static void steer_ticket(struct linea_game *g, struct chance *chance, int deck)
{
    const struct linea_event *recorded = chance->recorded;
    int at = chance->event->tickets, count = g->deck[deck].count, i = 0;
    while (at < recorded->tickets && i < count &&
           linea_deck_ticket(g, deck, i) != recorded->ticket[at])
        i++;
    if (at >= recorded->tickets || i == count) {
        chance->impossible = true;
        return;
    }
    if (i == 0)
        return;
    uint8_t *top = &g->ticket[ring_at(g, deck, 0)];
    uint8_t *wanted = &g->ticket[ring_at(g, deck, i)];
    if (chance->known & LINEA_KNOWN_DECKS || !unplaced(g, *top) ||
        !unplaced(g, *wanted)) {
        chance->impossible = true;
        return;
    }
    uint8_t ticket = *top;
    *top = *wanted;
    *wanted = ticket;
}

/* Take the top ticket; from now on only who drew it knows where it is. */
static int deck_draw(struct linea_game *g, struct chance *chance, int deck)
{
    assert(g->deck[deck].count > 0);
    if (chance->recorded)
        steer_ticket(g, chance, deck);
    struct linea_ticket_pile *pile = &g->deck[deck];
    int ticket = g->ticket[ring_at(g, deck, 0)];
    pile->top = (uint8_t)(pile->top + 1 == g->map->deck[deck].size ? 0 : pile->top + 1);
    pile->count--;
    g->returned[ticket] = LINEA_NOBODY;
    if (chance->event)
        chance->event->ticket[chance->event->tickets++] = (uint8_t)ticket;
    return ticket;
}

/* Write a deck's tickets, top last as shuffles leave them, into its ring. */
static void deck_lay(struct linea_game *g, int deck, const uint8_t *list, int n)
{
    for (int i = 0; i < n; i++)
        g->ticket[g->map->deck[deck].first + i] = list[n - 1 - i];
    g->deck[deck] = (struct linea_ticket_pile){.top = 0, .count = (uint8_t)n};
}

void linea_decks_lay(struct linea_game *g, const uint8_t shuffled[LINEA_TICKETS])
{
    memset(g->returned, LINEA_NOBODY, sizeof g->returned);
    for (int d = 0; d < g->map->decks; d++)
        deck_lay(g, d, shuffled + g->map->deck[d].first, g->map->deck[d].size);
}

void linea_decks_reshuffle(struct linea_game *g, struct chance *chance)
{
    for (int d = 0; d < g->map->decks; d++) {
        struct linea_set present = {{0}};
        for (int i = 0; i < g->deck[d].count; i++)
            linea_set_add(&present, linea_deck_ticket(g, d, i));
        uint8_t list[LINEA_TICKETS];
        int n = 0;
        while (!linea_set_empty(&present)) {
            int ticket = linea_set_pop(&present);
            list[n++] = (uint8_t)ticket;
            if (g->returned[ticket] != LINEA_NOBODY)
                g->returned[ticket] |= LINEA_SOMEWHERE;
        }
        linea_shuffle(list, n, &g->seed, LINEA_STREAM_LATER + g->shuffles++);
        deck_lay(g, d, list, n);
    }
    chance->known &= ~(unsigned)LINEA_KNOWN_DECKS;
    chance->shuffles = g->shuffles;
}

/* After a draw others cannot know whether their tickets are still in that deck. */
static void forget_somewhere(struct linea_game *g, int deck)
{
    int first = g->map->deck[deck].first, end = first + g->map->deck[deck].size;
    uint8_t *who = g->returned, own = g->turn | LINEA_SOMEWHERE;
    if (end > LINEA_TICKETS) /* never; but so the compiler knows it */
        end = LINEA_TICKETS;
    for (int t = first; t < end; t++)
        who[t] = (who[t] & LINEA_SOMEWHERE) && who[t] != own ? LINEA_NOBODY : who[t];
}

static void offer_add(struct linea_game *g, struct chance *chance, int seat, int deck,
                      int n)
{
    struct linea_seat *s = &g->seat[seat];
    for (int i = 0; i < n; i++)
        s->offer[s->offered++] = (uint8_t)deck_draw(g, chance, deck);
}

void linea_offer_deal(struct linea_game *g, struct chance *chance, int seat)
{
    for (int d = 0; d < g->map->decks; d++)
        offer_add(g, chance, seat, d, g->map->deck[d].dealt);
}

void linea_offer_draw(struct linea_game *g, struct chance *chance, linea_move mix)
{
    for (int d = 0; d < g->map->decks; d++) {
        int n = linea_move_mix(mix, d);
        if (!n)
            continue;
        offer_add(g, chance, g->turn, d, n);
        forget_somewhere(g, d);
    }
}

/* TICKET-BOTTOM, or out of the game; either way its player knows where it is. */
static void put_back(struct linea_game *g, int ticket, bool out_of_game)
{
    int deck = g->map->ticket[ticket].deck;
    g->returned[ticket] = g->turn;
    if (out_of_game)
        return;
    g->ticket[ring_at(g, deck, g->deck[deck].count)] = (uint8_t)ticket;
    g->deck[deck].count++;
}

void linea_offer_keep(struct linea_game *g, unsigned kept, bool out_of_game)
{
    struct linea_seat *s = &g->seat[g->turn];
    for (int i = 0; i < s->offered; i++) {
        if (kept >> i & 1)
            linea_set_add(&s->tickets, s->offer[i]);
        else
            put_back(g, s->offer[i], out_of_game);
        s->offer[i] = 0;
    }
    s->offered = 0;
}
