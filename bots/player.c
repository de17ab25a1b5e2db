/*
 * bots/player.c - bots in seats, and their names.
 *
 * SPDX-License-Identifier: MIT
 */
#include "player.h"

#include <string.h>

#include "linea/choices.h"

enum { NAME = 64 }; /* longer than the name of any bot */

/* Read the playouts after '@': 0 if it is not a number in range. */
static int read_playouts(const char *digits)
{
    int n = 0;
    for (; *digits; digits++) {
        if (*digits < '0' || *digits > '9')
            return 0;
        int digit = *digits - '0';
        if (n > (LINEA_PLAYOUTS - digit) / 10)
            return 0;
        n = n * 10 + digit;
    }
    return n;
}

bool linea_player_read(struct linea_player_name *out, struct linea_error *error,
                       const char *text)
{
    char name[NAME];
    size_t length = strlen(text), n = 0, end = length;
    for (; n < length && text[n] != ':' && text[n] != '@'; n++)
        if (n + 1 < sizeof name)
            name[n] = text[n];
    name[n < sizeof name ? n : sizeof name - 1] = 0;
    /* A value may contain an '@' of its own, so the last one counts. */
    for (size_t i = n; i < length; i++)
        if (text[i] == '@')
            end = i;
    *out = (struct linea_player_name){.bot = linea_bot_find(name)};
    if (!out->bot)
        return linea_explain(error, LINEA_UNKNOWN, "there is no bot \"%s\"", name);
    if (end < length && !(out->simulations = read_playouts(text + end + 1)))
        return linea_explain(error, LINEA_SYNTAX,
                             "\"%s\": after @ stand playouts, a number from 1 to %d",
                             text, LINEA_PLAYOUTS);
    bool given = text[n] == ':';
    if (given && !out->bot->argument)
        return linea_explain(error, LINEA_SYNTAX, "\"%s\" takes nothing after \":\"",
                             name);
    if (given && n + 1 == end)
        return linea_explain(error, LINEA_SYNTAX, "\"%s\": after : stands %s", text,
                             out->bot->argument);
    if (given) {
        out->argument = text + n + 1;
        out->length = end - n - 1;
    }
    return true;
}

void linea_player_begin(struct linea_player *p, const struct linea_bot *bot,
                        const struct linea_budget *budget, uint64_t seed)
{
    p->bot = bot;
    p->budget = budget ? *budget : (struct linea_budget){0};
    bot->begin(bot, p->memory, seed);
}

linea_move linea_player_choose(struct linea_player *p, const struct linea_view *view,
                               const linea_move *moves, int n)
{
    return linea_bot_choose(p->bot, p->memory, view, moves, n, &p->budget);
}

linea_move linea_player_move(struct linea_player *p, const struct linea_game *g)
{
    if (p->bot->pick) {
        struct linea_choices choices;
        linea_game_choices(g, &choices);
        int k = p->bot->pick(p->bot, p->memory, choices.count);
        return linea_choices_pick(&choices, k);
    }
    struct linea_view view;
    int n = linea_game_moves(g, p->moves);
    linea_game_view(g, &view, g->turn);
    return linea_player_choose(p, &view, p->moves, n);
}
