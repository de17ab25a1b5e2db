/*
 * server/assets.h - the files of the page, carried by the program.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_ASSETS_H
#define SERVER_ASSETS_H

#include <stdbool.h>
#include <stddef.h>

enum asset_coding { ASSET_PLAIN, ASSET_GZIP, ASSET_BROTLI, ASSET_CODINGS };

struct asset_bytes {
    const unsigned char *bytes; /* NULL: this coding would not make it smaller */
    size_t length;
};

/* Made by cmake/embed.cmake from the folder of the page, the last one has no name. */
struct asset {
    const char *name; /* "icons/logo.svg" */
    const char *hash; /* of its contents */
    struct asset_bytes coded[ASSET_CODINGS];
};

extern const struct asset linea_assets[];

/* The file of a path, or NULL. A path that names no file but may be one of the page's
   own ("/", "/g/ID": no dot in its last part) is index.html. */
const struct asset *linea_asset_find(const char *path);

/* Serve one more file; name and text must stay. False if there are too many. */
bool linea_asset_add(const char *name, const char *text, size_t length);

/* The best coding of a file for a client with this Accept-Encoding, or "". */
enum asset_coding linea_asset_choose(const struct asset *asset, const char *accepted);

/* The name of a coding in Content-Encoding; "" for ASSET_PLAIN. */
const char *linea_asset_coding(enum asset_coding coding);

const char *linea_asset_type(const struct asset *asset);

/* Whether its name changes whenever its contents do: "app.0a1b2c3d.js". */
bool linea_asset_is_fixed(const struct asset *asset);

/* added.c: read map files, a list with commas, and serve them to pages: /maps.json
   lists their ids, /maps/ID.json is a map. On failure prints a message and returns
   false. */
bool linea_added_maps(const char *files);

/* Serve the nets of the embedded maps, as pages ask for them: /ID.HASH.net. */
void linea_added_nets(void);

#endif
