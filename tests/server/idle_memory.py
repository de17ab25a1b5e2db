#!/usr/bin/python3
"""What an idle WebSocket costs the server in memory: idle_memory.py SERVER [COUNT]

Opens COUNT connections that have said who they are, and compares the memory of the
process before and after. Fails above the goal of 12 KiB each.
"""
# SPDX-License-Identifier: MIT
import base64
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile

GOAL = 12 * 1024
count = int(sys.argv[2]) if len(sys.argv) > 2 else 2000
HANDSHAKE = (
    "GET /api/games/00000000000000aa/ws HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: "
    + base64.b64encode(bytes(16)).decode() + "\r\nSec-WebSocket-Protocol: linea\r\n\r\n")
HELLO = b'{"token":null,"seen":0}'


def resident(pid):
    with open(f"/proc/{pid}/status") as file:
        return int(re.search(r"VmRSS:\s+(\d+)", file.read()).group(1)) * 1024


with tempfile.TemporaryDirectory() as folder:
    server = subprocess.Popen(
        [os.path.abspath(sys.argv[1]), "--port", "17991", "--log-level", "error",
         "--max-connections", "15000", "--max-connections-per-address", "15000",
         "--requests-per-second", "100000", "--burst", "100000"],
        stdout=subprocess.PIPE, cwd=folder)
    server.stdout.readline()
    before, sockets = resident(server.pid), []
    for _ in range(count):
        s = socket.create_connection(("127.0.0.1", 17991), 10)
        s.sendall(HANDSHAKE.encode())
        text = b""
        while b"\r\n\r\n" not in text:
            text += s.recv(1000)
        s.sendall(bytes([0x81, 0x80 | len(HELLO), 0, 0, 0, 0]) + HELLO)
        s.recv(1000)
        sockets.append(s)
    each = (resident(server.pid) - before) / count
    print(f"{count} idle WebSockets: {each:.0f} bytes each")
    server.send_signal(signal.SIGTERM)
    for s in sockets:
        s.close()
    server.wait(20)
sys.exit(0 if each <= GOAL else 1)
