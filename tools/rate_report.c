/*
 * tools/rate_report.c - leaderboards: as text, JSON and CSV.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "common/options.h"
#include "rate.h"
#include "records.h"

static int by_floor(const void *a, const void *b)
{
    const struct rate_entry *x = *(const struct rate_entry *const *)a,
                            *y = *(const struct rate_entry *const *)b;
    double floor_x = linea_rating_floor(&x->rating),
           floor_y = linea_rating_floor(&y->rating);
    if (floor_x != floor_y)
        return floor_x < floor_y ? 1 : -1;
    return strcmp(x->player, y->player);
}

/* The players of a pool, the best first: those who have played. The caller frees the
   list. */
static const struct rate_entry **leaders(const struct rate_table *table, long *count,
                                         int pool)
{
    const struct rate_entry **list =
        malloc(((size_t)table->entries + 1) * sizeof(const struct rate_entry *));
    if (!list) {
        perror("linea rate");
        exit(EXIT_NEGATIVE);
    }
    *count = 0;
    for (long i = 0; i < table->entries; i++)
        if (table->entry[i].pool == pool && table->entry[i].games)
            list[(*count)++] = &table->entry[i];
    qsort(list, (size_t)*count, sizeof(const struct rate_entry *), by_floor);
    return list;
}

/* Pools are printed from *pool on: only one that is named. */
static int choose_pools(const struct rate_table *table, int *first, int *last,
                        const char *name)
{
    *first = 0;
    *last = table->pools - 1;
    for (int p = 0; name && p < table->pools; p++)
        if (strcmp(table->pool[p], name) == 0) {
            *first = *last = p;
            return EXIT_OK;
        }
    return name ? complain(table->command, "nobody has played in the pool \"%s\"", name)
                : EXIT_OK;
}

static int shown_width(const struct rate_entry *entry)
{
    return (int)(2 * LINEA_RATING_UNIT * entry->rating.sigma + 0.5);
}

static void print_player(const struct rate_entry *entry, long place)
{
    printf("%5ld  ", place);
    records_print_column(stdout, entry->player, 24);
    printf(" %6d%c ±%-5d %7d%s\n", linea_rating_shown(&entry->rating),
           linea_rating_provisional(&entry->rating) ? '?' : ' ', shown_width(entry),
           entry->games, entry->fixed ? "  fixed" : "");
}

static void print_pool(const struct rate_table *table, int pool, long top)
{
    long count;
    const struct rate_entry **list = leaders(table, &count, pool);
    if (count) {
        printf("\n%s: %ld players, %ld games\n", table->pool[pool], count,
               table->pool_games[pool]);
        printf("       %-24s %6s  %6s %7s\n", "player", "rating", "95%", "games");
    }
    for (long i = 0; i < count && (!top || i < top); i++)
        print_player(list[i], i + 1);
    if (top && count > top)
        printf("       and %ld more (--top 0 shows all)\n", count - top);
    free(list);
}

int rate_print_text(const struct rate_table *table, const char *pool, long top)
{
    int first, last;
    int code = choose_pools(table, &first, &last, pool);
    if (code != EXIT_OK)
        return code;
    printf("%ld games, %ld rated", table->games, table->rated);
    if (table->doubles)
        printf("; %ld with a player on two seats", table->doubles);
    if (table->bots)
        printf("; %ld of bots alone whose ratings are fixed", table->bots);
    printf("\n");
    for (int p = first; p <= last; p++)
        print_pool(table, p, top);
    return EXIT_OK;
}

static void print_string(FILE *out, const char *string)
{
    char text[RATE_LINE];
    struct linea_out line;
    linea_out_init(&line, text, sizeof text);
    linea_out_string(&line, string);
    fputs(text, out);
}

int rate_print_json(const struct rate_table *table, const char *pool)
{
    int first, last;
    int code = choose_pools(table, &first, &last, pool);
    if (code != EXIT_OK)
        return code;
    printf("{\"games\":%ld,\"rated\":%ld,\"doubles\":%ld,\"bots\":%ld,\"pools\":[",
           table->games, table->rated, table->doubles, table->bots);
    for (int p = first; p <= last; p++) {
        long count;
        const struct rate_entry **list = leaders(table, &count, p);
        printf("%s{\"pool\":", p > first ? "," : "");
        print_string(stdout, table->pool[p]);
        printf(",\"games\":%ld,\"players\":[", table->pool_games[p]);
        for (long i = 0; i < count; i++) {
            const struct rate_entry *entry = list[i];
            printf("%s{\"player\":", i ? "," : "");
            print_string(stdout, entry->player);
            printf(",\"rating\":%d,\"mu\":%.17g,\"sigma\":%.17g,\"games\":%d,"
                   "\"provisional\":%s,\"fixed\":%s}",
                   linea_rating_shown(&entry->rating), entry->rating.mu,
                   entry->rating.sigma, entry->games,
                   linea_rating_provisional(&entry->rating) ? "true" : "false",
                   entry->fixed ? "true" : "false");
        }
        printf("]}");
        free(list);
    }
    printf("]}\n");
    return EXIT_OK;
}

int rate_print_csv(const struct rate_table *table, FILE *out, const char *pool)
{
    int first, last;
    int code = choose_pools(table, &first, &last, pool);
    if (code != EXIT_OK)
        return code;
    fprintf(out, "pool,place,player,rating,mu,sigma,games,provisional,fixed\n");
    for (int p = first; p <= last; p++) {
        long count;
        const struct rate_entry **list = leaders(table, &count, p);
        for (long i = 0; i < count; i++) {
            const struct rate_entry *entry = list[i];
            records_field(out, table->pool[p]);
            fprintf(out, ",%ld,", i + 1);
            records_field(out, entry->player);
            fprintf(out, ",%d,%.17g,%.17g,%d,%d,%d\n",
                    linea_rating_shown(&entry->rating), entry->rating.mu,
                    entry->rating.sigma, entry->games,
                    linea_rating_provisional(&entry->rating), entry->fixed);
        }
        free(list);
    }
    return EXIT_OK;
}
