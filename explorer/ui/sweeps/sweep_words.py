"""What a sweep shows, in words and as the columns of a table."""

from collections.abc import Sequence

import numpy as np

from explorer.files.csv_text import Sheet
from explorer.model import Scenario
from explorer.model.sweep import Point
from explorer.model.wording import spoken_name, spoken_names
from explorer.ui.looks.look import Look

MOST_LINES = 8
"""Lines in one plot; of more, those that move most are drawn."""


def source_names(scenario: Scenario) -> tuple[str, ...]:
    """The sources, those of the same name told apart."""
    return spoken_names(scenario.sources)


def output_names(points: Sequence[Point]) -> tuple[str, ...]:
    """The components of the output."""
    return tuple(f"component {index + 1}" for index in range(len(points[0].output)))


def reader_names(scenario: Scenario) -> tuple[str, ...]:
    """The readers, those of the same name told apart."""
    return spoken_names(scenario.queries)


def moving_most(rows: Sequence[np.ndarray]) -> list[int]:
    """The columns to draw, in order: all of them, or those with the largest range."""
    ranges = np.ptp(np.array(rows), axis=0)
    most = np.argsort(-ranges, kind="stable")[:MOST_LINES]
    return sorted(int(column) for column in most)


def summary(
    points: Sequence[Point], label: str, reader: str, scenario: Scenario, look: Look
) -> str:
    """From one end of the range to the other: what of one reader moved and what did not."""
    first, last = points[0], points[-1]
    number = look.number
    span = f"{label[:1].upper()}{label[1:]} from {number(first.value)} to {number(last.value)}"
    moved = f"{span}: for {reader}, "
    weights, output = (
        np.ptp(np.array([getattr(point, part) for point in points]), axis=0)
        for part in ("weights", "output")
    )
    if not weights.any():
        told = "the weights do not change"
    else:
        column = int(np.argmax(weights))
        told = (
            f"the weight of {spoken_name(scenario.sources, column)} moves most, from "
            f"{number(first.weights[column])} to {number(last.weights[column])}"
        )
    if not output.any():
        return f"{moved}{told}; the output does not change."
    column = int(np.argmax(output))
    return (
        f"{moved}{told}; output component {column + 1} goes from "
        f"{number(first.output[column])} to {number(last.output[column])}."
    )


def as_sheet(points: Sequence[Point], label: str, scenario: Scenario) -> Sheet:
    """A row a value: the value, every weight, every component of the output."""
    weights = [f"weight of {name}" for name in source_names(scenario)]
    output = [f"output {name}" for name in output_names(points)]
    rows = [np.concatenate(([point.value], point.weights, point.output)) for point in points]
    return Sheet([label, *weights, *output], rows)
