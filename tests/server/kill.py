#!/usr/bin/python3
"""tests/server/kill.py PROGRAM [KILLS] - a server that is killed (SIGKILL) at every moment of a table's life: made, sat, sealed and revealed, begun,
moved, timed out, resigned, over, again, next.

Several tables are at moments of their own. Each is asked for its next step, the server is killed a little later, and started again. Then each log is
without a gap, all that was acknowledged is in it, and what belongs together is there together; and every table goes on to its rematch. What an account
was answered as stored is there, too.
"""
# SPDX-License-Identifier: MIT
import hashlib
import os
import random
import socket
import sys
import tempfile
import time

from client import Server
from wire import Response, request

TABLES = 12
MOVES = 3           # of each player, before they resign
STUCK = 60          # kills after which a table must have come further
OPTIONS = ("--max-games", "1000000", "--games-per-hour", "1000000", "--kept-per-day", "1000000", "--requests-per-second", "1000000", "--burst", "1000000",
           "--work-share", "100", "--log-level", "error")


class Wire:
    """Answers of a server that may be killed."""

    def __init__(self, server):
        self.s = socket.create_connection(("127.0.0.1", server.port), 20)
        self.s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.file = self.s.makefile("rb")

    def call(self, method, path, body=None, token=None):
        self.s.sendall(request(method, path, body, token))
        return Response(self.file).json()

    def last(self):
        """The answer that came before the end; None if there was none."""
        try:
            self.s.settimeout(5)
            return Response(self.file).json()
        except (OSError, AssertionError, ValueError):
            return None
        finally:
            self.file.close()
            self.s.close()


class Table:
    """A table of two people, and what is known to be durable of it."""

    def __init__(self, tokens, rng, number):
        self.tokens, self.rng = tokens, rng
        self.sealed, self.clock, self.rematches = number % 2 == 0, number % 3 == 0, number % 4 < 2
        self.leave(None)

    def leave(self, game):
        """Go on with another game, or one that is to be made."""
        self.game, self.events, self.acknowledged, self.rounds = game, [], [], 0
        self.nonces = [self.rng.randbytes(32) for _ in self.tokens]

    def ask(self, wire, seat, **what):
        return wire.call("POST", f"/api/games/{self.game}/request", {"id": 1, **what}, self.tokens[seat])

    def did(self, what, seat=None):
        return [e for e in self.events if e["what"] == what and (seat is None or e.get("did", e).get("seat") == seat)]

    def check(self, wire):
        """After a start: nothing is lost, cut in two or stuck."""
        events, answer = [], {"next": 1}
        while "next" in answer:
            answer = self.ask(wire, 0, do="history", **{"from": answer["next"]})
            assert answer.get("ok"), answer
            events += answer["history"]
        assert [e["event"] for e in events] == list(range(1, len(events) + 1)), "a gap"
        assert events[:len(self.events)] == self.events, "an event that clients knew is another one"
        self.rounds = 0 if len(events) > len(self.events) else self.rounds + 1
        self.events = events
        for after, what, seat, move in self.acknowledged:
            found = [e for e in self.did(what, seat) if e["event"] > after and move in (None, e.get("did", {}).get("move"))]
            assert found, ("acknowledged and lost", what, seat, move, events[-3:])
        assert self.rounds < STUCK, ("stuck", self.game, events[-3:])
        taken = len(self.did("sat")) == 2
        assert not taken or self.did("sealed" if self.sealed else "began"), ("all seats are taken, and it does not begin", events)
        assert len(self.did("revealed")) < 2 or self.did("began"), ("all is revealed, and it does not begin", events)
        assert len(self.did("again")) < 2 or self.did("next"), ("all want another game, and there is none", events)
        if self.did("next"):
            game = self.did("next")[0]["game"]
            assert wire.call("GET", f"/api/games/{game}", None, self.tokens[0]).get("ok"), "a rematch that is not there"
            self.leave(game if self.rematches else None)
            if self.game:
                self.check(wire)

    def step(self, wire):
        """The moment that is next: what, whose, the request of it; None while a clock runs."""
        if not self.game:
            return "made", 0, {"map": "new-york", "seats": ["human", "human"], "first": 0, "takeover": "idle", **({"clock": 1} if self.clock else {})}
        table = self.ask(wire, 0, do="look")["table"]
        if table["stage"] == "gathering":
            for seat in (0, 1):
                if not self.did("sat", seat):
                    return "sat", seat, self.sit(table, seat)
            seat = next(seat for seat in (0, 1) if not self.did("revealed", seat))
            return "revealed", seat, {"do": "reveal", "nonce": self.nonces[seat].hex()}
        if table["stage"] == "over":
            seat = next(seat for seat in (0, 1) if not self.did("again", seat))
            return "again", seat, {"do": "again"}
        if self.clock and len(self.did("late")) < 2:
            return None
        if not self.clock and len(self.did("moved")) < 2 * MOVES and table["view"]["turn"] in (0, 1):
            for seat in (0, 1):
                table = self.ask(wire, seat, do="look")["table"]
                if table.get("moves"):
                    return "moved", seat, {"do": "move", "state": table["state"], "move": self.rng.choice(table["moves"])}
        seat = next((seat for seat in (0, 1) if not self.did("resigned", seat)), None)
        return None if seat is None else ("resigned", seat, {"do": "resign"})

    def sit(self, table, seat):
        what = {"do": "sit", "name": "P%d" % seat, "seat": seat}
        if self.sealed:
            text = b"linea fair seal 1\0" + bytes.fromhex(table["fair"]["commitment"]) + bytes([seat]) + self.nonces[seat]
            what["seal"] = hashlib.sha256(text).hexdigest()
        return what

    def answered(self, step, answer):
        """What came back before the kill; whether it was acknowledged."""
        what, seat, body = step
        if answer is None:
            return False
        if what == "made":
            assert "game" in answer, answer
            self.leave(answer["game"])
            return True
        assert answer.get("ok") or answer.get("error") in ("stale", "over"), (step, answer)  # an idle program may have come first
        if answer.get("ok"):
            move = body.get("move")
            hidden = seat == 1 and move and move.startswith("keep")  # logs are read by the other player
            self.acknowledged.append((len(self.events), what, seat, "keep" if hidden else move))
        return bool(answer.get("ok"))


class Friends:
    """Two accounts: whether one follows the other is changed at each kill, and is as it was or as was asked; never less than was acknowledged."""

    def __init__(self, wire):
        self.known, self.wanted, self.acknowledged = {False}, True, 0
        for name in ("Cal", "Dan"):
            wire.s.sendall(request("POST", "/api/account", {"name": name, "password": "correct horse"}))
            response = Response(wire.file)
            assert response.status == 200, response.body
            self.head = {"Cookie": response.headers["set-cookie"].split(";")[0], "Origin": "http://linea.test"}
            self.players = [*getattr(self, "players", []), response.json()["player"]]

    def ask(self, own):
        self.wanted = self.known == {False}
        body = {"player": self.players[0], "is": "followed" if self.wanted else "nobody"}
        own.s.sendall(request("POST", "/api/friends", body, headers=self.head))

    def answered(self, answer):
        assert answer is None or answer.get("ok"), answer
        sure = answer is not None
        self.acknowledged += sure
        self.known = {self.wanted} if sure else self.known | {self.wanted}

    def check(self, wire):
        wire.s.sendall(request("GET", "/api/friends", headers=self.head))
        found = bool(Response(wire.file).json()["followed"])
        assert found in self.known, ("acknowledged and lost", self.known)
        self.known = {found}


def main():
    program, kills = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    rng, counts, clocks, delay = random.Random(1), {}, 0, 0.02
    quick = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=quick) as folder:
        server = Server(program, folder + "/linea.db", *OPTIONS)
        server.start()
        wire = Wire(server)
        tokens = [wire.call("POST", "/api/guest", {"name": name})["token"] for name in ("Ann", "Ben")]
        tables = [Table(tokens, rng, number) for number in range(TABLES)]
        friends = Friends(wire)
        for kill in range(kills):
            steps = [(table, table.step(wire), Wire(server)) for table in tables]
            friend = Wire(server)
            friends.ask(friend)
            for table, step, own in steps:
                if step:
                    what, seat, body = step
                    path = "/api/games" if what == "made" else f"/api/games/{table.game}/request"
                    own.s.sendall(request("POST", path, body if what == "made" else {"id": 1, **body}, tokens[seat]))
            answer = friend.last() if kill % 4 == 0 else None  # it comes last of all
            time.sleep(rng.uniform(0, delay))
            server.kill()
            came = [bool(step) and table.answered(step, own.last()) for table, step, own in steps]
            friends.answered(friend.last() if answer is None else answer)
            asked = [step for _, step, _ in steps if step]
            for (_, step, _), there in zip(steps, came):
                if step:
                    count = counts.setdefault(step[0], [0, 0])
                    count[not there] += 1
            # About half of the answers are to come before the kill.
            delay = min(0.5, max(0.0005, delay * (0.97 if sum(came) * 2 > len(asked) else 1.03)))
            server.start()
            wire = Wire(server)
            friends.check(wire)
            for table in tables:
                before = len(table.did("late")) if table.game else 0
                if table.game:
                    table.check(wire)
                clocks += max(0, len(table.did("late")) - before) if table.game else 0
            if kill % 1000 == 999:
                print("%d kills" % (kill + 1), file=sys.stderr)
        assert server.stop() == 0
    print("%d kills; steps that were acknowledged before, and not: %s; %d clocks ran out; %d changes of an account" % (
        kills, ", ".join("%s %d and %d" % (what, *counts[what]) for what in sorted(counts)), clocks, friends.acknowledged))
    if kills >= 60:
        missing = {"made", "sat", "revealed", "moved", "resigned", "again"} - set(counts)
        assert not missing and clocks and friends.acknowledged, ("moments that never came", missing, clocks)


if __name__ == "__main__":
    main()
