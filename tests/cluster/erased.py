#!/usr/bin/env python3
"""tests/cluster/erased.py PROGRAM - an account is deleted at one node while another one has its sessions and its games in memory: nothing
more is written for it, and no name comes back."""
# SPDX-License-Identifier: MIT
import os
import sys
import tempfile
import time
import types

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "server"))
from accounts import PASSWORD, Browser, same  # noqa: E402
from client import wait_for  # noqa: E402
from cluster import Cluster  # noqa: E402

NAME, WORDS = "Annabella", "what Annabella says"


def ask(who, game, **request):
    return who.post("/api/games/%s/request" % game, id=1, **request)[1]


def look(who, game):
    return who.call("GET", "/api/games/" + game)[1]["table"]


def move_on(players, game):
    """A move of each, wherever it is their turn."""
    for who in players:
        table = look(who, game)
        if table.get("moves"):
            ask(who, game, do="move", state=table["state"], move=table["moves"][-1])


def traces(cluster):
    """The rows of all tables in which the name, or what was said, is to be read."""
    tables = cluster.database.sql("SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()").split()
    rows = {table: cluster.database.sql("SELECT t::text FROM %s t WHERE t::text LIKE '%%%s%%'" % (table, NAME)).strip() for table in tables}
    return {table: found for table, found in rows.items() if found}


def run(cluster):
    here, there = (types.SimpleNamespace(port=node.port) for node in cluster.nodes[:2])
    ann, again, ben = Browser(here), Browser(there), Browser(there)
    player = ann.sign_up(NAME)["player"]
    same(again.sign_in(NAME)[0], 200)
    ben.sign_up("Ben")
    game = ann.post("/api/games", map="new-york", seats=["human", "human"], first=1)[1]["game"]
    for who, seat in ((ann, 0), (ben, 1)):
        same(ask(who, game, do="sit", seat=seat).get("ok"), True)
    same(ask(ann, game, do="say", text=WORDS).get("ok"), True)
    assert wait_for(lambda: NAME in str(look(ben, game)))
    same(again.account()["name"], NAME, "the other node knows the session")
    assert traces(cluster).keys() >= {"account", "game", "note"}, traces(cluster)

    same(ann.post("/api/account/delete", password=PASSWORD)[0], 200)
    for path, body in (("/api/notices/hook", {"url": "https://example.org/" + NAME}), ("/api/account/tokens", {"name": NAME, "scopes": ["read"]}),
                       ("/api/notices/feed", {}), ("/api/account/codes", {"password": PASSWORD})):
        same(again.call("POST", path, body)[0], 401, path)
    ask(again, game, do="say", text=WORDS)
    move_on([ben], game)
    assert wait_for(lambda: NAME not in str(look(ben, game)), 5), look(ben, game)
    same(again.account(), None)

    # what a node that is slow to learn of it may have written meanwhile is erased some minutes later
    number = int(player, 16) - (1 << 64) * (int(player, 16) >> 63)
    cluster.database.sql("UPDATE game SET summary = regexp_replace(summary, 'gone-[0-9a-f]{4}', '%s')" % NAME)
    cluster.database.sql("UPDATE gone SET at = at - 3600000 WHERE player = %d" % number)
    assert wait_for(lambda: cluster.database.sql("SELECT erased FROM gone").strip() == "2", 30)
    same(traces(cluster), {})
    move_on([ben], game)
    time.sleep(0.5)
    same(traces(cluster), {})
    print("an account was deleted at one of %d nodes, and is gone at all" % len(cluster.nodes))


def main():
    with tempfile.TemporaryDirectory() as folder:
        cluster = Cluster(os.path.abspath(sys.argv[1]), folder, 1, 0)
        try:
            run(cluster)
        finally:
            cluster.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
