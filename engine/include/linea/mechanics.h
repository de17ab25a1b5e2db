/*
 * linea/mechanics.h - what a map may add to the common rules.
 *
 * Everything that the engine knows of a mechanic is in one file, engine/rules/NAME.c.
 * This list is the only other place that names them all, so that a new mechanic is one
 * file and one line here, and one more in enum linea_source if it gives points.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef LINEA_MECHANICS_H
#define LINEA_MECHANICS_H

/* The number of each mechanic, and the name of its file. */
#define LINEA_EACH_MECHANIC(DO)                                                        \
    DO(LINEA_FERRIES, ferries)                                                         \
    DO(LINEA_TUNNELS, tunnels)                                                         \
    DO(LINEA_STATIONS_BUILT, stations)                                                 \
    DO(LINEA_PASSENGERS_TAKEN, passengers)                                             \
    DO(LINEA_DISTRICTS_JOINED, districts)                                              \
    DO(LINEA_ATTRACTIONS, attractions)                                                 \
    DO(LINEA_LONGEST, longest)                                                         \
    DO(LINEA_GLOBETROTTER, globetrotter)                                               \
    DO(LINEA_DEAD_ENDS, dead_ends)                                                     \
    DO(LINEA_EXPLORER, explorer)

/* LINEA_FERRIES, LINEA_TUNNELS and so on: bits of linea_map.mechanics. */
#define LINEA_MECHANIC_NUMBER(number, file) number,
enum linea_mechanic { LINEA_EACH_MECHANIC(LINEA_MECHANIC_NUMBER) LINEA_MECHANICS };

/* Where points come from, in the order in which they are shown. */
enum linea_source {
    LINEA_FROM_ROUTES,
    LINEA_FROM_TICKETS,
    LINEA_FROM_STATIONS,
    LINEA_FROM_LONGEST,
    LINEA_FROM_ATTRACTIONS,
    LINEA_FROM_DISTRICTS,
    LINEA_FROM_GLOBETROTTER,
    LINEA_FROM_PASSENGERS,
    LINEA_FROM_EXPLORER,
    LINEA_SOURCES
};

/* The name of a mechanic as map files spell it ("dead-ends"). */
const char *linea_mechanic_name(enum linea_mechanic m);

/* The rule of a mechanic in one sentence, in which {n} stands for linea_map.points;
   NULL where po/rules.json has it. In English, as all words here: translations are
   looked up by them. */
const char *linea_mechanic_rule(enum linea_mechanic m);

/* The name of a source as records spell it ("routes"), and for people ("Routes"). */
const char *linea_source_name(enum linea_source source);
const char *linea_source_label(enum linea_source source);

/*
 * All of these words as a JSON object: "mechanics" by name, each with its "title" and
 * "rule", and "sources" in their order, each with its "name" and "label".
 */
struct linea_out;
void linea_mechanics_write(struct linea_out *out);

#endif
