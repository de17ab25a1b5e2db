/*
 * bots/bots.c - the list of bots.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "bot.h"

static const struct linea_bot *const bots[] = {&linea_bot_random};

const struct linea_bot *linea_bot_at(int i)
{
    return i >= 0 && i < (int)(sizeof bots / sizeof bots[0]) ? bots[i] : NULL;
}

const struct linea_bot *linea_bot_find(const char *name)
{
    const struct linea_bot *bot;
    for (int i = 0; (bot = linea_bot_at(i)); i++)
        if (strcmp(bot->name, name) == 0)
            return bot;
    return NULL;
}
