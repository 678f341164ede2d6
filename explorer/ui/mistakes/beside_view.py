"""Both states of a comparison side by side, stage by stage, with their difference."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QVBoxLayout, QWidget

from explorer.app.session import Session
from explorer.app.stage_view import Showing, StageView, now_of
from explorer.model.stages import Stage
from explorer.ui.heatmaps.heatmap import HeatmapView
from explorer.ui.heatmaps.heatmap_cells import wanted_width
from explorer.ui.heatmaps.heatmap_frame import frame_of, left_width, width_of_sums
from explorer.ui.heatmaps.heatmap_geometry import (
    Grid,
    cell_width,
    comfortable_height,
    fitted,
    is_large,
)
from explorer.ui.heatmaps.heatmap_legend import HeatmapLegend
from explorer.ui.heatmaps.heatmap_words import HeatmapWords
from explorer.ui.heatmaps.stage_card import PIXELS_SCALE
from explorer.ui.looks.look import Look
from explorer.ui.parts.card import Card
from explorer.ui.parts.flow_layout import FlowLayout
from explorer.ui.parts.showing import show_when
from explorer.ui.parts.text import ElidedLabel, plain_label, set_ink

WAITING = "What differs is being worked out …"
if TYPE_CHECKING:
    from explorer.model.comparison.changes import StageChange

_SHORT = 16
"""Letters of what is said in the heading of a stage."""
_LARGE_HEIGHT = 22
"""In em: of a matrix whose cells cannot all have a comfortable size."""


class _Side(QWidget):
    """One of the tables of a stage under its caption."""

    def __init__(self, session: Session, look: Look, stage: Stage, showing: Showing) -> None:
        super().__init__()
        self._session, self._look, self._showing = session, look, showing
        self.view = HeatmapView(session, look, stage, self._view_of)
        name = f"{self.view.shown.word or 'now'}{stage.short_name.capitalize()}Heatmap"
        self.view.setObjectName(name)
        self.legend = HeatmapLegend(self.view, look)
        self.caption = QLabel(self._caption)
        self.caption.setTextFormat(Qt.TextFormat.PlainText)
        title = look.words(stage.title)
        self.view.setAccessibleName(f"{title}, {self.caption.text().lower()}")
        self.pixels = ElidedLabel()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(look.em // 6)
        for widget in (self.caption, self.legend, self.view, self.pixels):
            column.addWidget(widget, 0, Qt.AlignmentFlag.AlignLeft)
        self.view.picture_changed.connect(self._say_pixels)
        self._restyle()
        self._say_pixels()

    @property
    def needs(self) -> tuple[int, int]:
        """How wide cells have to be, and how wide what is beside them, for the numbers there are.

        The heatmap itself may be about to follow them.
        """
        shown = self._view_of(self.view.stage)
        words = HeatmapWords(self._session, self._look, shown)
        return wanted_width(shown, self._look), width_of_sums(self._look, words)

    def fit(self, width: int, most: int, cell_wanted: int, right: int) -> None:
        """Use no more than that width; cells that would be too narrow for comfort are fitted.

        Where the numbers would lose digits, it may be `most`.
        """
        look, words = self._look, self.view.words
        rows, columns = len(words.row_names), len(words.column_names)
        left = left_width(look, words)
        cell = cell_width(columns, look.em, width - left - right)
        wider = min(cell_wanted, (most - left - right) // columns)
        if wider > cell:
            cell, width = wider, most
        if is_large(rows, columns) or left + columns * cell + right > width:
            frame = frame_of(look, words, left, right, 0)
            room = width, _LARGE_HEIGHT * look.em
            self.view.set_grid(fitted(rows, columns, look.em, room, frame))
        else:
            frame = frame_of(look, words, left, right, cell)
            height = comfortable_height(rows, look.em)
            self.view.set_grid(Grid(rows, columns, cell, height, frame))
        self._say_pixels()

    @property
    def _caption(self) -> str:
        word = self.view.shown.word
        if word == "difference":
            return self.view.shown.sides.less.capitalize()
        return word.capitalize() or "Now"

    def _view_of(self, stage: Stage) -> StageView:
        there = self._session.comparing.beside(stage.name)
        return there.get(self._showing) or now_of(self._session, stage)

    def _say_pixels(self) -> None:
        """Say what a pixel shows that covers several cells.

        The line stays while the heatmap is zoomed, so that nothing moves under the mouse.
        """
        self.pixels.setText(self.view.pixel_words)
        self.pixels.setFixedWidth(self.view.width())
        show_when(self.pixels, self.view.grid.is_fitted)

    def _restyle(self) -> None:
        self.pixels.setFont(self._look.font(PIXELS_SCALE))
        set_ink(self.pixels, self._look.theme.muted)
        self.caption.setFont(self._look.font(0.95, bold=True))
        is_wrong = self.view.shown.is_wrong
        set_ink(self.caption, self._look.theme.warning if is_wrong else self._look.theme.text)


class _StageBeside(Card):
    """A stage: what became of it, and both tables with the difference, or one if they are alike."""

    def __init__(self, session: Session, look: Look, change: "StageChange") -> None:
        super().__init__(look, look.words(change.stage.title))
        self.change = change
        self._needs: list[tuple[int, int]] = []
        self.sentence = plain_label()
        self.sentence.setFont(look.font(0.95))
        show_when(self.sentence, False)
        self._flow = FlowLayout()
        self._flow.setSpacing(look.em)
        tables = QWidget()
        tables.setLayout(self._flow)
        views = session.comparing.beside(change.table.name)
        shown = [one for one in views.items() if one[1].is_comparable or not one[1].is_difference]
        if change.is_same:
            del shown[1:]
        self.sides = [_Side(session, look, view.stage, showing) for showing, view in shown]
        if change.is_same and self.sides:
            sides = self.sides[0].view.shown.sides
            self.sides[0].caption.setText(f"{sides.before.capitalize()} and {sides.after}")
        for side in self.sides:
            self._flow.addWidget(side)
        self.body.addWidget(self.sentence)
        self.body.addWidget(tables)

    def tell(self, text: str) -> None:
        """Say what became of the stage; a word or two stand in its heading."""
        is_short = len(text) <= _SHORT
        self.remark.setText(text.rstrip(".") if is_short else "")
        self.sentence.setText(text)
        show_when(self.sentence, not is_short)

    def fit(self, width: int) -> None:
        """Let two tables stand beside each other where cells can be so narrow.

        The cells of all are equally wide, and wide enough for each number where there is room.
        """
        margins = self.body.contentsMargins()
        room = width - margins.left() - margins.right()
        self._needs = [side.needs for side in self.sides]
        wanted = max((cell for cell, _ in self._needs), default=0)
        for side, (_, right) in zip(self.sides, self._needs, strict=True):
            side.fit((room - self._flow.spacing()) // 2, room, wanted, right)

    def follow_numbers(self, width: int) -> None:
        """Fit anew if other numbers need other room."""
        if self._needs != [side.needs for side in self.sides]:
            self.fit(width)


class BesideView(QScrollArea):
    """Takes the place of the stages while both states are to be seen; works nothing out before.

    Signals
    -------
    hovered(str)
        What the cell under the mouse says; empty when the mouse leaves.
    """

    hovered = Signal(str)

    def __init__(self, session: Session, look: Look) -> None:
        super().__init__()
        self.setObjectName("besideView")
        self.setAccessibleName("Side by side")
        self._session, self._look = session, look
        self.cards: list[_StageBeside] = []
        self._made_for: list[tuple[object, ...]] = []
        self._is_to_focus = False
        self._leads_to_departure = False
        content = QWidget()
        self._column = QVBoxLayout(content)
        self._column.setContentsMargins(0, 0, 0, 0)
        self.waiting = plain_label(WAITING)
        self._column.addWidget(self.waiting, 0, Qt.AlignmentFlag.AlignTop)
        self.setWidget(content)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # its heatmaps have it
        content.setAutoFillBackground(False)
        self.viewport().setAutoFillBackground(False)
        self.verticalScrollBar().rangeChanged.connect(self._scroll_to_departure)
        self.verticalScrollBar().actionTriggered.connect(self._let_scroll)
        session.comparing.changed.connect(self._follow)
        session.changed.connect(self._follow)
        look.changed.connect(self._rebuild_for_look)
        self._follow()

    @property
    def heatmaps(self) -> tuple[HeatmapView, ...]:
        """Every heatmap, from the first stage to the last."""
        return tuple(side.view for card in self.cards for side in card.sides)

    def minimumSizeHint(self) -> QSize:
        return QSize(10 * self._look.em, 5 * self._look.em)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fit()

    def _follow(self) -> None:
        show_when(self, self._session.comparing.is_beside)
        self._rebuild_if_needed()
        self._tell()
        for card in self.cards:
            card.follow_numbers(self.viewport().width())

    def _rebuild_if_needed(self) -> None:
        comparing = self._session.comparing
        is_beside = comparing.is_beside
        comparison = comparing.comparison if is_beside else None
        show_when(self.waiting, is_beside and comparison is None)
        if comparison is None and is_beside and self._fits_as_it_is:
            return  # both sides are shown, and what differs is in a while
        changes = () if comparison is None else comparison.stages
        made_for: list[tuple[object, ...]] = [
            (*tables, change.fate)
            for change in changes
            for tables in self._tables_of(change.table.name)
        ]
        if made_for != self._made_for:
            self._made_for = made_for
            self._rebuild(changes)

    @property
    def _fits_as_it_is(self) -> bool:
        """Whether the cards are of the stages and shapes there are."""
        names = [card.change.table.name for card in self.cards]
        tables = [one for name in names for one in self._tables_of(name)]
        return bool(self.cards) and tables == [one[:-1] for one in self._made_for]

    def _tables_of(self, name: str) -> list[tuple[object, ...]]:
        """The stage and the shapes of its tables on both sides."""
        views = self._session.comparing.beside(name).values()
        return [(view.stage, view.trace.shape_of(view.stage.name)) for view in views]

    def _rebuild(self, changes: "tuple[StageChange, ...]") -> None:
        for card in self.cards:
            self._column.removeWidget(card)
            card.hide()
            card.deleteLater()
        self.cards = [_StageBeside(self._session, self._look, change) for change in changes]
        for card in self.cards:
            self._column.addWidget(card)
            for side in card.sides:
                side.view.hovered.connect(self.hovered)
        self._leads_to_departure = True
        self._fit()
        if self._is_to_focus:
            self.focus_departure()

    def focus_departure(self) -> None:
        """Give the keyboard to the first stage that is not the same, once that is known."""
        card = self._departing
        self._is_to_focus = self._session.comparing.comparison is None
        if card is not None and card.sides and not self._is_to_focus:
            card.sides[-1].view.setFocus()

    @property
    def _departing(self) -> _StageBeside | None:
        moved = (card for card in self.cards if not card.change.is_same)
        return next(moved, None)

    def _scroll_to_departure(self) -> None:
        """Begin with what is not the same, until the person scrolls."""
        card = self._departing
        if card is not None and self._leads_to_departure:
            self.verticalScrollBar().setValue(card.y())

    def _let_scroll(self) -> None:
        self._leads_to_departure = False

    def _rebuild_for_look(self) -> None:
        self._made_for = []
        self._follow()

    def _tell(self) -> None:
        """Say above each stage what became of it, where a mistake is made."""
        comparing = self._session.comparing
        comparison = comparing.comparison
        if not self._session.laboratory.is_on:
            return
        if comparison is None or comparing.is_premature:
            for card in self.cards:
                card.tell("")
            return
        from explorer.model.comparison.mistake_wording import what_became

        changes = {change.table.name: change for change in comparison.stages}
        for card in self.cards:
            change = changes[card.change.table.name]
            told = what_became(comparison, change, self._look.digits)
            card.tell(self._look.words(told))

    def _fit(self) -> None:
        self._column.setSpacing(self._look.em // 2)
        self.waiting.setFont(self._look.font(0.95))
        for card in self.cards:
            card.fit(self.viewport().width())
