#!/usr/bin/env python3
"""`linea review`: sums, mistakes, the same for any number of jobs, and a clear sentence for
what cannot be reviewed: review.py PROGRAM SOURCE."""
import json
import pathlib
import re
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
            assert ("spent" in decision) == ("needed" in decision), decision
            assert "off" not in decision or decision["move"].startswith("claim "), decision
    for seat in range(3):
        own = [d for d in game["decisions"] if d["seat"] == seat]
        mistakes = [d for d in own if d["verdict"] == "mistake"]
        assert sorted(d["worst"] for d in own if "worst" in d) == list(range(1, min(3, len(mistakes)) + 1))
    for point in game["course"]:
        assert abs(sum(point["share"]) - 1) < 1e-5
    assert game["course"][-1]["line"] is None
one = linea("review", mixed, "--json", "--playouts", 60, "--rounds", 10, "--jobs", 1)
two = linea("review", mixed, "--json", "--playouts", 60, "--rounds", 10, "--jobs", 3)
assert one.stdout == two.stdout and one.stdout.count("\n") == 3
seat = review(mixed, "--seat", 1, "--playouts", 20, "--rounds", 2)[0]
assert {d["seat"] for d in seat["decisions"]} == {1} and len(seat["account"]) == 1

# What others did for a seat is not its own.
away = folder / "away.jsonl"
away.write_text("".join(line[:-2] + ',"by":"bot:easy"}\n' if line.startswith('{"seat":1') else line
                        for line in mixed.read_text().splitlines(keepends=True)))
for game in review(away, "--playouts", 10, "--rounds", 4, "--course"):
    assert game["account"][1]["own"] == 0 and game["account"][1]["se"]["own"] == 0, game["account"]
    assert abs(sum(game["account"][1][part] for part in parts) - game["account"][1]["result"]) < 1e-9
    assert {d["seat"] for d in game["decisions"]} == {0, 2}
    assert all(("stood_in" in point) == (point["seat"] == 1) for point in game["course"][:-1])

# Who is known to be weak is found to be, on every board: by its mistakes, by what all its decisions gave away, in
# points too, and by its account. The planner is what accounts are measured against: its own part is nothing.
for board, count, playouts in (("new-york", 8, 200), ("london", 4, 160), ("germany", 1, 60), ("europe", 1, 60)):
    weak = record(f"weak-{board}.jsonl", board, "greedy,planner", count)
    done = linea("review", weak, "--summary", "--json", "--playouts", playouts, "--rounds", 10)
    by = {p["player"]: p for p in map(json.loads, done.stdout.splitlines())}
    assert count < 4 or by["bot:greedy"]["mistakes"] > 1.5 * by["bot:planner"]["mistakes"], by
    # Between two, what play made of a game is what luck did not.
    for player in by.values():
        assert abs(0.5 + player["luck"] + player["play"] - player["result"]) < 1e-5, player
        assert abs(player["own"] + player["others"] - player["play"]) < 1e-5, player
        if count == 1:
            assert player["mistakes_se"] is None and player["luck_se"] is None, player
        else:
            assert player["mistakes_se"] > 0 or player["mistakes"] == int(player["mistakes"]), player
    assert by["bot:greedy"]["given_points"] > by["bot:planner"]["given_points"] + 5, by
    assert by["bot:greedy"]["own"] < -0.1 and by["bot:planner"]["own"] == 0, by
text = linea("review", weak, "--playouts", 20, "--rounds", 2)
assert text.returncode == 0 and "bot:greedy" in text.stdout and "decisions" in text.stdout
accounts = re.findall(r"^  seat \d +([\d.]+) +(.*)  bot:", linea("review", mixed, "--playouts", 0, "--rounds", 7).stdout, re.M)
assert len(accounts) == 9
for start, rest in accounts:
    *parts, result = re.sub(r"±\s*[\d.]+", "", rest).split()
    assert round(float(start) + sum(map(float, parts)) - float(result), 6) == 0, (start, rest)

# Many files, and folders: as one list of games, with any number of jobs. One player of them all.
pile = folder / "pile"
pile.mkdir()
cut = mixed.read_text().split('{"linea"')[1:]
for i, text in enumerate(cut):
    (pile / f"game{i}.jsonl").write_text('{"linea"' + text)
(pile / "notes.txt").write_text("no record\n")
apart = linea("review", pile, "--json", "--playouts", 60, "--rounds", 10, "--jobs", 3)
assert apart.returncode == 0, apart.stderr
found = [json.loads(line) for line in apart.stdout.splitlines()]
assert [game["file"] for game in found] == [f"{pile}/game{i}.jsonl" for i in range(3)]
whole = [json.loads(line) for line in one.stdout.splitlines()]
assert [game["account"] for game in found] == [game["account"] for game in whole]
assert apart.stdout == linea("review", *sorted(pile.glob("*.jsonl")), "--json", "--playouts", 60, "--rounds", 10, "--jobs", 1).stdout
alone = linea("review", pile, "--player", "bot:greedy", "--json", "--playouts", 20, "--rounds", 2)
for game in map(json.loads, alone.stdout.splitlines()):
    assert {d["seat"] for d in game["decisions"]} == {game["seats"].index("bot:greedy")} == {a["seat"] for a in game["account"]}
summary = linea("review", pile, "--player", "bot:greedy", "--summary", "--json", "--playouts", 20, "--rounds", 2).stdout
assert [p["player"] for p in map(json.loads, summary.splitlines())] == ["bot:greedy"]
# Of decisions that nobody looked at nothing is said.
unseen = json.loads(linea("review", pile, "--player", "bot:greedy", "--summary", "--json", "--playouts", 0, "--rounds", 2).stdout)
assert unseen["decisions"] == 0 and unseen["luck"] is not None
assert all(unseen[key] is None for key in ("mistakes", "mistakes_se", "loss", "points", "given", "given_se", "given_points", "given_points_se")), unseen
unseen = linea("review", pile, "--player", "bot:greedy", "--summary", "--playouts", 0, "--rounds", 2).stdout.splitlines()[1]
assert re.search(r"(\s+–){3}\s*$", unseen), unseen
nobody = linea("review", pile, "--player", "Ann", "--playouts", 20, "--rounds", 2)
assert nobody.returncode == 1 and "nobody of that name plays in these games: Ann" in nobody.stderr
(pile / "game1.jsonl").write_text("this is no record\n")
(pile / "game3.jsonl").symlink_to(pile / "away")
torn = linea("review", pile, "--json", "--playouts", 20, "--rounds", 2)
assert torn.returncode == 2 and "game1.jsonl:1: " in torn.stderr and "game3.jsonl: No such file" in torn.stderr
assert len(torn.stdout.splitlines()) == 3
bare = folder / "bare"
bare.mkdir()
assert linea("review", bare).returncode == 1 and "no file *.jsonl" in linea("review", bare).stderr

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
