"""What the Calculation menu does to the mask beside choosing a rule, and weights by hand."""

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMenu, QWidget

from explorer.app.hand_mix import take_over
from explorer.app.mask_brush import MaskBrush, score_stages
from explorer.app.mask_edits import invert_mask, paint_readers, paint_sources
from explorer.app.session import Session
from explorer.app.weight_edits import let_softmax_take_over
from explorer.model.places import Axis
from explorer.ui.parts.actions import make_action, make_choice


class MaskActions(QObject):
    """Adds its actions to a menu and keeps them true.

    A child of the menu: the session may live longer than the menu does.
    """

    def __init__(self, menu: QMenu, owner: QWidget, session: Session, brush: MaskBrush) -> None:
        super().__init__(menu)
        self._session = session
        self._brush = brush
        self._paint = make_choice(
            owner,
            "maskPaintAction",
            "Mask: pain&t on the scores",
            self._settled(self._toggle_brush),
            "Ctrl+M",
        )
        self._block_source, self._block_reader, self._invert = (
            make_action(owner, name, text, self._settled(change))
            for name, text, change in (
                (
                    "maskBlockSourceAction",
                    "Mask: block this source for &every query",
                    lambda: session.edit(paint_sources, [session.step.column], False),
                ),
                (
                    "maskBlockReaderAction",
                    "Mask: block every source for this &query",
                    lambda: session.edit(paint_readers, [session.step.row], False),
                ),
                ("maskInvertAction", "Mask: &invert", lambda: session.edit(invert_mask)),
            )
        )
        self._by_hand = make_choice(
            owner,
            "weightsByHandAction",
            "Weights: typed in by &hand",
            self._settled(self._take_or_give),
        )
        menu.addActions([self._paint, self._block_source, self._block_reader, self._invert])
        menu.addSeparator()
        menu.addAction(self._by_hand)
        session.changed.connect(self._check)
        session.step_changed.connect(self._check)
        session.document_changed.connect(self._check)
        brush.changed.connect(self._check)
        self._check()

    def _settled(self, do: Callable[[], object]) -> Callable[[], None]:
        """`do`, once the open cell editor is committed; afterwards the checks are true again."""

        def run() -> None:
            if self._session.settle():
                do()
            self._check()

        return run

    def _toggle_brush(self) -> None:
        self._brush.is_taken_up = not self._brush.is_taken_up

    def _take_or_give(self) -> None:
        if self._session.scenario.weights is None:
            take_over(self._session)
        else:
            self._session.edit(let_softmax_take_over)

    def _check(self) -> None:
        session = self._session
        rows, columns = session.trace.quantity(session.step.array).axes
        has_scores = bool(score_stages(session.trace))
        for action in (self._paint, self._invert):
            action.setEnabled(has_scores)
        self._block_source.setEnabled(has_scores and columns is Axis.SOURCES)
        self._block_reader.setEnabled(has_scores and rows is Axis.QUERIES)
        self._paint.setChecked(self._brush.is_taken_up)
        self._by_hand.setChecked(session.scenario.weights is not None)
        self._by_hand.setEnabled(has_scores)
