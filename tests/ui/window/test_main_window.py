"""The main window as a whole: what scripts find in it, its title, its panels, its end."""

import gc
import weakref

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QMimeData, QObject, QPoint, Qt, QUrl
from PySide6.QtGui import QAccessible, QAction, QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtWidgets import QAbstractItemView, QApplication, QLineEdit, QWidget

from explorer.app import edits
from explorer.app.preferences import Preferences
from explorer.app.session import Session
from explorer.files import ScenarioFileError, load_example, save_scenario
from explorer.model.places import Axis, Place
from explorer.ui import create_window
from explorer.ui.looks.look import Look
from explorer.ui.tables.cell_commands import paste
from explorer.ui.window.dialogs import UnsavedAnswer
from explorer.ui.window.main_window import HINT, HINT_TEXT, MainWindow

ACTIONS = (
    "newAction",
    "openAction",
    "saveAction",
    "saveAsAction",
    "undoAction",
    "redoAction",
    "firstStepAction",
    "previousStepAction",
    "nextStepAction",
    "lastStepAction",
    "playAction",
)
WIDGETS = (
    "queryTable",
    "keyTable",
    "valueTable",
    "scoresHeatmap",
    "scaledHeatmap",
    "weightsHeatmap",
    "outputHeatmap",
    "stepPanel",
    "formulaBar",
)


@pytest.fixture
def made(qtbot, dialogs):
    """`create_window`, with the windows closed after the test; nobody is there to be asked."""

    def make(path=None):
        window = create_window(path)
        window.documents.dialogs = dialogs
        qtbot.addWidget(window)
        return window

    return make


class Events(QObject):
    """The widgets that a kind of event reaches, here of all the application."""

    def __init__(self, application, kind):
        super().__init__()
        self.kind, self.widgets = kind, []
        application.installEventFilter(self)

    def eventFilter(self, watched, event):
        if event.type() == self.kind and isinstance(watched, QWidget):
            self.widgets.append(watched)
        return False


def flush_deletions():
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def name_of(widget):
    return QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)


def file_drop(*paths):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return data


def drop(widget, data):
    """Drag over a widget and let go, as the system does it. Whether the drag was wanted."""
    copy, left, none = (
        Qt.DropAction.CopyAction,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    enter = QDragEnterEvent(QPoint(5, 5), copy, data, left, none)
    enter.ignore()
    QApplication.sendEvent(widget, enter)
    if enter.isAccepted():
        QApplication.sendEvent(widget.window(), QDropEvent(QPoint(5, 5), copy, data, left, none))
    return enter.isAccepted()


# Made by a script


def test_a_script_gets_the_seed_example_worked_out_and_not_shown(made):
    window = made()
    assert window.session.scenario.title == "One query, three sources"
    assert window.session.trace.output.tolist() == [[20.0]]
    assert window.session.path is None
    assert not window.isVisible()


@pytest.mark.parametrize("kind", [str, lambda path: path])
def test_a_script_gets_a_window_on_a_file(made, saved_file, kind):
    window = made(kind(saved_file))
    assert window.session.path == saved_file
    assert window.windowTitle().startswith("seed.attn")
    assert not window.isWindowModified()


def test_a_bad_file_is_an_exception_for_a_script(qapp, tmp_path):
    path = tmp_path / "bad.attn"
    path.write_text("{", encoding="utf-8")
    with pytest.raises(ScenarioFileError):
        create_window(path)


@pytest.mark.parametrize("name", WIDGETS)
def test_widgets_are_found_by_their_stable_names(window, name):
    window.show()
    (widget,) = window.findChildren(QWidget, name)
    assert widget.isVisible()


@pytest.mark.parametrize("name", ACTIONS)
def test_actions_are_found_by_their_stable_names(window, name):
    assert len(window.findChildren(QAction, name)) == 1


def test_capped_and_masked_heatmaps_are_there_when_their_stages_are(qtbot, window, session):
    names = ("cappedHeatmap", "maskedHeatmap")
    assert [window.findChild(QWidget, name) for name in names] == [None, None]
    session.load(load_example("bias-and-cap"), None)
    assert all(window.findChild(QWidget, name) for name in names)
    session.load(load_example("one-query-three-sources"), None)
    flush_deletions()
    assert [window.findChild(QWidget, name) for name in names] == [None, None]


# Title, undo and the unsaved mark


def test_the_title_is_that_of_the_scenario_until_there_is_a_file(driver, tmp_path):
    window = driver.window
    assert window.windowTitle() == "One query, three sources[*] — Attention Explorer"
    driver.session.edit(edits.describe_document, "Mine", "")
    assert window.windowTitle().startswith("Mine[*]")
    driver.dialogs.save_to = tmp_path / "mine.attn"
    driver.trigger("saveAction")
    assert window.windowTitle().startswith("mine.attn[*]")


def test_a_title_that_looks_like_qts_mark_is_shown_as_it_is(driver):
    driver.session.edit(edits.describe_document, "a[*]b", "")
    assert driver.window.windowTitle().startswith("a[*][*]b[*] —")


def test_a_change_marks_the_window_and_undoing_it_takes_the_mark_away(driver):
    window = driver.window
    assert not window.isWindowModified()
    driver.change()
    assert window.isWindowModified()
    driver.trigger("undoAction")
    assert not window.isWindowModified()
    driver.trigger("redoAction")
    assert window.isWindowModified()


def test_going_on_with_a_gesture_after_a_save_keeps_the_mark_true(session, tmp_path):
    gesture = session.gesture()
    gesture.edit(edits.set_cells, "key", 0, 0, np.array([[2.0]]))
    session.mark_saved(tmp_path / "a.attn")
    gesture.edit(edits.set_cells, "key", 0, 0, np.array([[3.0]]))
    assert session.is_modified
    session.undo_stack.undo()
    assert not session.is_modified
    assert session.scenario.key[0, 0] == 2.0
    session.undo_stack.undo()
    assert session.is_modified
    assert session.scenario.key[0, 0] == 1.0


def test_undo_and_redo_say_what_they_do(driver):
    undo, redo = driver.action("undoAction"), driver.action("redoAction")
    assert [(one.text(), one.isEnabled()) for one in (undo, redo)] == [
        ("&Undo", False),
        ("&Redo", False),
    ]
    driver.change(0.5)
    assert undo.text() == "&Undo set K₂,₁ to 0.5"
    undo.trigger()
    assert redo.text() == "&Redo set K₂,₁ to 0.5"
    assert not undo.isEnabled()


def test_undo_shows_an_ampersand_in_a_name(driver):
    driver.session.edit(edits.rename, Axis.SOURCES, 0, "R&D")
    assert driver.action("undoAction").text() == "&Undo rename Source 1 to “R&&D”"


def test_nothing_can_be_undone_right_after_another_document_came(driver, saved_file):
    driver.change()
    driver.dialogs.unsaved = UnsavedAnswer.DISCARD
    driver.window.documents.open_path(saved_file)
    assert not driver.action("undoAction").isEnabled()
    assert not driver.window.isWindowModified()


def test_undo_takes_back_what_is_being_typed(driver):
    editor = driver.open_editor("7")
    assert driver.session.scenario.key[1, 0] == 7.0
    driver.trigger("undoAction")
    assert driver.session.scenario.key[1, 0] == 0.0
    assert not editor.is_open


def test_nothing_is_undone_while_an_open_cell_holds_no_number(driver):
    driver.change()
    editor = driver.open_editor("abc")
    driver.trigger("undoAction")
    assert driver.session.scenario.key[1, 0] == 5.0
    assert editor.is_open
    editor.cancel()


# Closing


def test_an_unchanged_window_closes_unasked(driver):
    driver.activate()
    assert driver.window.close()
    assert driver.dialogs.asked == []


def test_closing_a_changed_window_asks_and_cancel_keeps_it(driver):
    driver.activate()
    driver.change()
    assert not driver.window.close()
    assert driver.window.isVisible()
    assert driver.dialogs.asked == ["unsaved One query, three sources"]
    assert driver.session.is_modified


def test_an_error_on_the_way_keeps_the_window_open(driver, monkeypatch):
    def wrong(then):
        raise RuntimeError("a mistake of the program")

    driver.activate()
    driver.change()
    with monkeypatch.context() as patch:
        patch.setattr(driver.window.documents, "may_discard", wrong)
        with pytest.raises(RuntimeError):
            driver.window.close()
    assert driver.window.isVisible()


def test_closing_after_undoing_everything_asks_nothing(driver):
    driver.activate()
    driver.change()
    driver.trigger("undoAction")
    assert driver.window.close()
    assert driver.dialogs.asked == []


def test_closing_discards_when_told_so(driver):
    driver.activate()
    driver.change()
    driver.dialogs.unsaved = UnsavedAnswer.DISCARD
    driver.trigger("closeAction")
    assert not driver.window.isVisible()


def test_closing_saves_when_told_so(driver, tmp_path):
    from explorer.files import load_scenario

    driver.activate()
    driver.change()
    driver.dialogs.unsaved = UnsavedAnswer.SAVE
    driver.dialogs.save_to = tmp_path / "kept.attn"
    assert driver.window.close()
    assert load_scenario(tmp_path / "kept.attn").key[1, 0] == 5.0


def test_a_window_whose_document_could_not_be_saved_stays_open(driver, tmp_path):
    driver.activate()
    driver.change()
    driver.dialogs.unsaved = UnsavedAnswer.SAVE
    driver.dialogs.save_to = tmp_path / "missing" / "kept.attn"
    assert not driver.window.close()
    assert driver.window.isVisible()
    assert driver.window.notice_bar.text.startswith("Not saved:")


def test_a_window_does_not_close_over_a_cell_that_holds_no_number(driver):
    editor = driver.open_editor("abc")
    assert not driver.window.close()
    assert editor.is_open
    assert driver.dialogs.asked == []
    editor.cancel()


# Notices


def test_the_hint_is_there_once_and_never_again_after_it_was_dismissed(
    qtbot, session, look, preferences, dialogs
):
    first = MainWindow(session, look, dialogs)
    qtbot.addWidget(first)
    assert first.notice_bar.text == HINT_TEXT
    first.notice_bar.dismiss()
    assert first.notice_bar.text == ""
    assert preferences.is_dismissed(HINT)
    second = MainWindow(session, look, dialogs)
    qtbot.addWidget(second)
    assert second.notice_bar.text == ""


def test_a_hint_that_was_not_dismissed_comes_back(qtbot, window, session, look, dialogs):
    window.show_notice("Something else")
    window.notice_bar.dismiss()
    second = MainWindow(session, look, dialogs)
    qtbot.addWidget(second)
    assert second.notice_bar.text == HINT_TEXT


def test_no_dialog_is_in_the_way_at_the_start(driver):
    driver.activate()
    assert QApplication.activeModalWidget() is None
    assert QApplication.activePopupWidget() is None


def test_a_refused_edit_is_said_in_the_window(driver):
    assert not driver.session.edit(edits.remove, Axis.QUERIES, [0])
    assert "at least one to stay" in driver.window.notice_bar.text
    assert not driver.session.is_modified


def test_a_refused_edit_is_left_to_the_open_editor_to_say(driver):
    editor = driver.open_editor("1e300")
    driver.window.notice_bar.dismiss()
    assert not driver.session.edit(edits.remove, Axis.QUERIES, [0])
    assert driver.window.notice_bar.text == ""
    editor.cancel()


# Panels and focus


def panel_with_focus(window):
    focused = window.focusWidget()
    return next(panel for panel in window._panels() if panel.isAncestorOf(focused)).objectName()


def test_f6_goes_round_the_panels_and_shift_f6_back(qtbot, driver):
    driver.activate()
    window = driver.window
    window.stage_flow.heatmaps[0].setFocus()
    names = ["stepPanel", "formulaBar", "inputsPanel", "noticeBar", "stageFlow"]
    for name in names:
        qtbot.keyClick(window.focusWidget(), Qt.Key.Key_F6)
        assert panel_with_focus(window) == name
    for name in [*reversed(names[:-1]), "stageFlow"]:
        qtbot.keyClick(window.focusWidget(), Qt.Key.Key_F6, Qt.KeyboardModifier.ShiftModifier)
        assert panel_with_focus(window) == name


def test_f6_leaves_out_what_is_hidden_and_takes_in_what_is_shown(qtbot, driver):
    driver.activate()
    window = driver.window
    window.notice_bar.dismiss()
    driver.trigger("stepPanelAction")
    driver.trigger("notesPanelAction")
    window.inputs_panel.tables["query"].setFocus()
    seen = []
    for _ in range(4):
        qtbot.keyClick(window.focusWidget(), Qt.Key.Key_F6)
        seen.append(window.focusWidget().objectName())
    assert seen == ["scoresHeatmap", "notesPanel", "formulaView", "queryTable"]


def test_a_weight_is_followed_to_the_cells_it_comes_from_with_f6_and_enter_alone(qtbot, driver):
    driver.activate()
    window, session = driver.window, driver.session
    session.go_to(Place("weights", 0, 1))
    window.stage_flow.heatmaps[0].setFocus()
    qtbot.keyClick(window.focusWidget(), Qt.Key.Key_F6)
    steps = []
    for _ in range(3):
        qtbot.keyClick(window.focusWidget(), Qt.Key.Key_Return)
        steps.append(session.step)
    assert steps[:2] == [Place("scaled_scores", 0, 1), Place("scores", 0, 1)]
    assert window.focusWidget() is window.inputs_panel.tables["query"]


@pytest.mark.parametrize("name", ["queryTable", "keyTable", "valueTable"])
def test_tab_and_f6_leave_every_table(qtbot, driver, name):
    driver.activate()
    table = driver.window.findChild(QAbstractItemView, name)
    for key in (Qt.Key.Key_Tab, Qt.Key.Key_F6):
        table.setFocus()
        qtbot.keyClick(table, key)
        assert driver.window.focusWidget() is not table


def test_tab_reaches_every_part_of_the_window(qtbot, driver):
    driver.activate()
    window = driver.window
    seen = set()
    for _ in range(60):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        seen.add(QApplication.focusWidget())
    focusable = {
        widget
        for widget in window.findChildren(QWidget)
        if widget.isVisible()
        and widget.isEnabled()
        and widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        and widget.focusProxy() is None
    }
    assert focusable - seen == set()
    outside = [one for one in seen if not window.rect().contains(one.mapTo(window, QPoint(1, 1)))]
    assert outside == []


def test_every_widget_that_takes_the_focus_has_a_name(driver):
    driver.activate()
    driver.trigger("notesPanelAction")
    driver.window.show_notice("Not saved", ("Save elsewhere…", lambda: None))
    for example in ("one-query-three-sources", "bias-and-cap", "weighted-mix"):
        driver.session.load(load_example(example), None)
        nameless = [
            widget
            for widget in driver.window.findChildren(QWidget)
            if widget.isVisible()
            and widget.focusPolicy() != Qt.FocusPolicy.NoFocus
            and widget.focusProxy() is None
            and not name_of(widget)
        ]
        assert nameless == []


def test_a_new_window_is_worked_with_the_keyboard_alone(qtbot, driver):
    driver.activate()
    for _ in range(60):
        if driver.table.hasFocus():
            break
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    qtbot.keyClicks(QApplication.focusWidget(), "5")
    assert isinstance(QApplication.focusWidget(), QLineEdit)
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    assert driver.session.scenario.key[0, 0] == 5.0
    assert driver.session.undo_stack.count() == 1


def test_following_a_number_from_the_step_panel_goes_to_its_cell(driver):
    driver.activate()
    driver.window.step_panel.origins.rows[2].click()
    table = driver.window.inputs_panel.tables["query"]
    assert table.hasFocus()
    assert (table.currentIndex().row(), table.currentIndex().column()) == (0, 1)


def test_panels_share_a_side_in_a_narrow_window_and_part_again(qtbot, driver):
    window = driver.window
    driver.activate()
    window.resize(700, 700)
    qtbot.waitUntil(lambda: window.docks.share_a_side)
    window.resize(1280, 800)
    qtbot.waitUntil(lambda: not window.docks.share_a_side)


def test_panels_put_together_in_a_wide_window_stay_together(qtbot, driver):
    window = driver.window
    driver.activate()
    window.tabifyDockWidget(window.docks.inputs, window.docks.step)
    window.resize(1300, 810)
    qtbot.waitUntil(lambda: window.size().width() == 1300)
    assert window.docks.share_a_side


def test_a_panel_behind_another_comes_to_the_front_with_the_focus(qtbot, driver):
    window = driver.window
    driver.activate()
    window.resize(700, 700)
    qtbot.waitUntil(lambda: window.docks.share_a_side)
    step, inputs = window.step_panel, window.inputs_panel
    qtbot.waitUntil(lambda: not inputs.visibleRegion().isEmpty())
    step.scrub_bar.setFocus()
    qtbot.waitUntil(lambda: not step.visibleRegion().isEmpty())
    inputs.tables["query"].setFocus()
    qtbot.waitUntil(lambda: not inputs.visibleRegion().isEmpty())


def test_the_layout_comes_back_in_the_next_window(qtbot, session, look, preferences, dialogs):
    first = MainWindow(session, look, dialogs)
    qtbot.addWidget(first)
    first.show()
    first.resize(760, 640)  # the screen is 800 wide
    first.docks["notes"].show()
    first.docks.step.hide()
    first.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, first.docks.inputs)
    assert first.close()
    second = MainWindow(session, look, dialogs)
    qtbot.addWidget(second)
    second.show()
    assert (second.width(), second.height()) == (760, 640)
    assert second.docks["notes"].isVisible()
    assert not second.docks.step.isVisible()
    area = second.dockWidgetArea(second.docks.inputs)
    assert area == Qt.DockWidgetArea.RightDockWidgetArea


def test_a_stored_layout_that_is_damaged_is_left_aside(qtbot, session, look, preferences, dialogs):
    from PySide6.QtCore import QByteArray

    preferences.store_layout("geometry", QByteArray(b"rubbish"))
    preferences.store_layout("state", QByteArray(b"rubbish"))
    window = MainWindow(session, look, dialogs)
    qtbot.addWidget(window)
    assert window.width() == 1280
    assert window.docks.inputs.isVisibleTo(window)


# Files dropped on the window


@pytest.mark.parametrize("name", ["queryTable", "scoresHeatmap", "formulaBar", "notesPanel"])
def test_a_file_dropped_anywhere_on_the_window_opens(driver, saved_file, name):
    driver.activate()
    driver.trigger("notesPanelAction")
    widget = driver.window.findChild(QWidget, name)
    target = widget.viewport() if hasattr(widget, "viewport") else widget
    assert drop(target, file_drop(saved_file))
    assert driver.session.path == saved_file


def test_of_several_dropped_files_the_first_opens_and_the_window_says_so(driver, saved_file):
    other = saved_file.with_name("other.attn")
    save_scenario(driver.session.scenario, other)
    assert drop(driver.window, file_drop(saved_file, other))
    assert driver.session.path == saved_file
    assert "seed.attn" in driver.window.notice_bar.text


def test_dropped_text_and_addresses_are_not_files(driver):
    text = QMimeData()
    text.setText("1 2 3")
    address = QMimeData()
    address.setUrls([QUrl("https://example.org/a.attn")])
    assert not drop(driver.window, text)
    assert not drop(driver.window, address)


# Hover


def test_hovering_says_what_a_cell_holds_and_names_are_not_markup(driver):
    driver.session.edit(edits.rename, Axis.QUERIES, 0, "<b>bold</b>")
    table = driver.window.inputs_panel.tables["query"]
    table.entered.emit(table.matrix.index(0, 0))
    sentence = driver.window._sentence
    assert sentence.text() == "“<b>bold</b>”, component 1: 1"
    assert sentence.textFormat() == Qt.TextFormat.PlainText
    assert "&lt;b&gt;" in sentence.toolTip()


def test_f8_hides_the_number_in_the_status_bar_too_and_waits_for_one_to_be_typed(qtbot, driver):
    driver.activate()
    window = driver.window
    driver.session.go_to(Place("weights", 0, 1))
    heatmap = window.stage_flow.heatmaps[2]
    heatmap.hovered.emit(heatmap.sentence(Place("weights", 0, 1)))
    assert "0.1977" in window._sentence.text()
    heatmap.setFocus()
    qtbot.keyClick(heatmap, Qt.Key.Key_F8)
    assert window._sentence.text() == ""
    qtbot.keyClicks(window.focusWidget(), "0.198")
    qtbot.keyClick(window.focusWidget(), Qt.Key.Key_Return)
    assert window.sections.predict_box.verdict.text() == "Right: 0.198 (you: 0.198)"


def test_a_long_sentence_is_elided_and_does_not_widen_the_window(qtbot, driver):
    driver.activate()
    before = driver.window.minimumSizeHint().width()
    driver.window._sentence.setText("source " * 200)
    driver.window.grab()
    assert driver.window.minimumSizeHint().width() == before
    assert driver.window.width() == 1280


# Several windows, and the end of one


def test_two_windows_have_documents_of_their_own(made):
    first, second = made(), made()
    first.session.edit(edits.set_cells, "query", 0, 0, np.array([[9.0]]))
    second.session.go_to(second.session.walk[-1].place)
    assert second.session.scenario.query[0, 0] == 1.0
    assert not second.isWindowModified()
    assert first.session.step == first.session.walk[0].place
    assert first.findChild(QAction, "undoAction").isEnabled()
    assert not second.findChild(QAction, "undoAction").isEnabled()


def test_two_windows_share_their_look(made):
    first, second = made(), made()
    assert first.look is second.look
    first.findChild(QAction, "zoomInAction").trigger()
    assert second._format.text().endswith("110 %")


def test_windows_with_other_preferences_have_a_look_of_their_own(made, window):
    assert made().look is not window.look


def test_a_session_outlives_its_window(qtbot, session, look, preferences, dialogs):
    window = MainWindow(session, look, dialogs)
    window.show()
    window.close()
    window.deleteLater()
    flush_deletions()
    assert session.edit(edits.set_cells, "query", 0, 0, np.array([[9.0]]))
    session.undo_stack.undo()
    session.go_to(session.walk[-1].place)
    session.edit(edits.remove, Axis.QUERIES, [0])
    session.load(load_example("bias-and-cap"), None)
    preferences.zoom = 150
    preferences.digits = 5
    preferences.theme = "dark"


def test_windows_opened_and_closed_leave_nothing_behind(qtbot, look, seed_scenario, dialogs):
    gone, counts = [], []
    gc.collect()  # what tests before this one left to be collected
    flush_deletions()
    for number in range(25):
        window = MainWindow(Session(seed_scenario), look, dialogs)
        if number < 5:
            window.show()
        window.close()
        window.deleteLater()
        gone.append(weakref.ref(window.session))
        del window
        flush_deletions()
        counts.append(len(QApplication.allWidgets()))
    gc.collect()
    assert len(set(counts[1:])) == 1
    assert [one for one in gone if one() is not None] == []


def test_dialogs_are_gone_once_they_are_closed(qtbot, driver):
    driver.activate()
    driver.window.formula_bar.show_symbols()
    driver.window.findChild(QWidget, "symbolTable").close()
    names = ("newAction", "examplesAction", "describeAction", "shortcutsAction", "aboutAction")
    before = len(QApplication.allWidgets())
    for name in names:
        driver.trigger(name)
        dialog = QApplication.activeModalWidget()
        assert dialog is not None, name
        dialog.close()
        del dialog
        flush_deletions()
        assert len(QApplication.allWidgets()) == before, name


def test_what_the_window_asks_takes_names_literally(qtbot, window):
    from PySide6.QtWidgets import QMessageBox

    from explorer.ui.window.dialogs import question_box

    buttons = QMessageBox.StandardButton
    box = question_box(window, "Title", "Save “<b>x</b>”?", buttons.Save | buttons.Cancel)
    assert box.textFormat() == Qt.TextFormat.PlainText
    assert box.defaultButton().text().replace("&", "") == "Save"


def test_the_save_dialog_adds_the_ending_before_it_asks_about_replacing(qtbot, window, tmp_path):
    from explorer.ui.window.dialogs import save_dialog

    dialog = save_dialog(window, str(tmp_path / "mine"))
    assert dialog.selectedFiles() == [str(tmp_path / "mine.attn")]
    dialog.selectFile(str(tmp_path / "mine.json"))
    assert dialog.selectedFiles() == [str(tmp_path / "mine.json")]
    dialog.deleteLater()


def test_the_look_of_one_preferences_does_not_reach_another(qtbot, tmp_path, look):
    from PySide6.QtCore import QSettings

    other = Look(Preferences(QSettings(str(tmp_path / "b.ini"), QSettings.Format.IniFormat)))
    other.preferences.digits = 7
    assert look.digits == 3


def test_a_table_keeps_its_menu_when_the_menu_bar_is_opened_with_the_keyboard(qtbot, driver):
    driver.activate()
    window = driver.window
    window.inputs_panel.tables["query"].setFocus()
    QCoreApplication.processEvents()
    window.menuBar().setFocus()
    QCoreApplication.processEvents()
    window.menus.table_menu.aboutToShow.emit()
    assert len(window.menus.table_menu.actions()) > 1


def test_a_refusal_is_taken_back_by_the_next_change(driver):
    driver.session.refused.emit("Nothing was pasted")
    assert driver.window.notice_bar.text == "Nothing was pasted"
    driver.session.edit(edits.set_cells, "value", 0, 0, np.array([[5.0]]))
    assert driver.window.notice_bar.text == ""


def test_a_refusal_is_taken_back_by_an_edit_that_leaves_all_numbers_as_they_are(driver):
    driver.activate()
    driver.table.setCurrentIndex(driver.table.matrix.index(0, 0))
    QGuiApplication.clipboard().setText("1 2\n3")
    paste(driver.table)
    assert driver.window.notice_bar.text.startswith("Nothing was pasted")
    QGuiApplication.clipboard().setText("1\t0")
    paste(driver.table)
    assert driver.session.undo_stack.count() == 0
    assert driver.window.notice_bar.text == ""


def test_the_step_comes_to_the_front_where_it_shares_a_side_with_the_inputs(qtbot, driver):
    driver.activate()
    driver.window.resize(700, 600)
    qtbot.waitUntil(lambda: driver.window.docks.share_a_side)
    driver.session.go_to(Place("weights", 0, 1))
    qtbot.waitUntil(lambda: not driver.window.step_panel.visibleRegion().isEmpty())


def test_the_page_keys_of_the_walk_leave_the_selection_of_a_heatmap_alone(qtbot, driver):
    driver.activate()
    driver.session.go_to(Place("output", 0, 0))
    (view,) = (one for one in driver.window.stage_flow.heatmaps if one.stage.name == "weights")
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_PageDown, Qt.KeyboardModifier.AltModifier)
    assert driver.session.step == Place("output", 0, 0)


def test_a_plane_of_the_largest_numbers_is_drawn(driver):
    driver.activate()
    driver.trigger("planePanelAction")
    driver.session.edit(edits.set_cells, "query", 0, 0, np.array([[1e308]]))
    assert not driver.window.docks.panels["plane"].grab().isNull()
    assert driver.session.scenario.query[0, 0] == 1e308


def test_back_from_a_typed_in_cell_puts_the_focus_on_the_arithmetic_it_was_followed_from(driver):
    driver.activate()
    panel = driver.window.step_panel
    driver.session.follow(Place("scores", 0, 1))
    panel.follow(Place("query", 0, 0))
    assert driver.window.focusWidget() is driver.window.inputs_panel.tables["query"]
    driver.trigger("goBackAction")
    assert driver.session.step == Place("scores", 0, 1)
    assert driver.window.focusWidget() is panel.derivation


def test_no_part_of_a_window_appears_while_it_is_made(qapp, made):
    shown = Events(qapp, QEvent.Type.Show)
    window = made()
    assert shown.widgets == []
    window.show()
    assert [widget for widget in shown.widgets if widget.isWindow()] == [window]
    qapp.removeEventFilter(shown)


def test_a_window_that_is_shown_is_painted_once(qapp, qtbot, made):
    window = made()
    painted = Events(qapp, QEvent.Type.Paint)
    window.show()
    qtbot.waitUntil(lambda: window.formula_bar in painted.widgets)
    for _ in range(5):
        qapp.processEvents()
    qapp.removeEventFilter(painted)
    views = [view.viewport() for view in window.stage_flow.heatmaps]
    assert [painted.widgets.count(view) for view in (*views, window.formula_bar)] == [1] * 5
