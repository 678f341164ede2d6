"""What was changed between two states, in sentences: names, tables and settings."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from math import sqrt

from explorer.model.comparison.changes import (
    Fate,
    NamesChange,
    SettingChange,
    TableChange,
    TokensChange,
)
from explorer.model.comparison.compare import Comparison
from explorer.model.comparison.words import (
    NOUNS,
    SPOKEN,
    Sentence,
    as_far_text,
    blocked_text,
    called,
    capital,
    cells,
    is_plural_form,
    listed,
    rows_text,
    size,
)
from explorer.model.number_format import equals_sign, format_number, told_apart
from explorer.model.places import Axis, Place

MOST_NAMES = 3
"""Names that a sentence lists one by one."""

_COMPUTED = "computed now, no longer typed in"
_NAMES_ONLY = " No number depends on a name."
_AXIS_WORDS: Mapping[Axis, str] = {Axis.QUERIES: "queries", Axis.SOURCES: "sources"}


def input_sentences(comparison: Comparison, digits: int) -> tuple[Sentence, ...]:
    """What was changed: names, tables, settings; the names of a text are its tokens."""
    text = next((one for one in comparison.inputs if isinstance(one, TokensChange)), None)
    names = comparison.names if text is None else ()
    tokens = () if text is None else (Sentence(_tokens_text(text, comparison)),)
    others = (change for change in comparison.inputs if not isinstance(change, TokensChange))
    return (
        *_name_sentences(names, has_numbers=bool(comparison.inputs)),
        *_start_sentences(comparison),
        *tokens,
        *(_input_sentence(change, digits) for change in others),
    )


def _start_sentences(comparison: Comparison) -> Iterator[Sentence]:
    """Which tables are typed in now that were computed, and the other way round."""
    before, after = comparison.before.trace, comparison.after.trace
    ways = ((before, after, "typed in now, no longer computed"), (after, before, _COMPUTED))
    for computing, typing, what in ways:
        names = [
            NOUNS[name]
            for name in NOUNS
            if computing.computes(name) and name in typing.arrays and not typing.computes(name)
        ]
        if names:
            yield Sentence(f"{listed(names)} {'are' if len(names) > 1 else 'is'} {what}.")


def _tokens_text(change: TokensChange, comparison: Comparison) -> str:
    before, after = comparison.before.scenario.tokens, comparison.after.scenario.tokens
    if before is None or after is None:
        if after is None:
            return f"The tokens are gone; there were {len(before or ())}."
        return f"The tokens are new: there are {len(after)}."
    if before == after:
        return "The tokens stand in other rows of the vocabulary."
    if len(before) != len(after):
        return f"The text has {_tokens(len(after))} now; it had {len(before)}."
    changed = NamesChange(Axis.POSITIONS, before, after).renamed
    if len(changed) > 1:
        return f"The tokens changed in {rows_text(changed, len(before))}."
    (index,) = changed
    return f"Token {index + 1} is “{after[index]}” now; it was “{before[index]}”."


def _tokens(count: int) -> str:
    return "1 token" if count == 1 else f"{count} tokens"


def _name_sentences(changes: Sequence[NamesChange], has_numbers: bool) -> Iterator[Sentence]:
    """A text that reads itself is renamed once."""
    for key, group in groupby(changes, lambda change: (change.before, change.after)):
        axes = " and ".join(_AXIS_WORDS[change.axis] for change in group)
        yield Sentence(_names_text(axes, *key) + ("" if has_numbers else _NAMES_ONLY))


def _names_text(axes: str, before: tuple[str, ...], after: tuple[str, ...]) -> str:
    if len(before) != len(after):
        new, gone = Counter(after) - Counter(before), Counter(before) - Counter(after)
        parts = (
            _few_names("new", list(new.elements())),
            _few_names("gone", list(gone.elements())),
        )
        what = "; ".join(part for part in parts if part)
        return f"{capital(axes)}: {len(before)} then, {len(after)} now ({what})."
    renamed = NamesChange(Axis.QUERIES, before, after).renamed
    if len(renamed) > 1:
        return f"Names of {axes} changed in {rows_text(renamed, len(before))}."
    (index,) = renamed
    return f"Row {index + 1} of {axes} is called “{after[index]}” now; it was “{before[index]}”."


def _few_names(word: str, names: list[str]) -> str:
    if not names:
        return ""
    if len(names) > MOST_NAMES:
        return f"{len(names)} {word}"
    return f"{word}: {', '.join(f'“{name}”' for name in names)}"


def _input_sentence(change: TableChange | SettingChange, digits: int) -> Sentence:
    if isinstance(change, SettingChange):
        return Sentence(_setting_text(change, digits))
    if change.name == "allowed":
        return Sentence(_mask_text(change))
    noun = capital(NOUNS.get(change.name, called(change.name)))
    place = change.largest or (None if change.after is None else Place(change.name, 0, 0))
    return Sentence(f"{noun} {_table_text(change, noun, digits)}.", place)


def _table_text(change: TableChange, noun: str, digits: int) -> str:
    before, after = change.before, change.after
    if before is None or after is None or change.fate is Fate.RESHAPED:
        return _shape_text(change, noun)
    place = change.largest
    assert place is not None  # a typed-in table that changed holds a finite number that moved
    old, new = told_apart(before[place.row, place.column], after[place.row, place.column], digits)
    rows, columns = change.rows, after.shape[1]
    inside = f"{old} → {new}{as_far_text(change)}"
    if change.moves.count == 1:
        column = f", column {place.column + 1}" if columns > 1 else ""
        return f"changed in row {rows[0] + 1}{column} ({inside})"
    row = f"row {place.row + 1}" if len(rows) > 1 else ""
    column = f"column {place.column + 1}" if columns > 1 else ""
    most = ", ".join(part for part in (row, column) if part)
    return f"changed in {rows_text(rows, after.shape[0])} (most in {most}: {inside})"


def _shape_text(change: TableChange, noun: str) -> str:
    is_plural = is_plural_form(noun)
    before, after = change.before, change.after
    if before is None:
        assert after is not None  # one of them is there
        return f"{SPOKEN[Fate.NEW][is_plural]}, {size(after.shape)}"
    if after is None:
        was = ("it was", "they were")[is_plural]
        return f"{SPOKEN[Fate.GONE][is_plural]}; {was} {size(before.shape)}"
    return f"went from {size(before.shape)} to {size(after.shape)}: not compared cell by cell"


def _mask_text(change: TableChange) -> str:
    before, after = change.before, change.after
    if before is None:
        assert after is not None  # one of them is there
        return f"The mask is new: it blocks {(~after).sum()} of {cells(after.size)}."
    if after is None:
        return f"The mask is gone: it blocked {(~before).sum()} of {cells(before.size)}."
    if change.fate is Fate.RESHAPED:
        return f"The mask {_shape_text(change, 'the mask')}."
    return f"The mask changed: {blocked_text(change)}."


def _setting_text(change: SettingChange, digits: int) -> str:
    noun = capital(NOUNS.get(change.name, called(change.name)))
    if change.name == "sinusoidal":
        return f"{noun} {SPOKEN[change.fate][True]}."
    if change.name == "scale":
        scales = zip((change.before, change.after), change.components, strict=True)
        old, new = (_scale_text(scale, d, digits) for scale, d in scales)
        return f"{noun} changed: {old} → {new}."
    if change.before is None:
        return f"{noun} is new: {format_number(change.after or 0.0, None)}."
    if change.after is None:
        return f"{noun} is gone; it was {format_number(change.before, None)}."
    old, new = told_apart(change.before, change.after, digits)
    return f"{noun} changed: {old} → {new}."


def _scale_text(scale: float | None, d: int, digits: int) -> str:
    if scale is not None:
        return format_number(scale, None)
    if not d:
        return "1/√d"
    factor = 1 / sqrt(d)
    return f"1/√{d} {equals_sign(factor, digits)} {format_number(factor, digits)}"
