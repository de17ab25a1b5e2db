#!/bin/bash
# docs/rules.md and the tests fit together: every rule in it has a test named after it, and
# every test that it names exists: tests/docs/rules_covered.sh SOURCE_DIR
set -euo pipefail
cd "$1"

tests=$(grep -rhoE '^TEST\([A-Za-z0-9_]+' tests --include='*_test.c' | cut -d'(' -f2)
rules=$(grep -oE '^\| [A-Z]+(-[A-Z0-9]+)+ \|' docs/rules.md | tr -d '| ')
named=$(grep -oE '`[A-Z]+_[A-Za-z0-9_]*[a-z][A-Za-z0-9_]*`' docs/rules.md | tr -d '`' | sort -u)
wrong=0

for rule in $rules; do
    if ! grep -qE "^${rule//-/_}_[a-z]" <<<"$tests"; then
        echo "docs/rules.md: $rule has no test named ${rule//-/_}_…"
        wrong=1
    fi
done
for name in $named; do
    if ! grep -qxF "$name" <<<"$tests"; then
        echo "docs/rules.md names a test that does not exist: $name"
        wrong=1
    fi
done
[ -n "$rules" ] && [ -n "$named" ] || { echo "docs/rules.md lists nothing"; wrong=1; }
[ $wrong = 0 ] && echo "$(wc -w <<<"$rules") rules, $(wc -w <<<"$named") tests named"
exit $wrong
