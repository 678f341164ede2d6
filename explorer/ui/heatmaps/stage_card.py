"""A stage as a card: its heading, the legend of its colours and its heatmap."""

from PySide6.QtCore import Qt

from explorer.app.mask_brush import MaskBrush
from explorer.app.session import Session
from explorer.model.stages import Stage
from explorer.ui.heatmaps.heatmap import HeatmapView
from explorer.ui.heatmaps.heatmap_legend import HeatmapLegend
from explorer.ui.looks.look import Look
from explorer.ui.parts.card import Card


class StageCard(Card):
    """The card of one stage; it carries the accent while the current step belongs to it."""

    def __init__(
        self, session: Session, look: Look, stage: Stage, brush: MaskBrush | None = None
    ) -> None:
        super().__init__(look, stage.title)
        self.setObjectName(f"{stage.short_name}Card")
        self._session = session
        self.stage = stage
        self.view = HeatmapView(session, look, stage, brush)
        self.legend = HeatmapLegend(self.view, look)
        self.add_to_heading(self.legend)
        top_left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
        self.body.addWidget(self.view, 1, top_left)
        session.step_changed.connect(self._follow_step)
        self._follow_step()

    @property
    def is_chosen(self) -> bool:
        """Whether the current step belongs to the stage."""
        return self._session.stage is self.stage

    @property
    def chrome(self) -> tuple[int, int]:
        """Width and height of everything but the heatmap."""
        margins = self.body.contentsMargins()
        heading = max(self.heading.sizeHint().height(), self.legend.sizeHint().height())
        height = margins.top() + heading + self.body.spacing() + margins.bottom()
        return margins.left() + margins.right(), height

    @property
    def heading_width(self) -> int:
        """The width the heading line needs."""
        words, colours = self.heading.sizeHint().width(), self.legend.sizeHint().width()
        return self.chrome[0] + words + 2 * self.body.spacing() + colours

    def _follow_step(self) -> None:
        self.set_active(self.is_chosen)
