/*
 * tools/rate_state.c - a table of ratings in a file: to go on from, and to compare
 * with.
 *
 * JSON Lines: a header that says which games it was made of, then an entry each, in the
 * order in which they came. Doubles have 17 digits, which give back the same bits; so
 * two tables are equal to the last bit if their files are equal.
 *
 * SPDX-License-Identifier: MIT
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/files.h"
#include "common/options.h"
#include "linea/hex.h"
#include "rate.h"

static void print_header(const struct rate_table *table, FILE *out)
{
    char chain[2 * LINEA_SHA256 + 1], fixed[2 * LINEA_SHA256 + 1];
    linea_hex_write(chain, table->chain, sizeof table->chain);
    linea_hex_write(fixed, table->fixed, sizeof table->fixed);
    fprintf(out,
            "{\"ratings\":1,\"fixed\":\"%s\",\"games\":%ld,\"rated\":%ld,"
            "\"doubles\":%ld,\"bots\":%ld,\"chain\":\"%s\"}\n",
            fixed, table->games, table->rated, table->doubles, table->bots, chain);
}

static void print_entry(const struct rate_table *table, FILE *out,
                        const struct rate_entry *entry)
{
    char text[RATE_LINE];
    struct linea_out line;
    linea_out_init(&line, text, sizeof text);
    linea_out_text(&line, "{\"player\":");
    linea_out_string(&line, entry->player);
    linea_out_text(&line, ",\"pool\":");
    linea_out_string(&line, table->pool[entry->pool]);
    fprintf(out, "%s,\"mu\":%.17g,\"sigma\":%.17g,\"games\":%d%s}\n", text,
            entry->rating.mu, entry->rating.sigma, entry->games,
            entry->fixed ? ",\"fixed\":true" : "");
}

static void print_state(const struct rate_table *table, FILE *out)
{
    print_header(table, out);
    for (int p = 0; p < table->pools; p++) {
        char text[RATE_LINE];
        struct linea_out line;
        linea_out_init(&line, text, sizeof text);
        linea_out_string(&line, table->pool[p]);
        fprintf(out, "{\"pool\":%s,\"games\":%ld}\n", text, table->pool_games[p]);
    }
    for (long i = 0; i < table->entries; i++)
        print_entry(table, out, &table->entry[i]);
}

/* The new file takes the place of the old one when it is whole and on the disk. */
int rate_state_write(const struct rate_table *table, const char *path)
{
    size_t length = strlen(path);
    char *aside = malloc(length + 5);
    if (!aside) {
        perror("linea rate");
        return EXIT_NEGATIVE;
    }
    memcpy(aside, path, length);
    memcpy(aside + length, ".new", 5);
    FILE *out = fopen(aside, "wb");
    if (out)
        print_state(table, out);
    bool fine = out && fflush(out) == 0 && fsync(fileno(out)) == 0 && !ferror(out);
    if (out)
        fine = fclose(out) == 0 && fine;
    fine = fine && rename(aside, path) == 0;
    if (!fine)
        perror(path);
    free(aside);
    return fine ? EXIT_OK : EXIT_USAGE;
}

static bool read_long(const struct linea_json *json, long *out, const char *key)
{
    double number;
    if (!rate_number(json, &number, linea_json_get(json, 0, key)) || number < 0 ||
        number > 1e15)
        return false;
    *out = (long)number;
    return true;
}

static bool read_header(struct rate_table *table, const struct linea_json *json)
{
    int version;
    uint8_t fixed[LINEA_SHA256];
    if (!linea_json_int(json, &version, linea_json_get(json, 0, "ratings"), 1, 1) ||
        !read_long(json, &table->games, "games") ||
        !read_long(json, &table->rated, "rated") ||
        !read_long(json, &table->doubles, "doubles") ||
        !read_long(json, &table->bots, "bots") ||
        !linea_json_bytes(json, fixed, sizeof fixed,
                          linea_json_get(json, 0, "fixed")) ||
        !linea_json_bytes(json, table->chain, sizeof table->chain,
                          linea_json_get(json, 0, "chain")))
        return false;
    if (memcmp(fixed, table->fixed, sizeof fixed) == 0)
        return true;
    complain(table->command, "it was made with other fixed ratings (--fixed)");
    return false;
}

static bool read_pool(struct rate_table *table, const struct linea_json *json)
{
    char pool[RATE_POOL];
    if (linea_json_string(json, pool, sizeof pool, linea_json_get(json, 0, "pool")) <=
        0)
        return false;
    int number = rate_pool(table, pool);
    return number >= 0 && read_long(json, &table->pool_games[number], "games");
}

static bool read_entry(struct rate_table *table, const struct linea_json *json)
{
    char player[LINEA_SEAT_NAME], pool[RATE_POOL];
    struct linea_rating rating;
    int games;
    if (linea_json_string(json, player, sizeof player,
                          linea_json_get(json, 0, "player")) <= 0 ||
        linea_json_string(json, pool, sizeof pool, linea_json_get(json, 0, "pool")) <=
            0 ||
        !rate_number(json, &rating.mu, linea_json_get(json, 0, "mu")) ||
        !rate_number(json, &rating.sigma, linea_json_get(json, 0, "sigma")) ||
        !(rating.sigma > 0) ||
        !linea_json_int(json, &games, linea_json_get(json, 0, "games"), 0, INT32_MAX))
        return false;
    int number = rate_pool(table, pool);
    if (number < 0)
        return false;
    /* Entries that are fixed are here already. */
    struct rate_entry *entry = rate_find(table, player, number);
    if (!entry)
        entry = rate_add(table, player, number);
    if (!entry)
        return false;
    entry->fixed = linea_json_get(json, 0, "fixed") >= 0;
    entry->games = games;
    entry->rating = rating;
    return true;
}

static bool read_line(struct rate_table *table, struct linea_json *json, long number,
                      const char *line, size_t length)
{
    if (linea_json_read(json, line, length))
        return false;
    if (number == 1)
        return read_header(table, json);
    return linea_json_get(json, 0, "player") >= 0 ? read_entry(table, json)
                                                  : read_pool(table, json);
}

int rate_state_read(struct rate_table *table, const char *path)
{
    size_t length;
    char *text = read_file(&length, path, FILE_DATA);
    struct linea_json *json = text ? malloc(sizeof *json) : NULL;
    bool fine = json && length && text[length - 1] == '\n';
    long number = 1;
    for (size_t at = 0; fine && at < length; number++) {
        const char *stop = memchr(text + at, '\n', length - at);
        size_t size = (size_t)(stop - text) - at;
        fine = read_line(table, json, number, text + at, size);
        at += size + 1;
    }
    free(json);
    free(text);
    if (fine)
        return EXIT_OK;
    return text ? complain(table->command, "%s:%ld: this is no table of ratings", path,
                           number > 1 ? number - 1 : 1)
                : EXIT_USAGE;
}

/* Say which line is the first that differs. */
static int compare(const struct rate_table *table, const char *kept, const char *folded,
                   const char *path)
{
    long line = 1;
    while (*kept && *kept == *folded) {
        line += *kept == '\n';
        kept++;
        folded++;
    }
    if (!*kept && !*folded) {
        printf("%s: %ld games give the same %ld ratings again, to the last bit\n", path,
               table->games, table->entries);
        return EXIT_OK;
    }
    fprintf(stderr, "%s:%ld: not what these games give\n", path, line);
    return EXIT_NEGATIVE;
}

int rate_state_check(const struct rate_table *table, const char *path)
{
    size_t length, size;
    char *kept = read_file(&length, path, FILE_DATA), *folded = NULL;
    if (!kept)
        return EXIT_USAGE;
    FILE *out = open_memstream(&folded, &size);
    if (out)
        print_state(table, out);
    int code = EXIT_NEGATIVE;
    if (!out || fclose(out) != 0)
        perror("linea rate");
    else
        code = compare(table, kept, folded, path);
    free(folded);
    free(kept);
    return code;
}
