# learn.py - proximal policy optimization by self-play.
#
# Two groups of games take turns: while threads in C play one on, the net chooses the
# moves of the other. After so many steps the net learns from them all, some times over.
# What is learned of the value are the shares of the victory of all seats, and one's own
# margin, each as a mixture of what came of the game and of what the net thought later on.
#
# SPDX-License-Identifier: MIT
"""Self-play and learning."""

import time

import numpy as np
import torch
import torch.nn.functional as F

from . import net as nets
from .practice import NOBODY, Hall


def seating(settings, seats, games):
    """How many players each game has, and in which a seat learns among planners: as
    the settings share them out, evenly mixed."""
    players = np.zeros(games, np.uint8)
    weights = np.array([settings["players"].get(str(n), 0) for n in range(seats + 1)], float)
    ends = np.cumsum(weights / weights.sum())
    # The golden ratio spreads rows over the shares without a period.
    spread = (np.arange(games) * 0.6180339887498949) % 1
    players[:] = np.searchsorted(ends, spread, side="right").clip(0, seats)
    learner = np.full(games, NOBODY, np.uint8)
    among = (np.arange(games) * 0.7548776662466927) % 1 < settings["planners"]
    learner[among] = np.arange(games)[among] % players[among]
    return players, learner


class Group:
    """A hall of games, and the net that chooses for it: on a GPU as one graph."""

    def __init__(self, learner, players, seat, seed, threads):
        board, device = learner.board, learner.device
        games = len(players)
        self.hall = Hall(board, players, seat, np.arange(games), threads, seed, learner.alloc)
        h = self.hall
        self.host = {
            name: torch.from_numpy(getattr(h, name))
            for name in ("features", "mask", "seat", "advised", "done", "share", "margin", "action")
        }
        self.players = torch.from_numpy(h.players.astype(np.int64)).to(device)
        places = torch.arange(board.seats, device=device)
        self.absent = places[None, :] >= self.players[:, None]
        # shares by seat, turned so that each seat in turn stands first
        self.turned = (places[None, :, None] + places[None, None, :]) % self.players[:, None, None]
        self.features = torch.zeros(games, board.features, dtype=torch.uint8, device=device)
        self.mask = torch.ones(games, board.actions, dtype=torch.uint8, device=device)
        self.advised = torch.zeros(games, dtype=torch.int32, device=device)
        self.weights = learner.acting
        self.graph = None
        if device.type == "cuda":
            self._capture()

    def _capture(self):
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.no_grad(), torch.cuda.stream(stream):
            for _ in range(3):
                self._choose()
        torch.cuda.current_stream().wait_stream(stream)
        self.graph = torch.cuda.CUDAGraph()
        with torch.no_grad(), torch.cuda.graph(self.graph):
            self._choose()

    def _choose(self):
        logits, raw = nets.run(self.weights, self.features, self.mask, self.advised)
        self.value = nets.value_of(raw, self.absent)
        noise = torch.rand_like(logits).clamp_(1e-9, 1 - 1e-7)
        self.chosen = (logits - torch.log(-torch.log(noise))).argmax(1)
        self.logp = F.log_softmax(logits, 1).gather(1, self.chosen[:, None]).squeeze(1)
        self.chosen32 = self.chosen.int()

    def choose(self):
        for name in ("features", "mask", "advised"):
            getattr(self, name).copy_(self.host[name], non_blocking=True)
        if self.graph:
            self.graph.replay()
        else:
            self._choose()


class Learner:
    def __init__(self, board, settings, threads, device, seed):
        self.board, self.settings, self.device = board, settings, device
        self.net = nets.Net(board, settings["first"], settings["second"], settings["bonus"]).to(device)
        fused = {"fused": True} if device.type == "cuda" else {}
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=settings["rate"], eps=1e-5, **fused)
        with torch.no_grad():
            self.acting = [w.detach().clone() for w in self.net.weights()]
        games, self.steps = settings["games"], settings["steps"]
        players, seat = seating(settings, board.seats, games)
        half = games // 2
        self.groups = [
            Group(self, players[:half], seat[:half], 2 * seed + 1, threads),
            Group(self, players[half:], seat[half:], 2 * seed + 2, threads),
        ]
        self.size = [len(g.players) for g in self.groups]
        self.players = torch.cat([g.players for g in self.groups])
        self.absent = torch.cat([g.absent for g in self.groups])
        self.turned = torch.cat([g.turned for g in self.groups])
        self._make_room(sum(self.size))
        self.iterations = self.decisions = self.played = 0
        self.playing = self.learning = 0.0

    def alloc(self, shape, dtype):
        if self.device.type != "cuda":
            return np.zeros(shape, dtype)
        self.pinned = getattr(self, "pinned", [])
        self.pinned.append(torch.from_numpy(np.zeros(shape, dtype)).pin_memory())
        return self.pinned[-1].numpy()

    def _make_room(self, n):
        t, seats, d = self.steps, self.board.seats, self.device
        self.room = {
            "features": torch.zeros(t, n, self.board.features, dtype=torch.uint8, device=d),
            "mask": torch.zeros(t, n, self.board.actions, dtype=torch.uint8, device=d),
            "advised": torch.zeros(t, n, dtype=torch.int32, device=d),
            "action": torch.zeros(t, n, dtype=torch.long, device=d),
            "logp": torch.zeros(t, n, device=d),
            "value": torch.zeros(t, n, seats + 1, device=d),
            "seat": torch.zeros(t, n, dtype=torch.long, device=d),
            "done": torch.zeros(t, n, dtype=torch.bool, device=d),
            "share": torch.zeros(t, n, seats, device=d),
            "margin": torch.zeros(t, n, seats, device=d),
        }

    def _rows(self, group):
        start = sum(self.size[:group])
        return slice(start, start + self.size[group])

    @torch.no_grad()
    def play(self, rounded):
        """Play so many steps; what the seats to move then are worth."""
        for mine, new in zip(self.acting, self.net.weights(rounded)):
            mine.copy_(new)
        n = sum(self.size)
        last_seat = torch.zeros(n, dtype=torch.long, device=self.device)
        last_value = torch.zeros(n, self.board.seats + 1, device=self.device)
        for t in range(self.steps + 1):
            for i, group in enumerate(self.groups):
                rows, host = self._rows(i), group.host
                group.hall.wait()
                if t > 0:
                    self.room["done"][t - 1, rows] = host["done"].to(self.device, non_blocking=True) > 0
                    for name in ("share", "margin"):
                        self.room[name][t - 1, rows].copy_(host[name], non_blocking=True)
                    self.played += int(group.hall.done.sum())
                group.choose()
                if t == self.steps:
                    last_seat[rows] = host["seat"].to(self.device).long()
                    last_value[rows] = group.value
                    continue
                host["action"].copy_(group.chosen32, non_blocking=True)
                self.room["seat"][t, rows] = host["seat"].to(self.device, non_blocking=True).long()
                for name, now in (("features", group.features), ("mask", group.mask), ("advised", group.advised),
                                  ("action", group.chosen), ("logp", group.logp), ("value", group.value)):  # fmt: skip
                    self.room[name][t, rows] = now
                if self.device.type == "cuda":
                    torch.cuda.current_stream().synchronize()
                group.hall.step()
        self.decisions += self.steps * n
        return last_seat, last_value

    def _turn(self, shares):
        """Shares by seat as each seat counts them: from itself on."""
        n, seats = shares.shape
        turned = shares.gather(1, self.turned.reshape(n, seats * seats)).reshape(n, seats, seats)
        return turned.masked_fill(self.absent[:, None, :], 0)

    @torch.no_grad()
    def targets(self, last_seat, last_value):
        """What each decision should have thought of its worth: GAE for each seat's own
        row of decisions, for all parts of the value at once."""
        room, seats = self.room, self.board.seats
        n = len(self.players)
        here = torch.arange(n, device=self.device)
        # The seats that are not to move at the end think of the shares what the one that is
        # does. Of their margins nobody knows: with three players and more they are not what
        # that one's leaves over, and a guess that is too high makes every end a
        # disappointment, so that nobody wants to end a game. The last decision of such a
        # seat learns nothing of its margin.
        by_seat = (torch.arange(seats, device=self.device)[None, :] - last_seat[:, None]) % self.players[:, None]
        share = last_value[:, :seats].gather(1, by_seat).masked_fill(self.absent, 0)
        known = by_seat == 0
        margin = torch.where(known, last_value[:, -1:], torch.zeros_like(last_value[:, -1:]))
        after = torch.cat([self._turn(share), margin[:, :, None]], 2)
        gain, pending = torch.zeros_like(after), torch.zeros_like(after)
        gains = torch.zeros_like(room["value"])
        for t in range(self.steps - 1, -1, -1):
            done = room["done"][t][:, None, None]
            end = torch.cat([self._turn(room["share"][t]), room["margin"][t][:, :, None]], 2)
            after = after.masked_fill(done, 0)
            gain = gain.masked_fill(done, 0)
            pending = torch.where(done, end, pending)
            known = known | room["done"][t][:, None]
            seat, value = room["seat"][t], room["value"][t]
            ahead = after[here, seat]
            ahead[:, -1] = torch.where(known[here, seat], ahead[:, -1], value[:, -1])
            known[here, seat] = True
            step = pending[here, seat] + ahead - value + self.settings["lambda"] * gain[here, seat]
            gain[here, seat] = step
            gains[t] = step
            after[here, seat] = value
            pending[here, seat] = 0
        return gains

    def learn(self, gains, rate, entropy, only_value, rounded):
        room, s = self.room, self.settings
        flat = {k: v.reshape(-1, *v.shape[2:]) for k, v in room.items() if k not in ("done", "share", "margin")}
        target = (gains + room["value"]).reshape(-1, gains.shape[-1])
        weight = s["victory"]
        worth = (2 * weight * gains[..., 0] + (1 - weight) * gains[..., -1]).reshape(-1)
        worth = (worth - worth.mean()) / (worth.std() + 1e-8)
        absent = self.absent.repeat(self.steps, 1)
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        count = len(worth)
        seen = torch.zeros(5, device=self.device)
        updates = 0
        for _ in range(s["epochs"]):
            order = torch.randperm(count, device=self.device)
            for at in range(0, count, s["batch"]):
                ix = order[at : at + s["batch"]]
                weights = self.net.weights(rounded)
                logits, raw = nets.run(weights, flat["features"][ix], flat["mask"][ix], flat["advised"][ix])
                logp = F.log_softmax(logits, 1)
                spread = -(logp.exp() * logp).sum(1).mean()
                mine = logp.gather(1, flat["action"][ix, None]).squeeze(1)
                ratio = (mine - flat["logp"][ix]).exp()
                a = worth[ix]
                policy = -torch.min(ratio * a, ratio.clamp(1 - s["clip"], 1 + s["clip"]) * a).mean()
                guess = F.log_softmax(nets.value_logits(raw, absent[ix]), 1).clamp_min(-30)
                share = -(target[ix, :-1] * guess).sum(1).mean()
                margin = (raw[:, -1] - target[ix, -1]).square().mean()
                loss = s["value"] * share + margin
                if not only_value:
                    loss = loss + policy - entropy * spread
                self.optimizer.zero_grad(set_to_none=True)
                loss.backward()
                torch.nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)
                self.optimizer.step()
                self.net.keep_in_range()
                with torch.no_grad():
                    off = ((ratio - 1).abs() > s["clip"]).float().mean()
                    seen += torch.stack([spread, (flat["logp"][ix] - mine).mean(), share, margin, off]).detach()
                updates += 1
        self.iterations += 1
        return (seen / updates).tolist()

    def iterate(self, rate, entropy, only_value, rounded):
        """Play and learn once; what it looked like."""
        start = time.time()
        last = self.play(rounded)
        gains = self.targets(*last)
        if self.device.type == "cuda":
            torch.cuda.synchronize()
        middle = time.time()
        seen = self.learn(gains, rate, entropy, only_value, rounded)
        if self.device.type == "cuda":
            torch.cuda.synchronize()
        self.playing += middle - start
        self.learning += time.time() - middle
        return dict(zip(("entropy", "change", "share", "margin", "clipped"), seen))

    def close(self):
        for group in self.groups:
            group.hall.close()
