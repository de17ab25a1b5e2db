/*
 * terminal/claim.c - chooses a route or a place for a station, and the cards to pay.
 *
 * A position may have hundreds of claims: first the route is chosen, then the cards.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "choose.h"
#include "help.h"
#include "tr.h"

/* Ways to pay: a gray route of eight spaces has 65. */
enum { PAYMENTS = 8 * LINEA_LENGTH + 2 };

/* By wilds, then as the engine lists them: most players would spare wilds. */
static int compare_payments(const void *a, const void *b)
{
    linea_move m = *(const linea_move *)a, n = *(const linea_move *)b;
    if (linea_move_low(m) != linea_move_low(n))
        return linea_move_low(m) - linea_move_low(n);
    return (m > n) - (m < n);
}

static int find_payments(const struct turn *turn, linea_move out[PAYMENTS],
                         enum linea_move_kind kind, int place)
{
    int n = 0;
    for (int i = 0; i < turn->moves; i++)
        if (linea_move_kind(turn->move[i]) == kind &&
            linea_move_place(turn->move[i]) == place && n < PAYMENTS)
            out[n++] = turn->move[i];
    qsort(out, (size_t)n, sizeof out[0], compare_payments);
    return n;
}

enum choice choose_cards(struct turn *turn, enum linea_move_kind kind, int place,
                         const char *title)
{
    static struct menu menu;
    linea_move payment[PAYMENTS];
    int n = find_payments(turn, payment, kind, place);
    bool tunnel = kind == LINEA_PAY;
    if (n == 1 && !tunnel) {
        turn->chosen = payment[0];
        return CHOSEN;
    }
    menu_begin(&menu, title, !tunnel, false);
    for (int i = 0; i < n; i++) {
        linea_move m = payment[i];
        menu_add(&menu,
                 cards_name(turn->view.map, linea_move_colour(m), linea_move_low(m),
                            linea_move_cards(&turn->guess, m)))
            ->move = m;
    }
    if (tunnel)
        menu_add(&menu, n ? tr("do not pay: the cards come back, the turn is over")
                          : tr("you cannot pay: the cards come back, the turn is over"))
            ->move = linea_move_make(LINEA_DECLINE, 0, 0, 0);
    return choose_from(turn, &menu);
}

/* A route to claim; those that serve the most tickets come first. */
struct claimable {
    int route;
    int served;
    const char *a, *b;
};

static int compare_claimable(const void *x, const void *y)
{
    const struct claimable *a = x, *b = y;
    if (a->served != b->served)
        return b->served - a->served;
    int order = strcmp(a->a, b->a);
    if (order == 0)
        order = strcmp(a->b, b->b);
    return order ? order : a->route - b->route;
}

/* Whether a parallel route that looks the same is in a set: one of them is enough. */
static bool has_twin(const struct linea_map *map, const struct linea_set *seen,
                     int route)
{
    const struct linea_route *r = &map->route[route];
    for (struct linea_set left = r->parallels; !linea_set_empty(&left);) {
        int other = linea_set_pop(&left);
        const struct linea_route *o = &map->route[other];
        if (linea_set_has(seen, other) && o->length == r->length &&
            o->colour == r->colour && o->wilds == r->wilds && o->tunnel == r->tunnel)
            return true;
    }
    return false;
}

static int find_claimable(const struct turn *turn, struct claimable out[LINEA_ROUTES])
{
    const struct linea_map *map = turn->view.map;
    struct linea_set seen = {{0}};
    int n = 0;
    for (int i = 0; i < turn->moves; i++) {
        int route = linea_move_place(turn->move[i]);
        if (linea_move_kind(turn->move[i]) != LINEA_CLAIM ||
            linea_set_has(&seen, route) || has_twin(map, &seen, route))
            continue;
        linea_set_add(&seen, route);
        out[n++] = (struct claimable){route, tickets_served(turn, route),
                                      location_name(map, map->route[route].a),
                                      location_name(map, map->route[route].b)};
    }
    qsort(out, (size_t)n, sizeof out[0], compare_claimable);
    return n;
}

static void fill_claims(struct menu *menu, const struct turn *turn,
                        const struct claimable *routes, int n)
{
    const struct linea_map *map = turn->view.map;
    int width = 0;
    for (int i = 0; i < n; i++) {
        int both = text_width(routes[i].a) + text_width(routes[i].b) + 3;
        width = both > width ? both : width;
    }
    for (int i = 0; i < n; i++) {
        const struct linea_route *r = &map->route[routes[i].route];
        const char **search =
            menu_add(menu, route_line(turn, routes[i].route, width))->search;
        search[0] = routes[i].a;
        search[1] = routes[i].b;
        search[2] = linea_map_text(map, map->location[r->a].id);
        search[3] = linea_map_text(map, map->location[r->b].id);
    }
}

enum choice choose_claim(struct turn *turn)
{
    static struct menu menu;
    struct claimable routes[LINEA_ROUTES];
    int n = find_claimable(turn, routes);
    menu_begin(&menu, tr("Which route? (part of a name narrows the list)"), true,
               false);
    fill_claims(&menu, turn, routes, n);
    for (;;) {
        int picked = menu_pick(&menu, turn);
        if (picked < 0)
            return choice_of(picked);
        enum choice choice = choose_cards(turn, LINEA_CLAIM, routes[picked].route,
                                          tr("Which cards do you pay with?"));
        if (choice != WENT_BACK)
            return choice;
    }
}

/* Places where a station may be built, by name. */
static int find_places(const struct turn *turn, int out[LINEA_LOCATIONS])
{
    const struct linea_map *map = turn->view.map;
    uint64_t seen = 0;
    int n = 0;
    for (int i = 0; i < turn->moves; i++) {
        int place = linea_move_place(turn->move[i]);
        if (linea_move_kind(turn->move[i]) != LINEA_STATION || (seen >> place & 1))
            continue;
        seen |= (uint64_t)1 << place;
        int at = n++;
        for (; at > 0 &&
               strcmp(location_name(map, out[at - 1]), location_name(map, place)) > 0;
             at--)
            out[at] = out[at - 1];
        out[at] = place;
    }
    return n;
}

enum choice choose_station(struct turn *turn)
{
    static struct menu menu;
    const struct linea_map *map = turn->view.map;
    int place[LINEA_LOCATIONS], n = find_places(turn, place);
    menu_begin(&menu, tr("A station in which place?"), true, true);
    for (int i = 0; i < n; i++) {
        const char *name = location_name(map, place[i]);
        struct item *item = menu_add(&menu, name);
        item->search[0] = name;
        item->search[1] = linea_map_text(map, map->location[place[i]].id);
    }
    for (;;) {
        int picked = menu_pick(&menu, turn);
        if (picked < 0)
            return choice_of(picked);
        enum choice choice = choose_cards(turn, LINEA_STATION, place[picked],
                                          tr("Which cards do you pay with?"));
        if (choice != WENT_BACK)
            return choice;
    }
}
