/*
 * server/request.h - the head of an HTTP request, taken apart.
 *
 * Strict: what two servers could understand in two ways is refused, so that nothing can
 * be smuggled past a proxy.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_REQUEST_H
#define SERVER_REQUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { REQUEST_MOST_OFFSET = 1000000 /* ?offset=N of a list */ };

/* Points into the text it was read from. */
struct request {
    const char *text;
    size_t length;                     /* of the head, its empty line included */
    size_t headers;                    /* where they begin */
    const char *method, *path, *query; /* the query without its '?', may be empty */
    int method_length, path_length, query_length;
    bool old;     /* HTTP/1.0 */
    bool close;   /* the client wants the connection to end */
    int64_t body; /* bytes that follow, -1 if it does not say */
};

/* The length of the head at the start of a text, 0 if its end is not there yet. */
size_t linea_request_head(const char *text, size_t length);

/* Take a head apart. NULL, or what is wrong with it. */
const char *linea_request_read(struct request *out, const char *text, size_t length);

/* The value of a header, NUL-terminated; its length, 0 if there is none, -1 if it is
   empty, does not fit or is there twice. The name in lower case. */
int linea_request_header(const struct request *r, char *out, size_t size,
                         const char *name);

/* The same of the last word of a list with commas; if the header is there several times
   they are one list. */
int linea_request_last(const struct request *r, char *out, size_t size,
                       const char *name);

/* The same of an argument in the query, as it stands there. */
int linea_request_argument(const struct request *r, char *out, size_t size,
                           const char *name);

/* The same of a whole number up to `most`; *out stays as it is if there is none. False
   if it is no such number. */
bool linea_request_number(const struct request *r, int64_t *out, const char *name,
                          int64_t most);

/* An argument, "J%C3%BCrg+Li", in place as it was; false if it is no such text. */
bool linea_request_decode(char *text);

/* How much a client likes something, by a header that lists what it accepts ("br,
   gzip;q=0.5, *;q=0"): 0 for not at all to 1000. What is not named is not accepted,
   except for "identity", the last resort. */
int linea_request_quality(const char *accepted, const char *name);

#endif
