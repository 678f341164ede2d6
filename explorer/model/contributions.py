"""What each product of a sum adds to the number in a cell, and the words for the largest."""

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from explorer.model.convention import Convention
from explorer.model.derivation import Derivation
from explorer.model.explanation import axes_of, explain, explain_term
from explorer.model.expressions import Expression, Number, Product, Sum, evaluate, numbers
from explorer.model.number_format import exact_text, format_number, is_rounded
from explorer.model.places import Axis, Place, Region
from explorer.model.scenario import Scenario
from explorer.model.trace import AttentionTrace
from explorer.model.wording import spoken_name

Vector: TypeAlias = NDArray[np.float64]

_UNITS = {
    Axis.MODEL_COMPONENTS: "component",
    Axis.COMPONENTS: "component",
    Axis.SOURCES: "source",
}
_MOST_NAMED = 3
_TIE = 1e-9
"""Products that differ by less than this, relative to the largest, count as equally large."""


@dataclass(frozen=True, slots=True, eq=False)
class Contributions:
    """The products that add up to the number at `place`; `axis` says what they are counted by.

    `products` has one number for each component or source, (n,).
    """

    place: Place
    axis: Axis
    products: Vector

    @property
    def shares(self) -> Vector:
        """The products as parts of the largest in size: −1 to 1; all 0 if every product is."""
        largest = np.abs(self.products).max()
        return self.products / largest if largest > 0 else np.zeros_like(self.products)

    @property
    def leaders(self) -> list[int]:
        """The indexes of the products that are largest in size; none if every product is 0."""
        sizes = np.abs(self.shares)
        return [int(index) for index in np.flatnonzero(sizes >= 1 - _TIE)]


def contributions(
    trace: AttentionTrace, place: Place, derivation: Derivation | None = None
) -> Contributions | None:
    """The products behind a cell; None where it is not a sum of products of two arrays.

    `derivation` is that of the cell, where it is there already.
    """
    if derivation is None:
        derivation = explain(trace, place.array, place.row, place.column)
    if not _adds_up_products(derivation) or len(derivation.reads) != 2:
        return None
    axis = _free_axis(trace, derivation.reads[0])
    if not trace.owner(place.array).is_usual:  # it may pair them in another way
        return Contributions(place, axis, _worked_out(derivation.forms[0]))
    left, right = (_vector(trace, region) for region in derivation.reads)  # (n,), (n,)
    return Contributions(place, axis, left * right)


def product_words(
    trace: AttentionTrace,
    place: Place,
    index: int,
    digits: int | None = None,
    convention: Convention = Convention.ROWS,
) -> str:
    """One product: `0.401×30 ≈ 12.033`; all digits for None."""
    derivation = explain_term(trace, place, index)
    factors = [number.value for number in numbers(derivation.forms[0])]
    if convention.is_turned:
        factors.reverse()
    written = "×".join(_factor(value, digits) for value in factors)
    sign = _sign([*factors, derivation.result], digits)
    return f"{written} {sign} {_written(derivation.result, digits)}"


def term_name(scenario: Scenario, axis: Axis, index: int) -> str:
    """What a product belongs to, at the beginning of a sentence: `Component 2`, `“cat”`."""
    name = spoken_name(scenario.names(axis), index)
    return name[0].upper() + name[1:]


def leading_sentence(
    scenario: Scenario,
    trace: AttentionTrace,
    parts: Contributions,
    digits: int | None,
    convention: Convention = Convention.ROWS,
) -> str:
    """Which product is largest in size: `Component 2 contributes most: 3×2 = 6.`"""
    leaders, count = parts.leaders, len(parts.products)
    if not leaders:
        return "Every product is 0."
    first = leaders[0]
    words = product_words(trace, parts.place, first, digits, convention)
    if count == 1:
        return f"There is one {_UNITS.get(parts.axis, 'term')} only: {words}."
    if len(leaders) == 1:
        verb = "contributes most" if parts.products[first] > 0 else "takes away most"
        return f"{term_name(scenario, parts.axis, first)} {verb}: {words}."
    return _tied_sentence(scenario, parts, digits)


def _tied_sentence(scenario: Scenario, parts: Contributions, digits: int | None) -> str:
    leaders = parts.leaders
    amounts = [float(parts.products[index]) for index in leaders]
    each = _written(amounts[0], digits)
    about = "about " if _sign(amounts[:1], digits) == "≈" else ""
    same_sign = len({amount > 0 for amount in amounts}) == 1
    if len(leaders) > _MOST_NAMED:
        who = f"{len(leaders)} {_UNITS.get(parts.axis, 'term')}s"
    else:
        names = [spoken_name(scenario.names(parts.axis), index) for index in leaders]
        who = f"{', '.join(names[:-1])} and {names[-1]}"
        who = who[0].upper() + who[1:]
    if same_sign:
        verb = "contribute most" if amounts[0] > 0 else "take away most"
        return f"{who} {verb}, {about}{each} each."
    size = format_number(abs(amounts[0]), digits)
    return f"{who} have the largest products, {about}{size} and −{size}."


def _adds_up_products(derivation: Derivation) -> bool:
    form = derivation.forms[0] if derivation.forms else None
    if not isinstance(form, Sum):
        return False
    product = form.terms[0]  # the terms of one sum are all alike
    if not isinstance(product, Product) or len(product.factors) != 2:
        return False
    return all(isinstance(factor, Number) and factor.place for factor in product.factors)


def _worked_out(form: Expression) -> Vector:
    """The products of a sum one by one, (n,)."""
    assert isinstance(form, Sum)  # _adds_up_products
    return np.array([evaluate(product) for product in form.terms])


def _vector(trace: AttentionTrace, region: Region) -> Vector:
    """The row or column of an array that a sum runs along."""
    if region.row is not None:
        return trace.row(region.array, region.row)
    return trace.column(region.array, region.first.column)


def _free_axis(trace: AttentionTrace, region: Region) -> Axis:
    axes = axes_of(trace, region.array)
    return axes[0] if region.row is None else axes[1]


def _written(value: float, digits: int | None) -> str:
    return exact_text(value) if digits is None else format_number(value, digits)


def _factor(value: float, digits: int | None) -> str:
    text = _written(value, digits)
    return f"({text})" if value < 0 else text


def _sign(values: list[float], digits: int | None) -> str:
    """`=` if every number is written out in full."""
    return "≈" if digits is not None and any(is_rounded(one, digits) for one in values) else "="
