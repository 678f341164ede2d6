"""The middle of the window: what follows from the typed-in numbers, stage by stage."""

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QScrollArea, QStyle, QVBoxLayout, QWidget
from shiboken6 import delete

from explorer.app.change import Change
from explorer.app.mask_brush import MaskBrush
from explorer.app.session import Session
from explorer.app.stage_view import Showing
from explorer.model import AttentionTrace
from explorer.model.stages import Stage
from explorer.ui.heatmaps.flow_plan import OPERATOR_HEIGHT, FlowPlan, plan_flow
from explorer.ui.heatmaps.heatmap import HeatmapView
from explorer.ui.heatmaps.heatmap_geometry import is_large
from explorer.ui.heatmaps.stage_card import StageCard
from explorer.ui.heatmaps.stage_grids import comfortable_grid, fitted_grid, names_width, needs_of
from explorer.ui.heatmaps.stage_tabs import StageTabs
from explorer.ui.looks.look import Look
from explorer.ui.parts.text import plain_label, set_ink

_BESIDE, _BELOW, _BACK = "→\n", "↓ ", "↙ "
QWIDGETSIZE_MAX = (1 << 24) - 1
"""Qt's word for no limit; PySide6 does not export it."""


class StageFlow(QScrollArea):
    """One card a stage in order, the operator between them; large matrices one at a time.

    A card is made anew only when its shape changes; everything else the heatmaps follow on their
    own. While a stroke of the brush is under way, no card comes or goes: the cells stay under the
    pointer.

    Signals
    -------
    hovered(str)
        What the cell under the mouse says; empty when the mouse leaves.
    """

    hovered = Signal(str)

    def __init__(self, session: Session, look: Look, brush: MaskBrush | None = None) -> None:
        super().__init__()
        self._session = session
        self._brush = brush
        self._look = look
        self._cards: list[StageCard] = []
        self._operators: list[QLabel] = []
        self._arranged_for: QSize | None = None
        self._tabs = StageTabs(session, look)
        self._content, self._lines = QWidget(), QVBoxLayout()
        self._places = QVBoxLayout(self._content)
        self._build_frame()
        self._shown = QTimer(self, singleShot=True)  # unlike QTimer.singleShot it ends with self
        self._shown.timeout.connect(self._scroll_to_step)
        session.changed.connect(self._follow)
        session.step_changed.connect(self._follow_step)
        session.comparing.changed.connect(self._follow_comparing)
        look.changed.connect(self._arrange)
        if brush is not None:
            brush.stroke_ended.connect(self._catch_up)
        self._rebuild()

    @property
    def cards(self) -> tuple[StageCard, ...]:
        """The cards, one a stage, in order."""
        return tuple(self._cards)

    @property
    def heatmaps(self) -> tuple[HeatmapView, ...]:
        """The heatmaps, one a stage, in order."""
        return tuple(card.view for card in self._cards)

    @property
    def operators(self) -> tuple[QLabel, ...]:
        """What stands between the cards: the operator of each stage but the first."""
        return tuple(self._operators)

    @property
    def shows_one_stage(self) -> bool:
        """Whether matrices are so large that only the stage of the step is shown."""
        trace = self._shown_trace
        return any(is_large(*trace.shape_of(stage.name)) for stage in trace.stages)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.size() != self._arranged_for:  # not where only scroll bars come or go
            self._arrange()

    def showEvent(self, event: QShowEvent) -> None:
        """A scenario may begin at a step whose card is further down."""
        super().showEvent(event)
        if self._arranged_for is None:
            self._arrange()
        if self._places.geometry().size() != self._content.size():
            # Qt forgets the size that a scroll area gives it while it is told of another one
            self._places.setGeometry(self._content.rect())
        self._shown.start()  # the cards get their places after this

    def _build_frame(self) -> None:
        self.setObjectName("stageFlow")
        self.setAccessibleName("Stages of the calculation")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # its heatmaps have it
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        content, column = self._content, self._places
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._tabs)
        column.addLayout(self._lines)
        column.addStretch(1)
        self._lines.setSpacing(0)
        self.setWidget(content)
        content.setAutoFillBackground(False)
        self.viewport().setAutoFillBackground(False)

    def _follow(self, change: Change) -> None:
        if self._brush is not None and self._brush.is_painting:
            return
        if change.structure:
            self._rebuild()
        elif change.names or change.settings:
            self._arrange()

    def _catch_up(self) -> None:
        """Show the stages there are once a stroke is over."""
        if self._has_other_stages():
            self._rebuild()

    @property
    def _shown_trace(self) -> AttentionTrace:
        """The trace whose stages are shown: that of now, or of then."""
        return self._session.comparing.shown.trace

    def _follow_comparing(self) -> None:
        if any(not card.view.is_current for card in self._cards) or self._has_other_stages():
            self._rebuild()
        else:
            self._arrange()

    def _has_other_stages(self) -> bool:
        return self._shown_trace.stages != tuple(card.stage for card in self._cards)

    def _follow_step(self) -> None:
        if self.shows_one_stage:
            self._arrange()
        self._mark_operators()
        self._scroll_to_step()

    def _scroll_to_step(self) -> None:
        """Bring the card of the step into view: up and down only."""
        for card in self._cards:
            if card.is_chosen and card.isVisible():
                x = self.horizontalScrollBar().value()
                for y in (card.geometry().bottom(), card.geometry().top()):
                    self.ensureVisible(x, y, 0, 0)

    def _rebuild(self) -> None:
        self._clear_lines()
        stages = self._shown_trace.stages
        kept = {
            card.stage: card
            for card in self._cards
            if card.view.is_current and card.stage in stages
        }
        gone = [card for card in self._cards if card not in kept.values()]
        for widget in (*gone, *self._operators):
            widget.hide()
            widget.deleteLater()
        self._cards = [kept.get(stage) or self._new_card(stage) for stage in stages]
        self._operators = [plain_label() for _stage in stages[1:]]
        for label in self._operators:
            label.setParent(self.widget())
        self._tabs.rebuild()
        self._arrange()

    def _new_card(self, stage: Stage) -> StageCard:
        card = StageCard(self._session, self._look, stage, self._brush)
        card.setParent(self.widget())
        card.view.hovered.connect(self.hovered)
        return card

    def _arrange(self) -> None:
        """Lay out the cards for the room, the look, the names and settings there are now.

        Where they cannot be seen they are laid out when they will be.
        """
        self._arranged_for = self.size() if self.isVisible() else None
        if self._arranged_for is None:
            return
        self._tabs.setVisible(self.shows_one_stage)
        for card in self._cards:
            card.keep_line_for_pixels(self.shows_one_stage)
        if self.shows_one_stage:
            self._show_one()
        else:
            self._show_all()
        self._mark_operators()

    def _show_one(self) -> None:
        self._clear_lines()
        for label in self._operators:
            label.hide()
        chosen = next((card for card in self._cards if card.is_chosen), self._cards[0])
        for card in self._cards:
            card.setVisible(card is chosen)
            if card is chosen:
                card.remark.setText(self._operator(card))
                tabs = self._tabs.sizeHint().height() + self._look.em // 2
                card.view.set_grid(
                    fitted_grid(card, self._look, self.width(), self.height() - tabs)
                )
                card.setFixedWidth(self.width())
                self._new_line().addWidget(card)

    def _show_all(self) -> None:
        plan = self._plan(self.width())
        if plan.height > self.height():
            bar = self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent)
            plan = self._plan(self.width() - bar)
        self._clear_lines()
        left = names_width(self._cards, self._look)
        line = self._new_line()
        for index, card in enumerate(self._cards):
            if index:
                line = self._place_operator(index, plan, line)
            width = plan.card_widths[index]
            card.view.set_grid(
                comfortable_grid(card, self._look, left, plan.cell_widths[index], width)
            )
            card.setFixedWidth(width)
            line.addWidget(card)
            card.show()

    def _plan(self, width: int) -> FlowPlan:
        operators = [self._operator(card) for card in self._cards]
        needs = needs_of(self._cards, operators, self._look, width)
        rows, _columns = self._look.convention.pair(self._shown_trace.inputs.shape)
        return plan_flow(needs, rows, self._look.em, width, self.height())

    def _place_operator(self, index: int, plan: FlowPlan, line: QHBoxLayout) -> QHBoxLayout:
        """Put what is done before a card behind the one before it, or below; the card's line."""
        number, position = plan.place(index)
        label, text = self._operators[index - 1], self._operator(self._cards[index])
        label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        if position:
            label.setText(_BESIDE + text)
            label.setFixedWidth(plan.operator_widths[index])
            label.setMinimumHeight(0)
            label.setMaximumHeight(QWIDGETSIZE_MAX)
            line.addWidget(label)
        else:
            label.setText((_BELOW if plan.lines[number - 1] == 1 else _BACK) + text)
            height = round(OPERATOR_HEIGHT * self._look.em)
            label.setFixedSize(plan.card_widths[index - 1], height)
            between = self._new_line()
            between.addSpacing(plan.left_of_last(number - 1))
            between.addWidget(label)
            line = self._new_line()
        label.show()
        return line

    def _operator(self, card: StageCard) -> str:
        """What is done in a stage; it is not done to differences."""
        if self._session.comparing.showing is Showing.DIFFERENCE:
            return ""
        operator = card.stage.operator(self._shown_trace.inputs, self._look.digits)
        return self._look.words(operator)

    def _new_line(self) -> QHBoxLayout:
        line = QHBoxLayout()
        line.setSpacing(0)
        line.setAlignment(Qt.AlignmentFlag.AlignLeft)
        self._lines.addLayout(line)
        return line

    def _clear_lines(self) -> None:
        """Take the cards out of their places; they stay where they are drawn."""
        while (item := self._lines.takeAt(0)) is not None:
            line = item.layout()
            assert line is not None  # _new_line
            delete(line)  # with its items, which stay for good where they are taken out

    def _mark_operators(self) -> None:
        """The operator that leads to the stage of the step carries the accent."""
        theme = self._look.theme
        for label, card in zip(self._operators, self._cards[1:], strict=True):
            label.setFont(self._look.font(bold=card.is_chosen))
            set_ink(label, theme.accent if card.is_chosen else theme.text)
