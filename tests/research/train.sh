#!/bin/bash
# tests/research/train.sh - a toy net for New York, trained on a CPU without its adviser's bonus: killed and resumed, it
# beats chance beyond doubt; one that has not been trained does not. Bad settings and checkpoints are refused.
#
# usage: tests/research/train.sh BINARY LIBRARY
#
# SPDX-License-Identifier: MIT
set -euo pipefail
linea=$(realpath "${1:?usage: train.sh BINARY LIBRARY}")
LINEA_TRAIN_LIBRARY=$(realpath "${2:?usage: train.sh BINARY LIBRARY}")
export LINEA_TRAIN_LIBRARY
source=$(realpath "$(dirname "$0")/../..")
work=$(mktemp -d)
training=
trap '[ -z "$training" ] || kill -KILL "$training" 2>/dev/null || true; rm -rf "$work"' EXIT
cd "$work"

toy=(/usr/bin/python3 "$source/train/run" --map new-york --device cpu --threads 2)
for setting in bonus=0 'players={"2":1}' planners=0 games=128 steps=32 batch=1024 first=128 second=64 warm=1 \
    measured=24 measure-every=8 word-every=4 seconds=600; do
    toy+=(--set "$setting")
done

fail() {
    echo "FAIL: $*"
    cat -- */log.txt 2>/dev/null || true
    exit 1
}

# Print a value of the last measurement: last FOLDER KEY.
last() {
    /usr/bin/python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))[-1][sys.argv[2]])' "$1/history.json" "$2"
}

# Print the 95% interval of a net's score against random moves, in percent: score FILE.
score() {
    "$linea" arena --bots "net:$1,random" --maps new-york --players 2 --blocks 150 --seed 1 --json 2>/dev/null |
        /usr/bin/python3 -c '
import json, sys
net = next(b for b in json.load(sys.stdin)["ladder"] if b["bot"] != "random")
print(*(int(100 * net["score"][key]) for key in ("low", "high")))'
}

# Refuse what does not fit, in one sentence: refused TEXT COMMAND...
refused() {
    local text=$1
    shift
    if "$@" >out 2>err; then fail "no error: $*"; fi
    if ! grep -q -- "$text" err || [ "$(wc -l <err)" -ne 1 ]; then fail "$* says: $(cat err)"; fi
}

"${toy[@]}" --out untrained --seconds 0 >/dev/null
read -r low high < <(score untrained/new-york.net)
echo "train: untrained, $low to $high% against random moves"
[ "$high" -lt 50 ] || fail "a net without training beats chance: the rest would prove nothing"

# Killed after its second measurement, which writes the first checkpoint; the curve is written last.
"${toy[@]}" --out trained >/dev/null &
training=$!
for ((i = 0; i < 600; i++)); do
    [ ! -s trained/curve.svg ] || break
    kill -0 "$training" || fail "the training ended by itself"
    sleep 0.5
done
kill -KILL "$training"
wait "$training" 2>/dev/null || true
training=
[ -s trained/checkpoint.pt ] || fail "no checkpoint"
cp trained/new-york.net before.net
seconds=$(last trained seconds) decisions=$(last trained decisions)

# Going on for no time changes nothing but what half precision rounds.
"${toy[@]}" --out trained --seconds 0 >/dev/null
differ=$(cmp -l before.net trained/new-york.net | wc -l || true)
[ "$differ" -lt $(($(stat -c %s before.net) / 50)) ] || fail "$differ bytes of the net differ after a checkpoint"
[ "$(last trained decisions)" = "$decisions" ] || fail "decisions are not counted on"

# A minute in all on a free machine; on a busy one as long as it takes, six times that at most.
for ((i = 0; i < 12; i++)); do
    "${toy[@]}" --out trained --seconds 30 >/dev/null
    read -r low high < <(score trained/new-york.net)
    echo "train: $(last trained decisions) decisions, $low to $high% against random moves"
    [ "$low" -lt 70 ] || break
done
[ "$low" -ge 70 ] || fail "no better than chance"
awk "BEGIN { exit !($(last trained seconds) > $seconds && $(last trained decisions) > $decisions) }" ||
    fail "time and decisions did not grow"
for file in log.txt history.json how.json curve.svg; do [ -s "trained/$file" ] || fail "no $file"; done
grep -q '<path' trained/curve.svg || fail "the curve has no line"

# The weights of a net file, to begin with: written again, the file is the same but for what training records of itself.
"${toy[@]}" --out second --begin-with trained/new-york.net --seconds 0 >/dev/null
cmp trained/new-york.net second/new-york.net || fail "a net that was begun with is not the same when written"
grep -q "$(sha256sum <trained/new-york.net | cut -d' ' -f1)" second/how.json || fail "how.json does not say what it began with"

refused 'no setting speed' "${toy[@]}" --set speed=1
refused 'no number' "${toy[@]}" --set bonus=large
refused 'net of other sizes' "${toy[@]}" --out trained --set first=64
refused 'nowhere.json' "${toy[@]}" --settings nowhere.json
cp -r trained other
refused 'another map' "${toy[@]}" --map london --out other
head -c 1000 trained/checkpoint.pt >other/checkpoint.pt
refused 'checkpoint' "${toy[@]}" --out other
head -c 1000 trained/new-york.net >cut.net
refused 'cut.net is no net file' "${toy[@]}" --out third --begin-with cut.net
refused 'another map' "${toy[@]}" --map london --out third --begin-with trained/new-york.net
refused 'other sizes' "${toy[@]}" --out third --begin-with trained/new-york.net --set first=64
echo "train: all is well"
