"""A full trace with every stage kept, against the same stages in PyTorch on the same threads."""

import math
import os

from explorer.model import attend
from tests.benchmarks.measuring import Row, on_one_thread, ratio
from tests.benchmarks.scenarios import scenario

SIZES = (16, 32, 64, 128, 256, 512, 1024, 2048)


def rows(rounds: int) -> list[Row]:
    import torch

    threads = 1 if on_one_thread else os.cpu_count() or 1
    torch.set_num_threads(threads)
    return [_row(torch, size, threads, rounds) for size in SIZES]


def _row(torch, size: int, threads: int, rounds: int) -> Row:
    inputs = scenario(size).inputs
    query, key, value = (torch.tensor(getattr(inputs, name)) for name in ("query", "key", "value"))

    def theirs():
        scores = query @ key.T
        scaled = scores / math.sqrt(64)
        weights = torch.softmax(scaled, dim=1)
        return {"scores": scores, "scaled": scaled, "weights": weights, "output": weights @ value}

    what = f"full trace at {size:,} positions, d = 64, against torch, threads: {threads}"
    return ratio(what, 1, lambda: attend(inputs), theirs, rounds, max(1, 20_000 // size**2 * 4))
