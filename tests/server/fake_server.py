#!/usr/bin/env python3
"""A server that speaks just enough for `linea load` to be tested against, and can do it wrongly.

    fake_server.py [FLAW]

Prints its port, then serves until it is killed. Games have canned moves and end after MOVES of
them; every seat moves in turn. Seats are sealed before, as docs/fairness.md says. GET /metrics says what it has counted. The flaws:

    skip      the number of one event is left out
    double    one event is sent twice
    drop      one event does not reach one client
    refuse    one move is refused as stale
    mute      one move is carried out but not answered
    full      no more than two games are made
    reseal    the seal that is published for one seat is another one
    late      the secret at the end is not that of the commitment
    broken    the WebSocket's handshake is answered with a wrong key
"""
import asyncio
import base64
import collections
import hashlib
import json
import sys

MOVES = 12
FLAW_AT = 10    # the event that the flaw is about, of the first game: two people move by then
GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
FLAW = sys.argv[1] if len(sys.argv) > 1 else ""

games = {}
counted = collections.Counter()
hosts = set()       # names by which it was asked
connections = 0     # WebSockets that are open


def frame(op, data, last=True):
    head = bytes([op | (0x80 if last else 0)])
    if len(data) < 126:
        head += bytes([len(data)])
    elif len(data) < 65536:
        head += bytes([126]) + len(data).to_bytes(2, "big")
    else:
        head += bytes([127]) + len(data).to_bytes(8, "big")
    return head + data


async def read_frame(reader):
    """Opcode and data of a frame, which a client must mask."""
    head = await reader.readexactly(2)
    assert head[1] & 0x80, "a client's frame is not masked"
    size = head[1] & 0x7F
    if size == 126:
        size = int.from_bytes(await reader.readexactly(2), "big")
        assert size > 125
    assert size < 4096
    mask = await reader.readexactly(4)
    data = await reader.readexactly(size)
    return head[0] & 0x0F, bytes(b ^ mask[i % 4] for i, b in enumerate(data))


class Client:
    def __init__(self, writer, game, token):
        self.writer, self.game, self.token = writer, game, token
        self.sent = 0
        self.pings = []

    def emit(self, message):
        """A line, now and then with spaces, or in two frames with a ping between them."""
        self.sent += 1
        separators = (", ", ": ") if self.sent % 3 == 0 else (",", ":")
        data = json.dumps(message, ensure_ascii=False, separators=separators).encode()
        if self.sent % 5:
            self.writer.write(frame(1, data))
            return
        ping = b"ping %d" % self.sent
        self.pings.append(ping)
        half = len(data) // 2
        self.writer.write(frame(1, data[:half], False) + frame(9, ping) + frame(0, data[half:]))


class Game:
    def __init__(self, number, seats):
        self.id = f"{number:016x}"
        self.number = number
        self.seats = [None] * len(seats)
        self.seals, self.nonces = [None] * len(seats), [None] * len(seats)
        self.secret = bytes([1 + number % 255]) * 32
        self.commitment = hashlib.sha256(b"linea fair commitment 1\0" + self.secret).digest()
        self.clients = []
        self.event = self.state = self.moves = 0
        self.turn = 0
        self.happen({"what": "made"})

    def flawed(self, flaw):
        """Whether a flaw is due: once, in the first game."""
        if FLAW != flaw or self.number or self.event + 1 < FLAW_AT or counted["flaws"]:
            return False
        counted["flaws"] += 1
        return True

    def over(self):
        return self.moves == MOVES

    def fair(self):
        """What the table says of its shuffles: as much as anybody may know by now."""
        fair = {"commitment": self.commitment.hex()}
        if None not in self.seals:
            fair["seals"] = list(self.seals)
            if FLAW == "reseal":
                fair["seals"][0] = "0" * 64
        if None not in self.nonces:
            fair["nonces"] = self.nonces
        if self.over():
            fair["secret"] = (bytes(32) if FLAW == "late" else self.secret).hex()
        return fair

    def sealed(self, seat, nonce):
        return hashlib.sha256(b"linea fair seal 1\0" + self.commitment + bytes([seat]) + bytes.fromhex(nonce)).hexdigest()

    def happen(self, event):
        self.event += 1 + self.flawed("skip")
        if event["what"] in ("began", "moved"):
            self.state = self.event
        doubled, dropped = self.flawed("double"), self.flawed("drop")
        for client in self.clients[dropped:]:
            line = {"event": self.event, "at": 0, **event}
            if self.state == self.event:
                # Names may be in any script; one event in ten is longer than 65535 bytes.
                line["view"] = {"note": "ț" * (40000 if self.event % 10 == 0 else 200)}
                if self.seats[self.turn] == client.token and not self.over():
                    line["moves"] = ["draw pile", "draw red", "claim a/b red:2"]
                if self.over():
                    line["end"] = {"winners": [0]}
                    line["fair"] = self.fair()
            client.emit(line)
            if doubled:
                client.emit(line)

    def request(self, client, asked):
        do, seat = asked["do"], self.seats.index(client.token) if client.token in self.seats else None
        if do == "sit":
            assert self.seats[asked["seat"]] is None and seat is None and client.token
            assert len(bytes.fromhex(asked["seal"])) == 32
            self.seats[asked["seat"]], self.seals[asked["seat"]] = client.token, asked["seal"]
            self.happen({"what": "sat", "seat": asked["seat"], "name": asked["name"]})
            if None not in self.seats:
                self.happen({"what": "sealed", "reveal_by": 0, "fair": self.fair()})
        elif do == "reveal":
            assert self.sealed(seat, asked["nonce"]) == self.seals[seat] and self.nonces[seat] is None
            counted["revealed"] += 1
            self.nonces[seat] = asked["nonce"]
            self.happen({"what": "revealed", "seat": seat})
            if None not in self.nonces:
                counted["began"] += 1
                self.happen({"what": "began", "fair": self.fair()})
        elif do == "move":
            if seat != self.turn or self.over() or asked["state"] != self.state or \
                    self.flawed("refuse"):
                return {"id": asked["id"], "error": "stale", "message": "no"}
            assert asked["move"] in ("draw pile", "draw red", "claim a/b red:2")
            counted["moves"] += 1
            counted["claims"] += asked["move"].startswith("claim")
            mute = self.flawed("mute")
            self.moves += 1
            self.turn = (self.turn + 1) % len(self.seats)
            self.happen({"what": "moved", "did": {"seat": seat, "move": asked["move"]}})
            counted["over"] += self.over()
            if mute:
                return None
        return {"id": asked["id"], "ok": True, "event": self.event}


async def websocket(reader, writer, headers, game):
    global connections
    key = headers["sec-websocket-key"]
    assert headers["sec-websocket-protocol"] == "linea" and headers["sec-websocket-version"] == "13"
    accept = base64.b64encode(hashlib.sha1((key + GUID).encode()).digest()).decode()
    if FLAW == "broken":
        accept = accept[::-1]
    writer.write(("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                  f"sec-websocket-protocol: linea\r\nSec-WebSocket-Accept: {accept}\r\n\r\n").encode())
    op, data = await read_frame(reader)
    if op == 8:
        return
    hello = json.loads(data)
    assert op == 1 and set(hello) == {"token", "seen"} and hello["seen"] == 0
    client = Client(writer, game, hello["token"])
    client.emit({"table": {"event": game.event, "state": game.state, "you": None, "fair": game.fair()}})
    game.clients.append(client)
    connections += 1
    try:
        while True:
            op, data = await read_frame(reader)
            if op == 1:
                answer = game.request(client, json.loads(data))
                if answer:
                    client.emit(answer)
            elif op == 8:
                counted["goodbyes"] += 1
                writer.write(frame(8, data))
                return
            elif op == 10:
                assert data == client.pings.pop(0), "a pong is not that of the ping"
                counted["pongs"] += 1
            await writer.drain()
    finally:
        connections -= 1
        game.clients.remove(client)


def respond(method, path, headers, body):
    """Status and text of a response."""
    if (method, path) == ("GET", "/metrics"):
        # As if a connection cost 50000 bytes.
        lines = [f"fake_{name} {n}" for name, n in counted.items()] + [f"fake_hosts {len(hosts)}"]
        return 200, "\n".join(lines + [f"process_resident_memory_bytes {1e7 + connections * 5e4}", ""])
    if (method, path) == ("POST", "/api/guest"):
        assert json.loads(body)["name"]
        counted["guests"] += 1
        return 200, json.dumps({"token": f"token-{counted['guests']}", "player": "0"})
    if (method, path) == ("POST", "/api/games"):
        assert headers["authorization"].startswith("Bearer token-")
        asked = json.loads(body)
        assert asked["map"] and set(asked["seats"]) == {"human"} and asked["listed"] is False
        if FLAW == "full" and len(games) == 2:
            return 429, json.dumps({"error": "too-many", "message": "no"})
        game = Game(len(games), asked["seats"])
        games[game.id] = game
        return 200, json.dumps({"game": game.id, "table": {"event": 1}})
    return 404, "{}"


async def serve(reader, writer):
    try:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        method, path, version = head[0].split(" ")
        assert version == "HTTP/1.1"
        headers = {k.lower(): v for k, v in (line.split(": ", 1) for line in head[1:] if line)}
        hosts.add(headers["host"])
        if headers.get("upgrade") == "websocket":
            await websocket(reader, writer, headers, games[path.split("/")[3]])
        else:
            body = await reader.readexactly(int(headers.get("content-length", 0)))
            status, text = respond(method, path, headers, body)
            writer.write(f"HTTP/1.1 {status} OK\r\nContent-Length: {len(text.encode())}\r\n\r\n{text}"
                         .encode())
        await writer.drain()
    except (asyncio.IncompleteReadError, ConnectionError):
        pass
    except AssertionError as error:
        counted["complaints"] += 1
        print(f"fake server: {error!r}", file=sys.stderr, flush=True)
    finally:
        writer.close()


async def main():
    server, other = None, None
    while not other:  # a port that is free on one address may be taken on the other
        server = await asyncio.start_server(serve, "127.0.0.1", 0, backlog=512)
        port = server.sockets[0].getsockname()[1]
        try:
            other = await asyncio.start_server(serve, "127.0.0.2", port, backlog=512)
        except OSError:
            server.close()
    print(port, flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
