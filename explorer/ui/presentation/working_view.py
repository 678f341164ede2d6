"""The arithmetic of a step on a projector: to be read only, and as it is laid out."""

from collections.abc import Sequence

from PySide6.QtCore import Qt

from explorer.ui.formulas.math_boxes import Placed
from explorer.ui.formulas.math_view import MathView
from explorer.ui.looks.look import Look


class WorkingView(MathView):
    """Draws a box at its top left corner; there is nothing to follow or to focus in it."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.setObjectName("workingView")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    @property
    def margin(self) -> int:
        return 0

    def targets_among(self, parts: Sequence[Placed]) -> list[Placed]:
        return []
