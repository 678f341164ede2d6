"""A large table on its way to the clipboard: written as text off the main thread."""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QByteArray, QObject, Signal
from PySide6.QtGui import QGuiApplication

from explorer.app.conversion import Conversion
from explorer.model.arrays import Matrix

if TYPE_CHECKING:
    from explorer.files.csv_text import Sheet

PARTS = 100
"""Times it is told how far a table has come, and asked whether to stop."""

Put: TypeAlias = Callable[[QByteArray], object]


class Copying(Conversion):
    """Writes one table at a time; a newer one takes its place, and so does what others copy.

    Signals
    -------
    copied(str)
        A table is on the clipboard; says so in a sentence.
    """

    copied = Signal(str)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._is_watching = False

    def start(self, values: Matrix, heading: str, put: Put) -> None:
        """Write a table, tabs between its cells, under its heading; `put` gets the text, UTF-8."""
        rows, columns = values.shape
        self._start(f"{rows} × {columns}", written(values, heading), put)

    def start_sheet(self, sheet: "Sheet", put: Put) -> None:
        """Write a sheet as CSV; `put` gets the text, UTF-8."""
        self._start(f"{len(sheet.rows)} × {len(sheet.headings)}", written_sheet(sheet), put)

    def _start(self, size: str, steps: Iterator[float | QByteArray], put: Put) -> None:
        if not self._is_watching:
            QGuiApplication.clipboard().dataChanged.connect(self.cancel)
            self._is_watching = True

        def take(text: QByteArray) -> None:
            put(text)
            self.copied.emit(f"Copied {size} numbers.")

        self.begin(f"copy {size} numbers", steps, take)


def written(values: Matrix, heading: str) -> Iterator[float | QByteArray]:
    """How much is done after each part, then the whole text."""
    from explorer.files.matrix_text import matrix_lines

    lines = (f"\n{line}" if number else line for number, line in enumerate(matrix_lines(values)))
    above = [f"{heading}\n"] if heading else []
    return _put_together(chain(above, lines), len(above) + len(values))


def written_sheet(sheet: "Sheet") -> Iterator[float | QByteArray]:
    """How much is done after each part, then the whole text."""
    return _put_together(sheet.lines(), 1 + len(sheet.rows))


def _put_together(pieces: Iterable[str], count: int) -> Iterator[float | QByteArray]:
    """The text grows piece by piece: nothing on the way keeps other threads waiting."""
    text, every = QByteArray(), -(-count // PARTS)
    for number, piece in enumerate(pieces, 1):
        text.append(piece.encode())
        if number % every == 0:
            yield number / count
    yield text
