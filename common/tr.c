/*
 * common/tr.c - looks texts up in the embedded .mo catalogs.
 *
 * The format is that of GNU gettext, and the build writes it in little-endian order: a
 * header of seven words, then two tables of length and offset, of the originals in
 * ascending order and of their translations.
 *
 * SPDX-License-Identifier: MIT
 */
#include "common/tr.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "common/embedded.h"

enum {
    MO_COUNT = 8,         /* where the header has the number of texts … */
    MO_ORIGINALS = 12,    /* … the place of the table of originals … */
    MO_TRANSLATIONS = 16, /* … and that of their translations */
    MO_ENTRY = 8,         /* bytes of a table entry: length, offset */
};

static const struct embedded *spoken; /* NULL for English */

static uint32_t word_at(const struct embedded *c, size_t at)
{
    const unsigned char *p = c->bytes + at;
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 |
           (uint32_t)p[3] << 24;
}

/* Entry i of a table that the header points to. */
static const char *text_at(const struct embedded *c, size_t table, uint32_t i)
{
    return (const char *)c->bytes +
           word_at(c, word_at(c, table) + (size_t)i * MO_ENTRY + 4);
}

static const char *look_up(const struct embedded *c, const char *msgid)
{
    uint32_t low = 0, high = word_at(c, MO_COUNT);
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        int order = strcmp(msgid, text_at(c, MO_ORIGINALS, middle));
        if (order == 0)
            return text_at(c, MO_TRANSLATIONS, middle);
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

static const char *from(const struct embedded *catalog, const char *msgid)
{
    /* The empty msgid is the catalog's own header. */
    if (!catalog || !msgid[0])
        return msgid;
    const char *translation = look_up(catalog, msgid);
    return translation && translation[0] ? translation : msgid;
}

const char *tr(const char *msgid)
{
    return from(spoken, msgid);
}

const char *tr_in(const char *language, const char *msgid)
{
    const struct embedded *c = embedded_catalogs;
    while (c->id && strcmp(c->id, language) != 0)
        c++;
    return from(c->id ? c : NULL, msgid);
}

/* Whether a locale ("it_IT.UTF-8") is of a language ("it"). */
static bool is_of(const char *locale, const char *language)
{
    size_t n = strlen(language);
    return strncmp(locale, language, n) == 0 &&
           (!locale[n] || strchr("_.@-", locale[n]));
}

bool tr_choose(const char *language)
{
    if (is_of(language, "en")) {
        spoken = NULL;
        return true;
    }
    for (const struct embedded *c = embedded_catalogs; c->id; c++)
        if (is_of(language, c->id)) {
            spoken = c;
            return true;
        }
    return false;
}

void tr_choose_from_environment(void)
{
    static const char *const variables[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++) {
        const char *value = getenv(variables[i]);
        if (!value || !value[0])
            continue;
        tr_choose(value);
        return;
    }
}

const char *tr_language(void)
{
    return spoken ? spoken->id : "en";
}
