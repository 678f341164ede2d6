"""Steps as short texts to pass on: `scores:1:3` is the step of row 1 and column 3 of the scores.

Rows, columns and products count from 1. How many numbers there are says how much the step
computes: `weights` the whole stage, `weights:1` one reader, `weights:1:3` one cell and
`output:1:1:2` the second product of a cell.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from explorer.model.arrays import describe
from explorer.model.errors import InputError
from explorer.model.places import Place
from explorer.model.trace import AttentionTrace
from explorer.model.walkthrough import Granularity, Step

EXAMPLE = "scores:1:3"
_EXPECTED = f"STAGE:ROW:COLUMN counted from 1, such as {EXAMPLE}"
_PARTS = ("row", "column", "product")
_MOST_DIGITS = 9


@dataclass(frozen=True, slots=True)
class StepLink:
    """A step by the name of its table, full or short, and its numbers counted from 0."""

    name: str
    indices: tuple[int, ...]

    @property
    def granularity(self) -> Granularity:
        """How much the step computes."""
        return tuple(Granularity)[len(self.indices)]

    def __str__(self) -> str:
        return ":".join((self.name, *(str(index + 1) for index in self.indices)))


def link_to(granularity: Granularity, place: Place, term: int | None = None) -> StepLink:
    """The link to the step that computes a place, with its product where steps are products."""
    numbers = (place.row, place.column, term or 0)
    return StepLink(place.array, numbers[: tuple(Granularity).index(granularity)])


def parse_link(text: str) -> StepLink:
    """The link in a text. Raises InputError if it has another form."""
    name, *numbers = text.strip().split(":")
    if not name or len(numbers) > len(_PARTS) or not all(map(_is_count, numbers)):
        raise InputError("step", _EXPECTED, describe(text))
    return StepLink(name, tuple(int(number) - 1 for number in numbers))


def resolve(link: StepLink, trace: AttentionTrace) -> Step:
    """The step of a trace that a link leads to. Raises InputError if the trace has none."""
    name = _full_name(link.name, trace)
    sizes = (*trace.shape_of(name), trace.quantity(name).terms(trace))
    for index, size, part in zip(link.indices, sizes, _PARTS, strict=False):
        if index >= size:
            raise InputError(f"step {link}", f"a {part} from 1 to {size}", str(index + 1))
    row, column, term = (*link.indices, None, None, None)[: len(_PARTS)]
    return Step(trace, name, row, column, term if sizes[-1] > 1 else None)


def _is_count(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS and int(text) > 0


def _full_name(name: str, trace: AttentionTrace) -> str:
    names = dict(_names(trace))
    if name not in names:
        known = ", ".join(dict.fromkeys(names.values()))
        raise InputError("step", f"one of {known}", describe(name))
    return names[name]


def _names(trace: AttentionTrace) -> Iterator[tuple[str, str]]:
    """Every name a table may be called by, with its full name."""
    for stage in trace.stages:
        yield from ((part.name, part.name) for part in (*stage.parts, *stage.asides))
        yield stage.short_name, stage.name
        yield stage.name, stage.name
