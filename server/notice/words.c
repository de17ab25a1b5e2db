/*
 * server/notice/words.c - what notices say, in the language of who reads them.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>
#include <time.h>

#include "common/maps.h"
#include "common/tr.h"
#include "inside.h"

static const struct {
    int kind;
    const char *name, *title;
} kinds[] = {
    {LINEA_NOTICE_BEGAN, "began", N_("A game has begun")},
    {LINEA_NOTICE_TURN, "turn", N_("It is your turn")},
    {LINEA_NOTICE_OVER, "over", N_("A game is over")},
    {LINEA_NOTICE_SOON, "soon", N_("Your time is nearly up")},
    {LINEA_NOTICE_CUP, "tournament", N_("Your tournament goes on")},
    {LINEA_NOTICE_TEST, "test", N_("Notices reach you here")},
};

enum { KINDS = sizeof kinds / sizeof *kinds };

static int index_of(int kind)
{
    int i = 0;
    while (i < KINDS - 1 && kinds[i].kind != kind)
        i++;
    return i;
}

const char *linea_notice_name(int kind)
{
    return kinds[index_of(kind)].name;
}

int linea_notice_kind(const struct linea_json *json, int value)
{
    for (int i = 0; i < NOTICE_KINDS; i++)
        if (linea_json_is(json, value, kinds[i].name))
            return kinds[i].kind;
    return 0;
}

void linea_notice_title(char out[NOTICE_WORDS], const char *language,
                        const struct notice_word *w)
{
    snprintf(out, NOTICE_WORDS, "%s", tr_in(language, kinds[index_of(w->kind)].title));
}

void linea_notice_date(char out[32], const char *format, int64_t milliseconds)
{
    time_t seconds = (time_t)(milliseconds / 1000);
    struct tm parts;
    gmtime_r(&seconds, &parts);
    if (!strftime(out, 32, format, &parts))
        *out = '\0';
}

/* The board's name, and until when there is time. */
void linea_notice_text(char out[NOTICE_WORDS], const char *language,
                       const struct notice_word *w)
{
    char until[32];
    const struct linea_map *map = maps_get(w->map);
    const char *name = map ? linea_map_name(map, &map->name, language) : "Linea";
    bool timed = w->deadline && w->kind & (LINEA_NOTICE_TURN | LINEA_NOTICE_SOON);
    if (timed) {
        linea_notice_date(until, "%Y-%m-%d %H:%M UTC", w->deadline);
        /* the board, then a date */
        snprintf(out, NOTICE_WORDS, tr_in(language, "%s, until %s"), name, until);
    } else if (w->won)
        snprintf(out, NOTICE_WORDS, tr_in(language, "%s: you have won"), name);
    else
        snprintf(out, NOTICE_WORDS, "%s", name);
}
