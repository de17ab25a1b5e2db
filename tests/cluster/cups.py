#!/usr/bin/env python3
"""tests/cluster/cups.py PROGRAM - servers of one database let a tournament go on together, while one after the other is killed: each table is
made once, each result counted once."""
# SPDX-License-Identifier: MIT
import os
import sys
import tempfile
import types

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "server"))
from cluster import Cluster  # noqa: E402
from cups import check_games, events, fine, look, make, people, play_on, stage, verify  # noqa: E402

OPTIONS = ("--proxy", "--max-sign-ups", "100")


def main():
    with tempfile.TemporaryDirectory() as folder:
        cluster = Cluster(os.path.abspath(sys.argv[1]), folder, 1, 0, options=OPTIONS)
        try:
            run(cluster, folder)
        finally:
            cluster.close()
    return 0


def run(cluster, folder):
    """Eight play, each at a node of their own choice, which changes when that is killed."""
    ports = [node.port for node in cluster.nodes]
    server = types.SimpleNamespace(port=ports[0], data=os.path.join(folder, "linea.db"))
    players = people(server, 8)
    cup = make(players[0], rounds=3)
    for who in players:
        fine(who, cup, "join")
    fine(players[0], cup, "begin")
    for done, node in enumerate(cluster.nodes):
        # nobody is at the node that is killed
        others = [port for port in ports if port != node.port]
        for number, who in enumerate(players):
            who.server = types.SimpleNamespace(port=others[number % len(others)])
            who.origin = "http://127.0.0.1:%d" % who.server.port
        node.kill()
        play_on(players, lambda: stage(players[0], cup) == "over" or sum(e["what"] == "result" for e in events(players[0], cup)) > 3 * done)
        node.start()
        node.wait()
    play_on(players, lambda: stage(players[0], cup) == "over")
    same_for_all = {str(look(who, cup)["state"]["standings"]) for who in players}
    assert len(same_for_all) == 1, "what the nodes say of it"
    verify(server, players[0], cup)
    assert len(check_games(players[0], cup)) == 12
    print("a tournament of 8, 12 games, three nodes killed")


if __name__ == "__main__":
    sys.exit(main())
