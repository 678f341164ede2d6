"""How a row of the unfolded chain is drawn: the number and its name, below them its arithmetic."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from explorer.model.expressions import Number
from explorer.model.places import Role
from explorer.ui.formulas.math_layout import number_colour
from explorer.ui.looks.look import Look
from explorer.ui.walk.unfolded_model import Part, UnfoldedModel

_SELECTED = QStyle.StateFlag.State_Selected
_FOCUSED = QStyle.StateFlag.State_HasFocus


class UnfoldedDelegate(QStyledItemDelegate):
    """Draws the rows of an UnfoldedModel; what does not fit ends in …."""

    def __init__(self, model: UnfoldedModel, look: Look) -> None:
        super().__init__(model)
        self._model = model
        self._look = look

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        lines = 2 if index.data(Part.ARITHMETIC) else 1
        em = self._look.em
        return QSize(12 * em, lines * em + em // 2)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area: QRect = option.rect
        state: QStyle.StateFlag = option.state
        self._paint_selection(painter, area, state)
        em, theme = self._look.em, self._look.theme
        line = QRect(area.left() + em // 4, area.top() + em // 4, area.width() - em // 2, em)
        value = index.data(Part.VALUE)
        used = _write(painter, line, value, self._look.font(bold=True), self._colour(index))
        beside = line.adjusted(used + em // 2 if value else 0, 0, 0, 0)
        ink = theme.text if value else theme.accent
        used = _write(painter, beside, index.data(Part.NAME), self._look.font(), ink)
        rest = beside.adjusted(used + em // 2, 0, 0, 0)
        remark, small = index.data(Part.REMARK), self._look.font(0.9)
        if QFontMetrics(small).horizontalAdvance(remark) <= rest.width():  # the tool tip has it
            _write(painter, rest, remark, small, theme.muted)
        below = line.translated(0, em)
        _write(painter, below, index.data(Part.ARITHMETIC), small, theme.muted)
        painter.restore()

    def _paint_selection(self, painter: QPainter, area: QRect, state: QStyle.StateFlag) -> None:
        theme = self._look.theme
        if state & _SELECTED:
            painter.fillRect(area, QColor(theme.tint(Role.RESULT)))
        if state & _FOCUSED:
            painter.setPen(QPen(QColor(theme.accent), max(2.0, self._look.em / 9)))
            painter.drawRoundedRect(area.adjusted(1, 1, -1, -1), 3, 3)

    def _colour(self, index: QModelIndex | QPersistentModelIndex) -> str:
        node, theme = self._model.node(index), self._look.theme
        if node is None or node.parent is None:
            return theme.roles[Role.RESULT]
        return number_colour(Number(0.0, node.place), theme)


def _write(painter: QPainter, area: QRect, text: str, font: QFont, colour: str) -> int:
    """Write one line, shortened to fit; returns how wide it is."""
    metrics = QFontMetrics(font)
    shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, area.width())
    painter.setFont(font)
    painter.setPen(QColor(colour))
    painter.drawText(area, int(Qt.AlignmentFlag.AlignVCenter), shown)
    return metrics.horizontalAdvance(shown)
