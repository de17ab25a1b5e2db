/*
 * terminal/menu.c - numbered choices: shown a page at a time, narrowed down by typing.
 *
 * A choice keeps its number whatever is shown, so that a number once read stays good.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <string.h>

#include "input.h"
#include "tr.h"

/* Lines of a screen that a page of choices leaves free. */
enum { ROWS_FREE = 5, ROWS_LEAST = 5 };

/* What of a menu is on the screen. */
struct page {
    char filter[INPUT_LINE];
    int first; /* choice that the page begins with */
    int next;  /* the one after its last; the number of choices when that was all */
};

void menu_begin(struct menu *menu, const char *title, bool back, bool flat)
{
    menu->title = title;
    menu->back = back;
    menu->flat = flat;
    menu->items = 0;
}

struct linea_out menu_add(struct menu *menu)
{
    struct item *item = &menu->item[menu->items++];
    struct linea_out out;
    memset(item->search, 0, sizeof item->search);
    linea_out_init(&out, item->text, sizeof item->text);
    return out;
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool begins_with(const char *text, const char *part)
{
    while (*part && lower(*text) == lower(*part)) {
        text++;
        part++;
    }
    return !*part;
}

bool text_contains(const char *text, const char *part)
{
    for (; *text; text++)
        if (begins_with(text, part))
            return true;
    return !*part;
}

static bool matches(const struct item *item, const char *filter)
{
    if (!filter[0])
        return true;
    for (int i = 0; i < 4 && item->search[i]; i++)
        if (text_contains(item->search[i], filter))
            return true;
    return false;
}

static void put_item(struct linea_out *out, const struct menu *menu, int i)
{
    char number[16];
    snprintf(number, sizeof number, menu->flat ? "%d" : "%3d", i + 1);
    put_ink(out, INK_STRONG, number);
    put(out, " %s", menu->item[i].text);
}

/* All choices in rows as wide as the page. */
static void show_flat(const struct menu *menu, const char *filter)
{
    char row[LINE_SIZE], piece[LINE_SIZE];
    struct linea_out line, one;
    linea_out_init(&line, row, sizeof row);
    for (int i = 0; i < menu->items; i++) {
        if (!matches(&menu->item[i], filter))
            continue;
        linea_out_init(&one, piece, sizeof piece);
        put_item(&one, menu, i);
        if (text_width(row) + text_width(piece) + 4 > page_width() + 1) {
            say("%s", row);
            linea_out_init(&line, row, sizeof row);
        }
        put(&line, "   %s", piece);
    }
    say("%s", row);
}

/* Rows of the screen that a line takes. */
static int rows_of(const char *line)
{
    int columns = ink_columns();
    return columns ? 1 + (text_width(line) - 1) / columns : 1;
}

static void show_list(const struct menu *menu, struct page *page)
{
    int rows = ink_rows(), shown = 0, i, more = 0;
    int limit = rows ? rows - ROWS_FREE : menu->items;
    limit = limit < ROWS_LEAST ? ROWS_LEAST : limit;
    for (i = page->first; i < menu->items && shown < limit; i++) {
        char text[LINE_SIZE];
        struct linea_out out;
        if (!matches(&menu->item[i], page->filter))
            continue;
        linea_out_init(&out, text, sizeof text);
        put_item(&out, menu, i);
        say("%s", text);
        shown += rows_of(text);
    }
    page->next = i;
    for (; i < menu->items; i++)
        more += matches(&menu->item[i], page->filter);
    if (more)
        say_text(tr("And %d more: + shows the rest; part of a name narrows the list."),
                 more);
    else
        page->next = menu->items;
}

static void show(const struct menu *menu, struct page *page)
{
    char text[LINE_SIZE];
    struct linea_out out;
    linea_out_init(&out, text, sizeof text);
    put_ink(&out, INK_HEAD, menu->title);
    say("%s", text);
    if (menu->flat)
        show_flat(menu, page->filter);
    else
        show_list(menu, page);
}

static bool any_match(const struct menu *menu, const char *filter)
{
    for (int i = 0; i < menu->items; i++)
        if (menu->item[i].search[0] && matches(&menu->item[i], filter))
            return true;
    return false;
}

/* What a line means to a menu; MENU_SHOW when the list changed and must be shown. */
enum { MENU_SHOW = -10, MENU_ASK = -11 };

/* `helped`: whether ? is understood here. */
static int answer(struct menu *menu, struct page *page, const char *line, bool helped)
{
    int number = number_in(line);
    if (number >= 1 && number <= menu->items)
        return number - 1;
    if (strcmp(line, "+") == 0) {
        page->first = page->next < menu->items ? page->next : 0;
        return MENU_SHOW;
    }
    if ((number == 0 || !line[0]) && page->filter[0]) {
        page->filter[0] = 0;
        page->first = 0;
        return MENU_SHOW;
    }
    if ((number == 0 || !line[0]) && menu->back)
        return PICK_BACK;
    if (line[0] && number < 0 && any_match(menu, line)) {
        snprintf(page->filter, sizeof page->filter, "%s", line);
        page->first = 0;
        return MENU_SHOW;
    }
    if (menu->item[0].search[0] && number < 0 && line[0])
        say_text(
            tr("Nothing here has that name. Type a number from 1 to %d, or part of a "
               "name."),
            menu->items);
    else
        say_text(helped ? tr("Please type a number from 1 to %d; ? explains more.")
                        : tr("Please type a number from 1 to %d."),
                 menu->items);
    return MENU_ASK;
}

int menu_pick(struct menu *menu, struct desk *desk)
{
    struct page page = {{0}, 0, 0};
    int picked = MENU_SHOW;
    while (picked == MENU_SHOW || picked == MENU_ASK) {
        char line[INPUT_LINE];
        if (picked == MENU_SHOW)
            show(menu, &page);
        switch (ask(desk, menu->back ? tr("0 back ") : "", line)) {
        case INPUT_LEAVE:
            return PICK_LEAVE;
        case INPUT_MOVE:
            return PICK_MOVE;
        case INPUT_AGAIN:
            picked = MENU_SHOW;
            break;
        case INPUT_TEXT:
            picked = answer(menu, &page, line, desk != NULL);
            break;
        }
    }
    return picked;
}
