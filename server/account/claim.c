/*
 * server/account/claim.c - what a request says of its player.
 *
 * Secrets are hashed here, and forgotten: nothing behind this file has one.
 *
 * SPDX-License-Identifier: MIT
 */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "account.h"
#include "account/secret.h"
#include "common/options.h"
#include "linea/utf8.h"
#include "options.h"
#include "server/request.h"
#include "token.h"

enum { COOKIES = 2048 /* longest header with cookies that is looked at */ };

bool linea_request_is_secure(const struct serve_options *options,
                             const struct request *r)
{
    char proto[16];
    return options->proxy &&
           linea_request_last(r, proto, sizeof proto, "x-forwarded-proto") > 0 &&
           strcmp(proto, "https") == 0;
}

/* Whether the page of this very server has sent it. Browsers say so of whatever changes
   something, and of each WebSocket; programs have tokens, and need no cookie. */
static bool is_own_page(const struct serve_options *options, const struct request *r)
{
    char origin[256], host[256];
    if (linea_request_header(r, origin, sizeof origin, "origin") <= 0 ||
        linea_request_header(r, host, sizeof host, "host") <= 0)
        return false;
    const char *rest = strstr(origin, "://");
    bool secure = strncmp(origin, "https://", 8) == 0;
    if (!rest || (!secure && strncmp(origin, "http://", 7) != 0) ||
        strcmp(rest + 3, host) != 0)
        return false;
    return secure || !linea_request_is_secure(options, r);
}

bool linea_request_is_foreign(const struct serve_options *options,
                              const struct request *r)
{
    char origin[256];
    return linea_request_header(r, origin, sizeof origin, "origin") != 0 &&
           !is_own_page(options, r);
}

/* The value of a cookie, in place; NULL if it is not there. */
static char *find_cookie(char *cookies, const char *name)
{
    size_t length = strlen(name);
    for (char *at = cookies; at && *at; at = strchr(at, ';')) {
        at += strspn(at, "; ");
        if (strncmp(at, name, length) == 0 && at[length] == '=') {
            at += length + 1;
            at[strcspn(at, "; ")] = '\0';
            return at;
        }
    }
    return NULL;
}

static int read_cookie(const struct serve_options *options, struct claim *out,
                       const char **why, const struct request *r, bool changes)
{
    char cookies[COOKIES];
    if (linea_request_header(r, cookies, sizeof cookies, "cookie") <= 0)
        return 0;
    char *value =
        find_cookie(cookies, linea_cookie_name(linea_request_is_secure(options, r)));
    bool fine = value && linea_secret_hash(out->id, SECRET_SESSION, value);
    sodium_memzero(cookies, sizeof cookies);
    if (!fine) /* of another program, or from another time: it is nobody */
        return 0;
    *why = "a cookie is for the page of this server only";
    if (changes && !is_own_page(options, r))
        return 403;
    out->kind = CLAIM_SESSION;
    return 0;
}

/* Who a proxy says has signed in with it. */
static int read_proxy(const struct serve_options *options, struct claim *out,
                      const char **why, const struct request *r, bool changes)
{
    char name[ACCOUNT_NAME];
    int n = linea_request_header(r, name, sizeof name, options->auth_header);
    if (n == 0)
        return 0;
    *why = "the proxy gives no name that can be used";
    if (n < 0 || !linea_name_clean(name, (size_t)n))
        return 403;
    *why = "who is signed in by the proxy changes things from the page only";
    if (changes && !is_own_page(options, r))
        return 403;
    out->kind = CLAIM_PROXY;
    memcpy(out->name, name, (size_t)n + 1);
    crypto_generichash(out->id, sizeof out->id, (const uint8_t *)name, strlen(name),
                       NULL, 0);
    return 0;
}

bool linea_claim_token(const struct claim_reader *reader, struct claim *out,
                       const char *token, size_t length)
{
    struct hub_guest guest;
    *out = (struct claim){.kind = CLAIM_TOKEN};
    if (length < TOKEN_TEXT && linea_secret_hash(out->id, SECRET_TOKEN, token))
        return true;
    if (!linea_token_read(&guest, reader->key, token, length))
        return false;
    *out = (struct claim){.kind = CLAIM_GUEST};
    memcpy(out->id, &guest.player, sizeof guest.player);
    snprintf(out->name, sizeof out->name, "%s", guest.name);
    return true;
}

int linea_claim_read(const struct claim_reader *reader, struct claim *out,
                     const char **why, const struct request *r, bool changes)
{
    static const char scheme[] = "Bearer ";
    char text[sizeof scheme + TOKEN_TEXT];
    size_t skip = sizeof scheme - 1;
    *out = (struct claim){.kind = CLAIM_NONE};
    int n = linea_request_header(r, text, sizeof text, "authorization");
    if (n != 0) {
        bool fine = n > (int)skip && strncmp(text, scheme, skip) == 0 &&
                    linea_claim_token(reader, out, text + skip, (size_t)n - skip);
        sodium_memzero(text, sizeof text);
        *why = "the token is not of this server";
        return fine ? 0 : 401;
    }
    const struct serve_options *o = reader->options;
    int refused = *o->auth_header ? read_proxy(o, out, why, r, changes) : 0;
    if (refused || out->kind != CLAIM_NONE)
        return refused;
    return read_cookie(o, out, why, r, changes);
}
