"""Painting what may be read directly on the scores: a state of the view, never undoable itself."""

import numpy as np
from PySide6.QtCore import QObject, Signal

from explorer.app.gesture import Gesture
from explorer.app.mask_edits import allowed_cells, paint_cells
from explorer.app.session import Session
from explorer.model import AttentionTrace
from explorer.model.arrays import BoolMatrix
from explorer.model.places import Axis
from explorer.model.stages import Stage

Cell = tuple[int, int]
"""Row and column: who reads, and what is read from."""


class MaskBrush(QObject):
    """While it is taken up, a stroke over scores blocks cells, or allows those that are blocked.

    The first cell of a stroke decides for all; the whole stroke is one undo entry. What takes long
    is shown a while later, though the stroke may have ended by then.

    Signals
    -------
    changed()
        It was taken up or put down.
    stroke_changed()
        Cells came to the stroke, or it was taken back.
    stroke_ended()
        What was painted is in the document, or was taken back.
    """

    changed = Signal()
    stroke_changed = Signal()
    stroke_ended = Signal()

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._is_taken_up = False
        self._gesture: Gesture | None = None
        self._latest: Gesture | None = None
        self._touched: BoolMatrix = np.zeros((0, 0), dtype=np.bool_)
        self._allows = False
        self._start: Cell = (0, 0)
        self._last: Cell = (0, 0)
        session.changed.connect(self._follow)

    @property
    def is_taken_up(self) -> bool:
        """Whether strokes paint; never where there are no scores."""
        return self._is_taken_up

    @is_taken_up.setter
    def is_taken_up(self, is_taken_up: bool) -> None:
        wanted = is_taken_up and bool(score_stages(self._session.trace))
        if wanted != self._is_taken_up:
            self.end()
            self._is_taken_up = wanted
            self.changed.emit()

    @property
    def is_painting(self) -> bool:
        """Whether a stroke is under way."""
        return self._gesture is not None

    @property
    def stroke(self) -> BoolMatrix | None:
        """The cells of the stroke under way, or of the last one while nothing came after it."""
        is_newest = self._latest is not None and self._latest.is_newest
        return self._touched if self._is_taken_up and is_newest else None

    def paints(self, stage: Stage) -> bool:
        """Whether a stroke over the cells of a stage paints."""
        return self._is_taken_up and stage in score_stages(self._session.trace)

    def begin(self, cell: Cell, turns_over: bool = True) -> bool:
        """Turn a cell over, or leave it as it is, and make the cells that follow like it.

        False while an open cell editor stays open, or rows and columns are about to move.
        """
        session = self._session
        if not session.settle():
            return False
        has_other_cells = session.pending.newest.inputs.shape != session.scenario.inputs.shape
        if has_other_cells and session.pending.refuses():
            return False
        self.end()
        self._gesture = session.gesture(may_lag=True)
        allowed = allowed_cells(self._gesture.base)
        self._allows = bool(allowed[cell]) != turns_over
        self._touched = np.zeros(allowed.shape, dtype=np.bool_)
        self._start = self._last = cell
        self._touched[cell] = True
        if not self._paint():
            self.end()
        self._latest = self._gesture
        self.stroke_changed.emit()
        return self.is_painting

    def go_on(self, cell: Cell, as_rectangle: bool = False) -> None:
        """Paint the cells on the straight way to `cell`, or all between it and the first one."""
        if self._gesture is None or (cell == self._last and not as_rectangle):
            return
        if not self._gesture.is_newest:  # what was pending of it was taken back
            self.end()
            return
        if as_rectangle:
            self._touched = np.zeros_like(self._touched)
            self._touched[_between(self._start, cell)] = True
        else:
            self._touched[_on_the_way(self._last, cell)] = True
        self._last = cell
        self._paint()
        self.stroke_changed.emit()

    def end(self) -> None:
        """The stroke is done, and stays."""
        if self._gesture is not None:
            self._gesture = None
            self.stroke_ended.emit()

    def cancel(self) -> None:
        """Take the stroke back."""
        if self._gesture is not None:
            self._gesture.cancel()
            self._latest = None
            self.end()
            self.stroke_changed.emit()

    def _paint(self) -> bool:
        assert self._gesture is not None  # begin
        return self._gesture.edit(paint_cells, self._touched.copy(), self._allows)

    def _follow(self) -> None:
        """If someone else changed the document, the stroke is over."""
        if self._gesture is not None and not self._gesture.is_newest:
            self.end()
        if not self.is_painting and not score_stages(self._session.trace):
            self.is_taken_up = False


def score_stages(trace: AttentionTrace) -> tuple[Stage, ...]:
    """The stages from the scores up to the weights: those with a cell a reader and a source."""
    stages = trace.stages[: trace.stages.index(trace.stage("weights"))]
    return tuple(stage for stage in stages if stage.axes == (Axis.QUERIES, Axis.SOURCES))


def _between(first: Cell, last: Cell) -> tuple[slice, slice]:
    (top, bottom), (left, right) = (sorted(pair) for pair in zip(first, last, strict=True))
    return slice(top, bottom + 1), slice(left, right + 1)


def _on_the_way(first: Cell, last: Cell) -> tuple[np.ndarray, np.ndarray]:
    """The cells a straight line from one cell to another passes."""
    steps = max(abs(last[0] - first[0]), abs(last[1] - first[1])) + 1
    rows, columns = (
        np.rint(np.linspace(start, end, steps)).astype(np.intp)
        for start, end in zip(first, last, strict=True)
    )
    return rows, columns
