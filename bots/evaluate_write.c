/*
 * bots/evaluate_write.c - an evaluation as JSON, as docs/formats.md has it.
 *
 * SPDX-License-Identifier: MIT
 */
#include "evaluate.h"
#include "figures.h"
#include "linea/list.h"
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
static void write_seats(const struct evaluation *e, struct linea_list *object,
                        int candidate, const char *key, enum measure measure,
                        bool error)
{
    struct linea_list list = linea_key_open(object, key, "[", "]");
    for (int s = 0; s < e->view.seats; s++) {
        struct estimate x = linea_evaluate_seat(e, candidate, s, measure);
        linea_list_next(&list);
        linea_figure_write(list.out, error ? x.error : x.mean,
                           measure == MEASURE_LEAD ? 1000 : MILLION);
    }
    linea_list_close(&list);
}

/* By how much a candidate is worse than the best. */
static void write_less(const struct evaluation *e, struct linea_list *object,
                       int candidate, int best)
{
    struct estimate share = linea_evaluate_more(e, best, candidate, MEASURE_SHARE);
    struct estimate lead = linea_evaluate_more(e, best, candidate, MEASURE_LEAD);
    struct linea_list less = linea_key_open(object, "less", "{", "}");
    linea_key_figure(&less, "share", share.mean, MILLION);
    linea_key_figure(&less, "se", share.error, MILLION);
    linea_key_figure(&less, "margin", lead.mean, 1000);
    linea_key_figure(&less, "margin_se", lead.error, 1000);
    linea_list_close(&less);
}

static void write_candidate(const struct evaluation *e, struct linea_list *list,
                            const struct linea_game *g, int candidate, int best)
{
    struct linea_list object = linea_list_object(list);
    struct reason why;
    linea_reason_find(&why, &e->view, &e->own.plan, e->candidate[candidate].move);
    linea_key_move(&object, "move", g, e->candidate[candidate].move);
    linea_key_int(&object, "playouts", e->candidate[candidate].rounds);
    write_seats(e, &object, candidate, "share", MEASURE_SHARE, false);
    write_seats(e, &object, candidate, "se", MEASURE_SHARE, true);
    write_seats(e, &object, candidate, "margin", MEASURE_LEAD, false);
    if (candidate != best)
        write_less(e, &object, candidate, best);
    linea_reason_write(&why, &object, g->map);
    linea_list_close(&object);
}

void linea_evaluate_write_moves(const struct evaluation *e, struct linea_list *object,
                                const struct linea_game *g)
{
    int order[CANDIDATES];
    linea_evaluate_order(e, order);
    struct linea_list list = linea_key_open(object, "moves", "[", "]");
    for (int i = 0; i < e->candidates; i++)
        write_candidate(e, &list, g, order[i], order[0]);
    linea_list_close(&list);
}

void linea_evaluate_write(const struct evaluation *e, struct linea_out *out,
                          const struct linea_game *g)
{
    struct linea_list object = linea_list_open(out, "{", "}");
    linea_key_int(&object, "seat", e->view.viewer);
    linea_key_int(&object, "rounds", e->rounds);
    linea_evaluate_write_moves(e, &object, g);
    linea_list_close(&object);
}
