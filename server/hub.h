/*
 * server/hub.h - all games of a server, and who is connected to them.
 *
 * The hub knows tables, the store and bots, but no sockets: the network asks it and
 * gives it functions to answer by. It runs on one thread, the loop's; bots think on
 * threads of their own. What comes of a request is sent only when it is durable: first
 * the events, to everyone connected, then the answer.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_HUB_H
#define SERVER_HUB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hub;
struct hub_client;   /* one connection to one game */
struct hub_follower; /* one connection to all games of a player */
struct linea_store;
struct linea_map;

/* A person and their name; 0 for a spectator without one. */
struct hub_guest {
    uint64_t player;
    char name[64];
    bool known;      /* the name is that of an account: no request changes it */
    bool house;      /* the server itself does it: no limit holds, and it may know what
                        is over */
    uint64_t place;  /* what stands for the address of a guest, or 0 */
    uint64_t origin; /* where they are, by a number, which is charged for what they
                        cause; 0 if nobody knows */
};

/* What a new game costs before it is played: bytes of its log at most, talk and the
   like apart. */
enum { HUB_GAME_BYTES = 98304 };

/* What is kept, and has a limit of its own. */
enum hub_cost {
    HUB_COST_GAME,    /* a new game, with all its moves */
    HUB_COST_REMATCH, /* one after a game that was played to its end */
    HUB_COST_TALK,    /* so many bytes that somebody says */
    HUB_COST_KEPT,    /* so many bytes of something else */
};

/* What the house may stop. */
enum hub_stop {
    HUB_STOP_PLAY,  /* whatever they ask for */
    HUB_STOP_TALK,  /* what is said, and new names */
    HUB_STOP_RATED, /* to sit down at a rated table */
};

/* A line for clients. Many connections may share one, so it is counted. */
struct hub_line {
    int users;
    size_t length;
    char *text; /* without a newline */
};

void linea_hub_line_keep(struct hub_line *line);
void linea_hub_line_drop(struct hub_line *line);

/* Results, as HTTP numbers them. */
enum hub_status {
    HUB_OK = 200,
    HUB_BAD = 400, /* the request is wrong */
    HUB_FORBIDDEN = 403,
    HUB_MISSING = 404,  /* no such game */
    HUB_CONFLICT = 409, /* the game's map is missing or another one: linea_hub_no_map */
    HUB_TOO_MANY = 429, /* a limit is reached */
    HUB_FAILED = 503,   /* it could not be stored: nothing has happened */
};

extern const char linea_hub_no_map[]; /* the message for clients */

struct linea_bot;
struct linea_learned;

/* Called with the answer of a request: exactly once, perhaps before the function that
   was asked returns. */
typedef void hub_answer(void *context, enum hub_status status, const char *text,
                        size_t length);

struct hub_options {
    struct linea_store *store;
    int64_t (*now)(void);        /* milliseconds since 1970 */
    void (*wake)(void *context); /* called by other threads: call linea_hub_poll() */
    void *wake_context;
    int workers;     /* threads for bots; 0: other nodes let them think */
    int think_ms;    /* for a bot that searches */
    int most_games;  /* unfinished ones that one player may have made */
    int most_listed; /* tables in the lobby made from one origin; 0 for any number */
    /* Days without a touch after which a table that never began, and any other game, is
       removed; 0 for never. */
    int forget_tables, forget_games;
    /* Whether an origin may cause this, which it is charged for. May be NULL. */
    bool (*allow)(void *context, uint64_t origin, enum hub_cost cost, size_t bytes);
    /* Why the house stops somebody: a sentence, and a code for programs; or NULL. And
       whether it refuses a name or a line of a chat. Both may be NULL. */
    const char *(*stops)(void *context, const char **code, enum hub_stop what,
                         const struct hub_guest *who);
    bool (*refuses)(void *context, const char *text);
    /* Charge an origin for work that another thread did for it, perhaps for somebody
       who has gone. May be NULL. */
    void (*charge)(void *context, uint64_t origin, int64_t microseconds);
    void *context; /* of these four */
    /* The map of that name, or NULL; the context means nothing. Called by the thread
       that reads as well. */
    const struct linea_map *(*find_map)(void *context, const char *id);
    /* What has been learned for a map, for a bot; called by threads for bots. May be
       NULL, for nothing. */
    const struct linea_learned *(*find_learned)(const struct linea_map *map,
                                                const struct linea_bot *bot);
    /* Called for a stored game that cannot be read, with why. May be NULL. */
    void (*unreadable)(uint64_t game, enum hub_status why);
    /* Send a line to a connection; the network keeps it as long as it needs it. NULL if
       there was no memory for it: the connection must end, since no client may miss a
       line. */
    void (*send)(void *connection, struct hub_line *line);
    /* A connection has joined a game, and linea_hub_more() may be called; or there is
       no client, and this is why. */
    void (*joined)(void *connection, enum hub_status status);
    /* There is more for linea_hub_follow_more(). */
    void (*more)(void *connection);
};

/* Numbers for /metrics. */
struct hub_counters {
    /* Now, as the next two lines. `unread` are those that are due and not read yet. */
    uint64_t games, unread, unreadable, running;
    uint64_t clients, followers;
    uint64_t recents;          /* games whose latest events are in memory */
    uint64_t bots_waiting;     /* moves asked of bots and not made yet */
    uint64_t moves, bot_moves; /* since the start */
    uint64_t ticked;           /* games that ticks have looked at */
    uint64_t requests, refused, failed;
    uint64_t removed;    /* games that nobody had touched */
    uint64_t behind;     /* appends for which another node was quicker */
    uint64_t taken_over; /* games whose bots and clocks were another node's */
    uint64_t nodes;      /* that drive games, now */
};

/* Begin with the games of the store: each is read when it is asked for, or by
   linea_hub_tick() when it is due. On failure returns NULL and writes a message to
   `error`. */
struct hub *linea_hub_open(const struct hub_options *options, char error[256]);
void linea_hub_close(struct hub *hub);

/* Whether this node lets a game, or a tournament, go on by itself. */
bool linea_hub_drives(const struct hub *hub, uint64_t game);

/* Drive no games any more: other nodes do, from now on. */
void linea_hub_retire(struct hub *hub);

/* Why this node cannot serve just now; NULL if it can. */
const char *linea_hub_trouble(const struct hub *hub);

/* Make a game; the answer is {"game":"ID","table":{…}}. */
void linea_hub_make(struct hub *hub, const struct hub_guest *who, const char *body,
                    size_t length, hub_answer *answer, void *context);

/* Make a table of a tournament: a game of that number with that deal, whose seats are
   kept for its players. The server itself is its host. HUB_CONFLICT if it is there
   already. */
struct linea_table_cup;
void linea_hub_make_for_cup(struct hub *hub, uint64_t game,
                            const struct linea_table_cup *cup, const char *settings,
                            const uint8_t seed[32], hub_answer *answer, void *context);

/* Begin it without those who have not come: bots take their seats. */
void linea_hub_begin_without(struct hub *hub, uint64_t game, uint64_t cup,
                             hub_answer *answer, void *context);

/* Connect to a game, as its player if they have a seat there, else as a spectator.
   `seen` is the number of the last event known, 0 for none. `*out` is the client, which
   may part at any time. When the game has been read, options.joined() says so, perhaps
   before this returns, or that there is no client; it must not ask before. Then it is
   first sent the events that it missed, up to HUB_MISSED of them, or {"table":{…}}, the
   state: some at once, the rest by linea_hub_more(). Returns false without memory. */
enum { HUB_MISSED = 200 };
bool linea_hub_join(struct hub *hub, struct hub_client **out, uint64_t game,
                    const struct hub_guest *who, uint32_t seen, void *connection);
void linea_hub_part(struct hub *hub, struct hub_client *client);

/* Send some of what a client has missed; false if it has all of that. Until then it is
   sent nothing else, and must not ask. */
bool linea_hub_more(struct hub *hub, struct hub_client *client);

/* Connect to all games of a player: a line when one begins, when it is their turn, when
   it is over; first what holds already, by linea_hub_follow_more(): if that returns
   false, it is to be called again after options.more(). NULL without memory. */
struct hub_follower *linea_hub_follow(struct hub *hub, const struct hub_guest *who,
                                      void *connection);
bool linea_hub_follow_more(struct hub *hub, struct hub_follower *follower);
void linea_hub_unfollow(struct hub *hub, struct hub_follower *follower);

/* A request of the protocol; its one answer is sent to the connection … */
void linea_hub_ask(struct hub *hub, struct hub_client *client, const char *text,
                   size_t length);

/* … or given to a callback, for programs that are not connected. */
void linea_hub_request(struct hub *hub, uint64_t game, const struct hub_guest *who,
                       const char *text, size_t length, hub_answer *answer,
                       void *context);

/* The state of a game; its record, once the player may know that it is over. */
void linea_hub_show(struct hub *hub, uint64_t game, const struct hub_guest *who,
                    hub_answer *answer, void *context);
void linea_hub_record(struct hub *hub, uint64_t game, const struct hub_guest *who,
                      hub_answer *answer, void *context);

/* {"games":[…]}: "gathering" or "running" ones that are listed, or all of a player. */
void linea_hub_lobby(struct hub *hub, const struct hub_guest *who, const char *stage,
                     int offset, hub_answer *answer, void *context);
void linea_hub_mine(struct hub *hub, const struct hub_guest *who, int offset,
                    hub_answer *answer, void *context);

/* A game as a notice about it needs it: what it is to a player just now. */
struct hub_glance {
    bool there; /* it was found and read */
    bool seated, begun, over;
    bool fresh;       /* nobody has moved yet */
    bool turn;        /* it is theirs */
    int64_t deadline; /* until when they must move, 0 for never */
    int64_t soon;     /* when that is near, 0 for never */
    uint32_t number;  /* of the last event */
    bool won;         /* if it is over */
    char map[64];
};
typedef void hub_glanced(void *context, const struct hub_glance *glance);
void linea_hub_glance(struct hub *hub, uint64_t game, uint64_t player,
                      hub_glanced *glanced, void *context);

/* Whether this node does what one of the cluster has to do alone. */
bool linea_hub_is_first(const struct hub *hub);

/* Whether other processes serve the same games. */
bool linea_hub_is_shared(const struct hub *hub);

/* Erase a player's name and chat, from the store and from memory; connections of the
   player end. `done` is called later, when that is durable or has failed. */
void linea_hub_erase(struct hub *hub, uint64_t player,
                     void (*done)(void *context, bool fine), void *context);

/* The same in memory alone: another node has erased them from the store. */
void linea_hub_erased(struct hub *hub, uint64_t player);

/* End all connections of a player, who may come back. */
void linea_hub_cut(struct hub *hub, uint64_t player);

/* The caller's game of the day's deal on a map, begun if there is none yet:
   {"game":ID}. And the results of everybody who has played one here, today or on a
   date. */
void linea_hub_daily(struct hub *hub, const struct hub_guest *who, const char *map,
                     hub_answer *answer, void *context);
void linea_hub_results(struct hub *hub, const struct hub_guest *who, const char *map,
                       const char *date, hub_answer *answer, void *context);

/* After wake(): what has become durable, what was read, what other nodes have stored,
   what bots have thought. Returns milliseconds until linea_hub_tick() is due, at most
   1000; 0 if there is more of it: what nobody has asked for takes a few milliseconds at
   a time. */
int linea_hub_poll(struct hub *hub);

/* Clocks, delays, bots and games that are due: call when due; returns milliseconds
   until then, at most 1000. */
int linea_hub_tick(struct hub *hub);

/* Bytes of memory that something may take. */
struct hub_sizes {
    size_t game;    /* one that waits, with a bot that is asked; but not what spectators
                       see later */
    size_t recent;  /* the latest events of one, while somebody is there … */
    size_t recents; /* … and of all games at which nobody is */
    size_t bots;    /* what all bots remember */
    size_t client;  /* one connection to a game */
};

void linea_hub_sizes(struct hub_sizes *out);

void linea_hub_count(const struct hub *hub, struct hub_counters *out);

/* Games and players as text: 16 hex digits. */
void linea_hub_id_write(char out[17], uint64_t id);
bool linea_hub_id_read(uint64_t *out, const char *text, size_t length);

#endif
