/*
 * bots/reason.c - why a move is a good one. See reason.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "reason.h"

#include "linea/list.h"
#include "linea/text.h"

enum {
    PLANNED = 1, /* price of a route of the plan, … */
    OPEN = 1000, /* … and of a space of another that is open */
    NEAR = 3,    /* cards that a route off the plan lacks at most, to be drawn for */
};

/* A way of a ticket over own routes and those of the plan, if these complete it, else
   over what is open. */
static struct linea_set way_of(const struct linea_view *view, const struct plan *plan,
                               int ticket)
{
    const struct linea_view_seat *me = &view->seat[view->viewer];
    const struct linea_ticket *t = &view->map->ticket[ticket];
    struct linea_prices prices;
    struct linea_ways ways;
    for (int r = 0; r < view->map->routes; r++)
        prices.route[r] =
            linea_set_has(&me->routes, r) ? 0
            : linea_set_has(&plan->routes, r) || linea_set_has(&plan->borrowed, r)
                ? PLANNED
            : linea_set_has(&me->open, r) ? view->map->route[r].length * OPEN
                                          : OPEN * OPEN;
    linea_ways_begin(&ways, view->map, &prices, OPEN * OPEN, t->a);
    if (linea_ways_find(&ways, t->b) >= OPEN * OPEN)
        return (struct linea_set){{0}};
    return linea_ways_routes(&ways, t->b);
}

/* The ticket held with most points whose way uses one of some routes. */
static int find_ticket(const struct linea_view *view, const struct plan *plan,
                       const struct linea_set *routes)
{
    int best = LINEA_NOTHING;
    for (struct linea_set left = view->seat[view->viewer].tickets;
         !linea_set_empty(&left);) {
        int t = linea_set_pop(&left);
        struct linea_set way = way_of(view, plan, t);
        if (linea_set_meets(&way, routes) &&
            (best == LINEA_NOTHING ||
             view->map->ticket[t].points > view->map->ticket[best].points))
            best = t;
    }
    return best;
}

/* A route and those beside it, which join the same. */
static struct linea_set lines_of(const struct linea_map *map, int route)
{
    struct linea_set out = map->route[route].parallels;
    linea_set_add(&out, route);
    return out;
}

/* Routes of others in the plan that end where a station is built. */
static struct linea_set borrowed_at(const struct linea_map *map,
                                    const struct plan *plan, int location)
{
    struct linea_set out = {{0}};
    for (struct linea_set left = plan->borrowed; !linea_set_empty(&left);) {
        int r = linea_set_pop(&left);
        if (map->route[r].a == location || map->route[r].b == location)
            linea_set_add(&out, r);
    }
    return out;
}

/* Cards that a route still lacks, paid in a colour and with every wild of some cards.
 */
static int lacks_of(const struct linea_map *map, const uint8_t *cards, int route,
                    int colour)
{
    int plain = colour == LINEA_WILD ? 0 : cards[colour];
    return map->route[route].length - plain - cards[LINEA_WILD];
}

/* The same with the cards in hand. */
static int lacks(const struct linea_view *view, int route, int colour)
{
    return lacks_of(view->map, view->seat[view->viewer].cards, route, colour);
}

/* The longest route of the plan that is paid in a colour, lacking a card of it; for a
   wild, of any. Gray ones only if there is none of the colour. */
static int find_lacking(const struct linea_view *view, const struct plan *plan,
                        int kind)
{
    const struct linea_map *map = view->map;
    int best = LINEA_NOTHING, best_value = 0;
    for (struct linea_set left = plan->routes; !linea_set_empty(&left);) {
        int r = linea_set_pop(&left), colour = map->route[r].colour;
        bool gray = colour >= map->colours;
        if (kind != LINEA_WILD && !gray && colour != kind)
            continue;
        int paid = kind != LINEA_WILD ? kind : gray ? LINEA_WILD : colour;
        int value = map->route[r].length + (gray ? 0 : LINEA_VEHICLES);
        if (lacks(view, r, paid) > 0 && value > best_value) {
            best = r;
            best_value = value;
        }
    }
    return best;
}

/* The open route off the plan with most points that a card of its colour brings near.
 */
static int find_near(const struct linea_view *view, int kind)
{
    const struct linea_map *map = view->map;
    const struct linea_view_seat *me = &view->seat[view->viewer];
    int best = LINEA_NOTHING;
    for (struct linea_set left = me->open; !linea_set_empty(&left);) {
        int r = linea_set_pop(&left), more = lacks(view, r, kind);
        if (map->route[r].colour == kind && map->route[r].length <= me->vehicles &&
            more > 0 && more <= NEAR &&
            (best == LINEA_NOTHING || map->route[r].points > map->route[best].points))
            best = r;
    }
    return best;
}

/* What the tickets that a seat has after keeping some take. */
static void count_spaces(struct reason *out, const struct linea_view *view,
                         unsigned kept)
{
    const struct linea_map *map = view->map;
    const struct linea_view_seat *me = &view->seat[view->viewer];
    struct linea_set all = me->tickets;
    struct linea_prices prices;
    struct plan plan;
    for (int i = 0; i < me->offered; i++)
        if (kept >> i & 1)
            linea_set_add(&all, me->offer[i]);
    for (int r = 0; r < map->routes; r++)
        prices.route[r] = linea_set_has(&me->routes, r) ? 0
                          : linea_set_has(&me->open, r) ? map->route[r].length
                                                        : PLAN_CLOSED;
    linea_plan_make(&plan, map, &prices, &all);
    linea_set_remove_all(&plan.routes, &me->routes);
    out->spaces = linea_plan_spaces(map, &plan.routes);
    out->failed = linea_set_count(&all) - linea_set_count(&plan.tickets);
}

static void find_for_draw(struct reason *out, const struct linea_view *view,
                          const struct plan *plan, int kind)
{
    if (kind != LINEA_BLIND) {
        out->route = find_lacking(view, plan, kind);
        if (out->route == LINEA_NOTHING && kind != LINEA_WILD)
            out->route = find_near(view, kind);
        out->kind = out->route == LINEA_NOTHING ? LINEA_NOTHING : kind;
        return;
    }
    for (int i = 0; i < LINEA_DISPLAY; i++)
        if (view->display[i] < view->map->colours &&
            find_lacking(view, plan, view->display[i]) != LINEA_NOTHING)
            return;
    out->route = find_lacking(view, plan, LINEA_WILD);
}

void linea_reason_find(struct reason *out, const struct linea_view *view,
                       const struct plan *plan, linea_move move)
{
    const struct linea_map *map = view->map;
    struct linea_set routes = {{0}};
    *out = (struct reason){LINEA_NOTHING, LINEA_NOTHING, LINEA_NOTHING, -1, 0, false};
    switch (linea_move_kind(move)) {
    case LINEA_CLAIM:
        routes = lines_of(map, linea_move_place(move));
        break;
    case LINEA_PAY:
        routes = lines_of(map, view->tunnel.route);
        break;
    case LINEA_STATION:
        routes = borrowed_at(map, plan, linea_move_place(move));
        break;
    case LINEA_DRAW:
        find_for_draw(out, view, plan, linea_move_low(move));
        if (out->route != LINEA_NOTHING)
            routes = lines_of(map, out->route);
        break;
    case LINEA_KEEP:
        count_spaces(out, view, linea_move_kept(move));
        break;
    case LINEA_TICKETS_DRAW:
        out->done = linea_set_empty(&plan->routes) && view->phase == LINEA_TURN;
        break;
    default:
        break;
    }
    if (!linea_set_empty(&routes))
        out->ticket = find_ticket(view, plan, &routes);
}

/* Whether a route is on the way of no ticket, though the plan has ways of some. */
static bool is_off(const struct linea_view *view, const struct plan *plan, int route)
{
    struct linea_set routes = lines_of(view->map, route);
    return find_ticket(view, plan, &routes) == LINEA_NOTHING &&
           find_ticket(view, plan, &plan->routes) != LINEA_NOTHING;
}

/* The longest route of the plan, but for some, that lacks cards once so many of a kind
   that pays for it are spent. */
static int find_robbed(const struct linea_view *view, const struct plan *plan,
                       const struct linea_set *but, int kind, int spent)
{
    const struct linea_map *map = view->map;
    const uint8_t *cards = view->seat[view->viewer].cards;
    uint8_t rest[LINEA_KINDS];
    int best = LINEA_NOTHING;
    for (int k = 0; k < LINEA_KINDS; k++)
        rest[k] = (uint8_t)(k == kind ? cards[k] - spent : cards[k]);
    struct linea_set left = plan->routes;
    linea_set_remove_all(&left, but);
    while (!linea_set_empty(&left)) {
        int r = linea_set_pop(&left), colour = map->route[r].colour;
        if (colour < map->colours && (kind == colour || kind == LINEA_WILD) &&
            lacks_of(map, rest, r, colour) > 0 &&
            (best == LINEA_NOTHING || map->route[r].length > map->route[best].length))
            best = r;
    }
    return best;
}

void linea_reason_fault(struct fault *out, const struct linea_view *view,
                        const struct plan *plan, linea_move move, int cards)
{
    enum linea_move_kind is = linea_move_kind(move);
    struct linea_set but = {{0}};
    *out = (struct fault){false, LINEA_NOTHING, LINEA_NOTHING};
    if (is != LINEA_CLAIM && is != LINEA_STATION && is != LINEA_PAY)
        return;
    if (is == LINEA_CLAIM) {
        but = lines_of(view->map, linea_move_place(move));
        out->off = is_off(view, plan, linea_move_place(move));
    }
    int colour = linea_move_colour(move), wilds = linea_move_low(move);
    int plain = colour == LINEA_WILD ? 0 : cards - wilds;
    if (plain > 0) {
        out->kind = colour;
        out->route = find_robbed(view, plan, &but, colour, plain);
    }
    if (out->route == LINEA_NOTHING && cards > plain) {
        out->kind = LINEA_WILD;
        out->route = find_robbed(view, plan, &but, LINEA_WILD, cards - plain);
    }
    if (out->route == LINEA_NOTHING)
        out->kind = LINEA_NOTHING;
}

void linea_reason_write(const struct reason *r, struct linea_list *object,
                        const struct linea_map *map)
{
    if (r->ticket != LINEA_NOTHING)
        linea_key_ticket(object, "serves", map, r->ticket);
    if (r->kind != LINEA_NOTHING)
        linea_key_text(object, "lacked", linea_map_kind_name(map, r->kind));
    if (r->route != LINEA_NOTHING)
        linea_key_route(object, "for", map, r->route);
    if (r->spaces >= 0) {
        linea_key_int(object, "spaces", r->spaces);
        linea_key_int(object, "failed", r->failed);
    }
    if (r->done)
        linea_key_bool(object, "done", true);
}
