"""The calculation as a diagram of its tensors."""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QSize
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QSizePolicy

from explorer.app.session import Session
from explorer.model.expressions import StagePart
from explorer.model.places import Place
from explorer.model.shapes import StageShapes, shapes_of
from explorer.ui.code.shapes_layout import shapes_box
from explorer.ui.formulas.flowing_math import FlowingMathView
from explorer.ui.formulas.math_boxes import Box, Placed
from explorer.ui.formulas.math_layout import style_of
from explorer.ui.looks.look import Look


class ShapesView(FlowingMathView):
    """Follows the session while it can be seen; a click on a result goes to its first step.

    Screen readers get the same as text, a line a stage.
    """

    tab_moves = False

    def __init__(self, session: Session, look: Look) -> None:
        self._session = session
        self._is_stale = True
        super().__init__(look)
        self.setObjectName("shapesView")
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        session.changed.connect(self.lay_out)
        session.step_changed.connect(self.lay_out)

    @property
    def text(self) -> str:
        """The diagram in words."""
        return "\n".join(stage.text for stage in self._shapes)

    def box_for(self, width: float) -> Box:
        style = replace(style_of(self._look), marked=self._session.stage.name)
        return shapes_box(self._shapes, style, width)

    def name_of_link(self, index: int) -> str:
        name = self._stage_at(index)
        return next(stage.text for stage in self._shapes if stage.stage == name)

    def lay_out(self) -> None:
        """Draw anew: now if it can be seen, otherwise when it will be."""
        self._is_stale = not self.isVisible()
        if not self._is_stale:
            super().lay_out()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._is_stale:
            self.lay_out()

    def targets_among(self, parts: Sequence[Placed]) -> list[Placed]:
        return [part for part in parts if part.box.source is not None]

    def target_followed(self, index: int) -> None:
        if self._session.settle():
            self._session.go_to(Place(self._stage_at(index), 0, 0))

    def target_focused(self) -> None:
        """Say to screen readers what is drawn and which stage has the focus."""
        self.setAccessibleName(f"Shapes of the calculation.\n{self.text}")
        self.setAccessibleDescription(self.name_of_link(self.focused) if self.targets else "")

    def sizeHint(self) -> QSize:
        width = 44 * self._look.em
        return QSize(width, self.heightForWidth(width))

    @property
    def _shapes(self) -> tuple[StageShapes, ...]:
        convention = self._look.convention
        return tuple(one.shown(convention) for one in shapes_of(self._session.trace.inputs))

    def _stage_at(self, index: int) -> str:
        source = self.targets[index].box.source
        assert isinstance(source, StagePart)  # targets_among
        return source.stage
