#!/usr/bin/python3
"""tests/server/disk.py PROGRAM - a disk that takes no more: the server says so, goes on when there is room, and loses nothing that it acknowledged.

The limit of a file's size (`ulimit -f`) stands for the disk.
"""
# SPDX-License-Identifier: MIT
import os
import resource
import subprocess
import sys
import tempfile

from client import Client, Server, free_file, wait_for

ROOM = 256 * 1024


def limit(size):
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def start_with_room(server, **more):
    """A server whose file may grow by ROOM from what its empty tables take."""
    server.start()
    assert server.stop() == 0
    size = os.path.getsize(server.data) + ROOM
    server.start(preexec_fn=lambda: limit(size), **more)


def fill(ann, game):
    """Talks until the disk takes no more; how often that went well."""
    said = 0
    while True:
        answer = ann.ask(game, do="say", text="x" * 500)
        if "error" in answer:
            assert answer["error"] == "not-stored", answer
            return said
        said += 1


def goes_on(server):
    """What was refused has not happened; games can be looked at meanwhile, and played on when there is room."""
    start_with_room(server, stderr=subprocess.PIPE)
    ann = Client(server, "Ann")
    game = ann.make(map="london", seats=["human", "human"])
    said = fill(ann, game)
    assert ann.look(game)["event"] == 1 + said
    assert fill(ann, game) == 0, "a line as long as the one that found no room was stored"
    assert ann.look(game)["event"] == 1 + said
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    assert wait_for(lambda: ann.ask(game, do="say", text="room").get("ok")), "it does not go on when there is room"
    event = ann.look(game)["event"]
    server.process.terminate()
    _, log = server.process.communicate(timeout=20)
    assert server.process.returncode == 0, server.process.returncode
    assert "level=error event=store" in log, log
    server.start()
    assert Client(server).look(game)["event"] == event == 2 + said
    assert server.stop() == 0


def ends(server):
    """A signal at the moment when the disk is full, and a kill: all that was acknowledged is there."""
    for kill in (False, True):
        start_with_room(server)
        ann = Client(server, "Ann")
        game = ann.make(map="london", seats=["human", "human"])
        said = fill(ann, game)
        if kill:
            server.kill()
        else:
            assert server.stop() == 0
        server.start()
        assert Client(server).look(game)["event"] == 1 + said
        assert server.stop() == 0


def main():
    with tempfile.TemporaryDirectory() as folder:
        for number, check in enumerate((goes_on, ends)):
            server = Server(sys.argv[1], free_file(folder, "%d.db" % number), "--max-games", "100000", "--games-per-hour", "100000",
                            "--requests-per-second", "100000", "--burst", "100000", "--log-level", "warning")
            check(server)
        # One that is full already is called so.
        done = subprocess.run([sys.argv[1], "serve", "--port", "0", "--data", server.data], preexec_fn=lambda: limit(4096),
                              capture_output=True, text=True, timeout=20)
        assert done.returncode == 1 and "disk is full" in done.stderr, done


main()
