/*
 * terminal/tickets.c - chooses which tickets to draw and which to keep.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>
#include <strings.h>

#include "choose.h"
#include "table.h"
#include "tr.h"

enum choice choose_mix(struct desk *desk, bool back)
{
    static struct menu menu;
    linea_move move[MENU_ITEMS] = {0};
    menu_begin(&menu, tr("Which tickets do you draw?"), back, true);
    for (int i = 0; i < desk->moves && menu.items < MENU_ITEMS; i++) {
        if (linea_move_kind(desk->move[i]) != LINEA_TICKETS_DRAW)
            continue;
        move[menu.items] = desk->move[i];
        struct linea_out out = menu_add(&menu);
        put_mix(&out, desk->view.map, desk->move[i]);
    }
    int picked = back && menu.items == 1 ? 0 : menu_pick(&menu, desk);
    if (picked >= 0)
        desk->chosen = move[picked];
    return choice_of(picked);
}

static int keep_at_least(const struct desk *desk)
{
    return linea_keep_least(desk->view.map, (enum linea_phase)desk->view.phase,
                            desk_seat(desk)->offered);
}

/* One ticket on offer: its name, deck, and the spaces that it needs. */
static void show_offer(const struct desk *desk, int i, int number, int width)
{
    const struct linea_map *map = desk->view.map;
    int ticket = desk_seat(desk)->offer[i];
    const struct linea_ticket *t = &map->ticket[ticket];
    char text[LINE_SIZE], name[LINE_SIZE], label[16] = "";
    struct linea_out out;
    struct linea_way way;
    linea_out_init(&out, label, sizeof label);
    put(&out, "%3d", number);
    linea_out_init(&out, name, sizeof name);
    put_ticket(&out, map, ticket);
    linea_out_init(&out, text, sizeof text);
    put_ink(&out, INK_STRONG, label);
    put(&out, " ");
    put_column(&out, name, width);
    linea_way_find(&desk->view, &way, desk->view.viewer, t->a, t->b);
    put_state(&out, desk, ticket, &way);
    if (map->decks > 1)
        put(&out, "  (%s)", deck_word(map, t->deck));
    say("%s", text);
}

/* The tickets on offer that are not yet in `kept`, numbered from 1. */
static void show_offers(const struct desk *desk, unsigned kept)
{
    int width = 0, number = 0;
    for (int i = 0; i < desk_seat(desk)->offered; i++) {
        char name[LINE_SIZE];
        struct linea_out out;
        linea_out_init(&out, name, sizeof name);
        put_ticket(&out, desk->view.map, desk_seat(desk)->offer[i]);
        width = text_width(name) > width ? text_width(name) : width;
    }
    for (int i = 0; i < desk_seat(desk)->offered; i++)
        if (!(kept >> i & 1))
            show_offer(desk, i, ++number, width + 2);
}

/* The offer that has a number in the list shown, or -1. */
static int offer_numbered(const struct desk *desk, unsigned kept, int number)
{
    for (int i = 0; i < desk_seat(desk)->offered && number > 0; i++)
        if (!(kept >> i & 1) && --number == 0)
            return i;
    return -1;
}

/* Add the tickets that a line like "1 3 4" names. False if it is not such a line. */
static bool add_numbered(const struct desk *desk, const char *line, unsigned *kept)
{
    unsigned more = 0;
    if (strcasecmp(line, "all") == 0 || strcasecmp(line, tr("all")) == 0) {
        *kept = (1u << desk_seat(desk)->offered) - 1;
        return true;
    }
    for (const char *p = line + strspn(line, " ,"); *p; p += strspn(p, " ,")) {
        char word[8] = "";
        size_t length = strcspn(p, " ,");
        if (length >= sizeof word)
            return false;
        memcpy(word, p, length);
        int i = offer_numbered(desk, *kept, number_in(word));
        if (i < 0)
            return false;
        more |= 1u << i;
        p += length;
    }
    *kept |= more;
    return more != 0;
}

static void show_question(const struct desk *desk, unsigned kept)
{
    char text[LINE_SIZE], head[LINE_SIZE];
    struct linea_out out;
    linea_out_init(&out, text, sizeof text);
    if (kept)
        put(&out, tr("Still to choose, at least: %d (0 starts over)"),
            keep_at_least(desk) - linea_bits(kept));
    else
        put(&out,
            tr("Which tickets do you keep? At least: %d (as in \"1 3\", or \"all\")"),
            keep_at_least(desk));
    linea_out_init(&out, head, sizeof head);
    put_ink(&out, INK_HEAD, text);
    say_text("%s", head);
    show_offers(desk, kept);
}

enum choice choose_keep(struct desk *desk)
{
    unsigned kept = 0;
    bool shown = false;
    while (linea_bits(kept) < keep_at_least(desk)) {
        char line[INPUT_LINE];
        if (!shown)
            show_question(desk, kept);
        enum input input = ask(desk, "", line);
        if (input == INPUT_LEAVE || input == INPUT_MOVE)
            return input == INPUT_LEAVE ? LEFT : CHOSEN;
        shown = false;
        if (input == INPUT_AGAIN)
            continue;
        if (kept && (!line[0] || number_in(line) == 0)) {
            kept = 0;
        } else if (!add_numbered(desk, line, &kept)) {
            say_text(
                "%s",
                tr("Please type the numbers of the tickets, with spaces between."));
            shown = true;
        }
    }
    desk->chosen = linea_move_make(LINEA_KEEP, 0, 0, 0) | kept;
    return CHOSEN;
}
