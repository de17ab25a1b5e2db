#!/usr/bin/env python3
"""`linea review`: sums, mistakes, the same for any number of jobs, and a clear sentence for
what cannot be reviewed: review.py PROGRAM SOURCE."""
import json
import pathlib
import subprocess
import sys
import tempfile

program = sys.argv[1]
work = tempfile.TemporaryDirectory()
folder = pathlib.Path(work.name)


def linea(*args, text=None):
    return subprocess.run([program, *map(str, args)], input=text, capture_output=True,
                          text=True, timeout=600)


def record(name, map_id, seats, games):
    path = folder / name
    done = linea("sim", "--map", map_id, "--seats", seats, "--games", games, "--seed", 4,
                 "--record", path)
    assert done.returncode == 0, done.stderr
    return path


def review(path, *args):
    done = linea("review", path, "--json", *args)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


parts = ["start", "deal", "chance", "own", "others"]
mixed = record("mixed.jsonl", "new-york", "planner,greedy,random", 3)
games = review(mixed, "--playouts", 60, "--rounds", 10, "--course")
lines = [json.loads(line) for line in mixed.read_text().splitlines()]
assert len(games) == 3
for game in games:
    for seat, account in enumerate(game["account"]):
        assert account["seat"] == seat
        assert abs(sum(account[part] for part in parts) - account["result"]) < 1e-9
        assert set(account["se"]) == {*parts, "result"}
    assert [sum(a["result"] for a in game["account"])] == [1]
    for decision in game["decisions"]:
        line = lines[decision["line"] - 1]
        assert line["move"] == decision["move"] and line["seat"] == decision["seat"]
        assert decision["verdict"] in ("best", "fine", "mistake", None)
        if decision["verdict"] == "mistake":
            beaten = decision["loss"] > 2.5 * decision["se"] or decision["points"] > 2.5 * decision["points_se"]
            assert beaten and decision["best"] != line["move"], decision
    for point in game["course"]:
        assert abs(sum(point["share"]) - 1) < 1e-5
    assert game["course"][-1]["line"] is None
one = linea("review", mixed, "--json", "--playouts", 60, "--rounds", 10, "--jobs", 1)
two = linea("review", mixed, "--json", "--playouts", 60, "--rounds", 10, "--jobs", 3)
assert one.stdout == two.stdout and one.stdout.count("\n") == 3
seat = review(mixed, "--seat", 1, "--playouts", 20, "--rounds", 2)[0]
assert {d["seat"] for d in seat["decisions"]} == {1} and len(seat["account"]) == 1

# Who is known to be weak is found to be.
weak = record("weak.jsonl", "new-york", "greedy,planner", 8)
done = linea("review", weak, "--summary", "--json", "--playouts", 300, "--rounds", 10)
by = {p["player"]: p for p in map(json.loads, done.stdout.splitlines())}
assert by["bot:greedy"]["mistakes"] > 1.5 * by["bot:planner"]["mistakes"], by
assert by["bot:greedy"]["own"] < -0.2 and by["bot:planner"]["own"] == 0, by
text = linea("review", weak, "--playouts", 20, "--rounds", 2)
assert text.returncode == 0 and "bot:greedy" in text.stdout and "decisions" in text.stdout

# Bad input.
whole = mixed.read_text().splitlines(keepends=True)
end = next(i for i, line in enumerate(whole) if line.startswith('{"end"'))
game = whole[:end + 1]


def wrong(text, why, line=None):
    path = folder / "wrong.jsonl"
    path.write_text(text)
    done = linea("review", path, "--playouts", 10, "--rounds", 1)
    assert done.returncode == 1, (done.returncode, done.stderr)
    assert why in done.stderr, (why, done.stderr)
    assert line is None or f":{line}:" in done.stderr, (line, done.stderr)


wrong("".join(game[:-1]), "its end is missing")
wrong("".join(game[:20]), "unfinished")
wrong("".join([*game[:10], game[11], *game[12:]]), "", 11)
wrong(game[0].replace("new-york", "atlantis") + "".join(game[1:]), "atlantis", 1)
wrong("this is no record\n", "", 1)
wrong("", "no game")
wrong("\0" * 100, "")
mixed_up = "".join(game[:20]) + "".join(game)
path = folder / "both.jsonl"
path.write_text("".join(game) + "".join(game[:20]))
done = linea("review", path, "--json", "--playouts", 10, "--rounds", 1)
assert done.returncode == 1 and len(done.stdout.splitlines()) == 2
assert linea("review").returncode == 2
assert linea("review", folder / "nothing").returncode == 2
assert linea("review", mixed, "--seat", 4, "--playouts", 1, "--rounds", 1).returncode == 1
