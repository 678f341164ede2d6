"""The words that are easily taken for each other: what each means here, and nowhere else."""

from dataclasses import dataclass

from explorer.model.number_format import equals_sign, format_number
from explorer.model.places import Axis, Place
from explorer.model.scenario import Scenario
from explorer.model.trace import AttentionTrace
from explorer.model.wording import place_name


@dataclass(frozen=True, slots=True)
class Term:
    """A word, what it means, and the table whose cells it names; None for a size."""

    word: str
    meaning: str
    array: str | None = None


VOCABULARY = (
    Term(
        "Score",
        "The dot product of one query with one key, before anything else is done to it. It may be "
        "any number, also below 0, and is no share of anything.",
        "scores",
    ),
    Term(
        "Scaled score",
        "The score times the scale, usually ÷ √d. What a soft-cap, a bias or a mask make of it "
        "afterwards has names of its own: capped score, masked score.",
        "scaled_scores",
    ),
    Term(
        "Weight",
        "What the softmax makes of a row of scores: between 0 and 1, and the weights of one reader "
        "add up to one. Weights are computed anew for every input. The matrices a model has "
        "learned are never called weights here but projections.",
        "weights",
    ),
    Term(
        "d",
        "The length of one query, and of one key: so many products are added up in one score. It "
        "is not the width of the model. With 8 heads in a model 512 wide, each query has "
        "512/8 = 64 numbers, and scores are divided by √64 = 8.",
    ),
)


def now_of(term: Term, scenario: Scenario, trace: AttentionTrace, step: Place, digits: int) -> str:
    """What it is for the reader and the source of a step: `score of Query 1 and Source 1: 1`.

    Empty where the calculation has no such table.
    """
    if term.array is None:
        return f"d = {trace.inputs.d}" if trace.inputs.query is not None else ""
    if term.array not in trace.arrays:
        return ""
    quantity = trace.quantity(step.array)
    column = step.column if quantity.columns is Axis.SOURCES else 0
    place = Place(term.array, step.row, column)
    number = trace.number(place)
    sign = "≈ " if equals_sign(number, digits) == "≈" else ""
    return f"{place_name(scenario, trace, place)}: {sign}{format_number(number, digits)}"
