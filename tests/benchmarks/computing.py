"""The model: traces after a change, explanations, and undo."""

import gc
import itertools
from functools import partial

import numpy as np

from explorer.app.edits import set_cells
from explorer.app.session import Session
from explorer.model import Granularity, Scenario, attend, explain, walkthrough
from tests.benchmarks.measuring import Row, amount, ratio, row_of_pairs, seconds
from tests.benchmarks.memory import resident_megabytes
from tests.benchmarks.scenarios import edited, scenario

SIZE = 1024


def rows(rounds: int) -> list[Row]:
    start = scenario(SIZE)
    limits = {"value": 1 / 50, "query": 1 / 50, "key": 1 / 2}
    incremental = [_after_a_change(start, array, limits[array], rounds) for array in limits]
    return [*incremental, *_explaining(rounds), *_undoing(start, rounds)]


def _after_a_change(start: Scenario, array: str, limit: float, rounds: int) -> Row:
    """Each trace is made from the one before, as in a session."""
    pairs = []
    trace = attend(start.inputs)
    for changed in itertools.islice(edited(start, array), rounds + 1):
        inputs, previous = changed.inputs, trace
        ours = seconds(partial(attend, inputs, previous))
        theirs = seconds(partial(attend, inputs))
        trace = attend(inputs, previous)
        pairs.append((ours, theirs))
    what = f"trace after a change of one {array} cell, {SIZE:,}², d = 64, against a full one"
    return row_of_pairs(what, limit, pairs[1:])


def _explaining(rounds: int) -> list[Row]:
    small, large = (attend(scenario(size).inputs) for size in (4, 4096))

    def explained(trace):
        row, columns = trace.inputs.shape[0] // 2, trace.inputs.value.shape[1]
        for stage in trace.stages:
            explain(trace, stage.name, row, columns // 2 if stage.name == "output" else row)

    def jumped(trace):
        for granularity in Granularity:
            walk = walkthrough(trace, granularity)
            for share in (0.2, 0.4, 0.6, 0.8):
                assert walk[int(share * len(walk))].derivation

    return [
        ratio(
            f"{what} at 4,096², against 4×4",
            2,
            partial(run, large),
            partial(run, small),
            rounds,
            50,
        )
        for what, run in (("explain", explained), ("jumping to any step", jumped))
    ]


def _undoing(start: Scenario, rounds: int) -> list[Row]:
    session = Session(start)
    steps = itertools.count()

    def edit():
        step = next(steps)
        cell = np.array([[float(step)]])
        session.edit(set_cells, ("query", "value")[step % 2], step % SIZE, step % 64, cell)

    for _ in range(20):
        edit()
    before = resident_megabytes()
    for _ in range(500):
        edit()
    gc.collect()
    grown = resident_megabytes() - before
    pairs = [(seconds(session.undo_stack.undo), seconds(edit)) for _ in range(rounds)]
    return [
        row_of_pairs(f"undo of an edit at {SIZE:,}², against the edit", 1, pairs),
        amount(f"500 undo steps at {SIZE:,}² add", 100, " MB", [grown]),
    ]
