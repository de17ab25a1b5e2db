"""tests/cluster/history.py - what clients of a cluster have asked and seen, and the checker of it.

A game is one list of events, so checking is linear and searches nothing:

1. What was acknowledged is in the log once, with that content.
2. What was refused is not in it. What got no answer may be there or not.
3. What each connection saw is a gapless part of the log.
4. What was acknowledged before something else was asked has a smaller number.
5. What is read after an acknowledgement shows it; and who stays connected sees it within a while.

tests/cluster/cluster.py also replays all logs by the rules.
"""
# SPDX-License-Identifier: MIT
import collections
import json
import threading
import time

Ask = collections.namedtuple("Ask", "game node what key begun ended result number")  # result: "ok", an error, or None for no answer
Look = collections.namedtuple("Look", "game node begun ended event")
Seen = collections.namedtuple("Seen", "game node first events begun ended")  # events: [(number, content, when)]

LOST_SECONDS = 8  # after a database that lagged has taken over, those who were shown what it has not are sent away
SHOWN_SECONDS = 6  # by then a client that is connected knows what was acknowledged elsewhere


def content(event):
    """What of an event is the same for all who may see it: whose move and what was said, not what is hidden."""
    what = event["what"]
    if what == "said":
        return what, event.get("seat"), event.get("text")
    if what == "moved":
        return what, event["did"]["seat"]
    return what, event.get("seat")


def move_key(state, seat, move):
    return "move", state, seat, move


class History:
    def __init__(self):
        self.lock = threading.Lock()
        self.asks, self.looks, self.seen = [], [], []

    def add(self, record):
        with self.lock:
            {Ask: self.asks, Look: self.looks, Seen: self.seen}[type(record)].append(record)

    def save(self, path):
        with open(path, "w") as file:
            for record in self.asks + self.looks + self.seen:
                json.dump([type(record).__name__, *record], file)
                file.write("\n")


def find_ask(log, ask):
    """The numbers of the events of a log that are what was asked."""
    if ask.key[0] == "say":
        return [e["event"] for e in log if e["what"] == "said" and e.get("text") == ask.key[1]]
    _, state, seat, move = ask.key
    # The event that changed the game next after that state, if it is this seat's.
    later = [e for e in log if e["event"] > state and e["what"] == "moved"]
    first = later[0] if later else None
    return [first["event"]] if first and first["did"]["seat"] == seat and first["did"]["move"] in (move, "keep") and "by" not in first else []


def within(when, spans):
    return any(begin <= when <= end for begin, end in spans)


def check_asks(log, asks, lossy, faults):
    tried = collections.Counter(a.key for a in asks)
    for ask in asks:
        found = find_ask(log, ask)
        if ask.result == "ok" and len(found) != 1:
            if found or not within(ask.ended, lossy):
                faults.append("acknowledged, and %s in the log: %s" % ("not" if not found else "%d times" % len(found), (ask,)))
        elif ask.result == "ok" and ask.number < found[0] and not within(ask.ended, lossy):
            faults.append("acknowledged as event %d, and stored as %d: %s" % (ask.number, found[0], (ask,)))
        elif ask.result not in ("ok", None) and found and tried[ask.key] == 1:
            faults.append("refused, and in the log as event %d: %s" % (found[0], (ask,)))
        elif ask.key[0] == "say" and len(found) > 1:
            faults.append("stored %d times: %s" % (len(found), (ask,)))


def check_seen(log, seen, lossy, faults):
    by_number = {e["event"]: content(e) for e in log}
    for connection in seen:
        number, gone = connection.first, None
        for event, what, when in connection.events:
            number += 1
            if gone and when > gone[1] + LOST_SECONDS:
                faults.append("a connection to node %s was shown event %d of %s, which was lost, and was not ended" % (
                    connection.node, gone[0], connection.game))
                break
            if event != number:
                faults.append("a connection to node %s saw event %d of %s after %d" % (connection.node, event, connection.game, number - 1))
                break
            if by_number.get(event) == what or gone:
                continue
            spans = [end for begin, end in lossy if begin <= when <= end + LOST_SECONDS]
            if not spans:
                faults.append("a connection to node %s saw %s as event %d of %s; the log has %s" % (
                    connection.node, what, event, connection.game, by_number.get(event)))
                break
            gone = event, spans[-1]


def check_order(log, asks, looks, seen, lossy, faults):
    kept = [a for a in asks if a.result == "ok" and not within(a.ended, lossy) and find_ask(log, a)]
    done = sorted(((a.ended, find_ask(log, a)[0], a) for a in kept), key=lambda d: d[0])
    reads = sorted([(a.begun, "ask", a) for a in kept] + [(l.begun, "look", l) for l in looks] +
                   [(s.begun, "seen", s) for s in seen], key=lambda r: r[0])
    place, highest = 0, (0, None)
    for begun, kind, read in reads:
        while place < len(done) and done[place][0] < begun:
            highest = max(highest, done[place][1:], key=lambda h: h[0])
            place += 1
        number = find_ask(log, read)[0] if kind == "ask" else read.event if kind == "look" else read.first
        if kind == "ask" and number <= highest[0] and read is not highest[1]:
            faults.append("event %d was asked for after event %d was acknowledged: %s" % (number, highest[0], (read, highest[1])))
        elif kind != "ask" and number < highest[0]:
            faults.append("node %s showed event %d after %d was acknowledged: %s" % (read.node, number, highest[0], (read.game, highest[1])))
    return done


def check_shown(done, seen, quiet, faults):
    """Who was connected all the while saw it soon; `quiet` are times of faults, and of some seconds after them."""
    for connection in seen:
        when = {event: at for event, _, at in connection.events}
        for ended, number, ask in done:
            late = ended + SHOWN_SECONDS
            if number <= connection.first or ended < connection.begun or late > connection.ended:
                continue
            if any(begin < late and ended < end for begin, end in quiet):
                continue
            if when.get(number, late) >= late:
                faults.append("event %d of %s was acknowledged at node %s, and not shown by node %s within %d s" % (
                    number, ask.game, ask.node, connection.node, SHOWN_SECONDS))
                return


def check_game(log, asks, looks, seen, quiet=(), lossy=()):
    """What is wrong with the history of a game: sentences, none if it is sound."""
    faults = []
    if [e["event"] for e in log] != list(range(1, len(log) + 1)):
        faults.append("a log with a gap: %s" % [e["event"] for e in log])
        return faults
    check_asks(log, asks, lossy, faults)
    check_seen(log, seen, lossy, faults)
    done = check_order(log, asks, looks, seen, lossy, faults)
    check_shown(done, seen, quiet, faults)
    return faults


def check(history, logs, quiet=(), lossy=()):
    """The same for all games; `logs` are lists of events by game. In times that are `lossy` a database was lost whose standby did not have all:
    what was acknowledged then may be missing, and nothing else."""
    faults = []
    for game, log in logs.items():
        faults += check_game(log, [a for a in history.asks if a.game == game], [l for l in history.looks if l.game == game],
                             [s for s in history.seen if s.game == game], quiet, lossy)
    return faults


def count_lost(history, logs):
    """How much of what was acknowledged is not there."""
    return sum(a.result == "ok" and not find_ask(logs[a.game], a) for a in history.asks)


def now():
    return time.monotonic()
