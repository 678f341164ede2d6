from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics, QGuiApplication
from PySide6.QtWidgets import QScrollArea

from explorer.app import edits
from explorer.model import Place, Scenario
from explorer.model.convention import Convention
from explorer.model.places import Axis
from explorer.model.scenario import default_names
from explorer.ui.tables import cell_commands
from explorer.ui.tables.inputs_panel import InputsPanel, shared_sentence
from explorer.ui.tables.matrix_header import NameEditor
from explorer.ui.tables.table_sizes import number_margins

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def panel(qtbot, session, look):
    panel = InputsPanel(session, look)
    qtbot.addWidget(panel)
    panel.resize(280, 640)
    panel.show()
    qtbot.waitExposed(panel)
    return panel


def shown_cards(panel):
    return [array for array, card in panel.cards.items() if card.isVisibleTo(panel)]


def mix():
    return Scenario(
        value=np.array([[10.0], [20.0]]),
        weights=np.array([[0.25, 0.75]]),
        queries=("Mix",),
        sources=("cat", "sat"),
    )


def test_the_seed_shows_query_key_and_value_with_their_shapes(panel):
    assert shown_cards(panel) == ["query", "key", "value"]
    shapes = [panel.cards[array].remark.text() for array in ("query", "key", "value")]
    assert shapes == ["1 × 2", "3 × 2", "3 × 1"]
    assert panel.cards["query"].heading.text() == "Q queries — who reads"


def test_a_weighted_mix_shows_weights_and_values(panel, session):
    session.load(mix(), None)
    assert shown_cards(panel) == ["weights", "value"]
    session.load(mix(), None)
    panel.tables["weights"].matrix.setData(panel.tables["weights"].matrix.index(0, 0), "0.5")
    assert session.trace.output.tolist() == [[20.0]]


def test_a_bias_has_a_card_of_its_own(panel, session, seed_scenario):
    session.load(replace(seed_scenario, bias=np.zeros((1, 3))), None)
    assert shown_cards(panel) == ["query", "key", "bias", "value"]
    table = panel.tables["bias"]
    table.matrix.setData(table.matrix.index(0, 1), "2")
    assert session.scenario.bias.tolist() == [[0, 2, 0]]
    session.undo_stack.undo()
    assert table.matrix.index(0, 1).data() == "0"


def text(**changes):
    """A text that starts from tokens, with position and bias vectors."""
    parts = {
        "vocabulary": np.array([[1.0, 0.0, 2.0], [0.0, 3.0, 1.0]]),
        "entries": ("the", "cat"),
        "positions": np.ones((3, 3)),
        "query_projection": np.ones((3, 2)),
        "key_projection": np.ones((3, 2)),
        "value_projection": np.ones((3, 1)),
        "query_bias": np.array([[0.5, 0.0]]),
        "queries": ("the", "cat", "the"),
        "sources": ("the", "cat", "the"),
    }
    return Scenario(**{**parts, **changes})


def test_a_text_shows_its_tokens_and_what_makes_queries_keys_and_values(panel, session):
    assert panel.tokens.isHidden()
    session.load(text(), None)
    assert panel.tokens.isVisibleTo(panel)
    assert shown_cards(panel) == [
        "vocabulary",
        "positions",
        "query_projection",
        "key_projection",
        "value_projection",
    ]
    assert panel.tables["query_bias"].isVisibleTo(panel)
    assert not panel.tables["key_bias"].isVisibleTo(panel)


def test_what_is_learned_has_a_badge_and_what_belongs_to_one_text_has_none(panel, session):
    session.load(text(), None)
    badges = {array: panel.cards[array].badge for array in shown_cards(panel)}
    shown = {array: badge.isVisibleTo(panel) for array, badge in badges.items()}
    assert shown == {
        "vocabulary": True,
        "positions": False,
        "query_projection": True,
        "key_projection": True,
        "value_projection": True,
    }
    assert badges["vocabulary"].text() == "learned, stays fixed for every text"


def test_a_bias_vector_stands_below_its_projection_in_line_with_it(panel, session):
    session.load(text(), None)
    projection, bias = panel.tables["query_projection"], panel.tables["query_bias"]
    assert bias.matrix.headerData(0, Qt.Orientation.Vertical) == "b_Q"
    left = projection.mapTo(panel, projection.visualRect(projection.matrix.index(0, 1)).topLeft())
    below = bias.mapTo(panel, bias.visualRect(bias.matrix.index(0, 1)).topLeft())
    assert below.x() == left.x()
    assert below.y() > left.y()
    assert bias.horizontalHeader().isHidden()


@pytest.mark.parametrize("array", ["vocabulary", "positions", "query_projection", "query_bias"])
def test_every_table_of_a_text_is_typed_into_and_undone(panel, session, array):
    session.load(text(), None)
    matrix = panel.tables[array].matrix
    before = getattr(session.scenario, array)[0, 1]
    assert matrix.setData(matrix.index(0, 1), "7,5")
    assert getattr(session.scenario, array)[0, 1] == 7.5
    session.undo_stack.undo()
    assert matrix.index(0, 1).data() == panel._look.number(float(before))


@pytest.mark.parametrize(
    ("array", "button", "sizes"),
    [
        ("vocabulary", "vocabularyAddEntryButton", {Axis.VOCABULARY: 3}),
        ("vocabulary", "vocabularyAddComponentOfXButton", {Axis.MODEL_COMPONENTS: 4}),
        ("positions", "positionAddPositionButton", {Axis.POSITIONS: 4, Axis.SOURCES: 4}),
        ("key_projection", "keyProjectionAddComponentButton", {Axis.COMPONENTS: 3}),
        ("value_projection", "valueProjectionAddComponentButton", {Axis.VALUE_COMPONENTS: 2}),
    ],
)
def test_a_button_adds_to_every_table_that_shares_the_axis(
    qtbot, panel, session, array, button, sizes
):
    session.load(text(), None)
    (found,) = [one for one in panel.cards[array].buttons.values() if one.objectName() == button]
    qtbot.mouseClick(found, LEFT)
    assert {axis: session.scenario.size(axis) for axis in sizes} == sizes
    assert session.undo_stack.count() == 1


def test_a_bias_vector_offers_no_rows_to_add_and_refuses_a_paste_of_two(
    qtbot, panel, session, monkeypatch
):
    session.load(text(), None)
    table = panel.tables["query_bias"]
    names = {action.objectName() for action in table.actions()}
    assert "insertAfterColumnAction" in names
    assert "insertAfterRowAction" not in names
    QGuiApplication.clipboard().setText("1\t2\n3\t4")
    table.setCurrentIndex(table.matrix.index(0, 0))
    with qtbot.waitSignal(session.refused) as refused:
        cell_commands.paste(table)
    assert refused.args == ["b_Q: expected one vector at most, found 2"]


def test_an_entry_of_the_vocabulary_is_renamed_in_its_header(qtbot, panel, session):
    session.load(text(), None)
    table = panel.tables["vocabulary"]
    table.setCurrentIndex(table.matrix.index(1, 0))
    table.rename(0)
    editor = panel.findChild(NameEditor)
    qtbot.keyClicks(editor, "dog")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    assert session.scenario.tokens == ("the", "dog", "the")
    assert table.matrix.headerData(1, Qt.Orientation.Vertical) == "dog"


def test_the_table_that_a_step_reads_is_scrolled_to(qtbot, panel, session):
    session.load(text(), None)
    panel.resize(280, 300)
    last = panel.cards["value_projection"]
    qtbot.waitUntil(lambda: last.y() > 300)  # laid out, out of sight
    panel.focusWidget().clearFocus()
    session.go_to(Place("value", 0, 0))

    def is_in_view():
        top = last.mapTo(panel.viewport(), last.rect().topLeft()).y()
        return top < panel.viewport().height()

    qtbot.waitUntil(is_in_view)


def test_what_the_tables_of_a_text_share_is_said_once(session):
    session.load(text(bias=np.zeros((3, 3))), None)
    assert shared_sentence(session) == (
        "P and B share their positions; E, P, W_Q, W_K and W_V their components of X; W_Q, b_Q "
        "and W_K their components: adding one to the one adds it to the other."
    )


def test_tables_have_their_names_for_scripts_and_screen_readers(panel, session, seed_scenario):
    ones = np.ones((1, 3))
    session.load(replace(seed_scenario, bias=ones, weights=ones), None)
    session.load(text(), None)
    vectors = {"vocabulary": None, "entries": (), "embeddings": np.ones((3, 3))}
    session.load(text(**vectors), None)
    names = [table.objectName() for table in panel.tables.values()]
    assert names == [
        "vocabularyTable",
        "embeddingTable",
        "positionTable",
        "queryProjectionTable",
        "queryBiasTable",
        "keyProjectionTable",
        "keyBiasTable",
        "valueProjectionTable",
        "valueBiasTable",
        "queryTable",
        "keyTable",
        "biasTable",
        "weightsTable",
        "valueTable",
    ]
    assert all(table.accessibleName() for table in panel.tables.values())


def test_a_table_stands_where_it_belongs_whenever_it_comes(panel, session, seed_scenario):
    session.load(replace(seed_scenario, bias=np.ones((1, 3))), None)
    cards = [panel.cards[array] for array in ("query", "key", "bias", "value")]
    panel.widget().layout().activate()
    assert [card.y() for card in cards] == sorted({card.y() for card in cards})
    session.edit(edits.set_cells, "key", 0, 0, np.array([[123456.789]]))
    bias = panel.tables["bias"]
    assert bias.headers[1].sectionSize(0) == panel.tables["key"].headers[1].sectionSize(0)


def test_a_table_the_scenario_does_not_have_is_not_made(panel):
    assert list(panel.tables) == ["query", "key", "value"]


@pytest.mark.parametrize(
    ("array", "axis", "shapes"),
    [
        ("query", Axis.QUERIES, [(2, 2), (3, 2), (3, 1)]),
        ("query", Axis.COMPONENTS, [(1, 3), (3, 3), (3, 1)]),
        ("key", Axis.SOURCES, [(1, 2), (4, 2), (4, 1)]),
        ("value", Axis.SOURCES, [(1, 2), (4, 2), (4, 1)]),
        ("value", Axis.VALUE_COMPONENTS, [(1, 2), (3, 2), (3, 2)]),
    ],
)
def test_a_button_grows_every_table_that_shares_the_axis(
    qtbot, panel, session, array, axis, shapes
):
    qtbot.mouseClick(panel.cards[array].buttons[axis], LEFT)
    scenario = session.scenario
    assert [scenario.query.shape, scenario.key.shape, scenario.value.shape] == shapes
    assert session.undo_stack.count() == 1
    tables = [panel.tables[name].matrix for name in ("query", "key", "value")]
    assert [(table.rowCount(), table.columnCount()) for table in tables] == shapes
    remarks = [panel.cards[name].remark.text() for name in ("query", "key", "value")]
    assert remarks == [f"{rows} × {columns}" for rows, columns in shapes]


def test_buttons_say_what_they_reach(panel):
    assert panel.cards["value"].buttons[Axis.SOURCES].toolTip() == "Add a source (K and V)"
    assert panel.cards["key"].buttons[Axis.COMPONENTS].toolTip() == "Add a component (Q and K)"


def test_the_tables_line_up(panel, session):
    session.edit(edits.rename, Axis.SOURCES, 0, "a fairly long name")
    session.edit(edits.set_cells, "key", 0, 0, np.array([[123456.789]]))
    shown = [panel.tables[array] for array in shown_cards(panel)]
    assert len({table.headers[0].width() for table in shown}) == 1
    assert len({table.headers[1].sectionSize(0) for table in shown}) == 1
    cell = shown[1].visualRect(shown[1].matrix.index(0, 0))
    assert shown[1].fontMetrics().horizontalAdvance("123456.789") < cell.width()


@pytest.mark.parametrize("zoom", [75, 100, 125, 200])
def test_in_narrow_cells_a_number_fits_where_it_is_marked_as_well(panel, session, look, zoom):
    look.preferences.zoom = zoom
    numbers = np.full((3, 12), 12.345)
    numbers[1, 7], numbers[2, 3] = -12.345, -5.1234e-4
    session.load(replace(session.scenario, query=numbers[:1], key=numbers), None)
    table = panel.tables["key"]
    room = table.visualRect(table.matrix.index(1, 7)).width() - sum(number_margins(look.em))
    bold = QFontMetrics(look.font(bold=True))
    for index in (table.matrix.index(row, column) for row in range(3) for column in range(12)):
        text = index.data()
        assert bold.elidedText(text, Qt.TextElideMode.ElideRight, room) == text


def test_one_small_number_among_many_widens_no_column_and_keeps_its_power_of_ten(panel, session):
    def picture(number):
        numbers = np.full((30, 40), 12.345)
        numbers[2, 0] = number  # one of those that are measured
        names = {"queries": ("Query",), "sources": default_names("Source", 30)}
        many = Scenario(query=numbers[:1], key=numbers, value=np.ones((30, 1)), **names)
        session.load(many, None)
        table = panel.tables["key"]
        cell = table.visualRect(table.matrix.index(2, 0))
        return cell.width(), table.viewport().grab(cell).toImage()

    usual, small, same, other = map(picture, (12.345, -5.4e-4, -5.1e-4, -5.4e-5))
    assert usual[0] == small[0] == same[0]
    assert small[1] == same[1]  # −5e−4
    assert small[1] != other[1]


def test_hovering_a_cell_is_passed_on(qtbot, panel):
    table = panel.tables["query"]
    with qtbot.waitSignal(panel.hovered) as hovered:
        table.entered.emit(table.matrix.index(0, 1))
    assert hovered.args == ["Query 1, component 2: 0"]


@pytest.mark.parametrize("zoom", [75, 100, 200, 300])
def test_nothing_is_cut_off_at_any_zoom(qtbot, panel, preferences, zoom):
    preferences.zoom = zoom
    panel.resize(panel.sizeHint().width(), 700)
    qtbot.waitUntil(lambda: panel.widget().width() <= panel.viewport().width())
    for array in shown_cards(panel):
        table = panel.tables[array]
        bars = (table.horizontalScrollBar(), table.verticalScrollBar())
        qtbot.waitUntil(lambda bars=bars: not any(bar.maximum() for bar in bars))
        for button in panel.cards[array].buttons.values():
            assert button.width() >= button.sizeHint().width()


def test_a_theme_chosen_later_recolours_the_tables(panel, preferences):
    before = panel.grab().toImage()
    preferences.theme = "dark"
    after = panel.grab().toImage()
    assert before.pixelColor(20, 90) != after.pixelColor(20, 90)
    assert isinstance(panel, QScrollArea)
    preferences.theme = "light"


def test_an_edit_that_changes_no_shape_keeps_the_selection(panel, session):
    table = panel.tables["key"]
    table.setCurrentIndex(table.matrix.index(2, 1))
    session.edit(edits.set_cells, "key", 0, 0, np.array([[4.0]]))
    assert (table.currentIndex().row(), table.currentIndex().column()) == (2, 1)


def test_the_current_cell_stays_in_view(qtbot, panel, session):
    panel.resize(280, 200)
    panel.activateWindow()
    qtbot.waitUntil(panel.isActiveWindow)
    value = panel.tables["value"]
    value.setFocus()
    qtbot.waitUntil(value.hasFocus)
    for _ in range(2):
        qtbot.keyClick(value, Qt.Key.Key_Down)
    cell = value.visualRect(value.currentIndex())
    top_left = value.viewport().mapTo(panel.viewport(), cell.topLeft())
    assert panel.viewport().rect().contains(cell.translated(top_left - cell.topLeft()))


def test_tab_goes_through_tables_and_buttons_and_out(qtbot, panel):
    panel.activateWindow()
    qtbot.waitUntil(panel.isActiveWindow)
    panel.tables["query"].setFocus()
    visited = []
    for _ in range(9):
        visited.append(panel.focusWidget().objectName())
        qtbot.keyClick(panel.focusWidget(), Qt.Key.Key_Tab)
    assert visited == [
        "queryTable",
        "queryAddQueryButton",
        "queryAddComponentButton",
        "keyTable",
        "keyAddSourceButton",
        "keyAddComponentButton",
        "valueTable",
        "valueAddSourceButton",
        "valueAddComponentButton",
    ]


def test_names_over_columns_have_room_where_the_selection_makes_them_bold(panel, session, look):
    look.preferences.convention = Convention.COLUMNS
    for count in (4, 5):
        session.load(
            Scenario(
                query=np.ones((1, 2)),
                key=np.ones((count, 2)),
                value=np.ones((count, 1)),
                queries=default_names("Query", 1),
                sources=default_names("Source", count),
            ),
            None,
        )
        header = panel.tables["key"].headers[1]
        em = look.em
        metrics = QFontMetrics(look.font(0.9, bold=True))
        room = header.section_rect(0).width() - em // 8 - em // 4
        assert metrics.horizontalAdvance("Source 1") <= room
