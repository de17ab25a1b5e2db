/*
 * cup/pair.c - who plays whom next, in each format. It follows from the state of the
 * cup and its seed alone.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "event.h"

enum { PATIENCE = 2 * LINEA_CUP_EVERY }; /* then smaller tables and old faces will do */

void linea_cup_sort(const struct linea_cup *cup, int items[], int count,
                    cup_order *order)
{
    for (int i = 1; i < count; i++) {
        int item = items[i], at = i;
        for (; at > 0 && order(cup, items[at - 1], item) > 0; at--)
            items[at] = items[at - 1];
        items[at] = item;
    }
}

/* Whether a player may be paired: neither out nor eliminated nor at a table. */
static bool is_free(const struct linea_cup *cup, int player)
{
    const struct linea_cup_player *p = &cup->player[player];
    return !p->out && !p->eliminated && p->table == LINEA_CUP_NONE;
}

static int by_points(const struct linea_cup *cup, int a, int b)
{
    int difference = cup->player[b].points - cup->player[a].points;
    return difference ? difference : linea_cup_by_lot(cup, a, b);
}

static int by_slot(const struct linea_cup *cup, int a, int b)
{
    int difference = cup->player[a].slot - cup->player[b].slot;
    return difference ? difference : linea_cup_by_lot(cup, a, b);
}

/* Who is left over: those who were so least often, then with the fewest points. */
static int by_byes(const struct linea_cup *cup, int a, int b)
{
    int difference = cup->player[a].byes - cup->player[b].byes;
    return difference ? difference : -by_points(cup, a, b);
}

/* In an arena: those who have waited least. */
static int by_wait(const struct linea_cup *cup, int a, int b)
{
    int64_t first = cup->player[a].waits, second = cup->player[b].waits;
    if (first != second)
        return first > second ? -1 : 1;
    return linea_cup_by_lot(cup, a, b);
}

int linea_cup_split(int *left_over, int players, int size, int least)
{
    for (*left_over = 0; *left_over < players; ++*left_over) {
        int rest = players - *left_over, tables = (rest + size - 1) / size;
        if (rest / tables >= least)
            return tables;
    }
    return 0;
}

/* As equal as can be, the larger ones first. */
int linea_cup_seats_of(int players, int tables, int table)
{
    return players / tables + (table < players % tables);
}

/* Give byes to the first so many of `free` in an order, and take them out. */
static void give_byes(const struct linea_cup *cup, struct cup_pairing *out,
                      int players[], int *count, int byes, cup_order *order)
{
    linea_cup_sort(cup, players, *count, order);
    out->byes = byes;
    memcpy(out->bye, players, (size_t)byes * sizeof *players);
    *count -= byes;
    memmove(players, players + byes, (size_t)*count * sizeof *players);
}

/* Put players at tables, in the order in which they stand. */
static void seat_all(const struct linea_cup *cup, struct cup_pairing *out,
                     const int players[], const int size[], int tables)
{
    out->tables = tables;
    for (int t = 0; t < tables; players += size[t++]) {
        out->seats[t] = size[t];
        memcpy(out->player[t], players, (size_t)size[t] * sizeof *players);
        linea_cup_take_seats(cup, out->player[t], size[t]);
    }
}

static int find_free(const struct linea_cup *cup, int players[LINEA_CUP_PLAYERS])
{
    int count = 0;
    for (int p = 0; p < cup->players; p++)
        if (is_free(cup, p))
            players[count++] = p;
    return count;
}

static uint64_t random_now(const struct linea_cup *cup)
{
    return linea_cup_random(cup, (uint32_t)cup->round + 1);
}

static bool pair_round(const struct linea_cup *cup, struct cup_pairing *out,
                       int players[], int count)
{
    int size[LINEA_CUP_TABLES], byes;
    int tables = linea_cup_split(&byes, count, cup->size, cup->least);
    if (!tables)
        return false;
    give_byes(cup, out, players, &count, byes, by_byes);
    bool swiss = cup->format == LINEA_CUP_SWISS;
    linea_cup_sort(cup, players, count, swiss ? by_points : by_slot);
    for (int t = 0; t < tables; t++)
        size[t] = linea_cup_seats_of(count, tables, t);
    if (swiss)
        linea_cup_group(cup, players, size, tables, random_now(cup));
    seat_all(cup, out, players, size, tables);
    return true;
}

static bool has_patience(const struct linea_cup *cup, const int players[], int count,
                         int64_t now)
{
    for (int i = 0; i < count; i++)
        if (now - cup->player[players[i]].waits >= PATIENCE)
            return false;
    return true;
}

/* Whether some would sit together again who come from the same table. */
static bool meet_again(const struct linea_cup *cup, const struct cup_pairing *pairing)
{
    for (int t = 0; t < pairing->tables; t++)
        for (int a = 0; a < pairing->seats[t]; a++)
            for (int b = 0; b < a; b++) {
                int last = cup->player[pairing->player[t][a]].last;
                if (last != LINEA_CUP_NONE &&
                    last == cup->player[pairing->player[t][b]].last)
                    return true;
            }
    return false;
}

/* In an arena those who fill tables play only where others lack somebody: the others
   are all that is left, and those who fill their last table, who have waited longest.
 */
static int leave_fillers(const struct linea_cup *cup, int players[], int count)
{
    int fillers[LINEA_CUP_PLAYERS], filling = 0, left = 0;
    for (int i = 0; i < count; i++)
        if (cup->player[players[i]].house)
            fillers[filling++] = players[i];
        else
            players[left++] = players[i];
    linea_cup_sort(cup, fillers, filling, by_wait);
    while (left % cup->size && filling > 0)
        players[left++] = fillers[--filling];
    return left;
}

/* Full tables of those who wait; smaller ones when somebody has waited long. Who has
   just played together waits for others, as long as there are any. */
static bool pair_arena(const struct linea_cup *cup, struct cup_pairing *out,
                       int players[], int count, int64_t now)
{
    bool patience = has_patience(cup, players, count, now);
    int size[LINEA_CUP_TABLES], rest;
    int tables = linea_cup_split(&rest, count, cup->size, cup->size);
    if (!tables && !patience)
        tables = linea_cup_split(&rest, count, cup->size, cup->least);
    if (!tables)
        return false;
    give_byes(cup, out, players, &count, rest, by_wait);
    out->byes = 0; /* they wait on */
    linea_cup_sort(cup, players, count, by_points);
    for (int t = 0; t < tables; t++)
        size[t] = linea_cup_seats_of(count, tables, t);
    linea_cup_group(cup, players, size, tables, random_now(cup));
    seat_all(cup, out, players, size, tables);
    return !patience || !(cup->open || rest) || !meet_again(cup, out);
}

bool linea_cup_pair(const struct linea_cup *cup, struct cup_pairing *out, int64_t now)
{
    int players[LINEA_CUP_PLAYERS];
    int count = find_free(cup, players);
    out->tables = out->byes = 0;
    if (cup->format == LINEA_CUP_ARENA)
        return pair_arena(cup, out, players, leave_fillers(cup, players, count), now);
    return pair_round(cup, out, players, count);
}

bool linea_cup_may_pair(const struct linea_cup *cup, const struct cup_pairing *pairing)
{
    bool taken[LINEA_CUP_PLAYERS] = {false};
    int seated = 0;
    for (int t = 0; t < pairing->tables; t++) {
        if (pairing->seats[t] < cup->least || pairing->seats[t] > cup->size)
            return false;
        for (int s = 0; s < pairing->seats[t]; s++) {
            int p = pairing->player[t][s];
            if (p < 0 || p >= cup->players || taken[p] || !is_free(cup, p))
                return false;
            taken[p] = true;
            seated++;
        }
    }
    for (int i = 0; i < pairing->byes; i++) {
        int p = pairing->bye[i];
        if (p < 0 || p >= cup->players || taken[p] || !is_free(cup, p))
            return false;
        taken[p] = true;
        seated++;
    }
    for (int p = 0; cup->format != LINEA_CUP_ARENA && p < cup->players; p++)
        seated -= is_free(cup, p);
    return pairing->tables &&
           (cup->format == LINEA_CUP_ARENA ? !pairing->byes : !seated);
}
