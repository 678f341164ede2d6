"""Names and keys of the actions, and the list of shortcuts that is made from them."""

from collections import Counter

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QApplication, QMenu

from explorer.ui.parts.actions import make_action
from explorer.ui.window.shortcuts_dialog import ShortcutsDialog, plain_text, shortcut_rows


def menu_actions(driver):
    """Every action of the menus that is always there."""
    return [action for group in driver.window.menus.groups().values() for action in group]


def named(actions):
    return [action for action in actions if not action.isSeparator()]


def window_actions(driver):
    """Every action whose keys work in the whole window."""
    return [
        action
        for action in driver.window.findChildren(QAction)
        if action.shortcutContext() == Qt.ShortcutContext.WindowShortcut and action.shortcuts()
    ]


def test_every_menu_action_has_an_object_name_and_a_text_of_its_own(driver):
    actions = named(menu_actions(driver))
    assert [action.text() for action in actions if not action.objectName()] == []
    for names in ([a.objectName() for a in actions], [plain_text(a) for a in actions]):
        assert [name for name, count in Counter(names).items() if count > 1] == []


def test_no_two_actions_of_the_window_share_a_key(driver):
    keys = Counter(
        key.toString() for action in window_actions(driver) for key in action.shortcuts()
    )
    assert [key for key, count in keys.items() if count > 1] == []
    assert keys


def test_actions_of_a_table_share_a_key_neither_among_themselves_nor_with_the_window(driver):
    window = {key.toString() for one in window_actions(driver) for key in one.shortcuts()}
    for table in driver.window.inputs_panel.tables.values():
        keys = Counter(key.toString() for one in table.actions() for key in one.shortcuts())
        assert [key for key, count in keys.items() if count > 1] == []
        assert window & set(keys) == set()


def test_no_two_entries_of_a_menu_share_a_mnemonic(driver):
    for menu in driver.window.menuBar().findChildren(QMenu):
        mnemonics = Counter(
            str(QKeySequence.mnemonic(action.text()).toString())
            for action in menu.actions()
            if not QKeySequence.mnemonic(action.text()).isEmpty()
        )
        shared = [key for key, count in mnemonics.items() if count > 1]
        assert (menu.title(), shared) == (menu.title(), [])


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("newAction", "Ctrl+N"),
        ("openAction", "Ctrl+O"),
        ("saveAction", "Ctrl+S"),
        ("saveAsAction", "Ctrl+Shift+S"),
        ("undoAction", "Ctrl+Z"),
        ("redoAction", "Ctrl+Shift+Z"),
        ("redoAction", "Ctrl+Y"),
        ("zoomInAction", "Ctrl++"),
        ("zoomOutAction", "Ctrl+-"),
        ("zoomResetAction", "Ctrl+0"),
        ("closeAction", "Ctrl+W"),
        ("quitAction", "Ctrl+Q"),
        ("nextPanelAction", "F6"),
    ],
)
def test_usual_keys_do_the_usual_things(driver, name, key):
    assert QKeySequence(key) in driver.action(name).shortcuts()


def test_a_row_has_the_text_without_marks_and_all_the_keys(driver):
    owner = driver.window
    actions = [
        make_action(owner, "a", "&Do it…", list, "Ctrl+1", "Ctrl+2"),
        make_action(owner, "b", "R&&D", list, "Ctrl+3"),
        make_action(owner, "c", "No key", list),
    ]
    assert shortcut_rows(actions) == [("Do it", "Ctrl+1, Ctrl+2"), ("R&D", "Ctrl+3")]


def rows_of(dialog):
    tree = dialog.tree
    groups = [tree.topLevelItem(index) for index in range(tree.topLevelItemCount())]
    return {
        group.text(0): [
            (group.child(index).text(0), group.child(index).text(1))
            for index in range(group.childCount())
        ]
        for group in groups
    }


def test_the_list_has_every_key_of_the_window_and_of_a_table_once(driver):
    driver.activate()
    driver.trigger("shortcutsAction")
    dialog = driver.window.findChild(ShortcutsDialog)
    rows = rows_of(dialog)
    listed = [keys for group in rows.values() for _, keys in group]
    assert len(listed) == len(set(listed))
    text = ", ".join(listed)
    for action in (*window_actions(driver), *driver.table.actions()):
        for key in action.shortcuts():
            assert key.toString(QKeySequence.SequenceFormat.NativeText) in text
    assert ("Save", "Ctrl+S") in rows["File"]
    assert ("Fill down", "Ctrl+D") in rows["In a table"]
    dialog.close()


def test_the_list_stays_the_same_after_the_table_menu_was_open(driver):
    driver.activate()
    driver.table.setFocus()
    before = driver.window.all_actions()
    driver.window.menus.table_menu.aboutToShow.emit()
    assert {k: len(v) for k, v in driver.window.all_actions().items()} == {
        k: len(v) for k, v in before.items()
    }


def test_the_list_closes_with_escape(qtbot, driver):
    driver.activate()
    driver.trigger("shortcutsAction")
    dialog = QApplication.activeModalWidget()
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert QApplication.activeModalWidget() is None


# The Table menu


def test_the_table_menu_has_the_actions_of_the_table_with_the_cursor(driver):
    menu = driver.window.menus.table_menu
    driver.activate()
    driver.window.stage_flow.heatmaps[0].setFocus()
    menu.aboutToShow.emit()
    (entry,) = menu.actions()
    assert not entry.isEnabled()
    driver.table.setFocus()
    menu.aboutToShow.emit()
    assert menu.actions() == driver.table.actions()


def test_the_table_menu_knows_the_table_whose_cell_is_being_typed(driver):
    editor = driver.open_editor("3")
    menu = driver.window.menus.table_menu
    menu.aboutToShow.emit()
    assert menu.actions() == driver.table.actions()
    editor.cancel()
