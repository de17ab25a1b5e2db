#!/bin/bash
# The engine, the bots, the table, the cup and the ratings are pure, as their object code shows: all names begin with
# linea_, nothing is asked of the C library but copying and comparing memory, and there
# is no variable that could change. symbols.sh [COMPILER]
set -euo pipefail
cd "$(dirname "$0")/../.."
compiler=${1:-cc}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Not position independent: tables of pointers are then as constant as they are written.
for source in engine/*.c engine/rules/*.c bots/*.c table/*.c ratings/*.c cup/*.c batch/*.c; do
    "$compiler" -std=c11 -ffp-contract=off -O1 -fno-pie -fno-pic -I engine/include -I engine -I bots -I table/include -I table -I ratings/include -I cup/include -I batch/include -I batch \
        -c "$source" -o "$work/$(echo "$source" | tr / -).o"
done
ld -r -o "$work/all" "$work"/*.o

failed=0
complain() {
    echo "$1" >&2
    sed 's/^/    /' >&2
    failed=1
}
foreign=$(nm --defined-only --extern-only "$work/all" | awk '$3 !~ /^linea_/ {print $3}')
[ -z "$foreign" ] || complain "exported without linea_:" <<<"$foreign"
needed=$(nm --undefined-only "$work/all" | awk '{print $2}' |
    grep -vxE 'mem(cpy|set|cmp|move)|bcmp|strlen|strcmp|__assert_fail|__stack_chk_fail|__popcountdi2' || true)
[ -z "$needed" ] || complain "needed from outside:" <<<"$needed"
variables=$(nm --defined-only "$work/all" | awk '$2 ~ /^[dDbBcC]$/ {print $3}')
[ -z "$variables" ] || complain "can change:" <<<"$variables"
[ "$(nm --defined-only --extern-only "$work/all" | wc -l)" -gt 50 ] ||
    complain "hardly any symbol: is the engine there?" </dev/null
exit $failed
