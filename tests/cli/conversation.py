#!/usr/bin/env python3
"""The conversation as a stranger's program has it: conversation.py PROGRAM SOURCE."""
import json
import subprocess
import sys

PROGRAM, SOURCE = sys.argv[1], sys.argv[2]
SEED = "00112233445566778899aabbccddeeff" * 2


class Engine:
    def __init__(self, *options):
        self.process = subprocess.Popen([PROGRAM, "engine", *options], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE)

    def raw(self, line):
        """One line of bytes; the answer as text."""
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().decode()

    def ask(self, do, **more):
        return json.loads(self.raw(json.dumps({"do": do, **more}).encode()))

    def close(self):
        rest, _ = self.process.communicate()
        assert rest == b"", rest
        assert self.process.returncode == 0, self.process.returncode


def check(condition, *what):
    if not condition:
        sys.exit(f"conversation: {' '.join(map(str, what))}")


def error_is(answer, code):
    check(answer.get("error") == code, code, "expected, got", answer)
    check(set(answer) == {"error", "message"} and answer["message"], answer)


def ok(answer, *keys):
    check(answer.get("ok") is True and set(answer) == {"ok", *keys}, keys, "expected in", answer)
    return answer


def without_game():
    engine = Engine()
    for do in "state", "legal", "play", "score", "view", "bot", "record":
        error_is(engine.ask(do), "no-game")
    engine.close()


def garbage():
    """Every bad question gets its code, and changes nothing."""
    engine = Engine()
    ok(engine.ask("new", map="europe", seats=3, seed=SEED, first=0), "event")
    before = engine.raw(b'{"do":"state"}')
    bad = {
        "syntax": [b"", b"{", b"[]", b"null", b"hello", b"{}", b'{"do":1}', b'{"do":"new"}',
                   b'{"do":"state"} x', b'{"do":"state","do":"legal"}', b"\xff\xfe",
                   b'{"do":"\xc3\x28"}', b'{"do":"st\x00ate"}', b"\x00", b'{"do":"state",}',
                   b'{"do":"play"}', b'{"do":"play","move":7}', b'{"do":"play","move":"jump"}',
                   b'{"do":"play","move":"draw pile\\u0000"}',
                   b'{"do":"new","map":"europe"}', b'{"do":"new","map":"europe","seats":"3"}',
                   b'{"do":"new","map":"europe","seats":3,"seed":"12"}',
                   b'{"do":"new","map":"europe","seats":3,"first":9}',
                   b'{"do":"position"}', b'{"do":"position","state":[]}',
                   b'{"do":"view","seat":3}', b'{"do":"view","seat":-1}', b'{"do":"view"}',
                   b'{"do":"bot"}', b'{"do":"bot","name":"random","ms":-1}',
                   b'{"do":"' + b"x" * 2_000_000 + b'"}', b"[" * 100_000,
                   b" " * 2_000_000],
        "unknown": [b'{"do":"dance"}', b'{"do":"new","map":"mars","seats":2}',
                    b'{"do":"bot","name":"nobody"}', b'{"do":"play","move":"draw pink"}',
                    b'{"do":"play","move":"claim a/b red:1"}'],
        "illegal": [b'{"do":"play","move":"pass"}', b'{"do":"play","move":"draw pile"}',
                    b'{"do":"new","map":"europe","seats":6}',
                    b'{"do":"new","map":"europe","seats":-1}',
                    b'{"do":"new","map":"europe","seats":2,"first":4}'],
        "bad-position": [b'{"do":"position","state":{}}',
                         b'{"do":"position","state":{"map":"europe"}}',
                         b'{"do":"position","state":{"map":"mars"}}'],
    }
    for code, questions in bad.items():
        for question in questions:
            answer = engine.raw(question)
            try:
                error_is(json.loads(answer), code)
            except (ValueError, SystemExit) as problem:
                sys.exit(f"{question[:80]!r}: {problem}")
            check(engine.raw(b'{"do":"state"}') == before, question[:80], "changed the game")
    ok(engine.ask("legal"), "seat", "moves")
    engine.close()


def whole_game(name, *options):
    """Every question at every step; the record replays; the position is the game."""
    engine, twin = Engine(*options), Engine(*options)
    deal = ok(engine.ask("new", map=name, seats=2, seed=SEED), "event")["event"]
    check(list(deal) == ["deal"], deal)
    lines, step = [deal], 0
    while True:
        state = ok(engine.ask("state"), "state")["state"]
        ok(twin.ask("position", state=state))
        check(twin.ask("state")["state"] == state, "a position is not the state it was")
        legal = ok(engine.ask("legal"), "seat", "moves")
        check(twin.ask("legal") == legal, "a position allows other moves")
        check(legal["seat"] == state["turn"], "the seat to move")
        scores = ok(engine.ask("score"), "scores", "winners")
        for seat in None, 0, 1:
            view = ok(engine.ask("view", seat=seat), "view")["view"]
            check(set(view) | {"seen"} == set(state) | {"seen"}, "keys of a view", view)
            if state["phase"] != "over":
                check(isinstance(view["pile"], int), "a view shows the pile")
                check(isinstance(view["hands"][1 - (seat or 0)], int), "a view shows a hand")
        if not legal["moves"]:
            check(legal["seat"] is None and state["turn"] is None, "over")
            error_is(engine.ask("bot", name="random"), "illegal")
            error_is(engine.ask("play", move="draw pile"), "illegal")
            break
        move = ok(engine.ask("bot", name="random", ms=1), "move")["move"]
        check(move in legal["moves"], "a bot's move", move)
        answer = engine.ask("play", move=legal["moves"][(step * 7) % len(legal["moves"])])
        lines.append(answer["event"])
        step += 1
        if "end" in answer:
            lines.append({"end": answer["end"]})
            check(set(answer) == {"ok", "event", "end"}, answer)
    check(lines[-1]["end"] == {key: scores[key] for key in ("scores", "winners")}, "the end")
    record = ok(engine.ask("record"), "lines")["lines"]
    check(record[0]["linea"] == 1 and record[0]["seed"] == SEED, record[0])
    check(record[1:] == lines, "the record is not what was answered")
    replay([record], *options)
    engine.close()
    twin.close()
    return record


def replay(records, *options):
    text = "".join(json.dumps(line) + "\n" for record in records for line in record)
    result = subprocess.run([PROGRAM, "replay", *options, "-"], input=text, text=True,
                            capture_output=True)
    check(result.returncode == 0, "replay:", result.stderr)


def from_position(name, *options):
    """A record that begins from a position has it in its header, and replays."""
    engine = Engine(*options)
    engine.ask("new", map=name, seats=2, seed=SEED)
    for _ in range(9):
        engine.ask("play", move=engine.ask("legal")["moves"][-1])
    state = engine.ask("state")["state"]
    ok(engine.ask("position", state=state))
    while moves := engine.ask("legal")["moves"]:
        engine.ask("play", move=moves[len(moves) // 2])
    record = engine.ask("record")["lines"]
    check(record[0]["position"] == state and "seed" in record[0], "the header of a position")
    check(all("deal" not in line for line in record), "a deal after a position")
    replay([record], *options)
    ok(engine.ask("position", state=engine.ask("state")["state"]))
    over = engine.ask("record")["lines"]
    check(list(over[-1]) == ["end"] and over[-1] == record[-1], "a game that begins over", over[1:])
    replay([over], *options)
    engine.close()


def test_seeds():
    """The same seed gives the same deal; no seed gives another."""
    engine = Engine()
    first = engine.ask("new", map="germany", seats=5, seed=SEED)
    check(engine.ask("new", map="germany", seats=5, seed=SEED.upper()) == first, "one seed")
    check(engine.ask("new", map="germany", seats=5) != first, "no seed")
    check(ok(engine.ask("new", map="germany", seats=5, seed=None, first=None), "event") != first, "null")
    engine.close()


without_game()
garbage()
test_seeds()
EVERYTHING = ["--map", f"{SOURCE}/maps/test/everything.json"]
for board in open(f"{SOURCE}/maps/built-in.txt").read().split():
    whole_game(board)
    from_position(board)
whole_game("everything", *EVERYTHING)
from_position("everything", *EVERYTHING)
