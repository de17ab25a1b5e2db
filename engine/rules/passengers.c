/*
 * engine/rules/passengers.c - passengers: on the board (DE-PASSENGER-SETUP), taken
 * along a claimed route (-TAKE), and their points (-SCORE).
 *
 * Each location has as many places as passengers begin there. They are kept sorted with
 * the gaps last, so that equal boards have equal bytes.
 *
 * SPDX-License-Identifier: MIT
 */
#include "mechanic.h"

#include <assert.h>
#include <string.h>

#include "../groups.h"
#include "../move_text.h"
#include "../play.h"

static void sort(uint8_t *colours, int n)
{
    for (int i = 1; i < n; i++)
        for (int j = i; j > 0 && colours[j] < colours[j - 1]; j--) {
            uint8_t higher = colours[j - 1];
            colours[j - 1] = colours[j];
            colours[j] = higher;
        }
}

void linea_passengers_place(struct linea_game *g, struct chance *chance,
                            const uint8_t shuffled[LINEA_PASSENGERS])
{
    const struct linea_map *map = g->map;
    int n = map->passengers;
    memset(g->passengers, LINEA_NOTHING, sizeof g->passengers);
    for (int l = 0; n > 0; l++) {
        const struct linea_location *location = &map->location[l];
        uint8_t *here = g->passengers + location->first_passenger;
        for (int i = 0; i < location->passengers; i++, n--)
            here[i] = chance->recorded
                          ? chance->recorded->passenger[here - g->passengers + i]
                          : shuffled[n - 1];
        sort(here, location->passengers);
    }
    if (chance->event)
        memcpy(chance->event->passenger, g->passengers, sizeof g->passengers);
}

/* Bit c: a passenger of colour c waits at that location. */
static unsigned waiting_at(const struct linea_game *g, int location)
{
    const struct linea_location *l = &g->map->location[location];
    unsigned colours = 0;
    for (int i = 0; i < l->passengers; i++) {
        int colour = g->passengers[l->first_passenger + i];
        if (colour == LINEA_NOTHING)
            break;
        colours |= 1u << colour;
    }
    return colours;
}

static void take_one(struct linea_game *g, int location, int colour)
{
    if (colour == LINEA_NO_PASSENGER)
        return;
    const struct linea_location *l = &g->map->location[location];
    uint8_t *here = g->passengers + l->first_passenger;
    int i = 0;
    while (here[i] != colour)
        assert(i < l->passengers), i++;
    for (; i + 1 < l->passengers; i++)
        here[i] = here[i + 1];
    here[i] = LINEA_NOTHING;
    g->seat[g->turn].taken[colour]++;
}

void linea_passengers_take(struct linea_game *g, linea_move m)
{
    const struct linea_route *route = &g->map->route[g->route];
    take_one(g, route->a, linea_move_colour(m));
    take_one(g, route->b, linea_move_low(m));
    g->route = LINEA_NOTHING;
    linea_turn_end(g);
}

bool linea_passengers_offer(struct linea_game *g, int route)
{
    const struct linea_route *r = &g->map->route[route];
    if (!(waiting_at(g, r->a) | waiting_at(g, r->b)))
        return false;
    g->phase = LINEA_PASSENGERS_TAKE;
    g->route = (uint8_t)route;
    return true;
}

/* DE-PASSENGER-TAKE: one colour or none at each end. */
struct writer linea_passengers_add(struct writer w, const struct linea_game *g)
{
    const struct linea_route *route = &g->map->route[g->route];
    const unsigned none = 1u << LINEA_NO_PASSENGER;
    unsigned at_a = waiting_at(g, route->a) | none;
    unsigned at_b = waiting_at(g, route->b) | none;
    for (unsigned a = at_a; a; a &= a - 1)
        w = add_bits(w, linea_move_make(LINEA_TAKE, 0, linea_lowest(a), 0), at_b);
    return w;
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

static bool read_take(struct move_reader *r, linea_move *m)
{
    if (r->g->phase != LINEA_PASSENGERS_TAKE)
        return linea_move_illegal(r, "there are no passengers to take now");
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
            return linea_move_illegal(
                r, "passengers are taken at the ends of the route claimed");
        taken[location == route->b] = colour;
    }
    *m = linea_move_make(LINEA_TAKE, 0, taken[0], taken[1]);
    return true;
}

const struct move_text linea_take_text = {"take ", write_take, read_take,
                                          .illegal = "no such passenger waits there"};

static void read_colours(struct map_reader *r, int value)
{
    struct linea_map *map = r->map;
    int total = 0, mistakes = r->mistakes;
    if (!linea_map_list(r, value, LINEA_JSON_OBJECT, 1, LINEA_PASSENGER_COLOURS)) {
        r->lost |= LOST_PASSENGERS;
        return;
    }
    for (int key = linea_json_first(r->json, value); key >= 0;
         key = linea_json_next(r->json, value, key)) {
        int palette = linea_map_palette(r->json, key);
        int count = linea_map_int(r, key + 1, 1, LINEA_PASSENGERS);
        if (palette < 0)
            linea_map_wrong(r, key, "%v is not a colour of passengers");
        else
            map->passenger_palette[map->passenger_colours] = (uint8_t)palette;
        map->passenger_count[map->passenger_colours++] = (uint8_t)count;
        total += count;
    }
    if (total > LINEA_PASSENGERS)
        linea_map_wrong(r, value, "%d passengers are more than %d", total,
                        LINEA_PASSENGERS);
    if (mistakes != r->mistakes)
        r->lost |= LOST_PASSENGERS;
    else
        map->passengers = (uint8_t)total;
}

static void read_numbers(struct map_reader *r, int value)
{
    static const struct map_key keys[] = {{"colours", false}, {"points", false}, {0}};
    int points[LINEA_PLACES];
    if (!linea_map_object(r, value, keys)) {
        r->lost |= LOST_PASSENGERS;
        return;
    }
    read_colours(r, linea_json_get(r->json, value, "colours"));
    linea_map_pair(r, points, linea_json_get(r->json, value, "points"));
    for (int i = 0; i < LINEA_PLACES; i++)
        r->map->passenger_points[i] =
            (uint8_t)linea_map_int(r, points[i], 0, LINEA_POINTS);
}

static void read_waiting(struct map_reader *r, int value)
{
    r->map->location[r->map->locations].passengers =
        (uint8_t)linea_map_need(r, value, 0, LINEA_PASSENGERS, LOST_PASSENGERS);
}

static void check_map(struct map_reader *r)
{
    const struct linea_map *map = r->map;
    int places = 0;
    for (int i = 0; i < map->locations; i++)
        places += map->location[i].passengers;
    if (linea_map_lost(r, LOST_PASSENGERS | LOST_LOCATIONS) ||
        map->passengers == places)
        return;
    linea_map_wrong(
        r, linea_json_get(r->json, r->mechanic_at[LINEA_PASSENGERS_TAKEN], "colours"),
        "there are %d passengers, and the locations hold %d", map->passengers, places);
}

static void fill(struct linea_map *map)
{
    int places = 0, n = 0;
    for (int c = 0; c < map->passenger_colours; c++)
        for (int i = 0; i < map->passenger_count[c]; i++)
            map->passenger[n++] = (uint8_t)c;
    for (int i = 0; i < map->locations; i++) {
        map->location[i].first_passenger = (uint8_t)places;
        places += map->location[i].passengers;
    }
}

static bool everybody_is_there(const struct check *c)
{
    int count[LINEA_PASSENGER_COLOURS] = {0};
    for (int l = 0; l < c->map->locations; l++) {
        const struct linea_location *location = &c->map->location[l];
        const uint8_t *here = c->g->passengers + location->first_passenger;
        for (int i = 0; i < location->passengers && here[i] != LINEA_NOTHING; i++) {
            if (here[i] >= c->map->passenger_colours)
                return WRONG(c, "there is a passenger that the map does not have");
            if (i > 0 && here[i] < here[i - 1])
                return WRONG(c, "the passengers of a location are not in order");
            count[here[i]]++;
        }
    }
    for (int colour = 0; colour < LINEA_PASSENGER_COLOURS; colour++) {
        for (int s = 0; s < c->g->seats; s++)
            count[colour] += c->g->seat[s].taken[colour];
        if (count[colour] != c->map->passenger_count[colour])
            return WRONG(c, "there are %d %s passengers, but the map has %d",
                         count[colour], linea_map_passenger_name(c->map, colour),
                         c->map->passenger_count[colour]);
    }
    return true;
}

static bool check_route(const struct check *c)
{
    const struct linea_game *g = c->g;
    if (g->phase != LINEA_PASSENGERS_TAKE)
        return g->route == LINEA_NOTHING || WRONG(c, "a route waits for nothing");
    if (g->route >= c->map->routes ||
        !linea_set_has(&g->seat[g->turn].routes, g->route))
        return WRONG(c, "passengers are taken along a route that was not claimed");
    const struct linea_route *route = &c->map->route[g->route];
    if (!waiting_at(g, route->a) && !waiting_at(g, route->b))
        return WRONG(c, "there are no passengers to take along the route");
    return true;
}

static bool check(const struct check *c)
{
    return everybody_is_there(c) && check_route(c);
}

/* DE-PASSENGER-SCORE for one colour. */
static void score_colour(struct scoring *x, int colour)
{
    const struct linea_game *g = x->g;
    int most = 0, second = 0, holders = 0;
    for (int s = 0; s < g->seats; s++) {
        int n = g->seat[s].taken[colour];
        most = n > most ? n : most;
    }
    for (int s = 0; s < g->seats; s++) {
        int n = g->seat[s].taken[colour];
        holders += n == most;
        if (n < most && n > second)
            second = n;
    }
    for (int s = 0; s < g->seats; s++) {
        int n = g->seat[s].taken[colour], points = 0;
        if (n > 0 && n == most)
            points = g->map->passenger_points[0];
        else if (n > 0 && n == second && holders == 1)
            points = g->map->passenger_points[1];
        int16_t *from = &x->out->seat[s].from[LINEA_FROM_PASSENGERS];
        *from = (int16_t)(*from + points);
        x->out->seat[s].passengers = (uint8_t)(x->out->seat[s].passengers + n);
    }
}

static void score(struct scoring *x)
{
    for (int colour = 0; colour < x->g->map->passenger_colours; colour++)
        score_colour(x, colour);
}

static int tie_value(const struct linea_result *result, int seat)
{
    return result->seat[seat].passengers;
}

static void write_counts(struct linea_out *out, const struct linea_map *map,
                         const uint8_t count[LINEA_PASSENGER_COLOURS])
{
    struct linea_list list = linea_list_open(out, "{", "}");
    for (int c = 0; c < map->passenger_colours; c++)
        if (count[c])
            linea_key_int(&list, linea_map_passenger_name(map, c), count[c]);
    linea_list_close(&list);
}

static void write(struct linea_list *object, const struct linea_view *view)
{
    struct linea_list list = linea_key_open(object, "passengers", "{", "}");
    for (int l = 0; l < view->map->locations; l++) {
        const struct linea_location *location = &view->map->location[l];
        const uint8_t *here = view->passengers + location->first_passenger;
        uint8_t count[LINEA_PASSENGER_COLOURS] = {0};
        for (int i = 0; i < location->passengers && here[i] != LINEA_NOTHING; i++)
            count[here[i]]++;
        if (!location->passengers || here[0] == LINEA_NOTHING)
            continue;
        linea_list_key(&list, linea_map_text(view->map, location->id));
        write_counts(list.out, view->map, count);
    }
    linea_list_close(&list);
    list = linea_key_open(object, "taken", "[", "]");
    for (int s = 0; s < view->seats; s++) {
        linea_list_next(&list);
        write_counts(list.out, view->map, view->seat[s].taken);
    }
    linea_list_close(&list);
}

static void write_pending(struct linea_out *out, const struct linea_view *view)
{
    linea_out_text(out, "{\"route\":\"");
    linea_route_write(view->map, out, view->route);
    linea_out_text(out, "\"}");
}

static bool read_count(struct position_reader *r, void *to, int key)
{
    uint8_t *count = to;
    struct linea_word word;
    int colour = LINEA_NOTHING;
    if (linea_position_word(r, &word, key))
        colour = linea_map_passenger(r->map, word.at, word.length);
    if (colour == LINEA_NOTHING)
        return linea_position_strange(r, "passenger", word);
    return linea_position_number(r, &count[colour], key + 1, LINEA_PASSENGERS,
                                 "has a count that is no number of passengers");
}

/* {"red":2,"blue":1}: counts by colour. */
static bool read_counts(struct position_reader *r,
                        uint8_t count[LINEA_PASSENGER_COLOURS], int object)
{
    return linea_position_pairs(r, count, object, "needs passengers counted by colour",
                                read_count);
}

static bool read_location(struct position_reader *r, void *nothing, int key)
{
    uint8_t count[LINEA_PASSENGER_COLOURS] = {0};
    int l, n = 0;
    (void)nothing;
    if (!linea_position_location(r, &l, key) || !read_counts(r, count, key + 1))
        return false;
    uint8_t *here = r->g->passengers + r->map->location[l].first_passenger;
    for (int colour = 0; colour < LINEA_PASSENGER_COLOURS; colour++)
        for (int j = 0; j < count[colour]; j++) {
            if (n == r->map->location[l].passengers)
                return linea_position_wrong(r, "has more than begin at a location");
            here[n++] = (uint8_t)colour;
        }
    return true;
}

static bool read_taken(struct position_reader *r, struct linea_seat *seat, int value)
{
    return read_counts(r, seat->taken, value);
}

static bool read_pending(struct position_reader *r, int value)
{
    return linea_position_route(r, &r->g->route, value);
}

static void hash(struct linea_sha256 *to, const struct linea_map *map)
{
    linea_hash_numbers(to, map->passenger_points, LINEA_PLACES);
    linea_hash_numbers(to, map->passenger_count, map->passenger_colours);
    for (int i = 0; i < map->passenger_colours; i++)
        linea_hash_text(to, linea_map_passenger_name(map, i));
    for (int i = 0; i < map->locations; i++)
        linea_hash_numbers(to, &map->location[i].passengers, 1);
}

static void add_features(struct linea_features *f)
{
    const struct linea_map *map = f->map;
    int colours = map->passenger_colours;
    for (int l = 0; l < map->locations; l++)
        for (int i = 0; i < map->location[l].passengers; i++)
            f->place[map->location[l].first_passenger + i] = (uint16_t)(l * colours);
    linea_features_add(f, "taken", f->seats * colours, LINEA_PASSENGER_COLOURS);
    linea_features_add(f, "waiting", map->locations * colours, LINEA_PASSENGER_COLOURS);
}

/* Where somebody is gone, nobody is counted, instead of asking first. */
static void put_features(struct row *row)
{
    const struct linea_map *map = row->view->map;
    int waiting = map->locations * map->passenger_colours;
    for (int n = 0; n < row->view->seats; n++)
        put_bytes(row, seat_after(row, n)->taken, map->passenger_colours);
    memset(row->at, 0, (size_t)waiting);
    for (int i = 0; i < map->passengers; i++) {
        int colour = row->view->passengers[i];
        uint8_t *count =
            row->at + row->features->place[i] + colour % LINEA_PASSENGER_COLOURS;
        *count = (uint8_t)(*count + (colour != LINEA_NOTHING));
    }
    row->at += waiting;
}

const struct mechanic linea_mechanic_passengers = {
    .name = "passengers",
    .title = N_("passengers"),
    .label = N_("Passengers"),
    .read = read_numbers,
    .of_location = {"passengers", read_waiting},
    .check_map = check_map,
    .fill = fill,
    .hash = hash,
    .check = check,
    .source = LINEA_FROM_PASSENGERS,
    .score = score,
    .tie = LINEA_TIE_PASSENGERS,
    .tie_value = tie_value,
    .write = write,
    .keys = {{"passengers", .read_pair = read_location,
              .pairs = "needs passengers by location"},
             {"taken", .on_sheet = true, .read_seat = read_taken}},
    .phase = LINEA_PASSENGERS_TAKE,
    .write_pending = write_pending,
    .read_pending = read_pending,
    .add_features = add_features,
    .put_features = put_features,
};
