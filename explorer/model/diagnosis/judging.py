"""From comparable numbers to a verdict: right, a known mistake, or the first cell that differs."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from explorer.model.arrays import Matrix
from explorer.model.diagnosis.by_hand import BY_HAND
from explorer.model.diagnosis.comparing import Closeness, Rows, closeness, outside
from explorer.model.diagnosis.evidence import Evidence
from explorer.model.diagnosis.number_change import SEEN, smallest_change
from explorer.model.diagnosis.own_numbers import OwnNumbers
from explorer.model.diagnosis.verdict import Diagnosis, Difference, Match, TellApart, Verdict
from explorer.model.errors import InputError
from explorer.model.explanation import explain
from explorer.model.places import Place
from explorer.model.slips.catalogue import SLIPS
from explorer.model.slips.pairs import PAIRS
from explorer.model.slips.scaling import MODEL_WIDTH_SLIPS
from explorer.model.slips.slip import Slip, attend_with, computed_as
from explorer.model.trace import AttentionTrace

WRONG = tuple(slip for slip in SLIPS if not slip.is_right)

_AS_GOOD_AS_BLOCKED = -1e8
_AS_LITTLE = 2.0
_ALSO_WORTH_GIVING = ("weights", "scaled_scores", "scores", "output")


def judged(evidence: Evidence) -> Diagnosis:
    """The verdict on numbers in tables of the right shapes, finite in the rows that count."""
    return (
        _right(evidence)
        or _explained_or_turned(evidence)
        or _rounded_by_hand(evidence)
        or _elsewhere(evidence)
        or two_slips(evidence)
        or _different(evidence)
    )


def explained(evidence: Evidence) -> Diagnosis | None:
    """The verdict where single slips give the numbers; None where none does."""
    found = evidence.matches(WRONG) or evidence.matches(MODEL_WIDTH_SLIPS)
    best = _best(found, evidence.closest)
    verdict = Verdict.SLIP if len(best) == 1 else Verdict.SEVERAL
    return _of_matches(evidence, verdict, best)


def _explained_or_turned(evidence: Evidence) -> Diagnosis | None:
    """The verdict where single slips give the numbers, and whether another layout does as well.

    Scores with query and key swapped are the right scores with rows and columns swapped.
    """
    found = explained(evidence)
    turned = None if found is None else _turned(evidence)
    if found is None or turned is None:
        return found
    table, _rest = turned
    return replace(
        found,
        turned_table=table,
        tell_apart=found.tell_apart or _tell_from_turned(evidence, found.matches[0].slip),
    )


def _tell_from_turned(evidence: Evidence, slip: Slip) -> TellApart | None:
    """The weights, where those of the slip are neither the right ones nor these turned round."""
    right = evidence.right.weights
    wrong = slip.forward(evidence.inputs, evidence.right).weights
    is_seen = _are_seen_apart(wrong, right) and _are_seen_apart(wrong, right.T)
    return TellApart(table="weights") if is_seen and "weights" not in evidence.given else None


def other_table(right: AttentionTrace, name: str, own: OwnNumbers, rows: Rows) -> str | None:
    """The table of the right calculation these numbers are, in place of the named one.

    A number such as −1e9 stands for −∞: scores come masked like that.
    """
    values = np.where(own.values <= _AS_GOOD_AS_BLOCKED, -np.inf, own.values)
    masked = replace(own, values=values).take(rows)
    for stage in right.stages:
        is_other = stage.name != name and values.shape == right.arrays[stage.name].shape
        if is_other and closeness(masked, right, stage.name, rows) is not None:
            return stage.name
    return None


def _right(evidence: Evidence) -> Diagnosis | None:
    how = evidence.closeness(evidence.right)
    if how is None:
        return None
    off = evidence.largest_difference(evidence.right)
    found = evidence.matches(_before_the_last(evidence))
    alike = _as_close(found, max(how, evidence.closest), off, evidence.closest)
    return Diagnosis(
        verdict=Verdict.RIGHT if how is Closeness.EXACT else Verdict.ROUNDED,
        given=evidence.given,
        closeness=how,
        alike=alike,
        largest_difference=off,
        tell_apart=_tell_apart(evidence, None, alike[0].slip) if alike else None,
        untried=_untried(evidence, WRONG),
    )


def _before_the_last(evidence: Evidence) -> list[Slip]:
    """The slips that depart at the last table given or before it: others could not show there."""
    names = [stage.name for stage in evidence.right.stages]
    reached = names[: 1 + max(map(names.index, evidence.given))]
    return [slip for slip in WRONG if slip.stage in reached]


def _rounded_by_hand(evidence: Evidence) -> Diagnosis | None:
    if not evidence.is_written:
        return None
    for way in BY_HAND:
        for match in evidence.matches([way]):
            return Diagnosis(
                verdict=Verdict.ROUNDED,
                given=evidence.given,
                closeness=match.closeness,
                by_hand=way,
                largest_difference=evidence.largest_difference(evidence.right),
            )
    return None


def _elsewhere(evidence: Evidence) -> Diagnosis | None:
    """The right numbers turned round, or those of another table."""
    turned = _turned(evidence)
    if turned is not None:
        table, rest = turned
        return Diagnosis(verdict=Verdict.TRANSPOSED, given=evidence.given, table=table, rest=rest)
    right, rows = evidence.right, evidence.rows
    for name, own in evidence.given.items():
        if closeness(own.take(rows), right, name, rows) is not None:
            continue
        other = other_table(right, name, own, rows)
        if other is not None:
            return Diagnosis(
                verdict=Verdict.OTHER_TABLE, given=evidence.given, table=name, other_table=other
            )
    return None


def _turned(evidence: Evidence) -> tuple[str, Diagnosis] | None:
    """The first table that is right when turned round, where all are that are not right as such."""
    right, rows = evidence.right, evidence.rows
    turned = {}
    for name, own in evidence.given.items():
        if closeness(own.take(rows), right, name, rows) is not None:
            continue
        other = own.turned()
        is_square = set(right.shape_of(name)) == {len(rows)}
        if not is_square or closeness(other, right, name, rows) is None:
            return None
        turned[name] = other
    given = {**evidence.given, **turned}
    rest = _right(Evidence(evidence.inputs, right, given, rows)) if turned else None
    return None if rest is None else (next(iter(turned)), rest)


def two_slips(evidence: Evidence) -> Diagnosis | None:
    """The verdict where two slips together give the numbers; None where no pair does."""
    best = _best(evidence.matches(PAIRS), evidence.closest)
    verdict = Verdict.TWO_SLIPS if len(best) == 1 else Verdict.SEVERAL
    return _of_matches(evidence, verdict, best)


def _of_matches(
    evidence: Evidence, verdict: Verdict, matches: tuple[Match, ...]
) -> Diagnosis | None:
    if not matches:
        return None
    one, *others = matches
    return Diagnosis(
        verdict=verdict,
        given=evidence.given,
        matches=matches,
        closeness=one.closeness,
        largest_difference=one.largest_difference,
        tell_apart=_tell_apart(evidence, one.slip, others[0].slip) if others else None,
        untried=_untried(evidence, WRONG),
    )


def _different(evidence: Evidence) -> Diagnosis:
    right, rows = evidence.right, evidence.rows
    for name, own in evidence.given.items():
        cells = outside(own.take(rows), right, name, rows)
        if cells.any():
            break
    row, column = (int(index) for index in np.argwhere(cells)[0])
    place = Place(name, int(rows[row]), column)
    return Diagnosis(
        verdict=Verdict.DIFFERENT,
        given=evidence.given,
        difference=Difference(
            place=place,
            given=float(own.values[place.row, column]),
            right=right.number(place),
            count=int(cells.sum()),
            cells=cells.size,
            derivation=explain(right, name, place.row, column),
            follows=_follows(evidence, name),
        ),
        untried=_untried(evidence, (*WRONG, *PAIRS)),
    )


def _follows(evidence: Evidence, name: str) -> tuple[str, ...]:
    """The tables given after the named one that are right for the numbers given in it."""
    own, names = evidence.given[name], list(evidence.given)
    later = names[names.index(name) + 1 :]
    if not later:
        return ()

    def as_given(_inputs: object, *_operands: Matrix) -> Matrix:
        return own.values

    stage = computed_as(evidence.right.stage(name), as_given)
    try:
        trace = attend_with(evidence.inputs, [stage], evidence.right)
    except InputError:
        return ()
    rows = evidence.rows
    return tuple(
        table
        for table in later
        if closeness(evidence.given[table].take(rows), trace, table, rows) is not None
    )


def _best(matches: Sequence[Match], closest: Closeness) -> tuple[Match, ...]:
    """The matches that come closest."""
    ranks = [max(match.closeness, closest) for match in matches]
    least = min(ranks, default=closest)
    best = [match for match, rank in zip(matches, ranks, strict=True) if rank == least]
    off = max((match.largest_difference for match in best), default=0.0)
    return _as_close(matches, least, off, closest)


def _as_close(
    matches: Sequence[Match], rank: Closeness, off: float, closest: Closeness
) -> tuple[Match, ...]:
    """The matches that are as close in their way, or off by as little: the rest is rounding."""
    return tuple(
        match
        for match in matches
        if max(match.closeness, closest) <= rank or match.largest_difference <= _AS_LITTLE * off
    )


def _tell_apart(evidence: Evidence, one: Slip | None, other: Slip) -> TellApart:
    """A table that would decide between two ways (None: the right one), or a number to change."""
    inputs, right = evidence.inputs, evidence.right
    first = right if one is None else one.forward(inputs, right)
    second = other.forward(inputs, right)
    for table in _ALSO_WORTH_GIVING:
        if table in evidence.given or table not in first.arrays:
            continue
        if _are_seen_apart(first.arrays[table], second.arrays[table]):
            return TellApart(table=table)
    table = list(evidence.given)[-1]
    return TellApart(change=smallest_change(inputs, other, one, table))


def _are_seen_apart(one: Matrix, other: Matrix) -> bool:
    if one.shape != other.shape:
        return True
    sizes = np.minimum(1.0, np.maximum(np.abs(one), np.abs(other)))
    return bool((np.abs(one - other) >= SEEN * np.maximum(sizes, SEEN)).any())


def _untried(evidence: Evidence, slips: Sequence[Slip]) -> int:
    return sum(not evidence.is_tried(slip) and slip.applies(evidence.inputs) for slip in slips)
