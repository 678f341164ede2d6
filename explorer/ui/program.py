"""The running program: its windows, what they leave behind, and how it ends."""

import gc
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSize, Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QApplication

from explorer.app.boundary import ErrorBoundary
from explorer.app.garbage import Garbage
from explorer.app.logbook import Logbook, to_terminal
from explorer.app.recovery import Recovery, RecoveryFile, RecoveryFolder
from explorer.app.session import Session
from explorer.app.state_folder import state_folder
from explorer.app.termination import TerminationSignals
from explorer.app.view_state import go_to_link
from explorer.files.documents import load_scenario
from explorer.files.errors import ScenarioFileError
from explorer.files.examples import FIRST_EXAMPLE, load_example
from explorer.model import InputError, Scenario
from explorer.model.step_links import StepLink
from explorer.ui.looks.look import Look
from explorer.ui.window.dialogs import open_once
from explorer.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from explorer.ui.documents.recovery_dialog import Found

WINDOW_FRAME = QSize(8, 40)
"""Room for the title bar and the borders that the desktop draws around a window."""
USAGE = 2
"""The exit code for a step that is not there."""
BAD_FILE = 3
"""The exit code for a file that is not valid."""
SIGNALLED = 128
"""Added to a signal's number: the exit code that shells give a program it ended."""


class Program(QObject):
    """Windows with their recovery files, the boundary for errors, and the signals that end it."""

    def __init__(self, application: QApplication, look: Look) -> None:
        super().__init__()
        self._application = application
        self._look = look
        self._folder = RecoveryFolder(state_folder() / "recovery")
        self._recoveries: dict[MainWindow, Recovery] = {}
        self._code: int | None = None
        self.logbook = Logbook()
        self._boundary = ErrorBoundary(self.logbook)
        self._boundary.caught.connect(self._tell)
        self._signals = TerminationSignals()
        self._signals.received.connect(self._stop)
        application.commitDataRequest.connect(self._flush, Qt.ConnectionType.DirectConnection)

    def open(self, session: Session, file: RecoveryFile | None = None) -> MainWindow:
        """Show a window on a session and keep what is unsaved in it, in `file` if it is from it."""
        window = MainWindow(session, self._look)
        window.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        window.resize(window.size().boundedTo(window.screen().availableSize() - WINDOW_FRAME))
        window.docks.fit()  # once more when it is shown, and then all is laid out already
        recovery = Recovery(session, self._folder, lambda: window.documents.base, file=file)
        recovery.failed.connect(window.show_notice)
        self._recoveries[window] = recovery
        window.closed.connect(lambda: self._closed(window))
        self._follow(window)
        window.show()
        return window

    def open_later(
        self, path: Path, scenario: Scenario | None, link: StepLink | None = None
    ) -> MainWindow:
        """Show a window on the first example, and in it, as soon as it is there, what is in a file.

        `scenario` is that, if it has been read already and takes long to work out. With a `link`
        it is shown at that step.
        """
        window = self.open(Session(load_example(FIRST_EXAMPLE)))
        text = f"{path.name} is being opened. Until it is there, this is the first example."
        window.show_notice(text)
        loading = window.documents.loading

        def follow() -> None:
            if not loading.is_busy and window.notice_bar.text == text:
                window.notice_bar.retract()

        loading.changed.connect(follow)
        read = partial(load_scenario, path) if scenario is None else lambda: scenario
        shown = None if link is None else partial(self._go_to, window, link)
        window.documents.open_path(path, read, partial(self._could_not_open, window, path), shown)
        return window

    def offer_unsaved(self) -> None:
        """Offer what was unsaved when an earlier run was killed, if there is anything."""
        found = list(self._left_behind())
        if not found:
            return
        from explorer.ui.documents.recovery_dialog import RecoveryDialog

        parent = next(iter(self._recoveries))
        dialog = RecoveryDialog(found, self._look, parent)
        dialog.opened.connect(self._recover)
        dialog.discarded.connect(_discard)
        dialog.finished.connect(lambda _result: _let_go(dialog.left))
        open_once(dialog, dialog.sizeHint())

    def run(self) -> int:
        """Process events until the last window is closed; return the exit code."""
        self.logbook.open()
        if self._code is not None:
            return self._code
        self._boundary.install()
        gc.freeze()  # what stands by now stays: no use in looking through it for garbage
        Garbage(self)
        try:
            return self._application.exec()
        finally:
            gc.enable()
            for recovery in self._recoveries.values():
                recovery.keep()
            self._boundary.uninstall()
            self._signals.close()
            self.logbook.close()

    def _could_not_open(self, window: MainWindow, path: Path, error: Exception) -> None:
        """Complain of a file the program was started with, and end if there is nothing else."""
        code = complain(f"{path}: {error}", BAD_FILE)
        self._end_or_say(window, code, f"Could not open {path.name}: {error}")

    def _go_to(self, window: MainWindow, link: StepLink) -> None:
        """Go to the step the program was started with, or complain that there is none."""
        try:
            go_to_link(window.session, link)
        except InputError as error:
            self._end_or_say(window, complain(f"--{error}", USAGE), f"--{error}")

    def _end_or_say(self, window: MainWindow, code: int, text: str) -> None:
        """End with a complaint that was made, unless there are other windows, or changes."""
        if len(self._recoveries) == 1 and not window.session.is_modified:
            self._code = code
            self._application.exit(code)
        else:
            window.show_notice(text)

    def _left_behind(self) -> "Sequence[Found]":
        found = []
        for file in self._folder.left_behind():
            try:
                found.append((file, file.read()))
            except (ScenarioFileError, InputError) as error:
                aside = file.set_aside()
                self._say(f"What was unsaved cannot be read: {error}. It is kept as {aside}.")
        return found

    def _recover(self, found: "Sequence[Found]") -> None:
        for file, unsaved in found:
            try:
                session = Session(unsaved.scenario, unsaved.path)
            except InputError as error:
                self._say(f"{unsaved.name} could not be opened again: {error}")
                file.set_aside()
                continue
            session.mark_unsaved()
            window = self.open(session, file)
            window.documents.expect(unsaved.base)

    def _closed(self, window: MainWindow) -> None:
        self._recoveries.pop(window).drop()

    def _flush(self) -> None:
        for recovery in self._recoveries.values():
            recovery.flush()

    def _stop(self, number: int) -> None:
        self._flush()
        self._application.exit(SIGNALLED + number)

    def _tell(self, line: str, details: str) -> None:
        self._flush()
        text = f"Something unexpected happened ({line}). The document is kept; you can go on."
        self._say(text, ("Copy the details", lambda: QGuiApplication.clipboard().setText(details)))

    def _say(self, text: str, remedy: tuple[str, Callable[[], object]] | None = None) -> None:
        """Say something in the window that is used, or in the first one."""
        active = self._application.activeWindow()
        window = active if isinstance(active, MainWindow) else next(iter(self._recoveries), None)
        if window is not None:
            window.show_notice(text, remedy)

    def _follow(self, window: MainWindow) -> None:
        """Remember what is done in a window, for the report of an error."""
        note = self.logbook.note
        stack = window.session.undo_stack
        stack.indexChanged.connect(lambda index: note(stack.text(index - 1) if index else "start"))
        for action in window.findChildren(QAction):
            if action.objectName():
                action.triggered.connect(_noting(note, action.objectName()))


def complain(message: str, code: int) -> int:
    """Write one line to standard error; return the exit code that belongs to it."""
    line = "".join(letter if letter.isprintable() else " " for letter in message)
    to_terminal(f"attention-explorer: {line}")
    return code


def _noting(note: Callable[[str], None], name: str) -> Callable[[], None]:
    return lambda: note(name)


def _discard(found: "Sequence[Found]") -> None:
    for file, _ in found:
        file.clear()
        file.release()


def _let_go(found: "Sequence[Found]") -> None:
    for file, _ in found:
        file.release()
