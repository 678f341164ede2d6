"""What to change in a scenario to see a mistake, and what is seen then, in plain words."""

from collections.abc import Mapping

from explorer.model.diagnosis.number_change import NumberChange
from explorer.model.number_format import exact_text, format_number
from explorer.model.scenario import Scenario
from explorer.model.trace import AttentionTrace
from explorer.model.wording import place_name


def change_sentence(change: NumberChange, scenario: Scenario, trace: AttentionTrace) -> str:
    """What to change: `Change the value of Source 3, component 1, from 30 to 31.`"""
    cell = place_name(scenario, trace, change.place)
    if change.place.array != "query":
        cell = f"the {cell}"
    elif not cell.startswith("Query"):
        cell = f"the query of {cell}"
    comma = "," if "," in cell else ""
    return f"Change {cell}{comma} from {exact_text(change.old)} to {exact_text(change.new)}."


def seen_sentence(
    change: NumberChange,
    others: Mapping[str, float],
    scenario: Scenario,
    trace: AttentionTrace,
    one: str = "without a mistake",
) -> str:
    """What stands then where the ways come apart; `others` are the further ways by name."""
    cell = place_name(scenario, trace, change.seen)
    comma = "," if "," in cell else ""
    numbers = [f"{name} {format_number(number, 4)}" for name, number in others.items()]
    first = format_number(change.one, 4)
    return f"The {cell}{comma} is then {first} {one}; {'; '.join(numbers)}."
