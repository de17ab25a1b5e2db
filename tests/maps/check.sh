#!/bin/bash
# Every map of the project, and the example in FORMAT.md, is right by the program and by
# the schema: tests/maps/check.sh PROGRAM
set -euo pipefail
program=$(realpath "$1")
cd "$(dirname "$0")/../.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
awk '/^```json/ {inside = 1; next} /^```/ {if (inside) exit} inside' maps/FORMAT.md \
    >"$work/example.json"
mapfile -t maps < <(sed 's|.*|maps/&.json|' maps/built-in.txt)
maps+=(maps/test/*.json "$work/example.json")
"$program" map check "${maps[@]}"

# Debian's Python, which has Debian's jsonschema.
/usr/bin/python3 - maps/schema.json "${maps[@]}" <<'PYTHON'
import json
import sys

import jsonschema

schema = json.load(open(sys.argv[1]))
validator = jsonschema.validators.validator_for(schema)
validator.check_schema(schema)
for path in sys.argv[2:]:
    board = json.load(open(path))
    validator(schema).validate(board)
    board["vehicels"] = 1
    assert not validator(schema).is_valid(board), "a misspelled key must be refused"
print(len(sys.argv) - 2, "maps are right by the schema too")
PYTHON

# … whose ranges are those that the program has.
scripts/schema "$program" --check
