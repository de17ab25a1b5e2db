/*
 * tests/small_map.h - a small map with every mechanic, to compile as it is or with a
 * piece of it replaced. What is reported is collected as text, a line for each mistake.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SMALL_MAP_H
#define SMALL_MAP_H

#include "test.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "linea/json.h"
#include "linea/map.h"

/* clang-format off */
static const char small[] =
    "{\n"
    "  \"linea-map\": 1,\n"
    "  \"id\": \"small\",\n"
    "  \"name\": {\"en\": \"Small\", \"it\": \"Piccola\"},\n"
    "  \"players\": [2, 3],\n"
    "  \"first\": \"oldest\",\n"
    "  \"vehicle\": \"taxi\",\n"
    "  \"vehicles\": 9,\n"
    "  \"end-vehicles\": 2,\n"
    "  \"single-parallels-up-to\": 2,\n"
    "  \"cards\": {\"red\": 5, \"wild\": 3, \"blue\": 6},\n"
    "  \"hand\": 2,\n"
    "  \"route-points\": {\"1\": 1, \"2\": 2, \"4\": 7},\n"
    "  \"decks\": [\n"
    "    {\"id\": \"long\", \"name\": {\"en\": \"long\", \"it\": \"lunghi\"}},\n"
    "    {\"id\": \"short\"}\n"
    "  ],\n"
    "  \"opening\": {\"deal\": {\"short\": 1}, \"keep\": 1, "
    "\"returned\": \"shuffled\"},\n"
    "  \"draw\": {\"tickets\": 2, \"from\": [\"long\", \"short\"], \"keep\": 1},\n"
    "  \"mechanics\": {\n"
    "    \"ferries\": {},\n"
    "    \"tunnels\": {\"reveal\": 3},\n"
    "    \"stations\": {\"costs\": [1, 2, 4], \"points\": 5},\n"
    "    \"passengers\": {\"colours\": {\"white\": 2, \"red\": 1}, "
    "\"points\": [20, 10]},\n"
    "    \"districts\": {\"5\": 6, \"old-town\": 3},\n"
    "    \"attractions\": {\"points\": 2},\n"
    "    \"longest\": {\"points\": 11},\n"
    "    \"globetrotter\": {\"points\": 15},\n"
    "    \"dead-ends\": {}\n"
    "  },\n"
    "  \"ties\": [\"tickets\", \"stations\", \"longest\", \"passengers\"],\n"
    "  \"locations\": [\n"
    "    {\"id\": \"dover\", \"name\": {\"en\": \"Dover\", \"it\": \"Dóver\"}, "
    "\"district\": \"5\", \"passengers\": 1},\n"
    "    {\"id\": \"calais\", \"name\": {\"it\": \"Calé\", \"en\": \"Calais\"}, "
    "\"district\": \"5\", \"at\": [1, -2.5]},\n"
    "    {\"id\": \"bern\", \"name\": {\"en\": \"Bern\", \"it\": \"Berna\"}, "
    "\"district\": \"old-town\", \"passengers\": 2},\n"
    "    {\"id\": \"arles\", \"name\": {\"en\": \"Arles\", \"it\": \"Arles\"}, "
    "\"district\": \"old-town\", \"attraction\": true},\n"
    "    {\"id\": \"end\", \"name\": {\"en\": \"End\", \"it\": \"Fine\"}, "
    "\"printed\": \"The End\", \"geo\": [1.5, 2], \"dead-end\": true}\n"
    "  ],\n"
    "  \"routes\": [\n"
    "    {\"between\": [\"dover\", \"calais\"], \"length\": 2, \"colour\": \"gray\", "
    "\"ferry\": 1},\n"
    "    {\"between\": [\"bern\", \"calais\"], \"length\": 4, \"colour\": \"blue\"},\n"
    "    {\"between\": [\"calais\", \"bern\"], \"length\": 4, \"colour\": \"red\"},\n"
    "    {\"between\": [\"arles\", \"bern\"], \"length\": 1, \"colour\": \"gray\", "
    "\"tunnel\": true},\n"
    "    {\"between\": [\"arles\", \"end\"], \"length\": 1, \"colour\": \"red\"},\n"
    "    {\"between\": [\"end\", \"dover\"], \"length\": 1, \"colour\": \"red\"}\n"
    "  ],\n"
    "  \"tickets\": [\n"
    "    {\"between\": [\"dover\", \"bern\"], \"points\": 6, \"deck\": \"short\"},\n"
    "    {\"between\": [\"dover\", \"arles\"], \"points\": 9, \"deck\": \"long\"},\n"
    "    {\"between\": [\"bern\", \"end\"], \"points\": 2, \"deck\": \"short\"},\n"
    "    {\"between\": [\"arles\", \"calais\"], \"points\": 5, \"deck\": \"short\"}\n"
    "  ],\n"
    "  \"drawing\": {\"anything\": [1, {\"goes\": null}]}\n"
    "}\n";
/* clang-format on */

static struct linea_json json;
static struct linea_map map;
static char text[1 << 17];
static char said[1 << 16];
static char warned[1 << 12];

/* A report being collected. */
struct collected {
    struct linea_out mistakes, warnings;
};

static void write_note(struct linea_out *out, int line, const char *where,
                       const char *what)
{
    linea_out_int(out, line);
    linea_out_text(out, ": ");
    linea_out_text(out, where);
    linea_out_text(out, ": ");
    linea_out_text(out, what);
    linea_out_text(out, "\n");
}

static void note(void *context, int line, const char *where, const char *what)
{
    write_note(&((struct collected *)context)->mistakes, line, where, what);
}

static void note_warning(void *context, int line, const char *where, const char *what)
{
    write_note(&((struct collected *)context)->warnings, line, where, what);
}

/* Compile the text at hand; mistakes go into `said`, warnings into `warned`. */
static bool compile(void)
{
    struct collected all;
    const struct linea_map_report report = {
        .mistake = note, .warning = note_warning, .context = &all};
    linea_out_init(&all.mistakes, said, sizeof said);
    linea_out_init(&all.warnings, warned, sizeof warned);
    bool good = linea_map_read(&map, &json, text, strlen(text), &report);
    assert_false(all.mistakes.full || all.warnings.full);
    return good;
}

/* Replace a piece of the text at hand that must be there exactly once. */
static void replace(const char *piece, const char *with)
{
    static char copy[sizeof text];
    char *at = strstr(text, piece);
    if (!at || strstr(at + 1, piece))
        fail_msg("not there exactly once: %s", piece);
    snprintf(copy, sizeof copy, "%.*s%s%s", (int)(at - text), text, with,
             at + strlen(piece));
    memcpy(text, copy, sizeof text);
}

static bool compile_with(const char *piece, const char *with)
{
    memcpy(text, small, sizeof small);
    replace(piece, with);
    return compile();
}

#endif
