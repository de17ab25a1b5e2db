#!/usr/bin/env python3
"""`linea cup`: whole tournaments of bots, the same for any number of threads, with logs that
verify and games that can be rated: cup.py PROGRAM SOURCE."""
import csv
import json
import pathlib
import subprocess
import sys
import tempfile

program, source = map(pathlib.Path.resolve, map(pathlib.Path, sys.argv[1:3]))
work = tempfile.TemporaryDirectory()
folder = pathlib.Path(work.name)


def linea(*args, code=0):
    done = subprocess.run([program, *map(str, args)], capture_output=True, text=True, timeout=600, cwd=folder)
    assert done.returncode == code, (args, done.returncode, done.stdout[-500:], done.stderr[-500:])
    return done


def refused(words, *args, code=2):
    done = linea("cup", *args, code=code)
    assert words in done.stderr, (words, done.stderr)


def read(name):
    return (folder / name).read_text()


field = ("--map", "london", "--players", "planner*3,greedy*3,random*3,path", "--seed", 5)
for form in (["swiss", "--rounds", 4], ["swiss", "--rounds", 3, "--duplicate"], ["swiss", "--rounds", 3, "--field"], ["arena", "--minutes", 6],
             ["knock-out", "--duplicate"], ["knock-out", "--table", 4, "--on", 2]):
    table = [] if "--table" in form else ["--table", 3]
    for jobs in (1, 3):
        done = linea("cup", "--format", *form, *table, *field, "--jobs", jobs, "--json", "--log", f"log{jobs}",
                     "--games", f"games{jobs}", "--record", f"record{jobs}", "--csv", f"csv{jobs}")
        (folder / f"out{jobs}").write_text(done.stdout)
    for name in ("out", "log", "games", "record", "csv"):
        assert read(name + "1") == read(name + "3"), (form, name)

    # The log gives the same standings, and every pairing in it follows from the seed.
    checked = linea("cup", "--verify", "log1", "--json")
    assert checked.stdout == read("out1") and "every pairing" in checked.stderr
    cup = json.loads(read("out1"))
    assert cup["stage"] == "over" and cup["format"] == form[0] and len(cup["standings"]) == 10
    assert sorted(player["number"] for player in cup["standings"]) == list(range(10))
    rows = list(csv.DictReader((folder / "csv1").open()))
    assert [row["player"] for row in rows] == [player["name"] for player in cup["standings"]]
    assert rows[0]["player"].startswith("planner") and rows[-1]["player"].startswith(("random", "greedy"))
    assert [float(row["points"]) * cup["point"] for row in rows] == [player["points"] for player in cup["standings"]]

    # Each game is in the log, in the records, and can be rated.
    events = [json.loads(line) for line in read("log1").splitlines()]
    results = [event for event in events if event["what"] == "result"]
    games = [json.loads(line) for line in read("games1").splitlines()]
    assert len(games) == len(results) > 0
    assert [game["places"] for game in games] == [result["places"] for result in results]
    assert f"{len(games)} games replayed" in linea("replay", "--quiet", "record1").stdout
    assert f"{len(games)} games, {len(games)} rated" in linea("rate", "--fixed", "none", "games1").stdout
    headers = [json.loads(line) for line in read("record1").splitlines() if line.startswith('{"linea"')]
    if "--duplicate" in form:
        paired = {event["round"]: event for event in events if event["what"] == "paired"}
        sizes = sum(len(table) ** 2 for event in paired.values() for table in event["tables"])
        assert sum(len(header["seats"]) for header in headers) == sizes
        assert len({header["seed"] for header in headers}) == len(paired)
    elif "--field" in form:
        assert len({header["seed"] for header in headers}) == 3
    else:
        assert len({header["seed"] for header in headers}) == len(games)
    assert {name for header in headers for name in header["seats"]} == {"bot:planner", "bot:planner#2", "bot:planner#3", "bot:greedy",
        "bot:greedy#2", "bot:greedy#3", "bot:random", "bot:random#2", "bot:random#3", "bot:path"}

# A log that was changed is found.
lines = read("log1").splitlines()
at = next(n for n, line in enumerate(lines) if '"paired"' in line)
event = json.loads(lines[at])
event["tables"][0][:2] = event["tables"][0][1::-1]
(folder / "changed").write_text("\n".join(lines[:at] + [json.dumps(event)] + lines[at + 1:]) + "\n")
refused(f"changed:{at + 1}: by the seed others would meet", "--verify", "changed", code=1)
(folder / "other").write_text("\n".join(lines[:3] + lines[4:]) + "\n")
refused("other:4: event: not the number after the last", "--verify", "other", code=1)
(folder / "empty").write_text("")
refused("nothing in it", "--verify", "empty")

# A thousand bots, and more than there may be.
thousand = linea("cup", "--players", "random*998,greedy,planner", "--table", 4, "--map", "new-york", "--rounds", 3, "--seed", 1, "--log", "thousand")
assert "1000 players at tables of 4, 3 rounds, 750 tables" in thousand.stdout, thousand.stdout[:200]
linea("cup", "--verify", "thousand")
refused("at most 1024", "--players", "random*1000,greedy*25")

# Programs play too.
bot = f"cmd:python3 {source}/examples/bot.py"
done = linea("cup", "--players", f"{bot},random,greedy", "--map", "london", "--rounds", 1, "--seed", 1, "--record", "programs", "--limit", 20000)
assert "3 players" in done.stdout and "cmd:" in read("programs").splitlines()[0] + read("programs")

# One that fails is played on for, and it is said in how many games.
done = linea("cup", "--players", "cmd:false,random,greedy,path", "--map", "london", "--rounds", 3, "--seed", 1)
assert "cmd:false: died in 3 games" in done.stderr, done.stderr

# Long names are cut between two characters, and still differ.
long = "cmd:true " + "è" * 40
names = [player["name"] for player in json.loads(linea("cup", "--players", f"{long}*2,random", "--map", "london", "--seed", 1, "--rounds", 1, "--json").stdout)["standings"]]
assert sorted(names)[:2] == ["cmd:true " + "è" * 21, "cmd:true " + "è" * 21 + "#2"], names

# What is wrong is said.
refused("two or more", "--players", "random")
refused("no bot", "--players", "random,nobody")
refused('from 1 to 1024 of "random"', "--players", "random*0,greedy")
refused("is for 2 to 4 players", "--players", "random*9", "--table", 5, "--map", "london")
refused('format: "swiss", "arena" or "knock-out"', "--format", "chess")
refused("fewer than sit there", "--format", "knock-out", "--on", 2)
refused("least", "--least", 4, "--table", 3)
refused("No such file", "--log", "/nowhere/log")
