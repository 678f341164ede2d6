"""An outline around an area to type or choose in, in the accent while it has the focus."""

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QAbstractScrollArea, QFrame

from explorer.ui.looks.look import Look


class Outline(QObject):
    """Frames `area` in colours of the theme: the style's own frame is lost on dark ground."""

    def __init__(self, area: QAbstractScrollArea, look: Look) -> None:
        super().__init__(area)
        self._area = area
        self._look = look
        area.setFrameStyle(QFrame.Shape.Box | QFrame.Shadow.Plain)
        area.installEventFilter(self)
        look.changed.connect(self._restyle)
        self._restyle()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self._restyle()
        return super().eventFilter(watched, event)

    def _restyle(self) -> None:
        theme, area = self._look.theme, self._area
        palette = area.palette()
        colour = theme.accent if area.hasFocus() else theme.border
        palette.setColor(QPalette.ColorRole.WindowText, QColor(colour))
        area.setPalette(palette)
        area.setLineWidth(max(2, self._look.em // 8))
