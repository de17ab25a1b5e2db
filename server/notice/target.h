/*
 * server/notice/target.h - addresses that strangers give: where something of theirs is
 * to be sent by this server, and may be sent.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef NOTICE_TARGET_H
#define NOTICE_TARGET_H

#include <stdbool.h>
#include <stdint.h>

struct sockaddr;

enum {
    TARGET_URL = 1024, /* room for an address */
    TARGET_ORIGIN = 288,
    TARGET_HOST = 256,
    TARGET_MAIL = 256, /* room for an address of e-mail */
};

struct target {
    char origin[TARGET_ORIGIN]; /* "https://push.test", with a port if it has one */
    char host[TARGET_HOST];
};

/* Read "https://HOST[:PORT]/…". False if it is anything else, has a name and a password
   in it, or letters that are to be coded. A port must be 443 or above 1023. */
bool linea_target_read(struct target *out, const char *url);

/* Whether a host is a push service of a browser, or one of a list with commas. */
bool linea_target_is_push(const struct target *target, const char *more);

/* Whether anybody in the net may be at an address: it is not of this computer, of a
   network of one's own, or for no computer at all. */
bool linea_target_is_public(const struct sockaddr *address);

/* The same of 16 bytes: IPv6, or IPv4 as that writes it. */
bool linea_target_is_public_key(const uint8_t address[16]);

/* Whether a text can be an address of e-mail, and nothing else with it: letters, digits
   and some signs, an @, a host. */
bool linea_target_is_mail(const char *text);

#endif
