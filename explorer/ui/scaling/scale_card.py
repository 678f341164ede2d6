"""The scale as buttons, a number and a slider, with what it does to the row of the step."""

from PySide6.QtWidgets import QVBoxLayout

from explorer.app import edits
from explorer.app.scale_track import divides_by_d, factor_of
from explorer.app.session import Session
from explorer.app.side_by_side import reader_of_step, slip_named
from explorer.model import Place, Scenario
from explorer.model.number_format import equals_sign, format_number
from explorer.model.scenario import Scale
from explorer.model.wording import spoken_name
from explorer.ui.looks.look import Look
from explorer.ui.parts.controls import ControlLine, push_button, words
from explorer.ui.parts.lazy_card import LazyCard
from explorer.ui.parts.number_field import NumberField
from explorer.ui.parts.text import breakable, plain_label
from explorer.ui.scaling.scale_slider import ScaleSlider, ScaleStops

SLIP = "divided-by-d"
NO_SCORES = "There are no scores to scale: the weights of this scenario stand alone."
UNSCALED = "The scaled scores stay on the screen, so that they can be compared with other scales."


class ScaleCard(LazyCard):
    """Shows and changes the factor of the scores; everything follows while it moves."""

    def __init__(self, session: Session, look: Look) -> None:
        super().__init__(session, look, "Scale of the scores")
        self.setObjectName("scaleCard")
        self.root, self.unscaled, self.by_d = (
            push_button(name, text, choose, help_text, checkable=True)
            for name, text, choose, help_text in (
                ("scaleRootButton", "÷ √d", lambda: self._set("sqrt_d"), "The usual scale"),
                ("scaleNoneButton", "None", lambda: self._set("none"), "Leave scores as they are"),
                ("scaleByDButton", "÷ d (a slip)", self._divide_by_d, "A deliberate mistake"),
            )
        )
        self.factor = NumberField(session, look, "Factor of the scores", _factor, edits.set_scale)
        self.factor.setObjectName("scaleField")
        self.slider = ScaleSlider(session, look)
        self.status = plain_label()
        self._line = ControlLine(
            look, self.root, self.unscaled, self.by_d, words("×", self.factor), self.factor
        )
        sliding = QVBoxLayout()
        sliding.setSpacing(0)
        sliding.addWidget(self.slider)
        sliding.addWidget(ScaleStops(self.slider, session, look))
        self.body.addWidget(self._line)
        self.body.addLayout(sliding)
        self.body.addWidget(self.status)
        self.refresh()

    def refresh(self) -> None:
        """Show the scale there is, and what it does."""
        scenario = self._session.scenario
        d, scale = scenario.inputs.d, scenario.scale
        for widget in (self._line, self.slider):
            widget.setEnabled(scenario.inputs.has_scores)
        self.root.setChecked(scale == "sqrt_d")
        self.unscaled.setChecked(scale == "none")
        self.by_d.setChecked(divides_by_d(scale, d))
        self.by_d.setEnabled(d > 1)
        self.remark.setText(self._operator())
        self.slider.setAccessibleDescription(self._operator())
        self.status.setText(breakable(self._sentences()))

    def _operator(self) -> str:
        scenario, digits = self._session.scenario, self._look.digits
        if not scenario.inputs.has_scores:
            return ""
        return self._session.trace.stage("scaled_scores").operator(scenario.inputs, digits)

    def _set(self, scale: Scale) -> None:
        self.edit(edits.set_scale, scale)

    def _divide_by_d(self) -> None:
        self._set(1 / self._session.scenario.inputs.d)

    def _sentences(self) -> str:
        scenario = self._session.scenario
        if not scenario.inputs.has_scores:
            return NO_SCORES
        parts = [self._in_words(scenario), self._effect()]
        if divides_by_d(scenario.scale, scenario.inputs.d):
            parts.append(f"Dividing by d is a common slip. {slip_named(SLIP).why}")
        if scenario.scale == "none":
            parts.append(UNSCALED)
        return " ".join(filter(None, parts))

    def _in_words(self, scenario: Scenario) -> str:
        """`Every score is multiplied by 0.5, that is, divided by 2.`"""
        digits = self._look.digits
        factor = factor_of(scenario.scale, scenario.inputs.d)

        def said(number: float) -> str:
            about = "about " if equals_sign(number, digits) == "≈" else ""
            return f"{about}{format_number(number, digits)}"

        if factor == 1:
            return "Every score stays as it is."
        divided = f", that is, divided by {said(1 / factor)}" if factor > 0 else ""
        return f"Every score is multiplied by {said(factor)}{divided}."

    def _effect(self) -> str:
        """How far the scores of the step's query reach, and what becomes of the largest."""
        session, number = self._session, self._look.number
        row = reader_of_step(session)
        last = session.trace.inputs.shape[1] - 1
        if (
            session.reveal.hides(Place("weights", row, last))
            or session.scenario.weights is not None
        ):
            return ""
        scaled = session.trace.arrays["scaled_scores"][row]
        largest = float(session.trace.weights[row].max())
        name = spoken_name(session.scenario.queries, row)
        return (
            f"For {name}, scaled scores reach from {number(float(scaled.min()))} to "
            f"{number(float(scaled.max()))}, and the largest weight is {number(largest)}."
        )


def _factor(scenario: Scenario) -> float | None:
    return None if not scenario.inputs.has_scores else factor_of(scenario.scale, scenario.inputs.d)
