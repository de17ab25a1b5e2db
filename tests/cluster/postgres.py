#!/usr/bin/env python3
"""tests/cluster/postgres.py [--fsync] [--password WORD] COMMAND… - runs a command with a PostgreSQL of its own.

The command finds the URL of an empty database in LINEA_TEST_POSTGRES. The database lies in a temporary folder, belongs to a user without
rights (PostgreSQL refuses root), answers on a socket there and on a port of 127.0.0.1, and is gone when the command ends or the test that
started it is killed. Without PostgreSQL: exit code 77, and a line on stderr.

As a module, for tests that kill it:

    with Postgres() as database:
        database.url, database.tcp      # by its socket; by its port
        database.sql("SELECT 1")        # what psql prints
        database.kill(); database.start()
"""
# SPDX-License-Identifier: MIT
import argparse
import glob
import os
import pwd
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from urllib.parse import quote

VARIABLE = "LINEA_TEST_POSTGRES"
START_SECONDS = 60  # on a very busy machine
# What a test needs is little, and a killed process is no power failure: without --fsync nothing waits for the disk.
SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "shared_buffers": "16MB",
    "max_connections": "60",
    "log_line_prefix": "%m [%p] ",
    "autovacuum_naptime": "5s",
}
WITHOUT_DISK = {"fsync": "off", "full_page_writes": "off"}

# Waits until the process that started it is gone, however it went; then ends the server and removes its folder.
REAPER = """
read -r _
pid=$(head -n 1 "$1/data/postmaster.pid" 2>/dev/null) && kill -QUIT "$pid" 2>/dev/null
for _ in $(seq 50); do
    kill -0 "$pid" 2>/dev/null || break
    sleep 0.1
done
rm -rf "$1"
"""


class Missing(SystemExit):
    """There is no PostgreSQL on this machine: who does not catch it ends, and says that the test was left out."""

    def __init__(self, why):
        print("SKIPPED: %s" % why, file=sys.stderr)
        super().__init__(77)


def find_programs():
    """The folder of initdb and postgres, of the newest version: Debian does not put it into the path."""
    def version(path):
        return [int(part) for part in path.split("/")[-3].split(".") if part.isdigit()]

    for path in sorted(glob.glob("/usr/lib/postgresql/*/bin/postgres"), key=version, reverse=True):
        if os.access(os.path.join(os.path.dirname(path), "initdb"), os.X_OK):
            return os.path.dirname(path)
    found = shutil.which("postgres")
    if not found:
        raise Missing("PostgreSQL is not installed (scripts/setup --tests installs it)")
    return os.path.dirname(os.path.realpath(found))


def free_port():
    """The system gives no port below 32768 to connections of other tests, so this one stays ours while the database is away."""
    while True:
        port = random.randrange(18000, 31000)
        with socket.socket() as trial:
            if trial.connect_ex(("127.0.0.1", port)) != 0:
                return port


def unprivileged():
    """How a command is begun as a user without rights; nothing to do for those who are not root."""
    if os.getuid() != 0:
        return [], None
    try:
        user = pwd.getpwnam("postgres")
    except KeyError:
        user = pwd.getpwnam("nobody")
    return ["setpriv", "--reuid", str(user.pw_uid), "--regid", str(user.pw_gid), "--clear-groups"], user


def is_alive(pid):
    try:
        with open("/proc/%d/stat" % pid) as stat:
            return stat.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


class Postgres:
    """A PostgreSQL of its own. With a password, connections by the port need it."""

    def __init__(self, fsync=False, password=None, user="linea", database="linea", copy_of=None, **settings):
        """With `copy_of`, the port of another one, a standby of that."""
        self.copy_of = copy_of
        self.bin = find_programs()
        self.user, self.password, self.name = user, password, database
        self.settings = {**SETTINGS, **({} if fsync else WITHOUT_DISK), **settings}
        self.process = self.reaper = None
        self.port = free_port()
        self.begin, owner = unprivileged()
        self.folder = tempfile.mkdtemp(prefix="linea-postgres-")
        try:
            os.chmod(self.folder, 0o755)  # any user that runs the test reaches the socket
            if owner:
                os.chown(self.folder, owner.pw_uid, owner.pw_gid)
            self.reaper = subprocess.Popen(["bash", "-c", REAPER, "reaper", self.folder], stdin=subprocess.PIPE,
                                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
            self.make()
            self.start()
        except BaseException:
            self.close()
            raise

    def make(self):
        if self.copy_of:
            self.run("pg_basebackup", "-D", self.data, "-h", "127.0.0.1", "-p", str(self.copy_of), "-U", self.user, "--checkpoint=fast", "--no-sync",
                     "--write-recovery-conf", "--wal-method=stream", "-d", "application_name=standby")
            return
        self.run("initdb", "-D", self.data, "-U", self.user, "--no-sync", "--no-instructions", "-E", "UTF8", "--locale=C", "-A", "trust")
        if self.password:
            with open(os.path.join(self.data, "pg_hba.conf"), "w") as hba:
                hba.write("local all,replication all trust\nhost all,replication all 127.0.0.1/32 scram-sha-256\n")

    @property
    def data(self):
        return os.path.join(self.folder, "data")

    @property
    def url(self):
        return "postgresql://%s@/%s?host=%s&port=%d" % (self.user, self.name, quote(self.folder, safe="/"), self.port)

    @property
    def tcp(self):
        secret = ":" + quote(self.password, safe="") if self.password else ""
        return "postgresql://%s%s@127.0.0.1:%d/%s" % (self.user, secret, self.port, self.name)

    def run(self, program, *arguments, **how):
        """One of PostgreSQL's programs, as the owner of the data; what it prints."""
        done = subprocess.run([*self.begin, os.path.join(self.bin, program), *arguments], cwd=self.folder, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, **how)
        if done.returncode != 0:
            raise RuntimeError("%s: %s" % (program, done.stdout.strip()))
        return done.stdout

    def sql(self, text, database=None):
        """What psql prints for some SQL: a line for each row, columns separated by |."""
        return self.run("psql", "-XAtq", "-v", "ON_ERROR_STOP=1", "-h", self.folder, "-p", str(self.port), "-U", self.user,
                        "-d", database or self.name, "-c", text).rstrip("\n")

    def ready(self):
        done = subprocess.run([os.path.join(self.bin, "pg_isready"), "-q", "-h", self.folder, "-p", str(self.port), "-d", "postgres"])
        return done.returncode == 0

    def start(self):
        """Start it, the first time or again, and wait until it answers."""
        options = [word for key, value in self.settings.items() for word in ("-c", "%s=%s" % (key, value))]
        with open(self.log, "a") as log:
            self.process = subprocess.Popen(
                [*self.begin, os.path.join(self.bin, "postgres"), "-D", self.data, "-k", self.folder, "-p", str(self.port), *options],
                cwd=self.folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)
        end = time.monotonic() + START_SECONDS
        while not self.ready():
            if self.process.poll() is not None or time.monotonic() > end:
                raise RuntimeError("PostgreSQL does not start:\n" + open(self.log).read()[-2000:])
            time.sleep(0.02)
        if self.copy_of:
            return
        if not self.sql("SELECT 1 FROM pg_database WHERE datname = '%s'" % self.name, "postgres"):
            self.sql('CREATE DATABASE "%s"' % self.name, "postgres")
            if self.password:
                self.sql("ALTER ROLE \"%s\" PASSWORD '%s'" % (self.user, self.password.replace("'", "''")), "postgres")

    @property
    def log(self):
        return os.path.join(self.folder, "log")

    def stop(self, how=signal.SIGINT):
        """An orderly stop that throws connections out ("fast")."""
        if self.process and self.process.poll() is None:
            self.process.send_signal(how)
            self.process.wait(timeout=START_SECONDS)

    def processes(self):
        """All of them, the first one first."""
        with open("/proc/%d/task/%d/children" % (self.process.pid, self.process.pid)) as children:
            return [self.process.pid, *map(int, children.read().split())]

    def signal_all(self, which):
        for pid in self.processes():
            try:
                os.kill(pid, which)
            except ProcessLookupError:
                pass

    def kill(self):
        """kill -9, of all its processes at once."""
        self.signal_all(signal.SIGSTOP)  # none is begun while they are counted
        processes = self.processes()
        self.signal_all(signal.SIGKILL)
        self.process.wait()
        while any(is_alive(pid) for pid in processes):
            time.sleep(0.005)

    def promote(self):
        """A standby goes on by itself."""
        self.copy_of = None
        assert self.sql("SELECT pg_promote()") == "t"

    def freeze(self):
        self.signal_all(signal.SIGSTOP)

    def thaw(self):
        self.signal_all(signal.SIGCONT)

    def close(self):
        """Stop it and remove all of it."""
        try:
            if self.process and self.process.poll() is None:
                self.signal_all(signal.SIGCONT)
                self.stop(signal.SIGQUIT)  # nothing of it is kept
        finally:
            if self.reaper:
                self.reaper.stdin.close()
                self.reaper.wait(timeout=START_SECONDS)
            shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()



def interrupted(number, _):
    sys.exit(128 + number)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fsync", action="store_true", help="wait for the disk, as a real one does")
    parser.add_argument("--password", metavar="WORD", help="needed for connections by the port; the URL has it")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    given = parser.parse_args()
    if not given.command:
        parser.error("no command")
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, interrupted)
    database = Postgres(fsync=given.fsync, password=given.password)
    with database:
        url = database.tcp if given.password else database.url
        # The command ends with us, also when we are killed.
        process = subprocess.Popen(["setpriv", "--pdeathsig", "KILL", *given.command], env={**os.environ, VARIABLE: url})
        try:
            return process.wait()
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()


if __name__ == "__main__":
    code = main()
    sys.exit(code if code >= 0 else 128 - code)
