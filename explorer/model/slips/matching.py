"""Which slips give a number that someone got in one cell."""

import math

from explorer.model.errors import InputError
from explorer.model.guess import is_near
from explorer.model.inputs import AttentionInputs
from explorer.model.places import Place
from explorer.model.readers import one_reader
from explorer.model.slips.catalogue import SLIPS
from explorer.model.slips.slip import Slip
from explorer.model.trace import AttentionTrace
from explorer.model.vectors import typed_in

MOST_CELLS = 1_000_000
"""Slips that need every reader are left out of the search where there are more scores."""


def slips_matching(
    trace: AttentionTrace, place: Place, guess: float, tolerance: float
) -> tuple[Slip, ...]:
    """The slips that give `guess` at `place` and differ there from the right number.

    Both within `tolerance`. Those that depart nearest to the place come first: the numbers of
    the stages before are on the screen, so that a slip far back is less likely.
    """
    if not math.isfinite(guess):
        return ()
    right = trace.number(place)
    own = one_reader(typed_in(trace), place.row)
    found = [
        slip
        for slip in _up_to(trace, place)
        if (number := _number(slip, trace.inputs, own, place)) is not None
        and is_near(number, guess, tolerance)
        and not is_near(number, right, tolerance)
    ]
    return tuple(sorted(found, key=lambda slip: -_index(trace, slip)))


def _up_to(trace: AttentionTrace, place: Place) -> list[Slip]:
    """The slips that apply and depart at the stage of the place or before it, in order."""
    last = trace.stages.index(trace.owner(place.array))
    applying = (slip for slip in SLIPS if slip.applies(trace.inputs) and not slip.is_right)
    return [slip for slip in applying if _index(trace, slip) <= last]


def _index(trace: AttentionTrace, slip: Slip) -> int:
    return [stage.name for stage in trace.stages].index(slip.stage)


def _number(
    slip: Slip, inputs: AttentionInputs, own: AttentionInputs, place: Place
) -> float | None:
    """The number a slip gives in a cell; None if it gives none there.

    `own` are the inputs of the reader of the cell alone.
    """
    n_query, n_key = inputs.shape
    if not slip.needs_all_rows:
        inputs, place = own, Place(place.array, 0, place.column)
    elif n_query * n_key > MOST_CELLS:
        return None
    try:
        return slip.forward(inputs).number(place)
    except (InputError, KeyError, IndexError):
        return None
