#!/usr/bin/python3
"""tests/server/disk.py PROGRAM - a disk that takes no more: the server says so, ends, and loses nothing that it acknowledged.

The limit of a file's size stands for the disk: writing beyond it is an error of input and output.
"""
# SPDX-License-Identifier: MIT
import resource
import signal
import subprocess
import sys
import tempfile

from client import Client, Server, free_file

SIZE = 256 * 1024


def limit(size=SIZE):
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # the error, not the signal
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def fill(server, hurried):
    """Talks until the disk takes no more; the server ends by itself, or gets a signal at that very moment."""
    server.start(preexec_fn=limit, restore_signals=False, stderr=subprocess.PIPE)
    ann = Client(server, "Ann")
    game = ann.make(map="london", seats=["human", "human"])
    said = 0
    while True:
        answer = ann.ask(game, do="say", text="x" * 500)
        if "error" in answer:
            break
        said += 1
    assert answer["error"] == "not-stored", answer
    if hurried:
        server.process.terminate()
    _, log = server.process.communicate(timeout=20)
    assert server.process.returncode == 1, server.process.returncode
    assert "level=error event=store" in log, log
    server.start()
    event = Client(server).look(game)["event"]
    assert event == 1 + said, (event, said)
    assert server.stop() == 0


def main():
    with tempfile.TemporaryDirectory() as folder:
        for hurried in (False, True):
            server = Server(sys.argv[1], free_file(folder, "%s.db" % hurried), "--max-games", "100000", "--games-per-hour", "100000",
                            "--requests-per-second", "100000", "--burst", "100000", "--log-level", "warning")
            fill(server, hurried)
        # One that is full already is called so.
        done = subprocess.run([sys.argv[1], "serve", "--port", "0", "--data", server.data], preexec_fn=lambda: limit(4096), restore_signals=False,
                              capture_output=True, text=True, timeout=20)
        assert done.returncode == 1 and "disk is full" in done.stderr, done


main()
