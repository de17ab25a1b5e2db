/*
 * tools/load_ws.c - the client's side of a WebSocket, RFC 6455, as far as games need
 * it: text both ways, pings, closing.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "load.h"

enum {
    OP_MORE = 0,
    OP_TEXT = 1,
    OP_CLOSE = 8,
    OP_PING = 9,
    OP_PONG = 10,
    FRAME_HEAD = 14,
    MOST_CONTROL = 125, /* bytes in a frame that is no message */
    MOST_SENT = 4096,   /* bytes of a message to the server, as it allows */
    MOST_MESSAGE = 1 << 21
};

/* The key proves that the server speaks WebSocket and no more: it needs not be secret,
   nor new each time. This is the RFC's example, which says what the answer must be. */
static const char key[] = "dGhlIHNhbXBsZSBub25jZQ==";
static const char key_accepted[] = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=";

static void send_frame(struct load_socket *s, int op, const char *bytes, size_t length)
{
    char frame[FRAME_HEAD + MOST_SENT];
    size_t at = 2;
    uint64_t mask = linea_rng_next(&s->wire.load->mask);
    if (length > MOST_SENT)
        return;
    frame[0] = (char)(0x80 | op);
    frame[1] = (char)(0x80 | (length < 126 ? (int)length : 126));
    if (length >= 126) {
        frame[at++] = (char)(length >> 8);
        frame[at++] = (char)length;
    }
    memcpy(frame + at, &mask, 4);
    const char *masks = frame + at;
    at += 4;
    for (size_t i = 0; i < length; i++)
        frame[at + i] = (char)(bytes[i] ^ masks[i % 4]);
    load_wire_send(&s->wire, frame, at + length);
}

void load_ws_send(struct load_socket *s, const char *text, size_t length)
{
    if (s->upgraded && s->goodbye <= 0)
        send_frame(s, OP_TEXT, text, length);
}

void load_ws_hello(struct load_socket *s, const char *token)
{
    char text[LOAD_TOKEN + 32];
    const char *quote = token ? "\"" : "";
    int n = snprintf(text, sizeof text, "{\"token\":%s%s%s,\"seen\":0}", quote,
                     token ? token : "null", quote);
    load_ws_send(s, text, (size_t)n);
}

void load_ws_close(struct load_socket *s)
{
    static const char normal[] = "\x03\xe8"; /* 1000 */
    if (s->wire.closing || s->goodbye > 0)
        return;
    if (s->upgraded)
        send_frame(s, OP_CLOSE, normal, sizeof normal - 1);
    s->goodbye = seconds_now();
    s->wire.parting = true;
    if (!s->upgraded)
        load_wire_close(&s->wire);
}

static void opened(struct load_wire *w)
{
    struct load_socket *s = (struct load_socket *)w;
    char request[1024];
    int n = snprintf(request, sizeof request,
                     "GET %s HTTP/1.1\r\nHost: %s\r\nConnection: Upgrade\r\n"
                     "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                     "Sec-WebSocket-Protocol: linea\r\nSec-WebSocket-Key: %s\r\n\r\n",
                     s->path, w->load->host, key);
    load_wire_send(w, request, (size_t)n);
}

/* The answer to the upgrade. */
static size_t take_head(struct load_socket *s, const char *bytes, size_t length)
{
    int status = 0;
    long body, head = load_http_head(bytes, length, &status, &body);
    if (head == 0)
        return 0;
    if (head < 0 || status != 101)
        load_wire_fail(&s->wire, "WebSocket: status %d instead of 101", status);
    else if (!load_http_has(bytes, (size_t)head, "Sec-WebSocket-Accept:", key_accepted))
        load_wire_fail(&s->wire, "WebSocket: Sec-WebSocket-Accept is wrong");
    else if (!load_http_has(bytes, (size_t)head, "Sec-WebSocket-Protocol:", "linea"))
        load_wire_fail(&s->wire, "WebSocket: the server does not speak \"linea\"");
    if (s->wire.closing)
        return 0;
    s->upgraded = true;
    s->events->opened(s);
    return (size_t)head;
}

/* A frame that has come in whole. */
struct frame {
    int op;
    bool last;
    const char *bytes;
    size_t length;
};

static void add_part(struct load_socket *s, const struct frame *f)
{
    char *larger = NULL;
    if (s->parts_length + f->length <= MOST_MESSAGE)
        larger = realloc(s->parts, s->parts_length + f->length + 1);
    if (!larger) {
        load_wire_fail(&s->wire, "WebSocket: a message is too long");
        return;
    }
    memcpy(larger + s->parts_length, f->bytes, f->length);
    s->parts = larger;
    s->parts_length += f->length;
    if (!f->last)
        return;
    size_t length = s->parts_length;
    s->parts = NULL;
    s->parts_length = 0;
    s->events->message(s, larger, length);
    free(larger);
}

static void take_close(struct load_socket *s, const struct frame *f)
{
    const unsigned char *code = (const unsigned char *)f->bytes;
    if (s->goodbye > 0)
        load_wire_close(&s->wire);
    else if (f->length < 2)
        load_wire_fail(&s->wire, "WebSocket: closed by the server");
    else
        load_wire_fail(&s->wire, "WebSocket: closed by the server: %d %.*s",
                       code[0] << 8 | code[1], (int)f->length - 2, f->bytes + 2);
}

static void take_frame(struct load_socket *s, const struct frame *f)
{
    bool begun = s->parts != NULL;
    if (f->op >= OP_CLOSE && (!f->last || f->length > MOST_CONTROL))
        load_wire_fail(&s->wire, "WebSocket: a control frame is wrong");
    else if (f->op == OP_CLOSE)
        take_close(s, f);
    else if (f->op == OP_PING)
        send_frame(s, OP_PONG, f->bytes, f->length);
    else if (f->op == OP_TEXT && !begun && f->last)
        s->events->message(s, f->bytes, f->length);
    else if ((f->op == OP_TEXT && !begun) || (f->op == OP_MORE && begun))
        add_part(s, f);
    else if (f->op != OP_PONG)
        load_wire_fail(&s->wire, "WebSocket: an unexpected frame, opcode %d", f->op);
}

static size_t arrived(struct load_wire *w, const char *bytes, size_t length)
{
    struct load_socket *s = (struct load_socket *)w;
    const unsigned char *in = (const unsigned char *)bytes;
    if (!s->upgraded)
        return take_head(s, bytes, length);
    if (length < 2)
        return 0;
    size_t size = in[1] & 0x7f, head = size < 126 ? 2 : size == 126 ? 4 : 10;
    if (in[0] & 0x70 || in[1] & 0x80) {
        load_wire_fail(w, "WebSocket: a frame is extended or masked");
        return 0;
    }
    if (length < head)
        return 0;
    if (head > 2)
        size = 0;
    for (size_t i = 2; i < head; i++)
        size = size << 8 | in[i];
    if (size > MOST_MESSAGE) {
        load_wire_fail(w, "WebSocket: a frame is too long");
        return 0;
    }
    if (length < head + size)
        return 0;
    struct frame frame = {in[0] & 0x0f, in[0] & 0x80, bytes + head, size};
    take_frame(s, &frame);
    return head + size;
}

static void ended(struct load_wire *w)
{
    struct load_socket *s = (struct load_socket *)w;
    free(s->parts);
    s->parts = NULL;
    s->parts_length = 0;
    if (w->load->stage != LOAD_ENDING)
        s->events->gone(s);
}

static const struct load_wire_events wire_events = {opened, arrived, ended};

void load_ws_open(struct load_socket *s, struct load *load, const char *game,
                  const struct load_socket_events *events)
{
    s->events = events;
    s->upgraded = false;
    s->goodbye = 0;
    snprintf(s->path, sizeof s->path, "/api/games/%s/ws", game);
    load_wire_open(&s->wire, load, &wire_events);
}
