"""What the plane shows at the moment: arrows, the pair that is compared, names and words."""

from dataclasses import dataclass, field

from explorer.app.arrow_move import arrow_name, is_typed_in
from explorer.app.session import Session
from explorer.model import Place, explain
from explorer.model.convention import Convention
from explorer.model.number_format import exact_text, format_number, is_rounded
from explorer.model.places import Axis
from explorer.model.plane import ARROW_ARRAYS, Arrow, arrow_at, arrows, has_plane, shadow_length
from explorer.model.rendering import subscript
from explorer.model.scenario import ARRAY_AXES
from explorer.model.wording import spoken_name

MOST_ARROWS = 64
_LONGEST_NAME = 14
_LETTERS = {"query": "q", "key": "k"}


@dataclass
class Choice:
    """View state: the query and the key that are compared, and which of the two is chosen.

    A step that is about no single key leaves `key` as it is; None until there was one.
    """

    query: int = 0
    key: int | None = None
    chosen: str = field(default="query")

    def row(self, array: str) -> int | None:
        """The current row of the queries or the keys."""
        return self.query if array == "query" else self.key

    def choose(self, array: str, row: int) -> None:
        """Compare this one from now on, and choose it."""
        self.chosen = array
        if array == "query":
            self.query = row
        else:
            self.key = row

    def follow(self, session: Session) -> None:
        """Compare the query and key of the current step."""
        step = session.step
        self.query = step.row
        if session.trace.quantity(step.array).columns is Axis.SOURCES:
            self.key = step.column
        self.keep_within(session)

    def keep_within(self, session: Session) -> None:
        """Give up what the document no longer has."""
        n_query, n_key = session.trace.inputs.shape
        self.query = min(self.query, n_query - 1)
        if self.key is not None:
            self.key = min(self.key, n_key - 1)
        if self.key is None:
            self.chosen = "query"


class PlaneContent:
    """The arrows of a session with their names and sentences."""

    def __init__(
        self, session: Session, choice: Choice, digits: int, convention: Convention
    ) -> None:
        self._session = session
        self._choice = choice
        self._digits = digits
        self._convention = convention
        self._trace = session.trace

    @property
    def is_applicable(self) -> bool:
        """Whether there are queries and keys of two components, and no number of them is hidden."""
        return has_plane(self._trace) and not any(map(self._is_hidden, ARROW_ARRAYS))

    @property
    def arrows(self) -> list[Arrow]:
        """The arrows that are drawn: the first of either kind, and the current ones."""
        first = arrows(self._trace, MOST_ARROWS)
        return first + [one for one in self.current if one not in first]

    @property
    def current(self) -> list[Arrow]:
        """The query and, where there is one, the key that are compared."""
        rows = [(array, self._choice.row(array)) for array in ARROW_ARRAYS]
        return [arrow_at(self._trace, array, row) for array, row in rows if row is not None]

    @property
    def pair(self) -> tuple[Arrow, Arrow] | None:
        """The query and the key that are compared."""
        current = self.current
        return (current[0], current[1]) if len(current) == 2 else None

    @property
    def chosen(self) -> Arrow:
        """The arrow that keys move."""
        row = self._choice.row(self._choice.chosen)
        assert row is not None  # Choice.keep_within
        return arrow_at(self._trace, self._choice.chosen, row)

    def can_move(self, arrow: Arrow) -> bool:
        """Whether its numbers were typed in."""
        return is_typed_in(self._session.scenario, arrow.array)

    def symbol(self, arrow: Arrow) -> str:
        """An arrow as the formula writes it: q₁, k₃."""
        return _LETTERS[arrow.array] + subscript((arrow.row + 1,))

    def label(self, arrow: Arrow) -> str:
        """What stands beside a tip: k₃ Source 3."""
        name = arrow_name(self._session.scenario, arrow.array, arrow.row)
        cut = name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 1] + "…"
        return f"{self.symbol(arrow)} {cut}"

    def sentence(self, arrow: Arrow) -> str:
        """An arrow in words: `key of Source 3: (1, 1)`."""
        x, y = map(exact_text, arrow.tip)
        return f"{arrow.array} of {self._name(arrow)}: ({x}, {y})"

    def caption(self) -> str:
        """The dot product of the pair as lengths, and what is not drawn."""
        return " ".join(filter(None, (self._comparison(), self._left_out(), self._computed())))

    def _is_hidden(self, array: str) -> bool:
        """Whether a number of the queries, or of the keys, is not to be seen yet."""
        rows, columns = self._trace.arrays[array].shape
        return self._session.reveal.hides(Place(array, rows - 1, columns - 1))

    def _comparison(self) -> str:
        pair = self.pair
        if pair is None:
            return "Choose a key to compare it with the query."
        query, key = pair
        if self._session.reveal.hides(Place("scores", query.row, key.row)):
            return f"The score of {self._name(query)} and {self._name(key)} is hidden for now."
        score = explain(self._trace, "scores", query.row, key.row)
        text = score.text(self._digits, convention=self._convention)
        length = shadow_length(query.tip, query.tip)
        reach = shadow_length(query.tip, key.tip)
        if length == 0:
            return f"{text}: {self._name(query)} is 0 and has no direction."
        return (
            f"{text}. {self._name(query)} is {self._rounded(length)} long and "
            f"{self._name(key)} reaches {self._rounded(reach)} in its direction: multiplied, "
            "that is their score."
        )

    def _left_out(self) -> str:
        n_query, n_key = self._trace.inputs.shape
        if max(n_query, n_key) <= MOST_ARROWS:
            return ""
        drawn = f"{min(n_query, MOST_ARROWS)} of {n_query} queries"
        return f"Drawn: the first {drawn} and {min(n_key, MOST_ARROWS)} of {n_key} keys."

    def _computed(self) -> str:
        if all(self.can_move(arrow) for arrow in self.current):
            return ""
        return "They are computed from other numbers, so they cannot be dragged."

    def _rounded(self, value: float) -> str:
        about = "about " if is_rounded(value, self._digits) else ""
        return about + format_number(value, self._digits)

    def _name(self, arrow: Arrow) -> str:
        names = self._session.scenario.names(ARRAY_AXES[arrow.array][0])
        return spoken_name(names, arrow.row)
