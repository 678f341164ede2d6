"""Scenarios that are calculated with a mistake on purpose: what is made, and what is said of it."""

import contextlib
from dataclasses import replace

import numpy as np
import pytest

from explorer.files import list_examples, load_example
from explorer.model import Experiment, InputError, attend, calculate, explain
from explorer.model.comparison.compare import compare
from explorer.model.comparison.mistake_wording import mistake_sentences
from explorer.model.comparison.sides import RIGHT_WRONG, State
from explorer.model.contributions import contributions
from explorer.model.experiment import calculating, effort, made_in, steps
from explorer.model.expressions import evaluate
from explorer.model.pins import pinned
from explorer.model.places import Place
from explorer.model.slips.catalogue import SLIPS
from explorer.model.slips.mistakes import MISTAKES
from explorer.model.slips.pairs import PAIRS
from explorer.model.slips.scaling import MODEL_WIDTH_SLIPS

SMALL = [
    example.name
    for example in list_examples()
    if np.prod(load_example(example.name).inputs.shape) <= 200
]


def marked(scenario, name):
    return replace(scenario, experiment=Experiment(name))


def made(scenario, right):
    """What every mistake that can be made gives; without a division numbers may grow too large."""
    for name, slip in MISTAKES.items():
        if not slip.applies(scenario.inputs):
            continue
        if "exponential" in name:
            with contextlib.suppress(InputError):
                yield slip, calculate(marked(scenario, name), right)
        else:
            yield slip, calculate(marked(scenario, name), right)


def sentences(scenario, name, digits=3):
    right, wrong = attend(scenario.inputs), marked(scenario, name)
    both = compare(State(scenario, right), State(wrong, calculate(wrong, right)), RIGHT_WRONG)
    return [sentence.text for sentence in mistake_sentences(both, digits)]


def test_everything_in_the_catalogue_can_be_named():
    every = (*SLIPS, *MODEL_WIDTH_SLIPS, *PAIRS)
    assert list(MISTAKES.values()) == list(every)
    assert all(Experiment(slip.name).slip is slip for slip in every)


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("softmax-by-colum", "softmax-by-column"),
        ("scale-left", "scale-left-out"),
        ("scale-left-out+softmax-by-colum", "scale-left-out+softmax-by-column"),
    ],
)
def test_an_unknown_name_is_refused_with_the_names_that_come_near(name, meant):
    with pytest.raises(InputError) as refused:
        Experiment(name)
    assert f'"{meant}"' in refused.value.expected
    assert refused.value.found == f'"{name}"'


def test_a_name_unlike_any_is_refused_with_some_that_there_are():
    with pytest.raises(InputError, match=f'such as "{SLIPS[0].name}"'):
        Experiment("§§§")


def test_the_experiment_changes_what_is_calculated_and_not_the_inputs(seed_scenario):
    wrong = marked(seed_scenario, "exponential-not-divided")
    assert wrong.query is seed_scenario.query
    assert attend(wrong.inputs).output.tolist() == [[20.0]]
    assert calculate(wrong).weights[0, 1] == 1.0
    assert calculate(seed_scenario).output.tolist() == [[20.0]]


def test_the_right_calculation_stands_beside_the_mistake(seed_scenario):
    wrong = calculate(marked(seed_scenario, "exponential-not-divided"))
    assert wrong.right.output.tolist() == [[20.0]]
    assert wrong.right.scores is not None
    assert calculate(seed_scenario, wrong).arrays.table("output") is wrong.right.arrays.table(
        "output"
    )
    assert wrong.right.right is None


def test_numbers_too_large_when_right_leave_the_mistake_as_it_is(seed_scenario):
    huge = replace(seed_scenario, query=np.full((1, 2), 100.0), scale=1e308)
    wrong = calculate(marked(huge, "scale-left-out"))
    assert isinstance(wrong.right, InputError)
    assert "too large" in wrong.right.found


def test_the_stages_of_the_right_calculation_and_of_the_mistake_are_told(seed_scenario):
    scenario = marked(seed_scenario, "exponential-not-divided")
    *stages, trace = calculating(scenario)
    assert len(stages) == steps(scenario) == 8
    assert stages[-2] in MISTAKES["exponential-not-divided"].wrong
    assert trace.stages == tuple(stages[4:])
    assert steps(seed_scenario) == 4
    assert effort(scenario) == 2 * effort(seed_scenario)
    assert effort(scenario, trace) == effort(seed_scenario)


def test_a_mistake_that_cannot_be_made_is_not_made(seed_scenario):
    wrong = marked(seed_scenario, "mask-left-out")
    assert made_in(wrong) is None
    assert calculate(wrong).output.tolist() == [[20.0]]


def test_a_pin_keeps_no_experiment(seed_scenario):
    assert pinned(marked(seed_scenario, "divided-by-d")).experiment is None


@pytest.mark.parametrize("example", SMALL)
def test_every_mistake_can_be_made_or_says_what_it_lacks(example):
    scenario = load_example(example)
    right = attend(scenario.inputs)
    for slip in MISTAKES.values():
        obstacle = slip.obstacle(scenario.inputs).removeprefix("it needs ").strip()
        assert bool(obstacle) != slip.applies(scenario.inputs)
    for slip, trace in made(scenario, right):
        assert all(stage in trace.stages for stage in slip.wrong)


@pytest.mark.parametrize("example", SMALL)
def test_every_wrong_number_follows_from_its_derivation(example):
    scenario = load_example(example)
    right = attend(scenario.inputs)
    for slip, trace in made(scenario, right):
        for stage in trace.stages:
            rows, columns = trace.shape_of(stage.name)
            for row, column in {(0, 0), (rows - 1, columns - 1), (rows - 1, 0)}:
                derivation = explain(trace, stage.name, row, column)
                assert derivation.result == trace.arrays[stage.name][row, column]
                for form in derivation.forms:
                    close = pytest.approx(derivation.result, rel=1e-9, abs=1e-12)
                    assert evaluate(form) == close, (slip.name, stage.name)


@pytest.mark.parametrize(
    "name",
    ["next-value", "key-reshaped", "key-reshaped-by-column", "weights-transposed", "keys-mixed"],
)
def test_the_products_of_a_wrong_sum_are_those_that_were_added_up(name):
    trace = calculate(marked(load_example("three-positions"), name))
    stage = MISTAKES[name].stage
    parts = contributions(trace, Place(stage, 1, 1))
    assert parts.products.sum() == pytest.approx(trace.arrays[stage][1, 1])


def test_the_stages_before_are_the_same_and_the_sentence_says_where_it_departs():
    told = sentences(load_example("three-positions"), "softmax-by-column")
    assert told[:2] == ["Scores: the same.", "Scaled scores: the same."]
    assert told[2] == (
        "Weights: done in another way here, with other numbers in 3 of 3 rows; "
        "most of all for “mice” and “chase”: right 0.734, wrong 0.284."
    )
    assert told[3].startswith("Output: other numbers in 3 of 3 rows, because the weights differ;")


def test_what_looks_like_a_mistake_and_is_none_comes_out_the_same():
    *_, weights, output = sentences(load_example("causal"), "mask-after-softmax-renormalised")
    assert weights == "Weights: done in another way here, and yet the same but for rounding."
    assert output == "Output: the same but for rounding."


def test_blocked_cells_are_counted_on_both_sides():
    masked = sentences(load_example("causal"), "mask-transposed")[2]
    assert "it blocks 10 cells by mistake; it does not block 10 cells by mistake" in masked


def test_the_seeds_example_hides_a_missing_scale_in_its_output(seed_scenario):
    *_, output = sentences(seed_scenario, "scale-left-out")
    assert output == "Output: the same, although the weights differ."


def test_tables_of_other_shapes_are_not_compared():
    """The values of the seed have one component, its keys two."""
    *_, output = sentences(load_example("one-query-three-sources"), "keys-mixed")
    assert output.endswith(" 1 × 1 when right, 1 × 2 when wrong.")
