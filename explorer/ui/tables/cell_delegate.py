"""Draws the cells of a matrix with the marks of the current step, and opens their editors."""

from typing import Literal

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QLine,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QPainter, QPalette, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from explorer.app.marks import Marks
from explorer.app.session import Session
from explorer.model import Place
from explorer.model.number_format import first_digit
from explorer.model.places import Role, role_of
from explorer.ui.looks.colours import mixed
from explorer.ui.looks.look import Look
from explorer.ui.parts.mark_style import mark_pen, mark_width
from explorer.ui.tables.cell_editor import CellEditor
from explorer.ui.tables.table_sizes import number_margins
from explorer.ui.tables.then_mark import paint_then

SELECTED_SHARE = 0.28
RELATED_SHARE = 0.45

Index = QModelIndex | QPersistentModelIndex


class CellDelegate(QStyledItemDelegate):
    """Paints every pixel of a cell itself, so that no style hides its background.

    Signals
    -------
    moved(int, int)
        Typing ended; go on so many rows down and columns to the right.
    """

    moved = Signal(int, int)

    def __init__(self, session: Session, look: Look, array: str, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._look = look
        self._array = array
        self.marks: Marks = session.marks

    def update_marks(self) -> bool:
        """Take the marks from the current step; whether cells of the table are marked otherwise."""
        before, self.marks = self.marks, self._session.marks
        return self.marks.differ_in(self._array, before)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        place = self._place(index)
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        painter.save()
        painter.fillRect(rect, QColor(self._background(place, state)))
        self._paint_grid(painter, rect, index)
        self._paint_outline(painter, rect, place)
        if state & QStyle.StateFlag.State_HasFocus:
            self._paint_focus(painter, rect)
        left = self._paint_text(painter, rect, index)
        then = self._session.comparing.then_at(place) if self._in_array(place) else None
        if then is not None:
            paint_then(painter, self._look, rect, then, left)
        painter.restore()

    def createEditor(  # type: ignore[override]  # Qt allows none
        self, parent: QWidget, option: QStyleOptionViewItem, index: Index
    ) -> QWidget | None:
        """The editor of a cell; None while another one holds something that is no number."""
        if not self._session.settle():
            return None
        place = self._place(index)
        editor = CellEditor(parent, self._session, self._look, place)
        editor.closed.connect(lambda rows, columns: self._closed(editor, rows, columns))
        return editor

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """The editor took its text when it was made; what is typed in it stays."""

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        """Every number typed is in the session already."""

    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, index: Index
    ) -> None:
        inset = mark_width(self._look.em)
        rect: QRect = option.rect
        editor.setGeometry(rect.adjusted(inset, inset, -inset, -inset))
        self._colour(editor)

    def destroyEditor(self, editor: QWidget, index: Index) -> None:
        if isinstance(editor, CellEditor) and editor.is_open:
            editor.release()
        super().destroyEditor(editor, index)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The editor knows its own keys."""
        return False

    def _closed(self, editor: CellEditor, rows: int, columns: int) -> None:
        self.closeEditor.emit(editor, QStyledItemDelegate.EndEditHint.NoHint)
        if rows or columns:
            self.moved.emit(rows, columns)

    def _colour(self, editor: QWidget) -> None:
        editor.setFont(self._look.font())
        palette = editor.palette()
        palette.setColor(QPalette.ColorRole.Base, QColor(self._look.theme.card))
        palette.setColor(QPalette.ColorRole.Text, QColor(self._look.theme.text))
        editor.setPalette(palette)

    def _background(self, place: Place, state: QStyle.StateFlag) -> str:
        theme = self._look.theme
        role = self.marks.role_at(place)
        if role is not None:
            fill = theme.tint(role)
        elif self.marks.is_related(place):
            fill = mixed(theme.card, theme.tint(role_of(self._array)), RELATED_SHARE)
        else:
            fill = theme.card
        if state & QStyle.StateFlag.State_Selected and self._has_focus:
            return mixed(fill, theme.accent, SELECTED_SHARE)
        return fill

    @property
    def _has_focus(self) -> bool:
        view = self.parent()
        return isinstance(view, QWidget) and view.hasFocus()

    def _place(self, index: Index) -> Place:
        """The cell of the array that stands at `index`."""
        shown = Place(self._array, index.row(), index.column())
        return self._look.convention.place(shown)

    def _paint_grid(self, painter: QPainter, rect: QRect, index: Index) -> None:
        painter.setPen(QColor(self._look.theme.border))
        painter.drawLine(rect.topRight(), rect.bottomRight())
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        if index.row() == 0:
            painter.drawLine(rect.topLeft(), rect.topRight())
        if index.column() == 0:
            painter.drawLine(rect.topLeft(), rect.bottomLeft())

    def _paint_outline(self, painter: QPainter, rect: QRect, place: Place) -> None:
        """A line around cells marked alike, thick for a role and thin for related ones."""
        mark = self._mark_at(place)
        if mark is None:
            return
        pen = self._pen(mark)
        painter.setPen(pen)
        for way, line in _edges(rect, pen.width()):
            rows, columns = self._look.convention.pair(way)
            neighbour = Place(self._array, place.row + rows, place.column + columns)
            if self._mark_at(neighbour) != mark:
                painter.drawLine(line)

    def _mark_at(self, place: Place) -> Role | Literal["related"] | None:
        if not self._in_array(place):
            return None
        return self.marks.role_at(place) or ("related" if self.marks.is_related(place) else None)

    def _pen(self, mark: Role | Literal["related"]) -> QPen:
        theme = self._look.theme
        if mark == "related":
            return QPen(QColor(theme.roles[role_of(self._array)]), 1)
        return mark_pen(theme, mark, self._look.em)

    def _in_array(self, place: Place) -> bool:
        array = getattr(self._session.scenario, self._array)
        rows, columns = (0, 0) if array is None else array.shape
        return 0 <= place.row < rows and 0 <= place.column < columns

    def _paint_focus(self, painter: QPainter, rect: QRect) -> None:
        width = mark_width(self._look.em)
        painter.setPen(QPen(QColor(self._look.theme.text), max(1, width - 1)))
        painter.drawRect(rect.adjusted(width, width, -width - 1, -width - 1))

    def _paint_text(self, painter: QPainter, rect: QRect, index: Index) -> int:
        """Write the number; where it begins."""
        look = self._look
        text = str(index.data(Qt.ItemDataRole.DisplayRole))
        place = self._place(index)
        painter.setFont(look.font(bold=self.marks.role_at(place) is not None))
        painter.setPen(QColor(look.theme.text))
        left, right = number_margins(look.em)
        room = rect.adjusted(left, 0, -right, 0)
        if "e" in text and painter.fontMetrics().horizontalAdvance(text) > room.width():
            text = look.number(first_digit(float(index.data(Qt.ItemDataRole.EditRole))))
        elided = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, room.width())
        align = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(room, align, elided)
        return room.right() - painter.fontMetrics().horizontalAdvance(elided)


def _edges(rect: QRect, width: int) -> list[tuple[tuple[int, int], QLine]]:
    """Each side of a cell: the way to the neighbour there, and the line along it, inside."""
    inset = width // 2
    left, top = rect.left() + inset, rect.top() + inset
    right, bottom = rect.right() - inset + (width + 1) % 2, rect.bottom() - inset + (width + 1) % 2
    return [
        ((-1, 0), QLine(rect.left(), top, rect.right() + 1, top)),
        ((1, 0), QLine(rect.left(), bottom, rect.right() + 1, bottom)),
        ((0, -1), QLine(left, rect.top(), left, rect.bottom() + 1)),
        ((0, 1), QLine(right, rect.top(), right, rect.bottom() + 1)),
    ]
