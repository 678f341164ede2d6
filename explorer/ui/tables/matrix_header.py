"""The names along a matrix: shown calmly, renamed in place."""

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHeaderView, QLineEdit, QWidget

from explorer.app import edits
from explorer.app.session import Session
from explorer.model.places import Axis
from explorer.ui.looks.look import Look
from explorer.ui.parts.focus import PASSING


class MatrixHeader(QHeaderView):
    """A header without boxes; the sections that are selected stand out.

    Signals
    -------
    rename_asked(int)
        The name at this position was double-clicked.
    menu_asked(int, QPoint)
        A menu for this position is wanted at this place on the screen.
    """

    rename_asked = Signal(int)
    menu_asked = Signal(int, QPoint)

    def __init__(self, orientation: Qt.Orientation, look: Look, parent: QWidget) -> None:
        super().__init__(orientation, parent)
        self._look = look
        self.setSectionsClickable(True)
        self.setHighlightSections(True)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setMinimumSectionSize(1)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._ask_menu)

    def section_rect(self, section: int) -> QRect:
        """Where a section stands in the viewport."""
        start, size = self.sectionViewportPosition(section), self.sectionSize(section)
        if self.orientation() == Qt.Orientation.Vertical:
            return QRect(0, start, self.viewport().width(), size)
        return QRect(start, 0, size, self.viewport().height())

    def sizeHint(self) -> QSize:
        """The size it was given: Qt would ask for hundreds of names to find one, time and again."""
        return self.minimumSize()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), QColor(self._look.theme.card))
        for section in self._visible_sections():
            self._paint(painter, section)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        section = self.logicalIndexAt(event.position().toPoint())
        if section >= 0:
            self.rename_asked.emit(section)

    def _ask_menu(self, position: QPoint) -> None:
        section = self.logicalIndexAt(position)
        if section >= 0:
            self.menu_asked.emit(section, self.viewport().mapToGlobal(position))

    def _visible_sections(self) -> range:
        if not self.count():
            return range(0)
        along = self.viewport().height(), self.viewport().width()
        length = along[self.orientation() == Qt.Orientation.Horizontal]
        first, last = self.visualIndexAt(0), self.visualIndexAt(length - 1)
        return range(max(first, 0), (last if last >= 0 else self.count() - 1) + 1)

    def _paint(self, painter: QPainter, section: int) -> None:
        theme, em = self._look.theme, self._look.em
        chosen = self._is_chosen(section)
        painter.setFont(self._look.font(0.9, bold=chosen))
        painter.setPen(QColor(theme.text if chosen or self._is_vertical else theme.muted))
        room = self.section_rect(section).adjusted(em // 8, 0, -em // 4, 0)
        align = Qt.AlignmentFlag.AlignLeft if self._is_vertical else Qt.AlignmentFlag.AlignHCenter
        name = str(self.model().headerData(section, self.orientation()) or "")
        elide = Qt.TextElideMode.ElideRight
        text = painter.fontMetrics().elidedText(name, elide, room.width())
        painter.drawText(room, align | Qt.AlignmentFlag.AlignVCenter, text)

    @property
    def _is_vertical(self) -> bool:
        return self.orientation() == Qt.Orientation.Vertical

    def _is_chosen(self, section: int) -> bool:
        view = self.parentWidget()
        selection = self.selectionModel()
        if selection is None or view is None or not view.hasFocus():
            return False
        root = self.rootIndex()
        if self._is_vertical:
            return selection.rowIntersectsSelection(section, root)
        return selection.columnIntersectsSelection(section, root)


class NameEditor(QLineEdit):
    """A line over a header in which one position is renamed. Enter keeps the name, Esc does not."""

    def __init__(
        self, parent: QWidget, session: Session, look: Look, axis: Axis, index: int
    ) -> None:
        super().__init__(session.scenario.names(axis)[index], parent)
        self._owner = parent
        self._session = session
        self._axis = axis
        self._index = index
        self._is_open = True
        self.setFont(look.font(0.9))
        self.setAccessibleName(f"New name of {self.text()}")
        self.selectAll()
        session.document_changed.connect(self._document_changed)
        session.register_editor(self.settle)

    def settle(self) -> bool:
        """Close with the name typed; an empty one leaves the old. Any name will do: True."""
        if self._is_open:
            self.close_editor()
            name = self.text().strip()
            if name and self._index < self._session.scenario.size(self._axis):
                self._session.edit(edits.rename, self._axis, self._index, name)
        return True

    def close_editor(self) -> None:
        """Close without renaming."""
        self._is_open = False
        self._session.register_editor(None)
        had_focus = self.hasFocus()
        self.hide()
        self.deleteLater()
        if had_focus:
            self._owner.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_Escape:
                self.close_editor()
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self.settle()
            case _:
                super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() not in PASSING:
            self.settle()

    def _document_changed(self) -> None:
        if self._is_open and self._session.undo_stack.count() == 0:
            self.close_editor()
