/*
 * cup/make.c - the settings of a cup: read, checked, written.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "event.h"
#include "linea/utf8.h"

enum {
    DURATION = 60,        /* minutes of an arena, if nothing is said */
    MOST_DURATION = 1440, /* a day */
    MOST_REST = 14 * 24 * 3600
};

static const char *const names[LINEA_CUP_FORMATS] = {"swiss", "arena", "knock-out"};

const char *linea_cup_format_name(enum linea_cup_format format)
{
    return names[format];
}

/* LINEA_CUP_FORMATS for none. */
static enum linea_cup_format format_of(const char *name)
{
    int format = 0;
    while (format < LINEA_CUP_FORMATS && strcmp(names[format], name) != 0)
        format++;
    return (enum linea_cup_format)format;
}

static bool read_number(const struct linea_json *json, int *out, int object,
                        const char *key, int low, int high)
{
    int value = linea_json_get(json, object, key);
    return value < 0 || linea_json_int(json, out, value, low, high);
}

static bool read_format(struct linea_cup *cup, const struct linea_json *json,
                        int object)
{
    char name[16];
    int value = linea_json_get(json, object, "format");
    if (linea_json_string(json, name, sizeof name, value) < 0)
        return false;
    cup->format = format_of(name);
    return cup->format != LINEA_CUP_FORMATS;
}

static bool read_text(const struct linea_json *json, char out[LINEA_CUP_NAME],
                      int value)
{
    int length = linea_json_string(json, out, LINEA_CUP_NAME, value);
    return length > 0 && linea_text_clean(out, (size_t)length);
}

static bool read_bool(const struct linea_json *json, bool *out, int value)
{
    *out = false;
    return value < 0 || linea_json_bool(json, out, value);
}

static bool read_times(struct linea_cup *cup, const struct linea_json *json, int object,
                       struct linea_error *error)
{
    int minutes = DURATION, rest = 0, every = 0;
    if (!read_number(json, &minutes, object, "minutes", 1, MOST_DURATION))
        return linea_explain(error, LINEA_ILLEGAL,
                             "minutes: of an arena, from 1 to 1440");
    if (!read_number(json, &rest, object, "rest", 0, MOST_REST))
        return linea_explain(error, LINEA_ILLEGAL,
                             "rest: seconds between two rounds, at most two weeks");
    if (!read_number(json, &every, object, "every", 0, MOST_REST))
        return linea_explain(error, LINEA_ILLEGAL,
                             "every: seconds from the beginning of a round to that of "
                             "the next, at most two weeks");
    cup->duration = cup->format == LINEA_CUP_ARENA ? (int64_t)minutes * 60 * 1000 : 0;
    cup->rest = (int64_t)rest * 1000;
    cup->every = (int64_t)every * 1000;
    return true;
}

static bool read_numbers(struct linea_cup *cup, const struct linea_json *json,
                         int object, struct linea_error *error)
{
    cup->size = cup->on = 0;
    if (!read_number(json, &cup->size, object, "size", 2, LINEA_CUP_SEATS) ||
        !cup->size)
        return linea_explain(error, LINEA_ILLEGAL,
                             "size: players at a table, from 2 to 5");
    cup->least = 2;
    if (!read_number(json, &cup->least, object, "least", 2, cup->size))
        return linea_explain(
            error, LINEA_ILLEGAL,
            "least: the fewest players at a table, from 2 to its size");
    cup->rounds = 0;
    if (!read_number(json, &cup->rounds, object, "rounds", 0, LINEA_CUP_ROUNDS))
        return linea_explain(error, LINEA_ILLEGAL,
                             "rounds: at most %d, or 0 to fit the players",
                             LINEA_CUP_ROUNDS);
    cup->on = 1;
    if (!read_number(json, &cup->on, object, "on", 1, LINEA_CUP_SEATS - 1) ||
        cup->on >= cup->size)
        return linea_explain(error, LINEA_ILLEGAL,
                             "on: how many of a table go on, fewer than sit there");
    cup->late = LINEA_CUP_ROUNDS;
    if (!read_number(json, &cup->late, object, "late", 0, LINEA_CUP_ROUNDS))
        return linea_explain(error, LINEA_ILLEGAL,
                             "late: the last round before which one may join");
    return true;
}

bool linea_cup_read(struct linea_cup *cup, struct linea_error *error,
                    const struct linea_json *json, int object)
{
    if (linea_json_type(json, object) != LINEA_JSON_OBJECT)
        return linea_explain(error, LINEA_SYNTAX, "an object is missing");
    if (!read_format(cup, json, object))
        return linea_explain(error, LINEA_UNKNOWN,
                             "format: \"swiss\", \"arena\" or \"knock-out\"");
    if (!read_text(json, cup->name, linea_json_get(json, object, "name")))
        return linea_explain(error, LINEA_SYNTAX,
                             "name: 1 to 63 bytes of text without control characters");
    if (!read_text(json, cup->map, linea_json_get(json, object, "map")))
        return linea_explain(error, LINEA_SYNTAX, "map: the id of a map");
    if (!read_bool(json, &cup->duplicate, linea_json_get(json, object, "duplicate")))
        return linea_explain(error, LINEA_SYNTAX, "duplicate: true or false");
    if (!read_bool(json, &cup->field, linea_json_get(json, object, "field")))
        return linea_explain(error, LINEA_SYNTAX, "field: true or false");
    if (cup->field && (cup->duplicate || cup->format != LINEA_CUP_SWISS))
        return linea_explain(error, LINEA_ILLEGAL,
                             "field: of a swiss, and without \"duplicate\"");
    return read_numbers(cup, json, object, error) &&
           read_times(cup, json, object, error);
}

void linea_cup_write(const struct linea_cup *cup, struct linea_list *object)
{
    linea_key_text(object, "name", cup->name);
    linea_key_text(object, "format", linea_cup_format_name(cup->format));
    linea_key_text(object, "map", cup->map);
    linea_key_int(object, "size", cup->size);
    linea_key_int(object, "least", cup->least);
    linea_key_int(object, "rounds", cup->rounds);
    linea_key_int(object, "on", cup->on);
    linea_key_int(object, "late", cup->late);
    linea_key_bool(object, "duplicate", cup->duplicate);
    linea_key_bool(object, "field", cup->field);
    if (cup->format == LINEA_CUP_ARENA)
        linea_key_int(object, "minutes", cup->duration / 60000);
    linea_key_int(object, "rest", cup->rest / 1000);
    if (cup->every)
        linea_key_int(object, "every", cup->every / 1000);
}

/* So many that one player alone can have won all of them, and one more. */
int linea_cup_rounds_for(const struct linea_cup *cup)
{
    int rounds = 1;
    for (int64_t field = 1; field < cup->players; field *= cup->size)
        rounds++;
    return rounds;
}

bool linea_cup_make(struct linea_cup *cup, struct linea_error *error,
                    const struct linea_cup_io *io, const char *request, size_t length,
                    uint64_t host, const uint8_t secret[LINEA_CUP_SECRET], int64_t now)
{
    struct cup_event e = {
        .kind = CUP_MADE, .at = now, .who = LINEA_CUP_NONE, .player = host};
    const char *wrong = length <= LINEA_CUP_REQUEST
                            ? linea_json_read(io->json, request, length)
                            : "too long";
    if (wrong)
        return linea_explain(error, LINEA_SYNTAX, "%s", wrong);
    /* A cup is large: the settings are read into it, and it is emptied if they fail. */
    memset(cup, 0, sizeof *cup);
    if (!linea_cup_read(cup, error, io->json, 0)) {
        memset(cup, 0, sizeof *cup);
        return false;
    }
    memcpy(cup->secret, secret, LINEA_CUP_SECRET);
    linea_cup_apply(cup, &e, io);
    return true;
}
