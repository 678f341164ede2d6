"""Every way to change a scenario: pure functions from a scenario to an `Edit`.

Each returns the new scenario with the words the Undo menu shows; none changes its argument.
All raise InputError when the result would not be a valid scenario.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from explorer.app.rearranging import NAME_FIELDS, rearranged, with_new_rows
from explorer.model.arrays import Matrix, frozen, matrix
from explorer.model.errors import InputError
from explorer.model.masks import Mask
from explorer.model.number_format import format_number
from explorer.model.places import Axis, Place
from explorer.model.rendering import SUBSCRIPTS
from explorer.model.scenario import ARRAY_AXES, Scale, Scenario
from explorer.model.typed_arrays import TYPED_ARRAYS
from explorer.model.where import bits
from explorer.model.wording import quoted_name

LETTERS = {name: typed.letter for name, typed in TYPED_ARRAYS.items()}

_UNITS = {
    Axis.QUERIES: "query",
    Axis.SOURCES: "source",
    Axis.COMPONENTS: "component of Q and K",
    Axis.VALUE_COMPONENTS: "component of V",
    Axis.POSITIONS: "position",
    Axis.MODEL_COMPONENTS: "component of X",
    Axis.VOCABULARY: "entry of the vocabulary",
}
"""What one of each axis that can grow and shrink is called."""


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
    if np.array_equal(bits(old[rows, columns]), bits(block)):
        return Edit(text, scenario)
    if block.shape == old.shape:
        return Edit(text, _with(scenario, **{array: block}))
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
        if needed > size and axis not in _UNITS:
            raise InputError(LETTERS[array], "one vector at most", f"{needed}")
        if needed > size:
            grown = insert(grown, axis, size, needed - size).scenario
    text = f"paste {_size(block.shape)} into {LETTERS[array]}"
    return Edit(text, set_cells(grown, array, row, column, block).scenario)


def insert(scenario: Scenario, axis: Axis, at: int, count: int = 1) -> Edit:
    """Insert `count` new rows or columns of zeros along `axis` before index `at`.

    A new position of a text of tokens has the token before it.
    """
    size = scenario.size(axis)
    order = [*range(at), *([None] * count), *range(at, size)]
    text = f"add {_counted(scenario, axis, count)}"
    return Edit(text, rearranged(scenario, axis, order))


def remove(scenario: Scenario, axis: Axis, indexes: Iterable[int]) -> Edit:
    """Remove rows or columns along `axis`; at least one has to stay.

    An entry of the vocabulary that stands in the text stays too.
    """
    gone = set(indexes)
    order = [index for index in range(scenario.size(axis)) if index not in gone]
    if not order:
        raise InputError(_unit(scenario, axis), "at least one to stay", "all of them removed")
    if axis is Axis.VOCABULARY:
        _refuse_tokens_in_use(scenario, gone)
    text = f"remove {_counted(scenario, axis, len(gone))}"
    return Edit(text, rearranged(scenario, axis, order))


def move(scenario: Scenario, axis: Axis, index: int, to: int) -> Edit:
    """Move one row or column along `axis` so that it stands at index `to`.

    Position vectors stay where they are: they belong to the place, not to what stands there.
    """
    order = list(range(scenario.size(axis)))
    order.insert(to, order.pop(index))
    moved = replace(rearranged(scenario, axis, order), **_of_places(scenario, axis))
    return Edit(f"move {_unit(scenario, axis)} {index + 1}", moved)


def duplicate(scenario: Scenario, axis: Axis, index: int) -> Edit:
    """Repeat one row or column along `axis` right after itself."""
    size = scenario.size(axis)
    order = [*range(index + 1), *range(index, size)]
    text = f"duplicate {_unit(scenario, axis)} {index + 1}"
    return Edit(text, rearranged(scenario, axis, order))


def rename(scenario: Scenario, axis: Axis, index: int, name: str) -> Edit:
    """Name one reader, source or entry of the vocabulary.

    The same name twice is fine for readers and sources. In a text that reads itself, where both
    are called the same, both get the name. In a text of tokens it is another token, and one that
    is not in the vocabulary gets a row of zeros there; an entry that is renamed is so in the text.
    """
    old = scenario.names(axis)[index]
    before, after = quoted_name(old), quoted_name(name)
    text = f"rename {before} to {after}"
    if old == name:
        return Edit(text, scenario)
    names = _replaced(scenario.names(axis), index, name)
    if axis is Axis.VOCABULARY:
        tokens = tuple(name if token == old else token for token in scenario.queries)
        renamed = _with(scenario, entries=names, queries=tokens, sources=tokens)
        return Edit(f"{text} in the vocabulary", renamed)
    if scenario.tokens is not None:
        return Edit(f"put {after} in place of {before}", with_tokens(scenario, names))
    reads_itself = scenario.queries == scenario.sources
    fields = ("queries", "sources") if reads_itself else (NAME_FIELDS[axis],)
    return Edit(text, _with(scenario, **dict.fromkeys(fields, names)))


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


def with_tokens(scenario: Scenario, tokens: tuple[str, ...]) -> Scenario:
    """The scenario with other tokens at its positions; new ones get rows of zeros."""
    assert scenario.vocabulary is not None  # a text of tokens
    known = set(scenario.entries)
    new = [token for token in dict.fromkeys(tokens) if token not in known]
    if new:
        vocabulary = with_new_rows(scenario.vocabulary, len(new))
        entries = (*scenario.entries, *new)
        scenario = replace(scenario, vocabulary=vocabulary, entries=entries)
    return replace(scenario, queries=tokens, sources=tokens)


def cell_label(array: str, row: int, column: int) -> str:
    """A cell as the Undo menu names it: K₂,₁."""
    indices = TYPED_ARRAYS[array].indices(row, column)
    return f"{LETTERS[array]}{','.join(map(str, indices))}".translate(SUBSCRIPTS)


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


def _replaced(names: Sequence[str], index: int, name: str) -> tuple[str, ...]:
    return (*names[:index], name, *names[index + 1 :])


def _unit(scenario: Scenario, axis: Axis) -> str:
    """What one of an axis is called. Raises InputError for one that is always as long as it is."""
    if axis not in _UNITS:
        raise InputError(str(axis), "rows or columns that can be added and removed", "one alone")
    return _UNITS[Axis.POSITIONS if Axis.POSITIONS in scenario.alike(axis) else axis]


def _counted(scenario: Scenario, axis: Axis, count: int) -> str:
    unit, _, rest = _unit(scenario, axis).partition(" of ")
    plural = {"query": "queries", "entry": "entries"}.get(unit, unit + "s")
    counted = unit if count == 1 else f"{count} {plural}"
    return f"{counted} of {rest}" if rest else counted


def _of_places(scenario: Scenario, axis: Axis) -> dict[str, Any]:
    """What belongs to the places along `axis` and not to what stands there."""
    return {"positions": scenario.positions} if Axis.POSITIONS in scenario.alike(axis) else {}


def _refuse_tokens_in_use(scenario: Scenario, gone: Iterable[int]) -> None:
    for entry in (scenario.entries[index] for index in gone):
        count = scenario.queries.count(entry)
        if count:
            found = f'"{entry}", which stands at {count} of the positions'
            raise InputError("vocabulary", "entries that no position has", found)
