#!/usr/bin/env python3
"""`linea daily`: the deal of a day, the same for any number of jobs, and one's own game of it
among the field: daily.py PROGRAM SOURCE."""
import json
import pathlib
import subprocess
import sys
import tempfile

program = sys.argv[1]
work = tempfile.TemporaryDirectory()
folder = pathlib.Path(work.name)
DATE = "2026-11-18"


def linea(*args):
    return subprocess.run([program, "daily", *map(str, args)], capture_output=True, text=True, timeout=600)


def days(*args):
    done = linea("--json", *args)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def play(day, bot):
    """A record of the day's deal with a bot in each seat, one's own played by `bot`."""
    engine = subprocess.Popen([program, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(**question):
        print(json.dumps(question), file=engine.stdin, flush=True)
        return json.loads(engine.stdout.readline())

    ask(do="new", map=day["table"]["map"], seats=len(day["table"]["seats"]), seed=day["seed"])
    end = None
    while not end:
        end = ask(do="play", move=ask(do="bot", name=bot)["move"]).get("end")
    lines = ask(do="record")["lines"]
    engine.stdin.close()
    engine.wait()
    file = folder / f"{bot}.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return file, end


every = days("--date", DATE)
assert [day["table"]["map"] for day in every] == ["new-york", "london", "germany", "europe"]
for day in every:
    assert day["date"] == DATE and day["table"]["seats"][0] == "human" and len(day["field"]) == 24
    assert all(game["won"] == (game["lead"] > 0) or game["lead"] == 0 for game in day["field"]), day
for board in ("germany", "europe"):
    assert len({game["lead"] for game in next(d for d in every if d["table"]["map"] == board)["field"]}) > 8
assert days("--date", DATE, "--map", "london", "--jobs", 1) == days("--date", DATE, "--map", "london", "--jobs", 5) == [every[1]]
assert days("--date", "2026-11-19", "--map", "london")[0]["seed"] != every[1]["seed"]

file, end = play(every[1], "planner")
own = days("--date", DATE, "--map", "london", file)[0]["own"]
totals = [score["total"] for score in end["scores"]]
assert own == {"points": totals[0], "lead": totals[0] - max(totals[1:]), "won": 0 in end["winners"]}
text = linea("--date", DATE, "--map", "london", file)
assert "you " in text.stdout and "better than" in text.stdout, text.stdout

done = linea("--date", "2026-11-20", "--map", "london", file)
assert done.returncode == 1 and "another deal" in done.stderr, done.stderr
(folder / "cut.jsonl").write_text("".join(file.read_text().splitlines(keepends=True)[:9]))
done = linea("--date", DATE, "--map", "london", folder / "cut.jsonl")
assert done.returncode == 1 and "unfinished" in done.stderr, done.stderr
(folder / "none.jsonl").write_text("nothing\n")
assert linea("--date", DATE, "--map", "london", folder / "none.jsonl").returncode == 1
assert linea("--date", "2026-02-30", "--map", "london").returncode == 2
assert linea("--map", "atlantis").returncode == 2
assert linea(file).returncode == 2
