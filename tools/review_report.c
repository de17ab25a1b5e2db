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

#include "linea/utf8.h"

void review_figures(struct review_figures *out, const struct review *r,
                    const struct linea_replay *replay, int seat)
{
    memset(out, 0, sizeof *out);
    out->seats = r->seats;
    for (int s = 0; s < r->seats; s++) {
        out->judged[s] = seat == LINEA_NOBODY || s == seat;
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

void review_add(struct review_sums *sums, const struct review_figures *game)
{
    sums->games++;
    for (int s = 0; s < game->seats; s++) {
        const struct review_account *account = &game->account[s];
        struct review_player *p =
            game->judged[s] ? find_player(sums, game->name[s]) : NULL;
        if (!p)
            continue;
        double luck =
            (account->part[REVIEW_DEAL] + account->part[REVIEW_CHANCE]) * 1e-6;
        double own = account->part[REVIEW_OWN] * 1e-6;
        p->games++;
        p->result += account->result * 1e-6;
        p->luck += luck;
        p->luck_squares += luck * luck;
        p->own += own;
        p->own_squares += own * own;
        p->decisions += game->decisions[s];
        p->mistakes += game->mistakes[s];
        p->loss += game->loss[s] * 1e-6;
        p->points += game->points[s] * 1e-3;
    }
}

void review_json(struct linea_out *out, const struct review *r,
                 const struct linea_replay *replay, const struct review_wish *wish,
                 long number, long line)
{
    linea_out_text(out, "{\"game\":");
    linea_out_int(out, number);
    linea_out_text(out, ",\"line\":");
    linea_out_int(out, line);
    linea_out_text(out, ",\"map\":\"");
    linea_out_text(out, linea_map_text(r->map, r->map->id));
    linea_out_text(out, "\",\"seats\":[");
    for (int s = 0; s < r->seats; s++) {
        linea_out_text(out, s ? "," : "");
        linea_out_string(out, replay->name[s]);
    }
    linea_out_text(out, "],");
    linea_review_write(r, out, wish->seat, wish->course);
    linea_out_text(out, "}");
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

/* A share of the victory as a percentage with its error. */
static void add_share(struct linea_out *out, int share, int error)
{
    add(out, " %+7.1f ±%4.1f", share * 1e-4, error * 1.96e-4);
}

static void add_account(struct linea_out *out, const struct review *r,
                        const struct linea_replay *replay, int seat)
{
    struct review_account a;
    linea_review_account(r, &a, seat);
    add(out, "  seat %d %7.1f", seat, a.part[REVIEW_START] * 1e-4);
    for (int p = REVIEW_DEAL; p < REVIEW_PARTS; p++)
        add_share(out, a.part[p], a.error[p]);
    add(out, " %7.1f  ", a.result * 1e-4);
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
                 long number)
{
    add(out, "game %ld (%s), in %% of the victory, ± a 95 %% interval:\n", number,
        linea_map_text(r->map, r->map->id));
    add(out, "           equal          deal        chance           own        others"
             "  result\n");
    for (int s = 0; s < r->seats; s++)
        if (wish->seat == LINEA_NOBODY || s == wish->seat)
            add_account(out, r, replay, s);
    for (int s = 0; s < r->seats && wish->playouts > 0; s++)
        if (wish->seat == LINEA_NOBODY || s == wish->seat)
            add_decisions(out, r, s);
}

/* The standard error of a mean. */
static double error_of(double sum, double squares, long n)
{
    double mean = sum / (double)n, spread = squares / (double)n - mean * mean;
    return n > 1 && spread > 0 ? sqrt(spread / (double)(n - 1)) : 0;
}

static void print_player(const struct review_player *p, bool json)
{
    double n = (double)p->games;
    double luck = error_of(p->luck, p->luck_squares, p->games);
    double own = error_of(p->own, p->own_squares, p->games);
    char name[8 * LINEA_SEAT_NAME];
    struct linea_out out;
    linea_out_init(&out, name, sizeof name);
    if (json) {
        linea_out_string(&out, p->name);
        printf("{\"player\":%s,\"games\":%ld,\"result\":%.6f,\"luck\":%.6f,"
               "\"luck_se\":%.6f,\"own\":%.6f,\"own_se\":%.6f,\"decisions\":%.3f,"
               "\"mistakes\":%.3f,\"loss\":%.6f,\"points\":%.3f}\n",
               name, p->games, p->result / n, p->luck / n, luck, p->own / n, own,
               p->decisions / n, p->mistakes / n, p->loss / n, p->points / n);
        return;
    }
    linea_out_clean(&out, p->name, strlen(p->name));
    printf("%-24s %6ld %7.1f %+7.1f ±%4.1f %+7.1f ±%4.1f %9.2f %7.1f %7.1f\n", name,
           p->games, 100 * p->result / n, 100 * p->luck / n, 196 * luck,
           100 * p->own / n, 196 * own, p->mistakes / n, 100 * p->loss / n,
           p->points / n);
}

void review_summary(const struct review_sums *sums, bool json)
{
    if (!json)
        printf("%-24s %6s %7s %14s %14s %9s %7s %7s\n", "player", "games", "result",
               "luck ±95%", "own ±95%", "mistakes", "lost", "points");
    for (int i = 0; i < sums->players; i++)
        print_player(&sums->player[i], json);
}
