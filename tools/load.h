/*
 * tools/load.h - what the parts of `linea load` share.
 *
 * HTTP requests and WebSockets are load_net.c; games (load_play.c) and spectators
 * (load_watch.c) are clients that use both. All of it runs on one loop and one thread,
 * so that the load costs as little as it can.
 *
 * What goes wrong is counted where it is noticed, by its reason, and never stops the
 * rest.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef LOAD_H
#define LOAD_H

#include <libwebsockets.h>
#include <uv.h>

#include "common/clock.h"
#include "common/maps.h"
#include "common/options.h"
#include "linea/json.h"

enum {
    LOAD_REASONS = 24,  /* different reasons */
    LOAD_REASON = 112,  /* bytes of one */
    LOAD_NAME = 280,    /* bytes of a host with its port */
    LOAD_PATH = 96,     /* bytes of a path of the server */
    LOAD_TOKEN = 256,   /* bytes of a token */
    LOAD_BODY = 512,    /* bytes of what a client sends: a message or a body */
    LOAD_STARTING = 64, /* games or spectators that are being connected at a time */
    LOAD_SERVERS = 16,  /* nodes that serve the same games */
    LOAD_OCTAVES = 40,  /* of the histogram: up to 2^40 microseconds */
    LOAD_STEPS = 64,    /* in each octave: a quantile is at most 1/64 too high */
};

/* How often what has happened. Past the last place they are counted as one. */
struct load_tally {
    char reason[LOAD_REASONS][LOAD_REASON];
    long count[LOAD_REASONS];
    int reasons;
    long total;
};

struct load_histogram {
    uint64_t count[LOAD_OCTAVES * LOAD_STEPS];
    uint64_t total, most; /* the highest value itself */
};

/* What the clients have counted. Nothing is ever taken back, so that differences of
   two copies are what happened between. */
struct load_counters {
    uint64_t bytes_in, bytes_out;
    uint64_t events;   /* received, by all clients together */
    uint64_t moves;    /* acknowledged */
    uint64_t finished; /* games played to their end */
    uint64_t late;     /* moves that were due while no client had its turn */
};

enum load_stage {
    LOAD_CONNECTING, /* nobody moves yet */
    LOAD_MEASURING,
    LOAD_SETTLING, /* nobody moves any more; what is under way arrives */
    LOAD_ENDING,   /* everything is being closed: what fails now does not matter */
};

struct load_games;
struct load_watchers;

struct load_server {
    /* Where it is. */
    char address[64]; /* numeric */
    int port;
    char host[LOAD_NAME]; /* for the header Host */

    /* What the players on it have counted; times are as those of all together. */
    uint64_t moves, before, after; /* acknowledged: now, and at both ends */
    struct load_histogram latency, elsewhere;
};

struct load {
    /* What was asked for. */
    const char *url[LOAD_SERVERS], *map;
    long games, players, spectators, seconds, rate, setup, settle, pid, addresses;
    uint64_t seed;

    struct load_server server[LOAD_SERVERS];
    int servers;

    uv_loop_t loop;
    struct lws_context *context;
    uv_timer_t tick;
    enum load_stage stage;
    double since;     /* when the stage began, in seconds */
    double measured;  /* how long the measurement took */
    long connections; /* opened so far: they take turns with the source addresses */
    bool broken;      /* it ended before it was measured */
    long memory[2];   /* bytes of all servers before and after, -1 if not known */
    int memory_asked; /* of how many servers it is known this time */
    bool memory_wait; /* it has been asked for the second time … */
    bool finished;    /* … and is known */
    struct load_games *play;
    struct load_watchers *watch;

    struct load_counters now, before, after; /* at both ends of the measurement */
    struct load_histogram latency;           /* microseconds from a move to its event */
    struct load_histogram elsewhere;         /* … at players on other servers */
    struct load_tally refused;               /* requests, by the code of the answer */
    struct load_tally failures;              /* connections and HTTP requests, by why */
    uint64_t lost, duplicated;               /* events */
    uint64_t unanswered;                     /* requests */
    struct linea_json json;                  /* the message in hand */
};

/* load_net.c */

/* Open the library on load->loop. */
bool load_net_open(struct load *load);

/* Called once for each request. The status is 0 if there was no response: then that has
   been counted. The body is NUL-terminated. */
typedef void load_answer(void *context, int status, const char *body, size_t length);

/* An HTTP request to one of the servers: a POST if there is a body. The token and the
   body may be NULL. */
void load_http(struct load *load, int server, const char *path, const char *token,
               const char *body, load_answer *answer, void *context);

struct load_socket;

struct load_socket_events {
    void (*opened)(struct load_socket *s);
    void (*message)(struct load_socket *s, const char *text, size_t length);
    /* The last call: its memory may be used again. */
    void (*gone)(struct load_socket *s);
};

struct load_text {
    char *bytes; /* NULL if there are none */
    size_t length;
};

enum load_kind { LOAD_HTTP, LOAD_WEBSOCKET };

struct load_socket {
    enum load_kind kind; /* first, see load_net.c */
    struct load *load;
    const struct load_socket_events *events;
    struct lws *wsi;        /* valid until gone() */
    double goodbye;         /* when it was asked to close, 0 if it was not */
    bool open;              /* the handshake is done */
    bool failed;            /* counted among the failures */
    bool ended;             /* gone() was called */
    struct load_text parts; /* of a message that has not arrived whole */
    size_t waiting;         /* bytes of `out` to be sent */
    unsigned char out[LWS_PRE + LOAD_BODY];
};

/* Memory that has been 0, or of a socket that is gone. gone() may be called at once. */
void load_ws_open(struct load_socket *s, struct load *load, int server,
                  const char *game, const struct load_socket_events *events);
void load_ws_send(struct load_socket *s, const char *text, size_t length);

/* The first message, with the player's token, or NULL for a spectator. */
void load_ws_hello(struct load_socket *s, const char *token);

/* Say goodbye; it is gone when the server has done so too. */
void load_ws_close(struct load_socket *s);

/* Count a failure. Within opened() and message() that closes it as well. */
void load_ws_fail(struct load_socket *s, const char *format, ...);

/* load_play.c */
bool load_play_begin(struct load *load);
void load_play_tick(struct load *load);          /* about every millisecond */
long load_play_running(const struct load *load); /* games with all their clients */

/* Whether all answers and events have arrived; those that have not, counted as lost. */
bool load_play_settled(const struct load *load);
void load_play_count_missing(struct load *load);
void load_play_free(struct load *load);

/* load_ask.c: a player and a game to play or to watch */

void load_ask_guest(struct load *load, int server, load_answer *answer, void *context);
void load_ask_game(struct load *load, int server, const char *token, long people,
                   load_answer *answer, void *context);

/* A string of an answer: false, and a failure counted, if the status is not 200 or it
   is not there. `what` names the request. */
bool load_ask_string(struct load *load, char *out, size_t size, const char *what,
                     int status, const char *body, size_t length, const char *key);

/* load_watch.c */
bool load_watch_begin(struct load *load);
void load_watch_tick(struct load *load);
bool load_watch_ready(const struct load *load); /* each is connected or has failed */
long load_watch_connected(const struct load *load);
void load_watch_free(struct load *load);

/* load_count.c */
void load_tally_add(struct load_tally *tally, const char *reason);
void load_histogram_add(struct load_histogram *h, uint64_t value);
uint64_t load_histogram_at(const struct load_histogram *h, double share);

/* The number of an event that a client got after `*seen`. */
void load_count_event(struct load *load, uint32_t *seen, uint32_t number);

/* load_report.c */
void load_report_progress(const struct load *load);
void load_report_text(const struct load *load);
void load_report_json(const struct load *load);
bool load_report_is_fine(const struct load *load);

#endif
