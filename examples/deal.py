#!/usr/bin/env python3
"""Recompute a deal from a map file and a seed, with nothing but Python's own library.

    deal.py maps/europe.json 3 00112233... [FIRST]

prints the line with the deal in a record of that game. docs/randomness.md says the same
in words; tests/cli/deal.py compares this with the engine.
"""
import argparse
import json
import sys

MASK, FIRST, CARDS, PASSENGERS, TICKETS, LATER = 0xFFFFFFFF, 0, 1, 2, 3, 16


def block(seed, counter, stream):
    """One ChaCha8 block: 64 bytes."""
    words = [int.from_bytes(part, "little") for part in
             [b"expa", b"nd 3", b"2-by", b"te k"] + [seed[i:i + 4] for i in range(0, 32, 4)]]
    words += [counter, stream, 0, 0]
    x = words[:]

    def quarter(a, b, c, d):
        for to, add, mix, bits in (a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7):
            x[to] = (x[to] + x[add]) & MASK
            x[mix] ^= x[to]
            x[mix] = (x[mix] << bits | x[mix] >> (32 - bits)) & MASK

    for _ in range(4):  # eight rounds, two at a time
        for i in range(4):
            quarter(i, i + 4, i + 8, i + 12)
        for i in range(4):
            quarter(i, (i + 1) % 4 + 4, (i + 2) % 4 + 8, (i + 3) % 4 + 12)
    return b"".join(((a + b) & MASK).to_bytes(4, "little") for a, b in zip(x, words))


def numbers(seed, stream):
    """The stream as 16-bit numbers."""
    counter = 0
    while True:
        data = block(seed, counter, stream)
        yield from (int.from_bytes(data[i:i + 2], "little") for i in range(0, 64, 2))
        counter += 1


def below(source, n):
    """A number below n, each equally likely: unfair products are thrown away."""
    while (product := next(source) * n) & 0xFFFF < 65536 % n:
        pass
    return product >> 16


def shuffle(items, seed, stream):
    source = numbers(seed, stream)
    for i in range(len(items) - 1, 0, -1):
        j = below(source, i + 1)
        items[i], items[j] = items[j], items[i]
    return items  # its last is the top


def deal_cards(board, seats, seed):
    """Hands, every card turned up for the display, and the pile that is left."""
    counts = {kind: n for kind, n in board["cards"].items() if kind != "wild"}
    counts["wild"] = board["cards"]["wild"]
    kinds = list(counts)
    pile = shuffle([kind for kind in kinds for _ in range(counts[kind])], seed, CARDS)
    discards, shuffles = [], 0

    def draw():
        nonlocal pile, shuffles
        card = pile.pop()
        if not pile and discards:
            pile = shuffle(sorted(discards, key=kinds.index), seed, LATER + shuffles)
            discards.clear()
            shuffles += 1
        return card

    hands = [[draw() for _ in range(board["hand"])] for _ in range(seats)]
    up = [draw() for _ in range(5)]
    plain = sum(counts.values()) - counts["wild"]
    plain -= sum(card != "wild" for hand in hands for card in hand)
    for _ in range(10):
        if up[-5:].count("wild") < 3 or not pile or plain < 3:
            break
        discards += up[-5:]
        up += [draw() for _ in range(5)]
    return hands, up, pile


def deal(board, seats, seed, first=None):
    if first is None:
        first = below(numbers(seed, FIRST), seats)
    hands, up, pile = deal_cards(board, seats, seed)
    event = {"hands": hands, "up": up}
    if "deal" in board["opening"]:
        decks = {}
        for number, deck in enumerate(board["decks"]):
            names = ["/".join(sorted(ticket["between"])) for ticket in board["tickets"]
                     if ticket["deck"] == deck["id"]]
            decks[deck["id"]] = shuffle(names, seed, TICKETS + number)
        event["offers"] = [[decks[deck].pop() for deck in decks
                            for _ in range(board["opening"]["deal"].get(deck, 0))]
                           for _ in range(seats)]
    if "passengers" in board["mechanics"]:
        colours = board["mechanics"]["passengers"]["colours"]
        bag = shuffle([colour for colour in colours for _ in range(colours[colour])],
                      seed, PASSENGERS)
        order = list(colours).index
        event["passengers"] = {
            place["id"]: sorted((bag.pop() for _ in range(place["passengers"])), key=order)
            for place in board["locations"] if place.get("passengers")}
    return first, {"deal": event}, pile


def seed(text):
    if len(text) != 64:
        raise ValueError
    return bytes.fromhex(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("map", type=argparse.FileType(encoding="utf-8"), help="its file")
    parser.add_argument("seats", type=int, help="how many play")
    parser.add_argument("seed", type=seed, help="64 hex digits")
    parser.add_argument("first", type=int, nargs="?", help="who begins, if not by chance")
    asked = parser.parse_args()
    board = json.load(asked.map)
    fewest, most = board["players"]
    if not fewest <= asked.seats <= most:
        parser.error(f"this map is for {fewest} to {most} players")
    if asked.first is not None and not 0 <= asked.first < asked.seats:
        parser.error(f"seats are 0 to {asked.seats - 1}")
    first, line, _ = deal(board, asked.seats, asked.seed, asked.first)
    print(f"seat {first} begins", file=sys.stderr)
    print(json.dumps(line, separators=(",", ":")))


if __name__ == "__main__":
    main()
