/*
 * bots/review_write.c - a review as JSON, as docs/formats.md has it.
 *
 * SPDX-License-Identifier: MIT
 */
#include "figures.h"
#include "linea/text.h"
#include "review.h"

static void write_key(struct linea_out *out, const char *key, int number)
{
    linea_out_text(out, ",\"");
    linea_out_text(out, key);
    linea_out_text(out, "\":");
    linea_figure_write(out, number, MILLION);
}

static void write_account(const struct review *r, struct linea_out *out, int seat)
{
    static const char *const names[REVIEW_PARTS] = {"start", "deal", "chance", "own",
                                                    "others"};
    struct review_account account;
    linea_review_account(r, &account, seat);
    linea_out_text(out, "{\"seat\":");
    linea_out_int(out, seat);
    for (int p = 0; p < REVIEW_PARTS; p++)
        write_key(out, names[p], account.part[p]);
    write_key(out, "result", account.result);
    linea_out_text(out, ",\"se\":{\"start\":0");
    for (int p = 1; p < REVIEW_PARTS; p++)
        write_key(out, names[p], account.error[p]);
    linea_out_text(out, ",\"result\":0}}");
}

static void write_reason(const struct review *r, struct linea_out *out, int at)
{
    struct review_reason why;
    linea_review_reason(r, &why, at);
    linea_reason_write(&why.why, out, r->map);
    linea_out_text(out, why.fault.off ? ",\"off\":true" : "");
    if (why.fault.kind != LINEA_NOTHING) {
        linea_out_text(out, ",\"spent\":\"");
        linea_out_text(out, linea_map_kind_name(r->map, why.fault.kind));
        linea_out_text(out, "\",\"needed\":\"");
        linea_route_write(r->map, out, why.fault.route);
        linea_out_text(out, "\"");
    }
    if (why.taker != LINEA_NOBODY && why.at >= 0) {
        linea_out_text(out, ",\"taken_by\":");
        linea_out_int(out, why.taker);
        linea_out_text(out, ",\"taken_at\":");
        linea_out_int(out, r->step[why.at].line);
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

static void write_decision(const struct review *r, struct linea_out *out, int at)
{
    const struct review_step *step = &r->step[at];
    const struct review_judged *j = &step->judged;
    const char *verdict = linea_review_verdict_name((enum review_verdict)j->verdict);
    linea_out_text(out, "{\"line\":");
    linea_out_int(out, step->line);
    linea_out_text(out, ",\"seat\":");
    linea_out_int(out, step->table.game.turn);
    linea_out_text(out, ",\"move\":\"");
    linea_move_write(&step->table.game, out, step->move);
    linea_out_text(out, "\",\"best\":\"");
    linea_move_write(&step->table.game, out, j->best);
    linea_out_text(out, "\"");
    write_key(out, "loss", j->loss);
    write_key(out, "se", j->error);
    linea_out_text(out, ",\"points\":");
    linea_figure_write(out, j->lead, 1000);
    linea_out_text(out, ",\"points_se\":");
    linea_figure_write(out, j->lead_error, 1000);
    linea_out_text(out, ",\"verdict\":");
    linea_out_text(out, verdict ? "\"" : "null");
    linea_out_text(out, verdict ? verdict : "");
    linea_out_text(out, verdict ? "\"" : "");
    if (j->verdict == VERDICT_MISTAKE) {
        int place = place_of(r, at);
        if (place) {
            linea_out_text(out, ",\"worst\":");
            linea_out_int(out, place);
        }
        write_reason(r, out, at);
    }
    linea_out_text(out, "}");
}

/* The shares before a move, or at the end; what the move changed in them. */
static void write_course(const struct review *r, struct linea_out *out, int at)
{
    bool end = at == r->steps;
    linea_out_text(out, "{\"line\":");
    if (end) {
        linea_out_text(out, "null");
    } else {
        linea_out_int(out, r->step[at].line);
        linea_out_text(out, ",\"seat\":");
        linea_out_int(out, r->step[at].table.game.turn);
        linea_out_text(out, r->step[at].stood_in ? ",\"stood_in\":true" : "");
    }
    for (int part = 0; part < (end ? 1 : 3); part++) {
        static const char *const names[] = {",\"share\":[", "],\"se\":[",
                                            "],\"decision\":["};
        linea_out_text(out, names[part]);
        for (int s = 0; s < r->seats; s++) {
            struct estimate share = linea_review_share(r, at, s);
            linea_out_text(out, s ? "," : "");
            linea_figure_write(out,
                               part == 0   ? share.mean
                               : part == 1 ? share.error
                                           : linea_review_decision(r, at, s).mean,
                               MILLION);
        }
    }
    linea_out_text(out, "]}");
}

void linea_review_write(const struct review *r, struct linea_out *out, unsigned seats,
                        bool course)
{
    bool first = true;
    linea_out_text(out, "\"account\":[");
    for (int s = 0; s < r->seats; s++) {
        if (!(seats >> s & 1))
            continue;
        linea_out_text(out, first ? "" : ",");
        write_account(r, out, s);
        first = false;
    }
    linea_out_text(out, "],\"decisions\":[");
    first = true;
    for (int i = 0; i < r->steps; i++) {
        if (!r->step[i].judged.done)
            continue;
        linea_out_text(out, first ? "" : ",");
        write_decision(r, out, i);
        first = false;
    }
    linea_out_text(out, "]");
    if (!course)
        return;
    linea_out_text(out, ",\"course\":[");
    for (int i = 0; i <= r->steps; i++) {
        linea_out_text(out, i ? "," : "");
        write_course(r, out, i);
    }
    linea_out_text(out, "]");
}
