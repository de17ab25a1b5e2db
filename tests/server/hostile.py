#!/usr/bin/python3
"""tests/server/hostile.py PROGRAM [SECONDS] - one address attacks in every way at once, and two people at another play as if nobody did.

The server has its default limits. Strangers at 127.0.0.1 do all that is in ATTACKS, in processes of their own; Ann and Ben at other addresses play games,
and somebody at 127.0.0.3 comes now and then. Moves must be answered within 100 ms (99 in a hundred) and one second (all). Of each answer's time only that
is left out for which other programs kept a processor from it: for which, as the kernel says, the server's loop or the player's own thread could have run and
did not, as far as it was not other threads of the server that ran instead. Whatever else takes time is the server's: the disk, locks, its own work. At the
end memory and disk are held against what `linea serve --worst` says, and docs/hosting.md.

What attacks work by is Python's and slow: `nice` keeps it from competing for the processor with what is measured. On a real network it has its own.
"""
# SPDX-License-Identifier: MIT
import json
import multiprocessing
import os
import random
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time

import wire
from wire import Response, Server, WebSocket, check, equal, request

ATTACKERS = 2           # processes, each with every attack
TURN = 2                # seconds: at first as much as they can, then so little that all of it gets through, and so on
LONG = 4900             # events of the long game
PEOPLE, NEWCOMER = "127.0.2.%d", "127.0.0.3"
IDLE = 30               # seconds after which another connection is taken: the server closes one on which nothing is asked for a minute
GAMES = 100             # that people play before others come, from another address: an hour of games is more than one may make
P99, WORST = 0.1, 1.0   # seconds
MEMORY = 256            # MiB
ODD = ["-1", "0", "4999", "2147483647", "2147483648", "99999999999999999999", "1e9", "1e400", "-0", "0x10", "%00", "", "NaN", "1.5"]
ODD_REQUESTS = ['"do":"move","state":%s,"move":"draw pile"', '"do":"history","from":%s', '"do":"sit","seat":%s', '"do":"fill","seat":%s,"bot":"easy"',
                '"do":"change","settings":{"map":"london","seats":["human","human"],"delay":%s,"clock":%s,"bank":%s}', '"do":"replace","seat":%s']
TABLE = {"map": "london", "seats": ["human", "human"], "first": 0}


class At:
    """The server, from another address."""

    def __init__(self, port, address):
        self.port, self.address = port, address

    def connect(self, timeout=10, rcvbuf=None):
        s = socket.socket()
        if rcvbuf:
            s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, rcvbuf)
        s.settimeout(timeout)
        s.bind((self.address, 0))
        s.connect(("127.0.0.1", self.port))
        s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return s


class Person:
    """Somebody with a token, on one connection."""

    def __init__(self, at, name):
        self.at, self.name, self.token = at, name, None
        self.open()
        self.token = self.call("POST", "/api/guest", {"name": name}).json()["token"]

    def open(self):
        self.s = self.at.connect(30)
        self.file = self.s.makefile("rb")
        self.used = time.monotonic()

    def close(self):
        self.file.close()
        self.s.close()

    def call(self, method, path, body=None):
        if time.monotonic() - self.used > IDLE:
            self.close()
            self.open()
        self.s.sendall(request(method, path, body, self.token))
        response = Response(self.file, method)
        self.used = time.monotonic()
        if response.headers.get("connection") == "close":
            self.close()
            self.open()
        return response

    def answered(self, path, body):
        """An answer, when the server has time for it."""
        for _ in range(20):
            response = self.call("POST", path, body)
            if response.status != 429 or "slower" not in response.json()["message"]:
                break
            time.sleep(0.05)
        return response.json()

    def make(self, **settings):
        return self.answered("/api/games", {**TABLE, **settings}).get("game")

    def ask(self, game, **what):
        return self.answered(f"/api/games/{game}/request", {"id": 1, **what})

    def ws(self, game, seen=0, rcvbuf=None):
        """A WebSocket to a game, past the handshake and the first message."""
        s = self.at.connect(30, rcvbuf)
        s.sendall(request("GET", f"/api/games/{game}/ws", headers={
            "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==", "Sec-WebSocket-Version": "13"}))
        socket_ = WebSocket.__new__(WebSocket)
        socket_.s, socket_.file = s, s.makefile("rb")
        if Response(socket_.file).status != 101:
            raise ConnectionError("no WebSocket")
        socket_.send({"token": self.token, "seen": seen})
        return socket_


# The attacks: each does some of its mischief when it is called, again and again until the end. `self` is a stranger.

class Stranger(Person):
    def __init__(self, at, seed, target, long):
        self.rng, self.target, self.long = random.Random(seed), target, long
        self.cookie = None  # of an account
        self.held = []      # connections that are kept open
        super().__init__(at, "Eve %d" % seed)

    def hold(self, thing, most):
        self.held.append(thing)
        if len(self.held) > most:
            self.held.pop(self.rng.randrange(len(self.held))).close()

    def flood(self, s, *pieces):
        """Ask and ask, and read as much as comes by itself."""
        for piece in pieces:
            s.sendall(piece)
        s.settimeout(0.01)
        try:
            while s.recv(65536):
                pass
        except TimeoutError:
            s.settimeout(30)

    def game(self):
        """A running game against oneself."""
        other = Person(self.at, "Mallory")
        game = self.make()
        if not game:
            raise ConnectionError("no more games")
        self.ask(game, do="sit")
        other.ask(game, do="sit")
        return game, other

    def play(self, game, other, moves):
        for _ in range(moves):
            for who in (self, other):
                table = who.ask(game, do="look").get("table")
                if not table or table["stage"] != "running":
                    return
                if table.get("moves"):
                    who.ask(game, do="move", state=table["state"], move=self.rng.choice(table["moves"]))

    # Long logs, and what reads them.
    def long_streams(self):
        for _ in range(10):
            s = self.at.connect()
            self.flood(s, request("GET", f"/api/games/{self.long}/stream?seen={self.rng.randrange(1, LONG)}", token=self.token))
            s.close()
        s = self.ws(self.long, seen=LONG - self.rng.randrange(150))
        self.hold(s.s, 5)

    def records(self):
        for game in self.long, self.target:
            with self.at.connect() as s:
                self.flood(s, *[request("GET", f"/api/games/{game}/record", token=self.token)] * 20)

    def long_histories(self):
        with self.at.connect() as s:
            self.flood(s, *[request("POST", f"/api/games/{self.long}/request", {"id": 1, "do": "history", "from": self.rng.randrange(1, LONG)}, self.token)
                            for _ in range(20)])

    def histories(self):
        with self.at.connect() as s:
            self.flood(s, *[request("POST", f"/api/games/{self.target}/request", {"id": 1, "do": "history", "from": 1}, self.token)] * 20)

    # Readers.
    def reads_nothing(self):
        s = self.ws(self.target, rcvbuf=4096)
        s.s.sendall(s.frame(b'{"id":1,"do":"look"}') * 50)
        self.hold(s.s, 40)

    def streams_nothing(self):
        s = self.at.connect(rcvbuf=4096)
        s.sendall(request("GET", f"/api/games/{self.target}/stream?seen=1", token=self.token))
        self.hold(s, 40)

    def looks_on(self):
        self.hold(self.ws(self.target).s, 60)

    def presence(self):
        s = self.ws(self.target)
        s.send({"id": 1, "do": "presence"})
        self.hold(s.s, 10)

    # Frames.
    def pings(self):
        s = self.ws(self.target)
        self.flood(s.s, *[s.frame(b"x" * 125, opcode=9)] * 100, *[s.frame(b"", final=False), *[s.frame(b"", opcode=0, final=False)] * 100])
        s.s.close()

    def unmasked(self):
        s = self.ws(self.target)
        s.s.sendall(s.frame(b'{"id":1,"do":"look"}', mask=False) * 10)
        s.closed()
        s.s.close()

    def huge(self):
        s = self.ws(self.target)
        s.s.sendall(bytes([0x81, 0xff]) + struct.pack(">Q", 1 << 62) + b"mask" + self.rng.randbytes(4096))
        s.s.close()
        with self.at.connect() as s:
            self.flood(s, request("POST", "/api/games", b"[" * 65000, self.token), b"GET /" + b"x" * 70000)

    # What is kept.
    def chat(self):
        for _ in range(20):
            self.ask(self.target, do="say", text="x" * 500)
        self.ask(self.long, do="say", text="hm")

    def rematches(self):
        game, other = self.game()
        for who in (self, other):
            who.ask(game, do="resign")
        for _ in range(50):
            if self.ask(game, do="look")["table"]["stage"] == "over":
                break
            time.sleep(0.1)
        for who in (self, other):
            who.ask(game, do="again")
        other.close()

    def tables(self):
        for _ in range(20):
            self.make(listed=True, clock=self.rng.randrange(60))

    def sits_and_leaves(self):
        game = self.make(listed=True)
        for _ in range(20):
            self.ask(game or self.target, do="sit")
            self.ask(game or self.target, do="leave")

    def guests(self):
        for _ in range(20):
            self.call("POST", "/api/guest", {"name": self.rng.choice(["Ann", "\u0391nn", "bot:hard", " ", "x" * 60])})

    def seals(self):
        game = self.make()
        self.ask(game, do="sit", seat=0, seal="0" * 64)
        other = Person(self.at, "Trudy")
        other.ask(game, do="sit", seat=1, seal="zz")
        other.ask(game, do="sit", seat=1, seal="1" * 64)
        for _ in range(20):
            self.ask(game, do="reveal", nonce=self.rng.randbytes(32).hex())
            self.ask(game, do="leave")
        other.close()

    def names(self):
        for name in ("Ann", "A\u200bnn", "\u0410nn", "bot:expert", "b\u043et: hard", "\u202eenn", ""):
            self.ask(self.target, do="sit", name=name)
            self.ask(self.target, do="say", name=name, text="hello")

    def hosts(self):
        game = self.make(seats=["human"] * 5)
        if not game:
            return
        self.ask(game, do="sit")
        for i in range(30):
            self.ask(game, do="change", settings={**TABLE, "seats": ["human"] * (2 + i % 4), "map": ["europe", "germany"][i % 2]})
            self.ask(game, do="fill", seat=1, bot="expert")
            self.ask(game, do="send-away", seat=1)

    def delays(self):
        """Much that spectators are to see in an hour."""
        game = self.make(seats=["human"] + ["bot:easy"] * 3, delay=3600)
        if game:
            self.ask(game, do="change", settings={**TABLE, "delay": self.rng.choice([0, 5, 3600])})
            self.ask(game, do="sit")
            self.ask(game, do="resign")
            self.hold(self.ws(game).s, 20)

    def pauses(self):
        game, other = self.game()
        for i in range(20):
            self.ask(game, do=["pause", "resume"][i % 2])
            other.ask(game, do="pause")
            other.ask(game, do="back")
        other.close()

    def moves(self):
        game, other = self.game()
        self.play(game, other, 10)
        other.close()

    def travels(self):
        game, other = self.game()
        for _ in range(30):
            code = self.rng.randbytes(16).hex()
            self.ask(game, do="travel", code=code)
            other.ask(game, do="arrive", code=self.rng.randbytes(16).hex())
            self.ask(self.target, do="arrive", code=code)
        other.close()

    # Accounts.
    def sign_ins(self):
        for _ in range(20):
            name = self.rng.choice(["Ann", "Ben", "admin", "x%d" % self.rng.randrange(10 ** 9)])
            self.call("POST", "/api/session", {"name": name, "password": "y" * self.rng.randrange(200)})
            self.call("POST", "/api/account/recover", {"name": name, "code": "0000-0000-0000-0000", "new": "correct horse"})

    def sign_ups(self):
        for i in range(20):
            self.call("POST", "/api/account", {"name": "eve %d" % self.rng.randrange(10 ** 9), "password": "correct horse %d" % i})
            self.call("POST", "/api/session/end", {})
            self.call("GET", "/api/account")

    def claims(self):
        with self.at.connect() as s:
            self.flood(s, *[request("GET", "/api/games/mine", headers=self.rng.choice([
                {"Cookie": "linea=" + "%043x" % self.rng.getrandbits(160)}, {"Authorization": "Bearer lin_" + "%043x" % self.rng.getrandbits(160)},
                {"Cookie": "linea=; linea=" * 60}, {"X-Remote-User": "Ann"}])) for _ in range(40)])

    def account(self):
        """What the page sends with an account, if there may be another one."""
        if not self.cookie:
            answer = self.call("POST", "/api/account", {"name": "mallory %d" % self.rng.randrange(10 ** 9), "password": "correct horse"})
            self.cookie = answer.headers.get("set-cookie", "").split(";")[0]
        return {"Cookie": self.cookie, "Origin": "http://linea.test"} if self.cookie else {}

    def members(self):
        """All that only accounts may ask."""
        head = self.account()
        with self.at.connect() as s:
            self.flood(s, *[request("GET", path, headers=head) for path in ("/api/account/export", "/api/friends", "/api/account") * 10],
                       *[request("POST", "/api/friends", {"player": "%016x" % self.rng.getrandbits(64), "is": "followed"}, headers=head) for _ in range(10)],
                       *[request("POST", "/api/friends/invite", {"player": "%016x" % i, "game": self.target}, headers=head) for i in range(10)])

    def tournaments(self):
        """Of bots, which go on by themselves; coming to them and going, pausing them, looking at them."""
        head = self.account()
        with self.at.connect() as s:
            s.sendall(request("POST", "/api/cups", {"name": "Friday", "map": "new-york", "size": 2, "clock": 5, "come": 5, "fill": "easy", "fill_to": 8, **self.rng.choice([
                {"format": "arena", "minutes": 480}, {"format": "swiss", "rounds": 4, "field": True}, {"format": "knock-out", "duplicate": True}])}, headers=head))
            cup = Response(s.makefile("rb")).json().get("cup", "0" * 16)
        asked = [{"do": do} for do in ("join", "leave", "join", "begin", "pause", "resume", "leave", "join")]
        with self.at.connect() as s:
            self.flood(s, *[request("POST", f"/api/cups/{cup}/request", body, headers=head) for body in asked * 3],
                       *[request("GET", f"/api/cups/{cup}{part}") for part in ("", "/log", "/results?format=csv", "/games?round=1")],
                       *[request("GET", "/api/cups?stage=" + stage) for stage in ("coming", "running", "over")])

    def notices_wanted(self):
        head = self.account()
        with self.at.connect() as s:
            self.flood(s, *[request("POST", "/api/notices" + path, body, headers=head) for path, body in (
                ("", {"push": ["turn"], "hook": ["turn", "over"], "delay": 0}), ("/hook", {"url": "https://127.0.0.1:%d/" % self.at.port}), ("/test", {"way": "hook"}),
                ("/hook", {"url": "https://localhost.test/" + "x" * 300}), ("/feed", {}), ("/confirm", {"key": "x" * 43}), ("/end", {"channel": "0" * 16})) * 4],
                *[request("GET", "/u/%043x/turns.%s" % (self.rng.getrandbits(160), kind)) for kind in ("atom", "ics") * 5])

    def reports(self):
        head = self.account()
        bodies = [{"game": self.target, "event": self.rng.randrange(1, 50), "reason": "spam", "words": "x" * 500}, {"game": self.long, "seat": 1, "reason": "cheating"},
                  {"player": "%016x" % self.rng.getrandbits(64), "reason": "name"}]
        with self.at.connect() as s:
            self.flood(s, *[request("POST", "/api/reports", body, headers=head) for body in bodies * 3], *[request("POST", "/api/reports", body, self.token) for body in bodies],
                       *[request("GET", path, headers=head) for path in ("/api/standing", "/api/house/reports", "/api/house/accounts?q=a", "/api/house/log") * 3],
                       request("POST", "/api/house/decide", {"player": "%016x" % 1, "do": "ban"}, headers=head))

    def profiles(self):
        paths = ["/api/player?name=Ann", "/api/player?name=%C3%84nn" + "x" * 50, "/api/player?id=" + "0" * 16, "/api/player/games?name=Ann&offset=1000000",
                 "/api/ratings", "/api/ratings?pool=europe", "/api/ratings?pool=" + "x" * 200]
        with self.at.connect() as s:
            self.flood(s, *[request("GET", path, token=self.token) for path in paths * 5])

    def dailies(self):
        """Everybody's deal of the day, by people who come to be for it."""
        self.call("POST", "/api/guest", {"name": "Eve"})
        for board in "london", "europe", "nowhere":
            self.call("POST", "/api/daily", {"map": board})
        with self.at.connect() as s:
            self.flood(s, *[request("GET", "/api/daily?map=%s" % board) for board in ("london", "europe", "london&date=1970-01-01") * 10])

    def seeks(self):
        """Partners for everybody, who never come."""
        for i in range(10):
            with self.at.connect() as s:
                s.sendall(request("POST", "/api/guest", {"name": "Eve"}))
                file = s.makefile("rb")
                token = Response(file).json().get("token")
                s.sendall(request("POST", "/api/play-now", {"map": "london", "seats": 2 + i % 3, "clock": 60, "rated": i % 4 == 0}, token))
                Response(file)

    # What costs work.
    def crowd(self):
        """Many connections to a game in which much happens."""
        game, other = self.game()
        for _ in range(60):
            s = self.at.connect()
            s.sendall(request("GET", f"/api/games/{game}/stream"))
            self.hold(s, 60)
        for i in range(30):
            other.ask(game, do="travel", code="%032x" % i)
        other.close()

    def bots(self):
        game = self.make(map=self.rng.choice(["europe", "germany"]), seats=["human"] + ["bot:expert"] * 4)
        if game:
            self.ask(game, do="sit")
            self.ask(game, do="resign")

    def advice(self):
        for what in ({"do": "advise"}, {"do": "why", "route": "baker-street/regents-park"}, {"do": "sites"}, {"do": "look"}):
            with self.at.connect() as s:
                self.flood(s, *[request("POST", f"/api/games/{self.target}/request", {"id": 1, **what}, self.token)] * 20)

    def lists(self):
        for path in ("/api/games/mine", "/api/games/mine?offset=100000", "/api/games?stage=running", "/api/games?stage=gathering&offset=999999", "/metrics",
                     "/", "/maps.json"):
            with self.at.connect() as s:
                self.flood(s, *[request("GET", path, token=self.token)] * 5)

    def notices(self):
        s = self.at.connect()
        s.sendall(request("GET", "/api/stream", token=self.token))
        self.hold(s, 30)

    def odd_numbers(self):
        for number in ODD:
            with self.at.connect() as s:
                self.flood(s, request("GET", f"/api/games/{self.long}/stream?seen={number}", token=self.token))
            for path in "/api/games?stage=running&offset=", "/api/games/mine?offset=":
                self.call("GET", path + number)
            for what in ODD_REQUESTS:
                self.call("POST", f"/api/games/{self.target}/request", ('{"id":1,' + what.replace("%s", number) + "}").encode())
            self.call("POST", "/api/games", ('{"map":"london","seats":["human","human"],"clock":%s,"patience":%s}' % (number, number)).encode())

    # Sockets.
    def bodies(self):
        for _ in range(30):
            s = self.at.connect()
            s.sendall(b"POST /api/games HTTP/1.1\r\nContent-Length: 65536\r\nAuthorization: Bearer " + self.token.encode() + b"\r\n\r\n" + b"[" * 1000)
            self.hold(s, 40)

    def half_open(self):
        for _ in range(30):
            self.hold(self.at.connect(), 30)

    def resets(self):
        for _ in range(30):
            s = self.at.connect()
            s.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            s.sendall(request("GET", f"/api/games/{self.target}/stream?seen=1"))
            s.close()

    def slow(self):
        while len(self.held) < 30:
            s = self.at.connect()
            s.sendall(b"POST /api/games HTTP/1.1\r\nContent-Length: 60000\r\n" if self.rng.random() < 0.5 else b"GET / HTTP/1.1\r\nX: ")
            self.held.append(s)
        for s in self.held:
            try:
                s.sendall(b"x")
            except OSError:
                self.held.remove(s)
                break
        time.sleep(0.2)

    def garbage(self):
        with self.at.connect() as s:
            self.flood(s, self.rng.randbytes(3000), request("PUT", "/" + "a" * 3000), b"\r\n\r\n")
        s = self.ws(self.target)
        self.flood(s.s, self.rng.randbytes(2000))
        s.s.close()


ATTACKS = [name for name, what in vars(Stranger).items()
           if callable(what) and not name.startswith("_") and name not in ("hold", "flood", "game", "play", "account")]


def attack(port, games, start, end, seed, done):
    """One process of strangers. In one turn every attack in a thread, as often as it can; in the next one after the other, so that they get somewhere."""
    os.nice(10)
    counts, at = {}, At(port, "127.0.0.1")

    def my_turn(all_at_once):
        return (int((time.monotonic() - start) / TURN) % 2 == 0) == all_at_once

    def run(names, number, all_at_once):
        stranger, i = None, 0
        while time.monotonic() < end:
            if not my_turn(all_at_once):
                time.sleep(0.05)
                continue
            name = names[i % len(names)]
            i += 1
            counts[name] = counts.get(name, 0) + 1
            try:
                stranger = stranger or Stranger(at, number, *games)
                getattr(stranger, name)()
            except (OSError, AssertionError, ValueError, KeyError, IndexError, TypeError, struct.error):
                # Refused, cut or not answered: that is what it asked for. It begins again.
                time.sleep(0.02)
                if stranger:
                    stranger.close()
                stranger = None
        for s in stranger.held if stranger else ():
            s.close()

    threads = [threading.Thread(target=run, args=([name], seed * 100 + i, True), daemon=True) for i, name in enumerate(ATTACKS)]
    order = random.Random(seed).sample(ATTACKS, len(ATTACKS))
    threads.append(threading.Thread(target=run, args=(order, seed * 100 + 99, False), daemon=True))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(max(0, end + 5 - time.monotonic()))
    done.put(dict(counts))
    done.close()
    done.join_thread()
    os._exit(0)


def long_game(port):
    """A game with a long log, made from many addresses, each within its limits: an attacker would take a day for it."""
    eve, mallory = (Person(At(port, "127.0.9.1"), name) for name in ("Eve", "Mallory"))
    game = eve.make()
    for person in eve, mallory:
        check(person.ask(game, do="sit").get("ok"))
    said = request("POST", f"/api/games/{game}/request", {"id": 1, "do": "say", "text": "x"}, eve.token)
    for i in range((LONG - 4) // 50):
        with At(port, "127.0.9.%d" % (2 + i)).connect() as s:
            s.sendall(said * 50)
            file = s.makefile("rb")
            for _ in range(50):
                equal(Response(file).status, 200)
    check(eve.ask(game, do="look")["table"]["event"] > LONG - 100)
    return game


def scheduled(pid, thread):
    """For how long a thread has run, and has waited to run, in seconds."""
    with open(f"/proc/{pid}/task/{thread}/schedstat") as file:
        ran, waited, _ = file.read().split()
    return int(ran) / 1e9, int(waited) / 1e9


class Machine:
    """What other programs take from a server and its players."""

    def __init__(self, pid):
        self.pid = pid
        self.began = self.ran()

    def waited(self):
        """For how long the server's loop and this thread could not run although they wanted to."""
        return scheduled(self.pid, self.pid)[1] + scheduled("self", threading.get_native_id())[1]

    def ran(self):
        """For how long the machine's processors were busy, and those of them that ran other threads of the server than its loop."""
        with open("/proc/stat") as file:
            user, nice, system, _, _, irq, softirq, *_ = (int(n) / os.sysconf("SC_CLK_TCK") for n in file.readline().split()[1:])
        loop, threads = scheduled(self.pid, self.pid)[0], 0
        for thread in os.listdir(f"/proc/{self.pid}/task"):
            threads += scheduled(self.pid, thread)[0]
        return user + nice + system + irq + softirq - loop, threads - loop

    def others(self):
        """The share of other programs in what ran while the loop did not."""
        busy, threads = (now - then for then, now in zip(self.began, self.ran()))
        return max(0, 1 - threads / max(busy, 1e-9))


def at_share(times, share):
    return sorted(times)[min(len(times) - 1, int(len(times) * share))]


# People.

class Player:
    """Ann or Ben at a game, on a WebSocket, all events checked."""

    def __init__(self, person, game, seat, machine):
        self.person, self.seat, self.machine, self.times = person, seat, machine, []
        self.ws = person.ws(game)
        table = self.ws.receive()["table"]
        self.seen, self.table, self.over = table["event"], table, False
        self.answer({"id": 1, "do": "sit", "seat": seat})

    def take(self):
        """The next message; events come without a gap."""
        message = self.ws.receive()
        if "event" in message and "what" in message:
            equal(message["event"], self.seen + 1)
            self.seen += 1
            self.table = message if "view" in message else self.table
            self.over = self.over or "end" in message
            if "view" in message:
                self.state = message["event"]
        return message

    def answer(self, what):
        begun, waited = time.monotonic(), self.machine.waited()
        self.ws.send(what)
        while (message := self.take()).get("id") != what["id"]:
            pass
        self.times.append((time.monotonic() - begun, self.machine.waited() - waited))
        check(message.get("ok"), what, message)

    def catch_up(self, event):
        while self.seen < event:
            self.take()


def two_people(port, number):
    return [Person(At(port, PEOPLE % number), name) for name in ("Ann", "Ben")]


def play(port, machine, end, rng):
    """Games of two until the end; how long each answer took, and was waited for a processor, and how many moves there were."""
    times, moves, games, people = [], 0, 0, None
    while time.monotonic() < end:
        if games % GAMES == 0:
            for person in people or ():
                person.close()
            people = two_people(port, 2 + games // GAMES % 250)
        game = people[0].make(listed=True)
        players = [Player(person, game, seat, machine) for seat, person in enumerate(people)]
        games += 1
        while time.monotonic() < end and not players[0].over:
            last = max(player.seen for player in players)
            for player in players:
                player.catch_up(last)
            mover = next((player for player in players if player.table.get("moves")), None)
            check(mover or players[0].over, "nobody may move")
            if not mover:
                break
            claims = [move for move in mover.table["moves"] if move.startswith("claim")]
            mover.answer({"id": 2, "do": "move", "state": mover.state, "move": rng.choice(claims or mover.table["moves"])})
            moves += 1
            time.sleep(0.03)
        for player in players:
            times += player.times
            player.ws.s.close()
    return times, moves, games


def come_and_go(at, machine, game, end, times, failures):
    """Somebody new, every now and then: the page's first questions are answered as quickly."""
    try:
        while time.monotonic() < end:
            begun, waited = time.monotonic(), machine.waited()
            person = Person(at, "Carol")
            equal(person.call("GET", "/api/games?stage=gathering").status, 200)
            equal(person.call("GET", f"/api/games/{game}").status, 200)
            person.close()
            times.append(((time.monotonic() - begun) / 4, (machine.waited() - waited) / 4))  # connecting, and three requests
            time.sleep(0.1)
    except Exception as error:  # for the main thread
        failures.append(repr(error))


def peak(pid):
    """The most memory that the process has had, in MiB."""
    with open(f"/proc/{pid}/status") as file:
        return int(next(line for line in file if line.startswith("VmHWM")).split()[1]) / 1024


def disk(folder):
    return sum(entry.stat().st_size for entry in os.scandir(folder) if entry.name.startswith("linea.db")) / 2 ** 20


def worst():
    """What `linea serve --worst` says, in MiB: disk and memory of one address and a day."""
    run = subprocess.run([wire.BINARY, "serve", "--worst"], capture_output=True, text=True, check=True)
    found = {}
    for line in run.stdout.splitlines():
        cells = [cell.strip() for cell in line.strip("| ").split("|")]
        if len(cells) > 1 and cells[1].endswith("MiB"):
            found[cells[0]] = float(cells[1].split()[0])
    return found


def calm(server, seconds):
    """Only the connection is left that asks for the numbers; strangers may have to wait for what they have asked for."""
    end = time.monotonic() + seconds
    while True:
        with At(server.port, NEWCOMER).connect(60) as s:
            s.sendall(request("GET", "/metrics"))
            if b"\nlinea_connections 1\n" in Response(s.makefile("rb")).body:
                return
        check(time.monotonic() < end, "connections stay")
        time.sleep(0.2)


def judge(what, times, others, slack):
    """Print how long answers took; how many of the limits were not kept."""
    whole = [taken for taken, _ in times]
    own = [taken - min(taken, waited * others) for taken, waited in times]
    found = at_share(own, 0.99), max(own)
    print("%s: %d answers, 99 in 100 within %.1f ms, all within %.1f ms; by the clock %.1f and %.1f ms" % (
        what, len(own), *(1e3 * time for time in (*found, at_share(whole, 0.99), max(whole)))))
    return sum(time > most * slack for time, most in zip(found, (P99, WORST)))


def main():
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 60
    flags = sys.argv[3:]  # others than the defaults, to see it fail
    sanitized = "asan" in sys.argv or "build-debug" in sys.argv[1] or "build-threads" in sys.argv[1]
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None) as folder:
        holder = type("Folder", (), {"name": folder})()
        with Server("--log-level", "warning", *flags, first=["serve"], folder=holder) as server:
            people = two_people(server.port, 1)
            target = people[0].make(listed=True, seats=["human", "human", "human"])
            for person in people:
                check(person.ask(target, do="sit").get("ok"))
            long = long_game(server.port)
            start = time.monotonic()
            end = start + seconds
            fork = multiprocessing.get_context("fork")
            done = fork.Queue()
            attackers = [fork.Process(target=attack, args=(server.port, (target, long), start, end, seed, done), daemon=True) for seed in range(ATTACKERS)]
            machine = Machine(server.process.pid)
            for process in attackers:
                process.start()
            newcomers, failures = [], []
            visitor = threading.Thread(target=come_and_go, args=(At(server.port, NEWCOMER), machine, target, end, newcomers, failures))
            visitor.start()
            times, moves, games = play(server.port, machine, end, random.Random(1))
            visitor.join()
            others = machine.others()
            counts = {}
            for _ in attackers:
                for name, count in done.get(timeout=60).items():
                    counts[name] = counts.get(name, 0) + count
            for process in attackers:
                process.join(10)
                process.kill()
            for person in people:
                person.close()
            calm(server, 300 if sanitized else 30)
            memory, used = peak(server.process.pid), disk(folder)
            check(server.process.poll() is None, "the server is dead")
            log = server.logged()
    print("%.0f s: %s" % (seconds, counts))
    print("%d moves in %d games" % (moves, games))
    late = sum(judge(*what, others, 20 if sanitized else 1) for what in (("people", times), ("newcomers", newcomers)))
    print("%.0f %% of what ran while the server's loop waited to run were other programs" % (100 * others))
    print("memory %.0f MiB at most, disk %.1f MiB" % (memory, used))
    check(not failures, failures)
    check("level=error" not in log and "Sanitizer" not in log, log[-3000:])
    missing = [name for name in ATTACKS if not counts.get(name)]
    check(not missing, "attacks that were never carried out", missing)
    check(not late, "answers are late")
    limits = worst()
    check(sanitized or memory < MEMORY, "memory", memory)
    check(sanitized or memory < limits["memory"], "memory", memory, limits)
    check(used < limits["disk"], "disk", used, limits)


if __name__ == "__main__":
    main()
