"""Every way to change a scenario: pure functions from a scenario to an `Edit`.

Each returns the new scenario with the words the Undo menu shows; none changes its argument.
All raise InputError when the result would not be a valid scenario.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.model.arrays import Matrix, frozen, matrix
from explorer.model.errors import InputError
from explorer.model.masks import CellMask, Mask
from explorer.model.number_format import format_number
from explorer.model.places import Axis, Place
from explorer.model.rendering import SUBSCRIPTS
from explorer.model.scenario import ARRAY_AXES, Scale, Scenario

LETTERS = {"query": "Q", "key": "K", "value": "V", "bias": "B", "weights": "A"}

_UNITS = {
    Axis.QUERIES: "query",
    Axis.SOURCES: "source",
    Axis.COMPONENTS: "component of Q and K",
    Axis.VALUE_COMPONENTS: "component of V",
}
_NAME_FIELDS = {Axis.QUERIES: "queries", Axis.SOURCES: "sources"}


@dataclass(frozen=True, slots=True, eq=False)
class Edit:
    """A changed scenario and what was done, as it reads after the word Undo."""

    text: str
    scenario: Scenario


def set_cells(
    scenario: Scenario, array: str, row: int, column: int, block: Matrix, verb: str = "change"
) -> Edit:
    """Put `block` into the named array, its top left corner at (row, column)."""
    block = matrix(array, block)
    old = _array(scenario, array)
    rows, columns = slice(row, row + block.shape[0]), slice(column, column + block.shape[1])
    if old[rows, columns].shape != block.shape:
        raise InputError(array, _size(old.shape), f"cells up to {_corner(row, column, block)}")
    text = _cells_text(array, row, column, block, verb)
    if old[rows, columns].tobytes() == block.tobytes():
        return Edit(text, scenario)
    new = old.copy()
    new[rows, columns] = block
    return Edit(text, _with(scenario, **{array: frozen(new)}))


def set_number(scenario: Scenario, place: Place, number: float) -> Edit:
    """Put one number into a cell of a table."""
    return set_cells(scenario, place.array, place.row, place.column, np.array([[number]]))


def paste(scenario: Scenario, array: str, row: int, column: int, block: Matrix) -> Edit:
    """Put `block` at (row, column), growing the axes of the array where it does not fit."""
    grown = scenario
    for axis, needed in zip(
        ARRAY_AXES[array], (row + block.shape[0], column + block.shape[1]), strict=True
    ):
        size = grown.size(axis)
        if needed > size:
            grown = insert(grown, axis, size, needed - size).scenario
    text = f"paste {_size(block.shape)} into {LETTERS[array]}"
    return Edit(text, set_cells(grown, array, row, column, block).scenario)


def insert(scenario: Scenario, axis: Axis, at: int, count: int = 1) -> Edit:
    """Insert `count` new rows or columns of zeros along `axis` before index `at`."""
    size = scenario.size(axis)
    order = [*range(at), *([None] * count), *range(at, size)]
    return Edit(f"add {_counted(count, axis)}", _rearranged(scenario, axis, order))


def remove(scenario: Scenario, axis: Axis, indexes: Iterable[int]) -> Edit:
    """Remove rows or columns along `axis`; at least one has to stay."""
    gone = set(indexes)
    order = [index for index in range(scenario.size(axis)) if index not in gone]
    if not order:
        raise InputError(_UNITS[axis], "at least one to stay", "all of them removed")
    return Edit(f"remove {_counted(len(gone), axis)}", _rearranged(scenario, axis, order))


def move(scenario: Scenario, axis: Axis, index: int, to: int) -> Edit:
    """Move one row or column along `axis` so that it stands at index `to`."""
    order = list(range(scenario.size(axis)))
    order.insert(to, order.pop(index))
    return Edit(f"move {_UNITS[axis]} {index + 1}", _rearranged(scenario, axis, order))


def duplicate(scenario: Scenario, axis: Axis, index: int) -> Edit:
    """Repeat one row or column along `axis` right after itself."""
    size = scenario.size(axis)
    order = [*range(index + 1), *range(index, size)]
    return Edit(f"duplicate {_UNITS[axis]} {index + 1}", _rearranged(scenario, axis, order))


def rename(scenario: Scenario, axis: Axis, index: int, name: str) -> Edit:
    """Name one reader or source; the same name twice is fine.

    In a text that reads itself, where both are called the same, both get the name.
    """
    field = _NAME_FIELDS[axis]
    names = list(getattr(scenario, field))
    old, names[index] = names[index], name
    reads_itself = scenario.queries == scenario.sources
    fields = _NAME_FIELDS.values() if reads_itself else (field,)
    changes = dict.fromkeys(fields, tuple(names))
    return Edit(f"rename {old} to {name}", scenario if old == name else _with(scenario, **changes))


def set_scale(scenario: Scenario, scale: Scale) -> Edit:
    """Choose what scores are multiplied by: 1/√d, nothing, or a number."""
    chosen = _chosen(scenario, scale=scale)
    names = {"sqrt_d": "1/√d", "none": "none"}
    text = names[scale] if isinstance(scale, str) else format_number(scale)
    return Edit(f"set scale to {text}", chosen)


def set_softcap(scenario: Scenario, softcap: float | None) -> Edit:
    """Bound the scaled scores to ±softcap; None: no bound."""
    chosen = _chosen(scenario, softcap=softcap)
    text = "remove soft-cap" if softcap is None else f"set soft-cap to {format_number(softcap)}"
    return Edit(text, chosen)


def set_mask(scenario: Scenario, mask: Mask | None, text: str) -> Edit:
    """Choose which query may read which source; None: every one."""
    return Edit(text, _chosen(scenario, mask=mask))


def describe_document(scenario: Scenario, title: str, notes: str) -> Edit:
    """Give the scenario a title and notes."""
    return Edit("change title and notes", _chosen(scenario, title=title, notes=notes))


def cell_label(array: str, row: int, column: int) -> str:
    """A cell as the Undo menu names it: K₂,₁."""
    return f"{LETTERS[array]}{row + 1},{column + 1}".translate(SUBSCRIPTS)


def _array(scenario: Scenario, name: str) -> Matrix:
    array: Matrix | None = getattr(scenario, name)
    if array is None:
        raise InputError(name, "a table to change", "none in this scenario")
    return array


def _chosen(scenario: Scenario, **choices: Any) -> Scenario:
    """The scenario with these choices; itself if they are the ones it has."""
    same = all(getattr(scenario, name) == choice for name, choice in choices.items())
    return scenario if same else replace(scenario, **choices)


def _with(scenario: Scenario, **changes: Any) -> Scenario:
    return replace(scenario, **changes)


def _cells_text(array: str, row: int, column: int, block: Matrix, verb: str) -> str:
    if block.size == 1:
        return f"set {cell_label(array, row, column)} to {format_number(block.item())}"
    return f"{verb} {_size(block.shape)} cells of {LETTERS[array]}"


def _size(shape: tuple[int, ...]) -> str:
    return f"{shape[0]} × {shape[1]}"


def _corner(row: int, column: int, block: Matrix) -> str:
    return f"row {row + block.shape[0]}, column {column + block.shape[1]}"


def _counted(count: int, axis: Axis) -> str:
    unit, _, rest = _UNITS[axis].partition(" of ")
    plural = {"query": "queries"}.get(unit, unit + "s")
    counted = unit if count == 1 else f"{count} {plural}"
    return f"{counted} of {rest}" if rest else counted


def _rearranged(scenario: Scenario, axis: Axis, order: Sequence[int | None]) -> Scenario:
    """The scenario with `axis` in the given order of old indexes; None makes a new row or column.

    The one mechanism behind adding, removing, moving and duplicating: it reaches every array,
    mask and list of names that has the axis.
    """
    changes: dict[str, Any] = {}
    for name, axes in ARRAY_AXES.items():
        array = getattr(scenario, name)
        if array is not None and axis in axes:
            changes[name] = _taken(array, axes.index(axis), order, 0.0)
    if isinstance(scenario.mask, CellMask) and axis in ARRAY_AXES["bias"]:
        cells = _taken(scenario.mask.cells, ARRAY_AXES["bias"].index(axis), order, True)
        changes["mask"] = CellMask(cells)
    if axis in _NAME_FIELDS:
        changes[_NAME_FIELDS[axis]] = _names(scenario.names(axis), order, _UNITS[axis])
    return replace(scenario, **changes)


def _taken(
    array: NDArray[Any], dimension: int, order: Sequence[int | None], fill: float | bool
) -> NDArray[Any]:
    indexes = np.array([-1 if index is None else index for index in order])
    taken = np.take(array, indexes, axis=dimension)
    new = indexes < 0
    taken[new if dimension == 0 else (slice(None), new)] = fill
    return frozen(np.ascontiguousarray(taken))


def _names(old: tuple[str, ...], order: Sequence[int | None], unit: str) -> tuple[str, ...]:
    taken = set(old)
    names = []
    for index in order:
        name = _free_name(unit.capitalize(), taken) if index is None else old[index]
        taken.add(name)
        names.append(name)
    return tuple(names)


def _free_name(word: str, taken: set[str]) -> str:
    number = 1
    while f"{word} {number}" in taken:
        number += 1
    return f"{word} {number}"
