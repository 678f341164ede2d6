"""In front of a class: one stage on the whole screen, with its arithmetic, and nothing to edit."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QEvent, QRect, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QColor,
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
from explorer.model.places import Role
from explorer.model.step_wording import step_words
from explorer.model.wording import place_name
from explorer.ui.formulas.derivation_view import DerivationView
from explorer.ui.formulas.formula_view import FormulaView
from explorer.ui.heatmaps.heatmap import HeatmapView
from explorer.ui.looks.look import Look
from explorer.ui.parts.text import plain_label, set_ink
from explorer.ui.presentation.presentation_plan import HeatmapFit, Plan, best_plan, largest
from explorer.ui.presentation.presentation_words import covers_several, heading, sentence
from explorer.ui.presentation.scaled_look import ScaledLook
from explorer.ui.walk.step_actions import StepActions

PROJECTOR = QSize(1280, 800)
"""The screen that the sizes in points are meant for; a larger one gets all of them larger."""
HINT = "Page Down: next step · Page Up: back · Home, End · Esc: leave"
NUMBER_POINTS, TEXT_POINTS = (9, 40), (10, 28)
"""Smallest and largest on that screen."""
NARROWEST_TEXT = 11
"""In em: in less room a derivation shrinks on its own."""
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
        self._looks = {name: ScaledLook(look, 12, self) for name in names}
        self._plan: Plan | None = None
        self.heading, self.words = plain_label(wraps=False), plain_label(wraps=False)
        self.formula = FormulaView(session, self._looks["frame"])
        self.derivation = DerivationView(self._looks["text"])
        self.sentence = plain_label()
        self.hint, self.position = plain_label(HINT, wraps=False), plain_label(wraps=False)
        self._adopt(self.formula, self.derivation, self.heading, self.words, self.sentence)
        self._adopt(self.hint, self.position)
        self._heatmap = self._new_heatmap()
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
        keys |= dict.fromkeys(_BACKWARD, steps.previous.trigger)
        keys |= {_Key.Key_Home: steps.first.trigger, _Key.Key_End: steps.last.trigger}
        return keys | {_Key.Key_Escape: self.close, _Key.Key_F11: self.close}

    def _go_on(self) -> None:
        """Show what is to be predicted, or go to the next step."""
        if self._session.reveal.hides_result:
            self._session.reveal.open()
        else:
            self._steps.next.trigger()

    def _adopt(self, *widgets: QWidget) -> None:
        """Show widgets within, none of which takes the keyboard."""
        for widget in widgets:
            widget.setParent(self)
            widget.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        for view in (self.formula, self.derivation):
            view.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

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
        self._plan = None

    def _follow(self, change: Change) -> None:
        if change.structure or self._heatmap.stage is not self._session.stage:
            self._rebuild()
        self._plan = None
        self._refresh()

    def _follow_step(self) -> None:
        if self._heatmap.stage is not self._session.stage:
            self._rebuild()
        self._refresh()

    def _refresh(self) -> None:
        """Show the texts of the step, and fit everything to them."""
        session = self._session
        scenario, trace = session.scenario, session.trace
        self.heading.setText(heading(session))
        self.words.setText(step_words(scenario, trace, session.granularity, session.step))
        self.position.setText(f"step {session.position + 1} of {len(session.walk)}")
        self.sentence.setText(sentence(session, self._look.digits))
        self.derivation.show_derivation(
            session.derivation, lambda at: place_name(scenario, trace, at)
        )
        hidden = session.reveal.hides_result or covers_several(session)
        self.derivation.setVisible(not hidden)
        self.setAccessibleDescription(self.sentence.text())
        self._arrange()

    def _plan_anew(self) -> None:
        self._plan = None
        self._arrange()

    def _arrange(self) -> None:
        """Place everything for the room and the look there are now.

        The rooms of heatmap and text stay from step to step of one stage.
        """
        if not self.isVisible():
            return
        scale = min(self.width() / PROJECTOR.width(), self.height() / PROJECTOR.height())
        self._style(scale)
        margin = round(28 * scale)
        body = self._place_frame(self.rect().adjusted(margin, margin, -margin, -margin), margin)
        numbers, text = _sizes(NUMBER_POINTS, scale), _sizes(TEXT_POINTS, scale)
        fit = HeatmapFit(self._session, self._looks["probe"], self._heatmap.stage)
        if self._plan is None:
            self._plan = best_plan(
                body,
                margin,
                lambda room: fit.points(numbers, room) / scale,
                lambda room: self._text_points(text, room) / scale,
                self._session.trace.inputs.shape[0],
            )
        plan = self._plan
        self._place_heatmap(fit, plan.heatmap, fit.points(numbers, plan.heatmap.size()))
        room = QRect(plan.text)
        if room.y() > plan.heatmap.y():  # below: close to the cells
            room.setTop(min(room.y(), self._heatmap.geometry().bottom() + margin))
        self._place_text(room, self._text_points(text, room.size()) or text[0])

    def _style(self, scale: float) -> None:
        frame, theme = self._looks["frame"], self._look.theme
        frame.points = 16 * scale
        self.heading.setFont(frame.font(1.6, bold=True))
        self.words.setFont(frame.font(1.25))
        for label in (self.hint, self.position):
            label.setFont(frame.font(0.75))
            set_ink(label, theme.muted)
        set_ink(self.heading, theme.roles[Role.RESULT])
        for label in (self.words, self.sentence):
            set_ink(label, theme.text)
        self.update()

    def _place_frame(self, room: QRect, gap: int) -> QRect:
        """Put what stands above and below; what is left is for heatmap and text."""
        size = self.formula.sizeHint()
        self.formula.setGeometry(QRect(room.topRight(), size).translated(-size.width(), 0))
        width = room.width()
        top = room.top() + _put(self.heading, room.topLeft().x(), room.top(), width)
        top += _put(self.words, room.x(), top, width)
        bottom = room.bottom() - self.hint.sizeHint().height()
        _put(self.hint, room.x(), bottom, width)
        right = self.position.sizeHint().width()
        _put(self.position, room.right() - right, bottom, right)
        body = QRect(room)
        body.setTop(max(top, self.formula.geometry().bottom()) + gap // 2)
        body.setBottom(bottom - gap // 2)
        return body

    def _place_heatmap(self, fit: HeatmapFit, room: QRect, points: int) -> None:
        grid = fit.grid(points, room.size())
        self._looks["heatmap"].points = self._looks["probe"].points
        self._heatmap.set_grid(grid)
        self._heatmap.move(room.topLeft())

    def _text_points(self, sizes: range, room: QSize) -> int:
        with QSignalBlocker(self._looks["text"]):  # nothing is drawn in the sizes tried
            return largest(sizes, lambda size: self._text_fits(size, room))

    def _text_fits(self, points: int, room: QSize) -> bool:
        look, width = self._looks["text"], room.width()
        look.points = points
        height = self._derivation_height(width) + self._sentence_height(width)
        return height <= room.height() and width >= NARROWEST_TEXT * look.em

    def _derivation_height(self, width: int) -> int:
        return 0 if self.derivation.isHidden() else self.derivation.heightForWidth(width)

    def _sentence_height(self, width: int) -> int:
        look = self._looks["text"]
        bounds = QRect(0, 0, width, 1 << 20)
        flags = int(Qt.TextFlag.TextWordWrap)
        metrics = QFontMetrics(look.font())
        return metrics.boundingRect(bounds, flags, self.sentence.text()).height() + look.em

    def _place_text(self, room: QRect, points: int) -> None:
        self._looks["text"].points = points
        self._looks["text"].apply()
        height = self._derivation_height(room.width())
        self.derivation.setGeometry(room.x(), room.y(), room.width(), height)
        self.sentence.setFont(self._looks["text"].font())
        top = room.y() + height + self._looks["text"].em // 2
        self.sentence.setGeometry(room.x(), top, room.width(), self._sentence_height(room.width()))


def _put(label: QLabel, x: int, y: int, width: int) -> int:
    """Place a label at its own height, which is returned."""
    height = label.sizeHint().height()
    label.setGeometry(x, y, width, height)
    return height


def _sizes(points: tuple[int, int], scale: float) -> range:
    """Smallest to largest on a screen `scale` times as large."""
    least, most = (max(1, round(point * scale)) for point in points)
    return range(least, most + 1)
