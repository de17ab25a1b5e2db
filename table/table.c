/*
 * table/table.c - what events do to a table, and what happens by itself: games begin
 * when every seat is taken, programs move. Clocks are in clock.c.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "event.h"
#include "linea/fair.h"

const char *linea_table_event_name(enum table_event_kind kind)
{
    static const char *const name[TABLE_EVENT_KINDS] = {
        [TABLE_MADE] = "made",
        [TABLE_SAT] = "sat",
        [TABLE_LEFT] = "left",
        [TABLE_BEGAN] = "began",
        [TABLE_MOVED] = "moved",
        [TABLE_SAID] = "said",
        [TABLE_RESIGNED] = "resigned",
        [TABLE_TIMED_OUT] = "timed-out",
        [TABLE_AGAIN] = "again",
        [TABLE_NEXT] = "next",
        [TABLE_LATE] = "late",
        [TABLE_BACK] = "back",
        [TABLE_PAUSE] = "pause",
        [TABLE_RESUME] = "resume",
        [TABLE_REPLACED] = "replaced",
        [TABLE_FILLED] = "filled",
        [TABLE_CHANGED] = "changed",
        [TABLE_SENT_AWAY] = "sent-away",
        [TABLE_TRAVELS] = "travels",
        [TABLE_TRAVELLED] = "travelled",
        [TABLE_SEALED] = "sealed",
        [TABLE_REVEALED] = "revealed",
        [TABLE_UNREVEALED] = "unrevealed",
        [TABLE_COLOURED] = "coloured",
        [TABLE_HINTED] = "hinted",
    };
    return name[kind];
}

static void sit(struct linea_table *t, const struct table_event *e)
{
    struct linea_table_seat *seat = &t->seat[e->seat];
    seat->holder = LINEA_TABLE_HUMAN;
    seat->player = e->player;
    seat->kept_for = 0;
    seat->has_nonce = e->has_nonce;
    memcpy(seat->nonce, e->nonce, sizeof seat->nonce);
    seat->has_seal = e->has_seal;
    memcpy(seat->seal, e->seal, sizeof seat->seal);
    memcpy(seat->name, e->name, sizeof seat->name);
    memcpy(seat->colour, e->colour, sizeof seat->colour);
    for (int s = 0; s < t->seats; s++)
        if (t->seat[s].kept_for == e->player)
            t->seat[s].kept_for = 0;
}

static void leave(struct linea_table *t, const struct table_event *e)
{
    struct linea_table_seat *seat = &t->seat[e->seat];
    seat->holder = LINEA_TABLE_OPEN;
    seat->player = 0;
    seat->kept_for = 0;
    seat->has_nonce = false;
    seat->link_until = 0;
    memset(seat->nonce, 0, sizeof seat->nonce);
    seat->has_seal = false;
    memset(seat->seal, 0, sizeof seat->seal);
    memset(seat->name, 0, sizeof seat->name);
    memset(seat->link, 0, sizeof seat->link);
    memset(seat->colour, 0, sizeof seat->colour);
}

static void send_away(struct linea_table *t, const struct table_event *e)
{
    uint64_t player = t->seat[e->seat].player;
    t->sent_away[t->sent_away_count++ % LINEA_TABLE_SENT_AWAY] = player;
    leave(t, e);
}

/* A seat for people becomes a bot's. */
static void fill(struct linea_table *t, const struct table_event *e)
{
    struct linea_table_seat *seat = &t->seat[e->seat];
    seat->holder = LINEA_TABLE_BOT;
    seat->invited = false;
    seat->kept_for = 0;
    memcpy(seat->bot, e->bot, sizeof seat->bot);
    memcpy(seat->name, "bot:", 4);
    memcpy(seat->name + 4, e->bot, sizeof e->bot);
}

static void abandon(struct linea_table *t, const struct table_event *e)
{
    struct linea_table_seat *seat = &t->seat[e->seat];
    seat->abandoned = true;
    seat->replaced = e->kind == TABLE_REPLACED;
    seat->away = false;
    /* Nobody may be left who could go on. */
    linea_table_end_pause(t, e);
}

/* The next link is a new one. */
static void travel(struct linea_table *t, const struct table_event *e)
{
    enum { VALID_MS = 15 * 60 * 1000 };
    struct linea_table_seat *seat = &t->seat[e->seat];
    if (e->kind == TABLE_TRAVELS) {
        seat->link_until = e->at + VALID_MS;
        memcpy(seat->link, e->link, sizeof seat->link);
        return;
    }
    if (!t->sealed)
        seat->has_seal = false; /* the nonce stays behind */
    if (t->host == seat->player)
        t->host = e->player;
    seat->player = e->player;
    seat->link_until = 0;
    memset(seat->link, 0, sizeof seat->link);
}

void linea_table_fair(const struct linea_table *t, struct linea_fair *out)
{
    memset(out, 0, sizeof *out);
    memcpy(out->secret, t->secret, sizeof out->secret);
    linea_fair_commit(out->commitment, out->secret);
    out->first_named = t->first != LINEA_NOBODY;
    out->first = (uint8_t)(out->first_named ? t->first : 0);
    for (int s = 0; s < t->seats; s++) {
        out->given[s] = t->seat[s].has_nonce;
        memcpy(out->nonce[s], t->seat[s].nonce, sizeof out->nonce[s]);
        out->sealed[s] = t->sealed && t->seat[s].has_seal;
        if (out->sealed[s])
            memcpy(out->seal[s], t->seat[s].seal, sizeof out->seal[s]);
    }
}

/* The deal follows from the secret and from what each player added to it. */
static void begin(struct linea_table *t, const struct table_event *e)
{
    struct linea_fair fair;
    linea_table_fair(t, &fair);
    if (t->seeded)
        memcpy(t->seed.byte, t->secret, sizeof t->seed.byte);
    else
        linea_fair_seed(&t->seed, &fair, t->seats);
    if (!t->placed)
        linea_game_begin(&t->game, NULL, t->map, t->seats, t->first, &t->seed);
    t->begun = true;
    linea_table_start_clocks(t, e->at);
}

/* Whether a move as it was made revealed nothing that was hidden before: no card or
   ticket turned up or drawn, nothing put back into a deck, no hands shown at the end.
 */
static bool reveals_nothing(const struct linea_game *after, const struct linea_event *e)
{
    switch (linea_move_kind(e->move)) {
    case LINEA_CLAIM: /* A tunnel reveals also that nothing is left to turn up. */
        if (after->map->route[linea_move_place(e->move)].tunnel)
            return false;
        break;
    case LINEA_STATION:
    case LINEA_TAKE:
        break;
    default:
        return false;
    }
    return !e->cards && !e->tickets && after->phase != LINEA_OVER;
}

void linea_table_stand_in(const struct linea_table *t, char by[LINEA_BY], int seat)
{
    static const char idle[] = "idle", bot[] = "bot:";
    memset(by, 0, LINEA_BY);
    if (t->takeover == LINEA_TABLE_TAKEOVER_IDLE) {
        memcpy(by, idle, sizeof idle);
        return;
    }
    memcpy(by, bot, sizeof bot);
    memcpy(by + sizeof bot - 1, t->seat[seat].bot, sizeof t->seat[seat].bot);
}

/* Logs from before `by` was written say it by what was before. */
static void move(struct linea_table *t, struct table_event *e)
{
    struct linea_table_seat *seat = &t->seat[e->seat];
    bool person = seat->holder == LINEA_TABLE_HUMAN;
    if (person && seat->abandoned && !e->by[0])
        linea_table_stand_in(t, e->by, e->seat);
    bool own = person && !e->by[0];
    linea_game_apply(&t->game, &e->outcome, e->move);
    t->over = t->game.phase == LINEA_OVER;
    t->moves++;
    if (person)
        linea_stand_in_note(&seat->stood_in, t->moves, !own);
    linea_table_clock_moved(t, e);
    if (own && reveals_nothing(&t->game, &e->outcome))
        t->undo = e->seat;
    if (t->over)
        linea_game_score(&t->game, &t->result);
}

static void apply(struct linea_table *t, struct table_event *e)
{
    t->undo = LINEA_NOBODY;
    switch (e->kind) {
    case TABLE_MADE:
        *t = *e->table;
        t->made = e->at;
        t->undo = LINEA_NOBODY;
        break;
    case TABLE_SAT:
        sit(t, e);
        break;
    case TABLE_LEFT:
        leave(t, e);
        break;
    case TABLE_SENT_AWAY:
        send_away(t, e);
        break;
    case TABLE_FILLED:
        fill(t, e);
        break;
    case TABLE_CHANGED:
        linea_table_change(t, e);
        break;
    case TABLE_BEGAN:
        begin(t, e);
        break;
    case TABLE_MOVED:
        move(t, e);
        break;
    case TABLE_SEALED:
        linea_table_seal(t);
        t->sealed_at = e->at;
        break;
    case TABLE_REVEALED:
        t->seat[e->seat].has_nonce = true;
        memcpy(t->seat[e->seat].nonce, e->nonce, sizeof e->nonce);
        break;
    case TABLE_UNREVEALED:
        t->seat[e->seat].away = true;
        t->seat[e->seat].away_since = e->at;
        break;
    case TABLE_COLOURED:
        memcpy(t->seat[e->seat].colour, e->colour, sizeof e->colour);
        break;
    case TABLE_HINTED:
        linea_table_note_hint(t, e->seat);
        break;
    case TABLE_RESIGNED:
    case TABLE_REPLACED:
    case TABLE_TIMED_OUT: /* old logs: the seat was lost by it */
        abandon(t, e);
        break;
    case TABLE_LATE:
        linea_table_be_late(t, e);
        break;
    case TABLE_BACK:
        linea_table_be_back(t, e);
        break;
    case TABLE_PAUSE:
        linea_table_want_pause(t, e);
        break;
    case TABLE_RESUME:
        linea_table_end_pause(t, e);
        break;
    case TABLE_TRAVELS:
    case TABLE_TRAVELLED:
        travel(t, e);
        break;
    case TABLE_AGAIN:
        t->seat[e->seat].again = true;
        break;
    case TABLE_NEXT:
        t->next = e->next;
        break;
    case TABLE_SAID:
        t->talk[e->seat == LINEA_NOBODY] += (int)(strlen(e->text) + strlen(e->name));
        break;
    case TABLE_EVENT_KINDS:
        break;
    }
    t->event++;
    t->at = e->at;
    if (e->kind == TABLE_BEGAN || e->kind == TABLE_MOVED)
        t->state = t->event;
}

static bool all_seated(const struct linea_table *t)
{
    for (int s = 0; s < t->seats; s++)
        if (t->seat[s].holder == LINEA_TABLE_OPEN)
            return false;
    return true;
}

void linea_table_apply(struct linea_table *t, struct table_event *e,
                       const struct linea_table_io *io)
{
    struct linea_game before = t->game;
    apply(t, e);
    if (io)
        linea_table_emit(t, io, e, &before);
    if (io && (e->kind == TABLE_MADE || e->kind == TABLE_SAT ||
               e->kind == TABLE_FILLED || e->kind == TABLE_CHANGED ||
               e->kind == TABLE_REVEALED || e->kind == TABLE_UNREVEALED))
        linea_table_go_on(t, io, e->at);
}

void linea_table_go_on(struct linea_table *t, const struct linea_table_io *io,
                       int64_t now)
{
    bool waits = linea_table_waits(t);
    struct table_event e = {
        .kind = waits ? TABLE_SEALED : TABLE_BEGAN, .at = now, .seat = LINEA_NOBODY};
    if (t->map && !t->begun && all_seated(t) && !(waits && t->sealed))
        linea_table_apply(t, &e, io);
}

int linea_table_seat_of(const struct linea_table *t, uint64_t player)
{
    for (int s = 0; player && s < t->seats; s++)
        if (t->seat[s].player == player)
            return s;
    return LINEA_NOBODY;
}

bool linea_table_present(const struct linea_table *t, int seat)
{
    const struct linea_table_seat *s = &t->seat[seat];
    return s->holder == LINEA_TABLE_HUMAN && !s->abandoned && !s->away;
}

int linea_table_host_seat(const struct linea_table *t)
{
    int seat = linea_table_seat_of(t, t->host);
    if (t->cup)
        return LINEA_NOBODY;
    if (seat == LINEA_NOBODY || linea_table_present(t, seat))
        return seat;
    for (int s = 0; s < t->seats; s++)
        if (linea_table_present(t, s))
            return s;
    return LINEA_NOBODY;
}

int linea_table_program(const struct linea_table *t, const char **name)
{
    if (!t->begun || t->over || t->paused)
        return LINEA_NOBODY;
    const struct linea_table_seat *seat = &t->seat[t->game.turn];
    if (linea_table_present(t, t->game.turn) && !t->late)
        return LINEA_NOBODY;
    bool idle =
        seat->holder == LINEA_TABLE_HUMAN && t->takeover == LINEA_TABLE_TAKEOVER_IDLE;
    *name = idle ? NULL : seat->bot;
    return t->game.turn;
}

bool linea_table_program_move(struct linea_table *t, const struct linea_table_io *io,
                              uint32_t state, linea_move m, int64_t now)
{
    const char *name;
    if (state != t->state || linea_table_program(t, &name) == LINEA_NOBODY ||
        !linea_game_legal(&t->game, m))
        return false;
    struct table_event e = {
        .kind = TABLE_MOVED, .at = now, .seat = t->game.turn, .move = m};
    if (t->seat[e.seat].holder == LINEA_TABLE_HUMAN)
        linea_table_stand_in(t, e.by, e.seat);
    linea_table_apply(t, &e, io);
    return true;
}

/* Pass or decline if that can be, else draw blind; of tickets keep the first choice,
   which is among the smallest. */
linea_move linea_table_idle_move(const struct linea_game *g)
{
    linea_move moves[LINEA_MOVES], best = 0;
    int n = linea_game_moves(g, moves);
    best = moves[0];
    for (int i = 0; i < n; i++) {
        enum linea_move_kind kind = linea_move_kind(moves[i]);
        if (kind == LINEA_PASS || kind == LINEA_DECLINE)
            return moves[i];
        if (kind == LINEA_DRAW && linea_move_low(moves[i]) == LINEA_BLIND)
            best = moves[i];
    }
    return best;
}

int linea_table_undoable(const struct linea_table *t)
{
    return t->map ? t->undo : LINEA_NOBODY;
}

bool linea_table_wants_next(const struct linea_table *t)
{
    bool wanted = false;
    for (int s = 0; s < t->seats; s++) {
        if (t->seat[s].holder == LINEA_TABLE_HUMAN && !t->seat[s].again)
            return false;
        wanted |= t->seat[s].again;
    }
    return wanted && !t->next;
}

void linea_table_next(struct linea_table *t, const struct linea_table_io *io,
                      uint64_t game, int64_t now)
{
    struct table_event e = {
        .kind = TABLE_NEXT, .at = now, .seat = LINEA_NOBODY, .next = game};
    linea_table_apply(t, &e, io);
}
