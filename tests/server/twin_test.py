#!/usr/bin/env python3
"""tests/server/twin_test.py SERVE-TWIN [GAMES] - what a seat or a spectator may not know changes no byte of what they are sent.

Two servers are asked the same. In each game there comes a moment when the cards and tickets that one viewer may not see are dealt
again, differently by the two servers (twin_main.c). From then on only moves are made that bring nothing hidden to light by the rules, and every
byte on the viewer's connections must be equal: WebSocket, stream of the game, stream of all games, answers to questions, wrong requests, lists,
and what a client that comes back is sent. Nothing is left out of the comparison: time and randomness of the two servers are equal.
"""
# SPDX-License-Identifier: MIT
import itertools
import json
import os
import random
import re
import sys

import wire
from wire import Server, WebSocket, check, equal, request

wire.os.urandom = lambda n: bytes(n)  # the same keys and masks in both
MAPS = open(os.path.join(os.path.dirname(__file__), "../../maps/built-in.txt")).read().split()
SEATS = 3


class Tape:
    """A file that remembers what was read from it."""

    def __init__(self, file):
        self.file, self.bytes = file, b""

    def read(self, n=-1):
        data = self.file.read(n)
        self.bytes += data
        return data

    def readline(self):
        data = self.file.readline()
        self.bytes += data
        return data


class World:
    """One of the two servers, and the people on it."""

    def __init__(self, number):
        self.server = Server("--requests-per-second", "100000", "--burst", "100000", "--max-games", "100000", "--max-connections-per-address", "5000",
                             first=[str(number)])
        self.tapes, self.streams, self.sockets = [], [], []

    def http(self, who, method, path, body=None):
        """The status and the body; the viewer's are on a tape as they come."""
        with self.server.connect() as s:
            s.sendall(request(method, path, body, self.tokens[who]))
            tape = Tape(s.makefile("rb"))
            response = wire.Response(tape, method)
        if who == self.viewer:
            self.tapes.append(tape)
        return response

    def ask(self, who, **what):
        return self.http(who, "POST", f"/api/games/{self.game}/request", {"id": 1, **what}).json()

    def look(self, who):
        return self.ask(who, do="look")["table"]

    def begin(self, map_id):
        self.viewer = self.mine = None
        self.tokens = [self.server.guest("P%d" % i) for i in range(SEATS)] + [None]
        self.game = self.http(0, "POST", "/api/games", {"map": map_id, "seats": ["human"] * SEATS, "listed": True}).json()["game"]
        for seat in range(SEATS):
            check(self.ask(seat, do="sit", seat=seat, name="P%d" % seat).get("ok"))
        viewer, self.at = map(int, re.findall(r"twin viewer=(-?\d+) at=(\d+)", self.server.logged())[-1])
        self.viewer = viewer if viewer >= 0 else SEATS
        self.tapes = []
        self.connect(0)

    def connect(self, seen):
        token = self.tokens[self.viewer]
        ws = WebSocket(self.server, f"/api/games/{self.game}/ws")
        ws.file = Tape(ws.file)
        ws.send({"token": token, "seen": seen})
        s = self.server.connect()
        s.sendall(request("GET", f"/api/games/{self.game}/stream?seen={seen}", token=token))
        self.sockets += [ws.s, s]
        # Each is read up to its first message here: what it begins with is what holds when the server comes to it, and no move may come before.
        self.streams += [(ws.file, itertools.chain([ws.receive()], iter(ws.receive, None))), self.open_stream(s)]
        if token and not self.mine:
            mine = self.server.connect()
            mine.sendall(request("GET", "/api/stream", token=token))
            self.sockets.append(mine)
            self.mine = self.open_stream(mine)

    def open_stream(self, s):
        """The tape of a stream, and its messages; the first has come."""
        tape = Tape(s.makefile("rb"))
        wire.Response(tape)
        messages = map(json.loads, wire.chunks(tape))
        return tape, itertools.chain([next(messages)], messages)

    def finish(self, event):
        """Read all streams up to an event; what was on the tapes."""
        turns = None  # of the viewer since the first connection
        for tape, messages in self.streams:
            counted = 0
            for received in messages:
                received = received.get("table", received)
                counted += received.get("view", {}).get("turn") == self.viewer
                if received["event"] >= event:
                    break
            else:
                check(False, "the stream has ended before event", event)
            turns = counted if turns is None else turns
            self.tapes.append(tape)
        if self.mine:
            tape, messages = self.mine
            received = [message["what"] for message in itertools.islice(messages, 1 + turns)]
            equal(received, ["began"] + ["turn"] * turns)
            self.tapes.append(tape)
        for s in self.sockets:
            s.close()
        found = [tape.bytes for tape in self.tapes]
        self.streams, self.sockets, self.tapes = [], [], []
        return found


def reveals(move, map_tunnels, own):
    """Whether a move brings something hidden to light for the viewer."""
    kind = move.split()[0]
    if not own:
        return not (move == "draw pile" or kind == "tickets")
    if kind == "claim":
        return "/".join(move.split()[1].split("/")[:2]) in map_tunnels
    return kind not in ("station", "keep", "take", "pass", "decline")


def choose(moves, tunnels, own, rng_number):
    """A move that reveals nothing, the same in both worlds as far as anybody sees; None if there is none."""
    keeps = [move for move in moves if move.startswith("keep")]
    if keeps and not own:
        return max(keeps, key=lambda move: move.count("/"))
    quiet = [move for move in moves if not reveals(move, tunnels, own)]
    return quiet[rng_number % len(quiet)] if quiet else None


def probe(world, table):
    """Ask what a curious viewer could ask."""
    world.http(world.viewer, "GET", f"/api/games/{world.game}")
    world.ask(world.viewer, do="advise")
    world.ask(world.viewer, do="sites")
    world.ask(world.viewer, do="why", route=sorted(table["view"]["routes"])[0] if table["view"]["routes"] else "berlin/wien")
    world.http(world.viewer, "GET", f"/api/games/{world.game}/record")
    world.http(world.viewer, "GET", "/api/games?stage=running")
    for move in ("draw pile", "draw red", "claim nowhere red:1", "keep a/b", "tickets", "pass", "x" * 300):
        if not table.get("moves") or move not in table["moves"]:
            world.ask(world.viewer, do="move", state=table["state"], move=move)
    world.ask(world.viewer, do="move", state=table["state"] - 1, move="draw pile")
    world.ask(world.viewer, do="sit", name="Eve")


def play(worlds, map_id, tunnels, seed):
    """One game; how many steps were made after the hidden things differed, and whether others see a difference."""
    rng = random.Random(seed)
    for world in worlds:
        world.begin(map_id)
    viewer, at = worlds[0].viewer, worlds[0].at
    equal((viewer, at, worlds[0].game), (worlds[1].viewer, worlds[1].at, worlds[1].game))
    after, differ = 0, False
    for step in itertools.count():
        shown = [world.look(viewer) for world in worlds]
        turn = shown[0]["view"]["turn"]
        tables = [world.look(turn) for world in worlds]
        number = rng.randrange(1 << 30)
        if step >= at:
            differ |= any(worlds[0].look(s)["view"] != worlds[1].look(s)["view"] for s in range(SEATS) if s != viewer)
            for world, table in zip(worlds, shown):
                probe(world, table)
            moves = [choose(table["moves"], tunnels, turn == viewer, number) for table in tables]
        else:
            equal(tables[0], tables[1])
            claims = [move for move in tables[0]["moves"] if move.startswith("claim")]
            moves = [(claims or tables[0]["moves"])[number % len(claims or tables[0]["moves"])]] * 2
        if None in moves or after > 40 or tables[0]["stage"] == "over":
            break
        answers = [world.ask(turn, do="move", state=table["state"], move=move)
                   for world, table, move in zip(worlds, tables, moves)]
        check(all(answer.get("ok") for answer in answers), answers, moves)
        after += step >= at
    for world in worlds:
        world.connect(0)
        world.connect(1)
    tapes = [world.finish(shown[0]["event"]) for world in worlds]
    equal(len(tapes[0]), len(tapes[1]))
    for one, other in zip(*tapes):
        check(one == other, "the viewer can tell the two apart", map_id, viewer, at, one, other)
    return after, differ, sum(map(len, tapes[0]))


def tunnels_of(map_id):
    with open(f"{wire.os.path.dirname(__file__)}/../../maps/{map_id}.json", encoding="utf-8") as file:
        routes = json.load(file)["routes"]
    return {"/".join(route["between"]) for route in routes if route.get("tunnel")}


def run(worlds, games):
    total = 0
    for map_id in MAPS:
        steps, apart, viewers = 0, 0, set()
        for i in range(games):
            after, differ, size = play(worlds, map_id, tunnels_of(map_id), i)
            steps, apart, total = steps + after, apart + differ, total + size
            viewers.add(worlds[0].viewer)
        check(apart, "the two are not different at all", map_id)
        print("%s: %d games, viewers %s, %d moves after the difference, %d games that another seat can tell apart"
              % (map_id, games, sorted(viewers), steps, apart))
    print("%d bytes to the viewers, all equal" % total)


def main():
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 4
    worlds = [World(1), World(2)]
    try:
        run(worlds, games)
    except BaseException:
        for world in worlds:
            print(world.server.logged()[-600:], file=sys.stderr)
            world.server.process.kill()
        raise
    for world in worlds:
        world.server.__exit__(None, None, None)


if __name__ == "__main__":
    main()
