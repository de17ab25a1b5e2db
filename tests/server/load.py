#!/usr/bin/env python3
"""`linea load` counts what a fake server counts, and notices what that does wrongly:
load.py PROGRAM SOURCE."""
import concurrent.futures
import json
import os
import socket
import subprocess
import sys
import threading
import time
import urllib.request

PROGRAM, SOURCE = sys.argv[1], sys.argv[2]
FAKE = os.path.join(SOURCE, "tests", "server", "fake_server.py")


def check(condition, *what):
    if not condition:
        sys.exit(f"load: {' '.join(map(str, what))}")


class Fake:
    def __init__(self, *flaw):
        self.process = subprocess.Popen([sys.executable, FAKE, *flaw], stdout=subprocess.PIPE)
        self.url = f"http://127.0.0.1:{int(self.process.stdout.readline())}"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate()

    def count(self, name):
        with urllib.request.urlopen(self.url + "/metrics") as metrics:
            for line in metrics.read().decode().splitlines():
                if line.split()[0] == "fake_" + name:
                    return int(line.split()[1])
        return 0


def load(url, *options, code=0):
    """Run the program; the object it prints, and its errors."""
    urls = [part for each in ([url] if isinstance(url, str) else url) for part in ("--url", each)]
    run = subprocess.run([PROGRAM, "load", *urls, "--json", "--settle", "1",
                          *options], capture_output=True,
                         text=True, timeout=60, check=False)
    check(run.returncode == code, options, "exits with", run.returncode, "not", code, run.stderr,
          run.stdout)
    return json.loads(run.stdout) if run.stdout else None, run.stderr


def plays():
    with Fake() as fake:
        out, err = load(fake.url, "--games", "5", "--players", "3", "--seconds", "3",
                        "--addresses", "3")
        check(out["moves"] == fake.count("moves") > 50, out, "moves:", fake.count("moves"))
        check(out["finished"] == fake.count("over") > 0, out, "over:", fake.count("over"))
        check(0 < fake.count("claims") < out["moves"], "claims:", fake.count("claims"))
        # Everyone gets every event of a game: 3 to sit, 1 sealed, 3 to reveal, 1 began, 12 moves. A
        # game's early clients receive who sits after them.
        check(out["events"] >= 3 * out["moves"], out)
        check(out["lost"] == out["duplicated"] == out["unanswered"] == 0, out)
        check(out["refused"] == out["failures"] == {}, out)
        times = out["latency_ms"]
        check(0 < times["p50"] <= times["p90"] <= times["p99"] <= times["max"], times)
        check(fake.count("revealed") >= 3 * out["finished"], "revealed:", fake.count("revealed"))
        check(fake.count("guests") == 15 and out["running"] <= 5, out)
        check(fake.count("goodbyes") >= 3 * out["finished"], "goodbyes:", fake.count("goodbyes"))
        check(fake.count("pongs") > 10 and fake.count("complaints") == 0, "complaints")
        check("moves/s" in err, "no progress:", err)


def keeps_a_rate():
    with Fake() as fake:
        out, _ = load(fake.url, "--games", "10", "--players", "2", "--seconds", "2", "--rate", "50")
        due = 50 * out["seconds"]  # on a busy machine some are late: then it says so
        check(20 < out["moves"] <= due + 2 and out["moves"] == fake.count("moves"), out)
        check(0.8 * due <= out["moves"] + out["late"] <= due + 2, out)


def plays_on_several_nodes():
    """The same server by two addresses: who is on another node gets every move too."""
    with Fake() as fake:
        port = fake.url.rsplit(":", 1)[1]
        out, _ = load((fake.url, "http://127.0.0.2:" + port), "--games", "4", "--players", "3", "--seconds", "2")
        check(out["moves"] == fake.count("moves") > 20 and out["lost"] == out["duplicated"] == 0, out)
        check(0 < out["elsewhere_ms"]["p50"] <= out["elsewhere_ms"]["max"], out)
        nodes = out["nodes"]
        check([node["host"] for node in nodes] == ["127.0.0.%d:%s" % (i, port) for i in (1, 2)], nodes)
        check(sum(node["moves"] for node in nodes) == out["moves"] and min(node["moves"] for node in nodes) > 5, nodes)
        for key in ("latency_ms", "elsewhere_ms"):
            check(max(node[key]["max"] for node in nodes) == out[key]["max"], nodes)
        check(fake.count("hosts") == 2 and out["memory_before"] == 2e7, out, fake.count("hosts"))
        out, _ = load((fake.url, "http://127.0.0.2:" + port), "--spectators", "10", "--seconds", "1")
        check(out["connected"] == 10, out)
        out, err = load((fake.url, "http://127.0.0.1:1"), "--games", "1", code=1)
        check("there is no server at http://127.0.0.1:1: " in err, err)


def watches():
    with Fake() as fake:
        out, err = load(fake.url, "--spectators", "200", "--seconds", "1")
        check(out["connected"] == 200 and out["failures"] == {}, out)
        check(out["memory_before"] == 1e7 and out["memory_per_connection"] == 50000, out)
        check("connected" in err, err)
        out, _ = load(fake.url, "--spectators", "5", "--seconds", "1", "--pid",
                      str(fake.process.pid))
        check(out["memory_before"] > 4e6 and out["memory_before"] != 1e7, out)


def notices(flaw, lost, duplicated, unanswered):
    with Fake(flaw) as fake:
        out, _ = load(fake.url, "--games", "2", "--players", "2", "--seconds", "1", code=1)
        found = out["lost"], out["duplicated"], out["unanswered"]
        check(found == (lost, duplicated, unanswered), flaw, out)


def reveals_nothing_to_a_host_that_breaks_its_word():
    with Fake("reseal") as fake:
        out, _ = load(fake.url, "--games", "1", "--players", "2", "--setup", "1", code=1)
        check("WebSocket: another seal stands at the own seat" in out["failures"], out)
        check(fake.count("began") == 0, out)
    with Fake("late") as fake:
        out, _ = load(fake.url, "--games", "1", "--players", "2", "--seconds", "1", code=1)
        check("WebSocket: the secret is not that of the commitment" in out["failures"], out)


def reports_what_fails():
    with Fake("refuse") as fake:
        out, _ = load(fake.url, "--games", "2", "--players", "2", "--seconds", "1")
        check(out["refused"] == {"stale": 1} and out["moves"] == fake.count("moves"), out)
    with Fake("full") as fake:
        out, err = load(fake.url, "--games", "3", "--players", "2", "--setup", "1", code=1)
        check("only 2 of 3 games" in err, err)
        check(list(out["failures"]) == ["POST /api/games: status 429 too-many"], out)
        check(1 < sum(out["failures"].values()) < 10, "it does not wait between tries:", out)
    with Fake("broken") as fake:
        out, _ = load(fake.url, "--spectators", "3", "--seconds", "1", code=1)
        check(out["failures"] == {"WebSocket: HS: Accept hash wrong": 3}, out)
        check(out["connected"] == 0 and out["memory_per_connection"] is None, out)
        url = fake.url
    _, err = load(url, "--games", "1", code=1)
    check(f"there is no server at {url}: HTTP: closed before established" in err, err)


def takes_no_answer_for_one_that_is_none(*pieces):
    """Each piece arrives by itself."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        def answer():
            with listener.accept()[0] as client:
                client.recv(4096)
                client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                for piece in pieces:
                    client.sendall(piece)
                    time.sleep(0.2)

        threading.Thread(target=answer).start()
        url = "http://127.0.0.1:%d" % listener.getsockname()[1]
        _, err = load(url, "--games", "1", code=1)
    check(f"there is no server at {url}: HTTP: closed before the response was there" in err, pieces, err)


def refuses_wrong_calls():
    for options in (["--games", "1", "--spectators", "1"], [], ["--games", "0"],
                    ["--games", "1", "--map", "atlantis"], ["--games", "1", "--players", "6"],
                    ["--spectators", "1", "--pid", "x"]):
        out, err = load("http://127.0.0.1:1", *options, code=2)
        check(out is None and err.startswith("linea load: "), options, err)
    _, err = load(["http://127.0.0.1:1"] * 17, "--games", "1", code=2)
    check("--url may be given 16 times, no more" in err, err)
    _, err = load(["http://127.0.0.1:1"] * 2, "--games", "1", "--pid", "1", code=2)
    check("--pid is for one server" in err, err)
    for url in "https://127.0.0.1:1", "127.0.0.1:1", "http://127.0.0.1:port":
        out, err = load(url, "--games", "1", code=2)
        check(out is None and url in err, url, err)


# They wait more than they work, so they do it at the same time.
CASES = [(plays,), (plays_on_several_nodes,), (keeps_a_rate,), (watches,), (notices, "skip", 2, 0, 0),
         (notices, "double", 0, 2, 0), (notices, "drop", 1, 0, 0), (notices, "mute", 0, 0, 1),
         (takes_no_answer_for_one_that_is_none, b"HTTP/1.1 ", b"     \r\n\r\n"),
         (takes_no_answer_for_one_that_is_none, b"HTTP/1.1 200 OK\r\n",
          b"Content-Length: 5\r\n\r\n2\r\n"),
         (reveals_nothing_to_a_host_that_breaks_its_word,), (reports_what_fails,), (refuses_wrong_calls,)]
with concurrent.futures.ThreadPoolExecutor() as pool:
    for case in [pool.submit(*case) for case in CASES]:
        case.result()
