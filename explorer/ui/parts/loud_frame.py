"""A frame of stripes around a window whose numbers are wrong on purpose."""

from PySide6.QtCore import QEvent, QObject, QRect, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QRegion
from PySide6.QtWidgets import QWidget

from explorer.app.session import Session
from explorer.ui.looks.look import Look
from explorer.ui.looks.theme import Theme
from explorer.ui.parts.showing import show_when

THICKNESS = 0.45
"""Of the stripes, in em."""
_BAND = 1.5
"""Height of the band with the words, in em."""


def paint_stripes(painter: QPainter, theme: Theme, room: QRect, em: int) -> None:
    """Slanted stripes in the colour of a warning; they tell it to who sees no colours."""
    painter.save()
    painter.setClipRect(room)
    painter.fillRect(room, QColor(theme.card))
    painter.setPen(QPen(QColor(theme.warning), max(3, em // 3)))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    height = room.height()
    for left in range(room.left() - height, room.right() + height, max(6, round(0.75 * em))):
        painter.drawLine(left, room.bottom() + 1, left + height, room.top() - 1)
    painter.restore()


class LoudFrame(QWidget):
    """Lies on the edges of its parent while the document is calculated with a mistake.

    With words, the upper edge is a band that says which. It takes nothing from what is below.
    """

    def __init__(self, parent: QWidget, session: Session, look: Look, has_words: bool) -> None:
        super().__init__(parent)
        self.setObjectName("loudFrame")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAcceptDrops(False)
        self._session, self._look, self._has_words = session, look, has_words
        parent.installEventFilter(self)
        session.comparing.changed.connect(self._follow)
        look.changed.connect(self._follow)
        self._follow()

    @property
    def thickness(self) -> int:
        """How much of each edge it covers, in pixels; 0 while there is nothing to be loud about."""
        is_loud = self._session.laboratory.shows_wrong
        return max(4, round(THICKNESS * self._look.em)) if is_loud else 0

    @property
    def top(self) -> int:
        """How much of the upper edge it covers, in pixels."""
        return self._band.height() if self.thickness else 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.ChildAdded, QEvent.Type.Show):
            self._cover()
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, em = self._look.theme, self._look.em
        painter = QPainter(self)
        paint_stripes(painter, theme, self.rect(), em)
        if self._has_words:
            text = self._look.words(self._session.laboratory.heading)
            font = self._look.font(bold=True)
            painter.setFont(font)
            words = painter.boundingRect(self._band, Qt.AlignmentFlag.AlignCenter, text)
            painter.fillRect(words.adjusted(-em, -em, em, em) & self._band, QColor(theme.card))
            painter.setPen(QColor(theme.warning))
            painter.drawText(self._band, Qt.AlignmentFlag.AlignCenter, text)

    @property
    def _band(self) -> QRect:
        height = round(_BAND * self._look.em) if self._has_words else self.thickness
        return QRect(0, 0, self.width(), height)

    def _cover(self) -> None:
        parent = self.parentWidget()
        if parent is None or not self.thickness:
            return
        self.setGeometry(parent.rect())
        edge = self.thickness
        inside = self.rect().adjusted(edge, self._band.height(), -edge, -edge)
        self.setMask(QRegion(self.rect()) - QRegion(inside))
        self.raise_()

    def _follow(self) -> None:
        show_when(self, bool(self.thickness))
        self._cover()
        self.update()
