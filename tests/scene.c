/*
 * tests/scene.c - arranging games for tests, see scene.h. What the engine keeps beside
 * the pieces (points, which routes are open) is worked out here again, the plain way,
 * and linea_game_check() compares the two before and after every move.
 *
 * SPDX-License-Identifier: MIT
 */
#include "scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/maps.h"
#include "test.h"

enum { WORD = 80 };

const struct linea_map *map_named(const char *name)
{
    const char *slash = strchr(name, '/');
    const struct linea_map *map = maps_get(slash ? slash + 1 : name);
    if (!map) {
        char path[512];
        snprintf(path, sizeof path, "%s/maps/%s.json", SOURCE_DIR, name);
        map = maps_open(path);
    }
    if (!map)
        fail_msg("there is no map %s", name);
    return map;
}

static void check(const struct linea_game *g)
{
    struct linea_error why;
    if (!linea_game_check(g, &why))
        fail_msg("the pieces do not add up: %s", why.message);
}

/* The next entry of a list and its count; 0 at the end. */
static int next_entry(const char **list, char word[WORD])
{
    *list += strspn(*list, " ,");
    size_t length = strcspn(*list, " ,");
    if (length >= WORD)
        fail_msg("too long: %s", *list);
    memcpy(word, *list, length);
    word[length] = 0;
    *list += length;
    char *colon = strchr(word, ':');
    int count = colon ? atoi(colon + 1) : length > 0;
    if (colon)
        *colon = 0;
    return count;
}

int kind(const struct linea_game *g, const char *name)
{
    int found = linea_map_kind(g->map, name, strlen(name));
    if (found == LINEA_NOTHING)
        fail_msg("the map has no %s cards", name);
    return found;
}

static int location(const struct linea_game *g, const char *id)
{
    int found = linea_map_location(g->map, id, strlen(id));
    if (found == LINEA_NOTHING)
        fail_msg("the map has no location %s", id);
    return found;
}

const char *route_name(const struct linea_map *map, int r)
{
    static char text[LINEA_MOVE_TEXT];
    struct linea_out out;
    linea_out_init(&out, text, sizeof text);
    linea_route_write(map, &out, r);
    return text;
}

static int route(const struct linea_game *g, const char *name)
{
    for (int r = 0; r < g->map->routes; r++)
        if (strcmp(route_name(g->map, r), name) == 0)
            return r;
    fail_msg("the map has no route %s", name);
    return -1;
}

static int ticket(const struct linea_game *g, const char *name)
{
    for (int t = 0; t < g->map->tickets; t++) {
        char text[LINEA_MOVE_TEXT];
        struct linea_out out;
        linea_out_init(&out, text, sizeof text);
        linea_ticket_write(g->map, &out, t);
        if (strcmp(text, name) == 0)
            return t;
    }
    fail_msg("the map has no ticket %s", name);
    return -1;
}

static int deck(const struct linea_game *g, const char *id)
{
    for (int d = 0; d < g->map->decks; d++)
        if (strcmp(linea_map_text(g->map, g->map->deck[d].id), id) == 0)
            return d;
    fail_msg("the map has no deck %s", id);
    return -1;
}

static int passenger(const struct linea_game *g, const char *colour)
{
    int found = linea_map_passenger(g->map, colour, strlen(colour));
    if (found == LINEA_NOTHING)
        fail_msg("the map has no %s passengers", colour);
    return found;
}

/* Cards listed one by one. */
struct pack {
    int n;
    uint8_t card[LINEA_CARDS];
};

static struct pack read_cards(const struct linea_game *g, const char *list)
{
    struct pack pack = {0};
    char word[WORD];
    for (int count; (count = next_entry(&list, word)) > 0;)
        while (count-- > 0)
            pack.card[pack.n++] = (uint8_t)kind(g, word);
    return pack;
}

static void put_under_pile(struct linea_game *g, int card)
{
    memmove(g->pile + 1, g->pile, g->pile_count);
    g->pile[0] = (uint8_t)card;
    g->pile_count++;
}

/* Take a card from the pile, the lowest there is, or else from the discards. */
static void take_card(struct linea_game *g, int card)
{
    int i = 0;
    while (i < g->pile_count && g->pile[i] != card)
        i++;
    if (i < g->pile_count) {
        g->pile_count--;
        memmove(g->pile + i, g->pile + i + 1, (size_t)(g->pile_count - i));
        return;
    }
    if (!g->discards[card])
        fail_msg("no %s card is left to give", linea_map_kind_name(g->map, card));
    g->discards[card]--;
}

void give_hand(struct linea_game *g, int seat, const char *list)
{
    struct linea_seat *s = &g->seat[seat];
    for (int k = 0; k < LINEA_KINDS; k++)
        for (; s->cards[k]; s->cards[k]--)
            put_under_pile(g, k);
    memset(s->seen, 0, sizeof s->seen);
    struct pack pack = read_cards(g, list);
    for (int i = 0; i < pack.n; i++) {
        take_card(g, pack.card[i]);
        s->cards[pack.card[i]]++;
    }
}

void give_display(struct linea_game *g, const char *list)
{
    struct pack pack = read_cards(g, list);
    assert_int_equal(pack.n, LINEA_DISPLAY);
    for (int i = 0; i < LINEA_DISPLAY; i++)
        put_under_pile(g, g->display[i]);
    for (int i = 0; i < LINEA_DISPLAY; i++) {
        take_card(g, pack.card[i]);
        g->display[i] = pack.card[i];
    }
}

void give_pile_top(struct linea_game *g, const char *list)
{
    struct pack pack = read_cards(g, list);
    for (int i = 0; i < pack.n; i++)
        take_card(g, pack.card[i]);
    while (pack.n > 0)
        g->pile[g->pile_count++] = pack.card[--pack.n];
}

void give_stock(struct linea_game *g, const char *pile, const char *discarded,
                int holder)
{
    for (int k = 0; k < LINEA_KINDS; k++)
        for (; g->discards[k]; g->discards[k]--)
            put_under_pile(g, k);
    struct pack top = read_cards(g, pile), away = read_cards(g, discarded);
    for (int i = 0; i < top.n; i++)
        take_card(g, top.card[i]);
    for (int i = 0; i < away.n; i++)
        take_card(g, away.card[i]);
    while (g->pile_count)
        g->seat[holder].cards[g->pile[--g->pile_count]]++;
    while (top.n > 0)
        g->pile[g->pile_count++] = top.card[--top.n];
    while (away.n > 0)
        g->discards[away.card[--away.n]]++;
}

/* DOUBLE-OWN and DOUBLE-FEW, worked out for one route and one seat. */
static bool open_to(const struct linea_game *g, int seat, int r)
{
    for (int s = 0; s < g->seats; s++) {
        const struct linea_set *routes = &g->seat[s].routes;
        if (linea_set_has(routes, r))
            return false;
        if ((s == seat || g->seats <= g->map->single_up_to) &&
            linea_set_meets(routes, &g->map->route[r].parallels))
            return false;
    }
    return true;
}

static void own(struct linea_game *g, int seat, int r)
{
    struct linea_seat *s = &g->seat[seat];
    linea_set_add(&s->routes, r);
    s->vehicles = (uint8_t)(s->vehicles - g->map->route[r].length);
    s->points = (int16_t)(s->points + g->map->route[r].points);
    for (int other = 0; other < g->seats; other++)
        for (int i = 0; i < g->map->routes; i++)
            if (!open_to(g, other, i))
                linea_set_remove(&g->seat[other].open, i);
}

void give_routes(struct linea_game *g, int seat, const char *list)
{
    char word[WORD];
    while (next_entry(&list, word)) {
        int r = route(g, word);
        if (!open_to(g, seat, r) || g->map->route[r].length > g->seat[seat].vehicles)
            fail_msg("seat %d cannot be given %s", seat, word);
        own(g, seat, r);
    }
}

/* Stand exactly so many vehicles on routes up to number r. */
static bool stand(struct linea_game *g, int seat, int r, int vehicles)
{
    if (vehicles == 0)
        return true;
    if (r < 0)
        return false;
    int length = g->map->route[r].length;
    if (length <= vehicles && open_to(g, seat, r)) {
        struct linea_game tried = *g;
        own(&tried, seat, r);
        if (stand(&tried, seat, r - 1, vehicles - length)) {
            *g = tried;
            return true;
        }
    }
    return stand(g, seat, r - 1, vehicles);
}

void give_vehicles(struct linea_game *g, int seat, int left)
{
    if (!stand(g, seat, g->map->routes - 1, g->seat[seat].vehicles - left))
        fail_msg("seat %d cannot be left with %d vehicles", seat, left);
}

void give_stations(struct linea_game *g, int seat, const char *list)
{
    char word[WORD];
    while (next_entry(&list, word))
        g->seat[seat].stations |= (uint64_t)1 << location(g, word);
}

static void lay_deck(struct linea_game *g, int d, const uint8_t *list, int n)
{
    memcpy(g->ticket + g->map->deck[d].first, list, (size_t)n);
    g->deck[d] = (struct linea_ticket_pile){.count = (uint8_t)n};
}

/* Take one ticket out of its deck; the order of the others stays. */
static void take_ticket(struct linea_game *g, int t)
{
    int d = g->map->ticket[t].deck, n = 0, count = g->deck[d].count;
    uint8_t rest[LINEA_TICKETS];
    for (int i = 0; i < count; i++)
        if (linea_deck_ticket(g, d, i) != t)
            rest[n++] = (uint8_t)linea_deck_ticket(g, d, i);
    /* A deck that left the game with the opening lends its tickets all the same. */
    if (n == count && g->map->deck[d].drawn)
        fail_msg("ticket %d is not in its deck", t);
    lay_deck(g, d, rest, n);
}

void give_tickets(struct linea_game *g, int seat, const char *list)
{
    char word[WORD];
    while (next_entry(&list, word)) {
        int t = ticket(g, word);
        take_ticket(g, t);
        linea_set_add(&g->seat[seat].tickets, t);
    }
}

void give_deck(struct linea_game *g, const char *id, const char *list, int holder)
{
    int d = deck(g, id), n = 0;
    uint8_t kept[LINEA_TICKETS];
    char word[WORD];
    while (next_entry(&list, word)) {
        kept[n] = (uint8_t)ticket(g, word);
        take_ticket(g, kept[n++]);
    }
    for (int i = 0; i < g->deck[d].count; i++)
        linea_set_add(&g->seat[holder].tickets, linea_deck_ticket(g, d, i));
    lay_deck(g, d, kept, n);
}

static void sort(uint8_t *colours, int n)
{
    for (int i = 1; i < n; i++)
        for (int j = i; j > 0 && colours[j] < colours[j - 1]; j--) {
            uint8_t higher = colours[j - 1];
            colours[j - 1] = colours[j];
            colours[j] = higher;
        }
}

static void sort_passengers(struct linea_game *g)
{
    for (int l = 0; l < g->map->locations; l++)
        sort(g->passengers + g->map->location[l].first_passenger,
             g->map->location[l].passengers);
}

void give_passengers(struct linea_game *g, const char *id, const char *list)
{
    const struct linea_location *place = &g->map->location[location(g, id)];
    int here = place->first_passenger, n = 0;
    char word[WORD];
    for (int count; (count = next_entry(&list, word)) > 0;)
        for (; count > 0; count--, n++) {
            int i = 0;
            while (i < g->map->passengers && ((i >= here && i < here + n) ||
                                              g->passengers[i] != passenger(g, word)))
                i++;
            if (i == g->map->passengers || n == place->passengers)
                fail_msg("no %s passenger fits at %s", word, id);
            g->passengers[i] = g->passengers[here + n];
            g->passengers[here + n] = (uint8_t)passenger(g, word);
        }
    assert_int_equal(n, place->passengers);
    sort_passengers(g);
}

void give_taken(struct linea_game *g, int seat, const char *list)
{
    char word[WORD];
    for (int count; (count = next_entry(&list, word)) > 0;)
        while (count-- > 0) {
            int colour = passenger(g, word), i = 0;
            while (i < g->map->passengers && g->passengers[i] != colour)
                i++;
            if (i == g->map->passengers)
                fail_msg("no %s passenger is left to take", word);
            g->passengers[i] = LINEA_NOTHING;
            g->seat[seat].taken[colour]++;
        }
    sort_passengers(g);
}

void empty_location(struct linea_game *g, int seat, const char *id)
{
    const struct linea_location *place = &g->map->location[location(g, id)];
    uint8_t *here = g->passengers + place->first_passenger;
    for (int i = 0; i < place->passengers; i++) {
        if (here[i] != LINEA_NOTHING)
            g->seat[seat].taken[here[i]]++;
        here[i] = LINEA_NOTHING;
    }
}

struct linea_game deal_on(const char *name, int seats, uint64_t seed)
{
    struct linea_game g;
    struct linea_seed s;
    linea_seed_derive(&s, seed, 0);
    if (!linea_game_begin(&g, NULL, map_named(name), seats, 0, &s))
        fail_msg("%s is not for %d players", name, seats);
    check(&g);
    return g;
}

/* Display and pile from all cards: the colours by turns, then the wilds. */
static void lay_cards(struct linea_game *g)
{
    struct pack pack = {0};
    for (int round = 0; round < LINEA_CARDS; round++)
        for (int k = 0; k < g->map->colours; k++)
            if (round < g->map->count[k])
                pack.card[pack.n++] = (uint8_t)k;
    for (int i = 0; i < g->map->count[LINEA_WILD]; i++)
        pack.card[pack.n++] = LINEA_WILD;
    memset(g->discards, 0, sizeof g->discards);
    memcpy(g->display, pack.card, LINEA_DISPLAY);
    g->pile_count = (uint8_t)(pack.n - LINEA_DISPLAY);
    for (int i = 0; i < g->pile_count; i++)
        g->pile[i] = pack.card[pack.n - 1 - i];
}

struct linea_game game_on(const char *name, int seats)
{
    struct linea_game g = deal_on(name, seats, 1);
    g.phase = LINEA_TURN;
    for (int s = 0; s < seats; s++) {
        memset(g.seat[s].cards, 0, sizeof g.seat[s].cards);
        memset(g.seat[s].offer, 0, sizeof g.seat[s].offer);
        g.seat[s].offered = 0;
    }
    lay_cards(&g);
    for (int d = 0; d < g.map->decks; d++) {
        uint8_t all[LINEA_TICKETS];
        int size = g.map->deck[d].drawn ? g.map->deck[d].size : 0;
        for (int i = 0; i < size; i++)
            all[i] = (uint8_t)(g.map->deck[d].first + i);
        lay_deck(&g, d, all, size);
    }
    return g;
}

static void apply(struct linea_game *g, struct linea_event *event, linea_move m)
{
    linea_game_apply(g, event, m);
    check(g);
}

/* The last move of a list: with keeps, all the tickets. */
static linea_move last_move(const struct linea_game *g)
{
    static linea_move list[LINEA_MOVES];
    return list[linea_game_moves(g, list) - 1];
}

void play_opening(struct linea_game *g)
{
    while (g->phase == LINEA_OPENING_MIX || g->phase == LINEA_OPENING_KEEP)
        apply(g, NULL, last_move(g));
}

static void write_move(const struct linea_game *g, char text[LINEA_MOVE_TEXT],
                       linea_move m)
{
    struct linea_out out;
    linea_out_init(&out, text, LINEA_MOVE_TEXT);
    linea_move_write(g, &out, m);
}

/* Whether a move is in the list, which is made another way than moves are read. */
static bool listed(const struct linea_game *g, const char *text)
{
    static linea_move list[LINEA_MOVES];
    for (int n = linea_game_moves(g, list); n > 0; n--) {
        char written[LINEA_MOVE_TEXT];
        write_move(g, written, list[n - 1]);
        if (strcmp(written, text) == 0)
            return true;
    }
    return false;
}

/* Read a move. False if the rules forbid it; one that a test spells wrong fails it. */
static bool read_move(const struct linea_game *g, linea_move *m, const char *text,
                      struct linea_error *error)
{
    check(g);
    bool read = linea_move_read(g, m, error, text, strlen(text));
    if (!read && error->code != LINEA_ILLEGAL)
        fail_msg("%s: %s", text, error->message);
    if (read != listed(g, text))
        fail_msg("%s is %s", text,
                 read ? "legal but not listed" : "listed but illegal");
    return read;
}

struct linea_event play(struct linea_game *g, const char *text)
{
    struct linea_event event = {0};
    struct linea_error error;
    linea_move m;
    if (!read_move(g, &m, text, &error))
        fail_msg("%s: %s", text, error.message);
    apply(g, &event, m);
    return event;
}

void play_turn(struct linea_game *g)
{
    static linea_move list[LINEA_MOVES];
    int seat = g->turn;
    check(g);
    while (g->turn == seat) {
        linea_game_moves(g, list);
        apply(g, NULL, list[0]);
    }
}

int moves(const struct linea_game *g, const char *start)
{
    static linea_move list[LINEA_MOVES];
    int n = linea_game_moves(g, list), count = 0;
    check(g);
    for (int i = 0; i < n; i++) {
        char text[LINEA_MOVE_TEXT];
        write_move(g, text, list[i]);
        count += strncmp(text, start, strlen(start)) == 0;
        assert_true(linea_game_legal(g, list[i]));
    }
    return count;
}

bool legal(const struct linea_game *g, const char *text)
{
    struct linea_error error;
    linea_move m;
    return read_move(g, &m, text, &error);
}

int hand(const struct linea_game *g, int seat)
{
    return linea_hand_size(g->seat[seat].cards);
}

int cards(const struct linea_game *g, int seat, const char *name)
{
    return g->seat[seat].cards[kind(g, name)];
}

int discards(const struct linea_game *g)
{
    return linea_hand_size(g->discards);
}

int wilds_up(const struct linea_game *g)
{
    int n = 0;
    for (int i = 0; i < LINEA_DISPLAY; i++)
        n += g->display[i] == LINEA_WILD;
    return n;
}

bool owns(const struct linea_game *g, int seat, const char *name)
{
    return linea_set_has(&g->seat[seat].routes, route(g, name));
}

bool holds(const struct linea_game *g, int seat, const char *name)
{
    return linea_set_has(&g->seat[seat].tickets, ticket(g, name));
}

int deck_count(const struct linea_game *g, const char *id)
{
    return g->deck[deck(g, id)].count;
}

int deck_place(const struct linea_game *g, const char *id, const char *name)
{
    int t = ticket(g, name), d = deck(g, id);
    for (int i = 0; i < g->deck[d].count; i++)
        if (linea_deck_ticket(g, d, i) == t)
            return i;
    return -1;
}

int waiting(const struct linea_game *g, const char *id, const char *colour)
{
    const struct linea_location *place = &g->map->location[location(g, id)];
    int n = 0, wanted = passenger(g, colour);
    for (int i = 0; i < place->passengers; i++)
        n += g->passengers[place->first_passenger + i] == wanted;
    return n;
}

bool same_view(const struct linea_game *g, const struct linea_game *h, int viewer)
{
    struct linea_view a, b;
    linea_game_view(g, &a, viewer);
    linea_game_view(h, &b, viewer);
    return memcmp(&a, &b, sizeof a) == 0;
}

struct linea_result score(const struct linea_game *g)
{
    struct linea_result result;
    check(g);
    linea_game_score(g, &result);
    return result;
}

int points(const struct linea_game *g, int seat, enum linea_source source)
{
    return score(g).seat[seat].from[source];
}

unsigned winners(const struct linea_game *g)
{
    return score(g).winners;
}
