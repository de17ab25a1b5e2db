/*
 * bots/player.c - bots in seats, and their names.
 *
 * SPDX-License-Identifier: MIT
 */
#include "player.h"

#include <string.h>

#include "linea/choices.h"
#include "linea/json.h"

enum { NAME = 32 }; /* longer than the name of any bot */

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

static const struct linea_bot *find_bot(const char *text, size_t length)
{
    char name[NAME];
    if (length >= sizeof name)
        return NULL;
    memcpy(name, text, length);
    name[length] = 0;
    return linea_bot_find(name);
}

/* The parts of a message; `limit` ends it unless it is 0. */
struct message {
    const char *before, *after;
    int limit;
};

/* Write a message about the first `length` bytes of a text; always false. */
static bool fail(struct linea_error *error, enum linea_error_code code,
                 struct message message, const char *text, size_t length)
{
    struct linea_out out;
    error->code = code;
    linea_out_init(&out, error->message, sizeof error->message);
    linea_out_text(&out, message.before);
    linea_out_chars(&out, text, length);
    linea_out_text(&out, message.after);
    if (message.limit)
        linea_out_int(&out, message.limit);
    return false;
}

bool linea_player_read(struct linea_player_name *out, const char *text,
                       struct linea_error *error)
{
    static const struct message no_bot = {"there is no bot \"", "\"", 0};
    static const struct message no_number = {
        "\"", "\": after @ stand playouts, a number from 1 to ", LINEA_PLAYOUTS};
    static const struct message too_much = {"\"", "\" takes nothing after \":\"", 0};
    static const struct message too_little = {"\"", "\" needs \":\" and a value", 0};
    size_t length = strlen(text), name = 0, end = length;
    while (name < length && text[name] != ':' && text[name] != '@')
        name++;
    /* A value may contain an '@' of its own, so the last one counts. */
    for (size_t i = name; i < length; i++)
        if (text[i] == '@')
            end = i;
    *out = (struct linea_player_name){.bot = find_bot(text, name)};
    if (!out->bot)
        return fail(error, LINEA_UNKNOWN, no_bot, text, name);
    if (end < length && !(out->simulations = read_playouts(text + end + 1)))
        return fail(error, LINEA_SYNTAX, no_number, text, length);
    bool given = text[name] == ':';
    if (given != (out->bot->argument != NULL))
        return fail(error, LINEA_SYNTAX, given ? too_much : too_little, text, name);
    if (given) {
        out->argument = text + name + 1;
        out->length = end - name - 1;
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
