"""Queries and keys of two components as arrows that can be moved."""

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from explorer.app.session import Session
from explorer.model.plane import Arrow
from explorer.ui.looks.look import Look
from explorer.ui.parts.text import breakable, plain_label, set_ink
from explorer.ui.plane.plane_canvas import PlaneCanvas

TITLE = "Queries and keys as arrows"


class PlaneView(QWidget):
    """The plane with the words below it; hidden unless queries and keys have two components, and
    as long as the walk keeps some of them to itself.

    Moving a tip changes both numbers of a query or of a key; the values stay where they are.
    """

    def __init__(self, session: Session, look: Look) -> None:
        super().__init__()
        self.setObjectName("planeView")
        self.setWindowTitle(TITLE)
        self._look = look
        self._is_applicable = True
        self.canvas = PlaneCanvas(session, look, TITLE)
        self.caption = plain_label()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addWidget(self.canvas, 1)
        self._column.addWidget(self.caption)
        self.setFocusProxy(self.canvas)
        self.canvas.redrawn.connect(self._refresh)
        look.changed.connect(self._restyle)
        self._restyle()

    @property
    def is_applicable(self) -> bool:
        """Whether there are queries and keys of two components that may be seen."""
        return self._is_applicable

    @property
    def chosen(self) -> Arrow:
        """The arrow that keys move."""
        return self.canvas.content.chosen

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Hide:
            self.canvas.gestures.end()
        return bool(super().event(event))

    def sizeHint(self) -> QSize:
        return QSize(18 * self._look.em, 20 * self._look.em)

    def _refresh(self) -> None:
        content = self.canvas.content
        if content.is_applicable:
            self.caption.setText(breakable(content.caption()))
        if content.is_applicable != self._is_applicable:
            self._is_applicable = content.is_applicable
            self.setVisible(self._is_applicable)

    def _restyle(self) -> None:
        self._column.setSpacing(self._look.em // 4)
        set_ink(self.caption, self._look.theme.text)
        self.caption.setFont(self._look.font(0.95))
        self.caption.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._refresh()
