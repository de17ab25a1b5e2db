#!/bin/bash
# The golden records: the same seeds give the same games, byte by byte, and replay takes
# them. golden.sh PROGRAM [--write]; with --write the records are written again, which a
# commit that changes behaviour does and says.
set -euo pipefail
program=$(realpath "$1")
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# record NAME MAP PLAYERS...: one game for each number of players.
record() {
    local name=$1 map=$2 players seats
    shift 2
    for players in "$@"; do
        seats=$(printf 'random,%.0s' $(seq "$players"))
        "$program" sim --map "$map" --seats "${seats%,}" --games 1 --seed "$players" \
            --record - 2>/dev/null
    done >"$work/$name.jsonl"
}

record new-york new-york 2 3 4
record london london 2 3 4
record germany germany 2 3 5
record europe europe 2 3 5
record everything maps/test/everything.json 2 3 5

if [ "${2:-}" = --write ]; then
    cp "$work"/*.jsonl tests/golden/
    exit
fi
for file in "$work"/*.jsonl; do
    golden=tests/golden/$(basename "$file")
    cmp "$golden" "$file" || { echo "$golden is played otherwise now" >&2; exit 1; }
    "$program" replay --quiet --map maps/test/everything.json "$golden"
done
