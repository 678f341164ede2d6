"""The lines of the step over everything else in the window."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeAlias

from PySide6.QtCore import QEasingCurve, QPoint, QPointF, QRect, QRectF, Qt, QTimeLine
from PySide6.QtGui import QHideEvent, QPainter, QPaintEvent, QRegion, QShowEvent
from PySide6.QtWidgets import QFocusFrame, QWidget

from explorer.app.connections import connections_of
from explorer.app.session import Session
from explorer.model import Region
from explorer.model.places import Role
from explorer.ui.lines.cell_view import CellView
from explorer.ui.lines.line_painting import Line, Piece, paint_line, pieces
from explorer.ui.lines.line_route import LineEnd, Route, routes
from explorer.ui.looks.look import Look
from explorer.ui.parts.bubble import Bubble

DURATION = 200
"""Milliseconds: less than there are between two steps at the highest speed."""
_FRAME = 25
"""Milliseconds between two pictures of a motion: each has what is below it painted again."""
_TURN = 2.5
"""In em: room for the curve of a line that comes from the side."""
_ROOM_FOR_NAMES = 1.5
"""In em: in rows of this height a line runs between their names."""
_OWN = Qt.FindChildOption.FindDirectChildrenOnly
"""Bubbles are children of the window itself: to look through all that is in it takes long."""
_Key: TypeAlias = tuple[str, int]
"""An array, and which of the lines that come from it."""


class LineOverlay(QFocusFrame):
    """Draws a line from the cells each operand is read from to the cells of the result.

    It covers its parent and takes nothing from it: mouse, keyboard and drops go to what is below.
    As a focus frame it is no part of what screen readers read. It knows the views by what they
    say about their cells, and lines go on behind those they only pass. What it draws it works out
    whenever it is painted, and it is painted with whatever is below it: so the lines follow every
    scrolling, resizing and docking, and where a cell cannot be seen, no line leads to it.

    A new step moves the lines from where they are, unless the person asked for less motion. In
    between nothing runs.
    """

    def __init__(
        self,
        parent: QWidget,
        session: Session,
        look: Look,
        views: Callable[[], Iterable[CellView]],
    ) -> None:
        super().__init__(parent)
        self._session, self._look, self._views = session, look, views
        self._joined = session.marks, session.trace.stages
        self._connections = connections_of(session.trace, session.marks)
        self._drawn: tuple[Line, ...] = ()
        self._left: Mapping[_Key, Route] = {}
        self.time_line = QTimeLine(DURATION, self)
        self.time_line.setUpdateInterval(_FRAME)
        self.time_line.setEasingCurve(QEasingCurve.Type.InOutCubic)
        self.time_line.valueChanged.connect(self._redraw)
        self.time_line.stateChanged.connect(self._redraw)
        self.setObjectName("lineOverlay")
        self.setAcceptDrops(False)
        session.changed.connect(self._follow)
        session.step_changed.connect(self._follow)
        look.motion.changed.connect(self.time_line.stop)
        look.preferences.lines_changed.connect(self._show_or_hide)
        self._show_or_hide()

    @property
    def is_moving(self) -> bool:
        """Whether lines are on their way."""
        return self.time_line.state() is not QTimeLine.State.NotRunning

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines as they are at the moment; of those of the step the ones that can be seen."""
        if not self.isVisible():
            return ()
        lines = self._lines_at_rest()
        if not self.is_moving:
            return lines
        share = self.time_line.currentValue()
        moving = []
        for key, line in _keyed(lines):
            route = line.route.moved_from(self._left.get(key), share)
            moving.append(Line(line.connection, route, route.path.pointAtPercent(share)))
        return tuple(moving)

    def cover(self) -> None:
        """Take the size the parent has now."""
        parent = self.parentWidget()
        if parent is not None:
            self.setGeometry(parent.rect())

    def paintEvent(self, event: QPaintEvent) -> None:
        self.raise_()  # a panel that was brought to the front is below it again; mostly it is there
        self._have_painted(but=event.region())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        free, tables = self._free, self._tables()
        for line in self._drawn:
            ends = line.connection.source.array, line.connection.target.array
            above = (QRegion(names if array in ends else whole) for array, whole, names in tables)
            painter.setClipRegion(free - sum(above, QRegion()))
            paint_line(painter, self._look, line)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.cover()
        self.raise_()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.time_line.stop()

    @property
    def _free(self) -> QRegion:
        """Where no sentence floats over the window: a line would strike it through."""
        free = QRegion(self.rect())
        for bubble in self.window().findChildren(Bubble, options=_OWN):
            if bubble.isVisible():
                free -= QRegion(bubble.geometry().translated(-self.pos()))
        return free

    def _tables(self) -> list[tuple[str, QRect, QRect]]:
        """The array of each table in sight, where it is, and where names of low rows are in it.

        A line that comes from elsewhere and leads on goes behind all of it, one that ends there
        behind names between which there is no room: it would strike them through.
        """
        found = []
        for view in self._views():
            viewport = view.viewport()
            if viewport.isVisible() and viewport.window() is self.window():
                seen = QRectF(viewport.visibleRegion().boundingRect())
                there = viewport.mapTo(self.window(), QPoint())
                whole, names = (
                    (rect & seen).toAlignedRect().translated(there)
                    for rect in (seen, self._names_of_low_rows(view))
                )
                found.append((view.array, whole, names))
        return found

    def _names_of_low_rows(self, view: CellView) -> QRectF:
        """Where the names beside the cells of a view are, if no line has room between them."""
        cells, first = view.cells_rect(), view.region_rect(Region(view.array, 0, 0))
        if first is None or first.height() >= _ROOM_FOR_NAMES * self._look.em:
            return QRectF()
        return QRectF(0, cells.top(), cells.left(), cells.height())

    def _follow(self) -> None:
        session = self._session
        joined = session.marks, session.trace.stages
        if joined == self._joined:
            return
        self._joined = joined
        connections = connections_of(session.trace, session.marks)
        if connections != self._connections:
            self._connections = connections
            self._set_off()
            self._redraw()

    def _set_off(self) -> None:
        """Move from where the lines are now, in the middle of an earlier motion perhaps."""
        self._left = {key: line.route for key, line in _keyed(self._drawn)}
        self.time_line.stop()
        if self.isVisible() and not self._look.motion.is_reduced:
            self.time_line.start()

    def _redraw(self) -> None:
        self._have_painted(but=QRegion())

    def _have_painted(self, but: QRegion) -> None:
        """Have painted what is not yet as it should be, but for what is just being painted."""
        lines = self.lines
        if lines != self._drawn:
            before, now = self._pieces(self._drawn), self._pieces(lines)
            self._drawn = lines
            stale = sum((QRegion(*piece) for _, piece in before ^ now), QRegion())
            self.update(stale - but)

    def _pieces(self, lines: Iterable[Line]) -> set[tuple[Role, Piece]]:
        """What lines cover, those of one role told from those of another in the same place."""
        return {(line.role, piece) for line in lines for piece in pieces(line, self._look.em)}

    def _show_or_hide(self) -> None:
        self.setVisible(self._look.preferences.lines)

    def _lines_at_rest(self) -> tuple[Line, ...]:
        """Where the lines of the step lead, both ends of which are in tables that can be seen."""
        ends = [(self._end(one.source), self._end(one.target)) for one in self._connections]
        joined = [
            (connection, (source, target))
            for connection, (source, target) in zip(self._connections, ends, strict=True)
            if source is not None and target is not None
        ]
        found = routes([both for _, both in joined], _TURN * self._look.em)
        pairs = zip(joined, found, strict=True)
        return tuple(Line(connection, route) for (connection, _), route in pairs)

    def _end(self, region: Region) -> LineEnd | None:
        """Where cells can be seen in the window, at the edge of what can be if scrolled away."""
        for view in self._views():
            cells = view.region_rect(region) if view.array == region.array else None
            viewport = view.viewport()
            if cells is None or not viewport.isVisible() or viewport.window() is not self.window():
                continue
            seen = QRectF(viewport.visibleRegion().boundingRect())
            area = view.cells_rect() & seen
            first = view.region_rect(Region(region.array, region.row or 0, region.column or 0))
            if first is not None and not area.isEmpty():
                there = QPointF(viewport.mapTo(self.window(), QPoint()))
                rects = (rect.translated(there) for rect in (_within(cells, area), seen, first))
                return LineEnd(*rects)
        return None


def _keyed(lines: Iterable[Line]) -> Iterator[tuple[_Key, Line]]:
    """Lines with what they are known by from step to step: the array they come from."""
    seen: Counter[str] = Counter()
    for line in lines:
        array = line.connection.source.array
        yield (array, seen[array]), line
        seen[array] += 1


def _within(cells: QRectF, area: QRectF) -> QRectF:
    """The part of a rectangle in an area; a flat one at its edge if there is no such part."""
    left, right = (min(max(x, area.left()), area.right()) for x in (cells.left(), cells.right()))
    top, bottom = (min(max(y, area.top()), area.bottom()) for y in (cells.top(), cells.bottom()))
    return QRectF(QPointF(left, top), QPointF(right, bottom))
