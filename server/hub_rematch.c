/*
 * server/hub_rematch.c - another game, when all players want one.
 *
 * SPDX-License-Identifier: MIT
 */
#include <sodium.h>

#include "hub_internal.h"
#include "linea/hex.h"

uint64_t linea_hub_number_of(const struct linea_table *t, uint64_t game)
{
    uint8_t bytes[12], hash[crypto_generichash_BYTES_MIN];
    linea_u64_write(bytes, game);
    for (int i = 0; i < 4; i++)
        bytes[8 + i] = (uint8_t)(t->event >> (24 - 8 * i));
    crypto_generichash(hash, sizeof hash, bytes, sizeof bytes, t->secret,
                       sizeof t->secret);
    uint64_t id = linea_u64_read(hash);
    return id ? id : 1;
}

/* The last wish, the new game and its name in the old one are one transaction: no wish
   is lost, and no name leads nowhere. */
void linea_hub_rematch(struct hub *hub, struct hub_game *game, uint64_t origin)
{
    char settings[LINEA_TABLE_REQUEST];
    struct linea_out out;
    struct linea_error error;
    struct linea_table_io io = linea_hub_io(hub, game);
    /* Two nodes may both see the last wish, and make the same game: the store takes it
       from one. Who finds it there knows that the one before is over. */
    const uint64_t id = linea_hub_number_of(&game->table, game->link.key);
    if (game->lost || !linea_table_wants_next(&game->table) ||
        linea_hub_in_memory(hub, id)) /* another node has made it: so it is behind */
        return;
    struct linea_table next = game->table;
    next.listed = next.listed && linea_hub_may_list_rematch(hub, origin);
    linea_out_init(&out, settings, sizeof settings);
    linea_table_settings(&next, &out);
    enum hub_status status =
        linea_hub_make_game(hub, &game->next, &error, id, game->table.host, settings,
                            (size_t)(out.at - settings), &game->table);
    if (status == HUB_OK)
        game->next->origin = origin;
    game->lost = status == HUB_FAILED || (status == HUB_OK && game->next->lost);
    if (status == HUB_OK && game->table.delay)
        game->next->hidden_until = linea_hub_end_shown_at(&game->table);
    if (status == HUB_OK)
        linea_table_next(&game->table, &io, game->next->link.key,
                         linea_hub_now(hub, game));
}
