/*
 * linea/table.h - one game and its players: the authority that decides who may do
 * what, and what each of them gets to see.
 *
 * Pure like the engine: memory, time and randomness are arguments. A table changes only
 * by events, numbered from 1. Each event is emitted once for the store, with every
 * secret, and once for each audience, with what that audience may know. Replaying the
 * stored events into an empty table gives the same table, so a server that keeps the
 * log loses nothing.
 *
 * A seat stays its owner's. A program moves for a person whose time has run out, but
 * that move only; after LINEA_TABLE_LATE of them in a row the seat is away, and the
 * program plays on until the owner is back or moves. Only who gives up, or is replaced
 * by the host, stays out.
 *
 * The protocol that clients speak is described in docs/protocol.md.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef LINEA_TABLE_H
#define LINEA_TABLE_H

#include "linea/sha256.h"
#include "linea/text.h"

enum {
    LINEA_TABLE_REQUEST = 4096,         /* longest request */
    LINEA_TABLE_LINE = LINEA_LONG_LINE, /* room for any event, answer or state */
    LINEA_TABLE_CHAT = 500,             /* longest message of a chat, in bytes */
    LINEA_TABLE_PHRASE = 16,            /* longest name of a preset phrase, and its 0 */
    /* Logs are read whole, so their length is bounded: after this many events nobody
       may sit down or chat. Moves still count on, but a game ends by itself. */
    LINEA_TABLE_EVENTS = 5000,
    /* Pauses and links to other devices have more room: who talks cannot take them
       from the others. */
    LINEA_TABLE_MORE_EVENTS = LINEA_TABLE_EVENTS + 1000,
    /* Spectators may chat only up to here, so that they cannot silence the players. */
    LINEA_TABLE_GUEST_EVENTS = LINEA_TABLE_EVENTS / 2,
    /* Bytes of chat that those who play may fill, and so many spectators. They are
       counted apart: what spectators see later does not show in what they may say. */
    LINEA_TABLE_TALK = 32768,
    LINEA_TABLE_LOG = 98304, /* bytes of a log at most that come of sitting down once
                                 and of moves, made in time or not */
    LINEA_TABLE_SECRET = LINEA_FAIR_BYTES, /* bytes of the secret, and of a nonce */
    LINEA_TABLE_LATE = 3,       /* moves in a row without an answer: the seat is away */
    LINEA_TABLE_AWAY_MS = 3000, /* between two moves for somebody who is away */
    LINEA_TABLE_SENT_AWAY = 8,  /* so many people whom the host sent away are known */
    /* Milliseconds in which a sealed nonce must be revealed: the time of a move if that
       is longer; and where moves have no clock. */
    LINEA_TABLE_REVEAL = 30 * 1000,
    LINEA_TABLE_REVEAL_SLOW = 24 * 3600 * 1000,
    /* Milliseconds for which the seats of a rematch are kept for those who played. */
    LINEA_TABLE_KEPT = 24 * 3600 * 1000,
    LINEA_TABLE_COLOUR = 8,  /* longest name of a colour, and its 0 */
    LINEA_TABLE_HINTS = 200, /* hints that a seat may have, one for each decision */
    LINEA_TABLE_DAY = 11,    /* "2026-11-19" and its 0 */
};

/* Audiences, beside seats 0 to 4. */
enum {
    LINEA_TABLE_PUBLIC = LINEA_SPECTATOR, /* spectators */
    LINEA_TABLE_STORE =
        LINEA_ALL,            /* the log, with every secret; never sent to a client */
    LINEA_TABLE_RECORD = 252, /* the record of a game that is over */
};

/* Who plays a seat. */
enum linea_table_holder {
    LINEA_TABLE_OPEN,  /* not taken yet */
    LINEA_TABLE_HUMAN, /* a person, identified by number */
    LINEA_TABLE_BOT,   /* a bot, identified by name */
};

/* Who moves for a person who is late, away or gone. */
enum linea_table_takeover {
    LINEA_TABLE_TAKEOVER_BOT,  /* a bot */
    LINEA_TABLE_TAKEOVER_IDLE, /* nobody: the least that the rules allow is done */
};

struct linea_table_seat {
    enum linea_table_holder holder;
    bool invited;   /* for a person; otherwise it is a bot's from the start */
    bool abandoned; /* its player is out for good: has resigned or was replaced */
    bool replaced;  /* … by the host */
    bool away;      /* its player has not answered: a program plays until they do */
    bool wants_pause;
    bool again; /* its player wants another game */
    bool has_nonce;
    bool has_seal;   /* a hash of the nonce that it has bound itself to */
    uint64_t player; /* the person's number, 0 for none */
    char name[LINEA_SEAT_NAME];
    char bot[16]; /* the bot that plays the seat, or would take it over */
    uint8_t nonce[LINEA_TABLE_SECRET];
    int late;           /* moves in a row for which its player's time ran out */
    int64_t away_since; /* when it went away */
    int64_t bank;       /* milliseconds left for all moves, at tables with a bank */
    struct linea_stand_in stood_in; /* what others have moved for its player */
    int hints;                      /* that its player has had … */
    uint32_t hinted;                /* … the last one when this was the state */
    int64_t link_until;             /* when the link to another device expires, or 0 */
    uint8_t link[LINEA_SHA256];     /* a hash of its code */
    uint8_t seal[LINEA_TABLE_SECRET];
    uint64_t kept_for; /* while it is open: whose seat of the last game it was, or 0 */
    char kept_name[LINEA_SEAT_NAME];
    char colour[LINEA_TABLE_COLOUR]; /* that its player chose for its pieces, or "" */
};

/* The table of a tournament that a game is: whose seats they are. */
struct linea_table_cup {
    uint64_t cup;                 /* its number, 0 for none */
    int table;                    /* the number of the table there */
    uint64_t player[LINEA_SEATS]; /* 0 where a bot plays */
    char name[LINEA_SEATS][LINEA_SEAT_NAME];
};

/* Read any field; only the functions below write. */
struct linea_table {
    const struct linea_map *map; /* NULL until the table is made */
    int seats;
    int first;         /* seat that begins, or LINEA_NOBODY for chance to decide */
    int64_t move_time; /* milliseconds for a move, 0 for no such clock */
    int64_t bank; /* milliseconds that each player begins with, 0 for no bank … */
    int64_t increment;  /* … and gets for each move */
    int64_t patience;   /* milliseconds after which the host may replace a player */
    int64_t move_began; /* when the current move began, less what was spent paused */
    bool late;          /* its time has run out: a program makes it */
    bool paused;        /* all players have agreed to it; nothing moves */
    int64_t paused_at;
    int64_t made;  /* when the table was made */
    uint64_t host; /* the person who made it */
    bool listed;   /* in the lobby */
    bool rated;    /* it counts for ratings: only accounts sit down */
    int delay;     /* seconds that spectators are behind */
    bool silent;   /* spectators may not chat */
    bool hints;    /* players may have hints */
    /* The date whose deal it is (docs/daily.md), or "". */
    char day[LINEA_TABLE_DAY];
    /* The tournament that it is a table of, or 0: each seat is for one player, it has
       no host among them, no pauses and no rematch. */
    uint64_t cup;
    int cup_table; /* its number there */
    enum linea_table_takeover takeover;
    char level[16];                            /* of the bot that moves for people */
    uint64_t sent_away[LINEA_TABLE_SENT_AWAY]; /* people who may not sit down again */
    int sent_away_count;
    uint8_t secret[LINEA_TABLE_SECRET]; /* revealed when the game is over */
    bool
        seeded; /* the secret is the seed itself: a deal can be repeated, not checked */
    struct linea_table_seat seat[LINEA_SEATS];

    uint32_t event; /* number of the last event */
    int64_t at;     /* when it happened */
    uint32_t state; /* number of the last event that changed the game */
    int moves;      /* so many have been made */
    int talk[2];    /* bytes said by players and by spectators, names included */
    int undo;       /* seat whose move the last event was, if it may be taken back */
    bool begun, over;
    bool sealed;       /* all seats are taken and sealed: nonces are being revealed */
    int64_t sealed_at; /* since then */
    bool placed;       /* it begins from a position, which `game` is from the start */
    struct linea_seed seed;
    struct linea_game game;     /* when begun */
    struct linea_result result; /* when over */
    uint64_t next;              /* the game that follows, 0 for none */
};

/* The callbacks of a table, and memory for it to work in. */
struct linea_table_io {
    void (*emit)(void *context, int audience, const char *line, size_t length);
    void *context;
    const struct linea_map *(*find_map)(void *context, const char *id);
    struct linea_json *json; /* scratch */
    char *line;              /* scratch, LINEA_TABLE_LINE bytes */
    const char *name;        /* the caller's name where a request has none, or NULL */
    bool known;              /* … or whatever the request says: it is an account's */
    const struct linea_table *behind; /* the delayed table shown to spectators, or NULL
                                       */
    /* What a move did, as far as a seat may know it; called for each seat after a move,
       before anything is emitted. For callers that need no text; may be NULL. */
    void (*moved)(void *context, int seat, const struct linea_event *event);
    const struct linea_table *last; /* linea_table_make() keeps the seats for those who
                                       played at this table; or NULL */
    bool record; /* emit only LINEA_TABLE_RECORD, the lines of a record */
    bool brief;  /* emit only to `audience`, and without views: what has happened */
    int audience;
    bool seeded;     /* linea_table_make() gets a seed as its secret */
    const char *day; /* linea_table_make() makes the deal of that date, or NULL */
    const struct linea_table_cup *cup; /* linea_table_make() makes a table of it; or
                                          NULL */
    /* The game of a seeded table begins so: a position of its map that was read with
       that seed and is not over; or NULL for a deal. */
    const struct linea_game *from;
    bool strangers; /* players do not know each other: names must tell them apart */
    bool bots_only; /* allow a table without a seat for people */
};

/*
 * Make a table from a request: {"map":"europe","seats":["human","bot:normal"],…}, and
 * emit its first event. On failure returns false, writes a message to `error` and
 * leaves the table untouched.
 */
bool linea_table_make(struct linea_table *t, struct linea_error *error,
                      const struct linea_table_io *io, const char *request,
                      size_t length, uint64_t host,
                      const uint8_t secret[LINEA_TABLE_SECRET], int64_t now);

/* Whether a name looks like that of one of our bots or of the house (`admin` …): a
   guest must not have it. */
bool linea_table_kept_name(const char *name);

/*
 * Carry out a person's request and write exactly one answer, after emitting the events
 * that it caused. Player 0 is a spectator without a name, who may only look. Returns
 * false if the answer is an error.
 */
bool linea_table_request(struct linea_table *t, struct linea_out *answer,
                         const struct linea_table_io *io, uint64_t player,
                         const char *request, size_t length, int64_t now);

/* Whether a seat of a rematch is kept for somebody, for anybody but this player. */
bool linea_table_kept(const struct linea_table *t, int seat, uint64_t player,
                      int64_t now);

/* The seat of a person, or LINEA_NOBODY. */
int linea_table_seat_of(const struct linea_table *t, uint64_t player);

/* The seat of the host: of the person who made the table, or of the first player who is
   there if that one is away or gone. LINEA_NOBODY if there is none. */
int linea_table_host_seat(const struct linea_table *t);

/* Whether a person may do what only the host may: who made the table also has it from
   somewhere else than a seat. */
bool linea_table_is_host(const struct linea_table *t, uint64_t player);

/* The seat to move if a program moves for it, or LINEA_NOBODY: a bot's seat, or one
   whose player is late, away or gone. `*name` is the bot, or NULL for
   linea_table_idle_move(). */
int linea_table_program(const struct linea_table *t, const char **name);

/* When that program may move: at once, but for somebody who is away only after a
   moment, in which they can come back before all is over. */
int64_t linea_table_program_due(const struct linea_table *t);

/* Make that move, chosen when the state was `state`. Returns false if the game has gone
   on since. */
bool linea_table_program_move(struct linea_table *t, const struct linea_table_io *io,
                              uint32_t state, linea_move m, int64_t now);

/* The move that changes least: pass or decline, else draw blind. */
linea_move linea_table_idle_move(const struct linea_game *g);

/*
 * The seat whose move may be taken back, or LINEA_NOBODY. It is the last event, a
 * person made it, and it revealed nothing: no card or ticket was turned up, drawn or
 * put back. To take it back, drop it from the log and restore a table from the rest.
 */
int linea_table_undoable(const struct linea_table *t);

/* Write what came of everybody's tickets and longest path, by seat; reveals all. */
void linea_outcomes_write(const struct linea_game *g, struct linea_out *out);

/* Whether all players want another game and none has been made yet. */
bool linea_table_wants_next(const struct linea_table *t);

/* Emit the number of the game that follows this one. */
void linea_table_next(struct linea_table *t, const struct linea_table_io *io,
                      uint64_t game, int64_t now);

/* Write the settings of this table, as linea_table_make() reads them. */
void linea_table_settings(const struct linea_table *t, struct linea_out *out);

/* Write a key of the header of the record, how many hints each seat has had; a record
   is emitted before that is known. Nothing if there were none. */
struct linea_list;
void linea_table_write_hints(const struct linea_table *t, struct linea_list *header);

/* When the current move runs out of time, or INT64_MAX. */
int64_t linea_table_deadline(const struct linea_table *t);

/* Apply whatever time has brought about by now. */
void linea_table_tick(struct linea_table *t, const struct linea_table_io *io,
                      int64_t now);

/* Write everything that an audience may know now, as one JSON object. */
void linea_table_show(const struct linea_table *t, struct linea_out *out, int audience);

/* Write an entry for a list of tables. */
void linea_table_summary(const struct linea_table *t, struct linea_out *out);

/* After the last stored event: let a table begin whose seats are all taken. A log whose
   end was lost may stop between the two. */
void linea_table_go_on(struct linea_table *t, const struct linea_table_io *io,
                       int64_t now);

/* Apply a stored event and, if `emit`, emit it as if it happened now. On failure, when
   it does not follow the events before it, returns false and writes a message to
   `error`; its code is LINEA_NO_MAP if the table's map is missing or another one. */
bool linea_table_restore(struct linea_table *t, struct linea_error *error,
                         const struct linea_table_io *io, bool emit, const char *line,
                         size_t length);

#endif
