/*
 * tests/server/store_memory_nodes.c - several nodes in front of a store in memory, and
 * what may go wrong with them and with it. See store_memory.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store_memory_inside.h"

void box_clear_news(struct node *node)
{
    for (struct news *news = node->first, *next; news; news = next) {
        next = news->next;
        free(news);
    }
    node->first = node->last = NULL;
}

void box_add_news(struct node *node, const struct linea_store_news *what)
{
    struct news *news = calloc(1, sizeof *news);
    if (!news)
        return;
    news->news = *what;
    if (node->first)
        node->last->next = news;
    else
        node->first = news;
    node->last = news;
}

/* An append of several events is one hint. */
static bool merge(struct linea_store_news *news, const struct linea_store_event *event)
{
    if (news->game != event->game || news->last + 1 != event->number)
        return false;
    news->last = event->number;
    news->due = event->due;
    news->listed |= event->row != NULL;
    for (int i = 0, at = 0; i < LINEA_STORE_PLAYERS && event->players[i]; i++) {
        while (at < LINEA_STORE_PLAYERS && news->players[at])
            at++;
        if (at < LINEA_STORE_PLAYERS)
            news->players[at] = event->players[i];
    }
    return true;
}

/* Let the other nodes know of what was stored. */
void box_send_news(struct node *from, const struct store_entry *first)
{
    for (struct node *node = from->memory->nodes; node; node = node->next) {
        if (node == from || node->gone || from->gone || node->loses)
            continue;
        bool any = false;
        for (const struct store_entry *e = first; e; e = e->next) {
            if (e->key || e->forget || !e->event.number || e->result != LINEA_STORE_OK)
                continue;
            from->sent++;
            any = true;
            if (node->last && merge(&node->last->news, &e->event))
                continue;
            struct linea_store_news news = {.game = e->event.game,
                                            .first = e->event.number,
                                            .last = e->event.number - 1};
            merge(&news, &e->event);
            box_add_news(node, &news);
        }
        if (any && node->options.wake)
            node->options.wake(node->options.context);
    }
}

/* By id, which is the order in which they were opened. */
int box_nodes(void *self, struct linea_store_node out[LINEA_STORE_NODES])
{
    struct memory *memory = ((struct node *)self)->memory;
    int n = 0;
    pthread_mutex_lock(&memory->lock);
    for (const struct node *node = memory->nodes; node; node = node->next) {
        int64_t off = node->clock_ahead;
        if (node->gone || node->retired || off > 5000 || off < -5000 ||
            n == LINEA_STORE_NODES)
            continue;
        out[n] = (struct linea_store_node){
            .id = node->id, .workers = node->options.workers, .self = node == self};
        snprintf(out[n++].name, LINEA_STORE_NODE, "%s",
                 node->options.node ? node->options.node : "");
    }
    pthread_mutex_unlock(&memory->lock);
    return n;
}

int box_take_news(void *self, struct linea_store_news *out, int most)
{
    struct node *node = self;
    int n = 0;
    pthread_mutex_lock(&node->memory->lock);
    for (; n < most && node->first; n++) {
        struct news *news = node->first;
        out[n] = news->news;
        node->first = news->next;
        if (!node->first)
            node->last = NULL;
        free(news);
    }
    node->received += (uint64_t)n;
    pthread_mutex_unlock(&node->memory->lock);
    return n;
}

void box_check(void *self, struct linea_store_health *out)
{
    const struct node *node = self;
    pthread_mutex_lock(&node->memory->lock);
    *out = (struct linea_store_health){.away = node->gone,
                                       .clock_ahead = node->clock_ahead,
                                       .hints_sent = node->sent,
                                       .hints_received = node->received,
                                       .hints_lost = node->lost};
    pthread_mutex_unlock(&node->memory->lock);
}

void box_retire(void *self)
{
    struct node *node = self;
    pthread_mutex_lock(&node->memory->lock);
    node->retired = true;
    for (const struct node *n = node->memory->nodes; n; n = n->next)
        if (n != node && n->options.wake)
            n->options.wake(n->options.context);
    pthread_mutex_unlock(&node->memory->lock);
}

static struct memory *behind(const struct linea_store *store)
{
    return box_node_of(store)->memory;
}

void linea_store_memory_part(struct linea_store *store, bool parted)
{
    struct node *node = box_node_of(store);
    pthread_mutex_lock(&node->memory->lock);
    const struct linea_store_news anything = {0};
    if (node->gone && !parted) {
        node->lost++;
        box_add_news(node, &anything);
    }
    node->gone = parted;
    pthread_mutex_unlock(&node->memory->lock);
}

void linea_store_memory_lose_hints(struct linea_store *store, bool lose)
{
    struct node *node = box_node_of(store);
    pthread_mutex_lock(&node->memory->lock);
    node->loses = lose;
    pthread_mutex_unlock(&node->memory->lock);
}

void linea_store_memory_clock(struct linea_store *store, int64_t ahead)
{
    struct node *node = box_node_of(store);
    pthread_mutex_lock(&node->memory->lock);
    node->clock_ahead = ahead;
    pthread_mutex_unlock(&node->memory->lock);
}

void linea_store_memory_fail(struct linea_store *store, int commits,
                             enum linea_store_result result)
{
    struct memory *memory = behind(store);
    pthread_mutex_lock(&memory->lock);
    memory->failures = commits;
    memory->failure = result;
    pthread_mutex_unlock(&memory->lock);
}

void linea_store_memory_fail_reads(struct linea_store *store, int reads)
{
    struct memory *memory = behind(store);
    pthread_mutex_lock(&memory->lock);
    memory->failing_reads = reads;
    pthread_mutex_unlock(&memory->lock);
}

void linea_store_memory_limit(struct linea_store *store, size_t bytes)
{
    struct memory *memory = behind(store);
    pthread_mutex_lock(&memory->lock);
    memory->limit = bytes;
    pthread_mutex_unlock(&memory->lock);
}

void linea_store_memory_stop(struct linea_store *store, int appends)
{
    struct memory *memory = behind(store);
    pthread_mutex_lock(&memory->lock);
    memory->stops = true;
    memory->stop_after = appends;
    pthread_mutex_unlock(&memory->lock);
}

void linea_store_memory_append(struct linea_store *store, uint64_t game,
                               const char *text)
{
    struct memory *memory = behind(store);
    pthread_mutex_lock(&memory->lock);
    const struct linea_store_event event = {
        .game = game,
        .number = box_find_or_add(memory, game)->count + 1,
        .length = strlen(text),
        .text = text};
    box_add_event(memory, &event, NULL);
    pthread_mutex_unlock(&memory->lock);
}

void linea_store_memory_hold(struct linea_store *store, bool hold)
{
    struct memory *memory = behind(store);
    pthread_mutex_lock(&memory->lock);
    memory->held = hold;
    pthread_cond_broadcast(&memory->let_go);
    pthread_mutex_unlock(&memory->lock);
}

void linea_store_memory_cut(struct linea_store *store, uint64_t game, int events)
{
    struct memory *memory = behind(store);
    pthread_mutex_lock(&memory->lock);
    const struct linea_store_event first = {
        .game = game, .number = box_find(memory, game)->count - events + 1};
    box_cut_events(memory, &first);
    pthread_mutex_unlock(&memory->lock);
}
