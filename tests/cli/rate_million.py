#!/usr/bin/env python3
"""tests/cli/rate_million.py PROGRAM [GAMES] - how long it takes to rate a million finished games of 20,000 players on four maps.

The games are made up: who sits down and who wins is random, with 2 to 5 seats. Fails if they take 10 seconds of processor time or more.
"""
# SPDX-License-Identifier: MIT
import json
import os
import random
import resource
import subprocess
import sys
import tempfile

PLAYERS = 20000
MAPS = ("new-york", "london", "germany", "europe")
MOST_SECONDS = 10


def write(path, games):
    rng = random.Random(1)
    with open(path, "w") as file:
        for _ in range(games):
            seats = rng.randint(2, 5)
            players = ["Player %d" % one for one in rng.sample(range(PLAYERS), seats)]
            places = rng.sample(range(1, seats + 1), seats)
            file.write(json.dumps({"finished": 1, "map": rng.choice(MAPS), "players": players, "places": places, "moves": 60 * seats, "left": [None] * seats}) + "\n")


def main(program, games):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "games.jsonl")
        write(path, games)
        done = subprocess.run([program, "rate", "--json", "--pool", "all", "--top", "1", path], stdout=subprocess.PIPE, text=True, check=True)
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        found = json.loads(done.stdout)
        assert found["rated"] == games, found["rated"]
        seconds = used.ru_utime + used.ru_stime
        print("%d games: %.1f s of one processor, %d MiB" % (games, seconds, used.ru_maxrss // 1024))
        assert seconds < MOST_SECONDS * max(1, games / 1000000), "too slow"


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1000000)
