#!/usr/bin/env python3
"""tests/server/example.py PROGRAM - the example bot plays whole games on a server, two at once, and their records are right and fair."""
# SPDX-License-Identifier: MIT
import json
import os
import subprocess
import sys
import tempfile

from client import Client, Server

EXAMPLE = os.path.join(os.path.dirname(__file__), "../../examples/online_bot.py")

FAIR = os.path.join(os.path.dirname(__file__), "../../examples/fair.py")


def main():
    program = sys.argv[1]
    for map_id in subprocess.check_output([program, "map", "list"], text=True).split():
        with tempfile.TemporaryDirectory() as folder:
            server = Server(program, folder + "/linea.db", "--requests-per-second", "100000")
            server.start()
            host = Client(server, "Host")
            games = [host.make(map=map_id, seats=["human", "bot:easy"], first=first) for first in (None, 1)]
            done = subprocess.run([sys.executable, EXAMPLE, "http://127.0.0.1:%d" % server.port, *games],
                                  capture_output=True, text=True, timeout=100)
            assert done.returncode == 0, done.stderr
            ends = [json.loads(line) for line in done.stdout.splitlines()]
            assert {end["game"] for end in ends} == set(games) and all(len(end["scores"]) == 2 for end in ends), ends
            for game in games:
                status, record = host.call("GET", "/api/games/%s/record" % game, raw=True)
                assert status == 200, record
                path = folder + "/record"
                with open(path, "w", encoding="utf-8") as file:
                    file.write(record)
                done = subprocess.run([program, "replay", "--fair", path], capture_output=True, text=True)
                assert done.returncode == 0 and "nonces from 1 of 2 seats\n" in done.stdout, done.stdout + done.stderr
                given = next(end["given"] for end in ends if end["game"] == game)
                done = subprocess.run([sys.executable, FAIR, path, "--commitment", given["commitment"],
                                       "--nonce", "%d:%s" % (given["seat"], given["nonce"]),
                                       "--seals", ",".join(seal or "-" for seal in given["seals"])], capture_output=True, text=True)
                assert done.returncode == 0, done.stdout + done.stderr
            assert server.stop() == 0
    print("the example played on four maps")


if __name__ == "__main__":
    main()
