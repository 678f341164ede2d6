"""The forward pass against results of ONNX, PyTorch, mpmath and print."""

from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from explorer.model import AttentionInputs, attend


def test_the_array_agrees_with_the_reference(stage_case, stage):
    computed = getattr(attend(stage_case.inputs()), stage)

    rtol, atol = stage_case.tolerances[stage]
    assert computed is not None
    assert_allclose(computed, stage_case.arrays[stage], rtol=rtol, atol=atol, strict=True)


@pytest.mark.parametrize(("folder", "count"), [("single_head", 91), ("torch", 30), ("mp", 12)])
def test_no_case_is_missing_and_no_file_is_forgotten(all_cases, reference_folder, folder, count):
    cases = all_cases[folder]

    assert len({case.id for case in cases}) == len(cases) == count
    stored = {path for path in (reference_folder / folder).iterdir() if path.is_file()}
    assert stored == {case.file for case in cases}


@pytest.mark.parametrize(
    ("array", "count"),
    [
        ("scores", 42),
        ("scaled_scores", 44),
        ("capped_scores", 2),
        ("masked_scores", 4),
        ("weights", 48),
        ("output", 133),
    ],
)
def test_each_array_is_compared_as_often_as_the_cases_give_it(all_cases, array, count):
    cases = [case for folder in all_cases.values() for case in folder]

    assert sum(array in case.arrays for case in cases) == count


def test_references_with_queries_that_may_read_nothing_were_seen(all_cases):
    empty = [
        case
        for folder in all_cases.values()
        for case in folder
        if case.arguments["allowed"] is not None and not case.arguments["allowed"].any(axis=1).all()
    ]

    assert len(empty) >= 5
    for case in empty:
        rows = ~case.arguments["allowed"].any(axis=1)
        trace = attend(case.inputs())
        assert_array_equal(trace.weights[rows], 0.0)
        assert_array_equal(trace.output[rows], 0.0)


def test_the_reference_readme_names_every_manifest(reference_folder):
    readme = (reference_folder / "README.md").read_text(encoding="utf-8")

    for path in [*reference_folder.glob("*.json*"), Path("single_head/"), Path("mp/")]:
        assert path.name in readme


def rounding(figures):
    """Half a unit of the last printed digit."""
    return 0.5 * 10.0 ** -figures["printed_decimals"] * (1 + 1e-9)


def test_published_the_five_examples_are_there(published):
    assert sorted(published) == [
        "journey_starts_with_one_step",
        "one_query",
        "three_inputs_with_projections",
        "two_scores_of_d_64",
        "weighted_mix",
    ]


def test_published_weighted_mix(published):
    figures = published["weighted_mix"]

    trace = attend(AttentionInputs(None, None, figures["value"], weights=[figures["weights"]]))

    assert trace.scores is None
    assert_array_equal(trace.weights, [figures["weights"]])
    assert_array_equal(trace.output, figures["output"])


def test_published_one_query(published):
    figures = published["one_query"]

    trace = attend(AttentionInputs(figures["query"], figures["key"], figures["value"]))

    assert_array_equal(trace.scores, figures["scores"])
    assert_allclose(trace.scaled_scores, figures["scaled"], rtol=0, atol=rounding(figures))
    assert_allclose(trace.weights, figures["weights"], rtol=0, atol=rounding(figures))
    assert_array_equal(trace.output, figures["output"])


def test_published_journey_starts_with_one_step(published):
    figures = published["journey_starts_with_one_step"]
    x = figures["input"]

    trace = attend(AttentionInputs(x, x, x, scale=figures["scale"]))

    atol = rounding(figures)
    assert_allclose(trace.scores[1], figures["scores_row_2"], rtol=0, atol=atol)
    assert_allclose(trace.weights[1], figures["weights_row_2"], rtol=0, atol=atol)
    assert_allclose(trace.output[1], figures["output_row_2"], rtol=0, atol=atol)


def test_published_three_inputs(published):
    figures = published["three_inputs_with_projections"]

    trace = attend(
        AttentionInputs(figures["query"], figures["key"], figures["value"], scale=figures["scale"])
    )

    assert_array_equal(trace.scores, figures["scores"])
    assert_allclose(trace.weights, figures["weights"], rtol=0, atol=rounding(figures))
    assert_allclose(trace.output, figures["output"], rtol=0, atol=rounding(figures))


def test_published_two_scores_of_64_components(published):
    figures = published["two_scores_of_d_64"]
    query = np.zeros((1, figures["d"]))
    key = np.zeros((2, figures["d"]))
    query[0, 0] = 1.0
    key[:, 0] = figures["scores"][0]

    trace = attend(AttentionInputs(query, key, [[0.0], [1.0]]))

    assert_array_equal(trace.scores, figures["scores"])
    assert_array_equal(trace.scaled_scores, figures["scaled"])
    assert_allclose(trace.weights, figures["weights"], rtol=0, atol=rounding(figures))
