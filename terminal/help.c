/*
 * terminal/help.c - the commands that every prompt understands.
 *
 * SPDX-License-Identifier: MIT
 */
#include "help.h"

#include <string.h>
#include <strings.h>

#include "overview.h"
#include "tr.h"

static const struct {
    const char *word;
    const char *also; /* a second word, the same in every language */
    enum command command;
    const char *about;
} commands[] = {
    {N_("help"), "?", COMMAND_HELP, N_("this page")},
    {N_("table"), "t", COMMAND_TABLE,
     N_("the table again, with your hand and tickets")},
    {N_("routes"), "r", COMMAND_ROUTES,
     N_("all routes; with part of a name, those that touch that place")},
    {N_("map"), "m", COMMAND_BOARD,
     N_("the board, drawn; with part of a name, larger around that place")},
    {N_("ways"), "w", COMMAND_WAYS,
     N_("the shortest way still open for each of your tickets")},
    {N_("rules"), NULL, COMMAND_RULES, N_("how this map is played, in brief")},
    {N_("quit"), "q", COMMAND_QUIT, N_("leave the game")},
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

/* Whether a line is a word, small or large, or begins with it and a space. */
static bool starts_with_word(const char *line, const char *word)
{
    size_t n = strlen(word);
    return strncasecmp(line, word, n) == 0 && (!line[n] || line[n] == ' ');
}

enum command command_in(const char *line, const char **rest)
{
    for (int i = 0; i < COMMANDS; i++) {
        const char *words[] = {commands[i].word, tr(commands[i].word),
                               commands[i].also};
        for (int w = 0; w < 3; w++) {
            if (!words[w] || !starts_with_word(line, words[w]))
                continue;
            const char *after = line + strlen(words[w]);
            if (rest)
                *rest = after + strspn(after, " ");
            return commands[i].command;
        }
    }
    return COMMAND_NONE;
}

static void help_show(void)
{
    say_rule();
    say_wrapped("", 0,
                tr("Type the number of a choice and Enter. 0 or Enter alone goes back. "
                   "In long lists, part of a name narrows the list and + turns the "
                   "page. At any time you can also type:"));
    for (int i = 0; i < COMMANDS; i++) {
        const char *also = commands[i].also ? commands[i].also : "";
        say_wrapped(fmt("  %s", join(tr(commands[i].word), ", ", also)), 16,
                    tr(commands[i].about));
    }
    say_wrapped("", 0,
                tr("A move in the spelling of game records works too, such as "
                   "\"draw pile\" or \"claim paris/zurich red:2,wild:1\"; there, "
                   "\"wild\" is the card of any colour."));
    say_text("◆ %s",
             tr("marks routes on the shortest way of your ticket of that number."));
    say_rule();
}

void command_run(enum command command, const struct turn *turn, const char *rest)
{
    switch (command) {
    case COMMAND_HELP:
        help_show();
        break;
    case COMMAND_TABLE:
        overview_show(turn);
        break;
    case COMMAND_ROUTES:
        routes_show(turn, rest);
        break;
    case COMMAND_BOARD:
        board_show(turn, rest);
        break;
    case COMMAND_WAYS:
        ways_show(turn);
        break;
    case COMMAND_RULES:
        rules_show(turn->view.map);
        break;
    case COMMAND_QUIT:
    case COMMAND_NONE:
        break;
    }
}
