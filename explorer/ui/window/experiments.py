"""The panels in which something is tried out, and the brush they share with the stages."""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from explorer.app.mask_brush import MaskBrush
from explorer.app.session import Session
from explorer.ui.by_hand.hand_panel import TITLE as BY_HAND
from explorer.ui.by_hand.hand_panel import HandPanel
from explorer.ui.looks.look import Look
from explorer.ui.reading.mask_card import HOW_TO_PAINT
from explorer.ui.reading.reading_panel import TITLE as READING
from explorer.ui.reading.reading_panel import ReadingPanel
from explorer.ui.scaling.scale_panel import TITLE as SCALE
from explorer.ui.scaling.scale_panel import ScalePanel
from explorer.ui.window.notice_bar import NoticeBar


class Experiments(QObject):
    """Scale, what may be read, and weights by hand.

    While the brush is taken up and no panel says how to paint, the notice bar does.
    """

    def __init__(
        self, parent: QObject, session: Session, look: Look, notice_bar: NoticeBar
    ) -> None:
        super().__init__(parent)
        self._notice_bar = notice_bar
        self.brush = MaskBrush(session, self)
        self.scale = ScalePanel(session, look)
        self.reading = ReadingPanel(session, look, self.brush)
        self.hand = HandPanel(session, look)
        self.brush.changed.connect(self._tell_of_brush)

    @property
    def panels(self) -> tuple[tuple[str, str, QWidget], ...]:
        """Name, title and content of each panel."""
        return (
            ("scale", SCALE, self.scale),
            ("reading", READING, self.reading),
            ("hand", BY_HAND, self.hand),
        )

    def _tell_of_brush(self) -> None:
        bar = self._notice_bar
        if not self.brush.is_taken_up:
            if bar.text == HOW_TO_PAINT:
                bar.retract()
        elif not self.reading.isVisible():
            bar.show_message(HOW_TO_PAINT, ("Put the brush down", self._put_down))

    def _put_down(self) -> None:
        self.brush.is_taken_up = False
