"""One cell edited and every view repainted, against the bare images of the same heatmaps."""

import numpy as np

from explorer.app.edits import set_cells
from explorer.model import Place
from explorer.model.stages import ColourScale
from explorer.ui.looks.theme import LIGHT
from tests.benchmarks.measuring import Row, row_of_pairs, seconds
from tests.benchmarks.scenarios import scenario
from tests.benchmarks.windows import Images, application, settle, window_on

LIMITS = {16: 1.5, 512: 1.5, 1024: 2.0}


def rows(rounds: int) -> list[Row]:
    application()
    return [_row(size, limit, rounds) for size, limit in LIMITS.items()]


def _row(size: int, limit: float, rounds: int) -> Row:
    """The cell belongs to the query whose weight is the current step: every view has to follow."""
    window = window_on(scenario(size))
    window.session.go_to(Place("weights", 0, 0))
    settle()
    images = Images(window)
    numbers = np.random.default_rng(2)
    pairs = []
    for turn in range(rounds + 3):
        cell, arrays = numbers.normal(size=(1, 1)), images.change(numbers)

        def ours():
            window.session.edit(set_cells, "query", 0, turn % 64, cell)  # noqa: B023
            settle()

        def theirs():
            images.show(arrays, LIGHT.ramps[ColourScale.SYMMETRIC])  # noqa: B023

        order = (ours, theirs) if turn % 2 else (theirs, ours)
        took = {run: seconds(run) for run in order}
        pairs.append((took[ours], took[theirs]))
    window.hide()  # closing would ask whether to save
    what = f"one cell edited at {size:,}², d = 64, all views repainted, against bare images"
    return row_of_pairs(what, limit, pairs[3:], f"{images.count} on the screen")
