#!/usr/bin/env python3
"""`linea rate`: ratings from records and from lines of finished games, kept, taken up again
and compared to the last bit: rate.py PROGRAM SOURCE."""
import csv
import json
import pathlib
import subprocess
import sys
import tempfile

program, source = map(pathlib.Path.resolve, map(pathlib.Path, sys.argv[1:3]))
work = tempfile.TemporaryDirectory()
folder = pathlib.Path(work.name)


def linea(command, *args, code=0, stdin=None):
    done = subprocess.run([program, command, *map(str, args)], capture_output=True, text=True, timeout=600,
                          cwd=folder, input=stdin)
    assert done.returncode == code, (args, done.returncode, done.stdout, done.stderr)
    return done


def rate(*args, **kw):
    return linea("rate", *args, **kw)


def refused(words, *args, code=1, **kw):
    done = rate(*args, code=code, **kw)
    assert words in done.stderr, (words, done.stderr)


def write(name, *lines):
    (folder / name).write_text("".join(json.dumps(line) + "\n" for line in lines))
    return name


def game(players, places, map="europe", **more):
    return {"finished": 1, "map": map, "players": players, "places": places, "moves": 90, **more}


def ratings(*args, pool="all"):
    pools = json.loads(rate("--json", "--fixed", "none", *args).stdout)["pools"]
    return {p["player"]: p for each in pools if each["pool"] == pool for p in each["players"]}


# Records and the lines of finished games made of them give the same; in any number of runs.
linea("sim", "--map", "europe", "--seats", "planner,greedy,random", "--games", 8, "--seed", 1, "--record", "a.jsonl")
linea("sim", "--map", "london", "--seats", "greedy,planner", "--games", 8, "--seed", 2, "--record", "b.jsonl")
none = ("--fixed", "none")
rate(*none, "--state", "both", "--games", "lines", "a.jsonl", "b.jsonl")
rate(*none, "--state", "steps", "a.jsonl")
rate(*none, "--state", "steps", "a.jsonl", "b.jsonl")
rate(*none, "--state", "steps", "a.jsonl", "b.jsonl")
rate(*none, "--state", "new", "--new", "a.jsonl")
rate(*none, "--state", "new", "--new", "-", stdin=(folder / "b.jsonl").read_text())
rate(*none, "--state", "lines.st", "lines")
both = (folder / "both").read_bytes()
for other in ("steps", "new", "lines.st"):
    assert (folder / other).read_bytes() == both, other
assert "to the last bit" in rate(*none, "--check", "both", "lines").stdout
assert len((folder / "lines").read_text().splitlines()) == 16

# Another order, other games, one bit: all are found.
refused("not what these games give", *none, "--check", "both", "b.jsonl", "a.jsonl")
refused("other games", *none, "--state", "both", "b.jsonl", "a.jsonl")
refused("8 games more", *none, "--state", "both", "a.jsonl", code=2)
text = both.decode()
(folder / "bit").write_text(text.replace('"games":8}', '"games":9}', 1))
refused("not what these games give", *none, "--check", "bit", "lines")
refused("other fixed ratings", "--state", "both", "lines", code=2)
(folder / "cut").write_text(text[:-20])
refused("no table of ratings", *none, "--state", "cut", "lines", code=2)

# Who wins gains, who loses does not; ties of equals change nothing.
two = ratings(write("w", game(["Ann", "Ben"], [1, 2])))
assert two["Ann"]["rating"] > 1500 > two["Ben"]["rating"] and two["Ann"]["provisional"]
assert abs(two["Ann"]["mu"] - 27.63) < 0.02 and two["Ann"]["games"] == 1
tie = ratings(write("t", game(["Ann", "Ben"], [1, 1])))
assert tie["Ann"]["mu"] == tie["Ben"]["mu"] and abs(tie["Ann"]["mu"] - 25) < 1e-9
assert set(ratings("w", pool="europe")) == {"Ann", "Ben"}

# Who left is last, whatever the bot made of it; who left early loses alone.
late = ratings(write("l", game(["Ann", "Ben"], [1, 2], left=[80, None])))
assert late["Ben"]["mu"] > 25 > late["Ann"]["mu"]
early = ratings(write("e", game(["Ann", "Ben"], [1, 2], left=[30, None])))
assert early["Ann"]["mu"] < 25 and "Ben" not in early

# The same from a record: three moves by others at the end are a player who has left.
header = {"linea": 1, "map": "europe", "seats": ["Ann", "Ben"], "first": 0, "seed": "0" * 64}
moves = [{"seat": n % 2, "move": "draw pile", "drew": "red"} for n in range(40)]
end = {"end": {"scores": [{"total": 50}, {"total": 40}], "winners": [0]}}
gone = [dict(m, by="bot:normal") if n > 33 and n % 2 == 0 else m for n, m in enumerate(moves)]
left = ratings(write("gone", header, {"deal": {}}, *gone, end))
assert left["Ann"]["mu"] < 25 < left["Ben"]["mu"]
short = [dict(m, by="bot:normal") if n > 35 and n % 2 == 0 else m for n, m in enumerate(moves)]
stayed = ratings(write("short", header, {"deal": {}}, *short, end))
assert stayed["Ann"]["mu"] > 25 > stayed["Ben"]["mu"]
back = ratings(write("back", header, {"deal": {}}, *gone, moves[0], end))
assert back["Ann"]["mu"] > 25 > back["Ben"]["mu"]

# Places come from points, and tie-breaks decide between the first alone.
four = dict(header, seats=["A", "B", "C", "D"])
write("places", four, {"end": {"scores": [{"total": n} for n in (30, 50, 50, 30)], "winners": [2]}})
rate("--games", "out", "places")
assert json.loads((folder / "out").read_text())["places"] == [3, 2, 1, 3]

# Not rated: one player on two seats, bots alone; unfinished games are left out, and it is said.
done = rate(write("no", game(["Ann", "Ann"], [1, 2]), game(["bot:easy", "bot:hard"], [1, 2]), header, moves[0]))
assert "2 games, 0 rated; 1 with a player on two seats; 1 of bots alone" in done.stdout, done.stdout
assert "1 unfinished" in done.stderr

# Our bots stay as they are, and place who plays against them.
known = json.loads((source / "ratings" / "bots.json").read_text())["ratings"]
maps = (source / "maps" / "built-in.txt").read_text().split()
mu = {(entry["player"], entry["pool"]): entry["mu"] for entry in known}
for pool in ["all", *maps]:
    easy, normal, hard, expert = (mu["bot:" + level, pool] for level in ("easy", "normal", "hard", "expert"))
    assert easy < normal == 25 < hard < expert + 0.5, pool
write("placed", *[game(["Ann", "bot:hard"], [1 + n % 2, 2 - n % 2]) for n in range(30)])
placed = json.loads(rate("--json", "--pool", "all", "placed").stdout)["pools"][0]["players"]
ann, bot = sorted(placed, key=lambda p: p["player"])
assert bot["fixed"] and bot["mu"] == mu["bot:hard", "all"] and bot["games"] == 30
assert not ann["provisional"] and abs(ann["mu"] - bot["mu"]) < 2

# Fixed ratings follow from the ladder of an arena.
ladder = linea("arena", "--bots", "random,planner", "--maps", "europe,london", "--blocks", 2, "--seed", 1, "--json")
(folder / "ladder").write_text(ladder.stdout)
made = rate("--ladder", "ladder", "--anchor", "random").stdout
(folder / "fixed").write_text(made)
of = {(entry["player"], entry["pool"]): entry["mu"] for entry in json.loads(made)["ratings"]}
assert of["bot:random", "all"] == 25 < of["bot:planner", "europe"] and len(of) == 6
assert "fixed" in rate("--fixed", "fixed", write("p", game(["Ann", "bot:planner"], [1, 2]))).stdout
refused("no bot", "--ladder", "ladder", code=2)
refused("linea arena --json", "--ladder", "p", code=2)
refused("no list of fixed ratings", "--fixed", "ladder", "p", code=2)

# CSV keeps names as they are; the text shows no control character.
rate("--csv", "csv", *none, write("names", game(['a,"b"', "c\u202ed"], [1, 2])))
rows = list(csv.DictReader((folder / "csv").open()))
assert rows[0]["player"] == 'a,"b"' and rows[0]["pool"] == "all" and rows[0]["rating"] == "1658", rows[0]
assert "<U+202E>" in rate(*none, "names").stdout
assert "and 1 more" in rate(*none, "--top", 1, "names").stdout
refused("nobody has played", "--pool", "mars", "w", code=2)

# What is wrong is said, with its line.
for words, *lines in (
        ("x:1: neither a record nor a finished game", {"hello": 1}),
        ("x:2: players", game(["Ann", "Ben"], [1, 2]), game(["Ann"], [1])),
        ("x:1: players", game(list("abcdef"), [1] * 6)),
        ("x:1: players", game(["a" * 64, "b"], [1, 2])),
        ("x:1: places", game(["Ann", "Ben"], [2, 2])),
        ("x:1: places", game(["Ann", "Ben"], [1])),
        ("x:1: left", game(["Ann", "Ben"], [1, 2], left=[91, None])),
        ("x:1: map", game(["Ann", "Ben"], [1, 2], map="m" * 64)),
        ("x:2: seat", header, {"seat": 2, "move": "draw pile"}),
        ("x:2: end: winners", header, {"end": {"scores": [{"total": 1}, {"total": 2}], "winners": []}}),
        ("x:2: end: scores", header, {"end": {"scores": [{"total": 1}], "winners": [0]}})):
    refused(words, write("x", *lines))
(folder / "x").write_text('{"finished":1')
refused("x:1:", "x")
refused("x:1: the line is too long", write("x", {"a": "b" * 70000}))
refused("No such file", "missing", code=2)
refused("which files", code=2)
refused("--new goes with --state", "--new", "x", code=2)
write("maps", *[game(["Ann", "Ben"], [1, 2], map=f"m{n}") for n in range(64)])
refused("more than 63 maps", *none, "maps", code=2)
