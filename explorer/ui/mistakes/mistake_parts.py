"""Everything in a window that makes mistakes on purpose, put together."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow, QMenu, QVBoxLayout, QWidget

from explorer.app.session import Session
from explorer.ui.looks.look import Look
from explorer.ui.mistakes.beside_view import BesideView
from explorer.ui.mistakes.mistake_banner import MistakeBanner
from explorer.ui.parts.actions import make_action
from explorer.ui.parts.last_escape import LastEscape
from explorer.ui.parts.loud_frame import LoudFrame
from explorer.ui.parts.showing import show_when
from explorer.ui.window.dialogs import open_once
from explorer.ui.window.dock_title import DockTitle

if TYPE_CHECKING:
    from explorer.model.slips.slip import Slip

_OWN = Qt.FindChildOption.FindDirectChildrenOnly
"""Docks are children of the window itself: to look through all that is in it takes long."""


class MistakeParts(QObject):
    """The actions, the banner, the frame around the window, and right and wrong side by side.

    `stages` is what the side-by-side view takes the place of. Esc leaves, unless something else
    in the window has a use for the key.
    """

    def __init__(self, window: QMainWindow, session: Session, look: Look, stages: QWidget) -> None:
        super().__init__(window)
        self._window, self._session, self._look, self._stages = window, session, look, stages
        self.choose = make_action(
            window,
            "chooseMistakeAction",
            "Make a &mistake on purpose…",
            self._choose,
            "Ctrl+Shift+M",
            help_text="Calculate with a common mistake and see right and wrong side by side",
        )
        self.choose.setIconText("Another mistake…")
        self.leave = make_action(
            window,
            "leaveMistakeAction",
            "&Leave the mistake laboratory",
            self._leave,
            help_text="Calculate in the right way again (Esc)",
        )
        self.leave.setIconText("Leave (Esc)")
        self.banner = MistakeBanner(session, look, self.choose, self.leave)
        self.beside = BesideView(session, look)
        self.frame = LoudFrame(window, session, look, has_words=False)
        LastEscape(window, self._escape)
        session.comparing.changed.connect(self._follow)
        session.changed.connect(self._show_beside)
        look.changed.connect(self._follow)
        self._follow()

    def add_to(self, column: QVBoxLayout) -> None:
        """Put the side-by-side view where the stages are."""
        column.addWidget(self.beside, 1)
        self._follow()

    def fill(self, menu: QMenu) -> None:
        """Put the actions into a menu."""
        menu.addActions([self.choose, self.leave])

    def _choose(self) -> None:
        if self._session.settle():
            from explorer.ui.mistakes.mistake_dialog import MistakeDialog

            dialog = MistakeDialog(self._session, self._look, self._window)
            dialog.chosen.connect(self._make)
            open_once(dialog, dialog.sizeHint())

    def _make(self, slip: "Slip") -> None:
        if self._session.settle():
            self._session.laboratory.choose(slip)

    def _leave(self) -> None:
        if self._session.settle():
            self._session.comparing.put_beside(False)
            self._session.laboratory.leave()

    def _show_beside(self) -> None:
        """A mistake that was chosen begins with right and wrong side by side."""
        if self._session.laboratory.is_landing:
            self._session.comparing.put_beside(True)
            self.beside.focus_departure()

    def _escape(self) -> bool:
        is_on = self._session.laboratory.is_on
        if is_on:
            self._leave()
        return is_on

    def _follow(self) -> None:
        laboratory, comparing = self._session.laboratory, self._session.comparing
        self.leave.setEnabled(laboratory.is_on)
        show_when(self._stages, not comparing.is_beside)
        edge = self.frame.thickness
        self._window.setContentsMargins(edge, edge, edge, edge)
        mark = self._look.words(laboratory.heading) if laboratory.shows_wrong else ""
        for dock in self._window.findChildren(QDockWidget, options=_OWN):
            title = dock.titleBarWidget()
            if isinstance(title, DockTitle):
                title.mark(mark)
