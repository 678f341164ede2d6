"""The panel of exercises on the numbers of the scenario."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from explorer.app.session import Session
from explorer.ui.looks.look import Look
from explorer.ui.practice.backwards_section import BackwardsSection
from explorer.ui.practice.predict_edit import PredictEdit


class PracticePanel(QScrollArea):
    """What an edit does, and which numbers give a result, one below the other."""

    def __init__(self, session: Session, look: Look) -> None:
        super().__init__()
        self.setObjectName("practicePanel")
        self.setAccessibleName("Practice")
        self._look = look
        self.predict_edit = PredictEdit(session, look)
        self.backwards = BackwardsSection(session, look)
        content = QWidget()
        self._column = QVBoxLayout(content)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addWidget(self.predict_edit)
        self._column.addWidget(self.backwards)
        self._column.addStretch(1)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidget(content)
        self.viewport().setAutoFillBackground(False)
        content.setAutoFillBackground(False)
        look.changed.connect(self._restyle)
        self._restyle()

    def sizeHint(self) -> QSize:
        return QSize(22 * self._look.em, 26 * self._look.em)

    def _restyle(self) -> None:
        self._column.setSpacing(self._look.em // 2)
        self.updateGeometry()
