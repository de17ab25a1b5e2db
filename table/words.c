/*
 * table/words.c - times and numbers of people and games in the lines of a table.
 *
 * SPDX-License-Identifier: MIT
 */
#include "event.h"

bool linea_table_read_time(const struct linea_json *json, int64_t *out, int value)
{
    double time;
    if (!linea_json_number(json, &time, value) || !(time >= 0 && time < 1e15))
        return false;
    *out = (int64_t)time;
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
