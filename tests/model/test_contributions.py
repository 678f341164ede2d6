"""The products behind a number are its own: they add up to it, and the words name the largest."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.files import list_examples, load_example
from explorer.model import Place, Scenario, attend, explain
from explorer.model.contributions import contributions, leading_sentence, product_words, term_name
from explorer.model.expressions import Sum, evaluate
from explorer.model.gathering import binned, gathered
from explorer.model.places import Axis
from explorer.model.scenario import default_names

PRODUCTS = st.lists(st.floats(-1e3, 1e3), min_size=1, max_size=80).map(np.array)


def scenario_of(query, key, value=None):
    query, key = np.array(query, dtype=float), np.array(key, dtype=float)
    value = np.ones((len(key), 1)) if value is None else np.array(value, dtype=float)
    names = {
        "queries": default_names("Query", len(query)),
        "sources": default_names("Source", len(key)),
    }
    return Scenario(query=query, key=key, value=value, **names)


def sentence(scenario, place, digits=3):
    trace = attend(scenario.inputs)
    return leading_sentence(scenario, trace, contributions(trace, place), digits)


def cells_of(trace, array):
    rows, columns = trace.shape_of(array)
    return [Place(array, row, column) for row in range(rows) for column in range(columns)]


@pytest.mark.parametrize("name", [example.name for example in list_examples()])
def test_the_products_of_every_example_add_up_to_the_number(name):
    trace = attend(load_example(name).inputs)
    seen = 0
    for stage in trace.stages:
        for place in cells_of(trace, stage.name):
            parts = contributions(trace, place)
            if parts is not None:
                scale = np.abs(parts.products).sum()
                total = math.fsum(parts.products)
                assert total == pytest.approx(trace.number(place), rel=1e-12, abs=1e-12 * scale)
                seen += 1
    assert seen >= trace.output.size


@pytest.mark.parametrize("array", ["scores", "output"])
def test_the_products_are_the_terms_of_the_derivation(array):
    trace = attend(load_example("twelve-tokens").inputs)
    for place in cells_of(trace, array):
        form = explain(trace, array, place.row, place.column).forms[0]
        assert isinstance(form, Sum)
        expected = [evaluate(term) for term in form.terms]
        assert contributions(trace, place).products.tolist() == expected


def test_a_score_counts_components_and_an_output_sources(seed_scenario):
    trace = attend(seed_scenario.inputs)
    assert contributions(trace, Place("scores", 0, 2)).axis is Axis.COMPONENTS
    assert contributions(trace, Place("output", 0, 0)).axis is Axis.SOURCES


@pytest.mark.parametrize(
    "place",
    [
        Place("scaled_scores", 0, 0),
        Place("row_sum", 0, 0),
        Place("weights", 0, 0),
        Place("query", 0, 0),
    ],
)
def test_what_is_not_a_sum_of_products_has_no_contributions(seed_scenario, place):
    assert contributions(attend(seed_scenario.inputs), place) is None


def test_a_bias_that_is_added_is_not_a_product(seed_scenario):
    biased = replace(seed_scenario, bias=np.array([[1.0, 2.0, 3.0]]))
    assert contributions(attend(biased.inputs), Place("masked_scores", 0, 0)) is None


@pytest.mark.parametrize(
    ("query", "key", "expected"),
    [
        ([1, 3], [5, 2], "Component 2 contributes most: 3×2 = 6."),
        ([1, 3], [5, -2], "Component 2 takes away most: 3×(−2) = −6."),
        ([1 / 3, 0], [1, 1], "Component 1 contributes most: 0.333×1 ≈ 0.333."),
        ([1 / 3, 0], [30, 1], "Component 1 contributes most: 0.333×30 ≈ 10."),
        ([0, 0], [5, 2], "Every product is 0."),
        ([2], [5], "There is one component only: 2×5 = 10."),
        ([1, 2], [2, 1], "Component 1 and component 2 contribute most, 2 each."),
        ([1, 1], [-1, -1], "Component 1 and component 2 take away most, −1 each."),
        (
            [1, 1],
            [1, -1],
            "Component 1 and component 2 have the largest products, 1 and −1.",
        ),
        ([1, 1, 1, 1], [2, 2, 2, 2], "4 components contribute most, 2 each."),
    ],
)
def test_the_largest_product_is_named_in_words(query, key, expected):
    assert sentence(scenario_of([query], [key]), Place("scores", 0, 0)) == expected


def test_the_source_that_contributes_most_is_named(seed_scenario):
    place = Place("output", 0, 0)
    assert sentence(seed_scenario, place) == "Source 3 contributes most: 0.401×30 ≈ 12.033."
    renamed = replace(seed_scenario, sources=("a", "b", "a"))
    assert sentence(renamed, place) == "“a” (3) contributes most: 0.401×30 ≈ 12.033."
    assert term_name(renamed, Axis.SOURCES, 0) == "“a” (1)"


def test_a_product_is_written_with_all_digits_when_asked(seed_scenario):
    trace = attend(seed_scenario.inputs)
    words = product_words(trace, Place("output", 0, 0), 2)
    assert words == "0.4011120926797859×30 = 12.033362780393578"


def test_shares_stay_finite_where_the_sizes_add_up_to_more_than_can_be_stored():
    huge = scenario_of([[1e154, 1e154]], [[1.5e154, -1.5e154]])
    parts = contributions(attend(huge.inputs), Place("scores", 0, 0))
    assert parts.shares.tolist() == [1, -1]
    assert [part.share for part in gathered(parts.products, 0.1)] == [0.5, -0.5]


@given(PRODUCTS, st.integers(1, 100))
def test_bins_cover_every_product_once_and_show_the_largest(products, most):
    bins = binned(products, most)
    assert len(bins) <= most
    covered = [index for bin_ in bins for index in range(bin_.first, bin_.last + 1)]
    assert covered == list(range(len(products)))
    for bin_ in bins:
        inside = np.abs(products[bin_.first : bin_.last + 1])
        assert abs(products[bin_.peak]) == inside.max()


@given(PRODUCTS, st.floats(0, 1))
def test_parts_add_up_by_sign_and_leave_out_only_zeros(products, least):
    parts = gathered(products, least)
    indexes = sorted(index for part in parts for index in part.indexes)
    assert set(indexes) <= set(np.flatnonzero(products).tolist())
    assert len(indexes) == len(set(indexes))
    if not parts:
        assert not products.any()
        return
    relative = products / np.abs(products).max()
    for part in parts:
        expected = relative[list(part.indexes)].sum() / np.abs(relative).sum()
        assert part.share == pytest.approx(expected, rel=1e-9, abs=1e-300)
    assert sum(abs(part.share) for part in parts) == pytest.approx(1)


def test_the_smallest_are_put_together_by_sign_at_the_end():
    products = np.array([10.0, 1, -1, 20, 1, -1, 30, 1])
    parts = gathered(products, least=0.1)
    assert [part.indexes for part in parts] == [(0,), (3,), (6,), (1, 4, 7), (2, 5)]


def test_a_single_small_one_keeps_its_name():
    parts = gathered(np.array([10.0, 1, 20, 30]), least=0.1)
    assert [part.indexes for part in parts] == [(0,), (1,), (2,), (3,)]
