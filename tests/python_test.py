#!/usr/bin/python3
"""The module for Python: arrays, masks, rewards, mistakes, and that learning learns.

python_test.py LIBRARY
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "python"))
sys.dont_write_bytecode = True
os.environ["LINEA_LIBRARY"] = sys.argv[1]

import numpy as np  # noqa: E402
import linea  # noqa: E402
from linea import selfplay  # noqa: E402


def play(name, seats):
    batch = linea.Batch(name, seats, games=16, seed=3)
    rng = np.random.default_rng(1)
    ended = 0
    for _ in range(900):
        assert batch.mask.max() == 1 and (batch.mask.sum(1) > 0).all()
        assert (batch.observation >= 0).all() and np.isfinite(batch.observation).all()
        action = (batch.mask.cumsum(1) > (rng.random(16) * batch.mask.sum(1))[:, None]).argmax(1)
        before = batch.seat.copy()
        _, _, reward, done = batch.step(action)
        assert np.allclose(reward.sum(1), done)
        ended += int(done.sum())
        assert (before < seats).all()
    assert ended > 0, name


def same_series_same_games():
    first, second = (linea.Batch("london", 2, 8, seed=9, dtype=np.uint8) for _ in range(2))
    for _ in range(300):
        action = first.random()
        assert (action == second.random()).all()
        first.step(action)
        second.step(action)
        assert (first.observation == second.observation).all()
        assert (first.points == second.points).all()


def every_action_is_a_move():
    space = linea.Space("europe", 2)
    assert space.move.shape == (space.actions,)
    assert [space.action(int(move)) for move in space.move] == list(range(space.actions))


def mistakes_are_reported():
    path = pathlib.Path(tempfile.mkdtemp()) / "broken.json"
    path.write_text('{"linea-map": 1,\n "id": "Broken"}')
    for call, message in (
        (lambda: linea.Batch(str(path)), "broken.json:1: name: this key is missing"),
        (lambda: linea.Batch("europa"), "there is no map and no file europa"),
        (lambda: linea.Batch("london", 2, 4).step([0.5, 0, 0, 0]), "whole numbers"),
        (lambda: linea.load("nowhere.so"), "make batch"),
    ):
        try:
            call()
        except (ValueError, OSError, TypeError) as error:
            assert message in str(error), error
        else:
            raise AssertionError("a mistake was not reported")
    for call in (
        lambda: linea.Batch("new-york", 5),
        lambda: linea.Batch("london", 2, 4).step([-1, 0, 0, 0]),
        lambda: (one := linea.Batch("london", 2, 1)).step([2**32 + int(one.random()[0])]),
        lambda: linea.Batch("london", 2, 4).step([0]),
        lambda: linea.Batch("london", 2, 4, dtype=np.float64),
    ):
        try:
            call()
        except ValueError:
            continue
        raise AssertionError("a mistake was not reported")


def one_game():
    env = linea.Env("germany", 3)
    observation, info = env.reset(seed=5)
    assert observation.shape == (env.observation_size,)
    rng, over = np.random.default_rng(2), False
    while not over:
        action = rng.choice(np.flatnonzero(info["mask"]))
        observation, rewards, over, truncated, info = env.step(action)
        assert not truncated and rewards.shape == (3,)
    assert abs(rewards.sum() - 1) < 1e-5 and info["points"].shape == (3,)


def without_a_seed_each_game_is_another():
    env = linea.Env("london", 2)
    first, second = env.reset()[0], env.reset()[0]
    assert (first != second).any()
    again = env.reset(seed=1)[0], env.reset()[0]
    assert (again[0] == first).all() and (again[1] == second).all()


def a_net_says_what_it_expects():
    for name, seats in (("new-york", 2), ("germany", 5)):
        batch = linea.Batch(name, seats, games=8, seed=4)
        net = linea.Net(batch.space)
        for _ in range(30):
            share, margin, liked, thought = batch.expect(net)
            assert share.shape == (8, seats) and np.allclose(share.sum(1), 1) and (share >= 0).all()
            assert margin.shape == (8,) and thought.shape == (8, net.width) and thought.any()
            assert (batch.mask[np.arange(8), liked] == 1).all()
            batch.step(liked)
    again = linea.Batch("new-york", 2, games=1, seed=4).expect(linea.Net(linea.Space("new-york", 2)))
    first = linea.Batch("new-york", 2, games=8, seed=4).expect(linea.Net(linea.Space("new-york", 4)))
    assert (again[0][0] == first[0][0]).all() and again[1][0] == first[1][0]


def nets_that_do_not_fit_are_refused():
    broken = pathlib.Path(tempfile.mkdtemp()) / "broken.net"
    broken.write_bytes((ROOT / "maps" / "nets" / "london.net").read_bytes()[:-1])
    for call, message in (
        (lambda: linea.Net(linea.Space("london"), broken), "broken.net: the net is cut"),
        (lambda: linea.Net(linea.Space("europe"), ROOT / "maps" / "nets" / "london.net"), "another map"),
        (lambda: linea.Batch("europe").expect(linea.Net(linea.Space("london"))), "and the batch plays"),
    ):
        try:
            call()
        except ValueError as error:
            assert message in str(error), error
        else:
            raise AssertionError("a net that does not fit was not refused")


def a_net_plays_itself():
    space = linea.Space("london", 3)
    data = selfplay.play(linea.Net(space), space, 40, seed=6, thoughts=True)
    assert sorted(set(data.game)) == list(range(40)), "short games count no more than long ones"
    assert np.allclose(data.won.sum(1), 1) and np.allclose(data.share.sum(1), 1)
    first = data.game == 0
    assert (np.sort(data.won[first], 1) == np.sort(data.won[first], 1)[0]).all(), "a game has one outcome"
    assert ((data.lead > 0) <= (data.won[:, 0] == 1)).all(), "who is ahead at the end has won"


def a_value_that_is_fitted_changes_no_move():
    """train/value writes a net that expects something else and plays the same."""
    folder = pathlib.Path(tempfile.mkdtemp())
    net = folder / "new-york.net"
    net.write_bytes((ROOT / "maps" / "nets" / "new-york.net").read_bytes())
    words = [ROOT / "train" / "value", "--net", net, "--map", "new-york", "--games", "60", "--sample", "1"]
    printed = subprocess.run(["/usr/bin/python3", *words], capture_output=True, text=True, check=True).stdout
    assert "as it is written" in printed, printed
    batch = linea.Batch("new-york", 4, games=16, seed=8)
    old, new = linea.Net(batch.space), linea.Net(batch.space, net)
    apart = 0
    for _ in range(40):
        before, after = batch.expect(old), batch.expect(new)
        assert (before[2] == after[2]).all() and (before[1] == after[1]).all() and (before[3] == after[3]).all()
        apart += int((before[0] != after[0]).any())
        batch.step(before[2])
    assert apart > 30


def the_example_learns():
    environment = dict(os.environ, PYTHONPATH=str(ROOT / "python"), PYTHONDONTWRITEBYTECODE="1")
    printed = subprocess.run(
        ["/usr/bin/python3", str(ROOT / "examples" / "learn.py"), "1500"],
        env=environment, capture_output=True, text=True, check=True,
    ).stdout
    first, last = (float(x) for x in re.findall(r"0\.\d+", printed))
    assert last > first + 0.1, printed


for name, seats in (("new-york", 2), ("london", 4), ("germany", 5), ("europe", 3)):
    play(name, seats)
same_series_same_games()
every_action_is_a_move()
mistakes_are_reported()
one_game()
without_a_seed_each_game_is_another()
a_net_says_what_it_expects()
nets_that_do_not_fit_are_refused()
a_net_plays_itself()
a_value_that_is_fitted_changes_no_move()
the_example_learns()
print("the module for Python works")
