import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QAccessible,
    QAction,
    QColor,
    QContextMenuEvent,
    QKeySequence,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu, QVBoxLayout, QWidget

from explorer.app import edits
from explorer.model import Place, Region, Scenario
from explorer.model.places import Axis, Role
from explorer.ui.looks.colours import contrast, mixed
from explorer.ui.looks.theme import THEMES
from explorer.ui.tables.cell_commands import Block
from explorer.ui.tables.cell_delegate import SELECTED_SHARE
from explorer.ui.tables.matrix_header import NameEditor
from explorer.ui.tables.matrix_table import MatrixTable
from explorer.ui.tables.paste_question import PasteAnswer, PasteQuestion
from explorer.ui.tables.scrubbing import scrub_step

KEY, MODIFIER = Qt.Key, Qt.KeyboardModifier
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def key(qtbot, session, look):
    return shown(qtbot, session, look, "key")


def shown(qtbot, session, look, array):
    """The table in a window of its own, with the focus on its first cell."""
    window = QWidget()
    qtbot.addWidget(window)
    qtbot.kept = window
    table = MatrixTable(session, look, array, f"The {array} table")
    layout = QVBoxLayout(window)
    layout.addWidget(table)
    window.other = QLineEdit()
    layout.addWidget(window.other)
    window.resize(400, 300)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    table.setFocus()
    table.setCurrentIndex(table.matrix.index(0, 0))
    qtbot.waitUntil(table.hasFocus)
    return table


def select(table, row, column, rows=1, columns=1):
    table.select_block(Block(row, column, rows, columns))


def start(table, name):
    table.findChild(QAction, name).trigger()


def current(table):
    return table.currentIndex().row(), table.currentIndex().column()


def centre(table, row, column):
    return table.visualRect(table.matrix.index(row, column)).center()


def clipboard(text=None):
    if text is not None:
        QApplication.clipboard().setText(text)
    return QApplication.clipboard().text()


def drag(qtbot, table, start_at, *ways):
    viewport = table.viewport()
    qtbot.mousePress(viewport, LEFT, pos=start_at)
    for way in ways:
        qtbot.mouseMove(viewport, start_at + way)
    qtbot.mouseRelease(viewport, LEFT, pos=start_at + ways[-1])


def turn_wheel(table, row, column, notches, modifiers=MODIFIER.AltModifier):
    position = QPointF(centre(table, row, column))
    event = QWheelEvent(
        position,
        QPointF(table.viewport().mapToGlobal(position.toPoint())),
        QPoint(),
        QPoint(notches * 120, 0),
        Qt.MouseButton.NoButton,
        modifiers,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(table.viewport(), event)


# Selecting and setting cells


def test_delete_sets_the_selection_to_0_in_one_undo(qtbot, session, key):
    select(key, 1, 0, 2, 2)
    qtbot.keyClick(key, KEY.Key_Delete)
    assert session.scenario.key.tolist() == [[1, 0], [0, 0], [0, 0]]
    assert session.undo_stack.count() == 1
    assert session.undo_stack.undoText() == "clear 2 × 2 cells of K"
    session.undo_stack.undo()
    assert session.scenario.key.tolist() == [[1, 0], [0, 1], [1, 1]]


def test_shift_and_arrows_select_and_ctrl_a_selects_all(qtbot, key):
    qtbot.keyClick(key, KEY.Key_Down, MODIFIER.ShiftModifier)
    assert key.selected_block() == Block(0, 0, 2, 1)
    qtbot.keyClick(key, KEY.Key_A, MODIFIER.ControlModifier)
    assert key.selected_block() == Block(0, 0, 3, 2)


def test_enter_goes_down_and_shift_enter_up(qtbot, key):
    qtbot.keyClick(key, KEY.Key_Return)
    assert current(key) == (1, 0)
    qtbot.keyClick(key, KEY.Key_Return, MODIFIER.ShiftModifier)
    assert current(key) == (0, 0)


def test_tab_leaves_the_table(qtbot, key):
    qtbot.keyClick(key, KEY.Key_Tab)
    assert key.window().other.hasFocus()


def test_ctrl_d_fills_down_and_ctrl_r_fills_right(qtbot, session, key):
    select(key, 0, 0, 3, 2)
    qtbot.keyClick(key, KEY.Key_D, MODIFIER.ControlModifier)
    assert session.scenario.key.tolist() == [[1, 0], [1, 0], [1, 0]]
    qtbot.keyClick(key, KEY.Key_R, MODIFIER.ControlModifier)
    assert session.scenario.key.tolist() == [[1, 1], [1, 1], [1, 1]]
    assert session.undo_stack.count() == 2
    assert session.undo_stack.undoText() == "fill 3 × 2 cells of K"


def test_filling_one_row_takes_the_row_above(qtbot, session, key):
    select(key, 2, 0, 1, 2)
    qtbot.keyClick(key, KEY.Key_D, MODIFIER.ControlModifier)
    assert session.scenario.key.tolist() == [[1, 0], [0, 1], [0, 1]]


def test_filling_the_first_row_alone_does_nothing(qtbot, session, key):
    qtbot.keyClick(key, KEY.Key_D, MODIFIER.ControlModifier)
    qtbot.keyClick(key, KEY.Key_R, MODIFIER.ControlModifier)
    assert session.undo_stack.count() == 0


# The clipboard


def test_copy_then_paste_is_the_same_bit_by_bit(session, key):
    session.edit(edits.set_cells, "key", 0, 0, np.array([[0.1 + 0.2, -0.0], [1e-9, 1 / 3]]))
    before = session.scenario.key.tobytes()
    key.selectAll()
    start(key, "copyCellsAction")
    start(key, "clearCellsAction")
    start(key, "pasteCellsAction")
    assert session.scenario.key.tobytes() == before


def test_copy_gives_tabs_and_html_at_full_precision(session, key):
    session.edit(edits.set_cells, "key", 0, 0, np.array([[0.1 + 0.2]]))
    select(key, 0, 0, 2, 2)
    start(key, "copyCellsAction")
    content = QApplication.clipboard().mimeData()
    assert content.text() == "0.30000000000000004\t0\n0\t1"
    assert "<td>0.30000000000000004</td>" in content.html()


def test_cut_is_one_undo(session, key):
    select(key, 2, 0, 1, 2)
    start(key, "cutCellsAction")
    assert clipboard() == "1\t1"
    assert session.scenario.key[2].tolist() == [0, 0]
    assert session.undo_stack.count() == 1


def test_a_paste_is_one_undo_and_selects_what_it_changed(session, key):
    clipboard("5\t6\r\n7\t8\r\n")
    select(key, 1, 0)
    start(key, "pasteCellsAction")
    assert session.scenario.key.tolist() == [[1, 0], [5, 6], [7, 8]]
    assert session.undo_stack.count() == 1
    assert key.selected_block() == Block(1, 0, 2, 2)


def test_one_number_fills_the_whole_selection(session, key):
    clipboard("1/4")
    select(key, 0, 0, 3, 2)
    start(key, "pasteCellsAction")
    assert session.scenario.key.tolist() == [[0.25, 0.25]] * 3


def test_text_that_is_no_table_is_refused_in_one_sentence(qtbot, session, key):
    clipboard("1\t\t3")
    with qtbot.waitSignal(session.refused) as refused:
        start(key, "pasteCellsAction")
    assert refused.args[0].startswith("Nothing was pasted: row 1, column 2: expected a number")
    assert session.undo_stack.count() == 0


def question_for_a_large_paste(key):
    clipboard("1\t2\t3\n4\t5\t6\n7\t8\t9\n10\t11\t12")
    select(key, 1, 0)
    start(key, "pasteCellsAction")
    return key.window().findChild(PasteQuestion)


def test_a_paste_that_does_not_fit_asks_and_can_grow_the_table(qtbot, session, key):
    question = question_for_a_large_paste(key)
    assert question.accessibleName() == "Paste 4 × 3 needs 2 more sources and 1 more component."
    assert session.undo_stack.count() == 0
    qtbot.mouseClick(question.buttons[PasteAnswer.GROW], LEFT)
    assert session.scenario.key.shape == (5, 3)
    assert session.scenario.query.shape == (1, 3)
    assert session.scenario.value.shape == (5, 1)
    assert session.undo_stack.count() == 1
    assert key.hasFocus()


def test_a_paste_that_does_not_fit_can_be_clipped(qtbot, session, key):
    question = question_for_a_large_paste(key)
    qtbot.mouseClick(question.buttons[PasteAnswer.ONLY_WHAT_FITS], LEFT)
    assert session.scenario.key.tolist() == [[1, 0], [1, 2], [4, 5]]
    assert session.undo_stack.count() == 1


def test_esc_answers_the_question_with_no_paste(qtbot, session, key):
    question = question_for_a_large_paste(key)
    qtbot.keyClick(QApplication.focusWidget(), KEY.Key_Escape)
    assert not question.isVisible()
    assert session.undo_stack.count() == 0


def test_the_question_goes_away_when_the_document_changes(session, key):
    question = question_for_a_large_paste(key)
    session.edit(edits.set_cells, "key", 0, 0, np.array([[9.0]]))
    assert not question.isVisible()
    assert session.scenario.key.shape == (3, 2)


# Scrubbing


@pytest.mark.parametrize(
    ("value", "step"), [(0.0, 0.1), (1.0, 0.1), (-7.0, 0.1), (42.0, 1.0), (0.5, 0.01)]
)
def test_a_scrub_step_follows_the_size_of_the_number(value, step):
    assert float(scrub_step(value)) == step
    assert float(scrub_step(value, fine=True)) == pytest.approx(step / 10)


def test_dragging_up_on_the_current_cell_raises_its_number_in_one_undo(qtbot, session, key):
    seen = []
    session.changed.connect(lambda change: seen.append(float(session.scenario.key[0, 0])))
    drag(qtbot, key, centre(key, 0, 0), QPoint(0, -12), QPoint(0, -24), QPoint(0, -36))
    assert len(seen) > 1
    assert seen == sorted(seen)
    assert session.scenario.key[0, 0] > 1
    assert session.undo_stack.count() == 1
    session.undo_stack.undo()
    assert session.scenario.key[0, 0] == 1


def test_scrubbing_keeps_decimals_clean(qtbot, session, key):
    session.edit(edits.set_cells, "key", 0, 0, np.array([[0.1]]))
    for _ in range(2):
        turn_wheel(key, 0, 0, 1)
    assert session.scenario.key[0, 0] == 0.12


def test_esc_takes_a_drag_back(qtbot, session, key):
    at = centre(key, 0, 0)
    qtbot.mousePress(key.viewport(), LEFT, pos=at)
    qtbot.mouseMove(key.viewport(), at + QPoint(0, 30))
    assert session.scenario.key[0, 0] < 1
    qtbot.keyClick(key, KEY.Key_Escape)
    assert session.scenario.key[0, 0] == 1
    assert session.undo_stack.count() == 0
    qtbot.mouseRelease(key.viewport(), LEFT, pos=at)


def test_a_drag_that_takes_long_goes_on_and_its_newest_number_arrives(qtbot, session, key, work):
    at = centre(key, 0, 0)
    qtbot.mousePress(key.viewport(), LEFT, pos=at)
    for height in (12, 24, 36):
        qtbot.mouseMove(key.viewport(), at - QPoint(0, height))
    work.wait()
    assert session.scenario.key[0, 0] == 1
    work.let_go()
    qtbot.waitUntil(lambda: session.scenario.key[0, 0] > 1)
    first = session.scenario.key[0, 0]
    qtbot.mouseMove(key.viewport(), at - QPoint(0, 60))
    qtbot.mouseRelease(key.viewport(), LEFT, pos=at - QPoint(0, 60))
    wanted = session.pending.newest.key[0, 0]
    work.let_go(2)
    qtbot.waitUntil(lambda: not session.pending.is_busy)
    assert session.scenario.key[0, 0] == wanted > first
    assert len(work.scenarios) == 3
    assert session.undo_stack.count() == 1


def test_esc_takes_a_drag_that_takes_long_back(qtbot, session, key, work):
    at = centre(key, 0, 0)
    qtbot.mousePress(key.viewport(), LEFT, pos=at)
    qtbot.mouseMove(key.viewport(), at + QPoint(0, 30))
    work.wait()
    qtbot.keyClick(key, KEY.Key_Escape)
    qtbot.mouseRelease(key.viewport(), LEFT, pos=at)
    work.let_go()
    assert not session.pending.is_busy
    assert session.scenario.key[0, 0] == 1
    assert session.undo_stack.count() == 0


def test_a_drag_from_another_cell_selects(qtbot, session, key):
    at = centre(key, 1, 0)
    drag(qtbot, key, at, QPoint(0, 10), centre(key, 2, 1) - at)
    assert session.undo_stack.count() == 0
    assert key.selected_block() == Block(1, 0, 2, 2)


def test_alt_and_wheel_is_one_undo_until_alt_is_let_go(qtbot, session, key):
    turn_wheel(key, 1, 1, 1)
    turn_wheel(key, 1, 1, 2)
    assert session.scenario.key[1, 1] == 1.3
    assert current(key) == (1, 1)
    assert session.undo_stack.count() == 1
    qtbot.keyRelease(key, KEY.Key_Alt)
    turn_wheel(key, 1, 1, -1)
    assert session.scenario.key[1, 1] == 1.2
    assert session.undo_stack.count() == 2


def test_the_wheel_alone_changes_nothing(session, key):
    turn_wheel(key, 1, 1, 1, MODIFIER.NoModifier)
    assert session.undo_stack.count() == 0


# Positions and components


@pytest.mark.parametrize(
    ("name", "expected", "at"),
    [
        ("insertBeforeRowAction", [[1, 0], [0, 0], [0, 1], [1, 1]], (1, 0)),
        ("insertAfterRowAction", [[1, 0], [0, 1], [0, 0], [1, 1]], (2, 0)),
        ("duplicateRowAction", [[1, 0], [0, 1], [0, 1], [1, 1]], (2, 0)),
        ("moveBackRowAction", [[0, 1], [1, 0], [1, 1]], (0, 0)),
        ("moveOnRowAction", [[1, 0], [1, 1], [0, 1]], (2, 0)),
        ("removeRowAction", [[1, 0], [1, 1]], (1, 0)),
        ("insertAfterColumnAction", [[1, 0, 0], [0, 0, 1], [1, 0, 1]], (1, 1)),
        ("moveOnColumnAction", [[0, 1], [1, 0], [1, 1]], (1, 1)),
        ("removeColumnAction", [[0], [1], [1]], (1, 0)),
    ],
)
def test_positions_and_components_change_in_one_undo(session, key, name, expected, at):
    key.setCurrentIndex(key.matrix.index(1, 0))
    start(key, name)
    assert session.scenario.key.tolist() == expected
    assert session.undo_stack.count() == 1
    assert current(key) == at
    session.undo_stack.undo()
    assert session.scenario.key.tolist() == [[1, 0], [0, 1], [1, 1]]


def test_removing_all_is_refused_visibly(qtbot, session, key):
    key.selectAll()
    with qtbot.waitSignal(session.refused):
        start(key, "removeRowAction")
    assert session.undo_stack.count() == 0


def test_moving_beyond_the_end_does_nothing(session, key):
    start(key, "moveBackRowAction")
    assert session.undo_stack.count() == 0


def test_the_texts_say_which_tables_are_reached(session, look, key):
    texts = [action.text() for action in key.actions()]
    assert "Add a source below (K and V)" in texts
    assert "Add a component to the right (Q and K)" in texts
    session.load(manual_mix(), None)
    value = MatrixTable(session, look, "value", "V")
    assert "Add a source below (V and A)" in [action.text() for action in value.actions()]


def test_a_double_click_on_a_name_renames_it_in_place(qtbot, session, key):
    header = key.headers[0]
    pos = header.section_rect(1).center()
    qtbot.mouseDClick(header.viewport(), LEFT, pos=pos)
    editor = key.findChild(NameEditor)
    assert editor.text() == "Source 2"
    qtbot.keyClicks(editor, "cat")
    qtbot.keyClick(editor, KEY.Key_Return)
    assert session.scenario.sources == ("Source 1", "cat", "Source 3")
    assert session.undo_stack.undoText() == "rename Source 2 to “cat”"
    assert key.hasFocus()


def test_esc_or_an_empty_name_keeps_the_old_one(qtbot, session, key):
    for finish in (KEY.Key_Escape, KEY.Key_Return):
        key.rename(0)
        editor = QApplication.focusWidget()
        editor.clear()
        qtbot.keyClicks(editor, "  ")
        qtbot.keyClick(editor, finish)
    assert session.undo_stack.count() == 0


def test_an_open_name_is_settled_before_anything_reads_the_document(qtbot, session, key):
    key.rename(0)
    qtbot.keyClicks(QApplication.focusWidget(), "dog")
    assert session.settle()
    assert session.scenario.sources[0] == "dog"


def test_components_have_no_name_to_change(qtbot, session, key):
    assert key.findChild(QAction, "renameRowAction") is not None
    assert key.findChild(QAction, "renameColumnAction") is None
    header = key.headers[1]
    qtbot.mouseDClick(header.viewport(), LEFT, pos=header.section_rect(1).center())
    assert key.findChild(NameEditor) is None


@pytest.mark.parametrize("array", ["query", "weights"])
def test_every_action_has_a_key_of_its_own(session, look, array, qapp):
    if array == "weights":
        session.load(manual_mix(), None)
    table = MatrixTable(session, look, array, array)
    keys = [action.shortcut().toString() for action in table.actions()]
    assert all(keys)
    assert len(set(keys)) == len(keys)
    zoom = {QKeySequence(text).toString() for text in ("Ctrl++", "Ctrl+-", "Ctrl+0", "Ctrl+=")}
    assert not zoom & set(keys)


def test_keys_of_the_table_win_over_the_same_key_of_the_window(qtbot, session, key):
    rival = QAction(key.window())
    rival.setShortcut("Ctrl+D")
    key.window().addAction(rival)
    select(key, 0, 0, 2, 2)
    with qtbot.assertNotEmitted(rival.triggered):
        qtbot.keyClick(key, KEY.Key_D, MODIFIER.ControlModifier)
    assert session.undo_stack.count() == 1


def test_the_menu_key_opens_a_menu_with_cells_rows_and_columns(qtbot, key):
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(), QPoint())
    QApplication.sendEvent(key, event)
    menu = key.findChild(QMenu)
    qtbot.waitUntil(menu.isVisible)
    texts = [action.text() for action in menu.actions() if action.text()]
    assert texts == [action.text() for action in key.actions()]
    menu.close()


def test_a_menu_on_a_name_selects_the_row(qtbot, key):
    header = key.headers[0]
    header.customContextMenuRequested.emit(header.section_rect(2).center())
    assert key.selected_block() == Block(2, 0, 1, 2)
    key.findChild(QMenu).close()


# Showing


def test_the_cells_of_the_current_step_are_marked(qtbot, session, look, key):
    session.go_to(Place("scores", 0, 1))
    image = key.viewport().grab().toImage()
    inside = [image.pixelColor(near_left(key, row)).name() for row in range(3)]
    assert inside == [look.theme.card, look.theme.tint(Role.KEY), look.theme.card]
    session.go_to(Place("scores", 0, 2))
    image = key.viewport().grab().toImage()
    assert image.pixelColor(near_left(key, 2)).name() == look.theme.tint(Role.KEY)
    assert image.pixelColor(near_left(key, 1)).name() == look.theme.card


def near_left(table, row):
    """A point of the second column beside its number, off the lines."""
    rect = table.visualRect(table.matrix.index(row, 1))
    return rect.topLeft() + QPoint(8, 8)


def test_hovering_tells_the_exact_value(qtbot, session, key):
    session.edit(edits.set_cells, "key", 0, 0, np.array([[0.1 + 0.2]]))
    with qtbot.waitSignal(key.hovered) as hovered:
        key.entered.emit(key.matrix.index(0, 0))
    assert hovered.args == ["key of Source 1, component 1: 0.30000000000000004"]


def test_zooming_makes_everything_larger(qtbot, key, preferences):
    before = key.sizeHint()
    preferences.zoom = 200
    key.window().resize(600, 500)
    qtbot.waitUntil(lambda: key.width() == key.sizeHint().width())
    after = key.sizeHint()
    assert 1.8 < after.width() / before.width() < 2.2
    assert 1.8 < after.height() / before.height() < 2.2


def test_a_small_table_shows_whole_and_a_large_one_scrolls(qtbot, session, look):
    table = shown(qtbot, session, look, "value")
    table.window().resize(500, 800)
    assert table.verticalScrollBar().maximum() == 0
    assert table.horizontalScrollBar().maximum() == 0
    session.load(square(64), None)
    assert table.sizeHint().height() < 30 * look.em
    qtbot.waitUntil(lambda: table.verticalScrollBar().maximum() > 0)


def test_measuring_a_large_table_looks_at_a_sample(session, look, monkeypatch):
    session.load(square(256), None)
    table = MatrixTable(session, look, "value", "V")
    asked = []
    number = look.number
    monkeypatch.setattr(look, "number", lambda value: asked.append(value) or number(value))
    table.sizes.preferred_cell_width()
    assert len(asked) <= 50 * 20


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_numbers_are_readable_on_every_mark_selected_or_not(theme):
    fills = [theme.card, *(theme.tint(role) for role in Role)]
    fills += [mixed(fill, theme.accent, SELECTED_SHARE) for fill in fills]
    assert min(contrast(theme.text, fill) for fill in fills) >= 4.5


def test_screen_readers_can_ask_empty_and_shrunk_tables(session, look, key):
    key.selectAll()
    session.edit(edits.remove, Axis.SOURCES, [1, 2])
    empty = MatrixTable(session, look, "weights", "A")
    for table in (key, empty):
        interface = QAccessible.queryAccessibleInterface(table)
        assert interface.text(QAccessible.Text.Name) in ("The key table", "A")
        for number in range(interface.childCount()):
            interface.child(number)
    assert key.currentIndex().isValid()


def test_the_focus_is_seen_on_the_current_cell(qtbot, key, look):
    with_focus = key.viewport().grab().toImage()
    key.window().other.setFocus()
    without = key.viewport().grab().toImage()
    assert with_focus != without
    rect = key.visualRect(key.currentIndex())
    colours = {with_focus.pixelColor(rect.center().x(), y).name() for y in range(rect.height())}
    assert QColor(look.theme.text).name() in colours


def manual_mix():
    return Scenario(
        value=np.array([[1.0], [2.0]]),
        weights=np.array([[0.25, 0.75]]),
        queries=("Mix",),
        sources=("cat", "sat"),
    )


def square(size):
    numbers = np.linspace(-1, 1, size * size).reshape(size, size)
    names = tuple(f"Token {index}" for index in range(size))
    return Scenario(query=numbers, key=numbers, value=numbers, queries=names, sources=names)


def test_enter_in_a_table_without_cells_goes_nowhere(session, look, qtbot):
    table = MatrixTable(session, look, "bias", "B bias")
    qtbot.addWidget(table)
    table.move_by(1, 0)
    assert not table.currentIndex().isValid()


def test_where_cells_stand_is_told_also_while_they_are_scrolled_away(key):
    index, region = key.matrix.index, key.region_rect
    assert region(Region("key", 1, 1)) == QRectF(key.visualRect(index(1, 1)))
    row = key.visualRect(index(1, 0)) | key.visualRect(index(1, 1))
    assert region(Region("key", 1)) == QRectF(row)
    assert region(Region("key")).height() == 3 * row.height()
    before = region(Region("key", 2, 0))
    key.setFixedHeight(key.headers[1].height() + row.height())
    QApplication.processEvents()
    key.verticalScrollBar().setValue(row.height())
    assert region(Region("key", 2, 0)) == before.translated(0, -row.height())


def test_cells_a_table_does_not_have_stand_nowhere(key):
    assert key.region_rect(Region("key", 3)) is None
    assert key.region_rect(Region("key", 0, 2)) is None
