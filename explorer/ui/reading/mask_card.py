"""Who may read what: painted on the scores, by rule, by source or by reader."""

from functools import partial

import numpy as np

from explorer.app import edits
from explorer.app.mask_brush import MaskBrush, score_stages
from explorer.app.mask_edits import invert_mask, paint_readers, paint_sources, set_window
from explorer.app.session import Session
from explorer.model import Scenario
from explorer.model.masks import CausalMask, WindowMask
from explorer.model.places import Axis
from explorer.model.wording import spoken_name
from explorer.ui.looks.look import Look
from explorer.ui.parts.controls import ControlLine, NameChoice, push_button, words
from explorer.ui.parts.lazy_card import LazyCard
from explorer.ui.parts.number_field import NumberField
from explorer.ui.parts.showing import show_when
from explorer.ui.parts.text import breakable, plain_label

HOW_TO_PAINT = (
    "Click or drag over the scores to block and allow cells; with Shift, a rectangle of them. "
    "Keys: Space, then Shift with the arrows. Esc takes a stroke back, then puts the brush down."
)
BRUSH_IS_UP = (
    "A click, a drag or Space over scores blocks or allows them; Shift spans more of them. "
    "Esc puts the brush down."
)
"""As long as it is so; the rest is in `HOW_TO_PAINT`."""
NO_SCORES = "There are no scores to mask here: the weights of this scenario stand alone."
_MOST_NAMED = 3
_ITS_ROW = "{} its row"


class MaskCard(LazyCard):
    """The commands of the mask and what it blocks at the moment."""

    def __init__(self, session: Session, look: Look, brush: MaskBrush) -> None:
        super().__init__(session, look, "Mask")
        self.setObjectName("maskCard")
        self._brush = brush
        self._is_step_new = True
        self.status = plain_label()
        self._make_rules()
        self._make_parts()
        for line in self._lines:
            self.body.addWidget(line)
        self.body.addWidget(self.status)
        brush.changed.connect(self.catch_up)
        self.refresh()

    def refresh(self) -> None:
        """Show what is blocked, and in the choices the reader and source of the step."""
        scenario, session = self._session.scenario, self._session
        has_scores = bool(score_stages(session.trace))
        for line in self._lines:
            line.setEnabled(has_scores)
        self.paint.setChecked(self._brush.is_taken_up)
        self.causal.setChecked(isinstance(scenario.mask, CausalMask))
        self.window_rule.setChecked(isinstance(scenario.mask, WindowMask))
        self.clear.setEnabled(scenario.mask is not None)
        self.source.offer(scenario.sources)
        self.reader.offer(scenario.queries)
        self._follow_step()
        self.remark.setText(_counted(scenario) if has_scores else "")
        for button, verb in ((self.block_reader, "Block"), (self.allow_reader, "Allow")):
            button.setText(self._look.words(_ITS_ROW.format(verb)))
        told = self._sentences() if has_scores else NO_SCORES
        self.status.setText(breakable(told))
        show_when(self.status, bool(told))

    def _make_rules(self) -> None:
        session, look = self._session, self._look
        self.paint = push_button(
            "paintMaskButton", "Paint on the scores", self._toggle_brush, HOW_TO_PAINT, True
        )
        self.causal = push_button(
            "causalMaskButton",
            "Causal",
            lambda: self.edit(edits.set_mask, CausalMask(), "set a causal mask"),
            "Each query reads its own position and those before it",
            True,
        )
        self.invert = push_button(
            "invertMaskButton",
            "Invert",
            lambda: self.edit(invert_mask),
            "Block what may be read, and allow what is blocked",
        )
        self.clear = push_button(
            "clearMaskButton",
            "Clear",
            lambda: self.edit(edits.set_mask, None, "remove the mask"),
            "Take the mask away: every source may be read",
        )
        self.window_rule = push_button(
            "windowMaskButton",
            "Window",
            lambda: self.edit(set_window, *_sides(session.scenario)),
            "Each query reads the positions around its own",
            True,
        )
        self.left = NumberField(
            session, look, "Positions before", _left, _with_left, lambda s: _with_left(s, None)
        )
        self.right = NumberField(
            session, look, "Positions after", _right, _with_right, lambda s: _with_right(s, None)
        )
        for name, field in (("windowLeftField", self.left), ("windowRightField", self.right)):
            field.setObjectName(name)
            field.setPlaceholderText("no limit")

    def _make_parts(self) -> None:
        look = self._look
        self.source = NameChoice("maskSourceBox", "Source")
        self.reader = NameChoice("maskReaderBox", "Query")
        self.block_source, self.allow_source = (
            push_button(
                f"{verb}SourceButton",
                f"{verb.capitalize()} for all",
                partial(self._paint_source, allow),
                f"{verb.capitalize()} this source for every query",
            )
            for verb, allow in (("block", False), ("allow", True))
        )
        self.block_reader, self.allow_reader = (
            push_button(
                f"{verb}ReaderButton",
                _ITS_ROW.format(verb.capitalize()),
                partial(self._paint_reader, allow),
                f"{verb.capitalize()} every source for this query",
            )
            for verb, allow in (("block", False), ("allow", True))
        )
        self._lines = (
            ControlLine(look, self.paint, self.causal, self.invert, self.clear),
            ControlLine(
                look,
                self.window_rule,
                self.left,
                words("before,", self.left),
                self.right,
                words("after", self.right),
            ),
            ControlLine(
                look,
                words("Source", self.source),
                self.source,
                self.block_source,
                self.allow_source,
            ),
            ControlLine(
                look,
                words("Query", self.reader),
                self.reader,
                self.block_reader,
                self.allow_reader,
            ),
        )

    def _toggle_brush(self) -> None:
        if self._session.settle():
            self._brush.is_taken_up = not self._brush.is_taken_up
        self.catch_up()

    def _paint_source(self, allow: bool) -> None:
        self.edit(paint_sources, [self.source.currentIndex()], allow)

    def _paint_reader(self, allow: bool) -> None:
        self.edit(paint_readers, [self.reader.currentIndex()], allow)

    def _step_changed(self) -> None:
        self._is_step_new = True
        super()._step_changed()

    def _follow_step(self) -> None:
        """Choose reader and source of another step; what was chosen since stays."""
        if not self._is_step_new:
            return
        self._is_step_new = False
        step, trace = self._session.step, self._session.trace
        rows, columns = trace.quantity(step.array).axes
        if rows is Axis.QUERIES:
            self.reader.choose(step.row)
        if columns is Axis.SOURCES:
            self.source.choose(step.column)

    def _sentences(self) -> str:
        scenario = self._session.scenario
        sentences = [HOW_TO_PAINT] if self._brush.is_taken_up else []
        sentences.append(_unread_sentence(scenario))
        if scenario.weights is not None:
            sentences.append("The weights are typed in: no mask changes them.")
        return " ".join(filter(None, sentences))


def _counted(scenario: Scenario) -> str:
    allowed = scenario.inputs.allowed
    count = 0 if allowed is None else int(np.count_nonzero(~allowed))
    rows, columns = scenario.inputs.shape
    if not count:
        return "nothing is blocked"
    return f"{count} of {rows * columns} cells {'is' if count == 1 else 'are'} blocked"


def _unread_sentence(scenario: Scenario) -> str:
    """Which queries may read nothing, and what that means."""
    allowed = scenario.inputs.allowed
    unread = [] if allowed is None else [int(row) for row in np.flatnonzero(~allowed.any(axis=1))]
    if not unread:
        return ""
    named = ", ".join(spoken_name(scenario.queries, row) for row in unread[:_MOST_NAMED])
    more = f" and {len(unread) - _MOST_NAMED} more" if len(unread) > _MOST_NAMED else ""
    what = "its weights and its output are" if len(unread) == 1 else "weights and outputs are"
    return f"No source may be read by {named}{more}: {what} 0."


def _sides(scenario: Scenario) -> tuple[float | None, float | None]:
    """The window there is, or the one to begin with."""
    mask = scenario.mask
    return (mask.left, mask.right) if isinstance(mask, WindowMask) else (1, 0)


def _left(scenario: Scenario) -> float | None:
    return scenario.mask.left if isinstance(scenario.mask, WindowMask) else None


def _right(scenario: Scenario) -> float | None:
    return scenario.mask.right if isinstance(scenario.mask, WindowMask) else None


def _with_left(scenario: Scenario, positions: float | None) -> edits.Edit:
    return set_window(scenario, positions, _right(scenario))


def _with_right(scenario: Scenario, positions: float | None) -> edits.Edit:
    return set_window(scenario, _left(scenario), positions)
