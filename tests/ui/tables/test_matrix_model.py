import logging

import numpy as np
import pytest
from PySide6.QtCore import QModelIndex, Qt

from explorer.app import edits
from explorer.model import Scenario
from explorer.model.places import Axis
from explorer.ui.tables.matrix_model import MatrixModel

ROLE = Qt.ItemDataRole
ROWS, COLUMNS = Qt.Orientation.Vertical, Qt.Orientation.Horizontal


@pytest.fixture
def key(session, look):
    return MatrixModel(session, look, "key")


@pytest.fixture
def query(session, look):
    return MatrixModel(session, look, "query")


def texts(model, role=ROLE.DisplayRole):
    return [
        [model.index(row, column).data(role) for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


def repainted(model):
    cells = []

    def note(first, last):
        cells.append((first.row(), first.column(), last.row(), last.column()))

    model.dataChanged.connect(note)
    return cells


def test_shows_the_array_with_the_digits_chosen(key, session, preferences):
    session.edit(edits.set_cells, "key", 0, 0, np.array([[2 / 3]]))
    assert texts(key) == [["0.667", "0"], ["0", "1"], ["1", "1"]]
    preferences.digits = 5
    assert texts(key)[0][0] == "0.66667"


def test_the_edit_text_and_the_tooltip_are_exact(key, session):
    session.edit(edits.set_cells, "key", 0, 0, np.array([[0.1 + 0.2]]))
    index = key.index(0, 0)
    assert index.data(ROLE.EditRole) == "0.30000000000000004"
    assert index.data(ROLE.ToolTipRole) == "key of Source 1, component 1: 0.30000000000000004"


def test_a_cell_reads_out_with_its_names(query):
    assert query.index(0, 1).data(ROLE.AccessibleTextRole) == "Query 1, component 2: 0"


def test_tokens_that_look_like_markup_are_shown_as_text(session, look):
    session.edit(edits.rename, Axis.SOURCES, 0, "<s>")
    key = MatrixModel(session, look, "key")
    assert key.headerData(0, ROWS) == "<s>"
    assert "&lt;s&gt;" in key.headerData(0, ROWS, ROLE.ToolTipRole)
    assert "&lt;s&gt;" in key.index(0, 0).data(ROLE.ToolTipRole)


def test_rows_are_headed_by_names_and_components_by_numbers(key):
    assert [key.headerData(row, ROWS) for row in range(3)] == ["Source 1", "Source 2", "Source 3"]
    assert [key.headerData(column, COLUMNS) for column in range(2)] == ["1", "2"]
    assert key.headerData(1, COLUMNS, ROLE.ToolTipRole) == "component 2 of Q and K"
    assert key.headerData(3, ROWS) is None


def test_a_session_edit_repaints_the_changed_cells_only(key, session):
    cells = repainted(key)
    session.edit(edits.set_cells, "key", 1, 0, np.array([[5.0, 1.0], [5.0, 1.0]]))
    assert cells == [(1, 0, 2, 0)]


def test_a_change_of_another_array_repaints_nothing(key, session):
    cells = repainted(key)
    session.edit(edits.set_cells, "query", 0, 0, np.array([[5.0]]))
    assert cells == []


def test_a_zero_that_changes_its_sign_counts_as_changed(key, session):
    cells = repainted(key)
    session.edit(edits.set_cells, "key", 0, 1, np.array([[-0.0]]))
    assert cells == [(0, 1, 0, 1)]


def test_no_change_of_numbers_or_shape_resets_the_model(qtbot, key, session):
    with qtbot.assertNotEmitted(key.modelReset):
        session.edit(edits.set_cells, "key", 0, 0, np.array([[5.0]]))
        session.edit(edits.insert, Axis.SOURCES, 1)
        session.edit(edits.remove, Axis.COMPONENTS, [0])
        session.undo_stack.undo()
    assert (key.rowCount(), key.columnCount()) == (4, 2)


def test_growing_and_shrinking_show_the_new_numbers(key, session):
    session.edit(edits.insert, Axis.SOURCES, 0)
    assert texts(key) == [["0", "0"], ["1", "0"], ["0", "1"], ["1", "1"]]
    session.edit(edits.remove, Axis.SOURCES, [1, 2])
    assert texts(key) == [["0", "0"], ["1", "1"]]
    session.undo_stack.undo()
    assert texts(key) == [["0", "0"], ["1", "0"], ["0", "1"], ["1", "1"]]


def test_renaming_announces_the_headers(qtbot, key, session):
    with qtbot.waitSignal(key.headerDataChanged):
        session.edit(edits.rename, Axis.SOURCES, 2, "cat")
    assert key.headerData(2, ROWS) == "cat"


def test_set_data_is_one_undo_entry(key, session):
    assert key.setData(key.index(1, 0), "1/4")
    assert session.scenario.key[1, 0] == 0.25
    assert session.undo_stack.count() == 1
    assert session.undo_stack.undoText() == "set K₂,₁ to 0.25"


@pytest.mark.parametrize("text", ["abc", "", "nan", "1/0", "1e999"])
def test_a_refused_edit_returns_false_and_pushes_nothing(qtbot, key, session, text):
    with qtbot.waitSignal(session.refused):
        assert not key.setData(key.index(0, 0), text)
    assert session.undo_stack.count() == 0
    assert session.scenario.key[0, 0] == 1


def test_nothing_outside_the_table_can_be_edited_or_read(key):
    outside = QModelIndex()
    assert not key.flags(outside) & Qt.ItemFlag.ItemIsEditable
    assert key.data(outside) is None
    assert not key.setData(outside, "1")
    assert key.sentence(outside) == ""


def test_data_never_raises_and_complains_once(key, look, monkeypatch, caplog):
    def broken(value):
        raise RuntimeError("cannot")

    monkeypatch.setattr(look, "number", broken)
    with caplog.at_level(logging.ERROR):
        assert texts(key) == [["?", "?"]] * 3
    assert len(caplog.records) == 1


@pytest.mark.parametrize("array", ["weights", "bias"])
def test_arrays_over_queries_and_sources_have_named_columns(session, look, array):
    session.load(mix(), None)
    model = MatrixModel(session, look, array)
    assert [model.headerData(column, COLUMNS) for column in range(2)] == ["cat", "sat"]
    assert "Mix" in model.index(0, 1).data(ROLE.AccessibleTextRole)


def test_an_array_the_scenario_does_not_have_is_an_empty_table(session, look):
    model = MatrixModel(session, look, "weights")
    assert (model.rowCount(), model.columnCount()) == (0, 0)
    session.load(mix(), None)
    assert texts(model) == [["0.25", "0.75"]]


def test_a_one_row_and_a_one_column_table_keep_what_is_typed(session, look):
    for array, row, column in (("query", 0, 1), ("value", 2, 0)):
        model = MatrixModel(session, look, array)
        assert model.setData(model.index(row, column), "7")
        assert getattr(session.scenario, array)[row, column] == 7


def mix():
    return Scenario(
        value=np.array([[1.0], [2.0]]),
        weights=np.array([[0.25, 0.75]]),
        bias=np.array([[0.5, 0.5]]),
        queries=("Mix",),
        sources=("cat", "sat"),
    )
