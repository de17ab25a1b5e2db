/*
 * bots/name.c - names that would pass for one of our bots.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "bot.h"
#include "linea/utf8.h"

enum { NAME = 64 };

static const char bot[] = "bot";

static bool is_joined(const char *word, const char *first, const char *second)
{
    size_t length = strlen(first);
    return strlen(word) > length && memcmp(word, first, length) == 0 &&
           strcmp(word + length, second) == 0;
}

/* Whether a word is that of a level alone, or with "bot" before or behind it. */
static void look_at(const char *word, bool *is_level, bool *is_whole)
{
    char level[NAME];
    const struct linea_bot *b;
    for (int i = 0; (b = linea_bot_at(i)); i++) {
        linea_name_looks(level, sizeof level, b->name);
        *is_level |= strcmp(word, level) == 0;
        *is_whole |= is_joined(word, bot, level) || is_joined(word, level, bot);
    }
}

bool linea_bot_is_name(const char *name)
{
    char word[NAME];
    struct linea_out out;
    bool is_bot = false, is_level = false, is_whole = false;
    linea_name_looks(word, sizeof word, name);
    look_at(word, &is_level, &is_whole);
    if (is_whole || strcmp(word, bot) == 0)
        return true;
    is_level = false;
    for (int i = 0;; i++) {
        linea_out_init(&out, word, sizeof word);
        if (!linea_name_word(&out, &name))
            return is_whole || (is_bot && is_level);
        bool here = strcmp(word, bot) == 0;
        if (here && i == 0)
            return true;
        is_bot |= here;
        look_at(word, &is_level, &is_whole);
    }
}
