"""From one trace to the next: what depends on a change is computed, the rest is shared."""

from math import prod
from typing import Any, TypeAlias

import numpy as np

from explorer.model.arrays import Matrix
from explorer.model.errors import InputError
from explorer.model.inputs import INPUT_AXES, AttentionInputs
from explorer.model.stages.stage import Stage, finite
from explorer.model.tables import Table, part_of, with_part
from explorer.model.trace import AttentionTrace
from explorer.model.where import EVERYWHERE, Positions, Where, difference, positions_in, union

FEWEST_CELLS = 4096
"""Smaller tables are computed whole: as fast, and to the bit what a first computation gives."""
LARGEST_SHARE = 0.25
"""So are tables of which more than this depends on the change."""
MOST_MENDED = 16
"""So is a table whose sums were given other terms this often since they were last added up."""


_Part: TypeAlias = tuple[str, tuple[Positions | None, Positions | None], Matrix]
"""A table by its name, some of its rows and columns, and the cells in them."""


class Recomputation:
    """Follows a change of the inputs through the stages, in their order.

    `changes` says where arrays differ from those of `previous`, as far as it has come: no entry
    for one that does not. A stage that says along which axes it is independent is given only the
    part of what it reads that the change reaches.
    """

    def __init__(self, inputs: AttentionInputs, previous: AttentionTrace) -> None:
        self._inputs = inputs
        self._previous = previous
        self._axes = {**INPUT_AXES, **{stage.name: stage.axes for stage in previous.stages}}
        self.changes = changed_inputs(previous.inputs, inputs)
        self.mended = dict(previous.mended)
        self._shares_of: dict[str, Where] = {}
        self._latest: _Part = ("", (None, None), np.empty((0, 0)))
        self._part: tuple[Where, AttentionInputs] = EVERYWHERE, inputs

    def table(
        self, stage: Stage, operands: tuple[str, ...], tables: dict[str, Table]
    ) -> Table | None:
        """The table of the next stage, which reads `operands` among `tables`.

        None if it has to be computed as a whole, or may as well be.
        """
        where = self._needed(stage, operands)
        if where is None:
            return self._previous.arrays.table(stage.name)
        try:
            cells = self._with_other_terms(stage, where, operands, tables)
            if cells is None and where is EVERYWHERE:
                return None
            if cells is None:
                cells = self._cells_at(stage, where, operands, tables)
        except InputError:
            self.changes[stage.name] = EVERYWHERE
            return None  # it names a place in the part; computing the whole names the right one
        if where is EVERYWHERE:
            return cells
        old = self._previous.arrays.table(stage.name)
        return with_part(old, *positions_in(stage.axes, where), cells)

    def _cells_at(
        self, stage: Stage, where: Where, operands: tuple[str, ...], tables: dict[str, Table]
    ) -> Matrix:
        """The part of the next table that is at these positions."""
        read = []
        for name in operands:
            at = positions_in(self._axes[name], where)
            known, its_at, cells = self._latest
            is_known = name == known and at[0] is its_at[0] and at[1] is its_at[1]
            read.append(cells if is_known else part_of(tables[name], *at))
        cells = stage.forward(self._inputs_at(where), *read)
        self._latest = stage.name, positions_in(stage.axes, where), cells
        return cells

    def _with_other_terms(
        self, stage: Stage, where: Where, operands: tuple[str, ...], tables: dict[str, Table]
    ) -> Matrix | None:
        """The part of the next table, its sums given other terms; None if that cannot be done."""
        terms = self._other_terms(stage, where, operands)
        if terms is None:
            return None
        old, before, after = self._previous.arrays, [], []
        for name in operands:
            at = positions_in(self._axes[name], terms)
            before.append(old.part(name, *at))
            after.append(part_of(tables[name], *at) if name in self.changes else before[-1])
        table = old.part(stage.name, *positions_in(stage.axes, where))
        are_shares = any(name in self._shares_of for name in operands)
        cells, is_lost = stage.with_other_terms(table, before, after, are_shares)
        rows = is_lost.nonzero()[0]
        if rows.size > LARGEST_SHARE * is_lost.size:
            return None
        if rows.size:
            cells[rows] = self._cells_at(stage, {**where, stage.rows: rows}, operands, tables)
        self.mended[stage.name] = self.mended.get(stage.name, 0) + 1
        return finite(stage.name, cells)

    def _other_terms(self, stage: Stage, where: Where, operands: tuple[str, ...]) -> Where | None:
        """Where the terms that changed are in what a stage reads; None unless they are few."""
        along = stage.summed_along
        if along is None or stage.rows in where or not self._is_as_before(stage, operands):
            return None
        if prod(self._previous.arrays.shape(stage.name)) < FEWEST_CELLS or self._is_worn(stage):
            return None
        changed = [name for name in operands if name in self.changes]
        reached = [self._shares_of.get(name, self.changes[name]) for name in changed]
        if not reached or not all(along in positions for positions in reached):
            return None
        terms = union({along: positions[along]} for positions in reached)
        if terms[along].size > LARGEST_SHARE * self._inputs.size(along):
            return None
        return {**where, **terms}

    def _is_worn(self, stage: Stage) -> bool:
        """Whether the sums of a stage have to be added up anew."""
        return self.mended.get(stage.name, 0) >= MOST_MENDED

    def computed(self, stage: Stage, table: Table) -> None:
        """Note where a table differs that was computed as a whole; in a large one everywhere."""
        self.mended.pop(stage.name, None)
        if stage not in self._previous.stages or prod(table.shape) >= FEWEST_CELLS:
            return
        where = difference(self._previous.arrays[stage.name], part_of(table), stage.axes)
        if where is not None:
            self.changes[stage.name] = where

    def _inputs_at(self, where: Where) -> AttentionInputs:
        """The inputs at these positions: mostly those of the stage before."""
        known, part = self._part
        if known.keys() != where.keys() or any(known[axis] is not where[axis] for axis in where):
            part = self._inputs.part(where)
            self._part = where, part
        return part

    def cells(self, stage: Stage, operands: tuple[str, ...]) -> int:
        """How many cells of the next stage have to be computed; asked in place of its table."""
        where = self._needed(stage, operands)
        if where is None:
            return 0
        sizes = {axis: self._inputs.size(axis) for axis in stage.axes}
        return prod(where[axis].size if axis in where else sizes[axis] for axis in stage.axes)

    def _needed(self, stage: Stage, operands: tuple[str, ...]) -> Where | None:
        """Where the table of the next stage has to be computed, noted in `changes`; None: nowhere.

        The part that depends on the change, if that is small and can be computed alone.
        """
        where = self._reach(stage, operands)
        if where is None:
            return None
        is_alone = self._is_small_part(stage, where) and self._has_parts(stage, operands)
        is_alone &= not self._is_worn(stage)
        if stage.gives_shares and self._is_as_before(stage, operands):
            self._shares_of[stage.name] = union(self.changes[name] for name in operands)
        self.changes[stage.name] = where if is_alone else EVERYWHERE
        return self.changes[stage.name]

    def _reach(self, stage: Stage, operands: tuple[str, ...]) -> Where | None:
        """Where the table of a stage depends on what has changed so far; None: nowhere."""
        if not self._is_as_before(stage, operands):
            return EVERYWHERE
        if any(self._is_derived_otherwise(name) for name in stage.parameters):
            return EVERYWHERE
        read = (*operands, *stage.parameters)
        changes = [self.changes[name] for name in read if name in self.changes]
        if not changes:
            return None
        where = union(changes)
        return {axis: where[axis] for axis in stage.independent_along if axis in where}

    def _is_as_before(self, stage: Stage, operands: tuple[str, ...]) -> bool:
        """Whether the stage took part in the trace before, and read the same tables."""
        previous = self._previous
        if stage not in previous.stages:
            return False
        return operands == stage.operands(previous.inputs, previous.before(stage))

    def _is_derived_otherwise(self, name: str) -> bool:
        """Whether something that follows from several fields of the inputs has changed."""
        if name in vars(self._inputs):
            return False
        return bool(getattr(self._inputs, name) != getattr(self._previous.inputs, name))

    def _has_parts(self, stage: Stage, operands: tuple[str, ...]) -> bool:
        """Whether it is known of all tables a stage reads which of their cells belong to which."""
        inputs = vars(self._inputs)
        settings = (name for name in stage.parameters if isinstance(inputs.get(name), np.ndarray))
        return all(name in self._axes for name in (*operands, *settings))

    def _is_small_part(self, stage: Stage, where: Where) -> bool:
        if not where:
            return False
        shape = self._previous.arrays.shape(stage.name)
        sizes = zip(stage.axes, shape, strict=True)
        reached = prod(where[axis].size if axis in where else size for axis, size in sizes)
        return prod(shape) >= FEWEST_CELLS and reached <= LARGEST_SHARE * prod(shape)


def changed_inputs(before: AttentionInputs, after: AttentionInputs) -> dict[str, Where]:
    """Where the fields of two inputs differ; a field that is the same has no entry."""
    old, new = vars(before), vars(after)
    changes = {name: _changed(name, old[name], new[name]) for name in _not_shared(before, after)}
    return {name: where for name, where in changes.items() if where is not None}


def bytes_not_shared(before: AttentionInputs, after: AttentionInputs) -> int:
    """How large the arrays of `after` are that are not those of `before` themselves."""
    new = vars(after)
    arrays = (new[name] for name in _not_shared(before, after))
    return sum(array.nbytes for array in arrays if isinstance(array, np.ndarray))


def _not_shared(before: AttentionInputs, after: AttentionInputs) -> list[str]:
    old, new = vars(before), vars(after)
    return [name for name in new if old[name] is not new[name]]


def _changed(name: str, before: Any, after: Any) -> Where | None:
    if isinstance(before, np.ndarray) and isinstance(after, np.ndarray) and name in INPUT_AXES:
        return difference(before, after, INPUT_AXES[name])
    are_arrays = isinstance(before, np.ndarray) or isinstance(after, np.ndarray)
    return None if not are_arrays and before == after else EVERYWHERE
