#!/usr/bin/env python3
"""tests/cluster/speed.py PROGRAM [SECONDS [ROUNDS]] - what several servers cost, as ratios within one run: SQLite, one server on PostgreSQL
and three are measured in turn, on this machine, with all of them and the players on the same processors; the disk is waited for by both.

Prints the durable moves a second of each, the medians of the ratios, and how long a move takes to players at another server: as it is, and with
a database that does not wait for the disk, which says how much of that the disk takes.
"""
# SPDX-License-Identifier: MIT
import json
import os
import statistics
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "server"))
from client import Server  # noqa: E402
from postgres import Postgres  # noqa: E402

PROGRAM = os.path.abspath(sys.argv[1])
FREE = ("--requests-per-second", "1000000", "--burst", "1000000", "--max-games", "1000000", "--games-per-hour", "1000000", "--max-listed", "0",
        "--work-share", "100", "--kept-per-day", "100000", "--max-connections-per-address", "10000")


def load(servers, seconds, *options):
    done = subprocess.run([PROGRAM, "load", "--json", "--players", "4", "--seconds", str(seconds), *options] +
                          [word for server in servers for word in ("--url", "http://127.0.0.1:%d" % server.port)], stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True)
    return json.loads(done.stdout)


def measure(where, count, seconds, *options):
    servers = [Server(PROGRAM, where, "--workers", "1", *FREE) for _ in range(count)]
    try:
        for server in servers:
            server.start(stderr=subprocess.DEVNULL)
        return load(servers, seconds, *options)
    finally:
        for server in servers:
            server.stop()


def main():
    seconds, rounds = (list(map(int, sys.argv[2:])) + [8, 5][len(sys.argv) - 2:])[:2]
    found = {"SQLite": [], "PostgreSQL": [], "three servers": []}
    for number in range(rounds):
        for name in list(found)[:: 1 if number % 2 else -1]:
            with tempfile.TemporaryDirectory() as folder, Postgres(fsync=True, shared_buffers="64MB", max_wal_size="4GB") as database:
                where = os.path.join(folder, "games.db") if name == "SQLite" else database.url
                result = measure(where, 3 if name == "three servers" else 1, seconds, "--games", "300")
                found[name].append(result["moves_per_second"])
                print("%-14s %6.0f moves/s" % (name, found[name][-1]), flush=True)
    one = [a / b for a, b in zip(found["PostgreSQL"], found["SQLite"])]
    three = [a / b for a, b in zip(found["three servers"], found["PostgreSQL"])]
    print("PostgreSQL to SQLite %.2f; three servers to one %.2f (medians of %d)" % (statistics.median(one), statistics.median(three), rounds))
    for fsync in (True, False):
        with Postgres(fsync=fsync, shared_buffers="64MB") as database:
            result = measure(database.url, 3, seconds, "--games", "300", "--rate", "500")
            print("500 moves/s, %s: %s" % ("waiting for the disk" if fsync else "not waiting for it", json.dumps(result)))


if __name__ == "__main__":
    main()
