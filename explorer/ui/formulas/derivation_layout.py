"""A derivation as one box: the symbol, its lines below each other, the result in a frame."""

from dataclasses import replace

from explorer.model.derivation import Derivation
from explorer.model.number_format import equals_sign, exact_text, format_number, is_rounded
from explorer.model.places import Role
from explorer.ui.formulas.math_boxes import Box, Frame, flow, framed, row, space, stacked, text_box
from explorer.ui.formulas.math_layout import MathStyle, typeset, word

NARROW = 26
"""In lines' heights: below this width a long sum shows fewer terms."""
LEAST_ROOM = 7.5
"""In lines' heights: the symbol gets a line of its own where less is left beside it."""
MOST_TERMS, MOST_TERMS_NARROW = 12, 6
_SCALES = (1.0, 0.85, 0.7, 0.6)


def derivation_box(
    derivation: Derivation, style: MathStyle, width: float, hides_result: bool = False
) -> Box:
    """The box, at most `width` wide: first lines are broken, then the text gets smaller.

    A hidden result is a question mark, and so are the lines that are worked out on the way to it.
    """
    most = MOST_TERMS_NARROW if width < NARROW * style.em else MOST_TERMS
    style = replace(style, most_terms=most)
    for scale in _SCALES:
        box = _laid_out(derivation, style.scaled(scale), width, hides_result)
        if box.width <= width:
            break
    return box


def _laid_out(derivation: Derivation, style: MathStyle, width: float, hides_result: bool) -> Box:
    shown = derivation.forms[:1] if hides_result else derivation.lines
    gap = style.em * 0.25
    symbol = typeset(derivation.symbol, style)
    last = "=" if hides_result else equals_sign(derivation.result, style.digits)
    signs = ["="] * len(shown) + [last]
    sign_boxes = [word(sign, style) for sign in signs]
    sign_width = max(box.width for box in sign_boxes)
    beside = width - symbol.width - sign_width > LEAST_ROOM * style.em
    indent = symbol.width if beside else 0
    room = width - indent - sign_width - 3 * gap
    contents = [typeset(line, style, room) for line in shown]
    contents.append(_result(derivation, style, hides_result))
    lines = []
    for index, (sign, content) in enumerate(zip(sign_boxes, contents, strict=True)):
        lead = symbol if beside and index == 0 else space(indent)
        lines.append(row((lead, sign, space(sign_width - sign.width), content), gap))
    if not hides_result and is_rounded(derivation.result, style.digits):
        lines[-1] = flow([lines[-1], *_as_stored(derivation.result, style, width)], width, gap, gap)
    return stacked(lines if beside else [symbol, *lines], style.em * 0.55)


def _result(derivation: Derivation, style: MathStyle, is_hidden: bool) -> Box:
    theme = style.theme
    colour = theme.roles[Role.RESULT]
    frame = Frame(theme.tint(Role.RESULT), colour, style.em * 0.2)
    text = "?" if is_hidden else format_number(derivation.result, style.digits)
    return framed(text_box(text, style.scaled(1.1).bold().face, colour), frame)


def _as_stored(value: float, style: MathStyle, width: float) -> list[Box]:
    """In one piece where a line has room for it, so that no half of it stands alone."""
    small, muted = style.scaled(0.82), style.theme.muted
    pieces = [word("stored as", small, muted), word(exact_text(value), small, muted)]
    whole = row(tuple(pieces), style.em * 0.25)
    return [whole] if whole.width <= width else pieces
