/*
 * json_read.c - reads a text that is JSON to the letter of RFC 8259, and refuses any
 * other.
 *
 * One pass without recursion: the lists and objects that are still open are all the
 * memory it needs beside the values. Stricter than the RFC in three points that the RFC
 * leaves open: depth and the number of values are limited, and half a surrogate pair is
 * refused because no UTF-8 text can hold it.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "json_internal.h"
#include "linea/hex.h"
#include "linea/utf8.h"

/* What may come next. */
enum state { VALUE, VALUE_OR_END, KEY, KEY_OR_END, COLON, COMMA_OR_END };

struct reader {
    struct linea_json *json;
    const char *text;
    int at, length;
    int depth;
    int open[LINEA_JSON_DEPTH]; /* the values that are not closed yet */
    enum state state;
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The next character; 0 at the end, which no rule of the grammar accepts. */
static char peek(const struct reader *r)
{
    return r->at < r->length ? r->text[r->at] : 0;
}

static void skip_space(struct reader *r)
{
    while (r->at < r->length &&
           (peek(r) == ' ' || peek(r) == '\t' || peek(r) == '\n' || peek(r) == '\r'))
        r->at++;
}

static bool skip_digits(struct reader *r)
{
    int before = r->at;
    while (is_digit(peek(r)))
        r->at++;
    return r->at > before;
}

static const char *check_number(struct reader *r)
{
    static const char digit_expected[] = "a digit was expected";
    if (peek(r) == '-')
        r->at++;
    if (peek(r) == '0')
        r->at++;
    else if (!skip_digits(r))
        return digit_expected;
    if (peek(r) == '.') {
        r->at++;
        if (!skip_digits(r))
            return digit_expected;
    }
    if (peek(r) == 'e' || peek(r) == 'E') {
        r->at++;
        if (peek(r) == '+' || peek(r) == '-')
            r->at++;
        if (!skip_digits(r))
            return digit_expected;
    }
    return NULL;
}

static const char *check_word(struct reader *r)
{
    static const char *const words[] = {"true", "false", "null"};
    for (int i = 0; i < 3; i++) {
        int length = (int)strlen(words[i]);
        if (r->length - r->at < length ||
            memcmp(r->text + r->at, words[i], (size_t)length) != 0)
            continue;
        r->at += length;
        return NULL;
    }
    /* It cannot be seen in an editor, so it is named. */
    bool marked =
        r->at == 0 && r->length >= 3 && memcmp(r->text, "\xef\xbb\xbf", 3) == 0;
    return marked ? "JSON has no byte order mark" : "a value was expected";
}

int linea_json_unit(const char *digits, size_t left)
{
    uint8_t bytes[2];
    return left >= 4 && linea_hex_read(bytes, 2, digits, 4) ? bytes[0] << 8 | bytes[1]
                                                            : -1;
}

/* An escape, from its backslash. */
static const char *check_escape(struct reader *r)
{
    const char *text = r->text + r->at;
    size_t left = (size_t)(r->length - r->at);
    for (int i = 0; left >= 2 && i < 8; i++) {
        if (text[1] == "\"\\/bfnrt"[i]) {
            r->at += 2;
            return NULL;
        }
    }
    if (left < 2 || text[1] != 'u')
        return "there is no such escape";
    int unit = linea_json_unit(text + 2, left - 2);
    if (unit < 0)
        return "four hexadecimal digits were expected";
    if (unit < 0xd800 || unit > 0xdfff) {
        r->at += 6;
        return NULL;
    }
    bool paired = unit <= 0xdbff && left >= 12 && text[6] == '\\' && text[7] == 'u';
    int low = paired ? linea_json_unit(text + 8, left - 8) : -1;
    if (low < 0xdc00 || low > 0xdfff)
        return "half a surrogate pair stands alone";
    r->at += 12;
    return NULL;
}

/* The value that begins here, its end open; an error where there is no room for it. */
static const char *add_value(struct reader *r, enum linea_json_type type)
{
    struct linea_json *json = r->json;
    if (json->values == LINEA_JSON_VALUES)
        return "there are too many values";
    json->value[json->values] = (struct linea_json_value){
        .start = r->at, .type = type, .next = json->values + 1};
    json->values++;
    return NULL;
}

static const char *read_string(struct reader *r)
{
    int start = r->at, value = r->json->values;
    const char *error = add_value(r, LINEA_JSON_STRING);
    for (r->at++; !error && r->at < r->length;) {
        uint8_t byte = (uint8_t)r->text[r->at];
        if (byte == '"') {
            r->json->value[value].start = start + 1;
            r->json->value[value].end = r->at++;
            return NULL;
        }
        int length = linea_utf8_length(r->text + r->at, (size_t)(r->length - r->at));
        if (byte < 0x20)
            return "a control character must be escaped";
        if (length == 0)
            return "this is not UTF-8";
        if (byte == '\\')
            error = check_escape(r);
        else
            r->at += length;
    }
    if (error)
        return error;
    r->at = start;
    return "the string has no end";
}

static const char *open_value(struct reader *r, enum linea_json_type type)
{
    if (r->depth == LINEA_JSON_DEPTH)
        return "values are nested too deeply";
    r->open[r->depth++] = r->json->values;
    const char *error = add_value(r, type);
    r->state = type == LINEA_JSON_OBJECT ? KEY_OR_END : VALUE_OR_END;
    r->at++;
    return error;
}

static void close_value(struct reader *r)
{
    struct linea_json_value *value = &r->json->value[r->open[--r->depth]];
    value->end = ++r->at;
    value->next = r->json->values;
    r->state = COMMA_OR_END;
}

/* The list or object that is being read. */
static struct linea_json_value *innermost(const struct reader *r)
{
    return &r->json->value[r->open[r->depth - 1]];
}

/* A number, true, false or null. */
static const char *read_word(struct reader *r, char first)
{
    bool number = first == '-' || is_digit(first);
    int value = r->json->values;
    const char *error = add_value(r, number         ? LINEA_JSON_NUMBER
                                     : first == 'n' ? LINEA_JSON_NULL
                                                    : LINEA_JSON_BOOL);
    if (!error)
        error = number ? check_number(r) : check_word(r);
    if (!error)
        r->json->value[value].end = r->at;
    return error;
}

static const char *read_value(struct reader *r)
{
    char first = peek(r);
    if (first == ']' && r->state == VALUE_OR_END) {
        close_value(r);
        return NULL;
    }
    if (r->depth > 0 && innermost(r)->type == LINEA_JSON_ARRAY)
        innermost(r)->size++;
    if (first == '{' || first == '[')
        return open_value(r, first == '{' ? LINEA_JSON_OBJECT : LINEA_JSON_ARRAY);
    r->state = COMMA_OR_END;
    return first == '"' ? read_string(r) : read_word(r, first);
}

static const char *read_key(struct reader *r)
{
    if (peek(r) == '}' && r->state == KEY_OR_END) {
        close_value(r);
        return NULL;
    }
    if (peek(r) != '"')
        return "a key in quotes was expected";
    r->state = COLON;
    innermost(r)->size++;
    return read_string(r);
}

static const char *read_comma(struct reader *r)
{
    char closer = innermost(r)->type == LINEA_JSON_OBJECT ? '}' : ']';
    if (peek(r) == closer) {
        close_value(r);
        return NULL;
    }
    if (peek(r) != ',')
        return closer == '}' ? "a comma or } was expected"
                             : "a comma or ] was expected";
    r->at++;
    r->state = closer == '}' ? KEY : VALUE;
    return NULL;
}

static const char *read_colon(struct reader *r)
{
    if (peek(r) != ':')
        return "a colon was expected";
    r->at++;
    r->state = VALUE;
    return NULL;
}

static const char *read_next(struct reader *r)
{
    switch (r->state) {
    case KEY:
    case KEY_OR_END:
        return read_key(r);
    case COLON:
        return read_colon(r);
    case COMMA_OR_END:
        return read_comma(r);
    default:
        return read_value(r);
    }
}

const char *linea_json_values(struct linea_json *json)
{
    struct reader r = {
        .json = json, .text = json->text, .length = (int)json->length, .state = VALUE};
    const char *error = NULL;
    do {
        skip_space(&r);
        error = read_next(&r);
    } while (!error && (r.depth > 0 || r.state != COMMA_OR_END));
    if (!error) {
        skip_space(&r);
        if (r.at < r.length)
            error = "nothing may follow the value";
    }
    json->error_at = r.at;
    return error;
}
