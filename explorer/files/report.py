"""What a scenario gives, stage by stage: as data, as JSON and as text to read."""

import math
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from explorer.files.json_text import INDENT, cell, members, row, rows
from explorer.model import AttentionTrace, Scenario, attend
from explorer.model.arrays import Matrix
from explorer.model.attention import TYPED_IN
from explorer.model.number_format import format_number
from explorer.model.scenario import ARRAY_AXES

Rows: TypeAlias = list[list[float | bool | str]]
Content: TypeAlias = Rows | dict[str, list[float]] | list[str] | float | None

INPUTS = ("query", "key", "value", "allowed", "bias", "scale", "softcap")
"""Arguments of the calculation, in order. Weights typed in stand among the stages."""
GAP = "  "


def report(scenario: Scenario) -> dict[str, Content]:
    """The inputs by name, None where not set, then the array of every stage that takes part.

    A text that starts from vectors begins with its tokens, its vocabulary by entry, and the other
    tables that are typed in; its queries, keys and values stand among the stages. Minus infinity,
    a blocked score, is the text `-inf`. Raises InputError if a number on the way grows too large
    to store.
    """
    trace = attend(scenario.inputs)
    inputs = [name for name in INPUTS if not trace.computes(name)]
    return (
        _text(scenario, trace)
        | {name: _plain(getattr(trace.inputs, name)) for name in inputs}
        | {stage.name: _plain(trace.arrays[stage.name]) for stage in trace.stages}
    )


def json_report(scenario: Scenario) -> str:
    """`report` as strict JSON, one matrix row a line. Raises InputError as it does."""
    return members([(name, _json(content)) for name, content in report(scenario).items()]) + "\n"


def text_report(scenario: Scenario, digits: int = 3) -> str:
    """Every table with its names and rounded numbers, for people. Raises InputError as `report`."""
    trace = attend(scenario.inputs)
    parts = [printable(scenario.title)] if scenario.title else []
    if scenario.tokens is not None:
        parts.append(GAP.join(["Tokens", *map(printable, scenario.tokens)]))
    for name in TYPED_IN:
        array = getattr(trace.inputs, name)
        if array is not None:
            names, columns = map(scenario.names, ARRAY_AXES[name])
            heading = name.replace("_", " ").capitalize()
            parts.append(_table(heading, names, columns, array, digits))
    parts += _stage_tables(scenario, trace, digits)
    return "\n\n".join(parts) + "\n"


def experiment_note(scenario: Scenario) -> str:
    """What to know of a file marked with a mistake: it is not made here; empty for others."""
    if scenario.experiment is None:
        return ""
    title = scenario.experiment.slip.title
    return f"marked as an experiment with a mistake ({title}); these are the right numbers"


def printable(text: str) -> str:
    """`text` on one line, without anything a terminal would obey."""
    return "".join(letter if letter.isprintable() else "�" for letter in text)


def _text(scenario: Scenario, trace: AttentionTrace) -> dict[str, Content]:
    """What a text starts from; nothing where Q, K and V are typed in."""
    content: dict[str, Content] = {}
    if scenario.tokens is not None:
        content["tokens"] = list(scenario.tokens)
    for name in TYPED_IN:
        array = getattr(trace.inputs, name)
        if array is not None and name not in INPUTS:
            content[name] = _plain(array)
    if scenario.vocabulary is not None:
        lines = zip(scenario.entries, scenario.vocabulary.tolist(), strict=True)
        content["vocabulary"] = dict(lines)
    return content


def _stage_tables(scenario: Scenario, trace: AttentionTrace, digits: int) -> Iterable[str]:
    for stage in trace.stages:
        heading = f"{stage.title}{GAP}({stage.operator(trace.inputs)})"
        rows, columns = map(scenario.names, stage.axes)
        yield _table(heading, rows, columns, trace.arrays[stage.name], digits)


def _table(
    heading: str, names: Sequence[str], columns: Sequence[str], array: Matrix, digits: int
) -> str:
    numbers = [[format_number(number, digits) for number in line] for line in array.tolist()]
    grid = [["", *map(printable, columns)]]
    grid += [[printable(name), *line] for name, line in zip(names, numbers, strict=True)]
    widths = [max(map(_width, column)) for column in zip(*grid, strict=True)]
    return "\n".join([heading, *(_line(cells, widths) for cells in grid)])


def _line(cells: list[str], widths: list[int]) -> str:
    """The name to the left of its column, the numbers to the right of theirs."""
    blanks = [" " * (width - _width(text)) for text, width in zip(cells, widths, strict=True)]
    name, *numbers = zip(cells, blanks, strict=True)
    return GAP.join(["".join(name), *(blank + text for text, blank in numbers)]).rstrip()


def _width(text: str) -> int:
    """Columns of a terminal that `text` takes: wide letters two, combining marks none."""
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
    return len(text) + wide - sum(unicodedata.combining(letter) > 0 for letter in text)


def _plain(content: Any) -> Rows | float | None:
    if content is None or isinstance(content, float):
        return content
    return [["-inf" if item == -math.inf else item for item in line] for line in content.tolist()]


def _json(content: Content) -> str:
    if isinstance(content, dict):
        return members([(name, row(cells)) for name, cells in content.items()], INDENT)
    if isinstance(content, list):
        return row(content) if isinstance(content[0], str) else rows(content)
    return cell(content)
