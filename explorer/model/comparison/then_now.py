"""What a comparison says of one number, and of a table that is not compared."""

from explorer.model.comparison.sides import Pair
from explorer.model.comparison.words import size
from explorer.model.number_format import format_number, told_apart
from explorer.model.places import Place


def then_and_now(pair: Pair, place: Place, digits: int) -> str:
    """What became of one number: `20 then, 28.022 now`; empty for one that is not compared."""
    sides = pair.sides
    before = pair.then(place)
    if before is None:
        return ""
    after = pair.after.trace.number(place)
    if pair.is_same(place):
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
