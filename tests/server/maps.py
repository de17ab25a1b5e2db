#!/usr/bin/python3
"""tests/server/maps.py PROGRAM SOURCE - maps that a server has beside the embedded ones: `--maps FILE,…`."""
# SPDX-License-Identifier: MIT
import hashlib
import json
import os
import sqlite3
import subprocess
import sys
import tempfile

from client import Client, Server, free_file

PROGRAM, MAPS = sys.argv[1], os.path.join(sys.argv[2], "maps")
SQUARE, TUNNEL = (os.path.join(MAPS, "test", name + ".json") for name in ("square", "tunnel"))


def refused(folder, maps, message):
    """A server that does not start, and says why."""
    done = subprocess.run([PROGRAM, "serve", "--port", "0", "--data", free_file(folder), "--maps", maps],
                          capture_output=True, text=True, timeout=20, check=False)
    assert done.returncode == 2 and message in done.stderr, (maps, done)
    assert not os.path.exists(free_file(folder)), "nothing is made before it is known that it starts"


def lists_and_serves_them(folder):
    server = Server(PROGRAM, free_file(folder), "--maps", SQUARE + "," + TUNNEL)
    server.start()
    nobody = Client(server)
    assert nobody.call("GET", "/maps.json") == (200, ["square", "tunnel"])
    with open(TUNNEL, encoding="utf-8") as file:
        assert nobody.call("GET", "/maps/tunnel.json") == (200, json.load(file))
    assert nobody.call("GET", "/maps/europe.json", raw=True)[0] == 404, "the page has that one"
    server.stop()


def keeps_their_games(folder):
    data = free_file(folder)
    server = Server(PROGRAM, data, "--maps", SQUARE)
    server.start()
    ann = Client(server, "Ann")
    game = ann.make(map="square", seats=["human", "bot:greedy"])
    assert "error" not in ann.ask(game, do="sit", seat=0, name="Ann", nonce="00" * 32)
    before = ann.look(game)
    assert before["stage"] == "running", before
    server.stop()

    without = Server(PROGRAM, data)
    without.start()
    ann.server = without
    assert ann.call("GET", "/maps.json") == (200, [])
    assert ann.call("GET", "/api/games/" + game)[0] != 200, "nobody can play it"
    assert ann.call("POST", "/api/games", {"map": "square", "seats": ["human", "human"]})[0] == 400
    without.stop()

    server.start()
    ann.server = server
    assert ann.look(game)["view"]["map"] == before["view"]["map"]
    assert ann.look(game)["event"] >= before["event"], "it was not lost meanwhile"
    server.stop()


def change(path, was, now):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    assert was in text
    with open(path, "w", encoding="utf-8") as out:
        out.write(text.replace(was, now, 1))


def keeps_games_of_a_map_that_has_changed(folder):
    path = os.path.join(folder, "own.json")
    with open(SQUARE, encoding="utf-8") as file, open(path, "w", encoding="utf-8") as out:
        out.write(file.read())
    server = Server(PROGRAM, free_file(folder, "changed.db"), "--maps", path)
    server.start()
    ann = Client(server, "Ann")
    game = ann.make(map="square", seats=["human", "bot:greedy"], first=0, listed=True)
    assert "error" not in ann.ask(game, do="sit", seat=0, nonce="00" * 32)
    before = ann.look(game)
    assert len(before["map_hash"]) == 64, before
    listed = ann.call("GET", "/api/games?stage=running")[1]["games"]
    assert listed[0]["table"]["map_hash"] == before["map_hash"], listed
    server.stop()

    # Another board under the same name: the game is not dealt again.
    change(path, '"hand": 2', '"hand": 3')
    server.start(stderr=subprocess.PIPE)
    status, answer = ann.call("GET", "/api/games/" + game)
    assert (status, answer["error"]) == (409, "no-map"), (status, answer)
    status, answer = ann.call("POST", "/api/games/%s/request" % game, {"id": 7, "do": "look"})
    assert (status, answer["error"], answer["id"]) == (409, "no-map", 7), (status, answer)
    assert ann.call("GET", "/api/games/%s/stream" % game)[1]["error"] == "no-map"
    assert ann.call("GET", "/api/games/%s/record" % game)[0] == 409
    listed = ann.call("GET", "/api/games/mine")[1]["games"]
    assert [row["game"] for row in listed] == [game], "it is still there"
    other = ann.make(map="square", seats=["human", "human"])
    assert ann.look(other)["map_hash"] != before["map_hash"]
    server.process.terminate()
    log = server.process.communicate(timeout=20)[1]
    assert "event=unreadable game=%s" % game in log and "map" in log, log

    # What is not of the rules may change.
    change(path, '"hand": 3', '"hand": 2')
    change(path, '"name": {"en": "', '"name": {"en": "New ')
    server.start()
    assert ann.look(game) == before, "it is played as it was begun"
    server.stop()

    # A log from before there were hashes is read as it was then.
    data = sqlite3.connect(server.data)
    with data:
        place, text = data.execute("SELECT log.id, text FROM log JOIN game ON log.id >> 20 = log WHERE status = 1 ORDER BY log.id").fetchone()
        made, rest = text.split("\n", 1)
        old = json.loads(made)
        del old["map_hash"]
        data.execute("UPDATE log SET text = ? WHERE id = ?", (json.dumps(old, separators=(",", ":")) + "\n" + rest, place))
        chain(data, place >> 20)
    data.close()
    server.start()
    assert ann.look(game)["view"] == before["view"]
    server.stop()


def chain(data, log):
    """Chain a log again that was changed by hand, as server/store_chain.c does."""
    tail = bytes(16)
    for place, text in data.execute("SELECT id, text FROM log WHERE id >> 20 = ? ORDER BY id", (log,)).fetchall():
        for line in text.split("\n"):
            tail = hashlib.blake2b(tail + line.encode(), digest_size=16).digest()
        data.execute("UPDATE log SET tail = ? WHERE id = ?", (tail, place))


def main():
    with tempfile.TemporaryDirectory() as folder:
        wrong = os.path.join(folder, "wrong.json")
        with open(SQUARE, encoding="utf-8") as file, open(wrong, "w", encoding="utf-8") as out:
            out.write(file.read().replace('"length"', '"long"', 1))
        refused(folder, "nowhere.json", "nowhere.json: No such file")
        refused(folder, wrong, "wrong.json:")
        refused(folder, os.path.join(MAPS, "europe.json"), 'there is a map "europe" already')
        refused(folder, SQUARE + "," + SQUARE, 'there is a map "square" already')
        refused(folder, SQUARE + ",,", "files with commas")
        lists_and_serves_them(folder)
        keeps_their_games(folder)
        keeps_games_of_a_map_that_has_changed(folder)


if __name__ == "__main__":
    main()
