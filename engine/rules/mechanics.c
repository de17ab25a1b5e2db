/*
 * mechanics.c - the list of all mechanics, and what it says of them.
 *
 * SPDX-License-Identifier: MIT
 */
#include "mechanic.h"

#define DECLARE(number, file) extern const struct mechanic linea_mechanic_##file;
LINEA_EACH_MECHANIC(DECLARE)

#define ENTER(number, file) [number] = &linea_mechanic_##file,
const struct mechanic *const linea_mechanics[LINEA_MECHANICS] = {
    LINEA_EACH_MECHANIC(ENTER)};

const char *linea_mechanic_name(enum linea_mechanic m)
{
    return linea_mechanics[m]->name;
}

const char *linea_mechanic_rule(enum linea_mechanic m)
{
    return linea_mechanics[m]->rule;
}

const struct mechanic *linea_mechanic_of_phase(enum linea_phase phase)
{
    for (int m = 0; m < LINEA_MECHANICS; m++)
        if (linea_mechanics[m]->read_pending && linea_mechanics[m]->phase == phase)
            return linea_mechanics[m];
    return NULL;
}

/* The number of the mechanic that gives points from a source; LINEA_MECHANICS for what
   every map has. */
static int giver_of(enum linea_source source)
{
    int m = 0;
    while (m < LINEA_MECHANICS &&
           !(linea_mechanics[m]->score && linea_mechanics[m]->source == source))
        m++;
    return m;
}

const char *linea_source_name(enum linea_source source)
{
    int m = giver_of(source);
    if (m < LINEA_MECHANICS)
        return linea_mechanics[m]->name;
    return source == LINEA_FROM_ROUTES ? "routes" : "tickets";
}

const char *linea_source_label(enum linea_source source)
{
    int m = giver_of(source);
    if (m < LINEA_MECHANICS)
        return linea_mechanics[m]->label;
    return source == LINEA_FROM_ROUTES ? N_("Routes") : N_("Tickets");
}

bool linea_map_has_source(const struct linea_map *map, enum linea_source source)
{
    int m = giver_of(source);
    return m == LINEA_MECHANICS || linea_map_uses(map, (enum linea_mechanic)m);
}

void linea_award_most(struct scoring *x, const int value[LINEA_SEATS],
                      enum linea_source source, int points)
{
    int most = 1;
    for (int s = 0; s < x->g->seats; s++)
        most = value[s] > most ? value[s] : most;
    for (int s = 0; s < x->g->seats; s++)
        if (value[s] == most)
            x->out->seat[s].from[source] = (int16_t)points;
}

static void write_text(struct linea_list *object, const char *key, const char *text)
{
    linea_list_key(object, key);
    if (text)
        linea_out_string(object->out, text);
    else
        linea_out_text(object->out, "null");
}

void linea_mechanics_write(struct linea_out *out)
{
    linea_out_text(out, "{\"mechanics\":");
    struct linea_list list = linea_list_open(out, "{", "}");
    for (int m = 0; m < LINEA_MECHANICS; m++) {
        struct linea_list words =
            linea_key_open(&list, linea_mechanics[m]->name, "{", "}");
        write_text(&words, "title", linea_mechanics[m]->title);
        write_text(&words, "rule", linea_mechanics[m]->rule);
        linea_list_close(&words);
    }
    linea_list_close(&list);
    linea_out_text(out, ",\"sources\":");
    list = linea_list_open(out, "[", "]");
    for (int i = 0; i < LINEA_SOURCES; i++) {
        struct linea_list words = linea_list_object(&list);
        write_text(&words, "name", linea_source_name((enum linea_source)i));
        write_text(&words, "label", linea_source_label((enum linea_source)i));
        linea_list_close(&words);
    }
    linea_list_close(&list);
    linea_out_text(out, "}");
}
