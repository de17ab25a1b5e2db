#!/usr/bin/env python3
"""tests/server/restart.py PROGRAM [GAMES [MOVES]] [postgres] - a server with many unfinished games is ready at once, and all of them go on.

One game is played for about a hundred moves and copied in the file, or in a PostgreSQL; the clock of a few runs out while the server is off. Prints how long
it took until the server was ready, the longest answer of 1000 looks at games that it had not read, when the games that were due had gone
on, and how much memory it had then and after the looks.
"""
# SPDX-License-Identifier: MIT
import hashlib
import os
import random
import sqlite3
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cluster"))
from client import Client, Server  # noqa: E402
from postgres import Postgres  # noqa: E402


def play(people, game, moves):
    rng = random.Random(1)
    for seat, person in enumerate(people):
        person.ask(game, do="sit", name="P%d" % seat, seat=seat)
    done = 0
    while done < moves:
        for person in people:
            table = person.look(game)
            if table.get("moves") and done < moves:
                drawing = [move for move in table["moves"] if move.startswith("draw")]
                assert person.ask(game, do="move", state=table["state"], move=rng.choice(drawing or table["moves"])).get("ok")
                done += 1
    return people[0].look(game)


def copy(path, game, copies):
    """Games like this one; their ids."""
    rng = random.Random(game)
    ids = ["%016x" % rng.getrandbits(63) for _ in range(copies)]
    with sqlite3.connect(path) as data:
        for text in ids:
            old, new = int(game, 16), int(text, 16)
            old -= 1 << 64 if old >> 63 else 0
            log, = data.execute("SELECT max(log) + 1 FROM game").fetchone()
            data.execute("INSERT INTO game SELECT ?, status, is_public, created, changed, summary, ?, due, host FROM game WHERE id = ?", (new, log, old))
            data.execute("INSERT INTO log SELECT (? << 20) | (l.id & 0xfffff), l.text, l.tail FROM log l JOIN game g ON l.id >> 20 = g.log WHERE g.id = ?", (log, old))
            data.execute("INSERT INTO note SELECT ?, number, place, player, text FROM note WHERE game = ?", (new, old))
            data.execute("INSERT INTO player SELECT ?, seat, player, created, status FROM player WHERE game = ?", (new, old))
    data.close()
    return ids


def copy_in_postgres(database, game, copies):
    """The same there; an id is a hash, so that both sides know it."""
    old = int(game, 16)
    old -= 1 << 64 if old >> 63 else 0
    columns = {"head": "last, tail, due", "event": "number, text", "note": "number, place, player, text",
               "game": "status, is_public, created, changed, host, summary", "player": "seat, player, created, status"}
    keys = {"game": "id"}
    database.sql("CREATE TABLE copies AS SELECT ('x' || substr(md5('%s' || i), 1, 16))::bit(64)::int8 AS copy FROM generate_series(1, %d) i" % (game, copies))
    for table, rest in columns.items():
        key = keys.get(table, "game")
        database.sql("INSERT INTO %s (%s, %s) SELECT copy, %s FROM copies, %s t WHERE t.%s = %d" % (
            table, key, rest, ", ".join("t." + column for column in rest.split(", ")), table, key, old))
    database.sql("DROP TABLE copies; ANALYZE")
    return [hashlib.md5(("%s%d" % (game, i)).encode()).hexdigest()[:16] for i in range(1, copies + 1)]


def main():
    words = [word for word in sys.argv[1:] if word != "postgres"]
    program, games = words[0], int(words[1]) if len(words) > 1 else 10000
    moves = int(words[2]) if len(words) > 2 else 100
    if "postgres" not in sys.argv:
        with tempfile.TemporaryDirectory() as folder:
            path = folder + "/linea.db"
            run(program, path, games, moves, lambda game, copies: copy(path, game, copies))
        return 0
    with Postgres() as database:
        run(program, database.url, games, moves, lambda game, copies: copy_in_postgres(database, game, copies))
    return 0


def run(program, where, games, moves, copy_game):
    options = ("--requests-per-second", "100000", "--burst", "100000")
    server = Server(program, where, *options)
    server.start()
    people = [Client(server, "Ann"), Client(server, "Ben")]
    slow = people[0].make(map="europe", seats=["human", "human"], first=0)
    quick = people[0].make(map="europe", seats=["human", "human"], first=0, clock=2)
    before = play(people, slow, moves)
    for seat, person in enumerate(people):
        person.ask(quick, do="sit", name="P%d" % seat, seat=seat)
    assert server.stop() == 0
    ids = copy_game(slow, games)
    late = copy_game(quick, 3)
    time.sleep(2)

    begin = time.monotonic()
    server.start()
    ready = time.monotonic() - begin
    assert people[1].look(slow)["event"] == before["event"]
    first = time.monotonic() - begin
    watcher = Client(server)

    def number(name):
        text = watcher.call("GET", "/metrics", raw=True)[1]
        return float(next(line for line in text.splitlines() if line.startswith(name + " ")).split()[1])

    while number("linea_games_unread") or number("linea_moves_total") < len(late):  # nobody has asked for these
        assert time.monotonic() - begin < 60, "clocks that ran out while the server was off"
        time.sleep(0.01)
    due, idle, held = time.monotonic() - begin, number("process_resident_memory_bytes"), number("linea_games")
    assert held <= len(late) + 3, ("games in memory that nobody touches", held)
    longest, rng = 0, random.Random(3)
    for _ in range(min(1000, games)):
        asked = time.monotonic()
        table = people[0].look(rng.choice(ids))
        longest = max(longest, time.monotonic() - asked)
        assert table == before, "a game is not as it was"
    looked = number("process_resident_memory_bytes")
    for game in late:
        player = people[0].look(game)["players"][0]
        assert player["stood_in"]["moves"] >= 1, player
    assert server.stop() == 0
    print("%d games of %d events: ready in %.2f s, a game shown after %.2f s, what was due after %.2f s; %.1f MiB then, and %.1f after looks at 1000 games, "
          "of which none took longer than %.0f ms" % (games, before["event"], ready, first, due, idle / 2**20, looked / 2**20, longest * 1000))


if __name__ == "__main__":
    sys.exit(main())
