#!/usr/bin/env python3
"""tests/server/garbage.py PROGRAM [SECONDS] - garbage at the port: the server refuses it, lives, and serves others meanwhile.

Several clients at once send malformed HTTP, frames, JSON, things that are too large and things that come too slowly, made by
breaking what is right. All the while somebody plays a game, and must be answered. At the end nobody is connected any more, memory has not grown
beyond bounds, the game is as it should be, and the server stops in order. Seconds are few by default: give more by hand.
"""
# SPDX-License-Identifier: MIT
import json
import os
import random
import socket
import sys
import threading
import time

import wire
from wire import Server, WebSocket, check, equal, request

CLIENTS = 6


class Bad:
    """Somebody who means no good."""

    def __init__(self, server, game, token, seed):
        self.server, self.game, self.token = server, game, token
        self.rng, self.sent, self.kinds = random.Random(seed), 0, {}

    def bytes(self, most):
        return self.rng.randbytes(self.rng.randrange(most))

    def broken(self, data):
        """The same with some bytes changed, left out, doubled or cut off."""
        data = bytearray(data)
        for _ in range(self.rng.randrange(1, 8)):
            at = self.rng.randrange(len(data) + 1)
            how = self.rng.randrange(5)
            if how == 0:
                data[at:at + 1] = self.rng.randbytes(1)
            elif how == 1:
                del data[at:at + self.rng.randrange(1, 9)]
            elif how == 2:
                data[at:at] = self.bytes(9)
            elif how == 3:
                data[at:at] = data[max(0, at - self.rng.randrange(40)):at]
            else:
                del data[at:]
        return bytes(data)

    def json(self):
        """A request of the protocol, right or nearly so."""
        odd = [None, True, -1, 1e300, 2 ** 63, "", "x" * self.rng.randrange(5000), [], {}, [[[[]]]], "\0", "\ud800", "draw pile", "human", "bot:easy", "europe"]
        value = {key: self.rng.choice(odd) for key in self.rng.sample(
            ["id", "do", "seat", "name", "nonce", "state", "move", "text", "token", "seen", "map", "seats", "clock", "first", "delay", "listed"], 6)}
        value.setdefault("id", self.rng.randrange(100))
        if self.rng.random() < 0.7:
            value["do"] = self.rng.choice(["look", "sit", "move", "say", "leave", "resign", "again", "advise", "why", "sites", "next", "made"])
        if self.rng.random() < 0.5:
            value.update(map=self.rng.choice(["europe", "germany", "nowhere"]), seats=[self.rng.choice(["human", "bot:easy", "bot:", 7])] * self.rng.randrange(7))
        text = json.dumps(value).encode()
        return self.broken(text) if self.rng.random() < 0.3 else text

    def path(self):
        return self.rng.choice([
            "/", "/index.html", "/api/guest", "/api/games", "/api/games/mine", "/api/stream", "/metrics", "/healthz", "/g/x", "/api/games?stage=running",
            f"/api/games/{self.game}", f"/api/games/{self.game}/request", f"/api/games/{self.game}/record",
            f"/api/games/{self.game}/stream?seen={self.rng.randrange(-5, 1 << 33)}", f"/api/games/{self.game}/ws", "/../../etc/passwd", "/" + "a" * self.rng.randrange(6000)])

    def head(self):
        method = self.rng.choice(["GET", "POST", "HEAD", "PUT", "", "OPTIONS", "G\0T"])
        headers = {}
        for key, values in (("Content-Length", ["0", "5", "-1", "99999999999999999999", "5, 5", "0x5"]), ("Transfer-Encoding", ["chunked", "gzip"]),
                            ("Connection", ["close", "Upgrade", "keep-alive"]), ("Upgrade", ["websocket", "h2c"]), ("Expect", ["100-continue"]),
                            ("Sec-WebSocket-Key", ["AAAAAAAAAAAAAAAAAAAAAA==", "x"]), ("Sec-WebSocket-Version", ["13", "7"]),
                            ("Authorization", ["Bearer " + self.token, "Bearer x", "Basic eDp4"]), ("Origin", ["null", "http://linea.test", "https://evil.test"]),
                            ("X", ["y" * self.rng.randrange(6000)]), ("Accept-Encoding", ["br;q=;;,gzip;q=2", "*" * 400])):
            if self.rng.random() < 0.25:
                headers[key] = self.rng.choice(values)
        return request(method, self.path(), self.json() if self.rng.random() < 0.5 else None, None, headers)

    def http(self, s):
        data = self.head()
        for _ in range(self.rng.randrange(4)):  # one behind the other
            data += self.head()
        s.sendall(self.broken(data) if self.rng.random() < 0.6 else data)

    def noise(self, s):
        s.sendall(self.bytes(20000))

    def oversize(self, s):
        s.sendall(request("POST", "/api/guest", headers={"Content-Length": str(self.rng.choice([65537, 1 << 40]))}))
        for _ in range(self.rng.randrange(60)):
            s.sendall(bytes(4096))

    def right(self, s):
        s.sendall(request("POST", f"/api/games/{self.game}/request", self.json(), self.token))
        s.sendall(request("POST", "/api/games", self.json(), self.token))

    def slow(self, s):
        for byte in self.head()[:self.rng.randrange(1, 60)]:
            s.sendall(bytes([byte]))
            time.sleep(0.005)

    def leave(self, s):
        s.sendall(self.head()[:self.rng.randrange(1, 400)])
        if self.rng.random() < 0.5:
            s.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")  # a reset
        return False

    def frames(self, s):
        s.close()
        ws = WebSocket(self.server, f"/api/games/{self.game}/ws", rcvbuf=self.rng.choice([None, 2048]))
        if self.rng.random() < 0.8:
            ws.send({"token": self.rng.choice([None, self.token, "x"]), "seen": self.rng.choice([0, 1, 5, 10 ** 9])})
        for _ in range(self.rng.randrange(1, 30)):
            frame = ws.frame(self.rng.choice([self.json(), self.bytes(300), b"", bytes(self.rng.randrange(70000))]),
                             opcode=self.rng.choice([1, 1, 1, 1, 0, 2, 3, 8, 9, 10, 15]), final=self.rng.random() < 0.8, mask=self.rng.random() < 0.9)
            ws.s.sendall(self.broken(frame) if self.rng.random() < 0.2 else frame)
        ws.s.settimeout(0.05)
        if self.rng.random() < 0.5:
            ws.closed()
        ws.close()

    def stream(self, s):
        s.sendall(request("GET", self.rng.choice([f"/api/games/{self.game}/stream", "/api/stream"]), token=self.token))
        s.recv(100)
        s.sendall(self.bytes(200))

    def run(self, end):
        ways = [self.http, self.http, self.noise, self.oversize, self.right, self.slow, self.leave, self.frames, self.stream]
        while time.monotonic() < end:
            way = self.rng.choice(ways)
            self.sent += 1
            self.kinds[way.__name__] = self.kinds.get(way.__name__, 0) + 1
            try:
                with self.server.connect(timeout=5) as s:
                    if way(s) is not False:
                        s.settimeout(0.05)
                        s.recv(65536)
            except (OSError, AssertionError, ValueError, IndexError):
                pass  # refused, closed, or an answer that is none: its right


def play(server, game, tokens, end):
    """Somebody who only wants to play: the longest that an answer took, and how many there were."""
    longest = answers = 0
    while time.monotonic() < end or answers < 20:
        for token in tokens:
            began = time.monotonic()
            table = server.http("POST", f"/api/games/{game}/request", {"id": 1, "do": "look"}, token).json()["table"]
            longest, answers = max(longest, time.monotonic() - began), answers + 1
            if table.get("moves"):
                moved = server.http("POST", f"/api/games/{game}/request",
                                    {"id": 2, "do": "move", "state": table["state"], "move": table["moves"][-1]}, token).json()
                check(moved.get("ok"), moved)
        time.sleep(0.02)
    return longest, answers


def resident(server):
    with open(f"/proc/{server.process.pid}/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2 ** 20


def main():
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 5
    with Server("--log-level", "error", "--max-connections-per-address", "1000", "--requests-per-second", "100000", "--burst", "100000",
                "--max-games", "20", first=["serve"]) as server:
        tokens = [server.guest("Ann"), server.guest("Ben")]
        make = {"map": "london", "seats": ["human", "human"], "listed": True}
        games = [server.http("POST", "/api/games", make, tokens[0]).json()["game"] for _ in range(2)]
        for token in tokens:
            check(server.http("POST", f"/api/games/{games[0]}/request", {"id": 1, "do": "sit"}, token).json().get("ok"))
        before, end = resident(server), time.monotonic() + seconds
        bad = [Bad(server, games[1], server.guest("Eve"), seed) for seed in range(CLIENTS)]
        threads = [threading.Thread(target=one.run, args=(end,)) for one in bad]
        for thread in threads:
            thread.start()
        longest, answers = play(server, games[0], tokens, end)
        for thread in threads:
            thread.join()
        check(server.process.poll() is None, "the server is dead")
        quiet = time.monotonic() + 20
        while server.metrics()["linea_connections"] > 1 and time.monotonic() < quiet:
            time.sleep(0.1)
        equal(server.metrics()["linea_connections"], 1)
        after = resident(server)
        check(after < before + 64 or "asan" in sys.argv, "memory", before, after)
        equal(server.http("GET", "/healthz").body, b"ok\n")
        log = server.logged()
        check("Sanitizer" not in log and "runtime error" not in log, log[-4000:])
        kinds = {kind: sum(one.kinds.get(kind, 0) for one in bad) for kind in bad[0].kinds}
    print("%d pieces of garbage in %g s %s; %d answers to who played, the longest after %.0f ms; memory %.0f MiB before, %.0f after"
          % (sum(one.sent for one in bad), seconds, kinds, answers, longest * 1000, before, after))


if __name__ == "__main__":
    main()
