"""tests/server/client.py - a small client of the server, for the black-box tests: HTTP by the standard library."""
# SPDX-License-Identifier: MIT
import http.client
import json
import os
import random
import re
import signal
import socket
import subprocess
import time


def free_port():
    """A port that stays ours while the server is away: the system gives none below 32768 to connections of other tests."""
    while True:
        port = random.randrange(18000, 31000)
        with socket.socket() as trial:
            if trial.connect_ex(("127.0.0.1", port)) != 0:
                return port


class Server:
    """A `linea serve` of our own, on a free port, with its data in some file."""
    ENDS = 20  # seconds that it may take

    def __init__(self, program, data, *options):
        self.program, self.data, self.options = program, data, options
        self.process = None
        self.port = free_port()

    def start(self, **how):
        self.process = subprocess.Popen(
            [self.program, "serve", "--port", str(self.port), "--data", self.data, *self.options],
            **{"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, "text": True, **how})
        line = self.process.stdout.readline()
        found = re.search(r":(\d+)", line)
        if not found:
            raise RuntimeError("the server does not say where it is: %r" % line)
        self.port = int(found.group(1))

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(timeout=self.ENDS)
        self.process.stdout.close()
        return code


class Client:
    """One person, or nobody without a name."""

    def __init__(self, server, name=None):
        self.server, self.token = server, None
        if name:
            status, body = self.call("POST", "/api/guest", {"name": name})
            assert status == 200, (status, body)
            self.token = body["token"]

    def call(self, method, path, body=None, raw=False):
        """The status and the body; OSError when the server is away."""
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=20)
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = "Bearer " + self.token
        try:
            connection.request(method, path, json.dumps(body) if body is not None else None, headers)
            response = connection.getresponse()
            text = response.read().decode()
        except http.client.HTTPException as error:
            raise OSError(str(error)) from error
        finally:
            connection.close()
        return response.status, text if raw else json.loads(text)

    def make(self, **settings):
        status, body = self.call("POST", "/api/games", settings)
        assert status == 200, (status, body)
        return body["game"]

    def ask(self, game, **request):
        return self.call("POST", "/api/games/%s/request" % game, {"id": 1, **request})[1]

    def look(self, game):
        return self.ask(game, do="look")["table"]

    def events(self, game, seen, until):
        """The events after `seen` up to `until`, from the stream."""
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=20)
        headers = {"Authorization": "Bearer " + self.token} if self.token else {}
        connection.request("GET", "/api/games/%s/stream?seen=%d" % (game, seen), headers=headers)
        response = connection.getresponse()
        found = []
        while until > seen and (not found or found[-1]["event"] < until):
            line = response.readline()
            if not line:
                break
            if line.strip():
                found.append(json.loads(line))
        connection.close()
        return found


def wait_for(condition, seconds=20):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.01)
    return False


def free_file(folder, name="linea.db"):
    return os.path.join(folder, name)
