/*
 * terminal/table.c - prints the table.
 *
 * SPDX-License-Identifier: MIT
 */
#include "table.h"

#include <stdio.h>

#include "tr.h"

enum { NAME_COLUMN = 15, COLUMNS = 6, GAP = 2 };

/* A column of the table of players; the mechanic that a map must have, or -1. */
struct column {
    const char *heading;
    int mechanic;
    int (*value)(const struct desk *desk, int seat);
};

static int points(const struct desk *desk, int seat)
{
    return desk->view.seat[seat].points;
}

static int vehicles(const struct desk *desk, int seat)
{
    return desk->view.seat[seat].vehicles;
}

static int hand(const struct desk *desk, int seat)
{
    return desk->view.seat[seat].hand;
}

static int tickets(const struct desk *desk, int seat)
{
    return desk->view.seat[seat].held;
}

static int stations(const struct desk *desk, int seat)
{
    return desk->view.map->stations - linea_bits(desk->view.seat[seat].stations);
}

static int passengers(const struct desk *desk, int seat)
{
    int n = 0;
    for (int colour = 0; colour < LINEA_PASSENGER_COLOURS; colour++)
        n += desk->view.seat[seat].taken[colour];
    return n;
}

static const struct column columns[COLUMNS] = {
    {N_("Points"), -1, points},
    {NULL, -1, vehicles}, /* The heading depends on the map. */
    {N_("Cards"), -1, hand},
    {N_("Tickets"), -1, tickets},
    {N_("Stations"), LINEA_STATIONS_BUILT, stations},
    {N_("Passengers"), LINEA_PASSENGERS_TAKEN, passengers},
};

static const char *heading(const struct desk *desk, const struct column *column)
{
    return column->heading ? tr(column->heading) : vehicles_word(desk->view.map);
}

static bool has_column(const struct desk *desk, const struct column *column)
{
    return column->mechanic < 0 ||
           linea_map_uses(desk->view.map, (enum linea_mechanic)column->mechanic);
}

static void show_headings(const struct desk *desk)
{
    char text[LINE_SIZE], faint[LINE_SIZE];
    struct linea_out out;
    linea_out_init(&out, text, sizeof text);
    put_column(&out, "", NAME_COLUMN);
    for (const struct column *c = columns; c < columns + COLUMNS; c++)
        if (has_column(desk, c))
            put_column(&out, heading(desk, c), -text_width(heading(desk, c)) - GAP);
    linea_out_init(&out, faint, sizeof faint);
    put_ink(&out, INK_FAINT, text);
    say("%s", faint);
}

static void show_player(const struct desk *desk, int seat)
{
    char text[LINE_SIZE], name[LINE_SIZE], number[16];
    struct linea_out out;
    bool turn = desk->view.turn == seat;
    linea_out_init(&out, name, sizeof name);
    put(&out, "%s", turn ? "▶ " : "  ");
    put_ink(&out, seat == desk->view.viewer ? INK_STRONG : INKS,
            desk->players->name[seat]);
    linea_out_init(&out, text, sizeof text);
    put_column(&out, name, NAME_COLUMN);
    for (const struct column *c = columns; c < columns + COLUMNS; c++) {
        if (!has_column(desk, c))
            continue;
        snprintf(number, sizeof number, "%d", c->value(desk, seat));
        put_column(&out, number, -text_width(heading(desk, c)) - GAP);
    }
    say("%s", text);
    if (passengers(desk, seat) == 0)
        return;
    linea_out_init(&out, text, sizeof text);
    put_taken(&out, desk->view.map, desk->view.seat[seat].taken);
    say_items("", 2, text);
}

/* "Europe" and what is left in the decks, at the two ends of a line, or of two. */
static void show_head(const struct desk *desk)
{
    const struct linea_view *view = &desk->view;
    char text[LINE_SIZE], left[LINE_SIZE];
    struct linea_out out;
    linea_out_init(&out, left, sizeof left);
    put(&out, tr("Pile: %d"), view->pile_count);
    put(&out, " · %s ", tr("Tickets left:"));
    const char *before = "";
    for (int d = 0; d < view->map->decks; d++) {
        const struct linea_deck *deck = &view->map->deck[d];
        if (!deck->drawn)
            continue;
        put(&out, "%s%s%s%d", before,
            view->map->draw_decks > 1 ? deck_word(view->map, d) : "",
            view->map->draw_decks > 1 ? " " : "", view->deck_count[d]);
        before = ", ";
    }
    linea_out_init(&out, text, sizeof text);
    const char *name = linea_map_name(view->map, &view->map->name, tr_language());
    put_ink(&out, INK_HEAD, name);
    if (text_width(name) + GAP + text_width(left) > page_width()) {
        say("%s", text);
        linea_out_init(&out, text, sizeof text);
    }
    put_column(&out, left, text_width(text) - page_width());
    say("%s", text);
}

static int label_width(void)
{
    int up = text_width(tr("Face up")), own = text_width(tr("Your hand"));
    int third = text_width(tr("Your tickets"));
    up = own > up ? own : up;
    return third > up ? third : up;
}

void table_show_cards(const struct desk *desk)
{
    const struct linea_view *view = &desk->view;
    char text[LINE_SIZE];
    struct linea_out out;
    linea_out_init(&out, text, sizeof text);
    for (int i = 0; i < LINEA_DISPLAY; i++) {
        put(&out, "%s", i ? "  " : "");
        put_kind(&out, view->map, view->display[i]);
    }
    say_items(tr("Face up"), label_width(), text);
    linea_out_init(&out, text, sizeof text);
    put_counts(&out, view->map, desk_seat(desk)->cards);
    if (!desk_seat(desk)->hand)
        put(&out, "%s", tr("no cards"));
    say_items(tr("Your hand"), label_width(), text);
}

void put_state(struct linea_out *out, const struct desk *desk, int ticket,
               const struct linea_way *way)
{
    char text[LINE_SIZE];
    struct linea_out words;
    enum ink ink = INKS;
    linea_out_init(&words, text, sizeof text);
    if (linea_set_has(&desk->done, ticket) || way->spaces == 0) {
        put(&words, "✓ %s", tr("done"));
        ink = INK_GOOD;
    } else if (way->spaces < 0 || way->spaces > desk_seat(desk)->vehicles) {
        put(&words, "✗ %s", tr("out of reach"));
        ink = INK_BAD;
    } else {
        put(&words, tr("open, to go: %d"), way->spaces);
    }
    put_ink(out, ink, text);
}

static void show_tickets(const struct desk *desk)
{
    const struct linea_map *map = desk->view.map;
    int widest = 0;
    char text[LINE_SIZE], name[LINE_SIZE];
    struct linea_out out;
    for (int i = 0; i < desk->tickets; i++) {
        linea_out_init(&out, name, sizeof name);
        put_ticket(&out, map, desk->ticket[i]);
        widest = text_width(name) > widest ? text_width(name) : widest;
    }
    for (int i = 0; i < desk->tickets; i++) {
        linea_out_init(&out, name, sizeof name);
        put_ticket(&out, map, desk->ticket[i]);
        linea_out_init(&out, text, sizeof text);
        put(&out, i < 9 ? "◆%d" HARD_SPACE " " : "◆%d ", i + 1);
        put_column(&out, name, widest + GAP); /* A narrow screen breaks here alone. */
        put_state(&out, desk, desk->ticket[i], &desk->way[i]);
        say_items(i ? "" : tr("Your tickets"), label_width(), text);
    }
}

static void show_last_round(const struct desk *desk)
{
    char text[LINE_SIZE], strong[LINE_SIZE];
    struct linea_out out;
    if (desk->view.last_turns == LINEA_LAST_TURNS_NO)
        return;
    linea_out_init(&out, text, sizeof text);
    put(&out, tr("Last round! Turns still to play, this one included: %d"),
        desk->view.last_turns);
    linea_out_init(&out, strong, sizeof strong);
    put_ink(&out, INK_BAD, text);
    say("%s", strong);
}

void table_show(const struct desk *desk)
{
    say_rule();
    show_head(desk);
    show_headings(desk);
    for (int seat = 0; seat < desk->view.seats; seat++)
        show_player(desk, seat);
    show_last_round(desk);
    table_show_cards(desk);
    show_tickets(desk);
}
