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
#include "common/tr.h"
#include "help.h"

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

/* A route to claim, or a place for a station. Routes that serve most tickets come
   first; then by name. */
struct target {
    int place;
    int served;
    const char *a, *b; /* the names of a route's ends; those of a place are alike */
};

static int compare_targets(const void *x, const void *y)
{
    const struct target *a = x, *b = y;
    if (a->served != b->served)
        return b->served - a->served;
    int order = strcmp(a->a, b->a);
    if (order == 0)
        order = strcmp(a->b, b->b);
    return order ? order : a->place - b->place;
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

static int find_targets(const struct turn *turn, struct target out[LINEA_ROUTES],
                        enum linea_move_kind kind)
{
    const struct linea_map *map = turn->view.map;
    struct linea_set seen = {{0}};
    int n = 0;
    for (int i = 0; i < turn->moves; i++) {
        int place = linea_move_place(turn->move[i]);
        bool claim = kind == LINEA_CLAIM;
        if (linea_move_kind(turn->move[i]) != kind || linea_set_has(&seen, place) ||
            (claim && has_twin(map, &seen, place)))
            continue;
        linea_set_add(&seen, place);
        out[n++] =
            (struct target){place, claim ? tickets_served(turn, place) : 0,
                            location_name(map, claim ? map->route[place].a : place),
                            location_name(map, claim ? map->route[place].b : place)};
    }
    qsort(out, (size_t)n, sizeof out[0], compare_targets);
    return n;
}

static void fill_menu(struct menu *menu, const struct turn *turn,
                      const struct target *targets, int n, enum linea_move_kind kind)
{
    const struct linea_map *map = turn->view.map;
    int width = 0;
    for (int i = 0; i < n; i++) {
        int both = text_width(targets[i].a) + text_width(targets[i].b) + 3;
        width = both > width ? both : width;
    }
    for (int i = 0; i < n; i++) {
        int place = targets[i].place;
        bool claim = kind == LINEA_CLAIM;
        int a = claim ? map->route[place].a : place;
        int b = claim ? map->route[place].b : place;
        struct item *item =
            menu_add(menu, claim ? route_line(turn, place, width) : targets[i].a);
        item->search[0] = targets[i].a;
        item->search[1] = targets[i].b;
        item->search[2] = linea_map_text(map, map->location[a].id);
        item->search[3] = linea_map_text(map, map->location[b].id);
    }
}

/* Choose a target, then the cards to pay; back to the targets from there. */
static enum choice choose_target(struct turn *turn, enum linea_move_kind kind,
                                 const char *title)
{
    static struct menu menu;
    struct target targets[LINEA_ROUTES];
    int n = find_targets(turn, targets, kind);
    menu_begin(&menu, title, true, kind == LINEA_STATION);
    fill_menu(&menu, turn, targets, n, kind);
    for (;;) {
        int picked = menu_pick(&menu, turn);
        if (picked < 0)
            return choice_of(picked);
        enum choice choice = choose_cards(turn, kind, targets[picked].place,
                                          tr("Which cards do you pay with?"));
        if (choice != WENT_BACK)
            return choice;
    }
}

enum choice choose_claim(struct turn *turn)
{
    return choose_target(turn, LINEA_CLAIM,
                         tr("Which route? (part of a name narrows the list)"));
}

enum choice choose_station(struct turn *turn)
{
    return choose_target(turn, LINEA_STATION, tr("A station in which place?"));
}
