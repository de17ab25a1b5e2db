/*
 * bots/hungry.c - hoards tickets while it has vehicles that none of them needs, then
 * builds one network for all.
 *
 * SPDX-License-Identifier: MIT
 */
#include "published.h"

enum {
    DEAR = 50,   /* half of the tickets from the dearest deck */
    HUNGER = 8,  /* vehicles to spare for which it draws tickets, of the published 45 */
    RESERVE = 5, /* … and which the tickets it keeps must leave */
};

static int spare_vehicles(const struct sense *s, int reserve)
{
    return s->me->vehicles - linea_published_vehicles(s, reserve);
}

/* How much better one network is than another, above 0 when it is: what fits, by points
   for spaces; what does not, by its spaces; and by fewer points at stake. */
static int compare(const struct sense *s, const struct published_network *a,
                   const struct published_network *b)
{
    int room = spare_vehicles(s, RESERVE);
    bool a_fits = a->spaces <= room, b_fits = b->spaces <= room;
    if (a_fits != b_fits)
        return a_fits ? 1 : -1;
    /* One more space, since a network may be there already. */
    int better = a_fits ? a->points * (b->spaces + 1) - b->points * (a->spaces + 1)
                        : b->spaces - a->spaces;
    return better ? better : b->at_stake - a->at_stake;
}

static linea_move keep(const struct sense *s)
{
    struct published_network best, other;
    linea_move choice = SENSE_NONE;
    for (int i = 0; i < s->n; i++) {
        struct linea_set tickets = s->me->tickets;
        for (int k = 0; k < s->me->offered; k++)
            if (linea_move_kept(s->moves[i]) >> k & 1)
                linea_set_add(&tickets, s->me->offer[k]);
        linea_published_network(s, &other, &tickets);
        if (choice == SENSE_NONE || compare(s, &other, &best) > 0) {
            choice = s->moves[i];
            best = other;
        }
    }
    return choice;
}

/* What the routes of a network take. */
struct needs {
    int lack[LINEA_COLOURS]; /* cards that coloured routes need beyond the hand */
    unsigned colours;        /* bit k: there are routes of colour k */
    bool gray;               /* there are gray routes: any other colour is of use */
};

static void find_needs(const struct sense *s, struct needs *out,
                       const struct linea_set *routes)
{
    *out = (struct needs){.gray = false};
    for (int kind = 0; kind < s->map->colours; kind++)
        out->lack[kind] = -s->me->cards[kind];
    for (struct linea_set left = *routes; !linea_set_empty(&left);) {
        const struct linea_route *route = &s->map->route[linea_set_pop(&left)];
        if (route->colour == LINEA_GRAY) {
            out->gray = true;
            continue;
        }
        out->colours |= 1u << route->colour;
        out->lack[route->colour] += route->length - route->wilds;
    }
}

/* The first route that it can pay, gray ones in a colour that no other needs. */
static linea_move claim(const struct sense *s, const struct needs *needs,
                        const struct linea_set *routes)
{
    linea_move m = SENSE_NONE;
    for (struct linea_set left = *routes; m == SENSE_NONE && !linea_set_empty(&left);) {
        int r = linea_set_pop(&left);
        bool gray = s->map->route[r].colour == LINEA_GRAY;
        m = linea_published_claim(s, r, gray ? needs->colours : 0);
    }
    return m;
}

/* The colour lacking most, if it lies face up; else the one that lies there most often,
   if it is of use; else any. */
static linea_move draw(const struct sense *s, const struct needs *needs)
{
    int shown[LINEA_KINDS] = {0}, most = 0, often = 0;
    for (int i = 0; i < LINEA_DISPLAY; i++)
        if (s->view->display[i] < LINEA_KINDS)
            shown[s->view->display[i]]++;
    for (int kind = 1; kind < s->map->colours; kind++) {
        most = needs->lack[kind] > needs->lack[most] ? kind : most;
        often = shown[kind] > shown[often] ? kind : often;
    }
    int kind = LINEA_NOTHING;
    if (needs->lack[most] > 0 && shown[most])
        kind = most;
    else if (needs->lack[often] > 0 || needs->gray)
        kind = often;
    return linea_published_draw(s, kind, false);
}

static linea_move choose_turn(const struct sense *s)
{
    struct published_network network;
    struct needs needs;
    linea_move m = SENSE_NONE;
    linea_published_network(s, &network, &s->me->tickets);
    if (network.spaces < spare_vehicles(s, HUNGER))
        m = linea_sense_tickets(s, DEAR);
    find_needs(s, &needs, &network.routes);
    if (m == SENSE_NONE)
        m = claim(s, &needs, &network.routes);
    /* All built: the longest that can be paid. */
    for (int length = LINEA_LENGTH;
         m == SENSE_NONE && length && linea_set_empty(&network.routes); length--) {
        struct linea_set routes = s->map->by_length[length];
        linea_set_remove_all(&routes, &s->map->by_length[length - 1]);
        m = claim(s, &needs, &routes);
    }
    return m != SENSE_NONE ? m : draw(s, &needs);
}

static const struct sense_manner manner = {DEAR, keep, choose_turn};

const struct linea_bot linea_bot_hungry = {
    .name = "hungry",
    .about = "hoards tickets, then builds one network for all",
    .data = &manner,
    .begin = linea_sense_no_memory,
    .choose = linea_sense_choose,
};
