/*
 * table/emit.c - the lines that a table emits: its log, and its events for each
 * audience.
 *
 * Whatever an audience gets of the game comes from its view, or from an event that has
 * gone through linea_event_hide(). Nothing else of the game is written here.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "event.h"
#include "linea/fair.h"

/* What the shuffles are made of: the commitment always, seals when all seats are taken,
   nonces once they cannot be chosen any more, the secret when the game is over. */
static void write_fair(const struct linea_table *t, struct linea_list *object)
{
    struct linea_fair made;
    if (t->seeded)
        return;
    linea_table_fair(t, &made);
    struct linea_list fair = linea_key_open(object, "fair", "{", "}");
    linea_key_bytes(&fair, "commitment", made.commitment, LINEA_TABLE_SECRET);
    if (t->sealed)
        linea_key_hashes(&fair, "seals", t->seats, made.sealed, made.seal);
    if (t->begun)
        linea_key_hashes(&fair, "nonces", t->seats, made.given, made.nonce);
    if (t->over)
        linea_key_bytes(&fair, "secret", t->secret, LINEA_TABLE_SECRET);
    linea_list_close(&fair);
}

/* The moves that an audience may make now. */
static void write_moves(const struct linea_table *t, struct linea_list *object)
{
    linea_move moves[LINEA_MOVES];
    int n = linea_game_moves(&t->game, moves);
    linea_key_moves(object, "moves", &t->game, moves, n);
}

/* When the time for the move in hand ends, and what each has in the bank. */
static void write_clock(const struct linea_table *t, struct linea_list *object)
{
    if (!t->over && linea_table_deadline(t) != INT64_MAX)
        linea_key_int(object, "deadline", linea_table_deadline(t));
    if (!t->bank || !t->begun)
        return;
    struct linea_list list = linea_key_open(object, "banks", "[", "]");
    for (int s = 0; s < t->seats; s++)
        linea_list_int(&list, (int)t->seat[s].bank);
    linea_list_close(&list);
}

/* The game as an audience sees it, its moves if it is its turn, how it ended. */
static void write_game(const struct linea_table *t, struct linea_list *object,
                       int audience)
{
    struct linea_view view;
    linea_game_view(&t->game, &view, audience);
    linea_list_key(object, "view");
    linea_view_write(&view, object->out);
    if (!t->over && t->game.turn == audience)
        write_moves(t, object);
    write_clock(t, object);
    if (t->over) {
        linea_list_key(object, "end");
        linea_out_text(object->out, "{");
        linea_scores_write(&t->game, object->out, &t->result);
        linea_out_text(object->out, "}");
        write_fair(t, object);
    }
}

/* What others have moved for a seat, if they have. */
static void write_stood_in(const struct linea_table *t, struct linea_list *object,
                           int seat)
{
    const struct linea_stand_in *stood_in = &t->seat[seat].stood_in;
    if (!stood_in->moves)
        return;
    struct linea_list list = linea_key_open(object, "stood_in", "{", "}");
    linea_key_int(&list, "moves", stood_in->moves);
    if (stood_in->since)
        linea_key_int(&list, "since", stood_in->since);
    linea_list_close(&list);
}

/* What an event has done to the time of the players. */
static void write_time(const struct linea_table *t, struct linea_list *object,
                       const struct table_event *e)
{
    const struct linea_table_seat *seat = &t->seat[e->seat];
    linea_key_bool(object, "paused", t->paused);
    if (e->kind == TABLE_LATE) {
        linea_key_text(object, "by", e->by);
        linea_key_int(object, "times", seat->late);
        if (seat->away)
            linea_key_int(object, "away", seat->away_since);
    }
    write_clock(t, object);
}

static bool is_about_time(enum table_event_kind kind)
{
    return kind == TABLE_LATE || kind == TABLE_BACK || kind == TABLE_PAUSE ||
           kind == TABLE_RESUME || kind == TABLE_RESIGNED || kind == TABLE_REPLACED;
}

/* The part of an event that all audiences and the log have alike. */
static void write_common(const struct linea_table *t, const struct table_event *e,
                         struct linea_list *object)
{
    if (e->seat != LINEA_NOBODY)
        linea_key_int(object, "seat", e->seat);
    if (e->kind == TABLE_SAT || e->kind == TABLE_SAID)
        linea_key_text(object, "name", e->name);
    if (e->kind == TABLE_SAID)
        linea_key_text(object, "text", e->text);
    if (e->kind == TABLE_SAID && e->phrase[0])
        linea_key_text(object, "phrase", e->phrase);
    if (e->kind == TABLE_FILLED)
        linea_key_text(object, "name", t->seat[e->seat].name);
    if (e->colour[0])
        linea_key_text(object, "colour", e->colour);
    if (e->kind == TABLE_NEXT)
        linea_key_id(object, "game", e->next);
}

/* Tells spectators of one name apart, without saying who they are: four hex digits. */
static void write_tag(const struct linea_table *t, struct linea_list *object,
                      uint64_t player)
{
    struct linea_sha256 hash;
    uint8_t tag[LINEA_SHA256];
    linea_sha256_begin(&hash);
    linea_sha256_add(&hash, t->secret, sizeof t->secret);
    for (int i = 0; i < 8; i++) {
        uint8_t byte = (uint8_t)(player >> 8 * i);
        linea_sha256_add(&hash, &byte, 1);
    }
    linea_sha256_end(&hash, tag);
    linea_key_bytes(object, "tag", tag, 2);
}

static struct linea_list open_event(const struct linea_table *t, struct linea_out *out,
                                    const struct table_event *e)
{
    struct linea_list object = linea_list_open(out, "{", "}");
    linea_key_int(&object, "event", t->event);
    linea_key_int(&object, "at", e->at);
    linea_key_text(&object, "what", linea_table_event_name(e->kind));
    return object;
}

/* One event for an audience. */
static void write_seen(const struct linea_table *t, struct linea_out *out,
                       const struct table_event *e, const struct linea_game *before,
                       int audience)
{
    struct linea_list object = open_event(t, out, e);
    linea_key_int_or_null(&object, "you", audience, LINEA_TABLE_PUBLIC);
    if (e->kind == TABLE_MADE || e->kind == TABLE_CHANGED) {
        linea_table_write(t, &object);
    } else if (e->kind == TABLE_MOVED) {
        struct linea_event seen = e->outcome;
        linea_event_hide(&seen, audience);
        linea_list_key(&object, "did");
        linea_record_move_by(before, out, &seen, e->by);
        if (e->by[0])
            write_stood_in(t, &object, e->seat);
    } else {
        write_common(t, e, &object);
    }
    if (e->kind == TABLE_UNREVEALED)
        linea_key_int(&object, "away", t->seat[e->seat].away_since);
    if (e->kind == TABLE_SEALED)
        linea_key_int(&object, "reveal_by", linea_table_reveal_by(t));
    if (e->kind == TABLE_RESIGNED || e->kind == TABLE_TIMED_OUT ||
        e->kind == TABLE_REPLACED)
        linea_key_text(&object, "takeover", linea_table_takeover_name(t));
    if (e->kind == TABLE_SAID && e->seat == LINEA_NOBODY)
        write_tag(t, &object, e->player);
    if (is_about_time(e->kind))
        write_time(t, &object, e);
    if (e->kind == TABLE_HINTED)
        linea_key_int(&object, "hints", t->seat[e->seat].hints);
    if (e->kind != TABLE_MOVED && e->kind != TABLE_SAID)
        linea_key_int_or_null(&object, "host", linea_table_host_seat(t), LINEA_NOBODY);
    if (e->kind == TABLE_MADE || e->kind == TABLE_SEALED || e->kind == TABLE_BEGAN)
        write_fair(t, &object);
    if (e->kind == TABLE_TRAVELLED)
        linea_key_int(&object, "state", t->state);
    if (e->kind == TABLE_BEGAN || e->kind == TABLE_MOVED ||
        (e->kind == TABLE_TRAVELLED && t->begun))
        write_game(t, &object, audience);
    linea_list_close(&object);
}

/* For whom seats are kept, by seat, if any is. */
static void write_kept(const struct linea_table *t, struct linea_list *object)
{
    bool any = false;
    for (int s = 0; s < t->seats; s++)
        any |= t->seat[s].kept_for != 0;
    if (!any)
        return;
    struct linea_list list = linea_key_open(object, "kept", "[", "]");
    for (int s = 0; s < t->seats; s++) {
        linea_list_next(&list);
        if (!t->seat[s].kept_for) {
            linea_out_text(list.out, "null");
            continue;
        }
        struct linea_list one = linea_list_open(list.out, "{", "}");
        linea_key_id(&one, "player", t->seat[s].kept_for);
        linea_key_text(&one, "name", t->seat[s].kept_name);
        linea_list_close(&one);
    }
    linea_list_close(&list);
}

/* What an event did, for who comes later: points and tickets of the seat that moved
   stand for the view, which has how many there are as far as one may know. */
static void write_brief(const struct linea_table *t, struct linea_out *out,
                        const struct table_event *e, const struct linea_game *before,
                        int audience)
{
    struct linea_view view;
    struct linea_list object = open_event(t, out, e);
    if (e->kind != TABLE_MOVED) {
        write_common(t, e, &object);
        if (e->kind == TABLE_SAID && e->seat == LINEA_NOBODY)
            write_tag(t, &object, e->player);
        if (is_about_time(e->kind))
            write_time(t, &object, e);
        linea_list_close(&object);
        return;
    }
    struct linea_event seen = e->outcome;
    linea_event_hide(&seen, audience);
    linea_game_view(&t->game, &view, audience);
    linea_list_key(&object, "did");
    linea_record_move_by(before, out, &seen, e->by);
    const struct linea_view_seat *seat = &view.seat[e->seat];
    linea_key_int(&object, "points", seat->points);
    linea_key_int(&object, "tickets",
                  seat->tickets_seen ? linea_set_count(&seat->tickets) : seat->held);
    linea_key_int(&object, "offered", seat->offered);
    linea_key_bool(&object, "last", view.last_turns != LINEA_LAST_TURNS_NO);
    linea_list_close(&object);
}

/* All of a game that has just been placed: for the log and the record only. */
static void write_position(const struct linea_table *t, struct linea_list *object)
{
    struct linea_view all;
    linea_game_view(&t->game, &all, LINEA_ALL);
    linea_list_key(object, "position");
    linea_view_write(&all, object->out);
}

/* The tournament that it is a table of. */
static void write_cup(const struct linea_table *t, struct linea_list *object)
{
    if (!t->cup)
        return;
    linea_key_id(object, "cup", t->cup);
    linea_key_int(object, "cup_table", t->cup_table);
}

/* One event for the log: enough to restore it. */
static void write_stored(const struct linea_table *t, struct linea_out *out,
                         const struct table_event *e, const struct linea_game *before)
{
    struct linea_list object = open_event(t, out, e);
    write_common(t, e, &object);
    if (e->player)
        linea_key_id(&object, "player", e->player);
    if (e->kind == TABLE_CHANGED)
        linea_table_write(t, &object);
    if (e->kind == TABLE_TRAVELS)
        linea_key_bytes(&object, "link", e->link, sizeof e->link);
    if (e->kind == TABLE_MADE) {
        linea_table_write(t, &object);
        linea_key_bytes(&object, t->seeded ? "seed" : "secret", t->secret,
                        LINEA_TABLE_SECRET);
        if (t->placed)
            write_position(t, &object);
        if (t->day[0])
            linea_key_text(&object, "day", t->day);
        write_cup(t, &object);
        write_kept(t, &object);
    }
    if (e->kind == TABLE_SAT && e->has_seal)
        linea_key_bytes(&object, "seal", e->seal, LINEA_TABLE_SECRET);
    if (e->kind == TABLE_REVEALED || (e->kind == TABLE_SAT && e->has_nonce))
        linea_key_bytes(&object, "nonce", e->nonce, LINEA_TABLE_SECRET);
    if (e->kind == TABLE_MOVED)
        linea_key_move(&object, "move", before, e->move);
    if (e->by[0])
        linea_key_text(&object, "by", e->by);
    linea_list_close(&object);
}

/* The colours that players chose, by seat, if any did: a key more in the header of the
   record, which the engine has closed. It knows nothing of colours. */
static void add_colours(const struct linea_table *t, struct linea_out *out)
{
    bool any = false;
    for (int s = 0; s < t->seats; s++)
        any |= t->seat[s].colour[0] != 0;
    if (!any)
        return;
    out->at--;
    linea_out_text(out, ",\"colours\":");
    struct linea_list list = linea_list_open(out, "[", "]");
    for (int s = 0; s < t->seats; s++) {
        linea_list_next(&list);
        linea_out_text(out, t->seat[s].colour[0] ? "\"" : "null");
        linea_out_text(out, t->seat[s].colour);
        linea_out_text(out, t->seat[s].colour[0] ? "\"" : "");
    }
    linea_list_close(&list);
    linea_out_text(out, "}");
}

/* The header, and the deal; a game that was placed has a position in its header. */
static void write_beginning(const struct linea_table *t, struct linea_out *out)
{
    const char *names[LINEA_SEATS];
    struct linea_game g;
    struct linea_event deal;
    struct linea_fair fair;
    struct linea_view position;
    linea_table_fair(t, &fair);
    for (int s = 0; s < t->seats; s++)
        names[s] = t->seat[s].name;
    if (t->placed)
        linea_game_view(&t->game, &position, LINEA_ALL);
    else
        linea_game_begin(&g, &deal, t->map, t->seats, t->first, &t->seed);
    linea_record_header(out, t->map, names, t->seats, t->game.first, &t->seed,
                        t->seeded ? NULL : &fair, t->placed ? &position : NULL);
    add_colours(t, out);
    linea_out_text(out, "\n");
    if (t->placed)
        return;
    linea_record_deal(&g, out, &deal);
    linea_out_text(out, "\n");
}

/* What an event adds to the record of the game. */
static void write_record(const struct linea_table *t, struct linea_out *out,
                         const struct table_event *e, const struct linea_game *before)
{
    if (e->kind == TABLE_BEGAN)
        write_beginning(t, out);
    if (e->kind == TABLE_MOVED) {
        linea_record_move_by(before, out, &e->outcome, e->by);
        linea_out_text(out, "\n");
        if (t->over) {
            linea_record_end(&t->game, out, &t->result);
            linea_out_text(out, "\n");
        }
    }
}

void linea_table_emit(const struct linea_table *t, const struct linea_table_io *io,
                      const struct table_event *e, const struct linea_game *before)
{
    struct linea_out out;
    for (int s = 0; io->moved && e->kind == TABLE_MOVED && s < t->seats; s++) {
        struct linea_event seen = e->outcome;
        linea_event_hide(&seen, s);
        io->moved(io->context, s, &seen);
    }
    linea_out_init(&out, io->line, LINEA_TABLE_LINE);
    if (io->record) {
        write_record(t, &out, e, before);
        io->emit(io->context, LINEA_TABLE_RECORD, io->line,
                 (size_t)(out.at - io->line));
        return;
    }
    if (io->brief) {
        write_brief(t, &out, e, before, io->audience);
        io->emit(io->context, io->audience, io->line, (size_t)(out.at - io->line));
        return;
    }
    write_stored(t, &out, e, before);
    io->emit(io->context, LINEA_TABLE_STORE, io->line, (size_t)(out.at - io->line));
    for (int s = 0; s <= t->seats; s++) {
        int audience = s < t->seats ? s : LINEA_TABLE_PUBLIC;
        linea_out_init(&out, io->line, LINEA_TABLE_LINE);
        write_seen(t, &out, e, before, audience);
        io->emit(io->context, audience, io->line, (size_t)(out.at - io->line));
    }
}

/* The people around the table. */
static void write_seats(const struct linea_table *t, struct linea_list *object)
{
    static const char *const holder[] = {[LINEA_TABLE_OPEN] = "open",
                                         [LINEA_TABLE_HUMAN] = "human",
                                         [LINEA_TABLE_BOT] = "bot"};
    struct linea_list list = linea_key_open(object, "players", "[", "]");
    for (int s = 0; s < t->seats; s++) {
        const struct linea_table_seat *seat = &t->seat[s];
        struct linea_list one = linea_list_object(&list);
        linea_key_text(&one, "is", holder[seat->holder]);
        if (seat->holder != LINEA_TABLE_OPEN)
            linea_key_text(&one, "name", seat->name);
        else if (seat->kept_for)
            linea_key_text(&one, "kept", seat->kept_name);
        if (seat->colour[0])
            linea_key_text(&one, "colour", seat->colour);
        if (seat->abandoned)
            linea_key_text(&one, "takeover", linea_table_takeover_name(t));
        if (seat->replaced)
            linea_key_bool(&one, "replaced", true);
        if (seat->away)
            linea_key_int(&one, "away", seat->away_since);
        if (seat->wants_pause)
            linea_key_bool(&one, "pause", true);
        write_stood_in(t, &one, s);
        if (seat->hints)
            linea_key_int(&one, "hints", seat->hints);
        if (t->sealed && !t->begun && seat->has_seal)
            linea_key_bool(&one, "revealed", seat->has_nonce);
        if (seat->again)
            linea_key_bool(&one, "again", true);
        linea_list_close(&one);
    }
    linea_list_close(&list);
}

static void write_stage(const struct linea_table *t, struct linea_list *object)
{
    linea_key_text(object, "stage",
                   t->over    ? "over"
                   : t->begun ? "running"
                              : "gathering");
}

void linea_table_show(const struct linea_table *t, struct linea_out *out, int audience)
{
    struct linea_list object = linea_list_open(out, "{", "}");
    linea_key_int(&object, "event", t->event);
    linea_key_int(&object, "state", t->state);
    linea_key_int_or_null(&object, "you", audience, LINEA_TABLE_PUBLIC);
    linea_table_write(t, &object);
    if (t->day[0])
        linea_key_text(&object, "day", t->day);
    write_cup(t, &object);
    write_seats(t, &object);
    linea_key_int_or_null(&object, "host", linea_table_host_seat(t), LINEA_NOBODY);
    write_stage(t, &object);
    if (t->paused)
        linea_key_bool(&object, "paused", true);
    if (t->sealed && !t->begun)
        linea_key_int(&object, "reveal_by", linea_table_reveal_by(t));
    if (t->next)
        linea_key_id(&object, "next", t->next);
    if (!t->over)
        write_fair(t, &object);
    if (t->begun)
        write_game(t, &object, audience);
    linea_list_close(&object);
}

void linea_table_settings(const struct linea_table *t, struct linea_out *out)
{
    struct linea_list object = linea_list_open(out, "{", "}");
    linea_table_write(t, &object);
    linea_list_close(&object);
}

/* The date whose deal it is, and when it is over the points by seat. */
static void write_day(const struct linea_table *t, struct linea_list *object)
{
    linea_key_text(object, "day", t->day);
    if (!t->over)
        return;
    struct linea_list list = linea_key_open(object, "points", "[", "]");
    for (int s = 0; s < t->seats; s++)
        linea_list_int(&list, t->result.seat[s].total);
    linea_list_close(&list);
}

void linea_table_summary(const struct linea_table *t, struct linea_out *out)
{
    struct linea_list object = linea_list_open(out, "{", "}");
    linea_table_write(t, &object);
    write_seats(t, &object);
    write_stage(t, &object);
    linea_key_int(&object, "made", t->made);
    write_cup(t, &object);
    if (t->day[0])
        write_day(t, &object);
    linea_list_close(&object);
}
