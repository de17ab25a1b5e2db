/*
 * utf8.c - UTF-8, and which characters text from outside may contain.
 *
 * SPDX-License-Identifier: MIT
 */
#include "linea/utf8.h"

#include "code_point.h"

int linea_utf8_length(const char *text, size_t length)
{
    /* By first byte: its range, the length, and the range of the second byte, which
       shuts out overlong forms, surrogates and what lies past U+10FFFF. */
    static const struct {
        uint8_t low, high, length, second_low, second_high;
    } forms[] = {
        {0x00, 0x7f, 1, 0x00, 0x00}, {0xc2, 0xdf, 2, 0x80, 0xbf},
        {0xe0, 0xe0, 3, 0xa0, 0xbf}, {0xe1, 0xec, 3, 0x80, 0xbf},
        {0xed, 0xed, 3, 0x80, 0x9f}, {0xee, 0xef, 3, 0x80, 0xbf},
        {0xf0, 0xf0, 4, 0x90, 0xbf}, {0xf1, 0xf3, 4, 0x80, 0xbf},
        {0xf4, 0xf4, 4, 0x80, 0x8f},
    };
    const uint8_t *byte = (const uint8_t *)text;
    for (size_t i = 0; length > 0 && i < sizeof forms / sizeof *forms; i++) {
        if (byte[0] < forms[i].low || byte[0] > forms[i].high)
            continue;
        if (forms[i].length == 1)
            return 1;
        if (length < forms[i].length || byte[1] < forms[i].second_low ||
            byte[1] > forms[i].second_high)
            return 0;
        for (int k = 2; k < forms[i].length; k++)
            if (byte[k] < 0x80 || byte[k] > 0xbf)
                return 0;
        return forms[i].length;
    }
    return 0;
}

/* Whether a byte goes on with a character. */
static bool goes_on(char byte)
{
    return ((uint8_t)byte & 0xc0) == 0x80;
}

int linea_utf8_count(const char *text, size_t length)
{
    int count = 0;
    for (size_t i = 0; i < length; i++)
        count += !goes_on(text[i]);
    return count;
}

size_t linea_utf8_cut(const char *text, size_t length, size_t room)
{
    if (length <= room)
        return length;
    while (room > 0 && goes_on(text[room]))
        room--;
    return room;
}

uint32_t linea_code_of(const char *text, int length)
{
    static const uint8_t first[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    uint32_t code = (uint8_t)text[0] & first[length];
    for (int i = 1; i < length; i++)
        code = code << 6 | ((uint8_t)text[i] & 0x3f);
    return code;
}

bool linea_code_is_allowed(uint32_t code)
{
    /* Unicode's Cc, Zl, Zp, and of Cf what is invisible or turns text round. */
    static const struct {
        uint32_t low, high;
    } refused[] = {
        {0x0000, 0x001f},   /* C0 */
        {0x007f, 0x009f},   /* DEL, C1 */
        {0x00ad, 0x00ad},   /* soft hyphen */
        {0x061c, 0x061c},   /* Arabic letter mark */
        {0x180e, 0x180e},   /* Mongolian vowel separator */
        {0x200b, 0x200b},   /* zero width space */
        {0x200e, 0x200f},   /* left-to-right and right-to-left mark */
        {0x2028, 0x202e},   /* separators, embeddings, overrides */
        {0x2060, 0x206f},   /* word joiner, invisible operators, isolates */
        {0xfeff, 0xfeff},   /* byte order mark */
        {0xfff9, 0xfffb},   /* interlinear annotation */
        {0xfff0, 0xfff8},   /* not assigned, and nothing to be seen */
        {0x13430, 0x13455}, /* joiners of Egyptian signs */
        {0x16fe4, 0x16fe4}, /* a filler of Khitan */
        {0x1bca0, 0x1bca3}, /* of shorthand */
        {0x1d173, 0x1d17a}, /* musical beams and slurs */
        {0xe0000, 0xe00ff}, /* tags */
        {0xe01f0, 0xe0fff}, /* not assigned, and nothing to be seen */
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        if (code >= refused[i].low && code <= refused[i].high)
            return false;
    return true;
}

bool linea_code_is_mark(uint32_t code)
{
    static const struct {
        uint32_t low, high;
    } marks[] = {
        {0x0300, 0x036f},                   /* combining diacritical marks */
        {0x034f, 0x034f},                   /* combining grapheme joiner */
        {0x0483, 0x0489},                   /* Cyrillic */
        {0x0591, 0x05c7},                   /* Hebrew */
        {0x0610, 0x061a}, {0x064b, 0x065f}, /* Arabic */
        {0x0e31, 0x0e31}, {0x0e34, 0x0e3a}, /* Thai */
        {0x0e47, 0x0e4e}, {0x1ab0, 0x1aff},   {0x1dc0, 0x1dff}, /* more of them */
        {0x200c, 0x200d},                                       /* joiners */
        {0x20d0, 0x20ff},                                       /* for symbols */
        {0x180b, 0x180f},                     /* variations of Mongolian … */
        {0xfe00, 0xfe0f}, {0xe0100, 0xe01ef}, /* … and of all others */
        {0xfe20, 0xfe2f},                     /* half marks */
        {0x115f, 0x1160}, {0x3164, 0x3164},   /* Hangul fillers: nothing to be seen */
        {0xffa0, 0xffa0}, {0x17b4, 0x17b5},   /* and of Khmer */
    };
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (code >= marks[i].low && code <= marks[i].high)
            return true;
    return false;
}

enum { MARKS = 4 }; /* upon one another, or they cover the lines around them */

bool linea_text_clean(const char *text, size_t length)
{
    int marks = 0;
    for (size_t at = 0; at < length;) {
        int bytes = linea_utf8_length(text + at, length - at);
        uint32_t code = bytes ? linea_code_of(text + at, bytes) : 0;
        marks = linea_code_is_mark(code) ? marks + 1 : 0;
        if (bytes == 0 || !linea_code_is_allowed(code) || marks > MARKS)
            return false;
        at += (size_t)bytes;
    }
    return true;
}

/* "<U+202E>": four digits, or as many as it needs. */
static void put_code(struct linea_out *out, uint32_t code)
{
    linea_out_text(out, "<U+");
    for (int shift = code > 0xfffff  ? 20
                     : code > 0xffff ? 16
                                     : 12;
         shift >= 0; shift -= 4)
        linea_out_chars(out, &"0123456789ABCDEF"[code >> shift & 15], 1);
    linea_out_text(out, ">");
}

void linea_out_clean(struct linea_out *out, const char *text, size_t length)
{
    int marks = 0;
    for (size_t at = 0; at < length;) {
        int bytes = linea_utf8_length(text + at, length - at);
        uint32_t code = bytes ? linea_code_of(text + at, bytes) : 0xfffd;
        marks = linea_code_is_mark(code) ? marks + 1 : 0;
        if (bytes == 0)
            linea_out_text(out, "\xef\xbf\xbd");
        else if (linea_code_is_allowed(code) && marks <= MARKS)
            linea_out_chars(out, text + at, (size_t)bytes);
        else
            put_code(out, code);
        at += bytes ? (size_t)bytes : 1;
    }
}
