/*
 * server/copy.c - `linea store copy FROM TO`: all games of a server, its accounts and
 * settings into another database, from a file to PostgreSQL or back.
 *
 * Nothing is believed: each game is read from the new database again, compared with the
 * old one line by line, and replayed by the rules.
 *
 * SPDX-License-Identifier: MIT
 */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "account/account.h"
#include "assets.h"
#include "bot.h"
#include "common/maps.h"
#include "common/options.h"
#include "common/progress.h"
#include "linea/table.h"
#include "serve.h"
#include "sql.h"
#include "store.h"
#include "store_copy.h"

static const char usage[] =
    "store copy FROM TO [OPTIONS]\n\n"
    "Copy all games of a server, its accounts, ratings and settings into an empty\n"
    "database, and check every game by replaying it there. FROM and TO are each the "
    "file\nof a server (linea.db), or the URL of a PostgreSQL (postgresql://…). No "
    "server may be\nrunning on either. FROM keeps all of it.\n";

struct copying {
    struct linea_store *from, *to;
    struct linea_copier *copier;
    struct linea_json *json;
    char *line;
    uint64_t *game;
    int games;
    uint8_t (*hash)[crypto_generichash_BYTES]; /* of each log, as it is read */
    int events, damaged, unplayed;
};

/* A log that is read: its hash, and the table that it makes. */
struct replay {
    struct linea_table table;
    struct linea_table_io io;
    struct linea_error error;
    crypto_generichash_state state;
    int events;
    bool follows; /* the rules allow all of it */
};

static bool replay_event(void *context, const struct linea_store_event *event)
{
    struct replay *r = context;
    r->events++;
    crypto_generichash_update(&r->state, (const unsigned char *)event->text,
                              event->length);
    crypto_generichash_update(&r->state, (const unsigned char *)"\n", 1);
    r->follows = r->follows && linea_table_restore(&r->table, &r->error, &r->io, false,
                                                   event->text, event->length);
    return true;
}

static enum linea_store_result replay_game(struct copying *c, struct replay *r,
                                           struct linea_store *store,
                                           uint8_t hash[crypto_generichash_BYTES],
                                           uint64_t game)
{
    memset(r, 0, sizeof *r);
    r->io = (struct linea_table_io){
        .find_map = maps_find, .json = c->json, .line = c->line, .strangers = true};
    r->follows = true;
    crypto_generichash_init(&r->state, NULL, 0, crypto_generichash_BYTES);
    enum linea_store_result result = linea_store_load(store, game, replay_event, r);
    crypto_generichash_final(&r->state, hash, crypto_generichash_BYTES);
    return result;
}

/* Messages go above the bar. */
static void say(uint64_t game, const char *what)
{
    fprintf(stderr, "%sgame %016llx: %s\n", isatty(2) ? "\r\033[K" : "",
            (unsigned long long)game, what);
}

static bool failed(const char *what, enum linea_store_result result,
                   const char *failure)
{
    fprintf(stderr, "linea store: %s: %s%s%s\n", what, linea_store_result_name(result),
            *failure ? ": " : "", failure);
    return false;
}

static bool keep_row(void *context, const struct linea_store_row *row)
{
    *(struct linea_store_row *)context = *row;
    return true;
}

/* What a row has for the server alone follows from the game. Somebody looks at it as
   soon as a server runs. */
static void complete(struct linea_store_row *row, const struct replay *r)
{
    row->played = row->status;
    if (!r->follows)
        return;
    row->host = r->table.over ? 0 : r->table.host;
    row->played = r->table.over    ? LINEA_STORE_OVER
                  : r->table.begun ? LINEA_STORE_RUNNING
                                   : LINEA_STORE_OPEN;
}

static bool copy_game(struct copying *c, int i)
{
    struct replay replay;
    struct linea_store_row row = {0};
    char failure[LINEA_STORE_TEXT] = "";
    const struct linea_store_query query = {.game = c->game[i]};
    enum linea_store_result result =
        replay_game(c, &replay, c->from, c->hash[i], c->game[i]);
    if (result == LINEA_STORE_OK)
        result = linea_store_list(c->from, &query, keep_row, &row);
    complete(&row, &replay);
    if (result == LINEA_STORE_OK)
        result = linea_copier_add(c->copier, failure, &row,
                                  row.played == LINEA_STORE_OVER ? 0 : 1);
    if (result == LINEA_STORE_CHANGED) {
        say(c->game[i], "its log was changed by hand: left out");
        c->damaged++;
        c->game[i] = 0;
        return true;
    }
    if (result != LINEA_STORE_OK)
        return failed("a game cannot be copied", result, failure);
    if (!replay.follows) {
        say(c->game[i], replay.error.code == LINEA_NO_MAP
                            ? "there is no such map here: copied, but not replayed"
                            : "it does not follow the rules: copied as it is");
        c->unplayed++;
    }
    c->events += replay.events;
    return true;
}

static bool copy_games(struct copying *c)
{
    struct progress progress;
    char failure[LINEA_STORE_TEXT] = "";
    bool fine = true;
    progress_begin(&progress, "copying", c->games);
    for (int i = 0; i < c->games && fine; i++) {
        fine = copy_game(c, i);
        progress_update(&progress, i + 1);
    }
    progress_end(&progress);
    enum linea_store_result result =
        fine ? linea_copier_flush(c->copier, failure) : LINEA_STORE_OK;
    return fine && (result == LINEA_STORE_OK ||
                    failed("the games cannot be written", result, failure));
}

/* All of it once more, from where it was copied to. */
static bool check_games(struct copying *c)
{
    struct progress progress;
    struct replay replay;
    uint8_t hash[crypto_generichash_BYTES];
    int unplayed = 0;
    bool fine = true;
    progress_begin(&progress, "checking", c->games);
    for (int i = 0; i < c->games && fine; i++) {
        if (c->game[i]) {
            enum linea_store_result result =
                replay_game(c, &replay, c->to, hash, c->game[i]);
            fine = (result == LINEA_STORE_OK ||
                    failed("a game cannot be read again", result, "")) &&
                   memcmp(hash, c->hash[i], sizeof hash) == 0;
            unplayed += !replay.follows;
            if (!fine)
                say(c->game[i], "it is not the same there");
        }
        progress_update(&progress, i + 1);
    }
    progress_end(&progress);
    return fine && unplayed == c->unplayed;
}

static bool copy_all(struct copying *c)
{
    bool empty;
    char failure[LINEA_STORE_TEXT] = "";
    enum linea_store_result result = linea_store_is_empty(c->to, &empty);
    if (result != LINEA_STORE_OK)
        return failed("it cannot be read where to copy to", result, "");
    if (!empty) {
        complain("store", "there are games or settings already where to copy to: "
                          "nothing was written");
        return false;
    }
    result = linea_store_all_games(c->from, &c->game, &c->games);
    if (result != LINEA_STORE_OK)
        return failed("the games cannot be listed", result, "");
    c->hash = malloc(((size_t)c->games + 1) * sizeof *c->hash);
    c->json = malloc(sizeof *c->json);
    c->line = malloc(LINEA_TABLE_LINE);
    c->copier = linea_copier_open(c->to, c->from);
    if (!c->hash || !c->json || !c->line || !c->copier)
        return failed("the games cannot be copied", LINEA_STORE_MEMORY, "");
    if (!copy_games(c) || !check_games(c))
        return false;
    /* Last: a copy that was broken off has no key, and is not taken for a whole one. */
    result = linea_store_copy_settings(c->to, c->from, failure);
    return result == LINEA_STORE_OK ||
           failed("the settings cannot be copied", result, failure);
}

static struct linea_sql *open_tables(const char *where, char error[LINEA_SQL_TEXT])
{
    struct linea_sql *sql = linea_sql_open(error, where, NULL);
    if (!sql)
        return NULL;
    if (linea_accounts_tables(sql) == LINEA_SQL_OK)
        return sql;
    linea_sql_failure(sql, error);
    linea_sql_close(sql);
    return NULL;
}

/* Accounts and ratings; they have their tables when the games are there. */
static bool copy_tables(const char *from, const char *to, long *rows)
{
    char error[LINEA_SQL_TEXT];
    struct linea_sql *theirs = open_tables(from, error), *ours = NULL;
    if (theirs)
        ours = open_tables(to, error);
    bool fine = ours && linea_sql_copy(ours, theirs, error, rows);
    if (!fine)
        complain("store", "accounts and ratings cannot be copied: %s", error);
    if (theirs)
        linea_sql_close(theirs);
    if (ours)
        linea_sql_close(ours);
    return fine;
}

static void warn(void *context, const char *text)
{
    (void)context;
    fprintf(stderr, "linea store: %s\n", text);
}

static int copy(const char *from, const char *to)
{
    static struct copying c;
    char error[LINEA_STORE_TEXT];
    long rows = 0;
    const struct linea_store_options options = {.warn = warn};
    if (!linea_store_is_url(from) && access(from, R_OK) != 0) {
        complain("store", "%s: no such file", from);
        return EXIT_NEGATIVE;
    }
    c.from = linea_store_open(error, from, &options);
    c.to = c.from ? linea_store_open(error, to, &options) : NULL;
    bool fine = c.to != NULL;
    if (!fine)
        complain("store", "%s", error);
    fine = fine && copy_all(&c);
    if (c.copier)
        linea_copier_close(c.copier);
    if (c.from)
        linea_store_close(c.from);
    if (c.to)
        linea_store_close(c.to);
    fine = fine && copy_tables(from, to, &rows);
    if (fine)
        printf("%d games with %d events, each replayed there and equal; %ld rows of "
               "accounts and ratings\n",
               c.games - c.damaged, c.events, rows);
    free(c.game);
    free(c.hash);
    free(c.json);
    free(c.line);
    return fine && !c.damaged ? EXIT_OK : EXIT_NEGATIVE;
}

int tool_store(int argc, char **argv)
{
    const char *maps = "";
    const struct option_spec options[] = {
        {"--maps", "FILE,…", "maps of games beside the built-in ones", .text = &maps},
        {0},
    };
    int operands;
    int code = options_parse(argc, argv, &operands, options, usage);
    if (code != PARSE_OK)
        return code;
    if (sodium_init() < 0)
        return complain("store", "libsodium does not start");
    if (operands != 3 || strcmp(argv[1], "copy") != 0)
        return complain("store", "`linea store copy FROM TO`: --help says more");
    if (!linea_added_maps(maps))
        return EXIT_USAGE;
    return copy(argv[2], argv[3]);
}
