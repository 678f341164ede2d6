"""In front of a class: one stage on the whole screen, with its arithmetic, and nothing to edit."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QEvent, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QColor,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QLabel, QWidget

from explorer.app.change import Change
from explorer.app.session import Session
from explorer.model import Granularity
from explorer.model.places import Role
from explorer.model.step_wording import step_words
from explorer.ui.formulas.formula_view import FormulaView
from explorer.ui.heatmaps.heatmap import HeatmapView
from explorer.ui.heatmaps.heatmap_geometry import Grid
from explorer.ui.heatmaps.heatmap_words import part_words
from explorer.ui.looks.look import Look
from explorer.ui.parts.loud_frame import LoudFrame
from explorer.ui.parts.text import ElidedLabel, plain_label, set_ink
from explorer.ui.presentation.presentation_plan import Plan, Screen
from explorer.ui.presentation.presentation_words import (
    Narration,
    with_short_names,
)
from explorer.ui.presentation.scaled_look import ScaledLook
from explorer.ui.presentation.stage_plans import StagePlan, StagePlans
from explorer.ui.presentation.step_text import StepText
from explorer.ui.walk.step_actions import StepActions

PROJECTOR = QSize(1280, 800)
"""The screen that the sizes in points are meant for; a larger one gets all of them larger."""
_OTHER_KEYS = "Page Up: back · Home, End · Esc: leave"
HINT, HINT_TO_REVEAL = (
    f"Page Down: {what} · {_OTHER_KEYS}" for what in ("next step", "show the result")
)
FRAME_POINTS = 16
"""Of the texts above and below, times the scale of each, on that screen."""
REASON_SCALES = (1.15, 1.05, 0.95)
_Key = Qt.Key
_FORWARD: tuple[int, ...] = (
    *(_Key.Key_Right, _Key.Key_Down, _Key.Key_PageDown),
    *(_Key.Key_Space, _Key.Key_Return, _Key.Key_Enter),
)
_BACKWARD: tuple[int, ...] = (_Key.Key_Left, _Key.Key_Up, _Key.Key_PageUp, _Key.Key_Backspace)


class Presentation(QWidget):
    """A window of its own; closing it leaves the main window as it was.

    Arrows, Page keys, Space and Enter step, as do presenter remotes, which send Page keys; F5, the
    full stop and all other keys do nothing.

    Signals
    -------
    closed()
        The person is done.
    """

    closed = Signal()

    def __init__(
        self, session: Session, look: Look, steps: StepActions, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setObjectName("presentation")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._session = session
        self._look = look
        self._steps = steps
        names = ("heatmap", "text", "frame", "probe")
        self._looks = {name: ScaledLook(look, FRAME_POINTS, self) for name in names}
        self._brief = with_short_names(session.scenario)
        self._body = QRect()
        self._turned: tuple[Granularity, int, Grid] | None = None
        self.heading = plain_label(wraps=False)
        self.words, self.reason = ElidedLabel(), ElidedLabel()
        self.formula = FormulaView(session, self._looks["frame"], only_current=True)
        self.text = StepText(self._looks["text"])
        self._plans = StagePlans(session, self._looks["probe"], self.text)
        self.hint, self.position = plain_label(HINT, wraps=False), plain_label(wraps=False)
        self._adopt(self.formula, self.text, self.heading, self.words, self.reason)
        self._adopt(self.hint, self.position)
        self.formula.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._heatmap = self._new_heatmap()
        self.frame = LoudFrame(self, session, self._looks["frame"], has_words=True)
        session.changed.connect(self._follow)
        session.step_changed.connect(self._follow_step)
        session.reveal.changed.connect(self._refresh)
        look.changed.connect(self._plan_anew)
        self._refresh()

    @property
    def heatmap(self) -> HeatmapView:
        """The stage of the current step."""
        return self._heatmap

    @property
    def heatmap_look(self) -> Look:
        """The look the stage is drawn in."""
        return self._looks["heatmap"]

    @property
    def plan(self) -> Plan:
        """Where the stage of the current step and its arithmetic stand, and how large they are.

        It holds for all steps of the stage, so that nothing moves from one to the next.
        """
        return self._planned().plan

    def sizeHint(self) -> QSize:
        return PROJECTOR

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride:  # a key of the main window, such as Undo
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Every key ends here: there is nothing else to type into."""
        do = self._keys.get(event.key())
        if do is not None:
            do()
        event.accept()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._plan_anew()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._plan_anew()

    def closeEvent(self, event: QCloseEvent) -> None:
        super().closeEvent(event)
        self.closed.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), QColor(self._look.theme.card))

    @property
    def _keys(self) -> Mapping[int, Callable[[], object]]:
        steps = self._steps
        keys: dict[int, Callable[[], object]] = dict.fromkeys(_FORWARD, self._go_on)
        keys |= dict.fromkeys(_BACKWARD, self._go_back)
        keys |= {_Key.Key_Home: steps.first.trigger, _Key.Key_End: steps.last.trigger}
        return keys | {_Key.Key_Escape: self.close, _Key.Key_F11: self.close}

    def _go_on(self) -> None:
        """Show what is to be predicted or more of the table, or go to the next step."""
        if self._session.reveal.hides_result:
            self._session.reveal.open()
        elif not self._turn(1):
            self._steps.next.trigger()

    def _go_back(self) -> None:
        """Show what stands before in the table, or the end of the step before."""
        position = self._session.position
        if not self._turn(-1):
            self._steps.previous.trigger()
            while self._session.position != position and self._turn(1):
                pass

    def _turn(self, by: int) -> bool:
        """Turn to another part of the cells that the step computes; False if there is none."""
        over_rows = self._session.granularity is Granularity.STAGE
        turned = self._heatmap.grid.turned(by, over_rows, self._look.convention)
        if turned is None or not self._narration.covers_several:
            return False
        self._heatmap.set_grid(turned)
        self._describe()
        return True

    def _adopt(self, *widgets: QWidget) -> None:
        """Show widgets within, none of which takes the keyboard."""
        for widget in widgets:
            widget.setParent(self)
            widget.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def _new_heatmap(self) -> HeatmapView:
        view = HeatmapView(self._session, self._looks["heatmap"], self._session.stage)
        self._adopt(view)
        view.viewport().setFocusPolicy(Qt.FocusPolicy.NoFocus)
        view.show()
        return view

    def _rebuild(self) -> None:
        self._heatmap.hide()
        self._heatmap.deleteLater()
        self._heatmap = self._new_heatmap()
        self._turned = None

    def _follow(self, change: Change) -> None:
        self._brief = with_short_names(self._session.scenario)
        if change.structure or self._heatmap.stage is not self._session.stage:
            self._rebuild()
        self._plan_anew()

    def _follow_step(self) -> None:
        if self._heatmap.stage is not self._session.stage:
            self._rebuild()
        self._refresh()

    def _plan_anew(self) -> None:
        self._plans.forget()
        self._refresh()

    @property
    def _narration(self) -> Narration:
        session = self._session
        look = self._look
        granularity, digits = session.granularity, look.digits
        return Narration(self._brief, session.trace, granularity, digits, look.convention)

    def _refresh(self) -> None:
        """Show the step, everything where the plan of its stage has it."""
        session, narration = self._session, self._narration
        place, term = session.step, session.term
        scenario, trace = session.scenario, session.trace
        self.heading.setText(narration.heading(place))
        convention = self._look.convention
        self.words.setText(step_words(scenario, trace, session.granularity, place, convention))
        self.reason.setText(narration.reason(place, term))
        self.position.setText(f"step {session.position + 1} of {len(session.walk)}")
        hides = session.reveal.hides_result
        self.hint.setText(HINT_TO_REVEAL if hides else HINT)
        self.text.show_told((narration.asked if hides else narration.told)(place, term))
        self._arrange()
        self._describe()

    def _describe(self) -> None:
        """Tell screen readers what the step is about, and which part of the table is shown."""
        part = part_words(self._heatmap.grid)
        shown = f"Shown: {part}." if part else ""
        mistake = self._look.words(self._session.laboratory.heading)
        texts = (mistake and f"{mistake}.", self.reason.text(), self.text.sentence.text(), shown)
        self.setAccessibleDescription(" ".join(text for text in texts if text))

    def _arrange(self) -> None:
        """Place everything for the room and the look there are now."""
        if not self.isVisible():
            return
        self._style()
        self._place_frame()
        planned = self._planned()
        plan = planned.plan
        self._fit_reason(planned.longest_reason)
        self._looks["heatmap"].points = self._looks["text"].points = plan.points
        grid = self._part(planned.grid)
        if grid != self._heatmap.grid:
            self._heatmap.set_grid(grid)
        self._heatmap.move(plan.table.topLeft())
        room = QRect(plan.text)
        if plan.is_below:  # close to the cells
            room.moveTop(min(room.y(), plan.table.y() + grid.size[1] + self._gap))
        self.text.lay_out(room, plan.brevity)

    def _part(self, table: Grid) -> Grid:
        """The part of the table around the step; of what it computes at once, first the first."""
        session, step = self._session, self._session.step
        if not self._narration.covers_several:
            return table.paged_to(*self._look.convention.pair((step.row, step.column)))
        turned = session.granularity, session.position, table
        if turned == self._turned:  # perhaps by the person
            return self._heatmap.grid
        self._turned = turned
        first = 0 if session.granularity is Granularity.STAGE else step.row
        return table.paged_to(*self._look.convention.pair((first, 0)))

    def _planned(self) -> StagePlan:
        screen = Screen(self._body, self._gap, self._scale)
        return self._plans.plan(self._heatmap.stage, self._narration, screen)

    @property
    def _scale(self) -> float:
        """How much larger than the projector the screen is."""
        return min(self.width() / PROJECTOR.width(), self.height() / PROJECTOR.height())

    @property
    def _gap(self) -> int:
        """What is left free around and between the parts."""
        return round(28 * self._scale)

    def _style(self) -> None:
        frame, theme = self._looks["frame"], self._look.theme
        frame.points = FRAME_POINTS * self._scale
        self.heading.setFont(frame.font(1.6, bold=True))
        self.words.setFont(frame.font(1.25))
        for label in (self.hint, self.position):
            label.setFont(frame.font(0.75))
            set_ink(label, theme.muted)
        set_ink(self.heading, theme.roles[Role.RESULT])
        for label in (self.words, self.reason):
            set_ink(label, theme.text)
        self.update()

    def _place_frame(self) -> None:
        """Put what stands above and below; what is left is for table and text."""
        gap = self._gap
        top = max(gap, self.frame.top + gap // 4)
        room = self.rect().adjusted(gap, top, -gap, -gap)
        size = self.formula.sizeHint()
        self.formula.setGeometry(QRect(room.topRight(), size).translated(-size.width(), 0))
        beside = room.width() - size.width() - gap
        top = room.top() + _put(self.heading, room.x(), room.top(), beside)
        top += _put(self.words, room.x(), top, beside)
        top = max(top, self.formula.geometry().bottom() + 1)
        self.reason.setFont(self._reason_fonts[0])
        top += _put(self.reason, room.x(), top, room.width())
        bottom = room.bottom() - self.hint.sizeHint().height()
        _put(self.hint, room.x(), bottom, room.width())
        right = self.position.sizeHint().width()
        _put(self.position, room.right() - right, bottom, right)
        self._body = QRect(room)
        self._body.setTop(top + gap // 2)
        self._body.setBottom(bottom - gap // 2)

    @property
    def _reason_fonts(self) -> list[QFont]:
        return [self._looks["frame"].font(scale) for scale in REASON_SCALES]

    def _fit_reason(self, longest: str) -> None:
        """Keep the reason to one line, in the letters in which the longest of the stage fits."""
        texts, width = (longest, self.reason.text()), self.reason.width()
        for font in self._reason_fonts:
            self.reason.setFont(font)
            metrics = QFontMetrics(font)
            if all(metrics.horizontalAdvance(text) <= width for text in texts):
                return


def _put(label: QLabel, x: int, y: int, width: int) -> int:
    """Place a label at its own height, which is returned."""
    height = label.sizeHint().height()
    label.setGeometry(x, y, width, height)
    return height
