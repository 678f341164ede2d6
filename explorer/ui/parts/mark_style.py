"""How a role is drawn around cells: a line style beside the colour, so that it needs neither."""

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPen

from explorer.model.places import Role
from explorer.ui.looks.theme import Theme

LINE_STYLES: Mapping[Role, Qt.PenStyle] = {
    Role.QUERY: Qt.PenStyle.SolidLine,
    Role.KEY: Qt.PenStyle.DashLine,
    Role.VALUE: Qt.PenStyle.DotLine,
    Role.COMPUTED: Qt.PenStyle.DashDotLine,
    Role.RESULT: Qt.PenStyle.SolidLine,
}


def mark_width(em: int) -> int:
    """Thickness of the line around marked cells."""
    return max(2, round(em / 8))


def mark_pen(theme: Theme, role: Role, em: int) -> QPen:
    """The line around the cells of a role."""
    pen = QPen(QColor(theme.roles[role]), mark_width(em), LINE_STYLES[role])
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    return pen
