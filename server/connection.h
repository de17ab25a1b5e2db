/*
 * server/connection.h - what the parts of the network share: a connection, and an HTTP
 * exchange on it.
 *
 * A connection begins as HTTP, which is our own (http.c). One that becomes a WebSocket
 * is handed to libwebsockets with what it has sent (ws.c), as a new connection.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_CONNECTION_H
#define SERVER_CONNECTION_H

#include <libwebsockets.h>

#include "hub.h"
#include "linea/json.h"
#include "net.h"
#include "quota.h"
#include "request.h"
#include "token.h"

enum {
    NET_LINE_BATCH = 32,      /* most lines of a connection written at once */
    NET_REQUEST_SECONDS = 10, /* for a request's head to arrive, and for its body */
    NET_REPLY_SECONDS = 60,   /* for a response to be made and taken */
    NET_IDLE_SECONDS = 60,    /* between two requests */
    NET_HELLO_SECONDS = 10,   /* for the first message of a WebSocket */
    NET_KEEP_ALIVE_SECONDS = 15,
    NET_GOODBYE_SECONDS = 3, /* for a connection to take what it is sent at the end */
    NET_HEAD = 4096,         /* bytes of a request's first line and headers */
    NET_LISTENERS = 4,
    PATH_ROOM = 256, /* longest path that leads anywhere, and its 0 */
};

/* Closing codes of WebSockets that are our own; the others are those of RFC 6455. */
enum {
    CLOSE_HELLO = 4000,   /* the first message is not what it must be */
    CLOSE_TOKEN = 4001,   /* the token is not ours */
    CLOSE_NO_GAME = 4004, /* there is no such game */
    CLOSE_NO_MAP = 4009,  /* its map is missing or another one */
    CLOSE_TRY_LATER = 1013,
};

enum connection_kind { CONNECTION_HTTP, CONNECTION_STREAM, CONNECTION_WS };

struct connection;
struct exchange;

enum http_method { HTTP_GET, HTTP_POST, HTTP_OTHER };

struct route {
    const char *path; /* a '*' stands for the number of a game */
    enum http_method method;
    bool needs_player;
    bool upgrade; /* it is for WebSockets */
    void (*run)(struct connection *c, struct exchange *e);
};

/* One HTTP request and its response. It outlives its connection while the hub is being
   asked. */
struct exchange {
    struct connection *connection; /* NULL when that has gone */
    bool asked;                    /* the hub, which has not answered yet */
    struct request request;        /* while its head is there: not after a body */
    const struct route *route;
    int64_t began;            /* microseconds */
    uint64_t game;            /* in the path */
    struct hub_guest who;     /* player 0 for nobody */
    bool head;                /* only headers are wanted */
    bool close;               /* the connection ends with it */
    bool old;                 /* HTTP/1.0: nothing comes in chunks */
    bool running;             /* the request is complete: the route has been asked */
    int status;               /* of the response, 0 while there is none */
    char method[8], path[80]; /* for the log */
    char *body;               /* of the request */
    size_t received;
    char *headers; /* of the response */
    char *owned;   /* its body, if it is to be freed */
};

/* What a connection has while it is HTTP. */
struct http {
    uv_tcp_t tcp;
    uv_timer_t timer;
    uv_write_t write;
    uv_shutdown_t shutdown;
    int handles; /* not closed yet */
    bool closing, writing;
    bool lingering; /* what still comes is not read any more */
    bool served;    /* a request at least */
    char *chunks;   /* of a stream, being written */
    size_t length;  /* bytes in … */
    char in[NET_HEAD];
};

struct connection {
    struct net *net;
    struct http *http; /* NULL for a WebSocket … */
    struct lws *wsi;   /* … and this otherwise */
    struct connection *previous, *next;
    struct address *address;
    struct bucket bucket;
    enum connection_kind kind;
    struct exchange *exchange; /* NULL between requests */

    /* Of a stream or WebSocket: */
    uint64_t game;
    uint32_t seen;
    int64_t began;  /* microseconds */
    bool known;     /* its first message has come */
    int close_code; /* it is to be closed, 0 if not … */
    const char *close_reason;
    bool said_goodbye;             /* … and the reason has been sent */
    struct hub_client *client;     /* one of these two … */
    struct hub_follower *follower; /* … once it is known who it is */
    struct hub_line **queue; /* lines that wait: a ring, NULL when there are none */
    int queue_size, queue_first, queue_waiting;
    char *message; /* the part of a message that has come */
    size_t message_length;
};

struct net_counters {
    uint64_t accepted, refused, requests, limited, dropped, messages, lines;
    uint64_t status[6]; /* responses, by the first digit of their status */
};

struct net {
    const struct serve_options *options;
    struct hub *hub;
    struct linea_store *store;
    uv_loop_t *loop;
    struct lws_context *context;
    struct lws_vhost *vhost;
    uv_poll_t listener[NET_LISTENERS];
    int listener_fd[NET_LISTENERS];
    int listeners;
    bool paused; /* no descriptor was left to accept one more */
    bool stopping;
    char address[96];
    int64_t began; /* microseconds */
    int ticks;
    struct connection *first;
    long connections, sockets; /* all; WebSockets among them */
    struct quotas quotas;
    const struct connection *upgrading; /* being handed to libwebsockets */
    uint8_t key[TOKEN_KEY];
    struct net_counters counters;
    struct linea_json json;
    char discarded[4096]; /* scratch buffer for discarded input */
};

/* net.c */
int64_t linea_net_now(void);
bool linea_net_allow(struct connection *c);      /* one request more */
bool linea_net_allow_game(struct connection *c); /* one new game more */
bool linea_net_origin_ok(const struct connection *c, const struct request *r);
/* Count the connection for the client that a proxy names. */
bool linea_net_rebind(struct connection *c, const struct request *r);
void linea_net_network(const struct connection *c, char out[QUOTA_ADDRESS_TEXT]);
struct connection *linea_connection_new(struct net *net, const uint8_t address[16]);
void linea_connection_free(struct connection *c);

/* Take a socket. Returns false if it is not wanted: the caller closes it. */
bool linea_net_accept(struct net *net, int fd, const struct sockaddr *from);

/* listen.c */

/* Listen where the options say. On failure returns false and writes a message to
   `error`. */
bool linea_listen_open(struct net *net, char error[256]);

/* After a pause, because there was no descriptor left. */
void linea_listen_resume(struct net *net);

void linea_listen_close(struct net *net);

/* queue.c: lines that wait */
struct hub_line *linea_queue_take(struct connection *c);
void linea_queue_clear(struct connection *c);
void linea_connection_part(struct connection *c);

/* End a stream or WebSocket soon, from anywhere. */
void linea_connection_drop(struct connection *c, int code, const char *reason);

/* http.c */
bool linea_http_open(struct net *net, int fd, const uint8_t address[16]);
void linea_http_timeout(struct connection *c, int seconds);
void linea_http_close(struct connection *c); /* at once, from anywhere */

/* Make the response of an exchange. A reply that is to be freed is put into `owned`
   before. Without a reply there is no Content-Length. */
void linea_http_reply(struct connection *c, int status, const char *type,
                      const char *extra, const char *reply, size_t length);
void linea_http_error(struct connection *c, int status, const char *message);

/* exchange.c: a request whose head is there, and the end of it */
void linea_exchange_begin(struct connection *c, const char *head, size_t length);
void linea_exchange_run(struct connection *c);
void linea_exchange_end(struct connection *c);

/* routes.c: the route of a path; or NULL, with the methods that the path has. */
const struct route *linea_route_find(uint64_t *game, const char **allow,
                                     enum http_method method, const char *path);

/* stream.c */
void linea_stream_begin(struct connection *c, struct exchange *e);
void linea_stream_mine(struct connection *c, struct exchange *e);
void linea_stream_write(struct connection *c); /* what waits, if it can */
void linea_stream_keep_alive(struct connection *c);

/* ws.c */
bool linea_ws_open(struct net *net, char error[256]);
void linea_ws_take(struct connection *c, int fd, const char *text, size_t length);

/* metrics.c: a text to be freed. On failure returns NULL. */
char *linea_metrics_write(struct net *net, size_t *length);

#endif
