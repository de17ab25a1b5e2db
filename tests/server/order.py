#!/usr/bin/env python3
"""tests/server/order.py PROGRAM [postgres] - order in the house: reports, roles, mutes, bans, who leaves games, words; and attacks on all of it."""
# SPDX-License-Identifier: MIT
import http.client
import json
import os
import subprocess
import sys
import tempfile
import time
from contextlib import closing

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from accounts import PROGRAM, Browser, main, same  # noqa: E402
from client import Server, wait_for  # noqa: E402
from ratings import OPTIONS, finish, person, play, seat, wait_for_games  # noqa: E402
from wire import WebSocket  # noqa: E402

WISH = {"map": "new-york", "seats": 2, "clock": 60}
CLOSE_BANNED = 4003


def admin(server, *words, code=0):
    done = subprocess.run([PROGRAM, "admin", *words, "--data", server.where], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    same(done.returncode, code, (words, done.stdout, done.stderr))
    return done.stdout + done.stderr


def guest(server, name, address):
    who = Browser(server, **{"X-Forwarded-For": address})
    status, body = who.post("/api/guest", name=name)
    same(status, 200, body)
    who.token, who.player, who.name = body["token"], body["player"], name
    return who


def ask(who, game, **request):
    return who.post("/api/games/%s/request" % game, id=1, **request)[1]


def table(*people, **settings):
    """A game that has begun."""
    game = people[0].post("/api/games", **{"map": "new-york", "seats": ["human"] * len(people), **settings})[1]["game"]
    for number, who in enumerate(people):
        same(seat(who, game, number).get("ok"), True, who.name)
    return game


def say(who, game, text):
    said = ask(who, game, do="say", text=text)
    same(said.get("ok"), True, said)
    return said["event"]


def connect(server, who, game):
    """As the page does, with the cookie of a session."""
    socket = WebSocket(server, "/api/games/%s/ws" % game, headers={"Origin": "http://linea.test", "Cookie": who.cookie, **who.headers})
    socket.send({"token": None, "seen": 0})
    return closing(socket)


def answer(socket, number):
    while True:
        said = socket.receive()
        if said.get("id") == number:
            return said


def report(who, status=200, **what):
    found = who.post("/api/reports", **{"reason": "insult", **what})
    same(found[0], status, (what, found[1]))
    return found[1].get("error")


def reports(who):
    status, body = who.call("GET", "/api/house/reports")
    same(status, 200, body)
    return body["reports"]


def decide(who, status=200, **what):
    found = who.post("/api/house/decide", **what)
    same(found[0], status, (what, found[1]))
    return found[1].get("error")


def standing(who):
    status, body = who.call("GET", "/api/standing")
    same(status, 200, body)
    return body


def moderator(server, name="Mona", address="192.0.2.200", role="moderator"):
    who = person(server, name, address)
    admin(server, "role", name, role)
    assert wait_for(lambda: standing(who)["role"] == role), "a role is known within seconds"
    return who


def what_is_reported_reaches_the_house(server):
    ann, ben = person(server, "Ann", "192.0.2.1"), person(server, "Ben", "192.0.2.2")
    cal = guest(server, "Cal Guest", "192.0.2.3")
    mona = moderator(server)
    game = table(ann, ben)
    first = say(ann, game, "hello")
    line = say(ben, game, "you are a fool")
    say(ann, game, "please stop")
    # by the line, by the seat, by the account; by a guest who looks on
    report(ann, game=game, event=line, words="he does that always")
    same(report(ann, 409, game=game, event=line), "done", "twice")
    report(cal, game=game, event=line)
    report(ann, game=game, seat=1, reason="cheating")
    report(ann, player=ben.player, reason="name")
    # nobody has said that; it is not there; it is oneself; it is nobody
    same(report(ann, 404, game=game, event=9999), "missing")
    same(report(ann, 404, game=game, event=1), "missing", "that is no line of a chat")
    same(report(ann, 404, game="0123456789abcdef", event=1), "missing")
    same(report(ann, 400, game=game, event=first), "syntax", "oneself")
    for what in ({}, {"game": game}, {"game": game, "event": 1, "seat": 0}, {"player": ben.player, "game": game, "seat": 1}, {"game": game, "seat": 9},
                 {"game": game, "event": -1}, {"game": "x", "event": 1}, {"player": ben.player, "reason": "envy"}, {"player": ben.player, "words": "x" * 501},
                 {"player": ben.player, "words": "a\u0007b"}):
        report(ann, 400, **what)
    same(Browser(server).post("/api/reports", player=ben.player, reason="spam")[0], 401, "nobody")
    found = reports(mona)
    same(len(found), 4)
    one = found[0]
    same((one["player"], one["name"], one["reason"], one["line"], one["words"], one["reporter_name"], one["account"], one["open"]),
         (ben.player, "Ben", "insult", "you are a fool", "he does that always", "Ann", True, 4))
    same(([said["text"] for said in one["earlier"]], [said["text"] for said in one["later"]]), (["hello"], ["please stop"]))
    same((found[2]["name"], found[2]["reason"]), ("Ben", "cheating"))
    # nothing follows from one; a warning answers all others
    decide(mona, report=found[2]["id"], do="dismiss")
    same(len(reports(mona)), 3)
    same(decide(mona, 404, report=found[2]["id"], do="dismiss"), "missing")
    decide(mona, report=one["id"], do="warn", why="insult", note="the first time")
    same(reports(mona), [])
    same(standing(ben)["warned"]["why"], "insult")
    same(ben.post("/api/standing/seen")[0], 200)
    assert "warned" not in standing(ben)
    report(ann, game=game, event=line)  # it was decided: it may be reported again
    shown = mona.call("GET", "/api/house/player?id=" + ben.player)[1]
    same(sorted(one["decision"] for one in shown["reports"]), ["", "dismiss", "warn", "warn", "warn"])
    same([(line["what"], line["who"], line["note"]) for line in shown["log"]], [("warn insult", "Mona", "the first time"), ("dismiss", "Mona", "")])
    same([one["name"] for one in mona.call("GET", "/api/house/accounts?q=be")[1]["accounts"]], ["Ben"])
    same([one["name"] for one in mona.call("GET", "/api/house/accounts?q=%25")[1]["accounts"]], [])
    same([one["name"] for one in mona.call("GET", "/api/house/accounts?q=" + ann.player)[1]["accounts"]], ["Ann"])
    same([line["what"] for line in mona.call("GET", "/api/house/log")[1]["log"]], ["warn insult", "dismiss", "moderator"])
    listed = admin(server, "reports")
    assert "you are a fool" in listed and "Ben" in listed, listed
    # what a player has reported is among what they take along
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    connection.request("GET", "/api/account/export", headers={"Cookie": ann.cookie})
    lines = [json.loads(line) for line in connection.getresponse().read().decode().splitlines()]
    same(sorted(line["reason"] for line in lines if line["kind"] == "report"), ["cheating", "insult", "insult", "name"])
    # what a player has said, and reports of them, go with them
    same(ben.post("/api/account/delete", password="correct horse")[0], 200)
    same(reports(mona), [])


def nobody_learns_by_reports_how_far_a_delayed_game_is(server):
    ann, ben = person(server, "Ann", "192.0.2.1"), person(server, "Ben", "192.0.2.2")
    eve = person(server, "Eve", "192.0.2.3")
    game = table(ann, ben, delay=600)
    line = say(ben, game, "a hidden word")
    same(report(eve, 404, game=game, event=line), "missing")
    same(report(eve, 404, game=game, event=line + 50), "missing")
    report(ann, game=game, event=line)


def a_flood_of_reports_stays_small(server):
    ann, mona = person(server, "Ann", "192.0.2.1"), moderator(server)
    for i in range(8):
        status, body = guest(server, "Guest %d" % i, "192.0.2.66").post("/api/reports", player=ann.player, reason="spam")
        same((status, body.get("error")), (200, None) if i < 5 else (429, "too-many"), "guests of an address")
    eve = person(server, "Eve", "192.0.2.3")
    others = [person(server, "Other%s" % letter, "192.0.2.%d" % (20 + i)) for i, letter in enumerate("ABCDEFGHJKMN")]
    for i, other in enumerate(others):
        status, body = eve.post("/api/reports", player=other.player, reason="spam")
        same(status, 200 if i < 10 else 429, "reports of an account")
    before = reports(mona)[0]["open"]
    same(before, 5)
    for i in range(20):
        report(guest(server, "Far %d" % i, "198.51.%d.1" % i), player=ann.player)
    same(reports(mona)[0]["open"], 20, "reports of one player")


def rights_cannot_be_forged(server):
    ann, ben = person(server, "Ann", "192.0.2.1"), person(server, "Ben", "192.0.2.2")
    mona, max_ = moderator(server), moderator(server, "Max", "192.0.2.201")
    ada, bob = moderator(server, "Ada", "192.0.2.202", "admin"), moderator(server, "Bob", "192.0.2.203", "admin")
    paths = ("/api/house/reports", "/api/house/accounts?q=a", "/api/house/player?id=" + ben.player, "/api/house/log")
    nobody, visitor = Browser(server), guest(server, "Gus", "192.0.2.9")
    for path in paths:
        same((ann.call("GET", path)[0], visitor.call("GET", path)[0], nobody.call("GET", path)[0]), (403, 403, 401), path)
        same(mona.call("GET", path)[0], 200, path)
    same(decide(ann, 403, player=ben.player, do="ban"), "forbidden")
    same(visitor.post("/api/house/decide", player=ben.player, do="ban")[0], 403)
    # a body does not say who acts, nor an API token what its owner may
    same(decide(ann, 403, player=ben.player, do="ban", actor=mona.player, by=mona.player, role="admin"), "forbidden")
    token = mona.post("/api/account/tokens", name="bot", scopes=["read", "play", "tournament"])[1]["token"]
    same(Browser(server, token).post("/api/house/decide", player=ben.player, do="ban")[0], 403)
    same(Browser(server, token).call("GET", "/api/house/reports")[0], 403)
    # another site's page cannot use a moderator's cookie
    origin, mona.origin = mona.origin, "https://evil.example"
    same(mona.post("/api/house/decide", player=ben.player, do="ban")[0], 403)
    mona.origin = origin
    # nobody acts on somebody of the same or a higher role, or on themself
    for actor, whom in ((mona, max_), (mona, ada), (ada, bob), (ada, ada), (mona, mona)):
        for do in ("warn", "mute", "ban", "close", "sign-out", "unban"):
            same(decide(actor, 403, player=whom.player, do=do), "forbidden", (actor.name, whom.name, do))
    same(decide(mona, 403, player=ben.player, do="role", role="moderator"), "forbidden", "moderators give no roles")
    same(decide(ada, 403, player=ada.player, do="role", role="none"), "forbidden")
    decide(ada, player=ben.player, do="role", role="moderator")
    assert wait_for(lambda: standing(ben)["role"] == "moderator")
    same(ben.call("GET", "/api/house/reports")[0], 200)
    same(decide(ben, 403, player=mona.player, do="mute"), "forbidden")
    # a role that was taken away is worth nothing in the same moment, whatever is remembered
    decide(ada, player=ben.player, do="role", role="none")
    same(decide(ben, 403, player=ann.player, do="mute"), "forbidden")
    same(ben.call("GET", "/api/house/reports")[0], 403)
    for wrong in ({"do": "mute"}, {"do": "explode", "player": ann.player}, {"player": ann.player}, {"do": "mute", "player": ann.player, "minutes": -1},
                  {"do": "mute", "player": ann.player, "why": "envy"}, {"do": "mute", "player": "x"}, {"do": "role", "player": ann.player, "role": "emperor"},
                  {"do": "dismiss", "player": ann.player}, {"do": "mute", "player": ann.player, "note": "\u202e"}):
        decide(ada, 400, **wrong)
    same(decide(ada, 404, player=visitor.player, do="close"), "missing", "a guest has nothing to close")
    assert "nobody is called" in admin(server, "close", "Nobody", code=1)
    admin(server, "mute", "Ann", "--for", "soon", code=2)
    admin(server, "mute", "Ann", "--why", "envy", code=2)
    admin(server, "dismiss", "x", code=1)
    admin(server, "role", "Ann", "emperor", code=1)
    same([line.split("  ")[2] for line in admin(server, "log").splitlines()][:2], ["role none", "moderator"])


def who_is_muted_finds_no_other_way_to_speak(server):
    ann, ben = person(server, "Ann", "192.0.2.1"), person(server, "Ben", "192.0.2.2")
    gus = guest(server, "Gus", "192.0.2.3")
    mona = moderator(server)
    games = [table(ann, ben), table(ben, ann)]
    with connect(server, ann, games[0]) as socket:
        socket.receive()
        socket.send({"id": 1, "do": "say", "text": "before"})
        same(answer(socket, 1).get("ok"), True)
        decide(mona, player=ann.player, do="mute", minutes=60, why="insult")
        assert wait_for(lambda: ask(ann, games[1], do="say", text="x").get("error") == "muted")
        socket.send({"id": 2, "do": "say", "text": "after"})  # on the connection from before
        same(answer(socket, 2).get("error"), "muted")
    for game in games:
        same(ask(ann, game, do="say", text="hello")["error"], "muted")
        same(ask(ann, game, do="say", phrase="hello")["error"], "muted", "a phrase")
    message = ask(ann, games[0], do="say", text="hello")["message"]
    assert "until" in message and "insult" in message and "Write to order@example.org" in message, message
    muted = standing(ann)["muted"]
    same(muted["why"], "insult")
    assert 3500e3 < muted["until"] - time.time() * 1e3 < 3601e3, muted
    same(standing(ann)["appeal"], "Write to order@example.org")
    # they play on, and in a rematch they are as silent; an account has but one name
    move = ann.call("GET", "/api/games/" + games[0])[1]["table"]
    assert move["stage"] == "running"
    finish([ann, ben], games[0])
    for who in (ann, ben):
        same(ask(who, games[0], do="again").get("ok"), True)
    again = ann.call("GET", "/api/games/" + games[0])[1]["table"]["next"]
    same(ask(ann, again, do="say", text="hello")["error"], "muted", "a rematch")
    same(seat(ann, again, 0).get("ok"), True)
    same(ann.post("/api/guest", name="You fools")[0], 403)
    status, body = ann.post("/api/cups", name="You fools", format="swiss", map="new-york", size=2)
    same((status, body["error"]), (403, "muted"), "the name of a tournament")
    # a guest: no other name, at a table or for the token; and another guest from there is as silent
    decide(mona, player=gus.player, do="mute", minutes=60 * 24 * 30, why="spam")
    same(wait_for(lambda: ask(gus, games[1], do="say", text="x").get("error") == "muted"), True)
    fresh = ben.post("/api/games", map="london", seats=["human", "human", "human"])[1]["game"]
    same(ask(gus, fresh, do="sit", name="You are fools")["error"], "muted")
    status, body = gus.post("/api/guest", name="You are fools")
    same((status, body["error"]), (403, "muted"))
    gus.token, token = None, gus.token
    status, body = gus.post("/api/guest", name="You are fools")
    same((status, body["error"]), (403, "muted"), "a new guest at that address")
    gus.token = token
    same(ask(gus, fresh, do="sit", name="Gus").get("ok"), True, "with the name that they have")
    other = guest(server, "Hal", "192.0.2.4")
    same(ask(other, fresh, do="say", text="hello").get("ok"), True, "a guest elsewhere")
    # and it ends
    decide(mona, player=gus.player, do="unmute")
    decide(mona, player=ann.player, do="unmute")
    assert wait_for(lambda: "ok" in ask(gus, fresh, do="say", text="hello"))
    assert wait_for(lambda: "ok" in ask(ann, games[1], do="say", text="hello"))
    assert "muted" not in standing(ann)


def a_ban_ends_what_one_is_at(server):
    ann, ben = person(server, "Ann", "192.0.2.1"), person(server, "Ben", "192.0.2.2")
    mona = moderator(server)
    running = table(ann, ben, clock=1)
    waiting = ann.post("/api/games", map="london", seats=["human", "human"], listed=True)[1]["game"]
    same(seat(ann, waiting, 0).get("ok"), True)
    same(ben.call("GET", "/api/games?stage=gathering")[1]["games"][0]["game"], waiting)
    with connect(server, ann, running) as socket:
        socket.receive()
        decide(mona, player=ann.player, do="ban", minutes=120, why="cheating")
        socket.closed()
    with connect(server, ann, running) as socket:
        same(socket.closed(), CLOSE_BANNED, "who is banned is not let in")
    refused = ask(ann, running, do="resign")
    same(refused["error"], "banned")
    assert "until" in refused["message"] and "cheating" in refused["message"], refused
    same(ann.post("/api/games", map="london", seats=["human", "human"])[1]["error"], "banned")
    same(ann.post("/api/play-now", **WISH)[1]["error"], "banned")
    same(ann.call("GET", "/api/games/%s/stream" % running)[0], 403)
    # the table in the lobby is left, the running one goes on by its rules
    assert wait_for(lambda: ben.call("GET", "/api/games/" + waiting)[1]["table"]["players"][0]["is"] == "open")
    assert wait_for(lambda: ben.call("GET", "/api/games?stage=gathering")[1]["games"] == [])
    assert wait_for(lambda: ben.call("GET", "/api/games/" + running)[1]["table"]["players"][0].get("stood_in")), "a bot moves for who is not there"
    # they may know why, take their data along, and go
    same(standing(ann)["banned"]["why"], "cheating")
    same(ann.account()["name"], "Ann")
    same(ann.call("GET", "/api/games/" + running)[0], 200)
    same(ann.sign_in("Ann")[0], 200)
    decide(mona, player=ann.player, do="unban")
    assert wait_for(lambda: "banned" not in standing(ann))
    same(ask(ann, waiting, do="sit", seat=0).get("ok"), True)
    # an account that is closed is gone in seconds
    admin(server, "close", "Ann", "--why", "spam", "--note", "enough")
    assert wait_for(lambda: ann.account() is None)
    same(ann.sign_in("Ann")[1]["error"], "closed")
    admin(server, "open", "Ann")
    same(ann.sign_in("Ann")[0], 200)


def a_guest_who_is_banned_comes_not_back_as_another(server):
    gus, mona = guest(server, "Gus", "192.0.2.3"), moderator(server)
    ann = person(server, "Ann", "192.0.2.3")  # at the same address, with an account
    decide(mona, player=gus.player, do="ban", why="spam")
    assert wait_for(lambda: gus.post("/api/games", map="london", seats=["human", "human"])[1].get("error") == "banned")
    other = Browser(server, **{"X-Forwarded-For": "192.0.2.3"})
    for path, body in (("/api/guest", {"name": "Gus Two"}), ("/api/account", {"name": "Gus", "password": "correct horse"})):
        status, refused = other.post(path, **body)
        same((status, refused["error"]), (403, "banned"), path)
    assert standing(other)["banned"]["until"] - time.time() * 1e3 <= 86400e3, "an address for a day, no longer"
    same(ann.post("/api/games", map="london", seats=["human", "human"])[0], 200, "who has an account there")
    same(other.sign_in("Ann")[0], 200)
    elsewhere = Browser(server, **{"X-Forwarded-For": "192.0.2.4"})
    elsewhere.token = gus.token
    same(elsewhere.post("/api/account", name="Gus", password="correct horse")[1]["error"], "banned", "by their number")
    # the database has no address, in no form that anybody can read
    if not server.postgres:
        kept = open(server.data, "rb").read()
        assert b"192.0.2.3" not in kept and bytes([192, 0, 2, 3]) not in kept
    server.stop()
    server.start()
    same(other.post("/api/guest", name="Gus Two")[0], 200 if other.cookie is None else 403)
    other.cookie = None
    same(other.post("/api/guest", name="Gus Two")[1].get("error"), "banned", "after a restart")
    admin(server, "unban", gus.player)
    assert wait_for(lambda: other.post("/api/guest", name="Gus Two")[0] == 200)


def leave_and_finish(leaver, stayer, game):
    same(ask(leaver, game, do="resign").get("ok"), True)
    finish([stayer], game)


def who_leaves_again_and_again_waits(server):
    ann, ben = person(server, "Ann", "192.0.2.1"), person(server, "Ben", "192.0.2.2")
    same(standing(ann)["next"], 0, "the first time nothing follows")
    for times, (left, minutes) in enumerate(((1, 0), (2, 5), (3, 15), (4, 60)), 1):
        game = table(ann, ben, rated=True)
        leave_and_finish(ann, ben, game)
        assert wait_for(lambda: standing(ann)["left"] == left), standing(ann)
        now = standing(ann)
        if not minutes:
            assert "waits" not in now and now["next"] == 300000, now
            continue
        assert wait_for(lambda: "waits" in standing(ann))
        until = standing(ann)["waits"]["until"]
        assert (minutes - 1) * 60e3 < until - time.time() * 1e3 <= minutes * 60e3, (times, until)
        # neither play now nor a rated table; a table among friends is nobody's business
        status, body = ann.post("/api/play-now", **WISH)
        same((status, body["error"]), (403, "waits"))
        rated = ben.post("/api/games", map="new-york", seats=["human", "human"], rated=True)[1]["game"]
        same(seat(ann, rated, 0)["error"], "waits")
        friendly = ben.post("/api/games", map="new-york", seats=["human", "human"])[1]["game"]
        same(seat(ann, friendly, 0).get("ok"), True)
        if times < 4:  # the time passes
            end_wait(server, ann)
    same(standing(ben)["left"], 0)
    # a game to its end forgives one, and so does a day
    end_wait(server, ann)
    play(server, [ann, ben])
    assert wait_for(lambda: standing(ann)["left"] == 3)
    sql(server, "UPDATE leaver SET at = at - 2 * 86400000")
    same(standing(ann)["left"], 1)
    admin(server, "forgive", "Ann", "--note", "they were ill")
    assert wait_for(lambda: standing(ann)["left"] == 0)


def sql(server, text):
    if server.postgres:
        done = subprocess.run(["psql", "-qAtX", "-d", server.where, "-c", text], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert done.returncode == 0, done.stderr
        return
    import sqlite3
    database = sqlite3.connect(server.data, timeout=30)
    database.execute(text)
    database.commit()
    database.close()


def end_wait(server, who):
    sql(server, "UPDATE measured SET change = change + 1")
    sql(server, "UPDATE measure SET until = 1, change = (SELECT change FROM measured) WHERE kind = 4")
    assert wait_for(lambda: "waits" not in standing(who))


def who_was_away_and_came_back_has_not_left(server):
    """Games that play now has found count, too; and nobody begins another while one goes on without them."""
    ann, ben = person(server, "Ann", "192.0.2.1"), person(server, "Ben", "192.0.2.2")

    def found():
        same(ann.post("/api/play-now", **{**WISH, "clock": 1})[0], 200)
        game = ben.post("/api/play-now", **{**WISH, "clock": 1})[1]["game"]
        same(ann.post("/api/play-now", **{**WISH, "clock": 1})[1]["game"], game)
        for number, who in enumerate((ann, ben)):
            same(seat(who, game, number).get("ok"), True)
        return game

    def ben_alone_until(done):
        while True:
            state = ben.call("GET", "/api/games/" + game)[1]["table"]
            if state["stage"] == "over" or done(state):
                return state
            if state.get("moves"):
                ask(ben, game, do="move", state=state["state"], move=state["moves"][-1])
            time.sleep(0.02)
    game = found()
    state = ben_alone_until(lambda now: "away" in now["players"][0])
    assert state["stage"] != "over" and "away" in state["players"][0], "nobody went away"
    status, body = ann.post("/api/play-now", **WISH)
    same((status, body["error"]), (409, "away"))
    assert game in body["message"]
    same(ask(ann, game, do="back").get("ok"), True)
    same("waiting" in ann.post("/api/play-now", **WISH)[1], True, "who is back may look for another")
    ann.post("/api/play-now/end")
    finish([ann, ben], game)
    assert wait_for(lambda: ann.call("GET", "/api/player/games?id=" + ann.player)[1]["games"])
    same(standing(ann)["left"], 0, "who came back")
    game = found()
    leave_and_finish(ann, ben, game)
    assert wait_for(lambda: standing(ann)["left"] == 1)
    same(standing(ben)["left"], 0)
    # a table among friends that is not rated is left without any of this
    leave_and_finish(ann, ben, table(ann, ben))
    assert wait_for(lambda: len(ann.call("GET", "/api/player/games?id=" + ann.player)[1]["games"]) == 3)
    same(standing(ann)["left"], 1)


def words_that_the_host_does_not_want(server):
    ann = person(server, "Ann", "192.0.2.1")
    game = table(ann, person(server, "Ben", "192.0.2.2"))
    for text in ("you spoilsport", "SPOILSPORT!", "spo\u0456lsport", "sp\u00f6ilsport", "s p o i l s p o r t", "what a cheatery", "xrottenx", "tomato?"):
        same(ask(ann, game, do="say", text=text).get("error"), "words", text)
    for text in ("a sport to spoil", "cheap", "potomatos", "hello"):
        same(ask(ann, game, do="say", text=text).get("ok"), True, text)
    for name in ("Spoilsport", "Rotten Roger", "Mr Tomato"):
        other = Browser(server, **{"X-Forwarded-For": "192.0.2.9"})
        for path, body in (("/api/guest", {}), ("/api/account", {"password": "correct horse"})):
            status, refused = other.post(path, name=name, **body)
            same((status, refused["error"]), (403, "words"), (path, name))
    for name, expected in (("Cup of the spo\u0456lsport", (403, "words")), ("Rotten cup", (403, "words")), ("A cup for sport", (200, None))):
        status, body = ann.post("/api/cups", name=name, format="swiss", map="new-york", size=2)
        same((status, body.get("error")), expected, name)
    gus = guest(server, "Gus", "192.0.2.3")
    fresh = ann.post("/api/games", map="london", seats=["human", "human"])[1]["game"]
    same(ask(gus, fresh, do="sit", name="Spoilsport").get("error"), "words")
    same(ask(gus, fresh, do="say", text="hello", name="Spoilsport").get("error"), "words")
    same(ask(gus, fresh, do="sit", name="Gus").get("ok"), True)


def a_list_of_words_that_is_none(server):
    with tempfile.NamedTemporaryFile("wb") as file:
        for text, what in ((b"\xff\xfe\n", "line 1 is not UTF-8"), (b"# fine\nfine\ntwo words\n", "line 3 has a blank"), (b"x" * 64 + b"\n", "longer than 63")):
            file.seek(0)
            file.truncate()
            file.write(text)
            file.flush()
            done = subprocess.run([PROGRAM, "serve", "--port", "0", "--data", server.data + ".other", "--word-list", file.name], stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, text=True, timeout=60)
            same(done.returncode, 1)
            assert what in done.stderr, done.stderr
    done = subprocess.run([PROGRAM, "serve", "--port", "0", "--data", server.data + ".other", "--word-list", "/nowhere/words"], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, timeout=60)
    assert done.returncode == 1 and "/nowhere/words: No such file" in done.stderr, done.stderr
    done = subprocess.run([PROGRAM, "serve", "--appeal", "x" * 201], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=60)
    assert done.returncode == 2 and "--appeal" in done.stderr, done.stderr


def what_one_node_decides_holds_at_the_others(server):
    """Two servers on one PostgreSQL: connections at the other one end as well, and who waits here waits there."""
    if not server.postgres:
        return
    other = Server(PROGRAM, server.data, *server.options)
    other.start()
    try:
        ann, ben, mona = person(server, "Ann", "192.0.2.1"), person(server, "Ben", "192.0.2.2"), moderator(server)

        def there(who):
            same_one = Browser(other, **who.headers)
            same_one.cookie, same_one.player, same_one.name = who.cookie, who.player, who.name
            return same_one
        far = there(ann)
        game = table(ann, ben)
        assert wait_for(lambda: far.call("GET", "/api/games/" + game)[0] == 200)
        with connect(other, far, game) as socket:
            socket.receive()
            say(far, game, "hello")
            decide(mona, player=ann.player, do="mute", minutes=5)
            begun = time.monotonic()
            assert wait_for(lambda: ask(far, game, do="say", text="x").get("error") == "muted", 20)
            decide(mona, player=ann.player, do="ban", minutes=5)
            socket.closed()
            assert time.monotonic() - begun < 20, "it took %.1f s" % (time.monotonic() - begun)
        same(far.post("/api/games", map="london", seats=["human", "human"])[1]["error"], "banned")
        decide(mona, player=ann.player, do="unban")
        assert wait_for(lambda: "banned" not in standing(far))
        # a role, too
        admin(server, "role", "Mona", "none")
        same(there(mona).call("GET", "/api/house/reports")[0], 403)
        for _ in range(2):
            leave_and_finish(ann, ben, table(ann, ben, rated=True))
        assert wait_for(lambda: far.post("/api/play-now", **WISH)[1].get("error") == "waits"), standing(far)
    finally:
        other.stop()


APPEAL = (*OPTIONS, "--leaver-wait", "5", "--appeal", "Write to order@example.org")
TESTS = [(act.__name__, APPEAL, act) for act in (
    what_is_reported_reaches_the_house, nobody_learns_by_reports_how_far_a_delayed_game_is, a_flood_of_reports_stays_small, rights_cannot_be_forged,
    who_is_muted_finds_no_other_way_to_speak, a_ban_ends_what_one_is_at, a_guest_who_is_banned_comes_not_back_as_another, who_leaves_again_and_again_waits,
    who_was_away_and_came_back_has_not_left, a_list_of_words_that_is_none, what_one_node_decides_holds_at_the_others)]

if __name__ == "__main__":
    with tempfile.NamedTemporaryFile("w") as words:
        words.write("# words\nspoilsport\n  cheater*\n*rotten*\r\n\ntomato\n")
        words.flush()
        main(TESTS + [(words_that_the_host_does_not_want.__name__, (*OPTIONS, "--word-list", words.name), words_that_the_host_does_not_want)])
