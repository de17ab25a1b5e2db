/*
 * terminal/menu.c - numbered choices: shown a page at a time, narrowed down by typing.
 *
 * A choice keeps its number whatever is shown, so that a number once read stays good.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "common/tr.h"
#include "input.h"

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
    snprintf(menu->title, sizeof menu->title, "%s", title);
    menu->back = back;
    menu->flat = flat;
    menu->items = 0;
}

struct item *menu_add(struct menu *menu, const char *text)
{
    struct item *item = &menu->item[menu->items++];
    memset(item->search, 0, sizeof item->search);
    snprintf(item->text, sizeof item->text, "%s", text);
    return item;
}

bool text_contains(const char *text, const char *part)
{
    size_t length = strlen(part);
    for (; *text; text++)
        if (strncasecmp(text, part, length) == 0)
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

static const char *item_line(const struct menu *menu, int i)
{
    const char *number = fmt(menu->flat ? "%d" : "%3d", i + 1);
    return fmt("%s %s", inked(INK_STRONG, number), menu->item[i].text);
}

/* All choices in rows as wide as the page. */
static void show_flat(const struct menu *menu, const char *filter)
{
    const char *row = "";
    for (int i = 0; i < menu->items; i++) {
        if (!matches(&menu->item[i], filter))
            continue;
        const char *piece = item_line(menu, i);
        if (text_width(row) + text_width(piece) + 4 > page_width() + 1) {
            say("%s", row);
            row = "";
        }
        row = fmt("%s   %s", row, piece);
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
        if (!matches(&menu->item[i], page->filter))
            continue;
        const char *line = item_line(menu, i);
        say("%s", line);
        shown += rows_of(line);
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
    say("%s", inked(INK_HEAD, menu->title));
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

int menu_pick(struct menu *menu, struct turn *turn)
{
    struct page page = {{0}, 0, 0};
    int picked = MENU_SHOW;
    while (picked == MENU_SHOW || picked == MENU_ASK) {
        char line[INPUT_LINE];
        if (picked == MENU_SHOW)
            show(menu, &page);
        switch (ask(turn, line, menu->back ? tr("0 back ") : "")) {
        case INPUT_LEAVE:
            return PICK_LEAVE;
        case INPUT_MOVE:
            return PICK_MOVE;
        case INPUT_AGAIN:
            picked = MENU_SHOW;
            break;
        case INPUT_TEXT:
            picked = answer(menu, &page, line, turn != NULL);
            break;
        }
    }
    return picked;
}
