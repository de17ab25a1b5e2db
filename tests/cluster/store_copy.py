#!/usr/bin/env python3
"""tests/cluster/store_copy.py PROGRAM - `linea store copy`: from a file to PostgreSQL and back, everything is there, and goes on."""
# SPDX-License-Identifier: MIT
import os
import sqlite3
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "server"))

from client import Client, Server, wait_for  # noqa: E402
from postgres import Postgres  # noqa: E402

PROGRAM = os.path.abspath(sys.argv[1])
MAPS = ("new-york", "london", "germany", "europe")


class Node(Server):
    """A server with a file or a URL."""

    def __init__(self, where):
        super().__init__(PROGRAM, "unused.db", "--think-ms", "1")
        self.variable = "LINEA_STORE" if "://" in where else "LINEA_DATA"
        self.where = where
        if self.variable == "LINEA_DATA":
            self.data = where

    def __enter__(self):
        self.start(env={**os.environ, self.variable: self.where})
        return self

    def __exit__(self, *_):
        assert self.stop() == 0


def copy(source, target, status=0):
    done = subprocess.run([PROGRAM, "store", "copy", source, target], capture_output=True, text=True, timeout=120)
    assert done.returncode == status, (done.returncode, done.stdout, done.stderr)
    return done.stdout + done.stderr


def everything(server, people, games):
    """All that people can see."""
    seen = {}
    for game in games:
        for person in people:
            seen[game, id(person)] = person.look(game)
        status, record = people[0].call("GET", "/api/games/%s/record" % game, raw=True)
        seen[game, "record"] = record if status == 200 else status
        events = people[0].ask(game, do="history", **{"from": 1})
        seen[game, "history"] = events["history"]
    for stage in ("gathering", "running"):
        seen[stage] = people[2].call("GET", "/api/games?stage=%s" % stage)
    for person in people[:2]:
        seen["mine", id(person)] = person.call("GET", "/api/games/mine")
    for key, value in seen.items():
        assert not isinstance(value, tuple) or value[0] == 200, (key, value)
    return seen


def play(server):
    """Games of every kind: not begun, under way, over, with chat, with a delay; on all boards."""
    ann, ben, eve = Client(server, "Ann \"A\" O'Neil"), Client(server, "Bj\u00f6rn \U0001f600"), Client(server)
    games = []
    for board in MAPS:
        game = ann.make(map=board, seats=["human", "human"])
        games.append(game)
        assert ann.ask(game, do="sit").get("ok")
        assert ann.ask(game, do="say", text="hello, \"you\" \\ all").get("ok")
        if board == "europe":
            continue
        assert ben.ask(game, do="sit").get("ok")
        for _ in range(10):
            for person in (ann, ben):
                table = person.look(game)
                if table.get("moves"):
                    assert person.ask(game, do="move", state=table["state"], move=table["moves"][0]).get("ok")
    game = ann.make(map="new-york", seats=["human", "bot:random"], takeover="bot", level="easy")
    games.append(game)
    assert ann.ask(game, do="sit").get("ok")
    assert ann.ask(game, do="resign").get("ok")
    assert wait_for(lambda: ann.look(game)["stage"] == "over"), "the game of bots does not end"
    return (ann, ben, eve), games


def go_on(server, people, games):
    """Who moves and talks in what was copied."""
    ann, ben, _ = people
    for person in people:
        person.server = server
    assert ben.ask(games[3], do="sit").get("ok"), "the tokens of guests are good"
    game = games[1]
    assert ben.ask(game, do="say", text="after the copy").get("ok")
    for person in (ann, ben):
        table = person.look(game)
        if table.get("moves"):
            assert person.ask(game, do="move", state=table["state"], move=table["moves"][-1]).get("ok")
            break
    else:
        raise AssertionError("nobody can move")


def there_and_back(database, folder):
    first, second = os.path.join(folder, "first.db"), os.path.join(folder, "second.db")
    with Node(first) as server:
        people, games = play(server)
        status, answer = Client(server, "Cia").call("POST", "/api/account", {"name": "Ann", "password": "correct horse battery"})
        assert status == 200, answer
        before = everything(server, people, games)
    said = copy(first, database.url)
    assert "%d games with " % len(games) in said and "equal" in said, said
    with Node(database.url) as server:
        for person in people:
            person.server = server
        assert everything(server, people, games) == before, "it is not what it was"
        go_on(server, people, games)
        before = everything(server, people, games)
    assert database.sql("SELECT count(*) FROM account") == "1"
    copy(database.url, second)
    with Node(second) as server:
        for person in people:
            person.server = server
        assert everything(server, people, games) == before, "it is not what it was in PostgreSQL"
    logs = [[(row[0] & 0xfffff, *row[1:]) for row in sqlite3.connect(path).execute(
        "SELECT log.id, log.text, hex(log.tail) FROM log JOIN game ON log.id >> 20 = game.log WHERE game.id = ? ORDER BY log.id",
        (int(games[0], 16) - (1 << 64 if int(games[0], 16) >> 63 else 0),))] for path in (first, second)]
    assert logs[0] == logs[1], "a log is the same byte for byte"

    # What is there stays.
    assert "there are games or settings already" in copy(first, database.url, 1)
    assert "there are games or settings already" in copy(database.url, second, 1)
    assert "no such file" in copy(os.path.join(folder, "missing.db"), os.path.join(folder, "new.db"), 1)
    assert not os.path.exists(os.path.join(folder, "missing.db"))


def leaves_out_what_was_changed(database, folder):
    path, target = os.path.join(folder, "changed.db"), os.path.join(folder, "sound.db")
    with Node(path) as server:
        people, games = play(server)
    data = sqlite3.connect(path)
    with data:
        data.execute("UPDATE log SET text = replace(text, '\"seat\":0', '\"seat\":1') WHERE id >> 20 = (SELECT min(log) FROM game)")
    data.close()
    said = copy(path, target, 1)
    assert "changed by hand: left out" in said and "%d games with " % (len(games) - 1) in said, said


def main():
    database = Postgres()
    with database, tempfile.TemporaryDirectory() as folder:
        there_and_back(database, folder)
        leaves_out_what_was_changed(database, folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
