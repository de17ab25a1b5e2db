/*
 * terminal/setup.c - the options of `linea play`, and questions for those left out.
 *
 * SPDX-License-Identifier: MIT
 */
#include "setup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/maps.h"
#include "common/options.h"
#include "common/tr.h"
#include "input.h"

struct options {
    const char *map, *bot, *seed, *lang, *record;
    long players, humans, first; /* 0 when not given */
    bool plain;
};

/* The language must be known before the help is printed. */
static void choose_language(int argc, char **argv)
{
    tr_choose_from_environment();
    for (int i = 1; i < argc; i++) {
        if (strncmp(argv[i], "--lang=", 7) == 0)
            tr_choose(argv[i] + 7);
        else if (strcmp(argv[i], "--lang") == 0 && i + 1 < argc)
            tr_choose(argv[i + 1]);
    }
}

static int parse(struct options *o, int argc, char **argv)
{
    const struct option_spec specs[] = {
        {"--map", "ID|FILE", tr("the board"), .text = &o->map},
        {"--players", "N", tr("players in all, bots included"), .number = &o->players,
         .low = 2, .high = LINEA_SEATS},
        {"--humans", "N", tr("how many of them share this screen"),
         .number = &o->humans, .low = 1, .high = LINEA_SEATS},
        {"--bot", "NAME", tr("the bot for the others: easy, normal, hard, expert"),
         .text = &o->bot},
        {"--first", "N", tr("the player who begins, from 1"), .number = &o->first,
         .low = 1, .high = LINEA_SEATS},
        {"--seed", "SEED", tr("a number or 64 hex digits, for the same deal again"),
         .text = &o->seed},
        {"--lang", "LANG", tr("the language, such as en or it"), .text = &o->lang},
        {"--record", "FILE", tr("write the game there, for linea replay"),
         .text = &o->record},
        {"--plain", NULL, tr("no colours"), .flag = &o->plain},
        {.help = tr("show this")},
    };
    return options_parse(argc, argv, NULL, specs, "play [OPTIONS]");
}

static bool interactive(void)
{
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
}

static const struct linea_map *ask_map(void)
{
    static struct menu menu;
    menu_begin(&menu, tr("Which map?"), false, false);
    for (int i = 0; maps_id(i) && i < MENU_ITEMS; i++) {
        const struct linea_map *map = maps_get(maps_id(i));
        const char *name = linea_map_name(map, &map->name, tr_language());
        const char *players =
            fmt(tr("players: %1$d to %2$d"), map->min_seats, map->max_seats);
        struct item *item = menu_add(&menu, fmt("%s%s", column(name, 16), players));
        item->search[0] = name;
        item->search[1] = maps_id(i);
    }
    int picked = menu_pick(&menu, NULL);
    return picked < 0 ? NULL : maps_get(maps_id(picked));
}

/*
 * How many players, or 0 when the input has ended. The number typed is the answer:
 * among numbered choices, 3 would be the third of them, four players.
 */
static int ask_players(const struct linea_map *map)
{
    char line[INPUT_LINE];
    say("%s", inked(INK_HEAD, tr("How many players, you included?")));
    for (;;) {
        const char *range =
            fmt(tr("players: %1$d to %2$d"), map->min_seats, map->max_seats);
        if (ask(NULL, line, fmt("%s ", range)) == INPUT_LEAVE)
            return 0;
        int number = number_in(line);
        if (number >= map->min_seats && number <= map->max_seats)
            return number;
        say_text(tr("Please type a number from %1$d to %2$d, bots included."),
                 map->min_seats, map->max_seats);
    }
}

static int say_goodbye(void)
{
    say("%s", tr("Goodbye."));
    return EXIT_OK;
}

/* The map and the number of players, asked for where that is possible. */
static int complete(struct setup *setup, const struct options *o)
{
    bool asking = interactive();
    if (o->map || !asking)
        setup->map = maps_open(o->map ? o->map : "europe");
    else if (!(setup->map = ask_map()))
        return say_goodbye();
    if (!setup->map)
        return EXIT_USAGE;
    setup->humans = o->humans ? (int)o->humans : 1;
    int least =
        setup->humans > setup->map->min_seats ? setup->humans : setup->map->min_seats;
    setup->seats = o->players ? (int)o->players : least;
    if (!o->players && !o->humans && asking &&
        setup->map->min_seats < setup->map->max_seats)
        setup->seats = ask_players(setup->map);
    return setup->seats ? SETUP_OK : say_goodbye();
}

static int check(const struct setup *setup, const struct options *o)
{
    const struct linea_map *map = setup->map;
    if (setup->seats < map->min_seats || setup->seats > map->max_seats)
        return complain("play", tr("this map is for %1$d to %2$d players, not %3$d"),
                        map->min_seats, map->max_seats, setup->seats);
    if (setup->humans > setup->seats)
        return complain("play", tr("more humans (%1$d) than players (%2$d)"),
                        setup->humans, setup->seats);
    if (o->first > setup->seats)
        return complain("play", tr("there is no player %d who could begin"),
                        (int)o->first);
    return SETUP_OK;
}

int setup_read(struct setup *setup, int argc, char **argv)
{
    struct options o = {.bot = "normal"};
    uint64_t series;
    choose_language(argc, argv);
    int code = parse(&o, argc, argv);
    if (code != PARSE_OK)
        return code;
    if (o.lang && !tr_choose(o.lang))
        return complain("play", tr("no translation into \"%s\""), o.lang);
    struct linea_error error;
    if (!linea_player_read(&setup->bot, &error, o.bot))
        return error.code == LINEA_UNKNOWN
                   ? complain("play",
                              tr("there is no bot \"%s\": easy, normal, hard and "
                                 "expert are there"),
                              o.bot)
                   : complain("play", "%s", error.message);
    if (!seed_from_text(&setup->seed, &series, o.seed))
        return EXIT_USAGE;
    ink_begin(o.plain);
    code = complete(setup, &o);
    if (code != SETUP_OK)
        return code;
    setup->first = o.first ? (int)o.first - 1 : LINEA_NOBODY;
    setup->record = o.record;
    return check(setup, &o);
}
