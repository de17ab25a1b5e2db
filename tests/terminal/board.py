#!/usr/bin/env python3
"""tests/terminal/board.py PROGRAM SOURCE - the board that `map` draws in the terminal, on every map, in every language."""
# SPDX-License-Identifier: MIT
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

import screen

PROGRAM, SOURCE = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
LANGUAGES = {"en": "map", "it": "mappa", "ro": "harta"}
WIDTH = 78  # where there is no screen


def printed(path, *typed, lang="en"):
    run = subprocess.run([PROGRAM, "play", "--plain", "--map", path, "--seed", "1", "--first", "1", "--lang", lang],
                         input="\n".join(typed), text=True, capture_output=True, timeout=60)
    assert run.returncode == 0, (path, run.stderr)
    return run.stdout


def on_screen(rows, columns, *arguments, **options):
    return screen.shown(rows, columns, screen.printed(PROGRAM, rows, columns, *arguments, **options))


def drawn(*arguments, **options):
    """The lines of the last board that is printed: between a rule and the letters of the players."""
    text = printed(*arguments, **options)
    boards = re.findall(r"^─+\n((?:[^─\n]*\n)+?) *A\xa0.*\n", text, re.M)
    assert boards, text
    return boards[-1].splitlines()


def opening(board):
    """Answers until the first turn: tickets are announced where decks are several, and all are kept."""
    return ["1"] if "mix" in board["opening"] else []


def four_boards():
    for path in sorted(glob.glob(SOURCE + "/maps/*.json")):
        board = json.load(open(path))
        if "linea-map" in board:
            yield path, board


def every_name_is_there():
    for path, board in four_boards():
        for lang, command in LANGUAGES.items():
            everything = {"en": "all", "it": "tutti", "ro": "toate"}[lang]
            lines = drawn(path, *opening(board), everything, command, lang=lang)
            text = "\n".join(lines)
            assert len(re.findall("[●◆]", text)) == len(board["locations"]), (path, lang, text)
            assert max(map(len, lines)) <= WIDTH, (path, lang, text)
            for location in board["locations"]:
                name = location["name"][lang]
                assert name[:3] in text, (path, lang, name, text)
            whole = sum(location["name"][lang] in text for location in board["locations"])
            assert whole >= len(board["locations"]) - 1, (path, lang, whole, text)
            ends = text.count("◆")
            assert 2 <= ends <= 8, (path, lang, ends, text)


def places_keep_apart():
    """Eight columns or two rows are one, as near as it comes; where they lie on the earth they would be nearer."""
    for path, board in four_boards():
        lines = drawn(path, *opening(board), "all", "map")
        at = [(column / 8, row / 2) for row, line in enumerate(lines) for column, sign in enumerate(line) if sign in "●◆"]
        nearest = min(((a - c) ** 2 + (b - d) ** 2) ** 0.5 for i, (a, b) in enumerate(at) for c, d in at[:i])
        assert nearest > 0.6, (path, nearest, "\n".join(lines))


def most_routes_have_their_number():
    for path, board in four_boards():
        lines = drawn(path, *opening(board), "all", "map")
        names = [location["name"]["en"] for location in board["locations"]]
        text = "\n".join(lines)
        for name in names:
            text = text.replace(name, "")
        digits = re.findall(r"[1-8]", text)
        assert len(digits) >= 0.75 * len(board["routes"]), (path, len(digits), text)
        assert re.search("[⠁-⣿]", text), (path, text)


def a_part_is_drawn_larger():
    lines = drawn(SOURCE + "/maps/europe.json", "all", "map PARI")
    text = "\n".join(lines)
    assert "Paris" in text and "London" in text and "Moscow" not in text, text
    assert max(map(len, lines)) <= WIDTH, text
    assert "No place has that name." in printed(SOURCE + "/maps/europe.json", "all", "map atlantis")


def a_large_screen_has_the_whole_board_above_the_question():
    for path, board in four_boards():
        for lang, command in LANGUAGES.items():
            text = on_screen(60, 200, path, *opening(board), command, lang=lang)
            assert len(re.findall("[●◆]", text.split("A\xa0")[0])) == len(board["locations"]), (path, lang, text)
            missing = [one["name"][lang] for one in board["locations"] if one["name"][lang] not in text]
            assert not missing, (path, lang, missing, text)


def a_small_screen_has_the_place_that_is_drawn_larger():
    for path, board in four_boards():
        for location in board["locations"][::9]:
            name = location["name"]["en"]
            text = on_screen(24, 80, path, *opening(board), "map " + name).split("A\xa0")[0]
            assert name in text, (path, name, text)


def a_claimed_route_has_the_letter_of_its_owner():
    typed = ["all", *["1"] * 24, "map"]
    text = "\n".join(drawn(SOURCE + "/maps/new-york.json", *typed))
    assert re.search(r"[⠀-⣿]B|B[⠀-⣿]", text), text


def any_map_is_drawn():
    for path in sorted(glob.glob(SOURCE + "/maps/test/*.json")):
        board = json.load(open(path))
        lines = drawn(path, *opening(board), "all", "map")
        assert len(re.findall("[●◆]", "\n".join(lines))) == len(board["locations"]), (path, lines)


def a_board_without_coordinates_can_be_read():
    """Neighbours lie close together: on a ring a route crosses the whole board."""
    path = SOURCE + "/maps/test/continent-36.json"
    board = json.load(open(path))
    lines = drawn(path, "all", "map")
    names = {one["id"]: one["name"]["en"] for one in board["locations"]}
    at = {}
    for row, line in enumerate(lines):
        for id, name in names.items():
            found = re.search("[●◆]" + name + "|" + name + "[●◆]", line)
            if found:
                at[id] = (found.start() if line[found.start()] in "●◆" else found.end() - 1, row * 2)
    assert len(at) > 12, lines
    def far(a, b):
        return ((at[a][0] - at[b][0]) ** 2 + (at[a][1] - at[b][1]) ** 2) ** 0.5
    joined = [far(*route["between"]) / (route["length"] + 1) for route in board["routes"] if set(route["between"]) <= set(at)]
    assert sorted(joined)[len(joined) // 2] < 8, (sorted(joined), lines)
    assert max(joined) < 16, (sorted(joined), lines)


def coordinates_may_be_anything():
    board = json.load(open(SOURCE + "/maps/new-york.json"))
    for far in ("1e6", "-1000000", "0.0000001", "1e-300"):
        for location in board["locations"]:
            location["at"] = [40, -73]
        board["locations"][0]["at"] = ["FAR", -73]
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            file.write(json.dumps(board).replace('"FAR"', far))
            file.flush()
            text = printed(file.name, "all", "map")
            assert text.count("Your turn. What will you do?") == 2, (far, text)  # asked again after the board


TESTS = [every_name_is_there, places_keep_apart, most_routes_have_their_number, a_part_is_drawn_larger,
         a_large_screen_has_the_whole_board_above_the_question, a_small_screen_has_the_place_that_is_drawn_larger,
         a_claimed_route_has_the_letter_of_its_owner, any_map_is_drawn, a_board_without_coordinates_can_be_read, coordinates_may_be_anything]
for test in TESTS:
    test()
print(f"{len(TESTS)} tests pass")
