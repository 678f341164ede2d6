"""A large table on its way from numbers to text, or back: converted off the main thread."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from PySide6.QtCore import QObject, Signal

from explorer.app.latest import Latest
from explorer.model.stages import Stage

Take: TypeAlias = Callable[[Any], object]


class Conversion(QObject):
    """Converts one table at a time; a newer one takes its place.

    Signals
    -------
    changed()
        A table is being converted, more of it is, or no more.
    """

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._work: Latest | None = None
        self._taker: Take | None = None
        self._text = ""
        self._share = 0.0

    @property
    def is_busy(self) -> bool:
        """Whether a table is being converted."""
        return self._taker is not None

    @property
    def text(self) -> str:
        """What is done; empty if nothing is."""
        return self._text if self.is_busy else ""

    @property
    def stage(self) -> Stage | None:
        """Nothing is worked out."""
        return None

    @property
    def progress(self) -> float:
        """How much of the table is converted, from 0 to 1."""
        return self._share

    def begin(self, text: str, steps: Iterator[object], take: Take) -> None:
        """Go through steps that tell how much is done, from 0 to 1, and last what `take` gets."""
        if self._work is None:
            self._work = Latest(self)
            self._work.came.connect(self._note)
            self._work.done.connect(self._end_with)
        self._taker, self._text, self._share = take, text, 0.0
        self._work.start(_guarded(steps))
        self.changed.emit()

    def cancel(self) -> None:
        """Leave it; nobody is given anything."""
        if self._work is not None and self.is_busy:
            self._work.drop()
            self._end()

    def finish(self) -> None:
        """Let everything else wait until the table is converted."""
        if self._work is not None:
            self._work.wait()

    def _end(self) -> None:
        self._taker, self._share = None, 0.0
        self.changed.emit()

    def _note(self, item: object) -> None:
        if isinstance(item, float):
            self._share = item
            self.changed.emit()

    def _end_with(self, items: list[Any]) -> None:
        take, found = self._taker, items[-1]
        assert take is not None  # begin
        self._end()
        if isinstance(found, _Unexpected):
            raise found.error
        take(found)


@dataclass(frozen=True, slots=True)
class _Unexpected:
    """What went wrong in the other thread, to be raised again in this one."""

    error: Exception


def _guarded(steps: Iterator[object]) -> Iterator[object]:
    try:
        yield from steps
    except Exception as error:
        yield _Unexpected(error)
