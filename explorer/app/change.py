"""What one change of the document touched, so that a view repaints no more than that."""

from dataclasses import dataclass

from explorer.model.scenario import Scenario
from explorer.model.trace import AttentionTrace


@dataclass(frozen=True, slots=True)
class Change:
    """The difference between two states of a session.

    `arrays` are the names of typed-in and computed arrays that are new, gone or different;
    `structure` is set when shapes, the stages that take part, or the start changed; `names` when
    positions are called something else; `settings` when scale, mask, bias or soft-cap changed.
    """

    arrays: frozenset[str]
    structure: bool
    names: bool
    settings: bool


def change_between(
    before: tuple[Scenario, AttentionTrace], after: tuple[Scenario, AttentionTrace]
) -> Change:
    """Compare two states; arrays that are shared between them count as unchanged."""
    old, new = before[1].arrays, after[1].arrays
    arrays = frozenset(
        name for name in old.keys() | new.keys() if old.get(name) is not new.get(name)
    )
    scenarios = before[0], after[0]
    return Change(
        arrays=arrays,
        structure=before[1].stages != after[1].stages or _shapes(old) != _shapes(new),
        names=_differ(*scenarios, "queries") or _differ(*scenarios, "sources"),
        settings=any(
            getattr(scenarios[0], name) is not getattr(scenarios[1], name)
            for name in ("scale", "mask", "bias", "softcap")
        ),
    )


def _differ(before: Scenario, after: Scenario, field: str) -> bool:
    return bool(getattr(before, field) != getattr(after, field))


def _shapes(arrays: object) -> dict[str, tuple[int, ...]]:
    assert hasattr(arrays, "items")
    return {name: array.shape for name, array in arrays.items()}
