#!/usr/bin/env python3
"""tests/cluster/cluster.py PROGRAM [--seconds N] [--seed N] [--standby HOW] [--keep FOLDER] - three servers on one PostgreSQL, people who
change between them in the middle of games, and everything that can go wrong: servers killed, stopped and cut off, the database killed, the
answer to a COMMIT lost. Then everything that was asked and seen is compared with the logs (history.py), all games are replayed by the rules,
and each game that is over has counted once.

With a standby, the database is killed and the standby takes over, again and again. With `sync` nothing that was acknowledged may be lost; with
`async`, which lags when it happens, what was acknowledged just before may be: it is counted, and all else must be as sound as ever.

Without PostgreSQL: exit code 77.
"""
# SPDX-License-Identifier: MIT
import argparse
import http.client
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "server"))
from accounts import Browser  # noqa: E402
from client import Server  # noqa: E402
from history import Ask, History, Look, Seen, check, content, count_lost, move_key, now  # noqa: E402
from postgres import Postgres, free_port  # noqa: E402
from tcp_proxy import Proxy  # noqa: E402
from wire import WebSocket  # noqa: E402

NODES = 3
CALM = 6  # seconds after a fault in which nobody is promised to be shown anything soon
REST = 24  # seconds without faults, at the end and between: who is connected must be shown everything soon
LIMITS = ("--requests-per-second", "100000", "--burst", "100000", "--max-games", "100000", "--games-per-hour", "1000000", "--max-listed", "0",
          "--work-share", "100", "--kept-per-day", "100000", "--max-sign-ups", "100000", "--proxy")


class Node(Server):
    """A server of several; `command` is how it is begun, up to its options."""
    ENDS = 60

    def __init__(self, command, number, database, folder, *options):
        self.number, self.command, self.options = number, command, options
        self.proxy = Proxy(database.port)
        self.url = "postgresql://%s@127.0.0.1:%d/%s" % (database.user, self.proxy.port, database.name)
        self.log = open(os.path.join(folder, "node-%d.log" % number), "a+")
        self.port, self.process, self.stopped = free_port(), None, False
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [*self.command, "--store", self.url, "--port", str(self.port), "--node", "n%d" % self.number, "--workers", "2",
             "--think-ms", "5", *LIMITS, *self.options], stdout=subprocess.PIPE, stderr=self.log, text=True)

    def wait(self):
        """Until it serves."""
        end, answer = time.monotonic() + 60, None
        while time.monotonic() < end:
            try:
                answer = self.get("/readyz")
                if answer[0] == 200:
                    return
            except (OSError, http.client.HTTPException):
                assert self.process.poll() is None, "node %d has ended: %s" % (self.number, open(self.log.name).read()[-2000:])
            time.sleep(0.02)
        raise AssertionError("node %d does not become ready: %s\n%s" % (self.number, answer, open(self.log.name).read()[-2000:]))

    def get(self, path):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            connection.request("GET", path)
            response = connection.getresponse()
            return response.status, response.read().decode()
        finally:
            connection.close()

    def metrics(self):
        return {line.split()[0]: float(line.split()[1]) for line in self.get("/metrics")[1].splitlines() if line and line[0] != "#"}


class Person:
    """Somebody who plays a seat of a game, now at one node and then at another, and writes down what was asked and seen."""

    def __init__(self, cluster, name, number, seat, account=False):
        self.cluster, self.name, self.rng = cluster, name, random.Random(100 * number + seat)
        self.address = "127.%d.%d.1" % (1 + number % 250, seat)  # with limits of its own
        self.token = self.sign_up(cluster) if account else self.call(cluster.nodes[0], "POST", "/api/guest", {"name": name})["token"]
        self.ws = self.table = None
        self.said, self.said_at = 0, 0.0

    def sign_up(self, cluster):
        """Only who has an account may play for a rating."""
        browser = Browser(cluster.nodes[0], **{"X-Forwarded-For": self.address})
        browser.sign_up(self.name.replace("-", " "))
        status, answer = browser.post("/api/account/tokens", name="cluster", scopes=["read", "play"])
        assert status == 200, answer
        return answer["token"]

    def call(self, node, method, path, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", node.port, timeout=15, source_address=(self.address, 0))
        headers = {"Content-Type": "application/json", "X-Forwarded-For": self.address}
        if getattr(self, "token", None):
            headers["Authorization"] = "Bearer " + self.token
        try:
            connection.request(method, path, json.dumps(body) if body is not None else None, headers)
            response = connection.getresponse()
            return {**json.loads(response.read()), "status": response.status}
        finally:
            connection.close()

    def run(self, game, seat, until):
        self.game, self.seat = game, seat
        while time.monotonic() < until and not self.cluster.faults:
            try:
                self.visit(self.rng.choice(self.cluster.nodes), until)
            except (OSError, http.client.HTTPException, AssertionError, ValueError, KeyError):
                time.sleep(self.rng.uniform(0.02, 0.2))  # the node is away: another one

    def visit(self, node, until):
        """Be connected to a node for a while."""
        begun = now()
        ws = WebSocket(node, "/api/games/%s/ws" % self.game, address=self.address, headers={"X-Forwarded-For": self.address})
        ws.s.settimeout(15)
        ws.send({"token": self.token, "seen": 0})
        table = ws.receive()["table"]
        self.seen = Seen(self.game, node.number, table["event"], [], begun, 0)
        self.state, self.moves = table["state"], table.get("moves") or []
        self.over = table["stage"] == "over"
        try:
            stay = self.rng.randrange(100, 200) if self.rng.random() < 0.3 else self.rng.randrange(3, 25)
            for _ in range(stay):
                if time.monotonic() >= until:
                    break
                self.act(ws, node)
        finally:
            ended = now()
            self.cluster.history.add(self.seen._replace(ended=ended))
            ws.close()

    def note(self, line):
        """A line that is no answer."""
        if "event" in line and "what" in line:
            self.seen.events.append((line["event"], content(line), now()))
            if line["what"] in ("moved", "began"):
                self.state = line["event"]
                self.moves = line.get("moves") or []
            self.over |= "end" in line

    def ask(self, ws, node, key, **what):
        """Ask, and write down what came of it; everything that comes before the answer is noted."""
        begun, result, number = now(), None, 0
        try:
            ws.send({"id": 1, **what})
            while "id" not in (line := ws.receive()):
                self.note(line)
            result, number = ("ok", line.get("event", 0)) if line.get("ok") else (line["error"], 0)
        finally:
            if key:
                self.cluster.history.add(Ask(self.game, node.number, what["do"], key, begun, now(), result, number))
        return result

    def act(self, ws, node):
        roll = self.rng.random()
        if self.moves and not self.over and roll < 0.6:
            move, state = self.rng.choice(self.moves), self.state
            result = self.ask(ws, node, move_key(state, self.seat, move), do="move", state=state, move=move)
            if result == "ok":
                self.moves = [] if self.state == state else self.moves
        elif 0.6 <= roll < 0.75 and now() - self.said_at > 1.1:  # more would be too much talk
            self.said, self.said_at = self.said + 1, now()
            text = "%s %d" % (self.name, self.said)
            self.ask(ws, node, ("say", text), do="say", text=text)
        elif 0.6 <= roll < 0.8:
            other = self.rng.choice(self.cluster.nodes)
            begun = now()
            table = self.call(other, "GET", "/api/games/%s" % self.game)
            if table["status"] == 200:
                self.cluster.history.add(Look(self.game, other.number, begun, now(), table["table"]["event"]))
        else:  # wait a little, and take what has come
            time.sleep(self.rng.uniform(0.01, 0.2))
            self.ask(ws, node, None, do="look")


class Spectator:
    """Somebody who is connected to a game and asks for nothing: what is shown must come by itself."""

    def __init__(self, cluster, game, number):
        self.cluster, self.game, self.rng = cluster, game, random.Random(1000 + number)
        self.address = "127.%d.9.1" % (1 + number % 250)

    def run(self, until):
        while time.monotonic() < until:
            try:
                self.visit(self.rng.choice(self.cluster.nodes), min(until, time.monotonic() + 20))
            except (OSError, http.client.HTTPException, AssertionError, ValueError, KeyError):
                time.sleep(self.rng.uniform(0.02, 0.2))

    def visit(self, node, until):
        begun = now()
        ws = WebSocket(node, "/api/games/%s/ws" % self.game, address=self.address, headers={"X-Forwarded-For": self.address})
        events = []
        try:
            ws.s.settimeout(15)
            ws.send({"token": None, "seen": 0})
            first = ws.receive()["table"]["event"]
            try:
                while (left := until - time.monotonic()) > 0:
                    ws.s.settimeout(left)
                    line = ws.receive()
                    if "event" in line and "what" in line:
                        events.append((line["event"], content(line), now()))
            finally:
                self.cluster.history.add(Seen(self.game, node.number, first, events, begun, now()))
        finally:
            ws.close()


class Cluster:
    def __init__(self, program, folder, seed, games, command=None, standby=None, options=()):
        self.program, self.folder, self.rng = program, folder, random.Random(seed)
        self.history, self.faults, self.quiet, self.lossy = History(), [], [], []
        self.standby, self.replication, self.synchronous = None, None, standby == "sync"
        self.nodes, self.games, self.people, self.rated = [], [], [], 0
        self.database = Postgres()
        try:
            if standby:
                self.add_standby()
            for number in range(NODES):
                self.nodes.append(Node(command or [program, "serve"], number, self.database, folder, *options))
                self.nodes[-1].wait()  # the first one makes the tables
            for number in range(games):
                self.add_game(number)
        except BaseException:
            self.close()
            raise

    def add_game(self, number):
        """Two people and a bot, two people with a clock that runs out now and then, or two who play for their ratings."""
        rated = number % 4 == 2
        people = [Person(self, "P%d-%d" % (number, seat), number, seat, account=rated) for seat in range(2)]
        settings = {"seats": ["human", "human", "bot:easy"]} if number % 2 else {"seats": ["human", "human"], "clock": 5, "rated": rated}
        self.rated += rated
        maps = ("new-york", "london", "germany", "europe")
        made = people[0].call(self.nodes[0], "POST", "/api/games", {"map": maps[number % 4], "first": 0, **settings})
        assert "game" in made, made
        game = made["game"]
        for seat, person in enumerate(people):
            answer = person.call(self.rng.choice(self.nodes), "POST", "/api/games/%s/request" % game, {"id": 1, "do": "sit", "seat": seat})
            if answer.get("ok"):
                self.people.append((person, game, seat))
            else:
                self.faults.append("%s cannot sit down at %s: %s" % (person.name, game, answer))
        self.games.append(game)

    # The faults.

    def fault(self, begin, seconds, end):
        since = now()
        begin()
        time.sleep(seconds)
        end()
        self.quiet.append((since - 1, now() + CALM))

    def kill_node(self):
        node = self.rng.choice(self.nodes)
        self.fault(node.kill, 2, lambda: (node.start(), node.wait()))

    def stop_node(self):
        node = self.rng.choice(self.nodes)
        self.fault(lambda: node.process.send_signal(signal.SIGSTOP), 4, lambda: node.process.send_signal(signal.SIGCONT))

    def end_node(self):
        node = self.rng.choice(self.nodes)
        self.fault(node.stop, 1, lambda: (node.start(), node.wait()))

    def cut_node(self):
        proxy = self.rng.choice(self.nodes).proxy

        def begin():
            proxy.refusing = True
            proxy.cut()
        self.fault(begin, 3, lambda: setattr(proxy, "refusing", False))

    def drop_node(self):
        proxy = self.rng.choice(self.nodes).proxy
        self.fault(lambda: setattr(proxy, "dropping", True), 4, lambda: setattr(proxy, "dropping", False))

    def delay_node(self):
        proxy = self.rng.choice(self.nodes).proxy
        self.fault(lambda: setattr(proxy, "delay", 0.05), 3, lambda: setattr(proxy, "delay", 0.0))

    def cut_commits(self):
        """Each time after the database has it: nobody else knows what became of it."""
        def arm(how):
            for node in self.nodes:
                node.proxy.armed = how
        for _ in range(4):
            self.fault(lambda: arm("after"), 1, lambda: arm(None))

    def kill_database(self):
        self.fault(self.database.kill, 1, self.database.start)

    # Standbys.

    def add_standby(self):
        """A copy of the database that follows it, through a proxy that can make it lag."""
        self.replication = Proxy(self.database.port)
        self.standby = Postgres(copy_of=self.replication.port)
        wait_until(lambda: self.database.sql("SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'") == "1")
        if self.synchronous:
            self.database.sql("ALTER SYSTEM SET synchronous_standby_names = '*'")
            self.database.sql("SELECT pg_reload_conf()")
            wait_until(lambda: self.database.sql("SELECT sync_state FROM pg_stat_replication") == "sync")

    def lose_primary(self):
        """The standby takes over; from an asynchronous one the latest transactions are missing, and one server finds it later than the others."""
        since = now()
        if not self.synchronous:
            self.replication.dropping = True
            time.sleep(self.rng.uniform(0.3, 1.5))
        self.database.kill()
        self.lossy.append((since - 1, now() + 0.1)) if not self.synchronous else None
        self.replication.stop()
        old, self.database, self.standby = self.database, self.standby, None
        self.database.promote()
        if self.synchronous:  # nothing waits for one that is not there
            self.database.sql("ALTER SYSTEM RESET synchronous_standby_names")
            self.database.sql("SELECT pg_reload_conf()")
        late = self.rng.choice(self.nodes)
        for node in sorted(self.nodes, key=lambda node: node is late):
            if node is late:
                time.sleep(2)
            node.proxy.target = self.database.port
            node.proxy.cut()
        old.close()
        self.quiet.append((since - 1, now() + CALM))
        self.add_standby()

    FAULTS = (kill_node, cut_commits, stop_node, cut_node, kill_database, delay_node, end_node, drop_node)

    def run(self, seconds, faults=FAULTS, rest=REST):
        """All play, and one thing after the other goes wrong; after each round of faults and at the end there is a rest."""
        until = time.monotonic() + seconds
        spectators = [Spectator(self, game, number) for number, game in enumerate(self.games)]
        threads = [threading.Thread(target=person.run, args=(game, seat, until), daemon=True) for person, game, seat in self.people]
        threads += [threading.Thread(target=spectator.run, args=(until,), daemon=True) for spectator in spectators]
        for thread in threads:
            thread.start()
        number = 0
        while faults and time.monotonic() + rest < until:
            time.sleep(1 if number % len(faults) or not number else rest)
            if time.monotonic() + rest / 2 >= until:
                break
            fault = faults[number % len(faults)]
            print("%5.1f s: %s" % (seconds - (until - time.monotonic()), fault.__name__.replace("_", " ")), flush=True)
            fault(self)
            number += 1
        for thread in threads:
            thread.join(max(0, until - time.monotonic()) + 60)
            assert not thread.is_alive(), "somebody waits for an answer for ever"
        return number

    # What came of it.

    def log_of(self, game, person):
        events, answer = [], {"next": 1}
        while "next" in answer:
            answer = person.call(self.nodes[0], "POST", "/api/games/%s/request" % game, {"id": 1, "do": "history", "from": answer["next"]})
            if not answer.get("ok"):
                self.faults.append("the log of %s cannot be read: %s" % (game, answer))
                return []
            events += answer["history"]
        return events

    def check_rows(self):
        """As the database has it: no gaps, and heads that fit."""
        bad = self.database.sql("SELECT h.game FROM head h LEFT JOIN (SELECT game, count(*) n, max(number) m FROM event GROUP BY game) e"
                                " USING (game) WHERE h.last IS DISTINCT FROM e.n OR h.last IS DISTINCT FROM e.m")
        if bad:
            self.faults.append("logs with gaps: %s" % bad.split())

    def finish_games(self):
        """Everybody resigns, so that bots play to the end and there is a record."""
        for person, game, _ in self.people:
            person.call(self.rng.choice(self.nodes), "POST", "/api/games/%s/request" % game, {"id": 1, "do": "resign"})

    def replay(self):
        """All records by the rules, and the deals from the secrets."""
        for person, game, _ in self.people[::2]:
            end = time.monotonic() + 120
            while True:
                connection = http.client.HTTPConnection("127.0.0.1", self.nodes[-1].port, timeout=15)
                connection.request("GET", "/api/games/%s/record" % game, headers={"Authorization": "Bearer " + person.token})
                response = connection.getresponse()
                text = response.read()
                connection.close()
                if response.status == 200:
                    break
                assert time.monotonic() < end, ("the game does not end", game, text)
                time.sleep(0.2)
            path = os.path.join(self.folder, game + ".jsonl")
            with open(path, "wb") as file:
                file.write(text)
            for flags in ([], ["--fair"]):
                done = subprocess.run([self.program, "replay", *flags, path], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
                assert done.returncode == 0, ("a record that breaks the rules", game, done.stdout[-1000:])

    def check_hints(self):
        """Each hint is received by all others, exactly; while nothing goes wrong."""
        def total(name):
            return sum(node.metrics()[name] for node in self.nodes)
        sent, received = total("linea_hints_sent_total"), total("linea_hints_received_total")
        for number, (person, game, _) in enumerate(self.people):
            person.call(self.nodes[number % NODES], "POST", "/api/games/%s/request" % game, {"id": 1, "do": "say", "text": "hint %d" % number})

        def counts():
            new = (total("linea_hints_sent_total") - sent) * (NODES - 1), total("linea_hints_received_total") - received
            return new if new[0] != new[1] or not new[0] else None
        if not wait_until(lambda: counts() is None, 20):
            self.faults.append("%d hints were sent to other servers, and %d received" % counts())

    def check_shown(self):
        """Who is connected anywhere is shown what is said somewhere else, hint or not."""
        person, game, _ = self.people[0]
        watching = [WebSocket(node, "/api/games/%s/ws" % game) for node in self.nodes]
        for ws in watching:
            ws.send({"token": None, "seen": 0})
            ws.receive()
        answer = person.call(self.nodes[0], "POST", "/api/games/%s/request" % game, {"id": 1, "do": "say", "text": "to all"})
        for node, ws in zip(self.nodes, watching):
            try:
                while (line := ws.receive()).get("event") != answer["event"]:
                    continue
            except (OSError, AssertionError):
                self.faults.append("event %d of %s is not shown by node %s" % (answer["event"], game, node.number))
            ws.close()

    def check_ratings(self):
        """Each game that is over has counted once, and the ratings follow from the games."""
        ready = "SELECT count(*) FROM finished WHERE seq IS NOT NULL"
        if not wait_until(lambda: self.database.sql(ready) == str(len(self.games)), 60):
            self.faults.append("%s of %d games that are over were looked at" % (self.database.sql(ready), len(self.games)))
        done = subprocess.run([self.program, "rate", "--server", self.database.url], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode != 0 or not done.stdout.startswith("%d rated games" % self.rated):
            self.faults.append("%d games were rated: %s" % (self.rated, done.stdout.strip()))

    def check(self):
        for node in self.nodes:
            node.wait()
        self.check_rows()
        logs = {game: self.log_of(game, person) for person, game, seat in self.people if seat == 0}
        self.faults += check(self.history, logs, self.quiet, self.lossy)
        return logs

    def close(self):
        for node in self.nodes:
            if node.process.poll() is None:
                node.process.send_signal(signal.SIGCONT)
                node.kill()
            node.proxy.stop()
        if self.standby:
            self.replication.stop()
            self.standby.close()
        self.database.close()


def wait_until(true, seconds=60):
    end = time.monotonic() + seconds
    while not (found := true()) and time.monotonic() < end:
        time.sleep(0.05)
    return found


def report(cluster, logs, faults, seconds):
    h = cluster.history
    results = {}
    for ask in h.asks:
        results[ask.result or "no answer"] = results.get(ask.result or "no answer", 0) + 1
    behind = sum(node.metrics().get("linea_behind_total", 0) for node in cluster.nodes)
    cuts = sum(node.proxy.cuts for node in cluster.nodes)
    print("%d faults in %d s; %d events in %d games; asked: %s; %d looks, %d connections; %d answers to COMMIT lost; %d times behind since the last start" % (
        faults, seconds, sum(map(len, logs.values())), len(logs), ", ".join("%s %d" % r for r in sorted(results.items())), len(h.looks),
        len(h.seen), cuts, behind))
    if cluster.lossy:
        print("%d of %d acknowledged events were lost with the database" % (count_lost(h, logs), results.get("ok", 0)))
    assert results.get("ok", 0) > seconds, "hardly anything has happened"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--seconds", type=int, default=75)
    parser.add_argument("--standby", choices=("none", "sync", "async"), default="none")
    parser.add_argument("--games", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", metavar="FOLDER", help="for logs, records and the history")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = given.keep or temporary
        os.makedirs(folder, exist_ok=True)
        cluster = Cluster(os.path.abspath(given.program), folder, given.seed, given.games, standby=given.standby if given.standby != "none" else None)
        try:
            faults = cluster.run(given.seconds, (Cluster.lose_primary, *Cluster.FAULTS) if given.standby != "none" else Cluster.FAULTS)
            logs = cluster.check()
            if given.keep:
                cluster.history.save(os.path.join(folder, "history.jsonl"))
                with open(os.path.join(folder, "logs.json"), "w") as file:
                    json.dump(logs, file)
            if not cluster.faults:
                cluster.check_hints()
                cluster.check_shown()
                cluster.finish_games()
                cluster.replay()
                cluster.check_ratings()
            for fault in cluster.faults[:20]:
                print(fault)
            if cluster.faults:
                print("%d faults in the history" % len(cluster.faults))
                return 1
            report(cluster, logs, faults, given.seconds)
        finally:
            cluster.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
