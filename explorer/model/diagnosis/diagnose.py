"""Own numbers held against a calculation: the entry, and tables that are not comparable as such."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike, NDArray

from explorer.model.attention import attend
from explorer.model.diagnosis.evidence import Evidence
from explorer.model.diagnosis.judging import explained, judged, other_table, two_slips
from explorer.model.diagnosis.own_numbers import OwnNumbers, own_numbers
from explorer.model.diagnosis.verdict import Diagnosis, Verdict
from explorer.model.errors import InputError
from explorer.model.inputs import AttentionInputs
from explorer.model.places import Place
from explorer.model.trace import AttentionTrace

TABLES = ("scores", "scaled_scores", "weights", "output")
"""The tables that can be brought, in the order of the stages."""

_WITH_BLOCKED_CELLS = ("scores", "scaled_scores")
"""Where −∞ may be meant: someone brings masked scores for scores."""


@np.errstate(over="ignore", invalid="ignore")  # of numbers further apart than can be stored
def diagnose(
    inputs: AttentionInputs,
    *,
    scores: ArrayLike | OwnNumbers | None = None,
    scaled_scores: ArrayLike | OwnNumbers | None = None,
    weights: ArrayLike | OwnNumbers | None = None,
    output: ArrayLike | OwnNumbers | None = None,
) -> Diagnosis:
    """Hold own numbers against the calculation of `inputs`: what is wrong with them, if anything.

    One table or several, as arrays or lists: scores, scaled scores and weights (n_query, n_key),
    output (n_query, d_value); a single row or column may be flat. `own_numbers` says how rounded
    ones are told from exact ones. Right numbers are never called wrong as long as they have two
    digits or more.

    Raises InputError where nothing is given, for a table this calculation does not have, for
    anything but numbers, and if a number of the right calculation grows too large to store.
    """
    brought = dict(zip(TABLES, (scores, scaled_scores, weights, output), strict=True))
    right = attend(inputs)
    given = {
        name: _fitted(own_numbers(name, values), right, name)
        for name, values in brought.items()
        if values is not None
    }
    if not given:
        raise InputError("numbers", f"at least one of {', '.join(TABLES)}", "none")
    if any(own.values.shape != right.shape_of(name) for name, own in given.items()):
        return _misshapen(inputs, right, given)
    return _of_numbers(inputs, right, given)


def _fitted(own: OwnNumbers, right: AttentionTrace, name: str) -> OwnNumbers:
    """The numbers as a table, if the calculation has it."""
    if name not in right.arrays:
        known = ", ".join(table for table in TABLES if table in right.arrays)
        raise InputError(name, f"a table of this calculation ({known})", "one it does not have")
    return own.laid_out(right.shape_of(name))


def _misshapen(
    inputs: AttentionInputs, right: AttentionTrace, given: Mapping[str, OwnNumbers]
) -> Diagnosis:
    """A table has not the shape it should have: a slip, the other way round, another table?"""
    has_gaps = any(_gaps(name, own).any() for name, own in given.items())
    if not has_gaps and all(len(own.values) == inputs.shape[0] for own in given.values()):
        evidence = Evidence(inputs, right, given, np.arange(inputs.shape[0]))
        diagnosis = explained(evidence) or two_slips(evidence)
        if diagnosis is not None:
            return diagnosis
    expected = {name: right.shape_of(name) for name in given}
    wrong = [name for name, own in given.items() if own.values.shape != expected[name]]
    turned = {name: given[name].turned() for name in wrong}
    for name in wrong:
        if turned[name].values.shape != expected[name]:
            return _of_another_shape(right, given, name, has_gaps)
    rest = _of_numbers(inputs, right, {**given, **turned})
    return Diagnosis(
        verdict=Verdict.TRANSPOSED if rest.is_right else Verdict.SHAPE,
        given=given,
        table=wrong[0],
        expected_shape=expected[wrong[0]],
        rest=rest,
    )


def _of_another_shape(
    right: AttentionTrace, given: Mapping[str, OwnNumbers], name: str, has_gaps: bool
) -> Diagnosis:
    """A table that does not fit either way round: perhaps the numbers of another."""
    own = given[name]
    other = None if has_gaps else other_table(right, name, own, np.arange(len(own.values)))
    return Diagnosis(
        verdict=Verdict.SHAPE if other is None else Verdict.OTHER_TABLE,
        given=given,
        table=name,
        expected_shape=right.shape_of(name),
        other_table=other,
    )


def _of_numbers(
    inputs: AttentionInputs, right: AttentionTrace, given: Mapping[str, OwnNumbers]
) -> Diagnosis:
    """The diagnosis of tables of the right shapes; rows with anything but numbers are set aside."""
    gaps = {name: _gaps(name, own) for name, own in given.items()}
    broken = np.any([array.any(axis=1) for array in gaps.values()], axis=0)
    rows = np.flatnonzero(~broken)
    rest = judged(Evidence(inputs, right, given, rows)) if rows.size else None
    if rest is not None and not broken.any():
        return rest
    places = tuple(
        Place(name, int(row), int(array[row].argmax()))
        for name, array in gaps.items()
        for row in np.flatnonzero(array.any(axis=1))
    )
    allowed = inputs.allowed
    nothing = np.zeros(len(broken), dtype=np.bool_) if allowed is None else ~allowed.any(axis=1)
    return Diagnosis(
        verdict=Verdict.NOT_NUMBERS,
        given=given,
        not_numbers=places,
        reads_nothing=bool((broken == nothing).all()),
        rest=rest,
    )


def _gaps(name: str, own: OwnNumbers) -> NDArray[np.bool_]:
    """The cells that hold NaN or infinity; −∞ stays where it can mean a blocked cell."""
    finite = np.isfinite(own.values)
    return ~(finite | np.isneginf(own.values)) if name in _WITH_BLOCKED_CELLS else ~finite
