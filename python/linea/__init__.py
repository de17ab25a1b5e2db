# linea - many games at once from Python: observations, masks and rewards as NumPy arrays.
#
# A thin layer over the library that the build makes (liblinea-batch.so); docs/batch.md
# says what every number means. Batch is for learning, Env for one game in the manner of
# Gymnasium and PettingZoo.
#
# SPDX-License-Identifier: MIT
"""Route-building railway board games for learning programs."""

import os
import pathlib

import cffi
import numpy as np

__all__ = ["Batch", "Env", "Net", "Space", "load"]

_ffi = cffi.FFI()
_ffi.cdef(
    """
    struct feature_block { const char *name; int from, count, scale; };
    struct features {
        const void *map; int seats, count, blocks; struct feature_block block[24];
        uint16_t place[64]; float factor[2816];
    };
    struct space_head {
        const void *map; int seats, actions, features;
        struct features layout;
        uint32_t move[];
    };
    struct linea_rng { uint64_t state; };
    struct linea_batch {
        const void *space; int games; void *game; uint64_t series, begun;
        uint8_t *seat; uint8_t *bytes; float *floats; uint8_t *mask;
        float *reward; int16_t *points; uint8_t *done; void *choices;
    };
    struct linea_expectations { float *share; float *margin; int32_t *liked; uint8_t *thought; };
    size_t linea_shared_size(int what);
    bool linea_shared_map(void *map, void *memory, const char *text, size_t length, char *why);
    bool linea_shared_net(void *net, const void *map, const uint8_t *bytes, size_t length, char *why);
    int linea_shared_width(const void *net);
    bool linea_space_init(void *space, const void *map, int seats);
    int linea_space_action(const void *space, uint32_t move);
    void linea_batch_reset(struct linea_batch *batch, uint64_t series);
    int linea_batch_step(struct linea_batch *batch, const int32_t *action);
    void linea_batch_random(const struct linea_batch *batch, int32_t *action, struct linea_rng *rng);
    void linea_batch_expect(const struct linea_batch *batch, const struct linea_expectations *out, const void *net);
    """
)
_ROOT = pathlib.Path(__file__).resolve().parents[2]
_lib = None


def load(path=None):
    """Open the library: a path, $LINEA_LIBRARY, or what the build made."""
    global _lib
    path = path or os.environ.get("LINEA_LIBRARY") or _ROOT / "build" / "liblinea-batch.so"
    try:
        _lib = _ffi.dlopen(str(path))
    except OSError as error:
        raise OSError(f"{error} (`make batch` makes it)") from None
    return _lib


def _library():
    return _lib or load()


class Space:
    """What actions and features are on one map with so many seats."""

    def __init__(self, map="europe", seats=2):
        lib = _library()
        size = [lib.linea_shared_size(i) for i in range(6)]
        path = _ROOT / "maps" / f"{map}.json"
        path = path if path.exists() else pathlib.Path(map)
        if not path.exists():
            raise FileNotFoundError(f"there is no map and no file {map}")
        text = path.read_bytes()
        self._map, memory = _ffi.new("char[]", size[0]), _ffi.new("char[]", size[1])
        why = _ffi.new("char[256]")
        if not lib.linea_shared_map(self._map, memory, text, len(text), why):
            raise ValueError(f"{path}:{_ffi.string(why).decode(errors='replace')}")
        self._space = _ffi.new("char[]", size[2])
        if not lib.linea_space_init(self._space, self._map, seats):
            raise ValueError(f"{map} is not for {seats} players")
        head = _ffi.cast("struct space_head *", self._space)
        self.seats, self.actions, self.features = head.seats, head.actions, head.features
        self.game_size, self.choices_size, self._net_size = size[3:]
        self.map = path
        # Each action as a move of the engine (32 bits).
        self.move = np.frombuffer(_ffi.buffer(head.move, 4 * self.actions), np.uint32).copy()
        # Where each block of features begins, how many there are, what bytes are divided by.
        self.blocks = {
            _ffi.string(b.name).decode(): (getattr(b, "from"), b.count, b.scale)
            for b in head.layout.block[0 : head.layout.blocks]
        }

    def action(self, move):
        """The action that is a move of the engine (32 bits), or -1."""
        return _library().linea_space_action(self._space, move)


class Net:
    """A net that has learned the map of a space: the one at hand, or that of a file."""

    def __init__(self, space, file=None):
        path = pathlib.Path(file or _ROOT / "maps" / "nets" / f"{space.map.stem}.net")
        self.map = space.map
        self._bytes = path.read_bytes()  # the library reads the weights where they are
        self._map, self._net = space._map, _ffi.new("char[]", space._net_size)
        why = _ffi.new("char[256]")
        data = _ffi.from_buffer("uint8_t *", self._bytes)
        if not _library().linea_shared_net(self._net, space._map, data, len(self._bytes), why):
            raise ValueError(f"{path}: {_ffi.string(why).decode(errors='replace')}")
        self.width = _library().linea_shared_width(self._net)


class Batch:
    """Many games in step. The arrays are written in place by reset() and step()."""

    def __init__(self, map="europe", seats=2, games=64, seed=1, dtype=np.float32):
        if np.dtype(dtype) not in (np.float32, np.uint8):
            raise ValueError(f"observations are float32 or uint8, not {np.dtype(dtype)}")
        self.space, self.games = Space(map, seats), games
        actions, features = self.space.actions, self.space.features
        self.seat = np.zeros(games, np.uint8)
        self.observation = np.zeros((games, features), dtype)
        self.mask = np.zeros((games, actions), np.uint8)
        self.reward = np.zeros((games, seats), np.float32)
        self.points = np.zeros((games, seats), np.int16)
        self.done = np.zeros(games, np.uint8)
        self._game = np.zeros(games * self.space.game_size, np.uint8)
        self._choices = np.zeros(games * self.space.choices_size, np.uint8)
        self._rng = _ffi.new("struct linea_rng *", {"state": seed})
        self._batch = b = _ffi.new("struct linea_batch *")
        b.space, b.games = _ffi.cast("void *", self.space._space), games
        b.game = _ffi.cast("void *", self._game.ctypes.data)
        b.choices = _ffi.cast("void *", self._choices.ctypes.data)
        for name in ("seat", "mask", "reward", "points", "done"):
            setattr(b, name, _ffi.from_buffer(_ffi.typeof(getattr(b, name)), getattr(self, name)))
        kind = "floats" if np.dtype(dtype) == np.float32 else "bytes"
        setattr(b, kind, _ffi.from_buffer(_ffi.typeof(getattr(b, kind)), self.observation))
        self.reset(seed)

    def reset(self, seed=1):
        """Begin every game from a series of seeds; returns (observation, mask)."""
        _library().linea_batch_reset(self._batch, seed)
        return self.observation, self.mask

    def step(self, action):
        """Play an action in each game; games that end are scored and begin again."""
        given = np.asarray(action)
        if given.shape != (self.games,):
            raise ValueError(f"there are {self.games} games, not {given.shape}")
        if given.dtype.kind not in "iu":
            raise TypeError(f"actions are whole numbers, not {given.dtype}")
        # What 32 bits cannot hold would come out as another action.
        within = (given >= 0) & (given < self.space.actions)
        action = np.where(within, given, -1).astype(np.int32)
        refused = _library().linea_batch_step(self._batch, _ffi.from_buffer("int32_t *", action))
        if refused:
            raise ValueError(f"{refused} actions are not legal")
        return self.observation, self.mask, self.reward, self.done

    def expect(self, net):
        """What a net expects of each game, from the view of the seat to move.

        Returns (share, margin, liked, thought): shares of the victory by seat, points by
        which the seat to move will lead, the action that the net would choose, and the
        numbers from which it computes all of these (uint8), to learn more from.
        """
        if net.map != self.space.map:
            raise ValueError(f"the net has learned {net.map}, and the batch plays {self.space.map}")
        share = np.empty((self.games, self.space.seats), np.float32)
        margin, liked = np.empty(self.games, np.float32), np.empty(self.games, np.int32)
        out = _ffi.new("struct linea_expectations *")
        out.share, out.margin = (_ffi.from_buffer("float *", a) for a in (share, margin))
        thought = np.empty((self.games, net.width), np.uint8)
        out.liked = _ffi.from_buffer("int32_t *", liked)
        out.thought = _ffi.from_buffer("uint8_t *", thought)
        _library().linea_batch_expect(self._batch, out, net._net)
        return share, margin, liked, thought

    def random(self):
        """A random legal action for every game."""
        action = np.empty(self.games, np.int32)
        _library().linea_batch_random(self._batch, _ffi.from_buffer("int32_t *", action), self._rng)
        return action


class Env:
    """One game, seat after seat: `agent` is to move. Rewards are those of all agents."""

    def __init__(self, map="europe", seats=2):
        self._one, self._seed = Batch(map, seats, games=1), 0
        self.agents = list(range(seats))
        self.action_count, self.observation_size = self._one.space.actions, self._one.space.features

    @property
    def agent(self):
        return int(self._one.seat[0])

    def _info(self):
        return {"agent": self.agent, "mask": self._one.mask[0].astype(bool)}

    def reset(self, seed=None):
        """Begin the game of a seed; without one, of the number after the last."""
        seed = (self._seed + 1) % 2**64 if seed is None else int(seed)
        self._one.reset(seed)
        self._seed = seed
        return self._one.observation[0].copy(), self._info()

    def step(self, action):
        """(observation, rewards by agent, terminated, truncated, info), as Gymnasium has it."""
        self._one.step([action])
        over = bool(self._one.done[0])
        info = self._info()
        if over:
            info["points"] = self._one.points[0].copy()
        return self._one.observation[0].copy(), self._one.reward[0].copy(), over, False, info
