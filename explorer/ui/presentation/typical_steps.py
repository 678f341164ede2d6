"""The steps of a stage that need most room, by which a presentation is laid out for all of them."""

from collections.abc import Iterator, Sequence

import numpy as np

from explorer.model import Granularity, Place, explain
from explorer.model.stages import Stage
from explorer.model.stages.quantity import Quantity
from explorer.ui.presentation.presentation_words import Narration

_MOST_ALONG = 8
"""Rows, and columns, that are tried."""
_CHOSEN = 2
_MOST_TERMS = 12

Step = tuple[Place, int | None]
"""A place and which product of it, where products are steps of their own."""


def typical_steps(narration: Narration, stage: Stage) -> list[Step]:
    """Some of the steps of a stage, with the longest arithmetic and the longest names among them.

    The longest names come first.
    """
    if narration.covers_several:
        return [(_with_longest_names(narration, stage), None)]
    by_terms = narration.granularity is Granularity.TERM
    quantities = (stage, *stage.parts) if by_terms else (stage,)
    named, long = [], []
    for quantity in quantities:
        terms = quantity.terms(narration.trace) if by_terms else 1
        last, middle = (terms - 1, terms // 2) if terms > 1 else (None, None)
        named.append((_with_longest_names(narration, quantity), last))
        places = sorted(_tried(narration, quantity), key=lambda at: _length(narration, at))
        long += [(place, middle) for place in places[-_CHOSEN:]]
    return [*named, *long]


def longest_reason(narration: Narration, stage: Stage, typical: Sequence[Step]) -> str:
    """The longest of the reasons of the typical steps of a stage, and of others of its cells."""
    others: list[Step] = []
    if not narration.covers_several:
        others = [(place, typical[0][1]) for place in _tried(narration, stage)]
    return max((narration.reason(*step) for step in (*typical, *others)), key=len)


def _with_longest_names(narration: Narration, quantity: Quantity) -> Place:
    row, column = (_longest(narration.scenario.names(axis)) for axis in quantity.axes)
    return Place(quantity.name, row, column)


def _longest(names: Sequence[str]) -> int:
    return max(range(len(names)), key=lambda index: len(names[index]))


def _tried(narration: Narration, quantity: Quantity) -> Iterator[Place]:
    rows, columns = narration.trace.shape_of(quantity.name)
    for row in _spread(rows):
        for column in _spread(columns):
            yield Place(quantity.name, row, column)


def _spread(count: int) -> list[int]:
    """Some numbers from 0 to `count` − 1, both ends among them."""
    return sorted({int(at) for at in np.linspace(0, count - 1, min(count, _MOST_ALONG))})


def _length(narration: Narration, place: Place) -> int:
    derivation = explain(narration.trace, place.array, place.row, place.column)
    return len(derivation.text(narration.digits, _MOST_TERMS))
