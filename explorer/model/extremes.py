"""The smallest and largest numbers of tables; after an edit its rows alone are gone through."""

from collections.abc import Callable
from dataclasses import dataclass
from weakref import finalize, ref

import numpy as np

from explorer.model.arrays import BoolMatrix, Matrix, bands
from explorer.model.tables import Table, Vector, part_of


@dataclass(frozen=True, eq=False)
class _Rows:
    """The smallest and the largest number of each row; ∞ and −∞ where none counts."""

    low: Vector
    high: Vector


@dataclass(frozen=True, eq=False)
class _Known:
    """What is known of an array, and of which of its cells; None: of all."""

    counted: Callable[[], BoolMatrix | None]
    rows: _Rows


_KEPT: dict[int, dict[bool, _Known]] = {}
"""As long as there are arrays, what is known of all their cells, and of those last asked for."""


def extremes(table: Table, counted: BoolMatrix | None = None) -> tuple[float, float]:
    """The smallest and the largest number of a table; ∞ and −∞ where there is none.

    `counted` is True for the cells that count; None: all. NaN and −∞, a blocked score, never do.
    Neither the arrays nor `counted` may change from then on.
    """
    base, rows = (table, None) if isinstance(table, np.ndarray) else table.rows_apart()
    known = _rows_of(base, counted)
    low, high = known.low, known.high
    if rows is not None:
        others = np.ones(len(low), dtype=bool)
        others[rows] = False
        part = _ends(part_of(table, rows), None if counted is None else counted[rows])
        low, high = np.append(low[others], part.low), np.append(high[others], part.high)
    return float(low.min()), float(high.max())


def largest_size(table: Table, counted: BoolMatrix | None = None) -> float:
    """The largest absolute number of those cells; 0 where there is none."""
    low, high = extremes(table, counted)
    return max(high, -low, 0.0)


def _rows_of(array: Matrix, counted: BoolMatrix | None) -> _Rows:
    key = id(array)
    if key not in _KEPT:
        _KEPT[key] = {}
        finalize(array, _KEPT.pop, key).atexit = False
    known = _KEPT[key].get(counted is None)
    if known is None or known.counted() is not counted:
        known = _Known(_nothing if counted is None else ref(counted), _ends(array, counted))
        _KEPT[key][counted is None] = known
    return known.rows


def _nothing() -> None:
    return None


def _ends(cells: Matrix, counted: BoolMatrix | None) -> _Rows:
    low, high = np.empty(len(cells)), np.empty(len(cells))
    for band in bands(cells):
        part = cells[band] if counted is None else np.where(counted[band], cells[band], np.nan)
        np.fmin.reduce(part, axis=1, out=low[band], initial=np.inf)
        if low[band].min() == -np.inf:
            part = np.where(part == -np.inf, np.nan, part)
            np.fmin.reduce(part, axis=1, out=low[band], initial=np.inf)
        np.fmax.reduce(part, axis=1, out=high[band], initial=-np.inf)
    return _Rows(low, high)
