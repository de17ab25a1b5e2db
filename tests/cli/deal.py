#!/usr/bin/env python3
"""examples/deal.py computes what the engine deals: deal.py PROGRAM SOURCE."""
import hashlib
import json
import pathlib
import subprocess
import sys

program, source = sys.argv[1], pathlib.Path(sys.argv[2])
sys.path.insert(0, str(source / "examples"))
sys.dont_write_bytecode = True
import deal  # noqa: E402

SEEDS = 25
maps = [source / f"maps/{name}.json" for name in (source / "maps/built-in.txt").read_text().split()]
maps += sorted((source / "maps/test").glob("*.json"))
flushes = 0
for path in maps:
    board = json.loads(path.read_text(encoding="utf-8"))
    questions, expected = [], []
    for number in range(SEEDS):
        low, high = board["players"]
        seats = low + number % (high - low + 1)
        seed = hashlib.sha256(f"{path.name} {number}".encode()).digest()
        first, line, pile = deal.deal(board, seats, seed)
        flushes += len(line["deal"]["up"]) > 5
        questions.append({"do": "new", "map": board["id"], "seats": seats, "seed": seed.hex()})
        questions.append({"do": "state"})
        expected.append((line, first, pile[::-1]))
    command = [program, "engine"] + (["--map", str(path)] if "test" in path.parts else [])
    answers = subprocess.run(command, input="\n".join(map(json.dumps, questions)), text=True,
                             capture_output=True, check=True).stdout.splitlines()
    for number, wanted in enumerate(expected):
        dealt, state = (json.loads(answer) for answer in answers[2 * number:2 * number + 2])
        found = dealt["event"], state["state"]["first"], state["state"]["pile"]
        if found != wanted:
            sys.exit(f"{path.name}, seed {number}: {found}\nnot {wanted}")

europe, ones = str(maps[3]), "01" * 32
for call, said in [([europe, "3", ones, "2"], "seat 2 begins"), ([], "usage:"),
                   ([europe, "3", "01"], "invalid seed"), ([europe, "x", ones], "invalid int"),
                   ([europe, "6", ones], "2 to 5 players"), ([europe, "3", ones, "3"], "0 to 2"),
                   (["nowhere.json", "3", ones], "nowhere.json")]:
    done = subprocess.run([sys.executable, deal.__file__, *call], text=True, capture_output=True)
    good = "begins" in said
    if done.returncode != (0 if good else 2) or said not in done.stderr or bool(done.stdout) != good:
        sys.exit(f"deal.py {call}: {done}")

if not flushes:
    sys.exit("no deal had a flush: choose other seeds")
print(f"{len(maps) * SEEDS} deals, {flushes} with a flush, are as the engine deals them")
