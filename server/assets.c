/*
 * server/assets.c - the files of the page, carried by the program.
 *
 * SPDX-License-Identifier: MIT
 */
#include "assets.h"

#include <sodium.h>
#include <stdint.h>
#include <string.h>

static const struct {
    const char *ending, *type;
} types[] = {
    {".html", "text/html; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".json", "application/json"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".woff2", "font/woff2"},
    {".wasm", "application/wasm"},
    {".webmanifest", "application/manifest+json"},
    {".txt", "text/plain; charset=utf-8"},
};

static const char *ending_of(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot ? dot : "";
}

const struct asset *linea_asset_find(const char *path)
{
    const char *name = strcmp(path, "/") == 0 ? "index.html" : path + 1;
    for (const struct asset *a = linea_assets; a->name; a++)
        if (strcmp(a->name, name) == 0 && strcmp(ending_of(name), ".gz") != 0)
            return a;
    return NULL;
}

const struct asset *linea_asset_gzip(const struct asset *asset)
{
    const struct asset *next = asset + 1;
    size_t length = strlen(asset->name);
    return next->name && strncmp(next->name, asset->name, length) == 0 &&
                   strcmp(next->name + length, ".gz") == 0
               ? next
               : NULL;
}

const char *linea_asset_type(const struct asset *asset)
{
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (strcmp(types[i].ending, ending_of(asset->name)) == 0)
            return types[i].type;
    return "application/octet-stream";
}

void linea_asset_tag(char out[40], const struct asset *asset)
{
    uint8_t hash[16];
    crypto_generichash(hash, sizeof hash, asset->bytes, asset->length, NULL, 0);
    out[0] = '"';
    sodium_bin2hex(out + 1, 33, hash, sizeof hash);
    out[33] = '"';
    out[34] = 0;
}
