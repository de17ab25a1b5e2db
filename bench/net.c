/*
 * bench/net.c - games of the bare net in every seat. See loop.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "loop.h"
#include "net_kernel.h"
#include "player.h"

static struct linea_learned learned;

int loop_open_net(const uint8_t *bytes, size_t length, const char *kernel_name)
{
    struct linea_error error;
    const struct linea_net_kernel *kernel;
    if (!linea_learned_read(&learned, &error, loop_map(), bytes, length))
        return 0;
    for (int i = 0; (kernel = linea_net_kernel_at(i)); i++)
        if (strcmp(kernel->name, kernel_name) == 0)
            learned.net.kernel = kernel;
    return strcmp(learned.net.kernel->name, kernel_name) == 0;
}

long loop_net(int seats, uint32_t series, int games)
{
    static struct linea_player player[LINEA_SEATS];
    const struct linea_budget budget = {.learned = &learned};
    long decisions = 0;
    for (int i = 0; i < games; i++) {
        struct linea_seed seed;
        struct linea_game g;
        struct linea_choices choices;
        linea_seed_derive(&seed, series, (uint64_t)i);
        if (!linea_game_begin(&g, NULL, loop_map(), seats, LINEA_NOBODY, &seed))
            return 0;
        for (int s = 0; s < seats; s++)
            linea_player_begin(&player[s], &linea_bot_net, &budget, (uint64_t)i);
        for (; linea_game_choices(&g, &choices), choices.count > 0;) {
            decisions += choices.count > 1; /* what is forced is not thought about */
            linea_game_apply(&g, NULL, linea_player_move(&player[g.turn], &g));
        }
    }
    return decisions;
}
