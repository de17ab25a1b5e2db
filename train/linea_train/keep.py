# keep.py - checkpoints: all that is needed to go on, in half precision where that does.
#
# SPDX-License-Identifier: MIT
"""Checkpoints."""

import os

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
    torch.save({"state": state, "history": history, "weights": weights, "moments": moments}, f"{path}.new")
    os.replace(f"{path}.new", path)


def read(path):
    return torch.load(path, map_location="cpu") if os.path.exists(path) else None


def restore(learner, kept):
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
