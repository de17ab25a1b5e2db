/*
 * server/net.h - the sockets of the server: HTTP and WebSockets on one port.
 *
 * Everything runs on the caller's loop and its one thread. A connection that misbehaves
 * loses only itself: what it may send, keep waiting and ask for is bounded.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_NET_H
#define SERVER_NET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

#include "hub.h"
#include "options.h"

struct accounts;
struct hub;
struct hub_line;
struct linea_store;
struct net;

/* A line for a connection: the hub's `send`. */
void linea_net_send(void *connection, struct hub_line *line);

/* The hub's `joined` and `more`. */
void linea_net_joined(void *connection, enum hub_status status);
void linea_net_more(void *connection);

/* The hub's `allow` and `charge`, for the addresses of a network. */
bool linea_net_allow_kept(struct net *net, uint64_t origin, enum hub_cost cost,
                          size_t bytes);
void linea_net_charge(struct net *net, uint64_t origin, int64_t microseconds);

/* Listen. The options must outlive it. On failure returns NULL and writes a message to
   `error`. */
struct net *linea_net_open(uv_loop_t *loop, struct hub *hub, struct linea_store *store,
                           char error[256], const struct serve_options *options);

/* The key of guest tokens; and who has an account: before the loop runs. */
const uint8_t *linea_net_key(const struct net *net);
void linea_net_use(struct net *net, struct accounts *accounts);

/* Where: "http://127.0.0.1:8080". */
const char *linea_net_address(const struct net *net);

/* Once a second at least: old addresses are forgotten. */
void linea_net_tick(struct net *net);

/* Accept no more connections and close all: WebSockets with 1001. */
void linea_net_stop(struct net *net);

/* Whether no connection is left. */
bool linea_net_is_empty(const struct net *net);

/* Close what is left. Runs the loop until its sockets are closed. */
void linea_net_close(struct net *net);

/* When the hub has been closed, which may still answer. */
void linea_net_free(struct net *net);

#endif
