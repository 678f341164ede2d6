"""Where the numbers of any derivation come from; `test_walkthrough` has the seed's chains."""

from dataclasses import replace

import pytest

from explorer.files import list_examples, load_example
from explorer.model import Granularity, Place, attend, explain, walkthrough
from explorer.model.derivation import Derivation
from explorer.model.expressions import LazyTerms, Number, Sum, Symbol, evaluate
from explorer.model.origins import (
    behind,
    count_behind,
    each_operand,
    is_computed,
    operands,
    steps_before,
    unfolded,
)

EXAMPLES = [example.name for example in list_examples()]
MOST_STEPS = 300


def some_steps(name):
    trace = attend(load_example(name).inputs)
    walk = walkthrough(trace, Granularity.TERM)
    return trace, walk[:: len(walk) // MOST_STEPS + 1]


@pytest.mark.parametrize("name", EXAMPLES)
def test_operands_name_each_place_once_with_the_number_that_stands_there(name):
    trace, steps = some_steps(name)
    for step in steps:
        derivation = step.derivation
        for found in (operands(derivation), steps_before(derivation), behind(derivation)[0]):
            places = [number.place for number in found]
            assert None not in places
            assert len(set(places)) == len(places)
            assert all(trace.number(number.place) == number.value for number in found)


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_chain_gets_further_from_the_result_line_by_line_and_ends(name):
    trace, steps = some_steps(name)
    for step in steps:
        chain = list(unfolded(trace, step.place))
        assert [line.level for line in chain] == list(range(1, len(chain) + 1))
        assert all(line.place is not None for line in chain[:-1])
        for line in chain:
            if line.place is not None:
                assert evaluate(line.content) == trace.number(line.place)


def test_a_weight_was_computed_from_its_power_and_the_sum_of_the_row(seed_scenario):
    trace = attend(seed_scenario.inputs)
    found = steps_before(explain(trace, "weights", 0, 2))
    assert [number.place for number in found] == [
        Place("exponentials", 0, 2),
        Place("row_sum", 0, 0),
    ]


def test_behind_a_weight_are_its_score_the_division_and_the_other_scores(seed_scenario):
    trace = attend(seed_scenario.inputs)
    cells, fields = behind(explain(trace, "weights", 0, 1))
    assert [number.place for number in cells] == [
        Place("scaled_scores", 0, 1),
        Place("exponentials", 0, 1),
        Place("row_sum", 0, 0),
        Place("scaled_scores", 0, 0),
        Place("scaled_scores", 0, 2),
    ]
    assert fields == []


@pytest.mark.parametrize(
    ("changes", "stage", "field", "value"),
    [
        ({}, "scaled_scores", "d", 2),
        ({"scale": 0.3}, "scaled_scores", "scale", 0.3),
        ({"softcap": 5.0}, "capped_scores", "softcap", 5),
    ],
)
def test_a_number_that_stands_in_no_cell_names_the_field_it_comes_from(
    seed_scenario, changes, stage, field, value
):
    trace = attend(replace(seed_scenario, **changes).inputs)
    cells, fields = behind(explain(trace, stage, 0, 0))
    assert len(cells) == 1
    assert [(number.field, number.value) for number in fields] == [(field, value)]


@pytest.mark.parametrize("name", EXAMPLES)
def test_what_is_behind_a_number_is_counted_as_it_is_listed(name):
    for step in some_steps(name)[1]:
        cells, fields = behind(step.derivation)
        assert count_behind(step.derivation) == len(cells)
        for most in (0, 1, 3):
            assert behind(step.derivation, most) == (cells[:most], fields)


def test_operands_of_a_sum_over_many_sources_are_made_only_as_they_are_asked_for():
    made = []

    def term(index):
        made.append(index)
        return Number(float(index), Place("weights", 0, index))

    terms = Sum(LazyTerms(10**6, term))
    derivation = Derivation(Place("output", 0, 0), Symbol("y"), (terms,), 0.0)
    assert count_behind(derivation) == 10**6
    assert next(each_operand(derivation)).place == Place("weights", 0, 0)
    assert len(behind(derivation, 6)[0]) == 6
    assert len(made) < 30


def test_a_typed_in_number_comes_from_nowhere(seed_scenario):
    trace = attend(seed_scenario.inputs)
    derivation = explain(trace, "value", 0, 0)
    assert operands(derivation) == []
    assert count_behind(derivation) == 0
    assert steps_before(derivation) == []
    assert behind(derivation) == ([], [])


@pytest.mark.parametrize(
    ("array", "computed"),
    [
        ("query", False),
        ("value", False),
        ("scores", True),
        ("row_maximum", True),
        ("output", True),
        ("capped_scores", False),
        ("nothing", False),
    ],
)
def test_only_tables_of_stages_that_take_part_are_computed(seed_scenario, array, computed):
    assert is_computed(attend(seed_scenario.inputs), Place(array, 0, 0)) is computed
