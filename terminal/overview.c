/*
 * terminal/overview.c - prints the table.
 *
 * SPDX-License-Identifier: MIT
 */
#include "overview.h"

#include "common/tr.h"

enum { NAME_COLUMN = 15, GAP = 2 };

/* The columns of the table of players. */
enum column { POINTS, VEHICLES, CARDS, TICKETS, STATIONS, PASSENGERS, COLUMNS };

static bool has_column(const struct linea_map *map, enum column c)
{
    return (c != STATIONS || linea_map_uses(map, LINEA_STATIONS_BUILT)) &&
           (c != PASSENGERS || linea_map_uses(map, LINEA_PASSENGERS_TAKEN));
}

static const char *heading(const struct linea_map *map, enum column c)
{
    static const char *const words[COLUMNS] = {
        [POINTS] = N_("Points"),         [CARDS] = N_("Cards"),
        [TICKETS] = N_("Tickets"),       [STATIONS] = N_("Stations"),
        [PASSENGERS] = N_("Passengers"),
    };
    return c == VEHICLES ? vehicles_word(map) : tr(words[c]);
}

static void count(const struct linea_view *view, int out[COLUMNS], int seat)
{
    const struct linea_view_seat *s = &view->seat[seat];
    out[POINTS] = s->points;
    out[VEHICLES] = s->vehicles;
    out[CARDS] = s->hand;
    out[TICKETS] = s->held;
    out[STATIONS] = view->map->stations - linea_bits(s->stations);
    out[PASSENGERS] = 0;
    for (int colour = 0; colour < LINEA_PASSENGER_COLOURS; colour++)
        out[PASSENGERS] += s->taken[colour];
}

static void show_headings(const struct linea_map *map)
{
    const char *line = column("", NAME_COLUMN);
    for (enum column c = 0; c < COLUMNS; c++)
        if (has_column(map, c))
            line = join(line, "",
                        column(heading(map, c), -text_width(heading(map, c)) - GAP));
    say("%s", inked(INK_FAINT, line));
}

static void show_player(const struct turn *turn, int seat)
{
    const struct linea_map *map = turn->view.map;
    int value[COLUMNS];
    const char *name =
        inked(seat == turn->view.viewer ? INK_STRONG : INKS, turn->players->name[seat]);
    const char *mark = turn->view.turn == seat ? "▶ " : "  ";
    const char *line = column(fmt("%s%s", mark, name), NAME_COLUMN);
    count(&turn->view, value, seat);
    for (enum column c = 0; c < COLUMNS; c++)
        if (has_column(map, c))
            line =
                join(line, "",
                     column(fmt("%d", value[c]), -text_width(heading(map, c)) - GAP));
    say("%s", line);
    if (value[PASSENGERS])
        say_items("", 2, taken_names(map, turn->view.seat[seat].taken));
}

/* "Europe" and what is left in the decks, at the two ends of a line, or of two. */
static void show_head(const struct turn *turn)
{
    const struct linea_view *view = &turn->view;
    const char *name = linea_map_name(view->map, &view->map->name, tr_language());
    const char *head = inked(INK_HEAD, name), *decks = "";
    for (int d = 0; d < view->map->decks; d++)
        if (view->map->deck[d].drawn)
            decks = join(decks, ", ",
                         join(view->map->draw_decks > 1 ? deck_word(view->map, d) : "",
                              " ", fmt("%d", view->deck_count[d])));
    const char *left = fmt("%s · %s %s", fmt(tr("Pile: %d"), view->pile_count),
                           tr("Tickets left:"), decks);
    if (text_width(name) + GAP + text_width(left) > page_width()) {
        say("%s", head);
        head = "";
    }
    say("%s%s", head, column(left, text_width(head) - page_width()));
}

static int label_width(void)
{
    int up = text_width(tr("Face up")), own = text_width(tr("Your hand"));
    int third = text_width(tr("Your tickets"));
    up = own > up ? own : up;
    return third > up ? third : up;
}

void overview_show_cards(const struct turn *turn)
{
    const struct linea_view *view = &turn->view;
    const char *up = "";
    for (int i = 0; i < LINEA_DISPLAY; i++)
        up = join(up, "  ", kind_name(view->map, view->display[i]));
    say_items(tr("Face up"), label_width(), up);
    say_items(tr("Your hand"), label_width(),
              turn_seat(turn)->hand ? counts_name(view->map, turn_seat(turn)->cards)
                                    : tr("no cards"));
}

const char *ticket_state(const struct turn *turn, int ticket,
                         const struct linea_way *way)
{
    if (linea_set_has(&turn->done, ticket) || way->spaces == 0)
        return inked(INK_GOOD, fmt("✓ %s", tr("done")));
    if (way->spaces < 0 || way->spaces > turn_seat(turn)->vehicles)
        return inked(INK_BAD, fmt("✗ %s", tr("out of reach")));
    return fmt(tr("open, to go: %d"), way->spaces);
}

static void show_tickets(const struct turn *turn)
{
    const struct linea_map *map = turn->view.map;
    int widest = 0;
    for (int i = 0; i < turn->tickets; i++) {
        int width = text_width(ticket_name(map, turn->ticket[i]));
        widest = width > widest ? width : widest;
    }
    for (int i = 0; i < turn->tickets; i++) {
        const char *number = fmt(i < 9 ? "◆%d" HARD_SPACE " " : "◆%d ", i + 1);
        /* A narrow screen breaks after the name alone. */
        const char *name = column(ticket_name(map, turn->ticket[i]), widest + GAP);
        say_items(i ? "" : tr("Your tickets"), label_width(),
                  fmt("%s%s%s", number, name,
                      ticket_state(turn, turn->ticket[i], &turn->way[i])));
    }
}

static void show_last_round(const struct turn *turn)
{
    if (turn->view.last_turns != LINEA_LAST_TURNS_NO)
        say("%s",
            inked(INK_BAD,
                  fmt(tr("Last round! Turns still to play, this one included: %d"),
                      turn->view.last_turns)));
}

void overview_show(const struct turn *turn)
{
    say_rule();
    show_head(turn);
    show_headings(turn->view.map);
    for (int seat = 0; seat < turn->view.seats; seat++)
        show_player(turn, seat);
    show_last_round(turn);
    overview_show_cards(turn);
    show_tickets(turn);
}
