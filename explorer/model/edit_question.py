"""Larger, smaller or the same: what one edit does to one number, to be predicted."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from explorer.model.dependencies import arrays_behind, is_behind, way_between
from explorer.model.errors import InputError
from explorer.model.nice_numbers import nice_step
from explorer.model.number_format import format_number
from explorer.model.places import Axis, Place
from explorer.model.readers import number_with
from explorer.model.scenario import ARRAY_AXES, Scenario
from explorer.model.trace import AttentionTrace
from explorer.model.typed_arrays import TYPED_ARRAYS
from explorer.model.wording import place_name

MOST_TRIES = 24
"""Edits that are looked at until one is found whose effect can be seen."""

_ROUNDING = 1e-9
_ORDER = ("value", *(name for name in ARRAY_AXES if name != "value"))
_PLURALS = {name: typed.plural for name, typed in TYPED_ARRAYS.items()} | {
    "positioned": "vectors with positions",
    "allowed": "mask",
}


class Outcome(StrEnum):
    """What an edit does to a number."""

    LARGER = "larger"
    SMALLER = "smaller"
    SAME = "the same"


_WANTED = tuple(
    {"+": Outcome.LARGER, "-": Outcome.SMALLER, "=": Outcome.SAME}[sign] for sign in "+--=+-=++-="
)
"""What a turn asks for if it can: no pattern that is quickly seen through."""


@dataclass(frozen=True, slots=True)
class EditQuestion:
    """If the number at `cell` goes from `old` to `new`: what becomes of the one at `target`?

    `turn` counts the edits looked at; the next question starts after it.
    """

    cell: Place
    old: float
    new: float
    target: Place
    turn: int


def edit_question(
    scenario: Scenario, trace: AttentionTrace, target: Place, turn: int, digits: int
) -> EditQuestion | None:
    """A question about the number at `target`, the same one for the same turn.

    Only edits whose effect shows with so many digits, or that have none, are asked about. None if
    there is none among those looked at.
    """
    wanted = _WANTED[turn % len(_WANTED)]
    fallback = None
    for question in _candidates(scenario, trace, target, turn, wanted):
        effect = _effect(trace, question, digits)
        if effect is wanted:
            return question
        fallback = fallback or (question if effect is not None else None)
    return fallback


def outcome(before: float, after: float) -> Outcome:
    """What became of a number; a difference in the last digits of a double is none."""
    if math.isclose(before, after, rel_tol=_ROUNDING):
        return Outcome.SAME
    return Outcome.LARGER if after > before else Outcome.SMALLER


def reason(
    scenario: Scenario, trace: AttentionTrace, question: EditQuestion, came_out: Outcome
) -> str:
    """Why it came out as it did, from what is computed from what."""
    cell, target = question.cell, question.target
    if cell.array not in arrays_behind(trace, target.array):
        return _not_among(trace, cell.array, target.array)
    if came_out is Outcome.SAME and not is_behind(trace, cell, target):
        own, other = (place_name(scenario, trace, place) for place in (target, cell))
        return f"The {own} is worked out without this number: {other}."
    way = _way(trace, cell.array, target.array)
    if came_out is Outcome.SAME:
        return f"{way} Here nothing of it arrives: a factor on the way is 0, or effects cancel."
    return way


def _candidates(
    scenario: Scenario, trace: AttentionTrace, target: Place, turn: int, wanted: Outcome
) -> Iterator[EditQuestion]:
    """The edits looked at from a turn on: cell after cell, each made larger and smaller."""
    for attempt in range(turn, turn + MOST_TRIES):
        cell = _cell(scenario, target, attempt, near=wanted is not Outcome.SAME)
        old = trace.number(cell)
        step = 2 * nice_step(old)
        for new in (old + step, old - step):
            yield EditQuestion(cell, old, round(new, 6), target, attempt)


def _cell(scenario: Scenario, target: Place, turn: int, near: bool) -> Place:
    """The cell changed at a turn: table after table, within a table in long strides.

    Near the target, of the readers only its own is changed.
    """
    arrays = [name for name in _ORDER if getattr(scenario, name) is not None]
    array = arrays[turn % len(arrays)]
    rows, columns = getattr(scenario, array).shape
    count = rows * columns
    index = (count - 1 + (turn // len(arrays)) * _stride(count)) % count
    row, column = divmod(index, columns)
    own_row = near and ARRAY_AXES[array][0] is Axis.QUERIES
    return Place(array, target.row if own_row else row, column)


def _stride(count: int) -> int:
    """A step by which all of `count` cells are reached, near to two fifths of them."""
    return next(
        step for step in range(max(1, count * 2 // 5), count + 1) if math.gcd(step, count) == 1
    )


def _effect(trace: AttentionTrace, question: EditQuestion, digits: int) -> Outcome | None:
    """What the edit does to the target; None if that cannot be seen with so many digits."""
    cell, target = question.cell, question.target
    try:
        before = number_with(trace.inputs, cell, question.old, target)
        after = number_with(trace.inputs, cell, question.new, target)
    except InputError:
        return None
    came_out = outcome(before, after)
    shows = format_number(before, digits) != format_number(after, digits)
    return came_out if cell != target and (shows or came_out is Outcome.SAME) else None


def _not_among(trace: AttentionTrace, changed: str, name: str) -> str:
    sources = arrays_behind(trace, name)
    own = _called(trace.owner(name).name)
    if not sources:
        return f"The {own} were typed in: no other number changes them."
    listed = _listed([_called(array) for array in sources])
    return f"The {own} follow from the {listed}, not from the {_called(changed)}."


def _way(trace: AttentionTrace, changed: str, name: str) -> str:
    """Which arrays the change passes through, and which stay as they are."""
    way = (*way_between(trace, changed, name)[:-1], name)
    stages = [stage.name for stage in trace.stages]
    before = stages[: stages.index(trace.owner(name).name)]
    untouched = [_called(array) for array in before if array not in way]
    through = f"The change goes from the {_called(changed)} to the {_then(way)}"
    return f"{through}; the {_listed(untouched)} stay as they are." if untouched else f"{through}."


def _then(way: Sequence[str]) -> str:
    return ", from there to the ".join(_called(array) for array in way)


def _called(array: str) -> str:
    return _PLURALS.get(array, array.replace("_", " "))


def _listed(words: Sequence[str]) -> str:
    *others, last = words
    return f"{', '.join(others)} and {last}" if others else last
