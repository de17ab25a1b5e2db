#!/usr/bin/python3
"""What the network of the server refuses: net_refusals_test.py SERVER [NAME …]

Requests that are wrong, and more of anything than the limits allow; nobody else notices. SERVER is
`serve-fake`, as for net_test.py.
"""
# SPDX-License-Identifier: MIT
import os
import pathlib
import random
import re
import socket
import struct
import sys
import threading
import time

from cases import main, test
from wire import GAME, Response, Server, WebSocket, check, chunks, equal, request


# What is wrong.


@test
def bad_requests_are_refused():
    with Server("--max-body", "1000") as server:
        token = server.guest()
        wrong = token[:-3] + ("AAA" if token[-3:] != "AAA" else "BBB")
        path = f"/api/games/{GAME}/request"
        table = [
            (request("POST", "/api/guest", b"{"), 400, "syntax"),
            (request("POST", "/api/guest", b""), 400, "syntax"),
            (request("POST", "/api/guest", {}), 400, "syntax"),
            (request("POST", "/api/guest", {"name": ""}), 400, "syntax"),
            (request("POST", "/api/guest", {"name": "a\nb"}), 400, "syntax"),
            (request("POST", "/api/guest", {"name": "a\x9bb"}), 400, "syntax"),
            (request("POST", "/api/guest", {"name": "\u202eevA"}), 400, "syntax"),
            (request("POST", "/api/guest", {"name": "x" * 64}), 400, "syntax"),
            (request("POST", "/api/guest", {"name": 5}), 400, "syntax"),
            (request("GET", "/api/games"), 400, "syntax"),
            (request("GET", "/api/games?stage=over"), 400, "syntax"),
            (request("GET", "/api/games?stage=running&offset=-1"), 400, "syntax"),
            (request("GET", "/api/games?stage=running&offset=1x"), 400, "syntax"),
            (request("GET", f"/api/games/{GAME}/stream?seen=x"), 400, "syntax"),
            (request("GET", "/healthz", b"body"), 400, "syntax"),
            (request("GET", "/api/games/mine"), 401, "token"),
            (request("POST", "/api/games", {}), 401, "token"),
            (request("GET", "/api/games/mine", token=wrong), 401, "token"),
            (request("GET", "/api/games/mine", token=token + "="), 401, "token"),
            (request("GET", "/api/games/mine", token="x" * 300), 401, "token"),
            (request("GET", "/", headers={"Authorization": "Basic YTpi"}), 401, "token"),
            (request("GET", "/healthz", headers={"Origin": "http://evil.test"}), 403,
             "forbidden"),
            (request("POST", path, b"1", headers={"Origin": "null"}), 403, "forbidden"),
            (request("GET", "/api/games/xyz"), 404, "missing"),
            (request("GET", f"/api/games/{GAME}0"), 404, "missing"),
            (request("GET", f"/api/games/{GAME.upper()}"), 404, "missing"),
            (request("GET", "/api/games/0000000000000404/stream"), 409, "no-map"),
            (request("GET", f"/api/games/{GAME}/nothing"), 404, "missing"),
            (request("POST", "/nowhere.js", b"x"), 404, "missing"),
            (request("POST", "/nowhere", b"x"), 405, "method"),
            (request("GET", "/" + "x" * 1000), 404, "missing"),
            (request("POST", "/healthz", b"x"), 405, "method"),
            (request("PUT", path, b"x"), 405, "method"),
            (request("OPTIONS", path), 405, "method"),
            (request("GET", path), 405, "method"),
            (request("POST", path), 411, "length"),
            (request("POST", path, b"x" * 1001), 413, "too-large"),
            (request("POST", path, headers={"Content-Length": "9" * 15}), 413, "too-large"),
            (request("POST", path, headers={"Content-Length": "-1"}), 400, "syntax"),
            (request("POST", path, headers={"Content-Length": "1x"}), 400, "syntax"),
            (request("POST", path, headers={"Content-Length": "9" * 40}), 400, "syntax"),
            (request("POST", path, b"x", headers={"content-length": "1"}), 400, "syntax"),
            (request("POST", path, b"x", headers={"transfer-encoding": ""}), 400, "syntax"),
            (request("POST", path, headers={"Content-Length": ""}), 400, "syntax"),
            (request("GET", "/", headers={"Host": "b"}), 400, "syntax"),
            (request("GET", "/", headers={"Origin": ""}), 403, "forbidden"),
            (request("GET", "/", headers={"Bad name": "b"}), 400, "syntax"),
            (request("GET", "/", headers={"Folded": "a\r\n b"}), 400, "syntax"),
            (b"GET / HTTP/1.1\r\n\r\n", 400, "syntax"),
            (b"hello\r\n\r\n", 400, "syntax"),
            (b"GET / HTTP/2.0\r\nHost: a\r\n\r\n", 400, "syntax"),
            (b"GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n", 400, "syntax"),
            (request("GET", "/", headers={"Long": "x" * 4096}), 431, "too-large"),
            (request("POST", path, b"x", headers={"Transfer-Encoding": "chunked"}), 400,
             "syntax"),
            (request("POST", path, headers={"Transfer-Encoding": "chunked"}) +
             b"1\r\nx\r\n0\r\n\r\n", 400, "syntax"),
        ]
        for raw, status, code in table:
            response = server.http("GET", "", raw=raw)
            check((response.status, response.json()["error"]) == (status, code), raw[:300],
                  response.status, response.body)
            check(response.json()["message"], raw)
        equal(server.http("GET", "/healthz").status, 200)


@test
def what_is_no_http_is_hung_up_on():
    with Server() as server:
        for raw in (b"\0\0\0\0", b"hello\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n",
                    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" * 20,
                    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"GET /\0x HTTP/1.1\r\nHost: a\r\n\r\n",
                    b"GET /" + b"a" * 8000 + b" HTTP/1.1\r\n\r\n",
                    b"GET / HTTP/1.1\r\nHost: x\r\nOrigin: " + b"h" * 9000 + b"\r\n\r\n"):
            with server.connect(3) as s:
                s.sendall(raw)
                s.shutdown(socket.SHUT_WR)
                try:
                    while s.recv(65536):
                        pass
                except ConnectionError:
                    pass
        equal(server.http("GET", "/healthz").status, 200)


@test
def slow_requests_run_out_of_time():
    with Server() as server:
        starts = (b"GET / HT", request("POST", "/api/guest", b"")[:-2].replace(
            b"Content-Length: 0", b"Content-Length: 50") + b"\r\n")
        sockets = [server.connect(30) for _ in range(4)]
        for i, s in enumerate(sockets):
            s.sendall(starts[i % 2])
        began = time.monotonic()
        ended = {}
        while len(ended) < 4 and time.monotonic() - began < 25:
            for s in sockets:
                if s in ended:
                    continue
                try:
                    s.sendall(b"x")  # a byte at a time does not help
                    s.setblocking(False)
                    if s.recv(1000) == b"":
                        ended[s] = time.monotonic() - began
                except BlockingIOError:
                    pass
                except ConnectionError:
                    ended[s] = time.monotonic() - began
                s.settimeout(30)
            equal(server.http("GET", "/healthz").status, 200)
            time.sleep(0.5)
        check(len(ended) == 4, "still there", len(ended))
        for s in sockets:
            s.close()


# Limits.


@test
def too_many_connections_are_refused():
    with Server("--max-connections-per-address", "5") as server:
        sockets = [WebSocket(server) for _ in range(5)]
        with server.connect() as s:
            try:
                s.sendall(request("GET", "/healthz"))
                equal(s.recv(100), b"")
            except ConnectionError:
                pass
        sockets.pop().close()
        time.sleep(0.3)
        equal(server.metrics()["linea_connections_refused_total"], 1)
        equal(sockets[0].hello()["you"], "0" * 16)
    with Server("--max-connections", "3") as server:
        sockets = [WebSocket(server) for _ in range(3)]
        with server.connect() as s:
            equal(s.recv(100), b"")


def ask(s):
    """The status of a request on a connection that stays open, or None if it has been closed."""
    try:
        s.sendall(request("GET", "/healthz"))
        answer = s.recv(4096)
        return int(answer.split()[1]) if answer else None
    except ConnectionError:
        return None


@test
def a_connection_that_is_only_kept_makes_room_for_a_new_one():
    with Server("--max-connections-per-address", "5") as server:
        sockets = [WebSocket(server) for _ in range(2)]
        kept = [server.connect() for _ in range(3)]
        equal([ask(s) for s in kept], [200] * 3)
        fresh = server.connect()
        equal(ask(fresh), 200)
        equal([ask(s) for s in kept[1:]], [200] * 2)  # the oldest had to go
        equal(ask(kept[0]), None)
        for ws in sockets:  # nobody who plays is disturbed
            equal(ws.hello()["you"], "0" * 16)
        equal(server.metrics()["linea_connections_refused_total"], 0)
        for s in (*kept, fresh):
            s.close()


@test
def behind_a_proxy_addresses_are_those_it_sends():
    with Server("--proxy", "--max-connections-per-address", "2") as server:
        def status(address):
            return WebSocket(server, headers={"X-Forwarded-For": address})
        held = [status("192.0.2.1"), status("10.0.0.1, 192.0.2.1"), status("192.0.2.2")]
        equal([ws.status for ws in held], [101] * 3)
        equal(status("192.0.2.1").status, 429)
        equal(status("2001:db8:1:2::1").status, 101)
        log = server.logged()
        check("address=192.0.2.0/24" in log and "address=2001:db8:1::/48" in log, log)
        # What a client says of itself before does not hide it, however much, nor in a header of its own.
        for hearsay in "10.0.0.1, " * 100, "10.0.0.1\r\nX-Forwarded-For: ":
            equal(status(hearsay + "192.0.2.1").status, 429)


@test
def behind_a_proxy_many_clients_may_share_a_connection():
    with Server("--proxy", "--requests-per-second", "1", "--burst", "10") as server, server.connect() as s:
        file = s.makefile("rb")

        def statuses(addresses):  # all at once: a busy machine could take a second for them one by one
            s.sendall(b"".join(request("GET", "/healthz", headers={"X-Forwarded-For": a}) for a in addresses))
            return [Response(file).status for _ in addresses]
        equal(statuses([f"192.0.2.{i}" for i in range(100)]), [200] * 100)
        equal(statuses(["192.0.2.200"] * 11), [200] * 10 + [429])


@test
def too_many_requests_are_refused():
    # Everything is sent at once: one after the other, a busy machine could be slower than what is allowed.
    with Server("--requests-per-second", "1", "--burst", "10") as server:
        with server.connect() as s:
            s.sendall(request("GET", "/healthz") * 11)
            file = s.makefile("rb")
            found = [Response(file) for _ in range(11)]
            equal([r.status for r in found], [200] * 10 + [429])
            equal(found[-1].headers["retry-after"], "1")
        ws = WebSocket(server)
        ws.hello()
        ws.s.sendall(b"".join(ws.frame(b'"again"') for _ in range(20)))
        equal(ws.closed(), 1008)
        equal(server.http("GET", "/healthz").status, 200)  # others go on
        # Nor do many connections help.
        crowd = [server.connect() for _ in range(30)]
        for s in crowd:
            s.sendall(request("GET", "/healthz") * 9)
        statuses = []
        for s in crowd:
            with s, s.makefile("rb") as file:
                for _ in range(9):
                    statuses.append(Response(file).status)
                    if statuses[-1] == 429:  # and then the connection is closed
                        break
        check(200 in statuses and 429 in statuses, statuses)


@test
def too_many_new_games_from_an_address_are_refused():
    with Server("--games-per-hour", "3") as server:
        statuses = []
        for _ in range(4):  # another guest each time is no way around
            answer = server.http("POST", "/api/games", {"map": "europe"}, server.guest())
            statuses.append(answer.status)
        equal(statuses[3], 429)
        check(429 not in statuses[:3], statuses)
        check("games" in answer.json()["message"], answer.body)
        equal(server.http("GET", "/healthz").status, 200)  # the rest goes on


@test
def a_client_that_does_not_read_is_dropped_alone():
    with Server("--max-queue", "512") as server:
        slow, good = WebSocket(server, rcvbuf=4096), WebSocket(server, f"/api/games/{GAME}/ws")
        stalled = WebSocket(server, rcvbuf=4096)
        other = WebSocket(server, "/api/games/00000000000000bb/ws")
        for ws in (slow, stalled, other):
            ws.hello()
        good.close()
        slow.send("flood")  # 8 MB for all of this game
        other.send("hi")
        equal(other.receive()["echo"], "hi")
        equal(slow.closed(), 1013)
        m = server.metrics()
        equal((m["linea_clients"], m["linea_connections_dropped_total"]), (1, 2))
        for _ in range(20):  # who does not even take the goodbye is cut off
            if server.metrics()["linea_websockets"] == 1:
                break
            time.sleep(1)
        equal(server.metrics()["linea_websockets"], 1)
        other.receive()
        other.send("hi")
        equal(other.receive()["echo"], "hi")
        with server.connect() as s:  # a stream that is too slow has no end
            s.sendall(request("GET", f"/api/games/{GAME}/stream"))
            file = s.makefile("rb")
            Response(file)
            ws = WebSocket(server)
            ws.send({"token": None})
            ws.send("flood")
            try:
                check(list(chunks(file)) is None, "it has an end")
            except (ValueError, AssertionError, ConnectionError) as error:
                check("it has an end" not in str(error))


@test
def frames_that_say_nothing_count_as_requests():
    with Server("--requests-per-second", "5", "--burst", "20") as server:
        for how in {"opcode": 9}, {"opcode": 10}, {"opcode": 0, "final": False}:
            ws = WebSocket(server)
            ws.hello()
            if how["opcode"] == 0:
                ws.send(b"", final=False)
            try:
                for _ in range(100):
                    ws.send(b"", **how)
            except ConnectionError:
                pass
            equal((how, ws.closed()), (how, 1008))


def resident(server):
    with open(f"/proc/{server.process.pid}/status") as file:
        return int(re.search(r"VmRSS:\s+(\d+)", file.read()).group(1)) * 1024


def sanitized():
    return b"__asan_init" in pathlib.Path(sys.argv[1]).read_bytes()


@test
def what_waits_for_those_who_do_not_read_is_bounded_and_given_back():
    with Server("--log-level", "error", "--requests-per-second", "1000", "--burst", "1000") as server:
        before = resident(server)
        idle = [WebSocket(server, rcvbuf=4096) for _ in range(100)]
        for ws in idle:
            ws.hello()
        streams = [server.connect() for _ in range(60)]
        for s in streams:
            s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            s.sendall(request("GET", f"/api/games/{GAME}/stream"))
        asked = [server.connect() for _ in range(60)]
        for s in asked:  # long answers
            s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            s.sendall(request("GET", f"/api/games/{GAME}") * 30)
        talker = WebSocket(server, f"/api/games/{GAME}/ws")
        talker.hello()
        most, end = 0, time.monotonic() + 4
        text = "x" * 3000  # of its own for each event, so that nothing is shared for long
        while time.monotonic() < end:
            talker.send(text)
            while talker.receive().get("answer") is None:
                pass
            most = max(most, resident(server))
            time.sleep(0.02)
        check(most - before < 64 << 20, "while it lasts", most - before)
        for s in (*idle, *streams, *asked):
            s.close()
        if sanitized():  # its allocator keeps what is freed for a while, to find uses of it
            return
        after = resident(server)
        for _ in range(150):
            after = resident(server)
            if after - before < 16 << 20:
                break
            time.sleep(0.1)
        check(after - before < 16 << 20, "afterwards", after - before)


@test
def what_does_not_move_for_a_minute_is_given_up():
    with Server("--requests-per-second", "1000", "--burst", "1000") as server:
        ws, streams, asked = [WebSocket(server, rcvbuf=4096) for _ in range(3)], [], []
        for socket_ in ws:
            socket_.hello()
        for path, kept in ((f"/api/games/{GAME}/stream", streams), (f"/api/games/{GAME}", asked)):
            for _ in range(3):
                s = socket.socket()
                s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                s.connect(("127.0.0.1", server.port))
                s.sendall(request("GET", path) * (1 if kept is streams else 60))
                kept.append(s)
        talker = WebSocket(server)
        talker.hello()
        for _ in range(70):  # less than what may wait, more than a socket takes
            talker.send("x" * 3500)
            while talker.receive().get("answer") is None:
                pass
        equal(server.metrics()["linea_clients"], 7)
        began = time.monotonic()
        while time.monotonic() - began < 90:
            time.sleep(2)
            talker.send("still here")
            while talker.receive().get("answer") is None:
                pass
            m = server.metrics()
            if m["linea_clients"] == 1 and m["linea_connections"] <= 3:
                break
        check(50 < time.monotonic() - began < 85, "when", time.monotonic() - began, m)
        for s in (*ws, *streams, *asked, talker):
            s.close()


@test
def garbage_disturbs_nobody():
    with Server("--max-connections-per-address", "1000", "--requests-per-second", "100000",
                "--burst", "100000", "--log-level", "error") as server:
        end = time.monotonic() + 4
        good = WebSocket(server)
        good.hello()
        pieces = [request("GET", "/"), request("POST", "/api/guest", {"name": "x"}),
                  b"\r\n", b"\0", b"Upgrade: websocket\r\n", b"HTTP/1.1", os.urandom(100),
                  request("GET", f"/api/games/{GAME}/stream"), b"x" * 5000,
                  request("POST", f"/api/games/{GAME}/request", b"1")]

        def throw(seed):
            r = random.Random(seed)
            while time.monotonic() < end:
                try:
                    if r.random() < 0.3:
                        ws = WebSocket(server)
                        if r.random() < 0.5:
                            ws.hello()
                        for _ in range(r.randrange(5)):
                            ws.s.sendall(r.choice([
                                r.randbytes(r.randrange(1, 300)), ws.frame(
                                    r.randbytes(r.randrange(200)), r.randrange(16),
                                    r.random() < 0.7, r.random() < 0.9)]))
                        ws.close()
                        continue
                    with server.connect(2) as s:
                        for _ in range(r.randrange(1, 6)):
                            data = bytearray(r.choice(pieces))
                            if r.random() < 0.5:
                                data[r.randrange(len(data))] = r.randrange(256)
                            s.sendall(data[:r.randrange(1, len(data) + 1)]
                                      if r.random() < 0.3 else data)
                        if r.random() < 0.5:
                            s.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER,
                                         struct.pack("ii", 1, 0))
                except (OSError, AssertionError, ValueError):
                    pass
        threads = [threading.Thread(target=throw, args=(i,)) for i in range(4)]
        for thread in threads:
            thread.start()
        slowest = 0
        while time.monotonic() < end:
            began = time.monotonic()
            mark = f"mark {began}"
            good.send(mark)
            opcode, data = good.read_frame()
            while mark.encode() not in data:
                check(opcode is not None, "the good one was dropped")
                opcode, data = good.read_frame()
            slowest = max(slowest, time.monotonic() - began)
            time.sleep(0.02)
        for thread in threads:
            thread.join()
        check(slowest < 2, "slow", slowest)
        time.sleep(0.5)
        good.close()
        m = server.metrics()
        check(m["linea_connections_total"] > 100, m)


sys.exit(main())
