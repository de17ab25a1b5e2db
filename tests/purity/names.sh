#!/bin/bash
# No name stands for two things in one program: of two libraries that both have it the linker takes the first and says
# nothing, so one part would call what belongs to another. names.sh LIBRARY|OBJECT…
set -euo pipefail
names=$(nm --quiet --defined-only --extern-only "$@" | awk '$2 ~ /^[A-Z]$/ {print $3}')
[ "$(wc -l <<<"$names")" -gt 500 ] || {
    echo "hardly any name: is the program there?" >&2
    exit 1
}
twice=$(sort <<<"$names" | uniq -d)
[ -z "$twice" ] || {
    echo "names that stand for two things:" $twice >&2
    exit 1
}
