/*
 * tools/cup_report.c - the standings of a tournament: as text, JSON and CSV; and its
 * games as lines for `linea rate`.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "common/options.h"
#include "cup.h"
#include "rate.h"
#include "records.h"

static double points_of(int points)
{
    return (double)points / LINEA_CUP_POINT;
}

static double share_of(const struct linea_cup_player *player)
{
    return player->tables
               ? 100.0 * (double)player->share / LINEA_CUP_WHOLE / player->tables
               : 0;
}

static void print_head(const struct linea_cup *cup)
{
    printf("%s: %s%s on %s, %d players at tables of %d, ", cup->name,
           linea_cup_format_name(cup->format),
           cup->duplicate ? ", duplicate"
           : cup->field   ? ", field"
                          : "",
           cup->map, cup->players, cup->size);
    if (cup->format == LINEA_CUP_ARENA)
        printf("%d minutes, %u tables\n\n", (int)(cup->duration / 60000), cup->tables);
    else
        printf("%d rounds, %u tables\n\n", cup->round, cup->tables);
    printf("%5s  %-24s %7s %6s %9s %7s %7s %5s%s\n", "place", "player", "points",
           "wins", "opponents", "share", "tables", "byes",
           cup->format == LINEA_CUP_KNOCKOUT ? "  round" : "");
}

void cup_print_text(const struct cup_run *run)
{
    static struct linea_cup_standing standing[LINEA_CUP_PLAYERS];
    const struct linea_cup *cup = &run->cup;
    int count = linea_cup_standings(cup, standing);
    print_head(cup);
    for (int i = 0; i < count; i++) {
        const struct linea_cup_player *player = &cup->player[standing[i].player];
        printf("%5d  ", standing[i].place);
        records_print_column(stdout, player->name, 24);
        printf(" %7.2f %6.2f %9.2f %6.1f%% %7d %5d", points_of(player->points),
               points_of(player->wins), points_of(standing[i].opponents),
               share_of(player), player->tables, player->byes);
        if (cup->format == LINEA_CUP_KNOCKOUT)
            printf("  %5d", player->reached);
        printf("%s\n", player->out ? "  out" : "");
    }
}

void cup_print_faults(const struct cup_run *run)
{
    for (int i = 0; i < run->bots; i++)
        for (int fault = 0; fault < PROGRAM_FAULTS; fault++) {
            long games = atomic_load(&run->bot[i].faults.count[fault]);
            if (games)
                fprintf(stderr, "%s: %s in %ld games\n", run->bot[i].name,
                        program_fault_name((enum program_fault)fault), games);
        }
}

void cup_print_json(struct cup_run *run)
{
    struct linea_out out;
    linea_out_init(&out, run->line, sizeof run->line);
    linea_cup_show(&run->cup, &out);
    puts(run->line);
}

void cup_print_csv(const struct cup_run *run, FILE *out)
{
    static struct linea_cup_standing standing[LINEA_CUP_PLAYERS];
    const struct linea_cup *cup = &run->cup;
    int count = linea_cup_standings(cup, standing);
    fprintf(out, "place,player,points,wins,opponents,share,tables,byes,absences,"
                 "reached,rank,out\n");
    for (int i = 0; i < count; i++) {
        const struct linea_cup_player *player = &cup->player[standing[i].player];
        fprintf(out, "%d,", standing[i].place);
        records_field(out, player->name);
        fprintf(out, ",%.6g,%.6g,%.6g,%.4f,%d,%d,%d,%d,%d,%d\n",
                points_of(player->points), points_of(player->wins),
                points_of(standing[i].opponents), share_of(player) / 100,
                player->tables, player->byes, player->absences, player->reached,
                player->rank, player->out);
    }
}

void cup_print_game(const struct cup_run *run, FILE *out, const int players[],
                    const struct linea_cup_result *result, int seats, int moves)
{
    struct rate_game game = {.result = {.seats = seats, .moves = moves}};
    char text[4 * RATE_LINE];
    struct linea_out line;
    snprintf(game.map, sizeof game.map, "%s", run->cup.map);
    for (int s = 0; s < seats; s++) {
        game.result.place[s] = result->place[s];
        snprintf(game.name[s], sizeof game.name[s], "bot:%.59s",
                 run->cup.player[players[s]].name);
    }
    linea_out_init(&line, text, sizeof text);
    rate_write_game(&game, &line);
    fprintf(out, "%s\n", text);
}
