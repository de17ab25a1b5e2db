/*
 * linea/json.h - JSON in and out, in the caller's memory.
 *
 * Reading: linea_json_read() checks a text against RFC 8259 (and UTF-8, and that no
 * object has a key twice) and leaves a flat array of values, each before its contents.
 * A value is named by its number in that array; 0 is the whole text. Writing: a struct
 * linea_out collects characters and never overruns. Used for maps, positions, records
 * and the conversation: there is no other parser.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef LINEA_JSON_H
#define LINEA_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    LINEA_JSON_VALUES = 16384, /* values of one text, keys included */
    LINEA_JSON_DEPTH = 16,     /* objects and arrays within each other */
};

enum linea_json_type {
    LINEA_JSON_NULL,
    LINEA_JSON_BOOL,
    LINEA_JSON_NUMBER,
    LINEA_JSON_STRING,
    LINEA_JSON_ARRAY,
    LINEA_JSON_OBJECT
};

/* One value; a key of an object is a string, and its value is the next one. */
struct linea_json_value {
    int start, end; /* in the text; of a string without its quotes */
    int size;       /* elements of an array, pairs of an object */
    int next;       /* number of the value after this one and all its contents */
    enum linea_json_type type;
};

struct linea_json {
    const char *text; /* borrowed */
    size_t length;
    int values;
    int error_at; /* where the text is wrong, after a failed read */
    struct linea_json_value value[LINEA_JSON_VALUES];
};

/*
 * NULL when the whole text is one valid JSON value, else what is wrong with it. Keys
 * are equal when they are so without their escapes; half a surrogate pair is refused.
 */
const char *linea_json_read(struct linea_json *json, const char *text, size_t length);

/* The value of a key of an object, or -1 (also when `object` is no object or -1). */
int linea_json_get(const struct linea_json *json, int object, const char *key);

/* The type of a value; -1 for none. */
int linea_json_type(const struct linea_json *json, int value);

/* The elements of an array, or the pairs of an object; 0 for anything else. */
int linea_json_size(const struct linea_json *json, int value);

/* The first element of an array, or the first key of an object, and the one after it;
   -1 past the last. The value of a key is the number after it. */
int linea_json_first(const struct linea_json *json, int list);
int linea_json_next(const struct linea_json *json, int list, int value);

/* Whether a value is a string equal to text. */
bool linea_json_is(const struct linea_json *json, int value, const char *text);

/* A whole number between low and high; false, and *out untouched, for anything else. */
bool linea_json_int(const struct linea_json *json, int *out, int value, int low,
                    int high);

/* Any number, as nearly as a double has it; false, and *out untouched, for anything
   else. */
bool linea_json_number(const struct linea_json *json, double *out, int value);

/* True or false; false, and *out untouched, for anything else. */
bool linea_json_bool(const struct linea_json *json, bool *out, int value);

/*
 * A string with its escapes undone, NUL-terminated. Its length, or -1 when it is no
 * string, does not fit into size bytes, or holds a 0 of its own.
 */
int linea_json_string(const struct linea_json *json, char *out, size_t size, int value);

/* So many bytes as a string of hexadecimal digits; false, and nothing written, for
   anything else. */
bool linea_json_bytes(const struct linea_json *json, uint8_t *out, size_t size,
                      int value);

/* The number of a game or a person, as linea_out_id() writes it; false, and *out
   untouched, for anything else. */
bool linea_json_id(const struct linea_json *json, uint64_t *out, int value);

/* The line of the text, from 1, that a position of it is in. */
int linea_json_line(const struct linea_json *json, int position);

/* Where in its line a position is, in characters from 1. */
int linea_json_column(const struct linea_json *json, int position);

/* Text being written. What does not fit is left out, cut between two characters, and
   `full` is set. */
struct linea_out {
    char *at, *end;
    bool full;
};

/* Begin to write into size > 0 bytes. What is written is always NUL-terminated. */
void linea_out_init(struct linea_out *out, char *buffer, size_t size);
void linea_out_text(struct linea_out *out, const char *text);
void linea_out_chars(struct linea_out *out, const char *text, size_t length);
void linea_out_int(struct linea_out *out, int64_t number);

/* A JSON string, quoted and escaped; U+FFFD for each byte that is not UTF-8. */
void linea_out_string(struct linea_out *out, const char *text);

/* Bytes as a JSON string of hexadecimal digits. */
void linea_out_bytes(struct linea_out *out, const uint8_t *bytes, size_t size);

/* The number of a game or a person as a JSON string of 16 hexadecimal digits. */
void linea_out_id(struct linea_out *out, uint64_t id);

#endif
