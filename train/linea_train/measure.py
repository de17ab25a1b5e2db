# measure.py - how strong the net is as the program will play it: every weight and
# activation rounded, the likeliest move, against planners in every other seat. Each
# deal is played from every seat.
#
# SPDX-License-Identifier: MIT
"""Paired games against the planner."""

import numpy as np
import torch

from . import net as nets
from .practice import Hall


def hall_for(board, games, threads, alloc=np.zeros, seed=987654):
    """Games for each number of players alike, whole deals only."""
    players, learner, deal = [], [], []
    counts = range(board.least, board.seats + 1)
    for n in counts:
        for d in range(games // n):
            players += [n] * n
            learner += range(n)
            deal += [d] * n
    return Hall(board, players, learner, deal, threads, seed, alloc)


@torch.no_grad()
def against_planners(board, net, hall, device, seed=987654, sampled=False):
    """For each number of players the share of the victory, half of a 95% interval, and
    how often the net did what its adviser would have done."""
    weights = nets.rounded_biases(net.weights(rounded=True))
    hall.reset(seed)
    n = hall.games
    share = np.full(n, -1.0)
    agreed, chosen = 0, 0
    while (share < 0).any():
        running = share < 0
        features, mask = torch.from_numpy(hall.features).to(device), torch.from_numpy(hall.mask).to(device)
        advised = torch.from_numpy(hall.advised).to(device)
        logits, _ = nets.run(weights, features, mask, advised, exact=True)
        if sampled:
            logits = logits - torch.log(-torch.log(torch.rand_like(logits).clamp_(1e-9, 1 - 1e-7)))
        action = logits.argmax(1).cpu().numpy()
        agreed += int((action == hall.advised)[running].sum())
        chosen += int(running.sum())
        hall.action[:] = action
        hall.step()
        hall.wait()
        rows = np.where((hall.done > 0) & running)[0]
        share[rows] = hall.share[rows, hall.learner[rows]]
    result = {"agreed": agreed / chosen, "seats": {}}
    for players in np.unique(hall.players):
        rows = hall.players == players
        deals = share[rows].reshape(-1, players).mean(1)
        half = 1.96 * deals.std() / len(deals) ** 0.5
        result["seats"][str(players)] = [round(float(deals.mean()), 4), round(float(half), 4), int(rows.sum())]
    return result
