/*
 * map_report.c - says what is wrong in a map file and where, and reads single values.
 *
 * A place such as routes[3].length is found from the number of the value alone, by
 * walking down to it from the top, so that no reader has to carry its path along.
 *
 * SPDX-License-Identifier: MIT
 */
#include "map_internal.h"

#include <stdarg.h>
#include <string.h>

#include "linea/utf8.h"

enum {
    SHOWN = 40,  /* bytes of a value or key that a report shows */
    PLACE = 800, /* room for 16 keys that long */
    SENTENCE = 512,
    ID = 32,  /* bytes of an id */
    NAME = 60 /* bytes of a name in one language */
};

/* Text of the file, as it is spelt there, cut between two characters. */
static void put_text(struct linea_out *out, const char *text, int length)
{
    size_t cut = linea_utf8_cut(text, (size_t)length, SHOWN);
    linea_out_clean(out, text, cut);
    linea_out_text(out, cut < (size_t)length ? "…" : "");
}

static void put_value(struct linea_out *out, const struct linea_json *json, int value)
{
    const struct linea_json_value *v = &json->value[value];
    const char *quote = v->type == LINEA_JSON_STRING ? "\"" : "";
    if (v->type == LINEA_JSON_ARRAY || v->type == LINEA_JSON_OBJECT) {
        linea_out_text(out, v->type == LINEA_JSON_ARRAY ? "an array" : "an object");
        return;
    }
    linea_out_text(out, quote);
    put_text(out, json->text + v->start, v->end - v->start);
    linea_out_text(out, quote);
}

static void put_key(struct linea_out *out, const struct linea_json *json, int object,
                    int key)
{
    const struct linea_json_value *v = &json->value[key];
    linea_out_text(out, object == 0 ? "" : ".");
    if (v->start == v->end)
        linea_out_text(out, "\"\"");
    put_text(out, json->text + v->start, v->end - v->start);
}

/* Write the step from a list to its part that is or holds the value; that part. */
static int put_step(struct linea_out *out, const struct linea_json *json, int list,
                    int value)
{
    bool pairs = json->value[list].type == LINEA_JSON_OBJECT;
    int part = list + 1, index = 0;
    for (;; index++) {
        int next = json->value[pairs ? part + 1 : part].next;
        if (value < next)
            break;
        part = next;
    }
    if (pairs) {
        put_key(out, json, list, part);
        return value == part ? part : part + 1;
    }
    linea_out_text(out, "[");
    linea_out_int(out, index);
    linea_out_text(out, "]");
    return part;
}

static void put_place(struct linea_out *out, const struct linea_json *json, int value)
{
    for (int at = 0; at != value;)
        at = put_step(out, json, at, value);
}

static void put_sentence(struct linea_out *out, const struct linea_json *json,
                         int value, const char *what, va_list parts)
{
    for (; *what; what++) {
        if (*what != '%') {
            linea_out_chars(out, what, 1);
            continue;
        }
        what++;
        if (*what == 's')
            linea_out_text(out, va_arg(parts, const char *));
        else if (*what == 'd')
            linea_out_int(out, va_arg(parts, int));
        else
            put_value(out, json, value);
    }
}

/* Counts from the last line asked for: thousands of mistakes must not be quadratic. */
static int line_of(struct map_reader *r, int position)
{
    for (; r->line_at < position; r->line_at++)
        r->line += r->json->text[r->line_at] == '\n';
    for (; r->line_at > position; r->line_at--)
        r->line -= r->json->text[r->line_at - 1] == '\n';
    return r->line;
}

/* Report a sentence about a value, as a mistake or as a warning. */
static void report(struct map_reader *r,
                   void (*emit)(void *, int, const char *, const char *), int value,
                   const char *what, va_list parts)
{
    char place[PLACE], sentence[SENTENCE];
    struct linea_out out;
    linea_out_init(&out, place, sizeof place);
    put_place(&out, r->json, value);
    linea_out_init(&out, sentence, sizeof sentence);
    put_sentence(&out, r->json, value, what, parts);
    emit(r->report->context, line_of(r, r->json->value[value].start),
         value == 0 ? "map" : place, sentence);
}

void linea_map_wrong(struct map_reader *r, int value, const char *what, ...)
{
    va_list parts;
    va_start(parts, what);
    r->mistakes++;
    report(r, r->report->mistake, value, what, parts);
    va_end(parts);
}

void linea_map_warn(struct map_reader *r, int value, const char *what, ...)
{
    va_list parts;
    va_start(parts, what);
    if (r->report->warning)
        report(r, r->report->warning, value, what, parts);
    va_end(parts);
}

void linea_map_missing(struct map_reader *r, int object, const char *key)
{
    char place[PLACE];
    struct linea_out out;
    linea_out_init(&out, place, sizeof place);
    put_place(&out, r->json, object);
    linea_out_text(&out, object == 0 ? "" : ".");
    linea_out_text(&out, key);
    r->mistakes++;
    r->report->mistake(r->report->context, line_of(r, r->json->value[object].start),
                       place, "this key is missing");
}

bool linea_map_object(struct map_reader *r, int value, const struct map_key *keys)
{
    if (value < 0)
        return false;
    if (r->json->value[value].type != LINEA_JSON_OBJECT) {
        linea_map_wrong(r, value, "%v is not an object");
        return false;
    }
    for (const struct map_key *k = keys; k->name; k++)
        if (!k->optional && linea_json_get(r->json, value, k->name) < 0)
            linea_map_missing(r, value, k->name);
    for (int i = linea_json_first(r->json, value); i >= 0;
         i = linea_json_next(r->json, value, i)) {
        const struct map_key *k = keys;
        while (k->name && !linea_json_is(r->json, i, k->name))
            k++;
        if (!k->name)
            linea_map_wrong(r, i, "there is no key %v");
    }
    return true;
}

bool linea_map_list(struct map_reader *r, int value, enum linea_json_type type, int low,
                    int high)
{
    if (value < 0)
        return false;
    if (r->json->value[value].type != type) {
        linea_map_wrong(r, value,
                        type == LINEA_JSON_ARRAY ? "%v is not an array"
                                                 : "%v is not an object");
        return false;
    }
    int size = r->json->value[value].size;
    if (size >= low && size <= high)
        return true;
    if (low == high)
        linea_map_wrong(r, value, "its size is %d and must be %d", size, low);
    else if (size < low)
        linea_map_wrong(r, value, "its size is %d and must be at least %d", size, low);
    else
        linea_map_wrong(r, value, "its size is %d and must be at most %d", size, high);
    return false;
}

int linea_map_int(struct map_reader *r, int value, int low, int high)
{
    return linea_map_need(r, value, low, high, 0);
}

int linea_map_need(struct map_reader *r, int value, int low, int high, unsigned lost)
{
    int number = 0;
    if (value >= 0 && linea_json_int(r->json, &number, value, low, high))
        return number;
    r->lost |= lost;
    if (value >= 0)
        linea_map_wrong(r, value,
                        low == high ? "%v is not %d"
                                    : "%v is not a whole number from %d to %d",
                        low, high);
    return 0;
}

int linea_map_choice(struct map_reader *r, int value, const char *const *names,
                     int count, const char *what)
{
    for (int i = 0; i < count; i++)
        if (linea_json_is(r->json, value, names[i]))
            return i;
    if (value >= 0)
        linea_map_wrong(r, value, what);
    return -1;
}

bool linea_map_flag(struct map_reader *r, int value)
{
    bool flag = false;
    if (value < 0 || (linea_json_bool(r->json, &flag, value) && flag))
        return flag;
    linea_map_wrong(r, value, "%v is not true; where it is not, leave the key out");
    return false;
}

void linea_map_pair(struct map_reader *r, int pair[2], int value)
{
    pair[0] = pair[1] = -1;
    if (!linea_map_list(r, value, LINEA_JSON_ARRAY, 2, 2))
        return;
    pair[0] = value + 1;
    pair[1] = r->json->value[value + 1].next;
}

bool linea_map_is_id(const char *text, int length)
{
    if (length < 1 || length > ID || text[0] < 'a' || text[0] > 'z' ||
        text[length - 1] == '-')
        return false;
    for (int i = 0; i < length; i++) {
        char c = text[i];
        if (!(c >= 'a' && c <= 'z') && !(c >= '0' && c <= '9') && c != '-')
            return false;
    }
    return true;
}

uint16_t linea_map_keep(struct map_reader *r, int value, const char *text)
{
    struct linea_map *map = r->map;
    size_t size = strlen(text) + 1;
    if (map->text_size + size > LINEA_NAMES) {
        if (!r->full)
            linea_map_wrong(r, value, "ids and names take more than %d bytes together",
                            LINEA_NAMES);
        r->full = true;
        return 0;
    }
    uint16_t at = map->text_size;
    memcpy(map->text + at, text, size);
    map->text_size = (uint16_t)(at + size);
    return at;
}

uint16_t linea_map_id(struct map_reader *r, int value)
{
    char id[ID + 1];
    if (value < 0)
        return 0;
    if (linea_map_is_id(id, linea_json_string(r->json, id, sizeof id, value)))
        return linea_map_keep(r, value, id);
    linea_map_wrong(
        r, value,
        "%v is not an id: 1 to %d of a-z, 0-9 and -, a letter first, no - last", ID);
    return 0;
}

bool linea_map_same(const struct map_reader *r, int a, int b)
{
    char text[ID + 1];
    return linea_json_string(r->json, text, sizeof text, a) >= 0 &&
           linea_json_is(r->json, b, text);
}

/* A text of a name into a buffer of NAME + 1 bytes. */
static bool read_text(struct map_reader *r, int value, char *text)
{
    int length = linea_json_string(r->json, text, NAME + 1, value);
    bool good = length > 0 && linea_text_clean(text, (size_t)length);
    if (!good)
        linea_map_wrong(r, value,
                        "%v is not a text of 1 to %d bytes without control characters",
                        NAME);
    return good;
}

bool linea_map_is_name(struct map_reader *r, int value)
{
    char text[NAME + 1];
    return value >= 0 && read_text(r, value, text);
}

/* The language of a key, or -1. */
static int language_of(const struct map_reader *r, int key)
{
    for (int i = 0; i < r->map->languages; i++)
        if (linea_json_is(r->json, key, r->map->language[i]))
            return i;
    return -1;
}

/* The texts of a name whose languages are known. */
static void read_texts(struct map_reader *r, int value, struct linea_name *name)
{
    char text[NAME + 1];
    for (int key = linea_json_first(r->json, value); key >= 0;
         key = linea_json_next(r->json, value, key)) {
        int language = language_of(r, key);
        if (!read_text(r, key + 1, text))
            continue;
        if (language >= 0)
            name->at[language] = linea_map_keep(r, key + 1, text);
        else if (r->map->languages > 0)
            linea_map_wrong(r, key, "the map's own name is not in this language");
    }
}

void linea_map_read_name(struct map_reader *r, struct linea_name *name, int value)
{
    if (value < 0)
        return;
    if (r->json->value[value].type != LINEA_JSON_OBJECT) {
        linea_map_wrong(r, value, "%v is not an object");
        return;
    }
    for (int i = 0; i < r->map->languages; i++)
        if (linea_json_get(r->json, value, r->map->language[i]) < 0)
            linea_map_missing(r, value, r->map->language[i]);
    read_texts(r, value, name);
}

static bool is_language(const char *tag, int length)
{
    for (int i = 0; i < length; i++)
        if (!(tag[i] >= 'a' && tag[i] <= 'z') && tag[i] != '-')
            return false;
    return length >= 2;
}

void linea_map_read_languages(struct map_reader *r, int value)
{
    struct linea_map *map = r->map;
    if (!linea_map_list(r, value, LINEA_JSON_OBJECT, 1, LINEA_LANGUAGES))
        return;
    bool good = true;
    int count = 0;
    for (int key = linea_json_first(r->json, value); key >= 0;
         key = linea_json_next(r->json, value, key)) {
        char *tag = map->language[count];
        int length = linea_json_string(r->json, tag, sizeof map->language[0], key);
        if (is_language(tag, length)) {
            count++;
            continue;
        }
        good = false;
        linea_map_wrong(r, key, "%v is not a language tag: 2 to 7 of a-z and -");
    }
    /* With a tag in doubt no name is blamed for the languages it has. */
    map->languages = good ? (uint8_t)count : 0;
    read_texts(r, value, &map->name);
}
