/*
 * terminal/choose.c - asks for the action of a turn and for what follows from it.
 *
 * SPDX-License-Identifier: MIT
 */
#include "choose.h"

#include "common/tr.h"
#include "overview.h"

enum choice choice_of(int picked)
{
    if (picked == PICK_LEAVE)
        return LEFT;
    return picked == PICK_BACK ? WENT_BACK : CHOSEN;
}

enum choice choose_from(struct turn *turn, struct menu *menu)
{
    int picked = menu_pick(menu, turn);
    if (picked >= 0)
        turn->chosen = menu->item[picked].move;
    return choice_of(picked);
}

/* Cards to draw: those face up, one of each kind, then the pile. */
static enum choice choose_draw(struct turn *turn, bool back)
{
    static struct menu menu;
    menu_begin(&menu, back ? tr("Which card?") : tr("Which second card?"), back, true);
    for (int i = 0; i < turn->moves; i++) {
        linea_move m = turn->move[i];
        int kind = linea_move_low(m);
        if (linea_move_kind(m) != LINEA_DRAW)
            continue;
        const char *card =
            kind == LINEA_BLIND ? tr("from the pile") : kind_name(turn->view.map, kind);
        if (kind == LINEA_WILD)
            card = fmt("%s %s", card, tr("(your only card then)"));
        menu_add(&menu, card)->move = m;
    }
    return choose_from(turn, &menu);
}

static enum choice draw_and_back(struct turn *turn)
{
    return choose_draw(turn, true);
}

static enum choice mix_and_back(struct turn *turn)
{
    return choose_mix(turn, true);
}

static enum choice choose_pass(struct turn *turn)
{
    turn->chosen = linea_move_make(LINEA_PASS, 0, 0, 0);
    return CHOSEN;
}

/* The actions of a turn, in the order of the menu. */
static const struct {
    enum linea_move_kind kind;
    const char *text;
    enum choice (*choose)(struct turn *turn);
} actions[] = {
    {LINEA_DRAW, N_("Draw cards"), draw_and_back},
    {LINEA_CLAIM, N_("Claim a route"), choose_claim},
    {LINEA_TICKETS_DRAW, N_("Draw tickets"), mix_and_back},
    {LINEA_STATION, N_("Build a station"), choose_station},
    {LINEA_PASS, N_("Pass: nothing else is possible"), choose_pass},
};
enum { ACTIONS = sizeof actions / sizeof actions[0] };

static enum choice choose_action(struct turn *turn)
{
    static struct menu menu;
    int action[ACTIONS];
    menu_begin(&menu, tr("Your turn. What will you do?"), false, true);
    for (int i = 0; i < ACTIONS; i++) {
        if (!turn_count(turn, actions[i].kind))
            continue;
        action[menu.items] = i;
        menu_add(&menu, tr(actions[i].text));
    }
    for (;;) {
        int picked = menu_pick(&menu, turn);
        if (picked < 0)
            return choice_of(picked);
        enum choice choice = actions[action[picked]].choose(turn);
        if (choice != WENT_BACK)
            return choice;
    }
}

/* A tunnel: pay or decline; the cards turned up have just been shown. */
static enum choice choose_payment(struct turn *turn)
{
    return choose_cards(
        turn, LINEA_PAY, 0,
        fmt(tr("The tunnel costs more. Cards to pay: %d"), turn->view.tunnel.extra));
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
static enum choice choose_passenger(struct turn *turn, bool at_b, int *taken)
{
    static struct menu menu;
    const struct linea_route *route = &turn->view.map->route[turn->view.route];
    int colour[LINEA_PASSENGER_COLOURS + 1], seen = 0;
    menu_begin(&menu,
               fmt(tr("Which passenger do you take from %s?"),
                   location_name(turn->view.map, at_b ? route->b : route->a)),
               at_b, true);
    for (int c = 0; c <= LINEA_NO_PASSENGER; c++)
        for (int i = 0; i < turn->moves && !(seen >> c & 1); i++) {
            if (passenger_at(turn->move[i], at_b) != c)
                continue;
            seen |= 1 << c;
            colour[menu.items] = c;
            menu_add(&menu, c == LINEA_NO_PASSENGER
                                ? tr("nobody")
                                : passenger_name(turn->view.map, c));
        }
    int picked = menu.items > 1 ? menu_pick(&menu, turn) : 0;
    if (picked >= 0)
        *taken = colour[picked];
    else if (picked == PICK_MOVE)
        *taken = LINEA_NOTHING; /* The whole move has been typed. */
    return choice_of(picked);
}

static enum choice choose_passengers(struct turn *turn)
{
    for (;;) {
        int at_a = LINEA_NO_PASSENGER, at_b = LINEA_NO_PASSENGER;
        enum choice choice = choose_passenger(turn, false, &at_a);
        if (choice != CHOSEN || at_a == LINEA_NOTHING)
            return choice;
        choice = choose_passenger(turn, true, &at_b);
        if (choice == WENT_BACK)
            continue;
        if (choice == CHOSEN && at_b != LINEA_NOTHING)
            turn->chosen = linea_move_make(LINEA_TAKE, 0, at_a, at_b);
        return choice;
    }
}

bool choose(struct turn *turn)
{
    switch ((enum linea_phase)turn->view.phase) {
    case LINEA_OPENING_MIX:
        return choose_mix(turn, false) == CHOSEN;
    case LINEA_OPENING_KEEP:
    case LINEA_KEEP_TICKETS:
        return choose_keep(turn) == CHOSEN;
    case LINEA_TURN:
        return choose_action(turn) == CHOSEN;
    case LINEA_SECOND_CARD:
        return choose_draw(turn, false) == CHOSEN;
    case LINEA_TUNNEL:
        return choose_payment(turn) == CHOSEN;
    case LINEA_PASSENGERS_TAKE:
        return choose_passengers(turn) == CHOSEN;
    case LINEA_OVER:
    case LINEA_PHASES:
        break;
    }
    return false;
}
