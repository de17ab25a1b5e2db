#!/usr/bin/python3
"""tests/server/daily.py PROGRAM SOURCE - the deal of the day on a server: one game a player, board and day, and results that were played here."""
# SPDX-License-Identifier: MIT
import datetime
import json
import subprocess
import sys
import tempfile
import time

from client import Client, Server, free_file, wait_for

PROGRAM = sys.argv[1]


def today():
    return datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d")


def play(client, game, choose):
    """Plays to the end; the table then."""
    def over():
        table = client.look(game)
        if table["stage"] == "over":
            return True
        if table.get("moves"):
            client.ask(game, do="move", state=table["state"], move=choose(table["moves"]))
        return False
    assert wait_for(over, 240), "the game does not end"
    return client.look(game)


def results(client, board, date=""):
    status, body = client.call("GET", "/api/daily?map=%s%s" % (board, "&date=" + date if date else ""))
    assert status == 200, (status, body)
    return body


def begin(client, board="new-york"):
    status, body = client.call("POST", "/api/daily", {"map": board})
    assert status == 200, (status, body)
    return body["game"]


def lead(table):
    totals = [score["total"] for score in table["end"]["scores"]]
    return totals[0] - max(totals[1:])


def is_the_deal_of_the_day(server):
    ann, bob = Client(server, "Ann"), Client(server, "Bob")
    daily = json.loads(subprocess.run([PROGRAM, "daily", "--map", "new-york", "--json"], capture_output=True, text=True, check=True).stdout.splitlines()[0])
    game = begin(ann)
    table = ann.look(game)
    assert table["day"] == today() == daily["date"], (table["day"], daily["date"])
    assert table["seats"] == daily["table"]["seats"], table["seats"]
    assert (table["stage"], table["you"], table["players"][0]["name"]) == ("running", 0, "Ann"), table
    other = bob.look(begin(bob))
    assert begin(bob) != game and other["view"]["hands"][0] == table["view"]["hands"][0], "the same cards for everybody"
    assert "fair" not in table, "there is no claim that nobody knew the shuffle"


def is_one_try_a_player_and_board(server):
    ann = Client(server, "Ann")
    game = begin(ann)
    assert begin(ann) == game and begin(ann, "london") != game
    assert results(ann, "new-york")["game"] == game, "it can be found again"
    assert "game" not in results(Client(server), "new-york")
    server.kill()
    server.start()
    assert begin(ann) == game, "also after the server was killed"


def only_players_play(server):
    ann, eve = Client(server, "Ann"), Client(server, "Eve")
    game = begin(ann)
    assert eve.ask(game, do="sit", name="Eve")["error"] in ("taken", "begun")
    assert ann.ask(game, do="change", settings={"map": "new-york", "seats": ["human", "bot:easy"]})["error"] == "begun"
    assert ann.ask(game, do="hint")["error"] == "forbidden", "no hints where results are compared"
    assert Client(server).call("POST", "/api/daily", {"map": "new-york"})[0] == 401
    assert ann.call("POST", "/api/daily", {"map": "atlantis"})[0] == 400
    assert ann.call("POST", "/api/daily", {"nothing": 1})[0] == 400
    assert ann.call("GET", "/api/daily?map=new-york&date=2026-02-30")[0] == 400
    assert ann.call("GET", "/api/daily")[0] == 400
    # no other way makes such a table
    made = ann.call("POST", "/api/games", {"map": "new-york", "seats": ["human", "bot:easy"], "day": today(), "seed": "00" * 32})
    assert made[0] == 200 and "day" not in made[1]["table"], made


def ranks_what_was_played(server):
    ann, bob, carl = Client(server, "Ann"), Client(server, "Bob"), Client(server, "Carl")
    before = results(ann, "new-york")["played"]
    first = play(ann, begin(ann), lambda moves: moves[0])
    dora = Client(server, "Dora")
    assert play(dora, begin(dora), lambda moves: moves[0])["end"] == first["end"], "the same moves meet the same answers"
    last = play(bob, begin(bob), lambda moves: next((move for move in reversed(moves) if move.startswith("claim")), moves[-1]))
    resigned = begin(carl)
    assert carl.ask(resigned, do="resign")["ok"]
    assert wait_for(lambda: carl.look(resigned)["stage"] == "over", 240)
    found = results(ann, "new-york", today())
    assert found["played"] == before + 3, "who gave up has no result"
    own = [one for one in found["results"] if one.get("you")]
    assert [(one["name"], one["lead"], one["points"]) for one in own] == [("Ann", lead(first), first["end"]["scores"][0]["total"])], own
    leads = [one["lead"] for one in found["results"]]
    assert leads == sorted(leads, reverse=True) and lead(last) in leads, leads
    assert not any("game" in one for one in found["results"]), "nobody is led to the games of others"
    assert not [one for one in results(bob, "new-york")["results"] if one["name"] == "Ann" and one.get("you")]
    assert results(ann, "new-york", "2026-01-01")["results"] == []
    # what is said comes from the rows on the disk
    server.kill()
    server.start()
    assert results(ann, "new-york") == found
    # the lists of players are as ever
    assert all(game["table"]["map"] == "new-york" for game in ann.call("GET", "/api/games/mine")[1]["games"])


left = 86400 - time.time() % 86400
if left < 300:  # the day must not end in the midst of it
    time.sleep(left)
with tempfile.TemporaryDirectory() as folder:
    for test in (is_the_deal_of_the_day, is_one_try_a_player_and_board, only_players_play, ranks_what_was_played):
        server = Server(PROGRAM, free_file(folder, test.__name__ + ".db"), "--think-ms", "50", "--log-level", "error")
        server.start()
        test(server)
        assert server.stop() == 0
        print("ok:", test.__name__)
