/*
 * terminal/ending.c - prints the end of a game.
 *
 * SPDX-License-Identifier: MIT
 */
#include "ending.h"

#include <stdio.h>

#include "tr.h"

enum { LABEL_COLUMN = 21, PLAYER_COLUMN = 11, TICKET_COLUMN = 38 };

static const char *const source_words[LINEA_SOURCES] = {
    [LINEA_FROM_ROUTES] = N_("Routes"),
    [LINEA_FROM_TICKETS] = N_("Tickets"),
    [LINEA_FROM_STATIONS] = N_("Stations left"),
    [LINEA_FROM_LONGEST] = N_("Longest path"),
    [LINEA_FROM_ATTRACTIONS] = N_("Attractions"),
    [LINEA_FROM_DISTRICTS] = N_("Districts"),
    [LINEA_FROM_GLOBETROTTER] = N_("Most tickets"),
    [LINEA_FROM_PASSENGERS] = N_("Passengers"),
};

/* A row of the table: a label and a number for each player. */
static void show_row(const char *label, const int value[], int seats, enum ink ink)
{
    char text[LINE_SIZE], row[LINE_SIZE];
    struct linea_out out;
    linea_out_init(&out, text, sizeof text);
    put_column(&out, label, LABEL_COLUMN);
    for (int s = 0; s < seats; s++) {
        char number[16];
        snprintf(number, sizeof number, "%d", value[s]);
        put_column(&out, number, -PLAYER_COLUMN);
    }
    linea_out_init(&out, row, sizeof row);
    put_ink(&out, ink, text);
    say("%s", row);
}

static void show_names(const struct players *players, int seats)
{
    char text[LINE_SIZE], row[LINE_SIZE];
    struct linea_out out;
    linea_out_init(&out, text, sizeof text);
    put_column(&out, "", LABEL_COLUMN);
    for (int s = 0; s < seats; s++)
        put_column(&out, players->name[s], -PLAYER_COLUMN);
    linea_out_init(&out, row, sizeof row);
    put_ink(&out, INK_STRONG, text);
    say("%s", row);
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
        show_row(tr(source_words[source]), value, view->seats, INKS);
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

static void put_outcome(struct linea_out *out, const struct linea_map *map, int ticket,
                        bool done)
{
    char text[LINE_SIZE], inked[LINE_SIZE];
    struct linea_out words;
    linea_out_init(&words, text, sizeof text);
    put(&words, "%s%-2d %s – %s", done ? "✓ +" : "✗ -", map->ticket[ticket].points,
        location_name(map, map->ticket[ticket].a),
        location_name(map, map->ticket[ticket].b));
    linea_out_init(&words, inked, sizeof inked);
    put_ink(&words, done ? INK_GOOD : INK_BAD, text);
    linea_out_text(out, inked);
}

/* Tickets being printed two in a line, where they fit. */
struct pairs {
    struct linea_out out;
    char text[2 * LINE_SIZE];
};

static void pairs_flush(struct pairs *pairs)
{
    if (pairs->text[0])
        say("%s", pairs->text);
    linea_out_init(&pairs->out, pairs->text, sizeof pairs->text);
}

static void pairs_add(struct pairs *pairs, const char *ticket)
{
    int width = text_width(pairs->text);
    bool fits = width <= TICKET_COLUMN && text_width(ticket) + 2 <= TICKET_COLUMN;
    if (!fits)
        pairs_flush(pairs);
    bool second = pairs->text[0] != 0;
    if (second)
        put_column(&pairs->out, "", TICKET_COLUMN - width);
    put(&pairs->out, "  %s", ticket);
    if (second)
        pairs_flush(pairs);
}

static void show_tickets(const struct players *players, const struct linea_view *view,
                         const struct linea_result *result, int seat)
{
    static struct pairs pairs;
    char text[LINE_SIZE];
    struct linea_out out;
    if (players->humans == 1 && seat == 0)
        say("%s:", tr("Your tickets"));
    else
        say(tr("Tickets of %1$s:"), players->name[seat]);
    linea_out_init(&pairs.out, pairs.text, sizeof pairs.text);
    for (struct linea_set left = view->seat[seat].tickets; !linea_set_empty(&left);) {
        int t = linea_set_pop(&left);
        linea_out_init(&out, text, sizeof text);
        put_outcome(&out, view->map, t, linea_set_has(&result->seat[seat].done, t));
        pairs_add(&pairs, text);
    }
    pairs_flush(&pairs);
}

/* What has told players with as many points apart, if there are several. */
static void show_ties(const struct linea_view *view, const struct linea_result *result,
                      int points)
{
    static const char *const words[] = {
        [LINEA_TIE_TICKETS] = N_("who completed more tickets"),
        [LINEA_TIE_PASSENGERS] = N_("who has more passengers"),
        [LINEA_TIE_STATIONS] = N_("who built fewer stations"),
        [LINEA_TIE_LONGEST] = N_("who has the longest path"),
    };
    char text[LINE_SIZE];
    struct linea_out out;
    int equals = 0;
    for (int s = 0; s < view->seats; s++)
        equals += result->seat[s].total == points;
    if (equals < 2 || !view->map->ties)
        return;
    linea_out_init(&out, text, sizeof text);
    for (int i = 0; i < view->map->ties; i++)
        put(&out, "%s%s", i ? "; " : "", tr(words[view->map->tie[i]]));
    say_text(tr("With equal points these decide, in this order: %s."), text);
}

static void show_winners(const struct players *players, const struct linea_view *view,
                         const struct linea_result *result)
{
    char text[LINE_SIZE], names[LINE_SIZE], line[LINE_SIZE];
    struct linea_out out;
    int winners = 0, last = 0;
    linea_out_init(&out, names, sizeof names);
    for (int s = 0; s < view->seats; s++) {
        if (!(result->winners >> s & 1))
            continue;
        put(&out, "%s%s", winners++ ? ", " : "", players->name[s]);
        last = s;
    }
    int points = result->seat[last].total;
    linea_out_init(&out, text, sizeof text);
    if (winners > 1)
        put(&out, tr("A shared victory: %1$s. Points: %2$d."), names, points);
    else if (players->humans == 1 && last == 0)
        put(&out, tr("You win! Points: %1$d."), points);
    else
        put(&out, tr("%1$s wins. Points: %2$d."), names, points);
    linea_out_init(&out, line, sizeof line);
    put_ink(&out, INK_GOOD, text);
    say("%s", line);
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
