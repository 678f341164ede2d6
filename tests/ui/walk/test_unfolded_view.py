"""From the start: the chain behind a number as a tree."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QVBoxLayout, QWidget

from explorer.app import edits
from explorer.model import Granularity, Place, Scenario
from explorer.model.masks import CellMask
from explorer.model.scenario import default_names
from explorer.ui.walk.unfolded_model import ROOT, Part
from explorer.ui.walk.unfolded_view import UnfoldedView

OUTPUT = Place("output", 0, 0)


@pytest.fixture
def view(qtbot, session, look):
    window = QWidget()
    view = UnfoldedView(session, look)
    QVBoxLayout(window).addWidget(view)
    qtbot.addWidget(window)
    window.resize(400, 700)
    window.show()
    session.go_to(OUTPUT)
    view.set_open(True)
    yield view
    view.setParent(None)


def wide_scenario(n):
    rng = np.random.default_rng(1)
    query, key, value = (rng.normal(size=(n, 2)) for _ in range(3))
    names = default_names("Position", n)
    return Scenario(query=query, key=key, value=value, queries=names, sources=names)


def lines(view):
    return [index.data() for index in view.tree.shown()]


def row_of(view, text):
    return next(index for index in view.tree.shown() if text in index.data())


def children(view, index):
    view.model.fetchMore(index)
    return [view.model.index(row, 0, index).data() for row in range(view.model.rowCount(index))]


def test_it_is_hidden_until_it_is_opened(qtbot, session, look):
    view = UnfoldedView(session, look)
    qtbot.addWidget(view)
    assert view.isHidden()


def test_it_unfolds_the_first_chain_down_to_what_was_typed_in(view):
    assert lines(view)[:9] == [
        "20, output of Query 1, component 1: = 0.401×10 + 0.198×20 + 0.401×30",
        "0.401, weight of Source 1 for Query 1: = 1 / 2.493",
        "1, exponential of Query 1 and Source 1: = e^0",
        "0, difference of Query 1 and Source 1 from the row's largest score: = 0.707 − 0.707",
        "0.707, scaled score of Query 1 and Source 1: = 1 / √2",
        "1, score of Query 1 and Source 1: = 1×1 + 0×0",
        "1, Query 1, component 1, typed in",
        "1, key of Source 1, component 1, typed in",
        "0, Query 1, component 2, typed in",
    ]


def test_a_closed_number_opens_into_its_operands_when_it_is_asked_for(view, qtbot):
    largest = row_of(view, "largest score of Query 1")
    assert view.model.rowCount(largest) == 0
    view.tree.setCurrentIndex(largest)
    qtbot.keyClick(view.tree, Qt.Key.Key_Right)
    assert children(view, largest) == [
        f"{value}, scaled score of Query 1 and Source {source}: = {score} / √2"
        for source, value, score in ((1, "0.707", 1), (2, "0", 0), (3, "0.707", 1))
    ]


def test_numbers_that_were_typed_in_cannot_be_opened(view):
    assert not view.model.hasChildren(row_of(view, "typed in"))


def test_only_what_was_opened_is_made(view, session):
    session.load(wide_scenario(300), None)
    session.go_to(OUTPUT)
    assert len(list(view.model.descendants(view.model.root))) < 60


def test_of_a_large_sum_the_first_are_shown_and_the_rest_counted(view, session):
    session.load(wide_scenario(30), None)
    session.go_to(OUTPUT)
    assert children(view, view.model.root)[-1] == "… 52 more"
    assert view.model.rowCount(view.model.root) == 9


@pytest.mark.parametrize("by", ["click", "enter"])
def test_the_rest_opens_in_portions(view, session, qtbot, by):
    session.load(wide_scenario(30), None)
    session.go_to(OUTPUT)
    rest = row_of(view, "52 more")
    view.tree.scrollTo(rest)
    view.tree.setCurrentIndex(rest)
    if by == "click":
        at = view.tree.visualRect(rest).center()
        qtbot.mouseClick(view.tree.viewport(), Qt.MouseButton.LeftButton, pos=at)
    else:
        qtbot.keyClick(view.tree, Qt.Key.Key_Return)
    assert view.model.rowCount(view.model.root) == 29
    assert children(view, view.model.root)[-1] == "… 32 more"
    assert view.tree.currentIndex().row() == 8
    view.model.show_more(row_of(view, "32 more"))
    view.model.show_more(row_of(view, "12 more"))
    assert view.model.rowCount(view.model.root) == 60


def test_enter_follows_a_computed_number(view, session, qtbot):
    view.tree.setCurrentIndex(row_of(view, "scaled score"))
    qtbot.keyClick(view.tree, Qt.Key.Key_Return)
    assert session.step == Place("scaled_scores", 0, 0)
    assert session.trail == (OUTPUT,)
    assert lines(view)[0].startswith("0.707, scaled score")


def test_a_double_click_on_a_typed_in_number_asks_for_its_cell(view, qtbot):
    typed_in = row_of(view, "key of Source 1, component 1")
    view.tree.scrollTo(typed_in)
    with qtbot.waitSignal(view.cell_requested) as asked:
        view.tree.doubleClicked.emit(typed_in)
    assert asked.args == [Place("key", 0, 0)]


def test_an_open_cell_that_holds_no_number_keeps_one_where_one_is(view, session, qtbot):
    session.register_editor(lambda: False)
    view.tree.setCurrentIndex(row_of(view, "scaled score"))
    qtbot.keyClick(view.tree, Qt.Key.Key_Return)
    assert session.step == OUTPUT


def test_an_edit_shows_new_numbers_in_the_rows_that_were_open(view, session):
    view.tree.setCurrentIndex(row_of(view, "scaled score"))
    before = len(lines(view))
    session.edit(edits.set_cells, "value", 0, 0, np.array([[40.0]]))
    assert lines(view)[0].startswith("32.033, output")
    assert len(lines(view)) == before
    assert "scaled score" in view.tree.currentIndex().data()


def test_a_row_that_was_closed_stays_closed_after_an_edit(view, session):
    view.tree.collapse(row_of(view, "weight of Source 1"))
    session.edit(edits.set_cells, "value", 0, 0, np.array([[40.0]]))
    assert not any("exponential" in line for line in lines(view))


def test_while_it_is_closed_it_makes_nothing(view, session):
    view.set_open(False)
    session.go_to(Place("scores", 0, 0))
    assert view.isHidden()
    view.set_open(True)
    assert lines(view)[0].startswith("1, score of Query 1 and Source 1")


def test_all_digits_are_shown_when_they_are_chosen(view, look):
    look.all_digits = True
    assert any(line.startswith("0.4011120926797859, weight") for line in lines(view))


def test_a_result_that_is_to_be_predicted_is_not_given_away(view, session):
    session.reveal.predicting = True
    assert lines(view)[0].startswith("?, output of Query 1")
    session.reveal.open()
    assert lines(view)[0].startswith("20, output of Query 1")


def test_one_product_on_its_own_unfolds_into_its_factors(view, session):
    session.set_granularity(Granularity.TERM)
    assert lines(view)[0] == "4.011, a₁₁·v₁₁: = 0.401×10"
    assert view.model.rowCount(view.model.root) == 2


def test_a_blocked_weight_says_why_it_is_nothing(view, session):
    session.edit(edits.set_mask, CellMask(np.array([[True, False, True]])), "block a cell")
    session.go_to(Place("weights", 0, 1))
    assert "The mask blocks this source" in lines(view)[0]


def test_rows_are_drawn_and_named(view):
    index = view.model.root
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == lines(view)[0]
    assert index.data(Part.VALUE) == "20"
    assert "output of Query 1" in index.data(Qt.ItemDataRole.ToolTipRole)
    assert not view.grab().isNull()
    assert QAccessible.queryAccessibleInterface(view.tree).text(QAccessible.Text.Name)


def test_the_model_keeps_the_rules_of_qt(view, session):
    tester = QAbstractItemModelTester(
        view.model, QAbstractItemModelTester.FailureReportingMode.Warning
    )
    tester.setUseFetchMore(False)  # within its own checks of rows being inserted
    session.load(wide_scenario(30), None)
    session.go_to(OUTPUT)
    view.model.show_more(row_of(view, "52 more"))
    session.edit(edits.set_cells, "value", 0, 0, np.array([[40.0]]))
    assert view.model.index(0, 1) == ROOT
    assert view.model.data(ROOT) is None
    del tester
