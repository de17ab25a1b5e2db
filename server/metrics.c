/*
 * server/metrics.c - numbers about the server, as Prometheus reads them.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>

#include "connection.h"
#include "store.h"

enum { ROOM = 8192 };

struct number {
    const char *name;
    bool counter; /* it only grows */
    double value;
    const char *help;
};

static void write_statuses(struct linea_out *out, const struct net_counters *n)
{
    char line[128];
    linea_out_text(out, "# HELP linea_http_responses_total By status.\n"
                        "# TYPE linea_http_responses_total counter\n");
    for (int i = 1; i < 6; i++) {
        snprintf(line, sizeof line,
                 "linea_http_responses_total{status=\"%dxx\"} %llu\n", i,
                 (unsigned long long)n->status[i]);
        linea_out_text(out, line);
    }
}

/* How long transactions took, as a histogram: each bound counts all up to it. */
static void write_times(struct linea_out *out, const struct linea_store_counters *s)
{
    char line[256];
    unsigned long long count = 0;
    linea_out_text(out, "# HELP linea_store_commit_seconds Time of a transaction.\n"
                        "# TYPE linea_store_commit_seconds histogram\n");
    for (int i = 0; i < LINEA_STORE_TIMES; i++) {
        count += s->commit_times[i];
        snprintf(line, sizeof line,
                 "linea_store_commit_seconds_bucket{le=\"%g\"} %llu\n",
                 linea_store_times[i], count);
        linea_out_text(out, line);
    }
    count += s->commit_times[LINEA_STORE_TIMES];
    snprintf(line, sizeof line,
             "linea_store_commit_seconds_bucket{le=\"+Inf\"} %llu\n"
             "linea_store_commit_seconds_sum %.9g\nlinea_store_commit_seconds_count "
             "%llu\n",
             count, s->commit_seconds, count);
    linea_out_text(out, line);
}

/* Under the name that all programs have for it. */
static void write_process(struct linea_out *out)
{
    char line[192];
    size_t bytes = 0;
    if (uv_resident_set_memory(&bytes) != 0)
        return;
    snprintf(line, sizeof line,
             "# HELP process_resident_memory_bytes In memory now.\n"
             "# TYPE process_resident_memory_bytes gauge\n"
             "process_resident_memory_bytes %zu\n",
             bytes);
    linea_out_text(out, line);
}

char *linea_metrics_write(struct net *net, size_t *length)
{
    struct hub_counters h = {0};
    struct linea_store_counters s = {0};
    const struct net_counters *n = &net->counters;
    linea_hub_count(net->hub, &h);
    linea_store_count(net->store, &s);
    struct linea_store_health d;
    linea_store_check(net->store, &d);
    const struct number numbers[] = {
        {"uptime_seconds", false, (double)(linea_net_now() - net->began) / 1e6,
         "Time since the start."},
        {"connections", false, (double)net->connections, "Open now."},
        {"websockets", false, (double)net->sockets, "Open now."},
        {"connections_total", true, (double)n->accepted, "Accepted."},
        {"connections_refused_total", true, (double)n->refused,
         "Closed at once: too many."},
        {"connections_dropped_total", true, (double)n->dropped,
         "Closed because they were too slow."},
        {"http_requests_total", true, (double)n->requests, "Upgrades included."},
        {"limited_total", true, (double)n->limited, "Requests over a limit."},
        {"messages_total", true, (double)n->messages, "WebSocket messages received."},
        {"lines_total", true, (double)n->lines, "Lines sent to clients."},
        {"games", false, (double)h.games, "In memory."},
        {"games_unread", false, (double)h.unread, "Due, and not read yet."},
        {"games_unreadable", false, (double)h.unreadable,
         "Due, and damaged or without their map."},
        {"games_running", false, (double)h.running, "Begun and not over."},
        {"clients", false, (double)h.clients, "Connected to a game."},
        {"followers", false, (double)h.followers,
         "Connected to all games of a player."},
        {"moves_total", true, (double)h.moves, "Made by anyone."},
        {"bot_moves_total", true, (double)h.bot_moves, "Made by bots."},
        {"bots_waiting", false, (double)h.bots_waiting,
         "Moves asked of bots and not made yet."},
        {"games_removed_total", true, (double)h.removed, "Nobody had touched them."},
        {"requests_total", true, (double)h.requests, "Requests to games."},
        {"requests_refused_total", true, (double)h.refused, "Answered with an error."},
        {"behind_total", true, (double)h.behind,
         "Appends for which another node was quicker."},
        {"nodes", false, (double)h.nodes, "That are there and let bots think."},
        {"taken_over_total", true, (double)h.taken_over,
         "Games whose bots and clocks were another node's."},
        {"hints_sent_total", true, (double)d.hints_sent, "To other nodes."},
        {"hints_received_total", true, (double)d.hints_received, "From other nodes."},
        {"hints_lost_total", true, (double)d.hints_lost, "Times at which some may be."},
        {"clock_ahead_seconds", false, (double)d.clock_ahead / 1000,
         "Of the clock of the database."},
        {"clock_faults_total", true, (double)d.clock_faults,
         "Times at which it was more than half a second off."},
        {"store_away", false, d.away, "1 while the database cannot be reached."},
        {"requests_failed_total", true, (double)h.failed, "That could not be stored."},
        {"store_commits_total", true, (double)s.commits, "Transactions."},
        {"store_failed_commits_total", true, (double)s.failed_commits,
         "Transactions that failed."},
        {"store_events_total", true, (double)s.events, "Events written."},
        {"store_reads_total", true, (double)s.reads, "Logs, lists and others read."},
        {"store_queued", false, (double)s.queued, "Events that wait to be written."},
    };
    char *text = malloc(ROOM);
    if (!text)
        return NULL;
    struct linea_out out;
    char line[256];
    linea_out_init(&out, text, ROOM);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        const struct number *v = &numbers[i];
        snprintf(line, sizeof line,
                 "# HELP linea_%s %s\n# TYPE linea_%s %s\nlinea_%s %.15g\n", v->name,
                 v->help, v->name, v->counter ? "counter" : "gauge", v->name, v->value);
        linea_out_text(&out, line);
    }
    write_statuses(&out, n);
    write_times(&out, &s);
    write_process(&out);
    *length = (size_t)(out.at - text);
    return text;
}
