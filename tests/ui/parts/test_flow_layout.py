"""Widgets stand side by side, and go on in the next line where the room ends."""

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

from explorer.ui.parts.flow_layout import FlowLayout


class Fixed(QWidget):
    """Wants one size and no other."""

    def __init__(self, width, height=20):
        super().__init__()
        self._size = QSize(width, height)

    def sizeHint(self):
        return self._size

    def minimumSizeHint(self):
        return QSize(10, self._size.height())


@pytest.fixture
def lay_out(qtbot):
    hosts = []

    def lay_out(width, *widgets):
        host = QWidget()
        hosts.append(host)
        qtbot.addWidget(host)
        layout = FlowLayout()
        layout.setSpacing(10)
        host.setLayout(layout)
        for widget in widgets:
            layout.addWidget(widget)
        host.resize(width, 400)
        host.show()
        layout.activate()
        return layout

    return lay_out


def corners(*widgets):
    return [(widget.x(), widget.y()) for widget in widgets]


def test_what_fits_stands_in_one_line(lay_out):
    widgets = Fixed(100), Fixed(80)
    lay_out(190, *widgets)
    assert corners(*widgets) == [(0, 0), (110, 0)]


def test_what_does_not_fit_goes_on_in_the_next_line(lay_out):
    widgets = Fixed(100), Fixed(80), Fixed(30)
    layout = lay_out(189, *widgets)
    assert corners(*widgets) == [(0, 0), (0, 30), (90, 30)]
    assert layout.heightForWidth(189) == 50
    assert layout.heightForWidth(1000) == 20


def test_a_line_has_one_middle(lay_out):
    widgets = Fixed(50, 40), Fixed(50, 20)
    lay_out(200, *widgets)
    assert corners(*widgets) == [(0, 0), (60, 10)]


def test_a_hidden_widget_takes_no_room(lay_out):
    widgets = Fixed(100), Fixed(80)
    layout = lay_out(400, *widgets)
    widgets[0].hide()
    layout.activate()
    assert corners(widgets[1]) == [(0, 0)]


def test_nothing_is_wider_than_the_room(lay_out):
    widget = Fixed(100)
    lay_out(60, widget)
    assert widget.width() == 60


def test_a_widget_is_taken_out_again(lay_out):
    widgets = Fixed(100), Fixed(80)
    layout = lay_out(400, *widgets)
    layout.removeWidget(widgets[0])
    assert layout.count() == 1
    assert layout.itemAt(1) is None
    assert layout.takeAt(5) is None
