"""A number is typed in a line of its own: live, undone as one, and never something else."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from explorer.app import edits
from explorer.app.edits import set_scale, set_softcap
from explorer.model import Place
from explorer.ui.parts.number_field import NumberField

ESCAPE, ENTER = Qt.Key.Key_Escape, Qt.Key.Key_Return


@pytest.fixture
def field(qtbot, session, look):
    """A line for the soft-cap; empty takes it away."""
    field = NumberField(
        session,
        look,
        "Soft-cap",
        lambda scenario: scenario.softcap,
        set_softcap,
        lambda scenario: set_softcap(scenario, None),
    )
    qtbot.addWidget(field)
    field.show()
    field.activateWindow()
    qtbot.waitUntil(field.isActiveWindow)
    field.setFocus()
    return field


@pytest.fixture
def scale_field(qtbot, session, look):
    """A line that cannot be empty."""
    field = NumberField(session, look, "Scale", lambda s: 1.0, set_scale)
    qtbot.addWidget(field)
    field.show()
    return field


def test_every_keystroke_that_makes_a_number_is_applied_and_all_are_one_undo(qtbot, field, session):
    seen = []
    session.changed.connect(lambda _change: seen.append(session.scenario.softcap))
    qtbot.keyClicks(field, "25")
    assert seen == [2.0, 25.0]
    qtbot.keyClick(field, ENTER)
    assert session.undo_stack.count() == 1
    session.undo_stack.undo()
    assert session.scenario.softcap is None
    assert field.text() == ""


def test_typing_again_after_enter_is_another_undo(qtbot, field, session):
    qtbot.keyClicks(field, "2")
    qtbot.keyClick(field, ENTER)
    qtbot.keyClicks(field, "3")
    qtbot.keyClick(field, ENTER)
    assert session.undo_stack.count() == 2
    assert session.scenario.softcap == 3


def test_an_empty_line_takes_the_number_away(qtbot, field, session):
    qtbot.keyClicks(field, "2")
    qtbot.keyClick(field, ENTER)
    field.selectAll()
    qtbot.keyClick(field, Qt.Key.Key_Delete)
    assert session.scenario.softcap is None


def test_an_empty_line_is_no_number_where_there_has_to_be_one(qtbot, scale_field, session):
    scale_field.selectAll()
    qtbot.keyClick(scale_field, Qt.Key.Key_Delete)
    assert "Nothing was typed" in scale_field.reason
    assert not scale_field.settle()
    assert session.undo_stack.count() == 0


def test_esc_takes_back_what_was_typed(qtbot, field, session):
    before = session.scenario
    qtbot.keyClicks(field, "2")
    qtbot.keyClick(field, ESCAPE)
    assert session.scenario is before
    assert session.undo_stack.count() == 0
    assert field.text() == ""


@pytest.mark.parametrize("text", ["abc", "nan", "1e999"])
def test_text_that_is_no_number_stays_in_the_line_and_out_of_the_session(
    qtbot, field, session, text
):
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, ENTER)
    assert field.text() == text
    assert field.accessibleDescription() == field.reason != ""
    assert not session.settle()
    assert session.is_editing


def test_a_number_that_is_refused_is_told_at_once(qtbot, field, session):
    qtbot.keyClicks(field, "-1")
    assert field.reason == "softcap: expected a number above 0, found -1"
    assert field.accessibleDescription() == field.reason
    assert session.scenario.softcap is None
    qtbot.keyClick(field, ESCAPE)
    assert not session.is_editing
    assert field.accessibleDescription() == ""


def test_what_was_typed_is_settled_before_the_document_is_read(qtbot, field, session):
    qtbot.keyClicks(field, "2")
    assert session.is_editing
    assert session.settle()
    assert not session.is_editing
    assert session.scenario.softcap == 2


def test_another_editor_that_cannot_be_closed_keeps_the_line_as_it_was(qtbot, field, session):
    session.register_editor(lambda: False)
    qtbot.keyClicks(field, "2")
    assert field.text() == ""
    assert session.scenario.softcap is None


def test_it_follows_the_document_unless_something_is_being_typed(qtbot, field, session):
    session.edit(edits.set_softcap, 4.0)
    assert field.text() == "4"
    qtbot.keyClicks(field, "2")
    assert field.text() in ("24", "42")
    session.edit(edits.set_scale, "none")
    assert field.text() in ("24", "42")


def test_another_document_ends_what_was_typed(qtbot, field, session, seed_scenario):
    qtbot.keyClicks(field, "x")
    session.load(replace(seed_scenario, softcap=7.0), None)
    assert field.text() == "7"
    assert not session.is_editing
    qtbot.keyClicks(field, "1")
    assert session.undo_stack.count() == 1


def test_an_edit_from_elsewhere_in_the_middle_is_an_undo_of_its_own(qtbot, field, session):
    qtbot.keyClicks(field, "2")
    session.edit(edits.set_scale, "none")
    qtbot.keyClicks(field, "5")
    qtbot.keyClick(field, ENTER)
    assert (session.scenario.softcap, session.scenario.scale) == (25, "none")
    assert session.undo_stack.count() == 3
    qtbot.keyClick(field, ESCAPE)
    assert session.scenario.softcap == 25


def test_looking_at_it_changes_nothing(qtbot, field, session):
    session.edit(edits.set_softcap, 0.1 + 0.2)
    qtbot.keyClick(field, ENTER)
    field.clearFocus()
    assert session.undo_stack.count() == 1
    assert session.scenario.softcap == 0.1 + 0.2


def test_what_takes_long_lands_later_and_is_one_undo(qtbot, field, session, work):
    qtbot.keyClicks(field, "2")
    work.let_go()
    qtbot.waitUntil(lambda: session.scenario.softcap == 2.0)
    qtbot.keyClicks(field, "5")
    qtbot.keyClick(field, ENTER)
    work.let_go()
    qtbot.waitUntil(lambda: not session.pending.is_busy)
    assert session.scenario.softcap == 25.0
    assert field.text() == "25"
    assert session.undo_stack.count() == 1


def test_what_turns_out_too_large_stays_in_the_line_with_the_reason(qtbot, session, look, work):
    session.edit(edits.set_number, Place("key", 0, 0), 1e200)
    work.let_go()
    qtbot.waitUntil(lambda: not session.pending.is_busy)
    field = NumberField(session, look, "Scale", lambda s: 1.0, set_scale)
    qtbot.addWidget(field)
    field.show()
    field.selectAll()
    qtbot.keyClicks(field, "1e300")
    work.let_go(5)
    qtbot.waitUntil(lambda: bool(field.reason))
    assert "too large to store" in field.reason
    assert field.text() == "1e300"
    assert not field.settle()
