# keep.py - checkpoints: all that is needed to go on, in half precision where that does.
#
# SPDX-License-Identifier: MIT
"""Checkpoints."""

import os
import pickle

import torch


def write(path, learner, state, history):
    moments = {}
    names = {id(p): name for name, p in learner.net.named_parameters()}
    for group in learner.optimizer.param_groups:
        for p in group["params"]:
            kept = learner.optimizer.state.get(p)
            if kept:
                moments[names[id(p)]] = (
                    float(kept["step"]),
                    kept["exp_avg"].to("cpu", torch.bfloat16),
                    kept["exp_avg_sq"].to("cpu", torch.bfloat16),
                )
    weights = {name: p.detach().to("cpu", torch.float16) for name, p in learner.net.named_parameters()}
    kept = {"map": learner.board.hash.tobytes(), "state": state, "history": history, "weights": weights}
    torch.save({**kept, "moments": moments}, f"{path}.new")
    os.replace(f"{path}.new", path)


def read(path):
    if not os.path.exists(path):
        return None
    try:
        return torch.load(path, map_location="cpu")
    except (RuntimeError, EOFError, pickle.UnpicklingError) as mistake:
        raise ValueError(f"{path} is no checkpoint ({mistake}): --fresh begins again") from None


def restore(learner, kept):
    sizes = {name: p.shape for name, p in learner.net.named_parameters()}
    if kept.get("map", learner.board.hash.tobytes()) != learner.board.hash.tobytes():
        raise ValueError("the checkpoint is of another map: --fresh begins again")
    if {name: w.shape for name, w in kept["weights"].items()} != sizes:
        raise ValueError("the checkpoint is of a net of other sizes: --fresh begins again")
    with torch.no_grad():
        for name, p in learner.net.named_parameters():
            p.copy_(kept["weights"][name].float())
            if name not in kept["moments"]:
                continue
            step, mean, square = kept["moments"][name]
            learner.optimizer.state[p] = {
                "step": torch.tensor(step, device=p.device),
                "exp_avg": mean.float().to(p.device),
                "exp_avg_sq": square.float().to(p.device),
            }
