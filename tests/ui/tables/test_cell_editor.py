import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget

from explorer.app import edits
from explorer.model.places import Axis
from explorer.ui.parts.bubble import Bubble
from explorer.ui.tables.cell_editor import CellEditor
from explorer.ui.tables.matrix_table import MatrixTable

KEY = Qt.Key


@pytest.fixture
def window(qtbot, session, look):
    """Two tables and another place to type in, as in the program."""
    window = QWidget()
    layout = QVBoxLayout(window)
    window.query = MatrixTable(session, look, "query", "Queries")
    window.key = MatrixTable(session, look, "key", "Keys")
    window.other = QLineEdit()
    for widget in (window.query, window.key, window.other):
        layout.addWidget(widget)
    qtbot.addWidget(window)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.key.setFocus()
    window.key.setCurrentIndex(window.key.matrix.index(0, 0))
    qtbot.waitUntil(window.key.hasFocus)
    return window


@pytest.fixture
def key(window):
    return window.key


def editor_of(table):
    editors = [editor for editor in table.findChildren(CellEditor) if editor.is_open]
    return editors[0] if editors else None


def press(qtbot, key, modifier=Qt.KeyboardModifier.NoModifier):
    """A key goes where the focus is, as a person's does."""
    qtbot.keyClick(QApplication.focusWidget(), key, modifier)


def type_text(qtbot, text):
    for letter in text:
        qtbot.keyClicks(QApplication.focusWidget(), letter)


def bubble_text(window):
    shown = [bubble for bubble in window.findChildren(Bubble) if bubble.isVisible()]
    return shown[0].text() if shown else None


def current(table):
    return table.currentIndex().row(), table.currentIndex().column()


def test_typing_replaces_and_enter_goes_down(qtbot, session, key):
    type_text(qtbot, "9")
    press(qtbot, KEY.Key_Return)
    assert session.scenario.key[0, 0] == 9
    assert current(key) == (1, 0)
    assert editor_of(key) is None


def test_f2_opens_with_the_exact_number_and_tab_goes_right(qtbot, session, key):
    session.edit(edits.set_cells, "key", 0, 0, np.array([[0.1 + 0.2]]))
    press(qtbot, KEY.Key_F2)
    assert editor_of(key).text() == "0.30000000000000004"
    press(qtbot, KEY.Key_Tab)
    assert current(key) == (0, 1)
    assert key.hasFocus()


def test_every_key_that_makes_a_number_is_seen_at_once_and_all_are_one_undo(qtbot, session, key):
    seen = []
    session.changed.connect(lambda change: seen.append(float(session.scenario.key[0, 0])))
    type_text(qtbot, "12.5")
    assert list(dict.fromkeys(seen)) == [12.0, 12.5]
    press(qtbot, KEY.Key_Return)
    assert session.undo_stack.count() == 1
    assert session.undo_stack.undoText() == "set K₁,₁ to 12.5"
    session.undo_stack.undo()
    assert session.scenario.key[0, 0] == 1


def test_esc_takes_back_what_was_typed_and_leaves_no_undo(qtbot, session, key):
    type_text(qtbot, "95")
    press(qtbot, KEY.Key_Escape)
    assert session.scenario.key[0, 0] == 1
    assert session.undo_stack.count() == 0
    assert not session.is_modified
    assert editor_of(key) is None
    assert key.hasFocus()


@pytest.mark.parametrize("value", [0.70710678, 1e-9, -0.0, 5e-324, 1.7e308, 0.1 + 0.2, 1e22])
def test_open_and_enter_never_changes_a_bit(qtbot, session, key, value):
    session.edit(edits.set_cells, "value", 0, 0, np.array([[0.0]]))
    session.edit(edits.set_cells, "key", 0, 0, np.array([[0.0]]))
    session.edit(edits.set_cells, "query", 0, 0, np.array([[0.0]]))
    session.edit(edits.set_cells, "key", 0, 0, np.array([[value]]))
    before, count = session.scenario.key.tobytes(), session.undo_stack.count()
    press(qtbot, KEY.Key_F2)
    press(qtbot, KEY.Key_Return)
    assert session.scenario.key.tobytes() == before
    assert session.undo_stack.count() == count


@settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.floats(-1e100, 1e100))
def test_typing_the_text_of_a_number_anew_gives_the_same_double(qtbot, session, key, value):
    key.setCurrentIndex(key.matrix.index(2, 0))
    session.edit(edits.set_cells, "key", 2, 0, np.array([[value]]))
    before = session.scenario.key.tobytes()
    press(qtbot, KEY.Key_F2)
    text = editor_of(key).text()
    editor_of(key).selectAll()
    type_text(qtbot, text)
    press(qtbot, KEY.Key_Return)
    assert session.scenario.key.tobytes() == before


@pytest.mark.parametrize("text", ["abc", "1/0", "nan", "1e999", "1,234"])
def test_what_is_no_number_keeps_the_editor_open_with_the_reason_beside_it(
    qtbot, session, window, key, text
):
    type_text(qtbot, text)
    press(qtbot, KEY.Key_Return)
    assert editor_of(key).text() == text
    assert text in bubble_text(window)
    assert QApplication.focusWidget() is editor_of(key)
    press(qtbot, KEY.Key_Escape)
    assert bubble_text(window) is None
    assert session.scenario.key[0, 0] == 1
    assert session.undo_stack.count() == 0


def test_no_key_of_a_text_that_is_no_number_reaches_the_session(qtbot, session, key):
    with qtbot.assertNotEmitted(session.changed):
        type_text(qtbot, "abc")
        press(qtbot, KEY.Key_Return)


def test_the_reason_goes_away_with_the_next_key(qtbot, window, key):
    type_text(qtbot, "x")
    press(qtbot, KEY.Key_Return)
    assert bubble_text(window)
    press(qtbot, KEY.Key_Backspace)
    assert bubble_text(window) is None


def test_leaving_an_editor_that_holds_no_number_keeps_it_open_without_taking_the_focus(
    qtbot, window, key
):
    type_text(qtbot, "x")
    window.other.setFocus()
    assert window.other.hasFocus()
    assert editor_of(key).text() == "x"
    assert bubble_text(window)


def test_leaving_an_editor_with_a_number_commits_it(qtbot, session, window, key):
    type_text(qtbot, "7")
    window.other.setFocus()
    assert editor_of(key) is None
    assert session.scenario.key[0, 0] == 7
    assert session.undo_stack.count() == 1


def test_a_click_on_another_cell_goes_back_to_an_editor_that_holds_no_number(qtbot, key):
    type_text(qtbot, "x")
    target = key.visualRect(key.matrix.index(2, 1)).center()
    qtbot.mouseClick(key.viewport(), Qt.MouseButton.LeftButton, pos=target)
    assert editor_of(key).text() == "x"
    assert QApplication.focusWidget() is editor_of(key)


def test_a_click_on_another_cell_commits_a_number(qtbot, session, key):
    type_text(qtbot, "8")
    target = key.visualRect(key.matrix.index(2, 1)).center()
    qtbot.mouseClick(key.viewport(), Qt.MouseButton.LeftButton, pos=target)
    assert editor_of(key) is None
    assert session.scenario.key[0, 0] == 8
    assert current(key) == (2, 1)


def test_settling_commits_before_anything_reads_the_document(qtbot, session, key):
    type_text(qtbot, "9")
    assert session.settle()
    assert editor_of(key) is None
    assert session.scenario.key[0, 0] == 9
    assert session.settle()


def test_settling_is_refused_visibly_while_no_number_is_typed(qtbot, session, window, key):
    type_text(qtbot, "x")
    window.other.setFocus()
    assert not session.settle()
    assert bubble_text(window)
    assert QApplication.focusWidget() is editor_of(key)


def test_the_beginning_of_a_refused_number_counts_for_nothing(qtbot, session, window, key):
    before = session.scenario.key.copy()
    type_text(qtbot, "1e999")
    press(qtbot, KEY.Key_Return)
    assert editor_of(key).text() == "1e999"
    assert bubble_text(window)
    assert np.array_equal(session.scenario.key, before)
    press(qtbot, KEY.Key_Backspace)
    press(qtbot, KEY.Key_Return)
    assert 1e99 in session.scenario.key


def test_a_second_editor_does_not_open_while_the_first_holds_no_number(qtbot, window, key):
    type_text(qtbot, "x")
    window.query.setCurrentIndex(window.query.matrix.index(0, 0))
    window.query.edit(window.query.currentIndex())
    assert editor_of(window.query) is None
    assert editor_of(key).text() == "x"


def test_a_change_from_elsewhere_leaves_half_typed_text_alone(qtbot, session, key):
    type_text(qtbot, "1/")
    session.edit(edits.set_cells, "key", 0, 0, np.array([[5.0]]))
    session.edit(edits.set_cells, "value", 0, 0, np.array([[5.0]]))
    assert editor_of(key).text() == "1/"
    type_text(qtbot, "4")
    press(qtbot, KEY.Key_Return)
    assert session.scenario.key[0, 0] == 0.25
    assert session.scenario.value[0, 0] == 5
    session.undo_stack.undo()
    assert session.scenario.key[0, 0] == 5


def test_what_is_typed_wins_over_a_change_from_elsewhere(qtbot, session, key):
    type_text(qtbot, "3")
    session.undo_stack.undo()
    assert session.scenario.key[0, 0] == 1
    press(qtbot, KEY.Key_Return)
    assert session.scenario.key[0, 0] == 3


def test_an_editor_whose_row_is_removed_closes(qtbot, session, key):
    key.setCurrentIndex(key.matrix.index(2, 0))
    type_text(qtbot, "4")
    session.edit(edits.remove, Axis.SOURCES, [2])
    assert editor_of(key) is None
    assert session.settle()


def test_an_editor_does_not_outlive_its_document(qtbot, session, seed_scenario, key):
    type_text(qtbot, "9")
    session.load(seed_scenario, None)
    assert editor_of(key) is None
    assert session.scenario is seed_scenario
    assert session.settle()


def test_a_number_too_large_to_calculate_with_is_refused_beside_the_cell(
    qtbot, session, window, key
):
    session.edit(edits.set_cells, "query", 0, 0, np.array([[1e200]]))
    count = session.undo_stack.count()
    press(qtbot, KEY.Key_F2)
    editor_of(key).selectAll()
    QApplication.clipboard().setText("1e200")
    editor_of(key).paste()
    press(qtbot, KEY.Key_Return)
    assert "too large" in bubble_text(window)
    assert editor_of(key) is not None
    assert session.undo_stack.count() == count


def test_the_bubble_stays_inside_the_window_and_beside_the_cell(qtbot, window, key):
    key.setCurrentIndex(key.matrix.index(2, 1))
    type_text(qtbot, "x")
    press(qtbot, KEY.Key_Return)
    bubble = window.findChild(Bubble)
    assert window.rect().contains(bubble.geometry())
    corner = editor_of(key).mapTo(window, editor_of(key).rect().topLeft())
    assert not bubble.geometry().contains(corner)
