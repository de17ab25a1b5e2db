/*
 * bots/review_write.c - a review as JSON, as docs/formats.md has it.
 *
 * SPDX-License-Identifier: MIT
 */
#include "figures.h"
#include "linea/list.h"
#include "review.h"

static void write_account(const struct review *r, struct linea_list *list, int seat)
{
    static const char *const names[REVIEW_PARTS] = {"start", "deal", "chance", "own",
                                                    "others"};
    struct review_account account;
    linea_review_account(r, &account, seat);
    struct linea_list object = linea_list_object(list);
    linea_key_int(&object, "seat", seat);
    for (int p = 0; p < REVIEW_PARTS; p++)
        linea_key_figure(&object, names[p], account.part[p], MILLION);
    linea_key_figure(&object, "result", account.result, MILLION);
    struct linea_list errors = linea_key_open(&object, "se", "{", "}");
    linea_key_int(&errors, names[0], 0);
    for (int p = 1; p < REVIEW_PARTS; p++)
        linea_key_figure(&errors, names[p], account.error[p], MILLION);
    linea_key_int(&errors, "result", 0);
    linea_list_close(&errors);
    linea_list_close(&object);
}

static void write_reason(const struct review *r, struct linea_list *object, int at)
{
    struct review_reason why;
    linea_review_reason(r, &why, at);
    linea_reason_write(&why.why, object, r->map);
    if (why.fault.off)
        linea_key_bool(object, "off", true);
    if (why.fault.kind != LINEA_NOTHING) {
        linea_key_text(object, "spent", linea_map_kind_name(r->map, why.fault.kind));
        linea_key_route(object, "needed", r->map, why.fault.route);
    }
    if (why.taker != LINEA_NOBODY && why.at >= 0) {
        linea_key_int(object, "taken_by", why.taker);
        linea_key_int(object, "taken_at", r->step[why.at].line);
    }
}

/* The place of a mistake among the worst of its seat, from 1; 0 if it has none. */
static int place_of(const struct review *r, int at)
{
    int worst[REVIEW_WORST],
        n = linea_review_worst(r, worst, r->step[at].table.game.turn);
    for (int i = 0; i < n; i++)
        if (worst[i] == at)
            return i + 1;
    return 0;
}

static void write_decision(const struct review *r, struct linea_list *list, int at)
{
    const struct review_step *step = &r->step[at];
    const struct review_judged *j = &step->judged;
    const struct linea_game *g = &step->table.game;
    const char *verdict = linea_review_verdict_name((enum review_verdict)j->verdict);
    struct linea_list object = linea_list_object(list);
    linea_key_int(&object, "line", step->line);
    linea_key_int(&object, "seat", g->turn);
    linea_key_move(&object, "move", g, step->move);
    linea_key_move(&object, "best", g, j->best);
    linea_key_figure(&object, "loss", j->loss, MILLION);
    linea_key_figure(&object, "se", j->error, MILLION);
    linea_key_figure(&object, "points", j->lead, 1000);
    linea_key_figure(&object, "points_se", j->lead_error, 1000);
    linea_list_key(&object, "verdict");
    if (verdict)
        linea_out_string(object.out, verdict);
    else
        linea_out_text(object.out, "null");
    if (j->verdict == VERDICT_MISTAKE) {
        int place = place_of(r, at);
        if (place)
            linea_key_int(&object, "worst", place);
        write_reason(r, &object, at);
    }
    linea_list_close(&object);
}

/* The shares before a move, or at the end; what the move changed in them. */
static void write_course(const struct review *r, struct linea_list *list, int at)
{
    static const char *const parts[] = {"share", "se", "decision"};
    bool end = at == r->steps;
    struct linea_list object = linea_list_object(list);
    linea_key_int_or_null(&object, "line", end ? -1 : (int)r->step[at].line, -1);
    if (!end) {
        linea_key_int(&object, "seat", r->step[at].table.game.turn);
        if (r->step[at].stood_in)
            linea_key_bool(&object, "stood_in", true);
    }
    for (int part = 0; part < (end ? 1 : 3); part++) {
        struct linea_list seats = linea_key_open(&object, parts[part], "[", "]");
        for (int s = 0; s < r->seats; s++) {
            struct estimate share = linea_review_share(r, at, s);
            linea_list_next(&seats);
            linea_figure_write(seats.out,
                               part == 0   ? share.mean
                               : part == 1 ? share.error
                                           : linea_review_decision(r, at, s).mean,
                               MILLION);
        }
        linea_list_close(&seats);
    }
    linea_list_close(&object);
}

void linea_review_write(const struct review *r, struct linea_list *object,
                        unsigned seats, bool course)
{
    struct linea_list list = linea_key_open(object, "account", "[", "]");
    for (int s = 0; s < r->seats; s++)
        if (seats >> s & 1)
            write_account(r, &list, s);
    linea_list_close(&list);
    list = linea_key_open(object, "decisions", "[", "]");
    for (int i = 0; i < r->steps; i++)
        if (r->step[i].judged.done)
            write_decision(r, &list, i);
    linea_list_close(&list);
    if (!course)
        return;
    list = linea_key_open(object, "course", "[", "]");
    for (int i = 0; i <= r->steps; i++)
        write_course(r, &list, i);
    linea_list_close(&list);
}
