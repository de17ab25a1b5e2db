#!/usr/bin/env python3
"""tests/cluster/takeover.py PROGRAM [GAMES] - a server of three is killed: bots of its games are another's within seconds, and people at the
others do not wait.

Each game has a person and a bot. When the server is killed, the person of each game moves at another one, as fast as it answers; printed is
how long the slowest of these answers took, and how long it took from the kill until each game's bot had moved.
"""
# SPDX-License-Identifier: MIT
import os
import sys
import tempfile
import threading
import time

from cluster import Cluster, Person

LIMIT = 3.0  # seconds from the kill, of which 1.6 are silence, by which the others know that the server is gone


class Watched(Person):
    def begin(self, cluster, number):
        self.game = self.call(cluster.nodes[0], "POST", "/api/games", {"map": "london", "seats": ["human", "bot:easy"], "first": 0})["game"]
        self.sit = self.ask_at(cluster.nodes[number % 3], do="sit")
        assert self.sit.get("ok"), self.sit

    def ask_at(self, node, **what):
        return self.call(node, "POST", "/api/games/%s/request" % self.game, {"id": 1, **what})

    def move(self, node):
        """Moves until it is the bot's turn, or the bot has had it already; seconds of the slowest answer."""
        slowest, last = 0, None
        while True:
            table = self.ask_at(node, do="look")["table"]
            if not table.get("moves") or last not in (None, table["event"]):
                return slowest
            begun = time.monotonic()
            answer = self.ask_at(node, do="move", state=table["state"], move=self.rng.choice(table["moves"]))
            slowest = max(slowest, time.monotonic() - begun)
            assert answer.get("ok"), answer
            last = answer["event"]

    def wait_for_bot(self, node):
        while not self.ask_at(node, do="look")["table"].get("moves"):
            time.sleep(0.02)
        return time.monotonic()


def main():
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 30
    with tempfile.TemporaryDirectory() as folder:
        cluster = Cluster(os.path.abspath(sys.argv[1]), folder, 1, 0)
        try:
            time.sleep(1)  # all know of all
            people = [Watched(cluster, "P%d" % i, i, 0) for i in range(games)]
            for number, person in enumerate(people):
                person.begin(cluster, number)
                person.move(cluster.nodes[number % 3])
                person.wait_for_bot(cluster.nodes[number % 3])
            before = [node.metrics() for node in cluster.nodes]
            gone, others = cluster.nodes[0], cluster.nodes[1:]
            moved = [0.0] * games
            slowest = [0.0] * games

            def play(i):
                node = others[i % 2]
                slowest[i] = people[i].move(node)
                moved[i] = people[i].wait_for_bot(node)

            killed = time.monotonic()
            gone.kill()
            threads = [threading.Thread(target=play, args=(i,)) for i in range(games)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join(60)
                assert not thread.is_alive(), "a bot that does not move"
            after = [node.metrics() for node in others]
            taken = sum(m["linea_taken_over_total"] for m in after) - sum(m["linea_taken_over_total"] for m in before[1:])
            late = sorted(at - killed for at in moved)
            waited = [l for l in late if l > 1]
            print("%d games, %d of which were the killed server's: all bots had moved %.2f s after the kill; people's slowest answer took %.0f ms; %d taken over"
                  % (games, len(waited), late[-1], max(slowest) * 1000, taken))
            assert before[0]["linea_nodes"] == 3 and taken > 0 and waited, "the server that was killed had nothing to do"
            assert late[-1] < LIMIT, late[-1]
        finally:
            cluster.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
