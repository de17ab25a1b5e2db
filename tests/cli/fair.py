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


def seal_of(commitment, seat, nonce):
    return sha(b"linea fair seal 1\0", commitment, bytes([seat]), nonce)


def nonce_of(number, seat):
    return sha(b"nonce", bytes([number, seat]))


def seed_of(fair):
    """The seed that belongs to the key of a header."""
    seals = fair.get("seals") or [None] * len(fair["nonces"])
    parts = b"".join(bytes([seat, (nonce is not None) + 2 * (seal is not None)]) + bytes.fromhex(seal or "") + bytes.fromhex(nonce or "")
                     for seat, (nonce, seal) in enumerate(zip(fair["nonces"], seals)))
    named = bytes([fair["first"]]) if "first" in fair else b""
    return sha(b"linea fair seed 2\0" if any(seals) else b"linea fair seed 1\0", bytes.fromhex(fair["secret"]), bytes([len(seals)]), parts, named).hex()


def fair_of(number, seats, bots=(1,), first=None, sealed=()):
    """The key of a header; these seats have sealed their nonces."""
    secret = sha(b"secret", bytes([number]))
    commitment = sha(b"linea fair commitment 1\0", secret)
    nonces = [None if seat in bots else nonce_of(number, seat) for seat in range(seats)]
    fair = {"commitment": commitment.hex(), "secret": secret.hex(), "nonces": [nonce and nonce.hex() for nonce in nonces]}
    if sealed:
        fair["seals"] = [seal_of(commitment, seat, nonces[seat]).hex() if seat in sealed else None for seat in range(seats)]
    return fair if first is None else {**fair, "first": first}


def play(board, number, seats, first=None, fair=None):
    """The lines of a game as its seed deals it, played at random but for the kind of move."""
    engine = subprocess.Popen([program, "engine", "--map", str(everything)], text=True,
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(**question):
        print(json.dumps(question), file=engine.stdin, flush=True)
        return json.loads(engine.stdout.readline())

    fair = fair or fair_of(number, seats, first=first)
    chance = random.Random(number)
    ask(do="new", map=board, seats=seats, seed=seed_of(fair), **({} if first is None else {"first": first}))
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
           f"nonces from {seats - 1} of {seats} seats, {seats - 1} not sealed before\n.*1 game replayed.*secrets and nonces")
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

# Nonces that were sealed: a host that cheats deals by the rules, from the seed that its header gives.
honest = fair_of(11, 3, sealed=(0, 2))
seals = ",".join(seal or "-" for seal in honest["seals"])
mine = "0:" + honest["nonces"][0]
lines = play("london", 11, 3, fair=honest)
expect(replay(lines, "--fair"), 0, r"nonces from 2 of 3 seats\n")
expect(stranger(lines, "--seals", seals, "--nonce", mine), 0, r"nonces from seats 0, 2\n")
answer = json.loads(replay(lines, "--fair", "--json")[1])
if (answer["nonces"], answer["sealed"], answer["hidden"]) != (2, 2, []):
    sys.exit(f"--json says {answer}")
unfair(with_header(set_fair("seals", None), lines), 1, '"seals" in "fair" needs', rules_allow=False)
unfair(with_header(lambda h: h["fair"].pop("seals"), lines), 1, "the seed is not the hash")

CHEATS = [
    # It has seen the nonces, and then seats the players the other way round.
    ({"nonces": honest["nonces"][::-1], "seals": honest["seals"][::-1]}, "the nonce of seat 0 is not the one that was sealed for this seat"),
    # It refuses until it likes a nonce, which is another one then.
    ({"nonces": [nonce_of(99, 0).hex(), *honest["nonces"][1:]]}, "the nonce of seat 0 is not the one that was sealed for this seat"),
    # It takes another secret, for which the seals are not.
    ({key: fair_of(12, 3)[key] for key in ("commitment", "secret")}, "the nonce of seat 0 is not the one that was sealed for this seat"),
]
# A friend without a seal, who gives the nonce when the others are known.
CHEATS.append(({"seals": [honest["seals"][0], None, None]}, "the nonce of seat 2 was not sealed, where others were"))
for change, message in CHEATS:
    lines = play("london", 11, 3, fair={**honest, **change})[:2]
    unfair(lines, 1, message)
    expect(stranger(lines), 1, message)

# It says that a nonce did not come: the record says so, and the player knows better.
late = {**honest, "nonces": [None, *honest["nonces"][1:]]}
lines = play("london", 11, 3, fair=late)[:2]
expect(replay(lines, "--fair"), 0, "nonces from 1 of 3 seats, seat 0 did not reveal its own")
expect(stranger(lines), 0, "nonces from seats 2; sealed and not revealed: seats 0")
expect(stranger(lines, "--nonce", mine), 1, "the nonce of seat 0 is not yours")
# It forgets the seal as well, or all seals: players keep what they were shown.
for forgotten in ({"seals": [None, None, honest["seals"][2]]}, {"seals": [None] * 3}):
    lines = play("london", 11, 3, fair={**late, **forgotten})[:2]
    expect(stranger(lines, "--seals", seals), 1, "the seals are not those that you were shown")
    expect(stranger(lines, "--nonce", mine), 1, "the nonce of seat 0 is not yours")
# Where nonces were given in the old way both say that they were seen before they were bound.
expect(replay(good, "--fair"), 0, "nonces from 4 of 5 seats, 4 not sealed before")
expect(stranger(good), 0, "not sealed before: seats 0, 2, 3, 4")

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
