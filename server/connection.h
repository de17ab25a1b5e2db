/*
 * server/connection.h - what the parts of the network share: a connection, and an HTTP
 * exchange on it.
 *
 * A connection begins as HTTP (http.c). It may become a stream of lines, or a WebSocket
 * (ws.c); both are sent lines of the hub (queue.c, write.c).
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_CONNECTION_H
#define SERVER_CONNECTION_H

#include "account/account.h"
#include "hub.h"
#include "linea/json.h"
#include "net.h"
#include "quota.h"
#include "request.h"
#include "token.h"

enum {
    NET_LINE_BATCH = 32,      /* most lines of a connection written at once … */
    NET_BATCH = 65536,        /* … and bytes, if it is more than one line */
    NET_REQUEST_SECONDS = 10, /* for a request's head to arrive, and for its body */
    NET_REPLY_SECONDS = 60,   /* for a response to be made; what is sent must move on */
    NET_IDLE_SECONDS = 60,    /* between two requests */
    NET_HELLO_SECONDS = 10,   /* for the first message of a WebSocket */
    NET_KEEP_ALIVE_SECONDS = 15, /* between two looks at a stream or WebSocket */
    NET_STILL = 4, /* so many looks in a row at which nothing has moved end it */
    NET_PING_SECONDS =
        45, /* without a word from a WebSocket: ask whether it is there */
    NET_HANG_UP_SECONDS = 75, /* without an answer: it is not */
    NET_GOODBYE_SECONDS = 3,  /* for a connection to take what it is sent at the end */
    NET_HEAD = 4096,          /* bytes of a request's first line and headers */
    NET_LISTENERS = 4,
    INVITE_BASE = 160, /* longest start of a link, "https://linea.test", and its 0 */
    PATH_ROOM = 256,   /* longest path that leads anywhere, and its 0 */
};

/* Closing codes of WebSockets: those of RFC 6455, and our own. */
enum {
    CLOSE_NORMAL = 1000,
    CLOSE_GOING_AWAY = 1001,
    CLOSE_PROTOCOL = 1002,
    CLOSE_KIND = 1003,
    CLOSE_EMPTY = 1005, /* never sent: the other side gave none */
    CLOSE_UTF8 = 1007,
    CLOSE_POLICY = 1008,
    CLOSE_TOO_LONG = 1009,
    CLOSE_TRY_LATER = 1013,
    CLOSE_HELLO = 4000,   /* the first message is not what it must be */
    CLOSE_TOKEN = 4001,   /* the token is not ours */
    CLOSE_BANNED = 4003,  /* by the house */
    CLOSE_NO_GAME = 4004, /* there is no such game */
    CLOSE_NO_MAP = 4009,  /* its map is missing or another one */
};

enum connection_kind { CONNECTION_HTTP, CONNECTION_STREAM, CONNECTION_WS };

struct connection;
struct exchange;

enum http_method { HTTP_GET, HTTP_POST, HTTP_OTHER };

/* Answers a request, now or later. */
typedef void route_run(struct connection *c, struct exchange *e);

struct route {
    const char *path; /* a '*' stands for the number of a game, a '+' for a secret */
    enum http_method method;
    bool needs_player;
    bool always;  /* also for who is banned */
    bool lasts;   /* a GET that goes on for as long as one plays */
    bool upgrade; /* it is for WebSockets */
    route_run *run;
    unsigned scope; /* what a claim must allow; 0: to play, or to read for a GET */
};

/* One HTTP request and its response. It outlives its connection while the hub is being
   asked. */
struct exchange {
    struct connection *connection; /* NULL when that has gone */
    bool asked;                    /* the hub, which has not answered yet */
    struct address *address;       /* who has asked, if the connection has gone */
    struct request request;        /* while its head is there: not after a body */
    const struct route *route;
    int64_t began;            /* microseconds */
    uint64_t game;            /* in the path … */
    char key[64];             /* … or a secret there, for no log */
    struct hub_guest who;     /* player 0 for nobody */
    struct claim claim;       /* who they say they are … */
    struct identity identity; /* … and who they are, once that was looked up */
    struct identifying identifying;
    bool secure;              /* it came by https */
    bool foreign;             /* the page of another site has sent it */
    char agent[256];          /* as the browser names itself */
    char *kept_head;          /* the request's head, while it waits for that */
    bool head;                /* only headers are wanted */
    bool close;               /* the connection ends with it */
    bool old;                 /* HTTP/1.0: nothing comes in chunks */
    bool running;             /* the request is complete: the route has been asked */
    int status;               /* of the response, 0 while there is none */
    char method[8], path[80]; /* for the log */
    char *body;               /* of the request */
    size_t received;
    char *headers;          /* of the response */
    char *owned;            /* its body, if it is to be freed */
    char base[INVITE_BASE]; /* where addresses of this server begin, or "" */
    size_t waits;           /* bytes of it that count as waiting for the address … */
    size_t counts;          /* … as the whole body of the request does */
};

/* The socket of a connection, and what has come from it. */
struct http {
    uv_tcp_t tcp;
    uv_timer_t timer;
    uv_write_t write;
    uv_shutdown_t shutdown;
    int handles; /* not closed yet */
    bool closing, writing;
    bool lingering; /* what still comes is not read any more */
    bool deferred;  /* what has come waits until the address may have more work done */
    bool served;    /* a request at least */
    uint64_t sent;  /* bytes given to the socket … */
    uint64_t taken; /* … and of these taken by the client, at the last look */
    int still;      /* so many looks ago it had taken as many, with more to take */
    size_t length;  /* bytes in … */
    char *in;       /* … NET_HEAD bytes, or NULL while nothing has come */
};

/* What has come of a message of a WebSocket. */
struct frames {
    bool inside;   /* a frame of data, of which … */
    bool final;    /* … (the last of its message) … */
    uint64_t left; /* … so much is still to come */
    uint8_t mask[4];
    unsigned at; /* where in the mask */
    bool taking; /* linea_ws_take() is at work */
    bool begun;  /* a message, of which there is */
    char *message;
    size_t length;
};

/* A stream or WebSocket that has said who it is, while that is being looked up. */
struct naming {
    struct identifying identifying;
    struct connection *connection; /* NULL when that has gone */
};

struct connection {
    struct net *net;
    struct http *http;
    struct connection *previous, *next;
    struct address *address;
    struct bucket bucket;
    enum connection_kind kind;
    struct exchange *exchange; /* NULL between requests */

    /* Of a stream or WebSocket: */
    uint64_t game;
    uint32_t seen;
    int64_t began;         /* microseconds */
    bool known;            /* its first message has come */
    struct claim *claim;   /* of a WebSocket: of its browser's session, then what it has
                              shown; or NULL */
    uint64_t player;       /* who that was, 0 for nobody */
    struct naming *naming; /* or NULL */
    bool joining;          /* its game is being read */
    bool catching;         /* it may have missed more than it was sent */
    int close_code;        /* it is to be closed, 0 if not … */
    const char *close_reason;
    bool said_goodbye;             /* … and the reason is being sent */
    int64_t last_received;         /* when something came last, microseconds */
    struct hub_client *client;     /* one of these two … */
    struct hub_follower *follower; /* … once it is known who it is */
    struct hub_line **queue; /* lines that wait: a ring, NULL when there are none */
    int queue_size, queue_first, queue_waiting;
    size_t waiting; /* bytes of these, and of those being written */
    char *control;  /* a frame that is to be written before them, or the end */
    size_t control_length;
    struct frames frames;
};

struct net_counters {
    uint64_t accepted, refused, requests, limited, dropped, messages, lines;
    uint64_t status[6]; /* responses, by the first digit of their status */
};

struct net {
    const struct serve_options *options;
    struct hub *hub;
    struct linea_store *store;
    struct accounts *accounts;
    uv_loop_t *loop;
    uv_poll_t listener[NET_LISTENERS];
    int listener_fd[NET_LISTENERS];
    int listeners;
    bool paused; /* no descriptor was left to accept one more */
    bool stopping;
    bool working;       /* for an address, … */
    int64_t work_began; /* … since then, in microseconds of this thread */
    char address[96];
    int64_t began; /* microseconds */
    int64_t swept;
    struct connection *first;
    long connections, sockets; /* all; WebSockets among them */
    struct quotas quotas;
    uint8_t key[TOKEN_KEY];
    struct net_counters counters;
    struct linea_json json;
    char discarded[4096]; /* scratch buffer for discarded input */
};

/* net.c */
int64_t linea_net_now(void);
bool linea_net_allow(struct connection *c);      /* one request more */
bool linea_net_allow_game(struct connection *c); /* one new game more */

/* What is asked costs the work that it makes, in time of the processor, and so does
   writing what a connection is sent. Microseconds until the address may have more of
   that done, 0 for now; then what was done since linea_net_work_begin(). That returns
   false inside of other work, which is somebody's already. */
int64_t linea_net_work_wait(const struct connection *c);
bool linea_net_work_begin(struct connection *c);
void linea_net_work_end(struct connection *c, bool begun);

/* Count bytes that wait for the address, or do no more. */
bool linea_net_wait(struct connection *c, size_t bytes);
void linea_net_waited(struct connection *c, size_t bytes);
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

/* queue.c: lines that wait. One that is taken still counts as waiting. */
struct hub_line *linea_queue_take(struct connection *c);
void linea_queue_done(struct connection *c, struct hub_line *line);
void linea_connection_part(struct connection *c);

/* End a stream or WebSocket soon, from anywhere. */
void linea_connection_drop(struct connection *c, int code, const char *reason);

/* http.c */
bool linea_http_open(struct net *net, int fd, const uint8_t address[16]);
void linea_http_timeout(struct connection *c, int seconds);
void linea_http_close(struct connection *c);  /* at once, from anywhere */
void linea_http_linger(struct connection *c); /* when the client has had time to read */
void linea_http_read(struct connection *c);
void linea_http_hold(struct connection *c);                 /* read no more for now */
void linea_http_taken(struct connection *c, size_t length); /* of what has come */

/* Whether what is to be written has not moved for a minute; asked every
   NET_KEEP_ALIVE_SECONDS. */
bool linea_http_is_stuck(struct connection *c);

/* Read no more, and look again at what has come when the address may have more work
   done. Returns false if that is now. */
bool linea_http_defer(struct connection *c);

/* Make the response of an exchange. A reply that is to be freed is put into `owned`
   before. Without a reply there is no Content-Length. */
void linea_http_reply(struct connection *c, int status, const char *type,
                      const char *extra, const char *reply, size_t length);
void linea_http_error(struct connection *c, int status, const char *message);
void linea_http_copy(struct connection *c, int status, const char *type,
                     const char *extra, const char *text, size_t length);

/* exchange.c: a request whose head is there, and the end of it */
void linea_exchange_begin(struct connection *c, const char *head, size_t length);
void linea_exchange_run(struct connection *c);
void linea_exchange_end(struct connection *c);

/* Refuse it with a code of its own; the message may be freed. `extra` are headers. */
void linea_exchange_refuse(struct connection *c, int status, const char *code,
                           const char *message, const char *extra);

/* Ask the hub, with the exchange as its context; then the connection that waits for the
   answer, NULL if it has gone. */
struct exchange *linea_exchange_ask(struct exchange *e);
struct connection *linea_exchange_asker(struct exchange *e);

/* invite.c: a text for HTML or XML, in quotes or not; the page at the address of a
   game. */
void linea_write_escaped(struct linea_out *out, const char *text);
void linea_invite(struct connection *c, struct exchange *e);

/* account/accounts.c: what there is under /api/account; the last one has no path. */
extern const struct route linea_account_routes[];

/* routes.c: the route of a path, with the number or the secret in it; or NULL, with the
 * methods that the path has. */
const struct route *linea_route_find(struct exchange *e, const char **allow,
                                     enum http_method method, const char *path);

/* A path as it may stand in the log: without a secret. */
const char *linea_route_shown(const char *path, size_t *length);

/* stream.c */
void linea_stream_joined(struct connection *c, enum hub_status status);
void linea_stream_begin(struct connection *c, struct exchange *e);
void linea_stream_mine(struct connection *c, struct exchange *e);

/* recheck.c: drop it if it is not any more who it was; for a stream or WebSocket */
void linea_connection_recheck(struct connection *c);
void linea_net_recheck(struct net *net, uint64_t player); /* all of a player */

/* write.c: what waits for a stream or WebSocket, as it can take it */
void linea_lines_write(struct connection *c);
void linea_lines_look(struct connection *c); /* is it still there, does it read? */

/* ws.c */
void linea_ws_joined(struct connection *c, enum hub_status status);
void linea_ws_begin(struct connection *c, struct exchange *e);
void linea_ws_take(struct connection *c); /* what has come */
void linea_ws_say_goodbye(struct connection *c);
void linea_ws_look(struct connection *c); /* from time to time */
enum { WS_HEAD = 10 };
enum ws_opcode { WS_CONTINUED, WS_TEXT, WS_BINARY, WS_CLOSE = 8, WS_PING, WS_PONG };
size_t linea_ws_head(char out[WS_HEAD], enum ws_opcode opcode, size_t length);

/* metrics.c: a text to be freed. On failure returns NULL. */
char *linea_metrics_write(struct net *net, size_t *length);

#endif
