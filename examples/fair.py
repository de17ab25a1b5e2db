#!/usr/bin/env python3
"""Check that nobody chose the cards of a recorded game, with Python's own library alone.

    fair.py games.jsonl [--map FILE] [--commitment HEX] [--first SEAT] [--nonce SEAT:HEX] [--seals HEX,HEX,-]

Of each game: the commitment is one to the secret, each nonce is the one that was sealed
for its seat, the seed is the hash of all of them, and who begins and the deal follow from
the seed. With --commitment, --first, --nonce and --seals, also that they are in it: what
your client was shown before the deal, and what it answered. docs/fairness.md says the same in words; `linea replay --fair` checks every
move too. Maps are read from maps/ID.json beside this folder, or from --map.
"""
import argparse
import hashlib
import json
import pathlib
import sys

sys.dont_write_bytecode = True
import deal  # noqa: E402

MAPS = pathlib.Path(__file__).resolve().parent.parent / "maps"


def commit(secret):
    return hashlib.sha256(b"linea fair commitment 1\0" + secret).digest()


def seal(commitment, seat, nonce):
    return hashlib.sha256(b"linea fair seal 1\0" + commitment + bytes([seat]) + nonce).digest()


def seed_of(secret, nonces, named=None, seals=None):
    """The seed; nonces and seals are 32 bytes, or None for a seat that gave none; named is who begins, if not chance."""
    seals = seals or [None] * len(nonces)
    data = (b"linea fair seed 2\0" if any(seals) else b"linea fair seed 1\0") + secret + bytes([len(nonces)])
    for seat, (nonce, sealed) in enumerate(zip(nonces, seals)):
        data += bytes([seat, (nonce is not None) + 2 * (sealed is not None)]) + (sealed or b"") + (nonce or b"")
    if named is not None:
        data += bytes([named])
    return hashlib.sha256(data).digest()


def from_hex(text):
    value = bytes.fromhex(text)
    if len(value) != 32:
        raise ValueError(f"64 hex digits are needed, not {text!r}")
    return value


def complaint(header, dealt, asked):
    """What is wrong with a game, or None."""
    if "fair" not in header:
        return 'the header has no "fair"'
    secret = from_hex(header["fair"]["secret"])
    commitment = from_hex(header["fair"]["commitment"])
    nonces = [nonce and from_hex(nonce) for nonce in header["fair"]["nonces"]]
    if len(nonces) != len(header["seats"]):
        return "there is not one nonce, or null, for each seat"
    seals = [sealed and from_hex(sealed) for sealed in header["fair"].get("seals", [None] * len(nonces))]
    if len(seals) != len(nonces):
        return "there is not one seal, or null, for each seat"
    if commit(secret) != commitment:
        return "the commitment is not to this secret"
    for seat, (nonce, sealed) in enumerate(zip(nonces, seals)):
        if nonce and not sealed and any(seals):
            return f"the nonce of seat {seat} was not sealed, where others were: it may have been chosen last"
        if nonce and sealed and seal(commitment, seat, nonce) != sealed:
            return f"the nonce of seat {seat} is not the one that was sealed for this seat"
    named = header["fair"].get("first")
    seed = seed_of(secret, nonces, named, seals)
    if seed != from_hex(header["seed"]):
        return "the seed is not the hash of the secret and the nonces"
    if asked.commitment and from_hex(asked.commitment) != commitment:
        return "the commitment is not the one that you were shown"
    if asked.first is not None and asked.first != ("chance" if named is None else str(named)):
        return "who begins was not decided as you were shown"
    if asked.seals and [None if one == "-" else from_hex(one) for one in asked.seals.split(",")] != seals:
        return "the seals are not those that you were shown"
    if asked.nonce:
        seat, _, mine = asked.nonce.partition(":")
        if nonces[int(seat)] != from_hex(mine):
            return f"the nonce of seat {seat} is not yours"
    path = asked.map or MAPS / f"{header['map']}.json"
    with open(path, encoding="utf-8") as file:
        first, line, _ = deal.deal(json.load(file), len(nonces), seed)
    if named is not None and named != header["first"]:
        return f"seat {header['first']} begins, named was seat {named}"
    if named is None and first != header["first"]:
        return f"seat {header['first']} begins, by the seed it is seat {first}"
    for what in line["deal"]:
        if line["deal"][what] != dealt.get("deal", {}).get(what):
            return f"the {what} of the deal are not those of the seed"
    return None


def who_took_part(fair):
    """Who gave a nonce, and how far that can be relied on."""
    nonces = fair["nonces"]
    seals = fair.get("seals", [None] * len(nonces))
    seats = lambda wanted: ", ".join(str(seat) for seat, both in enumerate(zip(nonces, seals)) if wanted(*both))
    gave, unsealed = seats(lambda nonce, _: nonce), seats(lambda nonce, sealed: nonce and not sealed)
    hidden = seats(lambda nonce, sealed: sealed and not nonce)
    return (f"nonces from {'seats ' + gave if gave else 'nobody: the host chose alone'}"
            + (f"; not sealed before: seats {unsealed}" if unsealed else "")
            + (f"; sealed and not revealed: seats {hidden}" if hidden else ""))


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("record")
    parser.add_argument("--map", metavar="FILE", help="the map file of the games")
    parser.add_argument("--commitment", metavar="HEX", help="what you were shown")
    parser.add_argument("--first", metavar="SEAT", help="who was to begin, or chance")
    parser.add_argument("--nonce", metavar="SEAT:HEX", help="what your seat gave")
    parser.add_argument("--seals", metavar="HEX,…", help="the seals that you were shown when all seats were taken, - for none")
    asked = parser.parse_args()
    with open(asked.record, encoding="utf-8") as file:
        lines = [json.loads(line) for line in file if line.strip()]
    games = 0
    for number, line in enumerate(lines):
        if "linea" not in line:
            continue
        games += 1
        wrong = complaint(line, (lines[number + 1:] or [{}])[0], asked)
        if wrong:
            sys.exit(f"game {games}: {wrong}")
        print(f"game {games}: commitment, seed and deal are right; {who_took_part(line['fair'])}")
    if not games:
        sys.exit("there is no game in it")


if __name__ == "__main__":
    main()
