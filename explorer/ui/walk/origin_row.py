"""One line of where the numbers come from."""

from collections.abc import Callable

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy

from explorer.model.expressions import Number
from explorer.model.origins import Origin
from explorer.model.places import Place
from explorer.model.rendering import to_text
from explorer.ui.formulas.math_layout import number_colour
from explorer.ui.looks.face import Face
from explorer.ui.looks.look import Look
from explorer.ui.parts.kept_heights import KeptHeights

MOST_TERMS = 3
_WRAPPED = int(Qt.TextFlag.TextWordWrap)


class OriginRow(QAbstractButton):
    """A value and what its place is called; a button where there is a place to go to."""

    def __init__(self, look: Look, activated: Callable[[Place], object]) -> None:
        super().__init__()
        self._look = look
        self._activated = activated
        self._origin: Origin | None = None
        self._value = self._name = ""
        self._drawn: tuple[object, ...] = ()
        self._room: tuple[object, ...] = ()
        self._heights = KeptHeights(self._height)
        self._name_heights: dict[int, int] = {}
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.clicked.connect(self._go)
        look.changed.connect(self._restyle)

    @property
    def place(self) -> Place | None:
        """Where a click goes."""
        return None if self._origin is None else self._origin.place

    def show_origin(self, origin: Origin, name: str) -> None:
        """Show the content of `origin`, whose place is called `name`."""
        was_link, is_link = self.place is not None, origin.place is not None
        if self._origin is None or was_link != is_link:
            self._let_follow(is_link)
        if name != self._name or was_link != is_link:
            self._name = name
            self.setText(name.replace("&", "&&"))  # else its letter were a key of the window
            self._name_heights.clear()
        self._origin = origin
        self._write()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._heights.at(width)

    def sizeHint(self) -> QSize:
        width = 20 * self._look.em
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(6 * self._look.em, self._look.em)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._origin is None:
            return
        theme = self._look.theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._value_face.font)
        painter.setPen(QColor(self._value_colour))
        painter.drawText(self._left, self._top + painter.fontMetrics().ascent(), self._value)
        painter.setFont(self.font())
        painter.setPen(QColor(theme.text if self.underMouse() and self.place else theme.muted))
        painter.drawText(self._name_area(self.width()), _WRAPPED, self._shown_name)
        if self.hasFocus():
            painter.setPen(QPen(QColor(theme.accent), max(2.0, self._look.em / 9)))
            painter.drawRoundedRect(self.rect().adjusted(1, 1, -1, -1), 3, 3)

    @property
    def _top(self) -> int:
        return self._look.em // 7

    @property
    def _left(self) -> int:
        level = 0 if self._origin is None else self._origin.level
        return self._look.em // 3 + level * self._look.em * 2 // 3

    def _name_area(self, width: int) -> QRect:
        """Beside the value, in line with the other names where possible; else below it."""
        em = self._look.em
        left, top = self._indent, self._top
        if width - left < 6 * em:
            left, top = self._left, self._top + em
        return QRect(left, top, max(em, width - left - em // 3), 1000 * em)

    @property
    def _indent(self) -> int:
        """Where the name begins beside the value."""
        value_end = self._left + round(self._value_face.width(self._value))
        return max(value_end + self._look.em // 2, 4 * self._look.em)

    def _height(self, width: int) -> int:
        area = self._name_area(width)
        if area.width() not in self._name_heights:
            name = self.fontMetrics().boundingRect(area, _WRAPPED, self._shown_name)
            self._name_heights[area.width()] = name.height()
        return area.top() + max(self._name_heights[area.width()], self._look.em) + self._top

    @property
    def _value_face(self) -> Face:
        return self._look.face(bold=True)

    @property
    def _shown_name(self) -> str:
        return f"{self._name}\u00a0›" if self.place else self._name

    @property
    def _value_colour(self) -> str:
        content = None if self._origin is None else self._origin.content
        theme = self._look.theme
        return number_colour(content, theme) if isinstance(content, Number) else theme.text

    @property
    def _written(self) -> str:
        """The value as it is to be read at the moment."""
        assert self._origin is not None
        digits, convention = self._look.derivation_digits, self._look.convention
        return to_text(self._origin.content, digits, MOST_TERMS, convention)

    def _let_follow(self, is_link: bool) -> None:
        self.setEnabled(is_link)
        focus = Qt.FocusPolicy.StrongFocus if is_link else Qt.FocusPolicy.NoFocus
        self.setFocusPolicy(focus)
        hand = Qt.CursorShape.PointingHandCursor
        self.setCursor(hand if is_link else Qt.CursorShape.ArrowCursor)

    def _write(self) -> None:
        """Draw the value as it is to be read at the moment, if anything is new."""
        assert self._origin is not None
        self._value = self._written
        drawn = (self._value, self._value_colour, self._shown_name, self._origin.level)
        if drawn == self._drawn:
            return
        self._drawn = drawn
        self.setAccessibleName(f"{self._value}, {self._name}")
        room = self._indent, self._left, self._shown_name
        if room != self._room:
            self._room = room
            if self._heights.renew():
                self.updateGeometry()
        self.update()

    def _restyle(self) -> None:
        self.setFont(self._look.font(0.95))
        self._name_heights.clear()
        self._heights.forget()
        self._drawn = self._room = ()
        if self._origin is not None:
            self._write()

    def _go(self) -> None:
        if self.place is not None:
            self._activated(self.place)
