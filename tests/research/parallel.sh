#!/bin/bash
# tests/research/parallel.sh - examples/machines/parallel.sh on two "hosts", which are
# folders of this machine: what it prints is what one machine prints, also after a part
# was lost and another was cut off.
#
# usage: tests/research/parallel.sh BINARY
#
# SPDX-License-Identifier: MIT
set -euo pipefail
linea=$(realpath "${1:?usage: parallel.sh BINARY}")
example=$(realpath "$(dirname "$0")/../../examples/machines/parallel.sh")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
mkdir host-ada host-bob

cat >ssh <<'END'
#!/bin/bash
# Stands in for ssh: "logs in" to the folder of a host.
while [[ $1 == -* ]]; do case $1 in -[olp]) shift 2 ;; *) shift ;; esac; done
cd "$(dirname "$0")/host-$1" || exit 255
shift
[ "$1" != -- ] || shift
exec bash -c "$*"
END
chmod +x ssh

options=(--bots "planner,random" --maps "london,germany" --players "2,3" --blocks 10 --seed 1)
"$linea" arena "${options[@]}" >one 2>err
run() {
    HOME=$work LINEA=$linea PARALLEL_SSH=$work/ssh "$example" ada,bob 5 "${options[@]}" >many 2>err ||
        { cat err; exit 1; }
    cmp one many || { echo "FAIL: $1"; exit 1; }
}
run "parts on two hosts differ from one machine"
for host in ada bob; do
    [ -n "$(ls host-$host)" ] || { echo "FAIL: $host has played nothing"; exit 1; }
done
rm part-2.jsonl
truncate --size=-20 part-3.jsonl
run "what was lost is not played again"
[ "$(grep -c ' blocks in ' err)" = 5 ] || { echo "FAIL: not five parts: $(cat err)"; exit 1; }
[ "$(grep -c '^0 blocks in ' err)" = 3 ] || { echo "FAIL: whole parts are played again: $(cat err)"; exit 1; }
echo "parallel: all is well"
