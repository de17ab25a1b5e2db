/*
 * server/request.c - the head of an HTTP request, taken apart.
 *
 * SPDX-License-Identifier: MIT
 */
#include "request.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "linea/hex.h"

size_t linea_request_head(const char *text, size_t length)
{
    for (size_t i = 3; i < length; i++)
        if (text[i] == '\n' && memcmp(text + i - 3, "\r\n\r", 3) == 0)
            return i + 1;
    return 0;
}

static bool is_token(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (c && strchr("!#$%&'*+-.^_`|~", c));
}

/* ASCII but for blanks and controls; a char may be signed or not. */
static bool is_visible(char c)
{
    return c > ' ' && c < 127;
}

/* "GET /path?query HTTP/1.1", from text to end. */
static bool read_line(struct request *r, const char *text, const char *end)
{
    const char *c = text;
    while (c < end && is_token(*c))
        c++;
    r->method = text;
    r->method_length = (int)(c - text);
    if (c == text || end - c < 11 || c[0] != ' ' || c[1] != '/')
        return false;
    const char *version = end - 9;
    if (memcmp(version, " HTTP/1.", 8) != 0 || (end[-1] != '0' && end[-1] != '1'))
        return false;
    r->old = end[-1] == '0';
    r->path = ++c;
    for (; c < version && *c != '?'; c++)
        if (!is_visible(*c))
            return false;
    r->path_length = (int)(c - r->path);
    r->query = c < version ? c + 1 : c;
    r->query_length = (int)(version - r->query);
    for (c = r->query; c < version; c++)
        if (!is_visible(*c))
            return false;
    return true;
}

/* "Name: value", from text to end. */
static bool check_header(const char *text, const char *end)
{
    const char *c = text;
    while (c < end && is_token(*c))
        c++;
    if (c == text || c == end || *c != ':')
        return false;
    for (; c < end; c++)
        if (((unsigned char)*c < ' ' && *c != '\t') || *c == 127)
            return false;
    return true;
}

static const char *line_end(const struct request *r, size_t from)
{
    const char *end = memchr(r->text + from, '\r', r->length - from);
    return end && end[1] == '\n' ? end : NULL; /* the head ends with both */
}

/* The value of the next header of a name from `*at` on, which moves behind it; NULL if
   there is none. */
static const char *next_value(const struct request *r, const char *name, size_t *at,
                              size_t *length)
{
    size_t name_length = strlen(name);
    while (*at < r->length - 2) {
        const char *line = r->text + *at, *end = line_end(r, *at);
        *at = (size_t)(end - r->text) + 2;
        if ((size_t)(end - line) <= name_length || line[name_length] != ':' ||
            strncasecmp(line, name, name_length) != 0)
            continue;
        const char *value = line + name_length + 1;
        value += strspn(value, " \t");
        while (end > value && (end[-1] == ' ' || end[-1] == '\t'))
            end--;
        *length = end > value ? (size_t)(end - value) : 0;
        return value;
    }
    return NULL;
}

/* A NUL-terminated copy; its length, or -1 if it is empty or does not fit. */
static int copy(char *out, size_t size, const char *value, size_t length)
{
    if (length == 0 || length >= size)
        return -1;
    memcpy(out, value, length);
    out[length] = 0;
    return (int)length;
}

int linea_request_header(const struct request *r, char *out, size_t size,
                         const char *name)
{
    size_t at = r->headers, length, more;
    const char *value = next_value(r, name, &at, &length);
    if (!value)
        return 0;
    return next_value(r, name, &at, &more) ? -1 : copy(out, size, value, length);
}

int linea_request_last(const struct request *r, char *out, size_t size,
                       const char *name)
{
    size_t at = r->headers, length, found = 0;
    const char *value, *last = NULL;
    while ((value = next_value(r, name, &at, &length)) != NULL) {
        last = value;
        found = length;
    }
    for (const char *c = last; c && c < last + found; c++)
        if (*c == ',' || *c == ' ' || *c == '\t') {
            found -= (size_t)(c + 1 - last);
            last = c + 1;
        }
    return last ? copy(out, size, last, found) : 0;
}

int linea_request_argument(const struct request *r, char *out, size_t size,
                           const char *name)
{
    size_t name_length = strlen(name);
    const char *at = r->query, *end = r->query + r->query_length;
    while (at < end) {
        const char *next = memchr(at, '&', (size_t)(end - at));
        next = next ? next : end;
        if ((size_t)(next - at) > name_length && at[name_length] == '=' &&
            strncmp(at, name, name_length) == 0) {
            size_t length = (size_t)(next - at) - name_length - 1;
            if (length >= size)
                return -1;
            memcpy(out, at + name_length + 1, length);
            out[length] = 0;
            return (int)length;
        }
        at = next + 1;
    }
    return 0;
}

bool linea_request_number(const struct request *r, int64_t *out, const char *name,
                          int64_t most)
{
    char text[24];
    int64_t number = 0;
    int n = linea_request_argument(r, text, sizeof text, name);
    for (int i = 0; i < n; i++) {
        int digit = text[i] - '0';
        if (digit < 0 || digit > 9 || number > most / 10 || number * 10 > most - digit)
            return false;
        number = number * 10 + digit;
    }
    if (n > 0)
        *out = number;
    return n >= 0;
}

/* "0.5" in thousandths. */
static int read_quality(const char *text)
{
    int quality = *text == '1' ? 1000 : 0, digit = 100;
    if (*text && text[1] == '.')
        for (text += 2; *text >= '0' && *text <= '9'; text++, digit /= 10)
            quality += (*text - '0') * digit;
    return quality < 1000 ? quality : 1000;
}

/* The quality of "name ; q=0.5", the text up to a comma. */
static int quality_of(const char *item)
{
    const char *at = item + strcspn(item, ";,");
    if (*at != ';')
        return 1000;
    at += 1 + strspn(at + 1, " \t");
    return (*at == 'q' || *at == 'Q') && at[1] == '=' ? read_quality(at + 2) : 1000;
}

int linea_request_quality(const char *accepted, const char *name)
{
    size_t length = strlen(name);
    int others = strcmp(name, "identity") == 0 ? 1 : 0;
    for (const char *at = accepted; *at; at += strcspn(at, ",")) {
        at += strspn(at, ", \t");
        size_t word = strcspn(at, ",; \t");
        if (word == length && strncasecmp(at, name, length) == 0)
            return quality_of(at);
        if (word == 1 && *at == '*')
            others = quality_of(at);
    }
    return others;
}

/* How long the body is; false if that is not said plainly. */
static bool read_body_length(struct request *r)
{
    char text[20];
    int n = linea_request_header(r, text, sizeof text, "content-length");
    r->body = -1;
    if (linea_request_header(r, text, sizeof text, "transfer-encoding") != 0 || n < 0 ||
        n > 15 || strspn(n ? text : "", "0123456789") != (size_t)n)
        return false;
    if (n > 0)
        r->body = strtoll(text, NULL, 10);
    return true;
}

const char *linea_request_read(struct request *out, const char *text, size_t length)
{
    struct request *r = out;
    char value[256];
    *r = (struct request){.text = text, .length = length};
    const char *end = line_end(r, 0);
    if (!end || !read_line(r, text, end))
        return "the first line is not METHOD /PATH HTTP/1.1";
    r->headers = (size_t)(end - text) + 2;
    for (size_t at = r->headers; at < length - 2; at = (size_t)(end - text) + 2) {
        end = line_end(r, at);
        if (!end || !check_header(text + at, end))
            return "a header is not NAME: VALUE";
    }
    int host = linea_request_header(r, value, sizeof value, "host");
    if (host < 0 || (host == 0 && !r->old))
        return "a request needs one Host";
    if (!read_body_length(r))
        return "a body needs one Content-Length and nothing else";
    int connection = linea_request_header(r, value, sizeof value, "connection");
    r->close =
        r->old || connection < 0 || (connection > 0 && strcasecmp(value, "close") == 0);
    return NULL;
}

bool linea_request_decode(char *text)
{
    char *out = text;
    for (const char *at = text; *at; at++) {
        if (*at == '%') {
            int high = linea_hex_digit(at[1]),
                low = high < 0 ? -1 : linea_hex_digit(at[2]);
            if (low < 0 || (high == 0 && low == 0))
                return false;
            *out++ = (char)(high << 4 | low);
            at += 2;
        } else
            *out++ = *at == '+' ? ' ' : *at;
    }
    *out = '\0';
    return true;
}
