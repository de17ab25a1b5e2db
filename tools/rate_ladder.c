/*
 * tools/rate_ladder.c - ratings that stay as they are, from the ladder of an arena:
 * what common/rate_fixed.c reads.
 *
 * An arena says how far bots are apart in Elo, by which a seat wins with a chance in
 * proportion to 10^(Elo/400). In the model of ratings that is e^(mu/c), with c for two
 * players of whom enough is known. So a rating is the Elo times a constant.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/files.h"
#include "common/options.h"
#include "rate.h"

enum { LADDER = 16 << 20, LADDER_BOTS = 64, LADDER_NAME = 56 };

/* What of a rating is not known although it is fixed: whether the distances between
   bots are those between a bot and people. */
static const double fixed_sigma = 1.0;

/* mu for a point of Elo, at two seats: c = sqrt(2 (beta^2 + sigma^2)). */
static double mu_of_elo(void)
{
    const double beta = 25.0 / 6;
    return sqrt(2 * (beta * beta + fixed_sigma * fixed_sigma)) * log(10) / 400;
}

/* A ladder of an arena: the Elo of each bot in each pool. */
struct ladder {
    const char *path, *anchor;
    char bot[LADDER_BOTS][LADDER_NAME];
    int bots;
    char pool[RATE_POOLS][RATE_POOL];
    int pools;
    double elo[RATE_POOLS][LADDER_BOTS]; /* the mean over tables … */
    int tables[RATE_POOLS][LADDER_BOTS]; /* … so many */
};

static int number_of(char names[][LADDER_NAME], int *count, int most, const char *name)
{
    for (int i = 0; i < *count; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    if (*count == most)
        return -1;
    snprintf(names[*count], LADDER_NAME, "%s", name);
    return (*count)++;
}

/* Take in {"bot":…,"elo":{"value":…}} of a pool. */
static bool read_bots(struct ladder *ladder, const struct linea_json *json, int list,
                      int pool)
{
    for (int value = linea_json_first(json, list); value >= 0;
         value = linea_json_next(json, list, value)) {
        char name[LADDER_NAME];
        double elo;
        if (linea_json_string(json, name, sizeof name,
                              linea_json_get(json, value, "bot")) <= 0 ||
            !rate_number(
                json, &elo,
                linea_json_get(json, linea_json_get(json, value, "elo"), "value")))
            return false;
        int bot = number_of(ladder->bot, &ladder->bots, LADDER_BOTS, name);
        if (bot < 0)
            return false;
        double *mean = &ladder->elo[pool][bot];
        *mean += (elo - *mean) / ++ladder->tables[pool][bot];
    }
    return true;
}

static int ladder_pool(struct ladder *ladder, const char *name)
{
    for (int p = 0; p < ladder->pools; p++)
        if (strcmp(ladder->pool[p], name) == 0)
            return p;
    if (ladder->pools == RATE_POOLS)
        return -1;
    snprintf(ladder->pool[ladder->pools], RATE_POOL, "%s", name);
    return ladder->pools++;
}

static bool read_ladder(struct ladder *ladder, const struct linea_json *json)
{
    int tables = linea_json_get(json, 0, "tables");
    int list = linea_json_get(json, 0, "ladder");
    if (linea_json_size(json, list) < 1 || linea_json_size(json, tables) < 1 ||
        !read_bots(ladder, json, list, ladder_pool(ladder, "all")))
        return false;
    for (int value = linea_json_first(json, tables); value >= 0;
         value = linea_json_next(json, tables, value)) {
        char map[RATE_POOL];
        if (linea_json_string(json, map, sizeof map,
                              linea_json_get(json, value, "map")) <= 0)
            return false;
        int pool = ladder_pool(ladder, map);
        if (pool < 0 ||
            !read_bots(ladder, json, linea_json_get(json, value, "bots"), pool))
            return false;
    }
    return true;
}

static int print_ladder(const char *command, const struct ladder *ladder)
{
    int anchor = 0, n = 0;
    const double newcomer = linea_rating_new().mu;
    while (anchor < ladder->bots && strcmp(ladder->bot[anchor], ladder->anchor) != 0)
        anchor++;
    if (anchor == ladder->bots)
        return complain(command, "%s: there is no bot \"%s\" in it (--anchor)",
                        ladder->path, ladder->anchor);
    printf("{\"fixed\":1,\"ratings\":[");
    for (int p = 0; p < ladder->pools; p++)
        for (int b = 0; b < ladder->bots; b++) {
            char name[RATE_LINE];
            struct linea_out out;
            double lead = ladder->elo[p][b] - ladder->elo[p][anchor];
            linea_out_init(&out, name, sizeof name);
            linea_out_text(&out, "\"player\":\"bot:");
            char quoted[RATE_LINE];
            struct linea_out text;
            linea_out_init(&text, quoted, sizeof quoted);
            linea_out_string(&text, ladder->bot[b]);
            linea_out_text(&out, quoted + 1);
            linea_out_text(&out, ",\"pool\":");
            linea_out_string(&out, ladder->pool[p]);
            printf("%s\n {%s,\"mu\":%.2f,\"sigma\":%.2f}", n++ ? "," : "", name,
                   newcomer + lead * mu_of_elo(), fixed_sigma);
        }
    printf("\n]}\n");
    return EXIT_OK;
}

int rate_print_ladder(const char *command, const char *path, const char *anchor)
{
    size_t length;
    char *text = read_file(&length, path, LADDER);
    struct linea_json *json = malloc(sizeof *json);
    struct ladder *ladder = calloc(1, sizeof *ladder);
    int code = EXIT_USAGE;
    if (!json || !ladder)
        perror("linea rate");
    else if (text) {
        ladder->path = path;
        ladder->anchor = anchor ? anchor : "normal";
        if (!linea_json_read(json, text, length) && read_ladder(ladder, json))
            code = print_ladder(command, ladder);
        else
            complain(command, "%s: this is not what `linea arena --json` prints", path);
    }
    free(ladder);
    free(json);
    free(text);
    return code;
}
