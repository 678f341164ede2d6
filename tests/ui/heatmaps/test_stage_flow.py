"""The stages stand in order, line up, and show one at a time when they are large."""

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtWidgets import QHBoxLayout, QTabBar, QWidget
from shiboken6 import isValid

from explorer.app import edits
from explorer.app.session import Session
from explorer.app.stage_view import Showing
from explorer.files import load_example
from explorer.model import Place, Scenario
from explorer.model.masks import CausalMask
from explorer.model.places import Axis
from explorer.model.scenario import default_names
from explorer.ui.heatmaps.stage_flow import StageFlow


def scenario(readers, sources, d_value=2, **more):
    numbers = np.random.default_rng(5)
    return Scenario(
        query=numbers.normal(size=(readers, 2)),
        key=numbers.normal(size=(sources, 2)),
        value=numbers.normal(size=(sources, d_value)),
        queries=default_names("Query", readers),
        sources=default_names("Source", sources),
        **more,
    )


@pytest.fixture
def show(qtbot, look):
    def show(session, width=580, height=600):
        flow = StageFlow(session, look)
        qtbot.addWidget(flow)
        flow.resize(width, height)
        flow.show()
        return flow

    return show


def shown(flow):
    return [card.stage.name for card in flow.cards if not card.isHidden()]


def test_every_stage_of_the_calculation_has_a_heatmap_in_order(show, session):
    flow = show(session)
    assert [view.stage for view in flow.heatmaps] == list(session.trace.stages)
    names = [view.objectName() for view in flow.heatmaps]
    assert names == ["scoresHeatmap", "scaledHeatmap", "weightsHeatmap", "outputHeatmap"]
    assert all(flow.findChild(QWidget, name) for name in names)
    tops = [card.y() for card in flow.cards]
    assert tops == sorted(tops)


def test_all_possible_stages_have_their_object_names(show):
    flow = show(Session(scenario(3, 3, mask=CausalMask(), softcap=5.0)))
    names = [view.objectName() for view in flow.heatmaps]
    assert names[2:4] == ["cappedHeatmap", "maskedHeatmap"]


def test_weights_are_badged_where_there_is_room_for_it(show, session, qtbot):
    flow = show(session)
    badges = {card.stage.name: card.badge for card in flow.cards}
    assert badges["weights"].text() == "computed anew for every input"
    assert [name for name, badge in badges.items() if badge.isVisible()] == ["weights"]
    flow.resize(220, 600)
    qtbot.waitUntil(lambda: not badges["weights"].isVisible())


def test_weights_that_are_typed_in_are_not_computed_anew(show):
    flow = show(Session(scenario(1, 2, weights=np.array([[0.5, 0.5]]))))
    assert not any(card.badge.isVisible() for card in flow.cards)


@pytest.mark.parametrize("name", ["same-token-twice", "same-token-two-places", "word-order"])
@pytest.mark.parametrize(("width", "height"), [(580, 600), (1300, 900)])
def test_the_stages_of_a_text_stand_in_order_and_need_no_sideways_scrolling(
    show, name, width, height
):
    flow = show(Session(load_example(name)), width, height)
    assert [view.stage for view in flow.heatmaps] == list(Session(load_example(name)).trace.stages)
    places = [(card.y(), card.x()) for card in flow.cards]
    assert places == sorted(places)
    assert flow.horizontalScrollBar().maximum() == 0
    for card in flow.cards:
        assert card.heading_width <= card.width()


def test_rows_and_columns_of_vectors_say_what_they_count(show):
    flow = show(Session(load_example("same-token-two-places")))
    titles = {
        view.stage.name: (view.words.row_title, view.words.column_title) for view in flow.heatmaps
    }
    assert titles["positioned"] == ("position ↓", "component →")
    assert titles["query"] == ("reads ↓", "component →")
    assert titles["key"] == titles["value"] == ("is read from ↓", "component →")
    assert titles["scores"] == ("reads ↓", "is read from →")


def test_the_operator_stands_between_the_cards(show, session):
    flow = show(session)
    texts = [label.text() for label in flow.operators]
    assert texts == ["↓ ÷ √2 ≈ 1.414", "↓ softmax, row by row", "↓ · V"]
    for label, before, after in zip(flow.operators, flow.cards, flow.cards[1:], strict=False):
        assert before.geometry().bottom() < label.geometry().center().y() < after.y()


def test_a_source_is_one_straight_column_and_a_reader_one_row(show):
    flow = show(Session(scenario(3, 5)))
    alike = [view for view in flow.heatmaps if view.stage.columns is Axis.SOURCES]
    for column in range(5):
        lefts = {
            view.mapTo(flow, QPoint(0, 0)).x() + view.cell_rect(0, column).x() for view in alike
        }
        assert len(lefts) == 1
    assert len({view.cell_rect(0, 0).x() for view in flow.heatmaps}) == 1
    assert len({view.cell_rect(0, 0).height() for view in flow.heatmaps}) == 1


def test_cards_are_no_higher_than_what_is_in_them(show, session):
    flow = show(session, height=1500)
    for card in flow.cards:
        assert card.height() <= card.chrome[1] + card.view.height() + 2


def test_many_readers_stand_side_by_side_where_there_is_room(show, qtbot):
    flow = show(Session(scenario(6, 5)), width=1300, height=700)
    assert flow.cards[0].y() == flow.cards[1].y()
    assert flow.operators[0].text().startswith("→")
    flow.resize(500, 700)
    qtbot.waitUntil(lambda: flow.cards[0].y() < flow.cards[1].y())
    assert flow.operators[0].text().startswith("↓")


@pytest.mark.parametrize(
    ("readers", "sources"), [(1, 3), (3, 3), (5, 5), (12, 12), (1, 12), (12, 1)]
)
@pytest.mark.parametrize("zoom", [75, 100, 200, 300])
def test_nothing_is_wider_than_its_card(show, look, readers, sources, zoom):
    look.preferences.zoom = zoom
    flow = show(Session(scenario(readers, sources)))
    for card in flow.cards:
        assert card.view.geometry().right() <= card.width() - card.body.contentsMargins().right()
        assert card.heading_width <= card.width()
    for label in flow.operators:
        assert label.heightForWidth(label.width()) <= label.height()


def test_twelve_tokens_need_no_sideways_scrolling(show):
    flow = show(Session(scenario(12, 12)))
    assert flow.horizontalScrollBar().maximum() == 0


def test_the_card_of_the_step_carries_the_accent(show, session, look):
    flow = show(session)
    session.go_to(Place("weights", 0, 1))
    inks = [
        card.heading.palette().color(card.heading.foregroundRole()).name() for card in flow.cards
    ]
    assert [ink == look.theme.accent for ink in inks] == [False, False, True, False]
    assert [label.font().bold() for label in flow.operators] == [False, True, False]


def test_cards_stay_when_a_number_changes(show, session):
    flow = show(session)
    before = flow.cards
    session.edit(edits.set_cells, "key", 0, 0, np.array([[3.0]]))
    assert flow.cards == before


def test_cards_are_made_anew_when_a_position_is_added(show, session, qtbot):
    flow = show(session)
    before = flow.cards
    session.edit(edits.insert, Axis.SOURCES, 3)
    assert flow.cards != before
    assert {view.grid.columns for view in flow.heatmaps[:3]} == {4}
    session.undo_stack.undo()
    assert {view.grid.columns for view in flow.heatmaps[:3]} == {3}


def test_a_stage_that_joins_gets_its_card(show, session):
    flow = show(session)
    session.edit(edits.set_softcap, 2.0)
    assert "cappedHeatmap" in [view.objectName() for view in flow.heatmaps]
    session.edit(edits.set_softcap, None)
    assert "cappedHeatmap" not in [view.objectName() for view in flow.heatmaps]


def test_a_new_scale_is_a_new_operator(show, session):
    flow = show(session)
    session.edit(edits.set_scale, 0.25)
    assert flow.operators[0].text() == "↓ × 0.25"


def test_a_new_name_moves_all_cells_alike(show, session):
    flow = show(session)
    before = flow.heatmaps[0].cell_rect(0, 0).x()
    session.edit(edits.rename, Axis.QUERIES, 0, "the one who reads")
    lefts = {view.cell_rect(0, 0).x() for view in flow.heatmaps}
    assert len(lefts) == 1
    assert lefts.pop() > before


def test_hovering_is_passed_on(show, session, qtbot):
    flow = show(session)
    view = flow.heatmaps[2]
    with qtbot.waitSignal(flow.hovered) as said:
        view.hovered.emit("Query 1 reads Source 2")
    assert said.args == ["Query 1 reads Source 2"]


@pytest.mark.parametrize(("readers", "sources"), [(33, 3), (2, 49), (128, 128)])
def test_a_large_matrix_is_shown_alone_and_whole(show, readers, sources):
    session = Session(scenario(readers, sources))
    flow = show(session)
    assert shown(flow) == ["scores"]
    session.go_to(Place("weights", 1, 2))
    assert shown(flow) == ["weights"]
    view = flow.heatmaps[2]
    assert view.width() <= flow.width()
    assert view.height() <= flow.height()
    assert view.grid.visible_rows == range(readers)


def test_chips_choose_the_stage_and_keep_reader_and_source(show):
    session = Session(scenario(40, 40))
    flow = show(session)
    session.go_to(Place("scores", 7, 9))
    tabs = flow.findChild(QTabBar, "stageTabs")
    assert tabs.isVisibleTo(flow)
    assert [tabs.tabText(index) for index in range(tabs.count())] == [
        stage.title for stage in session.trace.stages
    ]
    tabs.setCurrentIndex(2)
    assert session.step == Place("weights", 7, 9)
    assert shown(flow) == ["weights"]
    session.go_to(Place("scaled_scores", 0, 0))
    assert tabs.currentIndex() == 1


def test_the_badge_makes_way_for_what_the_heading_says_of_a_comparison(show, session, qtbot):
    flow = show(session, width=400)
    card = flow.cards[2]
    assert card.badge.isVisible()
    session.comparing.pin()
    session.comparing.show(Showing.DIFFERENCE)
    heading, legend = card.heading, card.legend
    qtbot.waitUntil(lambda: heading.text().endswith("difference"))
    qtbot.waitUntil(lambda: heading.width() >= heading.sizeHint().width())
    assert legend.width() >= legend.sizeHint().width()
    assert not card.badge.isVisible()
    session.comparing.show(Showing.NOW)
    qtbot.waitUntil(card.badge.isVisible)


def test_cards_wider_than_the_room_are_whole_from_the_first_moment_on(show):
    flow = show(Session(scenario(8, 30)))
    assert flow.horizontalScrollBar().maximum() > 0
    for card in flow.cards:
        assert card.height() >= card.view.height()


def test_chips_lead_by_way_of_the_output_back_to_the_same_source(show):
    session = Session(scenario(40, 40))
    flow = show(session)
    tabs = flow.findChild(QTabBar, "stageTabs")
    session.go_to(Place("weights", 7, 9))
    tabs.setCurrentIndex(3)
    assert session.step == Place("output", 7, 0)
    session.go_to(Place("output", 8, 1))
    tabs.setCurrentIndex(2)
    assert session.step == Place("weights", 8, 9)
    tabs.setCurrentIndex(3)
    assert session.step == Place("output", 8, 1)


def test_small_matrices_have_no_chips(show, session):
    flow = show(session)
    assert not flow.findChild(QTabBar, "stageTabs").isVisibleTo(flow)


def test_a_hidden_large_stage_is_up_to_date_when_it_is_chosen(show):
    session = Session(scenario(40, 40))
    flow = show(session)
    before = flow.heatmaps[2].picture
    session.edit(edits.set_cells, "key", 0, 0, np.array([[9.0]]))
    session.go_to(Place("weights", 0, 0))
    assert flow.heatmaps[2].picture is not before


def test_a_step_below_the_edge_is_scrolled_to_and_sideways_nothing_moves(show):
    session = Session(scenario(12, 12))
    flow = show(session, width=400, height=400)
    session.go_to(Place("output", 0, 0))
    assert flow.verticalScrollBar().value() > 0
    assert flow.horizontalScrollBar().value() == 0


def test_tab_reaches_every_heatmap(show, session, qtbot):
    flow = show(session)
    for view in flow.heatmaps:
        assert view.focusPolicy() & Qt.FocusPolicy.TabFocus


def test_cards_that_are_gone_are_deleted(show, session, qapp):
    flow = show(session)
    for _turn in range(5):
        session.edit(edits.insert, Axis.SOURCES, 3)
        session.undo_stack.undo()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert len(flow.findChildren(QWidget, "weightsHeatmap")) == 1


def test_what_places_the_cards_is_deleted_when_they_are_placed_anew(show, session):
    flow = show(session)
    lines = flow.widget().layout().findChildren(QHBoxLayout)
    items = [line.itemAt(index) for line in lines for index in range(line.count())]
    assert len(items) > len(flow.cards)
    flow.resize(500, 600)
    assert not any(isValid(one) for one in (*lines, *items))


def test_another_document_replaces_all(show, session):
    flow = show(session)
    session.load(scenario(40, 3), None)
    assert shown(flow) == ["scores"]
    session.load(scenario(2, 3), None)
    assert len(shown(flow)) == 4


def test_the_card_of_a_stage_that_is_gone_outlives_a_change_of_the_theme(session, look):
    session.edit(edits.set_mask, CausalMask(), "mask")
    flow = StageFlow(session, look)
    session.edit(edits.set_mask, None, "unmask")
    look.preferences.theme = "dark"
    assert all(card.stage in session.trace.stages for card in flow.cards)


def test_stages_that_were_changed_out_of_sight_stand_in_their_places_when_they_come_back(
    show, session
):
    flow = show(session)
    flow.hide()
    session.edit(edits.insert, Axis.SOURCES, 3)
    session.edit(edits.set_mask, CausalMask(), "mask")
    flow.resize(400, 500)
    flow.show()
    anew = show(session, 400, 500)
    QCoreApplication.processEvents()
    assert [card.geometry() for card in flow.cards] == [card.geometry() for card in anew.cards]
    assert [view.grid for view in flow.heatmaps] == [view.grid for view in anew.heatmaps]
