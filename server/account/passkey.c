/*
 * server/account/passkey.c - what a device has said of a passkey, by libfido2.
 *
 * No device is asked what it is (attestation "none"): everybody may use what they have.
 *
 * SPDX-License-Identifier: MIT
 */
#include "passkey.h"

#include <fido.h>
#include <fido/eddsa.h>
#include <fido/es256.h>
#include <fido/rs256.h>
#include <sodium.h>
#include <string.h>

/* Of the data: the hash of the host comes first, then what the device vouches for. */
enum { PRESENT = 1, RECOGNIZED = 4, FLAGS_AT = crypto_hash_sha256_BYTES };

const int linea_passkey_algorithms[] = {COSE_ES256, COSE_EDDSA, COSE_RS256};

/* A public key as libfido2 wants one: of one of three types. */
struct public
{
    es256_pk_t *es256;
    eddsa_pk_t *eddsa;
    rs256_pk_t *rs256;
};

static void free_public(struct public *public)
{
    es256_pk_free(&public->es256);
    eddsa_pk_free(&public->eddsa);
    rs256_pk_free(&public->rs256);
}

/* The key itself, or NULL if it is none: a point that is not on the curve. */
static const void *read_public(struct public *out, const struct passkey_key *key)
{
    *out = (struct public){0};
    switch (key->algorithm) {
    case COSE_ES256:
        out->es256 = es256_pk_new();
        return out->es256 &&
                       es256_pk_from_ptr(out->es256, key->bytes, key->length) == FIDO_OK
                   ? out->es256
                   : NULL;
    case COSE_EDDSA:
        out->eddsa = eddsa_pk_new();
        return out->eddsa &&
                       eddsa_pk_from_ptr(out->eddsa, key->bytes, key->length) == FIDO_OK
                   ? out->eddsa
                   : NULL;
    case COSE_RS256:
        out->rs256 = rs256_pk_new();
        return out->rs256 &&
                       rs256_pk_from_ptr(out->rs256, key->bytes, key->length) == FIDO_OK
                   ? out->rs256
                   : NULL;
    default:
        return NULL;
    }
}

static bool is_key(const struct passkey_key *key)
{
    struct public public;
    bool fine = read_public(&public, key) != NULL;
    free_public(&public);
    return fine;
}

/* Whether the device says it of this host, of somebody who was there and whom it has
   recognized, by a finger or a PIN. */
static bool is_of_owner(const struct passkey_reply *reply)
{
    uint8_t host[crypto_hash_sha256_BYTES];
    crypto_hash_sha256(host, (const uint8_t *)reply->host, strlen(reply->host));
    return reply->data_length > FLAGS_AT &&
           memcmp(reply->data, host, sizeof host) == 0 &&
           (reply->data[FLAGS_AT] & (PRESENT | RECOGNIZED)) == (PRESENT | RECOGNIZED);
}

static bool take_from(struct passkey_key *out, const struct passkey_reply *reply,
                      fido_cred_t *made, int algorithm)
{
    if (fido_cred_set_type(made, algorithm) != FIDO_OK ||
        fido_cred_set_authdata_raw(made, reply->data, reply->data_length) != FIDO_OK ||
        fido_cred_id_len(made) != reply->id_length ||
        memcmp(fido_cred_id_ptr(made), reply->id, reply->id_length) != 0 ||
        fido_cred_pubkey_len(made) > sizeof out->bytes)
        return false;
    out->algorithm = algorithm;
    out->length = fido_cred_pubkey_len(made);
    out->counter = fido_cred_sigcount(made);
    memcpy(out->bytes, fido_cred_pubkey_ptr(made), out->length);
    return is_key(out);
}

bool linea_passkey_take(struct passkey_key *out, const struct passkey_reply *reply)
{
    bool fine = false;
    fido_init(0);
    for (int i = 0; !fine && is_of_owner(reply) && i < PASSKEY_ALGORITHMS; i++) {
        fido_cred_t *made = fido_cred_new();
        fine = made && take_from(out, reply, made, linea_passkey_algorithms[i]);
        fido_cred_free(&made);
    }
    return fine;
}

static bool is_signed(fido_assert_t *said, const struct passkey_reply *reply,
                      const struct passkey_key *key, const void *public)
{
    return fido_assert_set_count(said, 1) == FIDO_OK &&
           fido_assert_set_rp(said, reply->host) == FIDO_OK &&
           fido_assert_set_clientdata_hash(said, reply->client, SECRET_HASH) ==
               FIDO_OK &&
           fido_assert_set_up(said, FIDO_OPT_TRUE) == FIDO_OK &&
           fido_assert_set_uv(said, FIDO_OPT_TRUE) == FIDO_OK &&
           fido_assert_set_authdata_raw(said, 0, reply->data, reply->data_length) ==
               FIDO_OK &&
           fido_assert_set_sig(said, 0, reply->signature, reply->signature_length) ==
               FIDO_OK &&
           fido_assert_verify(said, 0, key->algorithm, public) == FIDO_OK;
}

bool linea_passkey_verify(uint32_t *counter, const struct passkey_reply *reply,
                          const struct passkey_key *key)
{
    struct public public;
    fido_init(0);
    fido_assert_t *said = fido_assert_new();
    const void *read = read_public(&public, key);
    bool fine = said && read && is_of_owner(reply) && is_signed(said, reply, key, read);
    if (fine)
        *counter = fido_assert_sigcount(said, 0);
    free_public(&public);
    fido_assert_free(&said);
    return fine;
}
