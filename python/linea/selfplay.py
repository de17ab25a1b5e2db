# selfplay.py - games that a net plays against itself, and what it expected on the way.
#
# SPDX-License-Identifier: MIT
"""Games of nets against themselves: scripts/reliability and train/value learn from them."""

from types import SimpleNamespace

import numpy as np

import linea

SIDE = 128  # games side by side


def play(net, space, games, seed, sample=1.0, thoughts=False):
    """Some games of a series, all seats played by the net.

    One row for each position that is a decision, or for a random part of them: its `game`; by seats, beginning with the
    one that looks, the `share` expected and the share `won`; the `margin` expected and the `lead` at the end; and, if they
    are wanted, the numbers that the net's heads look at, as `thought`. Games that begin while the last of those
    asked for are still played do not count, or short games would count more.
    """
    batch = linea.Batch(str(space.map), space.seats, min(SIDE, games), seed, np.uint8)
    number, begun, left = np.arange(batch.games), batch.games, games
    won, lead = np.zeros((games, space.seats), np.float32), np.zeros((games, space.seats), np.float32)
    rng, rows = np.random.default_rng(seed), []
    while left:
        share, margin, liked, thought = batch.expect(net)
        order = _order(batch.seat, space.seats)
        at = (batch.mask.sum(1) > 1) & (number < games) & (rng.random(batch.games) < sample)
        rows.append((number[at], batch.seat[at], np.take_along_axis(share, order, 1)[at], margin[at], thought[at] if thoughts else margin[at]))
        batch.step(liked)
        for i in np.flatnonzero(batch.done):
            if number[i] < games:
                won[number[i]], points = batch.reward[i], batch.points[i].astype(int)
                lead[number[i]] = [points[s] - np.delete(points, s).max() for s in range(space.seats)]
                left -= 1
            number[i], begun = begun, begun + 1
    game, seat, share, margin, thought = (np.concatenate(column) for column in zip(*rows))
    return SimpleNamespace(game=game, share=share, margin=margin, won=won[game[:, None], _order(seat, space.seats)],
                           lead=lead[game, seat], thought=thought)


def _order(seat, seats):
    """The seats from each of these on, clockwise."""
    return (seat.astype(int)[:, None] + np.arange(seats)) % seats
