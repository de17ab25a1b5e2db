/*
 * server/assets.c - the files of the page, carried by the program.
 *
 * SPDX-License-Identifier: MIT
 */
#include "assets.h"

#include <ctype.h>
#include <sodium.h>
#include <string.h>

#include "linea/hex.h"
#include "request.h"

static const struct {
    const char *ending, *type;
} types[] = {
    {".html", "text/html; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".json", "application/json"},
    {".jsonl", "application/jsonl"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".woff2", "font/woff2"},
    {".wasm", "application/wasm"},
    {".webmanifest", "application/manifest+json"},
    {".txt", "text/plain; charset=utf-8"},
};

/* Files that were added when the program ran. */
enum { ADDED = 40, HASH_BYTES = 16 };
static struct asset added[ADDED + 1];
static char added_hash[ADDED][2 * HASH_BYTES + 1];

static const struct asset *by_name(const char *name)
{
    const struct asset *const lists[] = {linea_assets, added};
    for (int i = 0; i < 2; i++)
        for (const struct asset *a = lists[i]; a->name; a++)
            if (strcmp(a->name, name) == 0)
                return a;
    return NULL;
}

bool linea_asset_add(const char *name, const char *text, size_t length)
{
    int i = 0;
    unsigned char hash[HASH_BYTES];
    while (i < ADDED && added[i].name)
        i++;
    if (i == ADDED)
        return false;
    crypto_generichash(hash, sizeof hash, (const unsigned char *)text, length, NULL, 0);
    linea_hex_write(added_hash[i], hash, sizeof hash);
    added[i].name = name;
    added[i].hash = added_hash[i];
    added[i].coded[ASSET_PLAIN] =
        (struct asset_bytes){(const unsigned char *)text, length};
    return true;
}

const struct asset *linea_asset_find(const char *path)
{
    const struct asset *asset = by_name(path + 1);
    if (asset || strncmp(path, "/api/", 5) == 0 || strchr(strrchr(path, '/'), '.'))
        return asset;
    return by_name("index.html");
}

const char *linea_asset_coding(enum asset_coding coding)
{
    static const char *const names[ASSET_CODINGS] = {
        [ASSET_PLAIN] = "", [ASSET_GZIP] = "gzip", [ASSET_BROTLI] = "br"};
    return names[coding];
}

enum asset_coding linea_asset_choose(const struct asset *asset, const char *accepted)
{
    enum asset_coding best = ASSET_PLAIN;
    int quality = linea_request_quality(accepted, "identity");
    for (enum asset_coding c = ASSET_GZIP; c < ASSET_CODINGS; c++) {
        int other = linea_request_quality(accepted, linea_asset_coding(c));
        if (asset->coded[c].bytes && other > 0 && other >= quality) {
            best = c;
            quality = other;
        }
    }
    return best;
}

const char *linea_asset_type(const struct asset *asset)
{
    const char *ending = strrchr(asset->name, '.');
    for (size_t i = 0; ending && i < sizeof types / sizeof types[0]; i++)
        if (strcmp(types[i].ending, ending) == 0)
            return types[i].type;
    return "application/octet-stream";
}

bool linea_asset_is_fixed(const struct asset *asset)
{
    enum { HASH = 8 }; /* least letters of one */
    const char *ending = strrchr(asset->name, '.'), *at = ending;
    while (at && at > asset->name && isalnum((unsigned char)at[-1]))
        at--;
    return at && at > asset->name + 1 && at[-1] == '.' && ending - at >= HASH;
}
