#!/usr/bin/env python3
"""tests/cluster/faults.py PROGRAM - a server and its PostgreSQL, of which everything goes wrong that can: what the server says, what people
see, and that nothing is lost."""
# SPDX-License-Identifier: MIT
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "server"))

from client import Client, Server, wait_for  # noqa: E402
from postgres import Postgres  # noqa: E402
from tcp_proxy import Proxy  # noqa: E402

PROGRAM = os.path.abspath(sys.argv[1])
PASSWORD = "pass:w/o@rd%"
TWO = {"map": "london", "seats": ["human", "human"]}


class Node(Server):
    """A server on a PostgreSQL, and what it logs."""

    def __init__(self, url, *options):
        super().__init__(PROGRAM, "unused.db", *options)
        self.url = url
        self.log = tempfile.NamedTemporaryFile("w+", prefix="linea-node-")

    def start(self):
        super().start(stderr=self.log, env={**os.environ, "LINEA_STORE": self.url})
        return self

    def start_slowly(self):
        """Without waiting until it says where it is."""
        self.process = subprocess.Popen([PROGRAM, "serve", "--port", str(self.port)], stdout=subprocess.PIPE, stderr=self.log, text=True,
                                        env={**os.environ, "LINEA_STORE": self.url})

    def logged(self):
        self.log.flush()
        with open(self.log.name, encoding="utf-8") as file:
            return file.read()

    def says(self, text, seconds=20):
        assert wait_for(lambda: text in self.logged(), seconds), "%r is not in the log:\n%s" % (text, self.logged())

    def __enter__(self):
        return self

    def __exit__(self, *error):
        if self.process and self.process.poll() is None:
            self.process.kill()
        if self.process:
            self.process.wait()
            self.process.stdout.close()
        if error[0]:
            print(self.logged(), file=sys.stderr)
        self.log.close()


def refused(url, *words, status=1):
    """The server ends at once with a message that has these words, and no password."""
    done = subprocess.run([PROGRAM, "serve", "--port", "0"], capture_output=True, text=True, timeout=60, env={**os.environ, "LINEA_STORE": url})
    said = done.stdout + done.stderr
    assert done.returncode == status, (done.returncode, said)
    for word in words:
        assert word in said, (word, said)
    for secret in (PASSWORD, "pass%3Aw", "w%2Fo", "secret-word"):
        assert secret not in said, said
    return said


def as_number(game):
    """The id of a game as it stands in a column."""
    number = int(game, 16)
    return number - (1 << 64) if number >> 63 else number


def sit(server):
    """Ann and Ben at a table."""
    ann, ben = Client(server, "Ann"), Client(server, "Ben")
    game = ann.make(**TWO)
    for person in (ann, ben):
        assert person.ask(game, do="sit").get("ok"), "nobody could sit down"
    return ann, ben, game


def said(person, game):
    """What was said at a table, in order."""
    table = person.look(game)
    return [event["text"] for event in person.events(game, 1, table["event"]) if event["what"] == "said"]


def wrong_urls(database):
    base = "postgresql://linea:%%s@127.0.0.1:%d/linea" % database.port
    refused(base % "secret-word", "password authentication failed")
    refused(database.tcp[:-len("linea")] + "nowhere", "nowhere", "does not exist")
    refused(base % "secret-word%zz", "none of PostgreSQL")
    refused(database.tcp + "?secret-word=1", "none of PostgreSQL")
    refused("mysql://linea:secret-word@127.0.0.1/linea", "--store takes a URL", status=2)
    refused(database.tcp + "?options=-csearch_path%3Dmissing", "search_path")


def other_tables(database):
    database.sql("CREATE SCHEMA theirs; CREATE TABLE theirs.player (name text)")
    refused(database.tcp + "?options=-csearch_path%3Dtheirs", "already exists", "a database or a schema of its own")
    assert database.sql("SELECT count(*) FROM pg_tables WHERE schemaname = 'theirs'") == "1", "something was made beside it"


def newer_tables(database):
    """Made by this version, then said to be of a newer one; in a schema of their own."""
    url = database.tcp + "?options=-csearch_path%3Dnewer"
    database.sql("CREATE SCHEMA newer")
    with Node(url).start() as node:
        assert Client(node, "Ann").make(**TWO)
        assert node.stop() == 0
    database.sql("UPDATE newer.part SET version = 1000 WHERE name = 'store'")
    refused(url, "written by a newer version of Linea (tables 1000,")


def two_clusters(database):
    """In schemas of their own they know nothing of each other."""
    database.sql("CREATE SCHEMA one; CREATE SCHEMA two")
    urls = [database.tcp + "?options=-csearch_path%3D" + name for name in ("one", "two")]
    with Node(urls[0]).start() as first, Node(urls[1]).start() as second:
        ann = Client(first, "Ann")
        game = ann.make(**TWO)
        assert ann.look(game)["event"] == 1
        status, answer = Client(second).call("POST", "/api/games/%s/request" % game, {"id": 1, "do": "look"})
        assert status == 404, (status, answer)
        stranger = Client(second)
        stranger.token = ann.token
        assert stranger.call("POST", "/api/games", TWO)[0] == 401, "the key of the guests is another one"


def away_at_the_start(database):
    database.stop()
    with Node(database.tcp) as node:
        node.start_slowly()
        node.says("waiting for the database")
        assert node.process.poll() is None and PASSWORD not in node.logged()
        database.start()
        node.says("the database is there")
        node.says("event=start")
        assert Client(node, "Ann").make(**TWO)


def away_in_the_middle(database):
    with Node(database.tcp).start() as node:
        ann, ben, game = sit(node)
        assert ann.ask(game, do="say", text="before").get("ok")
        database.stop()  # nobody asks for anything, and the host is to know of it
        node.says("level=error event=store reason=\"the database cannot be reached\"")
        database.start()
        node.says("the database is there again")
        assert wait_for(lambda: ann.ask(game, do="say", text="before").get("ok"))
        database.kill()
        answers = [person.ask(game, do="say", text="meanwhile %d" % i) for i, person in enumerate((ann, ben))]
        assert all(answer.get("error") == "not-stored" for answer in answers), answers
        database.start()
        assert wait_for(lambda: ann.call("GET", "/readyz", raw=True)[0] == 200), "it is ready again, though a proxy lets nobody ask for anything"
        assert "reason=\"\"" not in node.logged(), node.logged()
        assert wait_for(lambda: ann.ask(game, do="say", text="after").get("ok")), "it does not go on"
        lines = said(ben, game)
        assert lines[0] == "before" and lines[-1] == "after" and not any("meanwhile" in text for text in lines), lines
        assert node.process.poll() is None and PASSWORD not in node.logged()


def frozen(database):
    """Nothing answers for a while; what was asked is answered when it goes on."""
    with Node(database.tcp).start() as node:
        ann, _, game = sit(node)
        database.freeze()
        threading.Timer(2, database.thaw).start()
        assert ann.ask(game, do="say", text="slowly").get("ok")
        assert said(ann, game) == ["slowly"]


def lost_while_it_commits(database):
    """The connection is cut before the database has the COMMIT, or after it and before its answer: the request is answered when it is known
    what became of it, and stands in the log once. Others are answered meanwhile."""
    proxy = Proxy(database.port)
    url = database.tcp.replace(":%d/" % database.port, ":%d/" % proxy.port)
    with Node(url).start() as node:
        ann, ben, game = sit(node)
        texts = []
        for turn in range(12):
            proxy.armed = "after" if turn % 2 else "before"
            text = "%s %d" % (proxy.armed, turn)
            answer = ann.ask(game, do="say", text=text)
            assert answer.get("ok"), (text, answer)
            texts.append(text)
            assert said(ben, game) == texts, said(ben, game)
        assert proxy.cuts == 12, "%d of 12 were cut" % proxy.cuts
        proxy.delay = 0.02
        assert ann.ask(game, do="say", text="late").get("ok")
        proxy.delay = 0
        proxy.cut()
        assert wait_for(lambda: ann.ask(game, do="say", text="again").get("ok"))
        assert said(ben, game) == [*texts, "late", "again"]
    with Node(url).start() as node:  # what was in memory stands in the database, too
        stranger = Client(node)
        assert said(stranger, game) == [*texts, "late", "again"]
    proxy.stop()


def lost_for_a_while(database):
    """It is not known what became of a request until the database is back: nobody guesses; another game is answered at once."""
    proxy = Proxy(database.port)
    url = database.tcp.replace(":%d/" % database.port, ":%d/" % proxy.port)
    with Node(url).start() as node:
        ann, _, game = sit(node)
        cia, _, other = sit(node)
        answers = []
        for how in ("after", "before"):
            proxy.armed = how
            waiting = threading.Thread(target=lambda: answers.append(ann.ask(game, do="say", text=how)))
            proxy.refusing = True
            waiting.start()
            assert wait_for(lambda: proxy.armed is None)
            proxy.cut()
            assert cia.ask(other, do="say", text="hello").get("error") == "not-stored"
            assert waiting.is_alive(), "it was answered before anybody could know: %r" % answers
            proxy.refusing = False
            waiting.join(20)
            assert answers and answers[-1].get("ok"), answers
            assert wait_for(lambda: cia.ask(other, do="say", text="hello").get("ok"))
        assert said(ann, game) == ["after", "before"]
        # Somebody who ends the server then does not wait for ever.
        proxy.armed = "after"
        proxy.refusing = True
        threading.Thread(target=lambda: quiet(ann, game), daemon=True).start()
        assert wait_for(lambda: proxy.armed is None)
        begun = time.monotonic()
        node.process.terminate()
        node.process.wait(timeout=60)
        assert time.monotonic() - begun < 45, "it does not end without its database"
    proxy.stop()


def lost_half_way(database):
    """The database has all but the COMMIT, and does not learn that nobody is there any more: it would wait for the rest, with locks."""
    proxy = Proxy(database.port)
    url = database.tcp.replace(":%d/" % database.port, ":%d/" % proxy.port)
    with Node(url).start() as node, Node(database.tcp).start() as other:
        ann, ben, game = sit(node)
        ben.server = other
        for turn in range(3):
            proxy.armed = "half"
            answer = ann.ask(game, do="say", text="half %d" % turn)
            assert answer.get("ok") and proxy.armed is None, answer
            assert ben.ask(game, do="say", text="other %d" % turn).get("ok")
        assert said(ben, game) == ["%s %d" % (who, turn) for turn in range(3) for who in ("half", "other")], said(ben, game)
    proxy.stop()


def quiet(person, game):
    try:
        person.ask(game, do="say", text="end")
    except OSError:
        pass


def changed_by_hand(database):
    with Node(database.tcp).start() as node:
        ann, _, game = sit(node)
        _, ben, other = sit(node)
        assert node.stop() == 0
        assert database.sql("UPDATE event SET text = replace(text, '\"seat\":0', '\"seat\":1') WHERE game = %d AND number = 2 RETURNING 1" % as_number(game)) == "1"
        node.start()
        status, answer = ann.call("POST", "/api/games/%s/request" % game, {"id": 1, "do": "look"})
        assert status == 404, (status, answer)
        node.says("event=unreadable game=%s reason=\"its log is damaged\"" % game)
        assert ben.ask(other, do="say", text="we go on").get("ok")


def rewritten_by_another(database):
    """A standby took over that did not have the last event, and another node has appended another one there since: as many events, but not the
    same. A node that has the old one in memory must not append behind it."""
    with Node(database.tcp).start() as node:
        ann, ben, game = sit(node)
        for text in ("one", "two"):
            assert ann.ask(game, do="say", text=text).get("ok")
        lines = database.sql("SELECT text FROM event WHERE game = %d ORDER BY number" % as_number(game)).split("\n")
        last = json.loads(lines[-1])
        del last["notes"]
        last.update(name="Ben", text="another", seat=1)
        lines[-1] = json.dumps(last, separators=(",", ":"))
        tail = bytes(16)
        for line in lines:
            tail = hashlib.blake2b(tail + line.encode(), digest_size=16).digest()
        database.sql("DELETE FROM note WHERE game = %d AND number = %d; UPDATE event SET text = '%s' WHERE game = %d AND number = %d;"
                     "UPDATE head SET tail = '\\x%s' WHERE game = %d"
                     % (as_number(game), len(lines), lines[-1], as_number(game), len(lines), tail.hex(), as_number(game)))
        assert wait_for(lambda: ben.ask(game, do="say", text="three").get("ok"))
        assert said(ann, game)[0] == "one" and said(ann, game)[-2:] == ["another", "three"], said(ann, game)
        assert node.stop() == 0
        node.start()
        assert said(ann, game)[-2:] == ["another", "three"], "the log is whole"


def full_disk(database):
    """The table of events lies on a small disk, and something else takes the rest of it. Without root there is none; then the database is made to
    say so."""
    with Node(database.tcp, "--requests-per-second", "1000000", "--burst", "1000000").start() as node:
        ann, _, game = sit(node)
        folder = os.path.join(database.folder, "small")
        os.mkdir(folder)
        mounted = os.getuid() == 0 and subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", folder], stderr=subprocess.DEVNULL).returncode == 0
        try:
            if mounted:
                os.chown(folder, os.stat(database.data).st_uid, -1)
                database.sql("CREATE TABLESPACE small LOCATION '%s'" % folder)
                database.sql("ALTER TABLE event SET TABLESPACE small")
                fill = os.path.join(folder, "fill")
                with open(fill, "wb", buffering=0) as file:
                    try:
                        while file.write(bytes(4096)):
                            continue
                    except OSError:
                        pass
            else:
                print("no small disk can be mounted: the database is made to say it", file=sys.stderr)
                database.sql("CREATE FUNCTION full() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no space' USING ERRCODE = '53100'; END $$;"
                             "CREATE TRIGGER full BEFORE INSERT ON event EXECUTE FUNCTION full()")
            stored = []
            for i in range(50):
                text = "%02d " % i + "x" * 480
                answer = ann.ask(game, do="say", text=text)
                if not answer.get("ok"):
                    break
                stored.append(text)
            assert answer.get("error") == "not-stored", answer
            node.says("event=store")
            if mounted:
                os.unlink(fill)
            else:
                database.sql("DROP TRIGGER full ON event")
            assert wait_for(lambda: ann.ask(game, do="say", text="room").get("ok")), "it does not go on"
            assert said(ann, game) == [*stored, "room"]
            assert node.process.poll() is None
        finally:
            if mounted:
                database.sql("ALTER TABLE event SET TABLESPACE pg_default")
                database.sql("DROP TABLESPACE small")
                subprocess.run(["umount", folder], check=True)


def warned_of_standbys(database):
    """A standby that nobody waits for: here one that only receives the log."""
    database.settings["fsync"] = "on"
    database.stop()
    database.start()
    with Node(database.tcp).start() as node:
        assert "level=warning" not in node.logged(), node.logged()
    folder = os.path.join(database.folder, "received")
    os.mkdir(folder)
    os.chown(folder, os.stat(database.data).st_uid, -1)
    standby = subprocess.Popen([*database.begin, os.path.join(database.bin, "pg_receivewal"), "-h", database.folder, "-p", str(database.port), "-U", "linea",
                                "-D", folder], cwd=database.folder, stderr=subprocess.DEVNULL)
    try:
        assert wait_for(lambda: database.sql("SELECT count(*) FROM pg_stat_replication") == "1")
        with Node(database.tcp).start() as node:
            node.says("all standbys are asynchronous")
    finally:
        standby.kill()
        standby.wait()


def standby_is_waited_for(_):
    """With a synchronous standby nothing is acknowledged that it does not have: neither after the database was killed while it waited for the
    standby, nor when somebody has cancelled that. Everything is then in the database itself, where it can be read."""
    with Postgres() as database:
        replication = Proxy(database.port)
        with Postgres(copy_of=replication.port, wal_retrieve_retry_interval="100ms"), Node(database.tcp).start() as node:
            ann, ben, game = sit(node)
            database.sql("ALTER SYSTEM SET synchronous_standby_names = '*'")
            database.sql("SELECT pg_reload_conf()")
            assert wait_for(lambda: database.sql("SELECT sync_state FROM pg_stat_replication") == "sync")
            waits = "FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND application_name = 'linea writes'"
            texts = []

            def killed():
                database.kill()
                database.start()

            def cancelled():
                database.sql("SELECT pg_cancel_backend(pid) " + waits)

            def ended():
                database.sql("SELECT pg_terminate_backend(pid) " + waits)
            for fault in (killed, cancelled, ended):
                answers = []
                replication.refusing = True
                replication.cut()
                texts.append(fault.__name__)
                waiting = threading.Thread(target=lambda: answers.append(ann.ask(game, do="say", text=texts[-1])))
                waiting.start()
                assert wait_for(lambda: database.sql("SELECT count(*) " + waits) == "1")
                fault()
                waiting.join(1)
                assert not answers, "%s: acknowledged, and the standby does not have it: %s" % (fault.__name__, answers)
                replication.refusing = False
                waiting.join(20)
                assert answers and answers[0].get("ok"), answers
            assert said(ben, game) == texts
        replication.stop()


TESTS = [wrong_urls, other_tables, newer_tables, two_clusters, away_at_the_start, away_in_the_middle, frozen, lost_while_it_commits, lost_for_a_while,
         lost_half_way, standby_is_waited_for,
         changed_by_hand, rewritten_by_another, full_disk, warned_of_standbys]


def main():
    wanted = re.compile(sys.argv[2] if len(sys.argv) > 2 else "")
    database = Postgres(password=PASSWORD)
    with database:
        for test in TESTS:
            if wanted.search(test.__name__):
                begun = time.monotonic()
                test(database)
                print("%-24s %.1f s" % (test.__name__, time.monotonic() - begun), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
