/*
 * server/notice/push.h - what a push service is sent: a message that only the browser
 * can read (RFC 8291, by the coding of RFC 8188), and who sends it (VAPID, RFC 8292).
 *
 * No network and no clock: numbers by chance and times are the caller's.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef NOTICE_PUSH_H
#define NOTICE_PUSH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PUSH_PUBLIC = 65,  /* bytes of a point on P-256, not compressed */
    PUSH_PRIVATE = 32, /* of the number that belongs to it */
    PUSH_AUTH = 16,    /* of what the browser has given besides */
    PUSH_SALT = 16,
    PUSH_RECORD = 4096,            /* all of it is one record */
    PUSH_HEAD = PUSH_SALT + 4 + 1, /* before the name of the key */
    PUSH_TEXT = 1024,              /* all messages are as long as this */
    PUSH_BODY = PUSH_HEAD + PUSH_PUBLIC + PUSH_TEXT + 1 + 16,
    PUSH_AUTHORIZATION = 768, /* room for the header's value */
};

/* A pair of keys. */
struct push_pair {
    uint8_t private[PUSH_PRIVATE], public[PUSH_PUBLIC];
};

/* Where a message goes to, as the browser says. */
struct push_target {
    uint8_t public[PUSH_PUBLIC], auth[PUSH_AUTH];
};

/* A new pair; and the one of a private key. False if there is none. */
bool linea_push_make(struct push_pair *out);
bool linea_push_pair(struct push_pair *out, const uint8_t private[PUSH_PRIVATE]);

/* Whether it is a point on the curve: others do not come from a browser. */
bool linea_push_is_key(const uint8_t public[PUSH_PUBLIC]);

/* The coding of RFC 8188, in one record, padded to `padded` bytes. Returns how long it
   is, 0 on failure: it does not fit. */
struct push_seal {
    const uint8_t *secret; /* from which the keys are derived … */
    size_t secret_length;
    const uint8_t *salt; /* … with this, PUSH_SALT bytes */
    const uint8_t *name; /* of the secret … */
    size_t name_length;  /* … at most 255 bytes */
    size_t padded;
};
size_t linea_push_seal(uint8_t *out, size_t size, const struct push_seal *seal,
                       const char *text, size_t length);

/* A message of RFC 8291, with a pair of keys and a salt that serve this once. */
size_t linea_push_encrypt(uint8_t *out, size_t size, const struct push_target *to,
                          const struct push_pair *once, const uint8_t salt[PUSH_SALT],
                          const char *text, size_t length, size_t padded);

/* The value of the header Authorization: who sends to a service ("https://a.example")
   until `expires`, seconds since 1970. `subject` is where to reach the host, or "". */
bool linea_push_authorize(char out[PUSH_AUTHORIZATION], const struct push_pair *key,
                          const char *service, int64_t expires, const char *subject);

#endif
