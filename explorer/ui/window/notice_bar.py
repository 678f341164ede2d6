"""Messages inside the window: they say what happened and never take the focus."""

from collections.abc import Callable

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QBoxLayout, QPushButton, QSizePolicy, QWidget

from explorer.model.places import Role
from explorer.ui.looks.look import Look
from explorer.ui.parts.controls import ControlLine
from explorer.ui.parts.saying import announce
from explorer.ui.parts.showing import show_when
from explorer.ui.parts.text import breakable, plain_label


class _Button(QPushButton):
    """Frames itself while it has the focus: the style does so for the Tab key alone, faintly."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.hasFocus():
            width = max(2.0, self._look.em / 8)
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(QColor(self._look.theme.accent), width))
            inset = width / 2 + 1
            frame = QRectF(self.rect()).adjusted(inset, inset, -inset, -inset)
            painter.drawRoundedRect(frame, 3, 3)


class NoticeBar(QWidget):
    """One message with an optional remedy; hidden while there is none.

    Where a message `lasts`, it cannot be waved away: what it says holds until it is retracted.
    """

    def __init__(
        self, look: Look, name: str = "noticeBar", title: str = "Notice", lasts: bool = False
    ) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setAccessibleName(title)
        self._look = look
        self._dismissed: Callable[[], object] | None = None
        self._remedy: Callable[[], object] | None = None
        self._text = ""
        self._label = plain_label()
        self._label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._remedy_button = self._button(self.take_remedy)
        self._close_button = self._button(self.dismiss)
        self._close_button.setText("Got it")
        self._buttons = ControlLine(look, self._remedy_button, self._close_button)
        self._line = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._line.addWidget(self._label, 1)
        self._line.addWidget(self._buttons, 0, Qt.AlignmentFlag.AlignVCenter)
        show_when(self._close_button, not lasts)
        look.changed.connect(self._restyle)
        self._restyle()
        self.hide()

    @property
    def text(self) -> str:
        """The message shown; empty while hidden."""
        return "" if self.isHidden() else self._text

    @property
    def remedy(self) -> str:
        """What the notice offers to do; empty if nothing."""
        return "" if self._remedy is None else self._remedy_button.text()

    def show_message(
        self,
        text: str,
        remedy: tuple[str, Callable[[], object]] | None = None,
        dismissed: Callable[[], object] | None = None,
    ) -> None:
        """Show `text`, in place of what was there, with a button for the remedy if given."""
        label, self._remedy = remedy or ("", None)
        self._dismissed = dismissed
        self._text = text
        self._label.setText(breakable(text))
        self.setAccessibleDescription(text)
        self._remedy_button.setText(label)
        self._remedy_button.setVisible(remedy is not None)
        self._make_room()
        self.show()
        announce(self, text)

    def retract(self) -> None:
        """Hide a message that no longer holds; one that waits to be dismissed for good stays."""
        if self._dismissed is None:
            self.hide()

    def dismiss(self) -> None:
        """Hide the message."""
        self.hide()
        if self._dismissed is not None:
            self._dismissed()
            self._dismissed = None

    def take_remedy(self) -> None:
        """Do what the notice offers, and hide it."""
        remedy = self._remedy
        self.dismiss()
        if remedy is not None:
            remedy()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._look.theme
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(theme.tint(Role.RESULT)))
        edge = max(3, self._look.em // 5)
        painter.fillRect(0, 0, edge, self.height(), QColor(theme.accent))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        """The buttons stand below a text that would become a high column beside them."""
        room, gap, label = self._line.contentsRect().width(), self._line.spacing(), self._label
        buttons = self._buttons.sizeHint()
        beside = max(label.heightForWidth(room - gap - buttons.width()), buttons.height())
        below = label.heightForWidth(room) + gap + self._buttons.heightForWidth(room)
        direction = QBoxLayout.Direction
        is_below = room > 0 and below < beside
        self._line.setDirection(direction.TopToBottom if is_below else direction.LeftToRight)

    def _button(self, clicked: Callable[[], object]) -> QPushButton:
        button = _Button(self._look)
        button.clicked.connect(lambda _checked=False: clicked())
        return button

    def _restyle(self) -> None:
        em = self._look.em
        self._line.setContentsMargins(em, em // 3, em // 2, em // 3)
        self._line.setSpacing(em // 3)
        self._make_room()
        self.update()
