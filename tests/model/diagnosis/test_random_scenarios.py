"""Every entry of the catalogue on random scenarios: named by the detective, or declared alike.

`pytest tests/model/diagnosis/test_random_scenarios.py --scenarios 1000` is the full run.
"""

import contextlib
from zlib import crc32

import numpy as np
import pytest

from explorer.files import numbers_from_text
from explorer.files.matrix_text import MatrixTextError
from explorer.model import AttentionInputs, InputError, attend, diagnose
from explorer.model.diagnosis import Verdict
from explorer.model.slips.catalogue import SLIPS
from explorer.model.slips.pairs import PAIRS
from explorer.model.slips.projections import PROJECTION_SLIPS

TABLES = ("scores", "scaled_scores", "weights", "output")
MISTAKES = [slip for slip in SLIPS if not slip.is_right]
MOST_DRAWN = 400
"""Scenarios drawn for one to which a slip applies."""


def random_inputs(rng):
    """With and without mask, bias, soft-cap and own scale; square and not; whole or not."""
    n_query, n_key, d, d_value = (int(size) for size in rng.integers(1, 6, size=4))
    match rng.integers(0, 6):
        case 0:
            n_key = n_query
        case 1:
            d = n_key
        case 2:
            d_value = d
        case 3:
            n_query = n_key = d = d_value
    shape = (n_query, n_key)
    is_whole = rng.random() < 0.3
    size, value_size = rng.choice([0.3, 1.0, 1.0, 3.0]), rng.choice([1.0, 1.0, 10.0, 1e4])

    def numbers(*shape):
        return rng.integers(-3, 4, size=shape) if is_whole else rng.normal(size=shape)

    return AttentionInputs(
        numbers(n_query, d) * size,
        numbers(n_key, d) * size,
        numbers(n_key, d_value) * value_size,
        allowed=random_mask(rng, shape),
        bias=rng.normal(size=shape) if rng.random() < 0.3 else None,
        scale=(None, None, None, 1.0, 0.3)[rng.integers(0, 5)],
        softcap=float(rng.choice([0.7, 2.0, 5.0])) if rng.random() < 0.25 else None,
    )


def random_text(rng):
    """With and without mask, bias vectors and positions; projections square and not."""
    n, d_model, d, d_value = (int(size) for size in rng.integers(1, 6, size=4))
    match rng.integers(0, 3):
        case 0:
            d = d_model
        case 1:
            d_value = d = d_model
    size = rng.choice([0.3, 1.0, 1.0])
    tables = {
        "embeddings": (n, d_model),
        "query_projection": (d_model, d),
        "key_projection": (d_model, d),
        "value_projection": (d_model, d_value),
    }
    if rng.random() < 0.5:
        tables |= {"query_bias": (1, d), "value_bias": (1, d_value)}
    return AttentionInputs(
        **{name: rng.normal(size=shape) * size for name, shape in tables.items()},
        sinusoidal=rng.random() < 0.6,
        allowed=random_mask(rng, (n, n)),
        scale=(None, None, 1.0)[rng.integers(0, 3)],
    )


def random_mask(rng, shape):
    match rng.integers(0, 7):
        case 0:
            return rng.random(shape) < 0.6
        case 1 | 2:
            return np.tri(*shape, dtype=bool)
        case 3:
            return np.broadcast_to(rng.random(shape[1]) < 0.6, shape)
        case _:
            return None


def as_it_comes(rng, array):
    """With every digit, in single precision, or rounded to 2 to 6 decimals or digits."""
    digits = int(rng.integers(2, 7))
    match rng.integers(0, 4):
        case 0:
            return array
        case 1 if np.abs(array).max() < np.finfo(np.float32).max:
            return array.astype(np.float32)
        case 1:
            return array
        case 2:
            return np.round(array, digits)
        case _:
            return np.array([[float(f"{number:.{digits - 1}e}") for number in r] for r in array])


def rounded(rng, array):
    """Rounded to 2 to 6 decimals or digits."""
    while (result := as_it_comes(rng, array)) is array or result.dtype != np.float64:
        pass
    return result


def scenarios_for(slip, count, draw=random_inputs):
    """So many random inputs to which a slip applies, each with what the slip makes of it."""
    found = 0
    draw = random_text if slip in PROJECTION_SLIPS else draw
    for seed in range(count * MOST_DRAWN):
        rng = np.random.default_rng([seed, crc32(slip.name.encode())])
        inputs = draw(rng)
        if not slip.applies(inputs):
            continue
        try:
            trace = slip.forward(inputs)
        except InputError:  # no shares where scores cancel
            continue
        yield seed, rng, inputs, trace
        found += 1
        if found == count:
            return
    pytest.fail(f"{slip.name} applies to {found} of {count * MOST_DRAWN} scenarios only")


@pytest.fixture
def count(request):
    return request.config.getoption("--scenarios")


pytestmark = pytest.mark.timeout(7200)


def is_named(slip, diagnosis):
    """Whether the slip is among the answers, or its numbers are also the right ones."""
    return slip in [match.slip for match in (*diagnosis.matches, *diagnosis.alike)]


@pytest.mark.parametrize("slip", MISTAKES, ids=lambda slip: slip.name)
def test_a_mistake_is_named_or_declared_alike(slip, count):
    require_named(slip, scenarios_for(slip, count))


IN_TEXTS = ["next-query", "scale-left-out", "mask-left-out", "softmax-by-column", "keys-mixed"]


@pytest.mark.parametrize("name", IN_TEXTS)
def test_in_a_text_that_starts_from_vectors_it_is_too(name, count):
    (slip,) = [slip for slip in MISTAKES if slip.name == name]
    require_named(slip, scenarios_for(slip, count, random_text))


def require_named(slip, scenarios):
    for seed, rng, inputs, trace in scenarios:
        tables = (("output",), ("weights", "output"), TABLES)[rng.integers(0, 3)]
        given = {name: as_it_comes(rng, trace.arrays[name]) for name in tables}
        diagnosis = diagnose(inputs, **given)
        assert is_named(slip, diagnosis), (seed, tables, diagnosis.verdict)
        expected = {Verdict.SLIP, Verdict.SEVERAL, Verdict.RIGHT, Verdict.ROUNDED}
        assert diagnosis.verdict in expected, (seed, tables)


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.name)
def test_two_mistakes_together_are_named_unless_less_explains_the_numbers(pair, count):
    for seed, rng, inputs, trace in scenarios_for(pair, max(2, count // 5)):
        given = {"output": as_it_comes(rng, trace.output)}
        diagnosis = diagnose(inputs, **given)
        explained_by_one = any(not match.slip.parts for match in diagnosis.matches)
        less = diagnosis.is_right or explained_by_one or diagnosis.verdict is Verdict.TRANSPOSED
        assert less or is_named(pair, diagnosis), (seed, diagnosis.verdict)


@pytest.mark.parametrize("slip", [slip for slip in SLIPS if slip.is_right], ids=lambda s: s.name)
def test_what_is_no_mistake_is_called_right(slip, count):
    for seed, rng, inputs, trace in scenarios_for(slip, count):
        diagnosis = diagnose(inputs, output=as_it_comes(rng, trace.output))
        assert diagnosis.is_right, (seed, diagnosis.verdict)


@pytest.mark.parametrize("draw", [random_inputs, random_text])
def test_right_numbers_are_never_called_wrong(count, draw):
    for seed in range(20 * count):
        rng = np.random.default_rng(seed)
        inputs = draw(rng)
        trace = attend(inputs)
        tables = rng.choice(TABLES, size=int(rng.integers(1, 4)), replace=False)
        given = {name: rounded(rng, trace.arrays[name]) for name in tables}
        diagnosis = diagnose(inputs, **given)
        assert diagnosis.is_right, (seed, tables, diagnosis.verdict)


def as_text(rng, array):
    """As someone writes it down: 2 to 6 decimals or digits, point or comma, tabs or blanks."""
    digits, kind = int(rng.integers(2, 7)), rng.choice(["f", "g"])
    gap = rng.choice(["\t", ";", " "])
    lines = [gap.join(f"{number:.{digits}{kind}}" for number in row) for row in array]
    text = "\n".join(lines)
    return text.replace(".", ",") if rng.random() < 0.3 and gap != " " else text


def test_right_numbers_written_down_are_never_called_wrong(count):
    compared = 0
    for seed in range(10 * count):
        rng = np.random.default_rng([seed, 1])
        inputs = random_inputs(rng)
        trace = attend(inputs)
        table = rng.choice(TABLES)
        text = as_text(rng, trace.arrays[table])
        with contextlib.suppress(MatrixTextError):  # 1,234 can mean two things
            own = numbers_from_text(text, trace.shape_of(table))
            diagnosis = diagnose(inputs, **{table: own})
            assert diagnosis.is_right, (seed, table, text, diagnosis.verdict)
            compared += 1
    assert compared > 7 * count


def in_single(inputs):
    """Queries, keys and values in float32, worked out in it where they are not typed in."""
    single = np.float32
    if not inputs.is_projected:
        return (array.astype(single) for array in (inputs.query, inputs.key, inputs.value))
    vectors = inputs.embeddings.astype(single)
    if inputs.sinusoidal:
        vectors = vectors + attend(inputs).arrays["positions"].astype(single)
    made = []
    for role in ("query", "key", "value"):
        bias = getattr(inputs, f"{role}_bias")
        product = vectors @ getattr(inputs, f"{role}_projection").astype(single)
        made.append(product if bias is None else product + bias.astype(single))
    return made


def in_single_precision(inputs):
    """The calculation as a program in float32 does it, from the inputs on."""
    single = np.float32
    query, key, value = in_single(inputs)
    scores = query @ key.T
    scale = 1 / np.sqrt(query.shape[1]) if inputs.scale is None else inputs.scale
    scaled = masked = scores * single(scale)
    if inputs.softcap is not None:
        masked = single(inputs.softcap) * np.tanh(masked / single(inputs.softcap))
    if inputs.bias is not None:
        masked = masked + inputs.bias.astype(single)
    if inputs.allowed is not None:
        masked = np.where(inputs.allowed, masked, single(-np.inf))
    largest = masked.max(axis=1, keepdims=True)
    powers = np.exp(masked - np.where(np.isinf(largest), single(0), largest))
    total = powers.sum(axis=1, keepdims=True)
    weights = np.divide(powers, total, out=np.zeros_like(powers), where=total > 0)
    return dict(zip(TABLES, (scores, scaled, weights, weights @ value), strict=True))


@pytest.mark.parametrize("draw", [random_inputs, random_text])
def test_right_numbers_in_single_precision_are_right_except_for_rounding(count, draw):
    for seed in range(20 * count):
        rng = np.random.default_rng([seed, 32])
        inputs = draw(rng)
        computed = in_single_precision(inputs)
        tables = rng.choice(TABLES, size=int(rng.integers(1, 4)), replace=False)
        given = {name: computed[name] for name in tables}
        if seed % 2:
            given = {name: array.astype(np.float64) for name, array in given.items()}
        assert all(array.dtype.itemsize == 8 for array in given.values()) == bool(seed % 2)
        diagnosis = diagnose(inputs, **given)
        assert diagnosis.is_right, (seed, tables, diagnosis.verdict)
