"""Parts of a window that come and go by themselves."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

_LOW = 30
"""In em: a window lower than this is low."""


def show_when(widget: QWidget, wanted: bool) -> None:
    """Show or hide a part of a window; before it stands in one, it is not shown on its own.

    Once placed, it is there unless it was not wanted.
    """
    if widget.parent() is not None:
        widget.setVisible(wanted)
    else:
        widget.hide()
        widget.setAttribute(Qt.WidgetAttribute.WA_WState_ExplicitShowHide, not wanted)


def is_low(widget: QWidget, em: int) -> bool:
    """Whether its window is so low that sentences make way for numbers; tool tips have them."""
    return widget.window().height() < _LOW * em
