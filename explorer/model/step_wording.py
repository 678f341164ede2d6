"""Steps in words, as fine as they are: what they compute and where in the walk that is."""

from explorer.model.places import Axis, Place
from explorer.model.scenario import Scenario
from explorer.model.trace import AttentionTrace
from explorer.model.walkthrough import Granularity
from explorer.model.wording import cell_words, position_words, spoken_name


def step_words(
    scenario: Scenario, trace: AttentionTrace, granularity: Granularity, place: Place
) -> str:
    """Who reads from whom: `Query 1 reads from Source 3`, `Query 1 reads from every source`."""
    quantity = trace.quantity(place.array)
    reader = spoken_name(scenario.names(quantity.rows), place.row)
    match granularity:
        case Granularity.STAGE:
            rows, columns = trace.shape_of(place.array)
            return f"The whole table, {rows} × {columns}"
        case Granularity.READER if quantity.columns is Axis.SOURCES:
            return f"{reader} reads from every source"
        case Granularity.READER if quantity.columns is not Axis.WHOLE_ROW:
            return f"{reader}, every component"
        case _:
            return cell_words(scenario, trace, place)


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
            return words if term is None else f"{words} · product {term + 1} of {terms}"
