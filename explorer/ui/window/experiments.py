"""The panels in which something is tried out, and the brush they share with the stages."""

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from explorer.app.mask_brush import MaskBrush
from explorer.app.session import Session
from explorer.ui.looks.look import Look
from explorer.ui.parts.last_escape import LastEscape
from explorer.ui.window.notice_bar import NoticeBar

if TYPE_CHECKING:
    from explorer.ui.by_hand.hand_panel import HandPanel
    from explorer.ui.reading.reading_panel import ReadingPanel
    from explorer.ui.scaling.scale_panel import ScalePanel


class Experiments(QObject):
    """Scale, what may be read, and weights by hand: each built when it is asked for.

    As long as the brush is taken up, and a click paints, `brush_bar` says so.
    """

    def __init__(self, window: QWidget, session: Session, look: Look) -> None:
        super().__init__(window)
        self._session = session
        self._look = look
        self.brush = MaskBrush(session, self)
        self.brush_bar = NoticeBar(look, "brushBar", "Mask brush", lasts=True)
        self.brush.changed.connect(self._tell_of_brush)
        LastEscape(window, self._escape)

    @cached_property
    def scale(self) -> "ScalePanel":
        """What scores are multiplied by."""
        from explorer.ui.scaling.scale_panel import ScalePanel

        return ScalePanel(self._session, self._look)

    @cached_property
    def reading(self) -> "ReadingPanel":
        """Mask, bias and soft-cap."""
        from explorer.ui.reading.reading_panel import ReadingPanel

        return ReadingPanel(self._session, self._look, self.brush)

    @cached_property
    def hand(self) -> "HandPanel":
        """Weights typed in beside those of the softmax."""
        from explorer.ui.by_hand.hand_panel import HandPanel

        return HandPanel(self._session, self._look)

    @property
    def panels(self) -> tuple[tuple[str, str, Callable[[], QWidget]], ...]:
        """Name and title of each panel, and what builds it."""
        return (
            ("scale", "Scale", lambda: self.scale),
            ("reading", "What may be read", lambda: self.reading),
            ("hand", "Weights by hand", lambda: self.hand),
        )

    def _tell_of_brush(self) -> None:
        if not self.brush.is_taken_up:
            self.brush_bar.retract()
            return
        from explorer.ui.reading.mask_card import BRUSH_IS_UP, HOW_TO_PAINT

        self.brush_bar.show_message(BRUSH_IS_UP, ("Put the brush down", self._put_down))
        self.brush_bar.setToolTip(HOW_TO_PAINT)

    def _escape(self) -> bool:
        is_up = self.brush.is_taken_up
        self._put_down()
        return is_up

    def _put_down(self) -> None:
        self.brush.is_taken_up = False
