"""A calculation as a program of numpy or of PyTorch, to be copied and run.

The stages give the lines; here they get their numbers, the shapes beside them and a frame. Numbers
are the shortest text that reads back to the same double.
"""

import base64
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.model.inputs import AttentionInputs
from explorer.model.number_format import exact_number
from explorer.model.places import Axis
from explorer.model.scenario import ARRAY_AXES
from explorer.model.stages import Stage, stages_of
from explorer.model.stages.quantity import Quantity
from explorer.model.stages.softmax_parts import some_read_nothing
from explorer.model.typed_arrays import TYPED_ARRAYS

MOST_CELLS = 10_000
"""An array with more is written as the bytes of its numbers, in base64."""
_LINE = 88
_ARRAYS = (*(name for name in TYPED_ARRAYS if name != "weights"), "allowed", "weights")
_NUMBERS = ("scale", "softcap")
_NEAR_OVERFLOW = 1e307


@dataclass(frozen=True, slots=True)
class _Language:
    """How a library writes arrays; `bytes` turns the bytes of base64 text into what it reads."""

    array: str
    number: str
    boolean: str
    bytes: str
    causal: str
    from_bytes: str


_NUMPY = _Language(
    array="np.array",
    number="np.float64",
    boolean="np.bool_",
    bytes="{}",
    causal="np.tril(np.ones(({}, {}), dtype=np.bool_))",
    from_bytes="np.frombuffer",
)
_TORCH = _Language(
    array="torch.tensor",
    number="torch.float64",
    boolean="torch.bool",
    bytes="bytearray({})",
    causal="torch.ones({}, {}, dtype=torch.bool).tril()",
    from_bytes="torch.frombuffer",
)


def numpy_source(
    inputs: AttentionInputs,
    queries: Sequence[str] = (),
    sources: Sequence[str] = (),
    entries: Sequence[str] = (),
) -> str:
    """A program that computes and prints the output of `inputs` with numpy.

    `queries`, `sources` and `entries`, those of the vocabulary, name the rows of the arrays in
    comments.
    """
    lines = [_header(inputs, "import numpy as np")]
    if _may_overflow(inputs):
        lines.append('np.seterr(over="ignore")  # what grows too large on the way becomes infinite')
    lines += _inputs(inputs, _NUMPY, _row_names(queries, sources, entries))
    for stage, before in _with_before(inputs):
        codes = ((part, part.numpy_code(inputs, before)) for part in (*stage.parts, stage))
        lines += _stage(inputs, stage, codes)
    return "\n".join([*lines, "", "print(output)", ""])


def torch_source(
    inputs: AttentionInputs,
    queries: Sequence[str] = (),
    sources: Sequence[str] = (),
    entries: Sequence[str] = (),
) -> str:
    """The same with PyTorch; its own attention follows where it computes the same."""
    body = list(_inputs(inputs, _TORCH, _row_names(queries, sources, entries)))
    for stage, before in _with_before(inputs):
        codes = ((part, part.torch_code(inputs, before)) for part in (*stage.parts, stage))
        body += _stage(inputs, stage, codes)
    body += ["", "print(output)", *_in_one_call(inputs), ""]
    more = ["import math"] if any("math." in line for line in body) else []
    return "\n".join([_header(inputs, "import torch", *more), *body])


def lines_of(source: str, stage: Stage) -> range:
    """Which lines of a program compute a stage, counted from 0; none where it was typed in."""
    lines = source.split("\n")
    heading = _heading(stage)
    if heading not in lines:
        return range(0)
    start = lines.index(heading)
    return range(start, lines.index("", start))


def _header(inputs: AttentionInputs, library: str, *more: str) -> str:
    is_packed = any(array.size > MOST_CELLS for _name, array in _arrays(inputs))
    return "\n".join([*(["import base64"] if is_packed else []), *more, "", library]).strip()


def _row_names(
    queries: Sequence[str], sources: Sequence[str], entries: Sequence[str]
) -> Mapping[Axis, Sequence[str]]:
    return {
        Axis.QUERIES: queries,
        Axis.SOURCES: sources,
        Axis.POSITIONS: queries,
        Axis.VOCABULARY: entries,
    }


def _inputs(
    inputs: AttentionInputs, language: _Language, row_names: Mapping[Axis, Sequence[str]]
) -> Iterator[str]:
    for name, array in _arrays(inputs):
        rows, _columns = ARRAY_AXES.get(name, ARRAY_AXES["bias"])
        yield ""
        if name == "allowed":
            yield "# True: this query may read this source"
        yield f"{name} = {_array(array, language, row_names.get(rows, ()))}"
    if inputs.tokens is not None:
        rows_of_tokens = ", ".join(map(str, inputs.tokens))
        yield from ("", "# The row of the vocabulary of each token")
        yield f"tokens = {language.array}([{rows_of_tokens}])  # ({inputs.n},)"
    numbers = {name: getattr(inputs, name) for name in _NUMBERS}
    texts = [f"{name} = {exact_number(n)}" for name, n in numbers.items() if n is not None]
    yield from ("", *texts) if texts and inputs.has_scores else ()


def _stage(
    inputs: AttentionInputs, stage: Stage, codes: Iterable[tuple[Quantity, str]]
) -> list[str]:
    lines = [
        f"{part.name} = {code}  # {_shape([inputs.size(axis) for axis in part.axes])}"
        for part, code in codes
        if code
    ]
    return ["", _heading(stage), *lines] if lines else []


def _heading(stage: Stage) -> str:
    return f"# {stage.action}"


def _in_one_call(inputs: AttentionInputs) -> list[str]:
    """PyTorch's own function, which knows neither a soft-cap nor weights typed in."""
    if not inputs.has_scores or inputs.softcap is not None or inputs.weights is not None:
        return []
    both = inputs.bias is not None and inputs.allowed is not None
    masks = {"allowed": inputs.allowed, "bias": inputs.bias}
    mask = next((name for name, array in masks.items() if array is not None), "")
    mask = "torch.where(allowed, bias, -math.inf)" if both else mask
    arguments = ["query", "key", "value"]
    arguments += [f"attn_mask={mask}"] if mask else []
    arguments += ["scale=scale"] if inputs.scale is not None else []
    nothing = " (older versions: NaN for a query that may read nothing)"
    remark = nothing if some_read_nothing(inputs) else ""
    call = f"torch.nn.functional.scaled_dot_product_attention({', '.join(arguments)})"
    return ["", f"# The same in one call{remark}", f"print({call})"]


def _array(array: NDArray[Any], language: _Language, row_names: Sequence[str]) -> str:
    is_mask = array.dtype == np.bool_
    shape = _shape(array.shape)
    if is_mask and min(array.shape) > 1 and (array == np.tril(np.ones_like(array))).all():
        return f"{language.causal.format(*array.shape)}  # {shape}"
    dtype = language.boolean if is_mask else language.number
    if array.size > MOST_CELLS:
        return _packed(array, language, dtype)
    lines = (
        f"    [{', '.join(_cell(cell) for cell in row)}],{_remark(row_names, index)}"
        for index, row in enumerate(array)
    )
    return "\n".join([f"{language.array}([  # {shape}", *lines, f"], dtype={dtype})"])


def _packed(array: NDArray[Any], language: _Language, dtype: str) -> str:
    """The bytes of the numbers, least significant first."""
    plain = array.astype(array.dtype.newbyteorder("<"), copy=False)
    text = base64.b64encode(plain.tobytes()).decode("ascii")
    content = "\n".join(text[start : start + _LINE] for start in range(0, len(text), _LINE))
    decoded = language.bytes.format(f'base64.b64decode("""\n{content}\n""")')
    size = ", ".join(map(str, array.shape))
    return f"{language.from_bytes}({decoded}, dtype={dtype}).reshape({size})"


def _cell(cell: Any) -> str:
    return str(bool(cell)) if isinstance(cell, np.bool_) else exact_number(float(cell))


def _remark(names: Sequence[str], index: int) -> str:
    """The name of a row as a comment; what would end the line becomes a space."""
    if index >= len(names):
        return ""
    shown = "".join(letter if letter.isprintable() else " " for letter in names[index])
    return f"  # {' '.join(wrap(shown, _LINE)[:1])}" if shown.strip() else ""


def _arrays(inputs: AttentionInputs) -> list[tuple[str, NDArray[Any]]]:
    """The arrays that take part: a mask and a bias belong to scores."""
    given = ((name, getattr(inputs, name)) for name in _ARRAYS)
    unread = () if inputs.has_scores else ("bias", "allowed")
    return [(name, array) for name, array in given if array is not None and name not in unread]


def _with_before(inputs: AttentionInputs) -> list[tuple[Stage, str | None]]:
    """The stages that take part, each with the name of the one before it."""
    stages = stages_of(inputs)
    return list(zip(stages, [None, *(stage.name for stage in stages)], strict=False))


def _shape(size: Sequence[int]) -> str:
    return f"({', '.join(map(str, size))})"


def _may_overflow(inputs: AttentionInputs) -> bool:
    """Whether a number on the way may be too large to store, judged by the largest inputs."""
    if not inputs.has_scores:
        return False
    scale = 1.0 if inputs.scale is None else abs(inputs.scale)
    largest = _largest(inputs, "query") * _largest(inputs, "key") * inputs.d
    bias = 0.0 if inputs.bias is None else float(np.abs(inputs.bias).max())
    scores = largest * max(scale, 1.0) + bias
    return not math.isfinite(scores) or scores / min(inputs.softcap or 1.0, 1.0) > _NEAR_OVERFLOW


def _largest(inputs: AttentionInputs, name: str) -> float:
    """What no query, or no key, exceeds in size, judged by the largest inputs."""

    def size(array: str) -> float:
        numbers = getattr(inputs, array)
        return 0.0 if numbers is None else float(np.abs(numbers).max())

    if not inputs.is_projected:
        return size(name)
    positions = 1.0 if inputs.sinusoidal else size("positions")
    vectors = size("embeddings") + size("vocabulary") + positions
    return vectors * size(f"{name}_projection") * inputs.d_model + size(f"{name}_bias")
