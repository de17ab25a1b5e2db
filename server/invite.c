/*
 * server/invite.c - the page at the address of a game, with what others show of a link
 * to it: the board's name, how many play, a picture of the board. Only the settings of
 * the table stand in it, which anybody may ask for who has the link; nothing of players
 * or of the game. Without such a game it is the page as it is anywhere else.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets.h"
#include "common/maps.h"
#include "connection.h"
#include "linea/text.h"

enum { TAGS = 4096, NAME = 512 };

static const char title[] = "<title>Linea</title>";

void linea_write_escaped(struct linea_out *out, const char *text)
{
    static const struct {
        char letter;
        const char *entity;
    } entities[] = {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}};
    for (; *text; text++) {
        char one[2] = {*text, 0};
        const char *written = one;
        for (size_t i = 0; i < sizeof entities / sizeof *entities; i++)
            if (*text == entities[i].letter)
                written = entities[i].entity;
        linea_out_text(out, written);
    }
}

static void write_tag(struct linea_out *out, const char *property, const char *start,
                      const char *rest)
{
    linea_out_text(out, "\n<meta property=\"og:");
    linea_out_text(out, property);
    linea_out_text(out, "\" content=\"");
    linea_out_text(out, start);
    linea_write_escaped(out, rest);
    linea_out_text(out, "\">");
}

static void write_picture(struct linea_out *out, const char *base, const char *map)
{
    char path[80];
    if (!*base)
        return;
    snprintf(path, sizeof path, "/share-%s.png", map);
    bool own = linea_asset_find(path) != NULL;
    write_tag(out, "image", base, own ? path : "/icon-512.png");
    if (!own)
        return;
    write_tag(out, "image:width", "1200", "");
    write_tag(out, "image:height", "630", "");
    linea_out_text(out,
                   "\n<meta name=\"twitter:card\" content=\"summary_large_image\">");
}

/* The tags for a table as a spectator may see it; nothing if there is none. */
static void write_tags(struct linea_out *out, struct linea_json *json, const char *base,
                       const char *shown, size_t length)
{
    char id[64], name[NAME], players[48];
    if (linea_json_read(json, shown, length))
        return;
    int table = linea_json_get(json, 0, "table");
    int map = table < 0 ? -1 : linea_json_get(json, table, "map");
    if (linea_json_string(json, id, sizeof id, map) <= 0)
        return;
    const struct linea_map *found = maps_get(id);
    if (!found)
        return;
    snprintf(name, sizeof name, "%s", linea_map_name(found, &found->name, "en"));
    int seats = linea_json_size(json, linea_json_get(json, table, "seats"));
    snprintf(players, sizeof players, ", a game for %d players", seats);
    write_tag(out, "type", "website", "");
    write_tag(out, "site_name", "Linea", "");
    strncat(name, players, sizeof name - strlen(name) - 1);
    write_tag(out, "title", "", name);
    write_tag(
        out, "description",
        "You are invited to a railway board game in your browser: take a seat, or "
        "look on.",
        "");
    write_picture(out, base, id);
}

/* The page, with tags behind its title. */
static void reply(struct connection *c, const char *tags, size_t length)
{
    const struct asset_bytes *page =
        &linea_asset_find("/index.html")->coded[ASSET_PLAIN];
    const char *text = (const char *)page->bytes;
    char *whole = malloc(page->length + length);
    if (!whole) {
        linea_http_error(c, 503, "no memory");
        return;
    }
    size_t at = 0;
    while (at + sizeof title - 1 < page->length &&
           memcmp(text + at, title, sizeof title - 1) != 0)
        at++;
    at += sizeof title - 1;
    if (at >= page->length)
        at = length = 0; /* another page, whose head is not known */
    memcpy(whole, text, at);
    memcpy(whole + at, tags, length);
    memcpy(whole + at + length, text + at, page->length - at);
    c->exchange->owned = whole;
    linea_http_reply(c, 200, "text/html; charset=utf-8", "Cache-Control: no-cache\r\n",
                     whole, page->length + length);
}

static void shown(void *context, enum hub_status status, const char *text,
                  size_t length)
{
    char tags[TAGS];
    struct linea_out out;
    struct connection *c = linea_exchange_asker(context);
    if (!c)
        return;
    linea_out_init(&out, tags, sizeof tags);
    if (status == HUB_OK)
        write_tags(&out, &c->net->json, c->exchange->base, text, length);
    reply(c, tags, out.full ? 0 : (size_t)(out.at - tags));
}

void linea_invite(struct connection *c, struct exchange *e)
{
    const struct hub_guest spectator = {.origin = e->who.origin};
    linea_hub_show(c->net->hub, e->game, &spectator, shown, linea_exchange_ask(e));
}
