/*
 * server/log.c - what the server did, one line each on standard error.
 *
 * SPDX-License-Identifier: MIT
 */
#include "log.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static const char *const names[] = {"error", "warning", "info", "debug"};

static enum log_level limit = LOG_INFO;

bool linea_log_level(enum log_level *out, const char *name)
{
    for (int i = LOG_ERROR; i <= LOG_DEBUG; i++)
        if (strcmp(names[i], name) == 0) {
            *out = (enum log_level)i;
            return true;
        }
    return false;
}

void linea_log_limit(enum log_level level)
{
    limit = level;
}

void linea_log(enum log_level level, const char *event, const char *format, ...)
{
    if (level > limit)
        return;
    struct timespec now;
    struct tm parts;
    char date[32], rest[512];
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &parts);
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S", &parts);
    va_list values;
    va_start(values, format);
    vsnprintf(rest, sizeof rest, format, values);
    va_end(values);
    /* One call, so that lines of several threads do not mix. */
    fprintf(stderr, "time=%s.%03ldZ level=%s event=%s%s%s\n", date,
            now.tv_nsec / 1000000, names[level], event, *rest ? " " : "", rest);
}

void linea_log_value(char *out, size_t size, const char *text, size_t length)
{
    size_t n = length < size ? length : size - 1;
    for (size_t i = 0; i < n; i++)
        out[i] = text[i] > ' ' && text[i] < 127 && text[i] != '"' && text[i] != '='
                     ? text[i]
                     : '?';
    out[n] = 0;
}
