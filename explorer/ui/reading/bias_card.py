"""The bias: a table to type into, or a penalty for distance as in ALiBi."""

from fractions import Fraction

from PySide6.QtWidgets import QComboBox, QSpinBox

from explorer.app.bias_edits import add_bias, penalise_distance, remove_bias
from explorer.app.session import Session
from explorer.model import Scenario
from explorer.model.distance_bias import head_slopes, slope_of
from explorer.model.number_format import format_number
from explorer.ui.looks.look import Look
from explorer.ui.parts.controls import ControlLine, push_button, words
from explorer.ui.parts.lazy_card import LazyCard
from explorer.ui.parts.number_field import NumberField
from explorer.ui.parts.text import breakable, plain_label

MOST_HEADS = 128
USUAL_HEADS = 8
ABOUT_HEADS = (
    "ALiBi gives each head a slope of its own: {slopes}. {rule} Here there is one head; choose "
    "whose slope it has. The slopes are fixed, not learned."
)
_POWER_OF_TWO = "Each is {ratio} of the one before (2^(−8/{heads})), down to 1/256."
_ANY_NUMBER = (
    "For a number of heads that is no power of two, those of {power} heads come first, then every "
    "other one of those of {double}."
)
NO_BIAS = "No bias: the softmax gets the scores as they are."
_LISTED = 8


class BiasCard(LazyCard):
    """Adds a bias table and takes it away, or makes it a penalty for distance."""

    def __init__(self, session: Session, look: Look) -> None:
        super().__init__(session, look, "Bias")
        self.setObjectName("biasCard")
        self.status = plain_label()
        self.about = plain_label()
        self._make_controls()
        lines = (
            ControlLine(look, self.add, self.remove),
            ControlLine(look, words("Distance penalty: slope", self.slope), self.slope),
            ControlLine(look, self.head, words("of", self.heads), self.heads, words("heads")),
        )
        for widget in (self.status, *lines, self.about):
            self.body.addWidget(widget)
        self._controls = lines
        self._offer_heads()
        self.refresh()

    def refresh(self) -> None:
        """Show what the bias is."""
        scenario = self._session.scenario
        for line in self._controls:
            line.setEnabled(scenario.inputs.has_scores)
        self.add.setEnabled(scenario.bias is None)
        self.remove.setEnabled(scenario.bias is not None)
        self.status.setText(breakable(bias_sentence(scenario)))
        slope = None if scenario.bias is None else slope_of(scenario.bias)
        slopes = head_slopes(self.heads.value())
        self.head.setCurrentIndex(slopes.index(slope) if slope in slopes else -1)

    def _make_controls(self) -> None:
        self.add = push_button(
            "addBiasButton",
            "Add a bias table",
            lambda: self.edit(add_bias),
            "A table of zeros among the inputs, to type into",
        )
        self.remove = push_button("removeBiasButton", "Remove", lambda: self.edit(remove_bias))
        self.slope = NumberField(
            self._session, self._look, "Slope", _slope, penalise_distance, remove_bias
        )
        self.slope.setObjectName("slopeField")
        self.slope.setPlaceholderText("none")
        self.head = QComboBox()
        self.head.setObjectName("headBox")
        self.head.setAccessibleName("Head whose slope is used")
        self.head.setPlaceholderText("slope of a head")
        self.head.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.head.setMinimumContentsLength(12)
        self.head.activated.connect(self._use_head)
        self.heads = QSpinBox()
        self.heads.setObjectName("headsBox")
        self.heads.setAccessibleName("Number of heads")
        self.heads.setRange(1, MOST_HEADS)
        self.heads.setValue(USUAL_HEADS)
        self.heads.valueChanged.connect(self._heads_changed)

    def _heads_changed(self) -> None:
        self._offer_heads()
        self.catch_up()

    def _offer_heads(self) -> None:
        heads = self.heads.value()
        slopes = head_slopes(heads)
        self.head.clear()
        self.head.addItems(
            [f"head {head + 1}: {slope_text(slope)}" for head, slope in enumerate(slopes)]
        )
        power = 1 << (heads.bit_length() - 1)
        rule = _POWER_OF_TWO if heads == power else _ANY_NUMBER
        ratio = slope_text(2.0 ** (-8 / heads))
        parts = {"heads": heads, "power": power, "double": 2 * power, "ratio": ratio}
        text = rule.format(**parts) if heads > 1 else ""
        self.about.setText(ABOUT_HEADS.format(slopes=slopes_text(slopes), rule=text))

    def _use_head(self, head: int) -> None:
        self.edit(penalise_distance, head_slopes(self.heads.value())[head])


def bias_sentence(scenario: Scenario) -> str:
    """What the bias of a scenario does, with the numbers of its rule if it has one."""
    if not scenario.inputs.has_scores:
        return "There are no scores to add a bias to: the weights of this scenario stand alone."
    if scenario.bias is None:
        return NO_BIAS
    slope = slope_of(scenario.bias)
    if slope is None:
        return "The numbers of table B are added to the scores before the softmax."
    if slope == 0:
        return "Every number of table B is 0: the scores stay as they are. Type into the table."
    per_position = format_number(-slope)
    gains = "near" if slope > 0 else "far"
    return (
        f"{per_position} for each position between query and source is added to the score: {gains} "
        "sources gain. Table B among the inputs holds the numbers."
    )


def slope_text(slope: float) -> str:
    """A slope as a fraction where it is a plain one: `1/256`."""
    fraction = Fraction(slope)
    if fraction.numerator == 1 and fraction.denominator <= 1 << 20:
        return f"1/{fraction.denominator}"
    return format_number(slope, 4)


def slopes_text(slopes: tuple[float, ...]) -> str:
    """The slopes of all heads, those in the middle left out where they are many."""
    texts = [slope_text(slope) for slope in slopes]
    if len(texts) > _LISTED:
        texts = [*texts[:4], "…", *texts[-2:]]
    return ", ".join(texts)


def _slope(scenario: Scenario) -> float | None:
    return None if scenario.bias is None else slope_of(scenario.bias)
