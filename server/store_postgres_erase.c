/*
 * server/store_postgres_erase.c - erasing a player's names and chat from PostgreSQL.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>

#include "store_postgres.h"

static bool erase_summary(struct wire *wire, struct linea_json *json, uint64_t player,
                          const PGresult *found, int from, int to)
{
    struct store_notes notes = {0};
    char summary[LINEA_STORE_SUMMARY];
    struct wire_number id;
    bool fine = true;
    uint64_t game = (uint64_t)linea_wire_int(found, from, 0);
    for (int i = from; i < to && fine; i++) {
        if (PQgetisnull(found, i, 1))
            continue;
        const struct store_note note = {.player = player,
                                        .text = PQgetvalue(found, i, 1),
                                        .length = (size_t)PQgetlength(found, i, 1)};
        fine = linea_notes_add(&notes, &note);
    }
    size_t length =
        fine ? linea_note_erase(json, summary, PQgetvalue(found, from, 2),
                                (size_t)PQgetlength(found, from, 2), game, player,
                                &notes, (unsigned)linea_wire_int(found, from, 3))
             : 0;
    linea_notes_free(&notes);
    const char *const bytes[] = {linea_wire_int8(&id, (int64_t)game).bytes, summary};
    const int lengths[] = {8, (int)length}, formats[] = {1, 1};
    if (!fine)
        return false;
    PGresult *result = PQexecParams(
        wire->connection, "UPDATE game SET summary = $2::text WHERE id = $1::int8", 2,
        NULL, bytes, lengths, formats, 1);
    fine = PQresultStatus(result) == PGRES_COMMAND_OK;
    PQclear(result);
    return fine;
}

static PGresult *ask_of_player(struct wire *wire, const char *text, uint64_t player)
{
    struct wire_number id;
    const char *const bytes[] = {linea_wire_int8(&id, (int64_t)player).bytes};
    const int lengths[] = {8}, formats[] = {1};
    return PQexecParams(wire->connection, text, 1, NULL, bytes, lengths, formats, 1);
}

static bool erase_in_transaction(struct wire *wire, uint64_t player)
{
    struct linea_json *json = malloc(sizeof *json);
    /* Also games without a note of theirs: another node may have written the name into
       the summary before it knew. */
    PGresult *found = ask_of_player(
        wire,
        "SELECT g.id, n.text, g.summary, coalesce((SELECT bit_or(1 << p.seat)"
        " FROM player p WHERE p.game = g.id AND p.player = $1::int8), 0)::int8"
        " FROM game g LEFT JOIN note n ON n.game = g.id AND n.player = $1::int8"
        " WHERE g.id IN (SELECT game FROM note WHERE player = $1::int8 UNION"
        " SELECT game FROM player WHERE player = $1::int8 AND player <> 0)"
        " ORDER BY g.id, n.number, n.place FOR UPDATE OF g",
        player);
    bool fine = json && PQresultStatus(found) == PGRES_TUPLES_OK;
    for (int from = 0, to; fine && from < PQntuples(found); from = to) {
        for (to = from + 1;
             to < PQntuples(found) &&
             linea_wire_int(found, to, 0) == linea_wire_int(found, from, 0);)
            to++;
        fine = erase_summary(wire, json, player, found, from, to);
    }
    PQclear(found);
    free(json);
    if (!fine)
        return false;
    PGresult *gone =
        ask_of_player(wire, "DELETE FROM note WHERE player = $1::int8", player);
    fine = PQresultStatus(gone) == PGRES_COMMAND_OK;
    PQclear(gone);
    return fine;
}

/* It may be done twice, so an unknown outcome is no harm. */
enum linea_store_result linea_committer_erase(struct store_committer *c,
                                              uint64_t player)
{
    if (!linea_wire_connect(&c->wire))
        return LINEA_STORE_AWAY;
    if (linea_wire_run(&c->wire, "BEGIN") && erase_in_transaction(&c->wire, player) &&
        linea_wire_run(&c->wire, "COMMIT"))
        return LINEA_STORE_OK;
    bool connected = PQstatus(c->wire.connection) == CONNECTION_OK;
    if (connected)
        linea_wire_run(&c->wire, "ROLLBACK");
    return connected ? LINEA_STORE_FAULT : LINEA_STORE_AWAY;
}
