/*
 * tools/load_ask.c - what every load begins with: a player, and a game.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <string.h>

#include "load.h"

void load_ask_guest(struct load *load, int server, load_answer *answer, void *context)
{
    load_http(load, server, "/api/guest", NULL, "{\"name\":\"load\"}", answer, context);
}

void load_ask_game(struct load *load, int server, const char *token, long people,
                   load_answer *answer, void *context)
{
    char body[512];
    struct linea_out out;
    linea_out_init(&out, body, sizeof body);
    linea_out_text(&out, "{\"map\":");
    linea_out_string(&out, load->map);
    linea_out_text(&out, ",\"seats\":[");
    for (long i = 0; i < people; i++)
        linea_out_text(&out, i ? ",\"human\"" : "\"human\"");
    linea_out_text(&out, "],\"listed\":false}");
    load_http(load, server, "/api/games", token, body, answer, context);
}

bool load_ask_string(struct load *load, char *out, size_t size, const char *what,
                     int status, const char *body, size_t length, const char *key)
{
    char reason[LOAD_REASON], code[32] = "";
    struct linea_json *json = &load->json;
    if (status == 0)
        return false;
    if (linea_json_read(json, body, length) == NULL) {
        if (status == 200 &&
            linea_json_string(json, out, size, linea_json_get(json, 0, key)) > 0)
            return true;
        linea_json_string(json, code, sizeof code, linea_json_get(json, 0, "error"));
    }
    if (status == 200)
        snprintf(reason, sizeof reason, "%s: \"%s\" is missing in the answer", what,
                 key);
    else
        snprintf(reason, sizeof reason, "%s: status %d %s", what, status, code);
    load_tally_add(&load->failures, reason);
    return false;
}
