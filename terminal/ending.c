/*
 * terminal/ending.c - prints the end of a game.
 *
 * SPDX-License-Identifier: MIT
 */
#include "ending.h"

#include "common/tr.h"
#include "help.h"

enum { LABEL_COLUMN = 21, PLAYER_COLUMN = 11, TICKET_COLUMN = 38 };

/* The rows of the table of points: the sources, and below them … */
enum { TOTAL = LINEA_SOURCES, TICKETS_DONE, SPACES, ROWS };

static int value_of(const struct linea_score *score, int row)
{
    return row == TOTAL          ? score->total
           : row == TICKETS_DONE ? score->tickets_done
           : row == SPACES       ? score->longest
                                 : score->from[row];
}

static void show_points(const struct players *players, const struct linea_view *view,
                        const struct linea_result *result)
{
    static const char *const below[] = {N_("Total"), N_("Tickets completed"),
                                        N_("Spaces of the path")};
    const char *line = column("", LABEL_COLUMN);
    for (int s = 0; s < view->seats; s++)
        line = join(line, "", column(players->name[s], -PLAYER_COLUMN));
    say("%s", inked(INK_STRONG, line));
    for (int row = 0; row < ROWS; row++) {
        bool source = row < LINEA_SOURCES;
        if ((source && !linea_map_has_source(view->map, (enum linea_source)row)) ||
            (row == SPACES && !linea_map_uses(view->map, LINEA_LONGEST)))
            continue;
        line = column(tr(source ? linea_source_label((enum linea_source)row)
                                : below[row - TOTAL]),
                      LABEL_COLUMN);
        for (int s = 0; s < view->seats; s++)
            line = join(
                line, "",
                column(fmt("%d", value_of(&result->seat[s], row)), -PLAYER_COLUMN));
        say("%s", inked(source ? INKS : row == TOTAL ? INK_STRONG : INK_FAINT, line));
    }
}

static const char *outcome(const struct linea_map *map, int ticket, bool done)
{
    const struct linea_ticket *t = &map->ticket[ticket];
    return inked(done ? INK_GOOD : INK_BAD,
                 fmt("%s%-2d %s – %s", done ? "✓ +" : "✗ -", t->points,
                     location_name(map, t->a), location_name(map, t->b)));
}

/* Print tickets two in a line, where they fit. */
static void show_outcomes(const struct linea_map *map, struct linea_set tickets,
                          const struct linea_set *done)
{
    const char *first = "";
    while (!linea_set_empty(&tickets)) {
        int ticket = linea_set_pop(&tickets);
        const char *next = outcome(map, ticket, linea_set_has(done, ticket));
        bool fits = text_width(first) <= TICKET_COLUMN - 2 &&
                    text_width(next) <= TICKET_COLUMN - 2;
        if (first[0] && fits) {
            say("  %s  %s", column(first, TICKET_COLUMN - 2), next);
            next = "";
        } else if (first[0]) {
            say("  %s", first);
        }
        first = next;
    }
    if (first[0])
        say("  %s", first);
}

static void show_tickets(const struct players *players, const struct linea_view *view,
                         const struct linea_result *result, int seat)
{
    if (players->humans == 1 && seat == 0)
        say("%s:", tr("Your tickets"));
    else
        say(tr("Tickets of %1$s:"), players->name[seat]);
    show_outcomes(view->map, view->seat[seat].tickets, &result->seat[seat].done);
}

/* What broke the tie between players with as many points, if there are several. */
static void show_ties(const struct linea_view *view, const struct linea_result *result,
                      int points)
{
    int equals = 0;
    for (int s = 0; s < view->seats; s++)
        equals += result->seat[s].total == points;
    if (equals < 2 || !view->map->ties)
        return;
    say_text(tr("With equal points these decide, in this order: %s."),
             ties_text(view->map));
}

static void show_winners(const struct players *players, const struct linea_view *view,
                         const struct linea_result *result)
{
    const char *names = "", *line;
    int winners = 0, last = 0;
    for (int s = 0; s < view->seats; s++) {
        if (!(result->winners >> s & 1))
            continue;
        names = join(names, ", ", players->name[s]);
        winners++;
        last = s;
    }
    int points = result->seat[last].total;
    if (winners > 1)
        line = fmt(tr("A shared victory: %1$s. Points: %2$d."), names, points);
    else if (players->humans == 1 && last == 0)
        line = fmt(tr("You win! Points: %1$d."), points);
    else
        line = fmt(tr("%1$s wins. Points: %2$d."), names, points);
    say("%s", inked(INK_GOOD, line));
    show_ties(view, result, points);
}

void ending_show(const struct players *players, const struct linea_view *view,
                 const struct linea_result *result)
{
    say_rule();
    say("%s", tr("The game is over."));
    say("%s", "");
    for (int s = 0; s < view->seats; s++)
        show_tickets(players, view, result, s);
    say("%s", "");
    show_points(players, view, result);
    say("%s", "");
    show_winners(players, view, result);
    say_rule();
}
