#!/usr/bin/env python3
"""What `linea evaluate` says of positions, and what it refuses: evaluate.py PROGRAM SOURCE."""
import json
import pathlib
import subprocess
import sys
import tempfile

program, own = sys.argv[1], sys.argv[2] + "/maps/test/square.json"
work = tempfile.TemporaryDirectory()
file = pathlib.Path(work.name) / "positions.jsonl"


def position(game_map, seats, moves):
    """A position after some first legal moves."""
    engine = subprocess.Popen([program, "engine", "--map", own], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(**question):
        print(json.dumps(question), file=engine.stdin, flush=True)
        return json.loads(engine.stdout.readline())

    ask(do="new", map=game_map, seats=seats, seed="5" * 64)
    for _ in range(moves):
        ask(do="play", move=ask(do="legal")["moves"][0])
    state = ask(do="state")["state"]
    engine.stdin.close()
    engine.wait()
    return state


def evaluate(*words, code=0):
    done = subprocess.run([program, "evaluate", *words, str(file)], text=True, capture_output=True, check=False)
    assert done.returncode == code, (words, done.returncode, done.stderr)
    return [json.loads(line) for line in done.stdout.splitlines()], done.stderr


positions = [position("new-york", 2, 9), position("europe", 4, 21)]
file.write_text("\n".join(json.dumps(p) for p in positions) + "\n\n")
answers, _ = evaluate("--simulations", "120")
assert len(answers) == 2
for answer, asked in zip(answers, positions):
    assert answer["seat"] == asked["turn"]
    for key in ("share", "margin", "se"):
        assert len(answer[key]) == asked["seats"], answer
    assert abs(sum(answer["share"]) - 1) < 0.001, answer
    assert all(0 <= share <= 1 for share in answer["share"])
    assert all(0 < error < 0.5 for error in answer["se"]), answer
assert abs(sum(answers[0]["margin"])) < 0.1, "of two players one is ahead by what the other is behind"
assert evaluate("--simulations", "120")[0] == answers, "the same question has the same answer"

# What the seat to move may not know does not count: other hidden cards, the same answer.
swapped = json.loads(json.dumps(positions[0]))
swapped["pile"].reverse()
file.write_text(json.dumps(positions[0]) + "\n" + json.dumps(swapped) + "\n")
one, other = evaluate("--simulations", "60")[0]
assert one == other

moves = evaluate("--simulations", "200", "--moves")[0][0]["moves"]
assert len(moves) > 2 and len({m["move"] for m in moves}) == len(moves)
assert all(len(m["share"]) == 2 for m in moves)

# The same as sentences, with reasons, in every language.
reasons = {"en": "lacks a card", "it": "manca una carta", "ro": "lipsește o carte"}
file.write_text("\n".join(json.dumps(position(board, 3, count)) for board in ("london", "europe") for count in (12, 40)) + "\n")
said = {}
for language, reason in reasons.items():
    done = subprocess.run([program, "evaluate", "--words", "--lang", language, "--simulations", "60", str(file)],
                          text=True, capture_output=True, check=True)
    said[language] = done.stdout
    assert done.stdout.count("±") > 8 and " ".join(done.stdout.split()).count(reason) >= 1, done.stdout
assert len(set(said.values())) == 3
evaluate("--words", "--lang", "xx", code=2)

for text, says in (("{", ":1: this is not JSON"),
                   ('{"map":"nowhere"}', ':1: there is no map "nowhere"; bring it along with --map FILE'),
                   ('{"map":1}', ':1: "map" needs the id of a map'),
                   ('{"map":"\\u001b[2J\\u202e"}', ':1: there is no map "<U+001B>[2J<U+202E>"'),
                   ('{"map":"europe","seats":2,"turn":0,"phase":"turn","hands":[{"\\u009b":1},{}]}', '"<U+009B>"'),
                   (json.dumps(positions[0]) + '\n{"map":"europe"}', ":2: ")):
    file.write_text(text)
    assert says in evaluate("--simulations", "4", code=1)[1]
file.write_text(json.dumps(position("square", 2, 3)))
assert len(evaluate("--map", own, "--simulations", "4")[0]) == 1
evaluate("--map", "nowhere", code=2)
file.write_text("")
assert evaluate() == ([], "")
evaluate("--simulations", "0", code=2)
evaluate("extra", code=2)

# A net that is none: one sentence, and playouts in its place.
bad = pathlib.Path(work.name) / "bad.net"
bad.write_bytes(b"LINEANET" + bytes(200))
file.write_text(json.dumps(positions[0]) + "\n")
answer, said = evaluate("--net", str(bad))
assert len(answer) == 1 and "the net is damaged" in said and said.count("\n") == 1, said

# A file that is not there: one sentence as well.
_, said = evaluate("--net", str(work.name) + "/none.net")
assert "none.net: No such file or directory; the planner plays in its place" in said and said.count("\n") == 1, said

# … and as a player it is the planner, in every tool that takes a bot.
games = ["sim", "--map", "new-york", "--games", "2", "--seed", "1", "--seats"]
runs = [subprocess.run([program, *games, seats], text=True, capture_output=True, check=True)
        for seats in (f"net:{bad},planner", "planner,planner")]
assert "the planner plays in its place" in runs[0].stderr
