"""Expressions and derivations as text, as LaTeX, and with their powers worked out."""

import numpy as np
import pytest

from explorer.model import AttentionInputs, attend, explain
from explorer.model.explanation import formula
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
    StagePart,
    Sum,
    Symbol,
    Transposed,
    evaluate,
    has_powers,
    with_powers_evaluated,
)
from explorer.model.rendering import LeftOut, shortened, to_latex, to_text


def seed_trace(**options):
    return attend(
        AttentionInputs([[1, 0]], [[1, 0], [0, 1], [1, 1]], [[10], [20], [30]], **options)
    )


ONE, HALF, LESS = Number(1.0), Number(0.5), Number(-2.0)


@pytest.mark.parametrize(
    ("expression", "text", "latex"),
    [
        (Sum((ONE, HALF)), "1 + 0.5", "1 + 0.5"),
        (Sum((LESS, LESS)), "−2 + (−2)", r"-2 + \left(-2\right)"),
        (Product((ONE, LESS)), "1×(−2)", r"1 \times \left(-2\right)"),
        (Product((Symbol("A"), Symbol("V"))), "A·V", r"A \cdot V"),
        (Product((Sum((ONE, HALF)), ONE)), "(1 + 0.5)·1", r"\left(1 + 0.5\right) \cdot 1"),
        (Difference(ONE, LESS), "1 − (−2)", r"1 - \left(-2\right)"),
        (Quotient(ONE, SquareRoot(Number(2.0))), "1 / √2", r"\frac{1}{\sqrt{2}}"),
        (Quotient(ONE, Sum((ONE, ONE))), "1 / (1 + 1)", r"\frac{1}{1 + 1}"),
        (Quotient(ONE, Quotient(ONE, HALF)), "1 / (1 / 0.5)", r"\frac{1}{\frac{1}{0.5}}"),
        (Exponential(Difference(ONE, HALF)), "e^(1 − 0.5)", "e^{1 - 0.5}"),
        (Maximum((ONE, HALF)), "max(1, 0.5)", r"\max\left(1, 0.5\right)"),
        (Symbol("a", (1, 3)), "a₁₃", "a_{13}"),
        (Symbol("a", (1, 12)), "a₁,₁₂", "a_{1,12}"),
        (Transposed(Symbol("K")), "Kᵀ", r"K^\top"),
        (Function("tanh", HALF), "tanh(0.5)", r"\operatorname{tanh}\left(0.5\right)"),
        (StagePart("scores", ONE), "1", "1"),
        (Number(-np.inf), "−∞", r"-\infty"),
        (Number(4.2e-5), "4.2e−5", r"4.2 \cdot 10^{-5}"),
    ],
)
def test_an_expression_reads_as_it_is_written_on_paper(expression, text, latex):
    assert (to_text(expression), to_latex(expression)) == (text, latex)


def test_the_derivations_of_the_seed_read_as_in_the_book():
    trace = seed_trace()
    assert explain(trace, "scores", 0, 2).text() == "q₁·k₃ = 1×1 + 0×1 = 1"
    assert explain(trace, "scaled_scores", 0, 0).text() == "z₁₁ = 1 / √2 ≈ 0.707"
    assert (
        explain(trace, "weights", 0, 2).text()
        == "a₁₃ = e^0.707 / (e^0.707 + e^0 + e^0.707) = 1 / 2.493 ≈ 0.401"
    )
    assert explain(trace, "output", 0, 0).text() == "y₁₁ = 0.401×10 + 0.198×20 + 0.401×30 = 20"


def test_the_formula_names_the_stages_that_take_part():
    assert to_text(formula(seed_trace())) == "softmax(Q·Kᵀ / √d)·V"
    assert "M" in to_text(formula(seed_trace(allowed=[[True, True, False]])))
    assert to_latex(formula(seed_trace(weights=[[0.5, 0.25, 0.25]]))) == r"A \cdot V"


def test_a_long_sum_shows_its_first_terms_an_ellipsis_and_its_last():
    terms = tuple(Number(float(index)) for index in range(10))
    assert to_text(Sum(terms), most_terms=4) == "0 + 1 + … + 9"
    assert shortened(terms, 10) == list(terms)


@pytest.mark.parametrize("most", range(3, 10))
@pytest.mark.parametrize("own", [None, *range(10)])
def test_a_shortened_sum_counts_what_is_left_out(most, own):
    terms = tuple(Number(float(index)) for index in range(10))
    shown = shortened(terms, most, own)
    counted = [term.count if isinstance(term, LeftOut) else 1 for term in shown]
    assert sum(counted) == 10
    assert min(counted) > 0
    assert own is None or terms[own] in shown


def test_powers_are_replaced_by_their_values_and_the_value_stays():
    derivation = explain(seed_trace(), "weights", 0, 2)
    first, second, _ = derivation.lines
    assert to_text(second) == "2.028 / (2.028 + 1 + 2.028)"
    assert evaluate(second) == pytest.approx(evaluate(first), rel=1e-15)
    assert not has_powers(second)


def test_a_derivation_without_powers_has_no_second_line():
    derivation = explain(seed_trace(), "output", 0, 0)
    assert derivation.lines == derivation.forms


def test_working_out_powers_does_not_touch_the_terms_of_a_long_sum():
    asked = []

    def term(index):
        asked.append(index)
        return Exponential(Number(float(index)))

    total = with_powers_evaluated(Sum(LazyTerms(1000, term)))
    assert asked == []
    assert evaluate(total.terms[1]) == pytest.approx(np.e)


@pytest.mark.parametrize(
    "expression",
    [
        Difference(Exponential(ONE), HALF),
        Product((Exponential(ONE), HALF)),
        Maximum((Exponential(ONE), Exponential(HALF))),
        Quotient(Exponential(ONE), Sum((Exponential(ONE), Exponential(LESS)))),
    ],
)
def test_powers_are_found_and_worked_out_wherever_they_stand(expression):
    assert has_powers(expression)
    worked_out = with_powers_evaluated(expression)
    assert not has_powers(worked_out)
    assert evaluate(worked_out) == pytest.approx(evaluate(expression), rel=1e-15)


def test_a_symbol_has_no_value():
    with pytest.raises(TypeError, match="Symbol"):
        evaluate(Sum((ONE, Symbol("d"))))
