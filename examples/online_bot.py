#!/usr/bin/env python3
"""A bot that plays on a Linea server over HTTP: `online_bot.py http://127.0.0.1:8080 GAME…`

It takes an open seat of each game, with a part of its own in the shuffles (docs/fairness.md), follows the stream of all its games (one JSON object a line: a game has begun, it is your
turn, it is over) and, when it is its turn, looks at the game and makes a move. Standard library only; docs/protocol.md describes the
messages. Moves are chosen by `choose`: put something better there.
"""
# SPDX-License-Identifier: MIT
import hashlib
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


def sit_down(ask, game):
    """Takes the first open seat. What it has sealed, and what it was shown, to compare the record with."""
    table = ask(game, do="look")["table"]
    seat = next((seat for seat, player in enumerate(table["players"]) if player["is"] == "open"), 0)
    nonce, commitment = secrets.token_bytes(32), bytes.fromhex(table["fair"]["commitment"])
    seal = hashlib.sha256(b"linea fair seal 1\0" + commitment + bytes([seat]) + nonce).hexdigest()
    answer = ask(game, do="sit", name="online_bot", seat=seat, seal=seal)
    if "error" in answer:
        sys.exit(answer["message"])
    return {"commitment": commitment.hex(), "seat": seat, "nonce": nonce.hex(), "seal": seal}


def reveal(ask, game, given):
    """Reveals the nonce when all have sealed theirs, if its own seal stands where it sits."""
    table = ask(game, do="look")["table"]
    if table["stage"] == "gathering":
        given["seals"] = table["fair"]["seals"]
        if table["fair"]["commitment"] != given["commitment"] or given["seals"][given["seat"]] != given["seal"]:
            sys.exit("the host has changed what was sealed")
        ask(game, do="reveal", nonce=given["nonce"])


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    server, games = sys.argv[1].rstrip("/"), sys.argv[2:]
    token = json.load(call(server, "/api/guest", body={"name": "online_bot"}))["token"]
    ask = lambda game, **request: json.load(call(server, "/api/games/%s/request" % game, token, {"id": 1, **request}))
    stream = call(server, "/api/stream", token)
    given = {game: sit_down(ask, game) for game in games}
    playing = set(games)
    while playing:
        line = stream.readline()
        if not line:
            sys.exit("the server has gone")
        if not line.strip():
            continue  # a sign of life
        news = json.loads(line)
        if news["what"] == "sealed":
            reveal(ask, news["game"], given[news["game"]])
        elif news["what"] == "turn":
            table = ask(news["game"], do="look")["table"]
            if table.get("moves"):
                ask(news["game"], do="move", state=table["state"], move=choose(table["moves"]))
        elif news["what"] == "over":
            print(json.dumps({"game": news["game"], **news["end"], "given": given[news["game"]]}))
            playing.discard(news["game"])


if __name__ == "__main__":
    main()
