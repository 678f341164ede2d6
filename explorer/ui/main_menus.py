"""The menus of the main window."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QMenu, QMessageBox

from explorer.ui.actions import make_action
from explorer.ui.calculation_actions import CalculationMenu
from explorer.ui.describe_dialog import DescribeDialog
from explorer.ui.gallery import Gallery
from explorer.ui.matrix_table import MatrixTable
from explorer.ui.new_dialog import NewDialog
from explorer.ui.shortcuts_dialog import ShortcutsDialog
from explorer.ui.view_actions import fill_view_menu

if TYPE_CHECKING:
    from explorer.ui.main_window import MainWindow


class MainMenus:
    """Fills the menu bar of `window` and keeps what changes in it up to date."""

    def __init__(self, window: "MainWindow") -> None:
        self._window = window
        self._menus: dict[str, QMenu] = {}
        self._fill_file_menu(self._menu("&File"))
        self._fill_edit_menu(self._menu("&Edit"))
        fill_view_menu(self._menu("&View"), window, window.look.preferences, window.panel_actions)
        self._fill_walk_menu(self._menu("&Walk"))
        calculation = self._menu("&Calculation")
        self.calculation = CalculationMenu(
            calculation, window, window.session, window.documents.dialogs
        )
        self._fill_help_menu(self._menu("&Help"))

    def groups(self) -> dict[str, list[QAction]]:
        """The actions of each menu, submenus included."""
        return {
            title.replace("&", ""): list(_flattened(menu)) for title, menu in self._menus.items()
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
        recent = menu.addMenu("Open &recent")
        recent.aboutToShow.connect(lambda: self._fill_recent(recent))
        menu.addAction(self._action("examplesAction", "&Examples…", self._show_examples, "Ctrl+E"))
        menu.addSeparator()
        menu.addAction(self._action("saveAction", "&Save", documents.save, "Ctrl+S"))
        menu.addAction(self._action("saveAsAction", "Save &as…", documents.save_as, "Ctrl+Shift+S"))
        self._revert = self._action("revertAction", "Re&vert to saved", documents.revert)
        menu.addAction(self._revert)
        menu.aboutToShow.connect(self._update_revert)
        menu.addSeparator()
        menu.addAction(self._action("closeAction", "&Close window", self._window.close, "Ctrl+W"))
        menu.addAction(self._action("quitAction", "&Quit", QApplication.closeAllWindows, "Ctrl+Q"))

    def _fill_edit_menu(self, menu: QMenu) -> None:
        stack = self._window.session.undo_stack
        self._undo = self._action("undoAction", "&Undo", self._settled(stack.undo), "Ctrl+Z")
        self._redo = self._action(
            "redoAction", "&Redo", self._settled(stack.redo), "Ctrl+Shift+Z", "Ctrl+Y"
        )
        for signal in (stack.indexChanged, stack.cleanChanged, stack.undoTextChanged):
            signal.connect(self._update_undo)
        self._update_undo()
        menu.addActions([self._undo, self._redo])
        menu.addSeparator()
        menu.addAction(
            self._action("describeAction", "Title and &notes…", self._settled(self._describe))
        )
        table_menu = menu.addMenu("&Table")
        table_menu.aboutToShow.connect(lambda: self._fill_table_menu(table_menu))

    def _fill_walk_menu(self, menu: QMenu) -> None:
        menu.addActions(list(self._window.step_panel.step_actions))

    def _fill_help_menu(self, menu: QMenu) -> None:
        window = self._window
        menu.addAction(
            self._action("symbolsAction", "&Symbols", window.formula_bar.show_symbols, "F1")
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
        menu.addAction(self._action("aboutAction", "&About Attention Explorer", self._about))

    def _settled(self, do: Callable[[], object]) -> Callable[[], None]:
        """`do`, once the open cell editor is committed; nothing if it cannot be."""

        def run() -> None:
            if self._window.session.settle():
                do()

        return run

    def _update_undo(self, *_: object) -> None:
        stack = self._window.session.undo_stack
        self._undo.setText(f"&Undo {stack.undoText()}".rstrip())
        self._redo.setText(f"&Redo {stack.redoText()}".rstrip())
        self._undo.setEnabled(stack.canUndo())
        self._redo.setEnabled(stack.canRedo())

    def _update_revert(self) -> None:
        session = self._window.session
        self._revert.setEnabled(session.path is not None and session.is_modified)

    def _fill_recent(self, menu: QMenu) -> None:
        menu.clear()
        preferences = self._window.look.preferences
        for path in preferences.recent_files:
            action = menu.addAction(_menu_text(path), self._opener(path))
            action.setToolTip(str(path))
            action.setEnabled(path.is_file())
        if menu.isEmpty():
            menu.addAction("Nothing opened or saved yet").setEnabled(False)
        else:
            menu.addSeparator()
            menu.addAction("&Clear this list", preferences.clear_recent)

    def _opener(self, path: Path) -> Callable[[], None]:
        return lambda: self._window.documents.open_path(path)

    def _fill_table_menu(self, menu: QMenu) -> None:
        menu.clear()
        table = self._window.focusWidget()
        if isinstance(table, MatrixTable):
            menu.addActions(table.actions())
        else:
            menu.addAction("Put the cursor into a table first").setEnabled(False)

    def _new(self) -> None:
        dialog = NewDialog(self._window)
        dialog.chosen.connect(self._window.open_scenario)
        dialog.open()

    def _show_examples(self) -> None:
        gallery = Gallery(self._window.look, self._window)
        gallery.chosen.connect(self._window.documents.open_example)
        gallery.open()

    def _describe(self) -> None:
        DescribeDialog(self._window.session, self._window).open()

    def _show_shortcuts(self) -> None:
        ShortcutsDialog(self._window.look, self._window.all_actions(), self._window).open()

    def _about(self) -> None:
        QMessageBox.about(self._window, "About", self._window.about_text())


def _menu_text(path: Path) -> str:
    return f"{path.name} — {path.parent}".replace("&", "&&")


def _flattened(menu: QMenu) -> list[QAction]:
    actions: list[QAction] = []
    for action in menu.actions():
        submenu = action.menu()
        actions += _flattened(submenu) if isinstance(submenu, QMenu) else [action]
    return actions
