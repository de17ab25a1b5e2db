/*
 * stations.c - stations: building them (EU-STATION-BUILD), which routes of others they
 * use (EU-STATION-USE), and the points for those not built (EU-STATION-LEFT).
 *
 * To use them best, all choices are gone through, four stations deep at most. That is
 * quick because little is left of each: a line that joins nothing new is no choice, of
 * lines that join the same only the lowest is one, and only networks that have grown
 * are looked at, for the tickets that borrowing can complete at all.
 *
 * SPDX-License-Identifier: MIT
 */
#include "mechanic.h"

#include <assert.h>
#include <string.h>

#include "../groups.h"
#include "../move_text.h"
#include "../play.h"

/* Most cards that one station may cost. */
enum { STATION_CARDS = 8 };

/* A line to borrow: all that it touches then, its ends with their own networks. */
struct line {
    uint64_t joins;
    int route;
};

/* A ticket that borrowing may complete. */
struct wish {
    uint64_t ends;
    int points;
};

/* Lines borrowed, and the networks that they are part of. */
struct choice {
    struct linea_set borrowed;
    int routes, networks;
    uint64_t at[LINEA_STATIONS];
};

struct search {
    uint64_t dead_ends;
    int stations, wishes;
    int lines[LINEA_STATIONS];
    struct line line[LINEA_STATIONS][LINEA_ROUTES];
    struct wish wish[LINEA_TICKETS];
    struct linea_set best;
    int best_points, best_tickets, best_routes;
};

/* A copy of the networks there are, not of the room for more. */
static void networks_copy(struct linea_networks *to, const struct linea_networks *from)
{
    to->count = from->count;
    memcpy(to->at, from->at, (size_t)from->count * sizeof from->at[0]);
}

/* The network that joins other lines at location l, or l alone. */
static uint64_t network_at(const struct linea_networks *own, uint64_t dead_ends, int l)
{
    uint64_t here = (uint64_t)1 << l;

    if (here & dead_ends)
        return here;
    for (int i = 0; i < own->count; i++)
        if (own->at[i] & here)
            return own->at[i];
    return here;
}

static void add_line(struct search *x, int station, uint64_t joins, int route)
{
    int *lines = &x->lines[station];

    for (int i = 0; i < *lines; i++)
        if (x->line[station][i].joins == joins)
            return;
    x->line[station][(*lines)++] = (struct line){joins, route};
}

/* List for each station what it may borrow; in *all, all of that is borrowed. */
static void find_lines(struct search *x, struct linea_networks *all,
                       const struct linea_map *map, const struct linea_networks *own,
                       const struct linea_set *others, uint64_t stations)
{
    struct linea_set left = *others;

    networks_copy(all, own);
    while (!linea_set_empty(&left)) {
        int r = linea_set_pop(&left);
        uint64_t ends = linea_route_ends(&map->route[r]);
        if (!(ends & stations))
            continue;
        uint64_t joins = network_at(own, map->dead_ends, map->route[r].a) |
                         network_at(own, map->dead_ends, map->route[r].b);
        if (linea_networks_join(own, joins))
            continue;
        linea_networks_add(all, map, joins);
        for (uint64_t s = ends & stations; s; s &= s - 1)
            add_line(x, linea_bits(stations & ((s & -s) - 1)), joins, r);
    }
}

static void find_wishes(struct search *x, const struct linea_map *map,
                        struct linea_set tickets)
{
    while (!linea_set_empty(&tickets)) {
        const struct linea_ticket *t = &map->ticket[linea_set_pop(&tickets)];
        uint64_t ends = (uint64_t)1 << t->a | (uint64_t)1 << t->b;
        x->wish[x->wishes++] = (struct wish){ends, t->points};
    }
}

static void borrow(struct choice *c, const struct line *line, uint64_t dead_ends)
{
    uint64_t joins = line->joins, joining = joins & ~dead_ends;
    int kept = 0;

    for (int i = 0; i < c->networks; i++) {
        if (c->at[i] & joining)
            joins |= c->at[i];
        else
            c->at[kept++] = c->at[i];
    }
    c->at[kept++] = joins;
    c->networks = kept;
    c->routes++;
    linea_set_add(&c->borrowed, line->route);
}

/* Whether a has the lowest route that is not in both sets. */
static bool lower(const struct linea_set *a, const struct linea_set *b)
{
    int w = a->word[0] == b->word[0];
    uint64_t differ = a->word[w] ^ b->word[w];

    return a->word[w] & differ & -differ;
}

static void compare(struct search *x, const struct choice *c)
{
    int points = 0, tickets = 0;

    for (int i = 0; i < x->wishes; i++)
        for (int n = 0; n < c->networks; n++)
            if (!(x->wish[i].ends & ~c->at[n])) {
                points += x->wish[i].points;
                tickets++;
                break;
            }
    int better = points - x->best_points;
    if (!better)
        better = tickets - x->best_tickets;
    if (!better)
        better = x->best_routes - c->routes;
    if (better > 0 || (!better && lower(&c->borrowed, &x->best))) {
        x->best = c->borrowed;
        x->best_points = points;
        x->best_tickets = tickets;
        x->best_routes = c->routes;
    }
}

static void choose(struct search *x, const struct choice *c, int station)
{
    if (station == x->stations || station == LINEA_STATIONS) {
        compare(x, c);
        return;
    }
    choose(x, c, station + 1);
    for (int i = 0; i < x->lines[station]; i++) {
        const struct line *line = &x->line[station][i];
        /* More routes are no better once every wish is fulfilled. */
        if (x->best_tickets == x->wishes && c->routes >= x->best_routes)
            return;
        if (linea_set_has(&c->borrowed, line->route))
            continue;
        struct choice more = *c;
        borrow(&more, line, x->dead_ends);
        choose(x, &more, station + 1);
    }
}

void linea_stations_use(const struct linea_map *map, struct linea_set *done,
                        struct linea_set *borrowed, const struct linea_networks *own,
                        const struct linea_set *others, uint64_t stations,
                        const struct linea_set *tickets)
{
    struct linea_networks networks, all;
    struct linea_set open = *tickets;
    struct search x;

    *done = linea_tickets_done(map, own, tickets);
    *borrowed = (struct linea_set){{0, 0}};
    linea_set_remove_all(&open, done);
    if (!stations || linea_set_empty(&open))
        return;

    assert(linea_bits(stations) <= LINEA_STATIONS);
    memset(&x, 0, offsetof(struct search, line));
    x.best = *borrowed;
    x.best_points = x.best_tickets = x.best_routes = 0;
    x.dead_ends = map->dead_ends;
    x.stations = linea_bits(stations);
    find_lines(&x, &all, map, own, others, stations);
    find_wishes(&x, map, linea_tickets_done(map, &all, &open));
    if (!x.wishes)
        return;
    choose(&x, &(struct choice){{{0, 0}}, 0, 0, {0}}, 0);
    *borrowed = x.best;
    networks_copy(&networks, own);
    for (open = x.best; !linea_set_empty(&open);)
        linea_networks_add(&networks, map,
                           linea_route_ends(&map->route[linea_set_pop(&open)]));
    *done = linea_tickets_done(map, &networks, tickets);
}

/* Bit l: location l has no station yet. */
static uint64_t station_free(const struct linea_game *g)
{
    uint64_t taken = 0;
    for (int s = 0; s < g->seats; s++)
        taken |= g->seat[s].stations;
    return ~taken & (~(uint64_t)0 >> (LINEA_LOCATIONS - g->map->locations));
}

/* EU-STATION-BUILD: every way to pay, at every location without a station. The more
   stations a seat has built, the more the next one costs. */
struct writer linea_stations_add(struct writer w, const struct linea_game *g,
                                 uint64_t held)
{
    const struct linea_seat *s = &g->seat[g->turn];
    int built = linea_bits(s->stations);
    if (built >= g->map->stations)
        return w;
    int cost = g->map->station_cost[built], most = s->cards[LINEA_WILD];
    uint64_t free = station_free(g);
    for (uint64_t left = held; left; left &= left - 1) {
        int colour = linea_lowest(left) / 8, cards = s->cards[colour];
        for (int wilds = 0; wilds <= most && wilds < cost; wilds++)
            w = add_bits(w, linea_move_make(LINEA_STATION, 0, colour, wilds),
                         cards + wilds >= cost ? free : 0);
    }
    if (most >= cost)
        w = add_bits(w, linea_move_make(LINEA_STATION, 0, LINEA_WILD, cost), free);
    return w;
}

/* EU-STATION-BUILD. */
void linea_station_build(struct linea_game *g, linea_move m)
{
    struct linea_seat *s = &g->seat[g->turn];
    int n = linea_move_cards(g, m);
    linea_hand_play(s, linea_move_colour(m), linea_move_low(m), n);
    linea_set_discard(g, linea_move_colour(m), linea_move_low(m), n);
    linea_pile_refill(g);
    s->stations |= (uint64_t)1 << linea_move_place(m);
    linea_turn_end(g);
}

static void write_move(const struct linea_game *g, struct linea_out *out, linea_move m)
{
    linea_out_text(out,
                   linea_map_text(g->map, g->map->location[linea_move_place(m)].id));
    linea_out_text(out, " ");
    linea_move_write_cards(g, out, m);
}

static bool read_move(struct move_reader *r, linea_move *m)
{
    struct linea_word word = linea_word_cut(&r->rest, ' ');
    int location = linea_map_location(r->g->map, word.at, word.length);
    if (location == LINEA_NOTHING)
        return linea_word_unknown(r->error, "location", word);
    if (linea_bits(r->g->seat[r->g->turn].stations) >= r->g->map->stations)
        return linea_move_illegal(r, "there is no station left to build");
    *m = linea_move_make(LINEA_STATION, location, 0, 0);
    return linea_move_read_cards(r, m);
}

static const char *refused(const struct linea_game *g, linea_move m)
{
    if (g->phase != LINEA_TURN)
        return NULL;
    for (int s = 0; s < g->seats; s++)
        if (g->seat[s].stations >> linea_move_place(m) & 1)
            return "the location has a station already";
    return "those cards are not in the hand";
}

const struct move_text linea_station_text = {"station ", write_move, read_move,
                                             .refused = refused};

static void read_numbers(struct map_reader *r, int value)
{
    static const struct map_key keys[] = {{"costs", false}, {"points", false}, {0}};
    struct linea_map *map = r->map;
    int costs = linea_json_get(r->json, value, "costs"), before = 1;
    if (!linea_map_object(r, value, keys))
        return;
    map->points[LINEA_STATIONS_BUILT] = (uint8_t)linea_map_int(
        r, linea_json_get(r->json, value, "points"), 0, LINEA_POINTS);
    if (!linea_map_list(r, costs, LINEA_JSON_ARRAY, 1, LINEA_STATIONS))
        return;
    for (int i = linea_json_first(r->json, costs); i >= 0;
         i = linea_json_next(r->json, costs, i)) {
        int cost = linea_map_int(r, i, 1, STATION_CARDS);
        map->station_cost[map->stations++] = (uint8_t)cost;
        if (cost > 0 && cost < before)
            linea_map_wrong(r, i, "%d is less than the station before costs, %d", cost,
                            before);
        before = cost > 0 ? cost : before;
    }
}

static void check_map(struct map_reader *r)
{
    const struct linea_map *map = r->map;
    int costs = linea_json_get(r->json, r->mechanic_at[LINEA_STATIONS_BUILT], "costs");
    int set = linea_map_largest_set(map, LINEA_GRAY);
    for (int i = 0; i < map->stations && !linea_map_lost(r, LOST_CARDS); i++)
        if (map->station_cost[i] > set)
            linea_map_wrong(
                r, costs + 1 + i,
                "nobody can pay %v cards: the deck has no set of more than %d", set);
}

static bool check(const struct check *c)
{
    uint64_t all = 0;
    for (int s = 0; s < c->g->seats; s++) {
        uint64_t own = c->g->seat[s].stations;
        if (all & own)
            return WRONG(c, "a location has two stations");
        all |= own;
        if (linea_bits(own) > c->map->stations)
            return WRONG(c, "seat %d has built %d stations, but has only %d", s,
                         linea_bits(own), c->map->stations);
    }
    if (c->map->locations < LINEA_LOCATIONS && all >> c->map->locations)
        return WRONG(c, "a station is at a location that the map does not have");
    return true;
}

static void score(struct scoring *x)
{
    const struct linea_map *map = x->g->map;
    for (int s = 0; s < x->g->seats; s++) {
        int built = linea_bits(x->g->seat[s].stations);
        x->out->seat[s].stations_built = (uint8_t)built;
        x->out->seat[s].from[LINEA_FROM_STATIONS] =
            (int16_t)((map->stations - built) * map->points[LINEA_STATIONS_BUILT]);
    }
}

static int tie_value(const struct linea_result *result, int seat)
{
    return -result->seat[seat].stations_built;
}

static void write(struct linea_list *object, const struct linea_view *view)
{
    struct linea_list list = linea_key_open(object, "stations", "{", "}");
    for (int l = 0; l < view->map->locations; l++)
        for (int s = 0; s < view->seats; s++)
            if (view->seat[s].stations >> l & 1)
                linea_key_int(&list,
                              linea_map_text(view->map, view->map->location[l].id), s);
    linea_list_close(&list);
    list = linea_key_open(object, "stations_left", "[", "]");
    for (int s = 0; s < view->seats; s++)
        linea_list_int(&list, view->map->stations - linea_bits(view->seat[s].stations));
    linea_list_close(&list);
}

static bool read_station(struct position_reader *r, void *nothing, int key)
{
    (void)nothing;
    uint8_t owner;
    int location;
    if (!linea_position_location(r, &location, key) ||
        !linea_position_number(r, &owner, key + 1, r->g->seats - 1,
                               "has an owner that is no seat"))
        return false;
    r->g->seat[owner].stations |= (uint64_t)1 << location;
    return true;
}

/* Only a cross-check: how many are left follows from those built. */
static bool read_left(struct position_reader *r, struct linea_seat *seat, int value)
{
    int left;
    if (!linea_json_int(r->json, &left, value, 0, LINEA_STATIONS) ||
        left + linea_bits(seat->stations) != r->map->stations)
        return linea_position_wrong(r, "does not fit the stations built");
    return true;
}

static void hash(struct linea_sha256 *to, const struct linea_map *map)
{
    linea_hash_numbers(to, map->station_cost, map->stations);
    linea_hash_numbers(to, &map->points[LINEA_STATIONS_BUILT], 1);
}

static void add_features(struct linea_features *f)
{
    linea_features_add(f, "stations", f->seats * f->map->locations, 1);
}

static void put_features(struct row *row)
{
    for (int n = 0; n < row->view->seats; n++)
        put_bits(row, seat_after(row, n)->stations, row->view->map->locations);
}

const struct mechanic linea_mechanic_stations = {
    .name = "stations",
    .title = N_("stations"),
    .label = N_("Stations left"),
    .read = read_numbers,
    .check_map = check_map,
    .hash = hash,
    .check = check,
    .source = LINEA_FROM_STATIONS,
    .score = score,
    .tie = LINEA_TIE_STATIONS,
    .tie_value = tie_value,
    .write = write,
    .keys = {{"stations", .on_sheet = true, .read_pair = read_station,
              .pairs = "needs an owner for each station"},
             {"stations_left", .read_seat = read_left}},
    .add_features = add_features,
    .put_features = put_features,
};
