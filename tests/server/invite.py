#!/usr/bin/python3
"""tests/server/invite.py PROGRAM SOURCE - what a link to a game shows to those who show links: the board, and nothing secret."""
# SPDX-License-Identifier: MIT
import http.client
import os
import re
import struct
import sys
import tempfile

from client import Client, Server, free_file

PROGRAM, MAPS = sys.argv[1], os.path.join(sys.argv[2], "maps")


def get(server, path, **headers):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    connection.request("GET", path, headers=headers)
    response = connection.getresponse()
    body = response.read()
    connection.close()
    return response.status, dict(response.getheaders()), body


def tags(page):
    return dict(re.findall(r'<meta property="og:([a-z_:]+)" content="([^"]*)">', page.decode()))


def names_the_board_and_its_picture(server):
    ann = Client(server, "Ann of the red house")
    for board, name in (("europe", "Europe"), ("new-york", "New York")):
        game = ann.make(map=board, seats=["human", "human", "bot:easy"])
        status, headers, page = get(server, "/g/" + game, Host="linea.test:8080")
        found = tags(page)
        assert (status, headers["Content-Type"], headers["Cache-Control"]) == (200, "text/html; charset=utf-8", "no-cache")
        assert found["title"] == name + ", a game for 3 players", found
        assert found["image"].startswith("http://linea.test:8080/"), found
        kind, _, picture = get(server, found["image"][len("http://linea.test:8080"):])
        if "image:width" in found:  # a program without the page has no pictures of boards
            assert kind == 200 and struct.unpack(">II", picture[16:24]) == (int(found["image:width"]), int(found["image:height"]))
    secure = get(server, "/g/" + game, **{"Host": "linea.test", "X-Forwarded-Proto": "https", "X-Forwarded-For": "198.51.100.7"})[2]
    assert tags(secure)["image"].startswith("https://linea.test/"), "what the proxy says of itself"


def says_nothing_of_players_or_of_the_game(server):
    ann, bob = Client(server, "Ann of the red house"), Client(server, "Bob")
    before = {}
    for step in range(3):
        for board in ("london", "london"):
            game = before.setdefault(board, ann.make(map=board, seats=["human", "human"]))
        if step > 0:
            who = ann if step == 1 else bob
            assert "error" not in who.ask(game, do="sit", nonce="%064d" % step)
        page = get(server, "/g/" + game, Host="linea.test")[2]
        assert page == before.setdefault("page", page), "it changes with the game"
        assert b"red house" not in page and b"Bob" not in page
    assert ann.look(game)["stage"] == "running"


def a_number_without_a_game_is_the_page_as_it_is(server):
    plain = get(server, "/")[2]
    for path in ("/g/0123456789abcdef", "/g/0000000000000000", "/g/x", "/g/0123456789ABCDEFF"):
        status, _, page = get(server, path, Host="linea.test")
        assert (status, page) == (200, plain), path


def a_host_that_is_none_stands_nowhere(server):
    game = Client(server, "Ann").make(map="europe", seats=["human", "human"])
    for host in ('x"><script>', "a b", "x/y", "x'y"):
        page = get(server, "/g/" + game, Host=host)[2]
        assert host.encode() not in page and "image" not in tags(page), host
    page = get(server, "/g/" + game, Host="linea.test")[2]
    assert page.decode().count("<title>") == 1 and tags(page)["image"]


def a_map_of_ones_own_is_named_safely(folder):
    path = os.path.join(folder, "own.json")
    with open(os.path.join(MAPS, "test", "square.json"), encoding="utf-8") as file:
        text = file.read()
    with open(path, "w", encoding="utf-8") as out:
        out.write(re.sub(r'"name": ?(\{[^}]*\})', '"name": {"en": "<b>\\\\"Q&A\\\\""}', text, count=1))
    server = Server(PROGRAM, free_file(folder, "own.db"), "--maps", path)
    server.start()
    game = Client(server, "Ann").make(map="square", seats=["human", "human"])
    page = get(server, "/g/" + game, Host="linea.test")[2]
    assert tags(page)["title"] == "&lt;b&gt;&quot;Q&amp;A&quot;, a game for 2 players", tags(page)
    assert tags(page)["image"] == "http://linea.test/icon-512.png"
    server.stop()


def main():
    with tempfile.TemporaryDirectory() as folder:
        server = Server(PROGRAM, free_file(folder), "--proxy")
        server.start()
        names_the_board_and_its_picture(server)
        says_nothing_of_players_or_of_the_game(server)
        a_number_without_a_game_is_the_page_as_it_is(server)
        a_host_that_is_none_stands_nowhere(server)
        server.stop()
        a_map_of_ones_own_is_named_safely(folder)


main()
