"""Arrays out of `.npy` and `.npz` data: sizes are checked before anything is allocated.

Nothing in them is run: pickled objects are refused.
"""

import io
import lzma
import math
import struct
import tokenize
import warnings
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Sequence
from typing import IO, Any

from numpy.lib import format as npy
from numpy.typing import NDArray

from explorer.files.documents import LARGEST_FILE
from explorer.files.errors import ScenarioFileError
from explorer.model.arrays import describe, on_one_line

LARGEST_ARRAY = 2**24
"""Most numbers in one array."""

LONGEST_REASON = 160
LONGEST_NAME = 40
"""Letters of what a library says about a damaged file, and of the name of an array."""

SUFFIX = ".npy"

Array = NDArray[Any]

_FAULTS = (
    EOFError,
    ImportError,
    LookupError,
    MemoryError,
    NotImplementedError,
    OSError,
    OverflowError,
    RuntimeError,
    SyntaxError,
    TypeError,
    ValueError,
    lzma.LZMAError,
    struct.error,
    tokenize.TokenError,
    zipfile.BadZipFile,
    zlib.error,
)
"""What zipfile and numpy raise on damaged files, measured by mutating good ones."""


def single_array(data: bytes) -> Array:
    """The array in the data of an `.npy` file. Raises ScenarioFileError for anything else."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of headers written by Python 2
            _check_header("the array", len(data), io.BytesIO(data))
            array: Array = npy.read_array(io.BytesIO(data), allow_pickle=False)
            return array
    except _FAULTS as error:
        reason = on_one_line(str(error) or type(error).__name__, LONGEST_REASON)
        raise ScenarioFileError(f"the file is damaged or not an .npy file: {reason}") from error


def archived_arrays(
    data: bytes, choose: Callable[[Sequence[str]], Sequence[str]]
) -> list[tuple[str, Array]]:
    """Arrays of an `.npz` archive by name, those that `choose` picks from the names of its files.

    Raises ScenarioFileError where the archive is damaged, too large, or holds a name twice.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive, warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of headers written by Python 2
            entries = {entry.filename: entry for entry in _checked(archive.infolist())}
            chosen = choose(tuple(entries))
            return [(_name(file), _array(archive, entries[file])) for file in chosen]
    except _FAULTS as error:
        reason = on_one_line(str(error) or type(error).__name__, LONGEST_REASON)
        raise ScenarioFileError(
            f"the archive is damaged or not an .npz archive: {reason}"
        ) from error


def _checked(entries: list[zipfile.ZipInfo]) -> list[zipfile.ZipInfo]:
    for name, count in Counter(_name(entry.filename) for entry in entries).items():
        if count > 1:
            raise ScenarioFileError(f"the archive holds {describe(name)} more than once")
    if sum(entry.file_size for entry in entries) > LARGEST_FILE:
        limit = LARGEST_FILE // 2**20
        raise ScenarioFileError(f"the arrays take more than {limit} MiB when they are unpacked")
    return entries


def _name(file: str) -> str:
    return file.removesuffix(SUFFIX)


def _array(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> Array:
    with archive.open(entry) as member:
        name = on_one_line(_name(entry.filename), LONGEST_NAME)
        _check_header(name, entry.file_size, member)
    with archive.open(entry) as member:
        array: Array = npy.read_array(member, allow_pickle=False)
        member.read()  # to the end, where the checksum is compared
    return array


def _check_header(name: str, file_size: int, stream: IO[bytes]) -> None:
    """Refuse what the header announces before any of it is allocated."""
    readers = {(1, 0): npy.read_array_header_1_0, (2, 0): npy.read_array_header_2_0}
    version = npy.read_magic(stream)
    if version not in readers:
        raise ScenarioFileError(f"{name}: expected npy version 1 or 2, found {version}")
    shape, _, dtype = readers[version](stream)
    if dtype.kind not in "biuf" or dtype.itemsize > 8:
        expected = "numbers of up to 64 bits, or booleans for allowed"
        raise ScenarioFileError(f"{name}: expected {expected}, found cells of type {dtype}")
    size = math.prod(shape)
    if size > LARGEST_ARRAY or any(length < 0 for length in shape):
        raise ScenarioFileError(f"{name}: expected at most {LARGEST_ARRAY} numbers, found {shape}")
    if stream.tell() + size * dtype.itemsize != file_size:
        raise ScenarioFileError(f"{name}: the array has not the size its header announces")
