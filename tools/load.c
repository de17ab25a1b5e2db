/*
 * tools/load.c - `linea load`: puts a server under the load of many players or
 * spectators, and measures how it bears it.
 *
 * First everyone is connected, then it is measured for some seconds, then what is under
 * way may arrive. See docs/load.md.
 *
 * SPDX-License-Identifier: MIT
 */
#include "load.h"

#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "tools.h"

enum {
    DESCRIPTORS = 64,    /* beside those of clients */
    PER_ADDRESS = 20000, /* connections from one address: it has some 28000 ports */
};

static const char usage[] =
    "load --url http://HOST:PORT [--url …] (--games N | --spectators N) [OPTIONS]\n\n"
    "Play many games at once on a server, or watch one with many spectators. Exits\n"
    "with 1 if an event was lost or duplicated, a request was not answered or a\n"
    "connection failed.\n";

/* "http://HOST:PORT" as an address and as the header Host. */
static bool find_server(struct load_server *server, const char *url)
{
    static const char scheme[] = "http://";
    char host[256], port[16] = "80";
    const char *at = url + sizeof scheme - 1, *end, *colon;
    if (strncmp(url, scheme, sizeof scheme - 1) != 0) {
        complain("load", "--url is http://HOST:PORT, of the server itself, not \"%s\"",
                 url);
        return false;
    }
    bool bracket = *at == '[';
    end = at + strcspn(at, "/");
    snprintf(server->host, sizeof server->host, "%.*s", (int)(end - at), at);
    at += bracket;
    colon = at + strcspn(at, bracket ? "]" : ":/");
    snprintf(host, sizeof host, "%.*s", (int)(colon - at), at);
    colon += bracket && *colon;
    if (*colon == ':')
        snprintf(port, sizeof port, "%.*s", (int)(end - colon - 1), colon + 1);
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *found = NULL;
    int error = getaddrinfo(host, port, &hints, &found);
    if (error || !found) {
        complain("load", "%s: %s", url, gai_strerror(error));
        return false;
    }
    const struct addrinfo *use = found;
    for (const struct addrinfo *a = found; a; a = a->ai_next)
        if (a->ai_family == AF_INET && use->ai_family != AF_INET)
            use = a;
    getnameinfo(use->ai_addr, use->ai_addrlen, server->address, sizeof server->address,
                port, sizeof port, NI_NUMERICHOST | NI_NUMERICSERV);
    server->port = atoi(port);
    freeaddrinfo(found);
    return true;
}

static bool find_servers(struct load *load)
{
    for (load->servers = 0; load->servers < LOAD_SERVERS && load->url[load->servers];
         load->servers++)
        if (!find_server(&load->server[load->servers], load->url[load->servers]))
            return false;
    return true;
}

/* All are on this machine by 127.0.0.x. */
static bool is_loopback(const struct load *load)
{
    for (int i = 0; i < load->servers; i++)
        if (strncmp(load->server[i].address, "127.", 4) != 0)
            return false;
    return true;
}

/* How many source addresses; only on the loopback are there several. */
static bool choose_addresses(struct load *load, long clients)
{
    bool loopback = is_loopback(load);
    if (load->addresses > 1 && !loopback) {
        complain("load", "--addresses is for a server at 127.0.0.1");
        return false;
    }
    if (!load->addresses)
        load->addresses = loopback ? 1 + clients / PER_ADDRESS : 1;
    return true;
}

static bool raise_limit(long clients)
{
    struct rlimit limit;
    rlim_t wanted = (rlim_t)(clients + LOAD_STARTING + DESCRIPTORS);
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= wanted)
        return true;
    struct rlimit higher = limit;
    higher.rlim_cur = wanted;
    if (higher.rlim_max < wanted)
        higher.rlim_max = wanted; /* root may */
    if (setrlimit(RLIMIT_NOFILE, &higher) == 0)
        return true;
    complain("load",
             "%ld clients need %llu open files; this process may have %llu "
             "(ulimit -Hn)",
             clients, (unsigned long long)wanted, (unsigned long long)limit.rlim_max);
    return false;
}

/* The memory of the server. */

static long memory_of_process(long pid)
{
    char path[64], line[256];
    long kilobytes = -1;
    snprintf(path, sizeof path, "/proc/%ld/status", pid);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file))
        if (strncmp(line, "VmRSS:", 6) == 0)
            kilobytes = strtol(line + 6, NULL, 10);
    if (file)
        fclose(file);
    return kilobytes < 0 ? -1 : kilobytes * 1024;
}

static long memory_in_metrics(const char *text)
{
    static const char name[] = "process_resident_memory_bytes ";
    for (const char *at = text; at; at = strchr(at, '\n')) {
        at += *at == '\n';
        if (strncmp(at, name, sizeof name - 1) == 0)
            return (long)strtod(at + sizeof name - 1, NULL);
    }
    return -1;
}

static long read_memory(const struct load *load, int status, const char *metrics)
{
    if (load->pid)
        return memory_of_process(load->pid);
    return status == 200 ? memory_in_metrics(metrics) : -1;
}

/* The stages. */

static void begin_measuring(struct load *load)
{
    load->before = load->now;
    for (int i = 0; i < load->servers; i++)
        load->server[i].before = load->server[i].moves;
}

static void end_measuring(struct load *load)
{
    load->after = load->now;
    for (int i = 0; i < load->servers; i++)
        load->server[i].after = load->server[i].moves;
}

static void enter(struct load *load, enum load_stage stage)
{
    load->stage = stage;
    load->since = seconds_now();
}

/* The numbers stay as they are from here on. */
static void end(struct load *load)
{
    enter(load, LOAD_ENDING);
    uv_close((uv_handle_t *)&load->tick, NULL);
    lws_context_destroy(load->context);
}

/* The memory of one more server, -1 for all when that of one is not known. Returns
   whether it was the last. */
static bool add_memory(struct load *load, long *sum, int status, const char *body)
{
    long memory = read_memory(load, status, body);
    if (load->memory_asked == 0)
        *sum = 0;
    *sum = memory < 0 || *sum < 0 ? -1 : *sum + memory;
    if (++load->memory_asked < load->servers)
        return false;
    load->memory_asked = 0;
    return true;
}

static void memory_after(void *context, int status, const char *body, size_t length)
{
    struct load *load = context;
    (void)length;
    load->finished = add_memory(load, &load->memory[1], status, body);
    if (!load->finished)
        load_http(load, load->memory_asked, "/metrics", NULL, NULL, memory_after, load);
}

/* The memory is asked for while everyone is still connected. */
static void finish(struct load *load)
{
    if (load->memory_wait)
        return;
    load->memory_wait = true;
    if (load->play)
        load_play_count_missing(load);
    load_http(load, 0, "/metrics", NULL, NULL, memory_after, load);
}

static void give_up(struct load *load)
{
    if (load->spectators)
        complain("load", "the spectators are not connected after %ld s", load->setup);
    else
        complain("load", "only %ld of %ld games have begun after %ld s",
                 load_play_running(load), load->games, load->setup);
    load->broken = true;
}

static void step(struct load *load)
{
    double passed = seconds_now() - load->since;
    if (load->broken || load->finished) {
        end(load);
        return;
    }
    if (!load->play && !load->watch)
        return; /* the first answer of the server is not there yet */
    bool ready =
        load->play ? load_play_running(load) == load->games : load_watch_ready(load);
    switch (load->stage) {
    case LOAD_CONNECTING:
        if (ready) {
            begin_measuring(load);
            enter(load, LOAD_MEASURING);
        } else if (passed > (double)load->setup) {
            give_up(load);
        }
        break;
    case LOAD_MEASURING:
        if (passed < (double)load->seconds)
            break;
        end_measuring(load);
        load->measured = passed;
        enter(load, LOAD_SETTLING);
        break;
    case LOAD_SETTLING:
        if (load->spectators || load_play_settled(load) ||
            passed > (double)load->settle)
            finish(load);
        break;
    case LOAD_ENDING:
        break;
    }
}

static void tick(uv_timer_t *timer)
{
    struct load *load = timer->data;
    static double shown;
    if (load->play)
        load_play_tick(load);
    else if (load->watch)
        load_watch_tick(load);
    if ((load->play || load->watch) && seconds_now() - shown >= 1) {
        load_report_progress(load);
        shown = seconds_now();
    }
    step(load);
}

static void memory_before(void *context, int status, const char *body, size_t length)
{
    struct load *load = context;
    (void)length;
    if (status == 0) {
        complain("load", "there is no server at %s: %s", load->url[load->memory_asked],
                 load->failures.reason[0]);
        load->broken = true;
        return;
    }
    if (!add_memory(load, &load->memory[0], status, body)) {
        load_http(load, load->memory_asked, "/metrics", NULL, NULL, memory_before,
                  load);
        return;
    }
    if (load->pid && load->memory[0] < 0) {
        complain("load", "there is no process %ld", load->pid);
        load->broken = true;
        return;
    }
    if (!(load->games ? load_play_begin(load) : load_watch_begin(load))) {
        complain("load", "no memory");
        load->broken = true;
        return;
    }
    enter(load, LOAD_CONNECTING);
}

/* Whether there was a server to measure. */
static bool run(struct load *load)
{
    uv_loop_init(&load->loop);
    uv_timer_init(&load->loop, &load->tick);
    load->tick.data = load;
    load->memory[0] = load->memory[1] = -1;
    if (!load_net_open(load)) {
        complain("load", "libwebsockets does not start (is its libuv plugin, "
                         "libwebsockets-evlib-uv, installed?)");
        return false;
    }
    uv_timer_start(&load->tick, tick, 1, 1);
    load_http(load, 0, "/metrics", NULL, NULL, memory_before, load);
    uv_run(&load->loop, UV_RUN_DEFAULT);
    uv_loop_close(&load->loop);
    return load->play || load->watch;
}

static int parse(struct load *load, bool *json, int argc, char **argv)
{
    const char *seed = "1";
    struct linea_seed unused;
    const struct option_spec options[] = {
        {"--url", "URL",
         "the server, as http://127.0.0.1:8080; again for each other node",
         .text = load->url, .high = LOAD_SERVERS},
        {"--games", "N", "play so many games at once", .number = &load->games, .low = 1,
         .high = 100000},
        {"--players", "N", "in each game (default 4)", .number = &load->players,
         .low = 2, .high = LINEA_SEATS},
        {"--map", "ID", "that they play on (default london)", .text = &load->map},
        {"--rate", "N",
         "moves a second, all games together (default: as many as they can)",
         .number = &load->rate, .low = 1, .high = 1000000},
        {"--spectators", "N", "watch one game with so many",
         .number = &load->spectators, .low = 1, .high = 500000},
        {"--seconds", "N", "how long to measure (default 20)", .number = &load->seconds,
         .low = 1, .high = 86400},
        {"--setup", "N", "seconds that connecting may take (default 60)",
         .number = &load->setup, .low = 1, .high = 86400},
        {"--settle", "N", "seconds that the last answers may take (default 5)",
         .number = &load->settle, .low = 1, .high = 3600},
        {"--pid", "N", "the server's process, for its memory (default: /metrics)",
         .number = &load->pid, .low = 1, .high = 1 << 30},
        {"--addresses", "N", "connect from so many addresses 127.0.0.x",
         .number = &load->addresses, .low = 1, .high = 65000},
        {"--seed", "SEED", "of the random moves (default 1)", .text = &seed},
        {"--json", NULL, "print a JSON object", .flag = json},
        {0},
    };
    int code = options_parse(argc, argv, NULL, options, usage);
    if (code != PARSE_OK)
        return code;
    if (!load->url[0])
        return complain("load", "--url is missing (--help shows the usage)");
    if (load->pid && load->url[1])
        return complain("load", "--pid is for one server, not for several");
    if (!load->games == !load->spectators)
        return complain("load", "choose --games or --spectators");
    if (!maps_get(load->map))
        return complain("load", "there is no map \"%s\"", load->map);
    return seed_from_text(&unused, &load->seed, seed) ? PARSE_OK : EXIT_USAGE;
}

int tool_load(int argc, char **argv)
{
    static struct load load = {
        .map = "london", .players = 4, .seconds = 20, .setup = 60, .settle = 5};
    bool json = false;
    int code = parse(&load, &json, argc, argv);
    if (code != PARSE_OK)
        return code;
    long clients = load.spectators ? load.spectators : load.games * load.players;
    if (!find_servers(&load) || !choose_addresses(&load, clients) ||
        !raise_limit(clients))
        return EXIT_USAGE;
    if (run(&load)) {
        if (json)
            load_report_json(&load);
        else
            load_report_text(&load);
    }
    load_play_free(&load);
    load_watch_free(&load);
    return load_report_is_fine(&load) ? EXIT_OK : EXIT_NEGATIVE;
}
