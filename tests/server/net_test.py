#!/usr/bin/python3
"""The network of the server as strangers see it: net_test.py SERVER [NAME …]

SERVER is `serve-fake`: the real network on a hub without games. Only the standard library
is used, and the WebSocket client is our own, so that it can break every rule.
net_refusals_test.py has what is wrong or too much.
"""
# SPDX-License-Identifier: MIT
import base64
import json
import os
import random
import re
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time

from cases import main, test
from wire import BINARY, GAME, Response, Server, WebSocket, check, chunks, equal, request


@test
def the_address_is_printed_when_it_listens():
    with Server() as server:
        equal(server.line, f"http://127.0.0.1:{server.port}\n")
        equal(server.http("GET", "/healthz").body, b"ok\n")
    with tempfile.TemporaryDirectory() as folder, subprocess.Popen(
            [BINARY, "--port", "0", "--data", folder + "/x"], text=True,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        port = int(process.stdout.readline().rsplit(":", 1)[1])
        socket.create_connection(("127.0.0.1", port)).close()
        process.terminate()


@test
def a_guest_gets_a_token_that_outlives_the_server():
    with tempfile.TemporaryDirectory() as name:
        class folder:
            pass
        folder.name = name
        with Server(folder=folder) as server:
            answer = server.http("POST", "/api/guest", {"name": "Ann"}).json()
            check(re.fullmatch("[0-9a-f]{16}", answer["player"]), answer)
            check(re.fullmatch("[-_A-Za-z0-9]{58}", answer["token"]), answer)
            check(server.guest() != server.guest(), "the same token twice")
        with Server(folder=folder) as server:
            mine = server.http("GET", "/api/games/mine", token=answer["token"])
            equal(mine.json()["of"], answer["player"])
        with Server() as stranger:
            equal(stranger.http("GET", "/api/games/mine", token=answer["token"]).status, 401)


@test
def a_guest_may_take_another_name():
    with Server() as server:
        first = server.http("POST", "/api/guest", {"name": "Ann"}).json()
        longest = "\u00e9" * 31 + "x"
        second = server.http("POST", "/api/guest", {"name": longest}, first["token"]).json()
        equal(second["player"], first["player"])
        for guest, name in ((first, "Ann"), (second, longest)):
            socket_ = WebSocket(server)
            equal(socket_.hello(guest["token"]), {"you": first["player"], "name": name, "seen": 0})
            socket_.close()
        # A name cannot be changed without the server's key.
        raw = base64.urlsafe_b64decode(first["token"] + "==")
        for wrong in (raw[:-3] + b"Bob", raw[:-1], raw + b"a", raw[:32] + bytes(8)):
            text = base64.urlsafe_b64encode(wrong).decode().rstrip("=")
            equal(server.http("GET", "/api/games/mine", token=text).status, 401)
        equal(server.http("POST", "/api/guest", {"name": "Eve"}, "x").status, 401)
        for name in ("", "x" * 64, "a\nb", None, 5):
            equal(server.http("POST", "/api/guest", {"name": name}, first["token"]).status, 400)


@test
def every_route_answers():
    with Server() as server:
        token = server.guest()
        made = server.http("POST", "/api/games", {"map": "europe"}, token)
        equal((made.status, made.json()["game"]), (200, GAME))
        equal(made.headers["content-type"], "application/json")
        equal(server.http("POST", "/api/games", [], token).status, 400)
        lobby = server.http("GET", "/api/games?stage=running&offset=20").json()
        equal((lobby["of"], lobby["offset"]), ("running", 20))
        equal(server.http("GET", "/api/games?stage=gathering").json()["offset"], 0)
        equal(server.http("GET", "/api/games/mine?offset=3", token=token).json()["offset"], 3)
        equal(len(server.http("GET", f"/api/games/{GAME}").body), 40000)
        record = server.http("GET", f"/api/games/{GAME}/record")
        equal(record.headers["content-type"], "application/x-ndjson")
        equal(record.headers["content-disposition"],
              f'attachment; filename="linea-{GAME}.jsonl"')
        equal(record.body, b'{"linea":1}\n{"end":true}\n')
        answer = server.http("POST", f"/api/games/{GAME}/request", b'"hi"', token)
        equal(answer.json(), {"answer": 1})
        refused = server.http("POST", f"/api/games/{GAME}/request", b'"refuse"', token)
        equal((refused.status, refused.json()["error"]), (403, "forbidden"))
        for path in ("", "/record"):
            equal(server.http("GET", "/api/games/" + "0" * 16 + path).status, 404)
        equal(server.http("GET", "/api/games/" + "0" * 16 + "/stream").status, 404)
        equal(server.http("GET", f"/api/games/{GAME}/ws").status, 426)
        head = server.http("HEAD", "/healthz")
        equal((head.status, head.headers["content-length"]), (200, "3"))


@test
def metrics_count():
    with Server() as server:
        socket_ = WebSocket(server)
        socket_.hello()
        server.http("GET", "/nowhere.js")
        m = server.metrics()
        equal(m["linea_websockets"], 1)
        equal(m["linea_clients"], 1)
        equal(m["linea_messages_total"], 1)
        equal(m['linea_http_responses_total{status="4xx"}'], 1)
        check(m["linea_uptime_seconds"] > 0)
        check(1e6 < m["process_resident_memory_bytes"] < 1e9)
        counts = [value for key, value in m.items() if key.startswith("linea_store_commit_seconds_bucket")]
        equal((len(counts), counts), (11, sorted(counts)))
        equal(counts[-1], m["linea_store_commit_seconds_count"])
        check(counts[-1] == m["linea_store_commits_total"] > 0)  # the key of the tokens
        check(m["linea_store_commit_seconds_sum"] > 0)
        for name in ("linea_connections", "linea_games_running", "linea_moves_total", "linea_store_events_total", "linea_bots_waiting"):
            check(name in m, name)
        socket_.close()
        time.sleep(0.2)
        m = server.metrics()
        equal((m["linea_websockets"], m["linea_clients"], m["linea_connections"]), (0, 0, 1))


@test
def the_page_is_compressed_as_the_client_likes_it():
    with Server() as server:
        page = server.http("GET", "/")
        check(b"Linea" in page.body and page.headers["content-type"].startswith("text/html"))
        check("content-encoding" not in page.headers)
        tags = set()
        for accepted, coding in (
                ("br, gzip", "br"), ("gzip, br", "br"), ("gzip", "gzip"), ("GZIP", "gzip"), ("*", "br"),
                ("gzip;q=1.0, br;q=0.9", "gzip"), ("br;q=0, gzip", "gzip"), ("br; q=0.5,gzip ;q=0.4", "br"),
                ("br;q=0,*", "gzip"), ("gzip;q=0.001", "gzip"), ("gzip;q=0", None), ("deflate", None),
                ("identity, gzip;q=0.5", None), ("brotli, gzipped", None), ("br;q=0, gzip;q=0.000", None),
                ("*;q=0", None), (",;=q", None), ("identity;q=0.5, *;q=0.4", None), ("br;q=x", None)):
            packed = server.http("GET", "/", headers={"Accept-Encoding": accepted})
            equal((accepted, packed.headers.get("content-encoding")), (accepted, coding))
            equal(packed.headers["vary"], "Accept-Encoding")
            unpack = {"br": ["brotli", "-d", "-c"], "gzip": ["gzip", "-d", "-c"], None: ["cat"]}[coding]
            equal(subprocess.run(unpack, input=packed.body, capture_output=True, check=True).stdout, page.body)
            check(coding is None or len(packed.body) < len(page.body), "not smaller")
            tags.add(packed.headers["etag"])
        equal(len(tags), 3)  # each coding its own
        # What compressing makes no smaller comes as it is.
        font = server.http("GET", "/assets/font.woff2", headers={"Accept-Encoding": "br, gzip"})
        check("content-encoding" not in font.headers)
        equal(font.body, b"wOF2" + bytes(range(8)))


@test
def the_page_is_cached():
    with Server() as server:
        for accepted in ("br", "gzip", "identity"):
            first = server.http("GET", "/style.css", headers={"Accept-Encoding": accepted})
            for known in (first.headers["etag"], "W/" + first.headers["etag"], '"x", ' + first.headers["etag"], "*"):
                again = server.http("GET", "/style.css", headers={"Accept-Encoding": accepted, "If-None-Match": known})
                equal((again.status, again.body), (304, b""))
                for key in ("etag", "vary", "cache-control"):
                    equal(again.headers[key], first.headers[key])
            other = server.http("GET", "/", headers={"Accept-Encoding": accepted, "If-None-Match": first.headers["etag"]})
            equal(other.status, 200)
        for path in ("/", "/index.html", "/sw.js", "/manifest.webmanifest", "/style.css", "/data.json", "/assets/font.woff2"):
            equal((path, server.http("GET", path).headers["cache-control"]), (path, "no-cache"))
        for path in ("/assets/app.0123abcd.js", "/assets/engine.QX7A2B3C.wasm"):
            equal(server.http("GET", path).headers["cache-control"], "public, max-age=31536000, immutable")
        head = server.http("HEAD", "/assets/app.0123abcd.js")
        equal((head.status, head.body), (200, b""))
        check(int(head.headers["content-length"]) > 100)


@test
def files_have_their_types_and_paths_of_the_page_are_the_page():
    with Server() as server:
        for path, kind in (
                ("/index.html", "text/html; charset=utf-8"), ("/style.css", "text/css; charset=utf-8"),
                ("/assets/app.0123abcd.js", "text/javascript; charset=utf-8"), ("/icons/logo.svg", "image/svg+xml"),
                ("/assets/engine.QX7A2B3C.wasm", "application/wasm"), ("/assets/font.woff2", "font/woff2"),
                ("/manifest.webmanifest", "application/manifest+json"), ("/data.json", "application/json")):
            found = server.http("GET", path)
            equal((path, found.status, found.headers["content-type"]), (path, 200, kind))
        page = server.http("GET", "/").body
        for path in (f"/g/{GAME}", "/g", "/lobby", "/g/x?a=1", "/%2e%2e/x", "/../etc/passwd", "/style.css/"):
            found = server.http("GET", path)
            equal((path, found.status, found.body, found.headers["cache-control"]), (path, 200, page, "no-cache"))
        for path in ("/index.html.gz", "/index.html.br", "/assets/none.js", "/favicon.ico", "/api/", "/api/nothing", "/../x.y"):
            equal((path, server.http("GET", path).status), (path, 404))
        equal(server.http("POST", "/g/x", b"").headers["allow"], "GET, HEAD")


@test
def every_response_has_security_headers():
    with Server("--max-body", "64") as server:
        for response in (
                server.http("GET", "/"), server.http("GET", "/nowhere.js"),
                server.http("GET", "/assets/app.0123abcd.js"),
                server.http("POST", "/api/guest", b"x" * 100),
                server.http("DELETE", "/api/games"),
                server.http("GET", "/healthz", headers={"Origin": "https://evil.test"}),
                WebSocket(server, "/nowhere").response):
            h = response.headers
            policy = dict(part.split(None, 1) for part in h["content-security-policy"].split("; "))
            equal(policy, {
                "default-src": "'none'", "script-src": "'self' 'wasm-unsafe-eval'", "style-src": "'self'",
                "img-src": "'self' data:", "connect-src": "'self'", "font-src": "'self'", "worker-src": "'self'",
                "manifest-src": "'self'", "base-uri": "'none'", "form-action": "'none'", "frame-ancestors": "'none'"})
            equal(h["x-content-type-options"], "nosniff")
            equal(h["referrer-policy"], "no-referrer")
            equal(h["cross-origin-opener-policy"], "same-origin")
            check("access-control-allow-origin" not in h)


@test
def a_stream_has_the_events_as_lines():
    with Server() as server, server.connect(30) as s:
        token = server.guest()
        s.sendall(request("GET", f"/api/games/{GAME}/stream?seen=7", token=token))
        file = s.makefile("rb")
        response = Response(file)
        equal(response.headers["content-type"], "application/x-ndjson")
        lines = chunks(file)
        equal(json.loads(next(lines))["table"]["seen"], 7)
        server.http("POST", f"/api/games/{GAME}/request", b'"hi"')
        line = next(lines)
        equal((json.loads(line)["echo"], line[-1:]), ("hi", b"\n"))
        equal(next(lines), b"\n")  # to keep it alive, after 15 s
        server.process.send_signal(signal.SIGTERM)
        equal(list(lines), [])  # it ends as it should


@test
def a_stream_of_my_games_needs_a_token_and_is_kept_alive():
    with Server() as server, server.connect(30) as s:
        equal(server.http("GET", "/api/stream").status, 401)
        equal(server.http("POST", "/api/stream", b"").headers["allow"], "GET, HEAD")
        guest = server.http("POST", "/api/guest", {"name": "Ann"}).json()
        equal(server.http("HEAD", "/api/stream", token=guest["token"]).status, 200)
        s.sendall(request("GET", "/api/stream", token=guest["token"]))
        file = s.makefile("rb")
        equal(Response(file).headers["content-type"], "application/x-ndjson")
        lines = chunks(file)
        equal(json.loads(next(lines)), {"follows": guest["player"]})
        equal(server.metrics()["linea_followers"], 1)
        equal(next(lines), b"\n")  # after 15 s
        s.shutdown(socket.SHUT_RDWR)
        time.sleep(0.2)
        equal(server.metrics()["linea_followers"], 0)


@test
def requests_may_share_a_connection():
    with Server() as server, server.connect() as s:
        file = s.makefile("rb")
        for _ in range(3):
            s.sendall(request("GET", "/healthz"))
            equal(Response(file).body, b"ok\n")
            s.sendall(request("POST", f"/api/games/{GAME}/request", b'"hi"'))
            equal(Response(file).status, 200)
        s.sendall(request("GET", "/healthz") + request("GET", f"/api/games/{GAME}") +
                  request("POST", "/api/guest", {"name": "Ann"}) + request("GET", "/"))
        equal([Response(file).status for _ in range(4)], [200] * 4)
        s.sendall(request("POST", "/api/guest", {"name": "x" * 50},
                          headers={"Expect": "100-continue"}))
        equal(file.readline() + file.readline(), b"HTTP/1.1 100 Continue\r\n\r\n")
        equal(Response(file).status, 200)


# WebSockets.


@test
def a_websocket_plays():
    with Server() as server:
        answer = server.http("POST", "/api/guest", {"name": "Ann"}).json()
        a, b = WebSocket(server), WebSocket(server, headers={"Origin": "http://linea.test"})
        equal(a.hello(answer["token"], 5), {"you": answer["player"], "name": "Ann", "seen": 5})
        equal(b.hello(), {"you": "0" * 16, "name": "", "seen": 0})
        a.send({"do": "move"})
        event = {"event": 1, "player": answer["player"], "echo": {"do": "move"}}
        equal((a.receive(), a.receive()), (event, {"answer": 1}))
        equal(b.receive(), event)
        # A message in pieces of every kind is one message.
        text = json.dumps("y" * 3000).encode()
        a.send(text[:1000], final=False)
        a.send(b"ping", opcode=9)
        a.send(text[1000:1001], opcode=0, final=False)
        a.send(text[1001:], opcode=0)
        found = [a.read_frame(), a.read_frame()]
        check((10, b"ping") in found, found)
        equal(b.receive()["echo"], "y" * 3000)
        for byte in a.frame(b'"slow"'):
            a.s.sendall(bytes([byte]))
        equal(b.receive()["echo"], "slow")
        a.send(struct.pack(">H", 1000), opcode=8)
        equal(a.closed(), 1000)


@test
def who_does_not_say_who_it_is_watches():
    with Server() as server:
        silent = WebSocket(server)
        began = time.monotonic()
        equal(silent.receive()["table"]["you"], "0" * 16)
        check(9 < time.monotonic() - began < 13, "10 seconds", time.monotonic() - began)
        silent.send("hi")
        equal(silent.receive()["echo"], "hi")


@test
def bad_websockets_are_closed_with_a_reason():
    with Server("--max-message", "1000") as server:
        token = server.guest()
        wrong = ("A" if token[0] != "A" else "B") + token[1:]
        table = [
            (b"no json", {}, 4000), (b"[]", {}, 4000), (b"{}", {}, 4000),
            ({"token": token, "seen": -1}, {}, 4000), ({"token": None, "seen": "x"}, {}, 4000),
            ({"token": wrong}, {}, 4001), ({"token": token[:-1]}, {}, 4001),
            ({"token": token + "A"}, {}, 4001), ({"token": 5}, {}, 4001),
            ({"token": ""}, {}, 4001), (b"\x00\x01", {"opcode": 2}, 1003),
            (b'"' + b"x" * 1000 + b'"', {}, 1009), (b'"\xff"', {}, 1007),
            (b"x", {"opcode": 3}, 1002), (b"x" * 200, {"opcode": 9}, 1002),
        ]
        for message, how, code in table:
            ws = WebSocket(server)
            ws.send(message, **how)
            found = ws.closed()
            # For what breaks the framing itself hanging up is as good.
            check(found == code or (code == 1002 and found is None), message, found, code)
            ws.close()
        ws = WebSocket(server)
        ws.s.sendall(b"\x81\xff\x7f" + b"\xff" * 7 + b"mask" + b"x" * 600)  # 8 exabytes
        check(ws.closed() in (1009, 1002, None))
        ws = WebSocket(server)
        for _ in range(20):  # too long in pieces
            ws.send(b"x" * 100, opcode=1 if _ == 0 else 0, final=False)
        equal(ws.closed(), 1009)
        nowhere = WebSocket(server, "/api/games/" + "0" * 16 + "/ws")
        nowhere.send({"token": None})
        equal(nowhere.closed(), 4004)
        another_map = WebSocket(server, "/api/games/0000000000000404/ws")
        another_map.send({"token": None})
        equal(another_map.closed(), 4009)
        equal(server.metrics()["linea_clients"], 0)


@test
def frames_that_break_the_protocol_end_only_their_connection():
    hello = b'{"token":null,"seen":0}'
    with Server() as server:
        good = WebSocket(server)
        good.hello()
        for wrong in ({"mask": False}, {"opcode": 9, "mask": False}, {"opcode": 8, "mask": False}, {"opcode": 0},
                      {"opcode": 9, "final": False}, {"opcode": 11}, {"opcode": 3}, {"opcode": 0x41}):
            ws = WebSocket(server)
            ws.send(hello, **wrong)
            equal((wrong, ws.closed()), (wrong, 1002))
            ws.close()
        ws = WebSocket(server)  # a message within a message
        ws.send(hello[:5], final=False)
        ws.send(hello)
        equal(ws.closed(), 1002)
        for code, answer in ((1000, 1000), (3000, 3000), (999, 1002), (1005, 1002), (1006, 1002), (2000, 1002), (5000, 1002)):
            ws = WebSocket(server)
            ws.send(struct.pack(">H", code), opcode=8)
            equal((code, ws.closed()), (code, answer))
        for body, answer in ((b"", 1005), (b"x", 1002), (struct.pack(">H", 1000) + b"\xff", 1002)):
            ws = WebSocket(server)
            ws.send(body, opcode=8)
            equal((body, ws.closed()), (body, answer))
        good.send("hi")
        equal(good.receive()["echo"], "hi")


@test
def a_handshake_must_be_one():
    with Server() as server:
        path = f"/api/games/{GAME}/ws"
        right = {"Upgrade": "websocket", "Connection": "keep-alive, Upgrade", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
                 "Sec-WebSocket-Version": "13", "Sec-WebSocket-Protocol": "other, linea"}
        found = server.http("GET", path, headers=right)
        equal((found.status, found.headers["sec-websocket-accept"], found.headers["sec-websocket-protocol"]),
              (101, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=", "linea"))
        for change, status in (({"Connection": "close"}, 400), ({"Sec-WebSocket-Key": "short"}, 400), ({"Sec-WebSocket-Key": "!" * 24}, 400),
                               ({"Sec-WebSocket-Version": "8"}, 426), ({"Sec-WebSocket-Protocol": "other"}, 400), ({"Sec-WebSocket-Protocol": None}, 101)):
            headers = {key: value for key, value in {**right, **change}.items() if value is not None}
            found = server.http("GET", path, headers=headers)
            equal((change, found.status), (change, status))
        check("sec-websocket-protocol" not in found.headers, found.headers)


@test
def upgrades_that_are_none_are_refused():
    with Server("--origin", "https://a.test,https://b.test") as server:
        for path, headers, status in [
                ("/", {}, 200), ("/api/games/xyz/ws", {}, 404), ("/nowhere.js", {}, 404),
                (f"/api/games/{GAME}/ws", {"Origin": "https://evil.test"}, 403),
                (f"/api/games/{GAME}/ws", {"Origin": "null"}, 403),
                (f"/api/games/{GAME}/ws", {"Origin": "http://linea.test.evil"}, 403),
                (f"/api/games/{GAME}/ws", {"Origin": "https://b.test"}, 101),
                (f"/api/games/{GAME}/ws", {"Origin": "https://linea.test"}, 101),
                (f"/api/games/{GAME}/ws", {"Upgrade": "h2c"}, 426)]:
            equal((path, headers, WebSocket(server, path, headers).status),
                  (path, headers, status))


# Running it.


@test
def it_stops_gracefully():
    for number in (signal.SIGTERM, signal.SIGINT):
        with Server() as server:
            sockets = [WebSocket(server) for _ in range(3)]
            for ws in sockets[:2]:
                ws.hello()
            idle = server.connect()
            waiting = server.connect()
            waiting.sendall(request("POST", f"/api/games/{GAME}/request", b'"silent"'))
            time.sleep(0.3)
            server.process.send_signal(number)
            equal([ws.closed() for ws in sockets], [1001] * 3)
            try:
                server.connect().close()
                check(False, "it still accepts")
            except ConnectionError:
                pass
            equal(idle.recv(10), b"")
            for ws in sockets:
                ws.close()
            equal(server.process.wait(8), 0)
            waiting.close()


@test
def wrong_calls_are_refused():
    for flags, env, code, words in [
            (["--port", "x"], {}, 2, "--port needs a number from 0 to 65535"),
            (["--port", "65536"], {}, 2, "--port"), (["--no-such"], {}, 2, "unknown option"),
            (["operand"], {}, 2, "not expected"), (["--data"], {}, 2, "needs a value"),
            (["--log-level", "loud"], {}, 2, "--log-level"),
            # Otherwise a client that missed the most would be too slow whenever it connects.
            (["--max-queue", "255"], {}, 2, "--max-queue needs a number from 256"),
            ([], {"LINEA_MAX_BODY": "many"}, 2, "LINEA_MAX_BODY"),
            ([], {"LINEA_PROXY": "maybe"}, 2, "LINEA_PROXY is 1 or 0"),
            *((["--origin", "https://a.example," + wrong], {}, 2, f'not "{wrong}"') for wrong in (
                "b.example", "https://", "https://b.example/", " https://b.example", "https://*", "https://B.example")),
            (["--host", "256.1.1.1"], {}, 1, "256.1.1.1"),
            (["--data", "/nowhere/x"], {}, 1, "/nowhere/x"),
            (["--max-connections", "500000"], {}, 1, "file descriptors"),
            (["--help"], {}, 0, "--max-connections-per-address")]:
        with tempfile.TemporaryDirectory() as folder:
            run = subprocess.run([BINARY, *flags], env={**os.environ, **env}, text=True,
                                 capture_output=True, cwd=folder, timeout=20)
            check(run.returncode == code and words in run.stdout + run.stderr, flags, env, run)
    for value in "1", "false":
        with Server(env={"LINEA_PROXY": value}) as server:
            server.http("GET", "/healthz", headers={"X-Forwarded-For": "192.0.2.1"})
        with open(server.log.name) as log:  # all is there when it has ended
            equal("address=192.0.2.0/24" in log.read(), value == "1")
    with Server(env={"LINEA_MAX_BODY": "100"}) as server:
        equal(server.http("POST", "/api/guest", b"x" * 101).status, 413)
        busy = subprocess.run([BINARY, "--port", str(server.port), "--data", "other"],
                              text=True, capture_output=True, cwd=server.folder.name)
        check(busy.returncode == 1 and "in use" in busy.stderr, busy)


@test
def the_log_has_no_secrets():
    with Server("--log-level", "debug") as server:
        token = server.guest("Zacharias")
        server.http("GET", "/api/games/mine?token=" + token, token=token)
        server.http("GET", "/a%20b%0alevel=error")
        ws = WebSocket(server)
        ws.hello(token)
        ws.send({"do": "chat", "text": "hush"})
        ws.receive()
        log = server.logged()
        for secret in (token, "Zacharias", "hush", "127.0.0.1", "?token", "\nlevel"):
            check(secret not in log, secret, log)
        for line in log.splitlines():
            check(re.fullmatch(r"time=\S+Z level=\w+ event=\w+( \w+=\S*)*", line), line)
        check("address=127.0.0.0/24 method=POST path=/api/guest status=200 ms=" in log, log)


sys.exit(main())
