/*
 * server/notice/feed.c - the games in which it is one's turn, for programs that read
 * feeds and calendars: GET /u/KEY/turns.atom and turns.ics; POST /api/notices/feed.
 *
 * The key is a secret of its own, and good for nothing else. It stands in an address,
 * since such programs can send nothing besides; so no log has it (exchange.c).
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "common/maps.h"
#include "common/tr.h"
#include "inside.h"
#include "linea/utf8.h"

enum { ROOM = 65536, FOLDED = 73 };

struct feed {
    struct call call;
    bool calendar, end;
    char key[SECRET_TEXT];
    uint8_t id[SECRET_HASH];
    char base[INVITE_BASE];
    struct notice_choice choice;
    struct notice_word word[NOTICE_GAMES];
    int count;
    char text[ROOM];
};

/* Reading. */

/* The board of a game, as its row says. */
static void read_map(char out[NOTICE_MAP], struct linea_json *json, const char *summary)
{
    *out = '\0';
    if (!linea_json_read(json, summary, strlen(summary)))
        linea_json_string(json, out, NOTICE_MAP, linea_json_get(json, 0, "map"));
}

static bool read(struct linea_db *db, struct linea_sql_job *job)
{
    struct feed *f = (struct feed *)job;
    struct linea_json *json = malloc(sizeof *json);
    f->count = 0;
    sql_ask(db, "SELECT player FROM feed WHERE id = $1",
            linea_value_bytes(f->id, sizeof f->id));
    if (!json || !linea_db_next(db)) {
        free(json);
        return linea_call_refuse(&f->call, 404, "missing",
                                 "this address leads nowhere any more");
    }
    uint64_t player = linea_db_id(db, 0);
    linea_notice_choice(db, &f->choice, player, 0);
    sql_ask(db,
            "SELECT n.game, n.at, n.deadline, g.summary FROM notice n"
            " JOIN game g ON g.id = n.game WHERE n.player = $1 AND n.kind = 2"
            " ORDER BY n.at DESC LIMIT $2",
            linea_value_id(player), linea_value_int(NOTICE_GAMES));
    while (f->count < NOTICE_GAMES && linea_db_next(db)) {
        struct notice_word *w = &f->word[f->count++];
        *w = (struct notice_word){.game = linea_db_id(db, 0),
                                  .kind = LINEA_NOTICE_TURN,
                                  .at = linea_db_int(db, 1),
                                  .deadline = linea_db_int(db, 2)};
        read_map(w->map, json, linea_db_text(db, 3));
    }
    free(json);
    return true;
}

/* Atom: RFC 4287. */

static void write_date(struct linea_out *out, const char *tag, int64_t at)
{
    char date[32];
    linea_notice_date(date, "%Y-%m-%dT%H:%M:%SZ", at);
    linea_out_text(out, "<");
    linea_out_text(out, tag);
    linea_out_text(out, ">");
    linea_out_text(out, date);
    linea_out_text(out, "</");
    linea_out_text(out, tag);
    linea_out_text(out, ">\n");
}

static void write_words(struct linea_out *out, const char *tag, const char *words)
{
    linea_out_text(out, "<");
    linea_out_text(out, tag);
    linea_out_text(out, ">");
    linea_write_escaped(out, words);
    linea_out_text(out, "</");
    linea_out_text(out, tag);
    linea_out_text(out, ">\n");
}

static void write_entry(struct linea_out *out, const struct feed *f,
                        const struct notice_word *w)
{
    char id[17], at[24], words[NOTICE_WORDS];
    linea_hub_id_write(id, w->game);
    snprintf(at, sizeof at, "%lld", (long long)w->at);
    linea_out_text(out, "<entry>\n<id>urn:linea:turn:");
    linea_out_text(out, id);
    linea_out_text(out, ":");
    linea_out_text(out, at); /* another turn is another entry */
    linea_out_text(out, "</id>\n");
    linea_notice_title(words, f->choice.language, w);
    write_words(out, "title", words);
    write_date(out, "updated", w->at);
    linea_out_text(out, "<link href=\"");
    linea_out_text(out, f->base);
    linea_out_text(out, "/g/");
    linea_out_text(out, id);
    linea_out_text(out, "\"/>\n");
    linea_notice_text(words, f->choice.language, w);
    write_words(out, "summary", words);
    linea_out_text(out, "</entry>\n");
}

static void write_atom(struct linea_out *out, const struct feed *f)
{
    int64_t latest = 0;
    for (int i = 0; i < f->count; i++)
        latest = f->word[i].at > latest ? f->word[i].at : latest;
    linea_out_text(out, "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
                        "<feed xmlns=\"http://www.w3.org/2005/Atom\">\n"
                        "<id>urn:linea:turns</id>\n<title>Linea</title>\n"
                        "<author><name>Linea</name></author>\n");
    write_date(out, "updated", latest);
    for (int i = 0; i < f->count; i++)
        write_entry(out, f, &f->word[i]);
    linea_out_text(out, "</feed>\n");
}

/* iCalendar: RFC 5545. */

/* A line with an escaped text, folded before it is too long: never inside of a letter.
 */
static void write_line(struct linea_out *out, const char *name, const char *text)
{
    char line[2 * NOTICE_WORDS + 64];
    struct linea_out whole;
    linea_out_init(&whole, line, sizeof line);
    linea_out_text(&whole, name);
    linea_out_text(&whole, ":");
    for (; *text; text++) {
        const char one[] = {*text, '\0'};
        linea_out_text(&whole, strchr(",;\\", *text) ? "\\" : "");
        linea_out_text(&whole, one);
    }
    size_t length = (size_t)(whole.at - line), at = 0;
    while (length - at > FOLDED) {
        size_t part = linea_utf8_cut(line + at, length - at, FOLDED);
        linea_out_chars(out, line + at, part);
        linea_out_text(out, "\r\n ");
        at += part;
    }
    linea_out_chars(out, line + at, length - at);
    linea_out_text(out, "\r\n");
}

static void write_event(struct linea_out *out, const struct feed *f,
                        const struct notice_word *w)
{
    char id[17], date[32], words[NOTICE_WORDS];
    linea_hub_id_write(id, w->game);
    linea_out_text(out, "BEGIN:VEVENT\r\n");
    snprintf(words, sizeof words, "%s@linea", id);
    write_line(out, "UID", words);
    linea_notice_date(date, "%Y%m%dT%H%M%SZ", w->at);
    write_line(out, "DTSTAMP", date);
    linea_notice_date(date, "%Y%m%dT%H%M%SZ", w->deadline);
    write_line(out, "DTSTART", date);
    linea_notice_title(words, f->choice.language, w);
    write_line(out, "SUMMARY", words);
    linea_notice_text(words, f->choice.language, w);
    write_line(out, "DESCRIPTION", words);
    snprintf(words, sizeof words, "%s/g/%s", f->base, id);
    write_line(out, "URL", words);
    linea_out_text(out, "END:VEVENT\r\n");
}

/* Turns that have no end are no dates. */
static void write_calendar(struct linea_out *out, const struct feed *f)
{
    linea_out_text(out,
                   "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Linea//Turns//EN\r\n"
                   "X-WR-CALNAME:Linea\r\nREFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n");
    for (int i = 0; i < f->count; i++)
        if (f->word[i].deadline)
            write_event(out, f, &f->word[i]);
    linea_out_text(out, "END:VCALENDAR\r\n");
}

static void answer(struct linea_sql_job *job)
{
    struct feed *f = (struct feed *)job;
    struct linea_out out;
    if (linea_call_failed(&f->call))
        return;
    linea_out_init(&out, f->text, sizeof f->text);
    if (f->calendar)
        write_calendar(&out, f);
    else
        write_atom(&out, f);
    size_t length = (size_t)(out.at - f->text);
    char *text = out.full ? NULL : malloc(length + 1);
    if (!text) {
        linea_call_refuse(&f->call, 503, "failed", "no memory: try later");
        linea_call_give_up(&f->call);
        return;
    }
    memcpy(text, f->text, length);
    linea_call_answer_with(&f->call, text, length,
                           f->calendar ? "text/calendar; charset=utf-8"
                                       : "application/atom+xml; charset=utf-8",
                           "Cache-Control: private, max-age=300\r\n");
}

static void give(struct connection *c, struct exchange *e, bool calendar)
{
    struct feed *f = linea_call_begin(c, e, sizeof *f);
    if (!f)
        return;
    f->calendar = calendar;
    snprintf(f->base, sizeof f->base, "%s",
             *c->net->options->site ? c->net->options->site : e->base);
    if (!linea_secret_hash(f->id, SECRET_FEED, e->key))
        linea_call_refuse(&f->call, 404, "missing",
                          "this address leads nowhere any more");
    linea_call_ask(&f->call, read, answer);
}

void linea_notices_atom(struct connection *c, struct exchange *e)
{
    give(c, e, false);
}

void linea_notices_calendar(struct connection *c, struct exchange *e)
{
    give(c, e, true);
}

/* A new key; the old one is worth nothing from then on. */

static bool renew(struct linea_db *db, struct linea_sql_job *job)
{
    struct feed *f = (struct feed *)job;
    uint64_t player = f->call.exchange->identity.player;
    const struct linea_value id = linea_value_id(player);
    if (!linea_notices_allowed(db, &f->call))
        return true;
    sql_run(db, "DELETE FROM feed WHERE player = $1", id);
    if (!f->end) {
        linea_secret_make(f->key, f->id, SECRET_FEED);
        sql_run(db, "INSERT INTO feed VALUES ($1, $2, $3)", id,
                linea_value_bytes(f->id, sizeof f->id), linea_value_int(f->call.now));
    }
    linea_notice_wish(db, player,
                      f->call.accounts->options.serve->notice_delay * (int64_t)1000);
    return true;
}

static void renewed(struct linea_sql_job *job)
{
    struct feed *f = (struct feed *)job;
    if (linea_call_failed(&f->call))
        return;
    linea_notices_fill(f->call.accounts->notices, f->call.exchange->identity.player);
    struct linea_list object = linea_list_open(linea_call_out(&f->call), "{", "}");
    linea_key_text(&object, "key", f->end ? "" : f->key);
    linea_call_answer_list(&f->call, &object, "");
}

void linea_notices_feed(struct connection *c, struct exchange *e)
{
    struct feed *f = linea_call_begin(c, e, sizeof *f);
    if (!f)
        return;
    linea_json_bool(&c->net->json, &f->end, linea_json_get(&c->net->json, 0, "end"));
    linea_call_ask(&f->call, renew, renewed);
}
