"""How one came to the current number: the numbers followed on the way, each a link back."""

from collections.abc import Sequence

from explorer.app.session import Session
from explorer.model.expressions import Number
from explorer.model.places import Place
from explorer.model.wording import kind_name, place_name
from explorer.ui.formulas.flowing_math import FlowingMathView
from explorer.ui.formulas.math_boxes import Box, flow, row, text_box
from explorer.ui.formulas.math_layout import MathStyle, style_of, word
from explorer.ui.looks.look import Look
from explorer.ui.parts.showing import show_when

MOST_CRUMBS = 4


class Crumbs(FlowingMathView):
    """`output › weight › scaled score`: the last places of the trail and the current one.

    Hidden until a number has been followed.
    """

    def __init__(self, session: Session, look: Look) -> None:
        super().__init__(look)
        self.setObjectName("crumbs")
        self._session = session
        self._shown: Sequence[Place] = ()
        session.step_changed.connect(self._refresh)
        session.changed.connect(self._refresh)
        self._refresh()

    @property
    def text(self) -> str:
        """The crumbs on one line."""
        kinds = [self._kind(place) for place in (*self._shown, self._session.step)]
        return " › ".join(kinds if self._is_whole else ["…", *kinds])

    def box_for(self, width: float) -> Box:
        style = style_of(self._look, 0.95)
        muted, accent = style.theme.muted, style.theme.accent
        boxes = [] if self._is_whole else [_with_sign(word("…", style, muted), style)]
        for place in self._shown:
            link = text_box(self._kind(place), style.face, accent, Number(0.0, place))
            boxes.append(_with_sign(link, style))
        boxes.append(word(self._kind(self._session.step), style.bold()))
        return flow(boxes, width, style.em * 0.3)

    def name_of_link(self, index: int) -> str:
        session = self._session
        name = place_name(session.scenario, session.trace, self._shown[index])
        return f"Back to {self._look.words(name)}"

    def target_followed(self, index: int) -> None:
        if self._session.settle():
            self._session.go_back(len(self._shown) - index)

    def target_focused(self) -> None:
        self.setAccessibleName(f"Followed: {self.text}")
        self.setAccessibleDescription(self.name_of_link(self.focused) if self.targets else "")

    @property
    def _is_whole(self) -> bool:
        return len(self._shown) == len(self._session.trail)

    def _kind(self, place: Place) -> str:
        return self._look.words(kind_name(self._session.trace, place))

    def _refresh(self) -> None:
        session = self._session
        places = session.trail[-MOST_CRUMBS:]
        self._shown = [session.walk.nearest(place) for place in places]  # a stage may be gone
        self._focused = 0
        show_when(self, bool(self._shown))
        if self._shown:
            self.lay_out()


def _with_sign(box: Box, style: MathStyle) -> Box:
    return row((box, word("›", style, style.theme.muted)), style.em * 0.3)
