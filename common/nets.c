/*
 * common/nets.c - the nets at hand: embedded in the program, or read from a file.
 *
 * SPDX-License-Identifier: MIT
 */
#include "common/nets.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot.h"
#include "common/embedded.h"
#include "common/files.h"
#include "learned.h"

enum { NETS = 64 }; /* nets of one run of the program */

/* What was asked for, and what came of it. */
static struct net {
    const struct linea_map *map;
    char *file;                    /* NULL for the one that is built in */
    struct linea_learned *learned; /* NULL if there is none */
    struct linea_error error;      /* … and why */
    bool complained;
} nets[NETS];

static int known;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

const unsigned char *nets_bytes(const char *map_id, size_t *length)
{
    for (int i = 0; embedded_nets[i].id; i++)
        if (strcmp(embedded_nets[i].id, map_id) == 0) {
            *length = embedded_nets[i].length;
            return embedded_nets[i].bytes;
        }
    return NULL;
}

/* The bytes of a net, which stay; NULL if there are none. */
static const unsigned char *find_bytes(struct net *net, size_t *length)
{
    if (net->file) {
        return (unsigned char *)load_file(&net->error, length, net->file,
                                          LINEA_NET_FILE);
    }
    const char *id = linea_map_text(net->map, net->map->id);
    const unsigned char *bytes = nets_bytes(id, length);
    if (!bytes)
        linea_explain(&net->error, LINEA_UNKNOWN, "there is no net for the map \"%s\"",
                      id);
    return bytes;
}

static void load(struct net *net)
{
    size_t length;
    const unsigned char *bytes = find_bytes(net, &length);
    struct linea_learned *learned = bytes ? malloc(sizeof *learned) : NULL;
    if (learned && linea_learned_read(learned, &net->error, net->map, bytes, length)) {
        learned->net.kernel = nets_kernel();
        net->learned = learned;
        return;
    }
    free(learned);
    if (net->file)
        free((void *)bytes);
}

static bool same_file(const struct net *net, const char *file, size_t length)
{
    return file ? net->file && strlen(net->file) == length &&
                      memcmp(net->file, file, length) == 0
                : !net->file;
}

/* The net that is asked for, loaded if it is not known yet; NULL if there is no room.
 */
static struct net *find(const struct linea_map *map, const char *file, size_t length)
{
    for (int i = 0; i < known; i++)
        if (nets[i].map == map && same_file(&nets[i], file, length))
            return &nets[i];
    char *copy = file ? malloc(length + 1) : NULL;
    if (known == NETS || (file && !copy)) {
        free(copy);
        return NULL;
    }
    if (file) {
        memcpy(copy, file, length);
        copy[length] = 0;
    }
    struct net *net = &nets[known++];
    net->map = map;
    net->file = copy;
    load(net);
    return net;
}

const struct linea_learned *nets_get(const struct linea_map *map,
                                     const struct linea_bot *bot, const char *file,
                                     size_t length)
{
    if (bot->net == LINEA_NET_UNUSED)
        return NULL;
    pthread_mutex_lock(&mutex);
    struct net *net = find(map, file, length);
    if (net && !net->learned && !net->complained && bot->net == LINEA_NET_NEEDED) {
        fprintf(stderr, "%s%s%s; the planner plays in its place\n",
                net->file ? net->file : "", net->file ? ": " : "", net->error.message);
        net->complained = true;
    }
    const struct linea_learned *learned = net ? net->learned : NULL;
    pthread_mutex_unlock(&mutex);
    return learned;
}
