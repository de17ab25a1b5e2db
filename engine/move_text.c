/*
 * engine/move_text.c - a move to and from its line of text.
 *
 * Reading understands the words, checks the rules, and then compares with the spelling
 * that writing gives: so every move has exactly one.
 *
 * SPDX-License-Identifier: MIT
 */
#include "move_text.h"

#include <string.h>

#include "linea/error.h"
#include "linea/refusal.h"
#include "linea/text.h"

void linea_move_write_cards(const struct linea_game *g, struct linea_out *out,
                            linea_move m)
{
    struct linea_cards cards = {linea_move_colour(m), linea_move_low(m),
                                linea_move_cards(g, m)};
    linea_cards_write(g->map, out, cards);
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

bool linea_move_illegal(const struct move_reader *r, const char *why)
{
    return linea_explain(r->error, LINEA_ILLEGAL, "%s", why);
}

static bool read_draw(struct move_reader *r, linea_move *m)
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

/* Their number must be what the move costs. */
bool linea_move_read_cards(struct move_reader *r, linea_move *m)
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

static bool read_claim(struct move_reader *r, linea_move *m)
{
    int route = 0;
    struct linea_word word = linea_word_cut(&r->rest, ' ');
    if (!linea_route_read(r->g->map, &route, r->error, word))
        return false;
    *m = linea_move_make(LINEA_CLAIM, route, 0, 0);
    return linea_move_read_cards(r, m);
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

static bool read_tickets(struct move_reader *r, linea_move *m)
{
    if (r->g->phase != LINEA_TURN && r->g->phase != LINEA_OPENING_MIX)
        return linea_move_illegal(r, "tickets cannot be drawn now");
    if (!mix_announced(r->g)) {
        if (!only_mix(r->g, m))
            return linea_move_illegal(r, "there are no tickets left");
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

static bool read_keep(struct move_reader *r, linea_move *m)
{
    if (r->g->phase != LINEA_OPENING_KEEP && r->g->phase != LINEA_KEEP_TICKETS)
        return linea_move_illegal(r, "there are no tickets on offer now");
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
            return linea_move_illegal(r,
                                      "a ticket that is not on offer cannot be kept");
        kept |= 1u << i;
    }
    *m = linea_move_make(LINEA_KEEP, 0, 0, 0) | kept;
    return true;
}

static void write_draw(const struct linea_game *g, struct linea_out *out, linea_move m)
{
    linea_out_text(out, linea_move_low(m) == LINEA_BLIND
                            ? "pile"
                            : linea_map_kind_name(g->map, linea_move_low(m)));
}

static void write_claim(const struct linea_game *g, struct linea_out *out, linea_move m)
{
    linea_route_write(g->map, out, linea_move_place(m));
    linea_out_text(out, " ");
    linea_move_write_cards(g, out, m);
}

static const char *claim_refused(const struct linea_game *g, linea_move m)
{
    int r = linea_move_place(m), colour = linea_move_colour(m);
    const struct linea_route *route = &g->map->route[r];
    if (g->phase != LINEA_TURN)
        return NULL;
    enum linea_obstacle obstacle = linea_claim_refusal(g, g->turn, r).obstacle;
    if (obstacle == LINEA_CLAIM_OWN || obstacle == LINEA_CLAIM_TAKEN)
        return "the route is claimed already";
    if (obstacle == LINEA_CLAIM_PARALLEL || obstacle == LINEA_CLAIM_SINGLE)
        return "the route is closed: a parallel one is claimed";
    if (obstacle == LINEA_CLAIM_VEHICLES)
        return "there are not enough vehicles left for the route";
    if (route->colour != LINEA_GRAY && colour != LINEA_WILD && colour != route->colour)
        return "the route has another colour";
    if (linea_move_low(m) < route->wilds)
        return "the ferry demands more wilds";
    return "those cards are not in the hand";
}

static const char *draw_refused(const struct linea_game *g, linea_move m)
{
    if (g->phase != LINEA_TURN && g->phase != LINEA_SECOND_CARD)
        return NULL;
    if (!g->pile_count)
        return "no card can be drawn: the pile is empty";
    if (linea_move_low(m) == LINEA_WILD && g->phase == LINEA_SECOND_CARD)
        return "a face-up wild cannot be the second card";
    return "no such card lies face up";
}

static const char *pass_refused(const struct linea_game *g, linea_move m)
{
    (void)m;
    return g->phase == LINEA_TURN ? "passing is legal only when nothing else is" : NULL;
}

static const struct move_text draw_text = {"draw ", write_draw, read_draw,
                                           .refused = draw_refused};
static const struct move_text claim_text = {"claim ", write_claim, read_claim,
                                            .refused = claim_refused};
static const struct move_text tickets_text = {
    "tickets", write_mix, read_tickets, .illegal = "the decks do not allow that mix"};
static const struct move_text pass_text = {"pass", .refused = pass_refused};
static const struct move_text keep_text = {"keep", write_keep, read_keep,
                                           .illegal = "too few tickets are kept"};

static const struct move_text *const texts[LINEA_MOVE_KINDS] = {
    [LINEA_DRAW] = &draw_text,
    [LINEA_CLAIM] = &claim_text,
    [LINEA_STATION] = &linea_station_text,
    [LINEA_TICKETS_DRAW] = &tickets_text,
    [LINEA_PASS] = &pass_text,
    [LINEA_KEEP] = &keep_text,
    [LINEA_PAY] = &linea_pay_text,
    [LINEA_DECLINE] = &linea_decline_text,
    [LINEA_TAKE] = &linea_take_text,
};

void linea_move_write(const struct linea_game *g, struct linea_out *out, linea_move m)
{
    const struct move_text *text = texts[linea_move_kind(m)];
    linea_out_text(out, text->verb);
    if (text->write)
        text->write(g, out, m);
}

static bool verb_is(const char *verb, struct linea_word word)
{
    size_t length = strlen(verb);
    if (length && verb[length - 1] == ' ')
        length--;
    return word.length == length && memcmp(verb, word.at, length) == 0;
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
    while (kind < LINEA_MOVE_KINDS && !verb_is(texts[kind]->verb, verb))
        kind++;
    if (kind == LINEA_MOVE_KINDS)
        return linea_explain(error, LINEA_SYNTAX,
                             "a move begins with draw, claim, tickets, station, pass, "
                             "keep, pay, decline or take");
    if (g->phase == LINEA_OVER)
        return linea_explain(error, LINEA_ILLEGAL, "the game is over");
    linea_move m = linea_move_make((enum linea_move_kind)kind, 0, 0, 0);
    struct move_reader reading = {g, rest, error};
    if (texts[kind]->read && !texts[kind]->read(&reading, &m))
        return false;
    if (!linea_game_legal(g, m)) {
        const char *why =
            texts[kind]->refused ? texts[kind]->refused(g, m) : texts[kind]->illegal;
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
