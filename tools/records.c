/*
 * tools/records.c - files of many records: where each game begins.
 *
 * SPDX-License-Identifier: MIT
 */
#include "records.h"

#include <stdlib.h>
#include <string.h>

#include "common/files.h"
#include "common/options.h"
#include "linea/error.h"
#include "linea/json.h"
#include "linea/utf8.h"

/* No answer is better than one about games that nobody looked at. */
/* Whether a line is a header: an object with the key "linea", wherever that stands.
   Lines that are no JSON are reported by the replay, whichever game they are in. */
static bool begins_game(const char *line, size_t length, struct linea_json *memory)
{
    static const char key[] = "\"linea\"";
    const size_t size = sizeof key - 1;
    const char *at = line, *end = line + length;
    while ((at = memchr(at, '"', (size_t)(end - at))) != NULL) {
        if ((size_t)(end - at) < size)
            return false;
        if (memcmp(at++, key, size) == 0)
            return !linea_json_read(memory, line, length) &&
                   linea_json_get(memory, 0, "linea") >= 0;
    }
    return false;
}

/* Cut a file into its games; what stands before the first header is a game too, unless
   it is blank. */
static struct record *cut_games(const char *text, size_t length, long *count)
{
    struct linea_json *memory = need(malloc(sizeof *memory));
    struct record *games = need(malloc(sizeof *games));
    long n = 0, room = 1, line = 1;
    for (size_t at = 0; at < length; line++) {
        const char *stop = memchr(text + at, '\n', length - at);
        size_t size = stop ? (size_t)(stop - text) - at : length - at;
        if (n == 0 && size == 0) {
            at++;
            continue;
        }
        if (n == 0 || begins_game(text + at, size, memory)) {
            if (n == room) {
                room *= 2;
                games = need(realloc(games, (size_t)room * sizeof *games));
            }
            games[n] = (struct record){.text = text + at, .line = line};
            n++;
        }
        games[n - 1].length += size + 1;
        at += size + 1;
        if (at > length)
            games[n - 1].length--;
    }
    free(memory);
    *count = n;
    return games;
}

struct record *records_read(char **text, long *count, const char *path)
{
    size_t length;
    *text = read_file(&length, strcmp(path, "-") == 0 ? "/dev/stdin" : path, FILE_DATA);
    return *text ? cut_games(*text, length, count) : NULL;
}

const char *records_next(const char **at, long *line, size_t *length, long *number,
                         const struct record *record)
{
    const char *end = record->text + record->length;
    while (*at < end) {
        const char *start = *at;
        const char *stop = memchr(start, '\n', (size_t)(end - start));
        *length = (size_t)((stop ? stop : end) - start);
        *number = (*line)++;
        *at += *length + 1;
        if (*length)
            return start;
    }
    return NULL;
}

void records_print(FILE *file, const char *text)
{
    records_print_column(file, text, 0);
}

void records_print_column(FILE *file, const char *text, int width)
{
    char clean[8 * LINEA_MESSAGE];
    struct linea_out out;
    linea_out_init(&out, clean, sizeof clean);
    linea_out_clean(&out, text, strlen(text));
    int count = linea_utf8_count(clean, strlen(clean));
    fprintf(file, "%s%*s", clean, count < width ? width - count : 0, "");
}

void records_field(FILE *file, const char *text)
{
    fputc('"', file);
    for (const char *c = text; *c; c++) {
        if (*c == '"')
            fputc('"', file);
        fputc(*c, file);
    }
    fputc('"', file);
}
