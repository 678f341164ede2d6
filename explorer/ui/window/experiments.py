"""The panels in which something is tried out, and the brush they share with the stages."""

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from explorer.app.mask_brush import MaskBrush
from explorer.app.session import Session
from explorer.ui.looks.look import Look
from explorer.ui.window.notice_bar import NoticeBar

if TYPE_CHECKING:
    from explorer.ui.by_hand.hand_panel import HandPanel
    from explorer.ui.reading.reading_panel import ReadingPanel
    from explorer.ui.scaling.scale_panel import ScalePanel


class Experiments(QObject):
    """Scale, what may be read, and weights by hand: each built when it is asked for.

    While the brush is taken up and no panel says how to paint, the notice bar does.
    """

    def __init__(
        self, parent: QObject, session: Session, look: Look, notice_bar: NoticeBar
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._look = look
        self._notice_bar = notice_bar
        self.brush = MaskBrush(session, self)
        self.brush.changed.connect(self._tell_of_brush)

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

    @property
    def _says_how_to_paint(self) -> bool:
        """Whether the panel with the brush can be seen."""
        return "reading" in vars(self) and self.reading.isVisible()

    def _tell_of_brush(self) -> None:
        from explorer.ui.reading.mask_card import HOW_TO_PAINT

        bar = self._notice_bar
        if not self.brush.is_taken_up:
            if bar.text == HOW_TO_PAINT:
                bar.retract()
        elif not self._says_how_to_paint:
            bar.show_message(HOW_TO_PAINT, ("Put the brush down", self._put_down))

    def _put_down(self) -> None:
        self.brush.is_taken_up = False
