"""What a recovery file holds: one line about the document, then the document as it is saved."""

import json
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from explorer.files.atomic import write_atomically
from explorer.files.documents import read_file
from explorer.files.errors import ScenarioFileError
from explorer.files.fingerprint import Fingerprint
from explorer.files.scenario_format import decode_scenario, encode_scenario
from explorer.files.strict_json import parse
from explorer.model.scenario import Scenario

FORMAT = "attention-explorer-recovery"
VERSION = 1
LONGEST_HEAD = 64 * 1024
"""Bytes of the first line at most: a name, a path and a time."""


@dataclass(frozen=True, slots=True)
class Unsaved:
    """A document whose changes were not saved: what it was called, where, and when it changed.

    `path` is the file it was opened from or saved to, `base` the fingerprint of that file then.
    """

    name: str
    scenario: Scenario
    changed: datetime
    path: Path | None = None
    base: Fingerprint | None = None


def save_unsaved(unsaved: Unsaved, path: Path) -> None:
    """Write a recovery file, whole or not at all. Raises ScenarioFileError saying why not."""
    head = {
        "format": FORMAT,
        "version": VERSION,
        "name": unsaved.name,
        "changed": unsaved.changed.astimezone(UTC).isoformat(),
        "path": None if unsaved.path is None else str(unsaved.path),
        "base": None if unsaved.base is None else asdict(unsaved.base),
    }
    line = json.dumps(head).encode("ascii")
    write_atomically(path, line + b"\n" + encode_scenario(unsaved.scenario))


def load_unsaved(path: Path) -> Unsaved:
    """The document in a recovery file. Raises ScenarioFileError if it is damaged or gone."""
    line, _, document = read_file(path).partition(b"\n")
    if len(line) > LONGEST_HEAD:
        raise ScenarioFileError("not a recovery file: its first line is too long")
    head = parse(line)
    try:
        return Unsaved(scenario=decode_scenario(document), **_head(head))
    except (KeyError, OverflowError, TypeError, ValueError) as error:
        raise ScenarioFileError("not a recovery file: its first line is damaged") from error


def _head(head: Any) -> dict[str, Any]:
    if (head["format"], head["version"]) != (FORMAT, VERSION):
        raise ScenarioFileError("a recovery file of another version of Attention Explorer")
    path, base = head["path"], head["base"]
    return {
        "name": str(head["name"]),
        "changed": datetime.fromisoformat(head["changed"]).astimezone(),
        "path": None if path is None else Path(path),
        "base": None if base is None else Fingerprint(**base),
    }
