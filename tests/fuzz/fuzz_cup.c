/*
 * tests/fuzz/fuzz_cup.c - any bytes as the settings of a cup, as requests and results.
 *
 * The first line is how the cup is to be made. Each later one is
 *   0 to 9 and a request: somebody asks, 0 being nobody, 1 the host;
 *   j and a letter: so many players join;
 *   g and letters: a game of some table ends;  t: time goes on until something is due;
 *   r and a line: a stored event, for another cup.
 * Every request gets one answer that is JSON; what is refused changes nothing; events
 * have numbers without a gap; and the log makes the same cup again, pairing by pairing.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "linea/cup.h"

enum { LOG = 1 << 22, PEOPLE = 100 };

static struct linea_cup cup, other, before;
static struct linea_json json, answer_json;
static char line[LINEA_CUP_LINE], answer[LINEA_CUP_LINE], log_text[LOG];
static size_t log_length;
static uint32_t emitted; /* events */
static int64_t now;
static int joined;

static void keep(void *context, int audience, const char *text, size_t length)
{
    (void)context;
    require(length > 0 && length < LINEA_CUP_LINE - 1, "a line fits");
    require(!memchr(text, '\n', length), "a line is one line");
    require(!linea_json_read(&answer_json, text, length), "a line is JSON");
    if (audience != LINEA_CUP_STORE)
        return;
    emitted++;
    require(log_length + length + 1 < LOG, "the log is not that long");
    memcpy(log_text + log_length, text, length);
    log_length += length;
    log_text[log_length++] = '\n';
}

static const struct linea_cup_io io = {.emit = keep, .json = &json, .line = line};

static void ask(uint64_t player, const char *text, size_t length)
{
    struct linea_out out;
    before = cup;
    linea_out_init(&out, answer, sizeof answer);
    bool fine = linea_cup_request(&cup, &out, &io, player, text, length, now);
    require(!out.full, "an answer fits");
    size_t size = (size_t)(out.at - answer);
    require(strlen(answer) == size && !memchr(answer, '\n', size),
            "an answer is one line");
    if (size < 4096)
        require(!linea_json_read(&answer_json, answer, size), "an answer is JSON");
    if (!fine) {
        require(memcmp(&before, &cup, sizeof cup) == 0,
                "what is refused changes nothing");
        require(strstr(answer, "\"error\":") != NULL, "it is said why");
    }
}

/* Names that do not look alike. */
static void join(int count)
{
    static const char letters[] = "ABCDEFGHKMNPRSTW";
    for (; count > 0; count--, joined++) {
        char request[64];
        int length =
            snprintf(request, sizeof request, "{\"do\":\"join\",\"name\":\"%c%c%c\"}",
                     letters[joined / 256 % 16], letters[joined / 16 % 16],
                     letters[joined % 16]);
        ask((uint64_t)joined + PEOPLE, request, (size_t)length);
    }
}

/* The next game of a table; letters say which, the totals, and who did not come. */
static void end_game(const char *text, size_t length)
{
    struct linea_cup_result result = {.absent = 0};
    struct linea_error error;
    if (!cup.open || length < 2)
        return;
    int which = (unsigned char)text[0] % cup.open, t = 0;
    while (!cup.table[t].number || which--)
        t++;
    const struct linea_cup_table *table = &cup.table[t];
    for (int s = 0; s < table->seats; s++) {
        unsigned char c = (unsigned char)text[1 + (size_t)s % (length - 1)];
        result.total[s] = c - 100;
        result.absent |= (unsigned)(c % 16 == 0) << s;
    }
    for (int s = 0; s < table->seats; s++)
        for (int o = result.place[s] = 0; o < table->seats; o++)
            result.place[s] += o == s || result.total[o] > result.total[s];
    require(linea_cup_report(&cup, &error, &io, table->number, &result, now),
            "a result that can be is taken");
}

static void go_on(void)
{
    int64_t due = linea_cup_due(&cup, now);
    if (due != INT64_MAX && due > now)
        now = due;
    linea_cup_tick(&cup, &io, now);
}

/* The log makes the same cup again. */
static void restore(void)
{
    struct linea_error error;
    memset(&other, 0, sizeof other);
    for (size_t at = 0; at < log_length;) {
        const char *text = log_text + at;
        size_t length = (size_t)((char *)memchr(text, '\n', LOG - at) - text);
        require(linea_cup_restore(&other, &error, &io, true, text, length),
                "what was stored can be read, and verified");
        at += length + 1;
    }
    require(memcmp(&cup, &other, sizeof cup) == 0, "the cup is the same again");
}

static void step(const char *text, size_t length)
{
    struct linea_error error;
    if (length == 0)
        return;
    if (*text >= '0' && *text <= '9')
        ask((uint64_t)(*text - '0'), text + 1, length - 1);
    else if (*text == 'j' && length > 1)
        join((unsigned char)text[1] % 32);
    else if (*text == 'g')
        end_game(text + 1, length - 1);
    else if (*text == 't')
        go_on();
    else if (*text == 'r') {
        before = other;
        if (!linea_cup_restore(&other, &error, &io, false, text + 1, length - 1))
            require(memcmp(&before, &other, sizeof other) == 0,
                    "what is refused changes nothing");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const uint8_t secret[LINEA_CUP_SECRET] = "fuzz";
    struct linea_error error;
    const char *at = (const char *)data, *end = at + size;
    const char *stop = size ? memchr(at, '\n', size) : NULL;
    if (!stop)
        stop = end;
    log_length = emitted = 0;
    joined = 0;
    now = 1000;
    memset(&cup, 0, sizeof cup);
    memset(&other, 0, sizeof other);
    if (!linea_cup_make(&cup, &error, &io, at, (size_t)(stop - at), 1, secret, now)) {
        require(cup.stage == LINEA_CUP_UNMADE, "what is refused makes no cup");
        require(strlen(error.message) > 0, "it is said why");
        return 0;
    }
    while (stop < end) {
        at = stop + 1;
        stop = at < end ? memchr(at, '\n', (size_t)(end - at)) : end;
        stop = stop ? stop : end;
        now += 100;
        step(at, (size_t)(stop - at));
        require(cup.event == emitted, "events have numbers without a gap");
    }
    restore();
    return 0;
}
