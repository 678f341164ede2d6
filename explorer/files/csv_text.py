"""Numbers with headings as CSV, for spreadsheets."""

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explorer.model.number_format import exact_number

_STARTS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")

_OTHER_SEPARATORS = (";", "\t", "|")


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """Rows of numbers, as many in each as there are headings."""

    headings: Sequence[str]
    rows: Sequence[NDArray[np.float64]]

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return len(self.headings) * len(self.rows)

    def text(self) -> str:
        """The whole sheet as CSV."""
        return "".join(self.lines())

    def lines(self) -> Iterator[str]:
        """A line of headings and a line a row with its end, at full precision.

        A heading that a spreadsheet would run as a formula gets an apostrophe before it, which it
        shows as text. Headings in which one that takes other separators would find several cells
        are all quoted.
        """
        yield _heading_line(self.headings)
        for row in self.rows:
            yield f"{','.join(map(exact_number, row.tolist()))}\r\n"


def _heading_line(headings: Sequence[str]) -> str:
    stream = io.StringIO()
    is_split = any(separator in text for text in headings for separator in _OTHER_SEPARATORS)
    writer = csv.writer(stream, quoting=csv.QUOTE_ALL if is_split else csv.QUOTE_MINIMAL)
    writer.writerow(map(_harmless, headings))
    return stream.getvalue()


def _harmless(text: str) -> str:
    return f"'{text}" if text.lstrip(" ").startswith(_STARTS_A_FORMULA) else text
