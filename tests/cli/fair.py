#!/usr/bin/env python3
"""`linea replay --fair` and examples/fair.py take games whose cards nobody chose, and name
what was tampered with: fair.py PROGRAM SOURCE.

Records are made here, with Python's SHA-256, from what `linea engine` plays. Whatever is
changed, the record must still be one that the rules allow: plain `replay` takes it.
"""
import copy
import hashlib
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

program, source = sys.argv[1], pathlib.Path(sys.argv[2])
example = source / "examples/fair.py"
everything = source / "maps/test/everything.json"
work = tempfile.TemporaryDirectory()
record = pathlib.Path(work.name) / "record.jsonl"


def sha(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def fair_of(number, seats, bots=(1,), first=None):
    """The key of a header, and the seed that belongs to it."""
    secret = sha(b"secret", bytes([number]))
    nonces = [None if seat in bots else sha(b"nonce", bytes([number, seat]))
              for seat in range(seats)]
    nonces_given = b"".join(bytes([seat, 0]) if nonce is None else bytes([seat, 1]) + nonce
                    for seat, nonce in enumerate(nonces))
    named = b"" if first is None else bytes([first])
    seed = sha(b"linea fair seed 1\0", secret, bytes([seats]), nonces_given, named)
    fair = {"commitment": sha(b"linea fair commitment 1\0", secret).hex(),
            "secret": secret.hex(),
            "nonces": [nonce and nonce.hex() for nonce in nonces]}
    return fair if first is None else {**fair, "first": first}, seed.hex()


def play(board, number, seats, first=None):
    """The lines of a fair game, played at random but for the kind of move."""
    engine = subprocess.Popen([program, "engine", "--map", str(everything)], text=True,
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(**question):
        print(json.dumps(question), file=engine.stdin, flush=True)
        return json.loads(engine.stdout.readline())

    fair, seed = fair_of(number, seats, first=first)
    chance = random.Random(number)
    ask(do="new", map=board, seats=seats, seed=seed, **({} if first is None else {"first": first}))
    while moves := ask(do="legal")["moves"]:
        kind = chance.choice(sorted({move.split()[0] for move in moves}))
        ask(do="play", move=chance.choice([m for m in moves if m.split()[0] == kind]))
    lines = ask(do="record")["lines"]
    engine.stdin.close()
    engine.wait()
    lines = [json.loads(line) if isinstance(line, str) else line for line in lines]
    lines[0]["fair"] = fair
    return lines


def run(lines, *command):
    """The exit code and all that was said of a record."""
    record.write_text("".join(json.dumps(line) + "\n" for line in lines))
    done = subprocess.run([*map(str, command), str(record)], text=True, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.returncode, done.stdout


def replay(lines, *options):
    return run(lines, program, "replay", "--map", everything, *options)


def stranger(lines, *options):
    map_option = ("--map", everything) if lines[0]["map"] == "everything" else ()
    return run(lines, sys.executable, example, *map_option, *options)


def expect(found, code, pattern):
    if found[0] != code or not re.search(pattern, found[1]):
        sys.exit(f"exit {code} and {pattern!r} were expected:\n{found}")


def unfair(lines, number, pattern, rules_allow=True):
    """The check names that line; the rules alone have nothing against it."""
    if rules_allow:
        expect(replay(lines), 0, "every line is right")
    expect(replay(lines, "--fair"), 1, rf"(?m)^{record}:{number}: .*{pattern}")


games = {board: play(board, number, seats) for number, (board, seats) in enumerate(
    [("new-york", 2), ("london", 4), ("germany", 3), ("europe", 5), ("everything", 3)])}
for board, lines in games.items():
    seats = len(lines[0]["seats"])
    expect(replay(lines, "--fair"), 0,
           f"nonces from {seats - 1} of {seats} seats\n.*1 game replayed.*secrets and nonces")
    expect(stranger(lines), 0, "commitment, seed and deal are right; nonces from seats 0")
    answer = json.loads(replay(lines, "--fair", "--json")[1])
    if answer["nonces"] != seats - 1 or not answer["over"]:
        sys.exit(f"--json says {answer}")

# The header.
good = games["europe"]


def with_header(change, lines=good):
    lines = copy.deepcopy(lines)
    change(lines[0])
    return lines


def other(text):
    return ("1" if text[0] == "0" else "0") + text[1:]


def set_fair(key, value):
    return lambda header: header["fair"].__setitem__(key, value)


HEADERS = [
    (lambda h: h.pop("fair"), 'the header has no "fair"'),
    (set_fair("commitment", other(good[0]["fair"]["commitment"])), "the commitment is not"),
    (set_fair("secret", other(good[0]["fair"]["secret"])), "the commitment is not"),
    (set_fair("nonces", [other(good[0]["fair"]["nonces"][0]), *good[0]["fair"]["nonces"][1:]]),
     "the seed is not the hash"),
    (set_fair("nonces", [None, *good[0]["fair"]["nonces"][1:]]), "the seed is not the hash"),
    (set_fair("nonces", good[0]["fair"]["nonces"][::-1]), "the seed is not the hash"),
    (lambda h: h.update(seed=other(h["seed"])), "the seed is not the hash"),
]
for change, message in HEADERS:
    unfair(with_header(change), 1, message)
    expect(stranger(with_header(change)), 1, message)
begins = with_header(lambda h: h.update(first=(h["first"] + 1) % 5))[:2]
unfair(begins, 1, "begins, by the seed it is seat")
expect(stranger(begins), 1, "begins, by the seed it is seat")

# A seat that was named to begin is a part of the seed: it can neither be named afterwards nor be denied.
for first in range(3):
    lines = play("london", 9, 3, first)
    expect(replay(lines, "--fair"), 0, "nonces from 2 of 3 seats")
    expect(stranger(lines, "--first", str(first)), 0, "are right")
    expect(stranger(lines, "--first", "chance"), 1, "not decided as you were shown")
    expect(stranger(lines, "--first", str((first + 1) % 3)), 1, "not decided as you were shown")
    for change in (lambda h: h["fair"].pop("first"), lambda h: h["fair"].update(first=(first + 1) % 3)):
        unfair(with_header(change, lines), 1, "the seed is not the hash")
        expect(stranger(with_header(change, lines)), 1, "the seed is not the hash")
    begins = with_header(lambda h: h.update(first=(first + 1) % 3), lines)[:2]
    unfair(begins, 1, f"seat {(first + 1) % 3} begins, named was seat {first}")
    expect(stranger(begins), 1, "begins, named was seat")
unfair(with_header(set_fair("first", good[0]["first"])), 1, "the seed is not the hash")
expect(stranger(good, "--first", "chance"), 0, "are right")

# A header of another shape is no record at all.
for key, value in (("commitment", "12"), ("secret", None), ("nonces", [None]), ("first", 5), ("first", "0")):
    broken = with_header(set_fair(key, value))
    unfair(broken, 1, f'"{key}" in "fair" needs', rules_allow=False)
    expect(replay(broken), 1, f'"{key}" in "fair" needs')


# Chance: the record up to the line that was changed, an unfinished game.
def changed(board, matches, change):
    for number, line in enumerate(games[board]):
        if matches(line):
            lines = copy.deepcopy(games[board][:number + 1])
            change(lines[number])
            return lines, number + 1
    sys.exit(f"the game on {board} has no such line")


def reverse(key):
    return lambda line: line["deal"][key].reverse()


def to_colour(value):
    """Another card, of a colour that every map here has."""
    return "green" if value != "green" else "blue"


def exchange_passengers(line):
    dealt = line["deal"]["passengers"]
    places = list(dealt)
    there = next(place for place in places if sorted(dealt[place]) != sorted(dealt[places[0]])
                 and len(dealt[place]) == len(dealt[places[0]]))
    dealt[places[0]], dealt[there] = dealt[there], dealt[places[0]]


def draws_card(line):
    return isinstance(line.get("drew"), str)


def draws_tickets(line):
    return isinstance(line.get("drew"), list) and len(line["drew"]) > 1


CHANCE = [
    ("europe", lambda l: "deal" in l, reverse("hands"), "dealt to seat [01]: .*by the seed"),
    ("europe", lambda l: "deal" in l, reverse("up"), "turned up by the deal: "),
    ("europe", lambda l: "deal" in l, reverse("offers"), "offered to seat 0: "),
    ("germany", lambda l: "deal" in l, exchange_passengers, "other passengers stand at "),
    ("london", draws_card, lambda l: l.update(drew=to_colour(l["drew"])), "drawn: "),
    ("london", lambda l: len(l.get("up", [])) == 1,
     lambda l: l.update(up=[to_colour(l["up"][0])]), "turned up: "),
    ("europe", lambda l: l.get("reveal"),
     lambda l: l["reveal"].__setitem__(0, to_colour(l["reveal"][0])), "turned up: "),
    ("europe", draws_tickets, lambda l: l["drew"].reverse(), "ticket drawn: "),
    ("new-york", draws_tickets, lambda l: l["drew"].reverse(), "ticket drawn: "),
]
for board, matches, change, message in CHANCE:
    lines, number = changed(board, matches, change)
    unfair(lines, number, message)
    if number == 2:
        expect(stranger(lines), 1, "of the deal are not those of the seed")

# Of several games the first wrong one is named, by its line in the file.
both = games["new-york"] + good
expect(replay(both, "--fair", "--quiet"), 0, "2 games replayed")
expect(stranger(both), 0, "game 2: commitment")
unfair(games["new-york"] + with_header(HEADERS[0][0]), len(games["new-york"]) + 1, '"fair"')
lines, number = changed("london", draws_card, CHANCE[4][2])
unfair(good + lines, len(good) + number, "drawn: ")

# What a client remembers.
mine = good[0]["fair"]
expect(stranger(good, "--commitment", mine["commitment"], "--nonce", "0:" + mine["nonces"][0]),
       0, "are right")
expect(stranger(good, "--commitment", other(mine["commitment"])), 1, "you were shown")
expect(stranger(good, "--nonce", "0:" + other(mine["nonces"][0])), 1, "is not yours")
expect(stranger(good, "--nonce", "1:" + mine["nonces"][0]), 1, "is not yours")

# The worked example of the documentation is a record that both programs take.
text = (source / "docs/fairness.md").read_text(encoding="utf-8")
worked = [json.loads(line) for line in text.splitlines() if re.match(r'\{"(linea|deal)"', line)]
if len(worked) != 2:
    sys.exit("docs/fairness.md has no worked example")
expect(replay(worked, "--fair"), 0, "1 unfinished")
expect(stranger(worked), 0, "seats 0, 2")
if any(text.count(value) < 2 for value in (worked[0]["seed"], worked[0]["fair"]["commitment"])):
    sys.exit("docs/fairness.md works out something else than it shows")

print(f"{len(games)} games are fair, {len(HEADERS) + len(CHANCE) + 3} tamperings are named")
