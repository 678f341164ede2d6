"""The drawn plane: what is pointed at, chosen and moved there."""

import math

from PySide6.QtCore import QEvent, QPointF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from explorer.app.session import Session
from explorer.model import Place
from explorer.model.plane import Arrow, fitting_reach, still_fits
from explorer.ui.looks.look import Look
from explorer.ui.parts.text import literal
from explorer.ui.plane.plane_content import Choice, PlaneContent
from explorer.ui.plane.plane_geometry import PlaneGeometry
from explorer.ui.plane.plane_gestures import PlaneGestures
from explorer.ui.plane.plane_painter import PlanePainter

_HELP = (
    "Arrow keys move it by {step}, with Shift by less; [ and ] or Tab choose another arrow, "
    "Enter goes to the score of the two, Home fits the view."
)
_FIXED = "It is computed and cannot be moved. [ and ] or Tab choose another arrow."


class PlaneCanvas(QWidget):
    """Draws the arrows; a press or a key chooses one and moves its tip.

    Signals
    -------
    redrawn()
        Something that is drawn, or the pair that is compared, is new.
    """

    redrawn = Signal()

    def __init__(self, session: Session, look: Look, title: str) -> None:
        super().__init__()
        self.setObjectName("planeCanvas")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setSizePolicy(policy)
        self._session = session
        self._look = look
        self._title = title
        self._choice = Choice()
        self._reach = 1.5
        self.gestures = PlaneGestures(self, session)
        session.changed.connect(self._document_changed)
        session.step_changed.connect(self._follow_step)
        session.reveal.changed.connect(self._redraw)
        look.changed.connect(self._restyle)
        self._follow_step()
        self.fit()

    @property
    def content(self) -> PlaneContent:
        """The arrows and words as session and choice are at the moment."""
        look = self._look
        return PlaneContent(self._session, self._choice, look.digits, look.convention)

    @property
    def geometry_of_plane(self) -> PlaneGeometry:
        """Where everything stands."""
        return PlaneGeometry(self.width(), self.height(), 1.5 * self._look.em, self._reach)

    @property
    def reach(self) -> float:
        """How far the shorter axis goes to either side."""
        return self._reach

    def tip_position(self, array: str, row: int) -> QPointF:
        """Where the tip of an arrow stands, in pixels."""
        found = (one for one in self.content.arrows if (one.array, one.row) == (array, row))
        return self.geometry_of_plane.on_screen(next(found).tip)

    def arrow_at(self, position: QPointF) -> Arrow | None:
        """The arrow whose tip is there; of several at one place the chosen one."""
        if not self.content.is_applicable:
            return None
        chosen, geometry = self.content.chosen, self.geometry_of_plane

        def distance(arrow: Arrow) -> float:
            away = geometry.on_screen(arrow.tip) - position
            return math.hypot(away.x(), away.y())

        near = [one for one in self.content.arrows if distance(one) <= 0.8 * self._look.em]
        return min(near, key=lambda one: (round(distance(one)), one != chosen), default=None)

    def choose(self, arrow: Arrow) -> None:
        """Make an arrow the one that keys move and that is compared."""
        self._choice.choose(arrow.array, arrow.row)
        self._redraw()

    def choose_next(self, ahead: int, goes_round: bool) -> bool:
        """Choose another arrow in order. False: there is none further on."""
        order = self.content.arrows
        here = order.index(self.content.chosen) + ahead
        if not goes_round and not 0 <= here < len(order):
            return False
        self.choose(order[here % len(order)])
        return True

    def go_to_score(self) -> None:
        """Make the score of the two that are compared the current step."""
        pair = self.content.pair
        if pair is not None and self._session.settle():
            self._session.go_to(Place("scores", pair[0].row, pair[1].row))

    def fit(self) -> None:
        """Let the axes go as far as the arrows need."""
        if self.content.is_applicable:
            self._reach = fitting_reach(arrow.tip for arrow in self.content.arrows)
        self._redraw()

    def fit_if_needed(self) -> None:
        """Fit the view unless every arrow can be seen well as it is."""
        content = self.content
        if content.is_applicable and not still_fits(self._reach, (a.tip for a in content.arrows)):
            self.fit()

    def sizeHint(self) -> QSize:
        return QSize(16 * self._look.em, 16 * self._look.em)

    def minimumSizeHint(self) -> QSize:
        return QSize(12 * self._look.em, 11 * self._look.em)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.content.is_applicable:
            painter = QPainter(self)
            focus = self.hasFocus()
            PlanePainter(painter, self._look, self.geometry_of_plane, self.content, focus).paint()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.gestures.pressed(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.gestures.dragged(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.gestures.end()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self.content.is_applicable or not self.gestures.key_pressed(event):
            event.ignore()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if not event.isAutoRepeat():
            self.gestures.key_released()
        super().keyReleaseEvent(event)

    def focusNextPrevChild(self, forwards: bool) -> bool:
        """Tab goes from arrow to arrow, and beyond the last one out of the plane."""
        self.gestures.end()
        if self.content.is_applicable and self.choose_next(1 if forwards else -1, False):
            return True
        return bool(super().focusNextPrevChild(forwards))

    def focusInEvent(self, event: QFocusEvent) -> None:
        ends = {Qt.FocusReason.TabFocusReason: 0, Qt.FocusReason.BacktabFocusReason: -1}
        if self.content.is_applicable and event.reason() in ends:
            self.choose(self.content.arrows[ends[event.reason()]])
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.gestures.end()
        super().focusOutEvent(event)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            arrow = self.arrow_at(QPointF(event.pos()))
            tip = "" if arrow is None else literal(self._sentence(arrow))
            QToolTip.showText(event.globalPos(), tip, self)
            return True
        return bool(super().event(event))

    def _document_changed(self) -> None:
        self._choice.keep_within(self._session)
        self.gestures.document_changed()
        if not self.gestures.is_dragging:
            self.fit_if_needed()
        self._redraw()

    def _follow_step(self) -> None:
        self._choice.follow(self._session)
        self._redraw()

    def _restyle(self) -> None:
        self.updateGeometry()
        self._redraw()

    def _redraw(self) -> None:
        content = self.content
        if content.is_applicable:
            chosen = content.chosen
            self.setAccessibleName(f"{self._title}, {content.sentence(chosen)}")
            help_ = _HELP.format(step=2 * self.gestures.grid)
            movable = content.can_move(chosen)
            self.setAccessibleDescription(f"{content.caption()} {help_ if movable else _FIXED}")
        self.redrawn.emit()
        self.update()

    def _sentence(self, arrow: Arrow) -> str:
        sentence = self.content.sentence(arrow)
        return sentence[0].upper() + sentence[1:]
