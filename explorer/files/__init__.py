"""Scenario files, imports and exports. No Qt."""

from explorer.files.documents import load_scenario, save_scenario
from explorer.files.errors import ScenarioFileError
from explorer.files.examples import (
    Example,
    UnknownExampleError,
    example_of,
    list_examples,
    load_example,
    resources_folder,
)
from explorer.files.own_numbers import load_numbers, numbers_from_text

__all__ = [
    "Example",
    "ScenarioFileError",
    "UnknownExampleError",
    "example_of",
    "list_examples",
    "load_example",
    "load_numbers",
    "load_scenario",
    "numbers_from_text",
    "resources_folder",
    "save_scenario",
]
