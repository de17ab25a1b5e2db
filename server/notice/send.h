/*
 * server/notice/send.h - to the outside: a message to an address that somebody gave, or
 * a mail. Each call waits until it is done, for SEND_SECONDS at most, so it is made by
 * threads of its own.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef NOTICE_SEND_H
#define NOTICE_SEND_H

#include <stdbool.h>
#include <stddef.h>

struct serve_options;

enum {
    SEND_SECONDS = 10,
    SEND_ANSWER = 16384, /* bytes of an answer that are taken, and thrown away */
    SEND_MAIL = 8192,    /* room for a mail with its headers */
    SEND_WHY = 256,
};

struct send_header {
    const char *name, *value;
};

/* A POST to https alone, to no address of a network of one's own, without following
   where an answer leads. Returns its status, or 0 and writes to `why`. */
struct send_post {
    const char *url;
    const struct send_header *headers; /* the last has no name */
    const void *body;
    size_t length;
};
int linea_send_post(const struct serve_options *options, char why[SEND_WHY],
                    const struct send_post *post);

/* Give a mail, with its headers, to the host's own mail server. */
bool linea_send_mail(const struct serve_options *options, char why[SEND_WHY],
                     const char *to, const char *text, size_t length);

/* Once, before anything is sent, and at the end. */
bool linea_send_open(void);
void linea_send_close(void);

#endif
