#!/usr/bin/env python3
"""tests/server/restart.py PROGRAM [GAMES] - a server with many unfinished games is ready at once, and all of them go on.

One game is played for about a hundred moves and copied in the file; the clock of a few runs out while the server is off. Prints how long
it took until the server was ready, the longest answer while it was still reading games, and when it had read all.
"""
# SPDX-License-Identifier: MIT
import random
import sqlite3
import sys
import tempfile
import time

from client import Client, Server

MOVES = 100


def play(people, game):
    rng = random.Random(1)
    for seat, person in enumerate(people):
        person.ask(game, do="sit", name="P%d" % seat, seat=seat)
    done = 0
    while done < MOVES:
        for person in people:
            table = person.look(game)
            if table.get("moves") and done < MOVES:
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
            data.execute("INSERT INTO game SELECT ?, status, is_public, created, changed, summary, ? FROM game WHERE id = ?", (new, log, old))
            data.execute("INSERT INTO log SELECT (? << 20) | (l.id & 0xfffff), l.text FROM log l JOIN game g ON l.id >> 20 = g.log WHERE g.id = ?", (log, old))
            data.execute("INSERT INTO player SELECT ?, seat, player, created, status FROM player WHERE game = ?", (new, old))
    data.close()
    return ids


def main():
    program, games = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 10000
    options = ("--requests-per-second", "100000", "--burst", "100000")
    with tempfile.TemporaryDirectory() as folder:
        server = Server(program, folder + "/linea.db", *options)
        server.start()
        people = [Client(server, "Ann"), Client(server, "Ben")]
        slow = people[0].make(map="europe", seats=["human", "human"], first=0)
        quick = people[0].make(map="europe", seats=["human", "human"], first=0, clock=2)
        before = play(people, slow)
        for seat, person in enumerate(people):
            person.ask(quick, do="sit", name="P%d" % seat, seat=seat)
        assert server.stop() == 0
        ids = copy(server.data, slow, games)
        late = copy(server.data, quick, 3)
        time.sleep(2)

        begin = time.monotonic()
        server.start()
        ready = time.monotonic() - begin
        assert people[1].look(slow)["event"] == before["event"]
        first = time.monotonic() - begin
        watcher, longest, unread, rng = Client(server), 0, 1, random.Random(3)
        while unread:
            asked = time.monotonic()
            table = people[0].look(rng.choice(ids))
            longest = max(longest, time.monotonic() - asked)
            assert table == before, "a game is not as it was"
            text = watcher.call("GET", "/metrics", raw=True)[1]
            unread = int(next(line for line in text.splitlines() if line.startswith("linea_games_unread ")).split()[1])
        everything = time.monotonic() - begin
        for game in late:  # nobody has asked for these
            while "stood_in" not in (player := people[0].look(game)["players"][0]):
                time.sleep(0.01)
            assert player["stood_in"]["moves"] >= 1, player
        assert server.stop() == 0
    print("%d games of %d events: ready in %.2f s, a game shown after %.2f s; all read after %.2f s, meanwhile no answer took longer than %.0f ms"
          % (games, before["event"], ready, first, everything, longest * 1000))


if __name__ == "__main__":
    main()
