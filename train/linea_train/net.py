# net.py - the net: its layers, its weights as they will be rounded, its file.
#
# The arithmetic is that of bots/net_*.c: weights of 8 bits at a fixed scale, activations
# that are clipped and have 7 bits. Training keeps the weights in range; evaluation
# rounds everything, and then computes exactly what the program computes, since sums of
# products of such numbers are exact in the formats used here.
#
# SPDX-License-Identifier: MIT
"""The net, in float while it learns and in eight bits when it plays."""

import hashlib
import math
import pathlib
import struct

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

Q1, Q2, Q3, QP, QV = 7, 8, 8, 8, 8  # the scales of the weights, as powers of two
ACT = 64  # an activation of 1 …
TOP = 127 / ACT  # … and the most that one can be


class Net(nn.Module):
    def __init__(self, board, first=512, second=256, bonus=5.0):
        super().__init__()
        self.seats, self.sizes = board.seats, (board.features, board.actions, board.seats, first, second)
        features, actions = board.features, board.actions
        self.register_buffer("factor", torch.tensor(1 / board.most)[:, None])
        parts = board.parts()
        member = torch.zeros(actions, len(parts))
        for column, rows in enumerate(parts):
            member[rows, column] = 1
        self.register_buffer("member", member)
        self.w1, self.b1 = _matrix(first, features, transposed=True), _zeros(first)
        self.w2, self.b2 = _matrix(second, first), _zeros(second)
        self.w3, self.b3 = _matrix(second, second), _zeros(second)
        self.policy, self.policy_bias = _small(actions, second), _zeros(actions)
        self.part, self.part_bias = _small(len(parts), second), _zeros(len(parts))
        self.bonus, self.bonus_bias = _small(1, second), nn.Parameter(torch.full((1,), float(bonus)))
        self.value, self.value_bias = _small(self.seats + 1, second), _zeros(self.seats + 1)

    def weights(self, rounded=False):
        """The weights as the net plays with them: in range, and rounded if asked for.
        Gradients pass as if nothing had been done to them."""
        policy = self.policy + self.member @ self.part
        return [
            _fit(self.w1 * self.factor, Q1, rounded),
            self.b1,
            _fit(self.w2, Q2, rounded),
            self.b2,
            _fit(self.w3, Q3, rounded),
            self.b3,
            _fit(policy, QP, rounded),
            self.policy_bias + self.member @ self.part_bias,
            _fit(self.bonus, QP, rounded),
            self.bonus_bias,
            _fit(self.value, QV, rounded),
            self.value_bias,
        ]

    @torch.no_grad()
    def keep_in_range(self):
        for weight, q, factor in ((self.w1, Q1, self.factor), (self.w2, Q2, 1), (self.w3, Q3, 1), (self.value, QV, 1)):
            limit = 127 / 2**q / factor
            if torch.is_tensor(limit):
                weight.copy_(torch.maximum(torch.minimum(weight, limit), -limit))
            else:
                weight.clamp_(-limit, limit)


def _matrix(rows, columns, transposed=False):
    weight = torch.empty(rows, columns)
    nn.init.orthogonal_(weight, math.sqrt(2))
    return nn.Parameter(weight.t().contiguous() if transposed else weight)


def _small(rows, columns):
    return nn.Parameter(torch.randn(rows, columns) * 0.01)


def _zeros(n):
    return nn.Parameter(torch.zeros(n))


def _fit(weight, q, rounded):
    with torch.no_grad():
        fitted = (weight * 2**q).clamp(-127, 127)
        fitted = (fitted.round() if rounded else fitted) / 2**q - weight
    return weight + fitted


def _activation(x, exact):
    if exact:
        x = torch.floor(x * ACT + 0.5) / ACT
    return x.clamp(0, TOP)


def run(weights, features, mask, advised, exact=False):
    """Logits of all actions, those that are not legal far below, and the raw value."""
    w1, b1, w2, b2, w3, b3, policy, policy_bias, bonus, bonus_bias, value, value_bias = weights
    h = _activation(torch.addmm(b1, features.float(), w1), exact)
    y = _activation(F.linear(h, w2, b2), exact)
    h = y + _activation(F.linear(y, w3, b3), exact)
    logits = F.linear(h, policy, policy_bias)
    logits = logits.scatter_add(1, advised.long()[:, None], F.linear(h, bonus, bonus_bias))
    return logits.masked_fill(mask == 0, -1e9), F.linear(h, value, value_bias)


def value_logits(raw, absent):
    """Logits of each seat's share of the victory; `absent` marks seats nobody has."""
    return raw[:, :-1].masked_fill(absent, -1e9)


def value_of(raw, absent):
    """Shares of the victory by seat from the one that looks, then its margin."""
    return torch.cat([torch.softmax(value_logits(raw, absent), 1), raw[:, -1:]], 1)


def _as_int8(tensor, q):
    return np.rint(np.clip(tensor.detach().double().cpu().numpy() * 2**q, -127, 127)).astype(np.int8)


def _as_int32(tensor, q):
    return np.rint(tensor.detach().double().cpu().numpy() * 2**q).astype("<i4")


def rounded_biases(weights):
    """The same weights with biases as the file has them."""
    out = list(weights)
    for i, q in ((1, Q1), (3, Q2 + 6), (5, Q3 + 6), (7, QP + 6), (9, QP + 6), (11, QV + 6)):
        out[i] = torch.round(out[i] * 2**q) / 2**q
    return out


def write(path, net, board):
    """Write the net file (docs/formats.md)."""
    w1, b1, w2, b2, w3, b3, policy, policy_bias, bonus, bonus_bias, value, value_bias = net.weights()
    tensors = [
        _as_int8(w1, Q1), _as_int32(b1, Q1),
        _as_int8(w2, Q2), _as_int32(b2, Q2 + 6),
        _as_int8(w3, Q3), _as_int32(b3, Q3 + 6),
        _as_int8(policy, QP), _as_int32(policy_bias, QP + 6),
        _as_int8(bonus, QP), _as_int32(bonus_bias, QP + 6),
        _as_int8(value, QV), _as_int32(value_bias, QV + 6),
    ]  # fmt: skip
    body = b"".join(_padded(t.tobytes()) for t in tensors)
    head = b"LINEANET" + struct.pack("<4I", 0x01020304, 1, 128 + len(body), board.version)
    head += board.hash.tobytes() + struct.pack("<5I", *net.sizes)
    head = (head + bytes([Q1, Q2, Q3, QP, QV])).ljust(96, b"\0")
    with open(path, "wb") as file:
        file.write(head + hashlib.sha256(head + body).digest() + body)
    return 128 + len(body)


def _padded(data):
    return data + bytes(-len(data) % 64)


def read(path, net, board):
    """Give a net the weights of a net file of the same map. What they were before they were
    rounded is lost, and what was learned in common of several actions is each one's own now."""
    data = pathlib.Path(path).read_bytes()
    features, actions, seats, first, second = net.sizes
    if data[:8] != b"LINEANET" or len(data) < 128 or hashlib.sha256(data[:96] + data[128:]).digest() != data[96:128]:
        raise ValueError(f"{path} is no net file, or damaged")
    if data[24:56] != board.hash.tobytes() or struct.unpack_from("<I", data, 20)[0] != board.version:
        raise ValueError(f"{path} is of another map, or of other features")
    if struct.unpack_from("<5I", data, 56) != net.sizes:
        raise ValueError(f"{path} has layers of other sizes")
    shapes = (
        (net.w1, (features, first), net.b1), (net.w2, (second, first), net.b2), (net.w3, (second, second), net.b3),
        (net.policy, (actions, second), net.policy_bias), (net.bonus, (1, second), net.bonus_bias),
        (net.value, (seats + 1, second), net.value_bias),
    )  # fmt: skip
    scales, at = data[76:81], 128
    with torch.no_grad():
        for i, (weight, shape, bias) in enumerate(shapes):
            # The policy and the bonus have one scale; biases count what comes in as well, activations as 64 for 1.
            q = scales[(0, 1, 2, 3, 3, 4)[i]]
            for tensor, kind, size, scale in (
                (weight, np.int8, math.prod(shape), q),
                (bias, "<i4", bias.numel(), q + (6 if i else 0)),
            ):
                values = np.frombuffer(data, kind, size, at).astype(np.float32) / 2.0**scale
                tensor.copy_(torch.from_numpy(values).reshape(tensor.shape))
                at += len(_padded(bytes(size * np.dtype(kind).itemsize)))
        net.w1.div_(net.factor)
        net.part.zero_()
        net.part_bias.zero_()
