"""Arrays that share what they have in common: a changed row costs a row, not a whole copy."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from explorer.model.arrays import Matrix, frozen
from explorer.model.where import Positions, grid

Vector: TypeAlias = NDArray[np.float64]

_MOST_PATCHES = 8
_LARGEST_SHARE = 32
"""Patches with more than 1/32 of the cells are not worth keeping apart."""


@dataclass(frozen=True, slots=True, eq=False)
class _Patch:
    """The cells in some rows and columns (None: in all of them) of a table."""

    rows: Positions | None
    columns: Positions | None
    cells: Matrix

    def joined_with(self, newer: "_Patch") -> "_Patch | None":
        """Both as one; None unless they have the same columns, or the same rows."""
        old_rows, rows, old_columns, columns = self.rows, newer.rows, self.columns, newer.columns
        if old_rows is not None and rows is not None and _same(old_columns, columns):
            both, cells = _stacked(old_rows, self.cells, rows, newer.cells)
            return _Patch(both, columns, cells)
        if old_columns is not None and columns is not None and _same(old_rows, rows):
            both, cells = _stacked(old_columns, self.cells.T, columns, newer.cells.T)
            return _Patch(rows, both, cells.T)
        return None

    def cell(self, row: int, column: int) -> float | None:
        """The number in one cell of the table; None where it is no cell of the patch."""
        down, across = _index(row, self.rows), _index(column, self.columns)
        return None if down is None or across is None else float(self.cells[down, across])

    def put_on(self, block: Matrix, rows: Positions | None, columns: Positions | None) -> None:
        """Write it onto `block`, which holds these rows and columns of the table."""
        down, own_down = _common(rows, self.rows)
        across, own_across = _common(columns, self.columns)
        block[grid(down, across)] = self.cells[grid(own_down, own_across)]


class Patched:
    """A table that is another one but for a few cells; put together when all of it is asked for.

    Nobody can tell it from a copy: neither the other table nor the patches ever change.
    """

    def __init__(self, base: Matrix, patches: tuple[_Patch, ...]) -> None:
        self._content = base, patches  # as one, since another thread may ask for the whole

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        base, _ = self._content
        return base.shape[0], base.shape[1]

    def whole(self) -> Matrix:
        """All cells."""
        base, patches = self._content
        if patches:
            self._content = frozen(_put_together(base, patches, None, None)), ()
        return self._content[0]

    def rows_apart(self) -> tuple[Matrix, Positions | None]:
        """An array, and the only rows in which this table may differ from it; None: in none."""
        base, patches = self._content
        rows = [patch.rows for patch in patches if patch.rows is not None]
        if len(rows) < len(patches):
            return self.whole(), None
        return base, np.unique(np.concatenate(rows)) if rows else None

    def part(self, rows: Positions | None, columns: Positions | None) -> Matrix:
        """The cells in these rows and columns; None: in all of them."""
        base, patches = self._content
        return _put_together(base, patches, rows, columns)

    def cell(self, row: int, column: int) -> float:
        """The number in one cell."""
        base, patches = self._content
        for patch in reversed(patches):
            number = patch.cell(row, column)
            if number is not None:
                return number
        return float(base[row, column])

    def row(self, row: int) -> Vector:
        """The cells of one row."""
        base, patches = self._content
        if any(patch.columns is not None for patch in patches):
            block = self.part(np.array([row]), None)
            return block.ravel()
        for patch in reversed(patches):
            at = _index(row, patch.rows)
            if at is not None:
                return row_of(patch.cells, at)
        return row_of(base, row)

    def patched(
        self, rows: Positions | None, columns: Positions | None, cells: Matrix
    ) -> "Patched":
        """The same table with other cells in these rows and columns."""
        base, patches = self._content
        patch = _Patch(rows, columns, cells)
        joined = patches[-1].joined_with(patch) if patches else None
        patches = (*patches[:-1], joined) if joined else (*patches, patch)
        changed = Patched(base, patches)
        size = sum(one.cells.size for one in patches)
        if len(patches) > _MOST_PATCHES or size * _LARGEST_SHARE > base.size:
            changed.whole()
        return changed


Table: TypeAlias = Matrix | Patched


class Tables(Mapping[str, Matrix]):
    """Arrays by name. One that shares most of its cells is put together when it is looked up.

    `shape`, `part` and `cell` do without that.
    """

    def __init__(self, tables: Mapping[str, Table]) -> None:
        self._tables = tables

    def __getitem__(self, name: str) -> Matrix:
        table = self._tables[name]
        return table if isinstance(table, np.ndarray) else table.whole()

    def __contains__(self, name: object) -> bool:
        return name in self._tables

    def __iter__(self) -> Iterator[str]:
        return iter(self._tables)

    def __len__(self) -> int:
        return len(self._tables)

    def table(self, name: str) -> Table:
        """The table itself, to be shared."""
        return self._tables[name]

    def shape(self, name: str) -> tuple[int, int]:
        """Rows and columns of an array."""
        shape = self._tables[name].shape
        return shape[0], shape[1]

    def different(self, other: "Tables") -> frozenset[str]:
        """The names of the arrays that the two do not share."""
        return frozenset(
            name
            for name in self._tables.keys() | other._tables.keys()
            if self._tables.get(name) is not other._tables.get(name)
        )

    def part(
        self, name: str, rows: Positions | None = None, columns: Positions | None = None
    ) -> Matrix:
        """The cells of an array in these rows and columns; None: in all of them."""
        return part_of(self._tables[name], rows, columns)

    def row(self, name: str, row: int) -> Vector:
        """The cells of one row of an array."""
        return row_of(self._tables[name], row)

    def cell(self, name: str, row: int, column: int) -> float:
        """The number in one cell of an array."""
        return cell_of(self._tables[name], row, column)


def cell_of(table: Table, row: int, column: int) -> float:
    """The number in one cell."""
    return float(table[row, column]) if isinstance(table, np.ndarray) else table.cell(row, column)


def row_of(table: Table, row: int) -> Vector:
    """The cells of one row."""
    if not isinstance(table, np.ndarray):
        return table.row(row)
    numbers: Vector = table[row].copy()
    return numbers


def part_of(
    table: Table, rows: Positions | None = None, columns: Positions | None = None
) -> Matrix:
    """The cells in these rows and columns; None: in all of them."""
    if rows is None and columns is None:
        return table if isinstance(table, np.ndarray) else table.whole()
    if isinstance(table, np.ndarray):
        part: Matrix = table[grid(rows, columns)]
        return part
    return table.part(rows, columns)


def with_part(
    table: Table, rows: Positions | None, columns: Positions | None, cells: Matrix
) -> Table:
    """The table with other cells in these rows and columns."""
    patched = Patched(table, ()) if isinstance(table, np.ndarray) else table
    return patched.patched(rows, columns, cells)


def _put_together(
    base: Matrix,
    patches: tuple[_Patch, ...],
    rows: Positions | None,
    columns: Positions | None,
) -> Matrix:
    whole = rows is None and columns is None
    block = base.copy() if whole else base[grid(rows, columns)]  # a copy as well
    for patch in patches:
        patch.put_on(block, rows, columns)
    return block


def _index(position: int, held: Positions | None) -> int | None:
    """Where a position stands among those that are held; None: it is not one of them."""
    if held is None:
        return position
    at = int(held.searchsorted(position))
    return at if at < len(held) and held[at] == position else None


def _common(
    wanted: Positions | None, held: Positions | None
) -> tuple[Positions | None, Positions | None]:
    """Where the positions that both have stand in the one and in the other; None: all of them."""
    if held is None:
        return None, wanted
    if wanted is None:
        return held, None
    at = np.searchsorted(held, wanted)
    at[at == len(held)] = 0
    is_held = held[at] == wanted
    return np.flatnonzero(is_held), at[is_held]


def _stacked(
    positions: Positions, rows: Matrix, newer_positions: Positions, newer: Matrix
) -> tuple[Positions, Matrix]:
    """Rows at some positions and newer rows at others as one table in ascending order."""
    if len(newer_positions) == 1:  # as of most edits, and several times as fast
        return _with_one(positions, rows, newer_positions, newer)
    both = np.union1d(positions, newer_positions)
    cells = np.empty((len(both), rows.shape[1]))
    cells[np.searchsorted(both, positions)] = rows
    cells[np.searchsorted(both, newer_positions)] = newer
    return both, cells


def _with_one(
    positions: Positions, rows: Matrix, position: Positions, row: Matrix
) -> tuple[Positions, Matrix]:
    at = int(positions.searchsorted(position[0]))
    after = at + (at < len(positions) and positions[at] == position[0])
    return (
        np.concatenate((positions[:at], position, positions[after:])),
        np.concatenate((rows[:at], row, rows[after:])),
    )


def _same(left: Positions | None, right: Positions | None) -> bool:
    if left is None or right is None:
        return left is right
    return bool(np.array_equal(left, right))
