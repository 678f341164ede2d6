"""Comparing two things fairly: in turns, in one run, by medians and quartiles."""

import os
import statistics
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass

ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
"""Environment of a process that calculates on one thread."""

on_one_thread = os.environ.items() >= ONE_THREAD.items()
clock = time.process_time if on_one_thread else time.perf_counter
"""On one thread the time of the processor, which nothing else that runs can disturb."""


@dataclass(frozen=True)
class Spread:
    """The median of what was measured, and the quartiles around it."""

    median: float
    lower: float
    upper: float

    @classmethod
    def of(cls, measured: list[float]) -> "Spread":
        if len(measured) < 2:
            return cls(*measured * 3)
        lower, median, upper = statistics.quantiles(measured, n=4, method="inclusive")
        return cls(median, lower, upper)

    def text(self, form: str) -> str:
        return f"{self.median:{form}} ({self.lower:{form}}–{self.upper:{form}})"


@dataclass(frozen=True)
class Row:
    """One line of the table: a ratio, or an amount in `unit`, and the limit it should keep.

    `ours` and `theirs` are the two sides of a ratio, in seconds.
    """

    what: str
    result: Spread
    limit: float
    unit: str = ""
    ours: Spread | None = None
    theirs: Spread | None = None
    note: str = ""

    @property
    def is_kept(self) -> bool:
        return self.result.median <= self.limit

    def as_dict(self) -> dict:
        return asdict(self)

    @classmethod
    def from_dict(cls, fields: dict) -> "Row":
        spreads = {
            name: Spread(**fields[name]) if fields[name] else None
            for name in ("result", "ours", "theirs")
        }
        return cls(**{**fields, **spreads})


Run = Callable[[], object]


def seconds(run: Run, times: int = 1) -> float:
    """How long one run takes, averaged over several in a row."""
    start = clock()
    for _ in range(times):
        run()
    return (clock() - start) / times


def ratio(
    what: str, limit: float, ours: Run, theirs: Run, rounds: int, times: int = 1, note: str = ""
) -> Row:
    """Time both in turns, and take the ratio of each pair: what slows one pair slows both sides.

    Who comes first changes from round to round. The first round only warms up.
    """
    pairs = []
    for turn in range(rounds + 1):
        order = (ours, theirs) if turn % 2 else (theirs, ours)
        took = {run: seconds(run, times) for run in order}
        pairs.append((took[ours], took[theirs]))
    return row_of_pairs(what, limit, pairs[1:], note)


def row_of_pairs(what: str, limit: float, pairs: list[tuple[float, float]], note: str = "") -> Row:
    """The row of a ratio whose pairs were measured already."""
    ours, theirs = (list(side) for side in zip(*pairs, strict=True))
    ratios = [one / other for one, other in pairs]
    return Row(what, Spread.of(ratios), limit, "", Spread.of(ours), Spread.of(theirs), note)


def amount(what: str, limit: float, unit: str, measured: list[float], note: str = "") -> Row:
    """A row that is no ratio: milliseconds a frame, or megabytes."""
    return Row(what, Spread.of(measured), limit, unit, note=note)


HEADING = """\
| what | target | median (quartiles) | ours | compared with | kept |
|---|---|---|---|---|---|"""


def line(row: Row) -> str:
    """A row as a line of the table."""
    result = row.result.text(".3g" if row.unit else ".3f") + row.unit
    what = f"{row.what}: {row.note}" if row.note else row.what
    sides = [_time(side) for side in (row.ours, row.theirs)]
    kept = "yes" if row.is_kept else "no"
    cells = [what, f"≤ {row.limit:.3g}{row.unit}", result, *sides, kept]
    return f"| {' | '.join(cells)} |"


def _time(side: Spread | None) -> str:
    if side is None:
        return ""
    unit, scale = ("ms", 1e3) if side.median >= 1e-3 else ("µs", 1e6)
    return f"{side.median * scale:.3g} {unit}"
