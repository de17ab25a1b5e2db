/*
 * tools/load_http.c - HTTP requests by hand, each on a connection of its own.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "load.h"

enum { MOST_HEAD = 16384, MOST_REQUEST = 2048 };

struct exchange {
    struct load_wire wire; /* first */
    load_answer *answer;
    void *context;
    int status;
    char *body; /* of the response */
    size_t length, request_length;
    char request[MOST_REQUEST];
};

/* The number that stands there in its line, or -1. Blanks alone are passed over: behind
   the last line there may be nothing that can be read. */
static long number_at(const char *text)
{
    text += strspn(text, " ");
    return *text >= '0' && *text <= '9' ? strtol(text, NULL, 10) : -1;
}

long load_http_head(const char *bytes, size_t length, int *status, long *body)
{
    static const char wanted[] = "HTTP/1.1 ", size[] = "\r\nContent-Length:";
    size_t shown = length < MOST_HEAD ? length : MOST_HEAD, end = 0;
    while (end + 4 <= shown && memcmp(bytes + end, "\r\n\r\n", 4) != 0)
        end++;
    if (end + 4 > shown)
        return length < MOST_HEAD ? 0 : -1;
    if (end < 12 || memcmp(bytes, wanted, sizeof wanted - 1) != 0)
        return -1;
    long code = number_at(bytes + sizeof wanted - 1);
    if (code < 0)
        return -1;
    *status = (int)code;
    *body = -1;
    for (size_t i = 0; i < end; i++)
        if (strncasecmp(bytes + i, size, sizeof size - 1) == 0)
            *body = number_at(bytes + i + sizeof size - 1);
    return (long)end + 4;
}

bool load_http_has(const char *head, size_t length, const char *name, const char *value)
{
    size_t n = strlen(name), v = strlen(value);
    for (size_t i = 0; i + n < length; i++) {
        if (head[i] != '\n' || strncasecmp(head + i + 1, name, n) != 0)
            continue;
        for (size_t at = i + 1 + n; at + v < length && head[at] != '\n'; at++)
            if (strncasecmp(head + at, value, v) == 0)
                return true;
    }
    return false;
}

static void opened(struct load_wire *w)
{
    struct exchange *e = (struct exchange *)w;
    load_wire_send(w, e->request, e->request_length);
}

static size_t arrived(struct load_wire *w, const char *bytes, size_t length)
{
    struct exchange *e = (struct exchange *)w;
    int status = 0;
    long body = -1, head = load_http_head(bytes, length, &status, &body);
    if (head < 0 || (head > 0 && body < 0)) {
        load_wire_fail(w, "the response is not one of HTTP/1.1 with a length");
        return 0;
    }
    if (head == 0 || length - (size_t)head < (size_t)body)
        return 0;
    e->body = malloc((size_t)body + 1);
    if (!e->body) {
        load_wire_fail(w, "no memory");
        return 0;
    }
    memcpy(e->body, bytes + head, (size_t)body);
    e->body[body] = 0;
    e->length = (size_t)body;
    e->status = status;
    load_wire_close(w);
    return 0;
}

static void ended(struct load_wire *w)
{
    struct exchange *e = (struct exchange *)w;
    if (w->load->stage != LOAD_ENDING)
        e->answer(e->context, e->status, e->body ? e->body : "", e->length);
    free(e->body);
    free(e);
}

static const struct load_wire_events events = {opened, arrived, ended};

void load_http(struct load *load, const char *path, const char *token, const char *body,
               load_answer *answer, void *context)
{
    char size[96] = "";
    struct exchange *e = calloc(1, sizeof *e);
    if (!e) {
        load_tally_add(&load->failures, "no memory");
        answer(context, 0, "", 0);
        return;
    }
    e->answer = answer;
    e->context = context;
    if (body)
        snprintf(size, sizeof size,
                 "Content-Type: application/json\r\nContent-Length: %zu\r\n",
                 strlen(body));
    int n = snprintf(
        e->request, sizeof e->request,
        "%s %s HTTP/1.1\r\nHost: %s\r\n%s%s%s%sConnection: close\r\n\r\n%s",
        body ? "POST" : "GET", path, load->host, token ? "Authorization: Bearer " : "",
        token ? token : "", token ? "\r\n" : "", size, body ? body : "");
    /* Everything that goes in is bounded: see LOAD_TOKEN, LOAD_PATH and the maps. */
    e->request_length = (size_t)n < sizeof e->request ? (size_t)n : 0;
    load_wire_open(&e->wire, load, &events);
}
