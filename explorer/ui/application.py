"""Starting Qt: the application, its windows, and a picture of one."""

import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

from PySide6.QtCore import QMessageLogContext, QSettings, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication

from explorer.app.preferences import Preferences
from explorer.app.session import Session
from explorer.model import InputError, Scenario
from explorer.ui.look import Look
from explorer.ui.main_window import HINT, PROGRAM_NAME, MainWindow

Document: TypeAlias = tuple[Path | None, Scenario]


def run(documents: Sequence[Document], theme: str | None) -> int:
    """Show a window for each document until the last one is closed; return the exit code."""
    application = _application()
    look = Look(Preferences(), theme)
    try:
        windows = [MainWindow(Session(scenario, path), look) for path, scenario in documents]
    except InputError as error:
        print(f"attention-explorer: {error}", file=sys.stderr)
        return 3
    for window in windows:
        window.show()
    return application.exec()


def render_screenshot(
    document: Document, theme: str | None, out: Path, size: tuple[int, int]
) -> int:
    """Draw the window of a document into a PNG file; return the exit code."""
    qInstallMessageHandler(_pass_on)
    application = _application()
    path, scenario = document
    with TemporaryDirectory() as folder:
        settings = QSettings(str(Path(folder, "settings.ini")), QSettings.Format.IniFormat)
        preferences = Preferences(settings)
        preferences.dismiss(HINT)
        try:
            session = Session(scenario, path)
        except InputError as error:
            print(f"attention-explorer: {error}", file=sys.stderr)
            return 3
        window = MainWindow(session, Look(preferences, theme or "light"))
        window.resize(*size)
        window.show()
        application.processEvents()
        saved = window.grab().save(str(out))
        window.close()
    if not saved:
        print(f"attention-explorer: could not write {out}", file=sys.stderr)
    return 0 if saved else 1


def _application() -> QApplication:
    existing = QApplication.instance()
    application = existing if isinstance(existing, QApplication) else QApplication(sys.argv[:1])
    application.setApplicationName("attention-explorer")
    application.setApplicationDisplayName(PROGRAM_NAME)
    application.setDesktopFileName("attention-explorer")
    application.aboutToQuit.connect(_release_clipboard)
    return application


def _pass_on(kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
    """Drop what the offscreen platform says about every window; print the rest."""
    if "propagateSizeHints" not in text:
        print(f"attention-explorer: {text}", file=sys.stderr)


def _release_clipboard() -> None:
    """Leave plain text behind: Qt frees data made in Python only after Python is gone."""
    clipboard = QApplication.clipboard()
    if clipboard.ownsClipboard():
        clipboard.setText(clipboard.text())
