#!/usr/bin/env python3
"""tests/server/notices.py PROGRAM [postgres] - a word to players who are away: push, webhooks, feeds and mail, and what strangers try with them.

Push services and webhooks are tests/server/push_service.mjs, mail servers are in here; all on 127.0.0.1.
"""
# SPDX-License-Identifier: MIT
import email
import email.policy
import hashlib
import hmac
import http.client
import json
import os
import queue
import re
import shutil
import socket
import socketserver
import sqlite3
import ssl
import stat
import subprocess
import sys
import tempfile
import threading
import time
import xml.etree.ElementTree as xml

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from accounts import PROGRAM, PASSWORD, Browser, main, same  # noqa: E402
from client import Client, free_port, wait_for  # noqa: E402

FOLDER = tempfile.TemporaryDirectory()
CERTIFICATE, KEY = os.path.join(FOLDER.name, "certificate.pem"), os.path.join(FOLDER.name, "key.pem")
SITE = "https://linea.test"
NODE = shutil.which("node") or shutil.which("nodejs")


def make_certificate():
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
                    "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost", "-keyout", KEY, "-out", CERTIFICATE],
                   check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


make_certificate()
QUICK = ("--requests-per-second", "100000", "--burst", "100000", "--notice-delay", "0")
OWN = (*QUICK, "--notice-local", "--notice-ca", CERTIFICATE, "--push-services", "localhost,127.0.0.1")


class Service:
    """A push service and a webhook, with what they were sent."""

    def __init__(self):
        self.port = free_port()
        self.process = subprocess.Popen([NODE, os.path.join(HERE, "push_service.mjs"), CERTIFICATE, KEY, str(self.port)], stdout=subprocess.PIPE, text=True)
        self.browser = json.loads(self.process.stdout.readline())
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(json.loads(line))

    def url(self, path, host="localhost"):
        return "https://%s:%d%s" % (host, self.port, path)

    def next(self, seconds=30):
        return self.lines.get(timeout=seconds)

    def is_silent(self, seconds=3):
        try:
            raise AssertionError("nothing was to come: %r" % self.lines.get(timeout=seconds))
        except queue.Empty:
            return True

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


TESTS = []


def test(*options):
    def add(run):
        TESTS.append((run.__name__, options, run))
        return run
    return add


def person(server, name):
    who = Browser(server)
    who.name, who.player = name, who.sign_up(name)["player"]
    return who


def ask(who, game, **request):
    return who.post("/api/games/%s/request" % game, id=1, **request)[1]


def look(who, game):
    return who.call("GET", "/api/games/" + game)[1]["table"]


def sit_down(players, **settings):
    """A game of all of them that has begun."""
    status, body = players[0].post("/api/games", map="new-york", seats=["human"] * len(players), **settings)
    same(status, 200, body)
    for number, who in enumerate(players):
        same(ask(who, body["game"], do="sit", seat=number).get("ok"), True, who.name)
    assert wait_for(lambda: look(players[0], body["game"])["stage"] == "running"), look(players[0], body["game"])
    return body["game"]


def move(players, game):
    """The one to move moves; who that was."""
    while True:
        for who in players:
            table = look(who, game)
            if table.get("moves"):
                same(ask(who, game, do="move", state=table["state"], move=table["moves"][-1]).get("ok"), True)
                return who


def turn_of(players, game):
    [who] = [who for who in players if look(who, game).get("moves")]
    return who


def until_turn_of(who, players, game):
    while turn_of(players, game) is not who:
        move(players, game)


def turn_while_away(who, other, game):
    """It becomes their turn by what the other one does; their own requests would be a visit."""
    until_turn_of(other, [who, other], game)
    time.sleep(0.1)  # what is a visit at the same millisecond is one after it
    while True:
        table = look(other, game)
        if not table.get("moves"):
            return
        ask(other, game, do="move", state=table["state"], move=table["moves"][-1])


def subscribe(who, service, path="/201/push", host="localhost"):
    return who.post("/api/notices/push", endpoint=service.url(path, host), **service.browser)


def hook(who, service, path="/200/hook"):
    status, body = who.post("/api/notices/hook", url=service.url(path))
    same(status, 200, body)
    return body


def settings(who):
    status, body = who.call("GET", "/api/notices")
    same(status, 200, body)
    return body


def rows(server, question):
    """From the database beside the server."""
    if server.postgres:
        text = subprocess.run(["psql", "-XqAt", "-F", "|", server.where, "-c", question], check=True, stdout=subprocess.PIPE, text=True).stdout
        return [tuple(line.split("|")) for line in text.splitlines()]
    connection = sqlite3.connect("file:%s?mode=ro" % server.data, uri=True, timeout=20)
    found = [tuple(str(value) for value in row) for row in connection.execute(question)]
    connection.close()
    return found


@test(*OWN, "--site", SITE)
def a_push_reaches_the_browser_of_who_is_away(server):
    ann, ben = person(server, "Ann"), person(server, "Ben")
    with Service() as service:
        same(subscribe(ann, service)[0], 200)
        same([device["device"] for device in settings(ann)["devices"]], ["Firefox, Linux"])
        game = sit_down([ann, ben])
        turn_while_away(ann, ben, game)
        sent = service.next()
        while sent["text"]["title"] != "It is your turn":
            sent = service.next()
        same(sent.get("error"), None, "opened and verified")
        same((sent["text"]["game"], sent["text"]["text"], sent["text"]["count"]), (game, "New York", 1))
        same((sent["from"]["aud"], sent["from"]["sub"]), ("https://localhost:%d" % service.port, SITE))
        assert 0 < sent["from"]["exp"] - time.time() <= 86400
        same(sent["from"]["k"], settings(ann)["key"], "the key of the server")
        same((sent["headers"]["ttl"], sent["headers"]["urgency"]), ("86400", "normal"))
        assert re.fullmatch("[A-Za-z0-9_-]{1,32}", sent["headers"]["topic"]), sent["headers"]
        assert game not in json.dumps({**sent, "text": ""}), "the service does not learn which game it is"
        # nobody else's, and none to who wants none
        same(settings(ben)["devices"], [])
        service.is_silent()


@test(*OWN)
def one_a_game_until_they_come(server):
    """A notice of a turn is sent once; when they have been here, the next turn is sent again."""
    ann, ben = person(server, "Ann"), person(server, "Ben")
    with Service() as service:
        game = sit_down([ann, ben])
        hook(ann, service)
        same(ann.post("/api/notices", hook=["turn"])[0], 200)
        turn_while_away(ann, ben, game)
        sent = json.loads(service.next()["body"])
        same((sent["kind"], sent["about"], sent["player"]), ("turn", game, ann.player))
        service.is_silent()
        # she moves without a word to anybody else, so she is here; the next turn is another one
        turn_while_away(ann, ben, game)
        again = json.loads(service.next()["body"])
        assert again["id"] != sent["id"] and again["at"] > sent["at"], (sent, again)
        service.is_silent()


@test(*OWN)
def who_is_connected_is_sent_nothing(server):
    ann, ben = person(server, "Ann"), person(server, "Ben")
    with Service() as service:
        hook(ann, service)
        same(ann.post("/api/notices", hook=["turn"])[0], 200)
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        connection.request("GET", "/api/stream", headers={"Cookie": ann.cookie})
        response = connection.getresponse()
        game = sit_down([ann, ben])
        until_turn_of(ann, [ann, ben], game)
        service.is_silent(4)
        response.close()
        connection.close()


@test(*OWN)
def a_turn_that_is_over_is_not_sent(server):
    """With a delay: who moves in it is sent nothing."""
    ann, ben = person(server, "Ann"), person(server, "Ben")
    with Service() as service:
        hook(ann, service)
        same(ann.post("/api/notices", hook=["turn"], delay=3)[0], 200)
        game = sit_down([ann, ben])
        until_turn_of(ann, [ann, ben], game)
        until_turn_of(ben, [ann, ben], game)
        service.is_silent(5)


def begin_while_away(who, other, first, **settings):
    """A game that begins when the other one sits down, and the turn is theirs or not."""
    game = other.post("/api/games", map="new-york", seats=["human", "human"], first=first, **settings)[1]["game"]
    same(ask(who, game, do="sit", seat=0).get("ok"), True)
    time.sleep(0.1)
    same(ask(other, game, do="sit", seat=1).get("ok"), True)
    return game


@test(*OWN)
def who_begins_a_game(server):
    """Who wishes to know of turns gets that; who does not, that the game has begun; by each way as they wish."""
    ann, ben = person(server, "Ann"), person(server, "Ben")
    with Service() as service:
        subscribe(ann, service)
        hook(ann, service)
        for push, wanted, first in (([], {"began"}, 0), ([], {"began"}, 1), (["turn"], {"began", "It is your turn"}, 0)):
            same(ann.post("/api/notices", push=push, hook=["began"])[0], 200)
            begin_while_away(ann, ben, first)
            sent = [service.next() for _ in wanted]
            same({one["text"]["title"] if "text" in one else json.loads(one["body"])["kind"] for one in sent}, wanted, (push, first))
        service.is_silent()


@test(*OWN)
def a_game_that_begins_and_one_that_is_over(server):
    """Ann sits down and goes; a bot plays for her when her time is up, and Ben to the end."""
    ann, ben = person(server, "Ann"), person(server, "Ben")
    with Service() as service:
        hook(ann, service)
        same(ann.post("/api/notices", hook=["began", "over"])[0], 200)
        game = begin_while_away(ann, ben, None, clock=5)
        began = json.loads(service.next()["body"])
        same((began["kind"], began["about"], began["map"]), ("began", game, "new-york"))
        while look(ben, game)["stage"] != "over":
            table = look(ben, game)
            if table.get("moves"):
                ask(ben, game, do="move", state=table["state"], move=table["moves"][-1])
        over = json.loads(service.next()["body"])
        same((over["kind"], over["about"], type(over["won"])), ("over", game, bool))
        service.is_silent()


@test(*(option if option != "0" else "3600" for option in OWN))
def a_table_of_a_tournament_waits_for_who_is_away(server):
    """She gets the notice in time, whatever her delay."""
    ann, ben = person(server, "Ann"), person(server, "Ben")
    with Service() as service:
        hook(ann, service)
        cup = ben.post("/api/cups", name="Friday", format="swiss", map="new-york", size=2, rounds=1, come=20)[1]["cup"]
        for who in (ann, ben):
            same(who.post("/api/cups/%s/request" % cup, do="join")[0], 200)
        time.sleep(0.1)
        same(ben.post("/api/cups/%s/request" % cup, do="begin")[0], 200)
        sent = json.loads(service.next()["body"])
        same((sent["kind"], sent["about"], sent["map"], sent["player"]), ("tournament", cup, "new-york", ann.player))
        service.is_silent(1)


@test(*OWN)
def a_webhook_that_never_answers_keeps_nobody_waiting(server):
    ann, ben = person(server, "Ann"), person(server, "Ben")
    with Service() as service:
        for number in range(8):
            hook(ann, service, "/slow/%d" % number)
        hook(ben, service)
        for _ in range(2):
            same(ann.post("/api/notices/test", way="hook"), (200, {"sent": 8}))
        service.next()
        begun = time.monotonic()
        same(ben.post("/api/notices/test", way="hook"), (200, {"sent": 1}))
        while service.next()["path"] != "/200/hook":
            pass
        assert time.monotonic() - begun < 5, time.monotonic() - begun


@test(*OWN)
def webhooks_of_many_that_never_answer_keep_no_browser_waiting(server):
    *crowd, ann = [person(server, name) for name in ("Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ivy", "Joe", "Ann")]
    with Service() as service:
        for who in crowd:
            hook(who, service, "/slow/hook")
        hook(ann, service, "/slow/hook")
        same(subscribe(ann, service)[0], 200)
        for who in crowd:
            same(who.post("/api/notices/test", way="hook"), (200, {"sent": 1}))
        service.next()
        begun = time.monotonic()
        same(ann.post("/api/notices/test", way="hook"), (200, {"sent": 1}))
        same(ann.post("/api/notices/test", way="push"), (200, {"sent": 1}))
        while "/slow/" in service.next()["path"]:
            pass
        assert time.monotonic() - begun < 5, time.monotonic() - begun


@test(*OWN)
def time_that_is_nearly_up(server):
    """Of a turn with a clock; the server's clock is moved by what stands in its table."""
    ann, ben = person(server, "Ann"), person(server, "Ben")
    with Service() as service:
        game = sit_down([ann, ben], clock=1800)
        until_turn_of(ann, [ann, ben], game)
        hook(ann, service)
        same(ann.post("/api/notices", hook=["soon"], delay=86400)[0], 200)
        assert wait_for(lambda: rows(server, "SELECT kind, soon > 0, deadline - soon FROM notice") in ([("2", "1", "300000")], [("2", "t", "300000")])), rows(server, "SELECT * FROM notice")


def atom(server, key, host=None):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    connection.request("GET", "/u/%s/turns.atom" % key, headers={"Host": host} if host else {})
    response = connection.getresponse()
    text = response.read().decode()
    connection.close()
    return response.status, text


@test(*QUICK)
def feeds_have_the_turns_of_who_has_the_key(server):
    ann, ben = person(server, "Ann"), person(server, "Ben")
    same(ann.post("/api/notices", language="it")[0], 200)
    key = ann.post("/api/notices/feed")[1]["key"]
    game = sit_down([ann, ben], clock=86400)
    until_turn_of(ann, [ann, ben], game)
    status, text = atom(server, key)
    same(status, 200)
    space = "{http://www.w3.org/2005/Atom}"
    feed = xml.fromstring(text)
    [entry] = feed.findall(space + "entry")
    same(entry.find(space + "title").text, "È il tuo turno")
    assert entry.find(space + "summary").text.startswith("New York, "), text
    same(entry.find(space + "link").get("href"), "http://127.0.0.1:%d/g/%s" % (server.port, game))
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    connection.request("GET", "/u/%s/turns.ics" % key)
    calendar = connection.getresponse().read().decode()
    assert calendar.startswith("BEGIN:VCALENDAR\r\n") and calendar.endswith("END:VCALENDAR\r\n"), calendar
    assert all(len(line.encode()) <= 75 for line in calendar.split("\r\n")), calendar
    [start] = re.findall(r"\r\nDTSTART:(\d{8}T\d{6}Z)\r\n", calendar)
    due = time.mktime(time.strptime(start, "%Y%m%dT%H%M%SZ")) - time.timezone
    assert abs(due - time.time() - 86400) < 120, start
    # it is gone with the turn, and another key ends the old one
    until_turn_of(ben, [ann, ben], game)
    same(xml.fromstring(atom(server, key)[1]).findall(space + "entry"), [])
    other = ann.post("/api/notices/feed")[1]["key"]
    same((atom(server, key)[0], atom(server, other)[0]), (404, 200))
    same(ann.post("/api/notices/feed", end=True)[0], 200)
    same((atom(server, other)[0], atom(server, "x")[0], atom(server, "A" * 60)[0]), (404, 404, 404))
    # a key does this and nothing else
    same(Browser(server, other).call("GET", "/api/account")[0], 401)


@test(*OWN)
def webhooks_are_signed_and_tried_again(server):
    ann = person(server, "Ann")
    with Service() as service:
        made = hook(ann, service)
        same(ann.post("/api/notices/test", way="hook"), (200, {"sent": 1}))
        sent = service.next()
        stamp, code = re.fullmatch("t=([0-9]+),v1=([0-9a-f]{64})", sent["headers"]["linea-signature"]).groups()
        same(hmac.new(bytes.fromhex(made["secret"]), ("%s.%s" % (stamp, sent["body"])).encode(), hashlib.sha256).hexdigest(), code)
        assert abs(int(stamp) - time.time()) < 60
        word = json.loads(sent["body"])
        same((word["kind"], word["id"]), ("test", sent["headers"]["linea-delivery"]))
        assert made["secret"] not in json.dumps(settings(ann)), "the secret is shown once"
        # one that fails waits for its next turn; one that is gone is removed
        same(ann.post("/api/notices/end", channel=made["id"])[0], 200)
        hook(ann, service, "/503/hook")
        ann.post("/api/notices/test", way="hook")
        service.next()
        assert wait_for(lambda: rows(server, "SELECT tries FROM delivery WHERE next > 0") == [("1",)] and settings(ann)["hooks"][0]["failing"]), rows(server, "SELECT * FROM delivery")
        same(ann.post("/api/notices/end", channel=settings(ann)["hooks"][0]["id"])[0], 200)
        same(rows(server, "SELECT * FROM delivery"), [])


@test(*OWN)
def a_subscription_that_is_gone_is_removed(server):
    ann = person(server, "Ann")
    with Service() as service:
        for status in (404, 410):
            same(subscribe(ann, service, "/%d/push" % status)[0], 200)
            same(ann.post("/api/notices/test", way="push")[0], 200)
            same(service.next()["text"]["title"], "Notices reach you here")
            assert wait_for(lambda: settings(ann)["devices"] == []), settings(ann)
        same(ann.post("/api/notices/test", way="push")[0], 409)


@test(*OWN)
def no_answer_leads_anywhere(server):
    """A redirect is not followed; an answer that is long or does not come ends."""
    ann = person(server, "Ann")
    with Service() as service:
        for path in ("/302/hook", "/large/hook"):
            made = hook(ann, service, path)
            ann.post("/api/notices/test", way="hook")
            same(service.next()["path"], path)
            assert wait_for(lambda: rows(server, "SELECT 1 FROM delivery") == []), rows(server, "SELECT * FROM delivery")
            ann.post("/api/notices/end", channel=made["id"])
        hook(ann, service, "/slow/hook")
        begun = time.monotonic()
        ann.post("/api/notices/test", way="hook")
        service.next()
        assert wait_for(lambda: settings(ann)["hooks"][0]["failing"], 40)
        assert 9 < time.monotonic() - begun < 40
        service.is_silent(1)


@test(*QUICK, "--notice-ca", CERTIFICATE, "--push-services", "localhost,127.0.0.1")
def nothing_goes_to_an_address_of_our_own(server):
    """Not by number, nor by a name that leads there; and what listens there is not even connected to."""
    ann = person(server, "Ann")
    with socket.create_server(("127.0.0.1", 0)) as own:
        own.settimeout(4)
        port = own.getsockname()[1]
        for host in ("localhost", "127.0.0.1", "0177.0.0.1", "2130706433", "127.1"):
            status, body = ann.post("/api/notices/hook", url="https://%s:%d/x" % (host, port))
            same(status, 200, "%s is refused when it is sent to: %r" % (host, body))
        for host in ("[::1]", "user:word@localhost", "localhost:22"):
            same(ann.post("/api/notices/hook", url="https://%s/x" % host)[0], 400, host)
        same(ann.post("/api/notices/hook", url="http://localhost:%d/x" % port)[0], 400, "without TLS")
        same(ann.post("/api/notices/test", way="hook")[1]["sent"], 5)
        assert wait_for(lambda: all(one["failing"] for one in settings(ann)["hooks"])), settings(ann)
        try:
            own.accept()
            raise AssertionError("somebody has connected")
        except TimeoutError:
            pass


@test(*QUICK)
def a_push_service_is_one_that_is_known(server):
    ann = person(server, "Ann")
    with Service() as service:
        for endpoint in (service.url("/201/x"), "https://evil.test/", "http://fcm.googleapis.com/x", "https://fcm.googleapis.com.evil.test/x", "", "x" * 5000):
            same(ann.post("/api/notices/push", endpoint=endpoint, **service.browser)[0], 400, endpoint)
        good = "https://fcm.googleapis.com/fcm/send/abc"
        for keys in ({}, {"p256dh": service.browser["p256dh"]}, {**service.browser, "auth": "AAAA"}, {**service.browser, "p256dh": "B" + "A" * 86},
                     {**service.browser, "p256dh": service.browser["p256dh"][:-4]}):
            same(ann.post("/api/notices/push", endpoint=good, **keys)[0], 400, keys)
        for number in range(10):
            same(ann.post("/api/notices/push", endpoint=good + str(number), **service.browser)[0], 200)
        same(len(settings(ann)["devices"]), 8, "so many browsers of an account")
        ben = person(server, "Ben")
        same(ben.post("/api/notices/push", endpoint=good + "9", **service.browser)[0], 200)
        same(len(settings(ann)["devices"]), 7, "a browser belongs to who has signed in last")
        # who is no account has none of this
        guest = Client(server, "Guest")
        same(guest.call("GET", "/api/notices")[0], 403)
        same(guest.call("POST", "/api/notices/feed", {})[0], 403)


@test(*OWN)
def what_is_asked_wrongly_is_refused(server):
    ann = person(server, "Ann")
    for body in ({"push": "turn"}, {"push": ["turns"]}, {"delay": -1}, {"delay": 10 ** 7}, {"delay": "x"}, {"language": "xx; y"}, {"language": "a" * 40}):
        same(ann.post("/api/notices", **body)[0], 400, body)
    same(ann.post("/api/notices/test", way="pigeon")[0], 400)
    same(ann.post("/api/notices/test", way="mail")[0], 409)
    same(ann.post("/api/notices/end", channel="00")[0], 404)
    same(ann.post("/api/notices/mail", address="ann@example.org", password=PASSWORD)[0], 409, "the host sends no mail")
    same(ann.post("/api/notices", push=[], mail=["over"], hook=["turn", "soon"], delay=60, language="ro")[0], 200)
    found = settings(ann)
    same((found["push"], found["mail"], found["hook"], found["delay"], found["language"]), ([], ["over"], ["turn", "soon"], 60, "ro"))


@test(*OWN)
def what_was_to_be_sent_outlives_a_kill(server):
    """Whatever dies, and when: it is sent at least once, always with the same number."""
    ann, ben = person(server, "Ann"), person(server, "Ben")
    with Service() as service:
        hook(ann, service)
        same(ann.post("/api/notices", hook=["turn"], delay=2)[0], 200)
        game = sit_down([ann, ben])
        turn_while_away(ann, ben, game)
        server.kill()
        server.start()
        sent = json.loads(service.next(60)["body"])
        same((sent["kind"], sent["about"]), ("turn", game))
        # taken, and killed before the answer: it comes again when its time is over
        slow = settings(ann)["hooks"][0]["id"]
        ann.post("/api/notices/end", channel=slow)
        hook(ann, service, "/slow/hook")
        ann.post("/api/notices/test", way="hook")
        first = service.next()
        server.kill()
        server.start()
        [(number, tries)] = rows(server, "SELECT id, tries FROM delivery")
        same((int(number) % 2 ** 64, tries), (int(first["headers"]["linea-delivery"], 16), "1"), "it is still there, with its number")


class Post(socketserver.ThreadingTCPServer):
    """A mail server with STARTTLS, and what it was given."""
    allow_reuse_address = daemon_threads = True

    def __init__(self, tls=True):
        self.tls, self.mails = tls, queue.Queue()
        super().__init__(("127.0.0.1", free_port()), Talk)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def url(self):
        return "smtp://localhost:%d" % self.server_address[1]

    def __exit__(self, *_):
        self.shutdown()
        self.server_close()


class Talk(socketserver.StreamRequestHandler):
    def handle(self):
        self.secure, self.to, self.sender = False, [], None
        self.say("220 post.test")
        while True:
            line = self.rfile.readline().decode().rstrip("\r\n")
            verb = line[:4].upper()
            if verb in ("EHLO", "HELO"):
                self.say("250-post.test\r\n250-STARTTLS\r\n250 8BITMIME" if self.server.tls and not self.secure else "250 post.test")
            elif verb == "STAR":
                self.say("220 go")
                context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
                context.load_cert_chain(CERTIFICATE, KEY)
                self.connection = context.wrap_socket(self.connection, server_side=True)
                self.rfile, self.wfile, self.secure = self.connection.makefile("rb"), self.connection.makefile("wb", 0), True
            elif verb == "MAIL":
                self.sender = line
                self.say("250 ok")
            elif verb == "RCPT":
                self.to.append(line)
                self.say("250 ok")
            elif verb == "DATA":
                self.say("354 go")
                self.take()
                self.say("250 ok")
            elif verb == "QUIT" or not line:
                self.say("221 bye")
                return
            else:
                self.say("500 what")

    def take(self):
        text = b""
        while not text.endswith(b"\r\n.\r\n"):
            text += self.rfile.readline()
        self.server.mails.put({"text": text[:-3], "to": self.to, "from": self.sender, "secure": self.secure})

    def say(self, line):
        self.wfile.write((line + "\r\n").encode())


def opened(mail):
    return email.message_from_bytes(mail, policy=email.policy.default)


def key_of(message, what):
    return re.search(r"#%s=(\S+)" % what, message.get_content()).group(1)


POST = Post()


@test(*QUICK, "--site", SITE, "--smtp", POST.url(), "--mail-from", "linea@linea.test", "--notice-ca", CERTIFICATE)
def mail_goes_to_an_address_that_was_confirmed(server):
    ann, ben = person(server, "Ann"), person(server, "Ben")
    for address in ("ann", "ann@example.org\r\nBcc: x@y.test", "ann@example.org\nX: y", "a b@example.org", "<ann@example.org>", "ann@example.org,ben@example.org", "x" * 300 + "@example.org"):
        same(ann.post("/api/notices/mail", address=address, password=PASSWORD)[0], 400, address)
    same(ann.post("/api/notices/mail", address="ann@example.org", password="guess")[0], 403)
    same(POST.mails.qsize(), 0)
    same(ann.post("/api/notices/mail", address="ann@example.org", password=PASSWORD)[0], 200)
    given = POST.mails.get(timeout=20)
    same((given["secure"], given["to"]), (True, ["RCPT TO:<ann@example.org>"]))
    first = opened(given["text"])
    same((first["To"], first["From"], first["Subject"]), ("ann@example.org", "Linea <linea@linea.test>", "Confirm your address"))
    same((settings(ann)["address"], settings(ann)["confirmed"]), ("ann@example.org", False))
    # nothing else before
    same(ann.post("/api/notices/test", way="mail")[0], 409)
    key = key_of(first, "confirm")
    for wrong in ("", "x", key[:-1] + ("A" if key[-1] != "A" else "B"), "A" * 44, key + "A"):
        same(Browser(server).post("/api/notices/confirm", key=wrong)[0], 404, wrong)
    same(Browser(server).post("/api/notices/confirm", key=key)[0], 200)
    same(settings(ann)["confirmed"], True)
    same(ann.post("/api/notices", mail=["turn"], language="ro")[0], 200)
    game = sit_down([ann, ben])
    turn_while_away(ann, ben, game)
    sent = opened(POST.mails.get(timeout=30)["text"])
    same(sent["Subject"], "Este rândul tău")
    assert "%s/g/%s" % (SITE, game) in sent.get_content(), sent.get_content()
    same(sent["List-Unsubscribe-Post"], "List-Unsubscribe=One-Click")
    [stop] = re.findall("^<%s(/u/.*/stop)>$" % SITE, sent["List-Unsubscribe"])
    # one click, from anywhere
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    connection.request("GET", stop)
    response = connection.getresponse()
    response.read()
    same((response.status, response.getheader("Location").split("=")[0]), (303, "/account#stop"))
    same(settings(ann)["confirmed"], True, "a look ends nothing")
    connection.request("POST", stop, "List-Unsubscribe=One-Click", {"Content-Type": "application/x-www-form-urlencoded"})
    response = connection.getresponse()
    response.read()
    same(response.status, 200)
    assert "address" not in settings(ann), settings(ann)
    # the old link does not bring it back, and strangers are not sent mail without end
    same(Browser(server).post("/api/notices/confirm", key=key)[0], 404)
    for address in ("Ann@example.org", "ann@EXAMPLE.org"):
        same(ann.post("/api/notices/mail", address=address, password=PASSWORD)[0], 200)
    same(ann.post("/api/notices/mail", address="ann@example.org", password=PASSWORD)[0], 429)
    # with the account the address is gone
    assert rows(server, "SELECT address FROM mailbox") != []
    same(ann.post("/api/account/delete", password=PASSWORD)[0], 200)
    assert is_nowhere(server, "ann@example.org", "Ann@example.org", "ann@EXAMPLE.org"), "in the file"


SENDMAIL = os.path.join(FOLDER.name, "sendmail")
with open(SENDMAIL, "w", encoding="utf-8") as script:
    script.write("#!/bin/sh\nprintf '%s\\n' \"$@\" >'{0}/arguments'\ncat >'{0}/mail.new'\nmv '{0}/mail.new' '{0}/mail'\n".format(FOLDER.name))
os.chmod(SENDMAIL, os.stat(SENDMAIL).st_mode | stat.S_IXUSR)


@test(*QUICK, "--site", SITE, "--sendmail", SENDMAIL, "--mail-from", "linea@linea.test")
def mail_by_sendmail(server):
    ann = person(server, "Ann")
    same(ann.post("/api/notices/mail", address="-x@example.org", password=PASSWORD)[0], 400, "no option of a program")
    same(ann.post("/api/notices/mail", address="ann@example.org", password=PASSWORD)[0], 200)
    with open(os.path.join(FOLDER.name, "arguments"), encoding="utf-8") as file:
        same(file.read().split("\n")[:-1], ["-i", "-f", "linea@linea.test", "--", "ann@example.org"])
    with open(os.path.join(FOLDER.name, "mail"), "rb") as file:
        mail = opened(file.read())
    same(mail["Subject"], "Confirm your address")
    same(Browser(server).post("/api/notices/confirm", key=key_of(mail, "confirm"))[0], 200)


def is_nowhere(server, *words):
    """Not in the file of the server, nor in what lies beside it."""
    def found():
        folder = os.path.dirname(server.data)
        texts = [open(os.path.join(folder, name), "rb").read() for name in os.listdir(folder)]
        return any(word.encode() in text for text in texts for word in words)
    return server.postgres or wait_for(lambda: not found())


@test(*OWN)
def all_of_it_can_be_had_and_then_be_gone(server):
    ann = person(server, "Ann")
    with Service() as service:
        made = hook(ann, service)
        subscribe(ann, service)
        key = ann.post("/api/notices/feed")[1]["key"]
        ann.post("/api/notices", delay=60)
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
        connection.request("GET", "/api/account/export", headers={"Cookie": ann.cookie})
        text = connection.getresponse().read().decode()
        lines = [json.loads(line) for line in text.splitlines()]
        same(sorted(line["way"] for line in lines if line["kind"] == "notices"), ["feed", "hook", "push"])
        same([line["delay"] for line in lines if line["kind"] == "notice-choice"], [60000])
        assert made["secret"] not in text and key not in text
        same(ann.post("/api/account/delete", password=PASSWORD)[0], 200)
        for table in ("choice", "channel", "mailbox", "feed", "delivery", "wish", "notice"):
            same(rows(server, "SELECT * FROM " + table), [], table)
        same(atom(server, key)[0], 404)
        assert is_nowhere(server, "/200/hook", "/201/push"), "in the file"


@test(*OWN)
def no_secret_stands_in_the_log(server):
    server.stop()
    log = os.path.join(FOLDER.name, "log")
    with open(log, "w", encoding="utf-8") as errors, Service() as service:
        server.options = [*server.options, "--log-level", "debug"]
        server.start(stderr=errors)
        ann = person(server, "Ann")
        key = ann.post("/api/notices/feed")[1]["key"]
        made = hook(ann, service, "/200/very-secret-path")
        subscribe(ann, service, "/500/secret-endpoint")
        for way in ("hook", "push"):
            ann.post("/api/notices/test", way=way)
            service.next()
        same(atom(server, key)[0], 200)
        same(atom(server, key + "x")[0], 404)
        assert wait_for(lambda: any(device["failing"] for device in settings(ann)["devices"]))
        with open(log, encoding="utf-8") as file:
            text = file.read()
        for secret in (key, made["secret"], "very-secret-path", "secret-endpoint", service.browser["auth"]):
            assert secret not in text, "%s stands in the log" % secret
        assert "path=/u/-" in text, text


if __name__ == "__main__":
    try:
        main(TESTS)
    finally:
        POST.__exit__()
        FOLDER.cleanup()
