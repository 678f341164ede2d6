"""A scenario from a file and into one, whatever the format."""

import os
from os import PathLike
from pathlib import Path

from explorer.files.atomic import write_atomically
from explorer.files.errors import ScenarioFileError
from explorer.files.scenario_format import decode_scenario, encode_scenario
from explorer.model.scenario import Scenario

LARGE_FILE = 100_000
"""Bytes from which on a file takes a while to read."""
LARGEST_FILE = 512 * 2**20
"""Most bytes of a file, and of all arrays of an archive together, unpacked."""
SINGLE_ARRAY = b"\x93NUMPY"
ARCHIVE = b"PK"
"""What the data of one array and of an archive begin with."""

_ARCHIVE = ".npz"


def load_scenario(path: str | PathLike[str]) -> Scenario:
    """The scenario in a file: text or an `.npz` archive, told apart by what is in it.

    Raises ScenarioFileError, its `path` set, also for a file that cannot be read.
    """
    path = Path(path)
    try:
        return _decoded(read_file(path), path)
    except ScenarioFileError as error:
        error.path = path
        raise
    except MemoryError as error:
        raise ScenarioFileError("the file is too large for the memory here", path) from error


def save_scenario(scenario: Scenario, path: str | PathLike[str]) -> None:
    """Write a scenario file, whole or not at all.

    Raises ScenarioFileError, its `path` set; the file is as it was then.
    """
    path = Path(path)
    if path.suffix.lower() == _ARCHIVE:
        raise ScenarioFileError(
            "not saved: scenarios are saved as text; end the name in .attn", path
        )
    try:
        write_atomically(path, encode_scenario(scenario))
    except ScenarioFileError as error:
        error.path = path
        raise


def is_large(path: Path) -> bool:
    """Whether reading a file takes a while; not for one that is not there."""
    try:
        return path.stat().st_size >= LARGE_FILE
    except (OSError, ValueError):
        return False  # reading it will say so


def read_file(path: Path) -> bytes:
    """All bytes of an ordinary file of bearable size. Raises ScenarioFileError saying why not."""
    try:
        if path.exists() and not path.is_file() and not path.is_dir():
            raise ScenarioFileError("cannot be read: it is a device or a pipe, not a file")
        with path.open("rb") as stream:
            is_too_large = os.fstat(stream.fileno()).st_size > LARGEST_FILE
            data = b"" if is_too_large else stream.read(LARGEST_FILE + 1)  # it may be growing
    except OSError as error:
        raise ScenarioFileError(f"cannot be read: {error.strerror or error}") from error
    except ValueError as error:
        raise ScenarioFileError("a file name cannot contain that character") from error
    if is_too_large or len(data) > LARGEST_FILE:
        raise ScenarioFileError(f"the file is larger than {LARGEST_FILE // 2**20} MiB")
    return data


def _decoded(data: bytes, path: Path) -> Scenario:
    if data.startswith(ARCHIVE) or path.suffix.lower() == _ARCHIVE:
        from explorer.files.archive import decode_archive

        return decode_archive(data, title=path.stem)
    if data.startswith(SINGLE_ARRAY):
        raise ScenarioFileError(
            "a single array; an .npz archive holds query, key and value together"
        )
    if not data.strip():
        raise ScenarioFileError("the file is empty")
    return decode_scenario(data)
