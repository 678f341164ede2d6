"""Chooses the pin that the document is compared with."""

from PySide6.QtCore import QSignalBlocker
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QComboBox

from explorer.app.session import Session

_FEWEST_LETTERS = 6


class PinBox(QComboBox):
    """The pins of the document by name, in the order in which they were made."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.setObjectName("pinBox")
        self.setAccessibleName("Compared with")
        self.setPlaceholderText("a pin…")
        policy = QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        self.setSizeAdjustPolicy(policy)
        self.setMinimumContentsLength(_FEWEST_LETTERS)
        self._session = session
        self.activated.connect(self._choose)
        session.comparing.changed.connect(self._follow)
        self._follow()

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def _choose(self, index: int) -> None:
        self._session.comparing.choose(self._session.scenario.pins[index])

    def _follow(self) -> None:
        pins, baseline = self._session.scenario.pins, self._session.comparing.baseline
        names = [pin.name for pin in pins]
        with QSignalBlocker(self):
            if names != [self.itemText(index) for index in range(self.count())]:
                self.clear()
                self.addItems(names)
            self.setCurrentIndex(-1 if baseline is None else pins.index(baseline))
        self.setEnabled(bool(pins))
