/*
 * server/store_postgres.h - what the parts of the store in PostgreSQL share; private to
 * them. store_postgres.c reads, store_postgres_commit.c writes, store_cluster.c knows
 * the other nodes, store_schema.c makes the tables.
 *
 * Each has a connection and a thread of its own: nothing waits for another, and the
 * loop for none of them.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_STORE_POSTGRES_H
#define SERVER_STORE_POSTGRES_H

#include "store_wire.h"

struct cluster;

/* Writing. */
struct store_committer {
    struct wire wire;
    struct cluster *cluster;
    bool unknown;          /* whether the last transaction was committed */
    struct wire_self lost; /* the connection that was to */
    _Atomic int64_t begun; /* when a transaction was sent, 0 if none is under way */
    _Atomic bool away;
};

extern const char *const linea_commit_statements[];
extern const int linea_commit_statement_count;

/* As in struct store_backend. LINEA_STORE_UNKNOWN: call it again, with the same list.
 */
enum linea_store_result linea_committer_commit(struct store_committer *c,
                                               struct store_entry *first,
                                               char failure[LINEA_STORE_TEXT]);

/* Whether the database is there again, or LINEA_STORE_AWAY. */
enum linea_store_result linea_committer_look(struct store_committer *c,
                                             char failure[LINEA_STORE_TEXT]);

/* store_postgres_erase.c: a player's names and chat; it may be done twice. */
enum linea_store_result linea_committer_erase(struct store_committer *c,
                                              uint64_t player);

/* The other nodes: a thread that says that this one is there, and passes hints on. */
struct cluster *linea_cluster_open(const char *url, const char *channel,
                                   const struct linea_store_options *options);
void linea_cluster_close(struct cluster *cluster);

/* Let the others know of an event that is durable; called by any thread. */
void linea_cluster_hint(struct cluster *cluster, const struct linea_store_event *event);
void linea_cluster_send_hints(struct cluster *cluster);

int linea_cluster_nodes(struct cluster *cluster,
                        struct linea_store_node out[LINEA_STORE_NODES]);
int linea_cluster_take_news(struct cluster *cluster, struct linea_store_news *out,
                            int most);
void linea_cluster_check(struct cluster *cluster, struct linea_store_health *out);
void linea_cluster_retire(struct cluster *cluster);

/* Make the tables, or bring them up to date, once for all nodes; `channel` is for
 * hints, another one for each schema. On failure returns false and writes a message. */
enum { STORE_CHANNEL = 64 };
bool linea_schema_open(struct wire *wire, char channel[STORE_CHANNEL],
                       char error[LINEA_STORE_TEXT]);

/* What of the database's settings somebody should know: "" if all is well. */
void linea_schema_warn(struct wire *wire, char warning[LINEA_STORE_TEXT]);

#endif
