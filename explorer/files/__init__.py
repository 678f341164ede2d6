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

__all__ = [
    "Example",
    "ScenarioFileError",
    "UnknownExampleError",
    "example_of",
    "list_examples",
    "load_example",
    "load_scenario",
    "resources_folder",
    "save_scenario",
]
