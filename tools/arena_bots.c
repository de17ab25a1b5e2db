/*
 * tools/arena_bots.c - who competes in the arena, and by what name.
 *
 * A program's name is short, so that tables stay tables, and harmless, so that it can
 * stand in JSON, CSV and pictures as it is.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "arena.h"

#include "common/options.h"

enum { SHORT = 16 }; /* longest name of a program */

/* Where the name of a program begins in its command: in the first word whose last part
   has a dot ("python3 -u bots/mine.py"), or else in the first word. */
static const char *program_word(const char *command)
{
    const char *first = NULL;
    for (const char *word = command; *(word += strspn(word, " \t"));) {
        size_t length = strcspn(word, " \t");
        const char *base = word;
        for (const char *c = word; c < word + length; c++)
            if (*c == '/' && c + 1 < word + length)
                base = c + 1;
        if (*word != '-' && memchr(base, '.', length - (size_t)(base - word)))
            return base;
        first = first ? first : base;
        word += length;
    }
    return first ? first : command;
}

/* Letters, digits and a few signs stay, any other character becomes a low line. */
static void program_name(char out[SHORT + 1], const char *command)
{
    int n = 0;
    for (const char *c = program_word(command); *c && !strchr(" \t", *c) && n < SHORT;
         c++)
        if ((*c & 0xc0) != 0x80)
            out[n++] = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') ||
                               (*c >= '0' && *c <= '9') || strchr("._+-", *c)
                           ? *c
                           : '_';
    out[n] = 0;
    if (!n)
        memcpy(out, "program", sizeof "program");
}

static bool is_taken(const struct arena *arena, const char *name)
{
    for (int i = 0; i < arena->bots; i++)
        if (strcmp(arena->name[i], name) == 0)
            return true;
    return false;
}

static int add_bot(struct arena *arena, const char *name)
{
    char base[SHORT + 1];
    const char *command = match_program(name);
    struct linea_player_name bot = {.bot = &linea_bot_greedy};
    if (!command && !match_bot(&bot, arena->command, name))
        return EXIT_USAGE;
    if (arena->bots == ARENA_BOTS)
        return complain(arena->command, "--bots names at most %d bots", ARENA_BOTS);
    if (command) {
        memcpy(arena->program[arena->bots], command, strlen(command) + 1);
        program_name(base, command);
        name = base;
    } else if (bot.argument) {
        program_name(base, bot.argument);
        name = base;
    }
    char *out = arena->name[arena->bots];
    snprintf(out, ARENA_NAME, "%.24s", name);
    for (int i = 2; is_taken(arena, out); i++)
        snprintf(out, ARENA_NAME, "%.24s#%d", name, i);
    arena->bot[arena->bots++] = bot;
    return EXIT_OK;
}

static int add_listed(struct arena *arena, const char *list)
{
    char name[MATCH_COMMAND];
    int code = EXIT_OK;
    for (long length;
         code == EXIT_OK && (length = list_next(&list, name, sizeof name)) >= 0;)
        code = length < MATCH_COMMAND
                   ? add_bot(arena, name)
                   : complain(arena->command, "a bot of --bots has at most %d bytes",
                              MATCH_COMMAND - 1);
    return code;
}

int arena_read_bots(struct arena *arena, const char *list)
{
    int code = list ? add_listed(arena, list) : EXIT_OK;
    for (int i = 0; !list && linea_bot_at(i) && code == EXIT_OK; i++)
        code = add_bot(arena, linea_bot_at(i)->name);
    if (code != EXIT_OK)
        return code;
    return arena_add_pairs(arena);
}

int arena_add_pairs(struct arena *arena)
{
    if (arena->bots < 2)
        return complain(arena->command, "--bots needs two bots or more");
    for (int a = 0; a < arena->bots; a++)
        for (int b = a + 1; b < arena->bots; b++)
            arena->pair[arena->pairs++] = (struct arena_pair){{a, b}};
    return EXIT_OK;
}

int arena_read_anchor(struct arena *arena, const char *name)
{
    arena->anchor = -1;
    for (int i = arena->bots - 1; i >= 0; i--)
        if (strcmp(arena->name[i], name ? name : "random") == 0)
            arena->anchor = i;
    if (name && arena->anchor < 0 && strcmp(name, "mean") != 0)
        return complain(arena->command, "--anchor \"%s\" is not one of the bots", name);
    return EXIT_OK;
}
