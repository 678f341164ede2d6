"""What is put on the clipboard, and what is left there at the end."""

import atexit
from functools import cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QMimeData
from PySide6.QtGui import QGuiApplication

from explorer.app.saving import MANY_NUMBERS
from explorer.app.session import Session
from explorer.model.arrays import Matrix

if TYPE_CHECKING:
    from explorer.files.csv_text import Sheet


def copy_table(session: Session, values: Matrix, heading: str = "") -> None:
    """Offer a table as tab-separated text, with every digit, under its heading.

    A large one is there in a while; others are there at once, and as HTML too.
    """
    if values.size < MANY_NUMBERS:
        _put_table(values, heading)
    else:
        session.copying.start(values, heading, _put_text)


def copy_sheet(session: Session, sheet: "Sheet") -> None:
    """Offer a sheet as CSV, a large one in a while."""
    if sheet.size < MANY_NUMBERS:
        QGuiApplication.clipboard().setText(sheet.text())
    else:
        session.copying.start_sheet(sheet, _put_text)


def _put_text(text: QByteArray) -> None:
    content = QMimeData()
    content.setData("text/plain", text)
    put_on_clipboard(content)


def _put_table(values: Matrix, heading: str) -> None:
    from html import escape

    from explorer.files.matrix_text import format_matrix, format_matrix_html

    content = QMimeData()
    text, page = format_matrix(values), format_matrix_html(values)
    content.setText(f"{heading}\n{text}" if heading else text)
    content.setHtml(f"<p>{escape(heading)}</p>{page}" if heading else page)
    put_on_clipboard(content)


def put_on_clipboard(content: QMimeData) -> None:
    """Offer `content` to other programs, and its plain text after this one has ended."""
    _release_at_exit()
    QGuiApplication.clipboard().setMimeData(content)


def release_clipboard() -> None:
    """Leave plain text behind: Qt frees data made in Python only after Python is gone."""
    if QGuiApplication.instance() is None:
        return
    clipboard = QGuiApplication.clipboard()
    alone = QGuiApplication.platformName() == "offscreen"  # which owns nothing, it says
    if alone or clipboard.ownsClipboard():
        clipboard.setText(clipboard.text())


@cache
def _release_at_exit() -> None:
    """Once is enough; a script may end without ever having run an event loop."""
    atexit.register(release_clipboard)
