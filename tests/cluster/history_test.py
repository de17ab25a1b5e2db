#!/usr/bin/env python3
"""tests/cluster/history_test.py - the checker is checked: a sound history is found sound, and each fault that a server could have is found."""
# SPDX-License-Identifier: MIT
import copy

from history import Ask, History, Look, Seen, check, content, count_lost, move_key


def sound():
    """Two people at two nodes, ten seconds; and the log."""
    log = [{"event": 1, "what": "made"}, {"event": 2, "what": "began"}]
    h = History()
    events = []
    for number in range(3, 23):
        seat, at = number % 2, number - 2
        if number % 3:
            log.append({"event": number, "what": "said", "seat": seat, "text": "line %d" % number})
            h.add(Ask("g", seat, "say", ("say", "line %d" % number), at + 0.1, at + 0.2, "ok", number))
        else:
            state = next(e["event"] for e in reversed(log) if e["what"] in ("began", "moved"))
            log.append({"event": number, "what": "moved", "did": {"seat": seat, "move": "draw pile"}})
            h.add(Ask("g", seat, "move", move_key(state, seat, "draw pile"), at + 0.1, at + 0.2, "ok", number))
        events.append((number, content(log[-1]), at + 0.25))
        h.add(Look("g", 1 - seat, at + 0.3, at + 0.4, number))
    for node in (0, 1):
        h.add(Seen("g", node, 2, list(events), 0.5, 60))
    h.add(Ask("g", 0, "move", move_key(2, 0, "draw face-up red"), 30, 30.1, "stale", 0))
    h.add(Ask("g", 0, "say", ("say", "nobody knows"), 31, 31.1, None, 0))
    return h, {"g": log}


def expect(what, words, change):
    h, logs = sound()
    change(h, logs["g"])
    faults = check(h, logs)
    assert any(words in fault for fault in faults), (what, "was not found", faults)


def renumber(log):
    for number, event in enumerate(log, 1):
        event["event"] = number


def cut(log, number):
    del log[number - 1:]


def lose_one(h, log):
    log[9] = {"event": 10, "what": "moved", "did": {"seat": 1, "move": "claim a/b"}, "by": "bot:easy"}


def store_twice(h, log):
    log.append({**log[3], "event": len(log) + 1})


def store_refused(h, log):
    h.add(Ask("g", 0, "say", ("say", "not stored"), 40, 40.1, "not-stored", 0))
    log.append({"event": len(log) + 1, "what": "said", "seat": 0, "text": "not stored"})


def skip_event(h, log):
    seen = h.seen[0]
    h.seen[0] = seen._replace(events=seen.events[:4] + seen.events[5:])


def show_another(h, log):
    seen = h.seen[1]
    events = copy.copy(seen.events)
    events[4] = (events[4][0], ("said", 0, "something else"), events[4][2])
    h.seen[1] = seen._replace(events=events)


def order_badly(h, log):
    log[18], log[19] = log[19], log[18]
    renumber(log)
    h.seen.clear()
    h.looks.clear()


def look_back(h, log):
    h.looks[12] = h.looks[12]._replace(event=h.looks[12].event - 1)


def show_late(h, log):
    seen = h.seen[0]
    h.seen[0] = seen._replace(events=[(n, c, at + (20 if n > 12 else 0)) for n, c, at in seen.events])


def lossy_database():
    """The events from 18 on were lost with a database, others took their place; who was shown the lost ones came again."""
    h, logs = sound()
    log = logs["g"]
    spans = [(16, 20.5)]  # they were acknowledged and shown then
    del log[17:]
    for connection in range(2):
        seen = h.seen[connection]
        h.seen[connection] = seen._replace(events=[e for e in seen.events if e[0] < 23], ended=23)
    h.looks = [l for l in h.looks if l.event < 18]
    log.append({"event": 18, "what": "said", "seat": 0, "text": "again"})
    return h, logs, spans


def check_lossy():
    h, logs, spans = lossy_database()
    assert check(h, logs, lossy=spans) == [], check(h, logs, lossy=spans)
    assert count_lost(h, logs) == 5, count_lost(h, logs)
    assert any("not in the log" in fault for fault in check(h, logs)), "a loss without a lossy database"
    seen = h.seen[0]
    h.seen[0] = seen._replace(events=[*seen.events, (23, ("said", 0, "on and on"), 60)], ended=60)
    assert any("was not ended" in fault for fault in check(h, logs, lossy=spans)), "a connection that goes on"


def leave_gap(h, log):
    del log[7]


def main():
    h, logs = sound()
    assert check(h, logs) == [], check(h, logs)
    expect("an acknowledged event that is not there", "acknowledged, and not in the log", lambda h, log: cut(log, 20))
    expect("an acknowledged event that another node's took the place of", "acknowledged, and not in the log", lose_one)
    expect("an event that is stored twice", "2 times", store_twice)
    expect("a refusal of what was stored", "refused, and in the log", store_refused)
    expect("an event that a connection was not sent", "after", skip_event)
    expect("an event that a connection was sent otherwise", "the log has", show_another)
    expect("what came later, before what came earlier", "was asked for after event", order_badly)
    expect("a look that shows an older game", "after %d was acknowledged" % h.looks[12].event, look_back)
    expect("hints that are lost, and nobody who looks", "not shown by node", show_late)
    expect("a gap", "a log with a gap", leave_gap)
    check_lossy()
    print("a sound history is sound, and each of 10 faults is found")


if __name__ == "__main__":
    main()
