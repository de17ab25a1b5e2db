/*
 * server/ws.c - WebSockets: one game each, a line of the hub a message.
 *
 * The first message names the player: {"token":"…","seen":N}, with null for a
 * spectator. A client that sends none in time is a spectator. Every later message is a
 * request of the protocol.
 *
 * libwebsockets does the protocol, on our loop. It gets a socket with the request that
 * was read from it, so that it makes the handshake.
 *
 * SPDX-License-Identifier: MIT
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "connection.h"
#include "log.h"

enum {
    MESSAGE_PIECE = 512,  /* bytes of a message read at once */
    PING_SECONDS = 45,    /* without traffic: send a ping */
    HANG_UP_SECONDS = 75, /* without an answer: close */
};

static int close_with(struct connection *c, int code, const char *reason)
{
    char text[124]; /* RFC 6455 has room for 123 bytes */
    int length = snprintf(text, sizeof text, "%s", reason);
    linea_connection_part(c);
    c->close_code = code;
    c->said_goodbye = true;
    lws_close_reason(c->wsi, (enum lws_close_status)code, (unsigned char *)text,
                     (size_t)length);
    return -1;
}

static int established(struct connection *c)
{
    c->net->sockets++;
    c->began = linea_net_now();
    lws_set_timer_usecs(c->wsi, (int64_t)NET_HELLO_SECONDS * LWS_US_PER_SEC);
    return 0;
}

static int join(struct connection *c, const struct hub_guest *who)
{
    c->known = true;
    switch (linea_hub_join(c->net->hub, &c->client, c->game, who, c->seen, c)) {
    case HUB_OK:
        return 0;
    case HUB_MISSING:
        return close_with(c, CLOSE_NO_GAME, "there is no such game");
    case HUB_CONFLICT:
        return close_with(c, CLOSE_NO_MAP, linea_hub_no_map);
    default:
        return close_with(c, CLOSE_TRY_LATER, "the game cannot be read");
    }
}

/* It is to be closed, or its first message is late. */
static int timer(struct connection *c)
{
    int64_t left = c->began + NET_HELLO_SECONDS * 1000000LL - linea_net_now();
    if (c->close_code && !c->said_goodbye)
        return close_with(c, c->close_code, c->close_reason);
    if (c->known || c->close_code)
        return 0;
    if (left <= 0)
        return join(c, &(struct hub_guest){0});
    lws_set_timer_usecs(c->wsi, left); /* the timer of another purpose */
    return 0;
}

static int hello(struct connection *c, const char *text, size_t length)
{
    struct linea_json *json = &c->net->json;
    char token[TOKEN_TEXT + 1];
    struct hub_guest who = {0};
    int seen = 0;
    if (linea_json_read(json, text, length))
        return close_with(c, CLOSE_HELLO, "the first message is not JSON");
    int value = linea_json_get(json, 0, "token");
    int number = linea_json_get(json, 0, "seen");
    if (value < 0 || (number >= 0 && !linea_json_int(json, &seen, number, 0, INT_MAX)))
        return close_with(c, CLOSE_HELLO, "the first message is {\"token\",\"seen\"}");
    if (linea_json_type(json, value) != LINEA_JSON_NULL) {
        int n = linea_json_string(json, token, sizeof token, value);
        if (n < 0 || !linea_token_read(&who, c->net->key, token, (size_t)n))
            return close_with(c, CLOSE_TOKEN, "the token is not of this server");
    }
    c->seen = (uint32_t)seen;
    return join(c, &who);
}

static int message(struct connection *c, const char *text, size_t length)
{
    c->net->counters.messages++;
    if (!linea_net_allow(c))
        return close_with(c, LWS_CLOSE_STATUS_POLICY_VIOLATION, "too many requests");
    if (!c->known)
        return hello(c, text, length);
    linea_hub_ask(c->net->hub, c->client, text, length);
    return 0;
}

static int receive(struct connection *c, const char *in, size_t length)
{
    struct lws *wsi = c->wsi;
    if (c->close_code)
        return 0;
    if (lws_frame_is_binary(wsi))
        return close_with(c, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE, "only text");
    size_t rest = lws_remaining_packet_payload(wsi);
    size_t most = (size_t)c->net->options->max_message;
    if (rest > most || c->message_length + length + rest > most)
        return close_with(c, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, "too long");
    bool whole = rest == 0 && lws_is_final_fragment(wsi);
    if (whole && !c->message)
        return message(c, in, length);
    char *larger = realloc(c->message, c->message_length + length + rest + 1);
    if (!larger)
        return close_with(c, CLOSE_TRY_LATER, "no memory");
    c->message = larger;
    memcpy(c->message + c->message_length, in, length);
    c->message_length += length;
    if (!whole)
        return 0;
    char *text = c->message;
    length = c->message_length;
    c->message = NULL;
    c->message_length = 0;
    int result = message(c, text, length);
    free(text);
    return result;
}

static int writable(struct connection *c)
{
    if (c->close_code)
        return 0; /* to close here would leave out the reason */
    for (int i = 0; i < NET_LINE_BATCH && !lws_send_pipe_choked(c->wsi); i++) {
        struct hub_line *line = linea_queue_take(c);
        if (!line)
            return 0;
        /* The frame's head is written before the text, the same for everyone. */
        int n = lws_write(c->wsi, (unsigned char *)line->text, line->length,
                          LWS_WRITE_TEXT);
        linea_hub_line_drop(line);
        if (n < 0)
            return -1;
    }
    if (c->queue_waiting > 0)
        lws_callback_on_writable(c->wsi);
    return 0;
}

/* A socket was taken: a connection like the one that it comes from. */
static void begin(struct net *net, struct lws *wsi)
{
    const struct connection *from = net->upgrading;
    struct connection *c = linea_connection_new(net, from->address->key);
    if (!c) {
        lws_set_timeout(wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_ASYNC);
        return;
    }
    c->kind = CONNECTION_WS;
    c->wsi = wsi;
    c->game = from->game;
    c->bucket = from->bucket;
    lws_set_opaque_user_data(wsi, c);
}

static int happened(struct lws *wsi, enum lws_callback_reasons reason, void *user,
                    void *in, size_t length)
{
    (void)user;
    struct net *net = lws_context_user(lws_get_context(wsi));
    struct connection *c = wsi ? lws_get_opaque_user_data(wsi) : NULL;
    switch ((int)reason) {
    case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED:
        begin(net, wsi);
        return 0;
    case LWS_CALLBACK_HTTP: /* it is no good handshake */
        return -1;
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        return c && strcmp(in, "websocket") == 0 ? 0 : -1;
    case LWS_CALLBACK_ESTABLISHED:
        return c ? established(c) : -1;
    case LWS_CALLBACK_RECEIVE:
        return c ? receive(c, in, length) : -1;
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return c ? writable(c) : -1;
    case LWS_CALLBACK_TIMER:
        return c ? timer(c) : -1;
    case LWS_CALLBACK_CLOSED:
        net->sockets--;
        return 0;
    case LWS_CALLBACK_WSI_DESTROY:
        if (c)
            linea_connection_free(c);
        lws_set_opaque_user_data(wsi, NULL);
        return 0;
    default:
        return 0;
    }
}

/* Messages of libwebsockets may quote requests: only their level is logged. */
static void log_library(int level, const char *line)
{
    (void)line;
    linea_log(LOG_DEBUG, "library", "level=%d", level);
}

bool linea_ws_open(struct net *net, char error[256])
{
    static const struct lws_protocols protocols[] = {
        {.name = "linea", .callback = happened, .rx_buffer_size = MESSAGE_PIECE},
        {0},
    };
    static const lws_retry_bo_t idle = {
        .secs_since_valid_ping = PING_SECONDS,
        .secs_since_valid_hangup = HANG_UP_SECONDS,
    };
    void *loops[] = {net->loop};
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN_SERVER,
        .protocols = protocols,
        .options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_VALIDATE_UTF8 |
                   LWS_SERVER_OPTION_SKIP_SERVER_CANONICAL_NAME |
                   LWS_SERVER_OPTION_UV_NO_SIGSEGV_SIGFPE_SPIN,
        .foreign_loops = loops,
        .user = net,
        .pcontext = &net->context,
        .gid = -1,
        .uid = -1,
        .max_http_header_data2 = NET_HEAD,
        /* One at a time is enough: a handshake is there in whole. */
        .max_http_header_pool2 = 64,
        .timeout_secs = NET_REQUEST_SECONDS,
        .retry_and_idle_policy = &idle,
        .server_string = "linea",
    };
    lws_set_log_level(LLL_ERR | LLL_WARN, log_library);
    net->context = lws_create_context(&info);
    net->vhost = net->context ? lws_get_vhost_by_name(net->context, "default") : NULL;
    if (!net->vhost)
        snprintf(error, 256,
                 "libwebsockets does not start (is its libuv plugin, "
                 "libwebsockets-evlib-uv, installed?)");
    return net->vhost != NULL;
}

void linea_ws_take(struct connection *c, int fd, const char *text, size_t length)
{
    c->net->upgrading = c;
    lws_adopt_socket_vhost_readbuf(c->net->vhost, fd, text, length);
    c->net->upgrading = NULL;
}
