/*
 * server/account/secret.c - secrets that a player keeps.
 *
 * SPDX-License-Identifier: MIT
 */
#include "secret.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum {
    BYTES = 32, /* of what programs keep */
    CODE = 10,  /* bytes of what people write down: 16 letters */
    LETTERS = 16,
    GROUP = 4,
    VARIANT = sodium_base64_VARIANT_URLSAFE_NO_PADDING,
    COOKIE_SECONDS = 365 * 86400,
};

static_assert(SECRET_HASH == crypto_hash_sha256_BYTES, "libsodium's size");

/* Letters and digits of which no two look alike (Crockford's base 32). */
static const char alphabet[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/* API tokens can be known by how they begin: programs that look for secrets in what is
   published do so. */
static const char *const prefix[] = {
    [SECRET_SESSION] = "",    [SECRET_TOKEN] = "lin_", [SECRET_CODE] = "",
    [SECRET_INVITATION] = "", [SECRET_CHALLENGE] = "", [SECRET_FEED] = ""};

/* The kind is hashed too: nothing that was made for one purpose serves another. */
static void hash_of(uint8_t hash[SECRET_HASH], enum secret kind, const uint8_t *bytes,
                    size_t length)
{
    crypto_hash_sha256_state state;
    uint8_t first = (uint8_t)kind;
    crypto_hash_sha256_init(&state);
    crypto_hash_sha256_update(&state, &first, 1);
    crypto_hash_sha256_update(&state, bytes, length);
    crypto_hash_sha256_final(&state, hash);
}

static void write_code(char *out, const uint8_t bytes[CODE])
{
    for (int i = 0; i < LETTERS; i++) {
        unsigned bits = 0;
        for (int bit = i * 5; bit < i * 5 + 5; bit++)
            bits = bits << 1 | (bytes[bit / 8] >> (7 - bit % 8) & 1);
        if (i > 0 && i % GROUP == 0)
            *out++ = '-';
        *out++ = alphabet[bits];
    }
    *out = '\0';
}

/* As people write it. */
static int letter_value(char letter)
{
    if (letter >= 'a' && letter <= 'z')
        letter = (char)(letter - 'a' + 'A');
    if (letter == 'O')
        letter = '0';
    if (letter == 'I' || letter == 'L')
        letter = '1';
    const char *found = letter ? strchr(alphabet, letter) : NULL;
    return found ? (int)(found - alphabet) : -1;
}

static bool read_code(uint8_t bytes[CODE], const char *text)
{
    int letters = 0;
    memset(bytes, 0, CODE);
    for (; *text; text++) {
        if (*text == '-' || *text == ' ')
            continue;
        int value = letter_value(*text);
        if (value < 0 || letters == LETTERS)
            return false;
        for (int bit = 0; bit < 5; bit++)
            if (value >> (4 - bit) & 1)
                bytes[(letters * 5 + bit) / 8] |=
                    (uint8_t)(0x80 >> (letters * 5 + bit) % 8);
        letters++;
    }
    return letters == LETTERS;
}

void linea_secret_make(char out[SECRET_TEXT], uint8_t hash[SECRET_HASH],
                       enum secret kind)
{
    uint8_t bytes[BYTES];
    size_t skip = strlen(prefix[kind]);
    randombytes_buf(bytes, sizeof bytes);
    if (kind == SECRET_CODE || kind == SECRET_INVITATION) {
        write_code(out, bytes);
        hash_of(hash, kind, bytes, CODE);
    } else {
        memcpy(out, prefix[kind], skip);
        sodium_bin2base64(out + skip, SECRET_TEXT - skip, bytes, BYTES, VARIANT);
        hash_of(hash, kind, bytes, BYTES);
    }
    sodium_memzero(bytes, sizeof bytes);
}

bool linea_secret_hash(uint8_t hash[SECRET_HASH], enum secret kind, const char *text)
{
    uint8_t bytes[BYTES];
    size_t length = CODE, skip = strlen(prefix[kind]);
    bool fine;
    if (kind == SECRET_CODE || kind == SECRET_INVITATION)
        fine = read_code(bytes, text);
    else
        fine = strncmp(text, prefix[kind], skip) == 0 &&
               sodium_base642bin(bytes, BYTES, text + skip, strlen(text + skip), NULL,
                                 &length, NULL, VARIANT) == 0 &&
               length == BYTES;
    if (fine)
        hash_of(hash, kind, bytes, length);
    sodium_memzero(bytes, sizeof bytes);
    return fine;
}

const char *linea_cookie_name(bool secure)
{
    return secure ? "__Host-linea" : "linea";
}

void linea_cookie_write(char out[COOKIE_HEADER], const char *session, bool secure)
{
    snprintf(out, COOKIE_HEADER,
             "Set-Cookie: %s=%s; Path=/; Max-Age=%d; HttpOnly; SameSite=Lax%s\r\n",
             linea_cookie_name(secure), session, *session ? COOKIE_SECONDS : 0,
             secure ? "; Secure" : "");
}
