/*
 * terminal/help.c - the commands that every prompt understands.
 *
 * SPDX-License-Identifier: MIT
 */
#include "help.h"

#include <string.h>
#include <strings.h>

#include "common/tr.h"
#include "overview.h"

static void show_help(const struct turn *turn, const char *rest);

static void show_overview(const struct turn *turn, const char *rest)
{
    (void)rest;
    overview_show(turn);
}

static void show_rules(const struct turn *turn, const char *rest)
{
    (void)rest;
    rules_show(turn->view.map);
}

static const struct command commands[] = {
    {N_("help"), "?", show_help, N_("this page")},
    {N_("table"), "t", show_overview,
     N_("the table again, with your hand and tickets")},
    {N_("routes"), "r", routes_show,
     N_("all routes; with part of a name, those that touch that place")},
    {N_("map"), "m", board_show,
     N_("the board, drawn; with part of a name, larger around that place")},
    {N_("ways"), "w", ways_show,
     N_("the shortest way still open for each of your tickets")},
    {N_("rules"), "", show_rules, N_("how this map is played, in brief")},
    {N_("quit"), "q", NULL, N_("leave the game")},
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

/* Whether a line is a word, small or large, or begins with it and a space. */
static bool starts_with_word(const char *line, const char *word)
{
    size_t n = strlen(word);
    return strncasecmp(line, word, n) == 0 && (!line[n] || line[n] == ' ');
}

const struct command *command_in(const char *line, const char **rest)
{
    for (const struct command *c = commands; c < commands + COMMANDS; c++) {
        const char *words[] = {c->word, tr(c->word), c->also};
        for (int w = 0; w < 3; w++) {
            if (!words[w][0] || !starts_with_word(line, words[w]))
                continue;
            *rest = line + strlen(words[w]);
            *rest += strspn(*rest, " ");
            return c;
        }
    }
    return NULL;
}

static void show_help(const struct turn *turn, const char *rest)
{
    (void)turn;
    (void)rest;
    say_rule();
    say_wrapped("", 0,
                tr("Type the number of a choice and Enter. 0 or Enter alone goes back. "
                   "In long lists, part of a name narrows the list and + turns the "
                   "page. At any time you can also type:"));
    for (const struct command *c = commands; c < commands + COMMANDS; c++)
        say_wrapped(fmt("  %s", join(tr(c->word), ", ", c->also)), 16, tr(c->about));
    say_wrapped("", 0,
                tr("A move in the spelling of game records works too, such as "
                   "\"draw pile\" or \"claim paris/zurich red:2,wild:1\"; there, "
                   "\"wild\" is the card of any colour."));
    say_text("◆ %s",
             tr("marks routes on the shortest way of your ticket of that number."));
    say_rule();
}
