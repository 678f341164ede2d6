"""Numbers with headings as CSV, for spreadsheets."""

import csv
import io
from collections.abc import Iterable, Sequence

from explorer.model.number_format import exact_number

_STARTS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")

_OTHER_SEPARATORS = (";", "\t", "|")


def csv_text(headings: Sequence[str], rows: Iterable[Iterable[float]]) -> str:
    """A line of headings and a line a row, at full precision.

    A heading that a spreadsheet would run as a formula gets an apostrophe before it, which it
    shows as text. Headings in which one that takes other separators would find several cells are
    all quoted.
    """
    stream = io.StringIO()
    is_split = any(separator in text for text in headings for separator in _OTHER_SEPARATORS)
    writer = csv.writer(stream)
    quoting = csv.writer(stream, quoting=csv.QUOTE_ALL) if is_split else writer
    quoting.writerow(map(_harmless, headings))
    for row in rows:
        writer.writerow(map(exact_number, row))
    return stream.getvalue()


def _harmless(text: str) -> str:
    return f"'{text}" if text.lstrip(" ").startswith(_STARTS_A_FORMULA) else text
