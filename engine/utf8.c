/*
 * utf8.c - UTF-8, and which characters text from outside may contain.
 *
 * SPDX-License-Identifier: MIT
 */
#include "linea/utf8.h"

#include <stdint.h>

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

/* The code point of a character of so many bytes. */
static uint32_t code_of(const char *text, int length)
{
    static const uint8_t first[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    uint32_t code = (uint8_t)text[0] & first[length];
    for (int i = 1; i < length; i++)
        code = code << 6 | ((uint8_t)text[i] & 0x3f);
    return code;
}

static bool is_allowed(uint32_t code)
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
        {0x1d173, 0x1d17a}, /* musical beams and slurs */
        {0xe0000, 0xe007f}, /* tags */
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        if (code >= refused[i].low && code <= refused[i].high)
            return false;
    return true;
}

bool linea_text_clean(const char *text, size_t length)
{
    for (size_t at = 0; at < length;) {
        int bytes = linea_utf8_length(text + at, length - at);
        if (bytes == 0 || !is_allowed(code_of(text + at, bytes)))
            return false;
        at += (size_t)bytes;
    }
    return true;
}

/* Drawn upon the letter before it, or nothing at all. */
static bool is_mark(uint32_t code)
{
    static const struct {
        uint32_t low, high;
    } marks[] = {
        {0x0300, 0x036f},                     /* combining diacritical marks */
        {0x034f, 0x034f},                     /* combining grapheme joiner */
        {0x0483, 0x0489},                     /* Cyrillic */
        {0x1ab0, 0x1aff}, {0x1dc0, 0x1dff},   /* more of them */
        {0x200c, 0x200d},                     /* joiners */
        {0x20d0, 0x20ff},                     /* for symbols */
        {0x180b, 0x180d},                     /* variations of Mongolian … */
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

static bool is_blank(uint32_t code)
{
    return code == ' ' || code == 0xa0 || code == 0x1680 ||
           (code >= 0x2000 && code <= 0x200a) || code == 0x202f || code == 0x205f ||
           code == 0x2800 || code == 0x3000;
}

bool linea_name_clean(const char *text, size_t length)
{
    bool seen = false;
    for (size_t at = 0; at < length;) {
        int bytes = linea_utf8_length(text + at, length - at);
        if (bytes == 0)
            return false;
        uint32_t code = code_of(text + at, bytes);
        seen |= !is_mark(code) && !is_blank(code);
        at += (size_t)bytes;
    }
    return seen && linea_text_clean(text, length);
}

/* Letters that are drawn like a Latin one: each first of a pair stands for the second.
 */
static const uint16_t lookalikes[][2] = {
    /* Latin with accents that are no marks of their own */
    {0xe0, 'a'},
    {0xe1, 'a'},
    {0xe2, 'a'},
    {0xe3, 'a'},
    {0xe4, 'a'},
    {0xe5, 'a'},
    {0xe7, 'c'},
    {0xe8, 'e'},
    {0xe9, 'e'},
    {0xea, 'e'},
    {0xeb, 'e'},
    {0xec, 'l'},
    {0xed, 'l'},
    {0xee, 'l'},
    {0xef, 'l'},
    {0xf1, 'n'},
    {0xf2, 'o'},
    {0xf3, 'o'},
    {0xf4, 'o'},
    {0xf5, 'o'},
    {0xf6, 'o'},
    {0xf8, 'o'},
    {0xf9, 'u'},
    {0xfa, 'u'},
    {0xfb, 'u'},
    {0xfc, 'u'},
    {0xfd, 'y'},
    {0xff, 'y'},
    {0x103, 'a'},
    {0x105, 'a'},
    {0x107, 'c'},
    {0x10d, 'c'},
    {0x119, 'e'},
    {0x11b, 'e'},
    {0x131, 'l'},
    {0x142, 'l'},
    {0x144, 'n'},
    {0x15b, 's'},
    {0x15f, 's'},
    {0x161, 's'},
    {0x163, 't'},
    {0x17a, 'z'},
    {0x17c, 'z'},
    {0x17e, 'z'},
    {0x219, 's'},
    {0x21b, 't'},
    {0x251, 'a'},
    {0x261, 'g'},
    /* Greek */
    {0x3b1, 'a'},
    {0x3b2, 'b'},
    {0x3b3, 'y'},
    {0x3b5, 'e'},
    {0x3b6, 'z'},
    {0x3b7, 'n'},
    {0x3b9, 'l'},
    {0x3ba, 'k'},
    {0x3bc, 'm'},
    {0x3bd, 'v'},
    {0x3bf, 'o'},
    {0x3c1, 'p'},
    {0x3c3, 'o'},
    {0x3c4, 't'},
    {0x3c5, 'u'},
    {0x3c7, 'x'},
    {0x3ac, 'a'},
    {0x3ad, 'e'},
    {0x3af, 'l'},
    {0x3cc, 'o'},
    {0x391, 'a'},
    {0x392, 'b'},
    {0x395, 'e'},
    {0x396, 'z'},
    {0x397, 'h'},
    {0x399, 'l'},
    {0x39a, 'k'},
    {0x39c, 'm'},
    {0x39d, 'n'},
    {0x39f, 'o'},
    {0x3a1, 'p'},
    {0x3a4, 't'},
    {0x3a5, 'y'},
    {0x3a7, 'x'},
    /* Cyrillic */
    {0x430, 'a'},
    {0x432, 'b'},
    {0x433, 'r'},
    {0x435, 'e'},
    {0x451, 'e'},
    {0x43a, 'k'},
    {0x43c, 'm'},
    {0x43d, 'h'},
    {0x43e, 'o'},
    {0x440, 'p'},
    {0x441, 'c'},
    {0x442, 't'},
    {0x443, 'y'},
    {0x445, 'x'},
    {0x44c, 'b'},
    {0x455, 's'},
    {0x456, 'l'},
    {0x457, 'l'},
    {0x458, 'j'},
    {0x475, 'v'},
    {0x4bb, 'h'},
    {0x4cf, 'l'},
    {0x501, 'd'},
    {0x51b, 'q'},
    {0x51d, 'w'},
    {0x405, 's'},
    {0x406, 'l'},
    {0x407, 'l'},
    {0x408, 'j'},
    {0x4c0, 'l'},
    /* Digits and signs */
    {'0', 'o'},
    {'1', 'l'},
    {'|', 'l'},
    {'i', 'l'},
};

/* A letter as it looks: small, Latin if it can be. */
static uint32_t look_of(uint32_t code)
{
    if (code >= 0xff01 && code <= 0xff5e)
        code -= 0xff01 - '!'; /* of full width */
    if ((code >= 'A' && code <= 'Z') ||
        (code >= 0xc0 && code <= 0xde && code != 0xd7) ||
        (code >= 0x410 && code <= 0x42f))
        code += 0x20;
    else if (code == 0x401)
        code = 0x451;
    else if ((code >= 0x100 && code <= 0x137 && code % 2 == 0) ||
             (code >= 0x139 && code <= 0x148 && code % 2 == 1) ||
             (code >= 0x179 && code <= 0x17e && code % 2 == 1) ||
             (code >= 0x14a && code <= 0x177 && code % 2 == 0) ||
             (code >= 0x218 && code <= 0x21b && code % 2 == 0))
        code++;
    for (size_t i = 0; i < sizeof lookalikes / sizeof *lookalikes; i++)
        if (lookalikes[i][0] == code)
            return lookalikes[i][1];
    return code;
}

/* The next letter as it looks, 0 at the end. */
static uint32_t next_look(const char **text)
{
    while (**text) {
        size_t rest = 0;
        while (rest < 4 && (*text)[rest])
            rest++;
        int bytes = linea_utf8_length(*text, rest);
        uint32_t code = bytes ? code_of(*text, bytes) : 0xfffd;
        *text += bytes ? bytes : 1;
        if (!is_mark(code) && !is_blank(code) && is_allowed(code))
            return look_of(code);
    }
    return 0;
}

bool linea_names_alike(const char *a, const char *b)
{
    uint32_t left, right;
    do {
        left = next_look(&a);
        right = next_look(&b);
    } while (left && left == right);
    return left == right;
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
    for (size_t at = 0; at < length;) {
        int bytes = linea_utf8_length(text + at, length - at);
        uint32_t code = bytes ? code_of(text + at, bytes) : 0xfffd;
        if (bytes == 0)
            linea_out_text(out, "\xef\xbf\xbd");
        else if (is_allowed(code))
            linea_out_chars(out, text + at, (size_t)bytes);
        else
            put_code(out, code);
        at += bytes ? (size_t)bytes : 1;
    }
}
