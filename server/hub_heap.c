/*
 * server/hub_heap.c - games by the time at which they are due: a binary heap, so that
 * a tick looks at those that are due and at no others.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>

#include "hub_internal.h"

static void put(struct hub_heap *heap, struct hub_game *game, int place)
{
    heap->games[place] = game;
    game->place = place;
}

bool linea_hub_heap_add(struct hub_heap *heap, struct hub_game *game)
{
    if (heap->count == heap->room) {
        int room = heap->room ? 2 * heap->room : 64;
        struct hub_game **larger =
            realloc(heap->games, (size_t)room * sizeof(struct hub_game *));
        if (!larger)
            return false;
        heap->games = larger;
        heap->room = room;
    }
    game->due = INT64_MAX;
    put(heap, game, heap->count++);
    return true;
}

void linea_hub_heap_move(struct hub_heap *heap, struct hub_game *game, int64_t due)
{
    int at = game->place;
    game->due = due;
    while (at > 0 && heap->games[(at - 1) / 2]->due > due) {
        put(heap, heap->games[(at - 1) / 2], at);
        at = (at - 1) / 2;
    }
    for (int child; (child = 2 * at + 1) < heap->count; at = child) {
        if (child + 1 < heap->count &&
            heap->games[child + 1]->due < heap->games[child]->due)
            child++;
        if (heap->games[child]->due >= due)
            break;
        put(heap, heap->games[child], at);
    }
    put(heap, game, at);
}

void linea_hub_heap_remove(struct hub_heap *heap, struct hub_game *game)
{
    struct hub_game *last = heap->games[--heap->count];
    if (last == game)
        return;
    put(heap, last, game->place);
    linea_hub_heap_move(heap, last, last->due);
}
