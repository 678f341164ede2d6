"""Cells in words: what a place is called and what its number says."""

import re
from collections import Counter
from collections.abc import Sequence

from explorer.model.explanation import axes_of
from explorer.model.number_format import exact_text, format_number
from explorer.model.places import Axis, Place
from explorer.model.scenario import Scenario
from explorer.model.trace import AttentionTrace
from explorer.model.typed_arrays import TYPED_ARRAYS

_CELL_WORDS = {Axis.SOURCES: "{row} reads from {column}", Axis.WHOLE_ROW: "{row}"}
_NUMBERED = re.compile(r"(Query|Source|Position|component) \d+")


def place_name(scenario: Scenario, trace: AttentionTrace, place: Place) -> str:
    """A cell by its names: `scaled score of Query 1 and Source 3`, `key of cat, component 2`."""
    computed = trace.computes(place.array)
    named = trace.quantity(place.array) if computed else TYPED_ARRAYS[place.array]
    return named.cell_name.format(**_names(scenario, trace, place))


def kind_name(trace: AttentionTrace, place: Place) -> str:
    """What kind of number a computed cell holds: `scaled score`, `weight`."""
    return trace.quantity(place.array).cell_name.partition(" of {")[0]


def cell_words(scenario: Scenario, trace: AttentionTrace, place: Place) -> str:
    """Who reads from whom in a cell: `Query 1 reads from Source 3`, `Query 1, component 1`."""
    columns = trace.quantity(place.array).columns
    template = _CELL_WORDS.get(columns, "{row}, {column}")
    return template.format(**_names(scenario, trace, place))


def position_words(scenario: Scenario, trace: AttentionTrace, place: Place) -> str:
    """Where in the walk a cell is computed: `softmax · Query 1 · 3 of 3`."""
    stage = trace.quantity(place.array)
    reader = spoken_name(scenario.names(stage.rows), place.row)
    columns = scenario.size(stage.columns)
    counted = "" if columns == 1 else f" · {place.column + 1} of {columns}"
    return f"{stage.action.lower()} · {reader}{counted}"


def place_sentence(
    scenario: Scenario, trace: AttentionTrace, place: Place, digits: int | None = None
) -> str:
    """What a cell says: `Query 2 reads Source 3 with weight 0.401`; all digits for None."""
    value = trace.number(place)
    text = exact_text(value) if digits is None else format_number(value, digits)
    if not trace.computes(place.array):
        return f"{place_name(scenario, trace, place)}: {text}"
    sentence = trace.quantity(place.array).sentence
    return sentence.format(value=text, **_names(scenario, trace, place))


def _names(scenario: Scenario, trace: AttentionTrace, place: Place) -> dict[str, str]:
    row, column = axes_of(trace, place.array)
    return {
        "row": spoken_name(scenario.names(row), place.row),
        "column": spoken_name(scenario.names(column), place.column),
    }


def spoken_name(names: Sequence[str], index: int) -> str:
    """A name as it stands in a sentence: a token in quotes, counted where it stands repeatedly.

    `Query 1` and `component 2` stay as they are; `the` becomes `“the” (4)`, with its position,
    if there is another one.
    """
    return _spoken(names[index], index, names.count(names[index]))


def spoken_names(names: Sequence[str]) -> tuple[str, ...]:
    """All of them as `spoken_name` has them."""
    counts = Counter(names)
    return tuple(_spoken(name, index, counts[name]) for index, name in enumerate(names))


def _spoken(name: str, index: int, count: int) -> str:
    return f"“{name}” ({index + 1})" if count > 1 else quoted_name(name)


def quoted_name(name: str) -> str:
    """A name as it stands in a sentence, in quotes; `Query 1` and `component 2` stay as they are.

    What is in quotes stays when the sentence is turned.
    """
    return name if _NUMBERED.fullmatch(name) else f"“{name}”"
