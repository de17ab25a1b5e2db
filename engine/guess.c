/*
 * engine/guess.c - from a view to a game that its seat may be in.
 *
 * Everything the view shows is copied; the rest is dealt at random from what is left
 * over: cards first to the hands in which all have seen them, tickets never to where
 * the viewer knows they are not. The view of the guess is the view it was made from.
 *
 * SPDX-License-Identifier: MIT
 */
#include <assert.h>
#include <string.h>

#include "linea/view.h"
#include "play.h"

/* Tickets whose whereabouts are open, and the guess they are dealt into. */
struct guess {
    const struct linea_view *view;
    const struct linea_map *map;
    struct linea_game *g;
    struct linea_rng *rng;
    struct linea_set open; /* tickets not yet placed */
};

static void shuffle(struct linea_rng *rng, uint8_t *items, int n)
{
    for (int i = n - 1; i > 0; i--) {
        int j = linea_rng_below(rng, i + 1);
        uint8_t item = items[i];
        items[i] = items[j];
        items[j] = item;
    }
}

static void copy_seen(const struct linea_view *view, struct linea_game *g)
{
    g->map = view->map;
    g->seats = view->seats;
    g->first = view->first;
    g->turn = view->turn;
    g->phase = view->phase;
    g->last_turns = view->last_turns;
    g->passes = view->passes;
    g->route = view->route;
    g->tunnel = view->tunnel;
    g->pile_count = view->pile_count;
    memcpy(g->display, view->display, sizeof g->display);
    memcpy(g->discards, view->discards, sizeof g->discards);
    memcpy(g->passengers, view->passengers, sizeof g->passengers);
    memcpy(g->returned, view->returned, sizeof g->returned);
    for (int s = 0; s < view->seats; s++) {
        const struct linea_view_seat *from = &view->seat[s];
        struct linea_seat *to = &g->seat[s];
        to->routes = from->routes;
        to->open = from->open;
        to->tickets = from->tickets;
        to->stations = from->stations;
        to->points = from->points;
        to->vehicles = from->vehicles;
        to->offered = from->offered;
        memcpy(to->offer, from->offer, sizeof to->offer);
        memcpy(to->seen, from->seen, sizeof to->seen);
        memcpy(to->taken, from->taken, sizeof to->taken);
        memcpy(to->cards, from->cards_seen ? from->cards : from->seen,
               sizeof to->cards);
    }
}

/* The cards that are nowhere to be seen, shuffled; how many. */
static int unseen_cards(const struct linea_game *g, uint8_t *out, struct linea_rng *rng)
{
    int left[LINEA_KINDS];
    for (int kind = 0; kind < LINEA_KINDS; kind++) {
        left[kind] = g->map->count[kind] - g->discards[kind];
        for (int s = 0; s < g->seats; s++)
            left[kind] -= g->seat[s].cards[kind];
    }
    for (int i = 0; i < LINEA_DISPLAY; i++)
        left[g->display[i]]--;
    if (g->phase == LINEA_TUNNEL) {
        const struct linea_tunnel *t = &g->tunnel;
        if (t->colour != LINEA_WILD)
            left[t->colour] -= g->map->route[t->route].length - t->wilds;
        left[LINEA_WILD] -= t->wilds;
        for (int i = 0; i < t->revealed; i++)
            left[t->card[i]]--;
    }
    int n = 0;
    for (int kind = 0; kind < LINEA_KINDS; kind++)
        while (left[kind]-- > 0)
            out[n++] = (uint8_t)kind;
    shuffle(rng, out, n);
    return n;
}

static void deal_cards(const struct guess *guess)
{
    const struct linea_view *view = guess->view;
    uint8_t cards[LINEA_CARDS];
    int n = unseen_cards(guess->g, cards, guess->rng);
    for (int s = 0; s < view->seats; s++) {
        struct linea_seat *seat = &guess->g->seat[s];
        for (int i = linea_hand_size(seat->cards); i < view->seat[s].hand; i++)
            seat->cards[cards[--n]]++;
    }
    assert(n == view->pile_count);
    memcpy(guess->g->pile, cards, (size_t)n);
}

/* Take a random open ticket of a deck, none that the viewer put back: where such a one
   is, it knows. */
static int take_ticket(struct guess *guess, int deck)
{
    uint8_t fit[LINEA_TICKETS];
    int n = 0;
    for (struct linea_set left = guess->open; !linea_set_empty(&left);) {
        int t = linea_set_pop(&left);
        if (guess->map->ticket[t].deck == deck && guess->g->returned[t] == LINEA_NOBODY)
            fit[n++] = (uint8_t)t;
    }
    if (!n)
        return LINEA_NOTHING;
    int ticket = fit[linea_rng_below(guess->rng, n)];
    linea_set_remove(&guess->open, ticket);
    return ticket;
}

static void find_open(struct guess *guess)
{
    for (int t = 0; t < guess->map->tickets; t++)
        linea_set_add(&guess->open, t);
    for (int s = 0; s < guess->view->seats; s++) {
        const struct linea_view_seat *seat = &guess->view->seat[s];
        linea_set_remove_all(&guess->open, &seat->tickets);
        for (int i = 0; seat->offer_seen && i < seat->offered; i++)
            linea_set_remove(&guess->open, seat->offer[i]);
    }
    for (int i = 0; i < LINEA_TICKETS; i++)
        if (guess->view->deck[i] != LINEA_NOTHING)
            linea_set_remove(&guess->open, guess->view->deck[i]);
}

static void deal_offers(struct guess *guess)
{
    for (int s = 0; s < guess->view->seats; s++) {
        const struct linea_view_seat *seat = &guess->view->seat[s];
        for (int i = 0; !seat->offer_seen && i < seat->offered; i++)
            guess->g->seat[s].offer[i] =
                (uint8_t)take_ticket(guess, seat->offer_deck[i]);
    }
}

/* Fill a deck's gaps: first what must be in it somewhere, then anything. */
static void deal_deck(struct guess *guess, int d)
{
    const struct linea_view *view = guess->view;
    int first = guess->map->deck[d].first, count = view->deck_count[d], n = 0;
    uint8_t gaps[LINEA_TICKETS];
    for (int i = 0; i < count; i++) {
        guess->g->ticket[first + i] = view->deck[first + i];
        if (view->deck[first + i] == LINEA_NOTHING)
            gaps[n++] = (uint8_t)(first + i);
    }
    shuffle(guess->rng, gaps, n);
    for (int t = first; t < first + guess->map->deck[d].size && n > 0; t++)
        if (view->returned[t] != LINEA_NOBODY && view->returned[t] & LINEA_SOMEWHERE) {
            guess->g->ticket[gaps[--n]] = (uint8_t)t;
            linea_set_remove(&guess->open, t);
        }
    while (n > 0)
        guess->g->ticket[gaps[--n]] = (uint8_t)take_ticket(guess, d);
    guess->g->deck[d] = (struct linea_ticket_pile){.top = 0, .count = (uint8_t)count};
}

/* Open tickets of decks that are drawn from, or of the others. */
static int count_open(const struct guess *guess, bool drawn)
{
    int n = 0;
    for (struct linea_set left = guess->open; !linea_set_empty(&left);) {
        int t = linea_set_pop(&left);
        n += guess->g->returned[t] == LINEA_NOBODY &&
             guess->map->deck[guess->map->ticket[t].deck].drawn == drawn;
    }
    return n;
}

/* Tickets that others hold and the guess has not yet dealt to them. */
static int count_missing(const struct guess *guess)
{
    int n = 0;
    for (int s = 0; s < guess->view->seats; s++)
        n += guess->view->seat[s].held - linea_set_count(&guess->g->seat[s].tickets);
    return n;
}

static bool take_any(struct guess *guess, struct linea_set *hand, bool drawn)
{
    int n = count_open(guess, drawn);
    if (!n)
        return false;
    int pick = linea_rng_below(guess->rng, n);
    for (struct linea_set left = guess->open;;) {
        int t = linea_set_pop(&left);
        if (guess->g->returned[t] != LINEA_NOBODY ||
            guess->map->deck[guess->map->ticket[t].deck].drawn != drawn || pick-- > 0)
            continue;
        linea_set_add(hand, t);
        linea_set_remove(&guess->open, t);
        return true;
    }
}

/* Tickets in a guessed hand that come from decks which are only dealt. */
static int count_apart(const struct guess *guess, const struct linea_set *hand)
{
    int n = 0;
    for (struct linea_set left = *hand; !linea_set_empty(&left);)
        n += !guess->map->deck[guess->map->ticket[linea_set_pop(&left)].deck].drawn;
    return n;
}

/* Deal a seat one ticket of the decks which are only dealt, if it may hold one more. */
static void deal_apart(struct guess *guess, int s, int dealt)
{
    struct linea_set *hand = &guess->g->seat[s].tickets;
    if (linea_set_count(hand) < guess->view->seat[s].held &&
        count_apart(guess, hand) < dealt)
        take_any(guess, hand, false);
}

/*
 * Deal others the tickets they hold. Those of decks that were only dealt at the opening
 * come first: each may have been kept or not, but enough must be for the rest to go
 * round, and nobody holds more of them than were dealt.
 */
static void deal_held(struct guess *guess)
{
    int dealt = 0;
    for (int d = 0; d < guess->map->decks; d++)
        dealt += guess->map->deck[d].drawn ? 0 : guess->map->deck[d].dealt;
    for (int s = 0; s < guess->view->seats; s++)
        for (int i = 0; i < dealt && !guess->view->seat[s].tickets_seen; i++)
            if (linea_rng_below(guess->rng, 2))
                deal_apart(guess, s, dealt);
    for (int s = 0; s < guess->view->seats; s++)
        for (int i = 0; i < dealt && !guess->view->seat[s].tickets_seen; i++)
            if (count_missing(guess) > count_open(guess, true))
                deal_apart(guess, s, dealt);
    for (int s = 0; s < guess->view->seats; s++) {
        struct linea_set *hand = &guess->g->seat[s].tickets;
        while (linea_set_count(hand) < guess->view->seat[s].held)
            if (!take_any(guess, hand, true) && !take_any(guess, hand, false))
                break;
    }
}

/* Open tickets of a deck that the viewer did not put back. */
static int count_deck(const struct guess *guess, int deck)
{
    int n = 0;
    for (struct linea_set left = guess->open; !linea_set_empty(&left);) {
        int t = linea_set_pop(&left);
        n +=
            guess->map->ticket[t].deck == deck && guess->g->returned[t] == LINEA_NOBODY;
    }
    return n;
}

/* What the seats that have chosen drew from each deck. Where tickets stay in the game
   that is what is left over; elsewhere what was dealt, if there is so much. */
static int chosen_decks(const struct guess *guess, uint8_t out[LINEA_TICKETS])
{
    bool leave = guess->map->opening_returned == LINEA_OUT_OF_GAME;
    int n = 0;
    for (int d = 0; d < guess->map->decks; d++) {
        int left = count_deck(guess, d), drawn = 0;
        for (int s = guess->view->first; s != guess->view->turn;
             s = (s + 1) % guess->view->seats)
            drawn += s == guess->view->viewer ? 0 : guess->map->deck[d].dealt;
        if (drawn > left || guess->map->opening_mix ||
            (!leave && guess->map->deck[d].drawn))
            drawn = left;
        while (drawn-- > 0)
            out[n++] = (uint8_t)d;
    }
    return n;
}

/* Give back tickets that a seat did not keep in the opening, as the map says. */
static void put_back(struct guess *guess, int ticket)
{
    int d = guess->map->ticket[ticket].deck;
    linea_set_remove(&guess->open, ticket);
    if (guess->map->opening_returned == LINEA_OUT_OF_GAME)
        return;
    struct linea_ticket_pile *pile = &guess->g->deck[d];
    guess->g->ticket[guess->map->deck[d].first + pile->count++] = (uint8_t)ticket;
}

/* Guess the opening choice of one seat that has made it. */
static void choose_for(struct guess *guess, int s, const uint8_t *decks, int n)
{
    int keep = guess->map->opening_keep;
    keep = keep > n ? n : keep;
    keep += linea_rng_below(guess->rng, n - keep + 1);
    for (int i = 0; i < n; i++) {
        int ticket = take_ticket(guess, decks[i]);
        /* Of those not yet decided, as many are kept as are still wanted. */
        if (linea_rng_below(guess->rng, n - i) < keep) {
            linea_set_add(&guess->g->seat[s].tickets, ticket);
            keep--;
        } else {
            guess->g->returned[ticket] = (uint8_t)s;
            put_back(guess, ticket);
        }
    }
}

/* The opening is under way: seats from the first to the one to move have chosen. */
static void deal_chosen(struct guess *guess)
{
    const struct linea_view *view = guess->view;
    if (view->phase != LINEA_OPENING_KEEP || view->order_seen)
        return;
    uint8_t decks[LINEA_TICKETS];
    int n = chosen_decks(guess, decks), others = 0;
    if (guess->map->opening_mix)
        shuffle(guess->rng, decks, n);
    for (int s = view->first; s != view->turn; s = (s + 1) % view->seats)
        others += s != view->viewer;
    for (int s = view->first; s != view->turn; s = (s + 1) % view->seats) {
        if (s != view->viewer) {
            uint8_t own[LINEA_TICKETS];
            int size = n / others, taken = 0;
            for (int i = 0; i < size; i++)
                own[taken++] = decks[i * others];
            int kept = 0;
            for (int i = 0; i < n; i++)
                if (i % others || i / others >= size)
                    decks[kept++] = decks[i];
            n = kept;
            others--;
            choose_for(guess, s, own, taken);
            continue;
        }
        for (int t = 0; t < guess->map->tickets; t++)
            if (view->returned[t] == s)
                put_back(guess, t);
    }
}

/* Where a ticket of a guess may change places with one in somebody's hand: in a gap of
   its deck, or out of the game (`place` is LINEA_NOTHING). */
struct elsewhere {
    uint8_t ticket[LINEA_TICKETS], place[LINEA_TICKETS];
    int count;
};

static void find_elsewhere(const struct guess *guess, struct elsewhere *out, int d)
{
    int first = guess->map->deck[d].first;
    out->count = 0;
    for (int i = 0; i < guess->view->deck_count[d]; i++) {
        int t = guess->g->ticket[first + i];
        if (guess->view->deck[first + i] != LINEA_NOTHING ||
            guess->g->returned[t] != LINEA_NOBODY)
            continue;
        out->ticket[out->count] = (uint8_t)t;
        out->place[out->count++] = (uint8_t)(first + i);
    }
    for (struct linea_set left = guess->open; !linea_set_empty(&left);) {
        int t = linea_set_pop(&left);
        if (guess->map->ticket[t].deck != d || guess->g->returned[t] != LINEA_NOBODY)
            continue;
        out->ticket[out->count] = (uint8_t)t;
        out->place[out->count++] = LINEA_NOTHING;
    }
}

/* Draw a ticket of a hand again, by the odds, from what is elsewhere and itself. */
static void draw_again(struct guess *guess, struct elsewhere *e, struct linea_set *hand,
                       int ticket, const uint8_t odds[LINEA_TICKETS])
{
    int sum = odds[ticket], i = 0;
    for (int k = 0; k < e->count; k++)
        sum += odds[e->ticket[k]];
    int pick = linea_rng_below(guess->rng, sum) - odds[ticket];
    if (pick < 0)
        return;
    assert(e->count > 0); /* or the sum would have been the odds of the ticket itself */
    while ((pick -= odds[e->ticket[i]]) >= 0)
        i++;
    int other = e->ticket[i];
    linea_set_remove(hand, ticket);
    linea_set_add(hand, other);
    e->ticket[i] = (uint8_t)ticket;
    if (e->place[i] != LINEA_NOTHING)
        guess->g->ticket[e->place[i]] = (uint8_t)ticket;
    else {
        linea_set_remove(&guess->open, other);
        linea_set_add(&guess->open, ticket);
    }
}

static void follow_odds(struct guess *guess, const struct linea_odds *odds)
{
    for (int d = 0; d < guess->map->decks; d++) {
        struct elsewhere e;
        find_elsewhere(guess, &e, d);
        for (int s = 0; s < guess->view->seats; s++) {
            struct linea_set *hand = &guess->g->seat[s].tickets;
            if (guess->view->seat[s].tickets_seen)
                continue;
            for (struct linea_set left = *hand; !linea_set_empty(&left);) {
                int t = linea_set_pop(&left);
                if (guess->map->ticket[t].deck == d)
                    draw_again(guess, &e, hand, t, odds->ticket[s]);
            }
        }
    }
}

static void deal_hidden(struct guess *guess)
{
    const struct linea_view *view = guess->view;
    find_open(guess);
    if (view->order_seen) {
        for (int i = 0; i < view->pile_count; i++)
            guess->g->pile[view->pile_count - 1 - i] = view->pile[i];
    } else {
        deal_cards(guess);
    }
    deal_offers(guess);
    for (int d = 0; d < view->map->decks; d++)
        deal_deck(guess, d);
    deal_chosen(guess);
    deal_held(guess);
}

static struct guess begin_guess(const struct linea_view *view, struct linea_game *out,
                                struct linea_rng *rng)
{
    memset(out, 0, sizeof *out);
    copy_seen(view, out);
    for (int i = 0; i < 32; i++)
        out->seed.byte[i] = (uint8_t)linea_rng_next(rng);
    return (struct guess){.view = view, .map = view->map, .g = out, .rng = rng};
}

void linea_view_guess(const struct linea_view *view, struct linea_game *out,
                      struct linea_rng *rng)
{
    struct guess guess = begin_guess(view, out, rng);
    deal_hidden(&guess);
}

void linea_view_guess_by(const struct linea_view *view, struct linea_game *out,
                         struct linea_rng *rng, const struct linea_odds *odds)
{
    struct guess guess = begin_guess(view, out, rng);
    deal_hidden(&guess);
    /* In the opening nobody has shown anything yet. */
    if (view->phase > LINEA_OPENING_KEEP)
        follow_odds(&guess, odds);
}
