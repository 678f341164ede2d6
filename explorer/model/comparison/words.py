"""Words that the sentences of a comparison share."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from explorer.model.comparison.changes import Cause, Fate, TableChange
from explorer.model.places import Place

MOST_ROWS = 4
"""Rows that a sentence lists one by one."""

NOUNS: Mapping[str, str] = {
    "embeddings": "X",
    "positions": "P",
    "positioned": "H",
    "query": "Q",
    "key": "K",
    "value": "V",
    "vocabulary": "the vocabulary",
    "tokens": "the tokens",
    "sinusoidal": "the sinusoids",
    "query_projection": "W_Q",
    "key_projection": "W_K",
    "value_projection": "W_V",
    "query_bias": "the bias b_Q",
    "key_bias": "the bias b_K",
    "value_bias": "the bias b_V",
    "bias": "the bias",
    "allowed": "the mask",
    "scale": "the scale",
    "softcap": "the soft-cap",
    "weights": "the typed-in weights",
}
_SINGULAR = "the bias"
_BY_LETTER = ("embeddings", "positions", "positioned", "query", "key", "value")
"""Tables that are called by their letter whether they are typed in or computed."""
SPOKEN: Mapping[Fate, tuple[str, str]] = {
    Fate.CHANGED: ("changed", "changed"),
    Fate.ROUNDED: ("differs by rounding", "differ by rounding"),
    Fate.RESHAPED: ("changed shape", "changed shape"),
    Fate.NEW: ("is new", "are new"),
    Fate.GONE: ("is gone", "are gone"),
}


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a comparison, and the cell it says most about, if there is one now."""

    text: str
    place: Place | None = None


def as_far_text(change: TableChange, did: str = "moved as far") -> str:
    """`; 2 other cells moved as far`; empty where none did."""
    count = change.as_far
    return f"; {count} other {'cell' if count == 1 else 'cells'} {did}" if count else ""


def blocked_text(change: TableChange) -> str:
    """`2 cells newly blocked, 1 cell no longer blocked`; empty where none is either."""
    parts = []
    if change.blocked:
        parts.append(f"{cells(change.blocked)} newly blocked")
    if change.unblocked:
        parts.append(f"{cells(change.unblocked)} no longer blocked")
    return ", ".join(parts)


def reasons(causes: Sequence[Cause], conjunction: str) -> str:
    """`, because Q and K changed and the mask is new`; what has one fate shares its verb."""
    if not causes:
        return ""
    parts = []
    for fate in dict.fromkeys(cause.fate for cause in causes):
        nouns = listed([noun_of(cause) for cause in causes if cause.fate is fate])
        parts.append(f"{nouns} {SPOKEN[fate][is_plural_form(nouns)]}")
    return conjunction + listed(parts)


def noun_of(cause: Cause) -> str:
    """What a sentence calls it: `V`, `the mask`, `the scaled scores`."""
    is_named = cause.name in NOUNS and not cause.is_computed
    if is_named or cause.name in _BY_LETTER:
        return NOUNS[cause.name]
    return f"the {called(cause.name)}"


def called(name: str) -> str:
    """The name of an array or a field as words, or its letter."""
    return NOUNS[name] if name in _BY_LETTER else name.replace("_", " ")


def is_plural_form(nouns: str) -> bool:
    """Whether the verb after these nouns is that of several."""
    return " and " in nouns or (nouns.endswith("s") and not nouns.endswith(_SINGULAR))


def rows_text(rows: Sequence[int], count: int) -> str:
    """`row 3`, `rows 1 and 2`; many are counted: `8 of 12 rows`."""
    if len(rows) > MOST_ROWS:
        return f"{len(rows)} of {count} rows"
    word = "row" if len(rows) == 1 else "rows"
    return f"{word} {listed([str(row + 1) for row in rows])}"


def cells(count: int) -> str:
    """`1 cell`, `2 cells`."""
    return "1 cell" if count == 1 else f"{count} cells"


def size(shape: tuple[int, ...]) -> str:
    """`3 × 2`."""
    return f"{shape[0]} × {shape[1]}"


def capital(text: str) -> str:
    """`text` as the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def listed(words: Sequence[str], conjunction: str = "and") -> str:
    """The words as a phrase: `Q, K and V`."""
    *others, last = words
    return f"{', '.join(others)} {conjunction} {last}" if others else last
