/*
 * tools/arena_state.c - keeps finished blocks in a file, so that a run can go on.
 *
 * JSON Lines: a header with everything that results depend on, then the blocks by
 * number. Only ever added to; a last line without its end is what an interruption
 * leaves, and is cut off. How many blocks and threads were asked for is not in the
 * header: a longer run begins with the blocks of a shorter one.
 *
 * SPDX-License-Identifier: MIT
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena.h"

#include "common/files.h"
#include "common/options.h"

enum {
    HEADER = 8192 + 6 * ARENA_BOTS * MATCH_COMMAND, /* a byte may be \\u0000 */
    SIDE_FIRST = 8,                                 /* numbers before those in arrays */
    SIDE = SIDE_FIRST + PROGRAM_FAULTS + LINEA_SOURCES
};

/* The commands by the names of their programs, and their time, if there are any. */
static void write_programs(const struct arena *arena, struct linea_out *out)
{
    int n = 0;
    for (int i = 0; i < arena->bots; i++)
        if (arena->program[i][0]) {
            linea_out_text(out, n++ ? "," : ",\"programs\":{");
            linea_out_string(out, arena->name[i]);
            linea_out_text(out, ":");
            linea_out_string(out, arena->program[i]);
        }
    if (!n)
        return;
    linea_out_text(out, "},\"limit\":");
    linea_out_int(out, (int)arena->limit);
}

static void write_header(const struct arena *arena, char *text)
{
    struct linea_out out;
    char number[32];
    linea_out_init(&out, text, HEADER);
    linea_out_text(&out, "{\"arena\":2,\"version\":");
    linea_out_string(&out, LINEA_VERSION);
    linea_out_text(&out, ",\"bots\":[");
    for (int i = 0; i < arena->bots; i++) {
        linea_out_text(&out, i ? "," : "");
        linea_out_string(&out, arena->name[i]);
    }
    linea_out_text(&out, "]");
    write_programs(arena, &out);
    linea_out_text(&out, ",\"tables\":[");
    for (int t = 0; t < arena->tables; t++) {
        linea_out_text(&out, t ? ",[" : "[");
        linea_out_string(&out, arena_map_name(arena, t));
        linea_out_text(&out, ",");
        linea_out_int(&out, arena->table[t].seats);
        linea_out_text(&out, "]");
    }
    snprintf(number, sizeof number, "%" PRIu64, arena->series);
    linea_out_text(&out, "],\"seed\":");
    linea_out_string(&out, number);
    linea_out_text(&out, ",\"simulations\":");
    linea_out_int(&out, (int)arena->simulations);
    linea_out_text(&out, ",\"ms\":");
    linea_out_int(&out, (int)arena->ms);
    if (arena->worked)
        linea_out_text(&out, ",\"cpu\":true");
    linea_out_text(&out, arena->timing ? ",\"timing\":true" : ",\"timing\":false");
    if (arena->parts > 1) {
        snprintf(number, sizeof number, ",\"part\":[%ld,%ld]", arena->part,
                 arena->parts);
        linea_out_text(&out, number);
    }
    linea_out_text(&out, "}");
}

/* The numbers of a side in the order they have in the file. A source of points that is
   younger than the file is not in it. */
static void side_numbers(struct arena_side *side, long *at[SIDE])
{
    long *first[] = {&side->seats,     &side->total,        &side->tickets_done,
                     &side->decisions, &side->microseconds, &side->longest,
                     &side->over,      &side->own_over};
    memcpy(at, first, sizeof first);
    for (int i = 0; i < PROGRAM_FAULTS; i++)
        at[SIDE_FIRST + i] = &side->faults[i];
    for (int i = 0; i < LINEA_SOURCES; i++)
        at[SIDE_FIRST + PROGRAM_FAULTS + i] = &side->from[i];
}

static void write_side(FILE *out, const struct arena_side *side)
{
    struct arena_side copy = *side;
    long *at[SIDE];
    side_numbers(&copy, at);
    for (int i = 0; i < SIDE; i++)
        fprintf(out, "%c%ld", i ? ',' : '[', *at[i]);
    fputc(']', out);
}

bool arena_state_add(const struct arena *arena, long number,
                     const struct arena_block *block)
{
    FILE *out = arena->state;
    if (!out)
        return true;
    fprintf(out, "{\"block\":%ld,\"games\":%ld,\"moves\":%ld,\"score\":%ld,\"sides\":[",
            number, block->games, block->moves, block->score);
    write_side(out, &block->side[0]);
    fputc(',', out);
    write_side(out, &block->side[1]);
    fputs("]}\n", out);
    if (fflush(out) == 0)
        return true;
    perror("linea arena: the state");
    return false;
}

static bool read_number(const struct linea_json *json, int value, long *out)
{
    if (linea_json_type(json, value) != LINEA_JSON_NUMBER)
        return false;
    const struct linea_json_value *at = &json->value[value];
    char *end;
    errno = 0;
    *out = strtol(json->text + at->start, &end, 10);
    return !errno && end == json->text + at->end;
}

static bool read_side(const struct linea_json *json, int array, struct arena_side *side)
{
    long *at[SIDE];
    if (linea_json_type(json, array) != LINEA_JSON_ARRAY ||
        json->value[array].size <= SIDE_FIRST + PROGRAM_FAULTS ||
        json->value[array].size > SIDE)
        return false;
    side_numbers(side, at);
    for (int i = 0, value = array + 1; i < json->value[array].size;
         i++, value = json->value[value].next)
        if (!read_number(json, value, at[i]))
            return false;
    return true;
}

/* Read a block; it must be the one with this number, and of so many games. */
static bool read_block(struct linea_json *json, const char *line, size_t length,
                       long number, int games, struct arena_block *out)
{
    long here;
    memset(out, 0, sizeof *out);
    if (linea_json_read(json, line, length))
        return false;
    int sides = linea_json_get(json, 0, "sides");
    return read_number(json, linea_json_get(json, 0, "block"), &here) &&
           here == number &&
           read_number(json, linea_json_get(json, 0, "games"), &out->games) &&
           out->games == games &&
           read_number(json, linea_json_get(json, 0, "moves"), &out->moves) &&
           read_number(json, linea_json_get(json, 0, "score"), &out->score) &&
           out->score >= 0 && out->score <= ARENA_WIN * out->games &&
           linea_json_type(json, sides) == LINEA_JSON_ARRAY &&
           json->value[sides].size == 2 && read_side(json, sides + 1, &out->side[0]) &&
           read_side(json, json->value[sides + 1].next, &out->side[1]);
}

int arena_lines_open(struct arena_lines *lines, const char *path)
{
    *lines = (struct arena_lines){.path = path, .line = 1};
    lines->text = read_file(&lines->length, path, FILE_DATA);
    return lines->text ? EXIT_OK : EXIT_USAGE;
}

void arena_lines_close(struct arena_lines *lines)
{
    free(lines->text);
}

const char *arena_lines_next(struct arena_lines *lines, size_t *length)
{
    const char *line = lines->text + lines->at;
    const char *stop = memchr(line, '\n', lines->length - lines->at);
    if (!stop)
        return NULL;
    *length = (size_t)(stop - line);
    lines->at += *length + 1;
    lines->line++;
    return line;
}

/* Settings are a line that people can read: shown, they say which one differs. */
int arena_state_is_ours(const struct arena *arena, const struct arena_lines *lines,
                        const char *header, size_t length)
{
    static const char begin[] = "{\"arena\":";
    char ours[HEADER];
    write_header(arena, ours);
    if (length == strlen(ours) && memcmp(header, ours, length) == 0)
        return EXIT_OK;
    if (length < sizeof begin || memcmp(header, begin, sizeof begin - 1) != 0)
        return complain(arena->command, "%s is not the state of an arena", lines->path);
    return complain(arena->command, "%s was begun with other settings: %.*s",
                    lines->path, (int)length, header);
}

bool arena_state_block(const struct arena *arena, struct arena_lines *lines,
                       struct arena_block *out, int *code, long number)
{
    static struct linea_json json; /* large; states are read before there are threads */
    int table = (int)(number / arena->pairs % arena->tables);
    size_t length;
    const char *text = arena_lines_next(lines, &length);
    if (!text)
        return false;
    if (read_block(&json, text, length, number, arena_games(arena->table[table].seats),
                   out))
        return true;
    *code = complain(arena->command, "%s:%ld: not block %ld of this arena", lines->path,
                     lines->line - 1, number);
    return false;
}

/* Take in the blocks of a file. */
static int read_state(struct arena *arena, struct arena_lines *lines)
{
    struct arena_block block;
    size_t length;
    const char *header = arena_lines_next(lines, &length);
    int code = header ? arena_state_is_ours(arena, lines, header, length) : EXIT_OK;
    for (long number = arena->part;
         code == EXIT_OK && arena_state_block(arena, lines, &block, &code, number);
         number += arena->parts)
        if (arena_wants_more(arena))
            arena_take(arena, &block);
    return code;
}

/* Make the file end where its whole lines do, and get ready to add to it. */
static int append_to(struct arena *arena, const char *path, long end)
{
    char header[HEADER];
    arena->state = fopen(path, end ? "r+b" : "wb");
    if (!arena->state || ftruncate(fileno(arena->state), end) != 0 ||
        fseek(arena->state, end, SEEK_SET) != 0) {
        perror(path);
        return EXIT_USAGE;
    }
    if (end)
        return EXIT_OK;
    write_header(arena, header);
    fprintf(arena->state, "%s\n", header);
    if (fflush(arena->state) == 0)
        return EXIT_OK;
    perror(path);
    return EXIT_USAGE;
}

int arena_state_open(struct arena *arena, const char *path)
{
    struct arena_lines lines = {0};
    if (access(path, F_OK) == 0) {
        int code = arena_lines_open(&lines, path);
        if (code == EXIT_OK)
            code = read_state(arena, &lines);
        arena_lines_close(&lines);
        if (code != EXIT_OK)
            return code;
        if (arena->blocks)
            fprintf(stderr, "%s has %ld blocks of %ld\n", path, arena->blocks,
                    arena_part_size(arena));
    }
    return append_to(arena, path, (long)lines.at);
}
