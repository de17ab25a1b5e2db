/*
 * server/assets.h - the files of the page, carried by the program.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_ASSETS_H
#define SERVER_ASSETS_H

#include <stddef.h>

/* Made by cmake/embed.cmake from server/page, ended by a NULL name. A name that ends in
   ".gz" is the file before it, compressed. */
struct asset {
    const char *name;
    const unsigned char *bytes;
    size_t length;
};

extern const struct asset linea_assets[];

/* The file of a path ("/" is index.html), or NULL. */
const struct asset *linea_asset_find(const char *path);

/* The same file compressed, or NULL. */
const struct asset *linea_asset_gzip(const struct asset *asset);

const char *linea_asset_type(const struct asset *asset);

/* Its ETag, quotes included: a hash of its contents. */
void linea_asset_tag(char out[40], const struct asset *asset);

#endif
