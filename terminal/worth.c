/*
 * terminal/worth.c - what the moves of a decision are worth, and why, in words.
 *
 * SPDX-License-Identifier: MIT
 */
#include "common/tr.h"
#include "linea/text.h"
#include "names.h"
#include "reason.h"
#include "terminal.h"

/* Half of an interval of 95%, in percent of a victory. */
static double half_width(int error)
{
    return error * 1.96e-4;
}

/* The route that a card is drawn for; "" where there is none. */
static const char *draw_sentence(const struct linea_map *map, const struct reason *why)
{
    if (why->kind != LINEA_NOTHING)
        return fmt(tr("%1$s lacks a card: %2$s."), route_name(map, why->route),
                   kind_word(map, why->kind));
    if (why->route != LINEA_NOTHING)
        return fmt(tr("Nothing that lies face up helps with %s."),
                   route_name(map, why->route));
    return "";
}

/* Why a move is a good one; "" where there is nothing to say. */
static const char *reason_sentence(const struct linea_map *map,
                                   const struct reason *why)
{
    const char *draw = draw_sentence(map, why);
    if (why->ticket != LINEA_NOTHING)
        return join(draw, *draw ? " " : "",
                    fmt(tr("That is on the way of the ticket %s."),
                        ticket_name(map, why->ticket)));
    if (*draw)
        return draw;
    if (why->done)
        return tr("No ticket is left to work for, and there is time for another.");
    if (why->spaces < 0)
        return "";
    const char *spaces =
        fmt(tr("Spaces still to be claimed for all your tickets: %d."), why->spaces);
    return why->failed
               ? join(spaces, " ",
                      fmt(tr("Tickets that cannot be completed: %d."), why->failed))
               : spaces;
}

bool terminal_speak(const char *language)
{
    return tr_choose(language);
}

static void say_move(const struct evaluation *e, const struct linea_game *g,
                     int candidate, int best)
{
    char text[LINEA_MOVE_TEXT];
    struct linea_out out;
    struct reason why;
    linea_move m = e->candidate[candidate].move;
    struct estimate share = linea_evaluate_value(e, candidate, MEASURE_SHARE);
    struct estimate lead = linea_evaluate_value(e, candidate, MEASURE_LEAD);
    struct estimate less = linea_evaluate_more(e, best, candidate, MEASURE_SHARE);
    linea_out_init(&out, text, sizeof text);
    linea_move_write(g, &out, m);
    linea_reason_find(&why, &e->view, &e->own.plan, m);
    const char *worth =
        fmt(tr("%1$s: %2$.1f ±%3$.1f %% of the victory, %4$+.1f points ahead."), text,
            share.mean * 1e-4, half_width(share.error), lead.mean * 1e-3);
    if (candidate != best)
        worth = join(worth, " ",
                     fmt(tr("That is %1$.1f ±%2$.1f %% less than the best move."),
                         less.mean * 1e-4, half_width(less.error)));
    say_text("%s", join(worth, " ", reason_sentence(g->map, &why)));
}

void terminal_worth(const struct evaluation *e, const struct linea_game *g)
{
    int order[CANDIDATES];
    linea_evaluate_order(e, order);
    for (int i = 0; i < e->candidates; i++)
        say_move(e, g, order[i], order[0]);
}
