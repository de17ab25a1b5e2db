/*
 * server/worst.c - the worst that one address can cost the server in a day, added up
 * from its limits: `linea serve --worst`.
 *
 * Tests hold the server to it (tests/server/limits.py, tests/server/hostile.py).
 *
 * SPDX-License-Identifier: MIT
 */
#include "worst.h"

#include <stdio.h>

#include "connection.h"

enum {
    MIB = 1 << 20,
    /* Bytes of the program with its page, a map, a net and an empty store. */
    PROGRAM = 32 * MIB,
    LOG_BESIDE = 16 * MIB,    /* of the -wal file */
    STORED = 130,             /* bytes on the disk for 100 of a log, with its indices */
    PASSWORDS = 2 * 20 * MIB, /* that are compared at the same time */
    CUPS = 14 * MIB,          /* tournaments that were read lately */
    DAY_SECONDS = 24 * 3600,
    LINE_LOGGED = 240, /* bytes of a line about a request at most */
    LINE_LEAST = 76,   /* bytes of the shortest line of a log that may be repeated,
                          with … */
    LINE_EXTRA = 16,   /* … what it costs besides while it waits for spectators */
};

static long mib(double bytes)
{
    return (long)(bytes / MIB + 0.999);
}

/* Half of what may be kept in a day can come at once, and an hour of the other half,
   before spectators of the longest delay have seen the first of it. It counts twice. */
static double delayed_bytes(double kept)
{
    return (kept / 2 + kept / 48) / 2 * (LINE_LEAST + LINE_EXTRA) / LINE_LEAST;
}

/* What connections cost beside the lines and bodies that wait. */
static double connection_bytes(const struct serve_options *o, size_t client)
{
    size_t each = sizeof(struct connection) + sizeof(struct http) +
                  sizeof(struct exchange) + NET_HEAD + (size_t)o->max_message + client;
    return (double)o->max_connections_per_address * (double)each;
}

void linea_worst_print(const struct serve_options *o)
{
    struct hub_sizes size;
    linea_hub_sizes(&size);
    double kept = (double)o->kept_per_day * MIB;
    long games = (long)(kept / HUB_GAME_BYTES);
    double waiting = (double)o->max_waiting * QUOTA_ADDRESS_FACTOR;
    double events = (double)o->max_connections_per_address * (double)size.recent +
                    (double)size.recents;
    /* What there is to know of a player is half as long as what may wait, and takes
       four times that while it grows. */
    double exported = waiting / 2 * 4;
    double memory = PROGRAM + PASSWORDS + CUPS + exported + (double)size.bots +
                    (double)games * (double)size.game + delayed_bytes(kept) + events +
                    waiting + connection_bytes(o, size.client);
    printf("| | at most | |\n|---|---|---|\n");
    printf("| disk | %ld MiB | %ld MiB of logs (`--kept-per-day`), of which 100 bytes "
           "take 130; and %d MiB beside the file |\n",
           mib(kept * STORED / 100 + LOG_BESIDE), o->kept_per_day, LOG_BESIDE / MIB);
    printf(
        "| memory | %ld MiB | the program %d, passwords %d, tournaments %d, an export "
        "%ld, bots %ld, "
        "%ld games %ld, events that spectators see later %ld, the latest events %ld, "
        "what waits to be sent or "
        "is being received %ld, connections %ld |\n",
        mib(memory), PROGRAM / MIB, PASSWORDS / MIB, CUPS / MIB, mib(exported),
        mib((double)size.bots), games, mib((double)games * (double)size.game),
        mib(delayed_bytes(kept)), mib(events), mib(waiting),
        mib(connection_bytes(o, size.client)));
    printf(
        "| log | %ld MiB | a line a second at most, of all requests; the next one says "
        "how many were skipped |\n",
        mib((DAY_SECONDS + QUOTA_LINES) * (double)LINE_LOGGED));
    printf("| processor | %ld %% of one | for what is asked and sent (`--work-share`); "
           "bots think in what all others leave, and half of it when others have bots "
           "too |\n",
           o->work_share);
    printf("| connections | %ld | `--max-connections-per-address` |\n",
           o->max_connections_per_address);
    printf("| requests | %ld a second | `--requests-per-second` of a connection, times "
           "%d |\n",
           o->requests_per_second * QUOTA_ADDRESS_FACTOR, QUOTA_ADDRESS_FACTOR);
    printf("| games | %ld | half of them at once |\n", games);
}
