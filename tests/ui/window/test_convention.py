"""One switch turns every matrix, axis, sum, formula, derivation and text of the window."""

import re
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QDockWidget,
    QLabel,
    QWidget,
)

from explorer.app import edits
from explorer.app.own_answer import Source, answers
from explorer.app.weight_edits import take_over_by_hand
from explorer.files import load_example
from explorer.files.matrix_text import format_matrix
from explorer.model import Granularity, Place, attend
from explorer.model.convention import Convention
from explorer.model.diagnosis.verdict import Verdict
from explorer.model.places import Axis
from explorer.model.slips.mistakes import MISTAKES
from explorer.model.tables import part_of
from explorer.ui.code.second_view import KEEPS_ROWS
from explorer.ui.formulas.symbol_table import SymbolTable
from explorer.ui.heatmaps.heatmap_hidden import hidden_boxes
from explorer.ui.tables.matrix_table import MatrixTable

LINES = re.compile(r"\b([Rr]ow|[Cc]olumn)s?\b")
QUOTED = re.compile("“[^”]*”")
STAYS = (
    "The program keeps readers in rows",  # said only with readers in columns
    "table, row, column",  # of what is on the screen
    "row, then column",  # of the indices
    "Row of the number",
    "Column of the number",
    "rows, ",  # sizes: the numbers change places
    "Wanted: ",
    "Readers in the file",
    "In the file a ",
    "Queries in ",
    "Rename",
)
CHOICES = {"Rows", "Columns"}  # what readers are in a file
EXAMPLES = (
    "three-positions",
    "reads-nothing",
    "bias-and-cap",
    "twelve-tokens",
    "weighted-mix",
    "word-order",
    "three-inputs-projected",
)


@pytest.fixture
def shown(driver):
    """A shown window on three positions that read each other, every panel open."""
    driver.session.load(load_example("three-positions"), None)
    driver.activate()
    for dock in driver.window.findChildren(QDockWidget):
        dock.toggleViewAction().trigger() if dock.isHidden() else None
    for name in ("symbolsAction", "vocabularyAction"):
        driver.trigger(name)
    return driver


def turn(driver):
    driver.trigger("turnConventionAction")


def texts_of(widget):
    """Everything a widget says, by where it says it."""
    said = {
        "name": widget.accessibleName(),
        "description": widget.accessibleDescription(),
        "tip": widget.toolTip(),
    }
    if isinstance(widget, QLabel | QAbstractButton):
        said["text"] = widget.text()
    if isinstance(widget, QComboBox):
        said |= {f"item {index}": widget.itemText(index) for index in range(widget.count())}
    if isinstance(widget, QAbstractItemView) and not isinstance(widget, MatrixTable):
        model = widget.model()
        for row in range(model.rowCount()):
            said[f"row {row}"] = str(model.index(row, 0).data() or "")
    return said


def everything(window):
    """All texts of the window and its actions, each under what says it.

    Without those between the stages while right and wrong stand in their place: they follow when
    they can be seen again.
    """
    said = {}
    unseen = () if window.stage_flow.isVisible() else window.stage_flow.operators
    for widget in set(window.findChildren(QWidget)).difference(unseen):
        said |= {(widget, where): text for where, text in texts_of(widget).items() if text}
    for action in window.findChildren(QAction):
        said[action, "text"] = action.text()
        said[action, "tip"] = action.toolTip()
    return said


def lines_in(text):
    """The words row and column of a text, names left out."""
    return [found[1].lower() for found in LINES.finditer(QUOTED.sub("", text))]


def numbers_of(view):
    """The numbers of a heatmap as they are drawn."""
    return part_of(view.content.table)


def make_a_mistake(driver):
    assert driver.session.laboratory.choose(MISTAKES["softmax-by-column"])


def see_the_stages_of_a_mistake(driver):
    make_a_mistake(driver)
    driver.session.comparing.put_beside(False)
    assert driver.window.stage_flow.isVisible()


def read_a_text(driver):
    driver.session.load(load_example("word-order"), None)
    driver.session.go_to(Place("query", 1, 0))


def take_the_weights_over(driver):
    assert driver.session.edit(take_over_by_hand)


def mask_before_a_bias(driver):
    driver.session.load(load_example("bias-and-cap"), None)
    driver.session.go_to(Place("row_maximum", 1, 0))


STATES = {
    "as it is": lambda driver: None,
    "a whole stage": lambda driver: driver.session.set_granularity(Granularity.STAGE),
    "a reader": lambda driver: driver.session.set_granularity(Granularity.READER),
    "a product": lambda driver: driver.session.set_granularity(Granularity.TERM),
    "a mistake": make_a_mistake,
    "the stages of a mistake": see_the_stages_of_a_mistake,
    "a text": read_a_text,
    "weights by hand": take_the_weights_over,
    "a mask": mask_before_a_bias,
}


@pytest.mark.parametrize("state", STATES)
def test_nothing_that_speaks_of_rows_is_left_out(shown, state):
    """Every text of an object that is there before and after."""
    STATES[state](shown)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    before = everything(shown.window)
    turn(shown)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    after = everything(shown.window)
    left_out = []
    for (who, where), text in before.items():
        stays = text in CHOICES or any(stays in text for stays in STAYS)
        if (who, where) not in after or stays:
            continue
        turned = [{"row": "column", "column": "row"}[line] for line in lines_in(text)]
        if lines_in(after[who, where]) != turned:
            left_out.append((who.objectName(), where, text))
    assert left_out == []


NAMED_OTHERWISE = ("cat", "dog", "cow")
NAMED_LIKE_LINES = ("row", "column", "rows")


@pytest.mark.parametrize("state", ["as it is", "a reader", "a product", "a mistake"])
def test_names_are_never_turned(shown, state):
    """Whatever is said with names like rows is what is said with other names."""

    def said(names):
        named = replace(load_example("three-positions"), queries=names, sources=names)
        shown.session.load(named, None)
        STATES[state](shown)
        shown.session.edit(edits.rename, Axis.SOURCES, 0, names[1])
        shown.session.undo_stack.undo()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        return everything(shown.window)

    turn(shown)
    said(NAMED_OTHERWISE)  # so that nothing is new after it but the names
    before, after = said(NAMED_OTHERWISE), said(NAMED_LIKE_LINES)
    other = dict(zip(NAMED_OTHERWISE, NAMED_LIKE_LINES, strict=True))
    turned = {}
    for (who, where), text in before.items():
        expected = re.sub(r"\b(cat|dog|cow)\b", lambda found: other[found[0]], text)
        if (who, where) in after and after[who, where] != expected:
            turned[who.objectName(), where] = (expected, after[who, where])
    assert turned == {}


def test_turned_twice_everything_says_what_it_said(shown):
    before = everything(shown.window)
    turn(shown)
    assert everything(shown.window) != before
    turn(shown)
    after = everything(shown.window)
    changed = {
        (who.objectName(), where): (text, after.get((who, where)))
        for (who, where), text in before.items()
        if (who, where) in after and after[who, where] != text
    }
    assert changed == {}


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_heatmap_and_every_table_is_turned_and_turned_back(driver, example):
    driver.session.load(load_example(example), None)
    driver.activate()
    views = driver.window.stage_flow.heatmaps
    tables = [table for table in driver.window.inputs_panel.tables.values() if table.isVisible()]
    grids = [view.grid for view in views]
    turn(driver)
    for view in views:
        array = driver.session.trace.arrays[view.array]
        assert (view.grid.rows, view.grid.columns) == array.shape[::-1]
        assert np.array_equal(numbers_of(view), array.T)
        assert view.words.row_names == driver.session.scenario.names(view.stage.columns)
        assert view.is_current
    for table in tables:
        array = getattr(driver.session.scenario, table.array)
        assert (table.matrix.rowCount(), table.matrix.columnCount()) == array.shape[::-1]
    turn(driver)
    assert [view.grid for view in views] == grids


@pytest.mark.parametrize("example", EXAMPLES)
def test_each_cell_is_found_where_it_is_drawn(driver, example):
    driver.session.load(load_example(example), None)
    driver.activate()
    turn(driver)
    for view in driver.window.stage_flow.heatmaps:
        rows, columns = driver.session.trace.shape_of(view.array)
        for place in (Place(view.array, 0, columns - 1), Place(view.array, rows - 1, 0)):
            assert view.place_at(view.cell_rect(place.row, place.column).center()) == place
            driver.session.go_to(place)
            assert view.accessibleDescription() == view.sentence(place)


def test_arrow_keys_move_as_the_cells_are_drawn(driver, qtbot):
    driver.session.load(load_example("three-positions"), None)
    driver.activate()
    turn(driver)
    driver.session.go_to(Place("scores", 0, 0))
    view = driver.window.stage_flow.heatmaps[0]
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_Down)
    assert driver.session.step == Place("scores", 0, 1)
    qtbot.keyClick(view, Qt.Key.Key_Right)
    assert driver.session.step == Place("scores", 1, 1)


def test_sums_of_readers_stand_below_the_columns(driver):
    driver.session.load(load_example("reads-nothing"), None)
    turn(driver)
    words = next(v for v in driver.window.stage_flow.heatmaps if v.array == "weights").words
    assert words.has_column_sums
    assert words.column_sums(range(3)) == ["1", "1", "none"]
    assert (words.remark_title, words.remark(0)) == ("Σ of row", "1")


def test_a_number_typed_into_a_turned_table_is_that_of_the_cell(driver):
    turn(driver)
    matrix = driver.table.matrix
    assert matrix.setData(matrix.index(0, 2), "7")
    assert driver.session.scenario.key[2, 0] == 7


def test_a_block_is_copied_as_it_is_seen_and_pasted_where_it_is_seen(driver):
    turn(driver)
    driver.activate()
    table = driver.table
    table.setCurrentIndex(table.matrix.index(0, 1))
    QGuiApplication.clipboard().setText("5\t6\n7\t8\n")
    actions = {action.objectName(): action for action in table.actions()}
    actions["pasteCellsAction"].trigger()
    assert driver.session.scenario.key.tolist() == [[1, 0], [5, 7], [6, 8]]
    actions["copyCellsAction"].trigger()
    assert QGuiApplication.clipboard().text().splitlines() == ["5\t6", "7\t8"]
    driver.session.undo_stack.undo()
    assert driver.session.scenario.key.tolist() == [[1, 0], [0, 1], [1, 1]]


def test_adding_beside_a_column_adds_what_columns_are(driver):
    turn(driver)
    table = driver.table
    table.setCurrentIndex(table.matrix.index(0, 0))
    actions = {action.objectName(): action for action in table.actions()}
    assert actions["insertAfterColumnAction"].text() == "Add a source to the right (K and V)"
    actions["insertAfterColumnAction"].trigger()
    assert driver.session.scenario.inputs.shape == (1, 4)


@pytest.mark.parametrize("is_turned_late", [True, False])
def test_tables_grow_by_buttons_in_one_order(driver, is_turned_late):
    turn(driver)
    if is_turned_late:
        turn(driver)
    driver.session.load(load_example("three-inputs-from-vectors"), None)
    buttons = driver.window.inputs_panel.cards["embeddings"].buttons.values()
    assert [button.text() for button in buttons] == ["+ position", "+ component of X"]


def test_the_selection_stays_on_its_cells(driver):
    table = driver.table
    table.setCurrentIndex(table.matrix.index(2, 1))
    turn(driver)
    assert table.matrix.place(table.currentIndex()) == Place("key", 2, 1)


def test_a_heatmap_is_copied_as_it_is_seen(driver):
    driver.session.load(load_example("weighted-mix"), None)
    turn(driver)
    view = driver.window.stage_flow.heatmaps[0]
    view.copy()
    lines = QGuiApplication.clipboard().text().splitlines()
    assert len(lines) == driver.session.trace.shape_of(view.array)[1]


def test_the_indices_of_single_numbers_are_row_then_column_either_way(shown):
    table = shown.window.findChild(SymbolTable)
    headings = [heading for heading, _ in table.groups()]
    assert headings[1] == "Single numbers of the current step: row, then column"
    turn(shown)
    assert [heading for heading, _ in table.groups()] == headings


def test_formula_and_derivation_turn_and_so_does_what_is_copied(driver):
    driver.session.go_to(Place("scores", 0, 2))
    turn(driver)
    view = driver.window.formula_bar.view
    view.target_focused()
    assert view.accessibleName() == "Formula: Y = V·softmax(Kᵀ·Q / √d)"
    derivation = driver.window.step_panel.derivation
    derivation.copy_text()
    assert QGuiApplication.clipboard().text() == "k₃·q₁ = 1×1 + 1×0 = 1"
    derivation.copy_latex()
    assert QGuiApplication.clipboard().text().startswith(r"k_{3} \cdot q_{1} =")


def test_the_history_and_the_file_are_the_same_either_way(driver):
    turn(driver)
    driver.session.edit(edits.set_cells, "key", 2, 0, np.array([[4.0]]))
    assert driver.action("undoAction").text() == "&Undo set K₁,₃ to 4"
    turn(driver)
    assert driver.action("undoAction").text() == "&Undo set K₃,₁ to 4"
    driver.trigger("undoAction")
    assert not driver.session.is_modified


def test_programs_keep_rows_and_say_so(shown):
    notes = [label for label in shown.window.findChildren(QLabel) if label.text() == KEEPS_ROWS]
    assert len(notes) == 2
    assert all(note.isHidden() for note in notes)
    turn(shown)
    assert not any(note.isHidden() for note in notes)


def test_the_menu_offers_both_and_the_choice_is_kept(driver, look):
    driver.trigger("columnsConventionAction")
    assert look.convention is Convention.COLUMNS
    driver.trigger("rowsConventionAction")
    assert look.convention is Convention.ROWS


def test_right_and_wrong_side_by_side_turn_too(driver):
    driver.session.load(load_example("weighted-mix"), None)
    driver.session.load(load_example("three-positions"), None)
    driver.activate()
    assert driver.session.laboratory.choose(MISTAKES["softmax-by-column"])
    driver.session.comparing.put_beside(True)
    turn(driver)
    beside = driver.window.mistakes.beside
    assert len(beside.heatmaps) > 3
    assert all(view.convention is Convention.COLUMNS for view in beside.heatmaps)
    heading = driver.window.mistakes.banner.heading.text()
    assert heading == "Deliberately wrong: Softmax over the row"
    assert "Down" not in driver.window.mistakes.banner.why.text()


def test_numbers_pasted_to_be_diagnosed_are_read_as_the_screen_shows_them():
    inputs = load_example("three-positions").inputs
    text = format_matrix(attend(inputs).weights.T)
    (turned,) = answers(inputs, {"weights": Source(text, None, Convention.COLUMNS)})
    (as_it_is,) = answers(inputs, {"weights": Source(text)})
    assert turned.diagnosis.verdict is Verdict.RIGHT
    assert as_it_is.diagnosis.verdict is Verdict.TRANSPOSED


def test_cells_that_are_hidden_for_now_are_the_same_ones(driver):
    driver.session.load(load_example("three-positions"), None)
    driver.activate()
    driver.session.go_to(Place("scores", 1, 0))
    driver.session.reveal.predicting = True
    turn(driver)
    content = driver.window.stage_flow.heatmaps[0].content
    hidden = {
        (row, column) for row in range(3) for column in range(3) if content.hides(row, column)
    }
    places = {
        (column, row)
        for row in range(3)
        for column in range(3)
        if driver.session.reveal.hides(Place("scores", row, column))
    }
    assert hidden == places
    assert 0 < len(hidden) < 9
    assert sum(box.width * box.height for box in hidden_boxes(content)) == pytest.approx(
        len(hidden) * np.prod(content.grid.shown_cell)
    )


def test_what_an_edit_touches_is_drawn_where_it_is_shown(driver):
    driver.session.load(load_example("twelve-tokens"), None)
    driver.activate()
    turn(driver)
    views = driver.window.stage_flow.heatmaps
    for view in views:
        view.grab()
    driver.session.edit(edits.set_cells, "query", 4, 1, np.array([[3.0]]))
    touched = [view.grab().toImage() for view in views]
    for view in views:
        view.set_grid(view.grid)
    assert touched == [view.grab().toImage() for view in views]
