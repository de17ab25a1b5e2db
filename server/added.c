/*
 * server/added.c - maps that a server has beside the embedded ones, and nets.
 *
 * The page knows the maps that it was built with; what else there is, it asks for when
 * it is opened. The program has the nets already, so they are not among the embedded
 * files of the page.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <string.h>

#include "assets.h"
#include "common/maps.h"
#include "common/nets.h"
#include "common/options.h"
#include "linea/hex.h"
#include "linea/list.h"
#include "linea/sha256.h"

enum {
    MAPS = 16,
    ROOM = 64,      /* ids have up to 32 bytes */
    NETS = 16,      /* of embedded maps */
    HASH_BYTES = 5, /* of a name that the page knows (web/build.mjs) */
};

static bool embedded(const char *id)
{
    for (int i = 0; maps_id(i); i++)
        if (strcmp(maps_id(i), id) == 0)
            return true;
    return false;
}

/* Serve one file as "/maps/ID.json", and return its id. NULL after a message. */
static const char *add(const char *file, char path[ROOM])
{
    size_t length;
    const struct linea_map *map = maps_open(file);
    if (!map)
        return NULL;
    const char *id = linea_map_text(map, map->id);
    snprintf(path, ROOM, "/maps/%s.json", id);
    if (embedded(id) || linea_asset_find(path)) {
        complain("serve", "%s: there is a map \"%s\" already", file, id);
        return NULL;
    }
    const char *text = maps_text(id, &length);
    linea_asset_add(path + 1, text, length);
    return id;
}

bool linea_added_maps(const char *files)
{
    static char path[MAPS][ROOM], list[MAPS * ROOM + 3];
    char file[4096];
    struct linea_out out;
    int count = 0;
    linea_out_init(&out, list, sizeof list);
    struct linea_list ids = linea_list_open(&out, "[", "]");
    for (long n; *files && (n = list_next(&files, file, sizeof file)) >= 0; count++) {
        const char *id = NULL;
        if (n == 0 || count == MAPS)
            complain("serve", "--maps takes up to %d files with commas", MAPS);
        else
            id = add(file, path[count]);
        if (!id)
            return false;
        linea_list_text(&ids, id);
    }
    linea_list_close(&ids);
    return linea_asset_add("maps.json", list, strlen(list));
}

void linea_added_nets(void)
{
    static char name[NETS][ROOM];
    for (int i = 0; i < NETS && maps_id(i); i++) {
        size_t length;
        uint8_t sum[LINEA_SHA256];
        char hash[2 * HASH_BYTES + 1];
        struct linea_sha256 sha;
        const unsigned char *bytes = nets_bytes(maps_id(i), &length);
        if (!bytes)
            continue;
        linea_sha256_begin(&sha);
        linea_sha256_add(&sha, bytes, length);
        linea_sha256_end(&sha, sum);
        linea_hex_write(hash, sum, HASH_BYTES);
        snprintf(name[i], ROOM, "%s.%s.net", maps_id(i), hash);
        linea_asset_add(name[i], (const char *)bytes, length);
    }
}
