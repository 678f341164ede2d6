"""A diagnosis in plain words: in one line, and in full with the names of a scenario.

Mistakes, names and arithmetic are told by the convention of who reads this; where something stands
in what was given, and which shape that has, as it was given.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from explorer.model.convention import Convention
from explorer.model.diagnosis.change_words import change_sentence, seen_sentence
from explorer.model.diagnosis.comparing import Closeness
from explorer.model.diagnosis.number_change import NumberChange
from explorer.model.diagnosis.own_numbers import OwnNumbers, Precision
from explorer.model.diagnosis.verdict import Diagnosis, Difference, Match, TellApart, Verdict
from explorer.model.number_format import exact_text, format_number
from explorer.model.places import Place
from explorer.model.scenario import Scenario
from explorer.model.trace import AttentionTrace
from explorer.model.wording import place_name

_MOST_NAMED = 6
_MOST_TERMS = 8


@dataclass(frozen=True, slots=True)
class _Telling:
    """Whose numbers are told about, the right calculation of them, and in which convention."""

    scenario: Scenario
    trace: AttentionTrace
    convention: Convention

    def name(self, place: Place) -> str:
        """What a cell is called."""
        return self.words(place_name(self.scenario, self.trace, place))

    def words(self, text: str) -> str:
        """A text about readers in rows, as the convention has it."""
        return self.convention.words(text)


def summary(diagnosis: Diagnosis, convention: Convention = Convention.ROWS) -> str:
    """The verdict in one line, without names and without a full stop.

    `matches: K not transposed (all 6 cells, largest difference 4e−9)`
    """
    match diagnosis.verdict:
        case Verdict.RIGHT:
            return f"right, {_all_cells(diagnosis.cells)}"
        case Verdict.ROUNDED:
            return f"right except for {_how_rounded(diagnosis)} ({_off(diagnosis)})"
        case Verdict.SLIP | Verdict.TWO_SLIPS:
            turned = _or_turned(diagnosis)
            return f"matches: {_matched(diagnosis.matches[0], convention, turned)}"
        case Verdict.SEVERAL:
            titles = _titles(diagnosis.matches, convention)
            mistakes = f"{len(diagnosis.matches)} mistakes"
            return f"matches {mistakes} equally well: {titles}{_or_turned(diagnosis)}"
        case Verdict.TRANSPOSED:
            return f"the right {_table(diagnosis.table)}, but rows and columns are swapped"
        case Verdict.OTHER_TABLE:
            return f"the right {_table(diagnosis.other_table)}, not the {_table(diagnosis.table)}"
        case Verdict.SHAPE:
            return f"the {_table(diagnosis.table)} should be {_expected_shape(diagnosis)}"
        case Verdict.NOT_NUMBERS:
            rows = len({place.row for place in diagnosis.not_numbers})
            line = _count(rows, _reader(diagnosis, diagnosis.not_numbers[0].array))
            return f"not a number in {line}"
        case Verdict.DIFFERENT:
            found = diagnosis.difference
            assert found is not None  # the verdict has one
            place = diagnosis.given[found.place.array].readers_in.place(found.place)
            return (
                f"different: first in the {_table(place.array)}, row {place.row + 1}, "
                f"column {place.column + 1} "
                f"({found.count} of {_count(found.cells, 'cell')})"
            )


def sentences(
    diagnosis: Diagnosis,
    scenario: Scenario,
    trace: AttentionTrace,
    arithmetic: bool = True,
    convention: Convention = Convention.ROWS,
) -> list[str]:
    """The diagnosis in full. `trace` is the right calculation of the scenario.

    Without `arithmetic` the derivation of the number that differs is left out.
    """
    told = _sentences(diagnosis, _Telling(scenario, trace, convention))
    found = first_difference(diagnosis)
    left_out = "" if arithmetic or found is None else _derived(found, convention)
    return [sentence for sentence in told if sentence != left_out]


def sentences_without_values(
    diagnosis: Diagnosis, convention: Convention = Convention.ROWS
) -> list[str]:
    """The verdict and the mistakes that match, without any number of the right calculation."""
    parts = [diagnosis] if diagnosis.rest is None else [diagnosis, diagnosis.rest]
    return [
        sentence
        for part in parts
        for sentence in (
            _headline(part, convention),
            *(_what_was_done(match, convention) for match in part.matches[:_MOST_NAMED]),
        )
    ]


def first_difference(diagnosis: Diagnosis) -> Difference | None:
    """The cell that differs, of the numbers as they are or of what holds apart from that."""
    rest = diagnosis.rest
    return diagnosis.difference or (None if rest is None else first_difference(rest))


def wanted(table: str, shape: tuple[int, int], readers_in: Convention = Convention.ROWS) -> str:
    """What a table should be: `3 rows × 2 columns of weights; rows are readers, …`.

    With readers in columns `2 rows × 3 columns of weights; columns are readers, …`.
    """
    others = "components of the values" if table == "output" else "sources"
    meaning = readers_in.words(f"rows are readers, columns {others}")
    return f"{_shape(*readers_in.pair(shape))} of {_table(table)}; {meaning}"


def _sentences(diagnosis: Diagnosis, telling: _Telling) -> Iterator[str]:
    yield _headline(diagnosis, telling.convention)
    match diagnosis.verdict:
        case Verdict.RIGHT | Verdict.ROUNDED:
            yield from _not_ruled_out(diagnosis, telling)
        case Verdict.SLIP | Verdict.TWO_SLIPS:
            yield _what_was_done(diagnosis.matches[0], telling.convention)
            yield from _also_turned(diagnosis)
            yield from _apart(diagnosis, telling, "Which one it is")
        case Verdict.SEVERAL:
            for match in diagnosis.matches[:_MOST_NAMED]:
                done = _what_was_done(match, telling.convention)
                yield f"{telling.words(match.slip.title)}. {done}"
            yield from _also_turned(diagnosis)
            yield from _apart(diagnosis, telling, "Which one it is")
        case Verdict.TRANSPOSED:
            yield _stood(diagnosis, diagnosis.table).words(_OF_LINES)
            yield from _rest(diagnosis, telling, "Turned round")
        case Verdict.SHAPE:
            yield from _rest(diagnosis, telling, "With rows and columns swapped")
        case Verdict.OTHER_TABLE:
            yield _OF_TABLES
        case Verdict.NOT_NUMBERS:
            yield from _gaps(diagnosis, telling)
        case Verdict.DIFFERENT:
            yield from _difference(diagnosis, telling)
    if diagnosis.untried:
        yield (
            f"{_count(diagnosis.untried, 'mistake')} that mix readers were left out: the tables "
            "are too large."
        )


def _headline(diagnosis: Diagnosis, convention: Convention) -> str:
    line = summary(diagnosis, convention)
    return f"{line[0].upper()}{line[1:]}."


def _stood(diagnosis: Diagnosis, table: str | None) -> Convention:
    """What readers are in a table as it was given."""
    return diagnosis.given[table or ""].readers_in


def _reader(diagnosis: Diagnosis, table: str) -> str:
    """The word for what a reader is in a table as it was given."""
    return _stood(diagnosis, table).words("row")


_OF_LINES = "A row is who reads, a column who is read from or a component."

_OF_TABLES = (
    "Scores are dot products; scaled scores are those divided by √d; weights are their softmax; "
    "the output is the mixed values."
)


def _also_turned(diagnosis: Diagnosis) -> Iterator[str]:
    if diagnosis.turned_table is not None:
        yield "Or only the table lies the other way round: both explain these numbers equally."


def _or_turned(diagnosis: Diagnosis) -> str:
    table = diagnosis.turned_table
    return "" if table is None else f", or the right {_table(table)} with rows and columns swapped"


def _not_ruled_out(diagnosis: Diagnosis, telling: _Telling) -> Iterator[str]:
    if not diagnosis.alike:
        return
    yield (
        f"These numbers do not rule out {_count(len(diagnosis.alike), 'mistake')} that would give "
        f"the same here: {_titles(diagnosis.alike, telling.convention)}."
    )
    yield from _apart(diagnosis, telling, "Whether one was made")


def _apart(diagnosis: Diagnosis, telling: _Telling, what: str) -> Iterator[str]:
    match diagnosis.tell_apart:
        case TellApart(table=str(table)):
            yield f"{what} would show in the {_table(table)}: give these as well."
        case TellApart(change=NumberChange() as change):
            told = change_sentence(change, telling.scenario, telling.trace)
            yield telling.words(f"{what} shows with another number. {told}")
            titles = [match.slip.title for match in diagnosis.matches or diagnosis.alike]
            one = f"with {titles[0]}" if diagnosis.matches else "without a mistake"
            other = titles[1] if diagnosis.matches else titles[0]
            others = {f"with {other}": change.other}
            told = seen_sentence(change, others, telling.scenario, telling.trace, one)
            yield telling.words(told)
        case TellApart():
            yield f"{what} cannot be told here: with these inputs no other number shows it."


def _rest(diagnosis: Diagnosis, telling: _Telling, when: str) -> Iterator[str]:
    if diagnosis.rest is not None:
        first, *others = _sentences(diagnosis.rest, telling)
        yield f"{when}: {first[0].lower()}{first[1:]}"
        yield from others


def _gaps(diagnosis: Diagnosis, telling: _Telling) -> Iterator[str]:
    places = diagnosis.not_numbers
    names = [telling.name(place) for place in places]
    more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
    yield f"NaN or infinity stands for: {'; '.join(names[:_MOST_NAMED])}{more}."
    if diagnosis.reads_nothing:
        yield (
            "These are the readers that may read nothing. A softmax of nothing but −∞ divides 0 "
            "by 0; here such a reader has weights 0 and output 0."
        )
    yield from _rest(diagnosis, telling, f"The other {_reader(diagnosis, places[0].array)}s")


def _difference(diagnosis: Diagnosis, telling: _Telling) -> Iterator[str]:
    found = diagnosis.difference
    assert found is not None  # the verdict has one
    cell = telling.name(found.place)
    given, right = exact_text(found.given), format_number(found.right, 6)
    yield f"The {cell} is given as {given}, but it is {right}."
    yield _derived(found, telling.convention)
    own = diagnosis.given[found.place.array]
    half_unit = float(own.allowance[found.place.row, found.place.column])
    if abs(found.given - found.right) <= 4 * half_unit:
        yield "It is off in its last digit only: perhaps numbers were rounded on the way."
    for table in found.follows:
        yield (
            f"The {_table(table)} given {_verb(table)} right for the {_table(found.place.array)} "
            "given: the fault lies before."
        )
    if found.place.array == "weights":
        yield from _row_sum(own, found.place.row)
    yield "No mistake in the catalogue gives these numbers."


def _derived(found: Difference, convention: Convention) -> str:
    return found.derivation.text(most_terms=_MOST_TERMS, convention=convention)


def _row_sum(own: OwnNumbers, row: int) -> Iterator[str]:
    """That weights do not add up to 1, if rounding does not explain it."""
    total = float(own.values[row].sum())
    if abs(total - 1) > float(own.allowance[row].sum()) + 1e-6:
        line = own.readers_in.words("this row")
        yield f"The weights of {line} add up to {format_number(total)}, not to 1."


def _what_was_done(match: Match, convention: Convention) -> str:
    return convention.words(f"These numbers come out when {match.slip.done}. {match.slip.why}")


def _matched(match: Match, convention: Convention, more: str = "") -> str:
    title = convention.words(match.slip.title)
    return f"{title}{more} ({_all_cells(match.cells)}, {_off(match)})"


def _titles(matches: tuple[Match, ...], convention: Convention) -> str:
    titles = [convention.words(match.slip.title) for match in matches[:_MOST_NAMED]]
    more = [f"{len(matches) - _MOST_NAMED} more"] if len(matches) > _MOST_NAMED else []
    return "; ".join([*titles, *more])


def _how_rounded(diagnosis: Diagnosis) -> str:
    if diagnosis.by_hand is not None:
        return f"rounding on the way: {diagnosis.by_hand.done}"
    match diagnosis.closeness:
        case Closeness.SINGLE:
            return f"rounding in {Precision.SINGLE.title}"
        case Closeness.HALF:
            precisions = (own.precision for own in diagnosis.given.values())
            return f"rounding in {max(precisions, key=lambda one: one.stored).title}"
        case Closeness.CUT_OFF:
            return "digits cut off after the last one, not rounded"
        case Closeness.DECIMALS if len(diagnosis.given) == 1:
            (own,) = diagnosis.given.values()
            to = _count(own.decimals, "decimal") if own.decimals else "whole numbers"
            return f"rounding to {to}"
        case _:
            return "rounding, each number to its last digit"


def _expected_shape(diagnosis: Diagnosis) -> str:
    assert diagnosis.table is not None  # the verdict has both
    assert diagnosis.expected_shape is not None
    own = diagnosis.given[diagnosis.table]
    rows, columns = own.values.shape
    expected = _shape(*own.readers_in.pair(diagnosis.expected_shape))
    return f"{expected}, not {_shape(*own.readers_in.pair((rows, columns)))}"


def _shape(rows: int, columns: int) -> str:
    return f"{_count(rows, 'row')} × {_count(columns, 'column')}"


def _all_cells(count: int) -> str:
    return "the one cell" if count == 1 else f"all {count} cells"


def _count(number: int, word: str) -> str:
    return f"1 {word}" if number == 1 else f"{number} {word}s"


def _off(found: Diagnosis | Match) -> str:
    if not found.largest_difference:
        return "no difference"
    return f"largest difference {format_number(found.largest_difference, 2)}"


def _table(name: str | None) -> str:
    return (name or "").replace("_", " ")


def _verb(table: str) -> str:
    return "is" if table == "output" else "are"
