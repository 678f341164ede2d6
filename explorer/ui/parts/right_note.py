"""What stands on a card that goes by the right calculation while a mistake is shown."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from explorer.app.session import Session
from explorer.ui.parts.showing import show_when

GOES_BY_RIGHT = "This goes by the right calculation, not by the mistake that is shown."


class RightNote(QLabel):
    """A sentence that is there while a mistake is made on purpose."""

    def __init__(self, session: Session) -> None:
        super().__init__(GOES_BY_RIGHT)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self._session = session
        session.comparing.changed.connect(self._follow)
        self._follow()

    def _follow(self) -> None:
        show_when(self, self._session.laboratory.is_on)
