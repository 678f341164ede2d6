"""Starting Qt: the application, its windows, and a picture of one."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QLayout

from explorer.app.course import LONG
from explorer.app.logbook import to_terminal
from explorer.app.preferences import Settings, preferences_for
from explorer.app.session import Session
from explorer.model import InputError, Scenario
from explorer.model.experiment import effort
from explorer.model.step_links import StepLink
from explorer.ui.looks.look import Look
from explorer.ui.parts.clipboard import release_clipboard
from explorer.ui.program import BAD_FILE, Program, complain
from explorer.ui.window.main_window import HINT, PROGRAM_NAME, MainWindow

Document: TypeAlias = tuple[Path | None, Scenario]
Opened: TypeAlias = tuple[Path | None, Scenario | None]
"""A document, or a file that takes a while to read."""


def run(
    documents: Sequence[Opened],
    theme: str | None,
    settings: Settings = Settings.KEPT,
    link: StepLink | None = None,
) -> int:
    """Show a window for each document until the last one is closed; return the exit code.

    128 and the number of a signal, where one ended the program. What takes long to read or to
    work out is opened by its window, at the step of `link`; if it cannot be, that is complained of
    as of other files.
    """
    application = _application()
    with preferences_for(settings) as preferences:
        program = Program(application, Look(preferences, theme))
        try:
            windows = [_opened(program, document, link) for document in documents]
        except InputError as error:
            return complain(str(error), BAD_FILE)
        if preferences.note:
            windows[0].show_notice(preferences.note)
        program.offer_unsaved()
        return program.run()


def render_screenshot(
    document: Document, theme: str | None, out: Path, size: tuple[int, int]
) -> int:
    """Draw the window of a document into a PNG file; return the exit code."""
    application = _application()
    handler = qInstallMessageHandler(_pass_on)
    try:
        image = _picture(application, document, theme, size)
    except InputError as error:
        return complain(str(error), BAD_FILE)
    finally:
        qInstallMessageHandler(handler)
    if image.save(str(out)):
        return 0
    return complain(f"could not write {out}", 1)


def _picture(
    application: QApplication, document: Document, theme: str | None, size: tuple[int, int]
) -> QImage:
    """The window of a document, drawn with the settings of a first start."""
    with preferences_for(Settings.SAFE) as preferences:
        preferences.dismiss(HINT)
        window = MainWindow(_session(document), Look(preferences, theme or "light"))
        layout = window.layout()
        assert layout is not None  # every main window has one
        layout.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        window.resize(*size)
        window.show()
        application.processEvents()
        picture = QImage(*size, QImage.Format.Format_RGB32)
        window.render(picture)
        window.close()
    return picture


def _opened(program: Program, document: Opened, link: StepLink | None) -> MainWindow:
    path, scenario = document
    if path is not None and (scenario is None or effort(scenario) >= LONG):
        return program.open_later(path, scenario, link)
    assert scenario is not None  # an example
    return program.open(_session((path, scenario)))


def _session(document: Document) -> Session:
    path, scenario = document
    try:
        return Session(scenario, path)
    except InputError as error:
        place = f"{path}: {error.place}" if path else error.place
        raise InputError(place, error.expected, error.found) from error


def _application() -> QApplication:
    existing = QApplication.instance()
    application = existing if isinstance(existing, QApplication) else QApplication(sys.argv[:1])
    application.setApplicationName("attention-explorer")
    application.setApplicationDisplayName(PROGRAM_NAME)
    application.setDesktopFileName("attention-explorer")
    application.aboutToQuit.connect(release_clipboard)
    return application


def _pass_on(kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
    """Drop what the offscreen platform says about every window; print the rest."""
    if "propagateSizeHints" not in text:
        to_terminal(f"attention-explorer: {text}")
