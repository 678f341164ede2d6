"""Boxes that arithmetic is drawn with: measured, painted, and known part by part.

Qt's rich text has neither fractions nor roots, and what turns formulas into pictures leaves no
parts to click or to focus; so expressions are laid out here.

A box is placed by the left end of its baseline. Everything inside it is placed relative to that
point, y downwards.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from explorer.model.expressions import Expression, Number
from explorer.model.places import Place
from explorer.ui.looks.face import Face


@dataclass(frozen=True, slots=True)
class Frame:
    """A rounded rectangle behind a box, `margin` wider on every side."""

    fill: str
    outline: str
    margin: float
    thickness: float = 1.5


class Ink(NamedTuple):
    """A run of text."""

    text: str
    face: Face
    colour: str


@dataclass(frozen=True, eq=False, slots=True)
class Stroke:
    """A line: the bar of a fraction, the sign of a root, a tall parenthesis."""

    path: QPainterPath
    colour: str
    thickness: float


class Box(NamedTuple):
    """A measured piece of arithmetic; `source` is the expression it shows.

    A tuple, as it is made by the hundred: a frozen dataclass would take three times as long.
    """

    width: float
    ascent: float
    descent: float
    parts: "tuple[Placed, ...]" = ()
    ink: Ink | None = None
    strokes: tuple[Stroke, ...] = ()
    frame: Frame | None = None
    source: Expression | None = None

    @property
    def height(self) -> float:
        """From the top to the bottom."""
        return self.ascent + self.descent

    @property
    def place(self) -> Place | None:
        """The cell whose number the box shows."""
        return self.source.place if isinstance(self.source, Number) else None

    def everything(self, x: float = 0, baseline: float = 0) -> "list[Placed]":
        """The box and all inside it in reading order, what contains before what is contained."""
        found: list[Placed] = []
        self._add_everything(found, x, baseline)
        return found

    def _add_everything(self, found: "list[Placed]", x: float, baseline: float) -> None:
        found.append(Placed(self, x, baseline))
        for box, right, down in self.parts:
            box._add_everything(found, x + right, baseline + down)

    def path(self, x: float, y: float) -> list[Expression]:
        """The expressions under a point, the innermost first."""
        hits = [placed.box.source for placed in self.everything() if placed.rect.contains(x, y)]
        return [source for source in reversed(hits) if source is not None]


class Placed(NamedTuple):
    """A box and where its baseline begins."""

    box: Box
    x: float
    baseline: float

    @property
    def rect(self) -> QRectF:
        """What the box covers."""
        return QRectF(self.x, self.baseline - self.box.ascent, self.box.width, self.box.height)


def paint_parts(painter: QPainter, parts: Iterable[Placed]) -> None:
    """Draw boxes, each without what is inside it."""
    for placed in parts:
        _paint_own(painter, placed)


def links_among(parts: Iterable[Placed]) -> list[Placed]:
    """The numbers that have a place, in the same order."""
    return [placed for placed in parts if placed.box.place is not None]


def text_box(text: str, face: Face, colour: str, source: Expression | None = None) -> Box:
    """A run of text on one line."""
    ink = Ink(text, face, colour)
    return Box(face.width(text), face.ascent, face.descent, ink=ink, source=source)


def space(width: float) -> Box:
    """Nothing, `width` wide."""
    return Box(width, 0, 0)


def row(boxes: Iterable[Box], gap: float = 0, source: Expression | None = None) -> Box:
    """Boxes on one baseline."""
    placed = []
    x = 0.0
    for box in boxes:
        placed.append(Placed(box, x, 0))
        x += box.width + gap
    return _around(placed, max(0.0, x - gap), source)


def stacked(lines: Sequence[Box], gap: float = 0, source: Expression | None = None) -> Box:
    """Boxes below each other, on the baseline of the first."""
    placed = [Placed(lines[0], 0, 0)]
    for line in lines[1:]:
        above = placed[-1]
        placed.append(Placed(line, 0, above.baseline + above.box.descent + gap + line.ascent))
    return _around(placed, max(line.width for line in lines), source)


def flow(boxes: Sequence[Box], width: float, gap: float = 0, leading: float = 0) -> Box:
    """Boxes on one baseline, continued on a new line wherever the next would not fit."""
    lines: list[list[Box]] = [[]]
    used = 0.0
    for box in boxes:
        if lines[-1] and used + gap + box.width > width:
            lines.append([])
            used = 0.0
        used += box.width + (gap if lines[-1] else 0)
        lines[-1].append(box)
    return stacked([row(line, gap) for line in lines], leading)


def raised(box: Box, by: float) -> Box:
    """The box moved up, or down where `by` is negative."""
    return _around([Placed(box, 0, -by)], box.width, None)


def padded(box: Box, left: float, right: float) -> Box:
    """The box with nothing on its two sides."""
    return _around([Placed(box, left, 0)], left + box.width + right, None)


def framed(box: Box, frame: Frame) -> Box:
    """The box with a frame that takes up room."""
    margin = frame.margin
    inside = Placed(box, 2 * margin, 0)
    return Box(
        box.width + 4 * margin,
        box.ascent + margin,
        box.descent + margin,
        (inside,),
        frame=replace(frame, margin=0),
        source=box.source,
    )


def fraction(
    numerator: Box,
    denominator: Box,
    axis: float,
    colour: str,
    thickness: float,
    source: Expression | None = None,
) -> Box:
    """One box above another with a bar between them, `axis` above the baseline."""
    overhang, gap = 3 * thickness, 1.5 * thickness
    width = max(numerator.width, denominator.width) + 2 * overhang
    parts = (
        Placed(numerator, (width - numerator.width) / 2, -axis - gap - numerator.descent),
        Placed(denominator, (width - denominator.width) / 2, -axis + gap + denominator.ascent),
    )
    bar = QPainterPath(QPointF(0, -axis))
    bar.lineTo(width, -axis)
    return _around(parts, width, source)._replace(strokes=(Stroke(bar, colour, thickness),))


def root(inside: Box, colour: str, thickness: float, source: Expression | None = None) -> Box:
    """A box under the sign of a square root."""
    gap = 2 * thickness
    top, bottom = -inside.ascent - gap, inside.descent
    hook = min(inside.height, 14 * thickness) * 0.55
    left = hook + gap
    sign = QPainterPath(QPointF(0, bottom - 0.45 * hook - gap))
    sign.lineTo(0.25 * hook, bottom - 0.6 * hook - gap)
    sign.lineTo(0.55 * hook, bottom - thickness)
    sign.lineTo(hook, top + thickness)
    sign.lineTo(left + inside.width + gap, top + thickness)
    return Box(
        left + inside.width + gap,
        inside.ascent + gap + thickness,
        inside.descent,
        (Placed(inside, left, 0),),
        strokes=(Stroke(sign, colour, thickness),),
        source=source,
    )


def tall_parenthesis(inside: Box, colour: str, thickness: float, opens: bool) -> Box:
    """A parenthesis as tall as `inside`."""
    width = 6 * thickness
    near, far = (width - thickness, thickness) if opens else (thickness, width - thickness)
    curve = QPainterPath(QPointF(near, -inside.ascent))
    middle = (inside.descent - inside.ascent) / 2
    curve.quadTo(QPointF(2 * far - near, middle), QPointF(near, inside.descent))
    stroke = Stroke(curve, colour, thickness)
    return Box(width, inside.ascent, inside.descent, strokes=(stroke,))


def _around(parts: Sequence[Placed], width: float, source: Expression | None) -> Box:
    ascent = max([part.box.ascent - part.baseline for part in parts], default=0.0)
    descent = max([part.box.descent + part.baseline for part in parts], default=0.0)
    return Box(width, ascent, descent, tuple(parts), source=source)


def _paint_own(painter: QPainter, placed: Placed) -> None:
    box = placed.box
    if box.frame is not None:
        _paint_frame(painter, placed.rect, box.frame)
    if box.ink is not None:
        painter.setFont(box.ink.face.font)
        painter.setPen(QColor(box.ink.colour))
        painter.drawText(QPointF(placed.x, placed.baseline), box.ink.text)
    for stroke in box.strokes:
        pen = QPen(QColor(stroke.colour), stroke.thickness)
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(stroke.path.translated(placed.x, placed.baseline))


def _paint_frame(painter: QPainter, covered: QRectF, frame: Frame) -> None:
    margin = frame.margin
    painter.setPen(QPen(QColor(frame.outline), frame.thickness))
    painter.setBrush(QColor(frame.fill))
    radius = 3 * frame.thickness
    painter.drawRoundedRect(covered.adjusted(-margin, -margin, margin, margin), radius, radius)
