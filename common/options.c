/*
 * common/options.c - the command line: options, lists, seeds, messages; memory.
 *
 * SPDX-License-Identifier: MIT
 */
#include "common/options.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

int complain(const char *command, const char *format, ...)
{
    va_list parts;
    va_start(parts, format);
    fprintf(stderr, "linea %s: ", command);
    vfprintf(stderr, format, parts);
    fputc('\n', stderr);
    va_end(parts);
    return EXIT_USAGE;
}

/* The column where it says what an option does, and the most columns of a line. */
enum { HELP_AT = 25, HELP_COLUMNS = 80 };

/* How many columns so many bytes take. */
static int columns_of(const char *text, size_t bytes)
{
    int columns = 0;
    for (size_t i = 0; i < bytes; i++)
        columns += (text[i] & 0xc0) != 0x80;
    return columns;
}

/* The rest of a line that has come to a column, and lines below HELP_AT. */
static void print_wrapped(int column, const char *text)
{
    if (column >= HELP_AT) {
        putchar('\n');
        column = 0;
    }
    printf("%*s", HELP_AT - column, "");
    column = HELP_AT;
    for (const char *word = text; *word;) {
        size_t bytes = strcspn(word, " ");
        int columns = columns_of(word, bytes);
        if (column > HELP_AT && column + 1 + columns > HELP_COLUMNS) {
            printf("\n%*s", HELP_AT, "");
            column = HELP_AT;
        } else if (column > HELP_AT) {
            putchar(' ');
            column++;
        }
        printf("%.*s", (int)bytes, word);
        column += columns;
        word += bytes;
        word += strspn(word, " ");
    }
    putchar('\n');
}

void *need(void *memory)
{
    if (!memory) {
        perror("linea");
        exit(EXIT_NEGATIVE);
    }
    return memory;
}

static void print_help(const struct option_spec *options, const char *usage)
{
    printf("usage: linea %s\n", usage);
    for (; options->name; options++) {
        char left[48], help[512], usual[32] = "";
        if (options->usual)
            snprintf(usual, sizeof usual, " (%ld)", options->usual);
        snprintf(help, sizeof help, "%s%s", options->help, usual);
        snprintf(left, sizeof left, "  %s%s%s", options->name,
                 options->value ? " " : "", options->value ? options->value : "");
        printf("%s", left);
        print_wrapped(columns_of(left, strlen(left)), help);
    }
    printf("  --help");
    print_wrapped(8, options->help ? options->help : "show this");
}

/* Store a value where its option says. */
static int store(const char *command, const struct option_spec *option,
                 const char *value)
{
    if (option->text) {
        long place = 0;
        while (place < option->high && option->text[place])
            place++;
        if (place > 0 && place == option->high)
            return complain(command, "%s may be given %ld times, no more", option->name,
                            option->high);
        option->text[place] = value;
        return PARSE_OK;
    }
    char *end;
    errno = 0;
    long number = strtol(value, &end, 10);
    if (errno || end == value || *end || number < option->low || number > option->high)
        return complain(command, "%s needs a number from %ld to %ld, not \"%s\"",
                        option->name, option->low, option->high, value);
    *option->number = number;
    return PARSE_OK;
}

int options_parse(int argc, char **argv, int *operands,
                  const struct option_spec *options, const char *usage)
{
    int n = 0;
    bool only_operands = false;
    for (int i = 1; i < argc; i++) {
        if (only_operands || argv[i][0] != '-' || !argv[i][1]) {
            argv[++n] = argv[i];
            continue;
        }
        if (strcmp(argv[i], "--") == 0) {
            only_operands = true;
            continue;
        }
        if (strcmp(argv[i], "--help") == 0) {
            print_help(options, usage);
            return EXIT_OK;
        }
        size_t length = strcspn(argv[i], "=");
        const char *value = argv[i][length] ? argv[i] + length + 1 : NULL;
        const struct option_spec *option = options;
        while (option->name &&
               (strncmp(option->name, argv[i], length) != 0 || option->name[length]))
            option++;
        if (!option->name)
            return complain(argv[0], "unknown option %s (--help lists them)", argv[i]);
        if (option->flag) {
            if (value)
                return complain(argv[0], "%s takes no value", option->name);
            *option->flag = true;
            continue;
        }
        if (!value && i + 1 == argc)
            return complain(argv[0], "%s needs a value", option->name);
        int code = store(argv[0], option, value ? value : argv[++i]);
        if (code != PARSE_OK)
            return code;
    }
    if (n > 0 && !operands)
        return complain(argv[0], "\"%s\" is not expected (--help shows the usage)",
                        argv[1]);
    if (operands)
        *operands = n;
    return PARSE_OK;
}

int part_from_text(long *part, long *parts, const char *command, const char *text)
{
    char *end, *last = NULL;
    *part = strtol(text, &end, 10);
    *parts = *end == '/' ? strtol(end + 1, &last, 10) : 0;
    if (end != text && last && last > end + 1 && !*last && *parts >= 1 &&
        *parts <= MOST_PARTS && *part >= 0 && *part < *parts)
        return EXIT_OK;
    return complain(command,
                    "--part needs I/N: the parts of N are 0/N to N-1/N, N at most %d",
                    MOST_PARTS);
}

long list_next(const char **list, char *part, size_t size)
{
    size_t length = strcspn(*list, ",");
    if (!**list)
        return -1;
    size_t kept = length < size ? length : 0;
    memcpy(part, *list, kept);
    part[kept] = 0;
    *list += length + ((*list)[length] == ',');
    return (long)length;
}

bool seed_from_text(struct linea_seed *seed, uint64_t *series, const char *text)
{
    if (!text) {
        if (getrandom(seed, sizeof *seed, 0) != sizeof *seed ||
            getrandom(series, sizeof *series, 0) != sizeof *series) {
            perror("getrandom");
            return false;
        }
        return true;
    }
    if (linea_seed_read(seed, text, strlen(text))) {
        memcpy(series, seed, sizeof *series);
        return true;
    }
    char *end;
    errno = 0;
    *series = strtoull(text, &end, 10);
    if (errno || end == text || *end || *text == '-') {
        fprintf(stderr, "a seed is a number or 64 hex digits, not \"%s\"\n", text);
        return false;
    }
    linea_seed_derive(seed, *series, 0);
    return true;
}
