#!/usr/bin/env python3
"""The puzzles of every board: positions that games of bots come to, legal moves, and figures that prove
the best one; what `linea puzzles` refuses: puzzles.py PROGRAM SOURCE."""

import json
import pathlib
import subprocess
import sys
import tempfile

program, source = sys.argv[1], pathlib.Path(sys.argv[2])
maps = (source / "maps" / "built-in.txt").read_text().split()
LEAST_EACH, EACH = 5, 40  # puzzles of a board
LEAST, SURE = 0.04, 3  # what others lose, and in standard errors


def linea(*words):
    return subprocess.run([program, *map(str, words)], text=True, capture_output=True, check=False)


for board in maps:
    file = source / "maps" / "puzzles" / f"{board}.jsonl"
    done = linea("puzzles", "--check", file)
    puzzles = [json.loads(line) for line in file.read_text().splitlines()]
    assert LEAST_EACH <= len(puzzles) <= EACH, board
    assert done.returncode == 0 and done.stdout == f"{len(puzzles)} puzzles\n", (board, done)
    assert len({puzzle["puzzle"] for puzzle in puzzles}) == len(puzzles)
    assert len({json.dumps(puzzle["position"]) for puzzle in puzzles}) == len(puzzles)
    for puzzle in puzzles:
        best, *others = puzzle["moves"]
        assert puzzle["position"]["map"] == board
        assert best["loss"] == 0 and best["playouts"] == puzzle["rounds"]
        for other in others:
            assert other["move"] != best["move"]
            assert other["loss"] >= LEAST, (puzzle["puzzle"], other)
            # Those that were dropped after few rounds were worse in points as well.
            if other["playouts"] == puzzle["rounds"]:
                assert other["loss"] > SURE * other["se"], (puzzle["puzzle"], other)
        assert puzzle["fails"]
        for bot, move in puzzle["fails"].items():
            assert bot in ("greedy", "planner")
            assert any(other["move"] == move for other in others), (puzzle["puzzle"], move)

# Found again, the first one is the same, and the second evaluation stands on other playouts.
done = linea("puzzles", "--map", "new-york", "--want", 1, "--seed", 7)
assert done.returncode == 0, done
first = json.loads(done.stdout)
assert first["from"]["seed"] == 7 and first["moves"][0]["loss"] == 0
assert linea("puzzles", "--map", "new-york", "--want", 1, "--seed", 7).stdout == done.stdout

with tempfile.TemporaryDirectory() as folder:
    file = pathlib.Path(folder) / "puzzles.jsonl"

    def refused(change, says):
        puzzle = json.loads(json.dumps(first))
        change(puzzle)
        file.write_text(json.dumps(first) + "\n" + json.dumps(puzzle) + "\n")
        answer = linea("puzzles", "--check", file)
        assert answer.returncode == 1 and f"{file}:2: " in answer.stderr and says in answer.stderr, answer

    refused(lambda puzzle: puzzle["position"].update(map="atlantis"), "no known map")
    refused(lambda puzzle: puzzle["position"]["display"].pop(), "five cards")
    refused(lambda puzzle: puzzle["moves"][1].update(move="draw gold"), "gold")
    refused(lambda puzzle: puzzle["fails"].clear(), "fails")
    refused(lambda puzzle: puzzle["from"].update(move=puzzle["from"]["move"] + 1), "does not come to it")
    # Played again: the proof holds, and one that names another move best does not.
    file.write_text(json.dumps(first) + "\n")
    done = linea("puzzles", "--check", file, "--again", 400)
    assert done.returncode == 0 and "1 hold, of 0 it is not shown, 0 do not hold" in done.stdout, done
    turned = json.loads(json.dumps(first))
    turned["moves"] = turned["moves"][1:] + turned["moves"][:1]
    file.write_text(json.dumps(first) + "\n" + json.dumps(turned) + "\n")
    done = linea("puzzles", "--check", file, "--again", 400)
    assert done.returncode == 1 and f"{file}:2: new playouts show a better move" in done.stderr, done
    assert "by nets: " in linea("puzzles", "--check", file, "--again", 20, "--net").stdout
    file.write_text("{\n")
    assert "not JSON" in linea("puzzles", "--check", file).stderr
assert linea("puzzles", "--check", "/nothing").returncode == 2
assert linea("puzzles", "--map", "atlantis").returncode == 2
few = linea("puzzles", "--map", "new-york", "--want", 40, "--games", 1)
assert few.returncode == 1 and "were wanted" in few.stderr
