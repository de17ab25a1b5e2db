/*
 * bots/figures.h - whole numbers of parts written as decimals.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef FIGURES_H
#define FIGURES_H

struct linea_list;
struct linea_out;

/* A number of parts of a whole, a power of ten, with all its digits: 1500 thousandths
   are 1.500. */
void linea_figure_write(struct linea_out *out, int number, int whole);
void linea_key_figure(struct linea_list *list, const char *key, int number, int whole);

#endif
