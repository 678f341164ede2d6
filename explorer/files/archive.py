"""`.npz` archives as scenarios."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.files.errors import ScenarioFileError
from explorer.files.npy_arrays import SUFFIX, archived_arrays
from explorer.files.starts import scenario_from, with_projections_together
from explorer.files.vector_fields import ROLES
from explorer.model.arrays import bool_matrix, describe, finite_number, matrix, row_vector
from explorer.model.errors import InputError
from explorer.model.inputs import PROJECTION_BIASES, PROJECTIONS
from explorer.model.masks import CellMask
from explorer.model.scenario import Scenario
from explorer.model.stages import STAGES


def decode_archive(data: bytes, title: str = "") -> Scenario:
    """The scenario in the arrays of an `.npz` archive.

    The arrays are the arguments of AttentionInputs by name, but for tokens and their vocabulary;
    arrays named after the stages, which are computed anew, may stand beside them. Raises
    ScenarioFileError for anything else.
    """
    arrays = dict(archived_arrays(data, _known))
    is_projected = not arrays.keys().isdisjoint(PROJECTIONS)
    try:
        fields = {
            _FIELD_NAMES.get(name, name): _READ[name](name, array)
            for name, array in arrays.items()
            if not (is_projected and name in ROLES)  # results of the projections beside it
        }
        return scenario_from({"title": title, **with_projections_together(fields)})
    except InputError as error:
        raise ScenarioFileError(str(error)) from error


def _known(files: Sequence[str]) -> list[str]:
    """The files that belong to a scenario. Raises ScenarioFileError for one of another name."""
    for file in files:
        if not file.endswith(SUFFIX) or file.removesuffix(SUFFIX) not in _KNOWN:
            known = ", ".join(_READ)
            raise ScenarioFileError(f"unknown array {describe(file)}; the arrays are {known}")
    return [file for file in files if file.removesuffix(SUFFIX) in _READ]


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
    "embeddings": matrix,
    "positions": matrix,
    **dict.fromkeys(PROJECTIONS, matrix),
    **dict.fromkeys(PROJECTION_BIASES, row_vector),
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
