#!/usr/bin/python3
"""The library that train/ practices with, through its arrays; PyTorch is not needed.

train_test.py LIBRARY
"""
import os
import pathlib
import sys

SOURCE = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(SOURCE / "train"))
sys.dont_write_bytecode = True
os.environ["LINEA_TRAIN_LIBRARY"] = sys.argv[1]

import numpy as np  # noqa: E402
from linea_train.practice import NOBODY, Board, Hall  # noqa: E402

BOARDS = (SOURCE / "maps" / "built-in.txt").read_text().split()
ROWS, STEPS, SERIES = 40, 100, 3


def hall_on(board, threads):
    """Games of all numbers of players, a third of them among planners."""
    players = [board.least + i % (board.seats - board.least + 1) for i in range(ROWS)]
    learner = [i % 2 if i % 3 == 0 else NOBODY for i in range(ROWS)]
    return Hall(board, players, learner, range(ROWS), threads, SERIES)


def legal(hall, rng):
    """A legal action of each row, all equally likely."""
    return (hall.mask * rng.random(hall.mask.shape)).argmax(1)


def play(board, threads):
    """What a hall shows at each step, and which games ended how."""
    hall, rng, seen = hall_on(board, threads), np.random.default_rng(7), []
    games = 0
    for _ in range(STEPS):
        hall.action[:] = legal(hall, rng)
        hall.step()
        hall.wait()
        seen.append([getattr(hall, name).tobytes() for name in ("features", "mask", "seat", "advised", "done")])
        ended = hall.done > 0
        assert np.allclose(hall.share[ended].sum(1), 1)
        games += ended.sum()
    assert games > 0, board.name
    hall.close()
    return seen


def test_threads_change_nothing():
    for name in BOARDS:
        board = Board(name)
        assert play(board, 1) == play(board, 5), name


def test_blocks_are_all_features():
    for name in BOARDS:
        board, end = Board(name), 0
        for block, start, count, most in board.blocks:
            assert start == end and count >= 0 and most >= 1, (name, block)
            end += count
        assert end == board.features


def test_every_action_has_a_part_of_its_own_kind():
    for name in BOARDS:
        board = Board(name)
        kinds = board.move >> 28
        parts = board.parts()
        for kind in np.unique(kinds):
            assert any(set(rows) == set(np.flatnonzero(kinds == kind)) for rows in parts), name
        for rows in parts:
            assert len(set(kinds[rows])) == 1


def test_an_illegal_action_is_reported():
    board = Board(BOARDS[0])
    hall = hall_on(board, 2)
    hall.action[:] = legal(hall, np.random.default_rng(1))
    hall.action[3] = board.actions
    hall.action[4] = np.flatnonzero(hall.mask[4] == 0)[0]
    hall.step()
    try:
        hall.wait()
        raise AssertionError("nothing was said")
    except ValueError as mistake:
        assert str(mistake).startswith("2 actions")
    hall.close()


def test_a_bad_map_is_refused_with_its_place():
    for path, what in ((SOURCE / "README.md", "README.md:1:"), (SOURCE / "maps" / "schema.json", "schema.json:")):
        try:
            Board(str(path))
            raise AssertionError(f"{path} was read")
        except ValueError as mistake:
            assert what in str(mistake), mistake


if __name__ == "__main__":
    for name, test in list(globals().items()):
        if name.startswith("test_"):
            test()
            print("passed", name)
