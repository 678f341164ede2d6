"""The panel of mistakes: the one in someone's own numbers, and those the numbers here hide."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent

from explorer.app.session import Session
from explorer.model import Place
from explorer.ui.diagnosis.coverage_card import CoverageCard
from explorer.ui.diagnosis.numbers_field import local_file
from explorer.ui.diagnosis.own_numbers_card import OwnNumbersCard
from explorer.ui.looks.look import Look
from explorer.ui.parts.card_column import CardColumn


class DiagnosisPanel(CardColumn):
    """Own numbers above, what the numbers of the scenario cannot show below; files can be dropped.

    Signals
    -------
    place_activated(Place)
        The person wants to go to this cell.
    """

    place_activated = Signal(Place)

    def __init__(
        self, session: Session, look: Look, ask_for_file: Callable[[], Path | None]
    ) -> None:
        self.own_numbers = OwnNumbersCard(session, look, ask_for_file)
        self.coverage = CoverageCard(session, look)
        super().__init__(look, "diagnosisPanel", (self.own_numbers, self.coverage))
        self.setAcceptDrops(True)
        self.own_numbers.place_activated.connect(self.place_activated)

    def start_typing(self) -> None:
        """Give the focus to the field for one's own numbers, in view."""
        self.own_numbers.given.start_typing()
        self.ensureWidgetVisible(self.own_numbers.given)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if local_file(event.mimeData()) is not None:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        path = local_file(event.mimeData())
        if path is not None:
            event.acceptProposedAction()
            self.own_numbers.given.take_file(path)
