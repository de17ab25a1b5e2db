/*
 * server/cup/book.c - tournaments as their logs have them, read and written inside of
 * jobs.
 *
 * Reading a log takes long where many play, so the cups that were read last are kept,
 * and read on. Whether what is kept is still true is seen by the tag of its last event:
 * a job that failed, or another node, may have left another one there, or none.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "cups.h"
#include "token.h"

enum { PAGES = 4 };

struct page {
    uint64_t id;
    int64_t tag; /* of the last event of the cup */
    uint64_t used;
    struct linea_cup cup;
};

struct cup_book {
    struct page *page[PAGES];
    uint64_t uses;
    struct linea_json *json;
    char *line, *stored, *text;
};

void linea_cup_book_close(struct cup_book *book)
{
    for (int i = 0; book && i < PAGES; i++)
        free(book->page[i]);
    if (book) {
        free(book->json);
        free(book->line);
        free(book->stored);
        free(book->text);
    }
    free(book);
}

struct cup_book *linea_cup_book_open(void)
{
    struct cup_book *book = calloc(1, sizeof *book);
    if (!book)
        return NULL;
    book->json = malloc(sizeof *book->json);
    book->line = malloc(LINEA_CUP_LINE);
    book->stored = malloc(LINEA_CUP_LINE);
    book->text = malloc(CUP_TEXT);
    if (book->json && book->line && book->stored && book->text)
        return book;
    linea_cup_book_close(book);
    return NULL;
}

char *linea_cup_book_text(struct cup_book *book)
{
    return book->text;
}

/* The page of a cup, else one for it, empty. NULL without memory. */
static struct page *page_for(struct cup_book *book, uint64_t id)
{
    int oldest = 0;
    for (int i = 0; i < PAGES; i++) {
        if (book->page[i] && book->page[i]->id == id)
            return book->page[i];
        if (!book->page[i] ||
            (book->page[oldest] && book->page[i]->used < book->page[oldest]->used))
            oldest = i;
    }
    struct page *page = book->page[oldest];
    if (!page)
        page = book->page[oldest] = malloc(sizeof *page);
    if (page)
        memset(page, 0, sizeof *page);
    if (page)
        page->id = id;
    return page;
}

/* Read on from the last event that is known. False if that is not there any more. */
static bool read_on(struct cup_work *work, struct page *page)
{
    struct linea_error error;
    bool known = page->cup.event == 0;
    sql_ask(work->db,
            "SELECT number, tag, line FROM cup_event WHERE cup = $1 AND number >= $2"
            " ORDER BY number",
            linea_value_id(page->id), linea_value_int(page->cup.event));
    while (linea_db_next(work->db)) {
        const char *line = linea_db_text(work->db, 2);
        int64_t number = linea_db_int(work->db, 0), tag = linea_db_int(work->db, 1);
        if (!known && number == page->cup.event && tag == page->tag) {
            known = true;
            continue;
        }
        if (!known || !linea_cup_restore(&page->cup, &error, &work->io, false, line,
                                         strlen(line)))
            return false;
        page->tag = tag;
    }
    return known && linea_db_fine(work->db);
}

static bool read_rules(struct cup_work *work, const char *text)
{
    struct linea_error error;
    return !linea_json_read(work->book->json, text, strlen(text)) &&
           linea_cup_rules_read(&work->row.rules, &error, work->book->json, NULL, 0);
}

static bool read_row(struct cup_work *work, uint64_t id)
{
    struct linea_db *db = work->db;
    struct cup_row *row = &work->row;
    sql_ask(db,
            "SELECT host, made, tag, changes, event, stage, rules FROM cup"
            " WHERE id = $1",
            linea_value_id(id));
    if (!linea_db_next(db))
        return false;
    *row = (struct cup_row){.id = id,
                            .host = linea_db_id(db, 0),
                            .made = linea_db_int(db, 1),
                            .tag = linea_db_int(db, 2),
                            .changes = linea_db_int(db, 3),
                            .event = (uint32_t)linea_db_int(db, 4),
                            .stage = (enum linea_cup_stage)linea_db_int(db, 5)};
    return read_rules(work, linea_db_text(db, 6));
}

static struct page *page_of(const struct cup_work *work)
{
    return (struct page *)((char *)work->cup - offsetof(struct page, cup));
}

/* A line for the log, then the same for the public. */
static void emit(void *context, int audience, const char *line, size_t length)
{
    struct cup_work *work = context;
    if (audience == LINEA_CUP_STORE) {
        memcpy(work->book->stored, line, length);
        work->book->stored[length] = '\0';
        work->stored = work->book->stored;
        work->length = length;
        return;
    }
    bool same = length == work->length && memcmp(line, work->stored, length) == 0;
    work->tag = (int64_t)(linea_token_new_player() >> 1);
    page_of(work)->tag = work->tag;
    sql_run(work->db, "INSERT INTO cup_event VALUES ($1, $2, $3, $4, $5)",
            linea_value_id(work->row.id), linea_value_int(work->cup->event),
            linea_value_int(work->tag), linea_value_text(work->stored),
            same ? linea_value_text(NULL)
                 : (struct linea_value){
                       .kind = VALUE_TEXT, .bytes = line, .length = length});
}

static void begin(struct cup_work *work, struct linea_db *db, struct cup_book *book,
                  int64_t now)
{
    memset(work, 0, sizeof *work);
    work->db = db;
    work->book = book;
    work->now = now;
    work->io = (struct linea_cup_io){
        .emit = emit, .context = work, .json = book->json, .line = book->line};
}

/* Who writes locks the row first: then nobody else is between its reading and its
   writing. */
bool linea_cup_lock(struct linea_db *db, uint64_t id)
{
    return sql_run(db, "UPDATE cup SET changes = changes + 1 WHERE id = $1",
                   linea_value_id(id)) == 1;
}

bool linea_cup_work(struct cup_work *work, struct linea_db *db, struct cup_book *book,
                    uint64_t id, int64_t now)
{
    begin(work, db, book, now);
    if (!read_row(work, id))
        return false;
    struct page *page = page_for(book, id);
    if (!page)
        return false;
    page->used = ++book->uses;
    if (!read_on(work, page)) {
        memset(&page->cup, 0, sizeof page->cup);
        if (!linea_db_fine(db) || !read_on(work, page)) {
            page->id = 0;
            return false;
        }
    }
    work->cup = &page->cup;
    work->tag = page->tag;
    work->event = page->cup.event;
    work->tables = page->cup.tables;
    work->row.event = work->event; /* of who only reads, the log may be further */
    return true;
}

bool linea_cup_work_new(struct cup_work *work, struct linea_db *db,
                        struct cup_book *book, uint64_t id, int64_t now)
{
    begin(work, db, book, now);
    struct page *page = page_for(book, id);
    if (!page)
        return false;
    page->used = ++book->uses;
    memset(&page->cup, 0, sizeof page->cup);
    work->cup = &page->cup;
    work->row.id = id;
    work->row.made = now;
    return true;
}

/* The games of tables that have been paired. */
static void add_games(struct cup_work *work)
{
    char players[64];
    const struct linea_cup *cup = work->cup;
    for (uint32_t number = work->tables + 1; number <= cup->tables; number++) {
        const struct linea_cup_table *table = linea_cup_table(cup, number);
        for (int part = 0; table && part < linea_cup_games(cup, table); part++) {
            struct linea_out out;
            struct linea_value game = linea_value_id(linea_token_new_player());
            linea_out_init(&out, players, sizeof players);
            struct linea_list list = linea_list_open(&out, "[", "]");
            for (int s = 0; s < table->seats; s++)
                linea_list_int(&list, linea_cup_sits(table, part, s));
            linea_list_close(&list);
            sql_run(work->db,
                    "INSERT INTO cup_game VALUES ($1, $2, $3, $4, $5, $6, 0, $7,"
                    " NULL, NULL, 0)",
                    linea_value_id(work->row.id), linea_value_int(number),
                    linea_value_int(part), linea_value_int(table->round), game,
                    linea_value_text(players),
                    linea_value_int(work->row.rules.come * (int64_t)1000));
            for (int s = 0; s < table->seats; s++)
                sql_run(
                    work->db,
                    "INSERT INTO cup_seat SELECT $1, $2, player FROM cup_player"
                    " WHERE cup = $3 AND player = $4 AND bot IS NULL",
                    game, linea_value_int(s), linea_value_id(work->row.id),
                    linea_value_id(cup->player[linea_cup_sits(table, part, s)].player));
        }
    }
}

/* When something happens by itself. */
static int64_t due_of(const struct cup_work *work)
{
    const struct linea_cup *cup = work->cup;
    const int64_t forgotten = work->row.made + CUP_DAYS * (int64_t)86400000;
    if (cup->stage == LINEA_CUP_GATHERING)
        return work->row.rules.starts && work->row.rules.starts < forgotten
                   ? work->row.rules.starts
                   : forgotten;
    return linea_cup_due(cup, work->now);
}

bool linea_cup_go_on(struct cup_work *work)
{
    struct linea_cup *cup = work->cup;
    struct linea_db *db = work->db;
    linea_cup_tick(cup, &work->io, work->now);
    add_games(work);
    if (cup->stage == LINEA_CUP_OVER)
        sql_run(db, "UPDATE cup_player SET place = NULL WHERE cup = $1",
                linea_value_id(work->row.id));
    int64_t moved = sql_run(
        db,
        "UPDATE cup SET event = $3, tag = $4, stage = $5, due = $6, players = $7,"
        " round = $8, rounds = $9, starts = $10, changes = changes + 1"
        " WHERE id = $1 AND event = $2",
        linea_value_id(work->row.id), linea_value_int(work->event),
        linea_value_int(cup->event), linea_value_int(work->tag),
        linea_value_int(cup->stage), linea_value_int(due_of(work)),
        linea_value_int(cup->players), linea_value_int(cup->round),
        linea_value_int(cup->rounds), linea_value_int(work->row.rules.starts));
    return moved == 1;
}

void linea_cup_delete(struct linea_db *db, uint64_t id)
{
    static const char *const parts[] = {
        "DELETE FROM cup_seat WHERE game IN (SELECT game FROM cup_game WHERE cup = $1)",
        "DELETE FROM cup_game WHERE cup = $1",
        "DELETE FROM cup_player WHERE cup = $1",
        "DELETE FROM cup_event WHERE cup = $1",
        "DELETE FROM notice WHERE game = $1",
        "DELETE FROM cup WHERE id = $1"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        sql_run(db, parts[i], linea_value_id(id));
}
