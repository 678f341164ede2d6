"""What one change of the document touched, so that a view repaints no more than that."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from explorer.model.scenario import Scenario
from explorer.model.tables import Tables
from explorer.model.trace import AttentionTrace
from explorer.model.where import EVERYWHERE, Where


@dataclass(frozen=True, slots=True)
class Change:
    """The difference between two states of a session.

    `arrays` are the names of typed-in and computed arrays that are new, gone or different;
    `structure` is set when shapes, the stages that take part, or the start changed; `names` when
    positions or entries of the vocabulary are called something else; `settings` when scale, mask,
    bias or soft-cap changed. `where` says of arrays that are different in which places.
    """

    arrays: frozenset[str]
    structure: bool
    names: bool
    settings: bool
    where: Mapping[str, Where] = field(default_factory=dict, compare=False)


def change_between(
    before: tuple[Scenario, AttentionTrace], after: tuple[Scenario, AttentionTrace]
) -> Change:
    """Compare two states, the second made from the first or from none.

    Arrays that are shared between them count as unchanged.
    """
    old, new = before[1].arrays, after[1].arrays
    arrays = old.different(new)
    where = after[1].changes or {}
    scenarios = before[0], after[0]
    return Change(
        arrays=arrays,
        structure=before[1].stages != after[1].stages or _shapes(old) != _shapes(new),
        names=any(_differ(*scenarios, field) for field in ("queries", "sources", "entries")),
        settings=any(
            getattr(scenarios[0], name) is not getattr(scenarios[1], name)
            for name in ("scale", "mask", "bias", "softcap")
        ),
        where={name: where.get(name, EVERYWHERE) for name in arrays if name in old},
    )


def _differ(before: Scenario, after: Scenario, field: str) -> bool:
    return bool(getattr(before, field) != getattr(after, field))


def _shapes(arrays: Tables) -> dict[str, tuple[int, int]]:
    return {name: arrays.shape(name) for name in arrays}
