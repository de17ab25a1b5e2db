/*
 * tools/load_count.c - reasons, times and events counted.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <string.h>

#include "load.h"

void load_tally_add(struct load_tally *tally, const char *reason)
{
    int i = 0;
    tally->total++;
    while (i < tally->reasons && strcmp(tally->reason[i], reason) != 0)
        i++;
    if (i == LOAD_REASONS - 1)
        reason = "something else";
    if (i == tally->reasons && i < LOAD_REASONS)
        snprintf(tally->reason[tally->reasons++], LOAD_REASON, "%s", reason);
    tally->count[i < LOAD_REASONS ? i : LOAD_REASONS - 1]++;
}

/* Values below 2 * LOAD_STEPS have a place each; above, an octave has LOAD_STEPS. */
static size_t place_of(uint64_t value)
{
    size_t octave = 0;
    while (value >> octave >= 2 * LOAD_STEPS)
        octave++;
    size_t place = octave * LOAD_STEPS + (size_t)(value >> octave);
    size_t last = (size_t)LOAD_OCTAVES * LOAD_STEPS - 1;
    return place < last ? place : last;
}

/* The highest value of a place. */
static uint64_t top_of(size_t place)
{
    if (place < (size_t)2 * LOAD_STEPS)
        return place;
    size_t octave = place / LOAD_STEPS - 1;
    uint64_t step = place % LOAD_STEPS + LOAD_STEPS;
    return ((step + 1) << octave) - 1;
}

void load_histogram_add(struct load_histogram *h, uint64_t value)
{
    h->count[place_of(value)]++;
    h->total++;
    h->most = value > h->most ? value : h->most;
}

uint64_t load_histogram_at(const struct load_histogram *h, double share)
{
    uint64_t wanted = (uint64_t)((double)h->total * share), sum = 0;
    for (size_t i = 0; i < (size_t)LOAD_OCTAVES * LOAD_STEPS; i++) {
        sum += h->count[i];
        if (sum > wanted)
            return top_of(i) < h->most ? top_of(i) : h->most;
    }
    return h->most;
}

void load_count_event(struct load *load, uint32_t *seen, uint32_t number)
{
    load->now.events++;
    if (number <= *seen) {
        load->duplicated++;
        return;
    }
    load->lost += number - *seen - 1;
    *seen = number;
}
