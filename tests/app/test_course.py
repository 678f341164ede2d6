"""What is worked out off the main thread comes with the tables that are about to be drawn."""

from dataclasses import replace

import numpy as np
import pytest

from explorer.app import edits
from explorer.app.course import worked_out
from explorer.model import Scenario, tables
from explorer.model.experiment import Experiment, calculate
from explorer.model.scenario import default_names

SIZE = 80


@pytest.fixture
def together(monkeypatch):
    """How many tables are put together of parts."""
    calls = []
    put_together = tables._put_together

    def counted(base, patches, rows, columns):
        if rows is None and columns is None:
            calls.append(base.shape)
        return put_together(base, patches, rows, columns)

    monkeypatch.setattr(tables, "_put_together", counted)
    return calls


def large(**more):
    numbers = np.random.default_rng(2)
    arrays = {name: numbers.normal(size=(SIZE, 2)) for name in ("query", "key", "value")}
    names = {
        "queries": default_names("Query", SIZE),
        "sources": default_names("Source", SIZE),
    }
    return Scenario(**arrays, **names, **more)


def after_an_edit(scenario, shown):
    previous = calculate(scenario)
    edited = edits.set_cells(scenario, "query", 3, 0, np.array([[0.5]])).scenario
    *_, trace = worked_out(edited, previous, shown)
    return trace


def test_tables_that_are_shown_are_put_together_and_no_others(together):
    trace = after_an_edit(large(), ["scores", "weights"])
    assert len(together) == 2
    for name in ("scores", "weights"):
        assert trace.arrays[name].shape == (SIZE, SIZE)
    assert len(together) == 2
    assert trace.arrays["scaled_scores"].shape == (SIZE, SIZE)
    assert len(together) == 3


def test_so_are_those_of_the_right_calculation_beside_a_mistake(together):
    scenario = replace(large(), experiment=Experiment("scale-left-out"))
    trace = after_an_edit(scenario, ["weights"])
    done = len(together)
    assert trace.right.arrays["weights"].shape == trace.arrays["weights"].shape
    assert len(together) == done > 0
