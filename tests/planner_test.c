/*
 * tests/planner_test.c - how the planner plays: what it claims, when it builds
 * stations, and what it does with many tickets.
 *
 * SPDX-License-Identifier: MIT
 */
#include "test.h"

#include "common/maps.h"
#include "decision.h"
#include "random_games.h"

enum {
    HASTE = 3,        /* turns left when there is no time for thrift */
    SPARE = 51,       /* TURNs to spare when there is time for another card first … */
    SPARE_RIVAL = 16, /* … and how many less for each player beyond two */
    WAIT = 96,        /* TURNs left when routes are claimed for their points alone */
    STRIDE = 7,       /* moves between two questions */
    GAMES = 20,       /* with each number of players, where one says too little */
    ENOUGH = 600,     /* moves in which one player can draw all tickets */
};

static struct planner memory[LINEA_SEATS];
static linea_move moves[LINEA_MOVES];
static const struct linea_budget none = {0};

/* What a planner has just decided in its turn. */
struct decided {
    const struct linea_game *game;
    const struct decision *decision; /* what it read */
    const struct plan *plan;
    linea_move move;
    int n;       /* moves that it could choose from */
    bool forced; /* there was no card to draw */
    int turns;   /* that it thought were left */
};

/* Something to look for in decisions: whether this is one that it is about. */
typedef bool look(const struct decided *);

/* Let planners play a game and look at the decisions of their turns; found[i] counts
   how often looks[i] found what it is about. */
static void watch(struct setup setup, int number, look *const *looks, int n_looks,
                  int *found)
{
    struct linea_seed seed;
    struct linea_game g;
    struct linea_view view;
    struct sense sense;
    struct decision decision;
    linea_seed_derive(&seed, 13, (uint64_t)number);
    linea_game_begin(&g, NULL, setup.map, setup.seats, LINEA_NOBODY, &seed);
    for (int s = 0; s < setup.seats; s++)
        linea_bot_planner.begin(&linea_bot_planner, &memory[s], 0);
    for (int n; (n = linea_game_moves(&g, moves)) > 0;) {
        linea_game_view(&g, &view, g.turn);
        linea_sense_begin(&sense, &view, moves, n);
        sense.memory = &memory[g.turn];
        linea_decision_begin(&decision, &sense);
        linea_move m = linea_bot_choose(&linea_bot_planner, &memory[g.turn], &view,
                                        moves, n, &none);
        struct decided d = {&g,
                            &decision,
                            &memory[g.turn].plan,
                            m,
                            n,
                            linea_move_kind(moves[0]) != LINEA_DRAW,
                            decision.turns};
        for (int i = 0; g.phase == LINEA_TURN && i < n_looks; i++)
            found[i] += looks[i](&d);
        linea_game_apply(&g, NULL, m);
    }
}

/* A claim for the plan must not make the plan slower. Tunnels are not paid at once, and
   not looked at. */
static bool check_thrift(const struct decided *d)
{
    const struct linea_map *map = d->game->map;
    struct linea_game after = *d->game;
    struct linea_set rest = d->plan->routes;
    int r = linea_move_place(d->move), seat = d->game->turn;
    if (linea_move_kind(d->move) != LINEA_CLAIM || d->forced || d->turns <= HASTE ||
        map->route[r].tunnel || !linea_set_has(&rest, r))
        return false;
    linea_game_apply(&after, NULL, d->move);
    linea_set_remove(&rest, r);
    linea_set_remove_all(&rest, &map->route[r].parallels);
    CHECK(TURN + linea_effort_turns(map, &rest, after.seat[seat].cards) <=
          linea_effort_turns(map, &d->plan->routes, d->game->seat[seat].cards));
    return true;
}

/* Whether a claim leaves passengers no chance to be taken by somebody else. */
static bool takes_passengers(const struct decided *d)
{
    const struct linea_route *route = &d->game->map->route[linea_move_place(d->move)];
    return linea_ends_in(route, d->decision->waiting) > 0;
}

/* While there is time to spare, no card that the plan lacks is left on display for a
   claim of the plan. */
static bool check_cards_first(const struct decided *d)
{
    const struct linea_map *map = d->game->map;
    struct effort e;
    if (linea_move_kind(d->move) != LINEA_CLAIM || d->forced ||
        d->decision->memory->for_points || takes_passengers(d) ||
        !linea_set_has(&d->plan->routes, linea_move_place(d->move)))
        return false;
    linea_effort_find(&e, map, &d->plan->routes, d->decision->me->cards);
    int rivals = d->game->seats - 2;
    if (d->decision->time - e.turns <= SPARE - SPARE_RIVAL * rivals || !e.lacking)
        return false;
    for (int i = 0; i < LINEA_DISPLAY; i++)
        CHECK(d->decision->view->display[i] >= map->colours ||
              e.left[d->decision->view->display[i]] >= 0);
    return true;
}

/* How urgent the most urgent route of the plan is that is paid in a colour. */
static int most_urgent(const struct decided *d, int colour)
{
    int most = 0;
    for (struct linea_set left = d->plan->routes; !linea_set_empty(&left);) {
        int r = linea_set_pop(&left);
        int urgency = linea_planner_urgency(d->decision, r);
        if (d->game->map->route[r].colour == colour && urgency > most)
            most = urgency;
    }
    return most;
}

/* Of two cards on display that the plan lacks, none is taken for a route that is less
   urgent; a difference of one may be lost in rounding. */
static bool check_urgent_card(const struct decided *d)
{
    struct effort e;
    int taken = linea_move_low(d->move), others = 0;
    if (linea_move_kind(d->move) != LINEA_DRAW || taken >= d->game->map->colours)
        return false;
    linea_effort_find(&e, d->game->map, &d->plan->routes, d->decision->me->cards);
    if (!e.lacking || e.left[taken] >= 0)
        return false;
    for (int i = 0; i < LINEA_DISPLAY; i++) {
        int kind = d->decision->view->display[i];
        if (kind >= d->game->map->colours || kind == taken || e.left[kind] >= 0)
            continue;
        CHECK(most_urgent(d, kind) <= most_urgent(d, taken) + 1);
        others++;
    }
    return others > 0;
}

/* A face-up card that the route it goes for does not lack. */
static bool looks_further(const struct decided *d)
{
    struct effort e;
    int taken = linea_move_low(d->move);
    if (linea_move_kind(d->move) != LINEA_DRAW || !d->decision->memory->for_points ||
        taken >= d->game->map->colours || linea_set_empty(&d->plan->routes))
        return false;
    linea_effort_find(&e, d->game->map, &d->plan->routes, d->decision->me->cards);
    return e.lacking && e.left[taken] >= 0;
}

static bool check_points_late(const struct decided *d)
{
    if (linea_move_kind(d->move) != LINEA_CLAIM || d->forced ||
        !d->decision->memory->for_points || takes_passengers(d) ||
        !linea_set_has(&d->plan->routes, linea_move_place(d->move)))
        return false;
    CHECK(d->decision->time <= WAIT);
    return true;
}

static bool check_ending(const struct decided *d)
{
    bool could = false;
    if (!d->decision->memory->for_points || !d->decision->ending)
        return false;
    for (int i = 0; i < d->n; i++)
        could |= linea_move_kind(moves[i]) == LINEA_CLAIM &&
                 !d->game->map->route[linea_move_place(moves[i])].tunnel;
    if (could)
        CHECK(linea_move_kind(d->move) == LINEA_CLAIM ||
              linea_move_kind(d->move) == LINEA_STATION);
    return could;
}

enum { THRIFT, CARDS_FIRST, URGENT_CARD, FURTHER, POINTS_LATE, ENDING, LOOKS };

/* How often each of the looks found what it is about, on every map with every number of
   players: in the same games for all of them, since these take long. */
static int found_in_all(int which)
{
    static look *const looks[LOOKS] = {
        [THRIFT] = check_thrift,           [CARDS_FIRST] = check_cards_first,
        [URGENT_CARD] = check_urgent_card, [FURTHER] = looks_further,
        [POINTS_LATE] = check_points_late, [ENDING] = check_ending};
    static int found[LOOKS];
    static bool played;
    struct setup setup;
    for (int i = 0; !played && setup_at(&setup, i); i++)
        watch(setup, i, looks, LOOKS, found);
    played = true;
    return found[which];
}

TEST(the_planner_claims_no_route_that_makes_its_plan_slower_while_turns_are_left)
{
    CHECK(found_in_all(THRIFT) > 500);
}

TEST(the_planner_takes_a_card_that_it_lacks_before_it_claims_while_there_is_time)
{
    CHECK(found_in_all(CARDS_FIRST) > 50);
}

TEST(the_planner_draws_cards_first_for_the_route_whose_loss_would_be_worst)
{
    CHECK(found_in_all(URGENT_CARD) > 50);
}

TEST(the_planner_draws_cards_for_the_next_routes_too_when_only_points_are_left)
{
    CHECK(found_in_all(FURTHER) > 5);
}

TEST(the_planner_claims_for_points_alone_only_towards_the_end)
{
    CHECK(found_in_all(POINTS_LATE) > 50);
}

TEST(the_planner_claims_what_it_can_when_its_plan_is_done_and_the_end_may_come_any_turn)
{
    CHECK(found_in_all(ENDING) > 50);
}

static bool check_station(const struct decided *d)
{
    if (linea_move_kind(d->move) != LINEA_STATION || d->forced)
        return false;
    CHECK(d->turns <= linea_set_count(&d->plan->borrowed) + 1);
    return true;
}

TEST(the_planner_builds_a_station_only_when_hardly_more_turns_are_left_than_it_needs)
{
    struct setup setup = {.map = maps_get("europe"), .seats = 5};
    static look *const looks = check_station;
    int built = 0;
    for (int number = 0; number < 30; number++)
        watch(setup, number, &looks, 1, &built);
    CHECK(built > 0);
}

/* Whenever a seat of a game between planners is to move: how many turns it thinks it
   has, and how many it had in the end. */
static void compare_clock(struct setup setup, int number, int *error, int *had)
{
    enum { MOST = 256 };
    struct linea_seed seed;
    struct linea_game g;
    struct linea_view view;
    struct sense sense;
    struct decision decision;
    int thought[LINEA_SEATS][MOST], turns[LINEA_SEATS] = {0};
    linea_seed_derive(&seed, 14, (uint64_t)number);
    linea_game_begin(&g, NULL, setup.map, setup.seats, LINEA_NOBODY, &seed);
    for (int s = 0; s < setup.seats; s++)
        linea_bot_planner.begin(&linea_bot_planner, &memory[s], 0);
    for (int n; (n = linea_game_moves(&g, moves)) > 0;) {
        int seat = g.turn;
        linea_game_view(&g, &view, seat);
        linea_sense_begin(&sense, &view, moves, n);
        sense.memory = &memory[seat];
        linea_decision_begin(&decision, &sense);
        if (g.phase == LINEA_TURN && turns[seat] < MOST)
            thought[seat][turns[seat]++] = decision.turns;
        linea_game_apply(&g, NULL,
                         linea_bot_choose(&linea_bot_planner, &memory[seat], &view,
                                          moves, n, &none));
    }
    for (int s = 0; s < setup.seats; s++)
        for (int i = 0; i < turns[s]; i++) {
            int off = thought[s][i] - (turns[s] - i);
            *error += off < 0 ? -off : off;
            *had += turns[s] - i;
        }
}

TEST(the_planner_foresees_the_end_of_the_game)
{
    for (int i = 0; maps_id(i); i++) {
        struct setup setup = {.map = maps_get(maps_id(i))};
        for (setup.seats = 2; setup.seats <= setup.map->max_seats; setup.seats++) {
            int error = 0, had = 0;
            for (int number = 0; number < 5; number++)
                compare_clock(setup, number, &error, &had);
            CHECK(error * 5 < had); /* Off by less than a fifth. */
        }
    }
}

/* Tickets that a planner keeps of its opening offers. */
static int count_kept(const struct linea_map *map)
{
    static struct random_game r;
    struct linea_view view;
    int kept = 0;
    for (uint64_t number = 0; number < 40; number++) {
        random_begin(&r, (struct setup){map, 2}, number);
        for (; r.g.phase != LINEA_TURN; random_play(&r, random_choose(&r))) {
            if (r.g.phase != LINEA_OPENING_KEEP)
                continue;
            linea_game_view(&r.g, &view, r.g.turn);
            linea_bot_planner.begin(&linea_bot_planner, &memory[0], 0);
            kept += linea_bits(linea_move_kept(linea_bot_choose(
                &linea_bot_planner, &memory[0], &view, r.moves, r.n, &none)));
        }
    }
    return kept;
}

TEST(the_planner_keeps_more_tickets_where_most_of_them_win_a_prize)
{
    static struct linea_map map;
    map = *maps_get("germany");
    CHECK(map.points[LINEA_GLOBETROTTER] > 0);
    int with = count_kept(&map);
    map.points[LINEA_GLOBETROTTER] = 0;
    CHECK(with > count_kept(&map));
}

TEST(the_planner_keeps_what_must_be_kept_of_the_largest_offer_there_can_be)
{
    static struct linea_map map;
    static struct random_game r;
    struct linea_view view;
    for (int i = 0; maps_id(i); i++)
        for (int least = 1; least <= LINEA_OFFER; least++) {
            int offered = 0;
            map = *maps_get(maps_id(i));
            map.draw = LINEA_OFFER;
            map.draw_keep = (uint8_t)least;
            random_begin(&r, (struct setup){&map, 2}, (uint64_t)least);
            for (; r.n > 0; random_play(&r, random_choose(&r))) {
                if (r.g.phase != LINEA_KEEP_TICKETS)
                    continue;
                linea_game_view(&r.g, &view, r.g.turn);
                linea_bot_planner.begin(&linea_bot_planner, &memory[0], 0);
                linea_move m = linea_bot_choose(&linea_bot_planner, &memory[0], &view,
                                                r.moves, r.n, &none);
                int there = r.g.seat[r.g.turn].offered;
                CHECK(linea_bits(linea_move_kept(m)) >=
                      (there < least ? there : least));
                CHECK(linea_move_kept(m) < 1u << there);
                offered = there > offered ? there : offered;
            }
            CHECK_EQ(offered, LINEA_OFFER);
        }
}

/* Seat 0 draws tickets whenever it may and keeps all; others do what comes first. */
static linea_move hoard(const struct random_game *r)
{
    bool keeps = r->g.phase == LINEA_OPENING_KEEP || r->g.phase == LINEA_KEEP_TICKETS;
    if (r->g.turn != 0)
        return r->moves[0];
    if (keeps)
        return r->moves[r->n - 1];
    for (int i = 0; i < r->n; i++)
        if (linea_move_kind(r->moves[i]) == LINEA_TICKETS_DRAW)
            return r->moves[i];
    return r->moves[0];
}

TEST(the_planner_decides_with_nearly_all_tickets_of_a_map_in_hand)
{
    static struct random_game r;
    struct linea_view view;
    for (int i = 0; maps_id(i); i++) {
        const struct linea_map *map = maps_get(maps_id(i));
        random_begin(&r, (struct setup){map, 2}, (uint64_t)i);
        while (r.n > 0) {
            bool hoarding = r.step < ENOUGH;
            if (r.g.turn == 0 && (hoarding || r.step % STRIDE == 0)) {
                linea_game_view(&r.g, &view, 0);
                linea_bot_planner.begin(&linea_bot_planner, &memory[0], 0);
                linea_move m = linea_bot_choose(&linea_bot_planner, &memory[0], &view,
                                                r.moves, r.n, &none);
                bool legal = false;
                for (int k = 0; k < r.n; k++)
                    legal |= r.moves[k] == m;
                CHECK(legal);
            }
            random_play(&r, hoarding ? hoard(&r) : random_choose(&r));
        }
        CHECK(linea_set_count(&r.g.seat[0].tickets) > map->tickets * 3 / 4);
    }
}

/* Tickets that the planner takes for done though no way of its own joins them, or not
   though one does, if it held all of the map; *joined counts those that are. */
static int count_mistaken(const struct random_game *r, int *joined)
{
    struct linea_view view;
    struct sense sense;
    struct decision decision;
    int mistaken = 0, tickets = r->g.map->tickets;
    linea_game_view(&r->g, &view, r->g.turn);
    for (int t = 0; t < tickets; t++)
        linea_set_add(&view.seat[r->g.turn].tickets, t);
    linea_sense_begin(&sense, &view, r->moves, r->n);
    sense.memory = &memory[0];
    linea_decision_begin(&decision, &sense);
    for (int t = 0; t < tickets; t++) {
        bool is = linea_sense_joined(&sense, t);
        *joined += is;
        mistaken += linea_set_has(&decision.done, t) != is;
    }
    return mistaken;
}

TEST(the_planner_knows_which_tickets_are_done_and_that_dead_ends_join_nothing)
{
    static struct random_game r;
    struct setup setup;
    int joined = 0;
    linea_bot_planner.begin(&linea_bot_planner, &memory[0], 0);
    for (int i = 0; setup_at(&setup, i / GAMES); i++)
        for (random_begin(&r, setup, (uint64_t)i); r.n > 0;
             random_play(&r, random_choose(&r)))
            if (r.step % STRIDE == 0)
                CHECK_EQ(count_mistaken(&r, &joined), 0);
    CHECK(joined > 1000);
}
