"""The weights of each query as a bar of shares, with handles to move weight between them."""

import math

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFontMetrics,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from explorer.app.hand_mix import HandMix
from explorer.app.session import Session
from explorer.model import Place
from explorer.model.number_format import equals_sign, exact_text
from explorer.model.places import Axis
from explorer.model.shares import Row
from explorer.model.wording import spoken_name
from explorer.ui.by_hand.share_geometry import MOST_SOURCES, ShareBar, bar_of
from explorer.ui.by_hand.share_gestures import ShareGestures
from explorer.ui.by_hand.share_painter import SharePainter
from explorer.ui.looks.look import Look
from explorer.ui.parts.text import literal

MOST_ROWS = 8
"""Where there are more queries, the bar of the step's query is shown alone."""
_LINE, _GAP = 2.2, 0.4
"""Heights of a bar and of the room between two, in em."""
_WIDEST_NAME = 7.0
_SURE = 1e-9
HELP = (
    "Left and Right choose a share, Up and Down a query; + and − change it by 0.01, Shift with "
    "Left and Right moves the handle at its right end, with Ctrl ten times finer; L locks it."
)
TOO_MANY = (
    f"More than {MOST_SOURCES} sources are too many shares for a bar: type their weights into "
    "table A among the inputs."
)


class ShareBars(QWidget):
    """Draws the weights of the trace; while they are by hand, handles and keys move them.

    Signals
    -------
    chosen_changed()
        Another share is chosen.
    """

    chosen_changed = Signal()

    def __init__(self, session: Session, look: Look, mix: HandMix) -> None:
        super().__init__()
        self.setObjectName("shareBars")
        self.setAccessibleName("Shares of the weights")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._session = session
        self._look = look
        self._mix = mix
        self._chosen = (0, 0)
        self.gestures = ShareGestures(self, session, mix)
        session.changed.connect(self._document_changed)
        session.step_changed.connect(self._follow_step)
        session.reveal.changed.connect(self._redraw)
        mix.changed.connect(self._redraw)
        look.changed.connect(self._redraw)
        self._follow_step()

    @property
    def shape(self) -> tuple[int, int]:
        """How many queries and sources there are."""
        return self._session.trace.shape_of("weights")

    def weights(self, row: int) -> Row:
        """The weights of a query as they are, (n_key,)."""
        return self._session.trace.arrays.row("weights", row)

    @property
    def chosen(self) -> tuple[int, int]:
        """Row and source of the share that keys change."""
        rows, sources = self.shape
        return min(self._chosen[0], rows - 1), min(self._chosen[1], sources - 1)

    @property
    def rows(self) -> range:
        """The queries that have a bar on the screen."""
        queries, _ = self.shape
        if queries <= MOST_ROWS:
            return range(queries)
        return range(self.chosen[0], self.chosen[0] + 1)

    @property
    def is_applicable(self) -> bool:
        """Whether there are few enough sources for a bar."""
        return len(self._session.scenario.sources) <= MOST_SOURCES

    @property
    def can_move(self) -> bool:
        """Whether weight can be moved: the weights are by hand."""
        return self._mix.is_in_use and self.is_applicable

    @property
    def reach(self) -> float:
        """How close the pointer has to be to a handle, in pixels."""
        return max(4.0, 0.35 * self._look.em)

    def bar(self, row: int) -> ShareBar | None:
        """The bar of a query; None where a bar cannot show its weights."""
        if self._hides(row):
            return None
        room = self.bar_rect(row)
        return bar_of(self.weights(row), room.left(), room.width())

    def reason(self, row: int) -> str:
        """Why a query has no bar."""
        if self._hides(row):
            return "hidden for now"
        if not self.is_applicable:
            return "too many sources for a bar"
        if (self.weights(row) < 0).any():
            return "a negative weight is no share of a bar"
        return "no shares of one whole: all are 0, or too large"

    def row_at(self, y: float) -> int | None:
        """The query whose bar is at a height."""
        index = int(y / self._pitch) if y >= 0 else -1
        return self.rows[index] if 0 <= index < len(self.rows) else None

    def handle_position(self, row: int, handle: int) -> QPointF:
        """Where a handle of a bar can be taken hold of."""
        bar = self.bar(row)
        assert bar is not None  # asked only where there is a bar
        return QPointF(bar.handle(handle), self.bar_rect(row).center().y())

    def choose(self, row: int, source: int) -> None:
        """Choose a share, and make its weight the step."""
        self._chosen = (row, source)
        if self._session.settle():
            self._session.go_to(Place("weights", row, source))
        self._chosen = (row, source)
        self._redraw()
        self.chosen_changed.emit()

    def choose_by(self, rows: int, sources: int) -> None:
        """Choose a share so many rows down and to the right, as far as there is one."""
        row, source = self.chosen
        last_row, last_source = (size - 1 for size in self.shape)
        self.choose(min(max(row + rows, 0), last_row), min(max(source + sources, 0), last_source))

    def toggle_lock(self) -> None:
        """Lock the chosen share, or let it go."""
        if self.can_move:
            row, source = self.chosen
            self._mix.set_locked(row, source, source not in self._mix.locked_in(row))

    def locked_in(self, row: int) -> frozenset[int]:
        """The sources whose share is locked in a row."""
        return self._mix.locked_in(row) if self.can_move else frozenset()

    def row_name(self, row: int) -> str:
        """The name of a query."""
        return self._session.scenario.queries[row]

    def share_lines(self, row: int, source: int) -> tuple[str, str]:
        """What stands in a share: the source and its weight."""
        weight = self._look.number(self._weight(row, source))
        return self._session.scenario.sources[source], weight

    def sums_to_one(self, row: int) -> bool:
        """Whether the weights of a query add up to one, but for rounding."""
        return math.isclose(float(self.weights(row).sum()), 1.0, rel_tol=_SURE)

    def sum_lines(self, row: int) -> tuple[str, ...]:
        """The sum of a row, and how much it is off from one."""
        if self._hides(row):
            return ()
        total = float(self.weights(row).sum())
        text = self._look.number(total)
        if self.sums_to_one(row):
            return ("Σ = 1",)
        off = self._look.number(abs(1 - total))
        missing = f"{off} missing" if total < 1 else f"{off} too much"
        return f"Σ {equals_sign(total, self._look.digits)} {text}", missing

    def name_rect(self, row: int) -> QRectF:
        """Where the name of a query stands."""
        return self._line_rect(row, 0, self._name_width)

    def bar_rect(self, row: int) -> QRectF:
        """Where the bar of a query stands."""
        left = self._name_width + 0.5 * self._look.em
        return self._line_rect(row, left, max(self.width() - left - self._sum_width, 0))

    def sum_rect(self, row: int) -> QRectF:
        """Where the sum of a query stands."""
        inset = 0.6 * self._look.em
        left = self.width() - self._sum_width + inset
        return self._line_rect(row, left, self._sum_width - inset)

    def tip_at(self, position: QPointF) -> str:
        """The exact words for what is at a position."""
        row = self.row_at(position.y())
        bar = None if row is None else self.bar(row)
        source = None if bar is None else bar.source_at(position.x())
        return "" if row is None or source is None else self.sentence(row, source)

    def sentence(self, row: int, source: int) -> str:
        """A share with all digits, and whether it is locked."""
        scenario = self._session.scenario
        names = spoken_name(scenario.queries, row), spoken_name(scenario.sources, source)
        if self._hides(row):
            return f"{names[0]}, {names[1]}: hidden for now"
        weight = exact_text(self._weight(row, source))
        locked = ", locked" if source in self.locked_in(row) else ""
        return f"{names[0]} takes {weight} of {names[1]}{locked}"

    def sizeHint(self) -> QSize:
        height = round(len(self.rows) * self._pitch) if self.is_applicable else 0
        return QSize(20 * self._look.em, height)

    def minimumSizeHint(self) -> QSize:
        return QSize(12 * self._look.em, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.is_applicable:
            painter = QPainter(self)
            SharePainter(painter, self._look, self).paint()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            tip = self.tip_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), literal(tip) if tip else "", self)
            return True
        return bool(super().event(event))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.gestures.pressed(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.gestures.dragged(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.gestures.end()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.gestures.pressed(event)
        self.toggle_lock()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self.gestures.key_pressed(event):
            event.ignore()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if not event.isAutoRepeat():
            self.gestures.key_released()
        super().keyReleaseEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.gestures.end()
        super().focusOutEvent(event)
        self.update()

    def _weight(self, row: int, source: int) -> float:
        return self._session.trace.arrays.cell("weights", row, source)

    def _hides(self, row: int) -> bool:
        last = self.shape[1] - 1
        return not self._mix.is_in_use and self._session.reveal.hides(Place("weights", row, last))

    def _line_rect(self, row: int, left: float, width: float) -> QRectF:
        index = row - self.rows.start
        top = index * self._pitch + _GAP * self._look.em / 2
        return QRectF(left, top, width, _LINE * self._look.em)

    @property
    def _pitch(self) -> float:
        return (_LINE + _GAP) * self._look.em

    @property
    def _name_width(self) -> float:
        metrics = QFontMetrics(self._look.font(0.9, bold=True))
        names = (metrics.horizontalAdvance(self.row_name(row)) for row in self.rows)
        return min(max(names), _WIDEST_NAME * self._look.em) + 0.2 * self._look.em

    @property
    def _sum_width(self) -> float:
        metrics = QFontMetrics(self._look.font(0.9))
        widest = f"0.{'0' * self._look.digits} too much"
        return metrics.horizontalAdvance(widest) + 0.8 * self._look.em

    def _document_changed(self) -> None:
        self.gestures.document_changed()
        self._redraw()

    def _follow_step(self) -> None:
        """Choose the share of the step, if it is about a reader and a source."""
        step, trace = self._session.step, self._session.trace
        rows, columns = trace.quantity(step.array).axes
        if rows is Axis.QUERIES:
            source = step.column if columns is Axis.SOURCES else self._chosen[1]
            self._chosen = (step.row, source)
            self._redraw()
            self.chosen_changed.emit()

    def _redraw(self) -> None:
        self.updateGeometry()
        self.update()
        described = f"{self.sentence(*self.chosen)}. {HELP if self.can_move else ''}".strip()
        if described != self.accessibleDescription():
            self.setAccessibleDescription(described)
