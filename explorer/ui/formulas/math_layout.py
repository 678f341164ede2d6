"""Expressions as boxes."""

from dataclasses import dataclass, replace
from math import inf
from typing import assert_never

from explorer.model.convention import Convention
from explorer.model.expressions import (
    Difference,
    Exponential,
    Expression,
    Function,
    Lookup,
    Maximum,
    Number,
    Product,
    Quotient,
    SquareRoot,
    StagePart,
    Sum,
    Symbol,
    Transposed,
)
from explorer.model.number_format import format_number
from explorer.model.places import Role, role_of
from explorer.model.rendering import (
    LeftOut,
    factors_of,
    index_text,
    multiplication_sign,
    name_parts,
    needs_parentheses,
    shortened,
)
from explorer.model.typed_arrays import TYPED_ARRAYS
from explorer.ui.formulas.math_boxes import (
    Box,
    Frame,
    flow,
    fraction,
    padded,
    raised,
    root,
    row,
    tall_parenthesis,
    text_box,
)
from explorer.ui.looks.face import Face
from explorer.ui.looks.look import Look
from explorer.ui.looks.theme import Theme

SCRIPT = 0.74
_ROLES = {
    typed.cell_letter.lower(): role
    for name, typed in TYPED_ARRAYS.items()
    if (role := role_of(name)) is not Role.COMPUTED
}


@dataclass(frozen=True, slots=True)
class MathStyle:
    """How expressions look.

    `marked` is the stage whose part of the formula gets a frame; `most_terms` bounds how many
    terms of a sum are written down, `counts_left_out` whether it is said how many are not;
    `fraction_scale` is the size of what stands in a fraction, `name_colour` the colour of the
    names of functions, `convention` which way round the matrices are that symbols stand for.
    """

    theme: Theme
    face: Face
    digits: int | None
    most_terms: int | None = None
    marked: str | None = None
    bold_symbols: bool = False
    name_colour: str | None = None
    fraction_scale: float = 1.0
    counts_left_out: bool = False
    convention: Convention = Convention.ROWS

    @property
    def em(self) -> float:
        """Height of a line."""
        return self.face.height

    @property
    def axis(self) -> float:
        """How far above the baseline the bars of fractions are."""
        return self.face.x_height / 2

    @property
    def thickness(self) -> float:
        """Of lines."""
        return max(1.0, self.em / 15)

    def scaled(self, factor: float) -> "MathStyle":
        """The same at `factor` times the size."""
        return replace(self, face=self.face.scaled(factor))

    def bold(self) -> "MathStyle":
        """The same in bold."""
        return replace(self, face=self.face.bold())


def style_of(look: Look, scale: float = 1.0, most_terms: int | None = None) -> MathStyle:
    """The style for the look of the moment."""
    return MathStyle(
        look.theme, look.face(scale), look.digits, most_terms, convention=look.convention
    )


def word(text: str, style: MathStyle, colour: str | None = None) -> Box:
    """Text that stands for no expression: a sign, a bracket, a remark."""
    return text_box(text, style.face, colour or style.theme.text)


def left_out(count: int, style: MathStyle) -> Box:
    """What stands for terms that are not written down."""
    return word(f"… {count} more …" if style.counts_left_out else "…", style, style.theme.muted)


def typeset(expression: Expression, style: MathStyle, width: float = inf) -> Box:
    """The box of an expression; sums and products continue on new lines to keep to `width`."""
    match expression:
        case Number(value):
            text = format_number(value, style.digits)
            return text_box(text, style.face, number_colour(expression, style.theme), expression)
        case Symbol():
            return _symbol(expression, style)
        case Sum():
            return _sum(expression, style, width)
        case Maximum(terms):
            inside = _listed(shortened(terms, style.most_terms), style, width - 3 * style.em)
            return _bracketed(inside, style, "max", expression)
        case Product():
            return _product(expression, style, width)
        case Difference(minuend, subtrahend):
            parts = (typeset(minuend, style), word("−", style), _factor(subtrahend, style))
            return row(parts, style.em * 0.2, expression)
        case Quotient():
            return _quotient(expression, style, width)
        case Exponential(exponent):
            power = raised(typeset(exponent, style.scaled(SCRIPT)), style.em * 0.32)
            return row((word("e", style), power), style.em * 0.04, expression)
        case SquareRoot(radicand):
            inside = typeset(radicand, style)
            return root(inside, style.theme.text, style.thickness, expression)
        case Transposed(matrix):
            sign = raised(word("T", style.scaled(0.6)), style.em * 0.32)
            return row((_factor(matrix, style), sign), style.em * 0.04, expression)
        case Function(name, argument):
            name = style.convention.words(name)
            return _bracketed(typeset(argument, style, width), style, name, expression)
        case Lookup(table, names):
            picked = word(f"[{style.convention.looked_up(names)}]", style)
            return row((typeset(table, style), picked), source=expression)
        case StagePart():
            return _part(expression, style, width)
    assert_never(expression)


def number_colour(number: Number, theme: Theme) -> str:
    """A number in the colour of the role of its place; a constant in that of text."""
    return theme.text if number.place is None else theme.roles[role_of(number.place.array)]


def _symbol(symbol: Symbol, style: MathStyle) -> Box:
    name, label = name_parts(symbol)
    lettering = style.bold() if style.bold_symbols and len(name) == 1 and name.isupper() else style
    role = _ROLES.get(symbol.name.lower())
    colour = style.theme.text if role is None else style.theme.roles[role]
    letter = text_box(name, lettering.face, colour)
    index = index_text(style.convention.indices(symbol.indices))
    below = ",".join(filter(None, (label, index)))
    if not below:
        return letter._replace(source=symbol)
    indices = text_box(below, style.scaled(0.66).face, colour)
    return row((letter, raised(indices, -style.em * 0.14)), source=symbol)


def _sum(expression: Sum, style: MathStyle, width: float) -> Box:
    boxes = []
    for index, term in enumerate(shortened(expression.terms, style.most_terms, expression.own)):
        sign = [word("+", style)] if index else []
        room = width - sum(box.width for box in sign) - style.em * 0.3
        if isinstance(term, LeftOut):
            content = left_out(term.count, style)
        elif index and needs_parentheses(term):
            content = _factor(term, style)
        else:
            content = typeset(term, style, room)
        boxes.append(row((*sign, content), style.em * 0.2))
    return flow(boxes, width, style.em * 0.2, style.em * 0.15)._replace(source=expression)


def _product(expression: Product, style: MathStyle, width: float) -> Box:
    sign = multiplication_sign(expression.factors)
    first, *others = (_factor(factor, style) for factor in factors_of(expression, style.convention))
    signed = [row((word(sign, style), box), style.em * 0.08) for box in others]
    boxes = [first, *signed]
    return flow(boxes, width, style.em * 0.08, style.em * 0.1)._replace(source=expression)


def _quotient(expression: Quotient, style: MathStyle, width: float) -> Box:
    inside = style if style.fraction_scale == 1 else style.scaled(style.fraction_scale)
    room = width - 8 * style.thickness
    return fraction(
        typeset(expression.numerator, inside, room),
        typeset(expression.denominator, inside, room),
        style.axis,
        style.theme.text,
        style.thickness,
        expression,
    )


def _part(part: StagePart, style: MathStyle, width: float) -> Box:
    result = style.theme.roles[Role.RESULT]
    frame = Frame(style.theme.tint(Role.RESULT), result, style.em * 0.08)
    marked = part.stage == style.marked
    style = replace(style, name_colour=result if marked else None)
    pad = style.em * 0.12
    box = padded(typeset(part.content, style, width), pad, pad)
    return box._replace(source=part, frame=frame if marked else None)


def _factor(expression: Expression, style: MathStyle) -> Box:
    box = typeset(expression, style)
    return _bracketed(box, style) if needs_parentheses(expression) else box


def _listed(terms: list[Expression | LeftOut], style: MathStyle, width: float) -> Box:
    """The terms with commas between them, on as many lines as it takes."""
    boxes = [
        left_out(term.count, style) if isinstance(term, LeftOut) else typeset(term, style)
        for term in terms
    ]
    *listed, last = boxes
    return flow([*(row((box, word(",", style))) for box in listed), last], width, style.em * 0.25)


def _bracketed(
    inside: Box, style: MathStyle, name: str = "", source: Expression | None = None
) -> Box:
    opening, closing = (_parenthesis(inside, style, opens) for opens in (True, False))
    lettering = style.bold() if style.bold_symbols else style
    before = [word(name, lettering, style.name_colour)] if name else []
    return row((*before, opening, inside, closing), style.em * 0.04, source)


def _parenthesis(inside: Box, style: MathStyle, opens: bool) -> Box:
    if inside.height < 1.5 * style.em:
        return word("(" if opens else ")", style)
    return tall_parenthesis(inside, style.theme.text, style.thickness, opens)
