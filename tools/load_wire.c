/*
 * tools/load_wire.c - a TCP connection to the server that is put under load.
 *
 * Thousands are open at a time and most are idle: one has no memory beyond its struct
 * unless half a message has come.
 *
 * SPDX-License-Identifier: MIT
 */
#define _DEFAULT_SOURCE /* for IP_BIND_ADDRESS_NO_PORT */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "load.h"

enum { PIECE = 65536, MOST_KEPT = 1 << 22, LOOPBACK_HOSTS = 254 };

/* A piece of data that the system would not take at once. */
struct rest {
    uv_write_t write;
    char bytes[];
};

static void closed(uv_handle_t *handle)
{
    struct load_wire *w = handle->data;
    free(w->kept);
    w->kept = NULL;
    w->kept_length = 0;
    w->events->ended(w);
}

void load_wire_close(struct load_wire *w)
{
    if (w->closing)
        return;
    w->closing = true;
    uv_close((uv_handle_t *)&w->tcp, closed);
}

void load_wire_fail(struct load_wire *w, const char *format, ...)
{
    char reason[LOAD_REASON];
    va_list parts;
    if (w->closing)
        return;
    va_start(parts, format);
    vsnprintf(reason, sizeof reason, format, parts);
    va_end(parts);
    w->failed = true;
    if (w->load->stage != LOAD_ENDING)
        load_tally_add(&w->load->failures, reason);
    load_wire_close(w);
}

/* One buffer serves all: what was read is dealt with before the next read. */
static void lend(uv_handle_t *handle, size_t wanted, uv_buf_t *buffer)
{
    static char piece[PIECE];
    (void)handle;
    (void)wanted;
    *buffer = uv_buf_init(piece, sizeof piece);
}

/* Hand bytes on until no more are taken; returns how many were. */
static size_t hand_on(struct load_wire *w, const char *bytes, size_t length)
{
    size_t taken = 0, n = 1;
    while (n > 0 && taken < length && !w->closing) {
        n = w->events->arrived(w, bytes + taken, length - taken);
        taken += n;
    }
    return taken;
}

/* Keep what was left for later. */
static void keep(struct load_wire *w, const char *bytes, size_t length)
{
    char *larger = NULL;
    if (length == 0)
        return;
    if (w->kept_length + length <= MOST_KEPT)
        larger = realloc(w->kept, w->kept_length + length);
    if (!larger) {
        load_wire_fail(w, "a message of the server is too long");
        return;
    }
    memcpy(larger + w->kept_length, bytes, length);
    w->kept = larger;
    w->kept_length += length;
}

static void take(struct load_wire *w, const char *bytes, size_t length)
{
    if (!w->kept) {
        size_t taken = hand_on(w, bytes, length);
        if (!w->closing)
            keep(w, bytes + taken, length - taken);
        return;
    }
    keep(w, bytes, length);
    if (w->closing)
        return;
    size_t taken = hand_on(w, w->kept, w->kept_length);
    w->kept_length -= taken;
    if (w->kept_length > 0) {
        memmove(w->kept, w->kept + taken, w->kept_length);
        return;
    }
    free(w->kept);
    w->kept = NULL;
}

static void arrived(uv_stream_t *stream, ssize_t n, const uv_buf_t *buffer)
{
    struct load_wire *w = stream->data;
    if (n < 0) {
        if (w->parting)
            load_wire_close(w);
        else
            load_wire_fail(w, "reading: %s", uv_strerror((int)n));
        return;
    }
    w->load->now.bytes_in += (uint64_t)n;
    take(w, buffer->base, (size_t)n);
}

static void connected(uv_connect_t *connect, int status)
{
    struct load_wire *w = connect->data;
    if (w->closing)
        return;
    if (!status)
        status = uv_read_start((uv_stream_t *)&w->tcp, lend, arrived);
    if (status) {
        load_wire_fail(w, "connecting: %s", uv_strerror(status));
        return;
    }
    uv_tcp_nodelay(&w->tcp, 1);
    w->events->opened(w);
}

/* One address has some 28000 ports for connections to the same server, and a server
   limits what one address may do. All of 127.0.0.0/8 is this machine. */
static int bind_source(struct load_wire *w)
{
    struct sockaddr_in from = {.sin_family = AF_INET};
    long number = w->load->wires++ % w->load->addresses;
    uv_os_fd_t fd;
    if (w->load->addresses == 1 || uv_fileno((uv_handle_t *)&w->tcp, &fd) != 0)
        return 0;
    from.sin_addr.s_addr =
        htonl(0x7f000001u + (uint32_t)(number / LOOPBACK_HOSTS * 256) +
              (uint32_t)(number % LOOPBACK_HOSTS));
#ifdef IP_BIND_ADDRESS_NO_PORT
    /* The port is chosen when it is known where to: then others may have it too. */
    int yes = 1;
    setsockopt(fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &yes, sizeof yes);
#endif
    return uv_tcp_bind(&w->tcp, (const struct sockaddr *)&from, 0);
}

void load_wire_open(struct load_wire *w, struct load *load,
                    const struct load_wire_events *events)
{
    const struct sockaddr *server = (const struct sockaddr *)&load->server;
    w->load = load;
    w->events = events;
    w->closing = w->parting = w->failed = false;
    w->tcp.data = w->connect.data = w;
    /* Without a descriptor left there is still a handle, which can be closed. */
    int error = uv_tcp_init_ex(&load->loop, &w->tcp, server->sa_family);
    if (error)
        uv_tcp_init(&load->loop, &w->tcp);
    w->tcp.data = w;
    if (!error)
        error = bind_source(w);
    if (!error)
        error = uv_tcp_connect(&w->connect, &w->tcp, server, connected);
    if (error)
        load_wire_fail(w, "connecting: %s", uv_strerror(error));
}

static void written(uv_write_t *write, int status)
{
    struct load_wire *w = write->handle->data;
    if (status)
        load_wire_fail(w, "writing: %s", uv_strerror(status));
    free(write->data);
}

void load_wire_send(struct load_wire *w, const char *bytes, size_t length)
{
    uv_buf_t buffer = uv_buf_init((char *)bytes, (unsigned)length);
    if (w->closing)
        return;
    w->load->now.bytes_out += length;
    int n = uv_try_write((uv_stream_t *)&w->tcp, &buffer, 1);
    size_t done = n > 0 ? (size_t)n : 0;
    if (done == length)
        return;
    if (n < 0 && n != UV_EAGAIN) {
        load_wire_fail(w, "writing: %s", uv_strerror(n));
        return;
    }
    struct rest *rest = malloc(sizeof *rest + length - done);
    if (!rest) {
        load_wire_fail(w, "no memory");
        return;
    }
    memcpy(rest->bytes, bytes + done, length - done);
    rest->write.data = rest;
    buffer = uv_buf_init(rest->bytes, (unsigned)(length - done));
    int error = uv_write(&rest->write, (uv_stream_t *)&w->tcp, &buffer, 1, written);
    if (error) {
        free(rest);
        load_wire_fail(w, "writing: %s", uv_strerror(error));
    }
}
