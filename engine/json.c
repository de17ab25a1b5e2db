/*
 * json.c - JSON in and out, in the caller's memory.
 *
 * json_read.c turns a text into values. Here the keys of each object are sorted to find
 * one that is there twice, values are looked up, and text is written.
 *
 * SPDX-License-Identifier: MIT
 */
#include "linea/json.h"

#include <assert.h>
#include <string.h>

#include "json_internal.h"
#include "linea/hex.h"
#include "linea/utf8.h"

/* Reads a string of the text byte by byte, with its escapes undone. */
struct letters {
    const char *at, *end;
    uint8_t byte[4]; /* of the character an escape stands for */
    int count, used;
};

static struct letters letters_of(const struct linea_json *json, int value)
{
    const struct linea_json_value *v = &json->value[value];
    return (struct letters){.at = json->text + v->start, .end = json->text + v->end};
}

static void encode(struct letters *l, int code)
{
    static const int first[] = {0, 0, 0xc0, 0xe0, 0xf0};
    l->count = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    l->used = 0;
    for (int i = l->count - 1; i > 0; i--, code >>= 6)
        l->byte[i] = (uint8_t)(0x80 | (code & 0x3f));
    l->byte[0] = (uint8_t)(first[l->count] | code);
}

static void unescape(struct letters *l)
{
    static const char from[] = "bfnrt", to[] = "\b\f\n\r\t";
    char c = l->at[1];
    if (c != 'u') {
        for (int i = 0; i < 5; i++)
            if (from[i] == c)
                c = to[i];
        encode(l, c);
        l->at += 2;
        return;
    }
    int code = linea_json_unit(l->at + 2, 4);
    l->at += 6;
    if (code >= 0xd800 && code <= 0xdbff) {
        code = 0x10000 + (code - 0xd800) * 0x400 +
               (linea_json_unit(l->at + 2, 4) - 0xdc00);
        l->at += 6;
    }
    encode(l, code);
}

/* The next byte, or -1 at the end. */
static int next_letter(struct letters *l)
{
    if (l->used == l->count) {
        if (l->at == l->end)
            return -1;
        if (*l->at != '\\')
            return (uint8_t)*l->at++;
        unescape(l);
    }
    return l->byte[l->used++];
}

/* Below, at or above 0 as the string a sorts before, is, or sorts after b. */
static int compare(const struct linea_json *json, int a, int b)
{
    struct letters left = letters_of(json, a), right = letters_of(json, b);
    for (;;) {
        int x = next_letter(&left), y = next_letter(&right);
        if (x != y || x < 0)
            return x - y;
    }
}

/*
 * Merge two sorted lists of keys. While an object is being checked, the size of each
 * of its keys, which nothing else uses, is the number of the next key in the list.
 */
static int merge(struct linea_json *json, int a, int b)
{
    int head = -1, *link = &head;
    while (a >= 0 && b >= 0) {
        int *smaller = compare(json, a, b) <= 0 ? &a : &b;
        *link = *smaller;
        link = &json->value[*smaller].size;
        *smaller = *link;
    }
    *link = a >= 0 ? a : b;
    return head;
}

static int sort_keys(struct linea_json *json, int object)
{
    enum { BINS = 16 };
    int bin[BINS]; /* bin i: a sorted list of 2^i keys, or none */
    int end = json->value[object].next;
    _Static_assert(LINEA_JSON_VALUES / 2 < 1 << BINS, "the bins hold every key");
    for (int i = 0; i < BINS; i++)
        bin[i] = -1;
    for (int key = object + 1; key < end; key = json->value[key + 1].next) {
        int list = key, i = 0;
        json->value[key].size = -1;
        for (; bin[i] >= 0; bin[i++] = -1)
            list = merge(json, bin[i], list);
        bin[i] = list;
    }
    int all = -1;
    for (int i = 0; i < BINS; i++)
        all = merge(json, bin[i], all);
    return all;
}

/* A key that its object has already, or -1. */
static int repeated_key(struct linea_json *json, int object)
{
    int repeated = -1;
    for (int key = sort_keys(json, object); key >= 0;) {
        int next = json->value[key].size;
        json->value[key].size = 0;
        if (next >= 0 && compare(json, key, next) == 0)
            repeated = key > next ? key : next;
        key = next;
    }
    return repeated;
}

const char *linea_json_read(struct linea_json *json, const char *text, size_t length)
{
    json->text = text;
    json->length = length;
    json->values = 0;
    json->error_at = 0;
    if (length >= INT32_MAX)
        return "the text is too long";
    const char *error = linea_json_values(json);
    if (error) {
        json->values = 0;
        return error;
    }
    for (int i = 0; i < json->values; i++) {
        if (json->value[i].type != LINEA_JSON_OBJECT || json->value[i].size < 2)
            continue;
        int key = repeated_key(json, i);
        if (key < 0)
            continue;
        json->error_at = json->value[key].start - 1;
        return "the object has this key already";
    }
    return NULL;
}

int linea_json_get(const struct linea_json *json, int object, const char *key)
{
    if (linea_json_type(json, object) != LINEA_JSON_OBJECT)
        return -1;
    int i = linea_json_first(json, object);
    while (i >= 0 && !linea_json_is(json, i, key))
        i = linea_json_next(json, object, i);
    return i < 0 ? -1 : i + 1;
}

int linea_json_type(const struct linea_json *json, int value)
{
    if (value < 0)
        return -1;
    assert(value < json->values);
    return (int)json->value[value].type;
}

int linea_json_size(const struct linea_json *json, int value)
{
    return linea_json_type(json, value) < 0 ? 0 : json->value[value].size;
}

int linea_json_first(const struct linea_json *json, int list)
{
    return linea_json_size(json, list) > 0 ? list + 1 : -1;
}

int linea_json_next(const struct linea_json *json, int list, int value)
{
    bool pairs = json->value[list].type == LINEA_JSON_OBJECT;
    int next = json->value[value + pairs].next;
    return next < json->value[list].next ? next : -1;
}

bool linea_json_is(const struct linea_json *json, int value, const char *text)
{
    if (linea_json_type(json, value) != LINEA_JSON_STRING)
        return false;
    struct letters l = letters_of(json, value);
    for (;; text++) {
        int c = next_letter(&l);
        if (c <= 0 || c != (uint8_t)*text)
            return c < 0 && *text == 0;
    }
}

bool linea_json_int(const struct linea_json *json, int *out, int value, int low,
                    int high)
{
    if (linea_json_type(json, value) != LINEA_JSON_NUMBER)
        return false;
    const char *at = json->text + json->value[value].start;
    const char *end = json->text + json->value[value].end;
    bool negative = *at == '-';
    int64_t number = 0;
    for (at += negative; at < end; at++) {
        if (*at < '0' || *at > '9' || number > INT32_MAX)
            return false;
        number = number * 10 + (*at - '0');
    }
    number = negative ? -number : number;
    if (number < low || number > high)
        return false;
    *out = (int)number;
    return true;
}

bool linea_json_number(const struct linea_json *json, double *out, int value)
{
    if (linea_json_type(json, value) != LINEA_JSON_NUMBER)
        return false;
    const char *at = json->text + json->value[value].start;
    const char *end = json->text + json->value[value].end;
    bool negative = *at == '-', fraction = false, down = false;
    double number = 0;
    int scale = 0, power = 0;
    for (at += negative; at < end && *at != 'e' && *at != 'E'; at++) {
        if (*at == '.') {
            fraction = true;
            continue;
        }
        number = number * 10 + (*at - '0');
        scale -= fraction;
    }
    if (at < end && (*++at == '-' || *at == '+'))
        down = *at++ == '-';
    for (; at < end && power < 10000; at++)
        power = power * 10 + (*at - '0');
    scale += down ? -power : power;
    for (; scale > 0 && number < 1e300 && number > 0; scale--)
        number *= 10;
    for (; scale < 0 && number > 0; scale++)
        number /= 10;
    *out = negative ? -number : number;
    return true;
}

bool linea_json_bool(const struct linea_json *json, bool *out, int value)
{
    if (linea_json_type(json, value) != LINEA_JSON_BOOL)
        return false;
    *out = json->text[json->value[value].start] == 't';
    return true;
}

int linea_json_string(const struct linea_json *json, char *out, size_t size, int value)
{
    if (linea_json_type(json, value) != LINEA_JSON_STRING || size == 0)
        return -1;
    struct letters l = letters_of(json, value);
    size_t length = 0;
    for (int c; (c = next_letter(&l)) >= 0;) {
        if (c == 0 || length + 1 == size)
            return -1;
        out[length++] = (char)c;
    }
    out[length] = 0;
    return (int)length;
}

bool linea_json_bytes(const struct linea_json *json, uint8_t *out, size_t size,
                      int value)
{
    if (linea_json_type(json, value) != LINEA_JSON_STRING)
        return false;
    const struct linea_json_value *v = &json->value[value];
    return linea_hex_read(out, size, json->text + v->start,
                          (size_t)(v->end - v->start));
}

bool linea_json_id(const struct linea_json *json, uint64_t *out, int value)
{
    uint8_t bytes[8];
    if (!linea_json_bytes(json, bytes, sizeof bytes, value))
        return false;
    *out = linea_u64_read(bytes);
    return true;
}

int linea_json_line(const struct linea_json *json, int position)
{
    int line = 1;
    for (int i = 0; i < position && (size_t)i < json->length; i++)
        line += json->text[i] == '\n';
    return line;
}

int linea_json_column(const struct linea_json *json, int position)
{
    size_t end = (size_t)position < json->length ? (size_t)position : json->length;
    size_t begin = end;
    while (begin > 0 && json->text[begin - 1] != '\n')
        begin--;
    return 1 + linea_utf8_count(json->text + begin, end - begin);
}

void linea_out_init(struct linea_out *out, char *buffer, size_t size)
{
    assert(size > 0);
    *out = (struct linea_out){.at = buffer, .end = buffer + size - 1};
    *out->at = 0;
}

void linea_out_text(struct linea_out *out, const char *text)
{
    linea_out_chars(out, text, strlen(text));
}

void linea_out_chars(struct linea_out *out, const char *text, size_t length)
{
    /* Once full, always full: a short piece must not follow a gap. */
    size_t room = out->full ? 0 : (size_t)(out->end - out->at);
    if (length > room) {
        out->full = true;
        length = linea_utf8_cut(text, length, room);
    }
    memcpy(out->at, text, length);
    out->at += length;
    *out->at = 0;
}

void linea_out_int(struct linea_out *out, int64_t number)
{
    char digits[20];
    int at = sizeof digits;
    uint64_t left = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    do {
        digits[--at] = (char)('0' + left % 10);
        left /= 10;
    } while (left);
    if (number < 0)
        digits[--at] = '-';
    linea_out_chars(out, digits + at, sizeof digits - (size_t)at);
}

/* One character of a JSON string; how many bytes of the text it took. */
static int put_letter(struct linea_out *out, const char *text, size_t left)
{
    static const char from[] = "\"\\\b\f\n\r\t", to[] = "\"\\bfnrt";
    uint8_t c = (uint8_t)*text;
    for (int i = 0; from[i]; i++) {
        if (c == (uint8_t)from[i]) {
            linea_out_chars(out, (const char[]){'\\', to[i]}, 2);
            return 1;
        }
    }
    if (c < 0x20) {
        char digits[3];
        linea_hex_write(digits, &c, 1);
        linea_out_text(out, "\\u00");
        linea_out_text(out, digits);
        return 1;
    }
    int length = linea_utf8_length(text, left);
    if (length == 0) {
        /* U+FFFD in place of what is not UTF-8: what is written can be read again. */
        linea_out_text(out, "\xef\xbf\xbd");
        return 1;
    }
    linea_out_chars(out, text, (size_t)length);
    return length;
}

void linea_out_string(struct linea_out *out, const char *text)
{
    size_t left = strlen(text);
    linea_out_text(out, "\"");
    while (left > 0) {
        int used = put_letter(out, text, left);
        text += used;
        left -= (size_t)used;
    }
    linea_out_text(out, "\"");
}

void linea_out_bytes(struct linea_out *out, const uint8_t *bytes, size_t size)
{
    linea_out_text(out, "\"");
    for (size_t i = 0; i < size; i++) {
        char digits[3];
        linea_hex_write(digits, bytes + i, 1);
        linea_out_text(out, digits);
    }
    linea_out_text(out, "\"");
}

void linea_out_id(struct linea_out *out, uint64_t id)
{
    uint8_t bytes[8];
    linea_u64_write(bytes, id);
    linea_out_bytes(out, bytes, sizeof bytes);
}
