"""Where two tables of one shape differ, and by how much."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.model.arrays import BoolMatrix, Matrix, frozen

ROUNDING = 1e-12
"""A difference smaller than this share of the largest number in a table is one of rounding."""
_NOISE = 1e-14
"""In a table that moved, one smaller than this share of it, or than `ROUNDING` of the number."""
_BAND = 1 << 15
"""Cells that are compared at a time: so few that what is worked out on the way stays small."""
_NOWHERE = np.empty(0)


@dataclass(frozen=True, slots=True)
class Moves:
    """Where two tables of one shape differ, and by how much.

    `count` cells differ in some bit, `moved` of them, in `rows`, by more than rounding; `blocked`
    of these only now, `unblocked` only then. `largest` is the row and column of the finite number
    that moved furthest, by `furthest`; None where none did; `as_far` others moved as far, up to
    rounding. `magnitude` is the largest finite number on either side of 0 in both tables.
    """

    rows: tuple[int, ...] = ()
    count: int = 0
    moved: int = 0
    blocked: int = 0
    unblocked: int = 0
    largest: tuple[int, int] | None = None
    furthest: float = 0.0
    as_far: int = 0
    magnitude: float = 0.0


NO_MOVES = Moves()


def moves_between(old: NDArray[Any], new: NDArray[Any], is_computed: bool) -> Moves:
    """Compare two tables of one shape.

    Numbers that are `is_computed` may differ by rounding: the same numbers, worked out after
    another change, do in their last digits. What was typed in moves by whatever it differs.
    """
    magnitude = 0.0 if new.dtype == np.bool_ else max(largest_of(old), largest_of(new))
    noise = _NOISE * magnitude if is_computed else None
    of_bands = []
    near: list[NDArray[np.float64]] = []
    for band in _bands(new.shape):  # so that little is held of tables with millions of cells
        moves, distances = _moves_of(old[band], new[band], band.start, noise)
        of_bands.append(moves)
        near.append(_near(distances, moves.furthest))
    moved = [moves for moves in of_bands if moves.largest is not None]
    most = max(moved, key=lambda moves: moves.furthest, default=NO_MOVES)  # the first of several
    as_far = sum(_near(distances, most.furthest).size for distances in near)
    return Moves(
        rows=tuple(row for moves in of_bands for row in moves.rows),
        count=sum(moves.count for moves in of_bands),
        moved=sum(moves.moved for moves in of_bands),
        blocked=sum(moves.blocked for moves in of_bands),
        unblocked=sum(moves.unblocked for moves in of_bands),
        largest=most.largest,
        furthest=most.furthest,
        as_far=max(as_far - 1, 0),
        magnitude=magnitude,
    )


def difference_of(old: NDArray[Any], new: NDArray[Any], noise: float | None) -> Matrix:
    """The second less the first, cell by cell, for tables of numbers of one shape.

    Infinite where a cell was blocked or is, 0 where it was and still is; finite otherwise. With
    `noise`, it is 0 too where numbers differ by rounding in a table of which others moved.
    """
    apart = np.empty(new.shape)
    for band in _bands(new.shape):
        before, after = old[band], new[band]
        apart[band] = _apart(before, after)
        if noise is not None:
            apart[band][np.abs(apart[band]) <= limits(before, after, noise)] = 0.0
    return frozen(apart)


def limits(old: Any, new: Any, noise: float) -> Any:
    """How far computed numbers may be apart by rounding: of arrays for each cell."""
    with np.errstate(invalid="ignore"):
        sizes = np.maximum(np.abs(old), np.abs(new))
    return np.where(np.isfinite(sizes), np.maximum(ROUNDING * sizes, noise), 0.0)


def noise_in(*tables: NDArray[Any]) -> float:
    """What may be rounding in computed tables, or in those of their rows, whatever the number."""
    return _NOISE * max(map(largest_of, tables))


def largest_of(array: NDArray[Any]) -> float:
    """The largest finite number on either side of 0; 0 where there is none."""
    if not array.size:
        return 0.0
    high, low = float(array.max()), float(array.min())
    if low == -np.inf:
        low = float(array.min(where=np.isfinite(array), initial=0.0))
    return max(high, -low, 0.0)


def _moves_of(
    old: NDArray[Any], new: NDArray[Any], first_row: int, noise: float | None
) -> tuple[Moves, NDArray[np.float64]]:
    """Of a few rows, which are counted from `first_row` on; and how far each number moved."""
    different = old != new
    count = int(np.count_nonzero(different))
    if not count:
        return NO_MOVES, _NOWHERE
    if old.dtype == np.bool_:
        blocked = int(np.count_nonzero(different & old))
        rows = _rows_of(different, first_row)
        return Moves(rows, count, count, blocked, count - blocked), _NOWHERE
    with np.errstate(over="ignore", invalid="ignore"):
        distances = np.abs(new - old)
    blocked = unblocked = 0
    moved = different if noise is None else different & ~(distances <= limits(old, new, noise))
    if not np.isfinite(distances).all():
        are_finite = np.isfinite(old) & np.isfinite(new)
        distances[~are_finite] = 0.0
        blocked = int(np.count_nonzero(np.isneginf(new) & different))
        unblocked = int(np.count_nonzero(np.isneginf(old) & different))
    row, column = divmod(int(distances.argmax()), new.shape[1])
    furthest = float(distances[row, column])
    moves = Moves(
        _rows_of(moved, first_row),
        count,
        int(np.count_nonzero(moved)),
        blocked,
        unblocked,
        largest=(first_row + row, column) if furthest else None,
        furthest=furthest,
    )
    return moves, distances


def _rows_of(cells: BoolMatrix, first_row: int) -> tuple[int, ...]:
    return tuple((first_row + np.flatnonzero(cells.any(axis=1))).tolist())


def _near(distances: NDArray[np.float64], furthest: float) -> NDArray[np.float64]:
    """Those that are no shorter than the furthest, up to rounding."""
    return distances[distances >= furthest * (1 - ROUNDING)] if furthest else _NOWHERE


def _apart(before: NDArray[Any], after: NDArray[Any]) -> Matrix:
    """The difference of some rows."""
    with np.errstate(over="ignore", invalid="ignore"):
        apart: Matrix = after - before
    if np.isfinite(apart).all():
        return apart
    limit = np.finfo(np.float64).max
    both_finite = np.isfinite(before) & np.isfinite(after)
    apart = np.where(both_finite, np.clip(apart, -limit, limit), apart)
    return np.where(np.isnan(apart), 0.0, apart)


def _bands(shape: tuple[int, ...]) -> Iterator[slice]:
    """All the rows of a table, a few at a time."""
    step = max(1, _BAND // max(1, shape[1]))
    return (slice(first, first + step) for first in range(0, shape[0], step))
