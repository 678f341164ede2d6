"""Steps in words, as fine as they are: what they compute and where in the walk that is."""

from explorer.model.convention import Convention
from explorer.model.explanation import term_word
from explorer.model.places import Axis, Place
from explorer.model.scenario import Scenario
from explorer.model.trace import AttentionTrace
from explorer.model.walkthrough import Granularity
from explorer.model.wording import cell_words, position_words, spoken_name

_EVERY = {
    Axis.QUERIES: "every reader",
    Axis.SOURCES: "every source",
    Axis.POSITIONS: "every position",
}


def step_words(
    scenario: Scenario,
    trace: AttentionTrace,
    granularity: Granularity,
    place: Place,
    convention: Convention = Convention.ROWS,
) -> str:
    """Who reads from whom: `Query 1 reads from Source 3`, `Query 1 reads from every source`."""
    quantity = trace.quantity(place.array)
    reader = spoken_name(scenario.names(quantity.rows), place.row)
    match granularity:
        case Granularity.STAGE:
            rows, columns = convention.pair(trace.shape_of(place.array))
            return f"The whole table, {rows} × {columns}"
        case Granularity.READER if quantity.columns is Axis.SOURCES:
            return f"{reader} reads from every source"
        case Granularity.READER if quantity.columns is not Axis.WHOLE_ROW:
            return f"{reader}, every component"
        case _:
            return cell_words(scenario, trace, place)


def step_reason(
    scenario: Scenario,
    trace: AttentionTrace,
    granularity: Granularity,
    place: Place,
    term: int | None = None,
) -> str:
    """Why there is such a step, in one line: `A dot product compares Query 1 with …`."""
    quantity = trace.quantity(place.array)
    row = None if granularity is Granularity.STAGE else place.row
    column = None if granularity in (Granularity.STAGE, Granularity.READER) else place.column
    if term is not None:
        terms = quantity.terms(trace)
        source = spoken_name(scenario.sources, min(term, len(scenario.sources) - 1))
        reason = quantity.term_reason(trace, term).format(term=term + 1, source=source)
        word = term_word(trace, place, term).capitalize()
        return f"{word} {term + 1} of {terms}: {reason}."
    reader = _one_or_every(scenario, quantity.rows, row)
    sentence = quantity.why(trace, row, column).format(
        query="every query" if row is None else _query_of(reader),
        row=reader,
        column=_one_or_every(scenario, quantity.columns, column),
    )
    return f"{sentence[:1].upper()}{sentence[1:]}"


def _one_or_every(scenario: Scenario, axis: Axis, index: int | None) -> str:
    if index is None:
        return _EVERY.get(axis, "every component")
    return spoken_name(scenario.names(axis), index)


def _query_of(reader: str) -> str:
    """`Query 1` is a query by its name; `“cat”` has one."""
    return reader if reader.startswith("Query ") else f"the query of {reader}"


def step_position_words(
    scenario: Scenario,
    trace: AttentionTrace,
    granularity: Granularity,
    place: Place,
    term: int | None = None,
) -> str:
    """Where in the walk a step is: `softmax · Query 1 · 3 of 3`, `softmax · the whole table`."""
    quantity = trace.quantity(place.array)
    match granularity:
        case Granularity.STAGE:
            return f"{quantity.action.lower()} · the whole table"
        case Granularity.READER:
            reader = spoken_name(scenario.names(quantity.rows), place.row)
            return f"{quantity.action.lower()} · {reader}"
        case _:
            words = position_words(scenario, trace, place)
            terms = quantity.terms(trace)
            if term is None:
                return words
            return f"{words} · {term_word(trace, place, term)} {term + 1} of {terms}"
