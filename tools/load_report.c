/*
 * tools/load_report.c - what `linea load` prints.
 *
 * SPDX-License-Identifier: MIT
 */
#include <inttypes.h>
#include <stdio.h>

#include "load.h"

static double per_second(const struct load *load, uint64_t before, uint64_t after)
{
    return load->measured > 0 ? (double)(after - before) / load->measured : 0;
}

static double latency_ms(const struct load *load, double share)
{
    return (double)load_histogram_at(&load->latency, share) / 1000;
}

static void print_times(const char *what, const struct load_histogram *h)
{
    printf("%-14s p50 %.2f ms, p90 %.2f ms, p99 %.2f ms, max %.2f ms\n", what,
           (double)load_histogram_at(h, 0.5) / 1000,
           (double)load_histogram_at(h, 0.9) / 1000,
           (double)load_histogram_at(h, 0.99) / 1000, (double)h->most / 1000);
}

static void write_times(const char *key, const struct load_histogram *h)
{
    printf(",\"%s\":{\"p50\":%.3f,\"p90\":%.3f,\"p99\":%.3f,\"max\":%.3f}", key,
           (double)load_histogram_at(h, 0.5) / 1000,
           (double)load_histogram_at(h, 0.9) / 1000,
           (double)load_histogram_at(h, 0.99) / 1000, (double)h->most / 1000);
}

static long connected(const struct load *load)
{
    return load->spectators ? load_watch_connected(load)
                            : load_play_running(load) * load->players;
}

/* What each connection costs the server; negative if it is not known. */
static double memory_each(const struct load *load)
{
    long clients = connected(load);
    if (load->memory[0] < 0 || load->memory[1] < 0 || clients == 0)
        return -1;
    double more = (double)(load->memory[1] - load->memory[0]);
    return more > 0 ? more / (double)clients : 0;
}

void load_report_progress(const struct load *load)
{
    static const char *const stages[] = {"connecting", "measuring", "settling",
                                         "ending"};
    static uint64_t moves, bytes; /* a second ago */
    fprintf(stderr, "%-10s %4.0f s  ", stages[load->stage],
            seconds_now() - load->since);
    if (load->spectators)
        fprintf(stderr, "%ld of %ld connected", connected(load), load->spectators);
    else
        fprintf(stderr,
                "%ld of %ld games  %" PRIu64 " moves/s  p50 %.2f ms  p99 %.2f ms  "
                "%.1f MB/s  %" PRIu64 " lost",
                load_play_running(load), load->games, load->now.moves - moves,
                latency_ms(load, 0.5), latency_ms(load, 0.99),
                (double)(load->now.bytes_in - bytes) / 1e6, load->lost);
    fprintf(stderr, "  %ld failures\n", load->failures.total);
    moves = load->now.moves;
    bytes = load->now.bytes_in;
}

static void print_tally(const char *what, const struct load_tally *tally)
{
    printf("%-14s %ld\n", what, tally->total);
    for (int i = 0; i < tally->reasons; i++)
        printf("%-14s %ld × %s\n", "", tally->count[i], tally->reason[i]);
}

static void print_memory(const struct load *load)
{
    if (load->memory[0] < 0 || load->memory[1] < 0)
        printf("%-14s not known: name the server with --pid\n", "memory");
    else
        printf("%-14s %.1f MB before, %.1f MB after, %.1f kB a connection\n", "memory",
               (double)load->memory[0] / 1e6, (double)load->memory[1] / 1e6,
               memory_each(load) / 1e3);
}

/* What players on each node had, and how they were shown the moves made on others. */
static void print_nodes(const struct load *load)
{
    for (int i = 0; i < load->servers; i++) {
        const struct load_server *node = &load->server[i];
        printf("%-14s %s: %.1f moves a second\n", "node", node->host,
               per_second(load, node->before, node->after));
        print_times("  own moves", &node->latency);
        print_times("  of others", &node->elsewhere);
    }
}

static void print_play(const struct load *load)
{
    const struct load_counters *a = &load->before, *b = &load->after;
    printf("%-14s %ld of %ld with all %ld players, %" PRIu64 " played to the end\n",
           "games", load_play_running(load), load->games, load->players,
           load->now.finished);
    printf("%-14s %" PRIu64 " acknowledged, %.1f a second\n", "moves", load->now.moves,
           per_second(load, a->moves, b->moves));
    if (load->rate)
        printf("%-14s %ld moves a second, %" PRIu64 " due while no client could move\n",
               "rate", load->rate, b->late);
    print_times("move to event", &load->latency);
    if (load->servers > 1) {
        print_times("on other nodes", &load->elsewhere);
        print_nodes(load);
    }
    printf("%-14s %" PRIu64 " received, %" PRIu64 " lost, %" PRIu64 " duplicated\n",
           "events", load->now.events, load->lost, load->duplicated);
    printf("%-14s %.0f bytes/s in, %.0f bytes/s out\n", "network",
           per_second(load, a->bytes_in, b->bytes_in),
           per_second(load, a->bytes_out, b->bytes_out));
    printf("%-14s %" PRIu64 "\n", "unanswered", load->unanswered);
    print_tally("refused", &load->refused);
}

void load_report_text(const struct load *load)
{
    printf("%-14s %.1f s\n", "measured", load->measured);
    if (load->spectators)
        printf("%-14s %ld of %ld connected at the end, %" PRIu64
               " events lost, %" PRIu64 " duplicated\n",
               "spectators", load_watch_connected(load), load->spectators, load->lost,
               load->duplicated);
    else
        print_play(load);
    print_tally("failures", &load->failures);
    print_memory(load);
}

static void write_string(const char *text)
{
    char room[LOAD_NAME * 6 + 3];
    struct linea_out out;
    linea_out_init(&out, room, sizeof room);
    linea_out_string(&out, text);
    printf("%s", room);
}

static void write_tally(const char *key, const struct load_tally *tally)
{
    printf(",\"%s\":{", key);
    for (int i = 0; i < tally->reasons; i++) {
        printf("%s", i ? "," : "");
        write_string(tally->reason[i]);
        printf(":%ld", tally->count[i]);
    }
    printf("}");
}

static void write_number(const char *key, double number)
{
    if (number < 0)
        printf(",\"%s\":null", key);
    else
        printf(",\"%s\":%.0f", key, number);
}

static void write_nodes(const struct load *load)
{
    printf(",\"nodes\":[");
    for (int i = 0; i < load->servers; i++) {
        const struct load_server *node = &load->server[i];
        printf("%s{\"host\":", i ? "," : "");
        write_string(node->host);
        printf(",\"moves\":%" PRIu64 ",\"moves_per_second\":%.1f", node->moves,
               per_second(load, node->before, node->after));
        write_times("latency_ms", &node->latency);
        write_times("elsewhere_ms", &node->elsewhere);
        printf("}");
    }
    printf("]");
}

static void write_play(const struct load *load)
{
    const struct load_counters *a = &load->before, *b = &load->after;
    printf(",\"map\":");
    write_string(load->map);
    printf(",\"players\":%ld,\"games\":%ld,\"running\":%ld,\"finished\":%" PRIu64
           ",\"rate\":%ld,\"late\":%" PRIu64,
           load->players, load->games, load_play_running(load), load->now.finished,
           load->rate, b->late);
    printf(",\"moves\":%" PRIu64 ",\"moves_per_second\":%.1f", load->now.moves,
           per_second(load, a->moves, b->moves));
    write_times("latency_ms", &load->latency);
    if (load->servers > 1) {
        write_times("elsewhere_ms", &load->elsewhere);
        write_nodes(load);
    }
    write_number("bytes_in_per_second", per_second(load, a->bytes_in, b->bytes_in));
    write_number("bytes_out_per_second", per_second(load, a->bytes_out, b->bytes_out));
    printf(",\"unanswered\":%" PRIu64, load->unanswered);
    write_tally("refused", &load->refused);
}

void load_report_json(const struct load *load)
{
    printf("{\"mode\":\"%s\",\"seconds\":%.3f",
           load->spectators ? "spectators" : "games", load->measured);
    if (load->spectators)
        printf(",\"spectators\":%ld,\"connected\":%ld", load->spectators,
               load_watch_connected(load));
    else
        write_play(load);
    printf(",\"events\":%" PRIu64 ",\"lost\":%" PRIu64 ",\"duplicated\":%" PRIu64,
           load->now.events, load->lost, load->duplicated);
    write_tally("failures", &load->failures);
    write_number("memory_before", (double)load->memory[0]);
    write_number("memory_after", (double)load->memory[1]);
    write_number("memory_per_connection", memory_each(load));
    printf("}\n");
}

bool load_report_is_fine(const struct load *load)
{
    return !load->broken && load->lost == 0 && load->duplicated == 0 &&
           load->unanswered == 0 && load->failures.total == 0;
}
