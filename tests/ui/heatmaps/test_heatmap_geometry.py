"""Sizes and positions of heatmap cells, and the layout of the cards, without a screen."""

import pytest

from explorer.ui.heatmaps.flow_plan import CardNeeds, plan_flow
from explorer.ui.heatmaps.heatmap_geometry import (
    Frame,
    Grid,
    cell_width,
    comfortable_height,
    comfortable_width,
    fitted,
    is_large,
    stride,
)

EM = 16
FRAME = Frame(left=60, top=30)


def grid(rows=3, columns=3, width=100, height=40, **more):
    return Grid(rows, columns, width, height, FRAME, **more)


@pytest.mark.parametrize(
    ("columns", "em_wide"), [(1, 7.0), (3, 7.0), (6, 7.0), (8, 5.25), (12, 3.5)]
)
def test_cells_are_as_wide_as_is_comfortable_for_their_number(columns, em_wide):
    assert comfortable_width(columns, EM) == pytest.approx(em_wide * EM, abs=EM / 10)


@pytest.mark.parametrize("rows", [1, 3, 6, 12, 32])
@pytest.mark.parametrize("columns", [1, 3, 5, 8, 12, 48])
def test_a_comfortable_cell_is_never_a_band(rows, columns):
    ratio = comfortable_width(columns, EM) / comfortable_height(rows, EM)
    assert 0.8 <= ratio <= 4.2


def test_cells_shrink_to_the_room_but_stay_wide_enough_for_a_number():
    assert cell_width(3, EM, 300) == 100
    assert cell_width(12, EM, 10) == round(2.2 * EM)


@pytest.mark.parametrize("shape", [(64, 64), (128, 128), (4096, 4096), (200, 4), (2, 64), (1, 500)])
def test_a_large_matrix_is_fitted_without_bands(shape):
    fit = fitted(*shape, EM, (600, 500), FRAME)
    assert fit.size[0] <= 600
    assert fit.size[1] <= 501
    longest, shortest = sorted((fit.cell_width, fit.cell_height), reverse=True)
    assert longest <= max(4 * shortest, 1.2 * EM) + 1e-9


def test_the_sizes_that_count_as_large():
    assert not is_large(32, 48)
    assert is_large(33, 3)
    assert is_large(1, 49)


def test_rows_run_down_and_columns_run_right():
    cells = grid()
    assert (cells.row_at(31), cells.column_at(61)) == (0, 0)
    assert (cells.row_at(31 + 80), cells.column_at(61 + 200)) == (2, 2)
    assert cells.cell(0, 2).x == 260
    assert cells.cell(2, 0).y == 110


def test_names_and_remarks_are_no_cells():
    cells = grid()
    assert cells.column_at(59) is None
    assert cells.column_at(361) is None
    assert cells.row_at(29) is None
    assert cells.row_at(151) is None


def test_every_cell_is_found_where_it_is_drawn():
    cells = fitted(70, 90, EM, (600, 500), FRAME).zoomed(5, 300, 200, 112)
    for row in list(cells.visible_rows)[1:-1]:
        for column in list(cells.visible_columns)[1:-1]:
            box = cells.cell(row, column)
            assert cells.row_at(box.y + box.height / 2) == row
            assert cells.column_at(box.x + box.width / 2) == column


def test_zooming_keeps_the_cell_under_the_mouse():
    whole = fitted(128, 128, EM, (600, 500), FRAME)
    for factor in (1.5, 4, 100):
        zoomed = whole.zoomed(factor, 333, 222, 112)
        assert zoomed.row_at(222) == whole.row_at(222)
        assert zoomed.column_at(333) == whole.column_at(333)
        assert zoomed.size == whole.size


def test_zoom_stops_at_comfortable_cells_and_at_the_whole():
    whole = fitted(128, 128, EM, (600, 500), FRAME)
    near = whole.zoomed(1e9, 300, 300, 112)
    assert near.shown_cell[0] == pytest.approx(112)
    assert near.zoomed(1e-9, 300, 300, 112) == whole


def test_panning_stops_at_the_edges():
    near = fitted(128, 128, EM, (600, 500), FRAME).zoomed(4, 300, 300, 112)
    assert near.panned(1e6, 1e6).visible_rows[0] == 0
    assert near.panned(-1e6, -1e6).visible_rows[-1] == 127
    assert near.panned(-1e6, -1e6).visible_columns[-1] == 127


def test_a_cell_outside_is_brought_into_view_and_one_inside_moves_nothing():
    near = fitted(128, 128, EM, (600, 500), FRAME).zoomed(8, 60, 30, 112)
    moved = near.showing(100, 0)
    assert 100 in moved.visible_rows
    assert moved.first_column == near.first_column
    assert near.showing(1, 1) == near


def test_a_cell_brought_into_view_does_not_stand_at_its_edge():
    near = fitted(128, 128, EM, (600, 500), FRAME).zoomed(4, 60, 30, 112)
    moved = near.showing(60, 70)
    assert moved.visible_rows.stop - 1 >= 60 + 3
    assert moved.visible_columns.stop - 1 >= 70 + 3
    assert moved.showing(60, 70) == moved


def test_where_few_cells_are_in_view_the_one_brought_there_is_in_their_middle():
    near = fitted(128, 128, EM, (60 + 300, 500), FRAME).zoomed(1e9, 60, 30, 150)
    count = near.area.width / near.shown_cell[0]
    assert 1 < count < 3
    box, area = near.showing(60, 70).cell(60, 70), near.area
    assert box.x + box.width / 2 == pytest.approx(area.x + area.width / 2, abs=1)


def test_a_resized_picture_keeps_its_zoom_while_its_cells_are_the_same():
    near = fitted(128, 128, EM, (600, 500), FRAME).zoomed(4, 300, 300, 112)
    assert fitted(128, 128, EM, (900, 500), FRAME).like(near).zoom == near.zoom
    assert fitted(127, 128, EM, (900, 500), FRAME).like(near).zoom == 1
    assert grid().like(near).zoom == 1


def part(rows=12, columns=12, span=(3, 7)):
    return grid(rows, columns, part=span)


def test_a_part_is_as_large_as_the_cells_there_is_room_for():
    assert part().size == (60 + 7 * 100, 30 + 3 * 40)
    assert part().is_part
    assert not grid().is_part
    assert part().region(range(12), range(12)).width == 1200


@pytest.mark.parametrize("shown", range(1, 13))
def test_every_cell_is_in_the_part_it_belongs_to(shown):
    for index in range(12):
        turned = part(span=(shown, shown)).paged_to(index, 11 - index)
        assert len(turned.visible_rows) == len(turned.visible_columns) == shown
        assert index in turned.visible_rows
        assert 11 - index in turned.visible_columns


@pytest.mark.parametrize("shown", range(3, 12))
def test_the_neighbours_of_a_cell_stay_in_view_where_there_is_room(shown):
    for column in range(1, 11):
        turned = part(span=(1, shown)).paged_to(0, column)
        assert {column - 1, column + 1} <= set(turned.visible_columns)


@pytest.mark.parametrize("span", [(1, 1), (3, 7), (5, 4), (12, 5)])
def test_turning_from_part_to_part_shows_every_cell_and_leads_back(span):
    there = [part(span=span)]
    while (following := there[-1].turned(1, over_rows=True)) is not None:
        there.append(following)
    cells = {
        (row, column) for one in there for row in one.visible_rows for column in one.visible_columns
    }
    assert len(cells) == 144
    back = [there[-1]]
    while (before := back[-1].turned(-1, over_rows=True)) is not None:
        back.append(before)
    assert back[-1] == there[0]


def test_turning_within_a_row_keeps_the_rows():
    here = part().paged_to(8, 0)
    beyond = here.turned(1, over_rows=False)
    assert beyond.visible_rows == here.visible_rows
    assert beyond.turned(1, over_rows=False) is None
    assert here.turned(-1, over_rows=False) is None


def test_a_cell_of_a_part_is_found_where_it_is_drawn():
    turned = part().paged_to(8, 11)
    box = turned.cell(8, 11)
    assert turned.row_at(box.y + 1) == 8
    assert turned.column_at(box.x + 1) == 11
    assert turned.column_at(turned.area.x + turned.area.width + 1) is None


def test_labels_thin_out_instead_of_overlapping():
    assert stride(40, 18) == 1
    assert stride(4, 18) == 5


def needs(columns, beside=120, height=110, outputs=1):
    scores = [CardNeeds(columns, True, beside, height)] * 3
    return [*scores, CardNeeds(outputs, False, beside, height)]


def test_one_reader_flows_downwards_whatever_the_room():
    assert plan_flow(needs(3), 1, EM, 2000, 100).per_line == 1


def test_cards_that_fit_below_each_other_stay_there():
    assert plan_flow(needs(3, height=100), 3, EM, 2000, 600).per_line == 1


def test_many_readers_stand_side_by_side_when_it_fits_better():
    assert plan_flow(needs(5, height=300), 12, EM, 1200, 700).per_line == 2


def test_a_narrow_window_scrolls_rather_than_squeezing_numbers_out():
    assert plan_flow(needs(12, height=300), 12, EM, 600, 500).per_line == 1


@pytest.mark.parametrize("columns", [1, 3, 8, 12])
@pytest.mark.parametrize("width", [400, 580, 1200, 2500])
def test_cards_with_the_same_sources_share_one_cell_width(columns, width):
    plan = plan_flow(needs(columns), 4, EM, width, 600)
    assert len(set(plan.cell_widths[:3])) == 1


def test_a_card_is_not_stretched_over_a_wide_screen():
    assert plan_flow(needs(3), 1, EM, 3000, 900).card_width <= 56 * EM


def text_needs(vectors, columns, height=200):
    """A text: cards of vectors with so many columns each, then those of scores and outputs."""
    narrow = [CardNeeds(width, False, 116, height, operator=70) for width in vectors]
    return [*narrow, *needs(columns, 116, height, 2)]


def lines_of(plan, count):
    return [plan.place(index) for index in range(count)]


def test_vectors_share_lines_where_not_everything_can_be_seen():
    plan = plan_flow(text_needs([2, 2, 2, 2], 4), 4, EM, 600, 650)
    assert plan.lines == (2, 2, 1, 1, 1, 1)
    assert lines_of(plan, 4) == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert sum(plan.card_widths[:2]) + plan.operator_widths[1] <= 600
    assert plan.left_of_last(0) == plan.card_widths[0] + plan.operator_widths[1]
    assert plan.left_of_last(2) == 0


def test_wide_vectors_have_a_line_of_their_own():
    assert plan_flow(text_needs([8, 2, 2], 3), 3, EM, 600, 500).lines == (1, 2, 1, 1, 1, 1)


def test_a_text_that_fits_below_each_other_stays_there():
    assert plan_flow(text_needs([2, 2, 2], 3, height=50), 3, EM, 600, 900).per_line == 1


def test_a_text_that_fits_in_even_lines_stands_in_them():
    plan = plan_flow(text_needs([2, 2, 2], 3), 3, EM, 1400, 700)
    assert set(plan.lines[:-1]) == {plan.lines[0]}
    assert plan.height <= 700


@pytest.mark.parametrize("rows", [1, 2])
def test_vectors_of_few_positions_share_lines_too(rows):
    assert plan_flow(text_needs([2, 2, 2], 2), rows, EM, 700, 500).lines[0] == 2


@pytest.mark.parametrize("width", [300, 500, 800, 1200, 2500])
@pytest.mark.parametrize("vectors", [[2, 2, 2], [4, 4, 4, 2, 2, 2], [1, 9, 1]])
def test_no_line_of_vectors_is_wider_than_the_room(width, vectors):
    cards = text_needs(vectors, 3)
    plan = plan_flow(cards, 3, EM, width, 400)
    assert sum(plan.lines) == len(cards)
    for line, count in enumerate(plan.lines):
        last = sum(plan.lines[: line + 1]) - 1
        if count > 1:
            assert plan.left_of_last(line) + plan.card_widths[last] <= width
