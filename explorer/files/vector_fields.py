"""The fields of a text that starts from tokens or vectors, as they stand in scenario files."""

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

import numpy as np

from explorer.files.json_text import INDENT, members, quoted, row, rows
from explorer.files.strict_json import refuse_unfit
from explorer.model.arrays import Matrix, describe, frozen, matrix, row_vector
from explorer.model.errors import InputError

Vocabulary: TypeAlias = tuple[tuple[str, ...], Matrix]
"""The entries and a row of numbers for each."""
Positions: TypeAlias = Matrix | Literal["sinusoidal"]

ROLES = ("query", "key", "value")
BIASES = tuple(f"{role}_bias" for role in ROLES)
SINUSOIDAL: Literal["sinusoidal"] = "sinusoidal"


def read_vocabulary(place: str, content: object) -> Vocabulary:
    """An object with a list of numbers for each entry. Raises InputError for anything else."""
    if not isinstance(content, dict) or not content:
        found = "an empty one" if content == {} else describe(content)
        raise InputError(place, "an object with a list of numbers for each token", found)
    vectors: list[Matrix] = []
    for entry, numbers in content.items():
        refuse_unfit(f"a name in {place}", entry)
        here = f"{place}[{describe(entry)}]"
        vector = row_vector(here, numbers)
        if vectors and vector.shape != vectors[0].shape:
            expected = f"{vectors[0].shape[1]} numbers as in the first entry"
            raise InputError(here, expected, f"{vector.shape[1]}")
        vectors.append(vector)
    return tuple(content), frozen(np.concatenate(vectors))


def write_vocabulary(vocabulary: Vocabulary) -> str:
    """An entry a line."""
    entries, table = vocabulary
    lines = zip(entries, map(row, table.tolist()), strict=True)
    return members(list(lines), INDENT)


def read_projections(place: str, content: object) -> dict[str, Matrix]:
    """The projections of the three roles and the bias vectors there are, by name."""
    if not isinstance(content, dict):
        raise InputError(place, "an object with query, key and value", describe(content))
    for role in ROLES:
        if role not in content:
            raise InputError(place, "query, key and value", f"no {role}")
    return {
        name: (row_vector if name in BIASES else matrix)(f"{place}.{name}", table)
        for name, table in content.items()
        if table is not None or name in ROLES
    }


def write_projections(projections: Mapping[str, Matrix]) -> str:
    """A table a projection, a list a bias vector."""
    texts = [
        (name, row(table.tolist()[0]) if name in BIASES else rows(table.tolist(), INDENT * 2))
        for name, table in projections.items()
    ]
    return members(texts, INDENT)


def read_positions(place: str, content: Any) -> Positions:
    """`sinusoidal`, or a row of numbers for each position."""
    if content == SINUSOIDAL:
        return SINUSOIDAL
    if isinstance(content, str):
        raise InputError(place, 'null, "sinusoidal" or rows of numbers', describe(content))
    return matrix(place, content)


def write_positions(positions: Positions) -> str:
    """As it is read."""
    return quoted(positions) if isinstance(positions, str) else rows(positions.tolist())
