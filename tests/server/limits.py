#!/usr/bin/python3
"""What a stranger can cost the server: limits.py PROGRAM [NAME …]

Each test is one way to make a server work, wait or keep more than it should. hostile.py does them all at once.
"""
# SPDX-License-Identifier: MIT
import json
import os
import select
import socket
import subprocess
import sys
import tempfile
import time

from cases import main, test
import wire
from wire import Response, Server, check, chunks, equal, request

GENEROUS = ("--log-level", "error", "--requests-per-second", "100000", "--burst", "100000", "--work-share", "100")


def serve(*flags, **how):
    """A server whose disk is quick, if there is one."""
    quick = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    return Server(*flags, first=["serve"], folder=tempfile.TemporaryDirectory(dir=quick), **how)


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
        return self.call("POST", "/api/games", {"map": "london", "seats": seats, "first": 0, **settings}).json().get("game")

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
        pairs = ((ann, ben, games[1][1]), (eve, mallory, games[0][1]))
        quick, slow = (seconds_for(lambda i: (one, other)[i % 2].ask(game, do="travel", code="%032x" % i), 100) for one, other, game in pairs)
        check(slow > 1 + 2 * quick, "a game with a crowd is as quick as one without", slow, quick)
        for s in crowd:
            s.close()


@test
def a_stream_that_nobody_reads_any_more_ends_at_once():
    """Also one whose game had to be read first: nothing is taken from the client meanwhile."""
    folder = tempfile.TemporaryDirectory()
    with Server("--log-level", "error", first=["serve"], folder=folder) as server:
        game = Person(server).make("human", "human")
    with Server("--log-level", "error", first=["serve"], folder=folder) as server:
        streams = [server.connect() for _ in range(20)]
        for s in streams:
            s.sendall(request("GET", f"/api/games/{game}/stream"))
        for s in streams:
            equal(Response(s.makefile("rb")).status, 200)
        begun = time.monotonic()
        for s in streams:
            s.shutdown(socket.SHUT_RDWR)
            s.close()
        while b"\nlinea_connections 1\n" not in server.http("GET", "/metrics").body:
            check(time.monotonic() - begun < 10, "they are still there")


@test
def who_asks_without_end_does_not_fill_the_log():
    many = 3000
    with serve("--requests-per-second", "100000", "--burst", "100000", "--work-share", "100") as server:
        with server.connect(60) as s:
            file = s.makefile("rb")
            for _ in range(many // 100):
                s.sendall(request("GET", "/healthz") * 100)
                for _ in range(100):
                    equal(Response(file).status, 200)
        equal(server.http("GET", "/healthz").status, 200)
        with server.connect(60, "127.0.0.2") as s:  # others are not its business
            s.sendall(request("GET", "/maps.json"))
            equal(Response(s.makefile("rb")).status, 200)
        time.sleep(1.1)
        equal(server.http("GET", "/healthz").status, 200)
        lines = [line for line in server.logged().splitlines() if "event=request" in line]
        check(len(lines) < 330, len(lines))
        equal(len([line for line in lines if "/maps.json" in line]), 1)
        skipped = sum(int(line.rsplit("skipped=", 1)[1]) for line in lines if "skipped=" in line)
        equal(len(lines) + skipped, many + 3)
        check("skipped=" in lines[-1], lines[-1])  # the next line says how many there were


@test
def bodies_that_do_not_come_take_little_memory():
    with serve("--log-level", "error") as server:
        head = b"POST /api/games HTTP/1.1\r\nHost: linea.test\r\nContent-Length: 65536\r\nAuthorization: Bearer " + Person(server).token.encode() + b"\r\n\r\n"
        waiting = [server.connect() for _ in range(100)]
        for s in waiting:
            s.sendall(head)
        refused = 0
        while refused < 100 - 64:  # the others are 4 MiB
            for s in select.select(waiting, [], [], 10)[0]:
                check(b" 429 " in s.recv(10000))
                waiting.remove(s)
                refused += 1
            check(waiting)
        equal(select.select(waiting, [], [], 0.3)[0], [])
        Person(server, "Ben", "127.0.0.2").make("human", "human")
        for s in waiting[:2]:  # who goes makes room
            s.close()
        Person(server, "Ann").make("human", "human")
        for s in waiting:
            s.close()


@test
def metrics_are_for_the_host():
    with serve("--proxy") as server:
        for address, status in (("8.8.8.8", 403), ("2606:4700::1", 403), ("::ffff:8.8.8.8", 403), ("127.0.0.1", 200), ("10.1.2.3", 200), ("fd00::1", 200), ("", 200)):
            equal((address, server.http("GET", "/metrics", headers={"X-Forwarded-For": address} if address else {}).status), (address, status))


def worst(*flags):
    """What `linea serve --worst` prints, and its rows."""
    text = subprocess.run([wire.BINARY, "serve", "--worst", *flags], capture_output=True, text=True, check=True).stdout
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines()[2:]]
    return text, {row[0]: int(row[1].split()[0]) for row in rows}


@test
def hosting_md_says_what_one_address_can_cost():
    with open(os.path.join(os.path.dirname(__file__), "../../docs/hosting.md")) as file:
        check(worst()[0] in file.read(), "the table of `linea serve --worst` is not in docs/hosting.md")
    check(worst()[1]["memory"] < 256)
    check(worst("--kept-per-day", "400")[1]["disk"] > worst()[1]["disk"] + 250)


QUICK = {"name": "Friday", "map": "new-york", "format": "swiss", "size": 2}


@test
def who_makes_a_tournament_pays_for_the_games_of_bots():
    with serve("--kept-per-day", "64", "--max-sign-ups", "30", *GENEROUS) as server:
        people = [Person(server, "Player %s" % "ABCDEFGHKMNPRSTW"[i]) for i in range(16)]
        eve = people[0]
        for i, person in enumerate(people):
            answer = person.call("POST", "/api/account", {"name": "Player %s" % "ABCDEFGHKMNPRSTW"[i], "password": "correct horse"})
            equal(answer.status, 200)
            person.head = {"Cookie": answer.headers["set-cookie"].split(";")[0], "Origin": "http://linea.test"}

        def ask(person, path, **body):
            person.s.sendall(request("POST", path, body, headers=person.head))
            return Response(person.file)

        # 32 MiB at once: games of bots alone, 96 KiB each, twice where they are seen later
        for settings, status in (({"rounds": 32, "fill_to": 32}, 429), ({"rounds": 32, "fill_to": 32, "duplicate": True}, 429),
                                 ({"format": "arena", "fill_to": 32}, 200), ({"fill_to": 4, "rounds": 8}, 200)):
            response = ask(eve, "/api/cups", **{**QUICK, "fill": "easy", **settings})
            equal((response.status, settings), (status, settings))
            cup = response.json().get("cup")
        # who joins may miss two games; so nobody fills a log by coming and going
        joined = 0
        while (response := ask(people[1 + joined % 15], f"/api/cups/{cup}/request", do="join")).status == 200:
            equal(ask(people[1 + joined % 15], f"/api/cups/{cup}/request", do="leave").status, 200)
            joined += 1
        equal(response.json()["error"], "too-many")
        check(100 < joined < 170, joined)


def keep_something(person, other, game):
    """Everything that can be repeated; how much of it went well."""
    went = 0
    for i in range(20):
        for who in (person, other):
            went += bool(who.ask(game, do="travel", code="%032x" % i).get("ok"))
            went += bool(who.ask(game, do="pause").get("ok"))
            went += bool(who.ask(game, do="resume").get("ok"))
            went += bool(who.ask(game, do="say", text="x" * (1 + 49 * i)).get("ok"))
    return went


@test
def one_address_keeps_no_more_than_the_worst():
    """All that one address may keep at once, of each kind, with tables and games as long as there are any."""
    flags = ("--kept-per-day", "8", "--max-games", "1000", *GENEROUS)
    with serve(*flags) as server:
        eve, mallory = Person(server, "Eve"), Person(server, "Mallory")
        went = tables = 0
        while True:
            response = eve.call("POST", "/api/games", {"map": "europe", "seats": ["human"] * 2, "first": 0, "listed": False})
            if response.status != 200:
                break
            tables += 1
            game = response.json()["game"]
            check(eve.ask(game, do="sit").get("ok") and mallory.ask(game, do="sit").get("ok"))
            went += keep_something(eve, mallory, game)
        check(tables > 20 and went > 1000, tables, went)
        size = os.stat(os.path.join(server.folder.name, "linea.db")).st_size + os.stat(os.path.join(server.folder.name, "linea.db-wal")).st_size
        print("%d tables, %d other things: %.1f MiB of %d" % (tables, went, size / 2 ** 20, worst(*flags)[1]["disk"]))
        check(size / 2 ** 20 < worst(*flags)[1]["disk"])
        check(not eve.make("human", "human") and Person(server, "Ann", "127.0.0.2").make("human", "human"))


if __name__ == "__main__":
    sys.exit(main())
