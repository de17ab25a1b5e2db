/*
 * server/account/passkey_read.c - a passkey in the body of a request, as browsers write
 * one: PublicKeyCredential.toJSON() of WebAuthn.
 *
 * {"id":…,"type":"public-key","response":{"clientDataJSON":…,"authenticatorData":…,
 *  "signature":…,"userHandle":…}}, all bytes in base64url.
 *
 * SPDX-License-Identifier: MIT
 */
#include <sodium.h>
#include <string.h>

#include "call.h"

enum {
    VARIANT = sodium_base64_VARIANT_URLSAFE_NO_PADDING,
    /* room for the letters of the longest of them */
    LETTERS = (PASSKEY_DATA * 4 + 2) / 3 + 1,
};

static bool refuse(struct call *call, const char *why)
{
    return linea_call_refuse(call, 400, "passkey", why);
}

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

static bool is_local(const char *host)
{
    return strcmp(host, "localhost") == 0 || ends_with(host, ".localhost");
}

/* "https://linea.test:8080" after its "://". */
static const char *host_and_port(const struct call *call)
{
    const char *at = strstr(call->exchange->base, "://");
    return at ? at + 3 : "";
}

bool linea_passkey_host(struct call *call, char out[PASSKEY_HOST])
{
    const char *host = host_and_port(call);
    size_t length = strcspn(host, ":");
    const char *last;
    if (length > 0 && length < PASSKEY_HOST && *host != '[') {
        memcpy(out, host, length);
        out[length] = '\0';
        last = strrchr(out, '.');
        last = last ? last + 1 : out;
        if (last[strspn(last, "0123456789")] != '\0') /* or it is a number */
            return true;
    }
    return linea_call_refuse(call, 400, "address",
                             "passkeys need the name of a host, not a number");
}

/* Bytes of a text; false if it is none, or too long. */
static bool read_bytes(const struct linea_json *json, uint8_t *out, size_t *length,
                       size_t size, int value)
{
    char text[LETTERS];
    int letters = linea_json_string(json, text, sizeof text, value);
    return letters > 0 && sodium_base642bin(out, size, text, (size_t)letters, NULL,
                                            length, NULL, VARIANT) == 0;
}

/* Whether the browser speaks of a page of this server: of its host, and by https where
   that is not this very computer. */
static bool is_own_origin(const struct call *call, const char *host, const char *origin)
{
    static const char secure[] = "https://", plain[] = "http://";
    const char *own = host_and_port(call);
    if (strncmp(origin, secure, sizeof secure - 1) == 0)
        return strcmp(origin + sizeof secure - 1, own) == 0;
    return strncmp(origin, plain, sizeof plain - 1) == 0 &&
           strcmp(origin + sizeof plain - 1, own) == 0 && is_local(host) &&
           !call->secure;
}

/* What the browser says of the page that has asked for it. */
static bool read_client(struct call *call, struct passkey_reply *out, const char *text,
                        size_t length)
{
    struct linea_json *json = &call->exchange->connection->net->json;
    char origin[256], challenge[SECRET_TEXT];
    bool crosses = false;
    if (linea_json_read(json, text, length) ||
        linea_json_type(json, 0) != LINEA_JSON_OBJECT)
        return refuse(call, "clientDataJSON: it is not an object of JSON");
    if (!linea_json_is(json, linea_json_get(json, 0, "type"),
                       out->made ? "webauthn.create" : "webauthn.get"))
        return refuse(call, "type: it is for something else");
    linea_json_bool(json, &crosses, linea_json_get(json, 0, "crossOrigin"));
    if (linea_json_string(json, origin, sizeof origin,
                          linea_json_get(json, 0, "origin")) < 0 ||
        crosses || !is_own_origin(call, out->host, origin))
        return refuse(call, "origin: it is for the page of this server only");
    if (linea_json_string(json, challenge, sizeof challenge,
                          linea_json_get(json, 0, "challenge")) < 0 ||
        !linea_secret_hash(out->challenge, SECRET_CHALLENGE, challenge))
        return refuse(call, "challenge: it is not one of this server");
    crypto_hash_sha256(out->client, (const uint8_t *)text, length);
    return true;
}

static bool read_signature(struct call *call, struct passkey_reply *out, int response)
{
    const struct linea_json *json = &call->exchange->connection->net->json;
    uint8_t player[sizeof out->player];
    size_t length;
    int handle = linea_json_get(json, response, "userHandle");
    if (!read_bytes(json, out->signature, &out->signature_length, sizeof out->signature,
                    linea_json_get(json, response, "signature")))
        return refuse(call, "signature: there is none");
    if (linea_json_type(json, handle) != LINEA_JSON_STRING)
        return true;
    if (!read_bytes(json, player, &length, sizeof player, handle) ||
        length != sizeof player)
        return refuse(call, "userHandle: it is not one of this server");
    memcpy(&out->player, player, sizeof player);
    return true;
}

bool linea_passkey_read(struct call *call, struct passkey_reply *out, bool made)
{
    struct exchange *e = call->exchange;
    struct linea_json *json = &e->connection->net->json;
    uint8_t client[PASSKEY_CLIENT];
    size_t length;
    int passkey = linea_json_get(json, 0, "passkey");
    int response = linea_json_get(json, passkey, "response");
    out->made = made;
    if (!linea_passkey_host(call, out->host))
        return false;
    if (!linea_json_is(json, linea_json_get(json, passkey, "type"), "public-key") ||
        !read_bytes(json, out->id, &out->id_length, sizeof out->id,
                    linea_json_get(json, passkey, "id")))
        return refuse(call, "passkey: as PublicKeyCredential.toJSON() gives it");
    if (!read_bytes(json, out->data, &out->data_length, sizeof out->data,
                    linea_json_get(json, response, "authenticatorData")) ||
        !read_bytes(json, client, &length, sizeof client,
                    linea_json_get(json, response, "clientDataJSON")))
        return refuse(call, "response: clientDataJSON and authenticatorData");
    if (!made && !read_signature(call, out, response))
        return false;
    bool fine = read_client(call, out, (const char *)client, length);
    linea_json_read(json, e->body, e->received); /* there is one reader */
    return fine;
}
