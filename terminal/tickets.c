/*
 * terminal/tickets.c - chooses which tickets to draw and which to keep.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>
#include <strings.h>

#include "choose.h"
#include "common/tr.h"
#include "overview.h"

enum choice choose_mix(struct turn *turn, bool back)
{
    static struct menu menu;
    menu_begin(&menu, tr("Which tickets do you draw?"), back, true);
    for (int i = 0; i < turn->moves && menu.items < MENU_ITEMS; i++)
        if (linea_move_kind(turn->move[i]) == LINEA_TICKETS_DRAW)
            menu_add(&menu, mix_name(turn->view.map, turn->move[i]))->move =
                turn->move[i];
    if (!back || menu.items > 1)
        return choose_from(turn, &menu);
    turn->chosen = menu.item[0].move;
    return CHOSEN;
}

static int keep_at_least(const struct turn *turn)
{
    return linea_keep_least(turn->view.map, (enum linea_phase)turn->view.phase,
                            turn_seat(turn)->offered);
}

/* One ticket on offer: its name, deck, and the spaces that it needs. */
static void show_offer(const struct turn *turn, int i, int number, int width)
{
    const struct linea_map *map = turn->view.map;
    int ticket = turn_seat(turn)->offer[i];
    const struct linea_ticket *t = &map->ticket[ticket];
    struct linea_way way;
    linea_way_find(&turn->view, &way, turn->view.viewer, t->a, t->b);
    say("%s %s%s%s", inked(INK_STRONG, fmt("%3d", number)),
        column(ticket_name(map, ticket), width), ticket_state(turn, ticket, &way),
        map->decks > 1 ? fmt("  (%s)", deck_word(map, t->deck)) : "");
}

/* The tickets on offer that are not yet in `kept`, numbered from 1. */
static void show_offers(const struct turn *turn, unsigned kept)
{
    const struct linea_view_seat *seat = turn_seat(turn);
    int widest = 0, number = 0;
    for (int i = 0; i < seat->offered; i++) {
        int width = text_width(ticket_name(turn->view.map, seat->offer[i]));
        widest = width > widest ? width : widest;
    }
    for (int i = 0; i < seat->offered; i++)
        if (!(kept >> i & 1))
            show_offer(turn, i, ++number, widest + 2);
}

/* The offer that has a number in the list shown, or -1. */
static int offer_numbered(const struct turn *turn, unsigned kept, int number)
{
    for (int i = 0; i < turn_seat(turn)->offered && number > 0; i++)
        if (!(kept >> i & 1) && --number == 0)
            return i;
    return -1;
}

/* Add the tickets that a line like "1 3 4" names. False if it is not such a line. */
static bool add_numbered(const struct turn *turn, const char *line, unsigned *kept)
{
    unsigned more = 0;
    if (strcasecmp(line, "all") == 0 || strcasecmp(line, tr("all")) == 0) {
        *kept = (1u << turn_seat(turn)->offered) - 1;
        return true;
    }
    for (const char *p = line + strspn(line, " ,"); *p; p += strspn(p, " ,")) {
        char word[8] = "";
        size_t length = strcspn(p, " ,");
        if (length >= sizeof word)
            return false;
        memcpy(word, p, length);
        int i = offer_numbered(turn, *kept, number_in(word));
        if (i < 0)
            return false;
        more |= 1u << i;
        p += length;
    }
    *kept |= more;
    return more != 0;
}

static void show_question(const struct turn *turn, unsigned kept)
{
    int least = keep_at_least(turn);
    const char *question =
        kept ? fmt(tr("Still to choose, at least: %d (0 starts over)"),
                   least - linea_bits(kept))
             : fmt(tr("Which tickets do you keep? At least: %d (as in \"1 3\", or "
                      "\"all\")"),
                   least);
    say_text("%s", inked(INK_HEAD, question));
    show_offers(turn, kept);
}

enum choice choose_keep(struct turn *turn)
{
    unsigned kept = 0;
    bool shown = false;
    while (linea_bits(kept) < keep_at_least(turn)) {
        char line[INPUT_LINE];
        if (!shown)
            show_question(turn, kept);
        enum input input = ask(turn, line, "");
        if (input == INPUT_LEAVE || input == INPUT_MOVE)
            return input == INPUT_LEAVE ? LEFT : CHOSEN;
        shown = false;
        if (input == INPUT_AGAIN)
            continue;
        if (kept && (!line[0] || number_in(line) == 0)) {
            kept = 0;
        } else if (!add_numbered(turn, line, &kept)) {
            say_text(
                "%s",
                tr("Please type the numbers of the tickets, with spaces between."));
            shown = true;
        }
    }
    turn->chosen = linea_move_make(LINEA_KEEP, 0, 0, 0) | kept;
    return CHOSEN;
}
