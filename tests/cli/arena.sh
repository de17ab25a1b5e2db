#!/bin/bash
# tests/cli/arena.sh - `linea arena` as one calls it: the same results for any number of
# threads and after an interruption, tests that stop, and what is refused.
#
# usage: tests/cli/arena.sh BINARY
#
# SPDX-License-Identifier: MIT
set -u
linea=$(realpath "${1:?usage: arena.sh BINARY}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit
failures=0

fail() {
    echo "FAIL: $*"
    failures=$((failures + 1))
}

# arena CODE ARGUMENTS…: results in out, messages in err.
arena() {
    local expected=$1 code
    shift
    "$linea" arena "$@" >out 2>err
    code=$?
    [ "$code" = "$expected" ] || fail "exit $code, not $expected: arena $* ($(cat err))"
}

# says FILE WORDS: the file has these words.
says() {
    grep -qF -- "$2" "$1" || fail "\"$2\" is not in $1: $(head -c 400 "$1")"
}

# same FILE FILE WHAT
same() {
    cmp -s "$1" "$2" || fail "$3"
}

league=("--bots=planner,random,random" "--maps=europe,new-york" "--players=2,3,5"
    --seed 11 --blocks 12)

# The same for any number of threads, in every form.
for jobs in 1 3; do
    arena 0 "${league[@]}" --jobs $jobs --csv $jobs.csv --svg $jobs.svg
    cp out $jobs.txt
    arena 0 "${league[@]}" --jobs $jobs --json
    cp out $jobs.json
done
for form in txt csv svg json; do
    same 1.$form 3.$form "the $form depends on the number of threads"
done
says err "new-york is for 2 to 4 players: 5 skipped"
# Per deal and pair: 2, 6 and 10 games on europe, 2 and 6 on new-york.
says 1.json '"games":936,'
[ "$(wc -l <3.csv)" = 31 ] || fail "the CSV has not two lines for each pair and table"
says 3.svg "</svg>"

# Another seed is another result.
arena 0 "${league[@]}" --seed 12 --json
cmp -s out 1.json && fail "the seed does not matter"

# A bot against itself wins half of every block: a block leaves nothing to luck.
arena 0 --bots random,random --maps germany --players 2,4 --seed 5 --blocks 20 --csv c
[ "$(cut -d, -f7 c | sort -u | tr '\n' ' ')" = "0.500000 score " ] ||
    fail "random against random is not even"
arena 0 --bots planner,random --seed 5 --blocks 20 --csv c
awk -F, 'NR == 2 && $7 > 0.8 {won = 1} END {exit !won}' c ||
    fail "the planner does not beat random"

# Interrupted and continued is the same as in one go; a torn line is played again.
arena 0 "${league[@]}" --blocks 5 --state state --json
cp out 5.json
cp state part
printf '{"block":75,"games":2,"mov' >>state
arena 0 "${league[@]}" --blocks 5 --state state --json
same state part "a torn line is left in the state"
printf '{"block":75,"games":2,"mov' >>state
arena 0 "${league[@]}" --state state --json
says err "state has 75 blocks of 180"
same out 1.json "a continued run differs"
[ "$(wc -l <state)" = 181 ] || fail "the state has not a line for each block"
cp state whole
arena 0 "${league[@]}" --state state --json
same out 1.json "a run that had everything differs"
same state whole "a run that had everything changed the state"
arena 0 "${league[@]}" --blocks 5 --state state --json
same out 5.json "a run shorter than its state differs"
head -c 3000 whole >state
arena 0 "${league[@]}" --state state --json
same state whole "the state after an interruption differs"

# What does not belong together is refused.
arena 2 "${league[@]}" --seed 12 --state state
says err "state was begun with other settings"
same state whole "a refused state was changed"
sed -i 3d state
arena 2 "${league[@]}" --state state
says err "state:3: not block 1 of this arena"
arena 2 --bots planner,random --state fresh
says err "--state needs --seed"

# The sequential test stops when it knows, at the same block for any number of threads.
for jobs in 1 4; do
    arena 0 --bots planner,random --sprt --seed 1 --jobs $jobs --json
    cp out sprt.$jobs
done
same sprt.1 sprt.4 "the sequential test depends on the number of threads"
says sprt.1 '"accepted":"H1"'
arena 1 --bots random,planner --players 2,3 --sprt -5,5 --seed 1
says out "H0 accepted"
arena 1 --bots random,random --sprt 0,10 --blocks 20 --seed 1
says out "Undecided after 20 deals"
arena 0 --bots planner,random --sprt --seed 1 --state sprt.state --json
same out sprt.1 "the state changes the sequential test"
lines=$(wc -l <sprt.state)
arena 0 --bots planner,random --sprt --seed 1 --state sprt.state --json
same out sprt.1 "a sequential test that was over differs"
[ "$(wc -l <sprt.state)" = "$lines" ] || fail "a test that was over played on"

# Time is measured on request only, and kept apart.
arena 0 --bots planner,random --blocks 2 --seed 1 --json
cp out plain
grep -q timing plain && fail "timing was not asked for"
arena 0 --bots planner,random --blocks 2 --seed 1 --json --timing
says err "us a decision"
sed 's/,"timing":.*/}/' out >stripped
same stripped plain "timing changes the results"
arena 0 --bots planner,random --blocks 2 --seed 1 --ms 50 --check --json
says out '"longest_us"'

# Wrong calls.
arena 2 --bots planner,nobody
says err 'there is no bot "nobody"'
arena 2 --bots planner
says err "two bots or more"
arena 2 --maps atlantis
arena 2 --maps new-york --players 5
says err "no map is for that many players"
arena 2 --players 1
arena 2 --bots planner,random --sprt 10,0
arena 2 --bots planner,random --sprt ten
arena 2 --bots planner,random,random --sprt
arena 2 --bots planner,random --anchor greedy
arena 2 --bots planner,random --blocks 1 --seed 1 --csv none/none

[ "$failures" = 0 ] && echo "linea arena: all is well"
exit "$((failures > 0))"
