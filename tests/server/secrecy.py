#!/usr/bin/env python3
"""tests/server/secrecy.py PROGRAM - no message has a card, ticket or pile that is hidden from its receiver, and the log has none.

Whole games on all four maps, three people and a spectator. Every message is held against what the other seats know to be theirs:
each place where a card or ticket may stand is named below, with whose it must be, and everywhere else none may stand. Nothing that the shuffles are made
of comes before its time. The log, at its most talkative, has no token, name, chat, move, card, ticket or secret in it.
"""
# SPDX-License-Identifier: MIT
import json
import os
import random
import re
import secrets
import sys

import wire
from wire import Server, WebSocket, check, equal

SEATS = 3
MAPS = os.path.join(os.path.dirname(__file__), "../../maps")
NAMES = ["Zebedee", "Quintilla", "Wolframina"]
CHAT = "perspicacious pelicans"
RUNNING = {"event", "at", "what", "did", "view", "moves", "table", "fair", "seat", "name", "text", "state", "you", "map", "map_hash", "seats", "first", "clock",
           "delay", "listed", "takeover", "players", "stage", "id", "ok", "tickets", "scores",
           "level", "patience", "talk", "host"}


class Map:
    def __init__(self, name):
        with open(f"{MAPS}/{name}.json", encoding="utf-8") as file:
            data = json.load(file)
        self.cards = set(data["cards"])
        self.tickets = {"/".join(ticket["between"]) for ticket in data["tickets"]}
        routes = {"/".join(route["between"]) for route in data["routes"]}
        self.only_tickets = self.tickets - routes - {"/".join(reversed(r.split("/"))) for r in routes}


def strings(value, path=""):
    """Every string of a message, keys included, with the path to it."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield path, key
            yield from strings(item, path + "." + key)
    elif isinstance(value, list):
        for i, item in enumerate(value):
            yield from strings(item, f"{path}[{i}]")
    elif isinstance(value, str):
        yield path, value


class Scan:
    """What one of those around the table has been sent."""

    def __init__(self, on_map, seat):
        self.map, self.seat, self.known, self.messages = on_map, seat, set(), 0

    def learn(self, view, did):
        """Tickets that this seat may know: its own, those on offer to it, those it drew."""
        if self.seat is None:
            return
        pending = view.get("pending") or {}
        offers = [view["tickets"][self.seat]]
        offers.append((pending.get("offers") or [None] * SEATS)[self.seat] or [])
        offers.append(pending.get("offer") if view["turn"] == self.seat and isinstance(pending.get("offer"), list) else [])
        for offer in offers:
            self.known.update(offer)
        if did and did.get("seat") == self.seat and isinstance(did.get("drew"), list):
            self.known.update(did["drew"])

    def check_view(self, view):
        mine = self.seat
        for key in ("hands", "tickets"):
            for seat, entry in enumerate(view[key]):
                check(isinstance(entry, int) == (seat != mine), key, seat, mine, entry)
        check(isinstance(view["pile"], int), "the pile", view["pile"])
        check(all(isinstance(count, int) for count in view["decks"].values()), view["decks"])
        pending = view.get("pending") or {}
        for seat, offer in enumerate(pending.get("offers", [])):
            check(seat == mine or offer is None or isinstance(offer, int), "offers", pending)
        check(not isinstance(pending.get("offer"), list) or view["turn"] == mine, "offer", pending)

    def check_did(self, did):
        if did["seat"] == self.seat:
            return
        check("drew" not in did, "what another drew", did)
        check(not did["move"].startswith("keep ") or did["move"] == "keep", "what another kept", did)

    # Where cards may stand, and tickets; {me} is the number of one's own seat.
    CARDS = (r"(\.table)?\.view\.(discards|display\[\d+\]|passengers\.[^.]+|taken\[\d\]|seen\.cards\[\d\]|hands\[{me}\]|pending\.revealed\[\d\])",
             r"\.did\.(up|reveal)\[\d+\]", r"\.did\.drew")
    TICKETS = (r"(\.table)?\.view\.(tickets\[{me}\]\[\d+\]|pending\.offers\[{me}\]\[\d+\]|pending\.offer\[\d+\]|seen\.(returned|shuffled)|routes|pending\.route)",
               r"\.did\.drew\[\d+\]", r"\.tickets\[\d+\]\.(ticket|way\[\d+\])")

    def message(self, text):
        received = json.loads(text)
        self.messages += 1
        state = received.get("table") if isinstance(received.get("table"), dict) else received
        if "end" in state or state.get("stage") == "over":
            return
        check(set(received) <= RUNNING and set(state) <= RUNNING, "a new key: is it secret?", set(received) - RUNNING, set(state) - RUNNING)
        view, did = state.get("view"), received.get("did")
        if view:
            self.learn(view, did)
            self.check_view(view)
        if did:
            self.check_did(did)
        me = self.seat if self.seat is not None else "none"
        for path, value in strings(received):
            if value in self.map.cards and not path.startswith((".moves", ".table.moves")):
                check(any(re.fullmatch(p.format(me=me), path) for p in self.CARDS), "a card at", path, value, self.seat)
            if value in self.map.tickets:
                check(any(re.fullmatch(p.format(me=me), path) for p in self.TICKETS), "a ticket at", path, value, self.seat)
        for ticket in self.map.only_tickets - self.known:
            check(f'"{ticket}"' not in text and f" {ticket}" not in text and f",{ticket}" not in text, "an unknown ticket", ticket, text)


class Person:
    def __init__(self, server, game, token, scan):
        self.ws, self.scan, self.texts, self.offered, self.over = WebSocket(server, f"/api/games/{game}/ws"), scan, [], None, False
        self.event = 0
        self.ws.send({"token": token, "seen": 0})

    def read(self):
        opcode, data = self.ws.read_frame()
        if opcode == 9:  # a ping: this one has been waiting for the others
            self.ws.send(data, opcode=10)
            return self.read()
        equal(opcode, 1)
        text = data.decode()
        self.texts.append(text)
        self.scan.message(text)
        received = json.loads(text)
        state = received["table"] if isinstance(received.get("table"), dict) else received
        if "view" in state:
            self.offered = (state.get("state", state.get("event")), state["moves"]) if state.get("moves") else None
        self.event = max(self.event, state.get("event", 0))
        self.over |= "end" in state
        return received

    def until(self, event):
        while self.event < event:
            self.read()

    def ask(self, **what):
        self.ws.send({"id": 5, **what})
        while True:
            received = self.read()
            if received.get("id") == 5:
                check(received.get("ok"), received)
                return received


def play(server, map_id, rng):
    on_map = Map(map_id)
    tokens = [server.guest(name) for name in NAMES] + [None]
    made = server.http("POST", "/api/games", {"map": map_id, "seats": ["human"] * SEATS, "listed": True}, tokens[0]).json()
    nonces = [secrets.token_hex(32) for _ in range(SEATS)]
    people = [Person(server, made["game"], tokens[i], Scan(on_map, i if i < SEATS else None)) for i in range(SEATS + 1)]
    event = 1
    for seat in range(SEATS):
        for nonce in nonces[:seat]:
            check(not any(nonce in text for person in people for text in person.texts), "a nonce before all are given")
        event = people[seat].ask(do="sit", seat=seat, name=NAMES[seat], nonce=nonces[seat])["event"]
        for person in people:
            person.until(event)
    while not people[0].over:
        for person in people[:SEATS]:
            while person.offered and not person.over:
                state, moves = person.offered
                person.offered = None
                claims = [move for move in moves if move.startswith(("claim", "station"))]
                move = rng.choice(claims if claims and rng.random() < 0.6 else moves)
                event = person.ask(do="move", state=state, move=move)["event"]
                if rng.random() < 0.05:
                    person.ask(do="advise")
                    event = person.ask(do="say", text=CHAT)["event"]
                for other in people:
                    other.until(event)
    record = server.http("GET", f"/api/games/{made['game']}/record").body.decode()
    header = json.loads(record.splitlines()[0])
    for person in people:
        for text in person.texts:
            if '"end":' not in text:
                check(header["fair"]["secret"] not in text and header["seed"] not in text, "a secret before its time")
        person.ws.close()
    received = [token for token in tokens if token] + nonces + [header["seed"], header["fair"]["secret"], header["fair"]["commitment"]]
    return received, on_map, sum(person.scan.messages for person in people), event


def main():
    rng = random.Random(4)
    hidden, maps = [], []
    with Server("--log-level", "debug", "--requests-per-second", "100000", "--burst", "100000", first=["serve"]) as server:
        for map_id in open(os.path.join(MAPS, "built-in.txt")).read().split():
            received, on_map, messages, events = play(server, map_id, rng)
            hidden, maps = hidden + received, maps + [on_map]
            print("%s: %d events, %d messages, none has what is hidden" % (map_id, events, messages))
        log = server.logged()
    check(log.count("event=request") > 10, "the log is empty", log)
    for text in hidden + NAMES + [CHAT]:
        check(text not in log, "in the log", text)
    for word in {"claim", "draw", "keep", "tickets", "station", "pile"}.union(*(m.cards | m.tickets for m in maps)):
        check(not re.search(r"(?<![\w/-])%s(?![\w/-])" % re.escape(word), log), "in the log", word)
    print("%d lines of log, none has a secret" % log.count("\n"))


if __name__ == "__main__":
    main()
