#!/usr/bin/python3
"""tests/server/clock.py PROGRAM - a seat's clock is the same after the server was killed, and on another device."""
# SPDX-License-Identifier: MIT
import sys
import tempfile

from client import Client, Server, free_file

CODE = "0123456789abcdef" * 2


def left(table):
    return table["deadline"], table.get("banks")


def keeps_its_time(program, folder, name, **settings):
    server = Server(program, free_file(folder, name + ".db"))
    server.start()
    ann, ben, phone = Client(server, "Ann"), Client(server, "Ben"), Client(server, "Ann on the phone")
    game = ann.make(map="new-york", seats=["human", "human"], first=0, **settings)
    for seat, who in enumerate((ann, ben)):
        assert who.ask(game, do="sit", seat=seat, name="AB"[seat])["ok"]
    for _ in range(3):  # some time of both is spent, and it is Ben's turn
        for who in (ann, ben):
            table = who.look(game)
            if table.get("moves"):
                assert who.ask(game, do="move", state=table["state"], move=table["moves"][0])["ok"]
    before = left(ann.look(game))
    assert ("bank" in settings) == (before[1] is not None), before

    server.kill()
    server.start()
    assert left(ann.look(game)) == before, "it was killed"

    mover = ann if "moves" in ann.look(game) else ben
    assert mover.ask(game, do="travel", code=CODE)["ok"]
    assert phone.ask(game, do="arrive", code=CODE)["ok"]
    there = phone.look(game)
    assert left(there) == before and "moves" in there, "it went on on another device"
    old = mover.look(game)
    assert old["you"] is None and "moves" not in old, "the old device looks on"
    assert mover.ask(game, do="move", state=there["state"], move=there["moves"][0])["error"] == "no-seat"
    assert mover.ask(game, do="arrive", code=CODE)["error"] == "dead-link", "the link was used"

    server.kill()
    server.start()
    assert left(phone.look(game)) == before, "both"
    assert phone.ask(game, do="move", state=there["state"], move=there["moves"][0])["ok"]
    server.stop()


def main():
    with tempfile.TemporaryDirectory() as folder:
        keeps_its_time(sys.argv[1], folder, "move", clock=300)
        keeps_its_time(sys.argv[1], folder, "bank", bank=600, increment=10)


main()
