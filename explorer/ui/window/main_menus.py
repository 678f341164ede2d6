"""The menus of the main window."""

import os.path
from collections.abc import Callable, Collection
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, QUrl
from PySide6.QtGui import QAction, QDesktopServices
from PySide6.QtWidgets import QApplication, QDialog, QMenu, QMessageBox, QWidget
from shiboken6 import isValid

from explorer.app.logbook import log_file
from explorer.app.swept import Swept
from explorer.ui.parts.actions import make_action
from explorer.ui.presentation.presentation_mode import PresentationMode
from explorer.ui.tables.matrix_table import MatrixTable
from explorer.ui.walk.walk_menu import fill_walk_menu
from explorer.ui.window.calculation_actions import CalculationMenu
from explorer.ui.window.dialogs import fitting, open_once
from explorer.ui.window.text_menu import TextMenu
from explorer.ui.window.view_actions import fill_view_menu

if TYPE_CHECKING:
    from explorer.ui.window.main_window import MainWindow


class MainMenus(QObject):
    """Fills the menu bar of `window` and keeps what changes in it up to date.

    A child of the window: what it follows may live longer than the window does.
    """

    def __init__(self, window: "MainWindow") -> None:
        super().__init__(window)
        self._window = window
        self._table_before_menu: MatrixTable | None = None
        self._menus: dict[str, QMenu] = {}
        self._fill_file_menu(self._menu("&File"))
        self._fill_edit_menu(self._menu("&Edit"))
        fill_view_menu(self._menu("&View"), window, window.look, window.panel_actions)
        steps = window.step_panel.actions_of_walk
        self.presentation = PresentationMode(window, window.session, window.look, steps)
        self._menus["&View"].addAction(self.presentation.action)
        self._fill_walk_menu(self._menu("&Walk"))
        calculation = self._menu("&Calculation")
        self.calculation = CalculationMenu(
            calculation, window, window.session, window.documents.dialogs, window.experiments.brush
        )
        calculation.addSeparator()
        calculation.addAction(
            self._action("scalingAction", "Wh&y scores are scaled…", self._show_scaling)
        )
        calculation.addAction(
            self._action(
                "sweepAction", "Swee&p a number…", self._settled(self._show_sweep), "Ctrl+Shift+W"
            )
        )
        window.mistakes.fill(calculation)
        window.compare.actions.fill(self._menu("Co&mpare"))
        self._fill_help_menu(self._menu("&Help"))
        window.focus_watch.moved.connect(self._remember_table)

    def groups(self) -> dict[str, list[QAction]]:
        """The actions of each menu, submenus included, save for those filled when they open."""
        varying = (self.recent_menu, self.table_menu, self._window.compare.actions.pins_menu)
        return {
            title.replace("&", ""): _flattened(menu, varying) for title, menu in self._menus.items()
        }

    def _menu(self, title: str) -> QMenu:
        menu = self._window.menuBar().addMenu(title)
        self._menus[title] = menu
        return menu

    def _action(self, name: str, text: str, do: Callable[[], object], *keys: str) -> QAction:
        return make_action(self._window, name, text, do, *keys)

    def _fill_file_menu(self, menu: QMenu) -> None:
        documents = self._window.documents
        menu.addAction(self._action("newAction", "&New…", self._new, "Ctrl+N"))
        menu.addAction(self._action("openAction", "&Open…", documents.open, "Ctrl+O"))
        self.recent_menu = menu.addMenu("Open &recent")
        self.recent_menu.aboutToShow.connect(self._fill_recent)
        menu.addAction(self._action("examplesAction", "&Examples…", self._show_examples, "Ctrl+E"))
        menu.addSeparator()
        menu.addAction(self._action("saveAction", "&Save", documents.save, "Ctrl+S"))
        menu.addAction(self._action("saveAsAction", "Save &as…", documents.save_as, "Ctrl+Shift+S"))
        self._revert = self._action("revertAction", "Re&vert to saved", documents.revert)
        menu.addAction(self._revert)
        self._window.session.document_changed.connect(self._update_revert)
        self._update_revert()
        menu.addSeparator()
        menu.addAction(self._action("closeAction", "&Close window", self._window.close, "Ctrl+W"))
        menu.addAction(self._action("quitAction", "&Quit", QApplication.closeAllWindows, "Ctrl+Q"))

    def _fill_edit_menu(self, menu: QMenu) -> None:
        stack, pending = self._window.session.undo_stack, self._window.session.pending
        self._undo = self._action("undoAction", "&Undo", self._settled(self._take_back), "Ctrl+Z")
        self._redo = self._action(
            "redoAction", "&Redo", self._settled(pending.redo), "Ctrl+Shift+Z", "Ctrl+Y"
        )
        work_bar = self._window.work_bar
        self._cancel = self._action(
            "cancelWorkAction", "&Cancel what is worked out", work_bar.cancel, "Esc"
        )
        work_bar.changed.connect(self._update_cancel)
        self._update_cancel()
        for signal in (stack.indexChanged, stack.cleanChanged, stack.undoTextChanged):
            signal.connect(self._update_undo)
        pending.changed.connect(self._update_undo)
        self._window.session.pasting.changed.connect(self._update_undo)
        self._window.look.preferences.convention_changed.connect(self._update_undo)
        self._update_undo()
        menu.addActions([self._undo, self._redo, self._cancel])
        menu.addSeparator()
        menu.addAction(
            self._action("describeAction", "Title and &notes…", self._settled(self._describe))
        )
        self.text_menu = TextMenu(
            menu.addMenu("&Where Q, K and V come from"), self._window, self._window.session
        )
        self.table_menu = menu.addMenu("&Table")
        self.table_menu.aboutToShow.connect(self._fill_table_menu)

    def _fill_walk_menu(self, menu: QMenu) -> None:
        fill_walk_menu(menu, self._window.step_panel)
        behind = menu.addMenu("Be&hind a number")
        behind.addActions(list(self._window.sections.drill_bar.drill_actions))

    def _fill_help_menu(self, menu: QMenu) -> None:
        window = self._window
        menu.addAction(
            self._action("symbolsAction", "&Symbols", window.formula_bar.show_symbols, "F1")
        )
        menu.addAction(
            self._action(
                "vocabularyAction",
                "Score, scaled score, &weight",
                window.formula_bar.show_vocabulary,
            )
        )
        menu.addAction(
            self._action("shortcutsAction", "&Keyboard shortcuts", self._show_shortcuts, "Ctrl+/")
        )
        menu.addAction(
            self._action("nextPanelAction", "Go to the &next panel", window.focus_next_panel, "F6")
        )
        menu.addAction(
            self._action(
                "previousPanelAction",
                "Go to the &previous panel",
                lambda: window.focus_next_panel(forward=False),
                "Shift+F6",
            )
        )
        menu.addSeparator()
        menu.addAction(self._action("logAction", "Where the &log is", self._show_log_place))
        menu.addAction(self._action("aboutAction", "&About Attention Explorer", self._about))

    def _settled(self, do: Callable[[], object]) -> Callable[[], None]:
        """`do`, once the open cell editor is committed; nothing if it cannot be."""

        def run() -> None:
            if self._window.session.settle():
                do()

        return run

    def _take_back(self) -> None:
        """Give a paste up that is still being read, or else undo what was asked for last."""
        session = self._window.session
        if session.pasting.is_busy:
            session.pasting.cancel()
        else:
            session.pending.undo()

    def _update_undo(self, *_: object) -> None:
        stack = self._window.session.undo_stack
        if not isValid(stack):  # the stack tells of its own end
            return
        session, words = self._window.session, self._window.look.words
        pending, pasted = session.pending, session.pasting.text
        for action, verb, text in (
            (self._undo, "&Undo", pasted or pending.undo_text),
            (self._redo, "&Redo", pending.redo_text),
        ):
            action.setText(f"{verb} {_literal(words(text or ''))}".rstrip())
            action.setEnabled(text is not None)

    def _update_cancel(self) -> None:
        self._cancel.setEnabled(self._window.work_bar.can_cancel)

    def _update_revert(self) -> None:
        session = self._window.session
        self._revert.setEnabled(session.path is not None and session.is_modified)

    def _fill_recent(self) -> None:
        menu = self.recent_menu
        menu.clear()
        preferences = self._window.look.preferences
        for path in preferences.recent_files:
            action = menu.addAction(_literal(f"{path.name} — {path.parent}"), self._opener(path))
            action.setEnabled(os.path.isfile(path))  # noqa: PTH113  # never raises
        if menu.isEmpty():
            menu.addAction("Nothing opened or saved yet").setEnabled(False)
        else:
            menu.addSeparator()
            menu.addAction("&Clear this list", preferences.clear_recent)

    def _opener(self, path: Path) -> Callable[[], None]:
        return lambda: self._window.documents.open_path(path)

    def _fill_table_menu(self) -> None:
        menu = self.table_menu
        menu.clear()
        table = _table_around(self._window.focusWidget()) or self._table_before_menu
        if table is None:
            menu.addAction("Put the cursor into a table first").setEnabled(False)
        else:
            menu.addActions(table.actions())

    def _remember_table(self) -> None:
        """The menu bar takes the focus when it is opened with the keyboard."""
        focused = QApplication.focusWidget()
        if focused is not None and focused is not self._window.menuBar():
            self._table_before_menu = _table_around(focused)

    def _new(self) -> None:
        from explorer.ui.documents.new_dialog import NewDialog

        dialog = NewDialog(self._window)
        dialog.chosen.connect(self._window.open_scenario)
        open_once(dialog)

    def _show_examples(self) -> None:
        from explorer.ui.documents.gallery import Gallery

        gallery = Gallery(self._window.look, self._window)
        gallery.chosen.connect(self._window.documents.open_example)
        open_once(gallery, gallery.sizeHint())

    def _show_scaling(self) -> None:
        from explorer.ui.scaling.scaling_dialog import ScalingDialog  # plots: slow to import

        window = self._window

        def show() -> None:
            dialog = window.findChild(ScalingDialog)
            if dialog is None:
                dialog = ScalingDialog(window.look, window)
                dialog.opened.connect(window.open_scenario)
                dialog.resize(fitting(dialog, dialog.sizeHint()))
            dialog.show()
            dialog.activateWindow()

        self._show_loaded(ScalingDialog, show)

    def _show_sweep(self) -> None:
        """Open the sweeps; of the number the cursor of a table is on, if there is one."""
        from explorer.ui.sweeps.sweep_dialog import SweepDialog  # plots: slow to import

        window = self._window
        table = _table_around(window.focusWidget()) or self._table_before_menu
        is_on_cell = table is not None and table.currentIndex().isValid()
        swept = Swept(table.matrix.place(table.currentIndex())) if table and is_on_cell else None

        def show() -> None:
            dialog = window.findChild(SweepDialog)
            if dialog is None:
                dialog = SweepDialog(window.session, window.look, window)
                dialog.wants_to_save.connect(window.documents.export)
                dialog.resize(fitting(dialog, dialog.sizeHint()))
            dialog.show()
            dialog.activateWindow()
            if swept is not None:
                dialog.choose(swept)

        self._show_loaded(SweepDialog, show)

    def _show_loaded(self, kind: type[QDialog], show: Callable[[], None]) -> None:
        """Show a dialog; the first of its kind when the window has had a turn after loading it."""
        if self._window.findChild(kind) is None:
            QTimer.singleShot(0, self, show)
        else:
            show()

    def _describe(self) -> None:
        from explorer.ui.documents.describe_dialog import DescribeDialog

        open_once(DescribeDialog(self._window.session, self._window))

    def _show_shortcuts(self) -> None:
        from explorer.ui.window.shortcuts_dialog import ShortcutsDialog

        dialog = ShortcutsDialog(self._window.look, self._window.all_actions(), self._window)
        open_once(dialog, dialog.sizeHint())

    def _show_log_place(self) -> None:
        """Say where the log of errors is, and offer its folder."""
        file = log_file()
        if file.exists():
            folder = QUrl.fromLocalFile(str(file.parent))
            remedy = ("Open the folder", lambda: QDesktopServices.openUrl(folder))
            self._window.show_notice(f"What went wrong is logged in {file}.", remedy)
        else:
            self._window.show_notice(f"Nothing went wrong so far. What does is logged in {file}.")

    def _about(self) -> None:
        icon, button = QMessageBox.Icon.NoIcon, QMessageBox.StandardButton.Close
        text = self._window.about_text()
        open_once(QMessageBox(icon, "About", text, button, self._window))


def _literal(text: str) -> str:
    """`text` for a menu, which would take & for a mnemonic and a tab for a column."""
    return text.replace("&", "&&").replace("\t", " ")


def _table_around(widget: QWidget | None) -> MatrixTable | None:
    """The table that is `widget`, or whose cell editor it is."""
    while widget is not None and not isinstance(widget, MatrixTable):
        widget = widget.parentWidget()
    return widget


def _flattened(menu: QMenu, left_out: Collection[QMenu]) -> list[QAction]:
    actions: list[QAction] = []
    for action in menu.actions():
        submenu = action.menu()
        if not isinstance(submenu, QMenu):
            actions.append(action)
        elif submenu not in left_out:
            actions += _flattened(submenu, left_out)
    return actions
