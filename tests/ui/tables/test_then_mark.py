"""Tables show what a cell held in the state that is compared with."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt

from explorer.app import edits
from explorer.model.places import Axis
from explorer.ui.tables.inputs_panel import InputsPanel

Role = Qt.ItemDataRole


@pytest.fixture
def panel(qtbot, session, look):
    panel = InputsPanel(session, look)
    qtbot.addWidget(panel)
    panel.resize(320, 700)
    panel.show()
    return panel


def put(session, number, row=2):
    assert session.edit(edits.set_cells, "value", row, 0, np.array([[number]]))


def corner(table, row):
    """The colour in the top left corner of a cell of the values."""
    rect = table.visualRect(table.matrix.index(row, 0))
    picture = table.viewport().grab().toImage()
    return picture.pixelColor(rect.topLeft() + QPoint(2, 1)).name()


def test_a_changed_cell_is_marked_and_says_what_it_held(session, panel, look):
    table = panel.tables["value"]
    session.comparing.pin()
    put(session, 50.0)
    assert corner(table, 2) == look.theme.accent
    assert corner(table, 1) != look.theme.accent
    index = table.matrix.index(2, 0)
    for role in (Role.ToolTipRole, Role.AccessibleTextRole):
        assert index.data(role) == "value of Source 3, component 1: 50, 30 then"
    assert index.data(Role.DisplayRole) == "50"
    assert table.matrix.index(1, 0).data(Role.AccessibleTextRole).endswith("component 1: 20")


def test_the_mark_goes_with_the_difference_and_with_the_comparison(session, panel, look):
    table = panel.tables["value"]
    session.comparing.pin()
    put(session, 50.0)
    session.undo_stack.undo()
    assert corner(table, 2) != look.theme.accent
    session.undo_stack.redo()
    assert corner(table, 2) == look.theme.accent
    session.comparing.choose(None)
    assert corner(table, 2) != look.theme.accent


def test_the_number_of_then_stands_beside_where_there_is_room(session, panel):
    table = panel.tables["value"]
    session.comparing.pin()
    put(session, 50.0)
    rect = table.visualRect(table.matrix.index(2, 0))

    def left_half():
        return table.viewport().grab(rect.adjusted(rect.height() // 3, 0, -rect.width() // 2, -2))

    with_number = left_half().toImage()
    session.comparing.choose(None)
    assert left_half().toImage() != with_number


def test_a_long_number_leaves_no_room_for_the_one_of_then(session, panel):
    session.comparing.pin()
    put(session, -1234567.891)
    assert not panel.grab().isNull()


def test_a_table_of_another_shape_says_which(session, panel):
    session.comparing.pin()
    session.edit(edits.insert, Axis.SOURCES, 3)
    assert panel.cards["value"].remark.text() == "4 × 1, then 3 × 1"
    assert panel.cards["query"].remark.text() == "1 × 2"
    assert panel.grab().toImage().width()
    session.comparing.choose(None)
    assert panel.cards["value"].remark.text() == "4 × 1"


def test_choosing_another_pin_marks_other_cells(session, panel, look):
    table = panel.tables["value"]
    session.comparing.pin("A")
    put(session, 50.0)
    session.comparing.pin("B")
    put(session, 11.0, row=0)
    assert (corner(table, 0), corner(table, 2) == look.theme.accent) == (look.theme.accent, False)
    session.comparing.choose(session.scenario.pins[0])
    assert corner(table, 2) == look.theme.accent
