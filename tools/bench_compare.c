/*
 * tools/bench_compare.c - `linea bench --compare`: two runs side by side.
 *
 * A line for each measurement that both have: the rates, how many times as fast the
 * second is, and the same by the ratios to the calibration loop, which holds when the
 * runs were made on different or differently busy machines.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "common/files.h"
#include "common/options.h"
#include "linea/json.h"

enum { ROWS = 512, NAME = 32 };

/* One measurement: what, where, how fast. */
struct row {
    char what[NAME], map[NAME];
    int players, jobs;
    double rate, ratio;
};

struct rows {
    int count;
    struct row row[ROWS];
};

static double number(const struct linea_json *json, const char *key)
{
    int at = linea_json_get(json, 0, key);
    return linea_json_type(json, at) == LINEA_JSON_NUMBER
               ? strtod(json->text + json->value[at].start, NULL)
               : 0;
}

/* A line of JSON as a row; false if it is none. Signatures are lines, but no rows. */
static bool read_row(struct row *out, const char *line, size_t length)
{
    static struct linea_json json;
    if (linea_json_read(&json, line, length))
        return false;
    *out = (struct row){.players = (int)number(&json, "players"),
                        .jobs = (int)number(&json, "jobs"),
                        .ratio = number(&json, "ratio")};
    linea_json_string(&json, out->what, NAME, linea_json_get(&json, 0, "what"));
    linea_json_string(&json, out->map, NAME, linea_json_get(&json, 0, "map"));
    out->rate = number(&json, "per_second") + number(&json, "games_per_second");
    return true;
}

static bool read_rows(struct rows *out, const char *path)
{
    size_t size;
    char *text = read_file(&size, path, FILE_DATA);
    bool fine = text;
    out->count = 0;
    for (char *line = text, *end; fine && *line; line = end + (*end != 0)) {
        struct row row = {0};
        end = line + strcspn(line, "\n");
        fine = end == line || read_row(&row, line, (size_t)(end - line));
        if (!fine)
            complain("bench", "%s has a line that is no JSON", path);
        if (fine && end > line && row.rate > 0 && out->count < ROWS)
            out->row[out->count++] = row;
    }
    free(text);
    return fine;
}

static const struct row *find(const struct rows *in, const struct row *like)
{
    for (int i = 0; i < in->count; i++) {
        const struct row *row = &in->row[i];
        if (!strcmp(row->what, like->what) && !strcmp(row->map, like->map) &&
            row->players == like->players && row->jobs == like->jobs)
            return row;
    }
    return NULL;
}

int bench_compare(const char *before, const char *after)
{
    static struct rows a, b;
    double logs = 0;
    int both = 0;
    if (!read_rows(&a, before) || !read_rows(&b, after))
        return EXIT_USAGE;
    printf("%-8s %-10s %7s %4s %12s %12s %7s %11s\n", "what", "map", "players", "jobs",
           "before/s", "after/s", "times", "calibrated");
    for (int i = 0; i < a.count; i++) {
        const struct row *old = &a.row[i], *new = find(&b, old);
        if (!new)
            continue;
        double times = old->ratio > 0 ? new->ratio / old->ratio : 0;
        printf("%-8s %-10s %7d %4d %12.0f %12.0f %7.2f %11.2f\n", old->what, old->map,
               old->players, old->jobs ? old->jobs : 1, old->rate, new->rate,
               new->rate / old->rate, times);
        if (times > 0) {
            logs += log(times);
            both++;
        }
    }
    if (!both)
        return complain("bench", "the files have no measurement in common");
    printf("on average %.2f times as fast, calibrated\n", exp(logs / both));
    return EXIT_OK;
}
