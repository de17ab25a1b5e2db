/*
 * tests/server/push_test.c - messages for push services: the examples of RFC 8188, RFC
 * 8291 and RFC 8292, and keys that are none.
 *
 * SPDX-License-Identifier: MIT
 */
#include "test.h"

#include "notice/push.h"

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VARIANT = sodium_base64_VARIANT_URLSAFE_NO_PADDING };

static size_t bytes_of(uint8_t *out, size_t size, const char *text)
{
    size_t length = 0;
    CHECK_EQ(
        sodium_base642bin(out, size, text, strlen(text), NULL, &length, NULL, VARIANT),
        0);
    return length;
}

static void expect_text(const uint8_t *bytes, size_t length, const char *expected)
{
    char text[2048];
    sodium_bin2base64(text, sizeof text, bytes, length, VARIANT);
    CHECK_TEXT(text, expected);
}

TEST(PUSH_seals_the_example_of_RFC_8188)
{
    uint8_t key[16], salt[PUSH_SALT], out[128];
    bytes_of(key, sizeof key, "yqdlZ-tYemfogSmv7Ws5PQ");
    bytes_of(salt, sizeof salt, "I1BsxtFttlv3u_Oo94xnmw");
    const struct push_seal seal = {
        .secret = key, .secret_length = sizeof key, .salt = salt};
    size_t length = linea_push_seal(out, sizeof out, &seal, "I am the walrus", 15);
    expect_text(out, length,
                "I1BsxtFttlv3u_Oo94xnmwAAEAAA-NAVub2qFgBEuQKRapoZu-IxkIva3MEB1PD-"
                "ly8Thjg");
}

static const char browser_key[] = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcx"
                                  "aOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";

TEST(PUSH_encrypts_the_example_of_RFC_8291)
{
    static const char text[] = "When I grow up, I want to be a watermelon";
    struct push_target to;
    struct push_pair once;
    uint8_t private[PUSH_PRIVATE], salt[PUSH_SALT], out[PUSH_BODY];
    bytes_of(to.public, sizeof to.public, browser_key);
    bytes_of(to.auth, sizeof to.auth, "BTBZMqHH6r4Tts7J_aSIgg");
    bytes_of(private, sizeof private, "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw");
    bytes_of(salt, sizeof salt, "DGv6ra1nlYgDCS1FRnbzlw");
    CHECK(linea_push_pair(&once, private));
    expect_text(
        once.public, sizeof once.public,
        "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8w"
        "EqKK6PBru3jl7A8");
    CHECK(linea_push_is_key(to.public));
    size_t length =
        linea_push_encrypt(out, sizeof out, &to, &once, salt, text, sizeof text - 1, 0);
    expect_text(
        out, length,
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIg"
        "Dll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVB"
        "St2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN");
}

TEST(PUSH_makes_all_messages_equally_long)
{
    struct push_pair browser, once;
    struct push_target to;
    uint8_t salt[PUSH_SALT] = {1}, out[PUSH_BODY];
    char text[PUSH_TEXT + 1];
    memset(text, 'x', sizeof text);
    CHECK(linea_push_make(&browser) && linea_push_make(&once));
    memcpy(to.public, browser.public, sizeof to.public);
    memset(to.auth, 7, sizeof to.auth);
    for (size_t length = 0; length <= PUSH_TEXT; length += 128)
        CHECK_EQ(linea_push_encrypt(out, sizeof out, &to, &once, salt, text, length,
                                    PUSH_TEXT),
                 PUSH_BODY);
    CHECK_EQ(linea_push_encrypt(out, sizeof out, &to, &once, salt, text, PUSH_TEXT + 1,
                                PUSH_TEXT),
             0);
}

TEST(PUSH_refuses_what_is_no_point_of_the_curve)
{
    uint8_t key[PUSH_PUBLIC] = {4};
    struct push_pair pair;
    uint8_t zero[PUSH_PRIVATE] = {0}, large[PUSH_PRIVATE];
    memset(large, 0xff, sizeof large);
    CHECK(!linea_push_is_key(key));
    bytes_of(key, sizeof key, browser_key);
    key[64] ^= 1;
    CHECK(!linea_push_is_key(key));
    key[64] ^= 1;
    key[0] = 2;
    CHECK(!linea_push_is_key(key));
    CHECK(!linea_push_pair(&pair, zero));
    CHECK(!linea_push_pair(&pair, large));
}

/* Whether a signature is that of a text, by a library other than ours. */
static bool verify(const uint8_t public[PUSH_PUBLIC], const char *text, size_t length,
                   const uint8_t signature[64])
{
    EVP_PKEY *key = NULL;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME,
                                         (char *)"prime256v1", 0),
        OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, (void *)public,
                                          PUSH_PUBLIC),
        OSSL_PARAM_construct_end()};
    CHECK(EVP_PKEY_fromdata_init(context) > 0);
    CHECK(EVP_PKEY_fromdata(context, &key, EVP_PKEY_PUBLIC_KEY, parameters) > 0);
    ECDSA_SIG *pair = ECDSA_SIG_new();
    ECDSA_SIG_set0(pair, BN_bin2bn(signature, 32, NULL),
                   BN_bin2bn(signature + 32, 32, NULL));
    uint8_t *coded = NULL;
    int coded_length = i2d_ECDSA_SIG(pair, &coded);
    EVP_MD_CTX *digest = EVP_MD_CTX_new();
    bool fine = EVP_DigestVerifyInit(digest, NULL, EVP_sha256(), NULL, key) > 0 &&
                EVP_DigestVerify(digest, coded, (size_t)coded_length,
                                 (const uint8_t *)text, length) > 0;
    EVP_MD_CTX_free(digest);
    OPENSSL_free(coded);
    ECDSA_SIG_free(pair);
    EVP_PKEY_CTX_free(context);
    EVP_PKEY_free(key);
    return fine;
}

/* "vapid t=…, k=…": whether the one belongs to the other; `claims` is what it says. */
static bool is_signed(const char *authorization, char *claims, size_t size)
{
    uint8_t public[PUSH_PUBLIC], signature[64];
    char token[PUSH_AUTHORIZATION];
    const char *key = strstr(authorization, ", k=");
    assert_non_null(key);
    assert_memory_equal(authorization, "vapid t=", 8);
    snprintf(token, sizeof token, "%.*s", (int)(key - authorization - 8),
             authorization + 8);
    bytes_of(public, sizeof public, key + 4);
    char *last = strrchr(token, '.'), *first = strchr(token, '.');
    bytes_of(signature, sizeof signature, last + 1);
    *last = '\0';
    bool fine = verify(public, token, strlen(token), signature);
    size_t length = bytes_of((uint8_t *)claims, size - 1, first + 1);
    claims[length] = '\0';
    return fine;
}

TEST(PUSH_is_verified_by_the_example_of_RFC_8292)
{
    char claims[512];
    CHECK(is_signed(
        "vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhb"
        "XBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0"
        ".i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9Ok"
        "SSHzvoD1oA, k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RC"
        "PCfA5aq9ojSwk5Y2EmClBPs",
        claims, sizeof claims));
    CHECK_TEXT(claims, "{\"aud\":\"https://push.example.net\",\"exp\":1453523768,"
                       "\"sub\":\"mailto:push@example.com\"}");
}

TEST(PUSH_says_who_sends_for_every_key)
{
    for (int i = 0; i < 100; i++) { /* numbers with zeros in front, too */
        struct push_pair pair;
        char out[PUSH_AUTHORIZATION], claims[512];
        CHECK(linea_push_make(&pair));
        CHECK(linea_push_authorize(out, &pair, "https://push.test:8443", 1700000000,
                                   "https://linea.test"));
        CHECK(is_signed(out, claims, sizeof claims));
        CHECK_TEXT(claims, "{\"aud\":\"https://push.test:8443\",\"exp\":1700000000,"
                           "\"sub\":\"https://linea.test\"}");
    }
    struct push_pair pair;
    char out[PUSH_AUTHORIZATION], claims[512], service[400];
    CHECK(linea_push_make(&pair));
    CHECK(linea_push_authorize(out, &pair, "https://push.test", 1, ""));
    CHECK(is_signed(out, claims, sizeof claims));
    CHECK_TEXT(claims, "{\"aud\":\"https://push.test\",\"exp\":1}");
    memset(service, 'x', sizeof service - 1);
    service[sizeof service - 1] = '\0';
    CHECK(!linea_push_authorize(out, &pair, service, 1, ""));
}
