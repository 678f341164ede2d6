"""Where numbers changed: positions along axes, so that it can be followed through the stages."""

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from explorer.model.places import Axis

Positions: TypeAlias = NDArray[np.intp]
"""Indexes along one axis, each once, in ascending order."""

Where: TypeAlias = Mapping[Axis, Positions]
"""The cells at these positions; along an axis that is not named, at all of them."""

Axes: TypeAlias = tuple[Axis, Axis]
"""What the rows and the columns of a table count."""

EVERYWHERE: Where = {}

_FEW = 64


def grid(rows: Positions | None, columns: Positions | None) -> tuple[Any, ...]:
    """The index of the cells in these rows and columns; None: in all of them."""
    if rows is not None and columns is not None:
        return rows[:, None], columns
    return (
        slice(None) if rows is None else rows,
        slice(None) if columns is None else columns,
    )


def positions_in(axes: Axes, where: Where) -> tuple[Positions | None, Positions | None]:
    """The rows and the columns that `where` names in a table with these axes; None: all."""
    return where.get(axes[0]), where.get(axes[1])


def difference(before: NDArray[Any], after: NDArray[Any], axes: Axes) -> Where | None:
    """Where two tables differ, to the bit; None where they do not differ at all.

    Tables of different shape differ everywhere.
    """
    if before.shape != after.shape:
        return EVERYWHERE
    differs = bits(before) != bits(after)
    count = np.count_nonzero(differs)
    if not count:
        return None
    if count <= _FEW:  # quicker than to ask row by row and column by column
        cells = divmod(differs.ravel().nonzero()[0], before.shape[1])
        rows, columns = (np.unique(one) if count > 1 else one for one in cells)
    else:
        rows = np.flatnonzero(differs.any(axis=1))
        columns = np.flatnonzero(differs[rows].any(axis=0))
    found = zip(axes, (rows, columns), before.shape, strict=True)
    return {axis: positions for axis, positions, size in found if positions.size < size}


def union(changes: Iterable[Where]) -> Where:
    """The smallest `Where` that has all of them."""
    first, *others = changes
    return {
        axis: _joined(positions, [other[axis] for other in others])
        for axis, positions in first.items()
        if all(axis in other for other in others)
    }


def bits(array: NDArray[Any]) -> NDArray[Any]:
    """Numbers as whole ones, so that 0 and −0 differ."""
    return array.view(np.int64) if array.dtype == np.float64 else array


def _joined(positions: Positions, others: list[Positions]) -> Positions:
    for other in others:
        positions = np.union1d(positions, other)
    return positions
