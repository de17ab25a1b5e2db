/*
 * terminal/input.c - reads lines, and separates commands and moves from answers.
 *
 * SPDX-License-Identifier: MIT
 */
#include "input.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "common/tr.h"
#include "help.h"
#include "linea/text.h"

/* Read a line, cut to its room, without the spaces around it. False at the end. */
static bool read_line(char line[INPUT_LINE])
{
    fflush(stdout);
    size_t length = 0;
    int c;
    while ((c = getchar()) != EOF && c != '\n')
        if (length < INPUT_LINE - 1 && c != 0)
            line[length++] = (char)c;
    if (c == EOF && length == 0)
        return false;
    while (length > 0 && isspace((unsigned char)line[length - 1]))
        length--;
    line[length] = 0;
    size_t spaces = strspn(line, " \t");
    memmove(line, line + spaces, length + 1 - spaces);
    return true;
}

static bool read_answer(const char *prompt, char line[INPUT_LINE])
{
    printf("%s> ", prompt);
    bool more = read_line(line);
    /* Only a terminal has shown the end of the line. */
    if (!more || !isatty(STDIN_FILENO))
        putchar('\n');
    return more;
}

bool wait_for_enter(const char *prompt)
{
    char line[INPUT_LINE];
    return read_answer(prompt, line);
}

int number_in(const char *line)
{
    size_t digits = strspn(line, "0123456789");
    if (digits == 0 || digits > 4 || line[digits])
        return -1;
    int number = 0;
    for (size_t i = 0; i < digits; i++)
        number = number * 10 + (line[i] - '0');
    return number;
}

/* Whether the player, asked once, really wants to leave. */
static bool confirm_leaving(void)
{
    char line[INPUT_LINE];
    const char *rest;
    say_text("%s", tr("Leave this game? It cannot be taken up again."));
    if (!read_answer(tr("1 leave, 0 play on "), line) || number_in(line) == 1)
        return true;
    const struct command *command = command_in(line, &rest);
    return command && !command->run;
}

/* Whether a line begins with the verb of a move, as the formats spell it. */
static bool looks_like_move(const char *line)
{
    static const char *const verbs[] = {"draw", "claim", "tickets", "station", "pass",
                                        "keep", "pay",   "decline", "take"};
    size_t length = strcspn(line, " ");
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++)
        if (strlen(verbs[i]) == length && strncmp(line, verbs[i], length) == 0)
            return true;
    return false;
}

/* What the engine says against moves, for the catalogs. */
static const char *const reasons[] = {
    N_("passing is legal only when nothing else is"),
    N_("the route is claimed already"),
    N_("the route is closed: a parallel one is claimed"),
    N_("there are not enough vehicles left for the route"),
    N_("the route has another colour"),
    N_("the ferry demands more wilds"),
    N_("those cards are not in the hand"),
    N_("no card can be drawn: the pile is empty"),
    N_("a face-up wild cannot be the second card"),
    N_("no such card lies face up"),
    N_("the location has a station already"),
    N_("there is no station left to build"),
    N_("too few tickets are kept"),
    N_("there are no tickets left"),
    N_("the decks do not allow that mix"),
    N_("the tunnel cannot be paid with those cards"),
    N_("no such passenger waits there"),
};

/* Why a move is refused. The engine speaks English; other languages have the sentences
   above, and for the rest what kind of mistake it is. */
static const char *reason(const struct linea_error *error)
{
    if (strcmp(tr_language(), "en") == 0)
        return error->message;
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++)
        if (strcmp(reasons[i], error->message) == 0)
            return tr(reasons[i]);
    if (error->code == LINEA_SYNTAX)
        return tr("it is not spelled like that; ? shows examples");
    if (error->code == LINEA_UNKNOWN)
        return tr("a name in it is not known here");
    return tr("the rules do not allow it now");
}

static bool read_move(struct turn *turn, const char *line)
{
    struct linea_error error;
    if (linea_move_read(&turn->guess, &turn->chosen, &error, line, strlen(line)))
        return true;
    say_text(tr("That move is not possible: %s."), reason(&error));
    return false;
}

enum input ask(struct turn *turn, char line[INPUT_LINE], const char *prompt)
{
    for (;;) {
        const char *rest;
        if (!read_answer(prompt, line))
            return INPUT_LEAVE;
        const struct command *command = command_in(line, &rest);
        if (command && !command->run)
            return !turn || confirm_leaving() ? INPUT_LEAVE : INPUT_AGAIN;
        if (turn && command) {
            command->run(turn, rest);
            return INPUT_AGAIN;
        }
        if (!turn || !looks_like_move(line))
            return INPUT_TEXT;
        if (read_move(turn, line))
            return INPUT_MOVE;
    }
}
