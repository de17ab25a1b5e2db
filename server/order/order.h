/*
 * server/order/order.h - order in the house: what people report, what the house
 * decides, who says nothing or plays nothing for a time, and who left games too often.
 *
 * What is decided about somebody is a measure: a row under their player number, so it
 * holds for guests too, at every table and on every node. Each node has those that hold
 * in memory, and looks every second for rows that have changed: measures.c. A guest can
 * throw their number away; so where a guest who is muted or banned comes from is kept
 * as a keyed hash for a day, and holds for guests there.
 *
 * docs/order.md has it for people.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef ORDER_ORDER_H
#define ORDER_ORDER_H

#include "account/call.h"
#include "id_map.h"

/* As they stand in the table: never change these. */
enum measure {
    MEASURE_LOOK, /* only: something about the account is not as it was */
    MEASURE_MUTE, /* says nothing */
    MEASURE_BAN,  /* plays nothing */
    MEASURE_WARN, /* has not seen a warning yet */
    MEASURE_WAIT, /* has left games: waits before the next one */
    MEASURE_GONE, /* only: the account was deleted */
    MEASURES,
};

enum {
    ORDER_WHY = 16,    /* room for a reason */
    ORDER_WORDS = 501, /* room for what a report says, or a note */
};

/* Roles, the lowest first: nobody acts on somebody of the same or a higher one. */
enum role { ROLE_NONE, ROLE_MODERATOR, ROLE_ADMIN };

enum role linea_role_of(unsigned flags);

/* The reasons that there are: "insult" …; NULL after the last. */
const char *linea_order_reason(int number);
bool linea_order_is_reason(const char *text);

/* schema.c */
enum linea_sql_result linea_order_tables(struct linea_sql *sql);

/* One more change, which others wait for: what is looked up after it stays so until the
   job is done. */
int64_t linea_order_change(struct linea_db *db);

/* Write a measure; until: milliseconds since 1970, 0 for ever, 1 for not any more. */
void linea_order_measure(struct linea_db *db, uint64_t player, enum measure kind,
                         int64_t until, const char *why, int64_t now);

/* deed.c: what the house does to somebody. */
struct deed {
    const char *what;           /* "mute" … */
    uint64_t player, report;    /* whom; one of them may be 0 */
    uint64_t actor;             /* 0: at the command line, where all is allowed */
    int64_t minutes;            /* for how long; 0: for ever */
    char why[ORDER_WHY];        /* a reason, which they are shown; or "" */
    char note[ORDER_WORDS];     /* for the audit log */
    char role[ORDER_WHY];       /* of "role" */
    int64_t now;                /* milliseconds since 1970 */
    int status;                 /* why it was not done, and how HTTP says it … */
    const char *code, *message; /* … or NULL */
};
bool linea_deed_do(struct linea_db *db, struct deed *deed);

/* A line of the audit log: what `actor` has done to a player. */
void linea_order_audit(struct linea_db *db, uint64_t actor, const char *what,
                       uint64_t player, const char *note, int64_t now);

/* For lists: "insult" of a row, and the role as a text. */
const char *linea_role_name(enum role role);

/* Of what stands beside the logs: ["random","name","words"]. False if it is no line of
   a chat, or not of a form that is known; `words` may be NULL for a name alone. */
bool linea_order_read_note(struct linea_json *json, char name[ACCOUNT_NAME],
                           char words[ORDER_WORDS], const char *note);

/* measures.c: those that hold, in memory. */
struct order;
struct order *linea_order_open(struct accounts *accounts, char error[256]);
void linea_order_close(struct order *order);
void linea_order_tick(struct order *order);

/* Something was decided here: look for it now. */
void linea_order_look(struct order *order);

/* Whether a measure holds for somebody just now, and until when; of a guest also
   because of where they are. `place` is 0 for an account. */
bool linea_order_holds(const struct order *order, int64_t *until, const char **why,
                       enum measure kind, uint64_t player, uint64_t place);

/* The same in words; NULL if it does not hold. The text is there until the next call.
 */
const char *linea_order_stops(struct order *order, const char **code, enum measure kind,
                              const struct hub_guest *who);

/* What stands for an address; and a guest at it is muted or banned: so are others who
   have no account there, for a day. */
uint64_t linea_order_place(const struct order *order, uint8_t id[SECRET_HASH],
                           const uint8_t address[16]);
void linea_order_sighted(struct order *order, const struct hub_guest *who,
                         const uint8_t address[16]);

/* words.c: what the host wants to see in no name and no chat. */
struct wordlist;
struct wordlist *linea_words_open(const char *path, char error[256]);
void linea_words_close(struct wordlist *words);
/* Whether a text has one of them; NULL has none. */
bool linea_words_found(const struct wordlist *words, const char *text);

/* leavers.c */

/* In the job that keeps a finished game: who has left it, and who has not. */
void linea_leavers_note(struct linea_db *db, uint64_t game, bool rated, int seats,
                        const uint64_t *player, const int *left, int64_t now,
                        int64_t first);

/* A game that was found by play now. */
void linea_leavers_quick(struct linea_db *db, uint64_t game, int64_t now);

/* Whether somebody is away in such a game, which goes on without them: its number, or
   0. */
uint64_t linea_leavers_away(struct linea_db *db, uint64_t player);

/* How many games somebody has left, less what was forgiven; and how long, in
   milliseconds, one more makes them wait. */
int linea_leavers_score(struct linea_db *db, uint64_t player, int64_t now);
int64_t linea_leavers_wait(int score, int64_t first);

#endif
