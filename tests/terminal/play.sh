#!/usr/bin/env bash
# tests/terminal/play.sh - plays whole games with `linea play`, typing into it.
#
# usage: tests/terminal/play.sh BINARY
#
# SPDX-License-Identifier: MIT
set -u
export LC_ALL=C.UTF-8
linea=$(realpath "${1:?usage: play.sh BINARY}")
cd "$(dirname "$0")/../.." || exit
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
out=$work/out
checks=0
failures=0

fail() {
    echo "FAIL: $*"
    failures=$((failures + 1))
}

# check NAME COMMAND…: the command must succeed.
check() {
    checks=$((checks + 1))
    local name=$1
    shift
    "$@" >/dev/null 2>&1 || fail "$name"
}

# play CODE ARGUMENTS…: what is typed comes from standard input; all that is printed is
# in $out, and the exit code must be CODE.
play() {
    local expected=$1 code
    shift
    timeout 30 "$linea" play --plain "$@" >"$out" 2>&1
    code=$?
    checks=$((checks + 1))
    [ "$code" -eq "$expected" ] || fail "exit $code, not $expected: play $*"
}

has() { check "no \"$1\": $name" grep -qF -- "$1" "$out"; }
lacks() { check "\"$1\": $name" [ "$(grep -cF -- "$1" "$out")" -eq 0 ]; }

declare -A over=([en]="The game is over." [it]="La partita è finita."
    [ro]="Jocul s-a încheiat.")

# The seats a map is for, "2 5".
seats() { sed -n 's/^ *"players": *\[\([0-9]\), *\([0-9]\)\].*/\1 \2/p' "$1" | head -1; }

# Always the first choice brings every map to its end, in every language.
for map in maps/*.json maps/test/*.json; do
    [ "$map" != maps/schema.json ] || continue
    read -r fewest most <<<"$(seats "$map")"
    for players in $(seq "${fewest:-2}" "${most:-2}"); do
        for lang in en it ro; do
            name="$map, players $players, $lang"
            play 0 --map "$map" --players "$players" --seed 1 --lang $lang < <(yes 1)
            has "${over[$lang]}"
            # Every mechanic at once is more than a line can hold.
            [ "$map" != maps/test/everything.json ] || continue
            width=$(wc -L <"$out")
            check "a line of $width columns: $name" [ "$width" -le 80 ]
        done
    done
done

# Random choices too, and several humans at one screen.
for map in europe germany london new-york; do
    for seed in 1 2 3; do
        name="$map, varied choices, seed $seed"
        awk -v seed=$seed 'BEGIN { srand(seed)
            for (i = 0; i < 40000; i++) print int(rand() * 5) + 1 }' >"$work/typed"
        play 0 --map $map --players 3 --seed $seed --record "$work/game" <"$work/typed"
        has "${over[en]}"
        check "a line of $(wc -L <"$out") columns: $name" [ "$(wc -L <"$out")" -le 80 ]
        check "the record is not good: $name" "$linea" replay "$work/game"
        play 0 --map $map --players 4 --humans 4 --seed $seed <"$work/typed"
        has "${over[en]}"
        has "Player 4: press Enter when nobody else is looking"
    done
done

# The input may end anywhere.
for lines in 0 1 2 3 5 8 13 30; do
    name="input of $lines lines"
    play 0 --map europe --seed 1 < <(yes 1 | head -n $lines)
    has "You left the game. Goodbye."
done

# A game that is interrupted has a record of all that was played.
name="interrupted"
mkfifo "$work/keys"
exec 3<>"$work/keys"
timeout 30 "$linea" play --plain --map europe --seed 1 --first 1 --record "$work/game" \
    <"$work/keys" >"$out" 2>&1 3>&- &
printf '%s\n' all 'draw pile' 'draw pile' >&3
for _ in $(seq 100); do
    [ "$(grep -c '^Your turn' "$out")" -lt 2 ] || break
    sleep 0.1
done
kill $!
wait $!
exec 3>&-
check "the record has not the moves: $name" [ "$(grep -c '"seat":0' "$work/game")" -eq 3 ]
check "the record is not good: $name" "$linea" replay "$work/game"

# Who wins with as many points as another reads what decided, and nobody else does.
name="equal points"
yes 1 | play 0 --map maps/test/mix.json --players 2 --humans 2 --seed 2 --first 1
has "Player 2 wins. Points: 4."
has "With equal points these decide, in this order: who completed more tickets."
name="other points"
yes 1 | play 0 --map maps/test/mix.json --players 2 --humans 2 --seed 1 --first 1
has "wins. Points:"
lacks "With equal points"

# Words may be typed in large letters, as telephones begin them.
name="large letters"
printf '%s\n' Tutti TAVOLO Q 1 | play 0 --map europe --seed 1 --first 1 --lang it
has "Tocca a te. Che cosa fai?"
lacks "Scrivi i numeri dei Biglietti"
printf '%s\n' Help Quit 1 | play 0 --map europe --seed 1 --first 1
has "leave the game"
has "You left the game. Goodbye."
lacks "Please type"

# Garbage is answered, not obeyed, and nothing of it is printed.
name="garbage"
play 0 --map europe --seed 1 <"$linea"
has "Goodbye."
printf '%s\n' 99999999999999999999 -1 '%s%n' 'claim' 'claim x/y red:1' 'keep ,' 1e9 \
    "$(head -c 100000 /dev/zero | tr '\0' x)" $'\e[2J' >"$work/typed"
play 0 --map europe --seed 1 --first 1 <"$work/typed"
has "That move is not possible"
lacks $'\e'

# Moves in the spelling of the formats, at any prompt; commands in two languages.
name="typed moves"
printf '%s\n' '1 2' 'draw pile' 'draw pile' quit 0 quit 1 |
    play 0 --map europe --seed 1 --first 1
has "You draw a card from the pile: "
check "quit did not ask twice" [ "$(grep -c 'Leave this game?' "$out")" -eq 2 ]
name="commands"
printf '%s\n' '1 2' '?' routes 'routes paris' ways rules table |
    play 0 --map europe --seed 1 --first 1
has "the shortest way still open for each of your tickets"
has "Points of a route by its length:"
has "Brest – Paris"
has "black −3"
name="commands in Italian"
printf '%s\n' 'tutti' aiuto 'linee parigi' percorsi regole tavolo esci 1 |
    play 0 --map europe --seed 1 --first 1 --lang it
has "lascia la partita"
has "Hai lasciato la partita."
for lang in en it ro; do
    for map in europe germany london new-york; do
        name="width of lists, $map, $lang"
        printf '%s\n' 1 1 all routes ways rules help |
            play 0 --map $map --seed 1 --first 1 --lang $lang
        check "a line of $(wc -L <"$out") columns: $name" [ "$(wc -L <"$out")" -le 80 ]
    done
done

# A ticket that another's route completes, by way of one's own station, is reported as well; to its holder alone.
name="station"
printf '%s\n' '' all '' '' all '' '' 'station a red:1' '' '' 'claim a/d red:1,wild:1' '' '' |
    play 0 --map maps/test/station.json --humans 2 --first 1 --seed 1
check "not reported once: $name" [ "$(grep -c 'Ticket completed: A – D (2)' "$out")" -eq 1 ]
check "not reported with the claim: $name" \
    [ "$(grep -A1 '^· Player 2 claims A – D' "$out" | grep -c 'Ticket completed')" -eq 1 ]

# The environment chooses the language; the option is stronger.
name="language of the environment"
play_in() { env LC_ALL="$1" timeout 30 "$linea" play --plain "${@:2}" >"$out" 2>&1 </dev/null; }
play_in ro_RO.UTF-8 --map europe --seed 1
has "Ai părăsit jocul."
play_in ro_RO.UTF-8 --map europe --seed 1 --lang en
has "You left the game."

# Wrong calls.
name="help"
play 0 --help </dev/null
has "--record"
lines=$(grep -c '^  --' "$out")
play 0 --help --lang it </dev/null
cp "$out" "$work/italian"
play 0 --help --lang ro </dev/null
check "every option is explained in each language" [ "$(sort "$work/italian" "$out" | uniq -d | wc -l)" -eq 1 ]
check "as many in each" [ "$(grep -c '^  --' "$out")" -eq "$lines" ]
play 2 --map nowhere </dev/null
play 2 --bot nobody --lang en </dev/null
has 'there is no bot "nobody": easy, normal, hard and expert are there'
play 2 --map new-york --players 5 </dev/null
play 2 --map europe --players 2 --humans 3 </dev/null
play 2 --map europe --players 2 --first 3 </dev/null
play 2 --lang xx </dev/null
play 2 --nonsense </dev/null
play 2 --map europe --record /nonexistent/directory/file </dev/null
play 2 --map europe --record /dev/full </dev/null

# In a terminal it asks for what is left open, until that is possible: the number typed is the number of players.
printf '9\n3\nquit\n1\n' |
    timeout 30 script -qec "$linea play --plain --map london --lang en" /dev/null >"$out"
check "three players" grep -qE "London · You, Bot 2, Bot 3\s*$" "$out"

# Before there is a game, ? explains nothing, and no line says that it does.
printf '7\n2\n1\n2\nquit\n1\n' | timeout 30 script -qec "$linea play --plain --lang en" /dev/null >"$out"
name="the map is asked for"
has "Please type a number from 1 to 4."
lacks "? explains more"
has "London · You, Bot 2"

# Several people at one screen: the greeting can be read, then the screen is wiped before and after another sits down.
printf '%s\n' '' all '' '' quit 1 | timeout 30 script -qec \
    "$linea play --plain --map london --humans 2 --first 1 --seed 1 --lang en" /dev/null >"$out"
wiped=$'\e[H\e[2J\e[3J'
text=$(<"$out")
first=${text%%"$wiped"*}
check "the greeting is wiped off" grep -qF "Player 1: press Enter" <<<"${first##*First to move}"
has "Enter ends your turn > ${wiped}Player 2: press Enter when nobody else is looking > $wiped"

# What is hidden stays hidden until the end. Of others, only sentences of these forms are
# printed, one for each move; and no ticket is named that was not offered to the human.
swept='( Three wild cards .*)?$' # and the rest in the next line
printed='^· Bot [0-9] (draws a card from the pile\.'$swept'|takes a face-up card: |claims '
printed+='|tries the tunnel |pays |gives up the tunnel |builds a station in '
printed+='|draws tickets: [0-9a-z ×, ]*\.'$swept'|keeps tickets: [0-9]\.'$swept
printed+='|has chosen the opening tickets\.'$swept'|takes passengers: |passes\.$)'
for map in europe germany london new-york; do
    name="secrets, $map"
    play 0 --map $map --players 4 --seed 7 --record "$work/game" < <(yes 1)
    sed "/^${over[en]}/,\$d" "$out" | sed 's/\xc2\xa0/ /g' >"$work/before"
    check "something else is printed of bots: $name" \
        [ "$(grep "^· Bot" "$work/before" | grep -Evc "$printed")" -eq 0 ]
    check "not every move of bots is printed, or another as theirs: $name" \
        [ "$(grep -c '^· Bot' "$work/before")" -eq "$(grep -c '"seat":[1-9]' "$work/game")" ]
    check "not every own move is printed, or another as own: $name" \
        [ "$(grep -c '^· You' "$work/before")" -eq "$(grep -c '"seat":0' "$work/game")" ]
    grep -oE "[[:alpha:]][^0-9:,;(]* – [^(,]*\([0-9]+\)" "$work/before" |
        sort -u >"$work/named"
    offered=$(case $map in new-york | london) echo 2 ;; *) echo 4 ;; esac)
    check "tickets named are not the $offered offered: $name" \
        [ "$(wc -l <"$work/named")" -eq "$offered" ]
    check "tickets of bots are not shown at the end: $name" \
        grep -q "^Tickets of Bot 4:" "$out"
done

echo "play: $((checks - failures)) of $checks checks passed"
exit $((failures > 0))
