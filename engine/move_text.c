/*
 * engine/move_text.c - a move to and from its line of text.
 *
 * Reading understands the words, checks the rules, and then compares with the spelling
 * that writing gives: so every move has exactly one.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "linea/error.h"
#include "linea/text.h"
#include "play.h"
#include "words.h"

static void write_cards(const struct linea_game *g, struct linea_out *out, linea_move m)
{
    struct linea_cards cards = {linea_move_colour(m), linea_move_low(m),
                                linea_move_cards(g, m)};
    linea_cards_write(g->map, out, cards);
}

static void write_passenger(const struct linea_map *map, struct linea_out *out,
                            int location, int colour)
{
    linea_out_text(out, linea_map_text(map, map->location[location].id));
    linea_out_text(out, ":");
    linea_out_text(out, linea_map_passenger_name(map, colour));
}

static void write_take(const struct linea_game *g, struct linea_out *out, linea_move m)
{
    const struct linea_route *route = &g->map->route[g->route];
    int at_a = linea_move_colour(m), at_b = linea_move_low(m);
    if (at_a == LINEA_NO_PASSENGER && at_b == LINEA_NO_PASSENGER) {
        linea_out_text(out, "none");
        return;
    }
    if (at_a != LINEA_NO_PASSENGER)
        write_passenger(g->map, out, route->a, at_a);
    if (at_a != LINEA_NO_PASSENGER && at_b != LINEA_NO_PASSENGER)
        linea_out_text(out, ",");
    if (at_b != LINEA_NO_PASSENGER)
        write_passenger(g->map, out, route->b, at_b);
}

/* Whether the player announces a mix, now that tickets are drawn. */
static bool mix_announced(const struct linea_game *g)
{
    return g->phase == LINEA_OPENING_MIX || g->map->draw_decks > 1;
}

static void write_mix(const struct linea_game *g, struct linea_out *out, linea_move m)
{
    if (!mix_announced(g))
        return;
    const char *before = " ";
    for (int d = 0; d < g->map->decks; d++) {
        if (!linea_move_mix(m, d))
            continue;
        linea_out_text(out, before);
        linea_out_text(out, linea_map_text(g->map, g->map->deck[d].id));
        linea_out_text(out, ":");
        linea_out_int(out, linea_move_mix(m, d));
        before = ",";
    }
}

static void write_keep(const struct linea_game *g, struct linea_out *out, linea_move m)
{
    const struct linea_seat *s = &g->seat[g->turn];
    const char *before = " ";
    for (int i = 0; i < s->offered; i++) {
        if (!(linea_move_kept(m) >> i & 1))
            continue;
        linea_out_text(out, before);
        linea_ticket_write(g->map, out, s->offer[i]);
        before = ",";
    }
}

static const char *const verbs[LINEA_MOVE_KINDS] = {
    [LINEA_DRAW] = "draw ",       [LINEA_CLAIM] = "claim ",
    [LINEA_STATION] = "station ", [LINEA_TICKETS_DRAW] = "tickets",
    [LINEA_PASS] = "pass",        [LINEA_KEEP] = "keep",
    [LINEA_PAY] = "pay ",         [LINEA_DECLINE] = "decline",
    [LINEA_TAKE] = "take ",
};

void linea_move_write(const struct linea_game *g, struct linea_out *out, linea_move m)
{
    linea_out_text(out, verbs[linea_move_kind(m)]);
    switch (linea_move_kind(m)) {
    case LINEA_DRAW:
        linea_out_text(out, linea_move_low(m) == LINEA_BLIND
                                ? "pile"
                                : linea_map_kind_name(g->map, linea_move_low(m)));
        break;
    case LINEA_CLAIM:
        linea_route_write(g->map, out, linea_move_place(m));
        linea_out_text(out, " ");
        write_cards(g, out, m);
        break;
    case LINEA_STATION:
        linea_out_text(
            out, linea_map_text(g->map, g->map->location[linea_move_place(m)].id));
        linea_out_text(out, " ");
        write_cards(g, out, m);
        break;
    case LINEA_PAY:
        write_cards(g, out, m);
        break;
    case LINEA_TAKE:
        write_take(g, out, m);
        break;
    case LINEA_TICKETS_DRAW:
        write_mix(g, out, m);
        break;
    case LINEA_KEEP:
        write_keep(g, out, m);
        break;
    default:
        break;
    }
}

/* What a reader of one kind of move works on. */
struct reading {
    const struct linea_game *g;
    struct linea_word rest; /* what follows the verb */
    struct linea_error *error;
};

static bool illegal(const struct reading *r, const char *why)
{
    return linea_explain(r->error, LINEA_ILLEGAL, "%s", why);
}

static bool read_draw(struct reading *r, linea_move *m)
{
    int kind = LINEA_BLIND;
    if (!linea_word_is(r->rest, "pile")) {
        kind = linea_map_kind(r->g->map, r->rest.at, r->rest.length);
        if (kind == LINEA_NOTHING)
            return linea_word_unknown(r->error, "card", r->rest);
    }
    *m = linea_move_make(LINEA_DRAW, 0, 0, kind);
    return true;
}

/* Cards at the end of a move; their number must be what the move costs. */
static bool read_cards(struct reading *r, linea_move *m)
{
    struct linea_cards cards;
    if (!linea_cards_read(r->g->map, &cards, r->error, r->rest))
        return false;
    int need = linea_move_cards(r->g, *m);
    if (cards.n != need)
        return linea_explain(r->error, LINEA_ILLEGAL, "that costs %d cards, not %d",
                             need, cards.n);
    *m |= linea_move_make(LINEA_DRAW, 0, cards.colour, cards.wilds);
    return true;
}

static bool read_claim(struct reading *r, linea_move *m)
{
    int route = 0;
    struct linea_word word = linea_word_cut(&r->rest, ' ');
    if (!linea_route_read(r->g->map, &route, r->error, word))
        return false;
    *m = linea_move_make(LINEA_CLAIM, route, 0, 0);
    return read_cards(r, m);
}

static bool read_station(struct reading *r, linea_move *m)
{
    struct linea_word word = linea_word_cut(&r->rest, ' ');
    int location = linea_map_location(r->g->map, word.at, word.length);
    if (location == LINEA_NOTHING)
        return linea_word_unknown(r->error, "location", word);
    if (linea_bits(r->g->seat[r->g->turn].stations) >= r->g->map->stations)
        return illegal(r, "there is no station left to build");
    *m = linea_move_make(LINEA_STATION, location, 0, 0);
    return read_cards(r, m);
}

static bool read_pay(struct reading *r, linea_move *m)
{
    if (r->g->phase != LINEA_TUNNEL)
        return illegal(r, "there is no tunnel to pay for");
    *m = linea_move_make(LINEA_PAY, 0, 0, 0);
    return read_cards(r, m);
}

static bool read_take(struct reading *r, linea_move *m)
{
    if (r->g->phase != LINEA_PASSENGERS_TAKE)
        return illegal(r, "there are no passengers to take now");
    const struct linea_route *route = &r->g->map->route[r->g->route];
    int taken[2] = {LINEA_NO_PASSENGER, LINEA_NO_PASSENGER};
    if (linea_word_is(r->rest, "none"))
        r->rest.length = 0;
    else if (!r->rest.length)
        return linea_explain(r->error, LINEA_SYNTAX, "the passengers are missing");
    while (r->rest.length) {
        struct linea_word name = linea_word_cut(&r->rest, ',');
        struct linea_word place = linea_word_cut(&name, ':');
        int location = linea_map_location(r->g->map, place.at, place.length);
        int colour = linea_map_passenger(r->g->map, name.at, name.length);
        if (location == LINEA_NOTHING)
            return linea_word_unknown(r->error, "location", place);
        if (colour == LINEA_NOTHING)
            return linea_word_unknown(r->error, "passenger", name);
        if (location != route->a && location != route->b)
            return illegal(r, "passengers are taken at the ends of the route claimed");
        taken[location == route->b] = colour;
    }
    *m = linea_move_make(LINEA_TAKE, 0, taken[0], taken[1]);
    return true;
}

static int deck_named(const struct linea_map *map, struct linea_word word)
{
    for (int d = 0; d < map->decks; d++)
        if (linea_word_is(word, linea_map_text(map, map->deck[d].id)))
            return d;
    return LINEA_NOTHING;
}

/* Where no mix is announced there is one way to draw tickets, if any. */
static bool only_mix(const struct linea_game *g, linea_move *m)
{
    struct linea_choices c;
    linea_game_choices(g, &c);
    for (int i = 0; i < c.groups; i++)
        if (linea_move_kind(c.group[i].what) == LINEA_TICKETS_DRAW) {
            *m = linea_choices_pick(&c, c.group[i].end - 1);
            return true;
        }
    return false;
}

static bool read_tickets(struct reading *r, linea_move *m)
{
    if (r->g->phase != LINEA_TURN && r->g->phase != LINEA_OPENING_MIX)
        return illegal(r, "tickets cannot be drawn now");
    if (!mix_announced(r->g)) {
        if (!only_mix(r->g, m))
            return illegal(r, "there are no tickets left");
        return true;
    }
    *m = linea_move_make(LINEA_TICKETS_DRAW, 0, 0, 0);
    if (!r->rest.length)
        return linea_explain(r->error, LINEA_SYNTAX,
                             "say how many tickets from which deck");
    while (r->rest.length) {
        struct linea_word count = linea_word_cut(&r->rest, ',');
        struct linea_word name = linea_word_cut(&count, ':');
        int deck = deck_named(r->g->map, name), n = linea_word_number(count);
        if (deck == LINEA_NOTHING)
            return linea_word_unknown(r->error, "deck", name);
        if (n < 1 || n > LINEA_OFFER)
            return linea_explain(r->error, LINEA_SYNTAX,
                                 "mixes are spelled as in \"short:1,long:3\"");
        *m |= (linea_move)n << (12 - 4 * deck);
    }
    return true;
}

static bool read_keep(struct reading *r, linea_move *m)
{
    if (r->g->phase != LINEA_OPENING_KEEP && r->g->phase != LINEA_KEEP_TICKETS)
        return illegal(r, "there are no tickets on offer now");
    const struct linea_seat *s = &r->g->seat[r->g->turn];
    unsigned kept = 0;
    while (r->rest.length) {
        struct linea_word word = linea_word_cut(&r->rest, ',');
        int ticket, i = 0;
        if (!linea_ticket_read(r->g->map, &ticket, r->error, word))
            return false;
        while (i < s->offered && s->offer[i] != ticket)
            i++;
        if (i == s->offered)
            return illegal(r, "a ticket that is not on offer cannot be kept");
        kept |= 1u << i;
    }
    *m = linea_move_make(LINEA_KEEP, 0, 0, 0) | kept;
    return true;
}

/* NULL for moves of one word. */
static bool (*const readers[LINEA_MOVE_KINDS])(struct reading *, linea_move *) = {
    [LINEA_DRAW] = read_draw,       [LINEA_CLAIM] = read_claim,
    [LINEA_STATION] = read_station, [LINEA_TICKETS_DRAW] = read_tickets,
    [LINEA_KEEP] = read_keep,       [LINEA_PAY] = read_pay,
    [LINEA_TAKE] = read_take,
};

static bool verb_is(const char *verb, struct linea_word word)
{
    size_t length = strlen(verb);
    if (length && verb[length - 1] == ' ')
        length--;
    return word.length == length && memcmp(verb, word.at, length) == 0;
}

/* Why a claim is refused. */
static const char *claim_refused(const struct linea_game *g, linea_move m)
{
    const struct linea_seat *s = &g->seat[g->turn];
    int r = linea_move_place(m), colour = linea_move_colour(m);
    const struct linea_route *route = &g->map->route[r];
    for (int seat = 0; seat < g->seats; seat++)
        if (linea_set_has(&g->seat[seat].routes, r))
            return "the route is claimed already";
    if (!linea_set_has(&s->open, r))
        return "the route is closed: a parallel one is claimed";
    if (route->length > s->vehicles)
        return "there are not enough vehicles left for the route";
    if (route->colour != LINEA_GRAY && colour != LINEA_WILD && colour != route->colour)
        return "the route has another colour";
    if (linea_move_low(m) < route->wilds)
        return "the ferry demands more wilds";
    return "those cards are not in the hand";
}

static const char *refused(const struct linea_game *g, linea_move m)
{
    enum linea_move_kind kind = linea_move_kind(m);
    if (g->phase == LINEA_OVER)
        return "the game is over";
    if (g->phase == LINEA_TURN && kind == LINEA_CLAIM)
        return claim_refused(g, m);
    if (g->phase == LINEA_TURN && kind == LINEA_PASS)
        return "passing is legal only when nothing else is";
    if (kind == LINEA_DRAW &&
        (g->phase == LINEA_TURN || g->phase == LINEA_SECOND_CARD)) {
        if (!g->pile_count)
            return "no card can be drawn: the pile is empty";
        if (linea_move_low(m) == LINEA_WILD && g->phase == LINEA_SECOND_CARD)
            return "a face-up wild cannot be the second card";
        return "no such card lies face up";
    }
    if (g->phase == LINEA_TURN && kind == LINEA_STATION) {
        for (int s = 0; s < g->seats; s++)
            if (g->seat[s].stations >> linea_move_place(m) & 1)
                return "the location has a station already";
        return "those cards are not in the hand";
    }
    if (kind == LINEA_KEEP)
        return "too few tickets are kept";
    if (kind == LINEA_TICKETS_DRAW)
        return "the decks do not allow that mix";
    if (kind == LINEA_PAY)
        return "the tunnel cannot be paid with those cards";
    if (kind == LINEA_TAKE)
        return "no such passenger waits there";
    return NULL;
}

/* A legal move must be spelled as it is written. */
static bool spelled_so(const struct linea_game *g, linea_move m, struct linea_word text,
                       struct linea_error *error)
{
    char spelling[LINEA_MOVE_TEXT];
    struct linea_out out;
    linea_out_init(&out, spelling, sizeof spelling);
    linea_move_write(g, &out, m);
    if (linea_word_is(text, spelling))
        return true;
    spelling[120] = 0; /* Leave room for the sentence around it. */
    return linea_explain(error, LINEA_SYNTAX, "the move is spelled \"%s\"", spelling);
}

bool linea_move_read(const struct linea_game *g, linea_move *out,
                     struct linea_error *error, const char *text, size_t length)
{
    struct linea_word whole = {text, length}, rest = whole;
    struct linea_word verb = linea_word_cut(&rest, ' ');
    int kind = 0;
    while (kind < LINEA_MOVE_KINDS && !verb_is(verbs[kind], verb))
        kind++;
    if (kind == LINEA_MOVE_KINDS)
        return linea_explain(error, LINEA_SYNTAX,
                             "a move begins with draw, claim, tickets, station, pass, "
                             "keep, pay, decline or take");
    if (g->phase == LINEA_OVER)
        return linea_explain(error, LINEA_ILLEGAL, "the game is over");
    linea_move m = linea_move_make((enum linea_move_kind)kind, 0, 0, 0);
    struct reading reading = {g, rest, error};
    if (readers[kind] && !readers[kind](&reading, &m))
        return false;
    if (!linea_game_legal(g, m)) {
        const char *why = refused(g, m);
        if (why)
            return linea_explain(error, LINEA_ILLEGAL, "%s", why);
        return linea_explain(error, LINEA_ILLEGAL, "that is not possible now: phase %s",
                             linea_phase_name((enum linea_phase)g->phase));
    }
    if (!spelled_so(g, m, whole, error))
        return false;
    *out = m;
    return true;
}
