"""What the panel says where rounded numbers do not give the rounded result."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from explorer.app import edits
from explorer.model import Place
from explorer.ui.walk.rounding_note import RoundingNote

OUTPUT, WEIGHT = Place("output", 0, 0), Place("weights", 0, 1)


@pytest.fixture
def note(qtbot, session, look):
    window = QWidget()
    note = RoundingNote(session, look)
    QVBoxLayout(window).addWidget(note)
    qtbot.addWidget(window)
    yield note
    note.setParent(None)


def make_thirds(session):
    session.edit(edits.set_cells, "query", 0, 0, np.array([[0.0]]))


def test_it_is_hidden_where_the_numbers_work_out(note, session):
    session.go_to(OUTPUT)
    assert note.isHidden()


def test_more_digits_can_bring_a_gap_to_light(note, session, look):
    session.go_to(OUTPUT)
    look.preferences.digits = 8
    assert not note.isHidden()
    assert note.label.text().endswith("gives 19.9999998; unrounded: 20.")


def test_an_edit_that_makes_thirds_shows_it(note, session):
    session.go_to(OUTPUT)
    make_thirds(session)
    assert "0.333×10 + 0.333×20 + 0.333×30 gives 19.98; unrounded: 20." in note.label.text()
    session.undo_stack.undo()
    assert note.isHidden()


def test_beside_a_weight_it_adds_up_the_row(note, session):
    session.go_to(WEIGHT)
    make_thirds(session)
    assert note.label.text() == (
        "Rounded to 3 decimals, the weights of this row add up to 0.999; "
        "unrounded they add up to 1."
    )


def test_with_all_digits_there_is_nothing_to_say(note, session, look):
    session.go_to(OUTPUT)
    make_thirds(session)
    look.all_digits = True
    assert note.isHidden()


def test_it_does_not_give_away_a_result_that_is_to_be_predicted(note, session):
    session.go_to(OUTPUT)
    make_thirds(session)
    session.reveal.predicting = True
    assert note.isHidden()
    session.reveal.open()
    assert not note.isHidden()


def test_its_text_is_plain_and_readable_aloud(note):
    assert note.label.textFormat() == Qt.TextFormat.PlainText


def test_it_never_becomes_a_window_of_its_own(qtbot, session, look):
    make_thirds(session)
    session.go_to(OUTPUT)
    note = RoundingNote(session, look)
    qtbot.addWidget(note)
    look.preferences.digits = 4
    assert not note.isVisible()
    window = QWidget()
    QVBoxLayout(window).addWidget(note)
    window.show()
    assert note.isVisible()
    window.hide()
