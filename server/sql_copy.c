/*
 * server/sql_copy.c - what lies beside the games, accounts and ratings, from one
 * database into another one: table by table, row by row, all or nothing.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sql_backend.h"

enum { TABLES = 64, NAME = 64, COLUMNS = 24 };

/* The store copies its own. */
static const char *const of_store[] = {"game", "player",  "log",  "event", "head",
                                       "note", "setting", "node", "part"};

struct tables {
    struct linea_sql_job job;
    int count;
    char name[TABLES][NAME];
    int columns[TABLES];
};

static bool is_of_store(const char *name)
{
    for (size_t i = 0; i < sizeof of_store / sizeof *of_store; i++)
        if (strcmp(name, of_store[i]) == 0)
            return true;
    return false;
}

/* The tables of a file, or of a schema, and how many columns each has. */
static const char list_sqlite[] =
    "SELECT m.name, (SELECT count(*) FROM pragma_table_info(m.name))"
    " FROM sqlite_schema m WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'"
    " ORDER BY m.name";
static const char list_postgres[] =
    "SELECT table_name::text, count(*) FROM information_schema.columns"
    " WHERE table_schema = current_schema() GROUP BY table_name ORDER BY table_name";

static bool list_tables(struct linea_db *db, struct linea_sql_job *job)
{
    struct tables *t = (struct tables *)job;
    bool sqlite = db->backend == &linea_sql_sqlite;
    t->count = 0;
    linea_db_ask(db, sqlite ? list_sqlite : list_postgres, NULL, 0);
    while (linea_db_next(db)) {
        const char *name = linea_db_text(db, 0);
        int64_t columns = linea_db_int(db, 1);
        if (is_of_store(name))
            continue;
        if (t->count == TABLES || strlen(name) >= NAME || columns > COLUMNS)
            return false;
        snprintf(t->name[t->count], NAME, "%s", name);
        t->columns[t->count++] = (int)columns;
    }
    return linea_db_fine(db);
}

/* Rows on their way: they are read by one thread and written by another, so they are
 * all in memory; there are few beside the games. */
struct rows {
    struct linea_sql_job job;
    const char *name;
    int columns;
    struct linea_value
        *value; /* of all rows, one behind the other; bytes are its own */
    size_t count, room;
};

static void free_rows(struct rows *r)
{
    for (size_t i = 0; i < r->count; i++)
        free((void *)r->value[i].bytes);
    free(r->value);
    r->value = NULL;
    r->count = r->room = 0;
}

static bool keep_value(struct rows *r, struct linea_value value)
{
    if (r->count == r->room) {
        size_t room = r->room ? 2 * r->room : 256;
        struct linea_value *more = realloc(r->value, room * sizeof *more);
        if (!more)
            return false;
        r->value = more;
        r->room = room;
    }
    char *copy = NULL;
    if (value.kind == VALUE_TEXT || value.kind == VALUE_BYTES) {
        copy = malloc(value.length + 1);
        if (!copy)
            return false;
        if (value.length)
            memcpy(copy, value.bytes, value.length);
        copy[value.length] = '\0';
    }
    value.bytes = copy;
    r->value[r->count++] = value;
    return true;
}

static bool read_rows(struct linea_db *db, struct linea_sql_job *job)
{
    struct rows *r = (struct rows *)job;
    char text[NAME + 32];
    free_rows(r);
    snprintf(text, sizeof text, "SELECT * FROM \"%s\"", r->name);
    linea_db_ask(db, text, NULL, 0);
    while (linea_db_next(db))
        for (int i = 0; i < r->columns; i++)
            if (!keep_value(r, db->backend->column(db->self, i)))
                return false;
    return linea_db_fine(db);
}

/* A new database may have rows that its tables begin with. */
static bool write_rows(struct linea_db *db, struct linea_sql_job *job)
{
    const struct rows *r = (const struct rows *)job;
    char text[NAME + 32 + COLUMNS * 6];
    snprintf(text, sizeof text, "DELETE FROM \"%s\"", r->name);
    linea_db_run(db, text, NULL, 0);
    int n = snprintf(text, sizeof text, "INSERT INTO \"%s\" VALUES (", r->name);
    for (int i = 0; i < r->columns; i++)
        n += snprintf(text + n, sizeof text - (size_t)n, "%s$%d", i ? ", " : "", i + 1);
    snprintf(text + n, sizeof text - (size_t)n, ")");
    for (size_t at = 0; at < r->count && linea_db_fine(db); at += (size_t)r->columns)
        linea_db_run(db, text, r->value + at, r->columns);
    return linea_db_fine(db);
}

static int find_table(const struct tables *t, const char *name)
{
    for (int i = 0; i < t->count; i++)
        if (strcmp(t->name[i], name) == 0)
            return i;
    return -1;
}

static bool fail(char error[LINEA_SQL_TEXT], struct linea_sql *sql, const char *table)
{
    char why[LINEA_SQL_TEXT];
    linea_sql_failure(sql, why);
    snprintf(error, LINEA_SQL_TEXT, "the table %.40s: %.180s", table, why);
    return false;
}

static bool copy_table(struct linea_sql *to, struct linea_sql *from,
                       char error[LINEA_SQL_TEXT], const char *name, int columns,
                       long *count)
{
    struct rows rows = {
        .job = {.run = read_rows, .reads = true}, .name = name, .columns = columns};
    bool fine = linea_sql_run(from, &rows.job) == LINEA_SQL_OK;
    if (!fine)
        fail(error, from, name);
    rows.job = (struct linea_sql_job){.run = write_rows};
    if (fine && linea_sql_run(to, &rows.job) != LINEA_SQL_OK)
        fine = fail(error, to, name);
    *count += fine ? (long)(rows.count / (size_t)columns) : 0;
    free_rows(&rows);
    return fine;
}

bool linea_sql_copy(struct linea_sql *to, struct linea_sql *from,
                    char error[LINEA_SQL_TEXT], long *count)
{
    struct tables theirs = {.job = {.run = list_tables, .reads = true}}, ours = theirs;
    *count = 0;
    if (linea_sql_run(from, &theirs.job) != LINEA_SQL_OK)
        return fail(error, from, "of tables");
    if (linea_sql_run(to, &ours.job) != LINEA_SQL_OK)
        return fail(error, to, "of tables");
    for (int i = 0; i < theirs.count; i++) {
        int at = find_table(&ours, theirs.name[i]);
        if (at < 0 || ours.columns[at] != theirs.columns[i]) {
            snprintf(error, LINEA_SQL_TEXT,
                     "the table %.40s is none of this version of Linea",
                     theirs.name[i]);
            return false;
        }
        if (!copy_table(to, from, error, theirs.name[i], theirs.columns[i], count))
            return false;
    }
    return true;
}
