"""Lines of whatever numbers are drawn, or it is said that they are not."""

import numpy as np
import pytest

from explorer.model.places import Role
from explorer.ui.parts.line_plot import Line, LinePlot


@pytest.fixture
def plot(qtbot, look):
    plot = LinePlot(look, "Output", "")
    qtbot.addWidget(plot)
    plot.resize(300, 200)
    plot.show()
    return plot


def show(plot, *numbers):
    plot.show_lines([Line("Reader", range(len(numbers)), numbers, Role.RESULT)], "")
    return plot.grab().toImage()


def drawn(plot):
    (curve,) = plot.plotItem.listDataItems()
    return curve.getData()[1]


def title(plot):
    return plot.plotItem.titleLabel.text


def test_numbers_too_large_to_draw_leave_a_gap_and_the_title_says_so(plot):
    show(plot, 1.0, 1.7e308, 2.0, -1.7e308)
    np.testing.assert_array_equal(drawn(plot), [1, np.nan, 2, np.nan])
    assert title(plot) == "Output (numbers beyond 1e307 are not drawn)"
    show(plot, 1.0, 2.0, 3.0, 4.0)
    np.testing.assert_array_equal(drawn(plot), [1, 2, 3, 4])
    assert title(plot) == "Output"


def test_numbers_that_can_just_be_drawn_are(plot):
    empty = show(plot)
    assert show(plot, -1e307, 1e307) != empty
    assert title(plot) == "Output"


def test_where_all_numbers_are_too_large_there_is_no_line(plot):
    show(plot, 1.7e308, -1.7e308)
    assert np.isnan(drawn(plot)).all()


def test_positions_too_large_to_draw_are_left_out_along_the_axis_too(plot):
    plot.show_lines([Line("Reader", [-1.7e308, 0, 1.7e308], [1, 2, 3], Role.RESULT)], "")
    plot.set_marker(1.7e308)
    plot.grab()
    assert "not drawn" in title(plot)
