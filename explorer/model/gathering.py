"""Products brought together where there are more than can be drawn one by one."""

from dataclasses import dataclass

import numpy as np

from explorer.model.contributions import Vector

_ALWAYS_KEPT = 3


@dataclass(frozen=True, slots=True)
class Bin:
    """Neighbouring products drawn as one: from `first` to `last`, for which `peak` stands.

    `peak` is the one largest in size among them.
    """

    first: int
    last: int
    peak: int


@dataclass(frozen=True, slots=True)
class Part:
    """One piece of a stack: a single product, or several of the same sign put together.

    `share` is its size as a part of the sizes of all products, below 0 for negative ones.
    """

    indexes: tuple[int, ...]
    share: float


def binned(products: Vector, most: int) -> list[Bin]:
    """The products in at most `most` bins, each of the same number of neighbours but the last."""
    width = -(-len(products) // max(most, 1))
    starts = range(0, len(products), width)
    sizes = np.abs(products)
    peaks = [start + int(sizes[start : start + width].argmax()) for start in starts]
    ends = [min(start + width, len(products)) - 1 for start in starts]
    return [Bin(*bin_) for bin_ in zip(starts, ends, peaks, strict=True)]


def gathered(products: Vector, least: float) -> list[Part]:
    """The products as parts of their sizes added up, those of 0 left out.

    The largest three and all that make up `least` of the whole stand alone, in their order; the
    rest is put together by sign, at the end of each side.
    """
    largest = np.abs(products).max()
    if largest == 0:
        return []
    shares = products / largest  # first, so that the sum does not grow too large to store
    shares = shares / np.abs(shares).sum()
    kept = np.abs(shares) >= least
    kept[np.argsort(-np.abs(shares), kind="stable")[:_ALWAYS_KEPT]] = True
    return [*_side(shares, kept, shares > 0), *_side(shares, kept, shares < 0)]


def _side(shares: Vector, kept: np.ndarray, chosen: np.ndarray) -> list[Part]:
    rest = np.flatnonzero(chosen & ~kept)
    if len(rest) == 1:
        kept = kept | (np.arange(len(shares)) == rest[0])
        rest = rest[:0]
    alone = [Part((int(one),), float(shares[one])) for one in np.flatnonzero(chosen & kept)]
    together = Part(tuple(map(int, rest)), float(shares[rest].sum()))
    return [*alone, together] if len(rest) else alone
