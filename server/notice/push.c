/*
 * server/notice/push.c - messages for push services.
 *
 * SPDX-License-Identifier: MIT
 */
#include "push.h"

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum {
    KEY = 16,   /* of AES-128 */
    NONCE = 12, /* of GCM … */
    TAG = 16,   /* … and what proves a record */
    HASH = 32,
    DELIMITER = 2, /* behind the text of the last record */
    SIGNATURE = 64,
    CLAIMS = 384,
    VARIANT = sodium_base64_VARIANT_URLSAFE_NO_PADDING,
};

static const char group[] = "prime256v1";

/* Keys. */

/* A key of OpenSSL, with a private number or without; NULL if there is none. */
static EVP_PKEY *load(const uint8_t *private, const uint8_t *public)
{
    EVP_PKEY *key = NULL;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    OSSL_PARAM_BLD *build = OSSL_PARAM_BLD_new();
    BIGNUM *number = private ? BN_bin2bn(private, PUSH_PRIVATE, NULL) : NULL;
    OSSL_PARAM *parameters = NULL;
    bool fine =
        context && build &&
        OSSL_PARAM_BLD_push_utf8_string(build, OSSL_PKEY_PARAM_GROUP_NAME, group, 0) &&
        OSSL_PARAM_BLD_push_octet_string(build, OSSL_PKEY_PARAM_PUB_KEY, public,
                                         PUSH_PUBLIC) &&
        (!private ||
         (number && OSSL_PARAM_BLD_push_BN(build, OSSL_PKEY_PARAM_PRIV_KEY, number))) &&
        (parameters = OSSL_PARAM_BLD_to_param(build)) != NULL &&
        EVP_PKEY_fromdata_init(context) > 0 &&
        EVP_PKEY_fromdata(context, &key,
                          private ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY,
                          parameters) > 0;
    OSSL_PARAM_free(parameters);
    OSSL_PARAM_BLD_free(build);
    EVP_PKEY_CTX_free(context);
    BN_clear_free(number);
    if (fine)
        return key;
    EVP_PKEY_free(key);
    return NULL;
}

bool linea_push_pair(struct push_pair *out, const uint8_t private[PUSH_PRIVATE])
{
    EC_GROUP *curve = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
    BIGNUM *number = BN_bin2bn(private, PUSH_PRIVATE, NULL);
    EC_POINT *point = curve ? EC_POINT_new(curve) : NULL;
    bool fine = number && point && !BN_is_zero(number) &&
                BN_cmp(number, EC_GROUP_get0_order(curve)) < 0 &&
                EC_POINT_mul(curve, point, number, NULL, NULL, NULL) &&
                EC_POINT_point2oct(curve, point, POINT_CONVERSION_UNCOMPRESSED,
                                   out->public, PUSH_PUBLIC, NULL) == PUSH_PUBLIC;
    memmove(out->private, private, PUSH_PRIVATE);
    EC_POINT_free(point);
    BN_clear_free(number);
    EC_GROUP_free(curve);
    return fine;
}

bool linea_push_make(struct push_pair *out)
{
    uint8_t private[PUSH_PRIVATE];
    bool fine = false;
    for (int i = 0; i < 8 && !fine; i++) { /* nearly every number is one */
        randombytes_buf(private, sizeof private);
        fine = linea_push_pair(out, private);
    }
    sodium_memzero(private, sizeof private);
    return fine;
}

bool linea_push_is_key(const uint8_t public[PUSH_PUBLIC])
{
    EVP_PKEY *key = public[0] == 4 ? load(NULL, public) : NULL;
    EVP_PKEY_CTX *context = key ? EVP_PKEY_CTX_new(key, NULL) : NULL;
    bool fine = context && EVP_PKEY_public_check(context) > 0;
    EVP_PKEY_CTX_free(context);
    EVP_PKEY_free(key);
    return fine;
}

/* What two who know one private key and the other's public one have in common. */
static bool share(uint8_t out[HASH], const struct push_pair *own,
                  const uint8_t other[PUSH_PUBLIC])
{
    EVP_PKEY *mine = load(own->private, own->public), *theirs = load(NULL, other);
    EVP_PKEY_CTX *context = mine ? EVP_PKEY_CTX_new(mine, NULL) : NULL;
    size_t length = HASH;
    bool fine = context && theirs && EVP_PKEY_derive_init(context) > 0 &&
                EVP_PKEY_derive_set_peer(context, theirs) > 0 &&
                EVP_PKEY_derive(context, out, &length) > 0 && length == HASH;
    EVP_PKEY_CTX_free(context);
    EVP_PKEY_free(theirs);
    EVP_PKEY_free(mine);
    return fine;
}

/* HKDF (RFC 5869), up to one hash. */

static void extract(uint8_t out[HASH], const uint8_t *salt, size_t salt_length,
                    const uint8_t *secret, size_t length)
{
    crypto_auth_hmacsha256_state state;
    crypto_auth_hmacsha256_init(&state, salt, salt_length);
    crypto_auth_hmacsha256_update(&state, secret, length);
    crypto_auth_hmacsha256_final(&state, out);
}

static void expand(uint8_t *out, size_t size, const uint8_t key[HASH],
                   const void *about, size_t length)
{
    static const uint8_t first = 1;
    uint8_t whole[HASH];
    crypto_auth_hmacsha256_state state;
    crypto_auth_hmacsha256_init(&state, key, HASH);
    crypto_auth_hmacsha256_update(&state, about, length);
    crypto_auth_hmacsha256_update(&state, &first, 1);
    crypto_auth_hmacsha256_final(&state, whole);
    memcpy(out, whole, size);
    sodium_memzero(whole, sizeof whole);
}

/* RFC 8188. */

/* The text, a delimiter and padding, in one go; its tag behind it. */
static bool encrypt(uint8_t *out, const uint8_t key[KEY], const uint8_t nonce[NONCE],
                    const char *text, size_t length, size_t padded)
{
    static const uint8_t zeros[256], delimiter = DELIMITER;
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    int n;
    bool fine =
        context && EVP_EncryptInit_ex(context, EVP_aes_128_gcm(), NULL, key, nonce) &&
        EVP_EncryptUpdate(context, out, &n, (const uint8_t *)text, (int)length) &&
        EVP_EncryptUpdate(context, out + length, &n, &delimiter, 1);
    for (size_t at = length; fine && at < padded;) {
        size_t some = padded - at < sizeof zeros ? padded - at : sizeof zeros;
        fine = EVP_EncryptUpdate(context, out + at + 1, &n, zeros, (int)some);
        at += some;
    }
    fine = fine && EVP_EncryptFinal_ex(context, out + padded + 1, &n) &&
           EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_GET_TAG, TAG, out + padded + 1);
    EVP_CIPHER_CTX_free(context);
    return fine;
}

size_t linea_push_seal(uint8_t *out, size_t size, const struct push_seal *seal,
                       const char *text, size_t length)
{
    static const char about_key[] = "Content-Encoding: aes128gcm",
                      about_nonce[] = "Content-Encoding: nonce";
    uint8_t common[HASH], key[KEY], nonce[NONCE];
    size_t padded = seal->padded > length ? seal->padded : length;
    size_t head = PUSH_HEAD + seal->name_length, body = padded + 1 + TAG;
    if (body > PUSH_RECORD || seal->name_length > 255 || head + body > size)
        return 0;
    memcpy(out, seal->salt, PUSH_SALT);
    for (int i = 0; i < 4; i++)
        out[PUSH_SALT + i] = (uint8_t)((unsigned)PUSH_RECORD >> (24 - 8 * i));
    out[PUSH_HEAD - 1] = (uint8_t)seal->name_length;
    if (seal->name_length)
        memcpy(out + PUSH_HEAD, seal->name, seal->name_length);
    extract(common, seal->salt, PUSH_SALT, seal->secret, seal->secret_length);
    expand(key, KEY, common, about_key, sizeof about_key);
    expand(nonce, NONCE, common, about_nonce, sizeof about_nonce);
    bool fine = encrypt(out + head, key, nonce, text, length, padded);
    sodium_memzero(common, sizeof common);
    sodium_memzero(key, sizeof key);
    return fine ? head + body : 0;
}

/* RFC 8291. */

size_t linea_push_encrypt(uint8_t *out, size_t size, const struct push_target *to,
                          const struct push_pair *once, const uint8_t salt[PUSH_SALT],
                          const char *text, size_t length, size_t padded)
{
    static const char about[] = "WebPush: info";
    uint8_t shared[HASH], common[HASH], secret[HASH];
    uint8_t info[sizeof about + 2 * (size_t)PUSH_PUBLIC];
    if (!share(shared, once, to->public))
        return 0;
    memcpy(info, about, sizeof about);
    memcpy(info + sizeof about, to->public, PUSH_PUBLIC);
    memcpy(info + sizeof about + PUSH_PUBLIC, once->public, PUSH_PUBLIC);
    extract(common, to->auth, PUSH_AUTH, shared, sizeof shared);
    expand(secret, sizeof secret, common, info, sizeof info);
    const struct push_seal seal = {.secret = secret,
                                   .secret_length = sizeof secret,
                                   .salt = salt,
                                   .name = once->public,
                                   .name_length = PUSH_PUBLIC,
                                   .padded = padded};
    size_t written = linea_push_seal(out, size, &seal, text, length);
    sodium_memzero(shared, sizeof shared);
    sodium_memzero(common, sizeof common);
    sodium_memzero(secret, sizeof secret);
    return written;
}

/* RFC 8292. */

/* A signature as two numbers of 32 bytes; OpenSSL writes them in another way. */
static bool sign(uint8_t out[SIGNATURE], const struct push_pair *pair, const char *text)
{
    uint8_t coded[128];
    const uint8_t *at = coded;
    size_t length = sizeof coded;
    EVP_PKEY *key = load(pair->private, pair->public);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    ECDSA_SIG *signature = NULL;
    bool fine = key && context &&
                EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, key) > 0 &&
                EVP_DigestSign(context, coded, &length, (const uint8_t *)text,
                               strlen(text)) > 0 &&
                (signature = d2i_ECDSA_SIG(NULL, &at, (long)length)) != NULL &&
                BN_bn2binpad(ECDSA_SIG_get0_r(signature), out, SIGNATURE / 2) > 0 &&
                BN_bn2binpad(ECDSA_SIG_get0_s(signature), out + SIGNATURE / 2,
                             SIGNATURE / 2) > 0;
    ECDSA_SIG_free(signature);
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(key);
    return fine;
}

/* Base64 of bytes, behind a text; false if there is no room. */
static bool append(char *out, size_t size, const void *bytes, size_t length)
{
    size_t used = strlen(out);
    if (used + sodium_base64_encoded_len(length, VARIANT) > size)
        return false;
    sodium_bin2base64(out + used, size - used, bytes, length, VARIANT);
    return true;
}

bool linea_push_authorize(char out[PUSH_AUTHORIZATION], const struct push_pair *key,
                          const char *service, int64_t expires, const char *subject)
{
    static const char head[] = "{\"typ\":\"JWT\",\"alg\":\"ES256\"}",
                      scheme[] = "vapid t=";
    char claims[CLAIMS];
    uint8_t signature[SIGNATURE];
    int length = snprintf(claims, sizeof claims, "{\"aud\":\"%s\",\"exp\":%lld%s%s%s}",
                          service, (long long)expires, *subject ? ",\"sub\":\"" : "",
                          subject, *subject ? "\"" : "");
    if (length < 0 || (size_t)length >= sizeof claims)
        return false;
    memcpy(out, scheme, sizeof scheme);
    char *token = out + sizeof scheme - 1;
    size_t room = PUSH_AUTHORIZATION - (sizeof scheme - 1) - 8;
    if (!append(token, room, head, sizeof head - 1))
        return false;
    strcat(token, ".");
    if (!append(token, room, claims, (size_t)length) || !sign(signature, key, token))
        return false;
    strcat(token, ".");
    if (!append(token, room, signature, sizeof signature))
        return false;
    strcat(token, ", k=");
    return append(token, room + 4, key->public, PUSH_PUBLIC);
}
