/*
 * server/account/call.h - what the verbs of accounts share: one request each, carried
 * out in steps off the loop.
 *
 * A verb is a file. It allocates a struct that begins with a struct call, reads what
 * the request says, and goes on in steps: a job of the database, a password, another
 * job. The last step answers, which frees all of it and overwrites it, since passwords
 * and codes have stood there.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef ACCOUNT_CALL_H
#define ACCOUNT_CALL_H

#include "account.h"
#include "common/clock.h"
#include "connection.h"
#include "linea/list.h"
#include "passkey.h"
#include "password.h"
#include "secret.h"
#include "sql.h"

enum {
    CALL_ANSWER = 32768, /* longest answer */
    DEVICE = 48,         /* room for "Firefox, Linux" */
    SESSIONS = 32,       /* of an account; the one unused for longest makes room */
    TOKENS = 32,
    CODES = 8,
};

struct rater;
struct cups;
struct order;
struct wordlist;
struct notices;

struct accounts {
    struct accounts_options options;
    struct linea_sql *sql;
    struct passwords *passwords;
    struct identities *identities; /* identify.c */
    char *answer;                  /* scratch, CALL_ANSWER bytes */
    uint64_t failures;             /* jobs that the database refused */
    struct rater *rater;
    struct cups *cups;
    struct order *order;    /* what the house has decided */
    struct wordlist *words; /* that it refuses, or NULL */
    struct notices *notices;
    bool closing;
    bool exporting;     /* one at a time: export.c */
    int64_t erase_next; /* when to look for what is left to be erased: remove.c */
};

struct call {
    struct linea_sql_job job;
    linea_sql_run_job *step;
    struct password_job password;
    size_t size; /* of the whole */
    struct accounts *accounts;
    struct exchange *exchange;
    int64_t now;                     /* milliseconds since 1970 */
    bool secure;                     /* by https */
    bool reads;                      /* its jobs write nothing: a GET, mostly */
    bool proven;                     /* there is no password to ask for */
    struct passkey_reply *passkey;   /* of the body, or NULL */
    void (*then)(struct call *call); /* after linea_call_prove() */
    char device[DEVICE];
    uint8_t address[16];
    /* Why it goes no further, set by a step; `code` is NULL if it does. */
    int status;
    const char *code, *message;
    struct linea_out out; /* of linea_call_out() */
    const char *text;     /* what linea_call_wrote() was given */
    size_t length;
};

/* Begin: zeroed memory for a verb, with the exchange's body read as JSON. NULL if the
   request was refused already. */
void *linea_call_begin(struct connection *c, struct exchange *e, size_t size);

/* A text of the body; "" if it has none. False, and the call is refused, if it does not
   fit. */
bool linea_call_text(struct call *call, char *out, size_t size, const char *key);

/* A number of the query, as of request.h; if it is none, the call is refused. */
bool linea_call_number(struct call *call, int64_t *out, const char *key, int64_t most);

/* The passkey of the body, a new one or one that has signed. False, and the call is
   refused, if it has none. */
bool linea_call_passkey(struct call *call, bool made);

/* Go on with a job, unless the call was refused: `run` on its thread, then `then` on
   the loop if it was carried out; otherwise the call is answered with why not. */
void linea_call_ask(struct call *call, linea_sql_run_job *run,
                    linea_sql_job_done *then);

/* For `then`: whether the job was carried out, and nothing was refused in it. If not,
   the call has been answered and is gone. */
bool linea_call_failed(struct call *call);

/* Whether call->password.password is that of call->password.hash: `then` reads `fine`.
 */
void linea_call_compare(struct call *call, void (*then)(struct password_job *job));

/* Hash call->password.password, then go on as linea_call_ask(). */
void linea_call_hash(struct call *call, linea_sql_run_job *run,
                     linea_sql_job_done *then);

/* prove.c: go on if the body has the account's password, or a passkey of it has signed;
   otherwise the call is answered. */
void linea_call_prove(struct call *call, void (*then)(struct call *call));

/* The call of a job, of a password. */
struct call *linea_call_of(struct linea_sql_job *job);
struct call *linea_call_with(struct password_job *job);

/* Refuse, inside of a job too: returns false. */
bool linea_call_refuse(struct call *call, int status, const char *code,
                       const char *message);

/* The answer; it frees the call. `extra` are headers. */
void linea_call_answer(struct call *call, const char *extra, const char *text,
                       size_t length);
void linea_call_done(struct call *call, const char *extra); /* {"ok":true} */

/* As `then`: {"ok":true} if the job was carried out; the second where what is
   remembered of the caller (identify.c) is not true any more. */
void linea_call_ended(struct linea_sql_job *job);
void linea_call_changed(struct linea_sql_job *job);

void linea_call_give_up(struct call *call); /* as was refused */

/* With a text that is freed when it has been sent. */
void linea_call_answer_with(struct call *call, char *text, size_t length,
                            const char *type, const char *extra);

/* Room for an answer, shared by all; close the list that was opened in it, and send it.
 */
struct linea_out *linea_call_out(struct call *call);
void linea_call_answer_list(struct call *call, struct linea_list *list,
                            const char *extra);

/* In a job: the answer is what it has written into memory of the call. False, and the
   call is refused, if it did not fit. linea_call_written(), as `then`, sends it. */
bool linea_call_wrote(struct call *call, const char *text, const struct linea_out *out);
void linea_call_written(struct linea_sql_job *job);

/* What is said of a player first: the number, and the name. */
void linea_key_player(struct linea_list *object, uint64_t player, const char *name);

/* The columns of a row, by their names. A name stands behind a letter for what is not a
   whole number: '#' the number of a player or a game, '.' one with decimals, '$' a
   text,
   '?' true or false, '{' JSON as it is kept. */
#define SQL_COLUMNS(...) ((const char *const[]){__VA_ARGS__, NULL})
void linea_key_columns(struct linea_list *object, struct linea_db *db,
                       const char *const *columns);

/* All rows of what was asked, a list of objects. */
void linea_key_rows(struct linea_list *object, struct linea_db *db, const char *key,
                    const char *const *columns);

/* A secret of a player by the first digits of its hash, which are shown in its place:
   the question gives all of them. False if it is none of these. */
bool linea_call_find(struct linea_db *db, uint8_t id[SECRET_HASH], const char *question,
                     uint64_t player, const char *text);
void linea_call_write_id(struct linea_out *out, struct linea_db *db, int column);

/* schema.c: the tables. */
enum linea_sql_result linea_account_tables(struct linea_sql *sql);

/* allowance.c: whether one more of something may be tried, counted for all nodes and
   over restarts. `of` says whose; nobody can read it from the table. */
struct allowance {
    const char *what;
    int64_t each; /* one more in so many milliseconds, … */
    int burst;    /* … and so many at once */
};
bool linea_allowance_take(struct linea_db *db, struct call *call,
                          const struct allowance *allowance, const void *of,
                          size_t length);

/* name.c: whether a name can be that of an account; else the call is refused. `looks`
   has room for ACCOUNT_NAME. */
bool linea_account_name(struct call *call, char looks[ACCOUNT_NAME], const char *name);

/* sign_in.c: one more try to sign in, or to recover; `looks` is NULL where no name is
   said. */
bool linea_sign_in_allowed(struct linea_db *db, struct call *call, const char *looks);

/* Somebody who signs in: the last step, once there is a session. */
struct signing_in {
    struct call call;
    char name[ACCOUNT_NAME], looks[ACCOUNT_NAME];
    uint64_t player; /* 0: nobody is called so */
    bool closed;
    char session[SECRET_TEXT];
};
void linea_signed_in(struct linea_sql_job *job);

/* sign_up.c, inside of a job: whether a name may still be had; else the call is
   refused. */
bool linea_sign_up_may(struct linea_db *db, struct call *call, const char *looks);

/* tokens.c */
void linea_scopes_write(struct linea_list *object, unsigned set);

/* sessions.c */

/* A new session; whatever the browser had before is ended. */
bool linea_session_make(struct linea_db *db, struct call *call,
                        char secret[SECRET_TEXT], uint64_t player);

/* End all of a player's sessions but that of the call. */
void linea_session_end_others(struct linea_db *db, struct call *call, uint64_t player);

/* codes.c: new recovery codes in place of all that there were. */
void linea_codes_make(struct linea_db *db, char codes[CODES][SECRET_TEXT],
                      uint64_t player);
void linea_codes_write(struct linea_list *object, char codes[CODES][SECRET_TEXT]);

/* identify.c: what is remembered of a player is not true any more: in the job that
   changes it, for all nodes; and here, at once. */
void linea_identity_changed(struct linea_db *db, uint64_t player, int64_t now);
void linea_identity_forget(struct accounts *accounts, uint64_t player);
struct identities *linea_identities_open(void);
void linea_identities_close(struct identities *identities);

/* The verbs. */
route_run linea_account_show, linea_account_sign_up, linea_account_sign_in,
    linea_account_sign_out, linea_account_end_session, linea_account_change_password,
    linea_account_recover, linea_account_new_codes, linea_account_make_token,
    linea_account_end_token, linea_passkey_challenge, linea_passkey_own_challenge,
    linea_passkey_add, linea_passkey_end, linea_passkey_sign_in,
    linea_account_become_bot, linea_account_remove, linea_account_export,
    linea_friends_show, linea_friends_change, linea_friends_invite, linea_play_now,
    linea_play_later, linea_report_make, linea_standing_show, linea_standing_seen,
    linea_house_reports, linea_house_search, linea_house_player, linea_house_log,
    linea_house_decide, linea_rating_leaders, linea_player_show, linea_player_games,
    linea_review_keep, linea_player_privacy;

/* remove.c: go on with what was not erased when the server ended. */
void linea_account_erase_rest(struct accounts *accounts);

#endif
