/*
 * server/order/leavers.c - who leaves games again and again waits before the next one.
 *
 * What counts are games with others that are rated, or that play now has found. When
 * such a game is over, in the job that keeps its result, who has left it gets a point,
 * and who has stayed loses one; a day forgives one as well. The first point is only
 * said; from the second on the player waits. Who was disconnected and came back has
 * not left, as docs/ratings.md says.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "order.h"

enum { MOST_SCORE = 8, GAMES = 16 };

static const int64_t DAY = 86400000;

int linea_leavers_score(struct linea_db *db, uint64_t player, int64_t now)
{
    sql_ask(db, "SELECT score, at FROM leaver WHERE player = $1",
            linea_value_id(player));
    if (!linea_db_next(db))
        return 0;
    int64_t days = (now - linea_db_int(db, 1)) / DAY;
    int64_t score = linea_db_int(db, 0) - (days > 0 ? days : 0);
    return score > 0 ? (int)score : 0;
}

int64_t linea_leavers_wait(int score, int64_t first)
{
    static const int times[] = {0, 0, 1, 3, 12, 48};
    enum { STEPS = sizeof times / sizeof *times };
    int64_t wait = score < STEPS ? times[score] * first : DAY;
    return wait < DAY || first == 0 ? wait * (first > 0) : DAY;
}

static bool is_quick(struct linea_db *db, uint64_t game)
{
    sql_ask(db, "SELECT 1 FROM quick WHERE game = $1", linea_value_id(game));
    return linea_db_next(db);
}

static void note_one(struct linea_db *db, uint64_t player, bool left, int64_t now,
                     int64_t first)
{
    int score = linea_leavers_score(db, player, now);
    if (!left && !score)
        return;
    score = left ? score + 1 : score - 1;
    score = score > MOST_SCORE ? MOST_SCORE : score;
    sql_run(db,
            "INSERT INTO leaver VALUES ($1, $2, $3) ON CONFLICT (player) DO UPDATE"
            " SET score = $2, at = $3",
            linea_value_id(player), linea_value_int(score), linea_value_int(now));
    int64_t wait = left ? linea_leavers_wait(score, first) : 0;
    if (wait)
        linea_order_measure(db, player, MEASURE_WAIT, now + wait, "leaving", now);
}

void linea_leavers_note(struct linea_db *db, uint64_t game, bool rated, int seats,
                        const uint64_t *player, const int *left, int64_t now,
                        int64_t first)
{
    int people = 0;
    for (int s = 0; s < seats; s++)
        people += player[s] != 0;
    if (first && people > 1 && (rated || is_quick(db, game)))
        for (int s = 0; s < seats; s++)
            if (player[s])
                note_one(db, player[s], left[s] > 0, now, first);
    sql_run(db, "DELETE FROM quick WHERE game = $1", linea_value_id(game));
}

void linea_leavers_quick(struct linea_db *db, uint64_t game, int64_t now)
{
    sql_run(db, "INSERT INTO quick VALUES ($1, $2) ON CONFLICT DO NOTHING",
            linea_value_id(game), linea_value_int(now));
}

/* Whether the row of a running game has a seat as away; `*counts` if it is rated. */
static bool is_away(struct linea_json *json, bool *counts, const char *summary,
                    int seat)
{
    *counts = false;
    if (linea_json_read(json, summary, strlen(summary)))
        return false;
    linea_json_bool(json, counts, linea_json_get(json, 0, "rated"));
    int list = linea_json_get(json, 0, "players");
    int value = list >= 0 ? linea_json_first(json, list) : -1;
    for (int s = 0; value >= 0 && s < seat; s++)
        value = linea_json_next(json, list, value);
    return value >= 0 && linea_json_get(json, value, "away") >= 0 &&
           linea_json_get(json, value, "takeover") < 0;
}

uint64_t linea_leavers_away(struct linea_db *db, uint64_t player)
{
    uint64_t away[GAMES], found = 0;
    bool rated[GAMES];
    int count = 0;
    struct linea_json *json = malloc(sizeof *json);
    if (!json)
        return 0;
    sql_ask(db,
            "SELECT g.id, p.seat, g.summary FROM player p JOIN game g ON g.id = p.game"
            " WHERE p.player = $1 AND p.player <> 0 AND p.status = 1"
            " AND g.status = 1"
            " ORDER BY g.changed DESC LIMIT $2",
            linea_value_id(player), linea_value_int(GAMES));
    while (count < GAMES && linea_db_next(db))
        if (is_away(json, &rated[count], linea_db_text(db, 2),
                    (int)linea_db_int(db, 1)))
            away[count++] = linea_db_id(db, 0);
    free(json);
    for (int i = 0; i < count && !found; i++)
        if (rated[i] || is_quick(db, away[i]))
            found = away[i];
    return found;
}
