#!/bin/bash
# An arena on several machines by GNU parallel: every machine plays some of the parts, and
# this one puts them together.
#
#   examples/machines/parallel.sh HOSTS PARTS ARENA-OPTIONS…
#   examples/machines/parallel.sh ada,bob,: 64 --bots search,planner --maps europe --blocks 5000 --seed 1
#
# HOSTS are those of `parallel --sshlogin`: names for ssh, and `:` for this machine. Each
# needs `linea` in its PATH; of this one, LINEA names it. Called again after an
# interruption, only what is missing is played: the states come back to this folder, and
# travel (by rsync) to the machine that goes on.
#
# SPDX-License-Identifier: MIT
set -euo pipefail
if [ $# -lt 3 ]; then
    sed -n '5,7p' "$0" >&2
    exit 2
fi
hosts=$1 parts=$2
shift 2
linea=${LINEA:-linea}
export PARALLEL_SHELL=/bin/bash

# What is sent along must be there: the state of a part that was not begun is empty.
states=()
for i in $(seq 0 $((parts - 1))); do
    states+=("part-$i.jsonl")
    [ -e "part-$i.jsonl" ] || : >"part-$i.jsonl"
done
# One job for each machine: an arena keeps all its processors busy by itself.
parallel ${PARALLEL_SSH:+--ssh "$PARALLEL_SSH"} --sshlogin "$hosts" --jobs 1 --transferfile "part-{}.jsonl" \
    --return "part-{}.jsonl" --halt soon,fail=1 --quote \
    "$linea" arena --part "{}/$parts" --state "part-{}.jsonl" "$@" ::: $(seq 0 $((parts - 1)))
"$linea" arena --merge "${states[@]}"
