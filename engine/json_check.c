/*
 * json_check.c - whether a text is JSON, to the letter of RFC 8259.
 *
 * Run over every text before it is cut into values, so that nothing after it meets a
 * text that is not JSON. One pass without recursion: the closing brackets that are
 * still to come are all the memory it needs. Stricter than the RFC in two points that
 * the RFC leaves open: depth is limited, and half a surrogate pair is refused because
 * no UTF-8 text can hold it.
 *
 * SPDX-License-Identifier: MIT
 */
#include "json_internal.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "linea/hex.h"
#include "linea/json.h"
#include "linea/utf8.h"

/* What may come next. */
enum state { VALUE, VALUE_OR_END, KEY, KEY_OR_END, COLON, COMMA_OR_END };

struct check {
    const char *text;
    int at, length;
    int depth;
    char closer[LINEA_JSON_DEPTH]; /* the bracket that ends each open value */
    enum state state;
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The next character; 0 at the end, which no rule of the grammar accepts. */
static char peek(const struct check *c)
{
    return c->at < c->length ? c->text[c->at] : 0;
}

static void skip_space(struct check *c)
{
    while (c->at < c->length &&
           (peek(c) == ' ' || peek(c) == '\t' || peek(c) == '\n' || peek(c) == '\r'))
        c->at++;
}

static bool skip_digits(struct check *c)
{
    int before = c->at;
    while (is_digit(peek(c)))
        c->at++;
    return c->at > before;
}

static const char *check_number(struct check *c)
{
    static const char digit_expected[] = "a digit was expected";
    if (peek(c) == '-')
        c->at++;
    if (peek(c) == '0')
        c->at++;
    else if (!skip_digits(c))
        return digit_expected;
    if (peek(c) == '.') {
        c->at++;
        if (!skip_digits(c))
            return digit_expected;
    }
    if (peek(c) == 'e' || peek(c) == 'E') {
        c->at++;
        if (peek(c) == '+' || peek(c) == '-')
            c->at++;
        if (!skip_digits(c))
            return digit_expected;
    }
    return NULL;
}

static const char *check_word(struct check *c)
{
    static const char *const words[] = {"true", "false", "null"};
    for (int i = 0; i < 3; i++) {
        int length = (int)strlen(words[i]);
        if (c->length - c->at < length ||
            memcmp(c->text + c->at, words[i], (size_t)length) != 0)
            continue;
        c->at += length;
        return NULL;
    }
    /* It cannot be seen in an editor, so it is named. */
    bool marked =
        c->at == 0 && c->length >= 3 && memcmp(c->text, "\xef\xbb\xbf", 3) == 0;
    return marked ? "JSON has no byte order mark" : "a value was expected";
}

int linea_json_unit(const char *digits, size_t left)
{
    uint8_t bytes[2];
    return left >= 4 && linea_hex_read(bytes, 2, digits, 4) ? bytes[0] << 8 | bytes[1]
                                                            : -1;
}

/* An escape, from its backslash. */
static const char *check_escape(struct check *c)
{
    const char *text = c->text + c->at;
    size_t left = (size_t)(c->length - c->at);
    for (int i = 0; left >= 2 && i < 8; i++) {
        if (text[1] == "\"\\/bfnrt"[i]) {
            c->at += 2;
            return NULL;
        }
    }
    if (left < 2 || text[1] != 'u')
        return "there is no such escape";
    int unit = linea_json_unit(text + 2, left - 2);
    if (unit < 0)
        return "four hexadecimal digits were expected";
    if (unit < 0xd800 || unit > 0xdfff) {
        c->at += 6;
        return NULL;
    }
    bool paired = unit <= 0xdbff && left >= 12 && text[6] == '\\' && text[7] == 'u';
    int low = paired ? linea_json_unit(text + 8, left - 8) : -1;
    if (low < 0xdc00 || low > 0xdfff)
        return "half a surrogate pair stands alone";
    c->at += 12;
    return NULL;
}

static const char *check_string(struct check *c)
{
    int start = c->at++;
    while (c->at < c->length) {
        uint8_t byte = (uint8_t)c->text[c->at];
        if (byte == '"') {
            c->at++;
            return NULL;
        }
        if (byte < 0x20)
            return "a control character must be escaped";
        if (byte == '\\') {
            const char *error = check_escape(c);
            if (error)
                return error;
            continue;
        }
        int length = linea_utf8_length(c->text + c->at, (size_t)(c->length - c->at));
        if (length == 0)
            return "this is not UTF-8";
        c->at += length;
    }
    c->at = start;
    return "the string has no end";
}

static const char *open_value(struct check *c, char closer)
{
    if (c->depth == LINEA_JSON_DEPTH)
        return "values are nested too deeply";
    c->closer[c->depth++] = closer;
    c->state = closer == '}' ? KEY_OR_END : VALUE_OR_END;
    c->at++;
    return NULL;
}

static void close_value(struct check *c)
{
    c->depth--;
    c->at++;
    c->state = COMMA_OR_END;
}

static const char *check_value(struct check *c)
{
    char first = peek(c);
    if (first == ']' && c->state == VALUE_OR_END) {
        close_value(c);
        return NULL;
    }
    if (first == '{' || first == '[')
        return open_value(c, first == '{' ? '}' : ']');
    c->state = COMMA_OR_END;
    if (first == '"')
        return check_string(c);
    if (first == '-' || is_digit(first))
        return check_number(c);
    return check_word(c);
}

static const char *check_key(struct check *c)
{
    if (peek(c) == '}' && c->state == KEY_OR_END) {
        close_value(c);
        return NULL;
    }
    if (peek(c) != '"')
        return "a key in quotes was expected";
    c->state = COLON;
    return check_string(c);
}

static const char *check_comma(struct check *c)
{
    char closer = c->closer[c->depth - 1];
    if (peek(c) == closer) {
        close_value(c);
        return NULL;
    }
    if (peek(c) != ',')
        return closer == '}' ? "a comma or } was expected"
                             : "a comma or ] was expected";
    c->at++;
    c->state = closer == '}' ? KEY : VALUE;
    return NULL;
}

static const char *check_colon(struct check *c)
{
    if (peek(c) != ':')
        return "a colon was expected";
    c->at++;
    c->state = VALUE;
    return NULL;
}

static const char *check_next(struct check *c)
{
    switch (c->state) {
    case KEY:
    case KEY_OR_END:
        return check_key(c);
    case COLON:
        return check_colon(c);
    case COMMA_OR_END:
        return check_comma(c);
    default:
        return check_value(c);
    }
}

const char *linea_json_check(int *error_at, const char *text, int length)
{
    struct check c = {.text = text, .length = length, .state = VALUE};
    const char *error = NULL;
    do {
        skip_space(&c);
        error = check_next(&c);
    } while (!error && (c.depth > 0 || c.state != COMMA_OR_END));
    *error_at = c.at;
    if (error)
        return error;
    skip_space(&c);
    *error_at = c.at;
    return c.at < length ? "nothing may follow the value" : NULL;
}
