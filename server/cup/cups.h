/*
 * server/cup/cups.h - tournaments of a server: what is kept of them, and who lets them
 * go on.
 *
 * A tournament is a log (cup/include/linea/cup.h) in the database, and a row that says
 * how far it goes. A request that adds something reads the log, adds to it, and moves
 * the row on in the same transaction, if nobody else was quicker. So it does not matter
 * which node somebody asks.
 *
 * What happens by itself one node does (hub_drive.c says which): pair, make the tables
 * that were paired, begin without those who do not come, count what has been played.
 * Each of these is a step that can be found in the database and done again, so nothing
 * is lost or done twice, whatever dies: docs/cup.md#on-a-server.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CUP_CUPS_H
#define CUP_CUPS_H

#include "account/call.h"
#include "linea/cup.h"
#include "linea/list.h"
#include "linea/table.h"

enum {
    CUPS_OF_HOST = 4,        /* that somebody has made and are not over */
    CUPS_OF_PLAYER = 16,     /* that somebody plays in and are not over */
    CUPS_OF_PLACE = 16,      /* players of one tournament at one address */
    CUP_FILLERS = 32,        /* bots of ours in one tournament */
    CUP_ROUNDS = 32,         /* of a Swiss, on a server */
    CUP_MINUTES = 480,       /* of an arena */
    CUP_DAYS = 30,           /* after which one that never began is removed */
    CUP_PAGE = 20,           /* of a list */
    CUP_BOT = 16,            /* room for the name of a bot of ours */
    CUP_SHARED_DELAY = 3600, /* seconds that spectators are behind of common deals */
    CUP_TEXT = 3 << 19,      /* room for an answer about one */
};

/* How far a game of a tournament is. */
enum cup_game_status {
    CUP_GAME_PAIRED,  /* to be made */
    CUP_GAME_MADE,    /* is waited for, or played */
    CUP_GAME_OVER,    /* its result is known … */
    CUP_GAME_COUNTED, /* … and stands in the log */
};

enum cup_who { CUP_PEOPLE, CUP_BOTS, CUP_ALL, CUP_WHOS };

/* What a tournament of a server has beside its log. */
struct cup_rules {
    bool rated, guests;
    enum cup_who who;
    int clock, bank, increment; /* as of a table, seconds */
    int come;                   /* seconds to come to a table */
    int fill_to;                /* bots join until there are so many … */
    char fill[CUP_BOT];         /* … of this kind, and all tables full; "" for none */
    char level[CUP_BOT];        /* of bots that move for people */
    int64_t starts;             /* when it begins by itself, or 0 */
};

struct cup_row {
    uint64_t id, host;
    int64_t made, tag, changes;
    uint32_t event;
    enum linea_cup_stage stage;
    struct cup_rules rules;
};

/* rules.c */
bool linea_cup_rules_read(struct cup_rules *out, struct linea_error *error,
                          const struct linea_json *json, const struct linea_cup *cup,
                          int64_t now);
void linea_cup_rules_write(const struct cup_rules *rules, struct linea_list *object);

/* What a table of it is made with: the settings of a game. */
void linea_cup_table_settings(const struct cup_rules *rules, struct linea_out *out,
                              const char bots[][CUP_BOT], const struct linea_cup *cup,
                              int seats);

/* book.c: cups that were read lately, for one thread of sql.h. */
struct cup_book;
struct cup_book *linea_cup_book_open(void);
void linea_cup_book_close(struct cup_book *book);

/* Room for an answer, CUP_TEXT bytes. */
char *linea_cup_book_text(struct cup_book *book);

/* One that is being worked on, inside of a job. */
struct cup_work {
    struct linea_db *db;
    struct cup_book *book;
    struct cup_row row;
    struct linea_cup *cup;
    struct linea_cup_io io;
    uint32_t event, tables; /* as they were */
    int64_t now, tag;
    const char *stored; /* a line for the log, until its public form comes */
    size_t length;
};

/* False if there is none, or it cannot be read. */
bool linea_cup_work(struct cup_work *work, struct linea_db *db, struct cup_book *book,
                    uint64_t id, int64_t now);

/* As linea_cup_work(), in an empty one of that number. */
bool linea_cup_work_new(struct cup_work *work, struct linea_db *db,
                        struct cup_book *book, uint64_t id, int64_t now);

/* Before that, by who is going to write. False if there is none. */
bool linea_cup_lock(struct linea_db *db, uint64_t id);

/* Let what is due happen, and write what has. False if nothing may be kept of it. */
bool linea_cup_go_on(struct cup_work *work);

/* Remove all of it. */
void linea_cup_delete(struct linea_db *db, uint64_t id);

/* ask.c: bots of ours join until the tables are full; then it begins. */
bool linea_cup_begin(struct cup_work *work);

/* drive.c */
struct cups {
    struct accounts *accounts;
    struct cup_book *reads, *writes; /* of the two threads of sql.h */
    struct cup_driver *driver;
};

struct cups *linea_cups_open(struct accounts *accounts);
void linea_cups_close(struct cups *cups);
void linea_cups_tick(struct cups *cups);

/* schema.c */
enum linea_sql_result linea_cup_tables(struct linea_sql *sql);

/* keep.c: a game is over, inside of the job that rates it: what came of it, if it is
   one of a tournament. */
struct rated_game;
void linea_cup_keep(struct linea_db *db, const struct rated_game *game);

/* keep.c: a player's account is deleted: they leave what is not over, and are nameless
   in all others. */
void linea_cup_erase(struct linea_db *db, struct cups *cups, uint64_t player,
                     int64_t now);

/* The verbs. */
route_run linea_cup_make_one, linea_cup_list, linea_cup_mine, linea_cup_look,
    linea_cup_ask, linea_cup_games_of, linea_cup_log, linea_cup_results;

#endif
