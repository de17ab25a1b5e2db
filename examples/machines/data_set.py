#!/usr/bin/env python3
# A data set of games on many machines by Dask (Debian: python3-distributed): every task
# plays one share of the games with `linea sim --part`, and their records, put one after
# the other, are byte for byte those that one machine would have written.
#
#   examples/machines/data_set.py --games 1000000 --parts 256 --out games.jsonl --map europe --seats planner,planner
#   … --scheduler tcp://ada:8786        # a cluster that runs; without it, processes here
#
# Each worker needs `linea` (--linea names it).
#
# SPDX-License-Identifier: MIT
"""Play a data set of games on a Dask cluster."""

import argparse
import subprocess

from distributed import Client


def play(linea, options, part, parts):
    """The records of one share of the games."""
    command = [linea, "sim", *options, "--part", f"{part}/{parts}", "--jobs", "1", "--record", "-"]
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}: {done.stderr.decode(errors='replace').strip()}")
    return done.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scheduler", help="address of a Dask scheduler (default: processes on this machine)")
    parser.add_argument("--workers", type=int, help="processes on this machine (default: one for each processor)")
    parser.add_argument("--linea", default="linea", help="the program, on every worker (default: linea)")
    parser.add_argument("--map", default="europe")
    parser.add_argument("--seats", default="planner,planner")
    parser.add_argument("--games", type=int, default=100000)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--parts", type=int, default=64, help="tasks; more than workers, so that none waits long")
    parser.add_argument("--out", required=True, help="file for the records")
    asked = parser.parse_args()
    options = ["--map", asked.map, "--seats", asked.seats, "--games", str(asked.games), "--seed", asked.seed]
    if asked.scheduler:
        client = Client(asked.scheduler)
    else:
        client = Client(n_workers=asked.workers, threads_per_worker=1, dashboard_address=None)
    with client, open(asked.out, "wb") as out:
        tasks = [client.submit(play, asked.linea, options, i, asked.parts, pure=False) for i in range(asked.parts)]
        for i, task in enumerate(tasks):  # in order; what comes early waits with its worker
            out.write(task.result())
            tasks[i] = None
            print(f"\r{i + 1} of {asked.parts} parts", end="", flush=True)
    print()


if __name__ == "__main__":
    main()
