"""Scenario files, imports and exports. No Qt.

What reads someone's own numbers is imported when it is asked for: the window starts without.
"""

from typing import TYPE_CHECKING

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

if TYPE_CHECKING:
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


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from explorer.files import own_numbers

    return getattr(own_numbers, name)
