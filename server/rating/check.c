/*
 * server/rating/check.c - whether the ratings of a server follow from its games, to the
 * last bit: `linea rate --server FILE`.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/options.h"
#include "rating.h"

enum { LINES = 1 << 18 /* bytes that are folded at once */ };

struct check {
    struct linea_sql_job job;
    struct rate_table table;
    char *error;
    long games, ratings;
    size_t length;
    char lines[LINES]; /* that are still to be folded */
};

static bool differ(struct check *c, const char *format, const char *player,
                   const char *pool)
{
    snprintf(c->error, LINEA_SQL_TEXT, format, player, pool);
    return false;
}

/* Fold the lines that are there. */
static bool fold(struct check *c)
{
    struct rate_source source;
    struct rate_game game;
    int code = EXIT_OK;
    if (!c->length)
        return true;
    FILE *file = fmemopen(c->lines, c->length, "r");
    bool fine = file && rate_source_use(&source, file, "rate", "finished") == EXIT_OK;
    while (fine && rate_source_next(&source, &game, &code))
        fine = rate_take(&c->table, &game) == EXIT_OK;
    if (file)
        rate_source_close(&source);
    c->length = 0;
    return (fine && code == EXIT_OK) ||
           differ(c, "a finished game cannot be read%s%s", "", "");
}

static bool take(struct check *c, const char *line)
{
    size_t length = strlen(line);
    if (length + 1 > LINES - c->length && !fold(c))
        return false;
    if (length + 1 > LINES)
        return differ(c, "a finished game is too long%s%s", "", "");
    memcpy(c->lines + c->length, line, length);
    c->lines[c->length + length] = '\n';
    c->length += length + 1;
    return true;
}

static bool same_bits(double a, double b)
{
    uint64_t bits[2];
    memcpy(&bits[0], &a, sizeof a);
    memcpy(&bits[1], &b, sizeof b);
    return bits[0] == bits[1];
}

static bool compare(struct check *c, struct linea_db *db)
{
    long people = 0;
    linea_db_ask(db, "SELECT player, pool, mu, sigma, games FROM rating", NULL, 0);
    for (; linea_db_next(db); c->ratings++) {
        const char *player = linea_db_text(db, 0), *pool = linea_db_text(db, 1);
        const struct rate_entry *e =
            rate_find(&c->table, player, rate_pool(&c->table, pool));
        if (!e)
            return differ(c, "%s has a rating on %s that follows from no game", player,
                          pool);
        if (!same_bits(e->rating.mu, linea_db_real(db, 2)) ||
            !same_bits(e->rating.sigma, linea_db_real(db, 3)) ||
            e->games != linea_db_int(db, 4))
            return differ(c, "the rating of %s on %s is another", player, pool);
    }
    for (long i = 0; i < c->table.entries; i++)
        people += !c->table.entry[i].fixed;
    return people == c->ratings || differ(c, "ratings are missing%s%s", "", "");
}

static bool run(struct linea_db *db, struct linea_sql_job *job)
{
    struct check *c = (struct check *)job;
    rate_table_free(&c->table);
    rate_table_begin(&c->table, "rate");
    c->games = c->ratings = 0;
    c->length = 0;
    bool fine = rate_fix(&c->table, NULL) == EXIT_OK;
    linea_db_ask(db, "SELECT line FROM finished WHERE seq > 0 ORDER BY seq", NULL, 0);
    for (; fine && linea_db_next(db); c->games++)
        fine = take(c, linea_db_text(db, 0));
    return fine && fold(c) && compare(c, db);
}

bool linea_rating_check(struct linea_sql *sql, char error[LINEA_SQL_TEXT], long *games,
                        long *ratings)
{
    struct check *c = calloc(1, sizeof *c);
    snprintf(error, LINEA_SQL_TEXT, "no memory");
    if (!c)
        return false;
    c->job = (struct linea_sql_job){.run = run, .reads = true};
    c->error = error;
    *error = '\0';
    enum linea_sql_result result = linea_sql_run(sql, &c->job);
    rate_table_free(&c->table);
    *games = c->games;
    *ratings = c->ratings;
    free(c);
    if (result != LINEA_SQL_OK && result != LINEA_SQL_REFUSED)
        linea_sql_failure(sql, error);
    return result == LINEA_SQL_OK;
}
