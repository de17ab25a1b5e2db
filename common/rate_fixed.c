/*
 * common/rate_fixed.c - ratings that stay as they are: those of our bots, from the
 * ladder of an arena, so that somebody who plays against them can be placed.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "embedded.h"
#include "files.h"
#include "options.h"
#include "rate.h"

bool rate_number(const struct linea_json *json, double *out, int value)
{
    char text[64], *end;
    if (linea_json_type(json, value) != LINEA_JSON_NUMBER)
        return false;
    const struct linea_json_value *at = &json->value[value];
    size_t length = (size_t)(at->end - at->start);
    if (length >= sizeof text)
        return false;
    memcpy(text, json->text + at->start, length);
    text[length] = 0;
    *out = strtod(text, &end);
    return !*end;
}

static bool read_fixed(struct rate_table *table, struct linea_sha256 *hash,
                       const struct linea_json *json, int value)
{
    char player[LINEA_SEAT_NAME], pool[RATE_POOL], text[RATE_LINE];
    struct linea_rating rating;
    if (linea_json_string(json, player, sizeof player,
                          linea_json_get(json, value, "player")) <= 0 ||
        linea_json_string(json, pool, sizeof pool,
                          linea_json_get(json, value, "pool")) <= 0 ||
        !rate_number(json, &rating.mu, linea_json_get(json, value, "mu")) ||
        !rate_number(json, &rating.sigma, linea_json_get(json, value, "sigma")) ||
        !(fabs(rating.mu) < 1000) || !(rating.sigma > 0 && rating.sigma < 100))
        return false;
    int number = rate_pool(table, pool);
    if (number < 0 || rate_find(table, player, number))
        return false;
    struct rate_entry *entry = rate_add(table, player, number);
    if (!entry)
        return false;
    entry->fixed = true;
    entry->rating = rating;
    int length = snprintf(text, sizeof text, "%s\n%s\n%.17g %.17g\n", player, pool,
                          rating.mu, rating.sigma);
    linea_sha256_add(hash, text, (size_t)length);
    return true;
}

static bool read_all(struct rate_table *table, const char *text, size_t length)
{
    struct linea_json *json = malloc(sizeof *json);
    struct linea_sha256 hash;
    int version;
    bool fine = json && !linea_json_read(json, text, length) &&
                linea_json_int(json, &version, linea_json_get(json, 0, "fixed"), 1, 1);
    int list = fine ? linea_json_get(json, 0, "ratings") : -1;
    linea_sha256_begin(&hash);
    fine = fine && linea_json_type(json, list) == LINEA_JSON_ARRAY;
    for (int value = fine ? linea_json_first(json, list) : -1; fine && value >= 0;
         value = linea_json_next(json, list, value))
        fine = read_fixed(table, &hash, json, value);
    linea_sha256_end(&hash, table->fixed);
    free(json);
    return fine;
}

int rate_fix(struct rate_table *table, const char *path)
{
    if (path && strcmp(path, "none") == 0)
        return EXIT_OK;
    size_t length = embedded_ratings[0].length;
    char *text = path ? read_file(&length, path, FILE_MAP) : NULL;
    if (path && !text)
        return EXIT_USAGE;
    bool fine =
        read_all(table, text ? text : (const char *)embedded_ratings[0].bytes, length);
    free(text);
    return fine ? EXIT_OK
                : complain(table->command, "%s: this is no list of fixed ratings",
                           path ? path : "built in");
}
