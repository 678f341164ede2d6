"""A diagnosis in plain words: in one line, and in full with the names of a scenario."""

from collections.abc import Iterator, Mapping

from explorer.model.diagnosis.comparing import Closeness
from explorer.model.diagnosis.number_change import NumberChange
from explorer.model.diagnosis.own_numbers import OwnNumbers, Precision
from explorer.model.diagnosis.verdict import Diagnosis, Difference, Match, TellApart, Verdict
from explorer.model.number_format import exact_text, format_number
from explorer.model.scenario import Scenario
from explorer.model.trace import AttentionTrace
from explorer.model.wording import place_name

_MOST_NAMED = 6
_MOST_TERMS = 8


def summary(diagnosis: Diagnosis) -> str:
    """The verdict in one line, without names and without a full stop.

    `matches: K not transposed (all 6 cells, largest difference 4e−9)`
    """
    match diagnosis.verdict:
        case Verdict.RIGHT:
            return f"right, {_all_cells(diagnosis.cells)}"
        case Verdict.ROUNDED:
            return f"right except for {_how_rounded(diagnosis)} ({_off(diagnosis)})"
        case Verdict.SLIP | Verdict.TWO_SLIPS:
            return f"matches: {_matched(diagnosis.matches[0])}"
        case Verdict.SEVERAL:
            titles = _titles(diagnosis.matches)
            return f"matches {len(diagnosis.matches)} mistakes equally well: {titles}"
        case Verdict.TRANSPOSED:
            return f"the right {_table(diagnosis.table)}, but rows and columns are swapped"
        case Verdict.OTHER_TABLE:
            return f"the right {_table(diagnosis.other_table)}, not the {_table(diagnosis.table)}"
        case Verdict.SHAPE:
            return f"the {_table(diagnosis.table)} should be {_expected_shape(diagnosis)}"
        case Verdict.NOT_NUMBERS:
            rows = len({place.row for place in diagnosis.not_numbers})
            return f"not a number in {'1 row' if rows == 1 else f'{rows} rows'}"
        case Verdict.DIFFERENT:
            found = diagnosis.difference
            assert found is not None  # the verdict has one
            where = f"row {found.place.row + 1}, column {found.place.column + 1}"
            return (
                f"different: first in the {_table(found.place.array)}, {where} "
                f"({found.count} of {_count(found.cells, 'cell')})"
            )


def sentences(
    diagnosis: Diagnosis, scenario: Scenario, trace: AttentionTrace, arithmetic: bool = True
) -> list[str]:
    """The diagnosis in full. `trace` is the right calculation of the scenario.

    Without `arithmetic` the derivation of the number that differs is left out.
    """
    told = _sentences(diagnosis, scenario, trace)
    found = first_difference(diagnosis)
    left_out = "" if arithmetic or found is None else _derived(found)
    return [sentence for sentence in told if sentence != left_out]


def sentences_without_values(diagnosis: Diagnosis) -> list[str]:
    """The verdict and the mistakes that match, without any number of the right calculation."""
    parts = [diagnosis] if diagnosis.rest is None else [diagnosis, diagnosis.rest]
    return [
        sentence
        for part in parts
        for sentence in (_headline(part), *map(_what_was_done, part.matches[:_MOST_NAMED]))
    ]


def first_difference(diagnosis: Diagnosis) -> Difference | None:
    """The cell that differs, of the numbers as they are or of what holds apart from that."""
    rest = diagnosis.rest
    return diagnosis.difference or (None if rest is None else first_difference(rest))


def wanted(table: str, shape: tuple[int, int]) -> str:
    """What a table should be: `3 rows × 2 columns of weights; rows are readers, …`."""
    columns = "components of the values" if table == "output" else "sources"
    return f"{_shape(*shape)} of {_table(table)}; rows are readers, columns {columns}"


def change_sentence(change: NumberChange, scenario: Scenario, trace: AttentionTrace) -> str:
    """What to change: `Change the value of Source 3, component 1, from 30 to 31.`"""
    cell = place_name(scenario, trace, change.place)
    if change.place.array != "query":
        cell = f"the {cell}"
    elif not cell.startswith("Query"):
        cell = f"the query of {cell}"
    comma = "," if "," in cell else ""
    return f"Change {cell}{comma} from {exact_text(change.old)} to {exact_text(change.new)}."


def seen_sentence(
    change: NumberChange,
    others: Mapping[str, float],
    scenario: Scenario,
    trace: AttentionTrace,
    one: str = "without a mistake",
) -> str:
    """What stands then where the ways come apart; `others` are the further ways by name."""
    cell = place_name(scenario, trace, change.seen)
    comma = "," if "," in cell else ""
    numbers = [f"{name} {format_number(number, 4)}" for name, number in others.items()]
    first = format_number(change.one, 4)
    return f"The {cell}{comma} is then {first} {one}; {'; '.join(numbers)}."


def _sentences(diagnosis: Diagnosis, scenario: Scenario, trace: AttentionTrace) -> Iterator[str]:
    yield _headline(diagnosis)
    match diagnosis.verdict:
        case Verdict.RIGHT | Verdict.ROUNDED:
            yield from _not_ruled_out(diagnosis, scenario, trace)
        case Verdict.SLIP | Verdict.TWO_SLIPS:
            yield _what_was_done(diagnosis.matches[0])
        case Verdict.SEVERAL:
            for match in diagnosis.matches[:_MOST_NAMED]:
                yield f"{match.slip.title}. {_what_was_done(match)}"
            yield from _apart(diagnosis, scenario, trace, "Which one it is")
        case Verdict.TRANSPOSED:
            yield "A row is who reads, a column who is read from or a component."
            yield from _rest(diagnosis, scenario, trace, "Turned round")
        case Verdict.SHAPE:
            yield from _rest(diagnosis, scenario, trace, "With rows and columns swapped")
        case Verdict.OTHER_TABLE:
            yield _OF_TABLES
        case Verdict.NOT_NUMBERS:
            yield from _gaps(diagnosis, scenario, trace)
        case Verdict.DIFFERENT:
            yield from _difference(diagnosis, scenario, trace)
    if diagnosis.untried:
        yield (
            f"{_count(diagnosis.untried, 'mistake')} that mix readers were left out: the tables "
            "are too large."
        )


def _headline(diagnosis: Diagnosis) -> str:
    line = summary(diagnosis)
    return f"{line[0].upper()}{line[1:]}."


_OF_TABLES = (
    "Scores are dot products; scaled scores are those divided by √d; weights are their softmax; "
    "the output is the mixed values."
)


def _not_ruled_out(
    diagnosis: Diagnosis, scenario: Scenario, trace: AttentionTrace
) -> Iterator[str]:
    if not diagnosis.alike:
        return
    yield (
        f"These numbers do not rule out {_count(len(diagnosis.alike), 'mistake')} that would give "
        f"the same here: {_titles(diagnosis.alike)}."
    )
    yield from _apart(diagnosis, scenario, trace, "Whether one was made")


def _apart(
    diagnosis: Diagnosis, scenario: Scenario, trace: AttentionTrace, what: str
) -> Iterator[str]:
    match diagnosis.tell_apart:
        case TellApart(table=str(table)):
            yield f"{what} would show in the {_table(table)}: give these as well."
        case TellApart(change=NumberChange() as change):
            yield f"{what} shows with another number. {change_sentence(change, scenario, trace)}"
            titles = [match.slip.title for match in diagnosis.matches or diagnosis.alike]
            one = f"with {titles[0]}" if diagnosis.matches else "without a mistake"
            other = titles[1] if diagnosis.matches else titles[0]
            yield seen_sentence(change, {f"with {other}": change.other}, scenario, trace, one)
        case TellApart():
            yield f"{what} cannot be told here: with these inputs no other number shows it."


def _rest(
    diagnosis: Diagnosis, scenario: Scenario, trace: AttentionTrace, when: str
) -> Iterator[str]:
    if diagnosis.rest is not None:
        first, *others = _sentences(diagnosis.rest, scenario, trace)
        yield f"{when}: {first[0].lower()}{first[1:]}"
        yield from others


def _gaps(diagnosis: Diagnosis, scenario: Scenario, trace: AttentionTrace) -> Iterator[str]:
    names = [place_name(scenario, trace, place) for place in diagnosis.not_numbers]
    more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
    yield f"NaN or infinity stands for: {'; '.join(names[:_MOST_NAMED])}{more}."
    if diagnosis.reads_nothing:
        yield (
            "These are the readers that may read nothing. A softmax of nothing but −∞ divides 0 "
            "by 0; here such a reader has weights 0 and output 0."
        )
    yield from _rest(diagnosis, scenario, trace, "The other rows")


def _difference(diagnosis: Diagnosis, scenario: Scenario, trace: AttentionTrace) -> Iterator[str]:
    found = diagnosis.difference
    assert found is not None  # the verdict has one
    cell = place_name(scenario, trace, found.place)
    given, right = exact_text(found.given), format_number(found.right, 6)
    yield f"The {cell} is given as {given}, but it is {right}."
    yield _derived(found)
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


def _derived(found: Difference) -> str:
    return found.derivation.text(most_terms=_MOST_TERMS)


def _row_sum(own: OwnNumbers, row: int) -> Iterator[str]:
    """That weights do not add up to 1, if rounding does not explain it."""
    total = float(own.values[row].sum())
    if abs(total - 1) > float(own.allowance[row].sum()) + 1e-6:
        yield f"The weights of this row add up to {format_number(total)}, not to 1."


def _what_was_done(match: Match) -> str:
    return f"These numbers come out when {match.slip.done}. {match.slip.why}"


def _matched(match: Match) -> str:
    return f"{match.slip.title} ({_all_cells(match.cells)}, {_off(match)})"


def _titles(matches: tuple[Match, ...]) -> str:
    titles = [match.slip.title for match in matches[:_MOST_NAMED]]
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
    rows, columns = diagnosis.given[diagnosis.table].values.shape
    return f"{_shape(*diagnosis.expected_shape)}, not {_shape(rows, columns)}"


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
