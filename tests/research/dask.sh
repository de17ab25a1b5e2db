#!/bin/bash
# tests/research/dask.sh - examples/machines/data_set.py on two processes: its records are
# those of one machine, and a program that is missing is said.
#
# usage: tests/research/dask.sh BINARY
#
# SPDX-License-Identifier: MIT
set -euo pipefail
linea=$(realpath "${1:?usage: dask.sh BINARY}")
example=$(realpath "$(dirname "$0")/../../examples/machines/data_set.py")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

options=(--map germany --seats "planner,random,planner" --games 300 --seed 7)
"$linea" sim "${options[@]}" --record one >/dev/null 2>&1
/usr/bin/python3 "$example" --linea "$linea" "${options[@]}" --parts 7 --workers 2 --out many >/dev/null
cmp one many || { echo "FAIL: the data set differs from one machine's"; exit 1; }
if /usr/bin/python3 "$example" --linea ./missing --games 1 --parts 1 --workers 1 --out none >/dev/null 2>err; then
    echo "FAIL: a missing program is no error"
    exit 1
fi
grep -q missing err || { echo "FAIL: a missing program is not named"; exit 1; }
echo "dask: all is well"
