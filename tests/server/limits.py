#!/usr/bin/python3
"""What a stranger can cost the server: limits.py PROGRAM [NAME …]

Each test is one way to make a server work, wait or keep more than it should. hostile.py does them all at once.
"""
# SPDX-License-Identifier: MIT
import json
import sys
import time

from cases import main, test
from wire import Response, Server, check, chunks, equal, request

GENEROUS = ("--log-level", "error", "--requests-per-second", "100000", "--burst", "100000", "--work-share", "100")


def serve(*flags, **how):
    return Server(*flags, first=["serve"], **how)


class Person:
    """Somebody with a token, on one connection."""

    def __init__(self, server, name="Ann", address="127.0.0.1"):
        self.s, self.token = server.connect(60, address), None
        self.file = self.s.makefile("rb")
        self.token = self.call("POST", "/api/guest", {"name": name}).json()["token"]

    def call(self, method, path, body=None):
        self.s.sendall(request(method, path, body, self.token))
        return Response(self.file, method)

    def make(self, *seats, **settings):
        return self.call("POST", "/api/games", {"map": "london", "seats": seats, "first": 0, **settings}).json()["game"]

    def ask(self, game, **what):
        return self.call("POST", f"/api/games/{game}/request", {"id": 1, **what}).json()


@test
def who_plays_many_games_follows_all_of_them():
    many = 600
    with serve("--max-games", str(many), *GENEROUS) as server:
        ann = Person(server)
        games = [ann.make("human", "bot:easy") for _ in range(many)]
        for game in games:
            check(ann.ask(game, do="sit").get("ok"))
        with server.connect(60) as s:
            s.sendall(request("GET", "/api/stream", token=ann.token))
            file = s.makefile("rb")
            equal(Response(file).status, 200)
            began, turns = set(), set()
            for chunk in chunks(file):
                line = json.loads(chunk) if chunk.strip() else {}
                {"began": began, "turn": turns}.get(line.get("what"), set()).add(line.get("game"))
                if len(turns) == many:
                    break
            equal((began, turns), (set(games), set(games)))


def seconds_for(ask, times):
    begun = time.monotonic()
    for i in range(times):
        check(ask(i).get("ok"))
    return time.monotonic() - begun


@test
def what_a_crowd_is_sent_is_work_for_its_address():
    """A stranger with 240 streams, of a game in which much happens: less happens there, and nobody else waits for it."""
    with serve("--log-level", "error", "--work-share", "1", "--requests-per-second", "100000", "--burst", "100000") as server:
        eve, mallory = Person(server, "Eve"), Person(server, "Mallory")
        ann, ben = Person(server, "Ann", "127.0.0.2"), Person(server, "Ben", "127.0.0.2")
        games = [(eve, eve.make("human", "human")), (ann, ann.make("human", "human"))]
        for people, (_, game) in zip(((eve, mallory), (ann, ben)), games):
            for person in people:
                check(person.ask(game, do="sit").get("ok"))
        crowd = []
        for i in range(240):
            crowd.append(server.connect(60, "127.0.0.%d" % (1 if i < 200 else 3)))
            crowd[-1].sendall(request("GET", f"/api/games/{games[0][1]}/stream"))
        for s in crowd:
            check(b" 200 " in s.recv(15))
        time.sleep(2)  # until opening all these is paid for
        quick, slow = (seconds_for(lambda i: person.ask(game, do="travel", code="%032x" % i), 100) for person, game in reversed(games))
        check(slow > 1 + 2 * quick, "a game with a crowd is as quick as one without", slow, quick)
        for s in crowd:
            s.close()


if __name__ == "__main__":
    sys.exit(main())
