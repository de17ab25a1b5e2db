/*
 * server/notice/inside.h - notices from the inside: what its files call of each other.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef NOTICE_INSIDE_H
#define NOTICE_INSIDE_H

#include <stdio.h>

#include "account/call.h"
#include "notice.h"
#include "options.h"
#include "push.h"
#include "send.h"
#include "store.h"
#include "target.h"

/* Ways to reach a player. */
enum way { WAY_PUSH, WAY_MAIL, WAY_HOOK, WAYS };
enum { CHANNEL_PUSH = 1, CHANNEL_HOOK = 2 };

enum {
    NOTICE_USUAL = LINEA_NOTICE_BEGAN | LINEA_NOTICE_TURN | LINEA_NOTICE_OVER |
                   LINEA_NOTICE_SOON | LINEA_NOTICE_CUP,
    NOTICE_ALL = NOTICE_USUAL,
    NOTICE_KINDS = 5,    /* with names: words.c */
    NOTICE_CHANNELS = 8, /* browsers of an account, and as many webhooks */
    NOTICE_ID = 16,      /* bytes of a channel's number */
    NOTICE_KEY = 48,     /* room for a key in a mail */
    NOTICE_LANGUAGE = 8,
    NOTICE_GAMES = 64,  /* of a player, in a feed */
    NOTICE_SECRET = 32, /* of a webhook */
    NOTICE_MAP = 64,
    NOTICE_WORDS = 256,
    NOTICE_MOST_DELAY = 24 * 3600, /* seconds */
};

struct notice_choice {
    int mask[WAYS];
    int64_t delay; /* milliseconds */
    char language[NOTICE_LANGUAGE];
};

/* One thing to be sent. */
struct notice_word {
    uint64_t id; /* by which doubles are known */
    uint64_t player, game;
    int kind;
    int64_t number, at, deadline;
    char map[NOTICE_MAP];
    bool won;
    int64_t count; /* games in which it is their turn */
};

/* When a player was here last, of those who are not any more. */
struct notice_visitor {
    uint64_t player;
    int64_t until;
};

/* Webhooks, which are strangers', have half of the threads at most. */
enum { VISITORS = 4096, SENDERS = 8, HOOKS = SENDERS / 2, SENDINGS = 16 };

struct notices {
    struct accounts *accounts;
    const struct serve_options *options;
    struct jobs *jobs; /* threads that send */
    struct push_pair key;
    bool mails; /* the host has a way */
    bool stopped;

    /* Who was here since the last look: visit.c. */
    struct notice_visitor visitor[VISITORS];
    int visitors;

    /* What runs by itself, one thing at a time: post.c. */
    bool busy;
    int64_t next;
    bool finding;        /* deliver.c … */
    int sendings, hooks; /* … and so many are under way, webhooks of them, */
    uint64_t sending_to[SENDINGS]; /* … each to another player, or their webhooks */

    struct {
        uint64_t sent, failed;
    } counters;
};

/* schema.c */

/* What a player has chosen, or what holds for who has not. */
void linea_notice_choice(struct linea_db *db, struct notice_choice *out,
                         uint64_t player, int64_t delay);

/* After any change of that: what the store is to write rows for. */
void linea_notice_wish(struct linea_db *db, uint64_t player, int64_t delay);

/* visit.c: note in the table who has seen what; then go on. */
void linea_notices_look_around(struct notices *notices,
                               void (*then)(struct notices *notices));

/* post.c: what is due becomes deliveries; deliver.c: which are sent. */
void linea_notices_post(struct notices *notices);
void linea_notices_deliver(struct notices *notices);
void linea_notices_rest(struct notices *notices);

/* Inside of a job: one delivery for each way of a player to be sent. */
int linea_notice_address(struct linea_db *db, const struct notice_word *word,
                         int64_t now, int ways);

/* words.c */
const char *linea_notice_name(int kind);
int linea_notice_kind(const struct linea_json *json, int value); /* 0 for none */
void linea_notice_title(char out[NOTICE_WORDS], const char *language,
                        const struct notice_word *word);
void linea_notice_text(char out[NOTICE_WORDS], const char *language,
                       const struct notice_word *word);
void linea_notice_date(char out[32], const char *format, int64_t milliseconds);

/* mail.c: a mail with a link by which there are no more. Returns its length, 0 if it is
   too long. */
enum mail_key { MAIL_CONFIRM, MAIL_STOP };
size_t linea_mail_notice(char out[SEND_MAIL], const struct notices *notices,
                         const char *address, const char *language,
                         const struct notice_word *word);

/* settings.c: one change more of the caller's account. */
bool linea_notices_allowed(struct linea_db *db, struct call *call);

/* notices.c: note what holds already, after a player has begun to want notices. */
void linea_notices_fill(struct notices *notices, uint64_t player);

/* The verbs. */
route_run linea_notices_show, linea_notices_choose, linea_notices_push,
    linea_notices_hook, linea_notices_end, linea_notices_feed, linea_notices_mail,
    linea_notices_test, linea_notices_atom, linea_notices_calendar,
    linea_notices_confirm, linea_notices_stop_click, linea_notices_stop_page;

#endif
