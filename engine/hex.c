/*
 * hex.c - bytes as hexadecimal digits, and numbers as bytes.
 *
 * SPDX-License-Identifier: MIT
 */
#include "linea/hex.h"

int linea_hex_digit(char digit)
{
    if (digit >= '0' && digit <= '9')
        return digit - '0';
    if (digit >= 'a' && digit <= 'f')
        return digit - 'a' + 10;
    if (digit >= 'A' && digit <= 'F')
        return digit - 'A' + 10;
    return -1;
}

bool linea_hex_read(uint8_t *out, size_t size, const char *text, size_t length)
{
    if (length != 2 * size)
        return false;
    for (size_t i = 0; i < length; i++)
        if (linea_hex_digit(text[i]) < 0)
            return false;
    for (size_t i = 0; i < size; i++)
        out[i] = (uint8_t)(linea_hex_digit(text[2 * i]) * 16 +
                           linea_hex_digit(text[2 * i + 1]));
    return true;
}

void linea_hex_write(char *out, const uint8_t *bytes, size_t size)
{
    static const char digit[] = "0123456789abcdef";
    for (size_t i = 0; i < size; i++) {
        out[2 * i] = digit[bytes[i] >> 4];
        out[2 * i + 1] = digit[bytes[i] & 15];
    }
    out[2 * size] = 0;
}

void linea_u64_write(uint8_t out[8], uint64_t number)
{
    for (int i = 0; i < 8; i++)
        out[i] = (uint8_t)(number >> (56 - 8 * i));
}

uint64_t linea_u64_read(const uint8_t bytes[8])
{
    uint64_t number = 0;
    for (int i = 0; i < 8; i++)
        number = number << 8 | bytes[i];
    return number;
}
