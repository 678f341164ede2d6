"""What a presentation says about a step."""

from dataclasses import dataclass, replace
from unicodedata import east_asian_width

from explorer.model import AttentionTrace, Granularity, Place, Scenario, explain, explain_term
from explorer.model.convention import Convention
from explorer.model.explanation import running_sum
from explorer.model.number_format import equals_sign, format_number
from explorer.model.step_wording import step_reason
from explorer.model.wording import place_sentence
from explorer.ui.presentation.arithmetic import Working

QUESTION = "What will it be?"
LONGEST_NAME = 14
"""In letters, wide ones counting twice: longer names are cut short in sentences."""


@dataclass(frozen=True, eq=False)
class Narration:
    """Tells the steps of one calculation, as fine as `granularity`; `scenario` has short names."""

    scenario: Scenario
    trace: AttentionTrace
    granularity: Granularity
    digits: int
    convention: Convention = Convention.ROWS

    @property
    def covers_several(self) -> bool:
        """Whether a step computes a row or a table at once, of which one cell says too little."""
        return self.granularity in (Granularity.STAGE, Granularity.READER)

    def heading(self, place: Place) -> str:
        """What is done in a step."""
        whole = self.covers_several
        action = (self.trace.owner if whole else self.trace.quantity)(place.array).action
        return self.convention.words(action)

    def reason(self, place: Place, term: int | None) -> str:
        """Why there is the step, in one line."""
        reason = step_reason(self.scenario, self.trace, self.granularity, place, term)
        return self.convention.words(reason)

    def told(self, place: Place, term: int | None) -> "Told":
        """What is worked out in a step and what came out of it."""
        return Told(self._sentence(place, term), self._working(place, term))

    def asked(self, place: Place, term: int | None) -> "Told":
        """What is to be worked out in a step, its result left out."""
        working = self._working(place, term)
        return Told(QUESTION, None if working is None else replace(working, hides_result=True))

    def _sentence(self, place: Place, term: int | None) -> str:
        """What came out of a step; of several cells at once, what is done with them."""
        if self.covers_several:
            return self.convention.words(self.trace.owner(place.array).about)
        if term is not None and term + 1 < self.trace.quantity(place.array).terms(self.trace):
            so_far = running_sum(self.trace, place, term)
            sign, text = equals_sign(so_far, self.digits), format_number(so_far, self.digits)
            return f"The sum so far {sign} {text}."
        said = place_sentence(self.scenario, self.trace, place, self.digits)
        return self.convention.words(f"{said[:1].upper()}{said[1:]}.")

    def _working(self, place: Place, term: int | None) -> Working | None:
        """The arithmetic of a step; None where it covers several cells."""
        if self.covers_several:
            return None
        product = None if term is None else explain_term(self.trace, place, term)
        return Working(explain(self.trace, place.array, place.row, place.column), term, product)


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence, and the arithmetic it sums up if there is any."""

    sentence: str
    working: Working | None


def with_short_names(scenario: Scenario) -> Scenario:
    """The scenario, its longest names cut short."""
    names = (*scenario.queries, *scenario.sources)
    if all(_width(name) <= LONGEST_NAME for name in names):
        return scenario
    queries, sources = tuple(map(_short, scenario.queries)), tuple(map(_short, scenario.sources))
    return replace(scenario, queries=queries, sources=sources)


def _short(name: str) -> str:
    if _width(name) <= LONGEST_NAME:
        return name
    kept = max(end for end in range(len(name)) if _width(name[:end]) < LONGEST_NAME)
    return f"{name[:kept].rstrip()}…"


def _width(name: str) -> int:
    if name.isascii():
        return len(name)
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in name)
