/*
 * terminal/tr.c - looks texts up in the embedded .mo catalogs.
 *
 * The format is that of GNU gettext: a header of seven words, then two tables of length
 * and offset, of the originals in ascending order and of their translations. A catalog
 * that is damaged translates nothing, and nothing worse.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tr.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
    MO_COUNT = 8,         /* where the header has the number of texts … */
    MO_ORIGINALS = 12,    /* … the place of the table of originals … */
    MO_TRANSLATIONS = 16, /* … and that of their translations */
    MO_HEADER = 28,
    MO_ENTRY = 8, /* bytes of a table entry: length, offset */
};

static const uint32_t mo_magic = 0x950412de;
static const uint32_t mo_magic_swapped = 0xde120495;

static const struct catalog *spoken; /* NULL for English */

/* A word of the file; its byte order is that of the magic number. */
static uint32_t word_at(const struct catalog *c, size_t at)
{
    const unsigned char *p = c->data + at;
    uint32_t little = (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 |
                      (uint32_t)p[3] << 24;
    uint32_t big = (uint32_t)p[3] | (uint32_t)p[2] << 8 | (uint32_t)p[1] << 16 |
                   (uint32_t)p[0] << 24;
    return c->data[0] == (mo_magic & 0xff) ? little : big;
}

/* Entry i of a table, or NULL when it does not lie within the file. */
static const char *text_at(const struct catalog *c, size_t table, uint32_t i)
{
    size_t entry = table + (size_t)i * MO_ENTRY;
    if (entry + MO_ENTRY > c->size)
        return NULL;
    size_t length = word_at(c, entry), offset = word_at(c, entry + 4);
    if (offset >= c->size || length >= c->size - offset || c->data[offset + length])
        return NULL;
    return (const char *)c->data + offset;
}

static bool readable(const struct catalog *c)
{
    if (c->size < MO_HEADER)
        return false;
    uint32_t magic = word_at(c, 0);
    return magic == mo_magic || magic == mo_magic_swapped;
}

static const char *look_up(const struct catalog *c, const char *msgid)
{
    uint32_t low = 0, high = word_at(c, MO_COUNT);
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const char *original = text_at(c, word_at(c, MO_ORIGINALS), middle);
        if (!original)
            return NULL;
        int order = strcmp(msgid, original);
        if (order == 0)
            return text_at(c, word_at(c, MO_TRANSLATIONS), middle);
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

const char *tr(const char *msgid)
{
    /* The empty msgid is the catalog's own header. */
    if (!spoken || !msgid[0])
        return msgid;
    const char *translation = look_up(spoken, msgid);
    return translation && translation[0] ? translation : msgid;
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
    for (const struct catalog *c = catalogs; c->language; c++)
        if (is_of(language, c->language) && readable(c)) {
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
    return spoken ? spoken->language : "en";
}
