#!/usr/bin/env python3
"""A player for Linea that is a program of its own: docs/bots.md says how to write one.

    linea sim --map europe --seats "cmd:python3 examples/bot.py,random" --games 100

It collects cards, claims the longest route that it can pay, and looks at nothing but its
own hand. It remembers nothing: each line has everything that its seat may know.

SPDX-License-Identifier: MIT
"""
import json
import sys


def cards(move):
    """The cards of a move, "claim paris/zurich red:2,wild:1": {"red": 2, "wild": 1}."""
    parts = (part.split(":") for part in move.split()[-1].split(","))
    return {kind: int(count) for kind, count in parts}


def choose(view, moves):
    """One of the moves; they are all legal."""
    hand = view["hands"][view["turn"]]
    by_verb = {}
    for move in moves:
        by_verb.setdefault(move.split()[0], []).append(move)

    def length(move):  # the longest, and then the one with the fewest wilds
        return sum(cards(move).values()), -cards(move).get("wild", 0)

    def wealth(move):  # the colour of which there is most in hand
        return hand.get(move.split()[1], 0)

    claim = max(by_verb.get("claim", []), key=length, default=None)
    if claim and (length(claim)[0] >= 3 or sum(hand.values()) >= 10):
        return claim
    if "draw" in by_verb:
        return max(by_verb["draw"], key=wealth)
    if claim:
        return claim
    if "pay" in by_verb:
        return min(by_verb["pay"], key=lambda move: cards(move).get("wild", 0))
    if "keep" in by_verb:  # as few tickets as may be
        return min(by_verb["keep"], key=lambda move: move.count(","))
    if "take" in by_verb:  # as many passengers as may be
        return max(by_verb["take"], key=lambda move: move.count(":"))
    return moves[0]


for line in sys.stdin:
    question = json.loads(line)
    answer = choose(question["view"], question["moves"])
    print(json.dumps({"move": answer}), flush=True)
