"""The second view shows the session's scenario as shapes and as code, and copies what it shows."""

import ast

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPlainTextEdit

from explorer.app import edits
from explorer.app.session import Session
from explorer.files import load_example
from explorer.model import Place
from explorer.model.code import numpy_source
from explorer.model.places import Axis
from explorer.ui.code.second_view import SecondView
from explorer.ui.looks.theme import THEMES

SHAPES, NUMPY, TORCH = range(3)


@pytest.fixture
def show(qtbot, look):
    def show(session, tab=SHAPES, width=900, height=400):
        view = SecondView(session, look)
        qtbot.addWidget(view)
        view.resize(width, height)
        view.setCurrentIndex(tab)
        view.show()
        return view

    return show


def stages_drawn(view):
    return [part.box.source.stage for part in view.shapes.targets]


def words_drawn(view):
    return [part.box.ink.text for part in view.shapes.box.everything() if part.box.ink]


def test_the_program_on_the_screen_is_that_of_the_scenario(show, session):
    view = show(session, NUMPY)
    scenario = session.scenario
    assert view.numpy.editor.toPlainText() == numpy_source(
        scenario.inputs, scenario.queries, scenario.sources
    )
    view.setCurrentIndex(TORCH)
    assert "import torch" in view.torch.editor.toPlainText()
    ast.parse(view.torch.editor.toPlainText())


def test_an_edit_changes_the_program(show, session):
    view = show(session, NUMPY)
    session.edit(edits.set_cells, "key", 0, 0, np.array([[7.25]]))
    assert "[7.25, 0],  # Source 1" in view.numpy.editor.toPlainText()
    session.undo_stack.undo()
    assert "7.25" not in view.numpy.editor.toPlainText()


def test_a_program_nobody_sees_is_not_written(show, session):
    view = show(session, SHAPES)
    session.edit(edits.set_cells, "key", 0, 0, np.array([[7.25]]))
    assert view.numpy.editor.toPlainText() == ""
    view.setCurrentIndex(NUMPY)
    assert "7.25" in view.numpy.editor.toPlainText()


def test_an_edit_leaves_the_line_one_reads_where_it_is(show, session):
    view = show(session, NUMPY, height=200)
    bar = view.numpy.editor.verticalScrollBar()
    bar.setValue(9)
    session.edit(edits.set_cells, "key", 0, 0, np.array([[7.25]]))
    assert bar.value() == 9


def marked(code):
    return [one.cursor.block().text() for one in code.editor.extraSelections()]


@pytest.mark.parametrize("tab", [NUMPY, TORCH])
def test_the_lines_of_the_current_stage_are_marked_and_follow_it(show, session, tab):
    view = show(session, tab)
    code = view.currentWidget()
    session.go_to(Place("weights", 0, 1))
    assert marked(code)[0] == "# Softmax"
    assert marked(code)[-1].startswith("weights = ")
    assert code.editor.accessibleDescription().endswith("Softmax")
    session.go_to(Place("output", 0, 0))
    assert marked(code) == ["# Mixing", "output = weights @ value  # (1, 1)"]
    session.edit(edits.set_cells, "key", 0, 0, np.array([[7.25]]))
    assert marked(code)[0] == "# Mixing"


def test_weights_that_were_typed_in_are_no_lines_of_a_stage(show, session):
    view = show(session, NUMPY)
    session.load(load_example("weighted-mix"), None)
    session.go_to(Place("weights", 0, 0))
    assert marked(view.numpy) == []


def test_another_stage_is_brought_into_view_and_another_step_of_it_moves_nothing(show, session):
    view = show(session, NUMPY, height=200)
    session.go_to(Place("weights", 0, 0))
    bar = view.numpy.editor.verticalScrollBar()
    softmax = bar.value()
    assert softmax > 0
    bar.setValue(2)
    session.go_to(Place("weights", 0, 1))
    assert bar.value() == 2
    session.go_to(Place("output", 0, 0))
    assert bar.value() > softmax


def test_the_program_cannot_be_edited_but_selected_with_the_keyboard(show, session, qtbot):
    view = show(session, NUMPY)
    before = view.numpy.editor.toPlainText()
    qtbot.keyClicks(view.numpy.editor, "x")
    assert view.numpy.editor.toPlainText() == before
    assert isinstance(view.numpy.editor, QPlainTextEdit)
    assert view.numpy.editor.isReadOnly()
    view.numpy.editor.selectAll()
    assert view.numpy.editor.textCursor().selectedText()


@pytest.mark.parametrize("tab", [NUMPY, TORCH])
def test_copy_puts_the_whole_program_on_the_clipboard(show, session, qtbot, tab):
    view = show(session, tab)
    code = view.currentWidget()
    qtbot.mouseClick(code.copy_button, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == code.editor.toPlainText()


def test_copy_waits_for_the_open_cell_to_hold_a_number(show, session, qtbot):
    view = show(session, NUMPY)
    QGuiApplication.clipboard().setText("before")
    session.register_editor(lambda: False)
    view.numpy.copy()
    assert QGuiApplication.clipboard().text() == "before"


def test_the_copied_program_gives_the_output_on_the_screen(show, session, capsys):
    view = show(session, NUMPY)
    view.numpy.copy()
    variables = {}
    exec(QGuiApplication.clipboard().text(), variables)
    assert variables["output"] == session.trace.output == 20
    assert capsys.readouterr().out == "[[20.]]\n"


def test_every_stage_has_its_rectangle_with_name_and_both_sizes(show, session):
    view = show(session)
    assert stages_drawn(view) == [stage.name for stage in session.trace.stages]
    words = words_drawn(view)
    for word in ("query Q", "key Kᵀ", "d × n_key", "scaled scores", "value V", "3 × 1", "output Y"):
        assert word in words
    assert "÷ √2 ≈ 1.414" in words


def test_screen_readers_get_the_shapes_as_text(show, session):
    view = show(session)
    lines = view.shapes.accessibleName().splitlines()
    assert len(lines) == 1 + len(session.trace.stages)
    assert lines[1].startswith("Dot products: query Q (1 × 2, n_query × d) · key Kᵀ")


def test_a_click_on_a_result_goes_to_its_first_step(show, session, qtbot):
    view = show(session)
    index = stages_drawn(view).index("weights")
    centre = view.shapes.targets[index].rect.center().toPoint()
    qtbot.mouseClick(view.shapes, Qt.MouseButton.LeftButton, pos=centre)
    assert session.step == Place("weights", 0, 0)


def test_the_keyboard_reaches_every_stage(show, session, qtbot):
    view = show(session)
    qtbot.keyClick(view.shapes, Qt.Key.Key_Right)
    qtbot.keyClick(view.shapes, Qt.Key.Key_Return)
    assert session.step == Place("scaled_scores", 0, 0)
    assert view.shapes.accessibleDescription().startswith("Scaling: scores (1 × 3")


def test_the_shapes_follow_a_new_position_and_a_new_stage(show, session):
    view = show(session)
    session.edit(edits.set_softcap, 2.0)
    assert "capped_scores" in stages_drawn(view)
    session.edit(edits.insert, Axis.SOURCES, 3)
    assert "4 × 1" in words_drawn(view)


def test_nothing_is_wider_than_the_view_and_lines_wrap(show):
    for name in ("bias-and-cap", "twelve-tokens", "two-scores-d64", "weighted-mix"):
        view = show(Session(load_example(name)), width=460)
        right = max(part.rect.right() for part in view.shapes.box.everything())
        assert right <= view.shapes.width()
        heights = {round(part.rect.center().y()) for part in view.shapes.targets}
        assert len(heights) > 1 or name == "weighted-mix"


def test_rectangles_are_in_proportion_and_bounded(show, look):
    view = show(Session(load_example("twelve-tokens")))
    frames = [part.rect for part in view.shapes.box.everything() if part.box.frame]
    query, key, scores = frames[:3]
    assert query.height() == pytest.approx(3 * query.width())
    assert key.width() == pytest.approx(3 * key.height())
    assert scores.width() == pytest.approx(scores.height())
    assert max(max(rect.width(), rect.height()) for rect in frames) <= 7 * look.em + 1


@pytest.mark.parametrize("theme", THEMES)
def test_the_rectangles_carry_the_colours_of_their_roles(show, session, look, theme):
    look.choose_theme(theme)
    view = show(session)
    outlines = [part.box.frame.outline for part in view.shapes.box.everything() if part.box.frame]
    roles = {role.value: colour for role, colour in look.theme.roles.items()}
    assert outlines[:3] == [roles["query"], roles["key"], roles["result"]]


def test_a_larger_scenario_scrolls_up_and_down_only(show):
    view = show(Session(load_example("bias-and-cap")), width=420, height=200)
    area = view.currentWidget()
    assert area.verticalScrollBar().maximum() > 0
    assert area.horizontalScrollBar().maximum() == 0
    assert view.shapes.mapTo(area, QPoint(0, 0)).x() == 0
