/*
 * utf8.c - UTF-8, and which characters text from outside may contain.
 *
 * SPDX-License-Identifier: MIT
 */
#include "linea/utf8.h"

#include <stdint.h>
#include <string.h>

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

/* Drawn upon the letter before it, or nothing at all. */
static bool is_mark(uint32_t code)
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
        uint32_t code = bytes ? code_of(text + at, bytes) : 0;
        marks = is_mark(code) ? marks + 1 : 0;
        if (bytes == 0 || !is_allowed(code) || marks > MARKS)
            return false;
        at += (size_t)bytes;
    }
    return true;
}

static bool is_blank(uint32_t code)
{
    return code == ' ' || code == 0xa0 || code == 0x1680 ||
           (code >= 0x2000 && code <= 0x200a) || code == 0x202f || code == 0x205f ||
           code == 0x2800 || code == 0x3000 || code == 0x1d159;
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
    /* Latin of other kinds */
    {0x183, 'b'},
    {0x185, 'b'},
    {0x192, 'f'},
    {0x262, 'g'},
    {0x269, 'l'},
    {0x26a, 'l'},
    {0x274, 'n'},
    {0x280, 'r'},
    {0x28b, 'v'},
    {0x28f, 'y'},
    {0x299, 'b'},
    {0x29c, 'h'},
    {0x29f, 'l'},
    {0x1d00, 'a'},
    {0x1d04, 'c'},
    {0x1d05, 'd'},
    {0x1d07, 'e'},
    {0x1d0a, 'j'},
    {0x1d0b, 'k'},
    {0x1d0d, 'm'},
    {0x1d0f, 'o'},
    {0x1d18, 'p'},
    {0x1d1b, 't'},
    {0x1d1c, 'u'},
    {0x1d20, 'v'},
    {0x1d21, 'w'},
    {0x1d22, 'z'},
    {0xa731, 's'},
    /* Like letters, and numerals */
    {0x2102, 'c'},
    {0x210a, 'g'},
    {0x210b, 'h'},
    {0x210c, 'h'},
    {0x210d, 'h'},
    {0x210e, 'h'},
    {0x2110, 'l'},
    {0x2111, 'l'},
    {0x2112, 'l'},
    {0x2113, 'l'},
    {0x2115, 'n'},
    {0x2119, 'p'},
    {0x211a, 'q'},
    {0x211b, 'r'},
    {0x211c, 'r'},
    {0x211d, 'r'},
    {0x2124, 'z'},
    {0x2128, 'z'},
    {0x212a, 'k'},
    {0x212c, 'b'},
    {0x212d, 'c'},
    {0x212f, 'e'},
    {0x2130, 'e'},
    {0x2131, 'f'},
    {0x2133, 'm'},
    {0x2134, 'o'},
    {0x2139, 'l'},
    {0x212b, 'a'},
    {0x2160, 'l'},
    {0x2164, 'v'},
    {0x2169, 'x'},
    {0x216c, 'l'},
    {0x216d, 'c'},
    {0x216e, 'd'},
    {0x216f, 'm'},
    {0x2170, 'l'},
    {0x2174, 'v'},
    {0x2179, 'x'},
    {0x217c, 'l'},
    {0x217d, 'c'},
    {0x217e, 'd'},
    {0x217f, 'm'},
    /* Armenian */
    {0x53c, 'l'},
    {0x54d, 'u'},
    {0x54f, 's'},
    {0x555, 'o'},
    {0x566, 'q'},
    {0x570, 'h'},
    {0x575, 'j'},
    {0x578, 'n'},
    {0x57d, 'u'},
    {0x585, 'o'},
    /* Cherokee */
    {0x13a0, 'd'},
    {0x13a1, 'r'},
    {0x13a2, 't'},
    {0x13a5, 'l'},
    {0x13a9, 'y'},
    {0x13aa, 'a'},
    {0x13ab, 'j'},
    {0x13ac, 'e'},
    {0x13b3, 'w'},
    {0x13b7, 'm'},
    {0x13bb, 'h'},
    {0x13c0, 'g'},
    {0x13c2, 'h'},
    {0x13c3, 'z'},
    {0x13cf, 'b'},
    {0x13d2, 'r'},
    {0x13d4, 'w'},
    {0x13d5, 's'},
    {0x13d9, 'v'},
    {0x13da, 's'},
    {0x13de, 'l'},
    {0x13df, 'c'},
    {0x13e2, 'p'},
    {0x13e6, 'k'},
    {0x13e7, 'd'},
    {0x13f3, 'g'},
    {0x13f4, 'b'},
    /* Coptic */
    {0x2c81, 'a'},
    {0x2c83, 'b'},
    {0x2c89, 'e'},
    {0x2c8f, 'h'},
    {0x2c93, 'l'},
    {0x2c95, 'k'},
    {0x2c99, 'm'},
    {0x2c9b, 'n'},
    {0x2c9f, 'o'},
    {0x2ca3, 'p'},
    {0x2ca5, 'c'},
    {0x2ca7, 't'},
    {0x2ca9, 'y'},
    {0x2cad, 'x'},
    /* Lisu */
    {0xa4d0, 'b'},
    {0xa4d1, 'p'},
    {0xa4d3, 'd'},
    {0xa4d4, 't'},
    {0xa4d6, 'g'},
    {0xa4d7, 'k'},
    {0xa4d9, 'j'},
    {0xa4da, 'c'},
    {0xa4dc, 'z'},
    {0xa4dd, 'f'},
    {0xa4df, 'm'},
    {0xa4e0, 'n'},
    {0xa4e1, 'l'},
    {0xa4e2, 's'},
    {0xa4e3, 'r'},
    {0xa4e6, 'v'},
    {0xa4e7, 'h'},
    {0xa4ea, 'w'},
    {0xa4eb, 'x'},
    {0xa4ec, 'y'},
    {0xa4ee, 'a'},
    {0xa4f0, 'e'},
    {0xa4f2, 'l'},
    {0xa4f3, 'o'},
    {0xa4f4, 'u'},
    /* Colons */
    {0x2d0, ':'},
    {0x2f8, ':'},
    {0x589, ':'},
    {0x1804, ':'},
    {0x205a, ':'},
    {0x2236, ':'},
    {0xa789, ':'},
    {0xfe13, ':'},
    {0xfe55, ':'},
    /* Digits and signs */
    {'0', 'o'},
    {'1', 'l'},
    {'|', 'l'},
    {0x2223, 'l'},
    {'i', 'l'},
};

/* The plain letters of those with accents, and of raised ones: of a row of them, a
   blank for what is none. */
static const struct {
    uint32_t first;
    const char *plain;
} accented[] = {
    {0xaa, "a       23     1o"},
    {0x100, "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiii  jjkkklll"
            "lll  llnnnnnn   oooooo  rrrrrrssssssssttttttuuuuuuuuuuuuwwyy"
            "yzzzzzzsb                      i  l     oo             uu   "
            " zz         l            aaiioouuuuuuuuuu aaaa  ggggkkoooo  "
            "j   gg  nnaa    aaaaeeeeiiiioooorrrruuuusstt  hh      aaeeoo"
            "ooooooyy"},
    {0x23a, "acc      b  eejj  rryy"},
    {0x2b0, "h jr   wy"},
    {0x2e1, "lsx"},
    {0x1d2c, "a b de ghijklmn o prtuwa   bde   g km o   ptu  v      iruv"},
    {0x1d9c, "c   f                          z"},
    {0x1e00, "aabbbbbbccddddddddddeeeeeeeeeeffgghhhhhhhhhhiiiikkkkkkllllll"
             "llmmmmmmnnnnnnnnoooooooopppprrrrrrrrssssssssssttttttttuuuuuu"
             "uuuuvvvvwwwwwwwwwwxxxxyyzzzzzzhtwy s    aaaaaaaaaaaaaaaaaaaa"
             "aaaaeeeeeeeeeeeeeeeeiiiioooooooooooooooooooooooouuuuuuuuuuuu"
             "uuyyyyyyyy"},
    {0x2070, "0i  456789     n0123456789      aeox"},
};

/* The plain letter of one in a style: circled, in a box, bold … */
static uint32_t plain_of(uint32_t code)
{
    static const struct {
        uint32_t low, high;
    } alphabets[] = {
        {0x249c, 0x24e9},   {0x1d400, 0x1d6a3}, {0x1f110, 0x1f129}, {0x1f130, 0x1f149},
        {0x1f150, 0x1f169}, {0x1f170, 0x1f189}, {0x1f1e6, 0x1f1ff},
    };
    for (size_t i = 0; i < sizeof alphabets / sizeof *alphabets; i++)
        if (code >= alphabets[i].low && code <= alphabets[i].high)
            return 'a' + (code - alphabets[i].low) % 26;
    if (code >= 0x1d7ce && code <= 0x1d7ff)
        return '0' + (code - 0x1d7ce) % 10;
    if (code >= 0x1d6a8 && code <= 0x1d7cb) { /* Greek, 58 of each */
        uint32_t letter = (code - 0x1d6a8) % 58;
        return letter < 26 ? 0x391 + letter : 0x3b1 + letter - 26;
    }
    return code >= 0xff01 && code <= 0xff5e ? code - 0xff01 + '!' : code;
}

static uint32_t without_accent(uint32_t code)
{
    for (size_t i = 0; i < sizeof accented / sizeof *accented; i++) {
        const char *plain = accented[i].plain;
        uint32_t at = code - accented[i].first;
        if (code >= accented[i].first && at < strlen(plain) && plain[at] != ' ')
            return (uint32_t)plain[at];
    }
    return code;
}

/* A letter as it looks: small, Latin if it can be. */
static uint32_t look_of(uint32_t code)
{
    code = without_accent(plain_of(code));
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
             (code >= 0x218 && code <= 0x21b && code % 2 == 0) ||
             (code >= 0x2c80 && code <= 0x2cb1 && code % 2 == 0))
        code++;
    else if (code >= 0xab70 && code <= 0xabbf)
        code -= 0xab70 - 0x13a0; /* Cherokee has small letters of the same shape */
    for (size_t i = 0; i < sizeof lookalikes / sizeof *lookalikes; i++)
        if (lookalikes[i][0] == code)
            return lookalikes[i][1];
    return code;
}

/* The next letter as it looks, 0 at the end. */
static uint32_t next_letter(const char **text)
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

/* The same, where two letters side by side may look like one. */
static uint32_t next_look(const char **text)
{
    static const char pairs[][4] = {"rnm", "vvw"};
    uint32_t code = next_letter(text);
    const char *behind = *text;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (code == (uint32_t)pairs[i][0] &&
            next_letter(&behind) == (uint32_t)pairs[i][1]) {
            *text = behind;
            return (uint32_t)pairs[i][2];
        }
    return code;
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

/* Every letter looks like one that takes no more bytes. */
static void put_letter(struct linea_out *out, uint32_t code)
{
    char bytes[4];
    size_t n = 0;
    if (code < 0x80) {
        bytes[n++] = (char)code;
    } else if (code < 0x800) {
        bytes[n++] = (char)(0xc0 | code >> 6);
        bytes[n++] = (char)(0x80 | (code & 0x3f));
    } else if (code < 0x10000) {
        bytes[n++] = (char)(0xe0 | code >> 12);
        bytes[n++] = (char)(0x80 | (code >> 6 & 0x3f));
        bytes[n++] = (char)(0x80 | (code & 0x3f));
    } else {
        bytes[n++] = (char)(0xf0 | code >> 18);
        bytes[n++] = (char)(0x80 | (code >> 12 & 0x3f));
        bytes[n++] = (char)(0x80 | (code >> 6 & 0x3f));
        bytes[n++] = (char)(0x80 | (code & 0x3f));
    }
    linea_out_chars(out, bytes, n);
}

void linea_name_looks(struct linea_out *out, const char *name)
{
    for (uint32_t letter; (letter = next_look(&name));)
        put_letter(out, letter);
}

bool linea_name_begins_alike(const char *name, const char *start)
{
    uint32_t letter;
    while ((letter = next_look(&start)) != 0)
        if (next_look(&name) != letter)
            return false;
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
        uint32_t code = bytes ? code_of(text + at, bytes) : 0xfffd;
        marks = is_mark(code) ? marks + 1 : 0;
        if (bytes == 0)
            linea_out_text(out, "\xef\xbf\xbd");
        else if (is_allowed(code) && marks <= MARKS)
            linea_out_chars(out, text + at, (size_t)bytes);
        else
            put_code(out, code);
        at += bytes ? (size_t)bytes : 1;
    }
}
