/*
 * map.c - compiles a map file, and the names of what is in a map.
 *
 * A map is compiled once, when a program starts; names are looked up for text that
 * comes in and goes out, never in play. So plain scans of short lists will do.
 *
 * SPDX-License-Identifier: MIT
 */
#include "linea/map.h"

#include <string.h>

#include "map_internal.h"

static const char *const colours[] = {"red",    "orange", "yellow", "green", "blue",
                                      "purple", "pink",   "black",  "white"};

enum { PALETTE = sizeof colours / sizeof *colours };

static bool same(const char *text, const char *name, size_t length)
{
    return strlen(text) == length && memcmp(text, name, length) == 0;
}

const char *linea_colour_name(int palette)
{
    return palette >= 0 && palette < PALETTE ? colours[palette] : NULL;
}

const char *linea_map_name(const struct linea_map *map, const struct linea_name *name,
                           const char *language)
{
    size_t length = strlen(language);
    for (int i = 0; i < map->languages; i++)
        if (same(map->language[i], language, length))
            return linea_map_text(map, name->at[i]);
    return linea_map_text(map, name->at[0]);
}

int linea_map_location(const struct linea_map *map, const char *id, size_t length)
{
    for (int i = 0; i < map->locations; i++)
        if (same(linea_map_text(map, map->location[i].id), id, length))
            return i;
    return LINEA_NOTHING;
}

int linea_map_kind(const struct linea_map *map, const char *name, size_t length)
{
    for (int kind = 0; kind < map->colours; kind++)
        if (same(colours[map->palette[kind]], name, length))
            return kind;
    return same("wild", name, length) ? LINEA_WILD : LINEA_NOTHING;
}

const char *linea_map_kind_name(const struct linea_map *map, int kind)
{
    if (kind == LINEA_WILD)
        return "wild";
    return kind == LINEA_GRAY ? "gray" : colours[map->palette[kind]];
}

int linea_map_passenger(const struct linea_map *map, const char *name, size_t length)
{
    for (int i = 0; i < map->passenger_colours; i++)
        if (same(colours[map->passenger_palette[i]], name, length))
            return i;
    return LINEA_NOTHING;
}

const char *linea_map_passenger_name(const struct linea_map *map, int colour)
{
    return colours[map->passenger_palette[colour]];
}

int linea_map_palette(const struct linea_json *json, int value)
{
    for (int i = 0; i < PALETTE; i++)
        if (linea_json_is(json, value, colours[i]))
            return i;
    return -1;
}

/* Read the file, which is JSON, into the map. */
static void compile(struct map_reader *r)
{
    static const struct map_key keys[] = {{"linea-map", false},
                                          {"id", false},
                                          {"name", false},
                                          {"players", false},
                                          {"first", false},
                                          {"vehicle", false},
                                          {"vehicles", false},
                                          {"end-vehicles", false},
                                          {"single-parallels-up-to", false},
                                          {"cards", false},
                                          {"hand", false},
                                          {"route-points", false},
                                          {"decks", false},
                                          {"opening", false},
                                          {"draw", false},
                                          {"mechanics", false},
                                          {"ties", false},
                                          {"locations", false},
                                          {"routes", false},
                                          {"tickets", false},
                                          {"drawing", true},
                                          {0}};
    if (!linea_map_object(r, 0, keys))
        return;
    linea_map_read_rules(r, 0);
    linea_map_read_mechanics(r, 0);
    linea_map_read_board(r, 0);
    linea_map_no_decks(r);
    linea_map_list(r, linea_json_get(r->json, 0, "drawing"), LINEA_JSON_OBJECT, 0,
                   LINEA_JSON_VALUES);
    linea_map_check(r);
}

/* A whole map may stand in one line, so the column is named too. */
static void report_json(const struct linea_map_report *report,
                        const struct linea_json *json, const char *error)
{
    char place[24];
    struct linea_out out;
    linea_out_init(&out, place, sizeof place);
    linea_out_text(&out, "column ");
    linea_out_int(&out, linea_json_column(json, json->error_at));
    report->mistake(report->context, linea_json_line(json, json->error_at), place,
                    error);
}

bool linea_map_read(struct linea_map *map, struct linea_json *memory, const char *text,
                    size_t length, const struct linea_map_report *report)
{
    struct map_reader r = {.map = map, .json = memory, .report = report, .line = 1};
    const char *error = linea_json_read(memory, text, length);
    /* Every byte is set, so that two readings of a file are equal as bytes. */
    memset(map, 0, sizeof *map);
    map->text_size = 1;
    if (error) {
        report_json(report, memory, error);
        return false;
    }
    compile(&r);
    if (r.mistakes > 0)
        return false;
    linea_map_fill(&r);
    linea_map_fill_hash(map);
    return true;
}
