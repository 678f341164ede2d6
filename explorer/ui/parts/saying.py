"""What screen readers are told; nothing of it is imported before there is something to tell."""

from PySide6.QtWidgets import QWidget


def announce(widget: QWidget, text: str) -> None:
    """Have `text` said, wherever the focus is."""
    from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent

    QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, text))


def tell_selection(widget: QWidget) -> None:
    """Tell that something else is selected in the widget, whose description says what."""
    from PySide6.QtGui import QAccessible, QAccessibleEvent

    QAccessible.updateAccessibility(QAccessibleEvent(widget, QAccessible.Event.Selection))
