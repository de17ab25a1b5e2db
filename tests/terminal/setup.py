#!/usr/bin/env python3
"""tests/terminal/setup.py PROGRAM SOURCES - what `linea play` asks before a game, and what it says of an answer that is none."""
# SPDX-License-Identifier: MIT
import os
import sys

from screen import printed

program, sources = sys.argv[1:]
europe = os.path.join(sources, "maps", "europe.json")
refusal = "Please type a number from 2 to 5, bots included."
for typed, refused in ((("3",), 0), (("",), 1), (("1", "6", "three", "5"), 3)):
    lines = printed(program, 40, 80, europe, *typed, options=())
    assert lines.count(refusal) == refused, (typed, lines)
print("linea play: bad numbers of players are refused with what may be typed")
