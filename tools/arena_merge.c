/*
 * tools/arena_merge.c - the parts of an arena that many machines played, as one.
 *
 * The settings stand in the header of every part. Blocks are taken in by number, one
 * file after the other in turn, so that sums and a sequential test come out to the byte
 * as on one machine.
 *
 * SPDX-License-Identifier: MIT
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"

#include "common/maps.h"
#include "common/options.h"

/* A header that is none, or that another version wrote, has the first wrong member
   named. */
static int refuse(const struct arena *arena, const char *path, const char *member)
{
    return complain(arena->command, "%s is not the state of an arena: %s", path,
                    member);
}

static int read_bots(struct arena *arena, const struct linea_json *json,
                     const char *path)
{
    int list = linea_json_get(json, 0, "bots");
    int programs = linea_json_get(json, 0, "programs");
    if (linea_json_size(json, list) > ARENA_BOTS)
        return refuse(arena, path, "bots");
    for (int at = linea_json_first(json, list); at >= 0;
         at = linea_json_next(json, list, at)) {
        char *name = arena->name[arena->bots];
        char *command = arena->program[arena->bots++];
        if (linea_json_string(json, name, ARENA_NAME, at) <= 0)
            return refuse(arena, path, "bots");
        int program = linea_json_get(json, programs, name);
        if (program >= 0 &&
            linea_json_string(json, command, MATCH_COMMAND, program) <= 0)
            return refuse(arena, path, "programs");
    }
    return arena->bots < 2 ? refuse(arena, path, "bots") : arena_add_pairs(arena);
}

static int read_tables(struct arena *arena, const struct linea_json *json,
                       const char *path)
{
    int list = linea_json_get(json, 0, "tables");
    if (linea_json_size(json, list) < 1 || linea_json_size(json, list) > ARENA_TABLES)
        return refuse(arena, path, "tables");
    for (int at = linea_json_first(json, list); at >= 0;
         at = linea_json_next(json, list, at)) {
        struct arena_table *table = &arena->table[arena->tables++];
        char id[256];
        if (linea_json_size(json, at) != 2 ||
            linea_json_string(json, id, sizeof id, linea_json_first(json, at)) <= 0 ||
            !linea_json_int(json, &table->seats,
                            linea_json_next(json, at, linea_json_first(json, at)), 2,
                            LINEA_SEATS))
            return refuse(arena, path, "tables");
        table->map = maps_get(id);
        if (!table->map)
            return complain(
                arena->command,
                "%s was played on the map \"%s\": name its file with --maps", path, id);
    }
    return EXIT_OK;
}

static bool read_series(const struct linea_json *json, uint64_t *out)
{
    char text[32], *end;
    if (linea_json_string(json, text, sizeof text, linea_json_get(json, 0, "seed")) <=
        0)
        return false;
    errno = 0;
    *out = strtoull(text, &end, 10);
    return !errno && !*end;
}

/* Members that are numbers; `limit` stands there only with programs. */
static int read_numbers(struct arena *arena, const struct linea_json *json,
                        const char *path)
{
    int simulations, ms, limit;
    if (!read_series(json, &arena->series))
        return refuse(arena, path, "seed");
    if (!linea_json_int(json, &simulations, linea_json_get(json, 0, "simulations"), 0,
                        1000000000))
        return refuse(arena, path, "simulations");
    if (!linea_json_int(json, &ms, linea_json_get(json, 0, "ms"), 0, 1000000))
        return refuse(arena, path, "ms");
    if (!linea_json_bool(json, &arena->timing, linea_json_get(json, 0, "timing")))
        return refuse(arena, path, "timing");
    arena->simulations = simulations;
    arena->ms = ms;
    arena->worked = linea_json_get(json, 0, "cpu") >= 0;
    if (linea_json_int(json, &limit, linea_json_get(json, 0, "limit"), 1, 86400000))
        arena->limit = limit;
    return EXIT_OK;
}

/* Which part of how many a file is; one without the member is all of an arena. */
static int read_part(struct arena *arena, const struct linea_json *json,
                     const char *path)
{
    int part = 0, parts = 1, pair = linea_json_get(json, 0, "part");
    int first = linea_json_first(json, pair);
    if (pair >= 0 && (linea_json_size(json, pair) != 2 ||
                      !linea_json_int(json, &parts, linea_json_next(json, pair, first),
                                      2, MOST_PARTS) ||
                      !linea_json_int(json, &part, first, 0, parts - 1)))
        return refuse(arena, path, "part");
    arena->part = part;
    arena->parts = parts;
    return EXIT_OK;
}

static int read_settings(struct arena *arena, const struct linea_json *json,
                         const char *path)
{
    int code = read_bots(arena, json, path);
    if (code == EXIT_OK)
        code = read_tables(arena, json, path);
    if (code == EXIT_OK)
        code = read_numbers(arena, json, path);
    return code;
}

/* The header of a part: its settings, if they are the first ones read, and which part
   it is. */
static int read_header(struct arena *arena, const char *path, struct linea_json *json)
{
    struct arena_lines lines;
    size_t length = 0;
    int code = arena_lines_open(&lines, path);
    const char *header = code == EXIT_OK ? arena_lines_next(&lines, &length) : NULL;
    if (code == EXIT_OK && (!header || linea_json_read(json, header, length)))
        code = refuse(arena, path, "its first line is no header");
    if (code == EXIT_OK)
        code = read_part(arena, json, path);
    if (code == EXIT_OK && !arena->bots)
        code = read_settings(arena, json, path);
    if (code == EXIT_OK)
        code = arena_state_is_ours(arena, &lines, header, length);
    arena_lines_close(&lines);
    return code;
}

/* Find out which part each file is; every part must be there, once. */
static int find_parts(struct arena *arena, char **by_part, struct linea_json *json,
                      char *const paths[], int count)
{
    long parts = 0;
    for (int i = 0; i < count; i++) {
        int code = read_header(arena, paths[i], json);
        if (code != EXIT_OK)
            return code;
        if (parts && arena->parts != parts)
            return complain(arena->command, "%s is one of %ld parts, %s one of %ld",
                            paths[i], arena->parts, paths[0], parts);
        if (by_part[arena->part])
            return complain(arena->command, "%s and %s are both part %ld of %ld",
                            by_part[arena->part], paths[i], arena->part, arena->parts);
        parts = arena->parts;
        by_part[arena->part] = paths[i];
    }
    for (long i = 0; i < parts; i++)
        if (!by_part[i])
            return complain(arena->command, "part %ld of %ld is not among the files", i,
                            parts);
    return EXIT_OK;
}

/* Put the paths in the order of their parts. */
static int sort_paths(struct arena *arena, char **paths, int count)
{
    char **by_part = calloc(MOST_PARTS, sizeof *by_part);
    struct linea_json *json = malloc(sizeof *json);
    int code = EXIT_NEGATIVE;
    if (by_part && json)
        code = find_parts(arena, by_part, json, paths, count);
    else
        perror("linea arena");
    if (code == EXIT_OK)
        memcpy(paths, by_part, (size_t)count * sizeof *paths);
    free(by_part);
    free(json);
    return code;
}

int arena_merge_begin(struct arena *arena, char **paths, int count)
{
    if (count > MOST_PARTS)
        return complain(arena->command, "more than %d files", MOST_PARTS);
    return sort_paths(arena, paths, count);
}

/* Whole lines after the first. */
static long count_blocks(const struct arena_lines *lines)
{
    long n = -1;
    for (size_t i = 0; i < lines->length; i++)
        n += lines->text[i] == '\n';
    return n;
}

/* Take blocks in order, until the part whose turn it is has no more. */
static int take_all(struct arena *arena, struct arena_lines *part, long parts)
{
    struct arena_block block;
    int code = EXIT_OK;
    for (long number = 0;
         arena_wants_more(arena) &&
         arena_state_block(arena, &part[number % parts], &block, &code, number);
         number++)
        arena_take(arena, &block);
    return code;
}

/* Blocks that come after one that is missing count for nothing: say so. */
static void say_missing(const struct arena *arena, const struct arena_lines *part,
                        long parts, long blocks)
{
    if (arena->verdict == RATING_UNDECIDED && arena->blocks < blocks &&
        arena->blocks < arena_size(arena))
        fprintf(stderr,
                "%s ends before block %ld; %ld blocks of other parts are left out\n",
                part[arena->blocks % parts].path, arena->blocks,
                blocks - arena->blocks);
}

/* Open the parts behind their headers. */
static int open_parts(struct arena *arena, struct arena_lines *part, long *blocks,
                      char **paths, long parts)
{
    size_t length;
    *blocks = 0;
    for (long i = 0; i < parts; i++) {
        int code = arena_lines_open(&part[i], paths[i]);
        if (code != EXIT_OK)
            return code;
        *blocks += count_blocks(&part[i]);
        arena_lines_next(&part[i], &length);
    }
    if (!arena->deals)
        arena->deals = *blocks / ((long)arena->tables * arena->pairs) + 1;
    arena->part = 0;
    arena->parts = 1;
    return arena_begin(arena);
}

int arena_merge(struct arena *arena, char **paths)
{
    long parts = arena->parts, blocks;
    struct arena_lines *part = calloc((size_t)parts, sizeof *part);
    if (!part) {
        perror("linea arena");
        return EXIT_NEGATIVE;
    }
    int code = open_parts(arena, part, &blocks, paths, parts);
    if (code == EXIT_OK)
        code = take_all(arena, part, parts);
    if (code == EXIT_OK)
        say_missing(arena, part, parts, blocks);
    for (long i = 0; i < parts; i++)
        arena_lines_close(&part[i]);
    free(part);
    return code;
}
