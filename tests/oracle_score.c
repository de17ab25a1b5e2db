/*
 * tests/oracle_score.c - points a second time, the plain way: every ticket by walking
 * from one end, every use of stations tried, every trail walked.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "oracle.h"

/* Routes that somebody may travel on. */
struct lines {
    int n;
    const struct linea_route *route[LINEA_ROUTES];
};

static bool is_dead_end(const struct linea_map *map, int location)
{
    return map->dead_ends >> location & 1;
}

/* Whether somebody who walks from a comes to b. Nobody walks on through a dead end. */
static bool joined(const struct linea_map *map, const struct lines *lines, int a, int b)
{
    bool reached[LINEA_LOCATIONS] = {false};
    reached[a] = true;
    for (bool more = true; more && !reached[b];) {
        more = false;
        for (int i = 0; i < lines->n; i++) {
            int ends[2] = {lines->route[i]->a, lines->route[i]->b};
            for (int k = 0; k < 2; k++)
                if (reached[ends[k]] && !reached[ends[!k]] &&
                    (ends[k] == a || !is_dead_end(map, ends[k])))
                    more = reached[ends[!k]] = true;
        }
    }
    return reached[b];
}

static void own_lines(const struct oracle *o, int seat, struct lines *out)
{
    out->n = 0;
    for (int r = 0; r < o->map->routes; r++)
        if (o->owner[r] == seat)
            out->route[out->n++] = &o->map->route[r];
}

/* TICKET-VALUE: points and number of the tickets that some lines complete. */
static void count_tickets(const struct oracle *o, int seat, const struct lines *lines,
                          int *points, int *done)
{
    *points = *done = 0;
    for (int t = 0; t < o->map->tickets; t++) {
        const struct linea_ticket *ticket = &o->map->ticket[t];
        if (o->holder[t] != seat)
            continue;
        if (joined(o->map, lines, ticket->a, ticket->b)) {
            *points += ticket->points;
            ++*done;
        } else {
            *points -= ticket->points;
        }
    }
}

/* EU-STATION-USE: try every route of others, and none, at each station from location l
   on. A route that two stations touch is tried with both; that does no harm. */
static void try_stations(const struct oracle *o, int seat, struct lines *lines, int l,
                         int *points, int *done)
{
    while (l < o->map->locations && o->station[l] != seat)
        l++;
    if (l == o->map->locations) {
        int now, number;
        count_tickets(o, seat, lines, &now, &number);
        if (now > *points || (now == *points && number > *done)) {
            *points = now;
            *done = number;
        }
        return;
    }
    try_stations(o, seat, lines, l + 1, points, done);
    for (int r = 0; r < o->map->routes; r++) {
        const struct linea_route *route = &o->map->route[r];
        if (o->owner[r] == LINEA_NOBODY || o->owner[r] == seat ||
            (route->a != l && route->b != l))
            continue;
        lines->route[lines->n++] = route;
        try_stations(o, seat, lines, l + 1, points, done);
        lines->n--;
    }
}

/* The longest trail that goes on from a location over the lines that are left. */
static int walk_on(const struct linea_map *map, const struct lines *lines, bool *used,
                   int from)
{
    int best = 0;
    for (int i = 0; i < lines->n; i++) {
        const struct linea_route *route = lines->route[i];
        if (used[i] || (route->a != from && route->b != from))
            continue;
        int to = route->a == from ? route->b : route->a;
        used[i] = true;
        int on = is_dead_end(map, to) ? 0 : walk_on(map, lines, used, to);
        used[i] = false;
        if (route->length + on > best)
            best = route->length + on;
    }
    return best;
}

/* EU-LONGEST. */
static int longest(const struct linea_map *map, const struct lines *lines)
{
    bool used[LINEA_ROUTES] = {false};
    int best = 0;
    for (int l = 0; l < map->locations; l++) {
        int from_here = walk_on(map, lines, used, l);
        if (from_here > best)
            best = from_here;
    }
    return best;
}

/* NY-ATTRACTION, LO-DISTRICT: what lines touch and join. */
static void score_locations(const struct linea_map *map, const struct lines *lines,
                            struct linea_score *out)
{
    bool touched[LINEA_LOCATIONS] = {false};
    for (int i = 0; i < lines->n; i++)
        touched[lines->route[i]->a] = touched[lines->route[i]->b] = true;
    for (int l = 0; l < map->locations; l++)
        if (touched[l] && map->attractions >> l & 1)
            out->from[LINEA_FROM_ATTRACTIONS] += map->points[LINEA_ATTRACTIONS];
    for (int d = 0; d < map->districts; d++) {
        bool whole = true;
        for (int a = 0; a < map->locations; a++)
            for (int b = 0; b < map->locations && whole; b++)
                if (map->location[a].district == d && map->location[b].district == d)
                    whole = touched[a] && joined(map, lines, a, b);
        if (whole)
            out->from[LINEA_FROM_DISTRICTS] += map->district_points[d];
    }
}

/* What a seat has by itself. */
static void score_alone(const struct oracle *o, int seat, struct linea_score *out)
{
    struct lines lines;
    int points = -10000, done = 0;
    own_lines(o, seat, &lines);
    for (int i = 0; i < lines.n; i++)
        out->from[LINEA_FROM_ROUTES] += o->map->route_points[lines.route[i]->length];
    score_locations(o->map, &lines, out);
    if (linea_map_uses(o->map, LINEA_LONGEST))
        out->longest = (uint8_t)longest(o->map, &lines);
    try_stations(o, seat, &lines, 0, &points, &done);
    out->from[LINEA_FROM_TICKETS] = (int16_t)points;
    out->tickets_done = (uint8_t)done;
    out->stations_built = (uint8_t)oracle_stations(o, seat);
    out->from[LINEA_FROM_STATIONS] =
        (int16_t)((o->map->stations - out->stations_built) *
                  o->map->points[LINEA_STATIONS_BUILT]);
    for (int colour = 0; colour < o->map->passenger_colours; colour++)
        out->passengers += (uint8_t)o->taken[seat][colour];
}

/* DE-PASSENGER-SCORE: nobody has more, or exactly one has. */
static int passenger_points(const struct oracle *o, int seat, int colour)
{
    int ahead = 0;
    for (int s = 0; s < o->seats; s++)
        ahead += o->taken[s][colour] > o->taken[seat][colour];
    if (o->taken[seat][colour] == 0 || ahead > 1)
        return 0;
    return o->map->passenger_points[ahead];
}

/* EU-LONGEST, DE-GLOBETROTTER: who has most of something, and any of it. */
static bool has_most(const struct oracle *o, const struct linea_result *result,
                     int seat, bool of_tickets)
{
    const struct linea_score *own = &result->seat[seat];
    for (int s = 0; s < o->seats; s++) {
        const struct linea_score *other = &result->seat[s];
        if (of_tickets ? other->tickets_done > own->tickets_done
                       : other->longest > own->longest)
            return false;
    }
    return of_tickets ? own->tickets_done > 0 : own->longest > 0;
}

/* EXPLORER-MOST: the most locations that a seat's own routes join to one that is no
   dead end, that one included. A line between two dead ends joins those two. */
static int largest_network(const struct oracle *o, int seat)
{
    struct lines lines;
    int largest = 0;
    own_lines(o, seat, &lines);
    for (int i = 0; i < lines.n; i++)
        for (int end = 0; end < 2; end++) {
            int n = 1, from = end ? lines.route[i]->a : lines.route[i]->b;
            for (int l = 0; l < o->map->locations; l++)
                n += l != from && joined(o->map, &lines, from, l);
            n = is_dead_end(o->map, from) ? 2 : n;
            largest = n > largest ? n : largest;
        }
    return largest;
}

static void score_compared(const struct oracle *o, struct linea_result *out, int seat)
{
    int16_t *from = out->seat[seat].from;
    if (linea_map_uses(o->map, LINEA_LONGEST) && has_most(o, out, seat, false))
        from[LINEA_FROM_LONGEST] = o->map->points[LINEA_LONGEST];
    if (linea_map_uses(o->map, LINEA_GLOBETROTTER) && has_most(o, out, seat, true))
        from[LINEA_FROM_GLOBETROTTER] = o->map->points[LINEA_GLOBETROTTER];
    bool explorer = linea_map_uses(o->map, LINEA_EXPLORER) && largest_network(o, seat);
    for (int s = 0; s < o->seats && explorer; s++)
        explorer = largest_network(o, s) <= largest_network(o, seat);
    if (explorer)
        from[LINEA_FROM_EXPLORER] = o->map->points[LINEA_EXPLORER];
    for (int colour = 0; colour < o->map->passenger_colours; colour++)
        from[LINEA_FROM_PASSENGERS] += (int16_t)passenger_points(o, seat, colour);
    for (int source = 0; source < LINEA_SOURCES; source++)
        out->seat[seat].total += from[source];
}

/* END-WIN: below 0 if seat a has less than b of what a tie-break compares, above 0 if
   it has more. The longest path of all is one, however much longer it is. */
static int compare_tie(const struct oracle *o, const struct linea_result *result, int a,
                       int b, enum linea_tie tie)
{
    const struct linea_score *x = &result->seat[a], *y = &result->seat[b];
    switch (tie) {
    case LINEA_TIE_TICKETS:
        return x->tickets_done - y->tickets_done;
    case LINEA_TIE_PASSENGERS:
        return x->passengers - y->passengers;
    case LINEA_TIE_STATIONS:
        return y->stations_built - x->stations_built;
    case LINEA_TIE_LONGEST:
        return has_most(o, result, a, false) - has_most(o, result, b, false);
    default:
        return 0;
    }
}

/* Whether seat a is placed before seat b. */
static bool beats(const struct oracle *o, const struct linea_result *result, int a,
                  int b)
{
    int more = result->seat[a].total - result->seat[b].total;
    for (int i = 0; i < o->map->ties && more == 0; i++)
        more = compare_tie(o, result, a, b, (enum linea_tie)o->map->tie[i]);
    return more > 0;
}

void oracle_score(const struct oracle *o, struct linea_result *out)
{
    memset(out, 0, sizeof *out);
    for (int s = 0; s < o->seats; s++)
        score_alone(o, s, &out->seat[s]);
    for (int s = 0; s < o->seats; s++)
        score_compared(o, out, s);
    for (int s = 0; s < o->seats; s++) {
        bool beaten = false;
        for (int other = 0; other < o->seats; other++)
            beaten |= beats(o, out, other, s);
        if (!beaten)
            out->winners |= (uint8_t)(1u << s);
    }
}

/* Whether the routes in a set from r on can be borrowed by stations, each by another.
 */
static bool can_borrow(const struct oracle *o, int seat, const struct linea_set *routes,
                       int r, bool *used)
{
    while (r < o->map->routes && !linea_set_has(routes, r))
        r++;
    if (r == o->map->routes)
        return true;
    if (o->owner[r] == LINEA_NOBODY || o->owner[r] == seat)
        return false;
    int ends[2] = {o->map->route[r].a, o->map->route[r].b};
    for (int k = 0; k < 2; k++) {
        if (o->station[ends[k]] != seat || used[ends[k]])
            continue;
        used[ends[k]] = true;
        if (can_borrow(o, seat, routes, r + 1, used))
            return true;
        used[ends[k]] = false;
    }
    return false;
}

/* Whether the longest path is one, and as long as it is said to be. */
static bool path_fits(const struct oracle *o, int seat, const struct linea_score *score)
{
    struct lines path = {0};
    int length = 0;
    for (int r = 0; r < LINEA_ROUTES; r++)
        if (linea_set_has(&score->longest_path, r)) {
            if (o->owner[r] != seat)
                return false;
            path.route[path.n++] = &o->map->route[r];
            length += o->map->route[r].length;
        }
    return length == score->longest && longest(o->map, &path) == length;
}

bool oracle_sets_fit(const struct oracle *o, int seat, const struct linea_score *score)
{
    bool used[LINEA_LOCATIONS] = {false};
    struct lines lines;
    if (!can_borrow(o, seat, &score->borrowed, 0, used))
        return false;
    own_lines(o, seat, &lines);
    for (int r = 0; r < o->map->routes; r++)
        if (linea_set_has(&score->borrowed, r))
            lines.route[lines.n++] = &o->map->route[r];
    for (int t = 0; t < o->map->tickets; t++) {
        const struct linea_ticket *ticket = &o->map->ticket[t];
        bool done =
            o->holder[t] == seat && joined(o->map, &lines, ticket->a, ticket->b);
        if (done != linea_set_has(&score->done, t))
            return false;
    }
    return path_fits(o, seat, score);
}
