"""What a scenario can start from, and the way from the fields of a file to a scenario."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from explorer.model.errors import InputError
from explorer.model.scenario import Scenario, default_names

LARGEST_SCORES = 2**24
"""Most cells of one score matrix: 128 MiB as doubles, 4096 queries reading 4096 sources."""


@dataclass(frozen=True, slots=True)
class Start:
    """One way to begin: the fields it needs, and the one that has a row a query."""

    fields: tuple[str, ...]
    readers: str


STARTS = (
    Start(("query", "key", "value"), readers="query"),
    Start(("weights", "value"), readers="weights"),
)
"""The first that is complete holds: weights beside query and key replace the softmax's."""


def scenario_from(fields: Mapping[str, Any]) -> Scenario:
    """A scenario of fields that are well formed each on its own; rows without names get some.

    Raises InputError if the fields make no start or do not fit each other.
    """
    readers = _start_of(fields).readers
    n_query, n_key = len(fields[readers]), len(fields["value"])
    if n_query * n_key > LARGEST_SCORES:
        most = f"at most {LARGEST_SCORES} pairs of a query and a source"
        raise InputError(readers, most, f"{n_query} × {n_key}")
    names = {
        "queries": default_names("Query", n_query),
        "sources": default_names("Source", n_key),
    }
    return Scenario(**{**names, **fields})


def _start_of(fields: Mapping[str, Any]) -> Start:
    present = [name for name, content in fields.items() if content is not None]
    for start in STARTS:
        if set(start.fields) <= set(present):
            return start
    needed = {name for start in STARTS for name in start.fields}
    found = [name for name in present if name in needed]
    expected = ", or ".join(_listed(start.fields) for start in STARTS)
    raise InputError("start", expected, f"only {_listed(found)}" if found else "none of them")


def _listed(names: tuple[str, ...] | list[str]) -> str:
    """The names as a phrase: `query, key and value`."""
    return " and ".join(part for part in (", ".join(names[:-1]), names[-1]) if part)
