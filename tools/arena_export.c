/*
 * tools/arena_export.c - the arena's results for programs: JSON and CSV.
 *
 * Everything but "timing", the last member and only there when asked for, is the same
 * in every run with the same settings.
 *
 * SPDX-License-Identifier: MIT
 */
#include <inttypes.h>
#include <math.h>

#include "arena.h"

/* A string with its quotes: a name, or a command, of which a byte may be \\u0000. */
static void json_string(const char *text)
{
    char buffer[6 * MATCH_COMMAND + 3];
    struct linea_out out;
    linea_out_init(&out, buffer, sizeof buffer);
    linea_out_string(&out, text);
    fputs(buffer, stdout);
}

/* JSON has no infinity. */
static void json_number(const char *before, double x, double unit)
{
    if (isfinite(x))
        printf("%s%.10g", before, arena_round(x, unit));
    else
        printf("%snull", before);
}

static void json_interval(const char *name, const struct rating_interval *x,
                          double unit)
{
    printf(",\"%s\":{", name);
    json_number("\"value\":", x->value, unit);
    json_number(",\"low\":", x->low, unit);
    json_number(",\"high\":", x->high, unit);
    printf("}");
}

static void json_score(const struct rating_interval *x)
{
    json_interval("score", x, 1e-6);
}

static void json_elo(const struct rating_interval *x)
{
    json_interval("elo", x, 0.01);
}

/* Means for each seat that a side had, of the sources that a map has (all for NULL). */
static void json_points(const struct arena_side *sum, const struct linea_map *map)
{
    printf(",\"points\":{");
    for (int i = 0; i < LINEA_SOURCES; i++)
        if (!map || linea_map_has_source(map, (enum linea_source)i))
            printf("\"%s\":%.4f,", linea_source_name((enum linea_source)i),
                   arena_mean(sum->from[i], sum->seats));
    printf("\"total\":%.4f},\"tickets_done\":%.4f,\"decisions\":%ld",
           arena_mean(sum->total, sum->seats),
           arena_mean(sum->tickets_done, sum->seats), sum->decisions);
}

/* In how many games a program failed, and how; nothing for a bot. */
static void json_faults(const struct arena *arena, int bot,
                        const struct arena_side *sum)
{
    if (!arena->program[bot][0])
        return;
    printf(",\"faults\":{");
    for (int i = 0; i < PROGRAM_FAULTS; i++)
        printf("%s\"%s\":%ld", i ? "," : "", program_fault_name((enum program_fault)i),
               sum->faults[i]);
    printf("}");
}

static void json_ladder(const struct arena_report *report)
{
    const struct arena *arena = report->arena;
    printf("\"ladder\":[");
    for (int i = 0; i < arena->bots; i++) {
        int bot = report->order[i];
        struct arena_side sum = arena_bot_sum(arena, -1, bot);
        printf("%s{\"bot\":", i ? "," : "");
        json_string(arena->name[bot]);
        if (arena->program[bot][0]) {
            printf(",\"command\":");
            json_string(arena->program[bot]);
        }
        json_elo(&report->elo[bot]);
        json_score(&report->score[bot]);
        json_points(&sum, NULL);
        json_faults(arena, bot, &sum);
        printf("}");
    }
    printf("]");
}

static void json_pairs(const struct arena_report *report, int table)
{
    const struct arena *arena = report->arena;
    printf(",\"pairs\":[");
    for (int p = 0; p < arena->pairs; p++) {
        struct arena_pair_result result = arena_pair_result(report, table, p, 0);
        printf("%s{\"bot\":", p ? "," : "");
        json_string(arena->name[arena->pair[p].bot[0]]);
        printf(",\"against\":");
        json_string(arena->name[arena->pair[p].bot[1]]);
        json_score(&result.score);
        json_elo(&result.elo);
        json_interval("lead", &result.lead, 0.0001);
        printf("}");
    }
    printf("]");
}

static void json_table(const struct arena_report *report, int table)
{
    const struct arena *arena = report->arena;
    struct arena_block sum = arena_sum(arena, table);
    printf("{\"map\":");
    json_string(arena_map_name(arena, table));
    printf(",\"players\":%d,\"games\":%ld,\"moves\":%ld", arena->table[table].seats,
           sum.games, sum.moves);
    json_pairs(report, table);
    printf(",\"bots\":[");
    for (int bot = 0; bot < arena->bots; bot++) {
        struct arena_side side = arena_bot_sum(arena, table, bot);
        printf("%s{\"bot\":", bot ? "," : "");
        json_string(arena->name[bot]);
        json_elo(&report->table_elo[table][bot]);
        json_points(&side, arena->table[table].map);
        json_faults(arena, bot, &side);
        printf("}");
    }
    printf("]}");
}

static void json_sprt(const struct arena *arena)
{
    printf(",\"sprt\":{\"elo0\":%g,\"elo1\":%g,\"accepted\":\"%s\",\"deals\":%ld,"
           "\"llr\":%.4f,\"bound\":%.4f}",
           arena->elo0, arena->elo1, arena_verdict_name(arena->verdict),
           arena->test.blocks, arena->test.llr, RATING_SPRT_BOUND);
}

static void json_timing(const struct arena *arena)
{
    printf(",\"timing\":[");
    for (int bot = 0; bot < arena->bots; bot++) {
        struct arena_side sum = arena_bot_sum(arena, -1, bot);
        printf("%s{\"bot\":", bot ? "," : "");
        json_string(arena->name[bot]);
        printf(",\"decisions\":%ld,\"mean_us\":%.3f,\"longest_us\":%ld", sum.decisions,
               arena_mean(sum.microseconds, sum.decisions), sum.longest);
        if (arena_has_deadline(arena, bot))
            printf(",\"over_us\":%ld,\"own_over_us\":%ld", sum.over, sum.own_over);
        printf("}");
    }
    printf("]");
}

void arena_print_json(const struct arena_report *report)
{
    const struct arena *arena = report->arena;
    struct arena_block sum = arena_sum(arena, -1);
    printf("{\"seed\":\"%" PRIu64 "\",\"simulations\":%ld,\"ms\":%ld%s,\"limit\":%ld,"
           "\"deals\":%ld,\"games\":%ld,\"decisions\":%ld,\"anchor\":",
           arena->series, arena->simulations, arena->ms,
           arena->worked ? ",\"cpu\":true" : "", arena->limit, report->deals, sum.games,
           sum.moves);
    if (arena->anchor < 0)
        printf("null");
    else
        json_string(arena->name[arena->anchor]);
    printf(",");
    json_ladder(report);
    printf(",\"tables\":[");
    for (int t = 0; t < arena->tables; t++) {
        fputs(t ? "," : "", stdout);
        json_table(report, t);
    }
    printf("]");
    if (arena->sprt)
        json_sprt(arena);
    if (arena->timing)
        json_timing(arena);
    printf("}\n");
}

static void csv_row(const struct arena_report *report, FILE *out, int table, int pair,
                    int side)
{
    const struct arena *arena = report->arena;
    const struct arena_block *block = &arena->sums[table * arena->pairs + pair];
    const struct arena_side *sum = &block->side[side];
    int bot = arena->pair[pair].bot[side];
    struct arena_pair_result result = arena_pair_result(report, table, pair, side);
    const struct rating_interval *score = &result.score, *elo = &result.elo;
    fprintf(out, "%s,%d,%s,%s,%ld,%ld,%.6f,%.6f,%.6f,%.2f,%.2f,%.2f,%.4f,%.4f,%.4f",
            arena_map_name(arena, table), arena->table[table].seats, arena->name[bot],
            arena->name[arena->pair[pair].bot[!side]], report->deals, block->games,
            score->value, score->low, score->high, arena_round(elo->value, 0.01),
            arena_round(elo->low, 0.01), arena_round(elo->high, 0.01),
            arena_round(result.lead.value, 1e-4), arena_round(result.lead.low, 1e-4),
            arena_round(result.lead.high, 1e-4));
    for (int i = 0; i < LINEA_SOURCES; i++)
        fprintf(out, ",%.4f", arena_mean(sum->from[i], sum->seats));
    fprintf(out, ",%.4f,%.4f,%ld", arena_mean(sum->total, sum->seats),
            arena_mean(sum->tickets_done, sum->seats), sum->decisions);
    for (int i = 0; i < PROGRAM_FAULTS; i++)
        fprintf(out, ",%ld", sum->faults[i]);
    if (arena->timing)
        fprintf(out, ",%.3f,%ld", arena_mean(sum->microseconds, sum->decisions),
                sum->longest);
    if (arena_has_deadline(arena, bot))
        fprintf(out, ",%ld,%ld", sum->over, sum->own_over);
    else if (arena->ms)
        fputs(",,", out);
    fputc('\n', out);
}

void arena_print_csv(const struct arena_report *report, FILE *out)
{
    const struct arena *arena = report->arena;
    fprintf(out, "map,players,bot,against,deals,games,score,score_low,score_high,"
                 "elo,elo_low,elo_high,lead,lead_low,lead_high");
    for (int i = 0; i < LINEA_SOURCES; i++)
        fprintf(out, ",%s", linea_source_name((enum linea_source)i));
    fputs(",total,tickets_done,decisions", out);
    for (int i = 0; i < PROGRAM_FAULTS; i++)
        fprintf(out, ",%s", program_fault_name((enum program_fault)i));
    fprintf(out, "%s%s\n", arena->timing ? ",mean_us,longest_us" : "",
            arena->ms ? ",over_us,own_over_us" : "");
    for (int i = 0; i < arena->tables * arena->pairs * 2; i++)
        csv_row(report, out, i / 2 / arena->pairs, i / 2 % arena->pairs, i % 2);
}
