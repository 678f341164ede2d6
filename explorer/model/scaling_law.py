"""How scores grow with d: random vectors measured beside what probability says of them.

The components of a query and of a key have mean 0 and variance σ². Within one vector any two of
them have the correlation ρ; a query and a key are independent. Then a score q·k has mean 0 and
the variance σ⁴·(d + d·(d − 1)·ρ²): with σ = 1 and ρ = 0 it is d, which is why scores are divided
by √d (Vaswani et al. 2017, section 3.2.1).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from explorer.model.arrays import Matrix, frozen
from explorer.model.attention import attend
from explorer.model.errors import InputError
from explorer.model.inputs import AttentionInputs
from explorer.model.scenario import Scenario, default_names

LARGEST_D = 4096
MOST_SOURCES = 512
READERS = 64
"""Queries of one draw: what is measured is a mean over them."""
OPENED_READERS = 4
"""Queries of a draw that is opened as a scenario."""


class Distribution(StrEnum):
    """What one component is drawn from; each has mean 0 and variance 1 before it is spread."""

    NORMAL = "normal"
    UNIFORM = "uniform"
    SIGNS = "signs"


@dataclass(frozen=True, slots=True, kw_only=True)
class Population:
    """What random queries and keys are drawn from.

    `spread` is σ, the standard deviation of a component; `correlation` is ρ between two
    components of one vector, from 0 on and below 1. Raises InputError outside of the limits.
    """

    n_key: int = 8
    distribution: Distribution = Distribution.NORMAL
    spread: float = 1.0
    correlation: float = 0.0
    seed: int = 0

    def __post_init__(self) -> None:
        if not 2 <= self.n_key <= MOST_SOURCES:
            raise InputError("sources", f"2 to {MOST_SOURCES}", f"{self.n_key}")
        if not 0 < self.spread <= 100:
            raise InputError("spread", "above 0 and at most 100", f"{self.spread}")
        if not 0 <= self.correlation < 1:
            raise InputError("correlation", "from 0 on and below 1", f"{self.correlation}")

    @property
    def is_as_assumed(self) -> bool:
        """Whether components have variance 1 and do not go with each other."""
        return self.spread == 1 and self.correlation == 0

    def draw(self, d: int) -> tuple[Matrix, Matrix]:
        """READERS queries and `n_key` keys of `d` components; the same for the same seed."""
        if not 1 <= d <= LARGEST_D:
            raise InputError("d", f"1 to {LARGEST_D}", f"{d}")
        generator = np.random.default_rng([self.seed, d])
        return self._vectors(generator, READERS, d), self._vectors(generator, self.n_key, d)

    def _vectors(self, generator: np.random.Generator, count: int, d: int) -> Matrix:
        own = _unit(generator, self.distribution, (count, d))
        shared = _unit(generator, self.distribution, (count, 1))
        share = math.sqrt(self.correlation)
        rest = math.sqrt(1 - self.correlation)
        return frozen(self.spread * (rest * own + share * shared))


@dataclass(frozen=True, slots=True)
class Softened:
    """What the softmax makes of the scores of one draw, as means over the readers.

    `largest` is the largest weight of a row, `entropy` that of a row in bits: 0 where one source
    gets everything, log₂ of the number of sources where all get the same.
    """

    largest: float
    entropy: float


@dataclass(frozen=True, slots=True)
class Measurement:
    """One draw at one `d`: the spread of its scores beside the theory, and its weights.

    `spread` is the root of the mean square of the scores, `theory` its expected value.
    """

    d: int
    spread: float
    theory: float
    unscaled: Softened
    scaled: Softened


def theoretical_spread(population: Population, d: int) -> float:
    """The standard deviation of a score of `d` components."""
    rho, sigma = population.correlation, population.spread
    return sigma**2 * math.sqrt(d + d * (d - 1) * rho**2)


def measure(population: Population, d: int) -> Measurement:
    """Draw once and measure. Raises InputError for a `d` outside of 1 to LARGEST_D."""
    query, key = population.draw(d)
    value = np.zeros((population.n_key, 1))
    scaled = attend(AttentionInputs(query, key, value))
    unscaled = attend(AttentionInputs(query, key, value, scale=1.0))
    return Measurement(
        d=d,
        spread=float(np.sqrt(np.mean(np.square(scaled.arrays["scores"])))),
        theory=theoretical_spread(population, d),
        unscaled=_softened(unscaled.weights),
        scaled=_softened(scaled.weights),
    )


def widths(largest: int = LARGEST_D) -> tuple[int, ...]:
    """The powers of two up to `largest`: where measurements are taken."""
    return tuple(2**power for power in range(int(math.log2(largest)) + 1))


def measurements(population: Population, at: Sequence[int]) -> tuple[Measurement, ...]:
    """A measurement at each width."""
    return tuple(measure(population, d) for d in at)


def opened(population: Population, d: int) -> Scenario:
    """The first queries and all keys of a draw as a scenario; value j is 10·j."""
    query, key = population.draw(d)
    n_key = population.n_key
    return Scenario(
        title=f"Random vectors, d = {d}, seed {population.seed}",
        query=query[:OPENED_READERS],
        key=key,
        value=frozen(np.arange(10.0, 10 * n_key + 1, 10).reshape(-1, 1)),
        queries=default_names("Query", OPENED_READERS),
        sources=default_names("Source", n_key),
    )


def _unit(
    generator: np.random.Generator, distribution: Distribution, shape: tuple[int, int]
) -> Matrix:
    match distribution:
        case Distribution.NORMAL:
            return generator.standard_normal(shape)
        case Distribution.UNIFORM:
            return generator.uniform(-math.sqrt(3), math.sqrt(3), shape)
        case Distribution.SIGNS:
            return generator.choice(np.array([-1.0, 1.0]), size=shape)


def _softened(weights: Matrix) -> Softened:
    positive = np.where(weights > 0, weights, 1.0)  # a weight of 0 adds nothing
    entropy = -(weights * np.log2(positive)).sum(axis=1)
    return Softened(float(weights.max(axis=1).mean()), float(entropy.mean()))
