# practice.py - boards and halls of games from the C library, as NumPy arrays.
#
# SPDX-License-Identifier: MIT
"""Many games in step, played by threads in C."""

import ctypes
import os
import pathlib

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
NOBODY = 255  # as `learner`: all seats learn
KINDS = {"claim": 1, "station": 3}


def library():
    """Open the library: $LINEA_TRAIN_LIBRARY, or what the build made."""
    wanted = os.environ.get("LINEA_TRAIN_LIBRARY")
    found = [ROOT / folder / "liblinea-train.so" for folder in ("build-train", "build")]
    path = wanted or next((p for p in found if p.exists()), None)
    if not path:
        raise OSError("there is no liblinea-train.so (docs/training.md says how to build it)")
    lib = ctypes.CDLL(str(path))
    pointer, text, number = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int
    for name, result, arguments in (
        ("train_board", pointer, [text, ctypes.c_size_t]),
        ("train_board_mistake", text, [pointer]),
        ("train_board_sizes", None, [pointer, pointer]),
        ("train_board_moves", None, [pointer, pointer]),
        ("train_board_hash", None, [pointer, pointer]),
        ("train_board_block", number, [pointer, number, text, pointer]),
        ("train_hall", pointer, [pointer, number, number, pointer, pointer, pointer, pointer]),
        ("train_hall_reset", None, [pointer, ctypes.c_uint64]),
        ("train_hall_step", None, [pointer]),
        ("train_hall_wait", number, [pointer]),
        ("train_hall_close", None, [pointer]),
    ):
        function = getattr(lib, name)
        function.restype, function.argtypes = result, arguments
    return lib


class Board:
    """A map, its features and its actions."""

    def __init__(self, name):
        self.lib = library()
        path = ROOT / "maps" / f"{name}.json"
        path = path if path.exists() else pathlib.Path(name)
        text = path.read_bytes()
        self.name = path.stem
        self.handle = self.lib.train_board(text, len(text))
        mistake = self.lib.train_board_mistake(self.handle)
        if mistake:
            raise ValueError(f"{path}:{mistake.decode(errors='replace')}")
        sizes = np.zeros(8, np.int32)
        self.lib.train_board_sizes(self.handle, sizes.ctypes.data)
        self.features, self.actions, self.seats, blocks, self.vehicles, self.least, self.version, _ = map(int, sizes)
        self.move = np.zeros(self.actions, np.uint32)
        self.lib.train_board_moves(self.handle, self.move.ctypes.data)
        self.hash = np.zeros(32, np.uint8)
        self.lib.train_board_hash(self.handle, self.hash.ctypes.data)
        self.blocks = [self._block(i) for i in range(blocks)]
        self.most = np.ones(self.features, np.float32)
        for _, start, count, most in self.blocks:
            self.most[start : start + count] = most

    def _block(self, i):
        name, numbers = ctypes.create_string_buffer(64), np.zeros(3, np.int32)
        self.lib.train_board_block(self.handle, i, name, numbers.ctypes.data)
        return (name.value.decode(), *map(int, numbers))

    def parts(self):
        """What actions have in common: for each part the actions that have it. Claims and
        stations share their kind, place, colour and wilds, so that what is learned of one
        way to pay is learned of the others."""
        columns = {}
        for i, move in enumerate(self.move.tolist()):
            kind, place, colour, wilds = move >> 28, move & 0x7F, move >> 24 & 15, move >> 20 & 15
            parts = [(kind,)]
            if kind in KINDS.values():
                parts += [(kind, "place", place), (kind, "colour", colour), (kind, "wilds", wilds)]
                parts += [(kind, "both", place, colour)]
            for part in parts:
                columns.setdefault(part, []).append(i)
        return list(columns.values())


class Hall:
    """Games in step. `alloc(shape, dtype)` may give arrays that a GPU reads quickly."""

    def __init__(self, board, players, learner, deal, threads, seed, alloc=np.zeros):
        self.board, self.games = board, len(players)
        self.players = np.ascontiguousarray(players, np.uint8)
        self.learner = np.ascontiguousarray(learner, np.uint8)
        self.deal = np.ascontiguousarray(deal, np.int32)
        n, seats = self.games, board.seats
        self.features = alloc((n, board.features), np.uint8)
        self.mask = alloc((n, board.actions), np.uint8)
        self.seat = alloc((n,), np.uint8)
        self.advised = alloc((n,), np.int32)
        self.done = alloc((n,), np.uint8)
        self.share = alloc((n, seats), np.float32)
        self.margin = alloc((n, seats), np.float32)
        self.action = alloc((n,), np.int32)
        arrays = (self.features, self.mask, self.seat, self.advised, self.done, self.share, self.margin, self.action)
        pointers = (ctypes.c_void_p * 8)(*[a.ctypes.data for a in arrays])
        self.handle = board.lib.train_hall(
            board.handle, n, threads, self.players.ctypes.data, self.learner.ctypes.data, self.deal.ctypes.data, pointers
        )
        if not self.handle:
            raise MemoryError(f"no room or no threads for {n} games")
        self.reset(seed)

    def reset(self, seed):
        self.board.lib.train_hall_reset(self.handle, seed)

    def step(self):
        """Play self.action in every game; returns at once."""
        self.board.lib.train_hall_step(self.handle)

    def wait(self):
        """Wait until all arrays show the next decisions."""
        refused = self.board.lib.train_hall_wait(self.handle)
        if refused:
            raise ValueError(f"{refused} actions were not legal")

    def close(self):
        if self.handle:
            self.board.lib.train_hall_close(self.handle)
            self.handle = None
