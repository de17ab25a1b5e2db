/*
 * terminal/input.h - lines that a player types, and menus to pick from.
 *
 * Commands (help, routes, quit …) and moves in the exact spelling of the formats are
 * understood at every prompt.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef INPUT_H
#define INPUT_H

#include "turn.h"

enum {
    INPUT_LINE = 512,
    ITEM_TEXT = 640,
    /* the most mixes of tickets from four decks: routes are fewer */
    MENU_ITEMS = (LINEA_OFFER + 1) * (LINEA_OFFER + 2) * (LINEA_OFFER + 3) / 6,
};
_Static_assert(LINEA_DECKS == 4 && (int)MENU_ITEMS >= (int)LINEA_ROUTES,
               "a menu has room for every mix and every route");

enum input {
    INPUT_TEXT,  /* a line for the caller */
    INPUT_AGAIN, /* a command has been carried out: show the choices again */
    INPUT_MOVE,  /* a legal move, now in turn->chosen */
    INPUT_LEAVE  /* the input has ended, or the player wants to leave */
};

/*
 * Ask for a line, without the spaces around it. `turn` may be NULL before there is a
 * game: then nothing but `quit` is a command.
 */
enum input ask(struct turn *turn, char line[INPUT_LINE], const char *prompt);

/* Wait for the Enter key. False when the input has ended. */
bool wait_for_enter(const char *prompt);

/* The number that a line is, or -1. */
int number_in(const char *line);

/* One choice; a line typed is looked for in its texts to search. */
struct item {
    char text[ITEM_TEXT];
    const char *search[4];
    linea_move move; /* what it stands for, where the caller has set it */
};

struct menu {
    char title[ITEM_TEXT];
    bool back; /* 0 and an empty line go back */
    bool flat; /* all choices in a row rather than one a line */
    int items;
    struct item item[MENU_ITEMS];
};

enum { PICK_BACK = -1, PICK_MOVE = -2, PICK_LEAVE = -3 };

/* Begin a menu; add a choice. */
void menu_begin(struct menu *menu, const char *title, bool back, bool flat);
struct item *menu_add(struct menu *menu, const char *text);

/* Whether a text contains a part, a to z in capitals or not. */
bool text_contains(const char *text, const char *part);

/* The number of the choice picked, from 0, or one of PICK_…. */
int menu_pick(struct menu *menu, struct turn *turn);

#endif
