"""The title line of a panel. Qt keeps the font that its own has when it is made."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget, QHBoxLayout, QStyle, QToolButton, QWidget

from explorer.ui.looks.look import Look
from explorer.ui.parts.text import ElidedLabel


class DockTitle(QWidget):
    """Title, and buttons to take the panel out of the window and to close it.

    A mark beside the title, for numbers that are wrong on purpose, shows while the panel is out of
    the window, which says so itself.
    """

    def __init__(self, dock: QDockWidget, look: Look) -> None:
        super().__init__(dock)
        self._dock = dock
        self._look = look
        self._label = ElidedLabel()
        self._mark = ""
        self._line = QHBoxLayout(self)
        self._line.addWidget(self._label, 1)
        pixmap = QStyle.StandardPixmap
        self._buttons = [
            self._button(pixmap.SP_TitleBarNormalButton, "Take out of the window, or put back"),
            self._button(pixmap.SP_TitleBarCloseButton, "Close this panel"),
        ]
        self._buttons[0].clicked.connect(self._toggle_floating)
        self._buttons[1].clicked.connect(dock.close)
        dock.topLevelChanged.connect(self._write)
        look.changed.connect(self._restyle)
        self._restyle()
        self._write()

    @property
    def text(self) -> str:
        """The title as it stands there."""
        return self._label.text()

    def mark(self, mark: str) -> None:
        """Show this beside the title while the panel is on its own; empty: nothing."""
        if mark != self._mark:
            self._mark = mark
            self._write()

    def _write(self) -> None:
        title = self._dock.windowTitle()
        is_marked = self._mark and self._dock.isFloating()
        self._label.setText(f"{title} — {self._mark}" if is_marked else title)

    def _button(self, picture: QStyle.StandardPixmap, purpose: str) -> QToolButton:
        button = QToolButton()
        button.setAutoRaise(True)
        button.setIcon(self.style().standardIcon(picture))
        button.setToolTip(purpose)
        button.setAccessibleName(f"{self._dock.windowTitle()}: {purpose}")
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._line.addWidget(button)
        return button

    def _toggle_floating(self) -> None:
        self._dock.setFloating(not self._dock.isFloating())

    def _restyle(self) -> None:
        em = self._look.em
        self._label.setFont(self._look.font(0.95))
        self._line.setContentsMargins(em // 2, em // 6, em // 2, 0)
        self._line.setSpacing(em // 6)
        for button in self._buttons:
            button.setFixedSize(em, em)
