#!/usr/bin/env python3
"""tests/server/cups.py PROGRAM [postgres] - tournaments on a server: every format to its end, restarts in the middle, who does not come, and who may do what."""
# SPDX-License-Identifier: MIT
import http.client
import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from accounts import PASSWORD, PROGRAM, Browser, main, same, sql  # noqa: E402
from client import wait_for  # noqa: E402
from ratings import OPTIONS, person, rated  # noqa: E402

QUICK = {"name": "Friday", "format": "swiss", "map": "new-york", "size": 2, "rounds": 2, "clock": 60}


def people(server, count, letter="P"):
    return [person(server, "%s%s%s" % (letter, chr(65 + i // 26), chr(65 + i % 26)), "192.0.2.%d" % (i + 1)) for i in range(count)]


def make(host, **settings):
    status, body = host.post("/api/cups", **{**QUICK, **settings})
    same(status, 200, body)
    return body["cup"]


def ask(who, cup, do, **more):
    return who.post("/api/cups/%s/request" % cup, do=do, **more)


def fine(who, cup, do, **more):
    status, body = ask(who, cup, do, **more)
    same(status, 200, body)


def look(who, cup):
    status, body = who.call("GET", "/api/cups/" + cup)
    same(status, 200, body)
    return body


def stage(who, cup):
    return look(who, cup)["state"]["stage"]


def raw(who, path):
    connection = http.client.HTTPConnection("127.0.0.1", who.server.port, timeout=30)
    connection.request("GET", path, headers=who.headers)
    text = connection.getresponse().read().decode()
    connection.close()
    return text


def tables(who):
    status, body = who.call("GET", "/api/cups/mine")
    same(status, 200, body)
    return body["tables"]


def move_once(who):
    """Sits down where a table waits, and moves where it is this one's turn; False if there was nothing to do."""
    moved = False
    for table in tables(who):
        game = table["game"]
        if "come_by" in table:
            moved |= who.post("/api/games/%s/request" % game, id=1, do="sit", seat=table["seat"])[1].get("ok", False)
        state = who.call("GET", "/api/games/" + game)[1]["table"]
        while state.get("moves") and state["stage"] == "running":
            moved = True
            who.post("/api/games/%s/request" % game, id=1, do="move", state=state["state"], move=state["moves"][-1])
            state = who.call("GET", "/api/games/" + game)[1]["table"]
    return moved


def play_on(players, until, seconds=240):
    """All of them play, until something is so."""
    end = time.monotonic() + seconds
    while not until():
        assert time.monotonic() < end, "the tournament does not come so far"
        if not any([move_once(who) for who in players]):
            time.sleep(0.05)


def verify(server, who, cup):
    """The public log says the same as the server, and every pairing follows from the seed."""
    path = os.path.join(os.path.dirname(server.data), "cup.jsonl")
    with open(path, "w") as file:
        file.write(raw(who, "/api/cups/%s/log" % cup))
    done = subprocess.run([PROGRAM, "cup", "--verify", path, "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    same(done.returncode, 0, done.stderr)
    here = look(who, cup)["state"]["standings"]
    there = json.loads(done.stdout)["standings"]
    same([(one["place"], one["name"], one["points"]) for one in there], [(one["place"], one["name"], one["points"]) for one in here])


def events(who, cup):
    return [json.loads(line) for line in raw(who, "/api/cups/%s/log" % cup).splitlines()]


def check_games(who, cup):
    """Each table was made once, and each result counted once."""
    log = events(who, cup)
    paired = [first + i for e in log if e["what"] == "paired" for first in [e["first"]] for i in range(len(e["tables"]))]
    same(paired, list(range(1, len(paired) + 1)), "tables")
    games = [game for r in range(1, look(who, cup)["state"]["round"] + 1) for game in who.call("GET", "/api/cups/%s/games?round=%d" % (cup, r))[1]["games"]]
    same(len({game["game"] for game in games}), len(games), "games of their own")
    same(sorted({game["table"] for game in games}), paired)
    results = sorted(e["table"] for e in log if e["what"] == "result")
    same(results, sorted(game["table"] for game in games), "results")
    return games


def a_swiss_from_the_first_to_the_last(server):
    players = people(server, 4)
    cup = make(players[0])
    same(ask(players[1], cup, "begin")[1]["error"], "not-host")
    for who in players:
        fine(who, cup, "join", nonce="%064x" % players.index(who))
    same(ask(players[1], cup, "join")[1]["error"], "joined")
    same([c["name"] for c in players[2].call("GET", "/api/cups?stage=coming")[1]["cups"]], ["Friday"])
    fine(players[3], cup, "leave")
    same(len(look(players[0], cup)["players"]), 3)
    fine(players[3], cup, "join")
    fine(players[0], cup, "begin")
    assert wait_for(lambda: all(tables(who) for who in players)), "the tables of the first round"
    # seats are for those who were paired
    one, other = tables(players[0])[0], [who for who in players if tables(who)[0]["game"] != tables(players[0])[0]["game"]][0]
    for seat in (0, 1):
        same(other.post("/api/games/%s/request" % one["game"], id=1, do="sit", seat=seat)[1]["error"], "taken")
    for do in ("begin", "change", "fill"):
        same(players[0].post("/api/games/%s/request" % one["game"], id=1, do=do, seat=0)[1]["error"], "not-host", do)
    table = players[0].call("GET", "/api/games/" + one["game"])[1]["table"]
    same((table["cup"], table["cup_table"], table["host"]), (cup, one["table"], None))
    play_on(players, lambda: stage(players[0], cup) == "over")
    verify(server, players[0], cup)
    same(len(check_games(players[0], cup)), 4)
    same([c["name"] for c in players[2].call("GET", "/api/cups?stage=over")[1]["cups"]], ["Friday"])
    lines = raw(players[0], "/api/cups/%s/results?format=csv" % cup).splitlines()
    same((lines[0].split(",")[:3], len(lines)), (["place", "name", "points"], 5))
    same(tables(players[0]), [])
    # a game of it has no rematch, and its record no player's nonces
    game = one["game"]
    same(players[0].post("/api/games/%s/request" % game, id=1, do="again")[1]["error"], "tournament")


def every_format_ends(server):
    players = people(server, 5)
    cups = [make(players[0], name=name, **settings) for name, settings in (
        ("Knock-out", {"format": "knock-out"}), ("Duplicate", {"duplicate": True, "rounds": 1, "who": "all"}), ("Field", {"field": True}),
        ("Three", {"map": "london", "size": 3, "rounds": 1}))]
    for cup in cups:
        for who in players:
            fine(who, cup, "join")
        fine(players[0], cup, "begin")
    play_on(players, lambda: all(stage(players[0], cup) == "over" for cup in cups))
    for cup in cups:
        verify(server, players[0], cup)
        check_games(players[0], cup)
    byes = [e["byes"] for e in events(players[0], cups[2]) if e["what"] == "paired"]
    same([len(bye) for bye in byes], [1, 1], "five at tables of two")
    # all tables of a round have one deal; who did not play there learns nothing of it before an hour has gone
    games = players[0].call("GET", "/api/cups/%s/games?round=1" % cups[2])[1]["games"]
    for game in games:
        for who in players:
            same(who.call("GET", "/api/games/%s/record" % game["game"])[1]["error"], "not-over")


def an_arena_pairs_those_who_wait(server):
    players = people(server, 4)
    cup = make(players[0], format="arena", minutes=1)
    for who in players[:3]:
        fine(who, cup, "join")
    fine(players[0], cup, "begin")
    assert wait_for(lambda: look(players[0], cup)["state"]["tables"])
    fine(players[3], cup, "join")
    play_on(players, lambda: len([e for e in events(players[0], cup) if e["what"] == "result"]) >= 3)
    fine(players[0], cup, "end")
    play_on(players, lambda: stage(players[0], cup) == "over")
    verify(server, players[0], cup)
    check_games(players[0], cup)


def it_goes_on_after_it_was_killed(server):
    """Eight play; the server is killed again and again, and is started again."""
    players = people(server, 8)
    cup = make(players[0], rounds=3)
    for who in players:
        fine(who, cup, "join")
    fine(players[0], cup, "begin")
    rounds = 0
    for _ in range(3):
        rounds += 1

        def is_far(least=rounds):
            return stage(players[0], cup) == "over" or len([e for e in events(players[0], cup) if e["what"] == "result"]) >= 3 * least
        server.kill()
        server.start()
        play_on(players, is_far)
        server.kill()
        server.start()
    play_on(players, lambda: stage(players[0], cup) == "over")
    verify(server, players[0], cup)
    same(len(check_games(players[0], cup)), 12)


def who_does_not_come(server):
    players = people(server, 4)
    cup = make(players[0], rounds=3, come=5)
    for who in players:
        fine(who, cup, "join")
    fine(players[0], cup, "begin")
    here = players[:3]
    play_on(here, lambda: stage(players[0], cup) == "over")
    last = look(players[0], cup)["state"]["standings"][-1]
    same((last["name"], last["points"], last["absences"], last.get("out")), (players[3].name, 0, 2, True))
    same(ask(players[3], cup, "join")[1]["error"], "over")
    verify(server, players[0], cup)


def many_tables_with_a_common_deal_keep_no_others_from_beginning(server):
    """Spectators do not see for an hour that they have begun; and one who does not come to another table is not waited for any longer."""
    [crowd, *pair] = people(server, 3)
    for _ in range(3):
        cup = make(crowd, rounds=1, field=True, come=5, fill="expert", fill_to=24)
        fine(crowd, cup, "join")
        fine(crowd, cup, "begin")
    assert wait_for(lambda: int(sql(server, "SELECT count(*) FROM cup_game WHERE status = 1")[0][0]) > 32)
    time.sleep(6)  # all of them are due, and have begun
    cup = make(pair[0], rounds=1, come=5)
    for who in pair:
        fine(who, cup, "join")
    fine(pair[0], cup, "begin")
    assert wait_for(lambda: [game["stage"] for game in look(pair[0], cup)["games"]] != ["gathering"]), look(pair[0], cup)["games"]


def a_game_that_must_wait_for_another_one_is_not_looked_at_meanwhile(server):
    """Of a duplicate the second game may be over first: thirty such tournaments would keep all others from going on."""
    players = people(server, 2)
    cup = make(players[0], rounds=1, duplicate=True, clock=600)
    for who in players:
        fine(who, cup, "join")
    fine(players[0], cup, "begin")
    assert wait_for(lambda: len(tables(players[0])) == 2)
    second = look(players[0], cup)["games"][-1]
    same(second["part"], 1)
    for who in players:
        [seat] = [table["seat"] for table in tables(who) if table["game"] == second["game"]]
        same(who.post("/api/games/%s/request" % second["game"], id=1, do="sit", seat=seat)[1].get("ok"), True)
    for who in players:
        same(who.post("/api/games/%s/request" % second["game"], id=1, do="resign")[1].get("ok"), True)
    assert wait_for(lambda: len(tables(players[0])) == 1)
    time.sleep(1)
    seen = look(players[0], cup)["seen"]
    time.sleep(2)
    same(look(players[0], cup)["seen"], seen, "changes")
    play_on(players, lambda: stage(players[0], cup) == "over")
    check_games(players[0], cup)
    verify(server, players[0], cup)


def bots_of_ours_fill_the_tables(server):
    players = people(server, 1)
    cup = make(players[0], size=3, map="europe", rounds=1, fill="easy", fill_to=5)
    fine(players[0], cup, "join")
    fine(players[0], cup, "begin")
    same(sorted(one["name"] for one in look(players[0], cup)["players"]), ["PAA"] + ["bot:easy %d" % i for i in range(1, 6)])
    play_on(players, lambda: stage(players[0], cup) == "over")
    verify(server, players[0], cup)
    for game in players[0].call("GET", f"/api/cups/{cup}/games?round=1")[1]["games"]:
        assert "totals" in game, f"a table without a result: {game}"
        same(players[0].call("GET", f"/api/games/{game['game']}")[0], 200, "bots alone played it")


def it_begins_by_itself(server):
    players = people(server, 2)
    soon = int(time.time()) + 3
    cup = make(players[0], rounds=1, starts=soon)
    alone = make(players[1], rounds=1, starts=soon)
    for who in players:
        fine(who, cup, "join")
    fine(players[1], alone, "join")
    assert wait_for(lambda: stage(players[0], cup) == "running")
    assert wait_for(lambda: look(players[1], alone)["rules"]["starts"] == soon and players[1].call("GET", "/api/cups?stage=coming")[1]["cups"][0]["starts"] == 0)
    same(stage(players[1], alone), "gathering", "too few have come")
    for starts in (1, soon - 100, soon + 86400 * 60, "now"):
        same(players[0].post("/api/cups", **{**QUICK, "starts": starts})[0], 400, starts)


def the_host_and_the_house(server):
    host, ann, ben, cal = people(server, 4)
    cup = make(host, rounds=3, rest=60)
    for who in (host, ann, ben, cal):
        fine(who, cup, "join")
    same(ask(ann, cup, "delete")[1]["error"], "not-host")
    fine(host, cup, "remove", number=3)
    fine(host, cup, "begin")
    same(ask(host, cup, "begin")[1]["error"], "begun")
    fine(host, cup, "pause")
    same(stage(ann, cup), "paused")
    fine(host, cup, "resume")
    fine(host, cup, "end")
    same(ask(ann, cup, "end")[1]["error"], "not-host")
    same(ask(host, cup, "delete")[1]["error"], "begun")
    play_on((host, ann, ben), lambda: stage(host, cup) == "over")
    same(look(host, cup)["state"]["round"], 1)
    # called off
    off = make(ann)
    fine(ann, off, "delete")
    same(ann.call("GET", "/api/cups/" + off)[0], 404)
    same(ask(ann, off, "join")[0], 404)
    # moderators
    bad = make(ann, name="Words that nobody wants")
    same(ask(cal, bad, "delete")[1]["error"], "not-host")
    subprocess.run([PROGRAM, "admin", "role", cal.name, "moderator", "--data", server.where], check=True, stdout=subprocess.PIPE)
    server.stop()
    server.start()
    fine(cal, bad, "delete")
    log = subprocess.run([PROGRAM, "admin", "log", "--data", server.where], check=True, stdout=subprocess.PIPE, text=True).stdout
    assert "a tournament was removed" in log, log


def what_is_refused(server):
    ann, ben = people(server, 2)
    guest = Browser(server, **{"X-Forwarded-For": "192.0.2.77"})
    guest.token = guest.post("/api/guest", name="Guest Three")[1]["token"]
    for wrong in ({"format": "ladder"}, {"size": 1}, {"size": 6}, {"map": "atlantis"}, {"name": ""}, {"name": "\u200b"}, {"rounds": 64}, {"clock": 1}, {"clock": 0},
                  {"bank": 30}, {"bank": 600, "clock": 60}, {"come": 1}, {"fill": "genius"}, {"fill_to": 1000}, {"who": "cats"}, {"field": True, "duplicate": True},
                  {"minutes": 1440, "format": "arena"}, {"rated": True, "guests": True}, {"rest": -1}, {"every": "day"}, {"rated": "yes"}, {"level": ""}):
        status, body = ann.post("/api/cups", **{**QUICK, **wrong})
        same(status, 400, wrong)
        assert body["message"], wrong
    same(ann.post("/api/cups", **{**QUICK, "name": "x" * 5000})[0], 400)
    same(guest.post("/api/cups", **QUICK)[1]["error"], "accounts-only")
    cup = make(ann)
    same(ask(guest, cup, "join")[1]["error"], "accounts-only")
    same(Browser(server).post("/api/cups/%s/request" % cup, do="join")[0], 401)
    open_to_all = make(ann, guests=True)
    for name in ("Admin.", "hard bot"):
        who = Browser(server, Browser(server).post("/api/guest", name=name)[1]["token"])
        same(ask(who, open_to_all, "join")[1]["error"], "name-taken", name)
    fine(guest, open_to_all, "join")
    for do in ("look", "", "dance"):
        same(ask(ann, cup, do)[0], 400, do)
    same(ask(ann, cup, "remove", number=7)[1]["error"], "syntax")
    same(ask(ann, cup, "join", nonce="xyz")[1]["error"], "syntax")
    same(ask(ann, cup, "pause")[1]["error"], "not-begun")
    same(ask(ann, cup, "begin")[1]["error"], "alone")
    for path in ("/api/cups?stage=never", "/api/cups?stage=over&offset=x", "/api/cups/%s?seen=x" % cup, "/api/cups/%s/results?format=xml" % cup):
        same(ann.call("GET", path)[0], 400, path)
    for path in ("/api/cups/0123456789abcdef", "/api/cups/0123456789abcdef/log", "/api/cups/0123456789abcdef/results"):
        same(ann.call("GET", path)[0], 404, path)
    # nothing has changed: nothing is sent again
    seen = look(ann, cup)["seen"]
    same(ann.call("GET", "/api/cups/%s?seen=%d" % (cup, seen))[1], {"cup": cup, "seen": seen})
    # tokens say what they are for; bot accounts play where they are wanted
    player = Browser(server, ben.post("/api/account/tokens", name="plays", scopes=["play"])[1]["token"], **ben.headers)
    same(ask(player, cup, "join")[0], 403, "a token without the scope")
    same(ben.post("/api/account/bot", password=PASSWORD)[0], 200)
    bot = Browser(server, ben.post("/api/account/tokens", name="bot", scopes=["bot", "tournament"])[1]["token"], **ben.headers)
    same(ask(bot, cup, "join")[1]["message"], "this tournament is for people")
    for_bots = make(ann, who="bots")
    same(ask(ann, for_bots, "join")[1]["message"], "this tournament is for bot accounts")
    fine(bot, for_bots, "join")
    # so many and no more
    make(ann)
    same(ann.post("/api/cups", **QUICK)[1]["error"], "too-many")
    for cup in (cup, open_to_all, for_bots):
        fine(ann, cup, "delete")
    for _ in range(2):
        make(ann)
    same(ann.post("/api/cups", **QUICK)[1]["error"], "too-many", "tries of an account")
    # nobody learns the secret before the end
    dan = person(server, "Dan", "192.0.2.9")
    assert "secret" not in json.dumps(look(dan, make(dan))), "the secret"


def one_person_with_two_accounts(server):
    """A rated tournament takes one player of an address; others take so many and no more."""
    ann, ben = people(server, 2)
    twin = person(server, "Twin", "192.0.2.1")
    cup = make(ann, rated=True, rounds=1)
    fine(ann, cup, "join")
    same(ask(twin, cup, "join")[1]["error"], "same-address")
    fine(ben, cup, "join")
    fine(ann, cup, "begin")
    play_on((ann, ben), lambda: stage(ann, cup) == "over")
    assert wait_for(lambda: rated(ann).get("all") == 1), "it counts"
    party = make(ann, guests=True)
    for i in range(17):
        guest = Browser(server, **{"X-Forwarded-For": "192.0.2.200"})
        guest.token = guest.post("/api/guest", name="Guest %d" % i)[1]["token"]
        status, body = ask(guest, party, "join")
        same((status, body.get("error")), (200, None) if i < 16 else (429, "too-many"), i)


def who_deletes_their_account(server):
    ann, ben, cal = people(server, 3)
    cup, own = make(ben, rounds=1), make(ann)
    for who in (ann, ben, cal):
        fine(who, cup, "join")
    fine(ben, cup, "begin")
    play_on((ann, ben, cal), lambda: stage(ben, cup) == "over")
    coming = make(ben)
    fine(ann, coming, "join")
    for _ in range(20):  # the log has the name once for each time
        fine(ann, coming, "leave")
        fine(ann, coming, "join")
    exported = raw(type("Who", (), {"server": server, "headers": {**ann.headers, "Cookie": ann.cookie}}), "/api/account/export")
    assert '"kind":"cup"' in exported, exported[:500]
    same(ann.post("/api/account/delete", password=PASSWORD)[0], 200)
    same(ben.call("GET", "/api/cups/" + own)[0], 404)
    same(look(ben, coming)["players"], [])
    assert ann.name not in json.dumps(events(ben, coming)), events(ben, coming)
    names = [one["name"] for one in look(ben, cup)["players"]]
    assert ann.name not in json.dumps(events(ben, cup)) and len([name for name in names if name.startswith("gone-")]) == 1, names
    verify(server, ben, cup)


def the_server_ends_while_tournaments_wait_for_the_database(server):
    """What the database answers then finds no hub any more."""
    if server.postgres:
        return
    [ann] = people(server, 1)
    for _ in range(2):
        make(ann, starts=int(time.time()) + 2)
    file = sqlite3.connect(server.data, timeout=20, isolation_level=None)
    file.execute("BEGIN IMMEDIATE")
    time.sleep(3.5)
    server.process.send_signal(signal.SIGTERM)
    time.sleep(1)
    file.close()
    same(server.process.wait(timeout=20), 0)
    server.start()


class Robot:
    """A program with a token, on a connection that stays open while it is used."""
    IDLE = 5  # seconds; a server closes what is idle for longer

    def __init__(self, who, token):
        self.used = time.monotonic()
        self.connection = http.client.HTTPConnection("127.0.0.1", who.server.port, timeout=120)
        self.headers = {**who.headers, "Authorization": "Bearer " + token, "Content-Type": "application/json"}

    def call(self, method, path, body=None):
        if time.monotonic() > self.used + self.IDLE:
            self.connection.close()
        self.connection.request(method, path, json.dumps(body) if body is not None else None, self.headers)
        response = self.connection.getresponse()
        self.used = time.monotonic()
        return response.status, json.loads(response.read())

    def post(self, path, **body):
        return self.call("POST", path, body)


def bot_account(server, number, address):
    who = person(server, "Robot %d" % number, address)
    same(who.post("/api/account/bot", password=PASSWORD)[0], 200)
    return Robot(who, who.post("/api/account/tokens", name="bot", scopes=["bot", "tournament", "read"])[1]["token"])


def guest(server, number, address):
    who = Browser(server, **{"X-Forwarded-For": address})
    return Robot(who, who.post("/api/guest", name="Robot %d" % number)[1]["token"])


def bots_by_api(server, count=16, threads=4, comes=bot_account, **settings):
    """Programs play a whole tournament; how long it takes is printed."""
    begun = time.monotonic()
    host = person(server, "Leader", "198.51.100.1")
    bots, lock, todo = [], threading.Lock(), list(range(count))

    def come():
        while True:
            with lock:
                if not todo:
                    return
                i = todo.pop()
            bot = comes(server, i, "10.0.%d.%d" % (i // 8 // 250, i // 8 % 250 + 1))
            with lock:
                bots.append(bot)
    run_all(come, threads)
    ready = time.monotonic()
    cup = make(host, **{"who": "bots", "rounds": 2, "size": 4, "come": 3600, "clock": 3600, "name": "Bots", **settings})
    todo = list(bots)

    def join():
        while True:
            with lock:
                if not todo:
                    return
                bot = todo.pop()
            fine(bot, cup, "join")
    run_all(join, threads)
    joined = time.monotonic()
    fine(host, cup, "begin")
    over = threading.Event()

    def play(mine):
        while not over.is_set():
            if not any([move_once(bot) for bot in mine]):
                time.sleep(0.05)
    workers = [threading.Thread(target=play, args=(bots[i::threads],)) for i in range(threads)]
    for worker in workers:
        worker.start()
    try:
        while stage(host, cup) != "over":
            time.sleep(0.5)
            assert any(worker.is_alive() for worker in workers), "the bots have failed"
    finally:
        over.set()
        for worker in workers:
            worker.join()
    played = time.monotonic()
    verify(server, host, cup)
    games = check_games(host, cup)
    print("%d bots, %d games: signed up in %.0f s, joined in %.0f s, played in %.0f s" % (count, len(games), ready - begun, joined - ready, played - joined))


def run_all(act, threads):
    workers = [threading.Thread(target=act) for _ in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()


def a_thousand_bots(server):
    """The most of a kind: guests, since a thousand passwords take longer than their games."""
    bots_by_api(server, 1000, 8, guest, who="all", guests=True)


TESTS = [(act.__name__, OPTIONS, act) for act in (
    a_swiss_from_the_first_to_the_last, every_format_ends, an_arena_pairs_those_who_wait, it_goes_on_after_it_was_killed, who_does_not_come,
    many_tables_with_a_common_deal_keep_no_others_from_beginning, a_game_that_must_wait_for_another_one_is_not_looked_at_meanwhile,
    bots_of_ours_fill_the_tables, it_begins_by_itself, the_host_and_the_house, what_is_refused, one_person_with_two_accounts, who_deletes_their_account,
    the_server_ends_while_tournaments_wait_for_the_database, bots_by_api)]

if __name__ == "__main__":
    if os.environ.get("LINEA_NIGHTLY"):
        TESTS.append((a_thousand_bots.__name__, OPTIONS, a_thousand_bots))
    main(TESTS)
