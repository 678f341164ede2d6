"""A comparison in sentences: what was changed, then stage by stage what came of it and why."""

from explorer.model.comparison.compare import Comparison, Pair
from explorer.model.comparison.input_wording import input_sentences
from explorer.model.comparison.stage_wording import stage_sentences
from explorer.model.comparison.words import Sentence, size
from explorer.model.number_format import format_number, told_apart
from explorer.model.places import Place

NOTHING = "Nothing differs."


def sentences(comparison: Comparison, digits: int) -> tuple[Sentence, ...]:
    """The comparison in the order of the calculation; one sentence where nothing differs."""
    told = (*input_sentences(comparison, digits), *stage_sentences(comparison, digits))
    return told or (Sentence(NOTHING),)


def then_and_now(pair: Pair, place: Place, digits: int) -> str:
    """What became of one number: `20 then, 28.022 now`; empty for one that is not compared."""
    sides = pair.sides
    before = pair.then(place)
    if before is None:
        return ""
    after = pair.after.trace.number(place)
    if before == after:
        return f"{format_number(after, digits)} {sides.before} and {sides.after}"
    old, new = told_apart(before, after, digits)
    return f"{old} {sides.before}, {new} {sides.after}"


def not_compared(pair: Pair, name: str) -> str:
    """Why cells of a table are not compared: `another shape then, 1 × 3`; empty if they are."""
    before, after, sides = pair.before.trace.arrays, pair.after.trace.arrays, pair.sides
    if name not in before:
        return f"not there {sides.before}"
    if name not in after:
        return f"not there {sides.after}"
    if before.shape(name) == after.shape(name):
        return ""
    return f"another shape {sides.before}, {size(before.shape(name))}"
