/*
 * terminal/ending.c - prints the end of a game.
 *
 * SPDX-License-Identifier: MIT
 */
#include "ending.h"

#include "tr.h"

enum { LABEL_COLUMN = 21, PLAYER_COLUMN = 11, TICKET_COLUMN = 38 };

/* A row of the table: a label and a number for each player. */
static void show_row(const char *label, const int value[], int seats, enum ink ink)
{
    const char *row = column(label, LABEL_COLUMN);
    for (int s = 0; s < seats; s++)
        row = join(row, "", column(fmt("%d", value[s]), -PLAYER_COLUMN));
    say("%s", inked(ink, row));
}

static void show_names(const struct players *players, int seats)
{
    const char *row = column("", LABEL_COLUMN);
    for (int s = 0; s < seats; s++)
        row = join(row, "", column(players->name[s], -PLAYER_COLUMN));
    say("%s", inked(INK_STRONG, row));
}

static void show_points(const struct linea_view *view,
                        const struct linea_result *result)
{
    int value[LINEA_SEATS];
    for (int source = 0; source < LINEA_SOURCES; source++) {
        if (!linea_map_has_source(view->map, (enum linea_source)source))
            continue;
        for (int s = 0; s < view->seats; s++)
            value[s] = result->seat[s].from[source];
        show_row(tr(linea_source_label((enum linea_source)source)), value, view->seats, INKS);
    }
    for (int s = 0; s < view->seats; s++)
        value[s] = result->seat[s].total;
    show_row(tr("Total"), value, view->seats, INK_STRONG);
    for (int s = 0; s < view->seats; s++)
        value[s] = result->seat[s].tickets_done;
    show_row(tr("Tickets completed"), value, view->seats, INK_FAINT);
    for (int s = 0; s < view->seats; s++)
        value[s] = result->seat[s].longest;
    if (linea_map_uses(view->map, LINEA_LONGEST))
        show_row(tr("Spaces of the path"), value, view->seats, INK_FAINT);
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
    static const char *const words[] = {
        [LINEA_TIE_TICKETS] = N_("who completed more tickets"),
        [LINEA_TIE_PASSENGERS] = N_("who has more passengers"),
        [LINEA_TIE_STATIONS] = N_("who built fewer stations"),
        [LINEA_TIE_LONGEST] = N_("who has the longest path"),
    };
    const char *list = "";
    int equals = 0;
    for (int s = 0; s < view->seats; s++)
        equals += result->seat[s].total == points;
    if (equals < 2 || !view->map->ties)
        return;
    for (int i = 0; i < view->map->ties; i++)
        list = join(list, "; ", tr(words[view->map->tie[i]]));
    say_text(tr("With equal points these decide, in this order: %s."), list);
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
    show_names(players, view->seats);
    show_points(view, result);
    say("%s", "");
    show_winners(players, view, result);
    say_rule();
}
