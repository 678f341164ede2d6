"""`.npz` archives as scenarios: sizes are checked before anything is allocated, nothing is run."""

import io
import lzma
import math
import struct
import tokenize
import warnings
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable
from typing import IO, Any

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from explorer.files.errors import ScenarioFileError
from explorer.files.starts import scenario_from
from explorer.model.arrays import bool_matrix, describe, finite_number, matrix, on_one_line
from explorer.model.errors import InputError
from explorer.model.masks import CellMask
from explorer.model.scenario import Scenario
from explorer.model.stages import STAGES

LARGEST_ARRAY = 2**24
"""Most numbers in one array."""
LARGEST_ARCHIVE = 512 * 2**20
"""Most bytes of all arrays together, unpacked."""

LONGEST_REASON = 160
"""Letters of what a library says about a damaged archive."""

_SUFFIX = ".npy"
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
"""What zipfile and numpy raise on damaged archives, measured by mutating good ones."""


def decode_archive(data: bytes, title: str = "") -> Scenario:
    """The scenario in the arrays of an `.npz` archive.

    The arrays are the arguments of AttentionInputs by name; arrays named after the stages, which
    are computed anew, may stand beside them. Raises ScenarioFileError for anything else.
    """
    arrays = _arrays(data)
    try:
        fields = {_FIELD_NAMES.get(name, name): _READ[name](name, array) for name, array in arrays}
        return scenario_from({"title": title, **fields})
    except InputError as error:
        raise ScenarioFileError(str(error)) from error


def _arrays(data: bytes) -> list[tuple[str, NDArray[Any]]]:
    """The arrays the archive holds for a scenario. The one place where zipfile and numpy fail."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive, warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of headers written by Python 2
            entries = _entries(archive)
            return [(name, _array(archive, name, entry)) for name, entry in entries]
    except _FAULTS as error:
        reason = on_one_line(str(error) or type(error).__name__, LONGEST_REASON)
        raise ScenarioFileError(
            f"the archive is damaged or not an .npz archive: {reason}"
        ) from error


def _entries(archive: zipfile.ZipFile) -> list[tuple[str, zipfile.ZipInfo]]:
    entries = [(entry.filename.removesuffix(_SUFFIX), entry) for entry in archive.infolist()]
    for name, count in Counter(name for name, _ in entries).items():
        if count > 1:
            raise ScenarioFileError(f"the archive holds {describe(name)} more than once")
    for name, entry in entries:
        if name not in _KNOWN or not entry.filename.endswith(_SUFFIX):
            known = ", ".join(_READ)
            found = describe(entry.filename)
            raise ScenarioFileError(f"unknown array {found}; the arrays are {known}")
    if sum(entry.file_size for _, entry in entries) > LARGEST_ARCHIVE:
        limit = LARGEST_ARCHIVE // 2**20
        raise ScenarioFileError(f"the arrays take more than {limit} MiB when they are unpacked")
    return [(name, entry) for name, entry in entries if name in _READ]


def _array(archive: zipfile.ZipFile, name: str, entry: zipfile.ZipInfo) -> NDArray[Any]:
    with archive.open(entry) as member:
        _check_header(name, entry, member)
    with archive.open(entry) as member:
        array: NDArray[Any] = npy.read_array(member, allow_pickle=False)
        member.read()  # to the end, where the checksum is compared
    return array


def _check_header(name: str, entry: zipfile.ZipInfo, member: IO[bytes]) -> None:
    """Refuse what the header announces before any of it is allocated."""
    readers = {(1, 0): npy.read_array_header_1_0, (2, 0): npy.read_array_header_2_0}
    version = npy.read_magic(member)
    if version not in readers:
        raise ScenarioFileError(f"{name}: expected npy version 1 or 2, found {version}")
    shape, _, dtype = readers[version](member)
    if dtype.kind not in "biuf" or dtype.itemsize > 8:
        expected = "numbers of up to 64 bits, or booleans for allowed"
        raise ScenarioFileError(f"{name}: expected {expected}, found cells of type {dtype}")
    size = math.prod(shape)
    if size > LARGEST_ARRAY or any(length < 0 for length in shape):
        raise ScenarioFileError(f"{name}: expected at most {LARGEST_ARRAY} numbers, found {shape}")
    if member.tell() + size * dtype.itemsize != entry.file_size:
        raise ScenarioFileError(f"{name}: the array has not the size its header announces")


def _allowed(name: str, array: NDArray[Any]) -> CellMask:
    if array.dtype != np.bool_:
        expected = "booleans, True where a query may read a source"
        raise InputError(name, expected, f"cells of type {array.dtype}")
    return CellMask(bool_matrix(name, array))


def _number(name: str, array: NDArray[Any]) -> float:
    if array.size != 1:
        raise InputError(name, "one number", f"{array.size}")
    return finite_number(name, array.item())


_READ: dict[str, Callable[[str, NDArray[Any]], Any]] = {
    "query": matrix,
    "key": matrix,
    "value": matrix,
    "allowed": _allowed,
    "bias": matrix,
    "scale": _number,
    "softcap": _number,
    "weights": matrix,
}
"""The arrays of an archive and how each becomes a field of the scenario."""
_FIELD_NAMES = {"allowed": "mask"}
_KNOWN = _READ.keys() | {stage.name for stage in STAGES}
"""Results may stand beside what they were computed from: they are computed anew, not read."""
