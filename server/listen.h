/*
 * server/listen.h - the listening sockets: what net.c and listen.c share.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_LISTEN_H
#define SERVER_LISTEN_H

#include <stdbool.h>

struct net;
struct sockaddr;

/* Listen where the options say. On failure returns false and writes a message to
   `error`. */
bool linea_listen_open(struct net *net, char error[256]);

/* After a pause, because there was no descriptor left. */
void linea_listen_resume(struct net *net);

void linea_listen_close(struct net *net);

/* In net.c: take a socket. False if it is not wanted: then it is the caller's to close.
 */
bool linea_net_accept(struct net *net, int fd, const struct sockaddr *from);

#endif
