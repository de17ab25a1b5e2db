/*
 * server/store_postgres_commit.c - writing to PostgreSQL: compare and append, as one
 * transaction in one round trip.
 *
 * The entries of a game in a batch are one chain. It is appended if the log still ends
 * where the first of them begins, by number and tail, and refused otherwise; games that
 * were appended to together are refused together. Rows, notes and times are written for
 * those games alone whose log ends as it should after that.
 *
 * When a connection is lost on the way, nobody knows whether the transaction was
 * committed. Then the server process that was to do it must be gone first; after that
 * the log itself says it. Nothing is guessed: until that is known, the list is neither
 * written again nor completed.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store_postgres.h"

enum statement {
    BEGIN,
    COMMIT,
    NEW_HEADS,
    LOCK_HEADS,
    APPEND,
    WRITE_GAMES,
    CUT_PLAYERS,
    WRITE_PLAYERS,
    WRITE_NOTES,
    WRITE_NOTICES,
    END_TURNS,
    SET,
    MAKE,
    FORGET_GAME,
    FORGET_EVENTS,
    FORGET_NOTES,
    FORGET_NOTICES,
    FORGET_PLAYERS,
    FORGET_HEAD,
    STATEMENTS
};

/* Those whose log ends as it should after this transaction. */
#define AS_IT_SHOULD                                                                   \
    "JOIN head h ON h.game = r.game AND h.last = r.last AND h.tail = r.tail"

#define OF_NO_GAME                                                                     \
    " WHERE game = $1::int8 AND NOT EXISTS (SELECT 1 FROM game WHERE id = $1::int8)"

const char *const linea_commit_statements[STATEMENTS] = {
    [BEGIN] = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE",
    [COMMIT] = "COMMIT",
    [NEW_HEADS] = ("INSERT INTO head (game, last, tail) SELECT g, 0, $2::bytea"
                   " FROM unnest($1::int8[]) g ORDER BY g ON CONFLICT DO NOTHING"),
    /* Always in the same order: two nodes never wait for each other. */
    [LOCK_HEADS] = ("SELECT 1 FROM head WHERE game = ANY($1::int8[]) ORDER BY game"
                    " FOR UPDATE"),
    [APPEND] =
        ("WITH want AS MATERIALIZED (SELECT * FROM unnest($1::int8[], $2::int4[],"
         " $3::int4[], $4::bytea[], $5::int4[], $6::bytea[], $7::int8[], $8::int4[])"
         " AS w(game, part, base, before, last, tail, due, listed)),"
         " lost AS (SELECT w.part FROM want w LEFT JOIN head h ON h.game = w.game"
         " AND h.last = w.base AND h.tail = w.before WHERE h.game IS NULL),"
         " won AS (UPDATE head h SET last = w.last, tail = w.tail,"
         " due = CASE WHEN w.listed = 1 THEN w.due ELSE least(h.due, w.due) END"
         " FROM want w WHERE h.game = w.game"
         " AND w.part NOT IN (SELECT part FROM lost) RETURNING h.game),"
         " added AS (INSERT INTO event SELECT e.game, e.number, e.text"
         " FROM unnest($9::int8[], $10::int4[], $11::text[]) AS e(game, number, text)"
         " JOIN won ON won.game = e.game)"
         " SELECT game FROM won"),
    [WRITE_GAMES] =
        ("INSERT INTO game (id, status, is_public, created, changed, host, summary)"
         " SELECT r.game, status, is_public, created, changed, host, summary"
         " FROM unnest($1::int8[], $2::int4[], $3::bytea[], $4::int4[], $5::int4[],"
         " $6::int8[], $7::int8[], $8::int8[], $9::text[]) AS r(game, last, tail, "
         "status,"
         " is_public, created, changed, host, summary) " AS_IT_SHOULD
         " ON CONFLICT (id) DO UPDATE SET status = excluded.status,"
         " is_public = excluded.is_public, changed = excluded.changed,"
         " host = excluded.host, summary = excluded.summary"),
    [CUT_PLAYERS] =
        ("DELETE FROM player p USING unnest($1::int8[], $2::int4[], $3::bytea[],"
         " $4::int4[]) AS r(game, last, tail, count) " AS_IT_SHOULD
         " WHERE p.game = r.game AND p.seat >= r.count"),
    [WRITE_PLAYERS] =
        ("INSERT INTO player (game, seat, player, created, status)"
         " SELECT r.game, seat, player, created, status FROM unnest($1::int8[],"
         " $2::int4[], $3::bytea[], $4::int4[], $5::int8[], $6::int8[], $7::int4[])"
         " AS r(game, last, tail, seat, player, created, status) " AS_IT_SHOULD
         " ON CONFLICT (game, seat) DO UPDATE SET player = excluded.player,"
         " created = excluded.created, status = excluded.status"
         " WHERE player.player <> excluded.player OR player.status <> excluded.status"),
    [WRITE_NOTES] =
        ("INSERT INTO note (game, number, place, player, text)"
         " SELECT r.game, number, place, player, text FROM unnest($1::int8[], "
         "$2::int4[],"
         " $3::bytea[], $4::int4[], $5::int4[], $6::int8[], $7::text[])"
         " AS r(game, last, tail, number, place, player, text) " AS_IT_SHOULD),
    /* As in store_sqlite.c; of each player of a game the last one alone. */
    [WRITE_NOTICES] =
        ("INSERT INTO notice AS n SELECT DISTINCT ON (r.game, r.player) r.game,"
         " r.player, CASE w.kinds & r.kinds WHEN 3 THEN 2 ELSE w.kinds & r.kinds END,"
         " number, at, at + w.delay, deadline, soon, 0"
         " FROM unnest($1::int8[], $2::int4[], $3::bytea[], $4::int8[], $5::int8[],"
         " $6::int8[], $7::int8[], $8::int8[], $9::int8[])"
         " AS r(game, last, tail, player, kinds, number, at, deadline, soon)"
         " JOIN wish w ON w.player = r.player AND w.kinds & r.kinds <> 0 " AS_IT_SHOULD
         " ORDER BY r.game, r.player, number DESC"
         " ON CONFLICT (game, player) DO UPDATE SET kind = excluded.kind,"
         " number = excluded.number, at = excluded.at, due = excluded.due,"
         " deadline = excluded.deadline, soon = excluded.soon,"
         " sent = CASE WHEN n.sent = 1 AND n.kind <> 1 THEN 1 ELSE 0 END"),
    [END_TURNS] =
        ("UPDATE notice n SET kind = 0 FROM unnest($1::int8[], $2::int4[],"
         " $3::bytea[], $4::int8[]) AS r(game, last, tail, player) " AS_IT_SHOULD
         " WHERE n.game = r.game AND n.kind = 2"
         " AND n.player <> r.player"),
    [SET] = ("INSERT INTO setting VALUES ($1, $2) ON CONFLICT (key)"
             " DO UPDATE SET value = excluded.value"),
    [MAKE] = "INSERT INTO setting VALUES ($1, $2) ON CONFLICT DO NOTHING",
    /* Its head is locked: nobody is about to touch it. */
    [FORGET_GAME] = "DELETE FROM game WHERE id = $1::int8 AND changed < $2::int8",
    [FORGET_EVENTS] = "DELETE FROM event" OF_NO_GAME,
    [FORGET_NOTES] = "DELETE FROM note" OF_NO_GAME,
    [FORGET_NOTICES] = "DELETE FROM notice" OF_NO_GAME,
    [FORGET_PLAYERS] = "DELETE FROM player" OF_NO_GAME,
    [FORGET_HEAD] = "DELETE FROM head" OF_NO_GAME,
};
const int linea_commit_statement_count = STATEMENTS;

/* A game of a batch, and its chain of entries. */
struct want {
    uint64_t game;
    const struct store_entry *first, *last; /* of its entries … */
    const struct store_entry *row;      /* … the last one with a row, or NULL … */
    const struct linea_store_row *made; /* … and the first row */
    const struct store_entry *moved; /* … the last one after which a turn is over … */
    bool notices;                    /* … and whether there is something to send */
    bool appends;                    /* it has events, not only a row */
    int64_t due;                     /* when somebody must look at it, or 0 */
    bool won;
    int part; /* games that were appended to together have the same one */
};

struct batch {
    struct store_entry *first;
    struct want *want; /* in order of their games */
    int count;
};

static bool is_open(const struct store_entry *e)
{
    return e->result == LINEA_STORE_OK && !e->written;
}

static bool is_of_game(const struct store_entry *e)
{
    return !e->key && !e->erasure && !e->forget;
}

static int compare_want(const void *left, const void *right)
{
    const struct want *a = left, *b = right;
    if (a->game != b->game)
        return (int64_t)a->game < (int64_t)b->game ? -1 : 1;
    return 0;
}

static struct want *find_want(const struct batch *batch, uint64_t game)
{
    const struct want key = {.game = game};
    return batch->count ? bsearch(&key, batch->want, (size_t)batch->count, sizeof key,
                                  compare_want)
                        : NULL;
}

static void note_entry(struct want *w, const struct store_entry *e)
{
    if (!w->first)
        w->first = e;
    w->last = e;
    w->appends |= e->event.number > 0;
    /* With a row a time stands; without, an earlier one may stay. */
    if (e->event.row || !w->due || (e->event.due && e->event.due < w->due))
        w->due = e->event.due;
    if (e->event.notices.moved)
        w->moved = e;
    w->notices |= e->event.notices.began || e->event.notices.over;
    if (e->event.row) {
        w->row = e;
        w->made = w->made ? w->made : e->event.row;
    }
}

static int part_of(const struct batch *batch, int i)
{
    while (batch->want[i].part != i)
        i = batch->want[i].part;
    return i;
}

static void join_parts(struct batch *batch, uint64_t a, uint64_t b)
{
    int x = part_of(batch, (int)(find_want(batch, a) - batch->want));
    int y = part_of(batch, (int)(find_want(batch, b) - batch->want));
    batch->want[x > y ? x : y].part = x < y ? x : y;
}

/* Sort the entries of a list by game. On failure, without memory, returns false. */
static bool gather(struct batch *batch, struct store_entry *first)
{
    int entries = 0, kept = 0;
    *batch = (struct batch){.first = first};
    for (const struct store_entry *e = first; e; e = e->next)
        entries += is_open(e) && is_of_game(e);
    batch->want = calloc((size_t)entries + 1, sizeof *batch->want);
    if (!batch->want)
        return false;
    for (const struct store_entry *e = first; e; e = e->next)
        if (is_open(e) && is_of_game(e))
            batch->want[batch->count++].game = e->event.game;
    qsort(batch->want, (size_t)batch->count, sizeof *batch->want, compare_want);
    for (int i = 0; i < batch->count; i++)
        if (i == 0 || batch->want[i].game != batch->want[kept - 1].game)
            batch->want[kept++] = batch->want[i];
    batch->count = kept;
    for (int i = 0; i < kept; i++)
        batch->want[i].part = i;
    for (const struct store_entry *e = first; e; e = e->next) {
        if (!is_open(e) || !is_of_game(e))
            continue;
        note_entry(find_want(batch, e->event.game), e);
        if (e->together && e->next)
            join_parts(batch, e->event.game, e->next->event.game);
    }
    return true;
}

/* Arrays of a statement. */

static bool send_arrays(struct wire *wire, enum statement statement,
                        struct wire_array *arrays, int count)
{
    struct wire_value values[16];
    bool failed = false;
    for (int i = 0; i < count; i++) {
        values[i] = linea_wire_array(&arrays[i]);
        failed |= arrays[i].failed;
    }
    bool sent = !failed && linea_wire_send(wire, (int)statement, values, count);
    for (int i = 0; i < count; i++)
        linea_wire_free(&arrays[i]);
    return sent;
}

static void begin_arrays(struct wire_array *arrays, const unsigned *types, int count)
{
    for (int i = 0; i < count; i++)
        linea_wire_begin(&arrays[i], types[i]);
}

static void add_end(struct wire_array *arrays, const struct want *w)
{
    linea_wire_add_int8(&arrays[0], (int64_t)w->game);
    linea_wire_add_int4(&arrays[1], w->last->end.last);
    linea_wire_add_bytes(&arrays[2], w->last->end.tail, LINEA_STORE_TAIL);
}

/* New games get a head that is compared as all others are. Games that are to go are
   locked with the others. */
static bool send_heads(struct wire *wire, const struct batch *batch)
{
    static const unsigned types[] = {WIRE_INT8, WIRE_INT8};
    static const char zeros[LINEA_STORE_TAIL];
    struct wire_array arrays[2];
    begin_arrays(arrays, types, 2);
    for (int i = 0; i < batch->count; i++) {
        const struct want *w = &batch->want[i];
        if (w->appends && w->first->base.last == 0)
            linea_wire_add_int8(&arrays[0], (int64_t)w->game);
        linea_wire_add_int8(&arrays[1], (int64_t)w->game);
    }
    for (const struct store_entry *e = batch->first; e; e = e->next)
        if (is_open(e) && e->forget)
            linea_wire_add_int8(&arrays[1], (int64_t)e->event.game);
    const struct wire_value values[] = {linea_wire_array(&arrays[0]),
                                        {zeros, sizeof zeros}};
    bool sent = !arrays[0].failed && linea_wire_send(wire, NEW_HEADS, values, 2);
    linea_wire_free(&arrays[0]);
    sent = send_arrays(wire, LOCK_HEADS, &arrays[1], 1) && sent;
    return sent;
}

static void add_due(struct wire_array *arrays, const struct want *w)
{
    if (w->due)
        linea_wire_add_int8(&arrays[0], w->due);
    else
        linea_wire_add_null(&arrays[0]);
    linea_wire_add_int4(&arrays[1], w->row != NULL);
}

static bool send_events(struct wire *wire, const struct batch *batch)
{
    static const unsigned types[] = {WIRE_INT8, WIRE_INT4,  WIRE_INT4, WIRE_BYTEA,
                                     WIRE_INT4, WIRE_BYTEA, WIRE_INT8, WIRE_INT4,
                                     WIRE_INT8, WIRE_INT4,  WIRE_TEXT};
    struct wire_array arrays[11];
    begin_arrays(arrays, types, 11);
    for (int i = 0; i < batch->count; i++) {
        const struct want *w = &batch->want[i];
        linea_wire_add_int8(&arrays[0], (int64_t)w->game);
        linea_wire_add_int4(&arrays[1], part_of(batch, i));
        linea_wire_add_int4(&arrays[2], w->first->base.last);
        linea_wire_add_bytes(&arrays[3], w->first->base.tail, LINEA_STORE_TAIL);
        linea_wire_add_int4(&arrays[4], w->last->end.last);
        linea_wire_add_bytes(&arrays[5], w->last->end.tail, LINEA_STORE_TAIL);
        add_due(&arrays[6], w);
    }
    for (const struct store_entry *e = batch->first; e; e = e->next) {
        if (!is_open(e) || !is_of_game(e) || e->event.number == 0)
            continue;
        linea_wire_add_int8(&arrays[8], (int64_t)e->event.game);
        linea_wire_add_int4(&arrays[9], e->event.number);
        linea_wire_add_bytes(&arrays[10], e->event.text, e->event.length);
    }
    return send_arrays(wire, APPEND, arrays, 11);
}

static bool send_rows(struct wire *wire, const struct batch *batch)
{
    static const unsigned types[] = {WIRE_INT8, WIRE_INT4, WIRE_BYTEA,
                                     WIRE_INT4, WIRE_INT4, WIRE_INT8,
                                     WIRE_INT8, WIRE_INT8, WIRE_TEXT};
    struct wire_array arrays[9];
    begin_arrays(arrays, types, 9);
    for (int i = 0; i < batch->count; i++) {
        const struct want *w = &batch->want[i];
        if (!w->row)
            continue;
        const struct linea_store_row *row = w->row->event.row;
        add_end(arrays, w);
        linea_wire_add_int4(&arrays[3], (int)row->status);
        linea_wire_add_int4(&arrays[4], row->is_public);
        linea_wire_add_int8(&arrays[5], w->made->created);
        linea_wire_add_int8(&arrays[6], row->changed);
        linea_wire_add_int8(&arrays[7], (int64_t)row->host);
        linea_wire_add_bytes(&arrays[8], row->summary, row->summary_length);
    }
    return send_arrays(wire, WRITE_GAMES, arrays, 9);
}

static bool send_players(struct wire *wire, const struct batch *batch)
{
    static const unsigned cut_types[] = {WIRE_INT8, WIRE_INT4, WIRE_BYTEA, WIRE_INT4};
    static const unsigned types[] = {WIRE_INT8, WIRE_INT4, WIRE_BYTEA, WIRE_INT4,
                                     WIRE_INT8, WIRE_INT8, WIRE_INT4};
    struct wire_array cut[4], arrays[7];
    begin_arrays(cut, cut_types, 4);
    begin_arrays(arrays, types, 7);
    for (int i = 0; i < batch->count; i++) {
        const struct want *w = &batch->want[i];
        const struct linea_store_row *row = w->row ? w->row->event.row : NULL;
        if (row) {
            add_end(cut, w);
            linea_wire_add_int4(&cut[3], row->player_count);
        }
        for (int seat = 0; row && seat < row->player_count; seat++) {
            add_end(arrays, w);
            linea_wire_add_int4(&arrays[3], seat);
            linea_wire_add_int8(&arrays[4], (int64_t)row->players[seat]);
            linea_wire_add_int8(&arrays[5], w->made->created);
            linea_wire_add_int4(
                &arrays[6],
                (int)(row->played > row->status ? row->played : row->status));
        }
    }
    bool sent = send_arrays(wire, CUT_PLAYERS, cut, 4);
    return send_arrays(wire, WRITE_PLAYERS, arrays, 7) && sent;
}

static bool send_notes(struct wire *wire, const struct batch *batch)
{
    static const unsigned types[] = {WIRE_INT8, WIRE_INT4, WIRE_BYTEA, WIRE_INT4,
                                     WIRE_INT4, WIRE_INT8, WIRE_TEXT};
    struct wire_array arrays[7];
    begin_arrays(arrays, types, 7);
    for (const struct store_entry *e = batch->first; e; e = e->next) {
        if (!is_open(e) || !is_of_game(e))
            continue;
        const struct want *w = e->cut.notes ? find_want(batch, e->event.game) : NULL;
        for (int i = 0; i < e->cut.notes; i++) {
            const struct store_note *note = &e->cut.note[i];
            add_end(arrays, w);
            linea_wire_add_int4(&arrays[3], note->number);
            linea_wire_add_int4(&arrays[4], note->place);
            linea_wire_add_int8(&arrays[5], (int64_t)note->player);
            linea_wire_add_bytes(&arrays[6], note->text, note->length);
        }
    }
    return send_arrays(wire, WRITE_NOTES, arrays, 7);
}

static void add_notice(struct wire_array *arrays, const struct want *w,
                       const struct linea_store_event *event, uint64_t player,
                       int kinds)
{
    const struct linea_store_notices *n = &event->notices;
    bool turn = kinds & LINEA_NOTICE_TURN;
    add_end(arrays, w);
    linea_wire_add_int8(&arrays[3], (int64_t)player);
    linea_wire_add_int8(&arrays[4], kinds);
    linea_wire_add_int8(&arrays[5], event->number);
    linea_wire_add_int8(&arrays[6], n->at);
    linea_wire_add_int8(&arrays[7], turn ? n->deadline : 0);
    linea_wire_add_int8(&arrays[8], turn ? n->soon : 0);
}

/* First all notices, then the turns that are over after the last event of a game. */
static bool send_notices(struct wire *wire, const struct batch *batch)
{
    static const unsigned types[] = {WIRE_INT8, WIRE_INT4, WIRE_BYTEA,
                                     WIRE_INT8, WIRE_INT8, WIRE_INT8,
                                     WIRE_INT8, WIRE_INT8, WIRE_INT8};
    struct wire_array arrays[9], ends[4];
    begin_arrays(arrays, types, 9);
    begin_arrays(ends, types, 4);
    for (const struct store_entry *e = batch->first; e; e = e->next) {
        const struct want *w = NULL;
        for (int i = 0; is_open(e) && is_of_game(e) && i < LINEA_STORE_PLAYERS; i++) {
            int kinds = linea_store_notice(&e->event, e->event.players[i]);
            w = w || !kinds ? w : find_want(batch, e->event.game);
            if (kinds)
                add_notice(arrays, w, &e->event, e->event.players[i], kinds);
        }
    }
    for (int i = 0; i < batch->count; i++) {
        const struct want *w = &batch->want[i];
        if (!w->moved)
            continue;
        add_end(ends, w);
        linea_wire_add_int8(&ends[3], (int64_t)w->moved->event.notices.turn);
    }
    bool sent = send_arrays(wire, WRITE_NOTICES, arrays, 9);
    return send_arrays(wire, END_TURNS, ends, 4) && sent;
}

static bool has_notices(const struct batch *batch)
{
    for (int i = 0; i < batch->count; i++)
        if (batch->want[i].moved || batch->want[i].notices)
            return true;
    return false;
}

static bool has_rows(const struct batch *batch)
{
    for (int i = 0; i < batch->count; i++)
        if (batch->want[i].row)
            return true;
    return false;
}

static bool has_forgotten(const struct batch *batch)
{
    for (const struct store_entry *e = batch->first; e; e = e->next)
        if (is_open(e) && e->forget)
            return true;
    return false;
}

static bool has_open(const struct store_entry *first)
{
    while (first && !is_open(first))
        first = first->next;
    return first != NULL;
}

static bool has_notes(const struct batch *batch)
{
    for (const struct store_entry *e = batch->first; e; e = e->next)
        if (is_open(e) && e->cut.notes)
            return true;
    return false;
}

static bool send_forget(struct wire *wire, const struct store_entry *e)
{
    struct wire_number game, before;
    const struct wire_value values[] = {linea_wire_int8(&game, (int64_t)e->event.game),
                                        linea_wire_int8(&before, e->changed_before)};
    bool sent = linea_wire_send(wire, FORGET_GAME, values, 2);
    for (int s = FORGET_EVENTS; s <= FORGET_HEAD && sent; s++)
        sent = linea_wire_send(wire, s, values, 1);
    return sent;
}

/* Settings, and games that are to go. */
static bool send_others(struct wire *wire, const struct batch *batch)
{
    bool sent = true;
    for (const struct store_entry *e = batch->first; e && sent; e = e->next) {
        if (!is_open(e))
            continue;
        const struct wire_value values[] = {linea_wire_text(e->key ? e->key : ""),
                                            linea_wire_text(e->key ? e->value : "")};
        if (e->key)
            sent = linea_wire_send(wire, e->first ? MAKE : SET, values, 2);
        else if (e->forget)
            sent = send_forget(wire, e);
    }
    return sent;
}

/* Which of its games a transaction has appended to. */
static bool note_won(const struct batch *batch, const PGresult *result)
{
    for (int i = 0; result && i < PQntuples(result); i++) {
        struct want *w = find_want(batch, (uint64_t)linea_wire_int(result, i, 0));
        if (w)
            w->won = true;
    }
    return result != NULL;
}

static bool fetch_some(struct wire *wire, int count)
{
    for (int i = 0; i < count; i++) {
        PGresult *result = linea_wire_fetch(wire);
        if (!result)
            return false;
        PQclear(result);
    }
    return true;
}

/* A game that was touched, or that another node has removed, is refused. */
static bool fetch_others(struct wire *wire, const struct batch *batch)
{
    bool fine = true;
    for (struct store_entry *e = batch->first; e && fine; e = e->next) {
        if (!is_open(e) || (!e->key && !e->forget))
            continue;
        PGresult *result = linea_wire_fetch(wire);
        fine = result && (e->key || fetch_some(wire, FORGET_HEAD - FORGET_GAME));
        if (fine && e->forget && strcmp(PQcmdTuples(result), "0") == 0)
            linea_store_refuse(batch->first, e);
        PQclear(result);
    }
    return fine;
}

/* Send all of a batch, and fetch what came of it. On failure returns false. */
static bool send_and_fetch(struct wire *wire, const struct batch *batch)
{
    bool games = batch->count > 0, rows = has_rows(batch), notes = has_notes(batch);
    bool notices = has_notices(batch), heads = games || has_forgotten(batch);
    bool sent = linea_wire_send(wire, BEGIN, NULL, 0);
    if (heads)
        sent = sent && send_heads(wire, batch);
    if (games)
        sent = sent && send_events(wire, batch);
    if (rows)
        sent = sent && send_rows(wire, batch) && send_players(wire, batch);
    if (notes)
        sent = sent && send_notes(wire, batch);
    if (notices)
        sent = sent && send_notices(wire, batch);
    if (!sent || !send_others(wire, batch) || !linea_wire_send(wire, COMMIT, NULL, 0) ||
        !linea_wire_sync(wire))
        return false;
    if (!fetch_some(wire, heads ? 3 : 1))
        return false;
    if (games) {
        PGresult *won = linea_wire_fetch(wire);
        bool noted = note_won(batch, won);
        PQclear(won);
        if (!noted)
            return false;
    }
    return fetch_some(wire, (rows ? 3 : 0) + (notes ? 1 : 0) + (notices ? 2 : 0)) &&
           fetch_others(wire, batch) && fetch_some(wire, 1);
}

/* Mark what was written, and what was refused. */
static void mark(const struct batch *batch, struct cluster *cluster)
{
    for (struct store_entry *e = batch->first; e; e = e->next) {
        const struct want *w =
            is_open(e) && is_of_game(e) ? find_want(batch, e->event.game) : NULL;
        if (w && w->appends && !w->won) {
            linea_store_refuse(batch->first, e);
            continue;
        }
        if (!is_open(e))
            continue;
        e->written = true;
        if (w && e->event.number > 0)
            linea_cluster_hint(cluster, &e->event);
    }
}

/* One transaction. LINEA_STORE_UNKNOWN if the connection was lost after it was begun.
 */
static enum linea_store_result write_list(struct store_committer *c,
                                          struct store_entry *first)
{
    struct batch batch;
    if (!has_open(first))
        return LINEA_STORE_OK;
    if (!linea_wire_connect(&c->wire))
        return LINEA_STORE_AWAY;
    if (!gather(&batch, first))
        return LINEA_STORE_MEMORY;
    const struct wire_self self = c->wire.self;
    c->wire.failure[0] = c->wire.state[0] = '\0';
    c->begun = linea_wire_now();
    bool fine = linea_wire_begin_trip(&c->wire);
    if (fine) {
        fine = send_and_fetch(&c->wire, &batch);
        linea_wire_end_trip(&c->wire);
    }
    c->begun = 0;
    enum linea_store_result result = LINEA_STORE_OK;
    if (fine && c->wire.warned) { /* somebody has cancelled the wait for a standby */
        linea_wire_close(&c->wire);
        fine = false;
    }
    if (fine)
        mark(&batch, c->cluster);
    else if (c->wire.connection)
        result = linea_wire_result(&c->wire); /* rolled back */
    else {
        c->lost = self;
        result = LINEA_STORE_UNKNOWN;
    }
    free(batch.want);
    if (!fine && result == LINEA_STORE_AWAY) /* another host may have taken over */
        linea_wire_close(&c->wire);
    return result;
}

/* Unknown outcomes. */

/* Whether the server process that had the transaction is gone: then it is decided. One
   that waits for more of us will wait for ever, in the middle of what was sent too, and
   is ended; one that is at work, or waits for a standby, is not. On failure returns
   false. */
static bool lost_is_gone(struct store_committer *c)
{
    char text[400];
    snprintf(text, sizeof text,
             "SELECT CASE WHEN state LIKE 'idle%%' OR wait_event = 'ClientRead'"
             " THEN pg_terminate_backend(pid) ELSE false END FROM pg_stat_activity "
             "WHERE pid = %d"
             " AND (extract(epoch FROM backend_start) * 1000000)::int8 = %lld",
             c->lost.pid, (long long)c->lost.since);
    PGresult *result = PQexec(c->wire.connection, text);
    bool gone = PQresultStatus(result) == PGRES_TUPLES_OK && PQntuples(result) == 0;
    PQclear(result);
    return gone;
}

/* Whether an event stands in its log as it was to be written. On failure returns false.
 */
static bool find_event(struct wire *wire, bool *found,
                       const struct linea_store_event *e)
{
    struct wire_number game, number;
    const struct wire_value values[] = {linea_wire_int8(&game, (int64_t)e->game),
                                        linea_wire_int4(&number, e->number)};
    const char *const bytes[] = {values[0].bytes, values[1].bytes};
    const int lengths[] = {8, 4}, formats[] = {1, 1};
    PGresult *result = PQexecParams(
        wire->connection,
        "SELECT text FROM event WHERE game = $1::int8 AND number = $2::int4", 2, NULL,
        bytes, lengths, formats, 1);
    bool fine = PQresultStatus(result) == PGRES_TUPLES_OK;
    *found = fine && PQntuples(result) == 1 &&
             (size_t)PQgetlength(result, 0, 0) == e->length &&
             memcmp(PQgetvalue(result, 0, 0), e->text, e->length) == 0;
    PQclear(result);
    return fine;
}

/* Whether all that is committed is as durable as it is to be. What was committed while
   nobody was there any more to wait for them may stand here alone, and not at the
   standbys: they get things in order, so they have it when they have what is written
   now. */
static bool wait_for_standbys(struct wire *wire)
{
    return linea_wire_run(wire, "UPDATE part SET version = version"
                                " WHERE name = 'store'") &&
           !wire->warned;
}

/* Mark what the lost transaction has written. Two nodes cannot have written the same
   line at the same place for different reasons: it has a number, a time and what
   happened. On failure returns false. */
static bool resolve(struct store_committer *c, struct store_entry *first)
{
    if (!linea_wire_connect(&c->wire) || !lost_is_gone(c) ||
        !wait_for_standbys(&c->wire))
        return false;
    for (struct store_entry *e = first; e; e = e->next) {
        bool found;
        if (!is_open(e) || !is_of_game(e) || e->event.number == 0)
            continue;
        if (!find_event(&c->wire, &found, &e->event))
            return false;
        if (!found)
            continue;
        e->written = true;
        linea_cluster_hint(c->cluster, &e->event);
    }
    c->unknown = false;
    return true;
}

/* Erasing. */

static void erase_all(struct store_committer *c, struct store_entry *first)
{
    for (struct store_entry *e = first; e; e = e->next)
        if (e->erasure && is_open(e)) {
            e->result = linea_committer_erase(c, e->erasure->player);
            e->written = e->result == LINEA_STORE_OK;
        }
}

/* Lists. */

static struct store_entry *end_of_append(struct store_entry *e)
{
    while (e->together)
        e = e->next;
    return e;
}

/* Write what was appended by itself: so a line that the database does not take harms no
   other game. */
static enum linea_store_result write_each(struct store_committer *c,
                                          struct store_entry *first)
{
    for (struct store_entry *e = first; e;) {
        struct store_entry *last = end_of_append(e), *next = last->next;
        last->next = NULL;
        enum linea_store_result result = write_list(c, e);
        for (struct store_entry *x = e;
             x && result != LINEA_STORE_OK && result != LINEA_STORE_UNKNOWN;
             x = x->next)
            if (is_open(x))
                x->result = result;
        last->next = next;
        if (result == LINEA_STORE_UNKNOWN)
            return result;
        e = next;
    }
    return LINEA_STORE_OK;
}

static enum linea_store_result write_all(struct store_committer *c,
                                         struct store_entry *first)
{
    erase_all(c, first);
    enum linea_store_result result = write_list(c, first);
    return result == LINEA_STORE_FAULT ? write_each(c, first) : result;
}

enum linea_store_result linea_committer_commit(struct store_committer *c,
                                               struct store_entry *first,
                                               char failure[LINEA_STORE_TEXT])
{
    if (c->unknown && !resolve(c, first)) {
        c->away = true;
        snprintf(failure, LINEA_STORE_TEXT, "%s", c->wire.failure);
        return LINEA_STORE_UNKNOWN;
    }
    enum linea_store_result result = write_all(c, first);
    c->unknown = result == LINEA_STORE_UNKNOWN;
    c->away = result == LINEA_STORE_AWAY || c->unknown;
    snprintf(failure, LINEA_STORE_TEXT, "%s", c->wire.failure);
    linea_cluster_send_hints(c->cluster);
    return result;
}

enum linea_store_result linea_committer_look(struct store_committer *c,
                                             char failure[LINEA_STORE_TEXT])
{
    if (c->away)
        c->away = !linea_wire_connect(&c->wire);
    snprintf(failure, LINEA_STORE_TEXT, "%s", c->away ? c->wire.failure : "");
    return c->away ? LINEA_STORE_AWAY : LINEA_STORE_OK;
}
