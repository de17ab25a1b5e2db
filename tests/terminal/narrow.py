#!/usr/bin/env python3
"""tests/terminal/narrow.py PROGRAM SOURCE - the game on a terminal of 60 columns and 20 rows, in every language."""
# SPDX-License-Identifier: MIT
import json
import os
import re
import sys
import tempfile

import screen

PROGRAM, SOURCE = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
ROWS, COLUMNS = 20, 60
MAPS = [SOURCE + f"/maps/{name}.json" for name in ("europe", "germany", "london", "new-york")]
LANGUAGES = ("en", "it", "ro")
# To the first turn: Germany asks first which tickets are drawn.
OPENING = {path: ["1", "all"] if "germany" in path else ["all"] for path in MAPS}


def no_word_is_broken():
    """Only lists in columns may be wider: routes, and one's own tickets and those on offer."""
    for path in MAPS:
        for lang in LANGUAGES:
            lines = screen.printed(PROGRAM, ROWS, COLUMNS, path, *OPENING[path], "help", "rules", "map", "claim", "99", "1", "0",
                                   "2", "atlantis", "", "3", "?", lang=lang)
            wide = [line for line in lines if len(line) > COLUMNS and "■" not in line and not re.match(r"[^·].* – .*\(\d+\)", line)]
            assert not wide, (path, lang, wide)


def the_question_stays_above_its_choices():
    for path in MAPS:
        text = screen.shown(ROWS, COLUMNS, screen.printed(PROGRAM, ROWS, COLUMNS, path, *OPENING[path], *["draw pile"] * 6, "2"))
        assert "Which route?" in text, (path, text)
        assert "more: + shows the rest" in text, (path, text)


def a_long_name_of_a_map_keeps_apart_from_what_is_left():
    board = json.load(open(MAPS[0]))
    board["name"]["en"] = "The Grand Tour of Europe by Rail, Ferry and Foot in Winter"
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(board, file)
        file.flush()
        lines = screen.printed(PROGRAM, 24, 80, file.name)
    assert board["name"]["en"] in lines and any(re.match(r" +Pile: \d+ · Tickets left: \d+$", line) for line in lines), lines


def every_mix_of_tickets_can_be_chosen_also_where_there_are_most():
    """Eight tickets of four decks are drawn in 165 ways."""
    board = json.load(open(MAPS[0]))
    decks = ["north", "east", "south", "west"]
    board["decks"] = [{"id": deck} for deck in decks]
    board["opening"] = {"mix": {"tickets": 8, "from": decks}, "keep": 2, "returned": "bottom"}
    board["draw"]["from"] = decks
    for i, ticket in enumerate(board["tickets"]):
        ticket["deck"] = decks[i % 4]
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(board, file)
        file.flush()
        lines = screen.printed(PROGRAM, 24, 80, file.name, "165")
    assert any("165 north" in line for line in lines), lines
    assert any("Which tickets do you keep?" in line for line in lines), lines


TESTS = [no_word_is_broken, the_question_stays_above_its_choices, a_long_name_of_a_map_keeps_apart_from_what_is_left,
         every_mix_of_tickets_can_be_chosen_also_where_there_are_most]
for test in TESTS:
    test()
print(f"{len(TESTS)} tests pass")
