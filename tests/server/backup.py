#!/usr/bin/python3
"""tests/server/backup.py PROGRAM SOURCE - a copy made as docs/hosting.md says, while people talk without a pause, is a whole file to go on from."""
# SPDX-License-Identifier: MIT
import os
import re
import sqlite3
import sys
import tempfile
import threading

from client import Client, Server, free_file


def statement(source, copy):
    """What the manual gives to sqlite3, for another file."""
    with open(os.path.join(source, "docs/hosting.md"), encoding="utf-8") as file:
        text = re.search(r'^sqlite3 /var/lib/linea/linea\.db "(.*)"$', file.read(), re.M).group(1)
    return re.sub("'.*'", "'%s'" % copy, text)


def main():
    with tempfile.TemporaryDirectory() as folder:
        server = Server(sys.argv[1], free_file(folder), "--requests-per-second", "100000", "--burst", "100000")
        server.start()
        ann, done = Client(server, "Ann"), threading.Event()
        game = ann.make(map="london", seats=["human", "human"])
        assert ann.ask(game, do="sit", seat=1)["ok"]

        def talk():
            while not done.is_set() and "ok" in ann.ask(game, do="say", text="x" * 200):
                pass
        talker = threading.Thread(target=talk)
        talker.start()
        copy, before = free_file(folder, "copy.db"), ann.look(game)["event"]
        with sqlite3.connect(server.data) as data:
            data.execute(statement(sys.argv[2], copy))
        data.close()
        after = ann.look(game)["event"]
        done.set()
        talker.join()
        assert server.stop() == 0

        server.data = copy
        server.start()
        table = ann.look(game)  # the copy knows the token too
        assert before <= table["event"] <= after and table["you"] == 1, (before, table, after)
        assert ann.ask(game, do="say", text="on it goes") == {"id": 1, "ok": True, "event": table["event"] + 1}
        assert server.stop() == 0


main()
