"""Every sentence about random edits is held against the two traces, read cell by cell.

The reading here shares nothing with the model: what each stage reads stands in a table of its own,
numbers are compared in plain loops, and sentences are taken apart by regular expressions.
"""

import math
import re
from dataclasses import replace

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from explorer.app.edits import (
    duplicate,
    insert,
    move,
    remove,
    rename,
    set_cells,
    set_mask,
    set_scale,
    set_softcap,
)
from explorer.model import Scenario, attend
from explorer.model.comparison.compare import compare, state_beside
from explorer.model.comparison.sentences import sentences
from explorer.model.comparison.sides import State
from explorer.model.errors import InputError
from explorer.model.masks import CausalMask, CellMask, WindowMask
from explorer.model.number_format import format_number
from explorer.model.places import Axis
from explorer.model.scenario import ARRAY_AXES, default_names

DIGITS = 3
NICE = st.sampled_from([0.0, -0.0, 1.0, -1.0, 0.5, 2.0, 3.0, 30.0, 1e-9])
NUMBERS = NICE | st.floats(-40, 40)
SIZES = st.integers(1, 4)

LETTERS = {
    "Q": "query",
    "K": "key",
    "V": "value",
    "the bias": "bias",
    "the mask": "allowed",
    "the scale": "scale",
    "the soft-cap": "softcap",
    "the typed-in weights": "typed-in weights",
}


@st.composite
def scenarios(draw):
    numbers = np.random.default_rng(draw(st.integers(0, 99)))
    n_query, n_key, d = draw(SIZES), draw(SIZES), draw(st.integers(0, 3))

    def matrix(rows, columns):
        return numbers.normal(scale=2, size=(rows, columns)).round(1)

    def perhaps(content):
        return content if draw(st.booleans()) else None

    weights = perhaps(matrix(n_query, n_key)) if d else matrix(n_query, n_key)
    return Scenario(
        query=matrix(n_query, d) if d else None,
        key=matrix(n_key, d) if d else None,
        value=matrix(n_key, draw(SIZES)),
        bias=perhaps(matrix(n_query, n_key)),
        weights=weights,
        mask=perhaps(draw(st.sampled_from([CausalMask(), WindowMask(1, 0)]))),
        softcap=perhaps(draw(st.sampled_from([0.5, 3.0]))),
        queries=default_names("Query", n_query),
        sources=default_names("Source", n_key),
    )


@st.composite
def edits(draw, scenario):
    """One edit that the scenario allows, as (operation, *arguments)."""
    axes = [axis for axis in Axis if axis is not Axis.WHOLE_ROW and scenario.size(axis)]
    axis = draw(st.sampled_from(axes))
    index = draw(st.integers(0, scenario.size(axis) - 1))
    name = draw(st.sampled_from([one for one in ARRAY_AXES if getattr(scenario, one) is not None]))
    rows, columns = getattr(scenario, name).shape
    cell = draw(st.integers(0, rows - 1)), draw(st.integers(0, columns - 1))
    shape = len(scenario.queries), len(scenario.sources)
    bits = draw(st.lists(st.booleans(), min_size=shape[0] * shape[1], max_size=shape[0] * shape[1]))
    named = draw(st.sampled_from([Axis.QUERIES, Axis.SOURCES]))
    cells = CellMask(np.array(bits).reshape(shape))
    masks = st.sampled_from([None, CausalMask(), WindowMask(1, 0), cells])
    return draw(
        st.sampled_from(
            [
                (set_cells, name, *cell, np.array([[draw(NUMBERS)]])),
                (set_cells, name, 0, 0, getattr(scenario, name) + draw(NUMBERS)),
                (set_cells, name, 0, 0, np.full((rows, columns), draw(NUMBERS))),
                (insert, axis, index),
                (remove, axis, [index]),
                (move, axis, index, 0),
                (duplicate, axis, index),
                (rename, named, 0, draw(st.sampled_from(["cat", "dog", "Query 1"]))),
                (set_scale, draw(st.sampled_from(["sqrt_d", "none", 0.5, 0.0, 2.0]))),
                (set_softcap, draw(st.sampled_from([None, 0.5, 3.0]))),
                (set_mask, draw(masks), "mask"),
                (lambda one, start: Other(start), draw(scenarios())),
            ]
        )
    )


class Other:
    """Stands where an edit would: the whole start is another one."""

    def __init__(self, scenario):
        self.scenario = scenario


@st.composite
def pairs(draw):
    """A scenario, and what up to three edits make of it."""
    before = after = draw(scenarios())
    for _ in range(draw(st.integers(0, 3))):
        operation, *arguments = draw(edits(after))
        try:
            after = operation(after, *arguments).scenario
        except InputError:
            continue
    return before, after


class Reading:
    """Both traces, read cell by cell, and what each stage reads according to the formula."""

    def __init__(self, before, after):
        self.scenarios = before, after
        self.traces = attend(before.inputs), attend(after.inputs)
        self.sides = [self.tables(trace) for trace in self.traces]

    def tables(self, trace):
        """Every table and setting by name, as lists of rows; settings as a table of one cell."""
        found = {stage.name: trace.arrays[stage.name].tolist() for stage in trace.stages}
        inputs = trace.inputs
        for name in ("query", "key", "value", "bias", "allowed"):
            array = getattr(inputs, name)
            if array is not None:
                found[name] = array.tolist()
        if inputs.weights is not None:
            found["typed-in weights"] = inputs.weights.tolist()
        if inputs.softcap is not None:
            found["softcap"] = [[inputs.softcap]]
        d = 0 if inputs.query is None else len(found["query"][0])
        found["scale"] = [["root", d] if inputs.scale is None else ["factor", inputs.scale]]
        return found

    def reads(self, stage, side):
        """What a stage reads, by the formula of the calculation; nothing if it takes no part."""
        tables = self.sides[side]
        if stage not in tables:
            return set()
        scores = ["scores", "scaled_scores", "capped_scores", "masked_scores"]
        there = [name for name in scores if name in tables]
        before = there[there.index(stage) - 1] if stage in there else (there or [None])[-1]
        match stage:
            case "scores":
                return {"query", "key"}
            case "scaled_scores":
                return {before, "scale"}
            case "capped_scores":
                return {before, "softcap"}
            case "masked_scores":
                return {before} | {"bias", "allowed"} & set(tables)
            case "weights":
                return {"typed-in weights"} if "typed-in weights" in tables else {before}
            case "output":
                return {"weights", "value"}
        raise AssertionError(stage)

    @property
    def stages(self):
        names = [[stage.name for stage in trace.stages] for trace in self.traces]
        return {*names[0], *names[1]}

    def fate(self, name):
        """What became of a table, found cell by cell."""
        then, now = (side.get(name) for side in self.sides)
        if then is None and now is None:
            return "same"
        if then is None or now is None:
            return "new" if then is None else "gone"
        if name == "scale":
            # 1/√d for another d is another scale, where there are queries at all
            kinds = then[0][0], now[0][0]
            if kinds == ("root", "root") and 0 in (then[0][1], now[0][1]):
                return "same"
            return "same" if then == now else "changed"
        if shape(then) != shape(now):
            return "reshaped"
        return "changed" if self.moved(name) else "same"

    def moved(self, name):
        """(row, column) of every cell that differs."""
        then, now = (side[name] for side in self.sides)
        return [
            (row, column)
            for row in range(len(now))
            for column in range(len(now[0]))
            if then[row][column] != now[row][column]
        ]

    def moved_beyond_rounding(self, name):
        """Those of a computed table whose numbers differ by more than their last digits may."""
        then, now = (side[name] for side in self.sides)
        sizes = [abs(cell) for table in (then, now) for row in table for cell in row]
        noise = 1e-14 * max(size for size in sizes if math.isfinite(size))

        def is_told(old, new):
            way = abs(new - old)
            return not way <= max(noise, 1e-12 * max(abs(old), abs(new))) or way == math.inf

        return [cell for cell in self.moved(name) if is_told(*self.numbers(name, *cell))]

    def numbers(self, name, row, column):
        """What a cell held and holds."""
        return [side[name][row][column] for side in self.sides]

    def furthest(self, name):
        """How far the finite number that moved furthest did; None if none moved."""
        then, now = (side[name] for side in self.sides)
        ways = [
            abs(now[row][column] - then[row][column])
            for row, column in self.moved(name)
            if math.isfinite(then[row][column]) and math.isfinite(now[row][column])
        ]
        return max(ways, default=None)

    def changed_inputs(self):
        names = set(LETTERS.values())
        return {name for name in names if self.fate(name) != "same"}

    def behind(self, stage):
        """Everything typed in that a stage follows from, then or now."""
        found = set()
        for side in (0, 1):
            waiting = [stage]
            while waiting:
                for name in self.reads(waiting.pop(), side):
                    if name in self.stages and name != "typed-in weights":
                        waiting.append(name)
                    else:
                        found.add(name)
        return found

    def named(self, words):
        """The table that a sentence calls `words`."""
        words = words.strip()
        if words in LETTERS:
            return LETTERS[words]
        name = words.lower().removeprefix("the ").replace(" ", "_")
        assert name in self.stages, words
        return name

    def check(self, text):
        """Hold one sentence against the arrays; the stages it is about."""
        for pattern, check in CHECKS:
            match = re.fullmatch(pattern, text)
            if match:
                return check(self, **match.groupdict()) or []
        raise AssertionError(f"no pattern for: {text}")


def shape(table):
    return f"{len(table)} × {len(table[0])}"


def split(words):
    return re.split(r", | and | or ", words)


def numbers_match(shown, exact):
    """Whether a shown number is the exact one, rounded or with all its digits."""
    return shown in (format_number(exact, DIGITS), format_number(exact, None))


def check_arrow(reading, name, row, column, then, now):
    old, new = (side[name][row][column] for side in reading.sides)
    assert numbers_match(then, old)
    assert numbers_match(now, new)
    assert then != now


def check_independent(reading, names, verb, changed):
    assert (verb == "do") == (len(split(names)) > 1 or names.endswith("s"))
    assert {reading.named(word) for word in split(changed)} == reading.changed_inputs()
    stages = [reading.named(word) for word in split(names)]
    for stage in stages:
        assert reading.behind(stage).isdisjoint(reading.changed_inputs())
        assert reading.fate(stage) == "same"
    return stages


def check_settled(reading, names, verb):
    stages = [reading.named(word) for word in split(names)]
    for stage in stages:
        assert not reading.behind(stage).isdisjoint(reading.changed_inputs())
        for side in (0, 1):
            assert all(reading.fate(name) == "same" for name in reading.reads(stage, side))
        assert reading.fate(stage) == "same"
    return stages


FATES = {
    "changed": {"changed"},
    "changed shape": {"reshaped"},
    "is new": {"new"},
    "are new": {"new"},
    "is gone": {"gone"},
    "are gone": {"gone"},
    "differs by rounding": {"changed"},
    "differ by rounding": {"changed"},
}


def check_causes(reading, stage, causes):
    """What is named as the cause differs in the way that is said, and nothing is left out."""
    told = set()
    verbs = "|".join(sorted(FATES, key=len, reverse=True))
    for nouns, verb in re.findall(rf"(.+?) ({verbs})(?: and |, |$)", causes):
        for word in split(nouns):
            name = reading.named(word)
            assert reading.fate(name) in FATES[verb], (name, verb)
            told.add(name)
    read = reading.reads(stage, 0) | reading.reads(stage, 1)
    assert told == {name for name in read if reading.fate(name) != "same"}


def check_unmoved(reading, name, causes):
    stage = reading.named(name)
    assert reading.fate(stage) == "same"
    check_causes(reading, stage, causes)
    return [stage]


def check_rounded(reading, name, most, causes):
    stage = reading.named(name)
    furthest = reading.furthest(stage)
    assert 0 < furthest <= float(most.replace("−", "-"))
    cells = [abs(cell) for side in reading.sides for row in side[stage] for cell in row]
    assert furthest <= 1e-12 * max(cell for cell in cells if math.isfinite(cell))
    check_causes(reading, stage, causes)
    return [stage]


def check_as_far(reading, name, told):
    """How many other numbers moved as far as the one that moved furthest."""
    furthest, least = reading.furthest(name), reading.furthest(name) * (1 - 1e-12)
    then, now = (side[name] for side in reading.sides)
    ways = [abs(now[row][column] - then[row][column]) for row, column in reading.moved(name)]
    as_far = sum(1 for way in ways if math.isfinite(way) and way >= least)
    assert int(told or 0) == max(as_far - 1, 0)
    assert not told or furthest > 0


def check_changed(reading, name, rows, of, most, row, column, then, now, as_far, blocked, causes):
    stage = reading.named(name)
    moved = reading.moved_beyond_rounding(stage)
    assert int(rows) == len({cell[0] for cell in moved})
    tables = [side[stage] for side in reading.sides]
    assert int(of) == len(tables[1])
    finite = [cell for cell in moved if all(math.isfinite(t[cell[0]][cell[1]]) for t in tables)]
    if then is not None:
        names = reading.scenarios[1].queries, reading.scenarios[1].sources
        place = (0, 0)
        if row is not None:
            is_source = stage != "output"
            at = spoken(names[0]).index(row)
            place = at, spoken(names[1]).index(column) if is_source else int(column.split()[1]) - 1
        else:
            assert shape(tables[1]) == "1 × 1"
        check_arrow(reading, stage, *place, then, now)
        way = abs(tables[1][place[0]][place[1]] - tables[0][place[0]][place[1]])
        assert way == reading.furthest(stage)
        assert bool(most) == (len(finite) > 1 and row is not None)
        check_as_far(reading, stage, as_far)
    else:
        assert not finite
    check_blocked(reading, stage, blocked or "", blocked_cell=lambda cell: cell == -math.inf)
    check_causes(reading, stage, causes)
    return [stage]


def spoken(names):
    """How a sentence calls each of some names."""
    return [
        f"“{name}” ({index + 1})"
        if names.count(name) > 1
        else (name if re.fullmatch(r"(Query|Source) \d+", name) else f"“{name}”")
        for index, name in enumerate(names)
    ]


def check_blocked(reading, name, text, blocked_cell):
    then, now = (side[name] for side in reading.sides)
    states = [
        (blocked_cell(then[row][column]), blocked_cell(now[row][column]))
        for row, column in reading.moved(name)
    ]
    newly = re.search(r"(\d+) cells? newly", text)
    no_longer = re.search(r"(\d+) cells? no longer", text)
    assert int(newly[1] if newly else 0) == states.count((False, True))
    assert int(no_longer[1] if no_longer else 0) == states.count((True, False))


def check_reshaped(reading, name, then, now, causes):
    stage = reading.named(name)
    assert [shape(side[stage]) for side in reading.sides] == [then, now]
    check_causes(reading, stage, causes)
    return [stage]


def check_come_or_gone(reading, name, word, causes):
    stage = reading.named(name)
    assert reading.fate(stage) == word
    check_causes(reading, stage, causes)
    return [stage]


def check_input(reading, name, rows, column, most_row, most_column, then, now, as_far):
    table = LETTERS[name[0].lower() + name[1:] if name.startswith("The") else name]
    moved = reading.moved(table)
    changed = sorted({cell[0] for cell in moved})
    counted = re.fullmatch(r"(\d+) of (\d+) rows", rows)
    if counted:
        assert (int(counted[1]), int(counted[2])) == (len(changed), len(reading.sides[1][table]))
        assert len(changed) > 4
    else:
        assert [int(row) - 1 for row in re.findall(r"\d+", rows)] == changed
    row = int(most_row) - 1 if most_row else changed[0]
    at = int(most_column or column or 1) - 1
    check_arrow(reading, table, row, at, then, now)
    old, new = (side[table][row][at] for side in reading.sides)
    assert abs(new - old) == reading.furthest(table)
    check_as_far(reading, table, as_far)


def check_input_shape(reading, name, then, now):
    table = LETTERS[name[0].lower() + name[1:] if name.startswith("The") else name]
    assert [shape(side[table]) for side in reading.sides] == [then, now]


def check_input_presence(reading, name, word, size):
    table = LETTERS[name[0].lower() + name[1:] if name.startswith("The") else name]
    assert reading.fate(table) == word
    assert shape(reading.sides[word == "new"][table]) == size


def check_mask(reading, word, count, cells):
    (mask,) = (side["allowed"] for side in reading.sides if "allowed" in side)
    assert reading.fate("allowed") == word
    flat = [cell for row in mask for cell in row]
    assert (flat.count(False), len(flat)) == (int(count), int(cells))


def check_mask_change(reading, blocked):
    check_blocked(reading, "allowed", blocked, blocked_cell=lambda allowed: not allowed)


def check_scale(reading, then, now):
    for text, side in zip((then, now), reading.sides, strict=True):
        kind, number = side["scale"][0]
        if kind == "factor":
            assert text == format_number(number, None)
        elif number:
            root, sign, factor = text.split(" ")
            assert root == f"1/√{number}"
            assert factor == format_number(1 / math.sqrt(number), DIGITS)
            assert sign == ("=" if float(factor) == 1 / math.sqrt(number) else "≈")
        else:
            assert text == "1/√d"
    assert reading.fate("scale") == "changed"


def check_softcap(reading, then=None, now=None):
    for text, side in zip((then, now), reading.sides, strict=True):
        assert (text is None) == ("softcap" not in side)
        assert text is None or float(text) == side["softcap"][0][0]


def check_renamed(reading, row, axes, now, then):
    for axis in split(axes):
        names = [getattr(scenario, axis) for scenario in reading.scenarios]
        assert [one[int(row) - 1] for one in names] == [then, now]
        assert sum(old != new for old, new in zip(*names, strict=True)) == 1


def check_names(reading, axes, rows):
    for axis in split(axes):
        names = [getattr(scenario, axis) for scenario in reading.scenarios]
        pairs = list(zip(*names, strict=True))
        changed = [index for index, (old, new) in enumerate(pairs) if old != new]
        assert [int(row) - 1 for row in re.findall(r"\d+", rows)] == changed


def check_counts(reading, axes, then, now, what):
    for axis in split(axes.lower()):
        names = [list(getattr(scenario, axis)) for scenario in reading.scenarios]
        assert [len(one) for one in names] == [int(then), int(now)]
        for part in filter(None, what.split("; ")):
            word = "new" if "new" in part.split(":")[0] else "gone"
            here, there = (names[1], list(names[0])) if word == "new" else (names[0], names[1][:])
            extra = []
            for name in here:
                if name in there:
                    there.remove(name)
                else:
                    extra.append(name)
            listed = re.findall("“(.*?)”", part)
            assert sorted(listed) == sorted(extra) or part == f"{len(extra)} {word}"


STAGE = r"(?P<name>(?:Scaled |Capped |Masked )?[Ss]cores|Weights|Output)"
STAGES = r"(?P<names>.+?)"
BECAUSE = r", because (?P<causes>.+)"
ALTHOUGH = r", although (?P<causes>.+)"
INPUT = r"(?P<name>[QKV]|The bias|The typed-in weights)"
WHERE = (
    r"(?:, (?P<most>the most )?for (?P<row>“?[\w ]+”?(?: \(\d\))?)"
    r"(?: and |, )(?P<column>“?[\w ]+”?(?: \(\d\))?))?"
)
ARROW = r"(?P<then>[^ ]+) → (?P<now>[^ ,;)]+)(?:; (?P<as_far>\d+) other cells? moved as far)?"
BLOCKED = r"(?P<blocked>\d+ cells? (?:newly|no longer) blocked(?:, \d+ cells? no longer blocked)?)"
SIZES_OF = r"(?P<then>\d × \d) to (?P<now>\d × \d)"
AXES = r"(?P<axes>[\w ]+)"
CHECKS = [
    (rf"{STAGES} (?P<verb>do|does) not depend on (?P<changed>.+): unchanged\.", check_independent),
    (rf"{STAGES} (?P<verb>follows?) only from what did not change: unchanged\.", check_settled),
    (rf"{STAGE} did not change{ALTHOUGH}\.", check_unmoved),
    (
        rf"{STAGE} (?:is|are) the same up to rounding "
        rf"\(no number differs by more than (?P<most>.+?)\){ALTHOUGH}\.",
        check_rounded,
    ),
    (
        rf"{STAGE} changed in (?P<rows>\d) of (?P<of>\d) rows{WHERE}: "
        rf"(?:{ARROW}(?:; )?)?{BLOCKED}?{BECAUSE}\.",
        check_changed,
    ),
    (rf"{STAGE} went from {SIZES_OF}{BECAUSE}: not compared cell by cell\.", check_reshaped),
    (rf"{STAGE} (?:is|are) (?P<word>new|gone){BECAUSE}\.", check_come_or_gone),
    (
        rf"{INPUT} changed in (?P<rows>.+?)(?:, column (?P<column>\d))? "
        rf"\((?:most in (?:row (?P<most_row>\d))?(?:, )?(?:column (?P<most_column>\d))?: )?"
        rf"{ARROW}\)\.",
        check_input,
    ),
    (rf"{INPUT} went from {SIZES_OF}: not compared cell by cell\.", check_input_shape),
    (rf"{INPUT} (?:is|are) (?P<word>new), (?P<size>\d × \d)\.", check_input_presence),
    (
        rf"{INPUT} (?:is|are) (?P<word>gone); (?:it was|they were) (?P<size>\d × \d)\.",
        check_input_presence,
    ),
    (
        r"The mask is (?P<word>new|gone): "
        r"it block(?:s|ed) (?P<count>\d+) of (?P<cells>\d+) cells?\.",
        check_mask,
    ),
    (rf"The mask changed: {BLOCKED}\.", check_mask_change),
    (
        rf"The mask went from {SIZES_OF}: not compared cell by cell\.",
        lambda reading, then, now: check_input_shape(reading, "The mask", then, now),
    ),
    (r"The scale changed: (?P<then>.+) → (?P<now>.+)\.", check_scale),
    (r"The soft-cap changed: (?P<then>.+) → (?P<now>.+)\.", check_softcap),
    (r"The soft-cap is new: (?P<now>.+)\.", check_softcap),
    (r"The soft-cap is gone; it was (?P<then>.+)\.", check_softcap),
    (
        rf"Row (?P<row>\d) of {AXES} is called “(?P<now>.*)” now; it was “(?P<then>.*)”\."
        r"(?: No number depends on a name\.)?",
        check_renamed,
    ),
    (
        rf"Names of {AXES} changed in (?P<rows>rows .+?)\.(?: No number depends on a name\.)?",
        check_names,
    ),
    (rf"{AXES}: (?P<then>\d) then, (?P<now>\d) now \((?P<what>.*)\)\.", check_counts),
]


@settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(pairs())
def test_every_claim_of_every_sentence_holds(pair):
    before, after = pair
    reading = Reading(before, after)
    now = State(after, attend(after.inputs))
    comparison = compare(state_beside(before, now), now)
    texts = [sentence.text for sentence in sentences(comparison, DIGITS)]
    same_names = (before.queries, before.sources) == (after.queries, after.sources)
    if texts == ["Nothing differs."]:
        assert same_names
        assert not reading.changed_inputs()
        assert all(reading.fate(stage) == "same" for stage in reading.stages)
        return
    told = [stage for text in texts for stage in reading.check(text)]
    assert len(told) == len(set(told))
    assert set(told) == (reading.stages if reading.changed_inputs() else set())
    about_names = [text for text in texts if " of queries" in text or " of sources" in text]
    counted = [text for text in texts if " then, " in text]
    assert same_names == (not about_names and not counted)
    assert len(texts) >= len(reading.changed_inputs())


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(pairs())
def test_what_changed_back_has_nothing_to_tell(pair):
    before, _after = pair
    copied = {
        name: np.array(getattr(before, name))
        for name in ARRAY_AXES
        if getattr(before, name) is not None
    }
    now = State(before, attend(before.inputs))
    comparison = compare(state_beside(replace(before, **copied), now), now)
    assert [sentence.text for sentence in sentences(comparison, DIGITS)] == ["Nothing differs."]
