/*
 * tools/arena_report.c - adds up what the arena has seen, and writes it as text.
 *
 * SPDX-License-Identifier: MIT
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"

double arena_round(double x, double unit)
{
    double rounded = round(x / unit) * unit;
    return rounded == 0 ? 0 : rounded;
}

double arena_mean(long sum, long n)
{
    return n ? (double)sum / (double)n : 0;
}

bool arena_has_deadline(const struct arena *arena, int bot)
{
    return arena->ms > 0 && !arena->program[bot][0];
}

const char *arena_verdict_name(enum rating_verdict verdict)
{
    static const char *const names[] = {"undecided", "H0", "H1"};
    return names[verdict];
}

const char *arena_map_name(const struct arena *arena, int table)
{
    const struct linea_map *map = arena->table[table].map;
    return linea_map_text(map, map->id);
}

struct arena_side arena_bot_sum(const struct arena *arena, int table, int bot)
{
    struct arena_side sum = {0};
    for (int i = 0; i < arena->tables * arena->pairs; i++)
        for (int side = 0; side < 2; side++)
            if ((table < 0 || i / arena->pairs == table) &&
                arena->pair[i % arena->pairs].bot[side] == bot)
                arena_side_add(&sum, &arena->sums[i].side[side]);
    return sum;
}

struct arena_block arena_sum(const struct arena *arena, int table)
{
    struct arena_block sum = {0};
    for (int i = 0; i < arena->tables * arena->pairs; i++)
        if (table < 0 || i / arena->pairs == table) {
            sum.games += arena->sums[i].games;
            sum.moves += arena->sums[i].moves;
            for (int side = 0; side < 2; side++)
                arena_side_add(&sum.side[side], &arena->sums[i].side[side]);
        }
    return sum;
}

/* What a bot won of each deal at each table, on average over its opponents. */
static void bot_score(const struct arena_report *report, int bot, double *memory,
                      struct rating_interval *out)
{
    const struct arena *arena = report->arena;
    long n = report->deals * arena->tables;
    for (long i = 0; i < n; i++)
        memory[i] = 0;
    for (int p = 0; p < arena->pairs; p++)
        for (int side = 0; side < 2; side++)
            for (long i = 0; i < n && arena->pair[p].bot[side] == bot; i++) {
                long table = i / report->deals, deal = i % report->deals;
                double a =
                    report->block[(table * arena->pairs + p) * report->deals + deal];
                memory[i] += (side ? 1 - a : a) / (arena->bots - 1);
            }
    rating_mean(out, memory, n);
}

/* What an interval is for the other side, for which it counts from `whole`. */
static void turn_round(struct rating_interval *x, double whole)
{
    *x = (struct rating_interval){whole - x->value, whole - x->high, whole - x->low};
}

struct arena_pair_result arena_pair_result(const struct arena_report *report, int table,
                                           int pair, int side)
{
    long n = report->deals, first = ((long)table * report->arena->pairs + pair) * n;
    struct arena_pair_result out;
    rating_mean(&out.score, report->block + first, n);
    rating_mean_elo(&out.elo, report->block + first, n,
                    report->arena->table[table].seats);
    rating_mean_points(&out.lead, report->lead + first, n);
    if (side) {
        turn_round(&out.score, 1);
        turn_round(&out.elo, 0);
        turn_round(&out.lead, 0);
    }
    return out;
}

/* The most likely Elo at one table, or, with -1, over all of them. */
static bool fit(struct arena_report *report, int table, struct rating_interval out[])
{
    static struct rating_result results[ARENA_TABLES * ARENA_PAIRS];
    const struct arena *arena = report->arena;
    int n = 0;
    for (int i = 0; i < arena->tables * arena->pairs; i++) {
        const struct arena_pair *pair = &arena->pair[i % arena->pairs];
        int t = i / arena->pairs;
        if (table >= 0 && t != table)
            continue;
        results[n++] = (struct rating_result){
            .a = pair->bot[0],
            .b = pair->bot[1],
            .seats = arena->table[t].seats,
            .group = t,
            .blocks = report->deals,
            .block = report->block + i * report->deals,
        };
    }
    return rating_fit(out, arena->bots, results, n, arena->anchor);
}

/* Insertion sort: the strongest first, equals in the order they were named. */
static void rank(struct arena_report *report)
{
    for (int i = 0; i < report->arena->bots; i++) {
        int at = i;
        while (at > 0 &&
               report->elo[report->order[at - 1]].value < report->elo[i].value) {
            report->order[at] = report->order[at - 1];
            at--;
        }
        report->order[at] = i;
    }
}

bool arena_report_make(struct arena_report *report, const struct arena *arena)
{
    long round = (long)arena->tables * arena->pairs;
    memset(report, 0, sizeof *report);
    report->arena = arena;
    report->deals = arena->blocks / round;
    long blocks = report->deals * round;
    report->block =
        malloc(sizeof *report->block * (size_t)(2 * blocks + arena->blocks));
    if (!report->block)
        return false;
    report->lead = report->block + blocks;
    for (long i = 0; i < blocks; i++) {
        long at = i % round * report->deals + i / round;
        report->block[at] = arena->result[i];
        report->lead[at] = arena->lead[i];
    }
    for (int i = 0; i < arena->bots; i++)
        bot_score(report, i, report->lead + blocks, &report->score[i]);
    bool fine = fit(report, -1, report->elo);
    for (int t = 0; t < arena->tables && fine; t++)
        fine = fit(report, t, report->table_elo[t]);
    rank(report);
    return fine;
}

void arena_report_free(struct arena_report *report)
{
    free(report->block);
}

/* Of the column with the names. */
static int name_width(const struct arena *arena)
{
    int width = 14;
    for (int i = 0; i < arena->bots; i++)
        if ((int)strlen(arena->name[i]) > width)
            width = (int)strlen(arena->name[i]);
    return width;
}

static void print_elo(const struct rating_interval *elo)
{
    printf(" %7.0f %7.0f %7.0f", arena_round(elo->value, 1), arena_round(elo->low, 1),
           arena_round(elo->high, 1));
}

static void print_score(const struct rating_interval *score)
{
    printf(" %7.2f%% %7.2f%% %7.2f%%", 100 * score->value, 100 * score->low,
           100 * score->high);
}

static void print_lead(const struct rating_interval *lead)
{
    printf(" %7.2f %7.2f %7.2f", arena_round(lead->value, 0.01),
           arena_round(lead->low, 0.01), arena_round(lead->high, 0.01));
}

static void print_ladder(const struct arena_report *report)
{
    const struct arena *arena = report->arena;
    printf("\n%-*s %7s %15s %8s %17s %9s %12s\n", name_width(arena), "bot", "Elo",
           "95%", "score", "95%", "points", "tickets_done");
    for (int i = 0; i < arena->bots; i++) {
        int bot = report->order[i];
        struct arena_side sum = arena_bot_sum(arena, -1, bot);
        printf("%-*s", name_width(arena), arena->name[bot]);
        print_elo(&report->elo[bot]);
        print_score(&report->score[bot]);
        printf(" %9.2f %12.2f\n", arena_mean(sum.total, sum.seats),
               arena_mean(sum.tickets_done, sum.seats));
    }
}

/* What the programs are, and how often they have failed. */
static void print_programs(const struct arena *arena)
{
    const char *before = "\n";
    for (int bot = 0; bot < arena->bots; bot++) {
        struct arena_side sum = arena_bot_sum(arena, -1, bot);
        long all = 0;
        if (!arena->program[bot][0])
            continue;
        for (int i = 0; i < PROGRAM_FAULTS; i++)
            all += sum.faults[i];
        printf("%s%s is cmd:%s; failed in %ld games", before, arena->name[bot],
               arena->program[bot], all);
        if (all)
            printf(", where greedy played on:");
        for (int i = 0; i < PROGRAM_FAULTS; i++)
            if (sum.faults[i])
                printf(" %s %ld", program_fault_name((enum program_fault)i),
                       sum.faults[i]);
        printf("\n");
        before = "";
    }
}

static void print_points(const struct arena_report *report, int table)
{
    const struct arena *arena = report->arena;
    const struct linea_map *map = arena->table[table].map;
    printf("\n  %-*s %7s %15s", name_width(arena), "bot", "Elo", "95%");
    for (int i = 0; i < LINEA_SOURCES; i++)
        if (linea_map_has_source(map, (enum linea_source)i))
            printf(" %12s", linea_source_name((enum linea_source)i));
    printf(" %8s %12s\n", "total", "tickets_done");
    for (int i = 0; i < arena->bots; i++) {
        int bot = report->order[i];
        struct arena_side sum = arena_bot_sum(arena, table, bot);
        printf("  %-*s", name_width(arena), arena->name[bot]);
        print_elo(&report->table_elo[table][bot]);
        for (int source = 0; source < LINEA_SOURCES; source++)
            if (linea_map_has_source(map, (enum linea_source)source))
                printf(" %12.2f", arena_mean(sum.from[source], sum.seats));
        printf(" %8.2f %12.2f\n", arena_mean(sum.total, sum.seats),
               arena_mean(sum.tickets_done, sum.seats));
    }
}

static void print_table(const struct arena_report *report, int table)
{
    const struct arena *arena = report->arena;
    struct arena_block sum = arena_sum(arena, table);
    printf("\n%s, %d players: %ld games, %.1f moves a game\n\n",
           arena_map_name(arena, table), arena->table[table].seats, sum.games,
           arena_mean(sum.moves, sum.games));
    int width = name_width(arena);
    printf("  %-*s %-*s %8s %17s %7s %15s %7s %15s\n", width, "bot", width, "against",
           "score", "95%", "Elo", "95%", "ahead", "95%");
    for (int p = 0; p < arena->pairs; p++) {
        struct arena_pair_result result = arena_pair_result(report, table, p, 0);
        printf("  %-*s %-*s", width, arena->name[arena->pair[p].bot[0]], width,
               arena->name[arena->pair[p].bot[1]]);
        print_score(&result.score);
        print_elo(&result.elo);
        print_lead(&result.lead);
        printf("\n");
    }
    print_points(report, table);
}

static void print_sprt(const struct arena *arena)
{
    const struct rating_sprt *test = &arena->test;
    printf("\nSPRT: is %s better than %s by %g Elo (H0) or by %g (H1)? ",
           arena->name[0], arena->name[1], arena->elo0, arena->elo1);
    if (arena->verdict == RATING_UNDECIDED)
        printf("Undecided");
    else
        printf("%s accepted", arena_verdict_name(arena->verdict));
    printf(" after %ld deals, LLR %.2f of %.2f.\n", test->blocks, test->llr,
           RATING_SPRT_BOUND);
}

void arena_print_text(const struct arena_report *report)
{
    const struct arena *arena = report->arena;
    struct arena_block sum = arena_sum(arena, -1);
    printf("bots %d, tables %d, deals at each %ld, games %ld, decisions %ld, "
           "seed %" PRIu64 "\n",
           arena->bots, arena->tables, report->deals, sum.games, sum.moves,
           arena->series);
    print_ladder(report);
    print_programs(arena);
    for (int t = 0; t < arena->tables; t++)
        print_table(report, t);
    if (arena->sprt)
        print_sprt(arena);
}

void arena_print_timing(const struct arena *arena)
{
    fprintf(stderr, "%-*s %10s %13s %10s", name_width(arena), "bot", "decisions",
            "us a decision", "longest ms");
    if (arena->ms)
        fprintf(stderr, " %9s %9s", "ms over", "own");
    for (int i = 0; i < arena->bots; i++) {
        struct arena_side sum = arena_bot_sum(arena, -1, i);
        fprintf(stderr, "\n%-*s %10ld %13.2f %10.3f", name_width(arena), arena->name[i],
                sum.decisions, arena_mean(sum.microseconds, sum.decisions),
                (double)sum.longest / 1e3);
        if (arena_has_deadline(arena, i))
            fprintf(stderr, " %9.3f %9.3f", (double)sum.over / 1e3,
                    (double)sum.own_over / 1e3);
    }
    fprintf(stderr, "\n");
}
