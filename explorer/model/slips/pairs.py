"""Slips that commonly meet: which two are considered together, and why."""

from dataclasses import dataclass
from itertools import product

from explorer.model.slips.catalogue import SLIPS
from explorer.model.slips.slip import Slip, together


@dataclass(frozen=True, slots=True)
class Meeting:
    """Each slip of `first` with each of `second`, by name; `why` says what brings them together."""

    first: tuple[str, ...]
    second: tuple[str, ...]
    why: str


_WRONG_FACTOR = ("scale-left-out", "divided-by-d")
_WRONG_PRODUCT = (
    "query-and-key-swapped",
    "key-not-transposed",
    "key-reshaped",
    "key-reshaped-by-column",
    "values-compared",
)
_WRONG_AXIS = ("softmax-by-column", "softmax-over-all-cells")
_WRONG_MASK = (
    "mask-left-out",
    "mask-inverted",
    "mask-transposed",
    "causal-one-too-far",
    "causal-one-short",
    "blocked-score-zero",
)

MEETINGS = (
    Meeting(
        ("values-compared",),
        ("keys-mixed",),
        "Keys and values exchanged: the two came out of one projection in another order.",
    ),
    Meeting(
        _WRONG_PRODUCT,
        _WRONG_FACTOR,
        "Both stand in the first line of a program written from memory.",
    ),
    Meeting(
        ("query-and-key-swapped", "key-not-transposed"),
        _WRONG_AXIS,
        "A source with queries in columns, followed in one place and not in the other.",
    ),
    Meeting(
        (*_WRONG_FACTOR, "multiplied-by-root-d"),
        (*_WRONG_AXIS, "softmax-without-exponential", "exponential-not-divided"),
        "Scale and softmax stand in one line, and both have a default that nobody types.",
    ),
    Meeting(
        _WRONG_FACTOR,
        (*_WRONG_MASK, "mask-after-softmax", "bias-left-out", "mask-and-bias-left-out"),
        "Both are what is left of the formula once Q·Kᵀ is written down.",
    ),
    Meeting(
        _WRONG_MASK,
        _WRONG_AXIS,
        "Both take rows for columns, or were tried on a table where that makes no difference.",
    ),
    Meeting(
        ("scale-left-out",),
        ("cap-left-out",),
        "The formula as the first paper has it, without what was added to it.",
    ),
    Meeting(
        ("scale-left-out", "softmax-by-column"),
        ("keys-mixed", "weights-transposed"),
        "A wrong table at the end hides that another step before it is wrong too.",
    ),
)

_BY_NAME = {slip.name: slip for slip in SLIPS}


def _pairs(meeting: Meeting) -> list[Slip]:
    return [together(_BY_NAME[a], _BY_NAME[b]) for a, b in product(meeting.first, meeting.second)]


PAIRS: tuple[Slip, ...] = tuple(pair for meeting in MEETINGS for pair in _pairs(meeting))
"""Two slips made at the same time, as `parts` of one that behaves like any other."""
