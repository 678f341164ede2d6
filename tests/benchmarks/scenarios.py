"""Random scenarios of any size."""

from collections.abc import Iterator

import numpy as np

from explorer.app.edits import set_cells
from explorer.model import Scenario
from explorer.model.scenario import default_names


def scenario(positions: int, d: int = 64) -> Scenario:
    numbers = np.random.default_rng(positions)
    shape = (positions, d)
    return Scenario(
        query=numbers.normal(size=shape),
        key=numbers.normal(size=shape),
        value=numbers.normal(size=shape),
        queries=default_names("Query", positions),
        sources=default_names("Source", positions),
    )


def edited(start: Scenario, array: str) -> Iterator[Scenario]:
    """The scenario with one more cell of the array changed each time, all over the array."""
    numbers = np.random.default_rng(1)
    rows, columns = getattr(start, array).shape
    while True:
        row, column = int(numbers.integers(rows)), int(numbers.integers(columns))
        start = set_cells(start, array, row, column, numbers.normal(size=(1, 1))).scenario
        yield start
