"""A scenario of 4,096 queries and sources in the window: frames and memory."""

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication

from explorer.app.edits import set_cells
from explorer.model import Place
from tests.benchmarks.measuring import Row, amount, seconds
from tests.benchmarks.memory import peak_megabytes
from tests.benchmarks.scenarios import scenario
from tests.benchmarks.windows import application, settle, window_on

SIZE = 4096
FRAME = 33.0
MEMORY = 1500.0


def rows(rounds: int) -> list[Row]:
    application()
    window = window_on(scenario(SIZE))
    session = window.session
    session.go_to(Place("weights", 0, 0))
    settle()
    numbers = np.random.default_rng(3)

    def heatmap():
        return next(view for view in window.stage_flow.heatmaps if view.isVisible())

    def zoom(turn: int) -> None:
        _wheel(heatmap(), 240 if turn % 4 < 2 else -240)

    def pan(turn: int) -> None:
        _drag(heatmap(), QPoint(-40, 25) if turn % 2 else QPoint(40, -25))

    def select(turn: int) -> None:
        session.go_to(Place("weights", 37 * turn % SIZE, 101 * turn % SIZE))

    def edit(turn: int) -> None:
        session.edit(set_cells, "query", 37 * turn % SIZE, turn % 64, numbers.normal(size=(1, 1)))

    frames: dict[str, Callable[[int], None]] = {
        "zoom": zoom,
        "pan": pan,
        "select a cell": select,
        "edit one query cell": edit,
    }
    measured = []
    for what, act in frames.items():
        took = [_frame(act, turn) for turn in range(rounds + 2)][2:]
        measured.append(amount(f"{SIZE:,}²: {what}, a frame", FRAME, " ms", took))
    memory = amount(f"{SIZE:,}²: memory at the most", MEMORY, " MB", [peak_megabytes()])
    return [*measured, memory]


def _frame(act: Callable[[int], None], turn: int) -> float:
    def run():
        act(turn)
        settle()

    return 1e3 * seconds(run)


def _drag(view, by: QPoint) -> None:
    """Move what a heatmap shows with the mouse."""
    start = view.viewport().rect().center()
    kinds = QEvent.Type.MouseButtonPress, QEvent.Type.MouseMove, QEvent.Type.MouseButtonRelease
    button, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    for kind, point in zip(kinds, (start, start + by, start + by), strict=True):
        place = QPointF(point), QPointF(view.viewport().mapToGlobal(point))
        QApplication.sendEvent(view.viewport(), QMouseEvent(kind, *place, button, button, none))


def _wheel(view, angle: int) -> None:
    """Turn the wheel over the middle of a heatmap."""
    middle = QPointF(view.viewport().rect().center())
    event = QWheelEvent(
        middle,
        QPointF(view.viewport().mapToGlobal(middle.toPoint())),
        QPoint(),
        QPoint(0, angle),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view.viewport(), event)
