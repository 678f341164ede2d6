"""A stage as a card: its heading, the legend of its colours and its heatmap."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent

from explorer.app.mask_brush import MaskBrush
from explorer.app.session import Session
from explorer.model.stages import Stage
from explorer.ui.heatmaps.heatmap import HeatmapView
from explorer.ui.heatmaps.heatmap_legend import HeatmapLegend
from explorer.ui.looks.look import Look
from explorer.ui.parts.card import Card
from explorer.ui.parts.showing import show_when
from explorer.ui.parts.text import ElidedLabel, plain_label, set_ink

PIXELS_SCALE = 0.85


class StageCard(Card):
    """The card of one stage; it carries the accent while the current step belongs to it."""

    def __init__(
        self, session: Session, look: Look, stage: Stage, brush: MaskBrush | None = None
    ) -> None:
        super().__init__(look, stage.title, remark=ElidedLabel())
        self.setObjectName(f"{stage.short_name}Card")
        self._session = session
        self.stage = stage
        self.view = HeatmapView(session, look, stage, session.comparing.view_of, brush)
        self.legend = HeatmapLegend(self.view, look)
        self.badge = plain_label(stage.badge, wraps=False)
        self.add_to_heading(self.badge)
        self.add_to_heading(self.legend)
        top_left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
        self.body.addWidget(self.view, 1, top_left)
        self.pixels = ElidedLabel()
        self.pixels.setObjectName(f"{stage.short_name}Pixels")
        self.pixels.hide()
        self.body.addWidget(self.pixels)
        self.view.picture_changed.connect(self._say_pixels)
        look.preferences.weight_colours_changed.connect(self._show_heading)
        self.view.picture_changed.connect(self._fit_badge)  # the legend is another one
        look.changed.connect(self._restyle_remarks)
        self._restyle_remarks()
        session.step_changed.connect(self._follow_step)
        session.comparing.changed.connect(self._follow_comparing)
        self._follow_comparing()
        self._follow_step()

    @property
    def is_chosen(self) -> bool:
        """Whether the current step belongs to the stage."""
        return self._session.stage.name == self.stage.name

    @property
    def chrome(self) -> tuple[int, int]:
        """Width and height of everything but the heatmap."""
        margins = self.body.contentsMargins()
        heading = max(self.heading.sizeHint().height(), self.legend.sizeHint().height())
        height = margins.top() + heading + self.body.spacing() + margins.bottom()
        if not self.pixels.isHidden():
            height += self.body.spacing() + self.pixels.sizeHint().height()
        return margins.left() + margins.right(), height

    @property
    def heading_width(self) -> int:
        """The width the heading line needs."""
        words = self._title_width(self._title) + self.remark.sizeHint().width()
        return self.chrome[0] + words + self.legend.sizeHint().width() + 2 * self.body.spacing()

    def _fit_badge(self) -> None:
        """Show the badge where the heading, with all it says, has room for it."""
        longer = self._title_width(self.heading.text()) - self._title_width(self._title)
        beside = self.badge.sizeHint().width() + self.body.spacing()
        needed = self.heading_width + longer + beside
        show_when(self.badge, bool(self.stage.badge) and self.width() >= needed)

    def keep_line_for_pixels(self, is_kept: bool) -> None:
        """Keep a line below the heatmap free to say what a pixel shows that covers several cells.

        It stays while the heatmap is zoomed, so that nothing moves under the mouse.
        """
        self.pixels.setVisible(is_kept)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_heading()

    def _title_width(self, title: str) -> int:
        beside = self.heading.sizeHint().width() - self._advance(self.heading.text())
        return beside + self._advance(title)

    def _advance(self, text: str) -> int:
        return self.heading.fontMetrics().horizontalAdvance(text)

    @property
    def _title(self) -> str:
        return self._look.words(self.stage.title)

    @property
    def _word(self) -> str:
        return self.view.shown.word

    def _follow_comparing(self) -> None:
        self.set_dashed(bool(self._word))
        self._show_heading()

    def _show_heading(self) -> None:
        """Say what is shown; the colours are explained where there is room for that as well."""
        title, word = self._title, self._word
        self.legend.fit(self.width() - self.heading_width + self.legend.sizeHint().width())
        longer = f"{title} · {word}" if word else title
        room = self.width() - self.heading_width + self._title_width(title)
        show_when(self.legend, not word or self._title_width(longer) <= room)
        self.heading.setText(longer)
        self._fit_badge()

    def _follow_step(self) -> None:
        self.set_active(self.is_chosen)

    def _say_pixels(self) -> None:
        self.pixels.setText(self.view.pixel_words)

    def _restyle_remarks(self) -> None:
        """The badge in the heading, and the line about pixels below."""
        for label in (self.badge, self.pixels):
            set_ink(label, self._look.theme.muted)
            label.setFont(self._look.font(PIXELS_SCALE))
        self._show_heading()
