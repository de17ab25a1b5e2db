/*
 * tests/secrecy_test.c - a view holds nothing that its seat may not know.
 *
 * From a game a second one is made that differs in everything hidden from the viewer
 * and in nothing else; both must give the same view, byte by byte, as struct and as
 * text, now and as long as play goes on alike.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <string.h>

#include "random_games.h"
#include "test.h"

static char text[LINEA_LINE], other_text[LINEA_LINE];

static void shuffle(struct linea_rng *rng, uint8_t *items, int n)
{
    for (int i = n - 1; i > 0; i--) {
        int j = linea_rng_below(rng, i + 1);
        uint8_t item = items[i];
        items[i] = items[j];
        items[j] = item;
    }
}

static bool opening(const struct linea_game *g)
{
    return g->phase == LINEA_OPENING_MIX || g->phase == LINEA_OPENING_KEEP;
}

/* Put the cards that nobody has seen into other hands and another order. */
static void change_cards(struct linea_game *g, int viewer, struct linea_rng *rng)
{
    uint8_t pool[LINEA_CARDS];
    int n = 0, unseen[LINEA_SEATS] = {0};
    memcpy(pool, g->pile, g->pile_count);
    n = g->pile_count;
    for (int s = 0; s < g->seats; s++)
        for (int kind = 0; s != viewer && kind < LINEA_KINDS; kind++)
            while (g->seat[s].cards[kind] > g->seat[s].seen[kind]) {
                g->seat[s].cards[kind]--;
                pool[n++] = (uint8_t)kind;
                unseen[s]++;
            }
    shuffle(rng, pool, n);
    for (int s = 0; s < g->seats; s++)
        for (; unseen[s] > 0; unseen[s]--)
            g->seat[s].cards[pool[--n]]++;
    CHECK_EQ(n, g->pile_count);
    memcpy(g->pile, pool, (size_t)n);
}

static void set_deck(struct linea_game *g, int d, const uint8_t *list, int n)
{
    g->deck[d] = (struct linea_ticket_pile){0, (uint8_t)n};
    memcpy(g->ticket + g->map->deck[d].first, list, (size_t)n);
}

/* Lay a deck in another order, but for the places that the viewer knows. Tickets put
   back during the opening stay at the bottom. */
static void change_order(struct linea_game *g, int viewer, int d, struct linea_rng *rng)
{
    uint8_t list[LINEA_TICKETS], loose[LINEA_TICKETS];
    int n = g->deck[d].count, free = 0;
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < n; i++) {
            int ticket = round ? list[i] : linea_deck_ticket(g, d, i);
            bool fixed = g->returned[ticket] == viewer ||
                         (opening(g) && g->returned[ticket] != LINEA_NOBODY);
            if (!fixed && round)
                list[i] = loose[--free];
            else if (!fixed)
                loose[free++] = (uint8_t)ticket;
            if (!round)
                list[i] = (uint8_t)ticket;
        }
        shuffle(rng, loose, free);
    }
    set_deck(g, d, list, n);
}

/* Whether the viewer knows what a ticket is and where. */
static bool knows(const struct linea_game *g, int viewer, int ticket)
{
    if (g->returned[ticket] != LINEA_NOBODY &&
        (g->returned[ticket] & ~LINEA_SOMEWHERE) == viewer)
        return true;
    if (viewer >= g->seats)
        return false;
    const struct linea_seat *seat = &g->seat[viewer];
    for (int i = 0; i < seat->offered; i++)
        if (seat->offer[i] == ticket)
            return true;
    return linea_set_has(&seat->tickets, ticket);
}

/* Let tickets of one deck that the viewer does not know change places, wherever they
   are: held, on offer, in the deck, out of the game. */
static void change_tickets(struct linea_game *g, int viewer, struct linea_rng *rng)
{
    uint8_t becomes[LINEA_TICKETS], returned[LINEA_TICKETS];
    for (int d = 0; d < g->map->decks; d++) {
        uint8_t from[LINEA_TICKETS], to[LINEA_TICKETS];
        int n = 0;
        for (int i = 0; i < g->map->deck[d].size; i++) {
            int t = g->map->deck[d].first + i;
            becomes[t] = (uint8_t)t;
            if (!knows(g, viewer, t))
                from[n] = (uint8_t)t, to[n++] = (uint8_t)t;
        }
        shuffle(rng, to, n);
        for (int i = 0; i < n; i++)
            becomes[from[i]] = to[i];
    }
    for (int d = 0; d < g->map->decks; d++) {
        uint8_t list[LINEA_TICKETS];
        for (int i = 0; i < g->deck[d].count; i++)
            list[i] = becomes[linea_deck_ticket(g, d, i)];
        set_deck(g, d, list, g->deck[d].count);
    }
    memcpy(returned, g->returned, sizeof returned);
    for (int t = 0; t < g->map->tickets; t++)
        g->returned[becomes[t]] = returned[t];
    for (int s = 0; s < g->seats; s++) {
        struct linea_set held = {{0}};
        while (!linea_set_empty(&g->seat[s].tickets))
            linea_set_add(&held, becomes[linea_set_pop(&g->seat[s].tickets)]);
        g->seat[s].tickets = held;
        for (int i = 0; i < g->seat[s].offered; i++)
            g->seat[s].offer[i] = becomes[g->seat[s].offer[i]];
    }
}

/* Deal the tickets that others hold again among them. */
static void change_holders(struct linea_game *g, int viewer, struct linea_rng *rng)
{
    uint8_t pool[LINEA_TICKETS];
    int n = 0, held[LINEA_SEATS] = {0};
    if (opening(g))
        return;
    for (int s = 0; s < g->seats; s++) {
        held[s] = s == viewer ? 0 : linea_set_count(&g->seat[s].tickets);
        for (int i = 0; i < held[s]; i++)
            pool[n++] = (uint8_t)linea_set_pop(&g->seat[s].tickets);
    }
    shuffle(rng, pool, n);
    for (int s = 0; s < g->seats; s++)
        while (held[s]-- > 0)
            linea_set_add(&g->seat[s].tickets, pool[--n]);
}

/* The tickets that a seat put back in the opening; how many. */
static int put_back_by(const struct linea_game *g, int s, uint8_t *out)
{
    int n = 0;
    for (int t = 0; t < g->map->tickets; t++)
        if (g->returned[t] == s && g->map->opening_returned == LINEA_OUT_OF_GAME)
            out[n++] = (uint8_t)t;
    for (int d = 0; d < g->map->decks; d++)
        for (int i = 0; i < g->deck[d].count; i++)
            if (g->returned[linea_deck_ticket(g, d, i)] == s)
                out[n++] = (uint8_t)linea_deck_ticket(g, d, i);
    return n;
}

/* Let a seat that has chosen its opening tickets have chosen otherwise. */
static int choose_again(struct linea_game *g, const struct linea_game *before, int s,
                        uint8_t *back, struct linea_rng *rng)
{
    uint8_t all[LINEA_TICKETS];
    int n = put_back_by(before, s, all), kept;
    for (int t = 0; t < g->map->tickets; t++)
        if (g->returned[t] == s)
            g->returned[t] = LINEA_NOBODY;
    while (!linea_set_empty(&g->seat[s].tickets))
        all[n++] = (uint8_t)linea_set_pop(&g->seat[s].tickets);
    int least = g->map->opening_keep < n ? g->map->opening_keep : n;
    kept = least + linea_rng_below(rng, n - least + 1);
    shuffle(rng, all, n);
    for (int i = 0; i < kept; i++)
        linea_set_add(&g->seat[s].tickets, all[i]);
    memcpy(back, all + kept, (size_t)(n - kept));
    return n - kept;
}

static void give_back(struct linea_game *g, int s, const uint8_t *back, int n)
{
    for (int i = 0; i < n; i++) {
        int d = g->map->ticket[back[i]].deck;
        g->returned[back[i]] = (uint8_t)s;
        if (g->map->opening_returned != LINEA_OUT_OF_GAME)
            g->ticket[g->map->deck[d].first + g->deck[d].count++] = back[i];
    }
}

static void change_choices(struct linea_game *g, int viewer, struct linea_rng *rng)
{
    if (g->phase != LINEA_OPENING_KEEP)
        return;
    uint8_t back[LINEA_SEATS][LINEA_TICKETS];
    int n[LINEA_SEATS] = {0};
    struct linea_game before = *g;
    if (viewer < g->seats)
        n[viewer] = put_back_by(&before, viewer, back[viewer]);
    for (int d = 0; d < g->map->decks; d++) {
        uint8_t list[LINEA_TICKETS];
        int kept = 0;
        for (int i = 0; i < before.deck[d].count; i++)
            if (before.returned[linea_deck_ticket(&before, d, i)] == LINEA_NOBODY)
                list[kept++] = (uint8_t)linea_deck_ticket(&before, d, i);
        set_deck(g, d, list, kept);
    }
    for (int s = g->first; s != g->turn; s = (s + 1) % g->seats) {
        if (s != viewer)
            n[s] = choose_again(g, &before, s, back[s], rng);
        give_back(g, s, back[s], n[s]);
    }
}

/* A game that differs from *g in all that is hidden from the viewer, and only there. */
static struct linea_game change_hidden(const struct linea_game *g, int viewer,
                                       struct linea_rng *rng)
{
    struct linea_game h = *g;
    change_choices(&h, viewer, rng);
    change_cards(&h, viewer, rng);
    for (int d = 0; d < h.map->decks; d++)
        change_order(&h, viewer, d, rng);
    change_tickets(&h, viewer, rng);
    change_holders(&h, viewer, rng);
    for (int i = 0; i < 32; i++)
        h.seed.byte[i] = (uint8_t)linea_rng_next(rng);
    struct linea_error error;
    if (!linea_game_check(&h, &error))
        fail_msg("the changed game is none: %s", error.message);
    return h;
}

static void check_same_view(const struct linea_game *g, const struct linea_game *h,
                            int viewer)
{
    struct linea_view of_g, of_h;
    linea_game_view(g, &of_g, viewer);
    linea_game_view(h, &of_h, viewer);
    view_text(g, text, viewer);
    view_text(h, other_text, viewer);
    CHECK_TEXT(text, other_text);
    assert_memory_equal(&of_g, &of_h, sizeof of_g);
}

/* Seat, or a spectator after the last seat. */
static int viewer_at(int i, int seats)
{
    return i < seats ? i : LINEA_SPECTATOR;
}

TEST(TICKET_SECRET_a_view_does_not_depend_on_what_is_hidden_from_it)
{
    static struct random_game r;
    struct setup setup;
    int changed = 0;
    for (int i = 0; setup_at(&setup, i); i++)
        for (random_begin(&r, setup, (uint64_t)i); r.n > 0;) {
            for (int v = 0; v <= setup.seats; v++) {
                int viewer = viewer_at(v, setup.seats);
                struct linea_game h = change_hidden(&r.g, viewer, &r.rng);
                check_same_view(&r.g, &h, viewer);
                struct linea_game g = r.g;
                game_normalise(&g);
                game_normalise(&h);
                changed += memcmp(&g, &h, sizeof g) != 0;
            }
            do
                random_play(&r, random_choose(&r));
            while (r.step % 3 && r.step > 12 && r.n > 0);
        }
    CHECK(changed > 10000);
}

/* Play one move in both games so that the viewer sees the same come of it; false when
   what is hidden makes that impossible. */
static bool play_alike(struct random_game *r, struct linea_game *h, int viewer)
{
    linea_move m = random_choose(r);
    if (!linea_game_legal(h, m))
        return false;
    bool own = r->g.turn == viewer;
    bool open = linea_move_kind(m) == LINEA_CLAIM ||
                (linea_move_kind(m) == LINEA_DRAW && linea_move_low(m) != LINEA_BLIND);
    random_play(r, m);
    if (own || open)
        return linea_game_apply_recorded(h, NULL, &r->event);
    struct linea_game apart = *h;
    struct linea_event hidden; /* another card or ticket, and the same display */
    linea_game_apply(&apart, &hidden, m);
    int up = hidden.cards - hidden.up;
    memcpy(hidden.card + up, r->event.card + r->event.cards - r->event.up, r->event.up);
    hidden.up = r->event.up;
    hidden.cards = (uint8_t)(up + hidden.up);
    return linea_game_apply_recorded(h, NULL, &hidden);
}

TEST(TICKET_SECRET_views_stay_the_same_while_play_goes_on_alike)
{
    static struct random_game r;
    struct setup setup;
    int together = 0;
    for (int i = 0; setup_at(&setup, i); i++)
        for (int v = 0; v <= setup.seats; v++) {
            int viewer = viewer_at(v, setup.seats);
            random_begin(&r, setup, (uint64_t)(i * 8 + v));
            while (r.n > 0) {
                struct linea_game h = change_hidden(&r.g, viewer, &r.rng);
                bool began = opening(&r.g);
                /* Choices that differ show when all have chosen. */
                while (r.n > 0 && play_alike(&r, &h, viewer) && r.n > 0 &&
                       began == opening(&r.g)) {
                    check_same_view(&r.g, &h, viewer);
                    together++;
                }
                if (r.n > 0)
                    random_play(&r, random_choose(&r));
            }
        }
    CHECK(together > 5000);
}

/* The value of a key in a view, up to the end of the text. */
static const char *value_of(const char *view, const char *key)
{
    char quoted[40];
    snprintf(quoted, sizeof quoted, "\"%s\":", key);
    const char *at = strstr(view, quoted);
    if (!at)
        fail_msg("no %s in %s", key, view);
    return at + strlen(quoted);
}

static bool is_number(const char *at)
{
    return *at >= '0' && *at <= '9';
}

/* An array by seat: the viewer's entry is open, all others are numbers. */
static void check_entries(const char *array, int seats, int viewer)
{
    int depth = 0, s = 0;
    const char *at = array + 1;
    for (bool starts = true; depth >= 0; at++) {
        if (starts && s < seats) {
            CHECK_EQ(is_number(at), s != viewer);
            starts = false;
        }
        depth += (*at == '[') + (*at == '{') - (*at == ']') - (*at == '}');
        if (depth == 0 && *at == ',') {
            s++;
            starts = true;
        }
    }
    CHECK_EQ(s + 1, seats);
}

TEST(TICKET_SECRET_a_view_as_text_has_numbers_in_place_of_what_is_hidden)
{
    static struct random_game r;
    struct setup setup;
    for (int i = 0; setup_at(&setup, i); i++)
        for (random_begin(&r, setup, (uint64_t)i); r.n > 0;) {
            int viewer = viewer_at(r.step % (setup.seats + 1), setup.seats);
            view_text(&r.g, text, viewer);
            check_entries(value_of(text, "hands"), setup.seats, viewer);
            check_entries(value_of(text, "tickets"), setup.seats, viewer);
            CHECK(is_number(value_of(text, "pile")));
            const char *id = linea_map_text(setup.map, setup.map->deck[0].id);
            CHECK(is_number(value_of(value_of(text, "decks"), id)));
            if (r.g.phase == LINEA_KEEP_TICKETS)
                CHECK_EQ(is_number(value_of(text, "offer")), viewer != r.g.turn);
            CHECK(!strstr(text, "seed"));
            random_play(&r, random_choose(&r));
        }
}

TEST(TICKET_SECRET_when_the_game_is_over_a_view_hides_nothing)
{
    static struct random_game r;
    struct setup setup;
    for (int i = 0; setup_at(&setup, i); i++) {
        for (random_begin(&r, setup, (uint64_t)i); r.n > 0;)
            random_play(&r, random_choose(&r));
        view_text(&r.g, text, LINEA_ALL);
        for (int v = 0; v <= setup.seats; v++) {
            view_text(&r.g, other_text, viewer_at(v, setup.seats));
            CHECK_TEXT(text, other_text);
        }
    }
}

/* SETUP-TICKETS: how many an earlier seat kept must not show either. */
TEST(SETUP_TICKETS_opening_choices_show_nothing_until_all_have_chosen)
{
    static struct random_game r;
    struct setup setup;
    for (int i = 0; setup_at(&setup, i); i++) {
        random_begin(&r, setup, (uint64_t)i);
        while (r.g.phase == LINEA_OPENING_MIX)
            random_play(&r, random_choose(&r));
        int chooser = r.g.turn;
        struct linea_game fewest = r.g, most = r.g;
        linea_game_apply(&fewest, NULL, r.moves[0]);
        linea_game_apply(&most, NULL, r.moves[r.n - 1]);
        if (fewest.phase != LINEA_OPENING_KEEP)
            continue;
        for (int v = 0; v <= setup.seats; v++)
            if (v != chooser)
                check_same_view(&fewest, &most, viewer_at(v, setup.seats));
    }
}
