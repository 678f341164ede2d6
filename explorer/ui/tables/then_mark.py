"""How a table shows that a cell held another number in the state it is compared with."""

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QPainter, QPolygon

from explorer.ui.looks.look import Look

_CORNER = 0.5
"""In em: the sides of the corner."""


def paint_then(painter: QPainter, look: Look, rect: QRect, then: float, left: int) -> None:
    """Fill a corner of the cell and write what stood there, where it fits before `left`."""
    em = look.em
    side = max(5, round(_CORNER * em))
    corner = rect.topLeft()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(look.theme.accent))
    painter.drawPolygon(QPolygon([corner, corner + QPoint(side, 0), corner + QPoint(0, side)]))
    text = f"{look.number(then)} →"
    painter.setFont(look.font(0.78))
    room = QRect(rect.left() + em // 3, rect.top(), 0, rect.height())
    room.setRight(left - em // 4)
    if painter.fontMetrics().horizontalAdvance(text) <= room.width():
        painter.setPen(QColor(look.theme.muted))
        painter.drawText(room, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text)
