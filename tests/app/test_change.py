"""What a change names is what a view has to repaint, and no more."""

from dataclasses import replace

import numpy as np
import pytest

from explorer.app.change import Change, change_between
from explorer.app.edits import (
    describe_document,
    duplicate,
    insert,
    move,
    rename,
    set_cells,
    set_mask,
    set_scale,
    set_softcap,
)
from explorer.model import Scenario, attend
from explorer.model.masks import CausalMask
from explorer.model.places import Axis

FROM_SCORES = {"scores", "scaled_scores", "weights", "output"}
SEVEN = np.array([[7.0]])


def change(scenario, operation, *arguments):
    before = scenario, attend(scenario.inputs)
    after = operation(scenario, *arguments).scenario
    return change_between(before, (after, attend(after.inputs, before[1])))


def named(*arrays, structure=False, names=False, settings=False):
    return Change(frozenset(arrays), structure, names, settings)


@pytest.mark.parametrize(
    ("operation", "arguments", "expected"),
    [
        (set_cells, ("value", 0, 0, SEVEN), named("value", "output")),
        (set_cells, ("query", 0, 0, SEVEN), named("query", *FROM_SCORES)),
        (set_cells, ("key", 0, 0, SEVEN), named("key", *FROM_SCORES)),
        (set_cells, ("value", 0, 0, np.array([[10.0]])), named()),
        (set_scale, ("none",), named("scaled_scores", "weights", "output", settings=True)),
        (
            set_softcap,
            (5.0,),
            named("capped_scores", "weights", "output", structure=True, settings=True),
        ),
        (
            set_mask,
            (CausalMask(), "causal"),
            named("masked_scores", "weights", "output", structure=True, settings=True),
        ),
        (rename, (Axis.SOURCES, 0, "cat"), named(names=True)),
        (rename, (Axis.QUERIES, 0, "who"), named(names=True)),
        (describe_document, ("title", "notes"), named()),
        (
            insert,
            (Axis.QUERIES, 1),
            named("query", *FROM_SCORES, structure=True, names=True),
        ),
        (
            insert,
            (Axis.VALUE_COMPONENTS, 0),
            named("value", "output", structure=True),
        ),
        (
            insert,
            (Axis.COMPONENTS, 0),
            named("query", "key", *FROM_SCORES, structure=True),
        ),
        (
            move,
            (Axis.SOURCES, 0, 1),
            named("key", "value", *FROM_SCORES, names=True),
        ),
        (
            duplicate,
            (Axis.SOURCES, 0),
            named("key", "value", *FROM_SCORES, structure=True, names=True),
        ),
    ],
)
def test_a_change_names_what_became_different(seed_scenario, operation, arguments, expected):
    assert change(seed_scenario, operation, *arguments) == expected


def test_an_array_that_is_gone_is_named(seed_scenario):
    masked = replace(seed_scenario, mask=CausalMask(), softcap=5.0)
    assert "masked_scores" in change(masked, set_mask, None, "no mask").arrays
    assert "capped_scores" in change(masked, set_softcap, None).arrays


def test_another_start_is_another_structure(seed_scenario):
    mix = Scenario(
        value=seed_scenario.value,
        weights=np.array([[0.2, 0.3, 0.5]]),
        queries=seed_scenario.queries,
        sources=seed_scenario.sources,
    )
    states = [(scenario, attend(scenario.inputs)) for scenario in (seed_scenario, mix)]
    assert change_between(*states) == named("query", "key", *FROM_SCORES, structure=True)


def test_nothing_is_different_between_a_state_and_itself(seed_scenario):
    state = seed_scenario, attend(seed_scenario.inputs)
    assert change_between(state, state) == named()
