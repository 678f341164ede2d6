"""Choosing the sizes of a new scenario."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QPushButton, QWidget

from explorer.model import attend
from explorer.ui.documents.new_dialog import Kind, NewDialog
from explorer.ui.window.dialogs import UnsavedAnswer


@pytest.fixture
def dialog(qtbot, window):
    dialog = NewDialog(window)
    qtbot.addWidget(dialog)
    return dialog


def test_by_default_one_text_reads_itself(dialog):
    scenario = dialog.scenario()
    assert scenario.query.shape == scenario.key.shape == scenario.value.shape == (3, 2)
    assert scenario.queries == scenario.sources == ("Position 1", "Position 2", "Position 3")
    assert not scenario.query.any()


def test_sources_follow_the_queries_while_they_are_the_same(dialog):
    dialog.queries.setValue(5)
    assert dialog.sources.value() == 5
    assert not dialog.sources.isEnabled()


def test_readers_and_sources_of_their_own_have_sizes_of_their_own(dialog):
    dialog.same.setChecked(False)
    dialog.queries.setValue(2)
    dialog.sources.setValue(5)
    dialog.components.setValue(4)
    dialog.value_components.setValue(1)
    scenario = dialog.scenario()
    shapes = [scenario.query.shape, scenario.key.shape, scenario.value.shape]
    assert shapes == [(2, 4), (5, 4), (5, 1)]
    assert scenario.queries == ("Query 1", "Query 2")
    assert scenario.sources[4] == "Source 5"
    dialog.same.setChecked(True)
    assert dialog.scenario().key.shape == (2, 4)


def test_small_whole_numbers_are_the_same_each_time_and_give_different_tables(dialog):
    dialog.start.setCurrentIndex(1)
    first, second = dialog.scenario(), dialog.scenario()
    assert first.query.tolist() == second.query.tolist()
    assert first.query.tolist() != first.key.tolist()
    numbers = first.query.ravel().tolist()
    assert all(number == round(number) and abs(number) <= 3 for number in numbers)


@pytest.mark.parametrize("size", [1, 64])
def test_every_choice_can_be_worked_out(dialog, size):
    for box in (dialog.queries, dialog.components, dialog.value_components):
        box.setValue(size)
    assert attend(dialog.scenario().inputs).output.shape == (size, size)


def rows(dialog):
    """The fields that are asked for."""
    fields = (
        "same",
        "queries",
        "sources",
        "positions",
        "tokens",
        "model_components",
        "components",
        "value_components",
        "start",
    )
    return {name for name in fields if not getattr(dialog, name).isHidden()}


BOTH = {"components", "value_components", "start"}


@pytest.mark.parametrize(
    ("kind", "asked"),
    [
        (Kind.TYPED_IN, {"same", "queries", "sources"}),
        (Kind.VECTORS, {"positions", "model_components"}),
        (Kind.TOKENS, {"tokens", "model_components"}),
    ],
)
def test_it_asks_only_for_what_the_start_has(dialog, kind, asked):
    dialog.kind.setCurrentText(kind)
    assert rows(dialog) == asked | BOTH


def test_a_new_text_of_vectors_has_projections_of_the_chosen_sizes(dialog):
    dialog.kind.setCurrentText(Kind.VECTORS)
    dialog.positions.setValue(5)
    dialog.model_components.setValue(6)
    dialog.components.setValue(4)
    dialog.value_components.setValue(1)
    scenario = dialog.scenario()
    assert scenario.embeddings.shape == (5, 6)
    assert scenario.query_projection.shape == scenario.key_projection.shape == (6, 4)
    assert attend(scenario.inputs).output.shape == (5, 1)
    assert scenario.queries[4] == "Position 5"


def test_a_token_that_is_too_long_is_cut(dialog):
    dialog.kind.setCurrentIndex(list(Kind).index(Kind.TOKENS))
    dialog.tokens.setText(f"a {'b' * 5000}")
    assert dialog.scenario().tokens == ("a", "b" * 1000)


def test_a_new_text_of_tokens_has_a_row_for_each_different_one(dialog):
    dialog.kind.setCurrentText(Kind.TOKENS)
    dialog.start.setCurrentIndex(1)
    dialog.tokens.setText("a b a  c")
    scenario = dialog.scenario()
    assert scenario.tokens == ("a", "b", "a", "c")
    assert scenario.entries == ("a", "b", "c")
    assert scenario.vocabulary.any()


def test_a_text_without_a_token_cannot_be_created(dialog):
    dialog.kind.setCurrentText(Kind.TOKENS)
    create = next(
        button for button in dialog.findChildren(QPushButton) if button.text() == "Create"
    )
    assert create.isEnabled()
    dialog.tokens.setText("  ")
    assert not create.isEnabled()
    dialog.kind.setCurrentText(Kind.VECTORS)
    assert create.isEnabled()


def test_sizes_below_one_cannot_be_chosen(dialog):
    for box in (dialog.queries, dialog.sources, dialog.components, dialog.value_components):
        assert box.minimum() == 1


def test_creating_hands_the_scenario_over_and_cancelling_does_not(qtbot, dialog):
    chosen = []
    dialog.chosen.connect(chosen.append)
    buttons = dialog.findChild(QDialogButtonBox)
    buttons.rejected.emit()
    assert chosen == []
    dialog.show()
    qtbot.keyClick(dialog, Qt.Key.Key_Return)
    (scenario,) = chosen
    assert scenario.title == "New scenario"


def test_every_field_has_a_name_for_screen_readers(dialog):
    fields = (
        dialog.kind,
        dialog.same,
        dialog.queries,
        dialog.sources,
        dialog.positions,
        dialog.tokens,
        dialog.model_components,
        dialog.components,
        dialog.value_components,
        dialog.start,
    )
    names = [
        QAccessible.queryAccessibleInterface(field).text(QAccessible.Text.Name) for field in fields
    ]
    assert all(names)
    assert len(set(names)) == len(names)


def test_new_in_the_window_starts_without_a_file_and_asks_only_over_changes(driver):
    driver.activate()
    driver.trigger("newAction")
    QApplication.activeModalWidget().accept()
    assert driver.dialogs.asked == []
    assert driver.session.scenario.title == "New scenario"
    assert driver.session.path is None
    assert not driver.window.isWindowModified()
    driver.change()
    driver.dialogs.unsaved = UnsavedAnswer.CANCEL
    driver.trigger("newAction")
    QApplication.activeModalWidget().accept()
    assert driver.dialogs.asked == ["unsaved New scenario"]
    assert driver.session.scenario.key[1, 0] == 5.0


def test_the_dialog_fits_its_fields_at_double_size(driver):
    driver.window.look.preferences.zoom = 200
    driver.activate()
    driver.trigger("newAction")
    dialog = QApplication.activeModalWidget()
    for field in dialog.findChildren(QWidget):
        if field.isVisible() and field.parentWidget() is dialog:
            assert field.height() >= field.minimumSizeHint().height()
    dialog.reject()
