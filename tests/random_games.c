/*
 * tests/random_games.c - see random_games.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "random_games.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/maps.h"

enum { MAPS = 32 };

static const struct linea_map *maps[MAPS];
static int map_count;

static int is_map(const struct dirent *entry)
{
    const char *end = strrchr(entry->d_name, '.');
    return end && strcmp(end, ".json") == 0;
}

static void load_test_maps(void)
{
    struct dirent **entries;
    int n = scandir(SOURCE_DIR "/maps/test", &entries, is_map, alphasort);
    for (int i = 0; i < n; i++) {
        char path[1024];
        snprintf(path, sizeof path, SOURCE_DIR "/maps/test/%s", entries[i]->d_name);
        if (map_count < MAPS && (maps[map_count] = maps_open(path)))
            map_count++;
        free(entries[i]);
    }
    if (n >= 0)
        free(entries);
    if (n < 1) {
        perror("maps/test");
        exit(1);
    }
}

static void load_maps(void)
{
    if (map_count)
        return;
    for (int i = 0; maps_id(i); i++)
        maps[map_count++] = maps_get(maps_id(i));
    load_test_maps();
}

bool setup_at(struct setup *out, int i)
{
    load_maps();
    for (int m = 0; m < map_count; m++) {
        int counts = maps[m]->max_seats - maps[m]->min_seats + 1;
        if (i < counts) {
            *out = (struct setup){maps[m], maps[m]->min_seats + i};
            return true;
        }
        i -= counts;
    }
    return false;
}

const struct linea_map *test_map(const char *id)
{
    load_maps();
    const struct linea_map *map = maps_get(id);
    if (!map) {
        fprintf(stderr, "there is no map %s\n", id);
        exit(1);
    }
    return map;
}

void random_begin(struct random_game *r, struct setup setup, uint64_t number)
{
    struct linea_seed seed;
    linea_seed_derive(&seed, 7, number);
    memset(r, 0, sizeof *r);
    r->rng.state = number;
    linea_game_begin(&r->g, &r->event, setup.map, setup.seats, LINEA_NOBODY, &seed);
    r->n = linea_game_moves(&r->g, r->moves);
}

/* A move of a kind that was chosen first; kinds stand together in the list. */
static linea_move choose_kind_first(struct random_game *r)
{
    int start[LINEA_MOVE_KINDS + 1], kinds = 0;
    for (int i = 0; i < r->n; i++)
        if (i == 0 || linea_move_kind(r->moves[i]) != linea_move_kind(r->moves[i - 1]))
            start[kinds++] = i;
    start[kinds] = r->n;
    int k = linea_rng_below(&r->rng, kinds);
    return r->moves[start[k] + linea_rng_below(&r->rng, start[k + 1] - start[k])];
}

linea_move random_choose(struct random_game *r)
{
    bool kind_first = r->g.seed.byte[0] & 1;
    return kind_first ? choose_kind_first(r) : r->moves[linea_rng_below(&r->rng, r->n)];
}

void random_play(struct random_game *r, linea_move m)
{
    linea_game_apply(&r->g, &r->event, m);
    r->n = linea_game_moves(&r->g, r->moves);
    r->step++;
}

void game_normalise(struct linea_game *g)
{
    uint8_t ticket[LINEA_TICKETS] = {0};
    for (int d = 0; d < g->map->decks; d++) {
        for (int i = 0; i < g->deck[d].count; i++)
            ticket[g->map->deck[d].first + i] = (uint8_t)linea_deck_ticket(g, d, i);
    }
    for (int d = 0; d < g->map->decks; d++)
        g->deck[d].top = 0;
    memcpy(g->ticket, ticket, sizeof ticket);
    memset(g->pile + g->pile_count, 0, sizeof g->pile - g->pile_count);
    memset(&g->seed, 0, sizeof g->seed);
    g->shuffles = 0;
}

void view_text(const struct linea_game *g, char *out, int viewer)
{
    struct linea_view view;
    struct linea_out writer;
    linea_game_view(g, &view, viewer);
    linea_out_init(&writer, out, LINEA_LINE);
    linea_view_write(&view, &writer);
}

bool position_from(struct linea_game *g, struct linea_error *error,
                   const struct linea_map *map, const char *text, size_t length)
{
    static struct linea_json json;
    static const struct linea_seed seed = {{1}};
    const char *broken = linea_json_read(&json, text, length);
    if (broken) {
        error->code = LINEA_SYNTAX;
        snprintf(error->message, sizeof error->message, "%s", broken);
        return false;
    }
    return linea_position_read(g, error, map, &seed, &json, 0);
}
