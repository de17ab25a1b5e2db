#!/usr/bin/env python3
"""tests/server/accounts.py PROGRAM [postgres] - accounts as a stranger meets them, over HTTP: the ways a player goes, and attacks, each as a test.

Each test has a server of its own, so that what one has used up of an allowance is nothing to another.
"""
# SPDX-License-Identifier: MIT
import http.client
import json
import os
import resource
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import Client, Server, wait_for  # noqa: E402
from wire import Response, WebSocket, request  # noqa: E402

PROGRAM = sys.argv[1]
PASSWORD = "correct horse"


def sql(server, text):
    """The rows that the server's database gives for some SQL."""
    if server.postgres:
        done = subprocess.run(["psql", "-XAtq", "-v", "ON_ERROR_STOP=1", server.where, "-c", text], check=True, stdout=subprocess.PIPE, text=True)
        return [line.split("|") for line in done.stdout.splitlines()]
    file = sqlite3.connect(server.data, timeout=20)
    with file:
        rows = [[str(value) for value in row] for row in file.execute(text)]
    file.close()
    return rows


class Browser:
    """Keeps cookies and says where its page is from, as a browser does."""

    def __init__(self, server, token=None, agent="Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", **headers):
        self.server, self.token, self.agent, self.cookie = server, token, agent, None
        self.headers = headers
        self.origin = "http://127.0.0.1:%d" % server.port
        self.set_cookie = None

    def call(self, method, path, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=30)
        headers = {"User-Agent": self.agent, **self.headers}
        if method == "POST" and self.origin:
            headers["Origin"] = self.origin
        if self.token:
            headers["Authorization"] = "Bearer " + self.token
        if self.cookie:
            headers["Cookie"] = "other=1; %s; third=x" % self.cookie
        connection.request(method, path, json.dumps(body) if body is not None else None, headers)
        response = connection.getresponse()
        text = response.read().decode()
        self.set_cookie = response.getheader("Set-Cookie")
        if self.set_cookie:
            self.cookie = self.set_cookie.split(";")[0]
            if self.cookie.endswith("="):
                self.cookie = None
        connection.close()
        return response.status, json.loads(text)

    def call_text(self, path):
        """The same for what is not JSON."""
        with socket.create_connection(("127.0.0.1", self.server.port), 30) as s:
            s.sendall(request("GET", path, headers={**({"Cookie": self.cookie} if self.cookie else {}), "Connection": "close"}))
            response = Response(s.makefile("rb"))
        return response.status, response.body

    def post(self, path, **body):
        return self.call("POST", path, body)

    def sign_up(self, name, password=PASSWORD, **more):
        status, body = self.post("/api/account", name=name, password=password, **more)
        assert status == 200, (status, body)
        self.token = None
        return body

    def sign_in(self, name, password=PASSWORD):
        return self.post("/api/session", name=name, password=password)

    def account(self):
        status, body = self.call("GET", "/api/account")
        assert status == 200, (status, body)
        return body["account"]


TESTS = []


def test(*options):
    def add(run):
        TESTS.append((run.__name__, options, run))
        return run
    return add


def same(found, expected, what=""):
    assert found == expected, "%s: %r, expected %r" % (what, found, expected)


@test()
def a_guest_keeps_their_number_and_their_games(server):
    guest = Client(server, "Ann")
    game = guest.make(map="london", seats=["human", "bot:easy"])
    same(guest.ask(game, do="sit", seat=0).get("ok"), True)
    ann = Browser(server, guest.token)
    player = ann.post("/api/guest", name="Ann")[1]["player"]
    made = ann.sign_up("Ann")
    same(made["player"], player, "the number of the guest")
    same(len(set(made["codes"])), 8, "recovery codes")
    assert "HttpOnly" in ann.set_cookie and "SameSite=Lax" in ann.set_cookie and "Secure" not in ann.set_cookie, ann.set_cookie
    mine = ann.call("GET", "/api/games/mine")[1]["games"]
    same([entry["game"] for entry in mine], [game], "games of the account")
    same(ann.call("GET", "/api/games/" + game)[1]["table"]["you"], 0, "the seat")
    # somebody who finds the guest's token is not them
    same(guest.call("GET", "/api/games/mine")[0], 401, "the guest's token")
    account = ann.account()
    same((account["name"], account["codes"], account["password"], account["bot"]), ("Ann", 8, True, False))
    same([(s["device"], s["current"]) for s in account["sessions"]], [("Firefox, Linux", True)])


@test()
def several_devices_are_listed_and_ended(server):
    laptop, phone, third = Browser(server), Browser(server, agent="Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537"), Browser(server)
    laptop.sign_up("Ann")
    same(phone.sign_in("ann")[0], 200, "by a name that differs in case")
    same(third.sign_in("Ann")[0], 200)
    sessions = laptop.account()["sessions"]
    same(sorted(s["device"] for s in sessions), ["Chrome, Android", "Firefox, Linux", "Firefox, Linux"])
    [other] = [s["id"] for s in sessions if s["device"] == "Chrome, Android"]
    same(laptop.post("/api/account/sessions/end", session=other)[0], 200)
    same(phone.account(), None, "a session that was ended")
    same(phone.call("GET", "/api/games/mine")[0], 401)
    same(laptop.post("/api/account/sessions/end", others=True)[0], 200)
    same(third.account(), None)
    same(len(laptop.account()["sessions"]), 1)
    cookie = laptop.cookie
    same(laptop.post("/api/session/end")[0], 200)
    same(laptop.cookie, None, "the cookie")
    laptop.cookie = cookie
    same(laptop.account(), None, "the old cookie")


@test()
def a_change_of_password_ends_other_sessions(server):
    ann, other = Browser(server), Browser(server)
    ann.sign_up("Ann")
    same(other.sign_in("Ann")[0], 200)
    same(ann.post("/api/account/password", password="not that", new="staple battery")[1]["error"], "wrong")
    same(ann.post("/api/account/password", password=PASSWORD, new="short")[1]["error"], "weak")
    same(ann.post("/api/account/password", password=PASSWORD, new="staple battery")[0], 200)
    same(other.account(), None, "another session")
    assert ann.account(), "the own session"
    same(other.sign_in("Ann")[1]["error"], "wrong")
    same(other.sign_in("Ann", "staple battery")[0], 200)


@test()
def a_recovery_code_is_good_once(server):
    ann, lost = Browser(server), Browser(server)
    codes = ann.sign_up("Ann")["codes"]
    token = ann.post("/api/account/tokens", name="script", scopes=["read"])[1]["token"]
    same(ann.post("/api/notices/hook", url="https://stranger.test/")[0], 200)
    feed = ann.post("/api/notices/feed")[1]["key"]
    same(lost.call_text("/u/%s/turns.atom" % feed)[0], 200)
    same(lost.post("/api/account/recover", name="Ann", code="0000-0000-0000-0000", new="staple battery")[1]["error"], "wrong")
    same(lost.post("/api/account/recover", name="Nobody", code=codes[0], new="staple battery")[1]["error"], "wrong")
    # as people write it down
    status, body = lost.post("/api/account/recover", name="ANN", code=codes[0].lower().replace("-", " ").replace("0", "o"), new="staple battery")
    same((status, body.get("name")), (200, "Ann"))
    same(lost.account()["codes"], 7)
    same(ann.account(), None, "sessions from before")
    same(Browser(server, token).call("GET", "/api/games/mine")[0], 401, "tokens from before")
    same((lost.call("GET", "/api/notices")[1]["hooks"], lost.call_text("/u/%s/turns.atom" % feed)[0]), ([], 404), "notices from before")
    same(ann.post("/api/account/recover", name="Ann", code=codes[0], new="staple battery 2")[1]["error"], "wrong")
    same(lost.post("/api/account/codes", password=PASSWORD)[1]["error"], "wrong")
    new = lost.post("/api/account/codes", password="staple battery")[1]["codes"]
    same(len(new), 8)
    same(ann.post("/api/account/recover", name="Ann", code=codes[1], new="staple battery 2")[1]["error"], "wrong")


@test()
def no_memory_for_a_password_changes_nothing(server):
    """Hashing one takes 19 MiB: without them a code stays good, and the account has the password it had."""
    ann = Browser(server)
    code = ann.sign_up("Ann")["codes"][0]
    with open("/proc/%d/status" % server.process.pid, encoding="ascii") as file:
        size = next(int(line.split()[1]) * 1024 for line in file if line.startswith("VmSize"))
    unlimited = resource.prlimit(server.process.pid, resource.RLIMIT_AS)
    resource.prlimit(server.process.pid, resource.RLIMIT_AS, (size + (12 << 20), unlimited[1]))
    status, body = Browser(server).post("/api/account/recover", name="Ann", code=code, new="staple battery")
    resource.prlimit(server.process.pid, resource.RLIMIT_AS, unlimited)
    same((status, body.get("error")), (503, "failed"))
    same(Browser(server).sign_in("Ann")[0], 200)
    same(Browser(server).post("/api/account/recover", name="Ann", code=code, new="staple battery")[0], 200)


@test()
def tokens_do_what_their_scopes_say(server):
    ann = Browser(server)
    ann.sign_up("Ann")
    same(ann.post("/api/account/tokens", name="x", scopes=[])[0], 400)
    same(ann.post("/api/account/tokens", name="x", scopes=["everything"])[0], 400)
    same(ann.post("/api/account/tokens", name="x", scopes=["bot"])[1]["error"], "no-bot")
    reader = Browser(server, ann.post("/api/account/tokens", name="reads", scopes=["read"])[1]["token"])
    player = Browser(server, ann.post("/api/account/tokens", name="plays", scopes=["play"])[1]["token"])
    assert reader.token.startswith("lin_"), reader.token
    same(reader.call("GET", "/api/games/mine")[0], 200)
    same(reader.post("/api/games", map="london", seats=["human", "human"])[0], 403, "making a game with a token to read")
    status, body = player.post("/api/games", map="london", seats=["human", "human"])
    same(status, 200)
    game = body["game"]
    same(player.post("/api/games/%s/request" % game, id=1, do="sit", seat=0, name="Admin")[1].get("ok"), True)
    same(player.call("GET", "/api/games/" + game)[1]["table"]["players"][0]["name"], "Ann", "the name is the account's")
    for path in ("password", "codes", "tokens", "sessions/end", "bot"):
        same(player.post("/api/account/" + path, password=PASSWORD, new="staple battery", name="x", scopes=["read"], others=True)[0], 403, path)
    assert "sessions" not in player.account(), "what a token may not see"
    [one] = [t for t in ann.account()["tokens"] if t["name"] == "plays"]
    same(ann.post("/api/account/tokens/end", token=one["id"])[0], 200)
    same(player.call("GET", "/api/games/mine")[0], 401)
    same(ann.post("/api/account/bot", password=PASSWORD)[0], 200)
    assert ann.account()["bot"]
    same(ann.post("/api/account/tokens", name="bot", scopes=["bot"])[0], 200)


@test("--registration", "invite")
def by_invitation_only(server):
    ann, ben = Browser(server), Browser(server)
    same(ann.call("GET", "/api/account")[1], {"account": None, "registration": "invite"})
    same(ann.post("/api/account", name="Ann", password=PASSWORD)[1]["error"], "invitation")
    same(ann.post("/api/account", name="Ann", password=PASSWORD, invitation="0123-4567-89AB-CDEF")[1]["error"], "invitation")
    code = subprocess.run([PROGRAM, "admin", "invite", "--data", server.where], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    ann.sign_up("Ann", invitation=code)
    same(ben.post("/api/account", name="Ben", password=PASSWORD, invitation=code)[1]["error"], "invitation")


@test("--registration", "closed")
def a_closed_house_takes_nobody(server):
    same(Browser(server).post("/api/account", name="Ann", password=PASSWORD)[1]["error"], "closed")


@test("--proxy", "--auth-header", "X-Remote-User")
def a_proxy_signs_people_in(server):
    ann = Browser(server, **{"X-Forwarded-For": "192.0.2.1", "X-Remote-User": "ann@house"})
    ann.headers["X-Remote-User"] = "Ann"
    same(ann.account()["name"], "Ann")
    player = ann.account()["player"]
    ann.origin = None
    same(ann.post("/api/games", map="london", seats=["human", "human"])[0], 403, "a page of another site")
    ann.origin = "http://127.0.0.1:%d" % server.port
    same(ann.post("/api/games", map="london", seats=["human", "human"])[0], 200)
    again = Browser(server, **{"X-Forwarded-For": "192.0.2.9", "X-Remote-User": "Ann"})
    same(again.account()["player"], player, "the same name is the same player")
    nearly = Browser(server, **{"X-Forwarded-For": "192.0.2.9", "X-Remote-User": "a.n.n"})
    assert nearly.account()["player"] != player, "the proxy knows them apart"
    same(nearly.account()["name"], "a.n.n")
    same(Browser(server).account(), None, "without the header")


@test()
def without_a_proxy_its_header_means_nothing(server):
    same(Browser(server, **{"X-Remote-User": "Ann"}).account(), None)
    found = subprocess.run([PROGRAM, "serve", "--auth-header", "X-Remote-User", "--data", server.data + ".x"], stderr=subprocess.PIPE, text=True)
    same(found.returncode, 2)
    assert "--proxy" in found.stderr, found.stderr


def play_out(server, client, game):
    """Moves at random until it is over."""
    while True:
        table = client.call("GET", "/api/games/" + game)[1]["table"]
        if table["stage"] == "over":
            return table
        if table.get("moves"):
            client.post("/api/games/%s/request" % game, id=1, do="move", state=table["state"], move=table["moves"][-1])
        else:
            time.sleep(0.02)


LINES = {"account", "session", "token", "friend", "game", "words", "record"}


@test("--requests-per-second", "100000", "--burst", "100000")
def all_data_can_be_had_and_then_be_gone(server):
    ann, ben = Browser(server), Browser(server)
    player = ann.sign_up("Ann Smith")["player"]
    ben.sign_up("Ben Jones")
    ann.post("/api/account/tokens", name="script", scopes=["read"])
    over = ann.post("/api/games", map="new-york", seats=["human", "bot:easy"])[1]["game"]
    ann.post("/api/games/%s/request" % over, id=1, do="sit", seat=0)
    same(ann.post("/api/games/%s/request" % over, id=2, do="say", text="a word of mine")[1].get("ok"), True)
    play_out(server, ann, over)
    same(ann.post("/api/friends", player=ben.account()["player"], **{"is": "followed"})[0], 200)
    running = ann.post("/api/games", map="new-york", seats=["human", "human"])[1]["game"]
    for who, seat in ((ann, 0), (ben, 1)):
        same(who.post("/api/games/%s/request" % running, id=1, do="sit", seat=seat)[1].get("ok"), True)
    same(ben.post("/api/games/%s/request" % running, id=2, do="say", text="a word of Ben's")[1].get("ok"), True)
    same(ann.post("/api/games/%s/request" % running, id=2, do="say", text="another word of mine")[1].get("ok"), True)

    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    connection.request("GET", "/api/account/export", headers={"Cookie": ann.cookie})
    response = connection.getresponse()
    text = response.read().decode()
    lines = [json.loads(line) for line in text.splitlines()]
    same(response.status, 200)
    same({line["kind"] for line in lines}, LINES)
    same([line["name"] for line in lines if line["kind"] == "account"], ["Ann Smith"])
    same({line["game"] for line in lines if line["kind"] == "game"}, {over, running})
    same({line["game"] for line in lines if line["kind"] == "record"}, {over}, "a running game has no record yet")
    record = [line["line"] for line in lines if line["kind"] == "record"]
    assert "scores" in json.dumps(record[-1]), record[-1]
    assert "a word of mine" in text and "another word of mine" in text
    assert "Ben" not in "".join(json.dumps(line) for line in lines if line["kind"] == "words"), "what others have said is theirs"
    same(Browser(server).call("GET", "/api/account/export")[0], 401)

    before = ben.call("GET", "/api/games/%s" % running)[1]["table"]
    assert "Ann Smith" in json.dumps(before)
    hashed = sql(server, "SELECT password FROM account WHERE name = 'Ann Smith'")[0][0].split("$")[-1].encode()
    same(ann.post("/api/account/delete", password="not that")[1]["error"], "wrong")
    cookie = ann.cookie
    same(ann.post("/api/account/delete", password=PASSWORD)[0], 200)
    same(ann.cookie, None)
    ann.cookie = cookie
    same(ann.account(), None, "the session")
    same(Browser(server).sign_in("Ann Smith")[1]["error"], "wrong")

    def look_for_traces(when):
        table = ben.call("GET", "/api/games/%s" % running)[1]["table"]
        seen = [json.dumps(table), json.dumps(ben.call("GET", "/api/games/mine")[1]),
                json.dumps(ben.post("/api/games/%s/request" % running, id=9, do="history", **{"from": 1})[1]),
                json.dumps(Browser(server).call("GET", "/api/games?stage=running")[1])]
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
        connection.request("GET", "/api/games/%s/record" % over)
        found = connection.getresponse()
        seen.append(found.read().decode())
        same(found.status, 200, "the record of a game that was over")
        for text in seen:
            for trace in ("Ann", "Smith", "word of mine"):
                assert trace not in text, "%s: %s in %s" % (when, trace, text[:2000])
        assert table["players"][0]["name"].startswith("gone-"), table["players"]
        assert "a word of Ben's" in seen[2], "what Ben has said stays"
    look_for_traces("at once")

    def traces():
        folder = os.path.dirname(server.data)
        files = {name: open(os.path.join(folder, name), "rb").read() for name in os.listdir(folder)}
        return [(name, trace) for name, text in files.items() for trace in (b"Ann Smith", b"word of mine", b"annsmlth", hashed) if trace in text]

    assert server.postgres or wait_for(lambda: not traces()), "while the server runs: %s" % traces()
    server.stop()
    assert server.postgres or not traces(), traces()
    server.start()
    look_for_traces("after a restart")
    # the game goes on for Ben, and the name is free again
    same(ben.post("/api/games/%s/request" % running, id=3, do="say", text="hello?")[1].get("ok"), True)
    assert Browser(server).sign_up("Ann Smith")["player"] != player


# Attacks.

@test("--max-sign-ups", "100")
def homoglyph_names(server):
    Browser(server).sign_up("Paul")
    for name in ("paul", "P a u l", "PauI", "Pau1", "Pául", "Ｐaul", "Pa\u200dul", "Paul.", "-paul-", "P.A.U.L", "ᑭᗩᑌᒪ"):
        same(Browser(server).post("/api/account", name=name, password=PASSWORD)[1].get("error"), "name-taken", name)
    for name in ("Admin", "M0derator", "gone-12", "gone 7", "bot", "Linea", "Bot Hard", "the hard-bot", "Linea."):
        same(Browser(server).post("/api/account", name=name, password=PASSWORD)[1].get("error"), "name-taken", name)
    for name in ("", " ", "a/b", "a:b", "x" * 64, "\u202ennA", "Ann ", "Рaul", "...", "Gоne-7"):
        same(Browser(server).post("/api/account", name=name, password=PASSWORD)[0], 400, name)
    for name in ("O'Neil", "Jean-Luc", "Анна", "田中", "Ștefan", "أحمد", "Richard Botha", "Bernard Bot", "Anna2"):
        Browser(server).sign_up(name)
        same(Browser(server).sign_in(name)[0], 200, name)
    for password in ("", "short", "password", "aaaaaaaaaa", "Pauline1", "x" * 129):
        same(Browser(server).post("/api/account", name="Pauline1", password=password)[0], 400, password)


@test()
def names_of_before_are_compared_as_today(server):
    Browser(server).sign_up("Jean-Luc")
    sql(server, "UPDATE account SET looks = 'jean-luc'")
    sql(server, "DELETE FROM part WHERE name = 'looks'")
    server.stop()
    server.start()
    same(Browser(server).sign_in("Jean-Luc")[0], 200)
    same(Browser(server).post("/api/account", name="jeanluc", password=PASSWORD)[1].get("error"), "name-taken")


@test()
def mass_registration(server):
    for i in range(10):
        Browser(server).sign_up("Number %d" % (i + 2))
    status, body = Browser(server).post("/api/account", name="Number 99", password=PASSWORD)
    same((status, body["error"]), (429, "too-many"), "the eleventh of an address in a day")


@test("--proxy")
def credential_stuffing_of_one_name(server):
    """One address has half of the tries that a name has: alone it keeps nobody from signing in elsewhere."""
    def at(address):
        return Browser(server, **{"X-Forwarded-For": "192.0.2.%d" % address})
    ann = at(1)
    ann.sign_up("Ann")
    found = [at(7).sign_in("Ann", "guess number %d" % i)[0] for i in range(12)]
    same(found, [403] * 5 + [429] * 7, "tries of one address for one name")
    same(at(7).sign_in("Ann")[0], 429, "also with the right password")
    same(at(1).sign_in("Ann")[0], 200, "who is called so, somewhere else")
    found = [at(100 + i).sign_in("Ann", "guess number %d" % i)[0] for i in range(12)]
    same(found, [403] * 4 + [429] * 8, "tries for one name")
    same(at(1).sign_in("Ann")[0], 429, "also with the right password")
    assert ann.account(), "who is signed in stays so"


@test()
def who_has_had_all_exports_keeps_nobody_from_theirs(server):
    """Refusals one after the other, all the time: they are no turn."""
    eve, ann = Browser(server), Browser(server)
    eve.sign_up("Eve")
    ann.sign_up("Ann")
    found = [eve.call_text("/api/account/export") for _ in range(6)]
    same([status for status, _ in found], [200] * 6)
    same(eve.call_text("/api/account/export")[0], 429)
    connections = [socket.create_connection(("127.0.0.1", server.port), 30) for _ in range(8)]
    for s in connections:
        s.sendall(request("GET", "/api/account/export", headers={"Cookie": eve.cookie}) * 20)
    same(ann.call_text("/api/account/export")[0], 200)
    for s in connections:
        s.close()


@test("--proxy")
def credential_stuffing_from_one_address(server):
    def stranger(i):
        return Browser(server, **{"X-Forwarded-For": "192.0.2.7"}).sign_in("Name %d" % i, PASSWORD)[0]
    found = [stranger(i) for i in range(33)]
    same(found, [403] * 30 + [429] * 3, "tries of one address for many names")
    same(Browser(server, **{"X-Forwarded-For": "192.0.2.8"}).sign_in("Name 99")[0], 403, "another address")


@test("--proxy")
def a_restart_gives_nobody_new_tries(server):
    for i in range(10):
        Browser(server, **{"X-Forwarded-For": "192.0.2.%d" % (6 + i % 2)}).sign_in("Ann", "guess %d" % i)
    server.stop()
    server.start()
    same(Browser(server, **{"X-Forwarded-For": "192.0.2.8"}).sign_in("Ann")[0], 429)


@test()
def session_fixation(server):
    attacker, ann = Browser(server), Browser(server)
    attacker.sign_up("Mallory")
    planted = attacker.cookie
    ann.cookie = planted
    same(ann.post("/api/account", name="Ann", password=PASSWORD)[1]["error"], "signed-in")
    ann.cookie = None
    ann.sign_up("Ann")
    ann.cookie = planted
    same(ann.sign_in("Ann")[0], 200)
    assert ann.cookie != planted, "signing in makes a new session"
    same(ann.account()["name"], "Ann")
    same(attacker.account(), None, "the planted one is over")
    ann.cookie = "linea=" + "A" * 43
    same(ann.account(), None, "a session that somebody made up")
    same(ann.sign_in("Ann")[0], 200)
    assert ann.cookie != "linea=" + "A" * 43


@test("--origin", "https://friend.example")
def signing_somebody_in_from_another_site(server):
    """A page of somebody else cannot sign a browser in as whom it likes, who would then play and talk for them."""
    codes = Browser(server).sign_up("Mallory")["codes"]
    for origin in ("https://evil.example", "null", "https://friend.example"):
        ann = Browser(server)
        ann.origin = origin
        same(ann.sign_in("Mallory")[0], 403, origin)
        same(ann.post("/api/account", name="Ann", password=PASSWORD)[0], 403, origin)
        same(ann.post("/api/account/recover", name="Mallory", code=codes[0], new="staple battery")[0], 403, origin)
        same(ann.cookie, None, origin)
    same(ann.sign_in("Mallory")[1]["error"], "foreign", "one that may ask, but not for this")
    ann = Browser(server)
    ann.origin = None
    same(ann.sign_in("Mallory")[0], 200, "a program says no origin")
    same(Browser(server).post("/api/account", name="Ann", password=PASSWORD)[1].get("name"), "Ann", "the name was not taken by a refused request")


@test("--proxy", "--origin", "https://friend.example")
def cross_site_requests(server):
    ann = Browser(server)
    ann.sign_up("Ann")
    for origin in ("https://evil.example", "null", "http://127.0.0.1:1", "http://127.0.0.1", "https://friend.example", None):
        ann.origin = origin
        same(ann.post("/api/games", map="london", seats=["human", "human"])[0], 403, "POST from %s" % origin)
        same(ann.post("/api/session/end")[0], 403, "signing out from %s" % origin)
    ann.origin = "http://127.0.0.1:%d" % server.port
    same(ann.post("/api/games", map="london", seats=["human", "human"])[0], 200)
    # behind https the page has to be from https
    ann.headers = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.1"}
    same(ann.sign_in("Ann")[1]["error"], "foreign")
    ann.origin = "https://127.0.0.1:%d" % server.port
    same(ann.sign_in("Ann")[0], 200)
    assert "__Host-linea=" in ann.set_cookie and "Secure" in ann.set_cookie, ann.set_cookie
    ann.origin = "http://127.0.0.1:%d" % server.port
    same(ann.post("/api/games", map="london", seats=["human", "human"])[0], 403)
    ann.origin = "https://127.0.0.1:%d" % server.port
    same(ann.post("/api/games", map="london", seats=["human", "human"])[0], 200)
    game = ann.post("/api/games", map="london", seats=["human", "human"])[1]["game"]
    same(upgrade(server, game, ann.cookie, "https://evil.example", https=True), 403)
    same(upgrade(server, game, ann.cookie, None, https=True), 403)
    same(upgrade(server, game, ann.cookie, ann.origin, https=True), 101)


def upgrade(server, game, cookie, origin, https=False):
    """The status of the handshake of a WebSocket."""
    lines = ["GET /api/games/%s/ws HTTP/1.1" % game, "Host: 127.0.0.1:%d" % server.port, "Upgrade: websocket", "Connection: Upgrade",
             "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "Cookie: " + cookie]
    if origin:
        lines.append("Origin: " + origin)
    if https:
        lines += ["X-Forwarded-Proto: https", "X-Forwarded-For: 192.0.2.1"]
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as wire:
        wire.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        return int(wire.recv(4096).split(b" ")[1])


def connected(server, path, cookie=None, token=None, hello=None):
    """A stream that goes on; with `hello` a WebSocket."""
    s = socket.create_connection(("127.0.0.1", server.port), 40)
    headers = {"Host": "127.0.0.1:%d" % server.port, "Origin": "http://127.0.0.1:%d" % server.port, **({"Cookie": cookie} if cookie else {})}
    if hello is not None:
        headers.update({"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Key": "A" * 22 + "==", "Sec-WebSocket-Version": "13"})
    s.sendall(request("GET", path, token=token, headers=headers).replace(b"Host: linea.test\r\n", b""))
    file = s.makefile("rb")
    same(Response(file).status, 200 if hello is None else 101, path)
    if hello is not None:
        ws = WebSocket.__new__(WebSocket)
        ws.s, ws.file = s, file
        ws.send(hello)
        assert "table" in ws.receive()
    return s


def is_over(s):
    """Whether a connection has ended, now or in a moment."""
    s.settimeout(0.2)
    try:
        while s.recv(65536):
            pass
        return True
    except TimeoutError:
        return False
    except OSError:
        return True


@test()
def connections_end_with_what_they_were_opened_by(server):
    """Somebody who has got hold of a session, a token or a guest's number, and has connected, does not stay."""
    guest = Client(server, "Ann")
    game = guest.make(map="london", seats=["human", "human"])
    stream, socket_ = "/api/games/%s/stream" % game, "/api/games/%s/ws" % game
    found = {"a guest's": connected(server, stream, token=guest.token)}
    ann = Browser(server, guest.token)
    ann.sign_up("Ann")
    thief, other = Browser(server), Browser(server)
    same(thief.sign_in("Ann")[0], 200)
    token = ann.post("/api/account/tokens", name="mine", scopes=["read", "play"])[1]["token"]
    [entry] = ann.account()["tokens"]
    other.sign_up("Ben")
    stay = {"the own": connected(server, stream, cookie=ann.cookie), "somebody else's": connected(server, stream, cookie=other.cookie),
            "nobody's": connected(server, stream)}
    found["a session's"] = connected(server, stream, cookie=thief.cookie)
    found["all games of a session"] = connected(server, "/api/stream", cookie=thief.cookie)
    found["a session's WebSocket"] = connected(server, socket_, cookie=thief.cookie, hello={"token": None, "seen": 0})
    found["a token's"] = connected(server, stream, token=token)
    found["a token's WebSocket"] = connected(server, socket_, hello={"token": token, "seen": 0})
    same(ann.post("/api/account/sessions/end", others=True)[0], 200)
    same(ann.post("/api/account/tokens/end", token=entry["id"])[0], 200)
    assert wait_for(lambda: all(is_over(c) for c in found.values()), 25), [what for what, c in found.items() if not is_over(c)]
    for what, c in stay.items():
        assert not is_over(c), what
    for s in (*found.values(), *stay.values()):
        s.close()


@test("--max-waiting", "4096", "--requests-per-second", "100000", "--burst", "100000", "--max-games", "100")
def much_data_of_a_slow_reader(server):
    """All that there is room for, to the end, however slowly it is read: more than what may wait would be cut off."""
    ann = Browser(server)
    ann.sign_up("Ann")
    games = [ann.post("/api/games", map="new-york", seats=["human", "bot:easy", "bot:easy", "bot:easy"])[1]["game"] for _ in range(10)]
    for do in "sit", "resign":
        for game in games:
            same(ann.post("/api/games/%s/request" % game, id=1, do=do)[1].get("ok"), True)
    assert wait_for(lambda: all(ann.call("GET", "/api/games/" + game)[1]["table"]["stage"] == "over" for game in games), 60)
    s = socket.socket()
    s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    s.settimeout(30)
    s.connect(("127.0.0.1", server.port))
    s.sendall(request("GET", "/api/account/export", headers={"Cookie": ann.cookie}))
    time.sleep(1)
    response = Response(s.makefile("rb"))
    same(response.status, 200)
    lines = [json.loads(line) for line in response.body.decode().splitlines()]
    room = 8 * 4096
    assert room < len(response.body) < room + 100000, len(response.body)
    found = {line["game"] for line in lines if line["kind"] == "record"}
    assert 0 < len(found) < len(games)
    same((lines[-1]["kind"], lines[-1]["records"]), ("left-out", len(games) - len(found)))
    same({line["game"] for line in lines if line["kind"] == "game"}, set(games))


@test("--proxy")
def the_time_of_unknown_names(server):
    """Names that exist and names that do not take as long, by the quickest of many tries in turn: what else the machine does only adds to the others."""
    for i in range(4):
        Browser(server, **{"X-Forwarded-For": "10.1.0.%d" % i}).sign_up("Known %d" % (i + 2))
    times = {"Known": [], "Other": []}
    for turn in range(30):
        for kind, found in times.items():
            who = Browser(server, **{"X-Forwarded-For": "10.0.%d.%d" % (turn, len(kind) + (kind == "Known"))})
            begun = time.perf_counter()
            status, body = who.sign_in("%s %d" % (kind, turn % 4 + 2), "guess number %d" % turn)
            found.append(time.perf_counter() - begun)
            same((status, body), (403, {"error": "wrong", "message": "the name or the password is not right"}), kind)
    known, other = min(times["Known"]), min(times["Other"])
    assert abs(known - other) < 0.35 * max(known, other), "known %.1f ms, unknown %.1f ms" % (known * 1e3, other * 1e3)


@test()
def enumeration(server):
    """Signing in and recovering say the same of names that exist and of those that do not."""
    Browser(server).sign_up("Ann")
    for path, body in (("/api/session", {"password": "not that one"}), ("/api/account/recover", {"code": "0000-0000-0000-0000", "new": "staple battery"})):
        answers = [Browser(server).post(path, name=name, **body) for name in ("Ann", "Nobody Here")]
        same(answers[0], answers[1], path)


@test()
def secrets_stay_out_of_the_log_the_file_and_addresses(server):
    server.stop()
    log = open(server.data + ".log", "w+")
    server.options = [*server.options, "--log-level", "debug"]
    server.start(stderr=log)
    ann = Browser(server)
    made = ann.sign_up("Ann Example")
    token = ann.post("/api/account/tokens", name="script", scopes=["read"])[1]["token"]
    session = ann.cookie.split("=")[1]
    same(Browser(server, token).call("GET", "/api/games/mine")[0], 200)
    # a token in an address is not looked at, and stands in no log
    same(Browser(server).call("GET", "/api/games/mine?token=" + token)[0], 401)
    same(Browser(server).call("GET", "/api/games/mine?access_token=" + session)[0], 401)
    ann.sign_in("Ann Example", "a wrong password")
    server.stop()
    log.seek(0)
    written = log.read()
    assert "event=request" in written, "the log has requests"
    secrets = [token, session, PASSWORD, "a wrong password", "Ann Example", *made["codes"], made["codes"][0].replace("-", "")]
    for secret in secrets:
        assert secret not in written, "%s stands in the log" % secret
    if not server.postgres:
        kept = open(server.data, "rb").read()
        for secret in [token, session, PASSWORD, *made["codes"]]:
            assert secret.encode() not in kept, "%s stands in the file" % secret
        assert b"$argon2id$v=19$m=19456,t=2,p=1$" in kept, "the password is kept by argon2id"
    log.close()


@test("--requests-per-second", "100000", "--burst", "100000")
def sign_ins_do_not_delay_moves(server):
    """While passwords are compared, the loop answers others: it never waits for one."""
    Browser(server).sign_up("Ann")
    ends = threading.Event()

    def sign_in_again_and_again():
        while not ends.is_set():
            Browser(server).sign_in("Ann", "guess")
    guest = Client(server, "Ben")
    game = guest.make(map="london", seats=["human", "human"])
    threads = [threading.Thread(target=sign_in_again_and_again) for _ in range(4)]
    for thread in threads:
        thread.start()
    times = []
    for _ in range(100):
        begun = time.perf_counter()
        guest.look(game)
        times.append(time.perf_counter() - begun)
    ends.set()
    for thread in threads:
        thread.join()
    assert statistics.median(times) < 0.25, "a look takes %.0f ms" % (statistics.median(times) * 1e3)


@test()
def bodies_that_are_none(server):
    for path in ("/api/account", "/api/session", "/api/account/recover"):
        for body in (None, [], "text", 7, {"name": 7}, {"name": "x" * 5000}, {"name": "Ann", "password": "y" * 5000}):
            status = Browser(server).call("POST", path, body)[0]
            assert status in (400, 403, 411, 429), (path, body, status)


def run(name, options, act, postgres):
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(PROGRAM, os.path.join(folder, "linea.db"), *options)
        server.where, server.postgres = server.data, postgres
        if postgres:
            postgres.sql('CREATE DATABASE "%s"' % name, "postgres")
            server.where = postgres.url.replace("/linea?", "/%s?" % name)
            server.options = [*server.options, "--store", server.where]
        server.start()
        try:
            act(server)
            same(server.stop(), 0, "the end of the server")
        except BaseException:
            server.kill()
            raise
    print("ok   %s, %.1f s" % (name, time.monotonic() - began), flush=True)


def main(tests=TESTS):
    wanted = [one for one in sys.argv[2:] if one != "postgres"]
    postgres = None
    if "postgres" in sys.argv[2:]:
        sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cluster"))
        from postgres import Postgres
        postgres = Postgres()
    try:
        for name, options, act in tests:
            if not wanted or name in wanted:
                run(name, options, act, postgres)
    finally:
        if postgres:
            postgres.close()


if __name__ == "__main__":
    main()
