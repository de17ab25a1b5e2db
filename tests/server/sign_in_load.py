#!/usr/bin/env python3
"""tests/server/sign_in_load.py PROGRAM [ROUNDS] - what 1,000 sign-ins a minute cost those who play.

The same moves with and without people who sign in, in turn, on the same machine in the same minutes: so what else the machine does counts on
both sides. Fails if the p99 of moves grows by more than 10 ms, in the middle of all rounds. Many addresses sign in, by a proxy that says so.
"""
# SPDX-License-Identifier: MIT
import http.client
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import Server  # noqa: E402

A_MINUTE = 1000
PEOPLE = 300
SECONDS = 10
PASSWORD = "correct horse"
HELPERS = 8
MOST_MS = 10


def post(connection, path, address, **body):
    connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json", "X-Forwarded-For": address})
    response = connection.getresponse()
    response.read()
    return response.status


class SignIns:
    """So many a minute, spread evenly, by a few threads: each waits for its answer."""

    def __init__(self, port):
        self.port, self.next, self.done, self.refused, self.lock = port, 0, 0, 0, threading.Lock()
        self.begun, self.ends = time.monotonic(), threading.Event()
        self.threads = [threading.Thread(target=self.run) for _ in range(HELPERS)]
        for thread in self.threads:
            thread.start()

    def run(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        while not self.ends.is_set():
            with self.lock:
                number, self.next = self.next, self.next + 1
            self.ends.wait(max(0, self.begun + number * 60 / A_MINUTE - time.monotonic()))
            who = number % PEOPLE
            status = post(connection, "/api/session", "10.1.%d.%d" % (who // 100, who % 100 + 1), name="Person %d" % (who + 2), password=PASSWORD)
            with self.lock:
                self.done += status == 200
                self.refused += status != 200

    def stop(self):
        self.ends.set()
        for thread in self.threads:
            thread.join()
        return self.done, self.refused, time.monotonic() - self.begun


def moves(program, server):
    done = subprocess.run([program, "load", "--url", "http://127.0.0.1:%d" % server.port, "--games", "20", "--players", "2", "--map", "new-york", "--rate", "100",
                           "--seconds", str(SECONDS), "--json"], stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(done.stdout)


def main(program, rounds):
    with tempfile.TemporaryDirectory() as folder:
        server = Server(program, os.path.join(folder, "linea.db"), "--proxy", "--requests-per-second", "100000", "--burst", "100000", "--max-games", "100000",
                        "--max-connections-per-address", "1000", "--max-sign-ups", "100000", "--work-share", "100", "--kept-per-day", "1000")
        server.start()
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        for who in range(PEOPLE):
            status = post(connection, "/api/account", "10.1.%d.%d" % (who // 100, who % 100 + 1), name="Person %d" % (who + 2), password=PASSWORD)
            assert status == 200, status
        found = {False: [], True: []}
        for turn in range(2 * rounds):
            busy = turn % 2 == 1
            people = SignIns(server.port) if busy else None
            report = moves(program, server)
            found[busy].append(report)
            print("%-8s p50 %7.2f ms  p99 %7.2f ms" % ("sign-ins" if busy else "alone", report["latency_ms"]["p50"], report["latency_ms"]["p99"]), end="")
            if people:
                done, refused, seconds = people.stop()
                assert refused == 0, "%d were refused" % refused
                print("  %d signed in, %.0f a minute" % (done, done * 60 / seconds), end="")
            print(flush=True)
        server.stop()
        more = statistics.median(b["latency_ms"]["p99"] - a["latency_ms"]["p99"] for a, b in zip(found[False], found[True]))
        print("p99 of moves: %+.2f ms with %d sign-ins a minute (the middle of %d rounds)" % (more, A_MINUTE, rounds))
        assert more < MOST_MS, "moves wait for those who sign in"


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 5)
