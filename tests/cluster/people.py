#!/usr/bin/env python3
"""tests/cluster/people.py PROGRAM - what somebody changes of their account at one server of two holds at the other one within seconds: sessions and
tokens that end, and what the house decides."""
# SPDX-License-Identifier: MIT
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "server"))
from accounts import PASSWORD, Browser  # noqa: E402
from client import Client, wait_for  # noqa: E402
from faults import PROGRAM, TWO, Node  # noqa: E402
from postgres import Postgres  # noqa: E402
from wire import WebSocket  # noqa: E402

SOON = 4  # seconds; each server looks every second


def browser_at(server, cookie):
    browser = Browser(server)
    browser.cookie = cookie
    return browser


def is_open(socket):
    """Whether a WebSocket answers."""
    try:
        socket.send({"id": 7, "do": "look"})
        while socket.receive().get("id") != 7:
            continue
        return True
    except (OSError, AssertionError, ValueError):
        return False


def connect(server, game, token=None, cookie=None):
    headers = {"Origin": "http://linea.test", "Host": "linea.test", "Cookie": cookie} if cookie else {}
    socket = WebSocket(server, "/api/games/%s/ws" % game, headers=headers)
    socket.send({"token": token, "seen": 0})
    socket.receive()
    return socket


def token_of(browser, name):
    status, answer = browser.post("/api/account/tokens", name=name, scopes=["read", "play"])
    assert status == 200, answer
    return answer["token"]


def what_ends_here_ends_there(here, there):
    ann = Browser(here)
    guest = ann.post("/api/guest", name="Ann")[1]["token"]
    as_guest = Client(there)
    as_guest.token = guest
    game = as_guest.make(**TWO)
    ann.token = guest
    ann.sign_up("Ann")
    assert wait_for(lambda: as_guest.call("GET", "/api/games/mine")[0] == 401, SOON), "a guest's token after there is an account"

    tokens = {name: token_of(ann, name) for name in ("kept", "ended")}
    people = {name: Client(there) for name in tokens}
    for name, token in tokens.items():
        people[name].token = token
    sockets = {name: connect(there, game, token) for name, token in tokens.items()}
    assert all(map(is_open, sockets.values()))
    listed = {one["name"]: one for one in ann.account()["tokens"]}
    assert ann.post("/api/account/tokens/end", token=listed["ended"]["id"])[0] == 200
    assert wait_for(lambda: people["ended"].call("GET", "/api/games/mine")[0] == 401, SOON), "a token that was ended"
    assert wait_for(lambda: not is_open(sockets["ended"]), SOON), "a connection of a token that was ended"
    assert is_open(sockets["kept"]) and people["kept"].call("GET", "/api/games/mine")[0] == 200

    other = Browser(there)
    assert other.sign_in("Ann")[0] == 200 and other.account()
    assert ann.post("/api/account/password", password=PASSWORD, new="another password")[0] == 200
    assert wait_for(lambda: browser_at(there, other.cookie).account() is None, SOON), "a session after the password was changed"
    assert browser_at(there, ann.cookie).account(), "one's own session"


def what_the_house_decides_holds_everywhere(database, here, there):
    ann, ben = Client(here, "Loud"), Client(there, "Ben")
    game = ann.make(**TWO)
    player = ann.call("POST", "/api/guest", {"name": "Loud"})[1]["player"]
    loud = Client(there)
    loud.token = ann.token
    assert loud.ask(game, do="sit").get("ok") and loud.ask(game, do="say", text="one").get("ok")
    subprocess.run([PROGRAM, "admin", "mute", player, "--data", database.tcp], check=True, stdout=subprocess.DEVNULL)
    for who in (ann, loud):
        assert wait_for(lambda: who.ask(game, do="say", text="two").get("error") == "muted", SOON), who.server.port
    assert ben.ask(game, do="sit").get("ok")


def main():
    database = Postgres()
    with database, Node(database.tcp).start() as here, Node(database.tcp).start() as there:
        what_ends_here_ends_there(here, there)
        what_the_house_decides_holds_everywhere(database, here, there)
    return 0


if __name__ == "__main__":
    sys.exit(main())
