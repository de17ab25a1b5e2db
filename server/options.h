/*
 * server/options.h - how `linea serve` is to run: from flags, else from the
 * environment, else as it stands in options.c.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_OPTIONS_H
#define SERVER_OPTIONS_H

#include <stdbool.h>

#include "log.h"

struct serve_options {
    const char *host;
    const char *data;   /* the file of the store */
    const char *store;  /* or the URL of a PostgreSQL; "" for none */
    const char *maps;   /* files of maps beside the embedded ones, with commas */
    const char *origin; /* origins allowed beside the server's own, with commas */
    const char *node;   /* a name for this one among others */
    const char *level;
    enum log_level log_level;
    const char *registration;  /* open, invite or closed */
    const char *word_list;     /* a file of words for no name and no chat; or "" */
    const char *appeal;        /* what who is muted or banned may do; or "" */
    const char *auth_header;   /* where a proxy names who has signed in; or "" */
    const char *site;          /* where people find this server, "https://…"; or "" */
    const char *push_services; /* hosts of more of them, with commas */
    const char *notice_ca;     /* a file of certificates to be believed; or "" */
    const char *smtp;          /* the URL of a mail server; or "" … */
    const char *sendmail;      /* … or the path of a program; or "" */
    const char *mail_from;
    bool notice_local; /* notices may go to networks of one's own */
    long notice_delay; /* seconds until a player who is away is sent something */
    bool proxy;        /* X-Forwarded-For is to be believed */
    bool worst;        /* only say what one address can cost */
    long port;         /* 0 for any that is free */
    long workers;
    long think_ms;
    long max_body;    /* bytes of an HTTP request's body */
    long max_message; /* bytes of a WebSocket message */
    long max_queue;   /* lines that may wait for a slow client */
    long max_waiting; /* bytes of them; of an address 16 times that */
    long work_share;  /* of a processor, for one address, in hundredths */
    long max_connections;
    long max_connections_per_address;
    long requests_per_second; /* of a connection, after … */
    long burst;               /* … so many at once */
    long max_sign_ups;        /* new accounts of an address in a day */
    long leaver_wait;         /* minutes, the first time; 0 for never */
    long forget_tables;       /* days, of what never began; 0 for never */
    long forget_games;        /* the same of all others */
    long max_games;           /* unfinished ones of a player */
    long games_per_hour;      /* new ones of an address */
    long max_listed;          /* tables of an address in the lobby */
    long kept_per_day;        /* MiB that are kept for an address */
};

/* PARSE_OK of common/options.h, or the exit code to return. */
int linea_serve_options(struct serve_options *out, int argc, char **argv);

#endif
