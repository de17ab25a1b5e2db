#!/usr/bin/env python3
"""tests/cluster/planted.py PROGRAM PLANTED [FAULT…] - the checker is checked: servers with a fault in them (planted_main.c) are run as
cluster.py runs sound ones, and each fault must be found; and servers that all drive all games are sound.

What a fault does shows only when two servers meet at the same moment, so each has several rounds; a round is as long as it needs. Without
PostgreSQL: exit code 77.
"""
# SPDX-License-Identifier: MIT
import os
import sys
import tempfile

from cluster import Cluster

ROUNDS = 12
# The fault: what goes wrong meanwhile, seconds of a round and of rest at its end, standby, words of the sentence that it is found by.
FAULTS = {
    "all-drive": ((Cluster.kill_node, Cluster.cut_node), 12, 4, None, None),
    "no-fence": ((), 8, 0, None, ("cannot sit down", "cannot be read", "not in the log", "the log has")),
    "no-driver-fence": ((), 8, 0, None, ("cannot sit down", "cannot be read", "not in the log", "the log has")),
    "no-notify": ((), 2, 0, None, ("hints were sent",)),
    "no-tail": ((Cluster.lose_primary,), 12, 4, "async", ("cannot be read", "the log has", "in the log", "not ended", "saw event")),
    "early": ((Cluster.kill_database, Cluster.cut_commits), 10, 2, None, ("not in the log",)),
}


def run_round(program, command, number, name):
    """What the checker says."""
    faults, seconds, rest, standby, words = FAULTS[name]
    with tempfile.TemporaryDirectory() as folder:
        cluster = Cluster(program, folder, number, 8, command, standby)
        try:
            cluster.run(seconds, faults, rest)
            cluster.check()
            if not cluster.faults and (name == "no-notify" or words is None):
                cluster.check_shown()  # without hints, too: servers look
                assert not cluster.faults, cluster.faults
                cluster.check_hints()
            if words is None:
                cluster.finish_games()
                cluster.replay()
            return cluster.faults
        finally:
            cluster.close()


def main():
    program, planted = map(os.path.abspath, sys.argv[1:3])
    for name in sys.argv[3:] or FAULTS:
        words = FAULTS[name][-1]
        command = [planted, name]
        for number in range(1, 2 if words is None else ROUNDS + 1):
            found = run_round(program, command, number, name)
            if found:
                break
        if words is None:
            assert not found, (name, found[:5])
            print("%s: sound" % name, flush=True)
            continue
        assert found, "%s was not found in %d rounds" % (name, ROUNDS)
        fitting = [fault for fault in found if any(word in fault for word in words)]
        assert fitting, (name, found[:5])
        print("%s: found in round %d, %d times; %s" % (name, number, len(found), fitting[0][:160]), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
