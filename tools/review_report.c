/*
 * tools/review_report.c - reviews as text and as JSON, and what many of them say of a
 * player.
 *
 * SPDX-License-Identifier: MIT
 */
#include "review_report.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "linea/list.h"
#include "linea/utf8.h"

void review_figures(struct review_figures *out, const struct review *r,
                    const struct linea_replay *replay, unsigned seats)
{
    memset(out, 0, sizeof *out);
    out->seats = r->seats;
    for (int s = 0; s < r->seats; s++) {
        out->judged[s] = seats >> s & 1;
        memcpy(out->name[s], replay->name[s], sizeof out->name[s]);
        linea_review_account(r, &out->account[s], s);
    }
    for (int i = 0; i < r->steps; i++) {
        const struct review_judged *j = &r->step[i].judged;
        int s = r->step[i].table.game.turn;
        if (!j->done)
            continue;
        out->decisions[s]++;
        out->mistakes[s] += j->verdict == VERDICT_MISTAKE;
        out->loss[s] += j->verdict == VERDICT_MISTAKE ? j->loss : 0;
        out->points[s] += j->verdict == VERDICT_MISTAKE ? j->lead : 0;
        out->given[s] += j->given;
        out->given_points[s] += j->given_lead;
    }
}

static struct review_player *find_player(struct review_sums *sums, const char *name)
{
    for (int i = 0; i < sums->players; i++)
        if (strcmp(sums->player[i].name, name) == 0)
            return &sums->player[i];
    if (sums->players == REVIEW_PLAYERS)
        return NULL;
    struct review_player *p = &sums->player[sums->players++];
    *p = (struct review_player){0};
    snprintf(p->name, sizeof p->name, "%s", name);
    return p;
}

static void add_up(struct review_sum *out, double number)
{
    out->sum += number;
    out->squares += number * number;
}

void review_add(struct review_sums *sums, const struct review_figures *game)
{
    sums->games++;
    for (int s = 0; s < game->seats; s++) {
        const struct review_account *account = &game->account[s];
        struct review_player *p =
            game->judged[s] ? find_player(sums, game->name[s]) : NULL;
        sums->left_out += game->judged[s] && !p;
        if (!p)
            continue;
        p->games++;
        p->result += account->result * 1e-6;
        add_up(&p->luck,
               (account->part[REVIEW_DEAL] + account->part[REVIEW_CHANCE]) * 1e-6);
        add_up(&p->own, account->part[REVIEW_OWN] * 1e-6);
        add_up(&p->others, account->part[REVIEW_OTHERS] * 1e-6);
        add_up(&p->play,
               (account->part[REVIEW_OWN] + account->part[REVIEW_OTHERS]) * 1e-6);
        add_up(&p->mistakes, game->mistakes[s]);
        add_up(&p->given, game->given[s] * 1e-6);
        add_up(&p->given_points, game->given_points[s] * 1e-3);
        p->decisions += game->decisions[s];
        p->loss += game->loss[s] * 1e-6;
        p->points += game->points[s] * 1e-3;
    }
}

void review_json(struct linea_out *out, const struct review *r,
                 const struct linea_replay *replay, const struct review_wish *wish,
                 const struct review_place *place)
{
    struct linea_list object = linea_list_open(out, "{", "}");
    linea_key_text(&object, "file", place->path);
    linea_key_int(&object, "game", place->number);
    linea_key_int(&object, "line", place->line);
    linea_key_text(&object, "map", linea_map_text(r->map, r->map->id));
    struct linea_list seats = linea_key_open(&object, "seats", "[", "]");
    for (int s = 0; s < r->seats; s++)
        linea_list_text(&seats, replay->name[s]);
    linea_list_close(&seats);
    linea_review_write(r, &object, place->seats, wish->course);
    linea_list_close(&object);
}

/* Add formatted text. */
static void add(struct linea_out *out, const char *format, ...)
{
    char text[LINEA_MOVE_TEXT + 256];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    linea_out_text(out, text);
}

/* Millionths in tenths of a percent. */
static int tenths(int millionths)
{
    return (millionths + (millionths < 0 ? -500 : 500)) / 1000;
}

static void add_account(struct linea_out *out, const struct review *r,
                        const struct linea_replay *replay, int seat)
{
    struct review_account a;
    linea_review_account(r, &a, seat);
    int sum = a.part[REVIEW_START];
    add(out, "  seat %d %7.1f", seat, tenths(sum) * 0.1);
    /* Sums are rounded, not parts: so what is printed adds up to the last digit. */
    for (int p = REVIEW_DEAL; p < REVIEW_PARTS; p++) {
        int before = tenths(sum);
        sum += a.part[p];
        add(out, " %+7.1f ±%4.1f", (tenths(sum) - before) * 0.1, a.error[p] * 1.96e-4);
    }
    add(out, " %7.1f  ", tenths(a.result) * 0.1);
    linea_out_clean(out, replay->name[seat], strlen(replay->name[seat]));
    add(out, "\n");
}

static void add_mistake(struct linea_out *out, const struct review *r, int at)
{
    const struct review_step *step = &r->step[at];
    const struct review_judged *j = &step->judged;
    struct review_reason why;
    linea_review_reason(r, &why, at);
    add(out, "    line %ld: ", step->line);
    linea_move_write(&step->table.game, out, step->move);
    add(out, "; better ");
    linea_move_write(&step->table.game, out, j->best);
    add(out, ", by %.1f ±%.1f %% and %.1f ±%.1f points", j->loss * 1e-4,
        j->error * 1.96e-4, j->lead * 1e-3, j->lead_error * 1.96e-3);
    if (why.why.ticket != LINEA_NOTHING) {
        add(out, "; on the way of the ticket ");
        linea_ticket_write(r->map, out, why.why.ticket);
    }
    if (why.fault.off)
        add(out, "; the claim is on the way of no ticket");
    if (why.fault.kind != LINEA_NOTHING) {
        add(out, "; %s is lacking then for ",
            linea_map_kind_name(r->map, why.fault.kind));
        linea_route_write(r->map, out, why.fault.route);
    }
    if (why.taker != LINEA_NOBODY && why.at >= 0)
        add(out, "; seat %d took it later (line %ld)", why.taker, r->step[why.at].line);
    if (why.why.kind != LINEA_NOTHING) {
        add(out, "; %s was lacking for ", linea_map_kind_name(r->map, why.why.kind));
        linea_route_write(r->map, out, why.why.route);
    }
    add(out, "\n");
}

static void add_decisions(struct linea_out *out, const struct review *r, int seat)
{
    int worst[REVIEW_WORST], count[VERDICT_MISTAKE + 1] = {0}, all = 0;
    for (int i = 0; i < r->steps; i++) {
        const struct review_judged *j = &r->step[i].judged;
        if (!j->done || r->step[i].table.game.turn != seat)
            continue;
        count[j->verdict]++;
        all++;
    }
    add(out, "  seat %d: %d decisions: %d best, %d fine, %d mistakes, %d not shown\n",
        seat, all, count[VERDICT_BEST], count[VERDICT_FINE], count[VERDICT_MISTAKE],
        count[VERDICT_NONE]);
    int n = linea_review_worst(r, worst, seat);
    for (int i = 0; i < n; i++)
        add_mistake(out, r, worst[i]);
}

void review_text(struct linea_out *out, const struct review *r,
                 const struct linea_replay *replay, const struct review_wish *wish,
                 const struct review_place *place)
{
    linea_out_clean(out, place->path, strlen(place->path));
    add(out, ", game %ld (%s), in %% of the victory, ± a 95 %% interval:\n",
        place->number, linea_map_text(r->map, r->map->id));
    add(out, "           equal          deal        chance           own        others"
             "  result\n");
    for (int s = 0; s < r->seats; s++)
        if (place->seats >> s & 1)
            add_account(out, r, replay, s);
    for (int s = 0; s < r->seats && wish->playouts > 0; s++)
        if (place->seats >> s & 1)
            add_decisions(out, r, s);
}

/* The mean of a game, and its standard error: of one game alone nobody knows. */
static double mean_of(const struct review_sum *s, long games)
{
    return s->sum / (double)games;
}

static double error_of(const struct review_sum *s, long games)
{
    double mean = mean_of(s, games), spread = s->squares / (double)games - mean * mean;
    return games > 1 && spread > 0 ? sqrt(spread / (double)(games - 1)) : 0;
}

static void print_json(const char *key, const struct review_sum *s, long games)
{
    printf(",\"%s\":%.6f,\"%s_se\":", key, mean_of(s, games), key);
    if (games > 1)
        printf("%.6f", error_of(s, games));
    else
        printf("null");
}

/* What looking at decisions has shown: nothing where none was looked at. */
static void print_found_json(const struct review_player *p)
{
    double n = (double)p->games;
    if (p->decisions == 0) {
        printf(",\"mistakes\":null,\"mistakes_se\":null,\"loss\":null,\"points\":null,"
               "\"given\":null,\"given_se\":null,\"given_points\":null,"
               "\"given_points_se\":null");
        return;
    }
    print_json("mistakes", &p->mistakes, p->games);
    printf(",\"loss\":%.6f,\"points\":%.3f", p->loss / n, p->points / n);
    print_json("given", &p->given, p->games);
    print_json("given_points", &p->given_points, p->games);
}

static void print_player_json(const struct review_player *p, const char *name)
{
    double n = (double)p->games;
    printf("{\"player\":%s,\"games\":%ld,\"result\":%.6f", name, p->games,
           p->result / n);
    print_json("luck", &p->luck, p->games);
    print_json("own", &p->own, p->games);
    print_json("others", &p->others, p->games);
    print_json("play", &p->play, p->games);
    printf(",\"decisions\":%.3f", p->decisions / n);
    print_found_json(p);
    printf("}\n");
}

/* Half of Student's interval, as in rating.c. */
static void print_interval(const struct review_sum *s, long games, double unit,
                           int digits)
{
    double students = 1.96 * (1 + (1.96 * 1.96 + 1) / (4 * (double)(games - 1)));
    if (games > 1)
        printf(" ±%5.*f", digits, students * unit * error_of(s, games));
    else
        printf(" ±    –");
}

/* A mean with its interval, in hundredths if it is a share. */
static void print_mean(const struct review_sum *s, long games, double unit)
{
    printf(" %+7.1f", unit * mean_of(s, games));
    print_interval(s, games, unit, 1);
}

static void print_found(const struct review_player *p)
{
    if (p->decisions == 0) {
        /* a dash is three bytes */
        printf(" %10s%17s%17s", "–", "–", "–");
        return;
    }
    printf(" %8.2f", mean_of(&p->mistakes, p->games));
    print_interval(&p->mistakes, p->games, 1, 2);
    print_mean(&p->given, p->games, 100);
    print_mean(&p->given_points, p->games, 1);
}

static void print_player(const struct review_player *p, bool json)
{
    char name[8 * LINEA_SEAT_NAME];
    struct linea_out out;
    linea_out_init(&out, name, sizeof name);
    if (json) {
        linea_out_string(&out, p->name);
        print_player_json(p, name);
        return;
    }
    linea_out_clean(&out, p->name, strlen(p->name));
    printf("%-20s %6ld %7.1f", name, p->games, 100 * p->result / (double)p->games);
    print_mean(&p->luck, p->games, 100);
    print_mean(&p->play, p->games, 100);
    print_mean(&p->own, p->games, 100);
    print_found(p);
    printf("\n");
}

void review_summary(const struct review_sums *sums, bool json)
{
    if (!json)
        printf("%-20s %6s %7s %15s %15s %15s %16s %15s %15s\n", "player", "games",
               "result", "luck ±95%", "play ±95%", "own ±95%", "mistakes ±95%",
               "given ±95%", "points ±95%");
    for (int i = 0; i < sums->players; i++)
        print_player(&sums->player[i], json);
    if (sums->left_out)
        fprintf(
            stderr,
            "%ld seats of further players are left out: a summary has room for %d\n",
            sums->left_out, REVIEW_PLAYERS);
}
