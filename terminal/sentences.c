/*
 * terminal/sentences.c - moves as sentences.
 *
 * Every sentence exists twice, in the third person and for the player who moved, since
 * in most languages the verb differs. What is inserted is numbered, so that a
 * translation can change its order.
 *
 * SPDX-License-Identifier: MIT
 */
#include "sentences.h"

#include "common/tr.h"
#include "turn.h"

/* A move that a sentence is about. */
struct news {
    const struct linea_map *map;
    const struct linea_view *before, *after;
    const struct linea_event *event;
    const char *who;
    bool own; /* it is the reader's */
};

static const char *draw_sentence(const struct news *n)
{
    int kind = linea_move_low(n->event->move);
    if (kind == LINEA_BLIND && !n->own)
        return fmt(tr("%1$s draws a card from the pile."), n->who);
    if (kind == LINEA_BLIND)
        return fmt(tr("You draw a card from the pile: %1$s."),
                   kind_name(n->map, n->event->card[0]));
    const char *card = kind_name(n->map, kind);
    if (n->own)
        return fmt(tr("You take a face-up card: %1$s."), card);
    return fmt(tr("%1$s takes a face-up card: %2$s."), n->who, card);
}

static const char *tunnel_sentence(const struct news *n, const char *route,
                                   const char *cards)
{
    const char *turned = "", *tried, *then;
    int revealed = n->event->cards - n->event->up;
    for (int i = 0; i < revealed; i++)
        turned = join(turned, ", ", kind_name(n->map, n->event->card[i]));
    if (!revealed)
        turned = "–";
    if (n->own)
        tried = fmt(tr("You try the tunnel %1$s with %2$s. Turned up: %3$s."), route,
                    cards, turned);
    else
        tried = fmt(tr("%1$s tries the tunnel %2$s with %3$s. Turned up: %4$s."),
                    n->who, route, cards, turned);
    if (n->after->phase == LINEA_TUNNEL)
        then = fmt(tr("Cards still to pay: %d."), n->after->tunnel.extra);
    else
        then = fmt(tr("Nothing more to pay: the route is claimed (+%d)."),
                   n->map->route[linea_move_place(n->event->move)].points);
    return fmt("%s %s", tried, then);
}

static const char *claim_sentence(const struct news *n)
{
    linea_move m = n->event->move;
    const struct linea_route *r = &n->map->route[linea_move_place(m)];
    const char *route = route_name(n->map, linea_move_place(m));
    const char *cards =
        cards_name(n->map, linea_move_colour(m), linea_move_low(m), r->length);
    if (r->tunnel)
        return tunnel_sentence(n, route, cards);
    if (n->own)
        return fmt(tr("You claim %1$s with %2$s (+%3$d)."), route, cards, r->points);
    return fmt(tr("%1$s claims %2$s with %3$s (+%4$d)."), n->who, route, cards,
               r->points);
}

static const char *pay_sentence(const struct news *n)
{
    linea_move m = n->event->move;
    const struct linea_tunnel *tunnel = &n->before->tunnel;
    int points = n->map->route[tunnel->route].points;
    const char *route = route_name(n->map, tunnel->route);
    const char *cards =
        cards_name(n->map, linea_move_colour(m), linea_move_low(m), tunnel->extra);
    if (n->own)
        return fmt(tr("You pay %1$s more and claim %2$s (+%3$d)."), cards, route,
                   points);
    return fmt(tr("%1$s pays %2$s more and claims %3$s (+%4$d)."), n->who, cards, route,
               points);
}

static const char *decline_sentence(const struct news *n)
{
    const char *route = route_name(n->map, n->before->tunnel.route);
    if (n->own)
        return fmt(tr("You give up the tunnel %1$s; your cards come back."), route);
    return fmt(tr("%1$s gives up the tunnel %2$s and takes the cards back."), n->who,
               route);
}

static const char *station_sentence(const struct news *n)
{
    linea_move m = n->event->move;
    int built = linea_bits(n->before->seat[n->event->seat].stations);
    const char *place = location_name(n->map, linea_move_place(m));
    const char *cards = cards_name(n->map, linea_move_colour(m), linea_move_low(m),
                                   n->map->station_cost[built]);
    if (n->own)
        return fmt(tr("You build a station in %1$s with %2$s."), place, cards);
    return fmt(tr("%1$s builds a station in %2$s with %3$s."), n->who, place, cards);
}

static const char *tickets_sentence(const struct news *n)
{
    const char *mix = mix_name(n->map, n->event->move);
    if (n->own)
        return fmt(tr("You draw tickets: %1$s."), mix);
    return fmt(tr("%1$s draws tickets: %2$s."), n->who, mix);
}

static const char *keep_sentence(const struct news *n)
{
    const struct linea_view_seat *was = &n->before->seat[n->event->seat];
    const char *kept = "";
    if (!n->own && n->before->phase == LINEA_OPENING_KEEP)
        return fmt(tr("%1$s has chosen the opening tickets."), n->who);
    if (!n->own)
        return fmt(tr("%1$s keeps tickets: %2$d."), n->who,
                   n->after->seat[n->event->seat].held - was->held);
    for (int i = 0; i < was->offered; i++)
        if (linea_move_kept(n->event->move) >> i & 1)
            kept = join(kept, ", ", ticket_name(n->map, was->offer[i]));
    return fmt(tr("You keep: %1$s."), kept);
}

static const char *taken_name(const struct linea_map *map, int colour, int location)
{
    if (colour == LINEA_NO_PASSENGER)
        return "";
    return fmt(tr("%1$s from %2$s"), passenger_name(map, colour),
               location_name(map, location));
}

static const char *take_sentence(const struct news *n)
{
    linea_move m = n->event->move;
    const struct linea_route *route = &n->map->route[n->before->route];
    const char *taken = join(taken_name(n->map, linea_move_colour(m), route->a), ", ",
                             taken_name(n->map, linea_move_low(m), route->b));
    if (!taken[0])
        taken = "–";
    if (n->own)
        return fmt(tr("You take passengers: %1$s."), taken);
    return fmt(tr("%1$s takes passengers: %2$s."), n->who, taken);
}

static const char *pass_sentence(const struct news *n)
{
    return n->own ? tr("You pass.") : fmt(tr("%1$s passes."), n->who);
}

static const char *(*const sentences[LINEA_MOVE_KINDS])(const struct news *) = {
    [LINEA_DRAW] = draw_sentence,       [LINEA_CLAIM] = claim_sentence,
    [LINEA_STATION] = station_sentence, [LINEA_TICKETS_DRAW] = tickets_sentence,
    [LINEA_PASS] = pass_sentence,       [LINEA_KEEP] = keep_sentence,
    [LINEA_PAY] = pay_sentence,         [LINEA_DECLINE] = decline_sentence,
    [LINEA_TAKE] = take_sentence,
};

/* Own tickets that a move has just completed: another's may, at an own station. */
static void put_completed(struct linea_out *out, const struct linea_view *before,
                          const struct linea_view *after)
{
    struct linea_set done = tickets_done(after), was = tickets_done(before);
    linea_set_remove_all(&done, &was);
    if (before->phase == LINEA_OPENING_KEEP || before->phase == LINEA_KEEP_TICKETS)
        return;
    while (!linea_set_empty(&done))
        put(out, "  %s\n",
            inked(INK_GOOD, fmt("✓ %s %s", tr("Ticket completed:"),
                                ticket_name(after->map, linea_set_pop(&done)))));
}

void put_sentences(struct linea_out *out, const struct players *players,
                   const struct linea_view *before, const struct linea_view *after,
                   const struct linea_event *event)
{
    struct news n = {.map = after->map,
                     .before = before,
                     .after = after,
                     .event = event,
                     .who = players->name[event->seat],
                     .own = event->seat == after->viewer};
    put(out, "%s", sentences[linea_move_kind(event->move)](&n));
    if (event->up >= LINEA_DISPLAY)
        put(out, " %s", tr("Three wild cards lay face up: all five are replaced."));
    put(out, "\n");
    if (before->last_turns == LINEA_LAST_TURNS_NO &&
        after->last_turns != LINEA_LAST_TURNS_NO && after->phase != LINEA_OVER)
        put(out, "  %s\n",
            inked(INK_BAD, tr("The last round begins: everybody has one more turn.")));
    put_completed(out, before, after);
}
