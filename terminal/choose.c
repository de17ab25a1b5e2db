/*
 * terminal/choose.c - asks for the action of a turn and for what follows from it.
 *
 * SPDX-License-Identifier: MIT
 */
#include "choose.h"

#include "table.h"
#include "tr.h"

enum choice choice_of(int picked)
{
    if (picked == PICK_LEAVE)
        return LEFT;
    return picked == PICK_BACK ? WENT_BACK : CHOSEN;
}

/* Cards to draw: those face up, one of each kind, then the pile. */
static enum choice choose_draw(struct desk *desk, bool back)
{
    static struct menu menu;
    linea_move move[LINEA_KINDS + 1];
    menu_begin(&menu, back ? tr("Which card?") : tr("Which second card?"), back, true);
    for (int i = 0; i < desk->moves; i++) {
        linea_move m = desk->move[i];
        if (linea_move_kind(m) != LINEA_DRAW)
            continue;
        move[menu.items] = m;
        struct linea_out out = menu_add(&menu);
        if (linea_move_low(m) == LINEA_BLIND)
            put(&out, tr("from the pile"));
        else
            put_kind(&out, desk->view.map, linea_move_low(m));
        if (linea_move_low(m) == LINEA_WILD)
            put(&out, " %s", tr("(your only card then)"));
    }
    int picked = menu_pick(&menu, desk);
    if (picked >= 0)
        desk->chosen = move[picked];
    return choice_of(picked);
}

static enum choice draw_and_back(struct desk *desk)
{
    return choose_draw(desk, true);
}

static enum choice mix_and_back(struct desk *desk)
{
    return choose_mix(desk, true);
}

static enum choice choose_pass(struct desk *desk)
{
    desk->chosen = linea_move_make(LINEA_PASS, 0, 0, 0);
    return CHOSEN;
}

/* The actions of a turn, in the order of the menu. */
static const struct {
    enum linea_move_kind kind;
    const char *text;
    enum choice (*choose)(struct desk *desk);
} actions[] = {
    {LINEA_DRAW, N_("Draw cards"), draw_and_back},
    {LINEA_CLAIM, N_("Claim a route"), choose_claim},
    {LINEA_TICKETS_DRAW, N_("Draw tickets"), mix_and_back},
    {LINEA_STATION, N_("Build a station"), choose_station},
    {LINEA_PASS, N_("Pass: nothing else is possible"), choose_pass},
};
enum { ACTIONS = sizeof actions / sizeof actions[0] };

static enum choice choose_action(struct desk *desk)
{
    static struct menu menu;
    int action[ACTIONS];
    menu_begin(&menu, tr("Your turn. What will you do?"), false, true);
    for (int i = 0; i < ACTIONS; i++) {
        if (!desk_count(desk, actions[i].kind))
            continue;
        action[menu.items] = i;
        struct linea_out out = menu_add(&menu);
        put(&out, "%s", tr(actions[i].text));
    }
    for (;;) {
        int picked = menu_pick(&menu, desk);
        if (picked < 0)
            return choice_of(picked);
        enum choice choice = actions[action[picked]].choose(desk);
        if (choice != WENT_BACK)
            return choice;
    }
}

/* A tunnel: pay or decline; the cards turned up have just been told. */
static enum choice choose_payment(struct desk *desk)
{
    char title[LINE_SIZE];
    struct linea_out out;
    linea_out_init(&out, title, sizeof title);
    put(&out, tr("The tunnel costs more. Cards to pay: %d"), desk->view.tunnel.extra);
    return choose_cards(desk, LINEA_PAY, 0, title);
}

/* Passenger of a move at one end of the route: at its a or at its b. */
static int passenger_at(linea_move m, bool at_b)
{
    return at_b ? linea_move_low(m) : linea_move_colour(m);
}

/*
 * Ask for the passenger at one end. *taken is what was chosen; nothing is asked where
 * nobody waits. The moves list every pair, so each end is chosen by itself.
 */
static enum choice choose_passenger(struct desk *desk, bool at_b, int *taken)
{
    static struct menu menu;
    const struct linea_route *route = &desk->view.map->route[desk->view.route];
    int colour[LINEA_PASSENGER_COLOURS + 1], seen = 0;
    char title[LINE_SIZE];
    struct linea_out out;
    linea_out_init(&out, title, sizeof title);
    put(&out, tr("Which passenger do you take from %s?"),
        location_name(desk->view.map, at_b ? route->b : route->a));
    menu_begin(&menu, title, at_b, true);
    for (int c = 0; c <= LINEA_NO_PASSENGER; c++)
        for (int i = 0; i < desk->moves && !(seen >> c & 1); i++) {
            if (passenger_at(desk->move[i], at_b) != c)
                continue;
            seen |= 1 << c;
            colour[menu.items] = c;
            struct linea_out item = menu_add(&menu);
            if (c == LINEA_NO_PASSENGER)
                put(&item, tr("nobody"));
            else
                put_passenger(&item, desk->view.map, c);
        }
    int picked = menu.items > 1 ? menu_pick(&menu, desk) : 0;
    if (picked >= 0)
        *taken = colour[picked];
    else if (picked == PICK_MOVE)
        *taken = LINEA_NOTHING; /* The whole move has been typed. */
    return choice_of(picked);
}

static enum choice choose_passengers(struct desk *desk)
{
    for (;;) {
        int at_a = LINEA_NO_PASSENGER, at_b = LINEA_NO_PASSENGER;
        enum choice choice = choose_passenger(desk, false, &at_a);
        if (choice != CHOSEN || at_a == LINEA_NOTHING)
            return choice;
        choice = choose_passenger(desk, true, &at_b);
        if (choice == WENT_BACK)
            continue;
        if (choice == CHOSEN && at_b != LINEA_NOTHING)
            desk->chosen = linea_move_make(LINEA_TAKE, 0, at_a, at_b);
        return choice;
    }
}

bool choose(struct desk *desk)
{
    switch ((enum linea_phase)desk->view.phase) {
    case LINEA_OPENING_MIX:
        return choose_mix(desk, false) == CHOSEN;
    case LINEA_OPENING_KEEP:
    case LINEA_KEEP_TICKETS:
        return choose_keep(desk) == CHOSEN;
    case LINEA_TURN:
        return choose_action(desk) == CHOSEN;
    case LINEA_SECOND_CARD:
        return choose_draw(desk, false) == CHOSEN;
    case LINEA_TUNNEL:
        return choose_payment(desk) == CHOSEN;
    case LINEA_PASSENGERS_TAKE:
        return choose_passengers(desk) == CHOSEN;
    case LINEA_OVER:
    case LINEA_PHASES:
        break;
    }
    return false;
}
