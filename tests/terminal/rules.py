#!/usr/bin/env python3
"""tests/terminal/rules.py PROGRAM SOURCE - `rules` in the terminal says every rule of every map, in every language."""
# SPDX-License-Identifier: MIT
import glob
import json
import os
import subprocess
import sys

PROGRAM, SOURCE = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
sys.path.insert(0, SOURCE + "/tests")
import rule_topics  # noqa: E402

failures = []
for path in sorted(glob.glob(SOURCE + "/maps/*.json") + glob.glob(SOURCE + "/maps/test/*.json")):
    board = json.load(open(path))
    if "linea-map" not in board:
        continue
    for language, command in {"en": "rules", "it": "regole", "ro": "reguli"}.items():
        run = subprocess.run([PROGRAM, "play", "--plain", "--map", path, "--seed", "1", "--lang", language],
                             input=command + "\n", text=True, capture_output=True, timeout=60)
        failures += [f"{board['id']}, {language}: {what}" for what in rule_topics.wrong(board, language, run.stdout)]
print("\n".join(failures) or "every rule is there")
sys.exit(bool(failures))
