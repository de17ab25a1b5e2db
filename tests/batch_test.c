/*
 * tests/batch_test.c - actions and observations: every legal move is an action and no
 * other, rows are what their blocks say, and nothing hidden is in them.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <string.h>

#include "linea/batch.h"
#include "linea/json.h"
#include "linea/score.h"
#include "linea/view.h"
#include "random_games.h"
#include "test.h"

enum { GAMES = 4, BATCH = 32, STEPS = 3000 };

static struct linea_space space;
static uint8_t mask[LINEA_ACTIONS];

/* The block of that name; its features begin at values[from]. */
static const struct linea_feature_block *block(const char *name)
{
    for (int i = 0; i < space.layout.blocks; i++)
        if (strcmp(space.layout.block[i].name, name) == 0)
            return &space.layout.block[i];
    return NULL;
}

static void mask_is_the_legal_moves(const struct random_game *r)
{
    int n = 0;
    CHECK_EQ(linea_observe_mask(&space, mask, &r->g), r->n);
    for (int i = 0; i < space.actions; i++)
        n += mask[i];
    CHECK_EQ(n, r->n);
    for (int i = 0; i < r->n; i++) {
        int action = linea_space_action(&space, r->moves[i]);
        CHECK(action >= 0 && action < space.actions);
        CHECK_EQ(space.move[action], r->moves[i]);
        CHECK_EQ(mask[action], 1);
    }
}

TEST(every_legal_move_is_an_action_and_the_mask_says_which)
{
    static struct random_game r;
    struct setup setup;
    for (int i = 0; setup_at(&setup, i); i++) {
        CHECK(linea_space_init(&space, setup.map, setup.seats));
        for (uint64_t game = 0; game < GAMES; game++)
            for (random_begin(&r, setup, game); r.n > 0;) {
                mask_is_the_legal_moves(&r);
                random_play(&r, random_choose(&r));
            }
    }
}

/* The rules of the map with most actions: whatever is paid costs eight cards of any
   colour, and tickets come from four decks. */
static const char most_rules[] =
    "{'linea-map': 1, 'id': 'most', 'name': {'en': 'Most'}, 'players': [2, 5],"
    "'first': 'youngest', 'vehicle': 'train', 'vehicles': 60, 'end-vehicles': 2,"
    "'single-parallels-up-to': 0, 'cards': {'red': 14, 'orange': 14, 'yellow': 14,"
    "'green': 14, 'blue': 14, 'purple': 14, 'black': 14, 'white': 14, 'wild': 16},"
    "'hand': 8, 'route-points': {'8': 21},"
    "'decks': [{'id': 'd0'}, {'id': 'd1'}, {'id': 'd2'}, {'id': 'd3'}], 'opening':"
    "{'mix': {'tickets': 8, 'from': ['d0', 'd1', 'd2', 'd3']}, 'keep': 1,"
    "'returned': 'bottom'}, 'draw': {'tickets': 8, 'from': ['d0', 'd1', 'd2', 'd3'],"
    "'keep': 1}, 'mechanics': {'tunnels': {'reveal': 3},"
    "'stations': {'costs': [8], 'points': 4}, 'passengers': {'colours': {'red': 8,"
    "'orange': 8, 'yellow': 8, 'green': 8, 'blue': 8, 'purple': 8, 'black': 8,"
    "'white': 8}, 'points': [20, 10]}}, 'ties': [], 'locations': [";

/* Routes lead from place 0 to each other, two and three side by side. */
static const struct linea_map *map_with_most_actions(void)
{
    static struct linea_map map;
    static struct linea_json json;
    static char text[1 << 16];
    const struct linea_map_report report = {.mistake = NULL, .context = NULL};
    int n = snprintf(text, sizeof text, "%s", most_rules);
    for (int i = 0; i < LINEA_LOCATIONS; i++)
        n += sprintf(text + n, "%s{'id': 'p%d', 'name': {'en': 'P'}, 'passengers': 1}",
                     i ? "," : "", i);
    for (int i = 0; i < LINEA_ROUTES; i++)
        n += sprintf(
            text + n, "%s{'between': ['p0', 'p%d'], 'length': 8, 'colour': 'gray'%s}",
            i ? "," : "], 'routes': [", 1 + i % 63, i == 1 ? ", 'tunnel': true" : "");
    for (int i = 0; i < LINEA_TICKETS; i++)
        n += sprintf(text + n,
                     "%s{'between': ['p%d', 'p%d'], 'points': 16, 'deck': 'd%d'}",
                     i ? "," : "], 'tickets': [", 1 + i / 48, 3 + i % 48, i % 4);
    sprintf(text + n, "]}");
    for (char *c = text; *c; c++)
        *c = *c == '\'' ? '"' : *c;
    CHECK(linea_map_read(&map, &json, text, strlen(text), &report));
    return &map;
}

TEST(a_space_has_room_for_the_most_actions_a_map_can_have)
{
    CHECK(linea_space_init(&space, map_with_most_actions(), 5));
    CHECK_EQ(space.actions, LINEA_ROUTES * 65 + LINEA_LOCATIONS * 72 + 869);
    CHECK(space.actions <= LINEA_ACTIONS);
}

TEST(the_mask_says_which_of_more_than_64_routes_may_be_claimed)
{
    static struct random_game r;
    struct setup setup = {map_with_most_actions(), 2};
    CHECK(linea_space_init(&space, setup.map, setup.seats));
    for (random_begin(&r, setup, 0); r.n > 0; random_play(&r, random_choose(&r)))
        mask_is_the_legal_moves(&r);
}

TEST(actions_are_different_moves)
{
    struct setup setup;
    for (int i = 0; setup_at(&setup, i); i++) {
        CHECK(linea_space_init(&space, setup.map, setup.seats));
        for (int a = 0; a < space.actions; a++)
            CHECK_EQ(linea_space_action(&space, space.move[a]), a);
        CHECK_EQ(linea_space_action(&space, 0xffffffff), -1);
        CHECK_EQ(linea_space_action(&space, 0x00900000), -1);
    }
    CHECK(!linea_space_init(&space, setup.map, 1));
}

/* A guess has the same view: what it puts in other hands and piles must not show. */
TEST(what_a_seat_may_not_know_is_in_no_feature)
{
    static struct random_game r;
    static uint8_t seen[LINEA_FEATURES], guessed[LINEA_FEATURES];
    struct setup setup;
    for (int i = 0; setup_at(&setup, i); i++) {
        CHECK(linea_space_init(&space, setup.map, setup.seats));
        for (random_begin(&r, setup, 7); r.n > 0; random_play(&r, random_choose(&r))) {
            struct linea_view view;
            struct linea_game guess;
            linea_game_view(&r.g, &view, r.g.turn);
            linea_view_guess(&view, &guess, &r.rng);
            linea_observe_bytes(&space, seen, &r.g);
            linea_observe_bytes(&space, guessed, &guess);
            CHECK(memcmp(seen, guessed, (size_t)space.features) == 0);
        }
    }
}

/* Passengers by colour: how many each seat took, and how many wait where. */
static void rows_count_passengers(const struct linea_game *g, const uint8_t *bytes)
{
    int colours = g->map->passenger_colours;
    for (int n = 0; n < g->seats; n++)
        for (int c = 0; c < colours; c++)
            CHECK_EQ(bytes[block("taken")->from + n * colours + c],
                     g->seat[(g->turn + n) % g->seats].taken[c]);
    for (int l = 0; l < g->map->locations; l++)
        for (int c = 0; c < colours; c++) {
            const struct linea_location *at = &g->map->location[l];
            int n = 0;
            for (int i = 0; i < at->passengers; i++)
                n += g->passengers[at->first_passenger + i] == c;
            CHECK_EQ(bytes[block("waiting")->from + l * colours + c], n);
        }
}

static void rows_say_what_the_view_says(const struct linea_game *g)
{
    static uint8_t bytes[LINEA_FEATURES];
    static float floats[LINEA_FEATURES];
    struct linea_view view;
    linea_game_view(g, &view, g->turn);
    linea_observe_bytes(&space, bytes, g);
    linea_observe_floats(&space, floats, g);
    for (int i = 0; i < space.layout.blocks; i++)
        for (int k = 0; k < space.layout.block[i].count; k++) {
            int at = space.layout.block[i].from + k;
            double whole = (double)floats[at] * space.layout.block[i].scale;
            CHECK(whole > bytes[at] - 0.001 && whole < bytes[at] + 0.001);
        }
    const struct linea_view_seat *own = &view.seat[g->turn];
    CHECK_EQ(bytes[block("phase")->from + g->phase], 1);
    CHECK_EQ(bytes[block("pile")->from], view.pile_count);
    for (int r = 0; r < g->map->routes; r++)
        CHECK_EQ(bytes[block("open")->from + r],
                 linea_set_has(&g->seat[g->turn].open, r));
    if (g->map->passengers)
        rows_count_passengers(g, bytes);
    for (int d = 0; d < g->map->decks; d++)
        CHECK_EQ(bytes[block("decks")->from + d], view.deck_count[d]);
    for (int c = 0; c < g->map->colours; c++)
        CHECK_EQ(bytes[block("hand")->from + c], own->cards[c]);
    for (int t = 0; t < g->map->tickets; t++)
        CHECK_EQ(bytes[block("tickets")->from + t], linea_set_has(&own->tickets, t));
    for (int n = 0; n < g->seats; n++) {
        int s = (g->turn + n) % g->seats, kinds = g->map->colours + 1;
        const uint8_t *row = bytes + block("seats")->from + n * (5 + kinds);
        CHECK_EQ(row[0], view.seat[s].vehicles);
        CHECK_EQ(row[2], view.seat[s].hand);
        CHECK_EQ(row[3], view.seat[s].held);
        CHECK_EQ(row[4 + kinds], view.seat[s].seen[LINEA_WILD]);
        for (int r = 0; r < g->map->routes; r++)
            CHECK_EQ(bytes[block("routes")->from + n * g->map->routes + r],
                     linea_set_has(&view.seat[s].routes, r));
        for (int l = 0; g->map->stations && l < g->map->locations; l++)
            CHECK_EQ(bytes[block("stations")->from + n * g->map->locations + l],
                     view.seat[s].stations >> l & 1);
    }
}

TEST(rows_say_what_the_view_of_the_seat_to_move_says)
{
    static struct random_game r;
    struct setup setup;
    for (int i = 0; setup_at(&setup, i); i++) {
        CHECK(linea_space_init(&space, setup.map, setup.seats));
        for (random_begin(&r, setup, 3); r.n > 0; random_play(&r, random_choose(&r)))
            rows_say_what_the_view_says(&r.g);
    }
}

/* The arrays of a batch as a caller has them. */
static struct {
    struct linea_batch batch;
    struct linea_game game[BATCH];
    uint8_t seat[BATCH], done[BATCH];
    uint8_t bytes[BATCH * LINEA_FEATURES];
    float reward[BATCH * LINEA_SEATS];
    int16_t points[BATCH * LINEA_SEATS];
    uint8_t mask[BATCH][LINEA_ACTIONS];
    float floats[BATCH][LINEA_FEATURES];
    struct linea_choices choices[BATCH];
    int32_t action[BATCH];
} box;

static void open_setup(struct setup setup)
{
    CHECK(linea_space_init(&space, setup.map, setup.seats));
    box.batch = (struct linea_batch){.space = &space,
                                     .games = BATCH,
                                     .game = box.game,
                                     .seat = box.seat,
                                     .mask = box.mask[0],
                                     .floats = box.floats[0],
                                     .reward = box.reward,
                                     .points = box.points,
                                     .done = box.done};
}

static void open_box(const char *map, int seats)
{
    struct setup setup;
    for (int i = 0; setup_at(&setup, i); i++)
        if (setup.seats == seats &&
            !strcmp(linea_map_text(setup.map, setup.map->id), map))
            break;
    open_setup(setup);
}

/* The view of the seat to move, as a client gets it: without the game, and with what is
   hidden dealt in another way. */
static void view_of_another_deal(struct linea_view *out, const struct linea_game *g)
{
    struct linea_game other;
    struct linea_rng rng = {(uint64_t)g->shuffles};
    linea_game_view(g, out, g->turn);
    linea_view_guess(out, &other, &rng);
    linea_game_view(&other, out, g->turn);
}

TEST(a_bot_computes_from_its_view_the_very_bytes_that_a_batch_writes)
{
    static uint8_t own[LINEA_FEATURES];
    struct setup setup;
    for (int i = 0; setup_at(&setup, i); i++) {
        struct linea_features features;
        struct linea_rng rng = {3};
        CHECK(linea_features_init(&features, setup.map, setup.seats));
        open_setup(setup);
        box.batch.games = 2;
        box.batch.bytes = box.bytes;
        linea_batch_reset(&box.batch, 5);
        for (long ended = 0; ended < 2; ended += box.done[0]) {
            struct linea_view view;
            view_of_another_deal(&view, &box.game[0]);
            linea_features_bytes(&features, own, &view);
            CHECK(memcmp(own, box.bytes, (size_t)features.count) == 0);
            linea_batch_random(&box.batch, box.action, &rng);
            CHECK_EQ(linea_batch_step(&box.batch, box.action), 0);
        }
    }
}

/* What a batch keeps of the legal moves is what they are, and so is its mask. */
static void legal_moves_are_kept(const struct linea_batch *b, int i)
{
    struct linea_choices legal;
    linea_game_choices(&b->game[i], &legal);
    CHECK_EQ(b->choices[i].count, legal.count);
    CHECK_EQ(b->choices[i].groups, legal.groups);
    CHECK(memcmp(b->choices[i].group, legal.group,
                 (size_t)legal.groups * sizeof legal.group[0]) == 0);
    CHECK_EQ(linea_observe_mask(b->space, mask, &b->game[i]), legal.count);
    CHECK(memcmp(mask, b->mask + (size_t)i * (size_t)space.actions,
                 (size_t)space.actions) == 0);
}

/* Played by hand, the games of a batch are the games of its seeds. */
TEST(a_batch_plays_the_games_of_its_series_to_their_scores)
{
    struct linea_game by_hand[BATCH];
    struct linea_rng rng = {5};
    long ended = 0;
    open_box("europe", 3);
    box.batch.choices = box.choices;
    linea_batch_reset(&box.batch, 11);
    memcpy(by_hand, box.game, sizeof by_hand);
    for (int step = 0; step < STEPS; step++) {
        linea_batch_random(&box.batch, box.action, &rng);
        CHECK_EQ(linea_batch_step(&box.batch, box.action), 0);
        for (int i = 0; i < BATCH; i++) {
            linea_game_apply(&by_hand[i], NULL, space.move[box.action[i]]);
            CHECK_EQ(box.done[i], by_hand[i].phase == LINEA_OVER);
            if (box.done[i]) {
                struct linea_result result;
                float sum = 0;
                linea_game_score(&by_hand[i], &result);
                for (int s = 0; s < 3; s++) {
                    CHECK_EQ(box.points[3 * i + s], result.seat[s].total);
                    CHECK_EQ(box.reward[3 * i + s] > 0, result.winners >> s & 1);
                    sum += box.reward[3 * i + s];
                }
                CHECK(sum > 0.999f && sum < 1.001f);
                by_hand[i] = box.game[i];
                ended++;
            }
            CHECK(memcmp(&by_hand[i], &box.game[i], sizeof by_hand[i]) == 0);
            CHECK_EQ(box.seat[i], by_hand[i].turn);
            legal_moves_are_kept(&box.batch, i);
        }
    }
    CHECK(ended > BATCH);
    CHECK_EQ(box.batch.begun, (uint64_t)(BATCH + ended));
}

static void refuse_wrong_actions(struct linea_choices *choices)
{
    static const int32_t wrong[] = {-1, INT32_MAX, INT32_MIN};
    open_box("germany", 2);
    box.batch.choices = choices;
    linea_batch_reset(&box.batch, 1);
    struct linea_game before = box.game[4];
    struct linea_rng rng = {1};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        linea_batch_random(&box.batch, box.action, &rng);
        box.action[4] = wrong[i];
        CHECK_EQ(linea_batch_step(&box.batch, box.action), 1);
        CHECK(memcmp(&before, &box.game[4], sizeof before) == 0);
    }
    linea_batch_random(&box.batch, box.action, &rng);
    box.action[4] = linea_space_action(&space, linea_move_make(LINEA_PASS, 0, 0, 0));
    CHECK_EQ(linea_batch_step(&box.batch, box.action), 1);
    CHECK(memcmp(&before, &box.game[4], sizeof before) == 0);
}

TEST(an_action_that_is_not_legal_changes_nothing)
{
    refuse_wrong_actions(NULL);
    refuse_wrong_actions(box.choices);
}
