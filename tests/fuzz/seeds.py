#!/usr/bin/env python3
"""Seeds for the fuzz targets: seeds.py PROGRAM SOURCE CORPUS.

Positions from every phase of games on all maps, the conversations that led there, tables made and played at, cups, and small nets.
"""
import hashlib
import json
import pathlib
import random
import struct
import subprocess
import sys

program, source, corpus = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
# The fuzzers know all of them, `linea engine` one beside those it carries.
BOARDS = {**dict.fromkeys((source / "maps/built-in.txt").read_text().split()),
          "everything": source / "maps/test/everything.json",
          "square": source / "maps/test/square.json",
          "mix": source / "maps/test/mix.json"}


def play(name, path):
    """One random game; its questions, and the first position of each phase."""
    command = [program, "engine"] + (["--map", str(path)] if path else [])
    engine = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    questions, phases = [], {}

    def ask(**question):
        questions.append(json.dumps(question))
        print(questions[-1], file=engine.stdin, flush=True)
        return json.loads(engine.stdout.readline())

    chance = random.Random(1)
    ask(do="new", map=name, seats=3, seed="1" * 64)
    while True:
        state = ask(do="state")["state"]
        phases.setdefault(state["phase"], json.dumps(state))
        moves = ask(do="legal")["moves"]
        if not moves:
            break
        kind = chance.choice(sorted({move.split()[0] for move in moves}))
        ask(do="play", move=chance.choice([m for m in moves if m.split()[0] == kind]))
    engine.stdin.close()
    engine.wait()
    return questions, phases


for name, path in BOARDS.items():
    questions, phases = play(name, path)
    other = ['{"do":"score"}', '{"do":"view","seat":null}', '{"do":"view","seat":1}',
             '{"do":"bot","name":"random","ms":1}', '{"do":"record"}']
    other.append(json.dumps({"do": "position", "state": json.loads(phases["turn"])}))
    (corpus / "conversation" / name).write_text("\n".join(questions[:12] + other) + "\n")
    for phase, state in phases.items():
        (corpus / "position" / f"{name}-{phase}").write_text(state)
    for seed in range(3):
        (corpus / "moves" / f"{name}-{seed}").write_bytes(random.Random(seed).randbytes(200))

for name in BOARDS:
    make = {"map": name, "seats": ["human", "human", "bot:easy"], "first": 1, "clock": 60, "delay": 5, "listed": True, "takeover": "idle"}
    lines = [json.dumps(make), '0{"id":1,"do":"look"}']
    for player in (1, 2):
        sit = {"id": 2, "do": "sit", "name": "P%d" % player, "seat": player - 1, "nonce": "%064x" % player}
        lines += ["%d%s" % (player, json.dumps(sit)), '%d{"id":3,"do":"say","text":"Hello!"}' % player]
    lines += ['1{"id":4,"do":"advise"}', '3{"id":5,"do":"say","text":"Hi","name":"Eve"}', '2{"id":6,"do":"move","state":6,"move":"draw pile"}']
    lines += ["m" + chr(97 + i % 26) for i in range(30)]
    few = lines[:-20] + ["t", '1{"id":7,"do":"resign"}'] + lines[-20:] + ['1{"id":8,"do":"again"}', '2{"id":8,"do":"again"}']
    stored = {"event": 1, "at": 5, "what": "made", "player": "%016x" % 1, "secret": "0" * 64, **make}
    stored = ["r" + json.dumps(stored), "r" + json.dumps({"event": 2, "at": 6, "what": "sat", "seat": 0, "player": "%016x" % 1, "name": "P"})]
    (corpus / "table" / name).write_text("\n".join(lines) + "\n")
    (corpus / "table" / (name + "-left")).write_text("\n".join(few + stored) + "\n")

for format in ("swiss", "arena", "knock-out"):
    for size in (2, 4):
        make = {"name": "c", "map": "europe", "format": format, "size": size, "minutes": 2, "rest": 0, "late": 2, "duplicate": size == 2, "field": size == 4 and format == "swiss"}
        lines = [json.dumps(make), "j\x09", '2{"id":1,"do":"join","name":"Zoe","nonce":"%064x"}' % 7, '1{"id":1,"do":"begin"}', "t"]
        lines += ["g" + chr(97 + i % 26) + "zyxwp"[i % 5:] + "zy" for i in range(20)] + ["t", '2{"do":"leave"}', '1{"do":"pause"}', "t"]
        lines += ['1{"do":"resume"}', "j\x01", "t"] + ["g" + chr(97 + i % 26) + "abpq" for i in range(20)] + ["t", '1{"do":"end"}', "t", '0{"do":"look"}']
        stored = {"event": 1, "at": 5, "what": "made", "host": "%016x" % 1, "secret": "0" * 64, **make}
        joined = [{"event": n + 2, "at": 6, "what": "joined", "player": "%016x" % (n + 1), "name": "P%d" % n, "number": n} for n in range(2)]
        began = [{"event": 4, "at": 7, "what": "began"}, {"event": 5, "at": 7, "what": "paired", "tables": [[0, 1]], "byes": []},
                 {"event": 6, "at": 8, "what": "result", "table": 1, "totals": [1, 2], "places": [2, 1], "absent": [0]}]
        lines += ["r" + json.dumps(event) for event in (stored, *joined, *began)]
        (corpus / "cup" / f"{format}-{size}").write_text("\n".join(lines) + "\n")

# A net as docs/net.md describes it, of few features and actions.
for features, actions, seats in ((9, 5, 2), (70, 30, 5)):
    chance, hidden, thought = random.Random(features), 64, 64
    body = b""
    for inputs, outputs in ((features, hidden), (hidden, thought), (thought, thought), (thought, actions), (thought, 1), (thought, seats + 1)):
        for part in (chance.randbytes(inputs * outputs), struct.pack("<%di" % outputs, *(chance.randint(-9999, 9999) for _ in range(outputs)))):
            body += part + bytes(-len(part) % 64)
    head = struct.pack("<8s4I32s5I5B15x", b"LINEANET", 0x01020304, 1, 128 + len(body), 1, bytes(32), features, actions, seats, hidden, thought, 7, 8, 8, 8, 8)
    (corpus / "net" / str(features)).write_bytes(head + hashlib.sha256(head + body).digest() + body)
