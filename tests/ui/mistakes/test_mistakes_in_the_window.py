"""Mistakes made on purpose in the window: choosing, seeing, saving, and leaving."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetricsF, QGuiApplication
from PySide6.QtWidgets import QApplication, QPushButton

from explorer.app import edits
from explorer.files import load_example, load_scenario, save_scenario
from explorer.files.fingerprint import fingerprint
from explorer.model import Experiment, Place
from explorer.model.comparison.changes import TableChange
from explorer.model.convention import Convention
from explorer.model.slips.mistakes import MISTAKES
from explorer.ui.diagnosis.diagnosis_parts import NAME as DIAGNOSIS
from explorer.ui.diagnosis.own_numbers_card import OwnNumbersCard
from explorer.ui.heatmaps.heatmap import HeatmapView
from explorer.ui.heatmaps.heatmap_cells import fitting_numbers
from explorer.ui.heatmaps.stage_card import StageCard
from explorer.ui.looks.colours import contrast, mixed
from explorer.ui.looks.theme import THEMES
from explorer.ui.mistakes.mistake_banner import NO_DIFFERENCE
from explorer.ui.mistakes.mistake_dialog import TOGETHER, MistakeDialog
from explorer.ui.parts.loud_frame import LoudFrame
from explorer.ui.parts.right_note import GOES_BY_RIGHT, RightNote
from explorer.ui.practice.predict_edit import PredictEdit
from explorer.ui.walk.predict_box import PredictBox
from explorer.ui.window.dialogs import MarkAnswer, mark_box
from explorer.ui.window.main_window import MainWindow

COLUMN = "softmax-by-column"
HEADING = "Deliberately wrong: Softmax over the column"


@pytest.fixture
def three(driver):
    """A shown window on three positions that read each other."""
    driver.session.load(load_example("three-positions"), None)
    driver.activate()
    return driver


@pytest.fixture
def wrong(three):
    """The same with the softmax going down the columns."""
    make(three, COLUMN)
    return three


def open_dialog(driver):
    driver.trigger("chooseMistakeAction")
    dialog = driver.window.findChild(MistakeDialog)
    assert dialog is not None
    return dialog


def make(driver, name):
    """Choose a mistake by its name in the dialog."""
    dialog = open_dialog(driver)
    rows = range(dialog.list.count())
    (row,) = (row for row in rows if slip_at(dialog, row) is MISTAKES[name])
    dialog.list.setCurrentRow(row)
    dialog.make.click()
    dialog.deleteLater()


def slip_at(dialog, row):
    return dialog.list.item(row).data(Qt.ItemDataRole.UserRole)


def shown_texts(dialog):
    items = map(dialog.list.item, range(dialog.list.count()))
    return [item.text() for item in items if not item.isHidden()]


def banner(driver):
    return driver.window.mistakes.banner


def beside(driver):
    return driver.window.mistakes.beside


def card(driver, title):
    (found,) = (one for one in beside(driver).cards if one.heading.text() == title)
    return found


def heatmap(driver, stage):
    (view,) = (view for view in driver.window.stage_flow.heatmaps if view.stage.name == stage)
    return view


def clipboard():
    return QGuiApplication.clipboard().text()


def test_at_first_nothing_is_loud(three):
    assert not banner(three).isVisible()
    assert not beside(three).isVisible()
    assert not three.window.mistakes.frame.isVisible()
    assert not three.action("leaveMistakeAction").isEnabled()
    assert "wrong" not in three.window.windowTitle()


def test_no_table_is_made_that_has_no_place_in_the_window(wrong):
    """One table is enough for a stage that came out the same."""

    def windows():
        views = [one for one in QApplication.allWidgets() if isinstance(one, HeatmapView)]
        return {view.window() for view in views}

    before = windows()
    assert wrong.session.laboratory.choose(MISTAKES["scale-left-out"])
    assert any(one.change.is_same for one in beside(wrong).cards)
    assert windows() <= before


def test_a_mistake_shows_right_and_wrong_side_by_side_in_a_loud_frame(wrong):
    assert banner(wrong).isVisible()
    assert banner(wrong).heading.text() == HEADING
    assert "It departs at Weights A; the stages before are the same." in banner(wrong).why.text()
    assert HEADING in wrong.window.windowTitle()
    frame = wrong.window.mistakes.frame
    assert frame.isVisible()
    assert frame.size() == wrong.window.size()
    assert beside(wrong).isVisible()
    assert not wrong.window.stage_flow.isVisible()


def test_a_mistake_that_changes_no_number_departs_nowhere(driver):
    driver.session.load(load_example("same-token-two-places"), None)
    driver.activate()
    make(driver, "query-and-key-swapped")
    assert banner(driver).why.text().endswith(NO_DIFFERENCE)
    assert "departs" not in banner(driver).toolTip()
    driver.session.edit(edits.set_cells, "query_projection", 0, 0, np.array([[5.0]]))
    assert "It departs at Scores" in banner(driver).why.text()


def test_each_stage_says_what_became_of_it(wrong):
    assert card(wrong, "Scores Q·Kᵀ").remark.text() == "The same"
    assert len(card(wrong, "Scores Q·Kᵀ").sides) == 1
    weights = card(wrong, "Weights A")
    assert [side.caption.text() for side in weights.sides] == ["Right", "Wrong", "Wrong less right"]
    assert weights.sentence.text().startswith("Done in another way here, with other numbers")
    right, bad, apart = (side.view.shown.array for side in weights.sides)
    assert right.sum(axis=1) == pytest.approx([1, 1, 1])
    assert bad.sum(axis=0) == pytest.approx([1, 1, 1])
    assert apart == pytest.approx(bad - right)


def test_cells_side_by_side_are_wide_enough_for_the_longest_number(driver):
    driver.session.load(load_example("asymmetric"), None)
    driver.window.look.preferences.convention = Convention.COLUMNS
    driver.activate()
    make(driver, COLUMN)
    apart = card(driver, "Output Y").sides[-1].view

    def shown():
        numbers = fitting_numbers(apart.content)
        bold = QFont(numbers.font)
        bold.setBold(True)
        widest = max(map(QFontMetricsF(bold).horizontalAdvance, numbers.texts.values()))
        assert widest <= apart.content.grid.cell_width
        return list(numbers.texts.values())

    assert shown() == ["−3.902", "+10.556", "−7.109"]
    driver.session.edit(edits.set_cells, "value", 0, 0, np.array([[123456.0]]))
    assert max(map(len, shown())) >= len("+12345.678")
    widths = {side.view.content.grid.cell_width for side in card(driver, "Output Y").sides}
    assert len(widths) == 1


def test_editing_moves_both_sides(wrong):
    matrix = wrong.window.inputs_panel.tables["value"].matrix
    assert matrix.setData(matrix.index(2, 0), "50")
    right, bad, _apart = (side.view.shown.array for side in card(wrong, "Output Y").sides)
    assert right is wrong.session.laboratory.right_trace.output
    assert bad is wrong.session.trace.output


def test_the_walk_the_formula_and_the_derivation_are_those_of_the_mistake(wrong):
    wrong.session.go_to(Place("weights", 1, 2))
    window = wrong.window
    assert window.step_panel.derivation.accessibleName().endswith("≈ 0.848")
    assert "softmax by column" in window.formula_bar.view.accessibleName()
    assert window.findChild(type(window.step_panel.note), "thenNowText").text() == (
        "0.446 right, 0.848 wrong (+0.402)"
    )


def test_the_stages_can_show_right_wrong_or_the_difference_alone(wrong):
    wrong.trigger("showNowAction")
    assert wrong.window.stage_flow.isVisible()
    assert not beside(wrong).isVisible()
    assert wrong.action("showNowAction").text() == "&Wrong"
    wrong.session.go_to(Place("weights", 1, 2))
    view = heatmap(wrong, "weights")
    assert view.sentence(Place("weights", 1, 2)).startswith("Wrong: ")
    assert not heatmap(wrong, "scores").sentence(Place("scores", 0, 0)).startswith("Wrong")
    wrong.trigger("showThenAction")
    assert wrong.action("showThenAction").text() == "&Right"
    assert heatmap(wrong, "weights").shown.array is wrong.session.laboratory.right_trace.weights
    wrong.trigger("showDifferenceAction")
    assert "wrong less right" in window_legend(wrong)
    wrong.trigger("showBesideAction")
    assert beside(wrong).isVisible()


def window_legend(driver):
    (found,) = (c for c in driver.window.stage_flow.cards if c.stage.name == "weights")
    return found.legend.text


def test_leaving_takes_everything_away_again(wrong):
    wrong.trigger("leaveMistakeAction")
    assert not banner(wrong).isVisible()
    assert not beside(wrong).isVisible()
    assert not wrong.window.mistakes.frame.isVisible()
    assert wrong.window.stage_flow.isVisible()
    assert wrong.window.contentsMargins().left() == 0
    assert wrong.action("showThenAction").text() == "&Then"
    assert not wrong.session.is_modified


def test_escape_leaves_from_wherever_the_focus_is(qtbot, wrong):
    for widget in (
        beside(wrong).heatmaps[-1],
        wrong.window.inputs_panel.tables["key"],
        banner(wrong).leave,
        wrong.window.step_panel.derivation,
    ):
        make(wrong, COLUMN)
        widget = beside(wrong).heatmaps[-1] if not widget.isVisible() else widget
        widget.setFocus()
        qtbot.keyClick(widget, Qt.Key.Key_Escape)
        assert not wrong.session.laboratory.is_on, widget


def test_escape_on_the_formula_closes_what_explains_it_and_then_leaves(qtbot, wrong):
    bar = wrong.window.formula_bar
    bar.view.setFocus()
    bar.view.focus_target(1)
    assert bar.card.isVisible()
    qtbot.keyClick(bar.view, Qt.Key.Key_Escape)
    assert not bar.card.isVisible()
    assert wrong.session.laboratory.is_on
    qtbot.keyClick(bar.view, Qt.Key.Key_Escape)
    assert not wrong.session.laboratory.is_on


def test_escape_in_a_cell_editor_ends_the_editor_and_not_the_laboratory(qtbot, wrong):
    editor = wrong.open_editor("7")
    qtbot.keyClick(editor, Qt.Key.Key_Escape)
    assert wrong.session.laboratory.is_on
    assert not wrong.session.is_editing


def test_the_dialog_lists_mistakes_by_stage_and_says_what_cannot_be_made(three):
    dialog = open_dialog(three)
    texts = shown_texts(dialog)
    assert texts[0] == "Scores Q·Kᵀ"
    assert TOGETHER in texts
    assert "The mask left out — not here: there is neither a mask nor a bias" in texts
    row = texts.index("The mask left out — not here: there is neither a mask nor a bias")
    dialog.list.setCurrentRow(row)
    assert not dialog.make.isEnabled()
    assert dialog.why.text() == (
        "Cannot be made with these numbers: there is neither a mask nor a bias."
    )
    dialog.accept()
    assert not three.session.laboratory.is_on
    dialog.reject()


def test_what_is_typed_narrows_the_list(qtbot, three):
    dialog = open_dialog(three)
    qtbot.keyClicks(dialog.search, "col soft")
    assert shown_texts(dialog)[:2] == ["Weights A", "Softmax over the column"]
    assert dialog.current is MISTAKES[COLUMN]
    qtbot.keyClick(dialog.search, Qt.Key.Key_Down)
    assert dialog.current is not MISTAKES[COLUMN]
    assert dialog.current.parts
    qtbot.keyClick(dialog.search, Qt.Key.Key_Up)
    qtbot.keyClick(dialog.search, Qt.Key.Key_Return)
    assert three.session.laboratory.slip is MISTAKES[COLUMN]


def test_words_nothing_has_leave_an_empty_list_and_nothing_to_make(qtbot, three):
    dialog = open_dialog(three)
    qtbot.keyClicks(dialog.search, "zebra")
    assert shown_texts(dialog) == []
    assert not dialog.make.isEnabled()
    assert dialog.why.text() == "No mistake of the list has such words."
    dialog.search.clear()
    assert dialog.make.isEnabled()
    dialog.reject()


def test_the_dialog_begins_with_the_mistake_that_is_made(wrong):
    dialog = open_dialog(wrong)
    assert dialog.current is MISTAKES[COLUMN]
    dialog.reject()


def test_two_mistakes_are_made_together(three):
    make(three, "scale-left-out+softmax-by-column")
    assert banner(three).heading.text() == (
        "Deliberately wrong: The scale left out + Softmax over the column"
    )
    assert card(three, "Scaled scores").sentence.text().startswith("Done in another way here")
    assert card(three, "Weights A").sentence.text().startswith("Done in another way here")


def test_copied_numbers_say_that_they_are_wrong(wrong):
    card(wrong, "Weights A").sides[1].view.copy()
    assert clipboard().splitlines()[0] == HEADING
    assert HEADING in QGuiApplication.clipboard().mimeData().html()
    card(wrong, "Weights A").sides[0].view.copy()
    assert not clipboard().startswith("Deliberately")
    card(wrong, "Scores Q·Kᵀ").sides[0].view.copy()
    assert not clipboard().startswith("Deliberately")


@pytest.mark.parametrize(
    ("name", "array"),
    [("key-projection-for-queries", "query"), ("positions-from-one", "positions")],
)
def test_what_is_made_of_a_text_by_mistake_says_so_where_it_departs(driver, name, array):
    driver.session.load(load_example("same-token-two-places"), None)
    driver.activate()
    make(driver, name)
    assert driver.session.comparing.mark_of(array).startswith("Deliberately wrong")
    assert driver.session.comparing.mark_of("value_projection") == ""
    driver.trigger("showNowAction")
    shown = [one for one in driver.window.findChildren(StageCard) if one.isVisible()]
    (heading,) = [one.heading.text() for one in shown if one.stage.name == array]
    assert heading.endswith("· wrong")


def test_copied_derivations_say_that_they_are_wrong(wrong):
    wrong.session.go_to(Place("weights", 1, 2))
    derivation = wrong.window.step_panel.derivation
    derivation.copy_text()
    assert clipboard().endswith(f"({HEADING})")
    derivation.copy_latex()
    assert clipboard().endswith(rf"\quad\text{{({HEADING})}}")
    derivation.copy_markdown()
    assert clipboard().endswith(f"**{HEADING}**")
    wrong.session.go_to(Place("scores", 1, 2))
    derivation.copy_text()
    assert "Deliberately" not in clipboard()


def test_the_panel_of_comparisons_tells_it_in_sentences(wrong):
    wrong.window.docks.open("compare")
    told = wrong.window.compare.panel.sentences.texts
    assert told[0] == MISTAKES[COLUMN].why
    assert told[1] == "Scores: the same."
    wrong.trigger("copyComparisonAction")
    assert clipboard().splitlines()[0] == HEADING


def test_saving_asks_and_can_mark_the_file(wrong, tmp_path):
    wrong.dialogs.save_to = tmp_path / "marked.attn"
    wrong.dialogs.mark = MarkAnswer.MARKED
    assert wrong.window.documents.save()
    assert load_scenario(tmp_path / "marked.attn").experiment == Experiment(COLUMN)
    assert wrong.session.laboratory.is_on
    assert wrong.window.notice_bar.text == (
        "Saved as an experiment: marked.attn is marked with “Softmax over the column”."
    )


def test_a_marked_file_is_saved_again_without_asking(wrong, tmp_path):
    wrong.dialogs.save_to = tmp_path / "marked.attn"
    wrong.dialogs.mark = MarkAnswer.MARKED
    wrong.window.documents.save()
    wrong.change()
    asked = len(wrong.dialogs.asked)
    assert wrong.window.documents.save()
    assert wrong.dialogs.asked[asked:] == []
    assert "Saved as an experiment" in wrong.window.notice_bar.text


def test_saving_without_the_mistake_leaves_the_laboratory(wrong, tmp_path):
    wrong.dialogs.save_to = tmp_path / "plain.attn"
    wrong.dialogs.mark = MarkAnswer.WITHOUT
    assert wrong.window.documents.save()
    assert not wrong.session.laboratory.is_on
    assert b"experiment" not in (tmp_path / "plain.attn").read_bytes()
    assert not wrong.session.is_modified


def test_saving_can_be_given_up(wrong, tmp_path):
    wrong.dialogs.save_to = tmp_path / "none.attn"
    assert not wrong.window.documents.save()
    assert not (tmp_path / "none.attn").exists()
    assert wrong.session.laboratory.is_on


def test_the_question_saves_without_the_mistake_on_enter(qtbot, three):
    box = mark_box(three.window, "Softmax over the column")
    qtbot.addWidget(box)
    assert "deliberately wrong: Softmax over the column" in box.text()
    assert box.defaultButton().text() == "Save &without the mistake"
    assert len(box.findChildren(QPushButton)) == 3


@pytest.fixture
def left(wrong, tmp_path):
    """A document whose file is marked, after the laboratory was left."""
    wrong.dialogs.save_to = tmp_path / "marked.attn"
    wrong.dialogs.mark = MarkAnswer.MARKED
    wrong.window.documents.save()
    wrong.trigger("leaveMistakeAction")
    wrong.dialogs.asked.clear()
    return wrong


@pytest.mark.parametrize("answer", MarkAnswer)
def test_saving_over_a_marked_file_asks_after_the_mistake_was_left(left, tmp_path, answer):
    left.dialogs.mark = answer
    is_saved = left.window.documents.save()
    assert left.dialogs.asked == ["mark Softmax over the column marked.attn"]
    assert is_saved is (answer is not MarkAnswer.CANCEL)
    stays = None if answer is MarkAnswer.WITHOUT else Experiment(COLUMN)
    assert load_scenario(tmp_path / "marked.attn").experiment == stays
    assert left.session.laboratory.is_on is (answer is MarkAnswer.MARKED)
    assert left.session.is_modified is (answer is MarkAnswer.CANCEL)


def test_an_ordinary_file_is_not_asked_about_again(left):
    left.dialogs.mark = MarkAnswer.WITHOUT
    left.window.documents.save()
    left.change()
    left.dialogs.asked.clear()
    assert left.window.documents.save()
    assert left.dialogs.asked == []


def test_what_is_saved_beside_a_marked_file_is_not_asked_about(left, tmp_path):
    left.dialogs.save_to = tmp_path / "plain.attn"
    assert left.window.documents.save_as()
    assert not any(asked.startswith("mark") for asked in left.dialogs.asked)
    assert load_scenario(tmp_path / "marked.attn").experiment == Experiment(COLUMN)


def test_a_mistake_that_was_recovered_does_not_get_into_its_file_unasked(qtbot, wrong, saved_file):
    wrong.session.mark_saved(saved_file)
    wrong.session.mark_unsaved()
    recovered = MainWindow(wrong.session, wrong.window.look, wrong.dialogs)
    qtbot.addWidget(recovered)
    recovered.documents.expect(fingerprint(saved_file))
    assert not recovered.documents.save()
    assert wrong.dialogs.asked == ["mark Softmax over the column"]


def test_the_question_about_a_file_that_is_marked_names_it(qtbot, three):
    box = mark_box(three.window, "Softmax over the column", "marked.attn")
    qtbot.addWidget(box)
    assert box.text().startswith("“marked.attn” is marked as an experiment: Softmax over the")
    assert box.defaultButton().text() == "Save &without the mistake"


def test_a_marked_file_opens_in_the_loud_frame(three, tmp_path):
    path = tmp_path / "marked.attn"
    scenario = replace(load_example("three-positions"), experiment=Experiment(COLUMN))
    save_scenario(scenario, path)
    three.window.documents.open_path(path)
    assert banner(three).isVisible()
    assert three.window.mistakes.frame.isVisible()
    three.trigger("leaveMistakeAction")
    assert not banner(three).isVisible()
    assert three.session.is_modified


def test_a_mistake_that_can_no_longer_be_made_is_not_loud(driver):
    driver.session.load(load_example("causal"), None)
    driver.activate()
    make(driver, "mask-left-out")
    driver.session.edit(edits.set_mask, None, "remove the mask")
    assert banner(driver).isVisible()
    assert banner(driver).heading.text().startswith("Right after all")
    assert not driver.window.mistakes.frame.isVisible()
    assert driver.window.stage_flow.isVisible()


def test_practice_goes_by_the_right_calculation_and_says_so(wrong):
    wrong.session.go_to(Place("weights", 1, 2))
    wrong.window.docks.open("practice")
    section = wrong.window.findChild(PredictEdit)
    assert section.note.isVisibleTo(section)
    assert section.note.text() == GOES_BY_RIGHT
    assert section.question.text().endswith("≈ 0.446")
    wrong.trigger("leaveMistakeAction")
    assert not section.note.isVisibleTo(section)


def test_the_diagnosis_goes_by_the_right_calculation_and_says_so(qtbot, wrong):
    right = wrong.session.laboratory.right_trace.weights
    wrong.window.docks.open(DIAGNOSIS)
    card = wrong.window.findChild(OwnNumbersCard)
    card.given.choose("weights")
    text = "\n".join(" ".join(map(str, row)) for row in right.tolist())
    card.given.fields["weights"].edit.setPlainText(text)
    qtbot.waitUntil(lambda: card.answer.verdict.text().startswith("Right"))
    assert card.findChild(RightNote).isVisibleTo(card)


def test_a_prediction_is_judged_by_the_right_calculation(qtbot, wrong):
    wrong.session.go_to(Place("weights", 1, 2))
    wrong.session.reveal.predicting = True
    box = wrong.window.findChild(PredictBox)
    assert "by the right calculation" in box.question.text()
    box.field.setText("0.848")
    box.check.click()
    assert box.verdict.text().startswith("Not yet.")
    box.field.setText("0.446")
    box.check.click()
    assert box.verdict.text().startswith("Right: 0.446")


def test_the_presentation_has_the_frame_and_the_words(wrong):
    wrong.trigger("presentationAction")
    presentation = wrong.window.menus.presentation.presentation
    assert presentation.frame.isVisible()
    assert presentation.frame.top > 0
    assert presentation.heading.y() >= presentation.frame.top
    assert presentation.accessibleDescription().startswith(f"{HEADING}.")
    assert HEADING in presentation.windowTitle()
    presentation.close()


def test_a_panel_taken_out_of_the_window_says_it_in_its_title(wrong):
    dock = wrong.window.docks.step
    dock.setFloating(True)
    title = dock.titleBarWidget()
    assert title.text == f"Step — {HEADING}"
    wrong.trigger("leaveMistakeAction")
    assert title.text == "Step"


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_the_stripes_are_seen_and_the_words_are_read_in_every_theme(theme):
    assert contrast(theme.warning, theme.card) >= 4.5
    tint = mixed(theme.card, theme.warning, 0.2 if theme.is_dark else 0.1)
    assert contrast(theme.text, tint) >= 4.5


def test_the_frame_takes_no_clicks(qtbot, wrong):
    frame = wrong.window.findChild(LoudFrame)
    assert frame.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    assert frame.focusPolicy() is Qt.FocusPolicy.NoFocus


@pytest.mark.parametrize("name", ["scale-left-out", "keys-mixed", "softmax-twice"])
def test_pins_are_as_they_were_after_the_laboratory(driver, name):
    driver.activate()
    driver.trigger("pinAction")
    driver.change()
    told = driver.window.compare.panel.sentences.texts
    make(driver, name)
    assert driver.window.compare.panel.sentences.texts != told
    driver.trigger("leaveMistakeAction")
    assert driver.window.compare.panel.sentences.texts == told


def test_a_pin_and_now_stand_side_by_side_too(driver):
    driver.activate()
    driver.trigger("pinAction")
    driver.change()
    driver.trigger("showBesideAction")
    scores = card(driver, "Scores Q·Kᵀ")
    assert [side.caption.text() for side in scores.sides] == ["Then", "Now", "Now less then"]
    driver.trigger("stopComparingAction")
    assert driver.window.stage_flow.isVisible()


# Where it takes long


def test_a_mistake_that_takes_long_leaves_the_window_as_it_is_until_it_is_there(qtbot, three, work):
    beside, bar = three.window.mistakes.beside, three.window.work_bar
    make(three, COLUMN)
    qtbot.waitUntil(bar.isVisible)
    assert bar.words.text().startswith("Make a mistake: Softmax over the column")
    assert not beside.isVisible()
    assert not three.window.mistakes.banner.isVisible()
    work.let_go()
    qtbot.waitUntil(lambda: not bar.is_busy)
    assert beside.isVisible()
    assert three.window.mistakes.banner.isVisible()
    assert three.window.focusWidget() in beside.heatmaps


def test_a_mistake_that_takes_long_is_cancelled_in_the_window(three, work):
    make(three, COLUMN)
    three.trigger("cancelWorkAction")
    work.let_go()
    assert not three.session.laboratory.is_on
    assert not three.session.is_modified
    assert not three.window.mistakes.beside.isVisible()


def test_differences_that_come_later_have_their_place_beside_both_sides(qtbot, three, monkeypatch):
    effort = TableChange.effort
    monkeypatch.setattr(TableChange, "effort", 10**9)  # what differs is known, not yet by how much
    make(three, COLUMN)
    weights = card(three, "Weights A")
    assert [side.caption.text() for side in weights.sides] == ["Right", "Wrong", "Wrong less right"]
    difference = weights.sides[-1].view
    assert difference.shown.compared is None
    monkeypatch.setattr(TableChange, "effort", effort)
    qtbot.waitUntil(lambda: difference.shown.compared is not None)
    assert card(three, "Weights A") is weights
    wrong, right = three.session.trace, three.session.laboratory.right_trace
    place = Place("weights", 0, 1)
    assert difference.shown.table[0, 1] == wrong.number(place) - right.number(place)
