/*
 * tools/cup.c - `linea cup`: a whole tournament of bots.
 *
 * Reads what is asked for and makes the tournament (cup/); cup_play.c plays it,
 * cup_report.c prints it. docs/cup.md says how.
 *
 * SPDX-License-Identifier: MIT
 */
#include "cup.h"

#include <stdlib.h>
#include <string.h>

#include "common/files.h"
#include "common/maps.h"
#include "common/options.h"
#include "common/workers.h"
#include "linea/list.h"
#include "tools.h"

enum {
    HOST = 1,
    LIMIT = 1000,
    SIMULATIONS = 100,
    BASE = 53, /* of a name without its number, and its NUL */
};

struct asked {
    const char *format, *players, *map, *name, *seed, *csv, *log, *record, *games,
        *verify;
    long table, least, rounds, on, minutes;
    bool duplicate, field, json;
};

/* Cut "*3" off a name: how many of it play, or 0 after a message. */
static int copies(const char *command, char *name)
{
    char *star = strrchr(name, '*'), *end;
    if (!star || !star[1] || strspn(star + 1, "0123456789") != strlen(star + 1))
        return 1;
    long count = strtol(star + 1, &end, 10);
    *star = 0;
    if (count >= 1 && count <= LINEA_CUP_PLAYERS)
        return (int)count;
    complain(command, "--players: from 1 to %d of \"%s\"", LINEA_CUP_PLAYERS, name);
    return 0;
}

/* Players that look the same get a number; a long name is cut between two characters.
 */
static void name_bot(const struct cup_run *run, struct cup_bot *bot, const char *text)
{
    char name[BASE];
    struct linea_out out;
    int number = 1;
    linea_out_init(&out, name, sizeof name);
    linea_out_text(&out, text);
    size_t length = strlen(name);
    for (int i = 0; i < run->bots; i++)
        number += strncmp(run->bot[i].name, name, length) == 0 &&
                  (!run->bot[i].name[length] || run->bot[i].name[length] == '#');
    linea_out_init(&out, bot->name, sizeof bot->name);
    linea_out_text(&out, name);
    if (number == 1)
        return;
    linea_out_text(&out, "#");
    linea_out_int(&out, number);
}

static int add_bot(struct cup_run *run, const char *text)
{
    static struct match match; /* large; only its first seat is used */
    if (run->bots == LINEA_CUP_PLAYERS)
        return complain(run->command, "--players: at most %d", LINEA_CUP_PLAYERS);
    if (!match_seat(&match, run->command, 0, text))
        return EXIT_USAGE;
    struct cup_bot *bot = &run->bot[run->bots];
    const char *program = match_program(text);
    bot->player = match.player[0];
    memset(bot->command, 0, sizeof bot->command);
    if (program)
        memcpy(bot->command, program, strlen(program) + 1);
    name_bot(run, bot, text);
    run->bots++;
    return EXIT_OK;
}

/* The players of --players ("planner,net*3,search@200"); EXIT_OK or a code after a
   message. */
static int read_bots(struct cup_run *run, const char *list)
{
    char name[MATCH_COMMAND];
    run->bot = calloc(LINEA_CUP_PLAYERS, sizeof *run->bot);
    if (!run->bot)
        return complain(run->command, "there is no memory");
    for (long length; (length = list_next(&list, name, sizeof name)) >= 0;) {
        if (length >= MATCH_COMMAND)
            return complain(run->command, "--players: a name of more than %d bytes",
                            MATCH_COMMAND - 1);
        for (int left = copies(run->command, name); left != 1; left--)
            if (!left || add_bot(run, name) != EXIT_OK)
                return EXIT_USAGE;
        if (add_bot(run, name) != EXIT_OK)
            return EXIT_USAGE;
    }
    return run->bots >= 2 ? EXIT_OK
                          : complain(run->command, "--players needs two or more");
}

static void emit(void *context, int audience, const char *line, size_t length)
{
    struct cup_run *run = context;
    if (audience != LINEA_CUP_STORE || !run->log)
        return;
    if (fwrite(line, 1, length, run->log) != length || fputc('\n', run->log) == EOF) {
        perror("linea cup: the log");
        run->failed = true;
    }
}

/* Somebody's request, which must succeed. */
static int ask(struct cup_run *run, uint64_t player, const char *request)
{
    static char answer[LINEA_CUP_LINE];
    struct linea_out out;
    linea_out_init(&out, answer, sizeof answer);
    return linea_cup_request(&run->cup, &out, &run->io, player, request,
                             strlen(request), 0)
               ? EXIT_OK
               : complain(run->command, "%s", answer);
}

/* Make the cup, let all join, and begin. EXIT_OK or a code after a message. */
static int begin(struct cup_run *run, const char *settings,
                 const struct linea_seed *seed)
{
    struct linea_error error;
    char request[LINEA_CUP_REQUEST];
    int code = EXIT_OK;
    if (!linea_cup_make(&run->cup, &error, &run->io, settings, strlen(settings), HOST,
                        seed->byte, 0))
        return complain(run->command, "%s", error.message);
    for (int i = 0; code == EXIT_OK && i < run->bots; i++) {
        struct linea_out out;
        linea_out_init(&out, request, sizeof request);
        linea_out_text(&out, "{\"do\":\"join\",\"name\":");
        linea_out_string(&out, run->bot[i].name);
        linea_out_text(&out, "}");
        code = ask(run, (uint64_t)i + HOST + 1, request);
    }
    return code == EXIT_OK ? ask(run, HOST, "{\"do\":\"begin\"}") : code;
}

/* The first line of a public log has a commitment, and the last one the secret: write
   the first as the host has it, with the secret. NULL, or what is wrong. */
static const char *reveal(struct cup_run *run, char out[LINEA_CUP_REQUEST],
                          const char *text, size_t first, const char *last,
                          size_t length)
{
    static const char key[] = ",\"commitment\":";
    uint8_t secret[LINEA_CUP_SECRET], bound[LINEA_CUP_SECRET], due[LINEA_CUP_SECRET];
    char digits[2 * LINEA_CUP_SECRET + 1];
    struct linea_json *json = &run->json;
    if (first >= LINEA_CUP_REQUEST - sizeof digits ||
        linea_json_read(json, text, first) ||
        !linea_json_bytes(json, bound, sizeof bound,
                          linea_json_get(json, 0, "commitment")))
        return "neither a secret nor a commitment";
    if (linea_json_read(json, last, length) ||
        !linea_json_bytes(json, secret, sizeof secret,
                          linea_json_get(json, 0, "secret")))
        return "the secret is revealed at the end, which is not there";
    linea_json_string(json, digits, sizeof digits, linea_json_get(json, 0, "secret"));
    linea_cup_commit(due, secret);
    if (memcmp(due, bound, sizeof due) != 0)
        return "the secret of the end is not the one of the commitment";
    snprintf(out, LINEA_CUP_REQUEST, "%.*s", (int)first, text);
    char *at = strstr(out, key);
    if (!at)
        return "neither a secret nor a commitment";
    snprintf(at, LINEA_CUP_REQUEST - (size_t)(at - out), ",\"secret\":\"%s\"}", digits);
    return NULL;
}

/* The last line of a text. */
static const char *last_line(size_t *size, const char *text, size_t length)
{
    while (length && text[length - 1] == '\n')
        length--;
    size_t start = length;
    while (start && text[start - 1] != '\n')
        start--;
    *size = length - start;
    return text + start;
}

/* Whether a line of a log is the first of a public one. */
static bool is_public(struct cup_run *run, const char *line, size_t length)
{
    return !linea_json_read(&run->json, line, length) &&
           linea_json_get(&run->json, 0, "commitment") >= 0;
}

/* A cup from its log, every pairing of it compared with the seed; EXIT_OK or a code. */
static int verify(struct cup_run *run, const char *path)
{
    size_t length;
    char *text = read_file(&length, path, FILE_DATA);
    struct linea_error error;
    char made[LINEA_CUP_REQUEST];
    size_t last_size;
    long number = 1;
    int code = text ? EXIT_OK : EXIT_USAGE;
    for (size_t at = 0; code == EXIT_OK && at < length; number++) {
        const char *stop = memchr(text + at, '\n', length - at);
        size_t size = (stop ? (size_t)(stop - text) : length) - at;
        const char *line = text + at, *wrong = NULL;
        at += size + 1;
        if (number == 1 && is_public(run, line, size)) {
            const char *last = last_line(&last_size, text, length);
            wrong = reveal(run, made, line, size, last, last_size);
            line = made;
            size = wrong ? 0 : strlen(made);
        }
        if (wrong)
            linea_explain(&error, LINEA_UNFAIR, "%s", wrong);
        if (wrong ||
            !linea_cup_restore(&run->cup, &error, &run->io, true, line, size)) {
            fprintf(stderr, "%s:%ld: %s\n", path, number, error.message);
            code = EXIT_NEGATIVE;
        }
    }
    free(text);
    if (code == EXIT_OK && run->cup.stage == LINEA_CUP_UNMADE)
        code = complain(run->command, "%s: there is nothing in it", path);
    if (code == EXIT_OK)
        fprintf(stderr, "%s: %u events, every pairing follows from the seed\n", path,
                run->cup.event);
    return code;
}

/* The settings as a request. */
static void write_settings(const struct cup_run *run, struct linea_out *out,
                           const struct asked *asked)
{
    struct linea_list object = linea_list_open(out, "{", "}");
    linea_key_text(&object, "name", asked->name ? asked->name : "cup");
    linea_key_text(&object, "format", asked->format ? asked->format : "swiss");
    linea_key_text(&object, "map", linea_map_text(run->map, run->map->id));
    linea_key_int(&object, "size", asked->table);
    linea_key_int(&object, "least", asked->least);
    linea_key_int(&object, "rounds", asked->rounds);
    linea_key_int(&object, "on", asked->on);
    linea_key_int(&object, "minutes", asked->minutes);
    linea_key_bool(&object, "duplicate", asked->duplicate);
    linea_key_bool(&object, "field", asked->field);
    linea_list_close(&object);
}

static int check_table(const struct cup_run *run, const struct asked *asked)
{
    const struct linea_map *map = run->map;
    if (asked->table >= map->min_seats && asked->table <= map->max_seats &&
        asked->least >= map->min_seats)
        return EXIT_OK;
    return complain(run->command, "%s is for %d to %d players",
                    linea_map_text(map, map->id), map->min_seats, map->max_seats);
}

static int report(struct cup_run *run, const struct asked *asked)
{
    FILE *csv = NULL;
    int code = create_file(&csv, asked->csv);
    if (code != EXIT_OK)
        return code;
    cup_print_faults(run);
    if (csv)
        cup_print_csv(run, csv);
    if (asked->json)
        cup_print_json(run);
    else if (csv != stdout)
        cup_print_text(run);
    return close_file(csv, asked->csv);
}

static int play(struct cup_run *run, const struct asked *asked)
{
    struct linea_seed seed;
    uint64_t series;
    char settings[LINEA_CUP_REQUEST];
    struct linea_out out;
    linea_out_init(&out, settings, sizeof settings);
    run->map = maps_open(asked->map ? asked->map : "europe");
    if (!run->map || !seed_from_text(&seed, &series, asked->seed))
        return EXIT_USAGE;
    int code = check_table(run, asked);
    if (code == EXIT_OK)
        code = read_bots(run, asked->players
                                  ? asked->players
                                  : "planner,onestep,longroute,path,hungry,greedy");
    write_settings(run, &out, asked);
    if (code == EXIT_OK)
        code = create_file(&run->log, asked->log);
    if (code == EXIT_OK)
        code = create_file(&run->record, asked->record);
    if (code == EXIT_OK)
        code = create_file(&run->games, asked->games);
    if (code == EXIT_OK)
        code = begin(run, settings, &seed);
    if (code == EXIT_OK && !cup_play(run))
        code = EXIT_NEGATIVE;
    int closed[] = {close_file(run->log, asked->log),
                    close_file(run->record, asked->record),
                    close_file(run->games, asked->games)};
    for (int i = 0; i < 3; i++)
        code = code == EXIT_OK ? closed[i] : code;
    return code;
}

static int parse(struct cup_run *run, struct asked *asked, int argc, char **argv)
{
    const struct option_spec options[] = {
        {"--format", "NAME", "swiss, arena or knock-out (default swiss)",
         .text = &asked->format},
        {"--players", "BOT,BOT…",
         "who plays: bots, search@200, cmd:COMMAND; planner*8 for eight of it",
         .text = &asked->players},
        {"--map", "ID|FILE", "the map (default europe)", .text = &asked->map},
        {"--table", "N", "players at a table, 2 to 5 (default 2)",
         .number = &asked->table, .low = 2, .high = LINEA_CUP_SEATS},
        {"--least", "N", "the fewest at a table, where they do not fit (default 2)",
         .number = &asked->least, .low = 2, .high = LINEA_CUP_SEATS},
        {"--rounds", "N", "rounds of a swiss (default: to fit the players)",
         .number = &asked->rounds, .low = 1, .high = LINEA_CUP_ROUNDS},
        {"--on", "N", "how many of a table go on in a knock-out (default 1)",
         .number = &asked->on, .low = 1, .high = LINEA_CUP_SEATS - 1},
        {"--minutes", "N", "length of an arena, a move lasting a second (default 60)",
         .number = &asked->minutes, .low = 1, .high = 1440},
        {"--duplicate", NULL, "each table plays its deal once in every seating",
         .flag = &asked->duplicate},
        {"--field", NULL,
         "all tables of a round play one deal; who held the same seats is compared",
         .flag = &asked->field},
        {"--name", "NAME", "of the tournament", .text = &asked->name},
        {"--seed", "SEED", "a number or 64 hex digits (default: from the system)",
         .text = &asked->seed},
        {"--simulations", "N", "playouts a move, for bots that search (default 100)",
         .number = &run->simulations, .low = 1, .high = 1000000},
        {"--limit", "MS", "time of a program for each move (default 1000)",
         .number = &run->limit, .low = 1, .high = 86400000},
        {"--jobs", "N", "threads (default: one for each processor)",
         .number = &run->jobs, .low = 1, .high = WORKERS},
        {"--check", NULL, "check every invariant after every move",
         .flag = &run->check},
        {"--json", NULL, "print the standings as JSON", .flag = &asked->json},
        {"--csv", "FILE", "write the standings as CSV", .text = &asked->csv},
        {"--games", "FILE", "write a line for each game, for linea rate",
         .text = &asked->games},
        {"--record", "FILE", "write every game as a record", .text = &asked->record},
        {"--log", "FILE", "write the log of the tournament", .text = &asked->log},
        {"--verify", "FILE",
         "play nothing: check a log, pairing by pairing, and print its standings",
         .text = &asked->verify},
        {0},
    };
    return options_parse(argc, argv, NULL, options, "cup [OPTIONS]");
}

int tool_cup(int argc, char **argv)
{
    static struct cup_run run; /* large, needed once */
    struct asked asked = {.table = 2, .least = 2, .on = 1, .minutes = 60};
    run = (struct cup_run){.command = argv[0],
                           .simulations = SIMULATIONS,
                           .limit = LIMIT,
                           .jobs = processors()};
    run.io = (struct linea_cup_io){emit, &run, &run.json, run.line};
    int code = parse(&run, &asked, argc, argv);
    if (code != PARSE_OK)
        return code;
    code = asked.verify ? verify(&run, asked.verify) : play(&run, &asked);
    if (code == EXIT_OK)
        code = report(&run, &asked);
    free(run.bot);
    return code;
}
