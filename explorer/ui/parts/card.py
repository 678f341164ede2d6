"""The white cards that everything on the screen stands on."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from explorer.model.places import Role
from explorer.ui.looks.look import Look
from explorer.ui.parts.text import set_ink


class Card(QWidget):
    """A rounded panel with a heading on the left, a remark on the right and content below.

    With a role, its left edge and heading carry the colour of the role. `remark` takes the place
    of a plain label for the remark.
    """

    def __init__(
        self, look: Look, title: str, role: Role | None = None, remark: QLabel | None = None
    ) -> None:
        super().__init__()
        self._look = look
        self._role = role
        self._is_active = False
        self._is_dashed = False
        self.heading = QLabel(title)
        self.remark = remark or QLabel()
        self._top = QHBoxLayout()
        self._top.addWidget(self.heading, 1)
        self._top.addWidget(self.remark)
        self.body = QVBoxLayout(self)
        self.body.addLayout(self._top)
        look.changed.connect(self._restyle)
        self._restyle()

    def add_to_heading(self, widget: QWidget) -> None:
        """Put a widget at the right end of the heading line."""
        self._top.addWidget(widget)

    def set_active(self, is_active: bool) -> None:
        """Whether heading and outline carry the accent: the card the current step belongs to."""
        if is_active != self._is_active:
            self._is_active = is_active
            self._restyle()

    def set_dashed(self, is_dashed: bool) -> None:
        """Whether the outline is a strong dashed line: what is on the card is not what is now."""
        if is_dashed != self._is_dashed:
            self._is_dashed = is_dashed
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, em = self._look.theme, self._look.em
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        outline = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        edge = theme.accent if self._is_active else theme.border
        painter.setPen(QPen(QColor(edge), 1))
        if self._is_dashed:
            painter.setPen(QPen(QColor(theme.muted), max(2, em // 9), Qt.PenStyle.DashLine))
        painter.setBrush(QColor(theme.card))
        painter.drawRoundedRect(outline, em * 0.35, em * 0.35)
        if self._role is not None:
            bar = QRectF(0, 0, max(3, em // 5), self.height())
            painter.fillRect(bar, QColor(theme.roles[self._role]))

    def _restyle(self) -> None:
        theme, em = self._look.theme, self._look.em
        self.body.setContentsMargins(em, em * 5 // 8, em, em * 3 // 4)
        self.body.setSpacing(em // 2)
        colour = theme.text if self._role is None else theme.roles[self._role]
        colour = theme.accent if self._is_active else colour
        set_ink(self.heading, colour)
        self.heading.setFont(self._look.font(bold=True))
        set_ink(self.remark, theme.muted)
        self.remark.setFont(self._look.font(0.9))
        self.update()
