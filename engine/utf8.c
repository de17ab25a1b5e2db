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
