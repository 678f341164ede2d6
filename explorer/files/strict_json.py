"""JSON of unknown origin, read without surprises: caps first, nothing merged, nothing guessed."""

import codecs
import json
import math
import re
from collections import Counter
from typing import Any

from explorer.files.errors import ScenarioFileError
from explorer.model.arrays import describe
from explorer.model.errors import InputError

LARGEST_TEXT = 128 * 2**20
"""Bytes of the largest text that is read: a mask of 4096 × 4096 cells fits."""
DEEPEST = 32
"""Most lists and objects inside each other; a mask given cell by cell takes four."""
MOST_LISTS = 2**24
"""Most lists and objects: more than there are rows, one a line, in the largest text. Read, each
takes up to thirty times the room of its text."""
LONGEST_WHOLE_NUMBER = 309
"""Digits of the largest double. A longer whole number reads as infinity and is refused as such."""

_TOKENS = re.compile(r'"(?:[^"\\]++|\\.)*+(?:"|\\?\Z)|[\[{\]}]', re.DOTALL)
_BYTE_ORDER_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_BE)
_HALF_A_CHARACTER = re.compile("[\ud800-\udfff]")


def parse(data: bytes) -> Any:
    """The JSON value in `data`, UTF-8 with or without a byte order mark.

    Numbers beyond the doubles come back infinite and `NaN` as such: whoever knows the place
    refuses them. Raises ScenarioFileError for everything else that is not plain JSON.
    """
    if len(data) > LARGEST_TEXT:
        raise ScenarioFileError(f"the file has more than {LARGEST_TEXT // 2**20} MiB of text")
    if data.count(b"[") + data.count(b"{") > MOST_LISTS:
        raise ScenarioFileError(f"the file has more than {MOST_LISTS} lists and objects")
    text = _decoded(data)
    _refuse_deep_nesting(text)
    try:
        return json.loads(text, object_pairs_hook=_object, parse_int=_whole_number)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise ScenarioFileError(f"{place}: not valid JSON ({error.msg})") from error


def refuse_unfit(place: str, value: object) -> None:
    """Raise InputError for a number or text anywhere in `value` that a file cannot hold."""
    match value:
        case float() if not math.isfinite(value):
            found = "not a number (NaN)" if math.isnan(value) else "infinity"
            raise InputError(place, "a finite number", found)
        case str() if half := _HALF_A_CHARACTER.search(value):
            found = f"half of a pair, \\u{ord(half.group()):04x}"
            raise InputError(place, "whole Unicode characters", found)
        case dict():
            for name, content in value.items():
                refuse_unfit(f"a name in {place}", name)
                refuse_unfit(f"{place}.{name}", content)
        case list() | tuple():
            for index, content in enumerate(value):
                refuse_unfit(f"{place}[{index}]", content)


def _decoded(data: bytes) -> str:
    if data.startswith(_BYTE_ORDER_MARKS) or b"\0" in data[:4]:
        raise ScenarioFileError("the text is UTF-16 or UTF-32; save it as UTF-8 and open it again")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        message = f"line {line}: the text is not UTF-8; save it as UTF-8 and open it again"
        raise ScenarioFileError(message) from error


def _refuse_deep_nesting(text: str) -> None:
    depth = 0
    for token in _TOKENS.finditer(text):
        mark = token.group()
        depth += (mark in "[{") - (mark in "]}")
        if depth > DEEPEST:
            line = text.count("\n", 0, token.start()) + 1
            message = f"line {line}: more than {DEEPEST} lists and objects inside each other"
            raise ScenarioFileError(message)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    content = dict(pairs)
    if len(content) < len(pairs):
        [(twice, _)] = Counter(name for name, _ in pairs).most_common(1)
        raise ScenarioFileError(f"{describe(twice)} stands more than once in one object")
    return content


def _whole_number(text: str) -> int | float:
    if text == "-0":
        return -0.0
    return int(text) if len(text) <= LONGEST_WHOLE_NUMBER else float(text)
