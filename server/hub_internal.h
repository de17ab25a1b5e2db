/*
 * server/hub_internal.h - the hub from the inside: games, events that wait for the
 * disk, and what its files call of each other.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_HUB_INTERNAL_H
#define SERVER_HUB_INTERNAL_H

#include <limits.h>

#include "daily.h"
#include "hub.h"
#include "id_map.h"
#include "linea/list.h"
#include "linea/table.h"
#include "player.h"
#include "store.h"

enum {
    HUB_AUDIENCES = LINEA_SEATS + 1, /* seats, then spectators */
    HUB_SITTERS = 12,                /* of a table, whose sits are counted */
    HUB_PAGE = 50,                   /* games of one page of a list */
    HUB_PLAYERS = 128,               /* bots that remember their games */
    HUB_DELAY_PIECE = 2048, /* bytes by which the room for delayed events grows */
    HUB_GAMES = 4096, /* in memory: if there are more, none waits there for people */
    HUB_ASKS = 4,     /* requests of a client that may wait for something to be read */
    HUB_RECENTS = 64, /* games whose latest events are kept when nobody is there */
    HUB_FOLLOWERS = 1024, /* buckets of the table of followers */
    /* Milliseconds for each kind of what happens without a request, such as moves of
       bots: then requests have a turn. */
    HUB_SLICE = 3,
    HUB_RETRY = 5000,       /* milliseconds: trying again at once mostly fails again */
    HUB_RETRY_SHARED = 500, /* the same where the database may move meanwhile */
    /* Milliseconds before something is due by itself in which its game is in memory. */
    HUB_SOON = 15000,
    HUB_LONGEST = 1000, /* milliseconds between two ticks */
    HUB_LOBBIES = 8,    /* pages of lists that are in memory */
};

/* The setting of a store in which every rematch that all agreed to is made: older
   versions could store the last wish without it. */
#define HUB_REPAIRED "rematches-made"

/* Where an answer goes: to a connection, or else to a callback. */
struct hub_reply {
    int id;     /* of the request, -1 if it has none that can be read */
    bool plain; /* the answer has no id: it is none of the protocol */
    struct hub_client *client;
    hub_answer *answer;
    void *context;
};

/* A request as it came. */
struct hub_asked {
    struct hub_guest who;
    size_t length;
    char text[];
};

/* An answer that waits until what it says is durable. */
struct hub_waiting {
    struct hub_waiting *next;
    struct hub_reply to;
    struct hub_line *line;
    struct hub_asked
        *asked; /* to be decided again if another node is quicker, or NULL */
};

/* An event that waits for the disk, and then perhaps until spectators may see it. */
struct hub_pending {
    struct hub_pending *next; /* of the same game, later */
    uint32_t number;
    bool listed;  /* it changes what lists say about the game */
    bool delayed; /* spectators see it when it is due */
    int64_t due;  /* when spectators may see it */
    struct hub_line *stored;
    struct hub_line *line[HUB_AUDIENCES];
    bool sealed;                 /* nonces are to be revealed from this event on */
    bool began, ended;           /* the game, by this event */
    bool moved;                  /* whose turn it is may have changed by it */
    int64_t at;                  /* when it happened */
    uint64_t turn;               /* the person to move after it, or 0 */
    struct hub_waiting *waiting; /* answers to give after it */
};

struct hub_list {
    struct hub_pending *first, *last;
};

/* Events that spectators see later: hub_delay.c. */
struct hub_delayed {
    char *bytes;             /* NULL while there are none … */
    size_t size, first, end; /* … of which these are used */
    size_t reserved;         /* for events that are not durable yet */
};

/* Who waits for a game to be read. */
struct hub_wait {
    struct hub_wait *next;
    struct hub_game *game;     /* while it waits: in whose list */
    struct hub_client *client; /* for whom; when that parts it is dropped, or NULL */
    uint64_t origin;           /* who is charged for reading, or 0 */
    bool recent;               /* for the game and its latest events */
    bool fresh;     /* for the game with all that other nodes have stored by now */
    bool by_itself; /* nobody has asked for the game */
    /* Called once, perhaps at once: with the game, or with NULL and why there is none.
       It frees the memory. */
    void (*go_on)(struct hub *hub, struct hub_wait *wait, struct hub_game *game,
                  enum hub_status status);
};

struct hub_client {
    struct hub_wait wait; /* until it has its place in the game */
    struct hub_client *next, *previous;
    struct hub_game *game; /* NULL until then */
    struct hub_guest who;
    int audience;  /* a seat, or LINEA_TABLE_PUBLIC */
    uint32_t seen; /* number of the last event that it has said it knew */
    uint32_t sent; /* number of the last event it need not be sent any more … */
    struct linea_table *missed; /* … while it catches up: the game as it knows it */
    bool presence;              /* is sent who is connected */
    void *connection;
};

/* How often a person, or all of an origin, have sat down at a table. */
struct hub_sitter {
    uint64_t who;
    int times;
};

struct hub_game {

    struct id_link link; /* by its id */
    struct hub *hub;
    struct linea_table table;
    struct hub_client *clients;
    struct hub_list pending;     /* not yet durable: */
    int in_flight;               /* so many that the store has been sent, … */
    struct hub_pending *unsent;  /* … and then these */
    struct hub_waiting *failing; /* requests that cannot be carried out, … */
    bool lost;                 /* … since there was no memory for what came of one */
    struct hub_game *next;     /* a new game, to be stored with what is unsent */
    bool unread;               /* the table must be read from the log first, … */
    bool loading;              /* … as it is just now */
    struct hub_wait *waits;    /* those who wait for that, or for the latest events */
    struct hub_waiting *again; /* requests that are to be decided again then */
    bool checking;             /* how far its log goes is being read, for `waits` */
    uint32_t emit_from; /* when it is read, clients are sent from this event on, or 0 */
    uint32_t emit_next; /* followers are to be sent that, too, after this reading */
    uint32_t latest;    /* another node has stored so many events, or more */
    bool driven;        /* by this node: its bots and clocks */
    bool visited;       /* somebody has asked for it since it was read */
    enum linea_store_status status; /* as lists say */
    bool sealed;        /* nonces are being revealed, and those who play know */
    bool thinking;      /* a bot has been asked about table.state */
    bool running;       /* in counters.running */
    bool row_owed;      /* its row is to be written when no event waits */
    int stale;          /* completions to come of events that were given up */
    int64_t retry;      /* when to go on after a failure */
    int64_t idle_since; /* 0 while something refers to it */
    int64_t left;       /* when the last client left */
    unsigned away;      /* seats that are, as its row says */
    int64_t due;        /* when linea_hub_tick() looks at it next */
    int64_t row_at;     /* when its row was written, 0 if not known */
    int place;          /* in hub->heap */

    uint64_t origin; /* where it was made, if it is in memory since, or 0 */
    struct hub_sitter sitter[HUB_SITTERS];
    uint64_t seat_origin[LINEA_SEATS]; /* where who has a seat was, 0 if not known */
    int asked[LINEA_SEATS];    /* pauses and links that each seat has asked for */
    struct hub_recent *recent; /* the latest events, once somebody has missed one */
    bool recent_loading;       /* they are being read */

    /* Who is connected, as clients were sent it last. */
    bool here[LINEA_SEATS];
    int64_t left_at[LINEA_SEATS]; /* when who is not here left, 0 if not known */
    int64_t presence_due;         /* when they are sent it again, 0: not */

    /* Of a game that spectators see with a delay. */
    struct linea_table *behind; /* as they see it, or NULL */
    struct hub_delayed delayed; /* durable events that they are not sent yet */
    int64_t
        hidden_until; /* a rematch is not listed before the end before it is shown */
};

/* Games by the time at which they are due, the first at the root. */
struct hub_heap {
    struct hub_game **games;
    int count, room;
};

/* An event of a log, as it is stored. */
struct hub_tail {
    struct hub_tail *next;
    size_t length;
    char text[];
};

/* A log that is being read: hub_read.c. */
struct hub_replay {
    struct linea_store_reading reading;
    struct hub_replay *next, *previous; /* all of the hub */
    struct hub *hub;
    struct hub_reply to; /* the caller's; its client is NULL when that has parted */
    struct linea_table_io io;
    bool emits, resume;
    struct hub_game *delayed; /* takes what spectators see later, or NULL */
    uint32_t emit_from; /* what comes from this event on is only kept; 0: nothing */
    int after;          /* only events after this one are read, and all are kept */
    struct hub_tail *tail, *last_of_tail;
    struct linea_table table;                /* what came of it … */
    enum hub_status status;                  /* … if that is HUB_OK */
    void (*done)(struct hub_replay *replay); /* it frees the memory */
};

/* Rows that are being read. */
struct hub_rows {
    struct linea_store_reading reading;
    struct hub *hub;
};

struct hub_thinkers; /* hub_think.c */

/* Which nodes there are: hub_drive.c. */
struct hub_drive {
    struct linea_store_node node[LINEA_STORE_NODES];
    int count, workers; /* nodes, and threads of all of them */
    bool retired;       /* this one drives nothing any more */
};

/* The search for games that are due: hub_due.c. */
struct hub_due {
    int64_t next;         /* when to look again */
    bool reading, looked; /* just now; once at all of them */
    struct due_page *page;
    int at; /* in the page */
    struct id_map bad;
};

/* The search for events of which no hint came: hub_news.c. */
struct hub_heads {
    int64_t next;
    bool reading;
    int at; /* in the heap of games */
};

/* A page of the lobby, while it is true. */
struct hub_lobby_page {
    enum linea_store_status status;
    int offset;
    int64_t until; /* 0 if there is none */
    struct hub_line *line;
};

/* The removal of games that nobody touches: hub_tidy.c. */
struct hub_tidy {
    int64_t since;                  /* when rows began to know of moves */
    int64_t due;                    /* when to look again, … */
    bool asking;                    /* (the store has been asked) */
    enum linea_store_status status; /* … at games of this status … */
    int kept;                       /* … behind so many that stay */
    struct id_map removed;          /* being removed */
};

struct hub {
    struct hub_options options;
    struct linea_store *store;
    struct id_map games; /* in memory: struct hub_game */
    struct hub_heap heap;
    struct id_map hosts; /* how many games each player is making just now */
    struct hub_follower *followers[HUB_FOLLOWERS];
    uint64_t *unread; /* games that are over and may lack a rematch, … */
    int unread_count; /* … still to be read: HUB_REPAIRED */
    int starting;     /* so many that nobody has asked for are being read */
    bool closing;     /* nothing is begun any more */
    struct hub_replay *replays;
    uint64_t unreadable;   /* the game that was last said to be damaged … */
    int64_t unreadable_at; /* … and when */
    bool repairing;
    int recents; /* games whose latest events are in memory */
    struct hub_thinkers *thinkers;
    struct hub_tidy tidy;
    struct hub_drive drive;
    struct hub_due due;
    struct hub_heads heads;
    struct hub_lobby_page lobby[HUB_LOBBIES];
    uint64_t lobby_version; /* counts what has changed it */
    struct hub_counters counters;
    struct linea_json *json;         /* scratch … */
    char *line;                      /* … for tables, LINEA_TABLE_LINE bytes … */
    char *answer;                    /* … and as much for answers */
    struct linea_json *reading_json; /* the same of the thread that reads */
    char *reading_line;
};

/* hub_reply.c */

/* A line with a copy of the text. On failure returns NULL. */
struct hub_line *linea_hub_line(const char *text, size_t length);
void linea_hub_send(struct hub *hub, void *connection, const char *text, size_t length);

/* Begin {"game":"ID": the caller adds more and closes it. */
struct linea_list linea_hub_begin_object(struct linea_out *out, uint64_t game);
void linea_hub_reply(struct hub *hub, const struct hub_reply *to,
                     enum hub_status status, const char *text, size_t length);
void linea_hub_refuse(struct hub *hub, const struct hub_reply *to,
                      enum hub_status status, const char *code, const char *message);

/* Refuse because of a status with which a game was not there. */
void linea_hub_refuse_game(struct hub *hub, const struct hub_reply *to,
                           enum hub_status status);

/* What parts of hub_sizes come from. */
size_t linea_hub_recent_size(void);
size_t linea_think_question_size(void);

/* hub.c: what other threads have done; returns as linea_hub_poll(), but of games in
   memory. */
int linea_hub_fetch(struct hub *hub);

/* hub_heap.c: add with due = INT64_MAX; on failure returns false. */
bool linea_hub_heap_add(struct hub_heap *heap, struct hub_game *game);
void linea_hub_heap_move(struct hub_heap *heap, struct hub_game *game, int64_t due);
void linea_hub_heap_remove(struct hub_heap *heap, struct hub_game *game);

/* hub_games.c */

/* Something refers to a game, or is to come of it. */
bool linea_hub_is_busy(const struct hub_game *game);
struct hub_game *linea_hub_in_memory(struct hub *hub, uint64_t id);

/* A new game in memory, all zero. On failure returns NULL. */
struct hub_game *linea_hub_add(struct hub *hub, uint64_t id);
void linea_hub_forget(struct hub *hub, struct hub_game *game);

/* The time for a game: no event is earlier than the one before it, whichever node wrote
   that. */
int64_t linea_hub_now(const struct hub *hub, const struct hub_game *game);

/* When something is to happen in a game by itself, as the store is to know it:
   spectators who are behind included, 0 for never. */
int64_t linea_hub_due_of(const struct hub_game *game);

/* The seat of a program that can move here, or LINEA_NOBODY. */
int linea_hub_program(const struct hub_game *game, const char **bot);

/* The number of the last event on the disk, as far as this node knows. */
uint32_t linea_hub_last(const struct hub_game *game);

/* The game as it is on the disk. Returns false if that takes its latest events. */
bool linea_hub_durable(struct hub *hub, struct linea_table *out,
                       const struct hub_game *game);

/* hub_read.c */

/* Go on with a game when it is there: at once, or when it has been read. */
void linea_hub_wait(struct hub *hub, struct hub_wait *wait, uint64_t game);

/* The game in memory, if it need not be read; or NULL. */
struct hub_game *linea_hub_at_hand(struct hub *hub, uint64_t id);

/* Read a game again as the disk has it; what is behind it there; or for the first time,
   and let followers know from an event on. */
void linea_hub_read(struct hub *hub, struct hub_game *game);
void linea_hub_read_on(struct hub *hub, struct hub_game *game);
void linea_hub_read_from(struct hub *hub, uint64_t game, uint32_t event);

/* What linea_hub_check() was for is known. */
void linea_hub_checked(struct hub *hub, struct hub_game *game, enum hub_status status);

/* The latest events of a game were read, or could not be. */
void linea_hub_recent_opened(struct hub *hub, struct hub_game *game,
                             enum hub_status status);

/* How many requests of a client wait for something to be read. */
int linea_hub_asks_of(const struct hub *hub, const struct hub_client *client);

/* A client has parted: nothing waits for it any more. */
void linea_hub_forget_client(struct hub *hub, struct hub_client *client);

/* Say that a game cannot be read, and why. */
void linea_hub_note_unreadable(struct hub *hub, uint64_t game, enum hub_status why);

/* Read a game's durable events into the replay's table, and emit them if it `emits`,
   which costs fifteen times as much. The caller has set `io`, `emits`, `done` and
   perhaps more; all else is zero. The origin is charged. */
void linea_hub_replay(struct hub *hub, struct hub_replay *replay, uint64_t game,
                      uint64_t origin);

/* For that: what is called belongs to the reading thread. */
struct linea_table_io linea_hub_replay_io(struct hub *hub);

/* Charge the one for whom something was read. */
void linea_hub_charge(struct hub *hub, const struct linea_store_reading *reading);

/* Read rows: the caller has set the reading's query, functions and context. When it is
   done, linea_hub_rows_read() comes first. */
void linea_hub_ask_rows(struct hub *hub, struct hub_rows *rows, uint64_t origin);
void linea_hub_rows_read(struct hub_rows *rows);

/* hub_recent.c: the latest durable events of a game in memory, for those who missed
   them. */

/* Read them; at least HUB_MISSED if there are so many and they are not too long. Then
   linea_hub_recent_opened() is called. Returns false without memory. */
bool linea_hub_recent_open(struct hub *hub, struct hub_game *game);
void linea_hub_recent_close(struct hub_game *game);

/* One more. */
void linea_hub_recent_add(struct hub *hub, struct hub_game *game,
                          struct hub_line *stored, uint32_t event);

/* The game as it was at an event; false if that is too long ago. */
bool linea_hub_recent_at(struct hub *hub, struct linea_table *out,
                         const struct hub_game *game, uint32_t event);

/* Apply the event after those of a table, and emit it; false if there is none. */
bool linea_hub_recent_next(const struct hub_game *game, struct linea_table *t,
                           const struct linea_table_io *io);

/* After any change: what is counted, and when the game is due. */
void linea_hub_update(struct hub *hub, struct hub_game *game);

/* hub_drive.c */

/* Which nodes are there now? Games change hands by it. */
void linea_hub_look_at_nodes(struct hub *hub);

/* hub_due.c */

/* Read games that are due, some at a time; returns when to call again. */
int64_t linea_hub_look_for_due(struct hub *hub, int64_t now);
void linea_hub_due_close(struct hub *hub);

/* Report a game that is there and cannot be read, once. */
void linea_hub_note_bad(struct hub *hub, uint64_t game, enum hub_status status);

/* Read a game that nobody has asked for, because of the time at which the store says
   that it is due, or 0. */
void linea_hub_start(struct hub *hub, uint64_t game, int64_t due);

/* hub_news.c */

/* What do hints say? */
void linea_hub_read_news(struct hub *hub);

/* Compare the games in memory with the store, some at a time; returns when to call
   again. */
int64_t linea_hub_compare(struct hub *hub, int64_t now);

/* Read what other nodes have stored of a game, if that is known to be more. */
void linea_hub_catch_up(struct hub *hub, struct hub_game *game);

/* For those who wait for it: is there more? Then linea_hub_checked() is called. Returns
   false without memory. */
bool linea_hub_check(struct hub *hub, struct hub_game *game);

/* hub_lobby.c: lists may say something else now. */
void linea_hub_lobby_changed(struct hub *hub);
void linea_hub_lobby_close(struct hub *hub);

/* hub_limits.c */

/* Why somebody may not ask for this, since too much would be kept of it, or the house
   is against it, and a code for that; or NULL. What is asked for is charged. */
const char *linea_hub_limit(struct hub *hub, const char **code, struct hub_game *game,
                            const struct hub_guest *who, const char *text,
                            size_t length);

/* Somebody has sat down. */
void linea_hub_count_sit(struct hub_game *game, const struct hub_guest *who);

/* Whether another table with these settings may stand in the lobby. */
bool linea_hub_may_list(struct hub *hub, const struct hub_guest *who, const char *body,
                        size_t length);

/* Why a table with these settings may not be shown later to spectators; or NULL. */
const char *linea_hub_may_delay(struct hub *hub, const struct hub_guest *who,
                                const char *body, size_t length);

/* Whether the rematch of a listed table may stand there too. */
bool linea_hub_may_list_rematch(const struct hub *hub, uint64_t origin);

/* hub_commit.c */

/* When to go on after a failure. */
int64_t linea_hub_retry(const struct hub *hub);

/* The callbacks of a game's table: they emit into its pending events. */
struct linea_table_io linea_hub_io(struct hub *hub, struct hub_game *game);

/* Send what was emitted to the store, and let programs move. */
void linea_hub_commit(struct hub *hub, struct hub_game *game);

/* Answer once the game is durable as it is now. `to` is copied. */
void linea_hub_answer_later(struct hub *hub, struct hub_game *game,
                            struct hub_waiting *waiting);
struct hub_waiting *linea_hub_waiting(const struct hub_reply *to);

/* What the store says of the events that it was sent; false if there is more, but it is
   that late by now. */
bool linea_hub_fetch_stored(struct hub *hub, int64_t end);

/* Let those know whom it concerns of an event in the log that another node has written.
   False if it does not follow, or there is no memory: the game must be read again. */
bool linea_hub_emit_stored(struct hub *hub, struct hub_game *game, const char *text,
                           size_t length);

/* Write the row of a game as it is, with its due time, if it is durable. */
void linea_hub_write_row(struct hub *hub, struct hub_game *game);

/* Drop the answers that wait of a client that has parted. */
void linea_hub_forget_waiting(struct hub_waiting *first,
                              const struct hub_client *client);
void linea_hub_waiting_free(struct hub_waiting *waiting);

/* hub_request.c: decide a request again, when the game is as another node has left it.
   It frees the memory. */
void linea_hub_decide_again(struct hub *hub, struct hub_game *game,
                            struct hub_waiting *waiting);
void linea_hub_give_up(struct hub *hub, struct hub_game *game);

/* After a change of seats: each client gets what its player's seat may know. */
void linea_hub_reseat(struct hub_game *game);

enum linea_store_status linea_hub_status(const struct linea_table *t);

/* When spectators may see the last event; immediately if the game has not begun, so
   that anyone can find it and sit down. */
int64_t linea_hub_shown_at(const struct linea_table *t);

/* When spectators may see the end of a game that is over. */
int64_t linea_hub_end_shown_at(const struct linea_table *t);

/* Send spectators the events that they may see by now. */
void linea_hub_show_delayed(struct hub *hub, struct hub_game *game);

/* hub_delay.c */

/* After a request, if spectators are to be behind from now on: they begin with the
   table as it was before. On failure the game is lost. */
void linea_hub_delay_begin(struct hub_game *game, const struct linea_table *before);

/* Take room for an event that is so long. On failure returns false. Then let it wait,
   once it is durable, until spectators may see it. */
bool linea_hub_delay_reserve(struct hub_game *game, size_t length);
void linea_hub_delay(struct hub_game *game, const struct hub_pending *p);

/* When spectators may see the next event, INT64_MAX if there is none. */
int64_t linea_hub_delayed_due(const struct hub_game *game);

/* Apply it to the table that they see, which is emitted. */
bool linea_hub_delayed_next(struct hub_game *game, const struct linea_table_io *io);
void linea_hub_delayed_close(struct hub_game *game);

/* hub_make.c, hub_rematch.c */

/* A new game with the settings of a request, not yet sent to the store: of that number,
   or of one by chance if it is 0. On failure returns why and writes a message to
   `error`. With `last` it is a rematch of that. */
enum hub_status linea_hub_make_game(struct hub *hub, struct hub_game **out,
                                    struct linea_error *error, uint64_t id,
                                    uint64_t host, const char *body, size_t length,
                                    const struct linea_table *last);

/* If all players want another game, make it, for an origin or 0: it is stored with
   their last wish. */
void linea_hub_rematch(struct hub *hub, struct hub_game *game, uint64_t origin);

/* A number that follows from a game as it is now, the same on every node. Nobody can
   know it who does not know the secret of the game. */
uint64_t linea_hub_number_of(const struct linea_table *t, uint64_t game);

/* hub_daily.c: of a table that has the deal of a day: the number that stands in its row
   for the day's board, as if it were one player more; what the bot to move begins with.
 */
uint64_t linea_hub_daily_board(const struct linea_table *t);
uint64_t linea_hub_daily_seed(const struct linea_table *t);

/* hub_history.c: answer with the events from that number on. */
void linea_hub_history(struct hub *hub, struct hub_game *game,
                       const struct hub_guest *who, int from,
                       const struct hub_reply *to);

/* hub_presence.c: a client wants to know who is connected; that may have changed; send
   those who want to know, if it is time. */
void linea_hub_watch_presence(struct hub *hub, struct hub_client *client,
                              const struct hub_reply *to);
void linea_hub_note_presence(struct hub_game *game);
void linea_hub_send_presence(struct hub *hub, struct hub_game *game, int64_t now);

/* hub_tidy.c */
bool linea_hub_tidy_open(struct hub *hub); /* on failure returns false */
void linea_hub_tidy_close(struct hub *hub);

/* Remove some games that nobody has touched. Returns when to call again. */
int64_t linea_hub_tidy(struct hub *hub, int64_t now);

/* Whether the row of a game does not say that it was touched lately. */
bool linea_hub_row_is_old(const struct hub_game *game, int64_t now);

/* Whether a game is being removed; and the store says whether that is done: false if it
   was none of these. */
bool linea_hub_is_removed(const struct hub *hub, uint64_t game);
bool linea_hub_removal_done(struct hub *hub, uint64_t game, bool removed);

/* Whose game it is, by seat: who sits there, or at a table of a tournament who is to;
   0 for nobody. */
uint64_t linea_hub_player_of(const struct linea_table *t, int seat);

/* hub_follow.c: send followers what a durable event changed. */
void linea_hub_notify(struct hub *hub, const struct hub_game *game,
                      const struct hub_pending *p);

/* hub_notice.c: what an event is to those who want notices of it. */
struct linea_store_notices linea_hub_notices(const struct linea_table *t,
                                             const struct hub_pending *p);

/* End the connections to all games of a player. */
void linea_hub_cut_followers(struct hub *hub, uint64_t player);

/* Whether somebody here follows the games of a player. */
bool linea_hub_is_followed(const struct hub *hub, uint64_t player);

/* The person whose turn it is; 0 if it is nobody's or a program's. */
uint64_t linea_hub_to_move(const struct linea_table *t);

/* hub_players.c: the memory of a bot in a seat of a game. */
struct hub_player {
    uint64_t game;
    int seat;
    uint64_t used; /* when it was last taken, 0 for never */
    bool taken;    /* the caller clears it to give the player back */
    struct linea_player self;
};

struct hub_players;

/* Room for `most` players, of which `busy` may be taken at once. Threads that share it
   lock around the calls. On failure returns NULL. */
struct hub_players *linea_players_open(int most, int busy);
void linea_players_close(struct hub_players *players);

/* The player of a bot in a seat, begun with the seed if there is none. */
struct hub_player *linea_players_take(struct hub_players *players, uint64_t game,
                                      int seat, const struct linea_bot *bot,
                                      uint64_t seed);

/* hub_think.c: threads for bots. */
struct hub_thinkers *linea_think_open(const struct hub_options *options);
void linea_think_close(struct hub_thinkers *thinkers);

/* Ask a bot for a move of the seat to move, in a game that was made there. One that
   remembers nothing of the game begins with the seed. */
bool linea_think_ask(struct hub_thinkers *thinkers, uint64_t game, uint32_t state,
                     const struct linea_game *g, const char *bot, uint64_t origin,
                     uint64_t seed);

/* Milliseconds until the next move that was thought of may be made; INT_MAX if there is
   none. */
int linea_think_due(struct hub_thinkers *thinkers);

/* Fetch a move that was thought of and may be made; false if there is none. */
bool linea_think_fetch(struct hub_thinkers *thinkers, uint64_t *game, uint32_t *state,
                       linea_move *m);

#endif
