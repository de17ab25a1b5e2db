/*
 * tools/map.c - `linea map`: checks map files, lists and shows the maps built in.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/files.h"
#include "common/maps.h"
#include "common/options.h"
#include "linea/hex.h"
#include "linea/json.h"
#include "linea/map.h"
#include "tools.h"

static const char usage[] =
    "usage: linea map check FILE...\n"
    "       linea map list\n"
    "       linea map show [--hash] ID|FILE\n"
    "\n"
    "check   prints every mistake in map files, as FILE:LINE: where: what, and what\n"
    "        can be played but is better done otherwise, as\n"
    "        FILE:LINE: warning: where: what\n"
    "list    prints the ids of the maps built in, one a line\n"
    "show    prints a map, built in or of a file, as the JSON text it was made from;\n"
    "        with --hash its identity: 64 hex digits, the same for maps that play\n"
    "        alike\n"
    "\n"
    "Exit: 0 when all is well, 1 for a mistake or an unknown map, 2 for a wrong "
    "call.\n";

static int wrong_call(void)
{
    fputs(usage, stderr);
    return EXIT_USAGE;
}

/* The context of a report is the name of the file. */
static void print_mistake(void *context, int line, const char *where, const char *what)
{
    printf("%s:%d: %s: %s\n", (const char *)context, line, where, what);
}

static void print_warning(void *context, int line, const char *where, const char *what)
{
    printf("%s:%d: warning: %s: %s\n", (const char *)context, line, where, what);
}

/* Too large for a stack. */
struct memory {
    struct linea_map map;
    struct linea_json json;
};

static int check_file(struct memory *memory, char *path)
{
    const struct linea_map_report report = {
        .mistake = print_mistake, .warning = print_warning, .context = path};
    const struct linea_map *map = &memory->map;
    size_t length;
    char *text = read_file(&length, path, FILE_MAP);
    if (!text)
        return EXIT_USAGE;
    bool good = linea_map_read(&memory->map, &memory->json, text, length, &report);
    free(text);
    if (good)
        printf("%s: ok (%d locations, %d routes, %d tickets)\n", path, map->locations,
               map->routes, map->tickets);
    return good ? EXIT_OK : EXIT_NEGATIVE;
}

static int check(int argc, char **argv)
{
    if (argc < 2)
        return wrong_call();
    struct memory *memory = malloc(sizeof *memory);
    if (!memory) {
        fputs("linea map: out of memory\n", stderr);
        return EXIT_NEGATIVE;
    }
    int result = EXIT_OK;
    for (int i = 1; i < argc; i++) {
        int code = check_file(memory, argv[i]);
        result = code > result ? code : result;
    }
    free(memory);
    return result;
}

static int list(int argc, char **argv)
{
    (void)argv;
    if (argc != 1)
        return wrong_call();
    for (int i = 0; maps_id(i); i++)
        puts(maps_id(i));
    return EXIT_OK;
}

static int show(int argc, char **argv)
{
    bool hash = argc > 1 && strcmp(argv[1], "--hash") == 0;
    if (argc != 2 + hash)
        return wrong_call();
    const struct linea_map *map = maps_open(argv[argc - 1]);
    if (!map)
        return EXIT_NEGATIVE;
    if (hash) {
        char digits[2 * LINEA_MAP_HASH + 1];
        linea_hex_write(digits, map->hash, sizeof map->hash);
        puts(digits);
        return EXIT_OK;
    }
    size_t length;
    const char *text = maps_text(linea_map_text(map, map->id), &length);
    fwrite(text, 1, length, stdout);
    return EXIT_OK;
}

int tool_map(int argc, char **argv)
{
    static const struct {
        const char *name;
        int (*run)(int argc, char **argv);
    } commands[] = {{"check", check}, {"list", list}, {"show", show}};
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0) {
            fputs(usage, stdout);
            return EXIT_OK;
        }
    }
    for (size_t i = 0; argc > 1 && i < sizeof commands / sizeof *commands; i++)
        if (strcmp(argv[1], commands[i].name) == 0)
            return commands[i].run(argc - 1, argv + 1);
    return wrong_call();
}
