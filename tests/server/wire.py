"""tests/server/wire.py - a server of our own, HTTP and WebSockets by hand, for the tests of the network: able to break every rule."""
# SPDX-License-Identifier: MIT
import base64
import hashlib
import json
import os
import random
import signal
import socket
import struct
import subprocess
import sys
import tempfile

GAME = "00000000000000aa"
BINARY = os.path.abspath(sys.argv[1])


def check(condition, *what):
    if not condition:
        raise AssertionError(*what)


def equal(found, expected):
    check(found == expected, f"found {found!r}, expected {expected!r}")


class Server:
    """A server of its own in an empty folder."""

    def __init__(self, *flags, env=None, data="linea.db", folder=None, first=()):
        self.folder = folder or tempfile.TemporaryDirectory()
        self.log = open(os.path.join(self.folder.name, "log"), "w+")
        for _ in range(20):
            self.port = random.randrange(18000, 31000)
            self.process = subprocess.Popen(
                [BINARY, *first, "--port", str(self.port), "--data", data, *flags],
                stdout=subprocess.PIPE, stderr=self.log, text=True, cwd=self.folder.name,
                env={**os.environ, **(env or {})})
            self.line = self.process.stdout.readline()
            if self.line:
                return
            self.process.wait()
        raise AssertionError("the server does not start: " + self.logged())

    def __enter__(self):
        return self

    def __exit__(self, *error):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(20)
        self.process.stdout.close()
        if error[0] is None:
            equal(code, 0)
        else:
            print(self.logged()[-3000:], file=sys.stderr)
        self.log.close()

    def logged(self):
        self.log.flush()
        with open(self.log.name) as file:
            return file.read()

    def connect(self, timeout=10, address="127.0.0.1"):
        """A connection from one of the addresses of this machine, 127.x.y.z."""
        s = socket.create_connection(("127.0.0.1", self.port), timeout, (address, 0))
        s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return s

    def http(self, method, path, body=None, token=None, headers=None, raw=None):
        with self.connect() as s:
            s.sendall(raw or request(method, path, body, token, headers))
            return Response(s.makefile("rb"), method)

    def guest(self, name="Ann"):
        return self.http("POST", "/api/guest", {"name": name}).json()["token"]

    def metrics(self):
        text = self.http("GET", "/metrics").body.decode()
        return {line.split()[0]: float(line.split()[1])
                for line in text.splitlines() if line and line[0] != "#"}


def request(method, path, body=None, token=None, headers=None):
    """A request as bytes; a body that is not bytes is written as JSON."""
    if body is not None and not isinstance(body, bytes):
        body = json.dumps(body).encode()
    lines = [f"{method} {path} HTTP/1.1", "Host: linea.test"]
    if body is not None:
        lines.append(f"Content-Length: {len(body)}")
    if token:
        lines.append(f"Authorization: Bearer {token}")
    for key, value in (headers or {}).items():
        lines.append(f"{key}: {value}")
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + (body or b"")


class Response:
    def __init__(self, file, method="GET"):
        first = file.readline().decode("latin-1")
        check(first.startswith("HTTP/1.1 "), "no response", first)
        self.status = int(first.split()[1])
        self.headers = {}
        for line in iter(file.readline, b"\r\n"):
            check(line, "the headers do not end")
            key, value = line.decode("latin-1").rstrip("\r\n").split(": ", 1)
            self.headers[key.lower()] = value
        length = int(self.headers.get("content-length", 0))
        self.body = b"" if method == "HEAD" else file.read(length)

    def json(self):
        return json.loads(self.body)


def chunks(file):
    """The chunks of a response."""
    while True:
        size = int(file.readline(), 16)
        data = file.read(size)
        equal(file.read(2), b"\r\n")
        if size == 0:
            return
        yield data


class WebSocket:
    def __init__(self, server, path=f"/api/games/{GAME}/ws", headers=None, rcvbuf=None, host=None,
                 wrap=None, address=None):
        self.s = socket.socket()
        if address:
            self.s.bind((address, 0))
        if rcvbuf:
            self.s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, rcvbuf)
        self.s.settimeout(20)
        self.s.connect(("127.0.0.1", server.port))
        if wrap:
            self.s = wrap(self.s)
        key = base64.b64encode(os.urandom(16)).decode()
        text = request("GET", path, headers={
            "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Key": key,
            "Sec-WebSocket-Version": "13", "Sec-WebSocket-Protocol": "linea",
            **(headers or {})})
        self.s.sendall(text.replace(b"linea.test", host.encode()) if host else text)
        self.file = self.s.makefile("rb")
        self.response = Response(self.file)
        self.status = self.response.status
        if self.status == 101:
            accept = hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode())
            equal(self.response.headers["sec-websocket-accept"],
                  base64.b64encode(accept.digest()).decode())
            equal(self.response.headers["sec-websocket-protocol"], "linea")

    def frame(self, payload, opcode=1, final=True, mask=True):
        head = bytes([(0x80 if final else 0) | opcode])
        bit = 0x80 if mask else 0
        if len(payload) < 126:
            head += bytes([bit | len(payload)])
        elif len(payload) < 65536:
            head += bytes([bit | 126]) + struct.pack(">H", len(payload))
        else:
            head += bytes([bit | 127]) + struct.pack(">Q", len(payload))
        if mask:
            key = os.urandom(4)
            head += key
            payload = bytes(b ^ key[i % 4] for i, b in enumerate(payload))
        return head + payload

    def send(self, value, **how):
        data = value if isinstance(value, bytes) else json.dumps(value).encode()
        self.s.sendall(self.frame(data, **how))

    def read_frame(self):
        head = self.file.read(2)
        if len(head) < 2:
            return None, b""
        length = head[1] & 127
        check(not head[1] & 128, "a server does not mask")
        if length == 126:
            length = struct.unpack(">H", self.file.read(2))[0]
        elif length == 127:
            length = struct.unpack(">Q", self.file.read(8))[0]
        return head[0] & 15, self.file.read(length)

    def receive(self):
        """The next message; an exception when it is something else."""
        opcode, data = self.read_frame()
        check(opcode == 1, "no message", opcode, data[:100])
        return json.loads(data)

    def closed(self):
        """The code that it is closed with, None for none; messages before are skipped."""
        while True:
            try:
                opcode, data = self.read_frame()
            except ConnectionError:
                return None
            if opcode is None:
                return None
            if opcode == 8:
                return struct.unpack(">H", data[:2])[0] if data else 1005

    def hello(self, token=None, seen=0):
        self.send({"token": token, "seen": seen})
        return self.receive()["table"]

    def close(self):
        self.file.close()
        self.s.close()


# The routes.
