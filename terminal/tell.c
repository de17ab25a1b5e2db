/*
 * terminal/tell.c - events as sentences.
 *
 * Every sentence exists twice, in the third person and for the player who moved, since
 * in most languages the verb differs. What is inserted is numbered, so that a
 * translation can move it about.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tell.h"

#include "tr.h"

/* What a teller works with. */
struct telling {
    struct linea_out *out;
    const struct linea_map *map;
    const struct linea_view *before, *after;
    const struct linea_event *event;
    const char *who;
    bool own; /* told to the player who moved */
};

static void tell_draw(const struct telling *t)
{
    int kind = linea_move_low(t->event->move);
    char card[LINE_SIZE];
    struct linea_out word;
    linea_out_init(&word, card, sizeof card);
    if (kind == LINEA_BLIND && !t->own) {
        put(t->out, tr("%1$s draws a card from the pile."), t->who);
        return;
    }
    put_kind(&word, t->map, kind == LINEA_BLIND ? t->event->card[0] : kind);
    if (kind == LINEA_BLIND)
        put(t->out, tr("You draw a card from the pile: %1$s."), card);
    else if (t->own)
        put(t->out, tr("You take a face-up card: %1$s."), card);
    else
        put(t->out, tr("%1$s takes a face-up card: %2$s."), t->who, card);
    if (kind != LINEA_BLIND && t->event->cards > 1)
        put(t->out, " %s", tr("Three wild cards lay face up: all five are replaced."));
}

static void put_revealed(struct linea_out *out, const struct telling *t)
{
    if (!t->event->cards)
        put(out, "–");
    for (int i = 0; i < t->event->cards; i++) {
        put(out, "%s", i ? ", " : "");
        put_kind(out, t->map, t->event->card[i]);
    }
}

static void tell_tunnel(const struct telling *t, const char *route, const char *cards)
{
    char turned[LINE_SIZE];
    struct linea_out words;
    linea_out_init(&words, turned, sizeof turned);
    put_revealed(&words, t);
    if (t->own)
        put(t->out, tr("You try the tunnel %1$s with %2$s. Turned up: %3$s."), route,
            cards, turned);
    else
        put(t->out, tr("%1$s tries the tunnel %2$s with %3$s. Turned up: %4$s."),
            t->who, route, cards, turned);
    put(t->out, " ");
    if (t->after->phase == LINEA_TUNNEL)
        put(t->out, tr("Cards still to pay: %d."), t->after->tunnel.extra);
    else
        put(t->out, tr("Nothing more to pay: the route is claimed (+%d)."),
            t->map->route[linea_move_place(t->event->move)].points);
}

static void tell_claim(const struct telling *t)
{
    linea_move m = t->event->move;
    const struct linea_route *r = &t->map->route[linea_move_place(m)];
    char route[LINE_SIZE], cards[LINE_SIZE];
    struct linea_out words;
    linea_out_init(&words, route, sizeof route);
    put_route(&words, t->map, linea_move_place(m));
    linea_out_init(&words, cards, sizeof cards);
    put_cards(&words, t->map, linea_move_colour(m), linea_move_low(m), r->length);
    if (r->tunnel)
        tell_tunnel(t, route, cards);
    else if (t->own)
        put(t->out, tr("You claim %1$s with %2$s (+%3$d)."), route, cards, r->points);
    else
        put(t->out, tr("%1$s claims %2$s with %3$s (+%4$d)."), t->who, route, cards,
            r->points);
}

static void tell_pay(const struct telling *t)
{
    linea_move m = t->event->move;
    const struct linea_tunnel *tunnel = &t->before->tunnel;
    int points = t->map->route[tunnel->route].points;
    char route[LINE_SIZE], cards[LINE_SIZE];
    struct linea_out words;
    linea_out_init(&words, route, sizeof route);
    put_route(&words, t->map, tunnel->route);
    linea_out_init(&words, cards, sizeof cards);
    put_cards(&words, t->map, linea_move_colour(m), linea_move_low(m), tunnel->extra);
    if (t->own)
        put(t->out, tr("You pay %1$s more and claim %2$s (+%3$d)."), cards, route,
            points);
    else
        put(t->out, tr("%1$s pays %2$s more and claims %3$s (+%4$d)."), t->who, cards,
            route, points);
}

static void tell_decline(const struct telling *t)
{
    char route[LINE_SIZE];
    struct linea_out words;
    linea_out_init(&words, route, sizeof route);
    put_route(&words, t->map, t->before->tunnel.route);
    if (t->own)
        put(t->out, tr("You give up the tunnel %1$s; your cards come back."), route);
    else
        put(t->out, tr("%1$s gives up the tunnel %2$s and takes the cards back."),
            t->who, route);
}

static void tell_station(const struct telling *t)
{
    linea_move m = t->event->move;
    int built = linea_bits(t->before->seat[t->event->seat].stations);
    const char *place = location_name(t->map, linea_move_place(m));
    char cards[LINE_SIZE];
    struct linea_out words;
    linea_out_init(&words, cards, sizeof cards);
    put_cards(&words, t->map, linea_move_colour(m), linea_move_low(m),
              t->map->station_cost[built]);
    if (t->own)
        put(t->out, tr("You build a station in %1$s with %2$s."), place, cards);
    else
        put(t->out, tr("%1$s builds a station in %2$s with %3$s."), t->who, place,
            cards);
}

static void tell_tickets(const struct telling *t)
{
    char mix[LINE_SIZE];
    struct linea_out words;
    linea_out_init(&words, mix, sizeof mix);
    put_mix(&words, t->map, t->event->move);
    if (t->own)
        put(t->out, tr("You draw tickets: %1$s."), mix);
    else
        put(t->out, tr("%1$s draws tickets: %2$s."), t->who, mix);
}

static void tell_keep(const struct telling *t)
{
    const struct linea_view_seat *was = &t->before->seat[t->event->seat];
    char kept[LINE_SIZE];
    struct linea_out words;
    if (!t->own) {
        int n = t->after->seat[t->event->seat].held - was->held;
        if (t->before->phase == LINEA_OPENING_KEEP)
            put(t->out, tr("%1$s has chosen the opening tickets."), t->who);
        else
            put(t->out, tr("%1$s keeps tickets: %2$d."), t->who, n);
        return;
    }
    linea_out_init(&words, kept, sizeof kept);
    for (int i = 0; i < was->offered; i++) {
        if (!(linea_move_kept(t->event->move) >> i & 1))
            continue;
        put(&words, "%s", kept[0] ? ", " : "");
        put_ticket(&words, t->map, was->offer[i]);
    }
    put(t->out, tr("You keep: %1$s."), kept);
}

static void put_taker(struct linea_out *out, const struct linea_map *map, int colour,
                      int location)
{
    char word[LINE_SIZE];
    struct linea_out words;
    if (colour == LINEA_NO_PASSENGER)
        return;
    linea_out_init(&words, word, sizeof word);
    put_passenger(&words, map, colour);
    put(out, tr("%1$s from %2$s"), word, location_name(map, location));
}

static void tell_take(const struct telling *t)
{
    linea_move m = t->event->move;
    const struct linea_route *route = &t->map->route[t->before->route];
    char taken[LINE_SIZE];
    struct linea_out words;
    linea_out_init(&words, taken, sizeof taken);
    put_taker(&words, t->map, linea_move_colour(m), route->a);
    if (taken[0] && linea_move_low(m) != LINEA_NO_PASSENGER)
        put(&words, ", ");
    put_taker(&words, t->map, linea_move_low(m), route->b);
    if (!taken[0])
        put(&words, "–");
    if (t->own)
        put(t->out, tr("You take passengers: %1$s."), taken);
    else
        put(t->out, tr("%1$s takes passengers: %2$s."), t->who, taken);
}

static void tell_pass(const struct telling *t)
{
    if (t->own)
        put(t->out, "%s", tr("You pass."));
    else
        put(t->out, tr("%1$s passes."), t->who);
}

static void (*const tellers[LINEA_MOVE_KINDS])(const struct telling *) = {
    [LINEA_DRAW] = tell_draw,       [LINEA_CLAIM] = tell_claim,
    [LINEA_STATION] = tell_station, [LINEA_TICKETS_DRAW] = tell_tickets,
    [LINEA_PASS] = tell_pass,       [LINEA_KEEP] = tell_keep,
    [LINEA_PAY] = tell_pay,         [LINEA_DECLINE] = tell_decline,
    [LINEA_TAKE] = tell_take,
};

void tell(struct linea_out *out, const struct players *players,
          const struct linea_view *before, const struct linea_view *after,
          const struct linea_event *event)
{
    struct telling t = {.out = out,
                        .map = after->map,
                        .before = before,
                        .after = after,
                        .event = event,
                        .who = players->name[event->seat],
                        .own = event->seat == after->viewer};
    tellers[linea_move_kind(event->move)](&t);
    put(out, "\n");
    if (before->last_turns != LINEA_LAST_TURNS_NO ||
        after->last_turns == LINEA_LAST_TURNS_NO || after->phase == LINEA_OVER)
        return;
    put(out, "  ");
    put_ink(out, INK_BAD, tr("The last round begins: everybody has one more turn."));
    put(out, "\n");
}
