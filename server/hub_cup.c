/*
 * server/hub_cup.c - tables of tournaments: games that the server itself makes.
 *
 * Their numbers were chosen before, in the database, so each is made once, on whatever
 * node; their deals follow from the tournament's seed (docs/cup.md).
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "hub_internal.h"

void linea_hub_make_for_cup(struct hub *hub, uint64_t id,
                            const struct linea_table_cup *cup, const char *settings,
                            const uint8_t seed[32], hub_answer *answer, void *context)
{
    const struct hub_reply to = {.plain = true, .answer = answer, .context = context};
    static const char made[] = "{}";
    struct linea_error error;
    bool is_new = !linea_hub_in_memory(hub, id) && !hub->closing;
    struct hub_waiting *w = is_new ? linea_hub_waiting(&to) : NULL;
    struct hub_game *game = w ? linea_hub_add(hub, id) : NULL;
    if (!game) {
        free(w);
        linea_hub_refuse_game(hub, &to, is_new ? HUB_FAILED : HUB_CONFLICT);
        return;
    }
    struct linea_table_io io = linea_hub_io(hub, game);
    io.seeded = true;
    io.bots_only = true;
    io.cup = cup;
    game->visited = true;
    if (!linea_table_make(&game->table, &error, &io, settings, strlen(settings),
                          cup->cup, seed, hub->options.now())) {
        free(w);
        linea_hub_forget(hub, game);
        linea_hub_refuse(hub, &to, HUB_BAD, linea_error_name(error.code),
                         error.message);
        return;
    }
    w->line = linea_hub_line(made, sizeof made - 1);
    linea_hub_answer_later(hub, game, w);
    linea_hub_commit(hub, game);
}

void linea_hub_begin_without(struct hub *hub, uint64_t game, uint64_t cup,
                             hub_answer *answer, void *context)
{
    static const char begin[] = "{\"id\":0,\"do\":\"begin\"}";
    const struct hub_guest house = {.player = cup, .house = true};
    linea_hub_request(hub, game, &house, begin, sizeof begin - 1, answer, context);
}
