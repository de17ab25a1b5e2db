#!/bin/bash
# tests/cli/arena.sh - `linea arena` as one calls it: the same results for any number of
# threads and after an interruption, tests that stop, programs that play and that fail,
# and what is refused.
#
# usage: tests/cli/arena.sh BINARY
#
# SPDX-License-Identifier: MIT
set -u
linea=$(realpath "${1:?usage: arena.sh BINARY}")
example=$(realpath "$(dirname "$0")/../../examples/bot.py")
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

# Who is ahead in points is behind for the other side, and a bot is not ahead of itself.
arena 0 --bots planner,random,random --maps europe --seed 11 --blocks 12 --csv lead.csv
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    { lead = $at["lead"]; low = $at["lead_low"]; high = $at["lead_high"]; row++ }
    row % 2 == 1 { first = lead; if (low > lead || high < lead) exit 1 }
    row % 2 == 0 && first + lead != 0 { exit 1 }
    row == 1 && low < 50 { exit 1 }
    $3 == "random" && $4 ~ /^random/ && (low != 0 || high != 0) { exit 1 }
    END { if (row != 6) exit 1 }' lead.csv || fail "the lead in points: $(cat lead.csv)"

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

# A block may take longer than half an hour: more microseconds than an int has.
arena 0 --bots greedy,random --seed 1 --blocks 1 --timing --state long
sed -i -E '2s/"sides":\[\[(([-0-9]+,){4})[0-9]+/"sides":[[\14000000000/' long
arena 0 --bots greedy,random --seed 1 --blocks 1 --timing --state long --csv c
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    $3 == "greedy" && $at["mean_us"] > 1e6 { kept = 1 } END { exit !kept }' c ||
    fail "the time of a long block is lost: $(cat c)"

# A file that cannot be written is refused before a game is played, and one that can be is not touched then.
for form in csv svg; do
    arena 2 --bots greedy,random --seed 1 --blocks 2 --$form none/file
    says err "none/file"
    [ ! -s out ] && ! grep -q "blocks in" err || fail "games were played for a $form that cannot be written"
done
echo kept >c
arena 2 --bots greedy,random --seed 1 --blocks 2 --csv c --svg none/file
[ "$(cat c)" = kept ] || fail "a refused run has changed a file"

# What does not belong together is refused.
arena 2 "${league[@]}" --seed 12 --state state
says err 'state was begun with other settings: {"arena":2,'
says err '"seed":"11"'
same state whole "a refused state was changed"
echo hello >other
arena 2 "${league[@]}" --state other
says err "other is not the state of an arena"
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

# Many machines: every part plays its blocks, and all of them are what one machine prints.
for part in 0 1 2 3 4 5 6; do
    arena 0 "${league[@]}" --part $part/7 --state part-$part
    [ ! -s out ] || fail "a part prints results of its own"
done
says err "25 blocks in"
arena 0 --merge part-3 part-1 part-6 part-0 part-2 part-5 part-4 --json
same out 1.json "the parts differ from one machine"
arena 0 --merge part-* --csv merged.csv --svg merged.svg
same out 1.txt "the text of the parts differs from one machine"
same merged.csv 1.csv "the CSV of the parts differs"
same merged.svg 1.svg "the picture of the parts differs"
arena 0 --merge whole --json
same out 1.json "a state that is no part cannot be merged alone"
arena 0 --merge part-* --blocks 5 --json
same out 5.json "fewer deals of the parts differ"
for part in 0 1; do
    arena 0 --bots planner,random --seed 1 --blocks 60 --part $part/2 --state duel-$part
done
arena 0 --merge --sprt --json duel-0 duel-1
same out sprt.1 "the sequential test of two parts differs from one machine's"
head -20 duel-1 >duel-cut
arena 0 --merge duel-0 duel-cut
says err "duel-cut ends before block 39; 10 blocks of other parts are left out"
arena 2 --merge part-0 part-1
says err "part 2 of 7 is not among the files"
arena 2 --merge duel-0 duel-0
says err "duel-0 and duel-0 are both part 0 of 2"
arena 0 --bots planner,random --seed 1 --blocks 3 --part 1/3 --state third
arena 2 --merge duel-0 third
says err "third is one of 3 parts, duel-0 one of 2"
arena 0 --bots planner,random --seed 2 --blocks 1 --part 1/2 --state foreign
arena 2 --merge duel-0 foreign
says err 'foreign was begun with other settings'
sed -i 3d duel-cut
arena 2 --merge duel-0 duel-cut
says err "duel-cut:3: not block 3 of this arena"
arena 2 --merge other
says err "other is not the state of an arena: its first line is no header"
arena 2 --merge
says err "needs the states of all parts"
arena 2 --merge part-* --seed 1
arena 2 --merge nothing
arena 2 "${league[@]}" --part 1/7
says err "--part needs --state"
arena 2 "${league[@]}" --part 1/7 --state part-1 --json
says err "go with --merge"
for wrong in 7/7 -1/7 1 1/ /7 1/7x 0/0 0/5000; do
    arena 2 "${league[@]}" --part=$wrong --state fresh
    says err "--part needs I/N"
done
arena 2 "${league[@]}" leftover
says err '"leftover" is not expected'

# Time is measured on request only, and kept apart.
arena 0 --bots planner,random --blocks 2 --seed 1 --json
cp out plain
grep -q timing plain && fail "timing was not asked for"
arena 0 --bots planner,random --blocks 2 --seed 1 --json --timing
says err "us a decision"
sed 's/,"timing":.*/}/' out >stripped
same stripped plain "timing changes the results"
arena 0 --bots planner,random --blocks 2 --seed 1 --ms 50 --check --json --csv timing.csv
says out '"longest_us"'
says out '"own_over_us":0}'
head -1 timing.csv | grep -q ',mean_us,longest_us,over_us,own_over_us$' ||
    fail "the CSV has no times"
grep -q "us a decision *longest ms *ms over *own" err || fail "the times have no table"
# … and can be that of the processor.
arena 0 --bots planner,random --blocks 2 --seed 1 --ms 50 --cpu --json
says out '"ms":50,"cpu":true'
arena 2 --bots planner,random --blocks 2 --seed 1 --cpu
says err "--cpu says how --ms counts"
arena 0 --bots planner,random --blocks 2 --seed 1 --ms 50 --check --json
# Every move is somebody's decision.
python3 -c '
import json, sys
a = json.load(open(sys.argv[1]))
decisions = sum(bot["decisions"] for bot in a["ladder"])
sys.exit(a["decisions"] != decisions or a["decisions"] != a["tables"][0]["moves"] or
         decisions != sum(bot["decisions"] for bot in a["timing"]))' out ||
    fail "decisions do not add up"

# Programs compete, wherever they run and after an interruption; those that fail are
# counted, replaced and do not outlive the arena.
cp "$example" bot.py
echo 'read -r _; exit 3' >dying.sh
echo 'sleep 300' >hanging.sh
echo 'while read -r _; do echo "{\"move\":\"pass\"}"; done' >cheating.sh
programs=("--bots=cmd:python3 bot.py,greedy,cmd:bash $work/dying.sh,cmd:bash cheating.sh"
    --maps london --players "2,3" --seed 3 --limit 20000)
for jobs in 1 3; do
    arena 0 "${programs[@]}" --blocks 2 --jobs $jobs --json --csv programs.csv$jobs
    cp out programs.$jobs
done
same programs.1 programs.3 "programs play differently with other threads"
same programs.csv1 programs.csv3 "the CSV of programs depends on the threads"
says programs.1 '"command":"python3 bot.py"'
for count in '"died":0,"slow":0,"garbage":0,"illegal":0' \
    '"died":48,"slow":0,"garbage":0,"illegal":0' '"died":0,"slow":0,"garbage":0,"illegal":48'
do
    says programs.1 "\"faults\":{$count}"
done
says err "dying.sh has died"
says err "(exit code 3); greedy plays on"
[ "$(grep -c 'played an illegal move' err)" = 1 ] || fail "a fault is not reported once"
# Two players: 4 games against the example; greedy plays for either of the others.
says programs.csv1 ",decisions,died,slow,garbage,illegal"
grep -qE '^london,2,dying.sh,bot.py,2,4,.*,4,0,0,0$' programs.csv1 ||
    fail "the CSV does not count faults"
grep -qE '^london,3,dying.sh,greedy,2,12,0.500000,.*,12,0,0,0$' programs.csv1 ||
    fail "greedy does not play on for a program that has died"
arena 0 "${programs[@]}" --blocks 1 --state programs.state
says out "cheating.sh is cmd:bash cheating.sh; failed in 24 games, where greedy played on: illegal 24"
says out "bot.py is cmd:python3 bot.py; failed in 0 games"
arena 0 "${programs[@]}" --blocks 2 --state programs.state --json
says err "programs.state has 12 blocks of 24"
same out programs.1 "a continued run with programs differs"
arena 2 "${programs[@]}" --blocks 2 --state programs.state --limit 30000
says err "programs.state was begun with other settings"
arena 0 --bots "cmd:bash $work/hanging.sh,random" --maps new-york --blocks 1 --seed 1 \
    --limit 20 --ms 5 --json --csv slow.csv
says out '"died":0,"slow":2,"garbage":0,"illegal":0'
says err "hanging.sh has not answered in time"
# The arena has killed its group and waited for the shell; what that shell had just forked is nobody's child, and dies
# when a processor is free for it.
for _ in $(seq 100); do
    pgrep -f "$work/hanging.sh" >/dev/null || break
    sleep 0.1
done
pgrep -f "$work/hanging.sh" >/dev/null && fail "a program outlives the arena"

# Names are short and stay apart.
arena 0 --bots "cmd:exit 1,greedy,cmd:./greedy,cmd:exit 2,cmd:./<&é>.c --o=p.q" \
    --maps new-york --blocks 1 --seed 1 --json --svg names.svg
names=$(grep -o '"tables":.*"bots":\[.*' out | grep -oE '\{"bot":"[^"]*","elo"' | cut -d'"' -f4)
[ "$(echo $names)" = "exit greedy greedy#2 exit#2 ____.c" ] || fail "names: $names"
python3 -c 'import sys, xml.dom.minidom as x; x.parse(sys.argv[1])' names.svg ||
    fail "the picture is not XML"

# Playouts of one's own are those that --simulations gives to all.
arena 0 --bots search,planner --maps new-york --blocks 2 --seed 1 --simulations 30 --csv all.csv
arena 0 --bots search@30,planner --maps new-york --blocks 2 --seed 1 --simulations 7 --csv own.csv
sed 's/search@30/search/g' own.csv >own-renamed.csv
same all.csv own-renamed.csv "search@30 does not play as search does with 30 playouts"
arena 0 --bots search@30,search@2 --maps new-york --blocks 2 --seed 1 --json
says out '"bot":"search@2"'

# Wrong calls.
for wrong in search@ search@0 search@-1 search@1x search@1000000001 search@99999999999999999999; do
    arena 2 --bots "planner,$wrong"
    says err "\"$wrong\": after @ stand playouts, a number from 1 to 1000000000"
done
arena 2 --bots "planner,cmd:"
arena 2 --bots "planner,cmd:$(printf 'x%.0s' $(seq 1100))"
says err "at most 1023 bytes"
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
