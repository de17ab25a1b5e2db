/*
 * json_internal.h - what json.c and json_read.c share.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef LINEA_JSON_INTERNAL_H
#define LINEA_JSON_INTERNAL_H

#include "linea/json.h"

/* Fill in the values of a text that is JSON no deeper than allowed; else what is wrong,
   and json->error_at. */
const char *linea_json_values(struct linea_json *json);

/* The 16 bits that four hexadecimal digits stand for, or -1. */
int linea_json_unit(const char *digits, size_t left);

#endif
