#!/usr/bin/env python3
"""tests/server/crash.py PROGRAM [KILLS] - nothing acknowledged is lost when the server dies.

People play while the server is killed (SIGKILL) at random moments. After every restart each acknowledged event is there with the
move that was acknowledged, the numbers of events have no gap, and the games go on.
"""
# SPDX-License-Identifier: MIT
import random
import sys
import tempfile
import threading
import time

from client import Client, Server

GAMES = 3
MAPS = ["new-york", "london", "germany"]


class Table:
    """A game of two people, and what they know to be durable."""

    def __init__(self, server, people, map_id):
        self.server, self.people, self.map = server, people, map_id
        self.begin()

    def begin(self):
        game = self.people[0].make(map=self.map, seats=["human", "human"], first=0)
        self.game, self.last, self.acknowledged = game, 1, {}  # of moves, by event

    def ask(self, person, **request):
        answer = person.ask(self.game, **request)
        if answer.get("ok"):
            self.last = answer["event"]
        else:
            assert answer["error"] in ("stale", "not-stored", "seated", "taken"), answer
        return answer

    def step(self, rng):
        for seat, person in enumerate(self.people):
            table = person.look(self.game)
            if table["stage"] == "over":
                self.begin()
            elif table["stage"] == "gathering":
                self.ask(person, do="sit", name="P%d" % seat, seat=seat)
            elif table.get("moves"):
                move = rng.choice(table["moves"])
                answer = self.ask(person, do="move", state=table["state"], move=move)
                if answer.get("ok"):
                    self.acknowledged[answer["event"]] = move

    def check(self):
        for seat, person in enumerate(self.people):
            table = person.look(self.game)
            assert table["event"] >= self.last, "an acknowledged event is lost: %d of %d" % (table["event"], self.last)
            seen = max(1, table["event"] - 100)  # of more a client is sent the state
            events = person.events(self.game, seen, table["event"])
            numbers = [event["event"] for event in events]
            assert numbers == list(range(seen + 1, table["event"] + 1)), "a gap: %s" % numbers
            for event in events:
                move = self.acknowledged.get(event["event"])
                if move and event["did"]["seat"] == seat:
                    assert event["did"]["move"] == move, (event, move)


def play(tables, stop, failures, seed):
    rng = random.Random(seed)
    while not stop.is_set():
        table = tables[seed % len(tables)]
        try:
            table.step(rng)
        except OSError:
            time.sleep(0.005)  # the server is away
        except Exception as error:  # a failure of the test, reported by the main thread
            failures.append(repr(error))
            return


def main():
    program, kills = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 500
    rng = random.Random(1)
    failures, acknowledged = [], 0
    with tempfile.TemporaryDirectory() as folder:
        server = Server(program, folder + "/linea.db", "--max-games", "1000", "--requests-per-second", "100000")
        server.start()
        people = [Client(server, "Ann"), Client(server, "Ben")]
        tables = [Table(server, people, MAPS[i]) for i in range(GAMES)]
        for kill in range(kills):
            stop = threading.Event()
            threads = [threading.Thread(target=play, args=(tables, stop, failures, i)) for i in range(GAMES)]
            for thread in threads:
                thread.start()
            time.sleep(rng.uniform(0.01, 0.15))
            server.kill()
            stop.set()
            for thread in threads:
                thread.join()
            server.start()
            for table in tables:
                table.check()
            assert not failures, failures
            if kill % 50 == 49:
                print("%d kills" % (kill + 1), file=sys.stderr)
        acknowledged = sum(len(table.acknowledged) for table in tables)
        assert server.stop() == 0
    print("%d kills; %d acknowledged moves of the last games all there" % (kills, acknowledged))


if __name__ == "__main__":
    main()
