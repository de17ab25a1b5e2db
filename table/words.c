/*
 * table/words.c - times in the lines of a table.
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
