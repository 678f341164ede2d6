"""What can be done with the selected cells of a table; each is one undo entry at most."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

import numpy as np
from PySide6.QtGui import QGuiApplication

from explorer.app import edits
from explorer.app.moves import layout_of
from explorer.app.pasting import Found
from explorer.app.session import Session
from explorer.model.arrays import Matrix, frozen
from explorer.model.convention import Convention
from explorer.model.places import Axis
from explorer.ui.parts.clipboard import copy_table
from explorer.ui.tables.axis_words import WORDS, listed
from explorer.ui.tables.paste_question import PasteAnswer

AskPaste: TypeAlias = Callable[[str, Callable[[PasteAnswer], None]], None]


@dataclass(frozen=True, slots=True)
class Block:
    """A rectangle of cells."""

    row: int
    column: int
    rows: int
    columns: int

    @property
    def transposed(self) -> "Block":
        """The same cells where rows and columns have changed places."""
        return Block(self.column, self.row, self.columns, self.rows)

    def span(self, dimension: int) -> range:
        """The rows (0) or columns (1) it covers."""
        if dimension == 0:
            return range(self.row, self.row + self.rows)
        return range(self.column, self.column + self.columns)


class CellTable(Protocol):
    """What the commands need to know of a table; blocks and values are as it shows them."""

    session: Session
    array: str

    @property
    def axes(self) -> tuple[Axis, Axis]:
        """What the rows and the columns count."""

    @property
    def convention(self) -> Convention:
        """Which way round the array is shown."""

    def selected_block(self) -> Block | None:
        """The selected cells; None if there are none."""

    def select_block(self, block: Block) -> None:
        """Select exactly these cells."""

    def ask_paste(self, question: str, answered: Callable[[PasteAnswer], None]) -> None:
        """Ask what to do with a paste that does not fit; nothing waits for the answer."""


def clear(table: CellTable) -> None:
    """Set the selected cells to 0."""
    _fill_with_zeros(table, "clear")


def copy(table: CellTable) -> None:
    """Put the selected cells on the clipboard, with every digit."""
    block = table.selected_block()
    if block is not None and table.session.settle():
        copy_table(table.session, _values(table, block))


def cut(table: CellTable) -> None:
    """Copy the selected cells and set them to 0."""
    copy(table)
    _fill_with_zeros(table, "cut")


def fill_down(table: CellTable) -> None:
    """Repeat the first selected row; of a single row, the one above it."""
    _fill(table, 0)


def fill_right(table: CellTable) -> None:
    """Repeat the first selected column; of a single column, the one to its left."""
    _fill(table, 1)


def paste(table: CellTable) -> None:
    """Put the numbers on the clipboard where the selection begins; a single one fills it."""
    block, session = table.selected_block(), table.session
    if block is None or not session.settle():
        return
    if session.copying.is_busy:
        session.refused.emit(f"Not yet: “{session.copying.text}” is still under way.")
        return
    layout = layout_of(session.scenario)

    def take(found: Found) -> None:
        if not session.settle():
            return
        if not isinstance(found, np.ndarray):
            session.refused.emit(f"Nothing was pasted: {found}")
        elif layout_of(session.scenario) != layout:
            session.refused.emit("Nothing was pasted: meanwhile rows or columns became others.")
        elif found.size == 1:
            values = np.full((block.rows, block.columns), found.item())
            _paste(table, block.row, block.column, values)
        else:
            _paste(table, block.row, block.column, table.convention.matrix(found))

    text, letter = QGuiApplication.clipboard().text(), edits.LETTERS[table.array]
    session.pasting.start(letter, text, table.convention, take)


def _paste(table: CellTable, row: int, column: int, values: Matrix) -> None:
    missing = _missing(table, row, column, values)
    if not any(missing) or not _can_grow(table, missing):
        _put_paste(table, row, column, values)  # refused, with the reason, where it cannot grow
        return

    def answered(answer: PasteAnswer) -> None:
        match answer:
            case PasteAnswer.GROW:
                _put_paste(table, row, column, values)
            case PasteAnswer.ONLY_WHAT_FITS:
                rows, columns = values.shape[0] - missing[0], values.shape[1] - missing[1]
                _put_paste(table, row, column, values[:rows, :columns])

    table.ask_paste(_question(table, values, missing), answered)


def _question(table: CellTable, values: Matrix, missing: tuple[int, int]) -> str:
    needs = [
        WORDS[axis].counted(count) for axis, count in zip(table.axes, missing, strict=True) if count
    ]
    return f"Paste {values.shape[0]} × {values.shape[1]} needs {listed(needs)}."


def _missing(table: CellTable, row: int, column: int, values: Matrix) -> tuple[int, int]:
    rows, columns = _shown(table).shape
    return max(0, row + values.shape[0] - rows), max(0, column + values.shape[1] - columns)


def _can_grow(table: CellTable, missing: tuple[int, int]) -> bool:
    """Whether the table can become so much larger."""
    axes = zip(table.axes, missing, strict=True)
    return all(WORDS[axis].can_change for axis, count in axes if count)


def _put_paste(table: CellTable, row: int, column: int, values: Matrix) -> None:
    start, block = table.convention.pair((row, column)), table.convention.matrix(values)
    done = table.session.edit(edits.paste, table.array, *start, block)
    if done and not any(_missing(table, row, column, values)):  # there may be room in a while only
        table.select_block(Block(row, column, values.shape[0], values.shape[1]))


def _fill_with_zeros(table: CellTable, verb: str) -> None:
    block = table.selected_block()
    if block is not None and table.session.settle():
        _put(table, block, frozen(np.zeros((block.rows, block.columns))), verb)


def _fill(table: CellTable, dimension: int) -> None:
    block = table.selected_block()
    if block is None or not table.session.settle():
        return
    span = block.span(dimension)
    first = span[0] if len(span) > 1 else span[0] - 1
    if first < 0:
        return
    source = (first, 1) if dimension == 0 else (block.row, block.rows)
    across = (first, 1) if dimension == 1 else (block.column, block.columns)
    values = _values(table, Block(source[0], across[0], source[1], across[1]))
    _put(table, block, np.broadcast_to(values, (block.rows, block.columns)), "fill")


def _values(table: CellTable, block: Block) -> Matrix:
    rows = slice(block.row, block.row + block.rows)
    return _shown(table)[rows, block.column : block.column + block.columns]


def _shown(table: CellTable) -> Matrix:
    """The array as the table shows it."""
    array: Matrix = getattr(table.session.scenario, table.array)
    return table.convention.matrix(array)


def _put(table: CellTable, block: Block, values: Matrix, verb: str) -> None:
    row, column = table.convention.pair((block.row, block.column))
    cells = table.convention.matrix(values)
    table.session.edit(edits.set_cells, table.array, row, column, cells, verb)
