/*
 * tools/load_net.c - HTTP requests and WebSockets of `linea load`, by libwebsockets.
 *
 * Thousands are open at a time and most are idle, so each has one small buffer for what
 * it sends. A client sends only after it has received something, so that one message
 * waits at most.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "load.h"

enum {
    PIECE = 2048,           /* bytes of a message that arrive at once, at most */
    MOST_MESSAGE = 1 << 21, /* bytes of a message or of a body */
    TIMEOUT_SECONDS = 600,  /* --setup and --settle are shorter */
    CLOSE_SECONDS = 5,      /* libwebsockets waits so long for the server's goodbye */
    LOOPBACK_HOSTS = 254,
};

/* An HTTP request on a connection of its own. */
struct exchange {
    enum load_kind
        kind; /* first: what an object of libwebsockets is is looked up here */
    struct load *load;
    load_answer *answer;
    void *context;
    int status; /* 0 until the response has arrived whole */
    bool connecting, ended;
    struct load_text received;
    char token[LOAD_TOKEN];
    size_t body_length;
    unsigned char body[LWS_PRE + LOAD_BODY];
};

static void count_failure(struct load *load, const char *format, ...)
{
    char reason[LOAD_REASON];
    va_list parts;
    va_start(parts, format);
    vsnprintf(reason, sizeof reason, format, parts);
    va_end(parts);
    if (load->stage != LOAD_ENDING)
        load_tally_add(&load->failures, reason);
}

static bool append(struct load_text *text, const char *bytes, size_t length)
{
    char *larger = NULL;
    if (text->length + length <= MOST_MESSAGE)
        larger = realloc(text->bytes, text->length + length + 1);
    if (!larger)
        return false;
    memcpy(larger + text->length, bytes, length);
    text->bytes = larger;
    text->length += length;
    larger[text->length] = 0;
    return true;
}

static void drop(struct load_text *text)
{
    free(text->bytes);
    *text = (struct load_text){0};
}

/* Connect from one of 127.0.0.0/8 in turn if there are several source addresses: a
   server limits what one may do, and each has only some 28000 ports. */
static struct lws *connect_to(struct load *load, const struct load_server *server,
                              struct lws_client_connect_info info, const char *path,
                              void *object)
{
    char from[48];
    long number = load->connections++ % load->addresses;
    snprintf(from, sizeof from, "127.0.%ld.%ld", number / LOOPBACK_HOSTS,
             1 + number % LOOPBACK_HOSTS);
    info.context = load->context;
    info.address = server->address;
    info.port = server->port;
    info.path = path;
    info.host = server->host;
    info.iface = load->addresses > 1 ? from : NULL;
    info.opaque_user_data = object;
    return lws_client_connect_via_info(&info);
}

/* HTTP. */

static void exchange_ended(struct exchange *e)
{
    e->ended = true;
    if (e->connecting)
        return; /* load_http() still uses it */
    if (e->load->stage != LOAD_ENDING)
        e->answer(e->context, e->status, e->received.bytes ? e->received.bytes : "",
                  e->received.length);
    drop(&e->received);
    free(e);
}

static int add_headers(struct lws *wsi, struct exchange *e, void *in, size_t length)
{
    unsigned char **at = in, *end = *at + length;
    char value[LOAD_TOKEN + 16];
    int n = snprintf(value, sizeof value, "Bearer %s", e->token);
    if (e->token[0] && lws_add_http_header_by_token(wsi, WSI_TOKEN_HTTP_AUTHORIZATION,
                                                    (unsigned char *)value, n, at, end))
        return -1;
    if (!e->body_length)
        return 0;
    static const char json[] = "application/json";
    if (lws_add_http_header_by_token(wsi, WSI_TOKEN_HTTP_CONTENT_TYPE,
                                     (const unsigned char *)json, sizeof json - 1, at,
                                     end) ||
        lws_add_http_header_content_length(wsi, e->body_length, at, end))
        return -1;
    lws_client_http_body_pending(wsi, 1);
    lws_callback_on_writable(wsi);
    return 0;
}

static int send_body(struct lws *wsi, struct exchange *e)
{
    lws_client_http_body_pending(wsi, 0);
    e->load->now.bytes_out += e->body_length;
    return lws_write(wsi, e->body + LWS_PRE, e->body_length, LWS_WRITE_HTTP_FINAL) < 0;
}

/* Makes libwebsockets call again with what has arrived of the body, if anything. */
static int read_body(struct lws *wsi)
{
    char buffer[LWS_PRE + PIECE], *at = buffer + LWS_PRE;
    int length = PIECE;
    return lws_http_client_read(wsi, &at, &length) < 0 ? -1 : 0;
}

static int http_event(struct exchange *e, struct lws *wsi, int reason, void *in,
                      size_t length)
{
    switch (reason) {
    case LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER:
        return add_headers(wsi, e, in, length);
    case LWS_CALLBACK_CLIENT_HTTP_WRITEABLE:
        return e->body_length ? send_body(wsi, e) : 0;
    case LWS_CALLBACK_RECEIVE_CLIENT_HTTP:
        return read_body(wsi);
    case LWS_CALLBACK_RECEIVE_CLIENT_HTTP_READ:
        e->load->now.bytes_in += length;
        return append(&e->received, in, length) ? 0 : -1;
    case LWS_CALLBACK_COMPLETED_CLIENT_HTTP:
        e->status = (int)lws_http_client_http_response(wsi);
        return -1; /* close it */
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
        count_failure(e->load, "HTTP: %s", in ? (const char *)in : "no connection");
        return 0;
    case LWS_CALLBACK_CLOSED_CLIENT_HTTP:
        if (!e->status)
            count_failure(e->load, "HTTP: closed before the response was there");
        return 0;
    case LWS_CALLBACK_WSI_DESTROY:
        exchange_ended(e);
        return 0;
    default:
        return 0;
    }
}

void load_http(struct load *load, int server, const char *path, const char *token,
               const char *body, load_answer *answer, void *context)
{
    struct exchange *e = calloc(1, sizeof *e);
    if (!e) {
        count_failure(load, "no memory");
        answer(context, 0, "", 0);
        return;
    }
    e->kind = LOAD_HTTP;
    e->load = load;
    e->answer = answer;
    e->context = context;
    snprintf(e->token, sizeof e->token, "%s", token ? token : "");
    e->body_length =
        (size_t)snprintf((char *)e->body + LWS_PRE, LOAD_BODY, "%s", body ? body : "");
    struct lws_client_connect_info info = {.method = body ? "POST" : "GET",
                                           .local_protocol_name = "http"};
    e->connecting = true;
    bool begun = connect_to(load, &load->server[server], info, path, e) != NULL;
    e->connecting = false;
    if (!begun && !e->ended)
        count_failure(load, "HTTP: no connection");
    if (!begun || e->ended)
        exchange_ended(e);
}

/* WebSockets. */

void load_ws_fail(struct load_socket *s, const char *format, ...)
{
    char reason[LOAD_REASON];
    va_list parts;
    va_start(parts, format);
    vsnprintf(reason, sizeof reason, format, parts);
    va_end(parts);
    if (!s->failed)
        count_failure(s->load, "WebSocket: %s", reason);
    s->failed = true;
}

void load_ws_send(struct load_socket *s, const char *text, size_t length)
{
    if (s->goodbye > 0 || s->failed)
        return;
    if (s->waiting || length > LOAD_BODY) {
        load_ws_fail(s, "a message is too long, or follows another too soon");
        return;
    }
    memcpy(s->out + LWS_PRE, text, length);
    s->waiting = length;
    lws_callback_on_writable(s->wsi);
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
    if (s->goodbye > 0)
        return;
    s->goodbye = seconds_now();
    /* libwebsockets leaves out the goodbye of what is closed where it may write. */
    lws_set_timer_usecs(s->wsi, 1);
    lws_cancel_service(s->load->context); /* so that it looks at its timers */
}

static int say_goodbye(struct load_socket *s)
{
    if (s->goodbye > 0 && s->open)
        lws_close_reason(s->wsi, LWS_CLOSE_STATUS_NORMAL, NULL, 0);
    return s->goodbye > 0 ? -1 : 0;
}

static int writable(struct load_socket *s)
{
    if (s->failed)
        return -1;
    if (!s->waiting || s->goodbye > 0)
        return 0;
    size_t length = s->waiting;
    s->waiting = 0;
    s->load->now.bytes_out += length;
    return lws_write(s->wsi, s->out + LWS_PRE, length, LWS_WRITE_TEXT) < 0 ? -1 : 0;
}

/* A piece of a message: it is passed on when the last one is there. */
static int receive(struct load_socket *s, const char *bytes, size_t length)
{
    bool whole =
        lws_remaining_packet_payload(s->wsi) == 0 && lws_is_final_fragment(s->wsi);
    s->load->now.bytes_in += length;
    if (whole && !s->parts.bytes) {
        s->events->message(s, bytes, length);
    } else if (!append(&s->parts, bytes, length)) {
        load_ws_fail(s, "a message is too long");
    } else if (whole) {
        struct load_text text = s->parts;
        s->parts = (struct load_text){0};
        s->events->message(s, text.bytes, text.length);
        drop(&text);
    }
    return s->failed ? -1 : 0;
}

static void closed_by_server(struct load_socket *s, const unsigned char *in,
                             size_t length)
{
    if (s->goodbye > 0)
        return;
    if (length < 2)
        load_ws_fail(s, "closed by the server");
    else
        load_ws_fail(s, "closed by the server: %d %.*s", in[0] << 8 | in[1],
                     (int)length - 2, (const char *)in + 2);
}

static void closed(struct load_socket *s)
{
    if (s->goodbye <= 0)
        load_ws_fail(s, "the connection broke");
    else if (seconds_now() - s->goodbye > CLOSE_SECONDS - 0.5)
        load_ws_fail(s, "no answer to a goodbye");
}

static void ended(struct load_socket *s)
{
    if (s->ended)
        return;
    s->ended = true;
    s->wsi = NULL;
    drop(&s->parts);
    if (s->load->stage != LOAD_ENDING)
        s->events->gone(s);
}

static int ws_event(struct load_socket *s, struct lws *wsi, int reason, void *in,
                    size_t length)
{
    s->wsi = wsi;
    switch (reason) {
    case LWS_CALLBACK_CLIENT_ESTABLISHED:
        s->open = true;
        s->events->opened(s);
        return 0;
    case LWS_CALLBACK_CLIENT_RECEIVE:
        return receive(s, in, length);
    case LWS_CALLBACK_CLIENT_WRITEABLE:
        return writable(s);
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
        closed_by_server(s, in, length);
        return 0;
    case LWS_CALLBACK_TIMER:
        return say_goodbye(s);
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
        if (s->goodbye <= 0)
            load_ws_fail(s, "%s", in ? (const char *)in : "no connection");
        return 0;
    case LWS_CALLBACK_CLIENT_CLOSED:
        closed(s);
        return 0;
    case LWS_CALLBACK_WSI_DESTROY:
        ended(s);
        return 0;
    default:
        return 0;
    }
}

void load_ws_open(struct load_socket *s, struct load *load, int server,
                  const char *game, const struct load_socket_events *events)
{
    char path[LOAD_PATH];
    struct lws_client_connect_info info = {.protocol = "linea"};
    s->kind = LOAD_WEBSOCKET;
    s->load = load;
    s->events = events;
    s->open = s->failed = s->ended = false;
    s->goodbye = 0;
    s->waiting = 0;
    snprintf(path, sizeof path, "/api/games/%s/ws", game);
    if (!connect_to(load, &load->server[server], info, path, s) && !s->ended) {
        load_ws_fail(s, "no connection");
        ended(s);
    }
}

/* One callback for both: libwebsockets gives the end of a WebSocket to the protocol
   that is listed first. */
static int event(struct lws *wsi, enum lws_callback_reasons reason, void *user,
                 void *in, size_t length)
{
    void *object = wsi ? lws_get_opaque_user_data(wsi) : NULL;
    (void)user;
    if (!object)
        return 0;
    if (reason == LWS_CALLBACK_WSI_DESTROY)
        lws_set_opaque_user_data(wsi, NULL);
    if (*(enum load_kind *)object == LOAD_HTTP)
        return http_event(object, wsi, (int)reason, in, length);
    return ws_event(object, wsi, (int)reason, in, length);
}

static bool has_ipv6(const struct load *load)
{
    for (int i = 0; i < load->servers; i++)
        if (strchr(load->server[i].address, ':'))
            return true;
    return false;
}

bool load_net_open(struct load *load)
{
    static const struct lws_protocols protocols[] = {
        {.name = "http", .callback = event},
        {.name = "linea", .callback = event, .rx_buffer_size = PIECE},
        {0},
    };
    void *loops[] = {&load->loop};
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN,
        .protocols = protocols,
        .options = LWS_SERVER_OPTION_LIBUV |
                   LWS_SERVER_OPTION_UV_NO_SIGSEGV_SIGFPE_SPIN |
                   (has_ipv6(load) ? 0 : LWS_SERVER_OPTION_DISABLE_IPV6),
        .foreign_loops = loops,
        .gid = -1,
        .uid = -1,
        .timeout_secs = TIMEOUT_SECONDS,
        /* Handshakes at a time. */
        .max_http_header_pool2 = (LINEA_SEATS + 1) * LOAD_STARTING,
    };
    lws_set_log_level(0, NULL);
    load->context = lws_create_context(&info);
    return load->context != NULL;
}
