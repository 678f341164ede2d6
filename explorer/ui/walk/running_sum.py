"""One product as a step: where it stands in its sum, and what the sum has come to."""

from itertools import pairwise

from explorer.app.session import Session
from explorer.model import explain
from explorer.model.explanation import running_sum
from explorer.model.expressions import Expression, Sum
from explorer.model.number_format import equals_sign, format_number
from explorer.model.places import Role
from explorer.model.rendering import needs_parentheses, to_text
from explorer.ui.formulas.math_boxes import Box, Frame, flow, framed, row, stacked
from explorer.ui.formulas.math_layout import MathStyle, left_out, style_of, typeset, word
from explorer.ui.formulas.still_formula import StillFormula
from explorer.ui.looks.look import Look

MOST_TERMS = 7
HIDDEN = "?"
_SCALES = (1.0, 0.85, 0.7, 0.6)


class RunningSum(StillFormula):
    """The sum of the cell: what has been added, the product of the step framed, what is to come."""

    def __init__(self, session: Session, look: Look) -> None:
        super().__init__(look)
        self._session = session
        self.setObjectName("runningSum")
        look.changed.connect(self.refresh)

    def refresh(self) -> None:
        """Show the product of the moment; nothing where the step is no product."""
        term = self._session.term
        if term is None:
            return
        place = self._session.step
        derivation = explain(self._session.trace, place.array, place.row, place.column)
        form = derivation.forms[0]
        assert isinstance(form, Sum)  # it has products
        total = self._total(term)
        self.setAccessibleName(f"Product {term + 1} of {len(form.terms)}; the sum so far {total}")
        width = self.width() - 2 * self.margin
        for scale in _SCALES:
            style = style_of(self._look, scale)
            lines = [sum_box(form, term, style, width), _total_box(total, style, width)]
            box = stacked(lines, style.em * 0.5)
            if box.width <= width:
                break
        self.show_box(box)
        self.updateGeometry()

    def _total(self, term: int) -> str:
        session, digits = self._session, self._look.digits
        if session.reveal.hides_result:
            return f"= {HIDDEN}"
        total = running_sum(session.trace, session.step, term)
        return f"{equals_sign(total, digits)} {format_number(total, digits)}"


def shown_terms(count: int, term: int, most: int = MOST_TERMS) -> list[int | None]:
    """The products to write down: the ends and those around `term`; None for those left out."""
    if count <= most:
        return list(range(count))
    around = max(1, (most - 2) // 2)
    middle = range(max(0, term - around), min(count, term + around + 1))
    wanted = sorted({0, *middle, count - 1})
    shown: list[int | None] = []
    for index in wanted:
        if shown and shown[-1] is not None and index > shown[-1] + 1:
            shown.append(None)
        shown.append(index)
    return shown


def sum_box(form: Sum, term: int, style: MathStyle, width: float, most: int = MOST_TERMS) -> Box:
    """At most about `most` products of the sum, that of the step framed."""
    boxes: list[Box] = []
    before = -1
    for index, following in pairwise([*shown_terms(len(form.terms), term, most), None]):
        sign = [word("+", style, style.theme.muted)] if boxes else []
        if index is None:
            assert following is not None  # the last product is always written down
            content = left_out(following - before - 1, style)
        else:
            content, before = _term_box(form, index, term, style), index
        boxes.append(row((*sign, content), style.em * 0.2))
    return flow(boxes, width, style.em * 0.2, style.em * 0.25)


def _term_box(form: Sum, index: int, term: int, style: MathStyle) -> Box:
    product = form.terms[index]
    if index > term:
        return word(_bracketed_text(product, index, style.digits), style, style.theme.muted)
    if index < term:
        return typeset(product, style)
    colour = style.theme.roles[Role.RESULT]
    frame = Frame(style.theme.tint(Role.RESULT), colour, style.em * 0.12)
    return framed(typeset(product, style.bold()), frame)


def _bracketed_text(product: Expression, index: int, digits: int | None) -> str:
    text = to_text(product, digits)
    return f"({text})" if index and needs_parentheses(product) else text


def _total_box(total: str, style: MathStyle, width: float) -> Box:
    colour = style.theme.roles[Role.RESULT]
    parts = (word("The sum so far", style), word(total, style.bold(), colour))
    return flow(parts, width, style.em * 0.25)
