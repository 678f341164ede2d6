"""Where cells are smaller than pixels, a pixel shows the strongest or the mean of its cells."""

import dataclasses

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QPointF, QSize, Qt
from PySide6.QtGui import QImage, QPainter

from explorer.app import edits
from explorer.app.preferences import AGGREGATIONS
from explorer.app.session import Session
from explorer.model import Place, Scenario
from explorer.model.masks import CausalMask
from explorer.model.scenario import default_names
from explorer.model.stages import ColourScale
from explorer.ui.heatmaps.heatmap import HeatmapView
from explorer.ui.heatmaps.heatmap_geometry import Frame, Grid
from explorer.ui.heatmaps.heatmap_image import ImageContent, ImageItem
from explorer.ui.heatmaps.heatmap_legend import HeatmapLegend
from explorer.ui.heatmaps.heatmap_names import named_columns, named_rows
from explorer.ui.heatmaps.heatmap_picture import Picture
from explorer.ui.heatmaps.heatmap_pixels import Covered, covered
from explorer.ui.heatmaps.heatmap_reduction import visible_picture
from explorer.ui.heatmaps.stage_flow import StageFlow
from explorer.ui.looks.colours import hex_colour
from explorer.ui.looks.theme import LIGHT

LEFT, TOP = 31, 17
MANY = 2048


def symmetric(cells, blocked=None):
    return Picture(cells, blocked, -1.0, 1.0, ColourScale.SYMMETRIC)


def shares(cells, blocked=None):
    return Picture(cells, blocked, 0.0, 1.0, ColourScale.SHARES)


def grid_of(shape, width, height, **more):
    frame = Frame(left=LEFT, top=TOP)
    rows, columns = shape
    return Grid(rows, columns, width / columns, height / rows, frame, is_fitted=True, **more)


def painted(picture, grid, ratio=1.0, aggregation="strongest"):
    """The area of the cells on a screen with so many pixels to one of the layout's."""
    size = QSize(*grid.size) + QSize(9, 9)
    image = QImage(size * ratio, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.black)
    item = ImageItem()
    item.show_content(ImageContent(picture, LIGHT, grid, aggregation, picture.cells.size))
    painter = QPainter(image)
    item.paint(painter, None)
    painter.end()
    return image


def pixels_in(image, colour):
    """Where pixels have that colour: (row, column) of the screen."""
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    rows = np.frombuffer(image.constBits(), dtype=np.uint32)
    rows = rows.reshape(image.height(), image.bytesPerLine() // 4)[:, : image.width()]
    return np.argwhere(rows & 0xFFFFFF == int(colour[1:], 16))


def colour_of(picture, shade):
    return hex_colour(tuple(map(int, LIGHT.ramps[picture.colours][shade])))


# A single strong cell


@pytest.mark.parametrize("ratio", [1.0, 1.25, 1.5, 2.0])
@pytest.mark.parametrize(("width", "height"), [(7, 5), (100, 333), (599.4, 470.7), (1024, 2047)])
@pytest.mark.parametrize("strong", [1.0, -1.0])
def test_a_single_strong_cell_is_seen_at_any_size_and_in_its_place(ratio, width, height, strong):
    row, column = 1403, 777
    cells = np.full((MANY, MANY), -0.1 * strong)
    cells[row, column] = strong
    picture, grid = symmetric(cells), grid_of(cells.shape, width, height)
    found = pixels_in(painted(picture, grid, ratio), colour_of(picture, 255 if strong > 0 else 0))
    assert len(found) >= 1
    box = grid.cell(row, column)
    there = np.array([box.y + box.height / 2, box.x + box.width / 2]) * ratio
    nearest = max(1.5, 0.5 + box.height * ratio, 0.5 + box.width * ratio)
    assert np.abs(found + 0.5 - there).max() <= nearest


@pytest.mark.parametrize("corner", [(0, 0), (0, MANY - 1), (MANY - 1, 0), (MANY - 1, MANY - 1)])
@pytest.mark.parametrize("ratio", [1.0, 1.25])
def test_a_strong_weight_in_a_corner_is_seen(corner, ratio):
    cells = np.zeros((MANY, MANY))
    cells[corner] = 1.0
    picture = shares(cells)
    image = painted(picture, grid_of(cells.shape, 450.3, 380.9), ratio)
    assert len(pixels_in(image, colour_of(picture, 255))) == 1


@pytest.mark.parametrize("zoom", [1.0, 1.3, 2.7, 8.0])
def test_a_strong_cell_is_seen_wherever_the_view_is_panned_to(zoom):
    cells = np.zeros((MANY, MANY))
    cells[1000, 1000] = 1.0
    picture, grid = shares(cells), grid_of(cells.shape, 300, 300, zoom=zoom)
    seen = set()
    for by in range(12):
        moved = grid.showing(1000, 1000).panned(-0.37 * by, -0.81 * by)
        seen.add(len(pixels_in(painted(picture, moved), colour_of(picture, 255))) >= 1)
    assert seen == {True}


def test_a_grid_that_is_narrow_one_way_is_reduced_that_way_alone():
    cells = np.zeros((MANY, 3))
    cells[1234, 1] = 1.0
    picture, grid = shares(cells), grid_of(cells.shape, 90, 200)
    found = pixels_in(painted(picture, grid), colour_of(picture, 255))
    assert set(found[:, 0]) == {TOP + int(1234 * 200 / MANY)}
    assert list(found[:, 1]) == list(range(LEFT + 30, LEFT + 60))


# Against the plain definition


@st.composite
def views(draw):
    """How cells of one axis stand on a screen."""
    total = draw(st.integers(1, 90))
    zoom = draw(st.floats(1, 5))
    first = draw(st.floats(0, 1)) * (total - total / zoom)
    count = total / zoom
    visible = range(int(first), min(int(np.ceil(first + count - 1e-9)), total))
    return Covered(visible, first, count, draw(st.floats(0.01, 3)))


@given(views())
def test_each_visible_cell_belongs_to_one_pixel(axis):
    starts = list(axis.starts)
    assert len(starts) == axis.pixels
    assert starts[0] == axis.visible.start
    assert starts == sorted(starts)
    assert starts[-1] < axis.visible.stop
    sizes = np.diff([*starts, axis.visible.stop])
    assert sizes.max() <= axis.most + 1  # one more where a cell is cut by the edge of the area
    for cell in axis.visible:
        assert cell in axis.of_pixel(cell)


@given(
    views(),
    views(),
    st.integers(0, 2**32 - 1),
    st.booleans(),
    st.sampled_from(AGGREGATIONS),
    st.sampled_from("CF"),
)
def test_a_pixel_shows_the_strongest_or_the_mean_of_the_cells_that_count(
    rows, columns, seed, is_share, aggregation, order
):
    numbers = np.random.default_rng(seed)
    cells = np.array(numbers.normal(size=(90, 90)), order=order)  # rows or columns together
    blocked = numbers.random(size=cells.shape) < numbers.choice([0, 0.5, 1])
    cells[blocked] = np.nan
    first_hidden = int(numbers.choice([numbers.integers(0, cells.size), cells.size]))
    counts = ~blocked & (np.arange(cells.size).reshape(cells.shape) < first_hidden)
    picture = (shares if is_share else symmetric)(cells, blocked if blocked.any() else None)
    shown = visible_picture(picture, rows, columns, aggregation, first_hidden)
    assert shown.cells.shape == (rows.pixels, columns.pixels)
    if not (rows.is_reduced or columns.is_reduced):
        part = np.ix_(rows.visible, columns.visible)
        np.testing.assert_array_equal(shown.cells, cells[part])
        assert shown.blocked is None or (shown.blocked == blocked[part]).all()
        return
    for i, j in np.ndindex(shown.cells.shape):
        block = np.ix_(rows.of_pixel(rows.starts[i]), columns.of_pixel(columns.starts[j]))
        known = cells[block][counts[block]]
        if not known.size:
            assert shown.is_blocked(i, j)
            continue
        assert not shown.is_blocked(i, j)
        if aggregation == "mean":
            assert shown.cells[i, j] == pytest.approx(known.mean(), abs=1e-12)
        elif is_share:
            assert shown.cells[i, j] == known.max()
        else:
            assert shown.cells[i, j] == known[np.abs(known).argmax()]


@pytest.mark.parametrize("order", ["C", "F"])
def test_hidden_cells_do_not_count_however_the_table_is_stored(order):
    cells = np.ones((90, 90), order=order)
    axis = Covered(range(90), 0.0, 90.0, 0.5)
    shown = visible_picture(symmetric(cells), axis, axis, "strongest", first_hidden=40 * 90 + 30)
    known = np.zeros((45, 45), bool)
    known[:20], known[20, :15] = True, True
    np.testing.assert_array_equal(~np.isnan(shown.cells), known)


@given(st.floats(0.05, 0.95), st.integers(0, 40), st.integers(1, 30))
def test_panning_by_pixels_changes_nothing_of_what_they_show(size, before, by):
    """Otherwise a picture that is dragged would flicker."""
    first = before / size

    def starts(first):
        stop = int(np.ceil(first + 50 / size))
        return Covered(range(int(first), stop), first, 50 / size, size).starts

    here, there = starts(first), starts(first + by / size)
    assert list(here[1 + by : 50]) == list(there[1 : 50 - by])


# Blocked cells


def test_a_pixel_is_hatched_only_where_all_its_cells_are_blocked():
    blocked = np.zeros((8, 8), dtype=bool)
    blocked[:4, :4] = True
    blocked[4:, :7] = True
    cells = np.where(blocked, np.nan, 0.5)
    rows, columns = covered(grid_of((8, 8), 2, 2), 1, 1)
    shown = visible_picture(shares(cells, blocked), rows, columns, "mean", 64)
    assert shown.blocked.tolist() == [[True, False], [True, False]]
    assert shown.cells[:, 1].tolist() == [0.5, 0.5]


# In the window


def scenario(size, **more):
    numbers = np.random.default_rng(5)
    return Scenario(
        query=numbers.normal(size=(size, 2)),
        key=numbers.normal(size=(size, 2)),
        value=numbers.normal(size=(size, 2)),
        queries=default_names("Query", size),
        sources=default_names("Source", size),
        **more,
    )


@pytest.fixture
def show(qtbot, look):
    def show(scenario, width, height, stage="weights"):
        session = Session(scenario)
        view = HeatmapView(session, look, session.trace.stage(stage))
        view.set_grid(grid_of((len(scenario.queries), len(scenario.sources)), width, height))
        qtbot.addWidget(view)
        view.show()
        view.grab()
        return session, view

    return show


@pytest.mark.parametrize(
    ("width", "height", "words"),
    [
        (40, 40, "each pixel: the strongest of 8 × 8 cells"),
        (40, 100, "each pixel: the strongest of up to 4 × 8 cells"),
        (300, 160, "each pixel: the strongest of up to 2 × 2 cells"),
        (640, 160, "each pixel: the strongest of 2 × 1 cells"),
        (320, 320, ""),
        (640, 640, ""),
    ],
)
def test_the_legend_says_what_a_pixel_shows(show, look, qtbot, width, height, words):
    look.preferences.weight_colours = "one"
    _session, view = show(scenario(320), width, height)
    legend = HeatmapLegend(view, look)
    qtbot.addWidget(legend)
    assert view.pixel_words == words
    expected = "Colours from 0 to 1, from 0 to 1" + (f"; {words}" if words else "")
    assert legend.accessibleName() == legend.toolTip() == expected


def test_the_legend_says_that_blocked_cells_are_left_out(show, look, qtbot):
    _session, view = show(scenario(320, mask=CausalMask()), 40, 40)
    legend = HeatmapLegend(view, look)
    qtbot.addWidget(legend)
    assert legend.text.endswith(
        "; hatched: blocked by the mask; "
        "each pixel: the strongest of 8 × 8 cells, blocked ones left out"
    )


def test_the_choice_changes_picture_and_legend_at_once(show, look, qtbot):
    _session, view = show(scenario(320), 40, 40, "scores")
    legend = HeatmapLegend(view, look)
    qtbot.addWidget(legend)
    strongest = view.grab().toImage()
    look.preferences.aggregation = "mean"
    assert view.grab().toImage() != strongest
    assert legend.text.endswith("each pixel: the mean of 8 × 8 cells")
    look.preferences.aggregation = "strongest"
    assert view.grab().toImage() == strongest


def test_an_edit_is_seen_in_the_pixel_of_its_cell(show):
    session, view = show(scenario(320), 40, 40, "scores")
    before = view.grab().toImage()
    session.edit(edits.set_cells, "query", 100, 0, np.array([[30.0]]))
    assert view.grab().toImage() != before
    session.undo_stack.undo()
    assert view.grab().toImage() == before


def test_a_click_goes_to_the_cell_a_pixel_shows(show, qtbot):
    session, view = show(scenario(320), 40, 40, "scores")
    block = session.trace.scores[80:88, 40:48]
    row, column = np.unravel_index(np.abs(block).argmax(), block.shape)
    position = QPoint(LEFT + 5, TOP + 10)
    assert view.place_at(position) == Place("scores", 80 + row, 40 + column)
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=position)
    assert session.step == Place("scores", 80 + row, 40 + column)
    assert view.tooltip_at(position) == view.sentence(session.step)


def test_where_pixels_show_a_mean_a_click_goes_to_the_cell_that_stands_there(show, look):
    _session, view = show(scenario(320), 40, 40, "scores")
    look.preferences.aggregation = "mean"
    assert view.place_at(QPoint(LEFT + 5, TOP + 10)) == Place("scores", 80, 40)


def test_a_pixel_of_blocked_cells_leads_to_one_of_them(show):
    _session, view = show(scenario(320, mask=CausalMask()), 40, 40)
    assert view.place_at(QPoint(LEFT + 30, TOP + 2)) == Place("weights", 16, 240)


def test_cells_not_computed_yet_do_not_show_through(show):
    session, view = show(scenario(320), 40, 40, "scores")
    scores = session.trace.scores[80:88, 40:48]
    session.reveal.as_we_go = True
    position = QPoint(LEFT + 5, TOP + 10)
    for last in range(80, 88):
        session.go_to(Place("scores", last, 319))
        computed = np.abs(scores[: last - 79])
        row, column = np.unravel_index(computed.argmax(), computed.shape)
        assert view.place_at(position) == Place("scores", 80 + row, 40 + column)
        assert "not computed yet" not in view.tooltip_at(position)


@pytest.fixture
def flow(qtbot, look):
    flow = StageFlow(Session(scenario(1500)), look)
    qtbot.addWidget(flow)
    flow.resize(580, 600)
    flow.show()
    flow.grab()
    return flow


def test_a_line_below_a_large_heatmap_says_it_until_the_cells_are_zoomed(flow, look):
    card = next(card for card in flow.cards if not card.isHidden())
    assert card.pixels.text() == card.view.pixel_words
    assert card.pixels.text().startswith("each pixel: the strongest of up to ")
    assert card.pixels.geometry().bottom() < card.height()
    assert card.view.geometry().bottom() < card.pixels.y()
    before = card.view.geometry()
    card.view._move_to(card.view.grid.zoomed(20, 200, 200, 7 * look.em))
    assert card.pixels.text() == ""
    assert card.view.geometry() == before


def test_small_tables_have_no_such_line(qtbot, look, session):
    flow = StageFlow(session, look)
    qtbot.addWidget(flow)
    flow.show()
    assert all(card.pixels.isHidden() for card in flow.cards)


# Names


def names_drawn(view):
    return named_rows(view.grid, view._look.em), named_columns(view.grid, view._look.em)


def test_the_tooltip_of_a_name_is_that_name_over_all_of_its_height(show, look):
    long = "a token that is much too long to be written beside the cells "
    names = tuple(f"{long}{number}" for number in range(320))
    _session, view = show(dataclasses.replace(scenario(320), queries=names), 300, 300)
    frame = dataclasses.replace(view.grid.frame, has_vertical_names=True)
    view.set_grid(dataclasses.replace(view.grid, frame=frame))
    rows, columns = names_drawn(view)
    assert 5 < len(rows) < 100
    for row in rows:
        middle = view.cell_rect(row, 0).center().y()
        for by in (-0.4 * look.em, 0, 0.4 * look.em):
            assert view.tooltip_at(QPointF(3, middle + by)) == names[row]
    for column in columns:
        middle = view.cell_rect(0, column).center().x()
        for by in (-0.4 * look.em, 0.4 * look.em):
            if middle + by > LEFT:
                assert view.tooltip_at(QPointF(middle + by, 3)) == f"Source {column + 1}"


def test_names_do_not_overlap(show, look):
    _session, view = show(scenario(320), 300, 300)
    rows, _columns = names_drawn(view)
    middles = [view.cell_rect(row, 0).center().y() for row in rows]
    assert np.diff(middles).min() >= look.em
