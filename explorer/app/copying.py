"""A large table on its way to the clipboard: written as text off the main thread."""

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from PySide6.QtCore import QByteArray, QObject, Signal
from PySide6.QtGui import QGuiApplication

from explorer.app.latest import Latest
from explorer.model.arrays import Matrix
from explorer.model.stages import Stage

PARTS = 100
"""Times it is told how far a table has come, and asked whether to stop."""

Put: TypeAlias = Callable[[QByteArray], object]


class Copying(QObject):
    """Writes one table at a time; a newer one takes its place, and so does what others copy.

    Signals
    -------
    changed()
        A table is being written, another part of it is, or no more.
    copied(str)
        A table is on the clipboard; says so in a sentence.
    """

    changed = Signal()
    copied = Signal(str)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._work: Latest | None = None
        self._put: Put | None = None
        self._size = ""
        self._parts = 0

    @property
    def is_busy(self) -> bool:
        """Whether a table is being written."""
        return self._put is not None

    @property
    def text(self) -> str:
        """What is done; empty if nothing is."""
        return f"copy {self._size}" if self.is_busy else ""

    @property
    def stage(self) -> Stage | None:
        """Nothing is worked out."""
        return None

    @property
    def progress(self) -> float:
        """How much of the table is written, from 0 to 1."""
        return self._parts / PARTS

    def start(self, values: Matrix, heading: str, put: Put) -> None:
        """Write a table, tabs between its cells, under its heading; `put` gets the text, UTF-8."""
        if self._work is None:
            self._work = Latest(self)
            self._work.came.connect(self._note)
            self._work.done.connect(self._take)
            QGuiApplication.clipboard().dataChanged.connect(self.cancel)
        self._put, self._parts = put, 0
        self._size = f"{values.shape[0]} × {values.shape[1]} numbers"
        self._work.start(written(values, heading))
        self.changed.emit()

    def cancel(self) -> None:
        """Leave the clipboard as it is."""
        if self._work is not None and self.is_busy:
            self._work.drop()
            self._end()

    def _end(self) -> None:
        self._put, self._parts = None, 0
        self.changed.emit()

    def _note(self, item: object) -> None:
        if item is None:
            self._parts += 1
            self.changed.emit()

    def _take(self, items: list[Any]) -> None:
        put = self._put
        assert put is not None  # start
        self._end()
        put(items[-1])
        self.copied.emit(f"Copied {self._size}.")


def written(values: Matrix, heading: str) -> Iterator[QByteArray | None]:
    """Nothing after each part, then the whole text.

    It grows line by line: nothing on the way keeps other threads waiting.
    """
    from explorer.files.matrix_text import matrix_lines

    text = QByteArray()
    if heading:
        text.append(f"{heading}\n".encode())
    every = -(-len(values) // PARTS)
    for number, line in enumerate(matrix_lines(values)):
        if number:
            text.append(b"\n")
        text.append(line.encode())
        if number % every == every - 1:
            yield None
    yield text
