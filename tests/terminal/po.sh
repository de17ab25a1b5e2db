#!/usr/bin/env bash
# tests/terminal/po.sh - every text of the terminal is translated into every language.
#
# usage: tests/terminal/po.sh (from anywhere; needs gettext)
#
# SPDX-License-Identifier: MIT
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

fail() {
    echo "FAIL: $*"
    failures=$((failures + 1))
}

# The texts of a catalog, in an order that does not depend on the files.
texts() {
    msgcat --no-location --no-wrap --sort-output "$1" | grep '^msgid\|^"' |
        grep -v '^"[A-Za-z-]*: .*\\n"$' || true
}

xgettext --keyword=tr --keyword=N_ --from-code=UTF-8 -o "$work/now.pot" terminal/*.c
[ "$(texts "$work/now.pot")" = "$(texts po/linea.pot)" ] ||
    fail "po/linea.pot does not have the texts of the sources; po/README.md says how"

languages=0
for catalog in po/*.po; do
    languages=$((languages + 1))
    msgfmt --check-format --check-domain -o /dev/null "$catalog" ||
        fail "$catalog: its formats do not agree"
    # Complains about what is missing, untranslated or fuzzy.
    msgcmp "$catalog" "$work/now.pot" || fail "$catalog is not complete"
    [ -z "$(msgattrib --only-fuzzy "$catalog")" ] || fail "$catalog has fuzzy texts"
    [ -z "$(msgattrib --only-obsolete "$catalog")" ] || fail "$catalog has obsolete texts"
    # The old letters with a cedilla look like the Romanian ones and are not.
    if grep -n '[şţŞŢ]' "$catalog"; then
        fail "$catalog has letters with a cedilla in place of a comma"
    fi
done
[ "$languages" -ge 2 ] || fail "only $languages languages"

[ "$failures" -eq 0 ] && echo "po: $languages languages complete"
exit $((failures > 0))
