/*
 * tests/server/twin_main.c - `linea serve` with everything equal in every run, except
 * for what one seat of a game may not know.
 *
 * Time stands still and randomness repeats itself, so two of these servers that are
 * asked the same answer the same, byte for byte. At some moment of each game, the cards
 * and tickets that a viewer may not see are dealt again, by a number that is given on
 * the command line. Servers with different numbers must send that viewer the same ever
 * after, as long as nothing of it comes to light by the rules. Which viewer and which
 * moment follows from the seed of the game and is printed on standard error.
 *
 *   serve-twin NUMBER OPTIONS-OF-SERVE…
 *
 * The functions that are replaced are wrapped by the linker: the server itself has no
 * hook for any of this.
 *
 * SPDX-License-Identifier: MIT
 */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "linea/view.h"
#include "serve.h"

static uint64_t number; /* what the hidden things are dealt by */

/* Time. */

int __real_clock_gettime(clockid_t clock, struct timespec *out);
int __wrap_clock_gettime(clockid_t clock, struct timespec *out);

int __wrap_clock_gettime(clockid_t clock, struct timespec *out)
{
    if (clock != CLOCK_REALTIME)
        return __real_clock_gettime(clock, out);
    *out = (struct timespec){.tv_sec = 1800000000};
    return 0;
}

/* Signs of life are sent when nothing has happened for a while: they depend on how busy
   the machine is, and on nothing else. */
struct connection;
void __wrap_linea_lines_look(struct connection *c);

void __wrap_linea_lines_look(struct connection *c)
{
    (void)c;
}

/* Randomness. */

static struct linea_rng randomness = {1};

static const char *name_source(void)
{
    return "repeats itself";
}

static void fill(void *out, size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)out)[i] = (uint8_t)(linea_rng_next(&randomness) >> 32);
}

static uint32_t next_word(void)
{
    return (uint32_t)linea_rng_next(&randomness);
}

static struct randombytes_implementation source = {
    .implementation_name = name_source, .random = next_word, .buf = fill};

/* Cards and tickets. */

enum { GAMES = 256, LATEST = 48 };

static struct {
    const struct linea_game *game; /* where a table has it */
    int viewer, at;                /* when so many moves have been made */
    int moves;
    bool dealt;
} twins[GAMES];

static int twin_of(const struct linea_game *g)
{
    int i = 0;
    while (i < GAMES && twins[i].game && twins[i].game != g)
        i++;
    return i < GAMES ? i : GAMES - 1;
}

/* While opening tickets are chosen, how many were kept comes to light later: wait. */
static void deal_anew(struct linea_game *g, int i)
{
    struct linea_view view, same;
    struct linea_rng rng = {number};
    bool choosing = g->phase == LINEA_OPENING_KEEP && g->turn != g->first;
    if (twins[i].dealt || twins[i].moves < twins[i].at || choosing ||
        g->phase == LINEA_OVER)
        return;
    struct linea_game other;
    linea_game_view(g, &view, twins[i].viewer);
    linea_view_guess(&view, &other, &rng);
    linea_game_view(&other, &same, twins[i].viewer);
    if (memcmp(&view, &same, sizeof view) != 0)
        abort();
    *g = other;
    twins[i].dealt = true;
}

bool __real_linea_game_begin(struct linea_game *g, struct linea_event *deal,
                             const struct linea_map *map, int seats, int first,
                             const struct linea_seed *seed);
bool __wrap_linea_game_begin(struct linea_game *g, struct linea_event *deal,
                             const struct linea_map *map, int seats, int first,
                             const struct linea_seed *seed);

bool __wrap_linea_game_begin(struct linea_game *g, struct linea_event *deal,
                             const struct linea_map *map, int seats, int first,
                             const struct linea_seed *seed)
{
    int i = twin_of(g), viewer = seed->byte[0] % (seats + 1);
    bool begun = __real_linea_game_begin(g, deal, map, seats, first, seed);
    twins[i].game = g;
    twins[i].viewer = viewer < seats ? viewer : LINEA_SPECTATOR;
    twins[i].at = seed->byte[1] % 4 ? seed->byte[2] % LATEST : 0;
    twins[i].moves = 0;
    twins[i].dealt = false;
    fprintf(stderr, "twin viewer=%d at=%d\n", viewer < seats ? viewer : -1,
            twins[i].at);
    deal_anew(g, i);
    return begun;
}

void __real_linea_game_apply(struct linea_game *g, struct linea_event *event,
                             linea_move m);
void __wrap_linea_game_apply(struct linea_game *g, struct linea_event *event,
                             linea_move m);

void __wrap_linea_game_apply(struct linea_game *g, struct linea_event *event,
                             linea_move m)
{
    int i = twin_of(g);
    __real_linea_game_apply(g, event, m);
    if (twins[i].game != g)
        return;
    twins[i].moves++;
    deal_anew(g, i);
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return 2;
    number = strtoull(argv[1], NULL, 10);
    randombytes_set_implementation(&source);
    return tool_serve(argc - 1, argv + 1);
}
