"""The bundled examples."""

import json
from dataclasses import dataclass, replace
from pathlib import Path

from explorer.files.scenario_format import decode_scenario, encode_scenario
from explorer.model.scenario import Scenario

FIRST_EXAMPLE = "one-query-three-sources"
"""What is there before anything was opened."""


@dataclass(frozen=True, slots=True)
class Example:
    """One bundled scenario: its name on the command line and what the gallery says about it."""

    name: str
    title: str
    level: str
    notice: str


class UnknownExampleError(LookupError):
    """No example has that name; `matches` are names like it."""

    def __init__(self, name: str, matches: tuple[str, ...]) -> None:
        hint = f"; did you mean {' or '.join(matches)}?" if matches else ""
        super().__init__(f'there is no example "{name}"{hint}')
        self.name = name
        self.matches = matches


def resources_folder() -> Path:
    """The folder of the bundled data: inside an installed package, beside it in a checkout.

    Raises FileNotFoundError if the installation is incomplete.
    """
    package = Path(__file__).parents[1]
    for folder in (package / "resources", package.parent / "resources"):
        if (folder / "scenarios").is_dir():
            return folder
    raise FileNotFoundError("the bundled scenarios are missing: install Attention Explorer again")


def list_examples() -> tuple[Example, ...]:
    """All examples in the order in which they are best read."""
    return tuple(
        Example(entry["name"], _load(entry["name"]).title, entry["level"], entry["notice"])
        for entry in _index()
    )


def load_example(name: str) -> Scenario:
    """The named example. Raises UnknownExampleError if there is none."""
    names = [entry["name"] for entry in _index()]
    if name not in names:
        from difflib import get_close_matches

        raise UnknownExampleError(name, tuple(get_close_matches(name, names)))
    return _load(name)


def example_of(scenario: Scenario) -> str | None:
    """The name of the example that a scenario is an unchanged copy of; None for any other.

    Where in the walk either of them stands does not count.
    """
    for entry in _index():
        example = _load(entry["name"])
        if example.title == scenario.title and _content(example) == _content(scenario):
            return entry["name"]
    return None


def _content(scenario: Scenario) -> bytes:
    return encode_scenario(replace(scenario, view={}))


def _index() -> list[dict[str, str]]:
    text = (resources_folder() / "scenarios" / "index.json").read_text(encoding="utf-8")
    entries: list[dict[str, str]] = json.loads(text)
    return entries


def _load(name: str) -> Scenario:
    return decode_scenario((resources_folder() / "scenarios" / f"{name}.attn").read_bytes())
