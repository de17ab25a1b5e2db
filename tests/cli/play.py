#!/usr/bin/env python3
"""tests/cli/play.py PROGRAM SOURCE - what `make play` does: a server on the loopback, its address, a browser only on a desktop."""
# SPDX-License-Identifier: MIT
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

PROGRAM, SOURCE = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
SCRIPT = os.path.join(SOURCE, "scripts/play")
PORT = 5463  # the one that is tried first


class Play:
    """The script in an empty home, with an xdg-open that only writes down what it is asked to open."""

    def __init__(self, home, *options, **env):
        self.opened = os.path.join(home, "opened")
        tools = os.path.join(home, "bin")
        os.makedirs(tools, exist_ok=True)
        with open(os.path.join(tools, "xdg-open"), "w") as file:
            file.write('#!/bin/sh\nprintf %%s "$1" >"%s"\n' % self.opened)
        os.chmod(file.name, 0o755)
        self.process = subprocess.Popen(
            [SCRIPT, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd="/", start_new_session=True,
            env={"PATH": tools + ":/usr/bin:/bin", "HOME": home, "LINEA": PROGRAM, **env})
        self.line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)", self.line)
        assert found, (self.line, self.process.stderr.read() if self.process.poll() is not None else "")
        self.address, self.port = found.group(0), int(found.group(1))

    def end(self):
        """Ctrl-C, which a terminal sends to all of them."""
        os.killpg(self.process.pid, signal.SIGINT)
        rest, errors = self.process.communicate(timeout=20)
        assert self.process.returncode == 0, (self.process.returncode, errors)
        assert rest == "" and errors == "", (rest, errors)

    def was_opened(self):
        end = time.monotonic() + 5
        while time.monotonic() < end:
            if os.path.exists(self.opened) and open(self.opened).read() == self.address:
                return True
            time.sleep(0.02)
        return False


def main():
    with tempfile.TemporaryDirectory() as home:
        play = Play(home)
        assert urllib.request.urlopen(play.address + "/healthz").read() == b"ok\n"
        assert b"<title>Linea" in urllib.request.urlopen(play.address).read()
        # From outside there is nothing: every address of 127.0.0.0/8 but this one is refused.
        try:
            socket.create_connection(("127.0.0.2", play.port), 2)
            raise AssertionError("it listens elsewhere too")
        except ConnectionRefusedError:
            pass
        # A second one finds the games in use, and says so.
        second = subprocess.run([SCRIPT], capture_output=True, text=True, timeout=20,
                                env={"PATH": "/usr/bin:/bin", "HOME": home, "LINEA": PROGRAM})
        assert second.returncode == 1 and "linea.db" in second.stderr, second
        play.end()
        data = os.path.join(home, ".local/share/linea/linea.db")
        assert os.path.getsize(data) > 0 and not os.path.exists(data + "-wal"), "not ended in order"
        assert not os.path.exists(play.opened), "a browser without a desktop"
        assert "linea.db" not in os.listdir(SOURCE), "data in the sources"
    for desktop in ("DISPLAY", "WAYLAND_DISPLAY"):
        with tempfile.TemporaryDirectory() as home, tempfile.TemporaryDirectory() as data:
            play = Play(home, **{desktop: ":0", "XDG_DATA_HOME": data})
            assert play.was_opened(), desktop
            play.end()
            assert os.path.exists(data + "/linea/linea.db") and not os.path.exists(home + "/.local")
    with tempfile.TemporaryDirectory() as home, socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            other.bind(("127.0.0.1", PORT))
            other.listen()
        except OSError:
            pass  # somebody else's: as good
        play = Play(home)
        assert play.port != PORT
        play.end()
        play = Play(home, "--port", "0", "--workers", "1")
        play.end()
    help_text = subprocess.run([SCRIPT, "--help"], capture_output=True, text=True, check=True).stdout
    assert help_text.startswith("usage: scripts/play"), help_text
    recipe = subprocess.run(["make", "-n", "-C", SOURCE, "play", "terminal"], capture_output=True, text=True, check=True).stdout
    assert "scripts/play" in recipe and "build/linea play" in recipe, recipe
    print("make play works")


if __name__ == "__main__":
    main()
