/*
 * bots/figures.c - whole numbers of parts written as decimals.
 *
 * SPDX-License-Identifier: MIT
 */
#include "figures.h"

#include "linea/list.h"
#include "linea/text.h"

void linea_figure_write(struct linea_out *out, int number, int whole)
{
    int size = number < 0 ? -number : number;
    if (number < 0)
        linea_out_text(out, "-");
    linea_out_int(out, size / whole);
    linea_out_text(out, ".");
    for (int digit = whole / 10; digit > 0; digit /= 10)
        linea_out_int(out, size / digit % 10);
}

void linea_key_figure(struct linea_list *list, const char *key, int number, int whole)
{
    linea_list_key(list, key);
    linea_figure_write(list->out, number, whole);
}
