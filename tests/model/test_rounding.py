"""Where numbers as shown do not give the result as shown."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.files import load_example
from explorer.model import AttentionInputs, Place, attend, explain
from explorer.model.derivation import Derivation
from explorer.model.expressions import (
    Difference,
    Exponential,
    Function,
    LazyTerms,
    Maximum,
    Number,
    Product,
    Quotient,
    SquareRoot,
    Sum,
    Symbol,
    evaluate,
)
from explorer.model.rounding import RoundingGap, rounding_gap, row_gap

SEED = attend(AttentionInputs([[1, 0]], [[1, 0], [0, 1], [1, 1]], [[10], [20], [30]]))
THIRDS = attend(AttentionInputs([[0]], [[0], [0], [0]], [[10], [20], [60]]))


def derivation_of(form, result=None):
    value = evaluate(form) if result is None else result
    return Derivation(Place("output", 0, 0), Symbol("y"), (form,), value)


def test_thirds_as_shown_do_not_add_up_to_the_output():
    gap = rounding_gap(explain(THIRDS, "output", 0, 0), 3)
    assert gap.sentence() == (
        "With the numbers rounded to 3 decimals, 0.333×10 + 0.333×20 + 0.333×60 gives 29.97; "
        "unrounded: 30."
    )


def test_the_output_of_the_seed_has_no_gap_with_three_digits_and_one_with_eight():
    output = explain(SEED, "output", 0, 0)
    assert rounding_gap(output, 3) is None
    assert rounding_gap(output, 8).from_shown_text == "19.9999998"


def test_shown_weights_of_a_row_may_add_up_to_less_or_to_more_than_one():
    assert row_gap(THIRDS, 0, 3).sentence() == (
        "Rounded to 3 decimals, the weights of this row add up to 0.999; "
        "unrounded they add up to 1."
    )
    sixth = attend(AttentionInputs(None, None, np.eye(3), weights=[[1 / 6, 1 / 6, 2 / 3]]))
    assert row_gap(sixth, 0, 3).from_shown_text == "1.001"
    assert row_gap(SEED, 0, 3) is None


def test_the_division_of_a_weight_as_shown_may_give_another_weight():
    trace = attend(load_example("causal").inputs)
    assert rounding_gap(explain(trace, "weights", 1, 0), 3).sentence() == (
        "With the numbers rounded to 3 decimals, 1 / 1.243 gives 0.805; unrounded: 0.804."
    )


def test_with_all_digits_there_is_no_gap():
    assert rounding_gap(explain(THIRDS, "output", 0, 0), None) is None
    assert row_gap(THIRDS, 0, None) is None


def test_an_exact_result_has_to_come_out_exactly():
    form = Product((Number(1 / 3), Number(3.0)))
    assert rounding_gap(derivation_of(form), 8).from_shown_text == "0.99999999"


def test_a_rounded_result_may_differ_by_half_of_its_last_digit():
    form = Sum((Number(0.1234), Number(0.1234)))  # 0.123 + 0.123 = 0.246, and 0.2468 is 0.247
    assert rounding_gap(derivation_of(form), 3) == RoundingGap(0.246, 0.2468, 3, form)
    assert rounding_gap(derivation_of(Sum((Number(0.1232), Number(0.1232)))), 3) is None


def test_a_tiny_result_is_judged_by_the_digits_it_is_shown_with():
    assert rounding_gap(derivation_of(Product((Number(1.2344e-5), Number(1.0)))), 3) is None
    shrunk = derivation_of(Product((Number(0.3333), Number(3e-6))))
    assert rounding_gap(shrunk, 3).from_shown_text == "9.99e−7"


@pytest.mark.parametrize(
    "form",
    [
        Exponential(Number(0.5)),
        SquareRoot(Number(2.0)),
        Function("tanh", Quotient(Number(1.0), Number(4.0))),
        Maximum((Number(1 / 3), Number(0.25))),
        Difference(Number(0.7), Number(0.2)),
        Quotient(Number(1.0), Number(3.0)),
    ],
)
def test_arithmetic_on_numbers_that_are_not_rounded_works_out(form):
    assert rounding_gap(derivation_of(form), 3) is None


def test_where_the_shown_numbers_cannot_be_worked_out_nothing_is_said():
    assert rounding_gap(derivation_of(Quotient(Number(1.0), Number(0.0)), 1.0), 3) is None
    with pytest.raises(TypeError, match="Symbol"):
        rounding_gap(derivation_of(Symbol("d"), 1.0), 3)


def test_a_sum_nobody_adds_up_by_hand_is_left_alone_at_no_cost():
    asked = []

    def term(index):
        asked.append(index)
        return Number(1 / 3)

    derivation = derivation_of(Sum(LazyTerms(4096, term)), 4096 / 3)
    assert rounding_gap(derivation, 3) is None
    assert asked in ([], [0])  # one look at what kind of terms they are
    wide = attend(AttentionInputs([[0]], np.zeros((100, 1)), np.ones((100, 1))))
    assert row_gap(wide, 0, 3) is None


@given(
    st.lists(st.floats(-100, 100), min_size=2, max_size=6),
    st.integers(2, 8),
)
def test_a_gap_is_reported_exactly_where_the_pencil_disagrees(values, digits):
    result = math.fsum(values)
    gap = rounding_gap(derivation_of(Sum(tuple(map(Number, values))), result), digits)
    if gap is not None:
        assert gap.from_shown_text not in ("", gap.unrounded_text)
        assert abs(gap.from_shown - result) <= (len(values) + 1) * 0.5 * 10**-digits
