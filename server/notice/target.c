/*
 * server/notice/target.c - addresses that strangers give.
 *
 * SPDX-License-Identifier: MIT
 */
#include "target.h"

#include <netinet/in.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "common/options.h"

enum { LABEL = 63, MAIL_LOCAL = 64, PORT_LEAST = 1024, PORT_MOST = 65535 };

static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                              "0123456789";

/* Where browsers keep their push services; a '.' in front stands for whatever is before
   it. */
static const char *const services[] = {"fcm.googleapis.com",
                                       ".push.services.mozilla.com", ".push.apple.com",
                                       ".notify.windows.com"};

/* Names of hosts in letters, digits, hyphens and dots; numbers are names, too, and what
   they come to is checked when it is connected to. */
static bool is_host(const char *text, size_t length)
{
    size_t label = 0;
    if (length == 0 || length >= TARGET_HOST)
        return false;
    for (size_t i = 0; i < length; i++) {
        bool dot = text[i] == '.';
        if (!dot && text[i] != '-' && !strchr(letters, text[i]))
            return false;
        if ((dot && label == 0) || (!dot && ++label > LABEL))
            return false;
        label = dot ? 0 : label;
    }
    return label > 0;
}

/* ":8443", or nothing. */
static bool is_port(const char *text, size_t length)
{
    long port = 0;
    if (length == 0)
        return true;
    if (length < 3 || length > 6)
        return false;
    for (size_t i = 1; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        port = port * 10 + (text[i] - '0');
    }
    return port == 443 || (port >= PORT_LEAST && port <= PORT_MOST);
}

bool linea_target_read(struct target *out, const char *url)
{
    static const char scheme[] = "https://";
    size_t skip = sizeof scheme - 1;
    if (strlen(url) >= TARGET_URL || strncmp(url, scheme, skip) != 0)
        return false;
    for (const char *c = url; *c; c++)
        if (*c <= ' ' || *c >= 0x7f || strchr("\"\\<>^`{|}#", *c))
            return false;
    const char *host = url + skip;
    size_t all = strcspn(host, "/?"), length = strcspn(host, ":/?");
    if (!is_host(host, length) || !is_port(host + length, all - length))
        return false;
    for (size_t i = 0; i < length; i++)
        out->host[i] = (char)(host[i] | (host[i] >= 'A' && host[i] <= 'Z' ? 0x20 : 0));
    out->host[length] = '\0';
    snprintf(out->origin, sizeof out->origin, "%s%s%.*s", scheme, out->host,
             (int)(all - length), host + length);
    return true;
}

static bool is_of(const char *host, const char *service)
{
    size_t h = strlen(host), s = strlen(service);
    if (*service != '.')
        return strcmp(host, service) == 0;
    return h > s && strcmp(host + h - s, service) == 0;
}

bool linea_target_is_push(const struct target *target, const char *more)
{
    char part[TARGET_HOST];
    for (size_t i = 0; i < sizeof services / sizeof *services; i++)
        if (is_of(target->host, services[i]))
            return true;
    while (list_next(&more, part, sizeof part) >= 0)
        if (is_of(target->host, part))
            return true;
    return false;
}

/* Blocks of addresses (RFC 6890 and later) at which nobody may be who is not near. */
static bool is_public_4(uint32_t address)
{
    static const struct {
        uint32_t first;
        int bits;
    } blocks[] = {
        {0x00000000, 8},  {0x0a000000, 8},  {0x64400000, 10}, {0x7f000000, 8},
        {0xa9fe0000, 16}, {0xac100000, 12}, {0xc0000000, 24}, {0xc0000200, 24},
        {0xc0586300, 24}, {0xc0a80000, 16}, {0xc6120000, 15}, {0xc6336400, 24},
        {0xcb007100, 24}, {0xe0000000, 3},
    };
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        if ((address ^ blocks[i].first) >> (32 - blocks[i].bits) == 0)
            return false;
    return true;
}

/* Of the others only what is for everybody, without what leads to an old address. */
bool linea_target_is_public_key(const uint8_t a[16])
{
    static const uint8_t mapped[12] = {[10] = 0xff, [11] = 0xff};
    if (memcmp(a, mapped, sizeof mapped) == 0)
        return is_public_4((uint32_t)a[12] << 24 | (uint32_t)a[13] << 16 |
                           (uint32_t)a[14] << 8 | a[15]);
    unsigned first = (unsigned)a[0] << 8 | a[1], second = (unsigned)a[2] << 8 | a[3];
    if (first >> 13 != 1) /* 2000::/3 */
        return false;
    if (first == 0x2001 && (second < 0x0200 || second == 0x0db8))
        return false; /* 2001::/23 and 2001:db8::/32 */
    return first != 0x2002 && (first != 0x3fff || second >> 12 != 0);
}

bool linea_target_is_public(const struct sockaddr *address)
{
    if (address->sa_family == AF_INET) {
        const struct sockaddr_in *in = (const void *)address;
        return is_public_4(ntohl(in->sin_addr.s_addr));
    }
    const struct sockaddr_in6 *in = (const void *)address;
    return address->sa_family == AF_INET6 &&
           linea_target_is_public_key(in->sin6_addr.s6_addr);
}

bool linea_target_is_mail(const char *text)
{
    static const char signs[] = "!#$%&'*+/=?^_`{|}~-.";
    const char *at = strchr(text, '@');
    size_t local = at ? (size_t)(at - text) : 0;
    if (local == 0 || local > MAIL_LOCAL || strlen(text) >= TARGET_MAIL - 1)
        return false;
    if (*text == '.' || *text == '-' || at[-1] == '.')
        return false;
    for (size_t i = 0; i < local; i++)
        if (!strchr(letters, text[i]) && !strchr(signs, text[i]))
            return false;
    return is_host(at + 1, strlen(at + 1)) && strchr(at + 1, '.');
}
