#!/usr/bin/env python3
"""tests/server/meet.py PROGRAM [postgres] - people who meet on a server: play now, friends, and order in the house."""
# SPDX-License-Identifier: MIT
import os
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from accounts import PROGRAM, Browser, main, same, sql  # noqa: E402
from client import wait_for  # noqa: E402
from ratings import OPTIONS, finish, person, play, seat, wait_for_games  # noqa: E402

WISH = {"map": "new-york", "seats": 2, "clock": 60}


def now(who, **wish):
    status, body = who.post("/api/play-now", **{**WISH, **wish})
    assert status == 200, (status, body)
    return body


def two_who_want_the_same_get_it(server):
    ann, ben, cal = (person(server, name, "192.0.2.%d" % i) for i, name in enumerate(("Ann", "Ben", "Cal")))
    guest = Browser(server, **{"X-Forwarded-For": "192.0.2.99"})
    guest.token = guest.post("/api/guest", name="Guest Three")[1]["token"]
    same(now(ann), {"waiting": 1, "reach": 100})
    same(now(cal, map="london")["waiting"], 1, "another board")
    same(now(cal, clock=30)["waiting"], 1, "another clock")
    same(now(cal, rated=True)["waiting"], 1, "a rated game")
    game = now(ben)["game"]
    same(now(ann), {"game": game, "seat": 1}, "the one who has waited")
    for number, who in enumerate((ann, ben)):
        same(seat(who, game, number).get("ok"), True)
    table = ann.call("GET", "/api/games/" + game)[1]["table"]
    same((table["map"], table["clock"], table["seats"], table.get("rated")), ("new-york", 60, ["human", "human"], None))
    # guests too, but not rated
    same(now(guest)["waiting"], 1)
    same(guest.post("/api/play-now", **{**WISH, "rated": True})[1]["error"], "accounts-only")
    other = now(ann)
    assert "game" in other and other["game"] != game, other
    same(now(guest), {**other, "seat": 1})
    # who does not want any more does not wait
    same(now(ann)["waiting"], 1)
    same(ann.post("/api/play-now/end")[0], 200)
    same(now(ben)["waiting"], 1)
    same(ben.post("/api/play-now/end")[0], 200)
    for wish in ({"map": "nowhere"}, {"seats": 5}, {"seats": 1}, {"clock": -1}):
        same(ann.post("/api/play-now", **{**WISH, **wish})[0], 400, wish)


def three_at_a_table_and_none_twice(server):
    people = [person(server, "Player%s" % chr(65 + i), "192.0.2.%d" % i) for i in range(7)]
    found = {}
    for _ in range(6):
        for who in people:
            if who.name not in found:
                body = now(who, seats=3)
                if "game" in body:
                    found[who.name] = body["game"]
    games = list(found.values())
    same(sorted(games.count(game) for game in set(games)), [3, 3], "two tables of three, and one who waits")


def who_waits_is_found_from_farther_away(server):
    """Two whose ratings are far apart meet only when they have waited."""
    ann, ben = person(server, "Ann", "192.0.2.1"), person(server, "Ben", "192.0.2.2")
    for _ in range(3):  # who resigns at once loses points, and the other gains none
        game = ann.post("/api/games", map="new-york", seats=["human", "human"], rated=True)[1]["game"]
        for number, who in enumerate((ann, ben)):
            same(seat(who, game, number).get("ok"), True)
        same(ben.post("/api/games/%s/request" % game, id=1, do="resign")[1].get("ok"), True)
        finish([ann], game)
    wait_for_games(ben, 3)
    apart = 1500 - ben.call("GET", "/api/player?name=Ben")[1]["ratings"][0]["rating"]
    assert apart > 120, apart
    begun = time.monotonic()
    first = now(ann)
    while "game" not in first and time.monotonic() < begun + 60:
        now(ben)
        first = now(ann)
        time.sleep(0.3)
    waited = time.monotonic() - begun
    assert "game" in first, (apart, first)
    assert waited > (apart - 100) / 10 - 2, "%d points apart met after %.1f s" % (apart, waited)


def friends_and_those_who_are_none(server):
    ann, ben, cal = (person(server, name, "192.0.2.%d" % i) for i, name in enumerate(("Ann", "Ben", "Cal")))

    def friends(who):
        return who.call("GET", "/api/friends")[1]
    same(ann.post("/api/friends", player=ben.player, **{"is": "followed"})[0], 200)
    same([(one["name"], one.get("mutual")) for one in friends(ann)["followed"]], [("Ben", None)])
    same(ben.post("/api/friends", player=ann.player, **{"is": "followed"})[0], 200)
    same([(one["name"], one.get("mutual")) for one in friends(ann)["followed"]], [("Ben", True)])
    # what they play, if anybody may see it
    hidden = ben.post("/api/games", map="london", seats=["human", "human"])[1]["game"]
    seat(ben, hidden, 0)
    shown = ben.post("/api/games", map="london", seats=["human", "human"], listed=True)[1]["game"]
    seat(ben, shown, 0)
    same([one["game"] for one in friends(ann)["playing"]], [shown])
    # an invitation
    same(ben.post("/api/friends/invite", player=ann.player, game=hidden)[0], 200)
    same([(one["name"], one["game"]) for one in friends(ann)["asked"]], [("Ben", hidden)])
    same(ben.post("/api/friends/invite", player=cal.player, game=hidden)[0], 403, "a stranger")
    same(cal.post("/api/friends/invite", player=ann.player, game=hidden)[0], 403, "without a seat there")
    # blocked: the other learns nothing of it
    same(ann.post("/api/friends", player=ben.player, **{"is": "blocked"})[0], 200)
    same(friends(ann)["asked"], [])
    same(ben.post("/api/friends", player=ann.player, **{"is": "nobody"})[0], 200)
    game, _ = play(server, [ann, ben], rated=False)
    assert wait_for(lambda: ben.call("GET", "/api/player/games?id=" + ben.player)[1]["games"])
    same(ben.post("/api/friends/invite", player=ann.player, game=hidden)[0], 200)
    same(friends(ann)["asked"], [])
    same(now(ann)["waiting"], 1)
    same("game" in now(ben), False, "who blocks is not paired with whom they block")
    same(ann.post("/api/friends", player=ben.player, **{"is": "nobody"})[0], 200)
    assert "game" in now(ben), "and is again, when they do not any more"
    same(ann.post("/api/friends", player=ann.player, **{"is": "followed"})[0], 400)
    same(ann.post("/api/friends", player="0123456789abcdef", **{"is": "followed"})[0], 404)


def two_accounts_of_one_address_play_no_rated_game(server):
    ann, twin, ben = person(server, "Ann", "192.0.2.1"), person(server, "Twin", "192.0.2.1"), person(server, "Ben", "192.0.2.2")
    same(now(ann, rated=True)["waiting"], 1)
    same("game" in now(twin, rated=True), False)
    game = now(ben, rated=True)["game"]
    same(now(ann, rated=True)["game"], game, "who has waited longest")


def the_host_keeps_order(server):
    ann, ben = person(server, "Ann", "192.0.2.1"), person(server, "Ben", "192.0.2.2")

    def admin(*words, code=0):
        done = subprocess.run([PROGRAM, "admin", *words, "--data", server.where, "--note", "a test"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        same(done.returncode, code, done.stderr)
        return done.stdout + done.stderr
    game = ann.post("/api/games", map="london", seats=["human", "human"])[1]["game"]
    seat(ann, game, 0)
    same(ann.post("/api/games/%s/request" % game, id=1, do="say", text="hello")[1].get("ok"), True)
    admin("mute", "ANN")
    admin("close", "Ben")
    admin("role", "Ann", "moderator")
    assert "nobody is called" in admin("close", "Cal", code=1)
    admin("role", "Ann", "emperor", code=1)
    admin("close", code=2)
    assert wait_for(lambda: ben.account() is None), "a running server follows within seconds"
    assert wait_for(lambda: ann.post("/api/games/%s/request" % game, id=1, do="say", text="hello")[1].get("error") == "muted")
    same(ben.account(), None)
    same(ben.sign_in("Ben")[1]["error"], "closed")
    admin("unmute", "Ann")
    admin("open", "Ben")
    same(ben.sign_in("Ben")[0], 200)
    if not server.postgres:  # by another name of the file it would not see, or spoil, what the server has beside it
        os.symlink(server.data, server.data + ".soft")
        os.link(server.data, server.data + ".hard")
        where, server.where = server.where, server.data + ".soft"
        assert "Ann" in admin("accounts")
        server.where = server.data + ".hard"
        assert "another name" in admin("mute", "Ann", code=1)
        server.stop()
        server.start()  # what stood beside the file is in it now
        assert "another name" in admin("mute", "Ann", code=1)
        server.where = where
        os.unlink(server.data + ".hard")
    listed = admin("accounts")
    assert " moderator  Ann" in listed and "Ben" in listed, listed
    log = [line.split("  ")[2] for line in admin("log").splitlines()]
    same(sorted(log), sorted(["open", "unmute", "moderator", "close", "mute"]))


def games_that_are_found_count_as_made(server):
    """Two guests of one address who look for each other again and again are given no more games than they may make."""
    def guest(number):
        who = Browser(server, **{"X-Forwarded-For": "192.0.2.50"})
        who.token = who.post("/api/guest", name="Guest %d" % number)[1]["token"]
        return who
    ann, ben, games = guest(1), guest(2), 0
    for _ in range(20):
        now(ann)
        status, body = ben.post("/api/play-now", **WISH)
        if status != 200:
            same((status, body["error"]), (429, "too-many"))
            break
        games += 1
        now(ann)
    same(games, 5, "games of an address")
    same(person(server, "Cal", "192.0.2.7").post("/api/games", map="new-york", seats=["human", "human"])[0], 200, "somebody else's game")


def guest_at(server, name, address):
    who = Browser(server, **{"X-Forwarded-For": address})
    who.token = who.post("/api/guest", name=name)[1]["token"]
    return who


def nobody_waits_for_a_game_that_is_never_made(server):
    """Two were found, and the server was killed before their game was made."""
    ann, ben = (guest_at(server, name, "192.0.2.%d" % i) for i, name in enumerate(("Ann", "Ben")))
    now(ann)
    sql(server, "UPDATE seek SET party = 77, seat = 1")
    begun, found = time.monotonic(), {}
    while len(found) < 2 and time.monotonic() < begun + 40:
        for who in (ann, ben):
            body = now(who)
            assert body.get("reach", 0) >= 0, body
            if "game" in body:
                found[who] = body["game"]
        time.sleep(0.5)
    same(len(found), 2)
    same(found[ann], found[ben])


def wishes_of_an_address(server):
    """Somebody with many names is not everybody's partner, and leaves nothing behind."""
    eves = [guest_at(server, "Eve", "192.0.2.66") for _ in range(40)]
    found = [eve.post("/api/play-now", **{**WISH, "clock": 100 + i})[0] for i, eve in enumerate(eves)]
    same(found[:30], [200] * 30)
    assert 429 in found[30:], found
    same(now(eves[0], clock=100)["waiting"], 1, "who waits already waits on")
    same(now(guest_at(server, "Ann", "192.0.2.1"), clock=50)["waiting"], 1, "others")
    sql(server, "UPDATE seek SET seen = seen - 3600000, since = since - 3600000")
    ben = guest_at(server, "Ben", "192.0.2.2")
    for _ in range(64):  # every 64th call clears
        now(ben, clock=70)
    same(sql(server, "SELECT count(*) FROM seek"), [["1"]])


def friends_of_a_game_that_is_seen_later(server):
    """What friends play says of a game with a delay what the lobby says, also when it is over for those who play."""
    ann, ben, cal = (person(server, name, "192.0.2.%d" % i) for i, name in enumerate(("Ann", "Ben", "Cal")))
    for who in (ann, ben):
        same(cal.post("/api/friends", player=who.player, **{"is": "followed"})[0], 200)
    game = ann.post("/api/games", map="new-york", seats=["human", "human"], listed=True, delay=3600)[1]["game"]
    # the last one that the database finds by its number sits first
    players = sorted((ann, ben), key=lambda who: (int(who.player, 16) + 2 ** 63) % 2 ** 64, reverse=True)
    for number, who in enumerate(players):
        same(seat(who, game, number).get("ok"), True)

    def seen():
        return [{key: value for key, value in one.items() if key != "name"} for one in cal.call("GET", "/api/friends")[1]["playing"]]

    def listed():
        return [one["table"] for one in cal.call("GET", "/api/games?stage=gathering")[1]["games"]]
    assert wait_for(lambda: [one.get("name") for table in listed() for one in table["players"]] == [who.name for who in players]), listed()
    before = seen()
    same([one["game"] for one in before], [game, game])
    for who in (ann, ben):
        who.post("/api/games/%s/request" % game, id=1, do="resign")
    same(finish([ann], game)["stage"], "over")
    same(seen(), before)
    same([one["table"] for one in seen()], 2 * listed())


def many_friends_and_many_invitations(server):
    """As many as one may have, with names as long as may be: all of them are shown."""
    ann = person(server, "Ann", "192.0.2.1")
    me = sql(server, "SELECT player FROM account")[0][0]
    names = ["%03d" % i + "\\" * 60 for i in range(500)]

    def put(table, *columns):
        sql(server, "INSERT INTO %s VALUES %s" % (table, ", ".join("(%s)" % ", ".join(str(column(i)) for column in columns) for i in range(500))))
    put("account (player, name, looks, flags, created)", lambda i: 1000 + i, lambda i: "'%s'" % names[i], lambda i: "'%s'" % names[i], lambda i: 0, lambda i: 1)
    put("tie", lambda i: me, lambda i: 1000 + i, lambda i: 1, lambda i: 1)
    put("invite", lambda i: me, lambda i: 5000 + i, lambda i: 1000 + i, lambda i: i)
    status, body = ann.call("GET", "/api/friends")
    same((status, len(body.get("followed", []))), (200, 500))
    # of whom one thinks otherwise is none more
    ben = person(server, "Ben", "192.0.2.2")
    same(ann.post("/api/friends", player="%016x" % 1000, **{"is": "blocked"})[0], 200)
    same(ann.post("/api/friends", player=ben.player, **{"is": "followed"})[0], 429)
    # one more, and the oldest ones are forgotten
    same(ann.post("/api/friends", player="%016x" % 1000, **{"is": "nobody"})[0], 200)
    same(ann.post("/api/friends", player=ben.player, **{"is": "followed"})[0], 200)
    game = ben.post("/api/games", map="london", seats=["human", "human"])[1]["game"]
    seat(ben, game, 0)
    same(ben.post("/api/friends/invite", player=ann.player, game=game)[0], 200)
    same([one["game"] for one in ann.call("GET", "/api/friends")[1]["asked"]], [game])
    same(sql(server, "SELECT count(*) FROM invite"), [["100"]])


TESTS = [(act.__name__, OPTIONS, act) for act in (two_who_want_the_same_get_it, three_at_a_table_and_none_twice, who_waits_is_found_from_farther_away,
                                                  friends_and_those_who_are_none, two_accounts_of_one_address_play_no_rated_game, the_host_keeps_order,
                                                  nobody_waits_for_a_game_that_is_never_made, wishes_of_an_address, friends_of_a_game_that_is_seen_later,
                                                  many_friends_and_many_invitations)]

if __name__ == "__main__":
    main(TESTS + [(games_that_are_found_count_as_made.__name__, (*OPTIONS, "--games-per-hour", "5"), games_that_are_found_count_as_made)])
