/*
 * cup/score.c - points of games and tables, and the standings.
 *
 * SPDX-License-Identifier: MIT
 */
#include "event.h"

/* Quarters of a point for a place; the last of a table gets nothing. */
static const int quarters[LINEA_CUP_SEATS - 1] = {12, 4, 2, 1};

static int place_points(int place, int seats)
{
    return place == seats - 1 ? 0 : quarters[place] * (LINEA_CUP_POINT / 4);
}

/* What those get who share the places from `first` on: the mean. */
static int shared_points(int first, int sharing, int seats)
{
    int sum = 0;
    for (int i = 0; i < sharing; i++)
        sum += place_points(first + i, seats);
    return sum / sharing;
}

/* A win where two play, else half of one. */
int linea_cup_bye_points(const struct linea_cup *cup)
{
    return place_points(0, LINEA_CUP_SEATS) / (cup->size == 2 ? 1 : 2);
}

/* Give points for an order in which lower values are better; who was absent gets none,
   and leaves the last places to be nobody's. */
static void give_points(int points[], const int64_t value[], unsigned absent, int seats)
{
    for (int s = 0; s < seats; s++) {
        int better = 0, same = 0;
        for (int other = 0; other < seats; other++) {
            bool there = !(absent >> other & 1);
            better += there && value[other] < value[s];
            same += there && value[other] == value[s];
        }
        points[s] = absent >> s & 1 ? 0 : shared_points(better, same, seats);
    }
}

/* Totals below 0 are nothing: a share cannot be negative. */
static void add_shares(struct linea_cup_table *table,
                       const struct linea_cup_result *result, int game)
{
    int64_t sum = 0;
    int there = 0;
    for (int s = 0; s < table->seats; s++) {
        bool counts = !(result->absent >> s & 1);
        there += counts;
        sum += counts && result->total[s] > 0 ? result->total[s] : 0;
    }
    for (int s = 0; s < table->seats; s++) {
        int64_t own = result->total[s] > 0 ? result->total[s] : 0;
        if (!(result->absent >> s & 1))
            table->share[(s + game) % table->seats] +=
                sum ? own * LINEA_CUP_WHOLE / sum : LINEA_CUP_WHOLE / there;
    }
}

void linea_cup_score_game(struct linea_cup_table *table,
                          const struct linea_cup_result *result)
{
    int points[LINEA_CUP_SEATS], game = table->games;
    int64_t value[LINEA_CUP_SEATS] = {0};
    for (int s = 0; s < table->seats; s++)
        value[s] = result->place[s];
    give_points(points, value, result->absent, table->seats);
    for (int s = 0; s < table->seats; s++) {
        int member = (s + game) % table->seats;
        table->points[member] += points[s];
        if (result->absent >> s & 1)
            table->absent |= 1u << member;
    }
    add_shares(table, result, game);
    table->games++;
}

/* Whether a did better than b at a table that is over, nothing left to the eye. */
static bool ahead(const struct linea_cup *cup, const struct linea_cup_table *table,
                  int a, int b)
{
    bool absent_a = table->absent >> a & 1, absent_b = table->absent >> b & 1;
    if (absent_a != absent_b)
        return absent_b;
    if (table->points[a] != table->points[b])
        return table->points[a] > table->points[b];
    if (table->share[a] != table->share[b])
        return table->share[a] > table->share[b];
    return linea_cup_by_lot(cup, table->player[a], table->player[b]) < 0;
}

/* Who goes on in a knock-out, and who was how far. */
static void knock_out(struct linea_cup *cup, const struct linea_cup_table *table)
{
    int on = cup->on < table->seats ? cup->on : table->seats - 1;
    for (int s = 0; s < table->seats; s++) {
        struct linea_cup_player *player = &cup->player[table->player[s]];
        int rank = 1;
        for (int other = 0; other < table->seats; other++)
            rank += ahead(cup, table, other, s);
        player->reached = table->round;
        player->rank = rank;
        player->eliminated = !cup->final && rank > on;
    }
}

void linea_cup_score_table(struct linea_cup *cup, struct linea_cup_table *table)
{
    int points[LINEA_CUP_SEATS], winners = 0;
    int64_t value[LINEA_CUP_SEATS] = {0}, best = 1;
    for (int s = 0; s < table->seats; s++) {
        value[s] = -table->points[s];
        if (!(table->absent >> s & 1) && value[s] < best)
            best = value[s];
    }
    for (int s = 0; s < table->seats; s++)
        winners += !(table->absent >> s & 1) && value[s] == best;
    give_points(points, value, table->absent, table->seats);
    for (int s = 0; s < table->seats; s++) {
        struct linea_cup_player *player = &cup->player[table->player[s]];
        bool absent = table->absent >> s & 1;
        player->held.points = points[s];
        player->points += cup->field ? 0 : points[s];
        player->wins += !absent && value[s] == best ? LINEA_CUP_POINT / winners : 0;
        player->share += table->share[s] / table->games;
        player->tables++;
        player->absences += absent;
        player->out |= player->absences >= LINEA_CUP_ABSENCES;
    }
    if (cup->format == LINEA_CUP_KNOCKOUT)
        knock_out(cup, table);
}

void linea_cup_hold(struct linea_cup *cup, const struct linea_cup_table *table,
                    const struct linea_cup_result *result)
{
    for (int s = 0; s < table->seats; s++) {
        struct linea_cup_held *held = &cup->player[table->player[s]].held;
        int best = INT32_MIN;
        for (int other = 0; other < table->seats; other++)
            if (other != s && result->total[other] > best)
                best = result->total[other];
        held->seats = result->absent >> s & 1 ? 0 : table->seats;
        held->seat = s;
        held->lead = result->total[s] - best;
    }
}

/* As much of a win as others are beaten who held the same seat of the same deal, a tie
   counting as half of one; the place at the own table where there are no others. */
static int field_points(const struct linea_cup *cup, int player)
{
    const struct linea_cup_held *own = &cup->player[player].held;
    int won = 0, others = 0;
    for (int p = 0; p < cup->players; p++) {
        const struct linea_cup_held *held = &cup->player[p].held;
        if (p == player || held->seats != own->seats || held->seat != own->seat)
            continue;
        others++;
        won += (own->lead > held->lead) + (own->lead >= held->lead);
    }
    return others ? place_points(0, LINEA_CUP_SEATS) * won / (2 * others) : own->points;
}

void linea_cup_score_field(struct linea_cup *cup)
{
    for (int p = 0; p < cup->players; p++)
        if (cup->player[p].held.seats)
            cup->player[p].points += field_points(cup, p);
    for (int p = 0; p < cup->players; p++)
        cup->player[p].held.seats = 0;
}

static int opponents_of(const struct linea_cup *cup, int player)
{
    int sum = 0;
    for (int other = 0; other < cup->players; other++)
        if (other != player)
            sum += linea_cup_met(cup, player, other) * cup->player[other].points;
    return sum;
}

/* Negative if a is ahead of b. */
static int compare(const struct linea_cup *cup, const struct linea_cup_standing *a,
                   const struct linea_cup_standing *b)
{
    const struct linea_cup_player *x = &cup->player[a->player],
                                  *y = &cup->player[b->player];
    if (x->reached != y->reached)
        return y->reached - x->reached;
    if (x->rank != y->rank)
        return x->rank - y->rank;
    if (x->points != y->points)
        return y->points - x->points;
    if (x->wins != y->wins)
        return y->wins - x->wins;
    if (a->opponents != b->opponents)
        return b->opponents - a->opponents;
    if (x->share != y->share)
        return x->share > y->share ? -1 : 1;
    return linea_cup_by_lot(cup, a->player, b->player);
}

int linea_cup_standings(const struct linea_cup *cup,
                        struct linea_cup_standing out[LINEA_CUP_PLAYERS])
{
    for (int p = 0; p < cup->players; p++) {
        struct linea_cup_standing one = {.player = p,
                                         .opponents = opponents_of(cup, p)};
        int at = p;
        for (; at > 0 && compare(cup, &out[at - 1], &one) > 0; at--)
            out[at] = out[at - 1];
        out[at] = one;
    }
    for (int p = 0; p < cup->players; p++)
        out[p].place = p + 1;
    return cup->players;
}
