"""A formula to be read only, as large as the width it gets allows."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy

from explorer.ui.formulas.math_boxes import Placed
from explorer.ui.formulas.math_view import MathView
from explorer.ui.looks.look import Look


class StillFormula(MathView):
    """Has nothing to follow and takes no focus; a subclass draws it in `refresh`."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(10 * self._look.em, round(self.box.height) + 2 * self.margin)

    def minimumSizeHint(self) -> QSize:
        return QSize(self._look.em, self.sizeHint().height())

    def targets_among(self, parts: Sequence[Placed]) -> list[Placed]:
        return []

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.refresh()

    def refresh(self) -> None:
        """Draw the formula for the width of the moment."""
        raise NotImplementedError
