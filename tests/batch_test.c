/*
 * tests/batch_test.c - actions and observations: every legal move is an action and no
 * other, rows are what their blocks say, and nothing hidden is in them.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "linea/batch.h"
#include "linea/score.h"
#include "linea/view.h"
#include "random_games.h"
#include "test.h"

enum { GAMES = 4, BATCH = 32, STEPS = 3000 };

static struct linea_space space;
static uint8_t mask[LINEA_ACTIONS];

/* The block of that name; its features begin at values[from]. */
static const struct linea_block_of *block(const char *name)
{
    for (int i = 0; i < space.blocks; i++)
        if (strcmp(space.block[i].name, name) == 0)
            return &space.block[i];
    return NULL;
}

static void mask_is_the_legal_moves(const struct random_game *r)
{
    int n = 0;
    CHECK_EQ(linea_observe_mask(&space, &r->g, mask), r->n);
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
            linea_observe_bytes(&space, &r.g, seen);
            linea_observe_bytes(&space, &guess, guessed);
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
    linea_observe_bytes(&space, g, bytes);
    linea_observe_floats(&space, g, floats);
    for (int i = 0; i < space.blocks; i++)
        for (int k = 0; k < space.block[i].count; k++) {
            int at = space.block[i].from + k;
            double whole = (double)floats[at] * space.block[i].scale;
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
    float reward[BATCH * LINEA_SEATS];
    int16_t points[BATCH * LINEA_SEATS];
    uint8_t mask[BATCH][LINEA_ACTIONS];
    float floats[BATCH][LINEA_FEATURES];
    struct linea_choices choices[BATCH];
    int32_t action[BATCH];
} box;

static void open_box(const char *map, int seats)
{
    struct setup setup;
    for (int i = 0; setup_at(&setup, i); i++)
        if (setup.seats == seats &&
            !strcmp(linea_map_text(setup.map, setup.map->id), map))
            break;
    CHECK(linea_space_init(&space, setup.map, seats));
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

/* What a batch keeps of the legal moves is what they are, and so is its mask. */
static void legal_moves_are_kept(const struct linea_batch *b, int i)
{
    struct linea_choices legal;
    linea_game_choices(&b->game[i], &legal);
    CHECK_EQ(b->choices[i].count, legal.count);
    CHECK_EQ(b->choices[i].groups, legal.groups);
    CHECK(memcmp(b->choices[i].group, legal.group,
                 (size_t)legal.groups * sizeof legal.group[0]) == 0);
    CHECK_EQ(linea_observe_mask(b->space, &b->game[i], mask), legal.count);
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
