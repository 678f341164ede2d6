"""What numbers cannot show, in plain sentences with the names of a scenario."""

from collections.abc import Collection, Sequence
from typing import assert_never

from explorer.model.diagnosis.coverage import Coverage
from explorer.model.diagnosis.reasons import Reason, ReasonKind
from explorer.model.number_format import format_number
from explorer.model.scenario import Scenario
from explorer.model.wording import spoken_name

_MOST_NAMED = 4
_MOST_TITLES = 6


def count_sentence(found: Collection[object], unseen: Collection[object], where: str) -> str:
    """How many mistakes can be made, and how many of them would not show there."""
    count = f"{len(found)} mistakes" if len(found) != 1 else "1 mistake"
    hidden = f"{len(unseen)} would not show" if unseen else "each would show"
    return f"{count} can be made here; {hidden} in {where}."


def unseen_summary(found: Collection[Coverage]) -> str:
    """How many mistakes would not show in the output, and which, in short."""
    titles = [one.slip.title for one in found if one.is_unseen_in("output")]
    count = count_sentence(found, titles, "the output")
    more = [f"{len(titles) - _MOST_TITLES} more"] if len(titles) > _MOST_TITLES else []
    named = "; ".join([*titles[:_MOST_TITLES], *more])
    return f"{count.removesuffix('.')}: {named}." if titles else count


def unseen_sentences(
    found: Coverage, scenario: Scenario, table: str, reader: int | None
) -> list[str]:
    """Why a mistake does not show in a table, or in the output of one reader."""
    if reader is not None:
        return [reason_sentence(found.reasons[reader], scenario, reader)]
    if table not in found.hidden:
        return [f"It is made only after the {table.replace('_', ' ')}."]
    return reason_sentences(found, scenario)


def reason_sentences(found: Coverage, scenario: Scenario) -> list[str]:
    """Why a mistake does not show, reader by reader or once for all."""
    reasons = list(found.reasons.values())
    if len(reasons) > 1 and len(found.hidden_readers) == found.readers and len(set(reasons)) == 1:
        return [_sentence(reasons[0], scenario, "every reader")]
    return [reason_sentence(reason, scenario, row) for row, reason in found.reasons.items()]


def reason_sentence(reason: Reason, scenario: Scenario, row: int) -> str:
    """Why a mistake does not show in the output of a reader."""
    return _sentence(reason, scenario, spoken_name(scenario.queries, row))


def _sentence(reason: Reason, scenario: Scenario, reader: str) -> str:
    sources = _listed([spoken_name(scenario.sources, index) for index in reason.sources])
    match reason.kind:
        case ReasonKind.TYPED_WEIGHTS:
            return f"The weights of {reader} were typed in: no score reaches them."
        case ReasonKind.READS_NOTHING:
            return f"The output of {reader} is 0 either way: it may read nothing."
        case ReasonKind.ZERO_SCORES:
            return f"All scores of {reader} are 0, and 0 stays 0 whatever it is multiplied by."
        case ReasonKind.NOTHING_BLOCKED:
            return f"For {reader} there is nothing to block: every source may be read."
        case ReasonKind.BLOCKED_ANYWAY:
            return f"The sources blocked for {reader} get the weight 0 all the same."
        case ReasonKind.ONE_SOURCE:
            return f"Of all sources, {reader} reads {sources} alone: its weight is 1."
        case ReasonKind.TIED:
            return f"The sources of {reader} tie: all have the same weight, either way."
        case ReasonKind.EVEN_SHIFT:
            return f"All scores of {reader} change by the same amount, and the weights stay."
        case ReasonKind.SURE_WEIGHT:
            return f"{sources} has nearly all the weight of {reader}, either way."
        case ReasonKind.EQUAL_VALUES:
            return f"The values are all equal: any mix of them{_comes_to(reason)} is the same."
        case ReasonKind.EVEN_VALUES:
            return (
                f"For {reader} the weights of {sources} tie, and their values have the same mean "
                f"as the others{_comes_to(reason)}: how much they get together changes nothing."
            )
        case ReasonKind.SAME_TABLE:
            table = (reason.table or "").replace("_", " ")
            come = "comes" if reason.table == "output" else "come"
            return f"The {table} of {reader} {come} out the same with these numbers."
        case ReasonKind.CANCELLED:
            return f"The weights of {reader} change, but in the mix the changes cancel."
        case ReasonKind.VALUES_CANCELLED:
            return f"Other values are mixed for {reader}, but they come to the same."
    assert_never(reason.kind)


def _comes_to(reason: Reason) -> str:
    return "" if reason.mean is None else f" ({format_number(reason.mean)})"


def _listed(names: Sequence[str]) -> str:
    if len(names) > _MOST_NAMED:
        names = [*names[: _MOST_NAMED - 1], f"{len(names) - _MOST_NAMED + 1} more"]
    *others, last = names or [""]
    return f"{', '.join(others)} and {last}" if others else last
