"""Two ways stand below each other, with their sums, outputs and the difference."""

import numpy as np
import pytest
from PySide6.QtCore import Qt

from explorer.app.side_by_side import Line, SideBySide
from explorer.model.convention import Convention
from explorer.ui.parts.comparison_table import ComparisonTable

SOURCES = ("cat", "sat")


def beside(first, second, outputs=((1.0,), (2.0,))):
    lines = [
        Line(label, np.array(weights), sum(weights), np.array(output))
        for label, weights, output in zip(("Right", "Wrong"), (first, second), outputs, strict=True)
    ]
    return SideBySide(0, *lines, "Wrong less right")


@pytest.fixture
def table(qtbot, look):
    table = ComparisonTable(look, "table", "Two ways")
    qtbot.addWidget(table)
    return table


def texts(table):
    model = table.content
    return [
        [table.text(row, column) for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


def headings(table, orientation):
    model = table.content
    count = model.columnCount() if orientation == Qt.Orientation.Horizontal else model.rowCount()
    return [model.headerData(section, orientation) for section in range(count)]


def test_weights_their_sum_and_the_output_stand_in_a_row(table):
    table.compare(beside((0.5, 0.5), (0.25, 0.5)), SOURCES)
    assert texts(table) == [
        ["0.5", "0.5", "1", "1"],
        ["0.25", "0.5", "0.75", "2"],
        ["−0.25", "0", "−0.25", "1"],
    ]
    assert headings(table, Qt.Orientation.Horizontal) == ["cat", "sat", "Σ", "Y₁"]
    assert headings(table, Qt.Orientation.Vertical) == ["Right", "Wrong", "Wrong less right"]


def test_a_cell_says_what_it_is_with_all_digits(table):
    table.compare(beside((1 / 3, 2 / 3), (0.5, 0.5)), SOURCES)
    spoken = table.content.data(table.content.index(0, 0), Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "Right, weight of cat: 0.3333333333333333"
    total = table.content.data(table.content.index(1, 2), Qt.ItemDataRole.AccessibleTextRole)
    assert total == "Wrong, sum of the weights: 1"


def test_nothing_to_compare_is_an_empty_table(table):
    table.compare(beside((1.0, 0.0), (1.0, 0.0)), SOURCES)
    table.compare(None, SOURCES)
    assert texts(table) == []


def test_it_takes_over_other_sizes(table):
    table.compare(beside((1.0, 0.0), (1.0, 0.0)), SOURCES)
    table.compare(beside((1.0,), (1.0,), ((1.0, 2.0), (3.0, 4.0))), ("cat",))
    assert headings(table, Qt.Orientation.Horizontal) == ["cat", "Σ", "Y₁", "Y₂"]


def test_with_readers_in_columns_a_way_is_a_column(table, look):
    table.compare(beside((0.5, 0.5), (0.25, 0.5)), SOURCES)
    look.preferences.convention = Convention.COLUMNS
    table.compare(beside((0.5, 0.5), (0.25, 0.5)), SOURCES)
    assert texts(table) == [
        ["0.5", "0.25", "−0.25"],
        ["0.5", "0.5", "0"],
        ["1", "0.75", "−0.25"],
        ["1", "2", "1"],
    ]
    assert headings(table, Qt.Orientation.Horizontal) == ["Right", "Wrong", "Wrong less right"]
    assert headings(table, Qt.Orientation.Vertical) == ["cat", "sat", "Σ", "Y₁"]
    spoken = table.content.data(table.content.index(2, 1), Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "Wrong, sum of the weights: 0.75"


def test_many_sources_below_each_other_are_scrolled(table, look):
    look.preferences.convention = Convention.COLUMNS
    few, many = (tuple(f"s{index}" for index in range(count)) for count in (12, 400))
    heights = []
    for sources in (few, many):
        weights = [1 / len(sources)] * len(sources)
        table.compare(beside(weights, weights), sources)
        heights.append(table.height())
    assert heights[0] == heights[1]
    assert table.content.rowCount() == 402


def test_nothing_in_it_can_be_changed(table):
    table.compare(beside((1.0, 0.0), (1.0, 0.0)), SOURCES)
    index = table.content.index(0, 0)
    assert not table.content.flags(index) & Qt.ItemFlag.ItemIsEditable
    assert not table.content.setData(index, 5.0)
