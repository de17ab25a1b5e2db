#!/bin/bash
# tests/cli/program.sh - bots that are programs: the example plays whole games on every
# board, and programs that misbehave neither disturb the match nor outlive it.
#
# usage: tests/cli/program.sh BINARY
#
# SPDX-License-Identifier: MIT
set -u
linea=$(realpath "${1:?usage: program.sh BINARY}")
cd "$(dirname "$0")/../.." || exit
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
checks=0
failures=0
# In the command of every program started here, to find those that outlive a match.
mark=linea-program-test-$$

# check NAME COMMAND…: the command must succeed.
check() {
    checks=$((checks + 1))
    local name=$1
    shift
    "$@" >/dev/null 2>&1 || {
        echo "FAIL: $name"
        failures=$((failures + 1))
    }
}

# sim ARGUMENTS…: what it prints is in $work/out and $work/err.
sim() {
    timeout 120 "$linea" sim --seed 1 "$@" >"$work/out" 2>"$work/err"
    code=$?
    check "exit $code: sim $*" [ "$code" -eq 0 ]
}

none_left() { ! pgrep -f "$mark" >/dev/null; }

# The example brings every board to its end with every number of players, its records
# are right, and it is better than chance.
for map in $("$linea" map list); do
    sim --map "$map" --seats "cmd:python3 examples/bot.py,random" --games 20 --json \
        --limit 20000 --record "$work/record"
    check "the example fails on $map" \
        grep -qF '"faults":{"died":0,"slow":0,"garbage":0,"illegal":0}' "$work/out"
    check "the record names it" grep -qF '"cmd:python3 examples/bot.py"' "$work/record"
    check "the records of $map" "$linea" replay "$work/record"
    check "the example loses to random on $map" python3 -c '
import json, sys
a, b = json.load(open(sys.argv[1]))["seats"]
sys.exit(a["wins"] <= b["wins"])' "$work/out"
done
for map in maps/test/*.json; do
    sim --map "$map" --seats "cmd:python3 examples/bot.py,greedy" --games 4 --json \
        --limit 20000
    check "the example fails on $map" \
        grep -qF '"faults":{"died":0,"slow":0,"garbage":0,"illegal":0}' "$work/out"
done

# However many workers there are, the games are the same.
for jobs in 1 3; do
    sim --map london --seats "cmd:python3 examples/bot.py,greedy,random" --games 200 \
        --limit 20000 --jobs $jobs --record "$work/record$jobs"
done
check "the games depend on --jobs" cmp "$work/record1" "$work/record3"

# Its name may be long: the columns of the table stay under each other.
sim --map london --seats "cmd:python3 examples/bot.py,greedy" --games 1 --limit 20000
check "the table of a program with a long name: $(cat "$work/out")" \
    awk "NR == 2 {wide = length} NR > 2 && length != wide {exit 1}" "$work/out"

# misbehaves FAULT MESSAGE BODY: a program that fails in each of three games.
misbehaves() {
    printf '%s\n' "$3" >"$work/$mark.sh"
    sim --map new-york --seats "cmd:exec bash $work/$mark.sh,greedy" --games 3 --jobs 2 \
        --limit 50 --json
    check "$1 is not counted: $3" grep -q "\"$1\":3" "$work/out"
    check "$1 is not reported once: $3" [ "$(grep -c "$2" "$work/err")" -eq 1 ]
    check "the match goes on: $3" grep -q '"games":3' "$work/out"
    check "the program outlives the match: $3" none_left
}
misbehaves died 'has died.*exit code 3' 'exit 3'
misbehaves died 'has died' 'kill -9 $$'
misbehaves died 'closed its output' 'exec >&-; sleep 300'
misbehaves died 'has died' 'read -r _; exit 0'
misbehaves slow 'not answered in time' 'sleep 300'
misbehaves slow 'not answered in time' 'sleep 300 & sleep 300'
misbehaves slow 'not answered in time' "trap '' TERM HUP INT; while :; do sleep 1; done"
misbehaves slow 'not answered in time' 'printf "{\"move\":"; sleep 300'
misbehaves garbage 'no JSON' 'while read -r line; do echo hello; done'
misbehaves garbage 'no JSON' 'while read -r line; do echo; done'
misbehaves garbage 'without a "move"' 'while read -r line; do echo "{}"; done'
misbehaves garbage 'without a "move"' 'while read -r line; do echo "[7]"; done'
misbehaves garbage 'too long a line' 'tr "\0" x </dev/zero'
misbehaves illegal 'illegal move' \
    'while read -r line; do echo "{\"move\":\"pass\"}"; done'
misbehaves illegal 'illegal move' \
    'while read -r line; do echo "{\"move\":\"win the game\"}"; done'

# A program that fails late in a game has played until then, and starts again.
cat >"$work/$mark.sh" <<'END'
for _ in 1 2 3; do
    read -r line
    line=${line#*\"moves\":[}
    echo "{\"move\":${line%%[],]*}}"
done
END
sim --map london --seats "cmd:bash $work/$mark.sh,greedy" --games 3 --jobs 1 \
    --limit 5000 --json
check "failing late" grep -q '"died":3,"slow":0,"garbage":0,"illegal":0' "$work/out"

# No program inherits what belongs to another.
cat >"$work/$mark.py" <<'END'
import os
os.write(2, b"descriptors %d\n" % len(os.listdir("/proc/self/fd")))
exec(open("examples/bot.py").read())
END
expected=$(sh -c "python3 $work/$mark.py" 2>&1 </dev/null | cat)
sim --map london --seats "cmd:python3 $work/$mark.py,cmd:python3 $work/$mark.py" \
    --games 400 --jobs 4 --limit 20000
check "its standard error passes" [ "$(grep -c '^descriptors' "$work/err")" -ge 2 ]
check "descriptors leak" [ "$(grep '^descriptors' "$work/err" | sort -u)" = "$expected" ]
check "programs outlive the match" none_left

# Interrupted, it leaves nothing behind.
echo "touch $work/started; sleep 300 & sleep 300" >"$work/$mark.sh"
"$linea" sim --map london --seats "cmd:bash $work/$mark.sh,greedy" --games 99 \
    --limit 60000 >/dev/null 2>&1 &
child=$!
for _ in $(seq 100); do
    [ ! -e "$work/started" ] || break
    sleep 0.1
done
check "the program does not start" [ -e "$work/started" ]
kill -TERM $child
wait $child 2>/dev/null
sleep 0.2
check "programs outlive an interrupted match" none_left

# Names: long ones are cut in records, empty and unknown ones refused.
long=$(printf 'é%.0s' $(seq 100))
sim --map london --seats "cmd:python3 examples/bot.py $long,random" --games 1 --json \
    --limit 20000 --record "$work/record"
check "a long name" "$linea" replay "$work/record"
for seats in cmd:,random nobody,random "cmd:$(printf 'x%.0s' $(seq 1100)),random"; do
    "$linea" sim --map london --seats "$seats" --games 1 >/dev/null 2>&1
    code=$?
    check "exit $code for --seats ${seats:0:20}" [ $code -eq 2 ]
done

echo "$checks checks, $failures failures"
[ "$failures" -eq 0 ]
