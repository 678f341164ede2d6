"""The arithmetic of a step for people at the back of a room: numbers are never made smaller.

What does not fit is shortened: long sums in their middle, then fractions a little, then lines on
the way to the result.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

from explorer.model.convention import Convention
from explorer.model.derivation import Derivation
from explorer.model.expressions import Expression, Quotient, Sum
from explorer.model.number_format import equals_sign, format_number
from explorer.model.places import Role
from explorer.ui.formulas.math_boxes import Box, Frame, framed, row, space, stacked, text_box
from explorer.ui.formulas.math_layout import MathStyle, typeset, word
from explorer.ui.walk.running_sum import HIDDEN, sum_box

_GAP, _BETWEEN, _LEADING = 0.25, 0.55, 0.45
"""In em: beside an equals sign, between two of them, between lines."""
_WIDEST_INDENT = 4.0


@dataclass(frozen=True, slots=True)
class Brevity:
    """How much is written down: terms of a sum, size of fractions, and lines on the way."""

    most_terms: int
    fraction_scale: float = 1.0
    most_lines: int | None = None

    def lines(self, derivation: Derivation) -> tuple[Expression, ...]:
        """The lines to show: the definition and what comes last are left out last."""
        lines = derivation.lines
        if self.most_lines is None or len(lines) <= self.most_lines:
            return lines
        return lines[-1:] if self.most_lines == 1 else (lines[0], lines[-1])


BREVITIES = (
    *(Brevity(12), Brevity(8), Brevity(6), Brevity(6, 0.85), Brevity(5, 0.85)),
    *(Brevity(4, 0.85), Brevity(4, 0.85, 2), Brevity(3, 0.85, 1)),
)
"""From everything to as little as there can be."""


@dataclass(frozen=True, slots=True)
class Working:
    """The arithmetic of a step: of a whole cell, or of one product of it.

    `product` is that of product number `term` of the sum in the cell. A hidden result is a
    question mark, and what is worked out on the way to it is left out.
    """

    cell: Derivation
    term: int | None = None
    product: Derivation | None = None
    hides_result: bool = False

    @property
    def shown(self) -> Derivation:
        """What is worked out: the product where there is one."""
        return self.product or self.cell

    def text(self, digits: int | None, most_terms: int, convention: Convention) -> str:
        """What is worked out, on one line."""
        text = self.shown.question if self.hides_result else self.shown.text
        return text(digits, most_terms, convention)

    def lines(self, brevity: Brevity) -> tuple[Expression, ...]:
        """What stands between the equals signs."""
        return self.shown.forms[:1] if self.hides_result else brevity.lines(self.shown)


def working_box(working: Working, style: MathStyle, width: float, brevity: Brevity) -> Box:
    """The arithmetic on lines of at most `width`, where that can be."""
    style = replace(
        style,
        most_terms=brevity.most_terms,
        fraction_scale=brevity.fraction_scale,
        counts_left_out=True,
    )
    if working.term is None or working.product is None:
        return _chain(working, style, width, brevity)
    lines = [
        _running_sum(working.cell, working.term, style, width),
        _chain(working, style, width, brevity),
    ]
    return stacked(lines, style.em * _LEADING)


def _chain(working: Working, style: MathStyle, width: float, brevity: Brevity) -> Box:
    """`q·k = 1×1 + 0×1 = 1`, continued below the first equals sign."""
    derivation = working.shown
    symbol = typeset(derivation.symbol, style)
    room = _room(symbol, style, width)
    links = [_link("=", *_line(line, style, room), style) for line in working.lines(brevity)]
    links.append(_result(derivation.result, style, working.hides_result))
    return _hanging(symbol, links, style, width)


def _running_sum(cell: Derivation, term: int, style: MathStyle, width: float) -> Box:
    form = cell.forms[0]
    assert isinstance(form, Sum)  # it has products
    symbol = typeset(cell.symbol, style)
    most = style.most_terms or len(form.terms)
    content = sum_box(form, term, style, _room(symbol, style, width), most)
    return _hanging(symbol, [_link("=", content, False, style)], style, width)


class _Link(NamedTuple):
    """An equals sign and what comes after it; whether that runs over several lines."""

    box: Box
    is_broken: bool


def _link(sign: str, content: Box, is_broken: bool, style: MathStyle) -> _Link:
    return _Link(row((word(sign, style), content), style.em * _GAP), is_broken)


def _line(expression: Expression, style: MathStyle, room: float) -> tuple[Box, bool]:
    """The expression, and whether the room is so narrow that it runs over several lines."""
    natural = typeset(expression, style)
    if natural.width <= room:
        return natural, False
    return typeset(expression, style, room), not isinstance(expression, Quotient)


def _indent(symbol: Box, style: MathStyle) -> float:
    return min(symbol.width, _WIDEST_INDENT * style.em)


def _room(symbol: Box, style: MathStyle, width: float) -> float:
    """The width that is left after the symbol and an equals sign."""
    before = _indent(symbol, style) + word("=", style).width
    return width - before - style.em * (_GAP + _BETWEEN)


def _hanging(symbol: Box, links: Iterable[_Link], style: MathStyle, width: float) -> Box:
    """The links after the symbol, as many on a line as fit; the lines after the first indented."""
    gap = style.em * _BETWEEN
    lines = [[symbol]]
    ends = False
    for link in links:
        used = row(lines[-1], gap).width + gap
        if ends or used + link.box.width > width:
            lines.append([space(_indent(symbol, style))])
        lines[-1].append(link.box)
        ends = link.is_broken
    return stacked([row(line, gap) for line in lines], style.em * _LEADING)


def _result(value: float, style: MathStyle, is_hidden: bool) -> _Link:
    theme = style.theme
    colour = theme.roles[Role.RESULT]
    frame = Frame(theme.tint(Role.RESULT), colour, style.em * 0.14)
    text = HIDDEN if is_hidden else format_number(value, style.digits)
    sign = "=" if is_hidden else equals_sign(value, style.digits)
    return _link(sign, framed(text_box(text, style.bold().face, colour), frame), False, style)
