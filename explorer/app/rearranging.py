"""A scenario with the rows or columns along an axis in another order, or more or fewer of them."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from explorer.model.arrays import frozen
from explorer.model.masks import CellMask
from explorer.model.places import Axis
from explorer.model.scenario import ARRAY_AXES, Scenario

Order: TypeAlias = Sequence[int | None]
"""Old indexes in their new order; None makes a new row or column."""

NAME_FIELDS = {Axis.QUERIES: "queries", Axis.SOURCES: "sources", Axis.VOCABULARY: "entries"}
"""The axes along which everything has a name of its own, and where the names stand."""

_NEW_NAMES = {Axis.POSITIONS: "Position", Axis.QUERIES: "Query", Axis.SOURCES: "Source"}


def rearranged(scenario: Scenario, axis: Axis, order: Order) -> Scenario:
    """The scenario with `axis` in another order.

    The one mechanism behind adding, removing, moving and duplicating: it reaches every array,
    mask and list of names that has the axis, or one that counts the same.
    """
    alike = scenario.alike(axis)
    changes: dict[str, Any] = {}
    for name, axes in ARRAY_AXES.items():
        array = getattr(scenario, name)
        if array is not None and not alike.isdisjoint(axes):
            changes[name] = _along_all(array, axes, alike, order, 0.0)
    mask_axes = ARRAY_AXES["bias"]
    if isinstance(scenario.mask, CellMask) and not alike.isdisjoint(mask_axes):
        changes["mask"] = CellMask(_along_all(scenario.mask.cells, mask_axes, alike, order, True))
    fields = [field for named, field in NAME_FIELDS.items() if named in alike]
    if fields:
        changes |= dict.fromkeys(fields, _names(scenario, axis, order))
    return replace(scenario, **changes)


def with_new_rows(array: NDArray[Any], count: int) -> NDArray[Any]:
    """The array with so many rows of zeros below it."""
    return _along(array, 0, [*range(array.shape[0]), *([None] * count)], 0.0)


def _along_all(
    array: NDArray[Any],
    axes: tuple[Axis, Axis],
    alike: frozenset[Axis],
    order: Order,
    fill: float | bool,
) -> NDArray[Any]:
    """The array with each dimension that counts one of `alike` in another order."""
    for dimension, axis in enumerate(axes):
        if axis in alike:
            array = _along(array, dimension, order, fill)
    return array


def _along(array: NDArray[Any], dimension: int, order: Order, fill: float | bool) -> NDArray[Any]:
    indexes = np.array([-1 if index is None else index for index in order])
    taken = np.take(array, indexes, axis=dimension)
    new = indexes < 0
    taken[new if dimension == 0 else (slice(None), new)] = fill
    return frozen(np.ascontiguousarray(taken))


def _names(scenario: Scenario, axis: Axis, order: Order) -> tuple[str, ...]:
    old = scenario.names(axis)
    if axis is Axis.VOCABULARY:
        return _entries(old, order)
    if scenario.tokens is not None:
        return _tokens(old, order)
    word = next(new for named, new in _NEW_NAMES.items() if named in scenario.alike(axis))
    return _positions(old, order, word)


def _positions(old: tuple[str, ...], order: Order, word: str) -> tuple[str, ...]:
    """New ones are counted: `Query 4`."""
    taken = set(old)
    names = []
    for index in order:
        name = _free_name(word, taken) if index is None else old[index]
        taken.add(name)
        names.append(name)
    return tuple(names)


def _tokens(old: tuple[str, ...], order: Order) -> tuple[str, ...]:
    """A new position has the token before it, at the beginning the one after it."""
    before = next(index for index in order if index is not None)
    names = []
    for index in order:
        before = before if index is None else index
        names.append(old[before])
    return tuple(names)


def _entries(old: tuple[str, ...], order: Order) -> tuple[str, ...]:
    """Each name stands there once: a second one gets a number."""
    taken: set[str] = set()
    names = []
    for index in order:
        if index is None:
            name = _free_name("token", taken.union(old))
        elif old[index] in taken:
            name = _free_name(old[index], taken.union(old), first=2)
        else:
            name = old[index]
        taken.add(name)
        names.append(name)
    return tuple(names)


def _free_name(word: str, taken: set[str], first: int = 1) -> str:
    number = first
    while f"{word} {number}" in taken:
        number += 1
    return f"{word} {number}"
