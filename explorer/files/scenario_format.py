"""Scenario files: UTF-8 JSON in a fixed order, read strictly and written exactly.

One table holds the fields in the order of the file; a new field is a new entry.
"""

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from explorer.files import strict_json
from explorer.files.errors import ScenarioFileError
from explorer.files.json_text import INDENT, cell, members, quoted, row, rows
from explorer.files.starts import fields_of, file_place, scenario_from
from explorer.files.strict_json import parse, refuse_unfit
from explorer.files.vector_fields import (
    BIASES,
    ROLES,
    read_positions,
    read_projections,
    read_vocabulary,
    write_positions,
    write_projections,
    write_vocabulary,
)
from explorer.model.arrays import Matrix, bool_matrix, describe, finite_number, matrix
from explorer.model.errors import InputError
from explorer.model.experiment import Experiment
from explorer.model.masks import LONGEST_REACH, CausalMask, CellMask, Mask, WindowMask
from explorer.model.pins import MOST_PINS, Pin
from explorer.model.scenario import Scale, Scenario

FORMAT = "attention-explorer-scenario"
VERSION = 1
_MISTAKE = "mistake"
LONGEST_HINT = 40
"""Letters of an unknown name that are compared with the known ones."""


def decode_scenario(data: bytes) -> Scenario:
    """The scenario in the bytes of a file.

    Raises ScenarioFileError with the place, what was expected and what was found.
    """
    content = parse(data)
    try:
        _check_head(content)
        _refuse_unknown("", content, ["format", "version", *FIELDS])
        return scenario_from(
            {
                name: field.read(name, content[name])
                for name, field in FIELDS.items()
                if name in content
            }
        )
    except InputError as error:
        place = file_place(error.place)
        message = f"{place}: expected {error.expected}, found {error.found}"
        raise ScenarioFileError(message) from error


def encode_scenario(scenario: Scenario) -> bytes:
    """The bytes of the file that holds `scenario`; decoding them gives the same doubles.

    Raises ScenarioFileError for a text that is no Unicode, view state that is not plain JSON, and
    a file too large to be read again.
    """
    texts = [("format", quoted(FORMAT)), ("version", str(VERSION)), *_written(scenario, FIELDS)]
    try:
        data = f"{members(texts)}\n".encode()
    except UnicodeEncodeError as error:
        half = error.object[error.start]
        message = f"a name or text holds half a character, \\u{ord(half):04x}"
        raise ScenarioFileError(message) from error
    if len(data) > strict_json.LARGEST_TEXT:
        size, most = (count // 2**20 for count in (len(data), strict_json.LARGEST_TEXT))
        message = f"not saved: it takes {size} MiB as text, and only {most} MiB are read again"
        raise ScenarioFileError(message)
    return data


def _written(scenario: Scenario, fields: Mapping[str, "_Field"]) -> list[tuple[str, str]]:
    """The names and texts of these fields, as far as the scenario has them."""
    contents = fields_of(scenario)
    return [
        (name, field.write(contents[name]))
        for name, field in fields.items()
        if name in contents and not field.left_out(contents[name])
    ]


def _check_head(content: object) -> None:
    if not isinstance(content, dict):
        raise InputError("file", "one object with a scenario", describe(content))
    if content.get("format") != FORMAT:
        raise InputError("format", quoted(FORMAT), describe(content.get("format")))
    version = content.get("version")
    if type(version) is not int or version < 1:
        raise InputError("version", str(VERSION), describe(version))
    if version > VERSION:
        raise ScenarioFileError(
            f"this file was written by a newer version of Attention Explorer: "
            f"its format version is {describe(version)}, and this program reads {VERSION}"
        )


def _refuse_unknown(place: str, content: Collection[str], known: Collection[str]) -> None:
    for name in content:
        if name not in known:
            from difflib import get_close_matches

            close = get_close_matches(name[:LONGEST_HINT], known, n=1)
            hint = f' (did you mean "{close[0]}"?)' if close else ""
            prefix = f"{place}: " if place else ""
            raise ScenarioFileError(f"{prefix}unknown field {describe(name)}{hint}")


def _read_projections(place: str, content: object) -> dict[str, Matrix]:
    if isinstance(content, dict):
        _refuse_unknown(place, content, [*ROLES, *BIASES])
    return read_projections(place, content)


def _never(content: object) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class _Field:
    """How one field is read (InputError if it is not well formed), written and left out."""

    read: Callable[[str, Any], Any]
    write: Callable[[Any], str]
    left_out: Callable[[Any], bool] = _never


def _read_text(place: str, content: object) -> str:
    if not isinstance(content, str):
        raise InputError(place, "text", describe(content))
    refuse_unfit(place, content)
    return content


def _read_names(place: str, content: object) -> tuple[str, ...]:
    if not isinstance(content, list):
        raise InputError(place, "a list of names", describe(content))
    return tuple(_read_text(f"{place}[{index}]", name) for index, name in enumerate(content))


def _read_scale(place: str, content: object) -> Scale:
    match content:
        case "sqrt_d" | "none":
            return content
        case str() | None:
            raise InputError(place, '"sqrt_d", "none" or a number', describe(content))
        case _:
            return finite_number(place, content)


def _write_scale(scale: Scale) -> str:
    return cell(scale if isinstance(scale, str) else float(scale))


def _read_mask(place: str, content: Any) -> Mask | None:
    match content:
        case None:
            return None
        case "causal":
            return CausalMask()
        case {"allowed": cells}:
            _refuse_unknown(place, content, ["allowed"])
            return CellMask(bool_matrix(f"{place}.allowed", cells))
        case {"left": left, "right": right}:
            _refuse_unknown(place, content, ["left", "right"])
            return WindowMask(_reach(f"{place}.left", left), _reach(f"{place}.right", right))
    expected = 'null, "causal", an object with left and right, or one with allowed'
    raise InputError(place, expected, describe(content))


def _reach(place: str, content: object) -> int | None:
    if content is None or (type(content) is int and 0 <= content <= LONGEST_REACH):
        return content
    expected = f"a whole number from 0 to {LONGEST_REACH:,}, or null"
    raise InputError(place, expected, describe(content))


def _write_mask(mask: Mask | None) -> str:
    match mask:
        case None:
            return "null"
        case CausalMask():
            return quoted("causal")
        case WindowMask(left, right):
            return f'{{"left": {cell(left)}, "right": {cell(right)}}}'
        case CellMask(cells):
            return members([("allowed", rows(cells.tolist(), INDENT * 2))], INDENT)


def _read_view(place: str, content: object) -> dict[str, Any]:
    if not isinstance(content, dict):
        raise InputError(place, "an object", describe(content))
    refuse_unfit(place, content)
    return content


def _write_view(view: Any) -> str:
    try:
        text = json.dumps(dict(view), ensure_ascii=False, allow_nan=False, indent=len(INDENT))
    except (TypeError, ValueError) as error:
        raise ScenarioFileError(f"view: not plain JSON ({error})") from error
    return text.replace("\n", f"\n{INDENT}")


def _write_matrix(array: Matrix) -> str:
    return rows(array.tolist())


def _or_null(read: Callable[[str, Any], Any], write: Callable[[Any], str]) -> _Field:
    """A field that may be null, and is written as null where there is nothing."""
    return _Field(
        lambda place, content: None if content is None else read(place, content),
        lambda content: "null" if content is None else write(content),
    )


def _absent(content: object) -> bool:
    return content is None


def _empty(content: Any) -> bool:
    return not content


_TEXT = _Field(_read_text, quoted)
_NAMES = _Field(_read_names, row)
_MATRIX = _Field(matrix, _write_matrix, left_out=_absent)
_OPTIONAL_MATRIX = _or_null(matrix, _write_matrix)

_CALCULATION = {
    "queries": _NAMES,
    "sources": _NAMES,
    "tokens": _NAMES,
    "vocabulary": _Field(read_vocabulary, write_vocabulary, left_out=_absent),
    "embeddings": _MATRIX,
    "positions": _or_null(read_positions, write_positions),
    "projections": _Field(_read_projections, write_projections),
    "query": _MATRIX,
    "key": _MATRIX,
    "value": _MATRIX,
    "scale": _Field(_read_scale, _write_scale),
    "mask": _Field(_read_mask, _write_mask),
    "bias": _OPTIONAL_MATRIX,
    "softcap": _or_null(finite_number, cell),
    "weights": _OPTIONAL_MATRIX,
}
"""The fields that a pin has too, under a name of its own."""


def _read_pins(place: str, content: object) -> tuple[Pin, ...]:
    if not isinstance(content, list):
        raise InputError(place, "a list of pins", describe(content))
    if len(content) > MOST_PINS:
        raise InputError(place, f"at most {MOST_PINS} pins", f"{len(content)}")
    return tuple(_read_pin(f"{place}[{index}]", pin) for index, pin in enumerate(content))


def _read_pin(place: str, content: object) -> Pin:
    if not isinstance(content, dict):
        raise InputError(place, "an object with a name and a scenario", describe(content))
    _refuse_unknown(place, content, ["name", *_CALCULATION])
    name = _read_text(f"{place}.name", content.get("name"))
    fields = {
        field: _CALCULATION[field].read(f"{place}.{field}", content[field])
        for field in _CALCULATION
        if field in content
    }
    try:
        return Pin(name, scenario_from(fields))
    except InputError as error:
        inside = file_place(error.place)
        raise InputError(f"{place}.{inside}", error.expected, error.found) from error


def _write_pins(pins: tuple[Pin, ...]) -> str:
    inside = ",\n".join(f"{INDENT * 2}{_write_pin(pin)}" for pin in pins)
    return f"[\n{inside}\n{INDENT}]"


def _write_pin(pin: Pin) -> str:
    texts = [("name", quoted(pin.name)), *_written(pin.scenario, _CALCULATION)]
    return members(texts).replace("\n", f"\n{INDENT * 2}")


def _read_experiment(place: str, content: object) -> Experiment:
    if not isinstance(content, dict):
        raise InputError(place, "an object with the name of a mistake", describe(content))
    _refuse_unknown(place, content, [_MISTAKE])
    return Experiment(_read_text(f"{place}.{_MISTAKE}", content.get(_MISTAKE)))


def _write_experiment(experiment: Experiment) -> str:
    return f'{{"{_MISTAKE}": {quoted(experiment.mistake)}}}'


FIELDS = {
    "title": _TEXT,
    "notes": _TEXT,
    **_CALCULATION,
    "pins": _Field(_read_pins, _write_pins, left_out=_empty),
    "experiment": _Field(_read_experiment, _write_experiment, left_out=_absent),
    "view": _Field(_read_view, _write_view, left_out=_empty),
}
"""The fields of a scenario after format and version, in the order of the file."""
