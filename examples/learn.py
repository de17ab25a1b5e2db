#!/usr/bin/python3
# Learns a little: REINFORCE on how much each kind of action is worth, New York, 2 players.
# Run it with PYTHONPATH=python after `make batch`; it prints how often it beats random play.
import sys
import numpy as np
import linea

GAMES, STEPS = 256, int(sys.argv[1]) if len(sys.argv) > 1 else 3000
batch = linea.Batch("new-york", seats=2, games=GAMES)
rng, weight = np.random.default_rng(1), np.zeros(batch.space.actions)
rows, learner = np.arange(GAMES), 0  # seat 0 learns, seat 1 plays at random
grad, baseline, wins = np.zeros((GAMES, batch.space.actions)), 0.5, []
for step in range(STEPS):
    mine = batch.seat == learner
    chance = batch.mask * np.exp(np.where(mine[:, None], weight, 0.0))
    chance /= chance.sum(1, keepdims=True)
    action = (chance.cumsum(1) > rng.random((GAMES, 1))).argmax(1)
    grad[mine] -= chance[mine]
    grad[rows[mine], action[mine]] += 1
    batch.step(action)
    over = batch.done.astype(bool)
    if over.any():
        reward = batch.reward[over, learner]
        weight += 0.2 * ((reward - baseline)[:, None] * grad[over]).mean(0)
        baseline += 0.05 * (reward.mean() - baseline)
        grad[over] = 0
        wins.extend(reward)
fifth = len(wins) // 5
print(f"won {np.mean(wins[:fifth]):.3f} of the first fifth of {len(wins)} games, {np.mean(wins[-fifth:]):.3f} of the last")
