"""One product as a step: where it stands in its sum, and what the sum has come to."""

from dataclasses import replace
from itertools import pairwise

from PySide6.QtCore import Signal

from explorer.app.session import Session
from explorer.model import Place, explain
from explorer.model.explanation import running_sum
from explorer.model.expressions import Sum
from explorer.model.number_format import equals_sign, format_number
from explorer.model.places import Role
from explorer.model.wording import place_name
from explorer.ui.formulas.flowing_math import FlowingMathView
from explorer.ui.formulas.math_boxes import Box, Frame, flow, framed, row, space, stacked
from explorer.ui.formulas.math_layout import MathStyle, left_out, style_of, typeset, word
from explorer.ui.looks.look import Look

MOST_TERMS = 7
HIDDEN = "?"
_SCALES = (1.0, 0.85, 0.7, 0.6)


class RunningSum(FlowingMathView):
    """The sum of the cell: what has been added, the product of the step framed, what is to come.

    Signals
    -------
    place_activated(Place)
        The person wants to go where this number stands.
    """

    place_activated = Signal(Place)
    tab_moves = False

    def __init__(self, session: Session, look: Look) -> None:
        self._session = session
        super().__init__(look)
        self.setObjectName("runningSum")

    def box_for(self, width: float) -> Box:
        term, form = self._session.term, self._sum
        if term is None or form is None:
            return space(0)
        for scale in _SCALES:
            style = replace(style_of(self._look, scale), digits=self._look.derivation_digits)
            total = _total_box(self._total(term), style, width)
            box = stacked((sum_box(form, term, style, width), total), style.em * 0.5)
            if box.width <= width:
                break
        return box

    def name_of_link(self, index: int) -> str:
        session = self._session
        return self._look.words(place_name(session.scenario, session.trace, self.links[index]))

    def target_followed(self, index: int) -> None:
        self.place_activated.emit(self.links[index])

    def target_focused(self) -> None:
        """Say to screen readers how far the sum is and which number has the focus."""
        term, form = self._session.term, self._sum
        if term is None or form is None:
            return
        count, total = len(form.terms), self._total(term)
        self.setAccessibleName(f"Product {term + 1} of {count}; the sum so far {total}")
        self.setAccessibleDescription(f"Link: {self.name_of_link(self.focused)}")

    @property
    def _sum(self) -> Sum | None:
        """The whole sum of the cell; None where the cell is none, or no product of it is shown."""
        if self._session.term is None:
            return None
        place = self._session.step
        forms = explain(self._session.trace, place.array, place.row, place.column).forms
        return forms[0] if forms and isinstance(forms[0], Sum) else None

    def _total(self, term: int) -> str:
        session, digits = self._session, self._look.derivation_digits
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
    if index != term:
        return typeset(product, style if index < term else _muted(style))
    colour = style.theme.roles[Role.RESULT]
    frame = Frame(style.theme.tint(Role.RESULT), colour, style.em * 0.12)
    return framed(typeset(product, style.bold()), frame)


def _muted(style: MathStyle) -> MathStyle:
    """The same in the one colour of what is not there yet."""
    muted = style.theme.muted
    roles = dict.fromkeys(style.theme.roles, muted)
    return replace(style, theme=replace(style.theme, text=muted, roles=roles))


def _total_box(total: str, style: MathStyle, width: float) -> Box:
    colour = style.theme.roles[Role.RESULT]
    parts = (word("The sum so far", style), word(total, style.bold(), colour))
    return flow(parts, width, style.em * 0.25)
