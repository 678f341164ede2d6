"""Which keys a field to type into keeps from the window it stands in."""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QLineEdit, QPlainTextEdit

from explorer.ui.parts.focus import FocusWatch

_EVERYWHERE = (
    QKeySequence.StandardKey.SelectAll,
    QKeySequence.StandardKey.Copy,
    QKeySequence.StandardKey.Cut,
    QKeySequence.StandardKey.Paste,
)
"""What a letter with Ctrl means in any field of any program."""


class FieldKeys(QObject):
    """Lets shortcuts of the window through to it while the keyboard is in a field.

    Qt's fields claim Undo and Redo even with nothing to undo, and on some desktops letters that
    moved the cursor in terminals, such as Ctrl+E. Here a field undoes what was typed into it, and
    once that is done with, the window undoes; letters with Ctrl are the window's, save for
    those that mean the same everywhere. A letter the window has no use for is the field's again.
    """

    def __init__(self, parent: QObject, focus: FocusWatch) -> None:
        super().__init__(parent)
        focus.moved.connect(self._follow)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A key that is the window's never gets to the field as one to claim."""
        if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
            return False
        if not _is_for_the_window(event, _field(watched)):
            return False
        event.ignore()
        return True

    def _follow(self) -> None:
        focused = QApplication.focusWidget()
        if focused is not None and _field(focused) is not None:
            focused.installEventFilter(self)


def _field(widget: QObject) -> QLineEdit | QPlainTextEdit | None:
    """What a widget is typed into, if it is."""
    if isinstance(widget, QAbstractSpinBox):
        return widget.findChild(QLineEdit)
    return widget if isinstance(widget, QLineEdit | QPlainTextEdit) else None


def _is_for_the_window(event: QKeyEvent, field: QLineEdit | QPlainTextEdit | None) -> bool:
    if field is None:
        return False
    if event.matches(QKeySequence.StandardKey.Undo):
        return not _steps(field)[0]
    if event.matches(QKeySequence.StandardKey.Redo):
        return not _steps(field)[1]
    modifiers = event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier
    return (
        modifiers == Qt.KeyboardModifier.ControlModifier
        and Qt.Key.Key_A <= event.key() <= Qt.Key.Key_Z
        and not any(event.matches(key) for key in _EVERYWHERE)
    )


def _steps(field: QLineEdit | QPlainTextEdit) -> tuple[bool, bool]:
    """Whether a field has something of its own to undo, and to redo."""
    if isinstance(field, QLineEdit):
        return field.isUndoAvailable(), field.isRedoAvailable()
    document = field.document()
    return document.isUndoAvailable(), document.isRedoAvailable()
