"""tests/cluster/tcp_proxy.py - a TCP proxy before a PostgreSQL: it passes bytes on, delays or keeps them, cuts connections, and cuts
one while it commits, so that both sides know of it or only one."""
# SPDX-License-Identifier: MIT
import random
import socket
import threading
import time

# How the store's writing connection calls its statement COMMIT: a Bind message with the name s1 (store_postgres_commit.c).
COMMIT = b"\0s1\0"
WRITES = b"linea writes"


class Proxy:
    """Before a port of 127.0.0.1, on another one."""

    def __init__(self, port):
        self.target = port
        self.delay = 0
        self.refusing = False
        self.dropping = False  # nothing gets through, and nobody is notified
        self.armed = None  # "before" or "after" the database has the next COMMIT, it is cut; "half": before it, and the database learns of nothing
        self.cuts = 0
        self.pairs = []
        self.listener = socket.socket()
        self.listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        while True:
            self.port = random.randrange(18000, 31000)
            try:
                self.listener.bind(("127.0.0.1", self.port))
                break
            except OSError:
                continue
        self.listener.listen(50)
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            try:
                if self.refusing:
                    raise OSError
                server = socket.create_connection(("127.0.0.1", self.target))
            except OSError:
                client.close()
                continue
            pair = (client, server)
            self.pairs.append(pair)
            threading.Thread(target=self.pump, args=(client, server, pair, True), daemon=True).start()
            threading.Thread(target=self.pump, args=(server, client, pair, False), daemon=True).start()

    def pump(self, source, sink, pair, forth):
        writes = False
        try:
            while data := source.recv(1 << 16):
                if self.delay:
                    time.sleep(self.delay)
                while self.dropping:
                    time.sleep(0.01)
                writes = writes or (forth and WRITES in data)
                if forth and writes and self.armed and COMMIT in data:
                    self.cut_at_commit(sink, pair, data)
                    return
                sink.sendall(data)
        except OSError:
            pass
        self.close(pair)

    def cut_at_commit(self, sink, pair, data):
        how, self.armed = self.armed, None
        self.cuts += 1
        if how == "after":
            pair[0].shutdown(socket.SHUT_RDWR)  # nothing of the answer comes back
            sink.sendall(data)
            time.sleep(0.2)  # it commits meanwhile
        if how == "half":
            sink.sendall(data[:data.index(COMMIT) - 5])  # all that comes before this message
            pair[0].shutdown(socket.SHUT_RDWR)
            return
        self.close(pair)

    @staticmethod
    def close(pair):
        for one in pair:
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            one.close()

    def cut(self):
        """Cut all connections; new ones are possible."""
        pairs, self.pairs = self.pairs, []
        for pair in pairs:
            self.close(pair)

    def stop(self):
        self.listener.close()
        self.cut()
