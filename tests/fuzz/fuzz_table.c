/*
 * tests/fuzz/fuzz_table.c - any bytes as the wish for a table and as requests to it.
 *
 * The first line is how the table is to be made. Each later one is
 *   0 to 5 and a request: somebody asks, 0 being nobody;
 *   m and a letter: who is to move makes a legal move;
 *   t: a clock runs out;  r and a line: a stored event, for another table.
 * Every request gets one answer that is JSON; what is refused changes nothing; events
 * have numbers without a gap; and the log makes the same table again.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "bot.h"
#include "common/maps.h"
#include "fuzz.h"
#include "linea/table.h"

enum { LOG = 1 << 22 };

static struct linea_json json, answer_json;
static char line[LINEA_TABLE_LINE], answer[LINEA_TABLE_LINE], shown[LINEA_TABLE_LINE],
    again[LINEA_TABLE_LINE];
static char log_text[LOG];
static size_t log_length;
static uint32_t emitted; /* events */

static void count_event(void *context, int audience, const char *text, size_t length)
{
    (void)context;
    require(length > 0 && length < LINEA_TABLE_LINE - 1, "a line fits");
    require(!memchr(text, '\n', length), "a line is one line");
    if (audience != LINEA_TABLE_STORE)
        return;
    emitted++;
    require(!linea_json_read(&answer_json, text, length), "the log is JSON");
    require(log_length + length + 1 < LOG, "the log is not that long");
    memcpy(log_text + log_length, text, length);
    log_length += length;
    log_text[log_length++] = '\n';
}

static const struct linea_table_io io = {
    .emit = count_event, .find_map = maps_find, .json = &json, .line = line};

static void ask(struct linea_table *t, uint64_t player, const char *text, size_t length,
                int64_t now)
{
    struct linea_table before = *t;
    struct linea_out out;
    linea_out_init(&out, answer, sizeof answer);
    linea_table_request(t, &out, &io, player, text, length, now);
    require(!out.full, "an answer fits");
    size_t size = (size_t)(out.at - answer);
    require(strlen(answer) == size && !memchr(answer, '\n', size),
            "an answer is one line");
    /* With a table in it there may be more values than the reader takes. */
    if (size < 4096)
        require(!linea_json_read(&answer_json, answer, size), "an answer is JSON");
    bool error = strstr(answer, "\"error\":") && !strstr(answer, "\"ok\":true");
    if (error)
        require(memcmp(&before, t, sizeof before) == 0,
                "what is refused changes nothing");
    else
        require(strstr(answer, "\"ok\":true") != NULL, "an answer is ok or error");
}

/* A legal move of the seat to move, person or program. */
static void move(struct linea_table *t, unsigned which, int64_t now)
{
    static linea_move moves[LINEA_MOVES];
    const char *bot;
    char text[LINEA_MOVE_TEXT + 128];
    struct linea_out out;
    int n = t->begun && !t->over ? linea_game_moves(&t->game, moves) : 0;
    if (n == 0)
        return;
    linea_move m = moves[which % (unsigned)n];
    if (linea_table_program(t, &bot) != LINEA_NOBODY) {
        require(linea_table_program_move(t, &io, t->state, m, now), "a legal move");
        return;
    }
    linea_out_init(&out, text, sizeof text);
    linea_out_text(&out, "{\"id\":1,\"do\":\"move\",\"state\":");
    linea_out_int(&out, (int)t->state);
    linea_out_text(&out, ",\"move\":\"");
    linea_move_write(&t->game, &out, m);
    linea_out_text(&out, "\"}");
    uint32_t state = t->state;
    ask(t, t->seat[t->game.turn].player, text, (size_t)(out.at - text), now);
    require(t->state != state, "a legal move is made");
}

static size_t show(const struct linea_table *t, char *out, int audience)
{
    struct linea_out o;
    linea_out_init(&o, out, LINEA_TABLE_LINE);
    linea_table_show(t, &o, audience);
    require(!o.full, "a table fits");
    return (size_t)(o.at - out);
}

/* The log makes the same table again. */
static void restore(const struct linea_table *t)
{
    static struct linea_table copy;
    struct linea_error error;
    memset(&copy, 0, sizeof copy);
    for (size_t at = 0; at < log_length;) {
        size_t length =
            (size_t)((char *)memchr(log_text + at, '\n', LOG - at) - (log_text + at));
        require(linea_table_restore(&copy, &error, &io, false, log_text + at, length),
                "what was stored can be read");
        at += length + 1;
    }
    for (int s = 0; s <= t->seats; s++) {
        int audience = s < t->seats ? s : LINEA_TABLE_PUBLIC;
        size_t size = show(t, shown, audience);
        require(show(&copy, again, audience) == size && !memcmp(shown, again, size),
                "the table is the same again");
    }
}

static void step(struct linea_table *t, struct linea_table *other, const char *text,
                 size_t length, int64_t now)
{
    struct linea_error error;
    if (length == 0)
        return;
    if (*text >= '0' && *text <= '5')
        ask(t, (uint64_t)(*text - '0'), text + 1, length - 1, now);
    else if (*text == 'm')
        move(t, length > 1 ? (unsigned char)text[1] : 0, now);
    else if (*text == 't' && linea_table_deadline(t) != INT64_MAX)
        linea_table_tick(t, &io, linea_table_deadline(t));
    else if (*text == 'r')
        linea_table_restore(other, &error, &io, false, text + 1, length - 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct linea_table t, other;
    static const uint8_t secret[LINEA_TABLE_SECRET] = "fuzz";
    struct linea_error error;
    struct setup setup;
    setup_at(&setup, 0); /* Loads the maps. */
    log_length = emitted = 0;
    memset(&t, 0, sizeof t);
    memset(&other, 0, sizeof other);
    const char *at = (const char *)data, *end = at + size;
    const char *stop = size ? memchr(at, '\n', size) : NULL;
    if (!stop)
        stop = end;
    struct linea_table before = t;
    if (!linea_table_make(&t, &error, &io, at, (size_t)(stop - at), 1, secret, 1000)) {
        require(memcmp(&before, &t, sizeof t) == 0, "what is refused changes nothing");
        require(strlen(error.message) > 0, "it is said why");
        return 0;
    }
    int64_t now = 1000;
    while (stop < end) {
        at = stop + 1;
        stop = at < end ? memchr(at, '\n', (size_t)(end - at)) : end;
        stop = stop ? stop : end;
        step(&t, &other, at, (size_t)(stop - at), ++now);
        require(t.event == emitted, "events have numbers without a gap");
    }
    restore(&t);
    return 0;
}
