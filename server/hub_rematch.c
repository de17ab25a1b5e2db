/*
 * server/hub_rematch.c - another game, when all players want one.
 *
 * SPDX-License-Identifier: MIT
 */
#include "hub_internal.h"

/* The last wish, the new game and its name in the old one are one transaction: no wish
   is lost, and no name leads nowhere. */
void linea_hub_rematch(struct hub *hub, struct hub_game *game, uint64_t origin)
{
    char settings[LINEA_TABLE_REQUEST];
    struct linea_out out;
    struct linea_error error;
    struct linea_table_io io = linea_hub_io(hub, game);
    if (game->lost || !linea_table_wants_next(&game->table))
        return;
    struct linea_table next = game->table;
    next.listed = next.listed && linea_hub_may_list_rematch(hub, origin);
    linea_out_init(&out, settings, sizeof settings);
    linea_table_settings(&next, &out);
    enum hub_status status =
        linea_hub_make_game(hub, &game->next, &error, game->table.host, settings,
                            (size_t)(out.at - settings), &game->table);
    if (status == HUB_OK)
        game->next->origin = origin;
    game->lost = status == HUB_FAILED || (status == HUB_OK && game->next->lost);
    if (status == HUB_OK && game->table.delay)
        game->next->hidden_until = linea_hub_end_shown_at(&game->table);
    if (status == HUB_OK)
        linea_table_next(&game->table, &io, game->next->link.key, hub->options.now());
}
