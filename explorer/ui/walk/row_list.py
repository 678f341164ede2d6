"""One reader as a step: each cell of its row on one line."""

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QVBoxLayout, QWidget

from explorer.app.session import Session
from explorer.model import Place, explain
from explorer.model.number_format import equals_sign, format_number
from explorer.model.places import Role
from explorer.model.rendering import to_text
from explorer.model.wording import spoken_name
from explorer.ui.looks.look import Look
from explorer.ui.parts.text import plain_label, set_ink

MOST_CELLS = 12
MOST_TERMS = 4
HIDDEN = "?"
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_NAME_SHARE = 0.36


class CellLine(QAbstractButton):
    """`Source 3   1×1 + 0×1 = 1`: a click chooses the cell."""

    def __init__(self, session: Session, look: Look) -> None:
        super().__init__()
        self._session = session
        self._look = look
        self.place: Place | None = None
        self._name, self._arithmetic, self._result = "", "", ""
        self._is_chosen = False
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.clicked.connect(self._choose)

    def show_cell(self, place: Place) -> None:
        """Show the cell at `place`."""
        session, digits = self._session, self._look.derivation_digits
        self.place = place
        self._is_chosen = place == session.step
        derivation = explain(session.trace, place.array, place.row, place.column)
        column = session.trace.quantity(place.array).columns
        self._name = spoken_name(session.scenario.names(column), place.column)
        texts = [
            to_text(form, digits, MOST_TERMS, self._look.convention) for form in derivation.forms
        ]
        self._arithmetic = min(texts, key=len, default=self._look.words(derivation.note))
        sign = equals_sign(derivation.result, digits)
        hidden = session.reveal.hides(place)
        number = HIDDEN if hidden else format_number(derivation.result, digits)
        self._result = f"{'=' if hidden else sign} {number}"
        self.setAccessibleName(f"{self._name}: {self._arithmetic} {self._result}")
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(12 * self._look.em, round(1.4 * self._look.em))

    def minimumSizeHint(self) -> QSize:
        return QSize(6 * self._look.em, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, em, look = self._look.theme, self._look.em, self._look
        painter = QPainter(self)
        if self._is_chosen:
            painter.fillRect(self.rect(), QColor(theme.tint(Role.RESULT)))
        room = self.rect().adjusted(em // 4, 0, -em // 4, 0)
        bold = look.font(bold=True)
        width = QFontMetrics(bold).horizontalAdvance(self._result)
        painter.setFont(bold)
        painter.setPen(QColor(theme.roles[Role.RESULT]))
        painter.drawText(room, int(_RIGHT), self._result)
        name_width = round(_NAME_SHARE * room.width())
        muted = QColor(theme.text if self.underMouse() else theme.muted)
        name = QRect(room.left(), room.top(), name_width, room.height())
        self._elided(painter, name, int(_LEFT), self._name, muted)
        left = name.right() + em // 2
        middle = QRect(left, room.top(), room.right() - width - em // 3 - left, room.height())
        self._elided(painter, middle, int(_RIGHT), self._arithmetic, QColor(theme.text))
        if self.hasFocus():
            painter.setPen(QPen(QColor(theme.accent), max(2.0, em / 9)))
            painter.drawRoundedRect(self.rect().adjusted(1, 1, -1, -1), 3, 3)

    def _elided(
        self, painter: QPainter, room: QRect, alignment: int, text: str, ink: QColor
    ) -> None:
        painter.setFont(self._look.font(0.95))
        painter.setPen(ink)
        metrics = painter.fontMetrics()
        if room.width() >= metrics.averageCharWidth() * 4:
            shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room.width())
            painter.drawText(room, alignment | int(Qt.TextFlag.TextSingleLine), shown)

    def _choose(self) -> None:
        if self.place is not None and self._session.settle():
            self._session.go_to(self.place)


class RowList(QWidget):
    """The cells of the row of the current step; of a long row those around the chosen one."""

    def __init__(self, session: Session, look: Look) -> None:
        super().__init__()
        self.setObjectName("rowList")
        self._session = session
        self._look = look
        self.lines: list[CellLine] = []
        self.more = plain_label()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._column = QVBoxLayout()
        self._column.setSpacing(0)
        column.addLayout(self._column)
        column.addWidget(self.more)
        look.changed.connect(self._restyle)
        self._restyle()

    def refresh(self) -> None:
        """Show the row of the moment; with readers in columns it is a column."""
        self.setAccessibleName(self._look.words("Cells of the row"))
        session = self._session
        step = session.step
        columns = session.trace.shape_of(step.array)[1]
        first = max(0, min(step.column, columns - 1) - MOST_CELLS + 1)
        shown = range(first, min(first + MOST_CELLS, columns))
        self._have_lines(len(shown))
        for line, column in zip(self.lines, shown, strict=True):
            line.show_cell(Place(step.array, step.row, column))
        self.more.setText(f"… {columns - len(shown)} more")
        self.more.setVisible(len(shown) < columns)

    def _have_lines(self, count: int) -> None:
        while len(self.lines) < count:
            line = CellLine(self._session, self._look)
            self.lines.append(line)
            self._column.addWidget(line)
        while len(self.lines) > count:
            line = self.lines.pop()
            self._column.removeWidget(line)
            line.hide()
            line.deleteLater()

    def _restyle(self) -> None:
        self.more.setFont(self._look.font(0.95))
        set_ink(self.more, self._look.theme.muted)
