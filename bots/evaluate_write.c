/*
 * bots/evaluate_write.c - an evaluation as JSON, as docs/formats.md has it.
 *
 * SPDX-License-Identifier: MIT
 */
#include "evaluate.h"
#include "figures.h"
#include "linea/text.h"
#include "reason.h"

void linea_evaluate_order(const struct evaluation *e, int out[CANDIDATES])
{
    int best = linea_evaluate_best(e);
    for (int i = 0; i < e->candidates; i++) {
        int at = i, worth = linea_evaluate_value(e, i, MEASURE_WORTH).mean;
        for (; at > 0; at--) {
            int other = out[at - 1];
            bool on = e->active >> i & 1, other_on = e->active >> other & 1;
            bool before =
                i == best ||
                (other != best &&
                 (on != other_on
                      ? on
                      : worth > linea_evaluate_value(e, other, MEASURE_WORTH).mean));
            if (!before)
                break;
            out[at] = other;
        }
        out[at] = i;
    }
}

/* A number for each seat. */
static void write_seats(const struct evaluation *e, struct linea_out *out,
                        int candidate, const char *key, enum measure measure,
                        bool error)
{
    linea_out_text(out, ",\"");
    linea_out_text(out, key);
    linea_out_text(out, "\":[");
    for (int s = 0; s < e->view.seats; s++) {
        struct estimate x = linea_evaluate_seat(e, candidate, s, measure);
        linea_out_text(out, s ? "," : "");
        linea_figure_write(out, error ? x.error : x.mean,
                           measure == MEASURE_LEAD ? 1000 : MILLION);
    }
    linea_out_text(out, "]");
}

/* By how much a candidate is worse than the best. */
static void write_less(const struct evaluation *e, struct linea_out *out, int candidate,
                       int best)
{
    struct estimate share = linea_evaluate_more(e, best, candidate, MEASURE_SHARE);
    struct estimate lead = linea_evaluate_more(e, best, candidate, MEASURE_LEAD);
    linea_out_text(out, ",\"less\":{\"share\":");
    linea_figure_write(out, share.mean, MILLION);
    linea_out_text(out, ",\"se\":");
    linea_figure_write(out, share.error, MILLION);
    linea_out_text(out, ",\"margin\":");
    linea_figure_write(out, lead.mean, 1000);
    linea_out_text(out, ",\"margin_se\":");
    linea_figure_write(out, lead.error, 1000);
    linea_out_text(out, "}");
}

static void write_candidate(const struct evaluation *e, struct linea_out *out,
                            const struct linea_game *g, int candidate, int best)
{
    struct reason why;
    linea_reason_find(&why, &e->view, &e->own.plan, e->candidate[candidate].move);
    linea_out_text(out, "{\"move\":\"");
    linea_move_write(g, out, e->candidate[candidate].move);
    linea_out_text(out, "\",\"playouts\":");
    linea_out_int(out, e->candidate[candidate].rounds);
    write_seats(e, out, candidate, "share", MEASURE_SHARE, false);
    write_seats(e, out, candidate, "se", MEASURE_SHARE, true);
    write_seats(e, out, candidate, "margin", MEASURE_LEAD, false);
    if (candidate != best)
        write_less(e, out, candidate, best);
    linea_reason_write(&why, out, g->map);
    linea_out_text(out, "}");
}

void linea_evaluate_write_moves(const struct evaluation *e, struct linea_out *out,
                                const struct linea_game *g)
{
    int order[CANDIDATES];
    linea_evaluate_order(e, order);
    linea_out_text(out, "\"moves\":[");
    for (int i = 0; i < e->candidates; i++) {
        linea_out_text(out, i ? "," : "");
        write_candidate(e, out, g, order[i], order[0]);
    }
    linea_out_text(out, "]");
}

void linea_evaluate_write(const struct evaluation *e, struct linea_out *out,
                          const struct linea_game *g)
{
    linea_out_text(out, "{\"seat\":");
    linea_out_int(out, e->view.viewer);
    linea_out_text(out, ",\"rounds\":");
    linea_out_int(out, e->rounds);
    linea_out_text(out, ",");
    linea_evaluate_write_moves(e, out, g);
    linea_out_text(out, "}");
}
