/*
 * engine/name.c - which texts can be names, and how they look to people.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "code_point.h"
#include "linea/utf8.h"

static bool is_blank(uint32_t code)
{
    return code == ' ' || code == 0xa0 || code == 0x1680 ||
           (code >= 0x2000 && code <= 0x200a) || code == 0x202f || code == 0x205f ||
           code == 0x2800 || code == 0x3000 || code == 0x1d159;
}

/* Punctuation and the like, of any script: what says nothing of who somebody is. Such
   pictures as people choose for a name are none. */
static bool is_sign(uint32_t code)
{
    static const struct {
        uint32_t low, high;
    } signs[] = {
        {0x0021, 0x002f}, {0x003a, 0x0040}, {0x005b, 0x0060}, {0x007b, 0x007e},
        {0x00a1, 0x00bf}, {0x00d7, 0x00d7}, {0x00f7, 0x00f7}, {0x02b9, 0x02ff},
        {0x0375, 0x0375}, {0x037e, 0x037e}, {0x0384, 0x0385}, {0x0387, 0x0387},
        {0x0482, 0x0482}, {0x055a, 0x055f}, {0x0589, 0x058f}, {0x05be, 0x05be},
        {0x05c0, 0x05c0}, {0x05c3, 0x05c3}, {0x05c6, 0x05c6}, {0x05f3, 0x05f4},
        {0x0600, 0x060f}, {0x061b, 0x061f}, {0x0640, 0x0640}, {0x066a, 0x066d},
        {0x06d4, 0x06d4}, {0x0964, 0x0965}, {0x0970, 0x0970}, {0x0e4f, 0x0e4f},
        {0x0e5a, 0x0e5b}, {0x0f04, 0x0f14}, {0x104a, 0x104f}, {0x10fb, 0x10fb},
        {0x1360, 0x1368}, {0x1400, 0x1400}, {0x1427, 0x1427}, {0x144a, 0x144a},
        {0x169b, 0x169c}, {0x16eb, 0x16ed}, {0x17d4, 0x17da}, {0x1800, 0x180a},
        {0x1fbd, 0x1fc1}, {0x1fcd, 0x1fcf}, {0x1fdd, 0x1fdf}, {0x1fed, 0x1fef},
        {0x1ffd, 0x1ffe}, {0x2010, 0x206f}, {0x20a0, 0x20cf}, {0x2190, 0x23ff},
        {0x2500, 0x25ff}, {0x2605, 0x2606}, {0x2713, 0x2718}, {0x275b, 0x2760},
        {0x2768, 0x2775}, {0x27c0, 0x27ff}, {0x2900, 0x2bff}, {0x2e00, 0x2e7f},
        {0x3001, 0x3004}, {0x3008, 0x3020}, {0x3030, 0x3030}, {0x303d, 0x303f},
        {0x309b, 0x309c}, {0x30a0, 0x30a0}, {0x30fb, 0x30fb}, {0xa4fe, 0xa4ff},
        {0xa700, 0xa721}, {0xa788, 0xa78a}, {0xfd3e, 0xfd3f}, {0xfe10, 0xfe1f},
        {0xfe30, 0xfe6f}, {0xff01, 0xff0f}, {0xff1a, 0xff20}, {0xff3b, 0xff40},
        {0xff5b, 0xff65}, {0xffe0, 0xffee}, {0xfffc, 0xfffd},
    };
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (code >= signs[i].low && code <= signs[i].high)
            return true;
    return false;
}

/* Scripts; those of China, Japan and Korea are one here. */
enum { COMMON, LATIN, EAST, OTHERS };

/* The script of a letter, by where it stands in Unicode: COMMON for what belongs to
   none. */
static uint32_t script_of(uint32_t code)
{
    /* Where each begins, up to the next. OWN is one that stands only there. */
    enum {
        OWN = -1,
        GREEK = OTHERS,
        CYRILLIC,
        ARMENIAN,
        HEBREW,
        ARABIC,
        SYRIAC,
        DEVANAGARI,
        GEORGIAN,
        ETHIOPIC,
        CHEROKEE,
        CANADIAN,
        KHMER,
        SUNDANESE,
        MYANMAR,
        MEETEI,
        SCRIPTS
    };
    static const struct {
        uint32_t first;
        int script;
    } blocks[] = {
        {0x0000, COMMON},   {0x0041, LATIN},    {0x005b, COMMON},
        {0x0061, LATIN},    {0x007b, COMMON},   {0x00c0, LATIN},
        {0x02b0, COMMON},   {0x0370, GREEK},    {0x0400, CYRILLIC},
        {0x0530, ARMENIAN}, {0x0590, HEBREW},   {0x0600, ARABIC},
        {0x0700, SYRIAC},   {0x0750, ARABIC},   {0x0780, OWN},
        {0x07c0, OWN},      {0x0800, OWN},      {0x0840, OWN},
        {0x0860, SYRIAC},   {0x0870, ARABIC},   {0x0900, DEVANAGARI},
        {0x0980, OWN},      {0x0a00, OWN},      {0x0a80, OWN},
        {0x0b00, OWN},      {0x0b80, OWN},      {0x0c00, OWN},
        {0x0c80, OWN},      {0x0d00, OWN},      {0x0d80, OWN},
        {0x0e00, OWN},      {0x0e80, OWN},      {0x0f00, OWN},
        {0x1000, MYANMAR},  {0x10a0, GEORGIAN}, {0x1100, EAST},
        {0x1200, ETHIOPIC}, {0x13a0, CHEROKEE}, {0x1400, CANADIAN},
        {0x1680, OWN},      {0x16a0, OWN},      {0x1700, OWN},
        {0x1720, OWN},      {0x1740, OWN},      {0x1760, OWN},
        {0x1780, KHMER},    {0x1800, OWN},      {0x18b0, CANADIAN},
        {0x1900, OWN},      {0x1950, OWN},      {0x1980, OWN},
        {0x19e0, KHMER},    {0x1a00, OWN},      {0x1a20, OWN},
        {0x1ab0, COMMON},   {0x1b00, OWN},      {0x1b80, SUNDANESE},
        {0x1bc0, OWN},      {0x1c00, OWN},      {0x1c50, OWN},
        {0x1c80, CYRILLIC}, {0x1c90, GEORGIAN}, {0x1cc0, SUNDANESE},
        {0x1cd0, COMMON},   {0x1d00, LATIN},    {0x1dc0, COMMON},
        {0x1e00, LATIN},    {0x1f00, GREEK},    {0x2000, COMMON},
        {0x2c00, OWN},      {0x2c60, LATIN},    {0x2c80, OWN},
        {0x2d00, GEORGIAN}, {0x2d30, OWN},      {0x2d80, ETHIOPIC},
        {0x2de0, CYRILLIC}, {0x2e00, COMMON},   {0x2e80, EAST},
        {0x3200, COMMON},   {0x3400, EAST},     {0x4dc0, COMMON},
        {0x4e00, EAST},     {0xa000, OWN},      {0xa4d0, OWN},
        {0xa500, OWN},      {0xa640, CYRILLIC}, {0xa6a0, OWN},
        {0xa700, COMMON},   {0xa722, LATIN},    {0xa800, OWN},
        {0xa840, OWN},      {0xa880, OWN},      {0xa8e0, DEVANAGARI},
        {0xa900, OWN},      {0xa930, OWN},      {0xa960, EAST},
        {0xa980, OWN},      {0xa9e0, MYANMAR},  {0xaa00, OWN},
        {0xaa60, MYANMAR},  {0xaa80, OWN},      {0xaae0, MEETEI},
        {0xab00, ETHIOPIC}, {0xab30, LATIN},    {0xab70, CHEROKEE},
        {0xabc0, MEETEI},   {0xac00, EAST},     {0xd800, COMMON},
        {0xf900, EAST},     {0xfb00, LATIN},    {0xfb13, ARMENIAN},
        {0xfb1d, HEBREW},   {0xfb50, ARABIC},   {0xfe00, COMMON},
        {0xfe70, ARABIC},   {0xfeff, COMMON},   {0xff21, LATIN},
        {0xff3b, COMMON},   {0xff41, LATIN},    {0xff5b, COMMON},
        {0xff66, EAST},     {0xffe0, COMMON},   {0x10000, OWN},
        {0x1b000, EAST},    {0x1b170, OWN},     {0x1d000, COMMON},
        {0x1d800, OWN},     {0x1f000, COMMON},  {0x20000, EAST},
        {0x40000, COMMON},
    };
    size_t low = 0, high = sizeof blocks / sizeof *blocks;
    while (high - low > 1) { /* the last one that begins before it */
        size_t middle = (low + high) / 2;
        *(blocks[middle].first <= code ? &low : &high) = middle;
    }
    if (blocks[low].script != OWN)
        return (uint32_t)blocks[low].script;
    /* Of the many that nobody writes any more each begins on a page of its own. */
    return code < 0x10000 ? SCRIPTS + blocks[low].first : SCRIPTS + code / 256 * 256;
}

/* Whether two scripts stand in one word where people write. */
static bool go_together(uint32_t a, uint32_t b)
{
    return a == b || a == COMMON || b == COMMON || (a == LATIN && b == EAST) ||
           (a == EAST && b == LATIN);
}

bool linea_name_clean(const char *text, size_t length)
{
    bool seen = false;
    uint32_t script = COMMON; /* of the word */
    for (size_t at = 0; at < length;) {
        int bytes = linea_utf8_length(text + at, length - at);
        if (bytes == 0)
            return false;
        uint32_t code = linea_code_of(text + at, bytes);
        at += (size_t)bytes;
        if (linea_code_is_mark(code))
            continue;
        if (is_blank(code) || is_sign(code)) {
            script = COMMON;
            continue;
        }
        seen = true;
        if (!go_together(script, script_of(code)))
            return false;
        script = script == EAST || script_of(code) == COMMON ? script : script_of(code);
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
    /* Canadian syllabics */
    {0x142f, 'v'},
    {0x144c, 'u'},
    {0x144e, 'n'},
    {0x1455, 'c'},
    {0x1458, 'c'},
    {0x146d, 'p'},
    {0x146f, 'd'},
    {0x1472, 'b'},
    {0x146b, 'q'},
    {0x148d, 'j'},
    {0x14aa, 'l'},
    {0x1515, 's'},
    {0x1541, 'x'},
    {0x157c, 'h'},
    {0x157d, 'x'},
    {0x1587, 'r'},
    {0x15af, 'b'},
    {0x15b4, 'f'},
    {0x15c5, 'a'},
    {0x15de, 'd'},
    {0x15e9, 'a'},
    {0x15ea, 'd'},
    {0x15ef, 'w'},
    {0x15f0, 'm'},
    {0x15f7, 'b'},
    {0x1614, 'z'},
    {0x166d, 'x'},
    {0x166e, 'x'},
    /* Of the East, where Latin may stand in the same word */
    {0x110b, 'o'},
    {0x1175, 'l'},
    {0x3007, 'o'},
    {0x3147, 'o'},
    {0x3163, 'l'},
    {0x4e28, 'l'},
    {0xffdc, 'l'},
    /* Money */
    {0xa2, 'c'},
    {0xa3, 'l'},
    {0xa5, 'y'},
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
    {0x20a1, "cgflmnprw dekt  pga c  t    p b"},
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

enum { GAP = ' ' }; /* between words */

/* The next letter as it looks, GAP for blanks and signs, 0 at the end. */
static uint32_t next_letter(const char **text)
{
    while (**text) {
        size_t rest = 0;
        while (rest < 4 && (*text)[rest])
            rest++;
        int bytes = linea_utf8_length(*text, rest);
        uint32_t code = bytes ? linea_code_of(*text, bytes) : 0xfffd;
        *text += bytes ? bytes : 1;
        if (linea_code_is_mark(code) || !linea_code_is_allowed(code))
            continue;
        code = is_blank(code) ? GAP : look_of(code);
        return is_sign(code) ? GAP : code;
    }
    return 0;
}

/* The same, without gaps, and where two letters side by side may look like one. */
static uint32_t next_look(const char **text)
{
    static const char pairs[][4] = {"rnm", "vvw"};
    uint32_t code;
    do
        code = next_letter(text);
    while (code == GAP);
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

void linea_name_looks(char *out, size_t size, const char *name)
{
    struct linea_out looks;
    linea_out_init(&looks, out, size);
    for (uint32_t letter; (letter = next_look(&name));)
        put_letter(&looks, letter);
}

bool linea_name_word(struct linea_out *out, const char **name)
{
    const char *behind = *name;
    while (next_letter(&behind) == GAP)
        *name = behind;
    if (!**name)
        return false;
    while (**name) {
        behind = *name;
        if (next_letter(&behind) == GAP)
            break;
        uint32_t letter = next_look(name);
        if (letter)
            put_letter(out, letter);
    }
    return true;
}
