#!/usr/bin/env python3
"""A bot that plays on a Linea server over HTTP: `online_bot.py http://127.0.0.1:8080 GAME`.

It takes an open seat of a game, follows the game's stream of events (one JSON object a line) and answers with a move whenever
the stream offers it some. Standard library only; docs/protocol.md describes the messages. Moves are chosen by `choose`: put
something better there.
"""
# SPDX-License-Identifier: MIT
import json
import secrets
import sys
import urllib.request


def call(server, path, token=None, body=None):
    """One request; the stream of its answer."""
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = "Bearer " + token
    data = None if body is None else json.dumps(body).encode()
    return urllib.request.urlopen(urllib.request.Request(server + path, data, headers))


def choose(moves):
    """Claim what can be claimed, else draw, else whatever is there."""
    for wanted in ("claim", "draw pile", "draw"):
        for move in moves:
            if move.startswith(wanted):
                return move
    return moves[0]


def main():
    server, game = sys.argv[1].rstrip("/"), sys.argv[2]
    token = json.load(call(server, "/api/guest", body={"name": "online_bot"}))["token"]
    ask = lambda **request: json.load(call(server, "/api/games/%s/request" % game, token, {"id": 1, **request}))
    seat = ask(do="sit", name="online_bot", nonce=secrets.token_hex(32))
    if "error" in seat:
        sys.exit(seat["message"])
    for line in call(server, "/api/games/%s/stream" % game, token):
        if not line.strip():
            continue  # a sign of life
        told = json.loads(line)
        state = told.get("table") or told
        if state.get("moves"):
            ask(do="move", state=state.get("state", state["event"]), move=choose(state["moves"]))
        if "end" in state:
            print(json.dumps(state["end"]))
            return


if __name__ == "__main__":
    main()
