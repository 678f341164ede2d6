"""What a scenario can start from, and the way from the fields of a file to a scenario and back."""

from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import fields as dataclass_fields
from typing import Any

from explorer.files.vector_fields import BIASES, ROLES, SINUSOIDAL
from explorer.model.errors import InputError
from explorer.model.scenario import Scenario, default_names, require_few_pairs


@dataclass(frozen=True, slots=True)
class Start:
    """One way to begin: the fields it needs, and those with a row a query and a row a source."""

    fields: tuple[str, ...]
    readers: str
    sources: str

    @property
    def is_of_a_text(self) -> bool:
        """Whether it begins with vectors: the readers are the sources."""
        return self.readers == self.sources


STARTS = (
    Start(("query", "key", "value"), readers="query", sources="value"),
    Start(("embeddings", "projections"), readers="embeddings", sources="embeddings"),
    Start(("tokens", "vocabulary", "projections"), readers="tokens", sources="tokens"),
    Start(("weights", "value"), readers="weights", sources="value"),
)
"""The first that is complete holds: weights beside query and key replace the softmax's."""

_OF_A_TEXT = ("tokens", "vocabulary", "embeddings", "positions", "projections")
_TYPED = {role: f"{role}_projection" for role in ROLES} | {name: name for name in BIASES}
"""The parts of the field `projections` and what a scenario calls them."""

_PLACES = {table: f"projections.{name}" for name, table in _TYPED.items()}


def scenario_from(fields: Mapping[str, Any]) -> Scenario:
    """A scenario of fields that are well formed each on its own; rows without names get some.

    Raises InputError if the fields make no start or do not fit each other.
    """
    start = _start_of(fields)
    _refuse_other_starts(start, fields)
    n_query, n_key = len(fields[start.readers]), len(fields[start.sources])
    require_few_pairs(start.readers, n_query, n_key)  # before each gets a name
    parts = {name: content for name, content in fields.items() if name not in _OF_A_TEXT}
    if start.is_of_a_text:
        return Scenario(**{**parts, **_names_of_positions(fields, n_query), **_text(fields)})
    names = {
        "queries": default_names("Query", n_query),
        "sources": default_names("Source", n_key),
    }
    return Scenario(**{**names, **parts})


def fields_of(scenario: Scenario) -> dict[str, Any]:
    """What a file holds of a scenario, by the names of its fields."""
    fields = {field.name: getattr(scenario, field.name) for field in dataclass_fields(scenario)}
    if not scenario.inputs.is_projected:
        del fields["positions"]
        return fields
    tables = {name: getattr(scenario, table) for name, table in _TYPED.items()}
    fields["projections"] = {name: table for name, table in tables.items() if table is not None}
    fields["positions"] = SINUSOIDAL if scenario.sinusoidal else scenario.positions
    if scenario.vocabulary is not None:
        del fields["queries"], fields["sources"]  # the tokens name the positions
        fields["tokens"] = scenario.tokens
        fields["vocabulary"] = (scenario.entries, scenario.vocabulary)
    return fields


def with_projections_together(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Fields with the tables of the projections, called as in a scenario, made one field."""
    together = {name: fields[table] for name, table in _TYPED.items() if table in fields}
    others = {name: content for name, content in fields.items() if name not in _PLACES}
    return {**others, "projections": together} if together else others


def file_place(place: str) -> str:
    """Where in a file something stands, given the place in a scenario."""
    name, bracket, rest = place.partition("[")
    return f"{_PLACES.get(name, name)}{bracket}{rest}"


def _start_of(fields: Mapping[str, Any]) -> Start:
    present = [name for name, content in fields.items() if content is not None]
    for start in STARTS:
        if set(start.fields) <= set(present):
            return start
    needed = {name for start in STARTS for name in start.fields}
    found = [name for name in present if name in needed]
    expected = ", or ".join(_listed(start.fields) for start in STARTS)
    raise InputError("start", expected, f"only {_listed(found)}" if found else "none of them")


def _refuse_other_starts(start: Start, fields: Mapping[str, Any]) -> None:
    """What belongs to another start is refused rather than left unread."""
    fitting = (*start.fields, "positions") if start.is_of_a_text else start.fields
    for name in _OF_A_TEXT:
        if name not in fitting and fields.get(name) is not None:
            raise InputError(name, f"none beside {_listed(start.fields)}", "one")


def _names_of_positions(fields: Mapping[str, Any], n: int) -> dict[str, tuple[str, ...]]:
    """The names of the positions, which are both the readers and the sources."""
    given = {name: fields[name] for name in ("queries", "sources") if name in fields}
    tokens: tuple[str, ...] | None = fields.get("tokens")
    for name, names in given.items():
        if tokens is not None and names != tokens:
            raise InputError(name, "the tokens, or none beside them", "other names")
    names = tokens or next(iter(given.values()), default_names("Position", n))
    return {"queries": names, "sources": names, **given}


def _text(fields: Mapping[str, Any]) -> dict[str, Any]:
    """What a scenario calls the fields of a text."""
    entries, vocabulary = fields.get("vocabulary") or ((), None)
    positions = fields.get("positions")
    is_sinusoidal = isinstance(positions, str)
    return {
        "entries": entries,
        "vocabulary": vocabulary,
        "embeddings": fields.get("embeddings"),
        "positions": None if is_sinusoidal else positions,
        "sinusoidal": is_sinusoidal,
        **{_TYPED[name]: table for name, table in fields["projections"].items()},
    }


def _listed(names: tuple[str, ...] | list[str]) -> str:
    """The names as a phrase: `query, key and value`."""
    return " and ".join(part for part in (", ".join(names[:-1]), names[-1]) if part)
