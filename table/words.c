/*
 * table/words.c - numbers, bytes and texts in the lines of a table.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "event.h"
#include "linea/hex.h"

void linea_table_write_time(struct linea_out *out, int64_t time)
{
    char digits[24];
    int at = sizeof digits;
    uint64_t rest = time < 0 ? 0 : (uint64_t)time;
    digits[--at] = 0;
    do
        digits[--at] = (char)('0' + rest % 10);
    while (rest /= 10);
    linea_out_text(out, digits + at);
}

bool linea_table_read_time(const struct linea_json *json, int64_t *out, int value)
{
    if (linea_json_type(json, value) != LINEA_JSON_NUMBER)
        return false;
    int64_t time = 0;
    int start = json->value[value].start, end = json->value[value].end;
    if (end - start > 15)
        return false;
    for (int i = start; i < end; i++) {
        if (json->text[i] < '0' || json->text[i] > '9')
            return false;
        time = time * 10 + (json->text[i] - '0');
    }
    *out = time;
    return true;
}

void linea_table_write_id(struct linea_out *out, uint64_t id)
{
    uint8_t bytes[8];
    for (int i = 0; i < 8; i++)
        bytes[i] = (uint8_t)(id >> (56 - 8 * i));
    linea_out_bytes(out, bytes, 8);
}

bool linea_table_read_id(const struct linea_json *json, uint64_t *out, int value)
{
    uint8_t bytes[8];
    if (!linea_json_bytes(json, bytes, 8, value))
        return false;
    *out = 0;
    for (int i = 0; i < 8; i++)
        *out = *out << 8 | bytes[i];
    return true;
}
