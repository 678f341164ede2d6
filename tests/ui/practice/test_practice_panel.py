"""The exercises: what an edit does, and which numbers give a result."""

from dataclasses import replace

import numpy as np
import pytest

from explorer.app import edits
from explorer.files import load_example
from explorer.model import Place
from explorer.model.edit_question import Outcome
from explorer.model.masks import CellMask
from explorer.model.places import Axis
from explorer.ui.practice.practice_panel import PracticePanel

OUTPUT, WEIGHT = Place("output", 0, 0), Place("weights", 0, 0)


@pytest.fixture
def panel(qtbot, session, look):
    session.go_to(OUTPUT)
    panel = PracticePanel(session, look)
    qtbot.addWidget(panel)
    panel.show()
    qtbot.waitExposed(panel)
    return panel


@pytest.fixture
def asking(panel):
    return panel.predict_edit


@pytest.fixture
def task(panel):
    return panel.backwards


def set_key(session, *numbers):
    assert session.edit(edits.set_cells, "key", 2, 0, np.array([numbers], dtype=float))


def test_the_question_is_about_the_number_of_the_step(asking, session):
    assert asking.question.text() == (
        "If V₃,₁ (value of Source 3, component 1) goes from 30 to 50, what becomes of this "
        "number?\nOutput of Query 1, component 1 = 20"
    )
    session.go_to(WEIGHT)
    assert asking.question.text().endswith("Weight of Source 1 for Query 1 ≈ 0.401")


def test_choosing_makes_the_edit_as_one_undo_entry(asking, session):
    asking.choices[Outcome.LARGER].click()
    assert session.scenario.value[2, 0] == 50
    assert session.undo_stack.count() == 1
    assert session.undo_stack.undoText() == "set V₃,₁ to 50"


def test_a_right_choice_is_told_so_with_both_numbers_and_the_reason(asking):
    asking.choices[Outcome.LARGER].click()
    assert asking.status.text() == (
        "Right: it becomes larger, from 20 to 28.022.\n"
        "The change goes from the values to the output; the scores, scaled scores and weights "
        "stay as they are.\n"
        "Undo takes the change back."
    )


def test_a_wrong_choice_is_told_what_came_out(asking):
    asking.choices[Outcome.SAME].click()
    told = "Not so: it becomes larger, from 20 to 28.022. You chose: the same."
    assert asking.status.text().startswith(told)


def test_show_me_makes_the_edit_without_a_choice(asking, session):
    asking.show_me.click()
    assert session.undo_stack.count() == 1
    assert asking.status.text().startswith("It becomes larger, from 20 to 28.022.")


def test_a_value_leaves_a_weight_the_same(asking, session):
    session.go_to(WEIGHT)
    while "V" not in asking.question.text():
        asking.another.click()
    asking.choices[Outcome.SAME].click()
    assert "Right: it stays the same, 0.401.\n" in asking.status.text()
    assert "not from the values." in asking.status.text()


def test_once_answered_only_another_edit_is_left(asking):
    asking.choices[Outcome.LARGER].click()
    assert not any(button.isEnabled() for button in asking.choices.values())
    assert not asking.show_me.isEnabled()
    assert asking.another.isEnabled()
    before = asking.question.text()
    asking.another.click()
    assert asking.question.text() != before
    assert asking.status.isHidden()
    assert all(button.isEnabled() for button in asking.choices.values())


def test_what_came_of_an_edit_that_takes_long_is_told_when_it_is_shown(
    qtbot, asking, session, work
):
    asking.choices[Outcome.LARGER].click()
    assert session.scenario.value[2, 0] == 30
    assert asking.status.isHidden()
    assert not any(button.isEnabled() for button in (*asking.choices.values(), asking.show_me))
    work.let_go()
    qtbot.waitUntil(lambda: not session.pending.is_busy)
    assert asking.status.text().startswith("Right: it becomes larger, from 20 to 28.022.")
    assert session.undo_stack.count() == 1


def test_an_edit_that_is_taken_back_before_it_is_shown_is_asked_about_again(asking, session, work):
    before = asking.question.text()
    asking.choices[Outcome.LARGER].click()
    session.pending.undo()
    assert asking.question.text() == before
    assert asking.status.isHidden()
    assert asking.show_me.isEnabled()


def test_of_another_step_nothing_is_told_that_was_asked_before(qtbot, asking, session, work):
    asking.choices[Outcome.LARGER].click()
    session.go_to(WEIGHT)
    assert "Weight of Source 1" in asking.question.text()
    work.let_go()
    qtbot.waitUntil(lambda: not session.pending.is_busy)
    assert asking.status.isHidden()
    assert asking.show_me.isEnabled()


def test_taking_the_edit_back_asks_again(asking, session):
    before = asking.question.text()
    asking.choices[Outcome.LARGER].click()
    session.undo_stack.undo()
    assert asking.question.text() == before
    assert asking.status.isHidden()
    assert asking.show_me.isEnabled()


def test_another_step_asks_about_another_number(asking, session):
    asking.choices[Outcome.LARGER].click()
    session.go_to(WEIGHT)
    assert asking.status.isHidden()
    assert "Weight of Source 1" in asking.question.text()


def test_a_result_to_be_predicted_is_not_given_away(asking, session):
    session.reveal.predicting = True
    assert "20" not in asking.question.text()
    assert not asking.show_me.isEnabled()
    session.reveal.open()
    assert asking.question.text().endswith("= 20")


def test_what_was_told_does_not_give_it_away_either(asking, session):
    asking.choices[Outcome.LARGER].click()
    session.reveal.predicting = True
    assert asking.status.isHidden()
    assert "20" not in asking.question.text()


def test_nothing_is_edited_while_a_cell_editor_refuses_to_close(asking, session):
    session.register_editor(lambda: False)
    asking.choices[Outcome.LARGER].click()
    assert session.undo_stack.count() == 0
    assert asking.status.isHidden()


def test_a_cell_editor_that_changes_the_question_asks_anew(asking, session):
    def settle():
        session.register_editor(None)
        return session.edit(edits.set_cells, "value", 2, 0, np.array([[7.0]]))

    session.register_editor(settle)
    asking.choices[Outcome.LARGER].click()
    assert session.undo_stack.count() == 1
    assert "goes from 7" in asking.question.text()


def test_the_task_says_what_to_choose_and_where_the_number_stands(task):
    assert task.question.text() == (
        "Choose K₃ (the key of Source 3) so that the weight of Source 3 for Query 1 becomes 0.5. "
        "Change nothing else."
    )
    assert task.live.text() == "Goal: 0.5 (± 0.005)\nNow: 0.401"


def test_the_number_is_followed_while_the_row_is_changed(task, session):
    set_key(session, 1.3, 1)
    assert task.live.text().endswith("Now: 0.453")
    assert task.status.isHidden()


def test_reaching_the_goal_is_said(task, session):
    set_key(session, 1.57, 4)
    assert task.status.text() == "Reached."
    assert not task.show_me.isEnabled()
    session.undo_stack.undo()
    assert task.status.isHidden()
    assert task.show_me.isEnabled()


def test_reaching_it_with_other_numbers_too_is_told_apart(task, session):
    session.edit(edits.set_cells, "value", 0, 0, np.array([[11.0]]))
    set_key(session, 1.57, 1)
    assert task.status.text() == "The goal is reached, but not by K₃ alone."


def test_show_me_puts_a_solution_in_as_one_undo_entry(task, session):
    task.show_me.click()
    assert abs(session.trace.weights[0, 2] - 0.5) < 0.005
    assert session.undo_stack.count() == 1
    assert task.status.text() == "One solution: K₃,₁ = 1.567. Undo takes it back."
    session.undo_stack.undo()
    np.testing.assert_array_equal(session.scenario.key[2], [1, 1])
    assert task.status.isHidden()


def test_a_solution_that_takes_long_is_told_when_it_is_shown(qtbot, task, session, work):
    before = session.scenario
    task.show_me.click()
    assert session.scenario is before
    assert task.status.isHidden()
    assert not task.show_me.isEnabled()
    work.let_go()
    qtbot.waitUntil(lambda: not session.pending.is_busy)
    assert task.status.text().startswith("One solution: ")
    assert session.undo_stack.count() == 1


def test_show_me_starts_from_the_numbers_as_they_are_now(task, session):
    set_key(session, 0.5, 3)
    task.show_me.click()
    assert session.scenario.key[2, 1] == 3
    assert abs(session.trace.weights[0, 2] - 0.5) < 0.005


def test_where_nothing_solves_it_any_more_it_says_so(task, session):
    session.edit(edits.set_cells, "query", 0, 0, np.array([[0.0, 0.0]]))
    task.show_me.click()
    assert task.status.text().startswith("No single number of K₃ gives this any more.")
    assert session.undo_stack.count() == 1


def test_another_task_is_another_one(task):
    seen = {task.question.text()}
    for _ in range(3):
        task.another.click()
        seen.add(task.question.text())
    assert len(seen) == 4
    assert any(text.startswith("Choose V₃ (the value of Source 3)") for text in seen)
    assert any(text.startswith("Choose Q₁ (Query 1)") for text in seen)


def test_a_goal_that_is_hidden_is_not_given_away(task, session):
    session.go_to_position(0)
    session.reveal.as_we_go = True
    assert task.live.text().endswith("Now: hidden for now")
    session.reveal.as_we_go = False
    assert task.live.text().endswith("Now: 0.401")


def test_another_document_of_the_same_size_sets_its_own_task(task, session, seed_scenario):
    loaded = replace(seed_scenario, value=np.array([[1.0], [2.0], [3.0]]), sources=("a", "b", "c"))
    session.load(loaded, None)
    assert "the key of “c”" in task.question.text()


def test_a_source_that_is_gone_takes_its_task_with_it(task, session):
    session.edit(edits.remove, Axis.SOURCES, [2])
    assert "Source 3" not in task.question.text()


def test_numbers_that_allow_no_task_say_so(panel, session, seed_scenario):
    nothing = replace(seed_scenario, value=np.zeros((3, 1)), query=np.zeros((1, 2)))
    nothing = replace(nothing, key=np.zeros((3, 2)), softcap=1e-9)
    blocked = edits.set_mask(nothing, CellMask(np.zeros((1, 3), dtype=np.bool_)), "mask").scenario
    session.load(blocked, None)
    assert panel.backwards.question.text() == "There is no such task for these numbers."
    assert not panel.backwards.show_me.isEnabled()


@pytest.mark.parametrize("example", ["weighted-mix", "causal", "reads-nothing", "twelve-tokens"])
def test_both_exercises_can_be_done_on_an_example(panel, session, example):
    session.load(load_example(example), None)
    panel.predict_edit.show_me.click()
    assert panel.predict_edit.status.text().endswith("Undo takes the change back.")
    panel.backwards.show_me.click()
    assert panel.backwards.status.text().startswith("One solution: ")


def test_while_it_is_not_seen_nothing_is_worked_out(qtbot, session, look, monkeypatch):
    monkeypatch.setattr("explorer.ui.practice.backwards_section.backwards_task", None)
    monkeypatch.setattr("explorer.ui.practice.predict_edit.edit_question", None)
    panel = PracticePanel(session, look)
    qtbot.addWidget(panel)
    session.go_to(OUTPUT)
    set_key(session, 2, 2)
    look.preferences.digits = 5
    monkeypatch.undo()
    panel.show()
    assert panel.backwards.live.text().endswith("Now: 0.57598")


def test_larger_type_keeps_every_button_in_sight(panel, look):
    look.preferences.zoom = 200
    panel.resize(panel.sizeHint())
    for section in (panel.predict_edit, panel.backwards):
        assert section.minimumSizeHint().width() <= panel.sizeHint().width()
