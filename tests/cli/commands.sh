#!/bin/bash
# The command line: help, exit codes, sim with any number of jobs, replay of what sim
# wrote, and the line that replay names. commands.sh PROGRAM
set -euo pipefail
program=$(realpath "$1")
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
    echo "commands: $*" >&2
    exit 1
}

# expect CODE ARGUMENTS...: run the program; output and errors are left in $work.
expect() {
    local wanted=$1 code=0
    shift
    "$program" "$@" >"$work/out" 2>"$work/err" </dev/null || code=$?
    [ $code -eq "$wanted" ] || fail "linea $* exits with $code, not $wanted: $(cat "$work/err")"
}

# A wrong call says something on standard error and nothing on standard output.
wrong() {
    expect 2 "$@"
    [ -s "$work/err" ] || fail "linea $* does not say what is wrong"
    [ ! -s "$work/out" ] || fail "linea $* complains on standard output"
}

expect 0 --help
expect 0 --version
for command in play serve sim arena cup rate replay engine bench perft load map; do
    "$program" --help | grep -q "^  $command " || fail "--help does not list $command"
    expect 0 "$command" --help
    grep -q "^usage: linea $command" "$work/out" || fail "$command --help has no usage"
    ! LC_ALL=C.UTF-8 grep -qE '^  .{79}' "$work/out" || fail "$command --help has lines of more than 80 columns"
    grep -q "^| .linea $command" docs/formats.md || fail "docs/formats.md does not list $command"
done
wrong
wrong dance
wrong sim --dance
wrong sim --games
wrong sim --games 0
wrong sim --games many
wrong sim --map mars
wrong sim --map maps/missing.json
wrong sim --seats random
wrong sim --seats random,nobody
wrong sim --map new-york --seats random,random,random,random,random
wrong sim --seed -1
wrong sim --seed 12ab
wrong sim --first 2
wrong sim leftover
wrong replay
wrong replay missing.jsonl
wrong perft --players 9
wrong engine --map missing.json

# However many jobs there are, the same is printed and recorded.
for jobs in 1 4; do
    "$program" sim --map germany --seats random,random,random --games 70 --seed 5 \
        --jobs $jobs --record "$work/record-$jobs" --check >"$work/table-$jobs" 2>/dev/null
done
cmp "$work/record-1" "$work/record-4" || fail "jobs change the record"
cmp "$work/table-1" "$work/table-4" || fail "jobs change the summary"
"$program" sim --map germany --seats random,random,random --games 70 --seed 6 --record - \
    2>/dev/null | cmp -s - "$work/record-1" && fail "the seed changes nothing"

# Shares of the games, one after the other, are all of them.
"$program" sim --map london --seats planner,random --games 131 --seed 5 --record "$work/all" >/dev/null 2>&1
for part in 0 1 2; do
    "$program" sim --map london --seats planner,random --games 131 --seed 5 --part $part/3 --record - 2>/dev/null
done >"$work/shares"
cmp "$work/all" "$work/shares" || fail "the shares of three machines are not the games of one"
wrong sim --part 0/3
wrong sim --seed 1 --part 3/3

# What sim records, replay takes, whatever the number of jobs.
"$program" replay --jobs 1 "$work/record-1" >"$work/replay-1" || fail "replay"
"$program" replay --jobs 4 "$work/record-1" >"$work/replay-4" || fail "replay"
cmp "$work/replay-1" "$work/replay-4" || fail "jobs change what replay says"
grep -q "70 games replayed" "$work/replay-1" || fail "replay counts $(tail -n 1 "$work/replay-1")"
"$program" replay - <"$work/record-1" >/dev/null || fail "replay from standard input"

# Replay says whose seat others have played: one move of Ann's, and all of Ben's last ones.
"$program" sim --map london --seats random,random --games 1 --seed 5 --record - 2>/dev/null |
    awk '/"seat":0/ && !lent { sub(/}$/, ",\"by\":\"bot:easy\"}"); lent = 1 }
         /"move"/ { moves++ }
         /"seat":1/ && moves > 20 { sub(/}$/, ",\"by\":\"bot:normal\"}"); if (!first) first = moves }
         { print } END { print first > "/dev/stderr" }' >"$work/lent" 2>"$work/first"
expect 0 replay "$work/lent"
grep -q "(1 move by a bot)" "$work/out" || fail "who made one move: $(cat "$work/out")"
grep -q "(played by a bot since move $(cat "$work/first"))" "$work/out" || fail "since when: $(cat "$work/out")"
expect 0 replay --json "$work/lent"
grep -q "\"stood_in\":\[{\"moves\":1},{\"moves\":[0-9]*,\"since\":$(cat "$work/first")}\]" "$work/out" ||
    fail "as JSON: $(cat "$work/out")"

# A header may have its keys in any order.
sed -E 's/^\{("linea":1),(.*)\}$/{\2,\1}/' "$work/record-1" >"$work/reordered"
"$program" replay "$work/reordered" | sed 's/reordered/record-1/' | cmp -s - "$work/replay-1" ||
    fail "replay loses games whose header does not begin with its version"

# A wrong line is named, the first of them, and the exit code is 1.
for line in 1 2 1000; do
    for wrongness in 's/.*/garbage/' 's/.$//' 's/"/'\''/'; do
        sed "$line$wrongness; 5000$wrongness" "$work/record-1" >"$work/wrong"
        expect 1 replay --jobs 4 --quiet "$work/wrong"
        grep -q "^$work/wrong:$line: " "$work/err" ||
            fail "line $line is wrong, but replay says: $(cat "$work/err")"
    done
done
head -n -1 "$work/record-1" >"$work/wrong"
expect 1 replay --quiet "$work/wrong"
: >"$work/empty"
expect 1 replay "$work/empty"
echo >"$work/blank"
expect 1 replay "$work/blank"
{ echo; head -n 3 "$work/record-1"; echo; } >"$work/blank-first"
expect 0 replay "$work/blank-first"
grep -q ': 1 game replayed' "$work/out" || fail "blank lines are no games: $(cat "$work/out")"

# A result that nobody gets is no success.
for call in --help "map show london" "perft --depth 1" "replay $work/record-1" "sim --games 2"; do
    # shellcheck disable=SC2086 # the words of a call
    ! "$program" $call >/dev/full 2>"$work/err" || fail "linea $call does not see that the disk is full"
    grep -q 'standard output' "$work/err" || fail "linea $call does not say that the disk is full"
done
for games in 1 100; do
    expect 1 sim --games $games --seed 1 --record /dev/full
    [ "$(grep -c . "$work/err") $(grep -c 'No space left' "$work/err")" = "1 1" ] ||
        fail "a record of $games games on a full disk: $(cat "$work/err")"
done

# What is meant for programs is JSON.
"$program" sim --map london --games 10 --seed 1 --json 2>/dev/null |
    python3 -m json.tool >/dev/null || fail "sim --json"
"$program" replay --json "$work/record-1" | python3 -m json.tool --json-lines >/dev/null ||
    fail "replay --json"
echo no >"$work/a \"name\""
sed '1s/"seats":\["[^"]*"/"seats":["\\u001b[2Jx"/' "$work/record-1" >"$work/escape"
expect 0 replay "$work/escape"
grep -qF ' <U+001B>[2Jx ' "$work/out" || fail "replay prints a name that steers the terminal"
sed '1s/"seats":\["[^"]*"/"seats":["a\xe2\x80\xae\xc2\x9bb"/' "$work/record-1" >"$work/escape"
expect 0 replay "$work/escape"
grep -qF ' a<U+202E><U+009B>b ' "$work/out" || fail "replay prints marks that turn a name round"
sed '3s/"move":"[^"]*"/"move":"draw \\u001b[2Jx\\n"/' "$work/record-1" >"$work/escape"
expect 1 replay "$work/escape"
grep -qF ':3: there is no card "<U+001B>[2Jx<U+000A>"' "$work/err" || fail "replay prints a move that steers the terminal"
expect 1 replay --json "$work/a \"name\""
python3 -m json.tool "$work/out" >/dev/null || fail "replay --json of a file with quotes in its name"
"$program" bench --map new-york --players 2 --ms 20 --parts --json >"$work/bench.json"
python3 -m json.tool --json-lines "$work/bench.json" >/dev/null || fail "bench --json"
expect 0 bench --compare "$work/bench.json" "$work/bench.json"
grep -qE '^legal +new-york +2 .* 1\.00 +1\.00$' "$work/out" || fail "bench --compare has no legal moves"
expect 2 bench --compare "$work/bench.json"
expect 2 bench --compare "$work/bench.json" maps/europe.json

# Perft counts as the table of tests/perft_test.c does.
"$program" perft --map new-york --players 2 --depth 4 --seed 1 | grep -q "depth 4: 639$" ||
    fail "perft of new-york is not 639"

# Maps.
expect 0 map check maps/europe.json
sed 's/"vehicles": 45/"vehicles": 450/' maps/europe.json >"$work/map.json"
wrong map check missing.json
expect 1 map check "$work/map.json"
cat "$work/out" "$work/err" | grep -q vehicles || fail "map check does not name the mistake"

# A file that has no end is not read to its end.
(ulimit -t 5 && expect 2 map check /dev/zero) || fail "map check /dev/zero"
grep -q 'too large: at most 4194304 bytes' "$work/err" || fail "map check /dev/zero says: $(cat "$work/err")"
(ulimit -t 20 && expect 2 replay /dev/zero) || fail "replay /dev/zero"
grep -q 'too large: at most 1073741824 bytes' "$work/err" || fail "replay /dev/zero says: $(cat "$work/err")"

# A map without coordinates can be played, and is warned of; one mistake is one line.
expect 0 map check maps/test/continent-36.json
grep -q ':[0-9]*: warning: locations: 36 of 36 have no geo' "$work/out" || fail "map check does not warn"
expect 0 map check maps/london.json
! grep -q warning "$work/out" || fail "map check warns of London"
sed 's/"id": "regular"/"id": "regluar"/' maps/test/continent-36.json >"$work/map.json"
expect 1 map check "$work/map.json"
[ "$(wc -l <"$work/out")" -eq 1 ] || fail "one wrong deck id: $(cat "$work/out")"

# `map show` prints a map built in or of a file, or its identity, which is in records too.
"$program" map show london | cmp -s - maps/london.json || fail "map show does not print the file"
"$program" map show maps/test/square.json | cmp -s - maps/test/square.json || fail "map show FILE"
hash=$("$program" map show --hash london)
[[ $hash =~ ^[0-9a-f]{64}$ ]] || fail "map show --hash prints $hash"
[ "$hash" = "$("$program" map show --hash maps/london.json)" ] || fail "a map and its file have two hashes"
expect 1 map show nowhere
wrong map show
wrong map show --hash

# A record says which map it was played on; another map of that name is refused, and a map
# that is not there can be brought along.
"$program" sim --map maps/test/square.json --seats random,random --games 1 --seed 1 --record "$work/square" >/dev/null 2>&1
expect 1 replay "$work/square"
grep -q -- '--map' "$work/err" || fail "replay does not say how to name a map: $(cat "$work/err")"
expect 0 replay --map maps/test/square.json "$work/square"
sed 's/"vehicles": *[0-9]*/"vehicles": 12/' maps/test/square.json >"$work/square.json"
expect 1 replay --map "$work/square.json" "$work/square"
grep -q ':1: .*another map "square"' "$work/err" || fail "replay takes another map: $(cat "$work/err")"
