"""The reference cases of `tests/data/reference`, brought to the names of the model.

A test asks for them by argument name: `stage_case` with `stage` (one computed array of one case),
`gradient_case` (a case with gradients), `all_cases` (everything, to be counted).
"""

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from explorer.model import AttentionInputs

DATA = Path(__file__).parents[1] / "data" / "reference"

NAMES = {
    "scores": "scores",
    "scaled": "scaled_scores",
    "capped": "capped_scores",
    "masked": "masked_scores",
    "weights": "weights",
    "out": "output",
    "output": "output",
}
GRADIENT_NAMES = {"dQ": "query", "dK": "key", "dV": "value", "dbias": "bias"}


@dataclass(frozen=True, eq=False)
class ReferenceCase:
    """Inputs, and what someone else computed from them.

    `arrays` and `gradients` are keyed by the names of the trace and of the inputs; `tolerances`
    holds (relative, absolute) for each of `arrays`. `bias_rows` is 1 where the case gives one
    row of bias for all queries, and its gradient summed over them.
    """

    id: str
    file: Path
    arguments: dict
    arrays: dict
    tolerances: dict
    upstream: np.ndarray | None = None
    gradients: dict | None = None
    gradient_rtol: float = 0.0
    bias_rows: int | None = None

    def inputs(self):
        return AttentionInputs(**self.arguments)


def arguments(query, key, value, allowed, bias, scale, softcap):
    """Arguments of AttentionInputs; a bias of −∞ becomes a blocked cell with bias 0."""
    shape = (query.shape[0], key.shape[0])
    if bias is not None:
        bias = np.broadcast_to(bias, shape)
        blocked = np.isneginf(bias)
        if blocked.any():
            allowed = ~blocked if allowed is None else allowed & ~blocked
            bias = np.where(blocked, 0.0, bias)
    return {
        "query": query,
        "key": key,
        "value": value,
        "allowed": allowed,
        "bias": bias,
        "scale": scale,
        "softcap": softcap,
    }


def manifest(name):
    lines = (DATA / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def onnx_case(record):
    with np.load(DATA / record["file"]) as stored:
        data = dict(stored)
    arrays = {"output": data["output"]}
    if record["stage"] is not None:
        arrays[NAMES[record["stage"]]] = data["stage"]
    inputs = [data.get(name) for name in ("query", "key", "value", "allowed", "bias")]
    return ReferenceCase(
        id=record["id"],
        file=DATA / record["file"],
        arguments=arguments(*inputs, record["scale"], record["softcap"]),
        arrays=arrays,
        tolerances=dict.fromkeys(arrays, (record["tolerance"], record["tolerance"])),
    )


def torch_case(record):
    with np.load(DATA / record["file"]) as stored:
        data = dict(stored)
    allowed = data.get("mask")
    if record["is_causal"]:
        allowed = np.tril(np.ones((len(data["Q"]), len(data["K"])), dtype=np.bool_))
    bias = data.get("bias")
    inputs = (data["Q"], data["K"], data["V"], allowed, bias)
    arrays = {NAMES[name]: data[name] for name in NAMES if name in data}
    own = (record["rtol"], record["atol"])
    # A case's own tolerance speaks of its output: 20 units of 5e-324 where the values are
    # subnormal. Nothing before the values is more exact there than in any other case.
    before_the_values = tuple(np.maximum(own, (1e-12, 1e-13)))
    return ReferenceCase(
        id=record["id"],
        file=DATA / record["file"],
        arguments=arguments(*inputs, record["scale"], None),
        arrays=arrays,
        tolerances=dict.fromkeys(arrays, before_the_values) | {"output": own},
        upstream=data["G"],
        gradients={GRADIENT_NAMES[name]: data[name] for name in GRADIENT_NAMES if name in data},
        gradient_rtol=record["grad_rtol"],
        bias_rows=None if bias is None else len(bias),
    )


def mp_case(record):
    data = json.loads((DATA / record["file"]).read_text(encoding="utf-8"))

    def doubles(rows):
        return np.array([[float.fromhex(cell) for cell in row] for row in rows])

    def decimals(rows):
        return np.array([[float(cell) for cell in row] for row in rows])

    allowed = np.array(data["mask"], dtype=np.bool_) if "mask" in data else None
    expected = {name: decimals(rows) for name, rows in data["expected"].items()}
    inputs = (doubles(data["Q"]), doubles(data["K"]), doubles(data["V"]), allowed, None)
    arrays = {NAMES[name]: expected[name] for name in NAMES if name in expected}
    gradients = {
        GRADIENT_NAMES[name]: expected[name] for name in GRADIENT_NAMES if name in expected
    }
    return ReferenceCase(
        id=record["id"],
        file=DATA / record["file"],
        arguments=arguments(*inputs, data["scale"], data["softcap"]),
        arrays=arrays,
        tolerances=dict.fromkeys(arrays, (record["rtol"], record["atol"])),
        upstream=doubles(data["G"]) if "G" in data else None,
        gradients=gradients or None,
        gradient_rtol=max(1e-13, record["rtol"]),
    )


READERS = {"single_head": onnx_case, "torch": torch_case, "mp": mp_case}
CASES = {folder: [read(record) for record in manifest(folder)] for folder, read in READERS.items()}


@pytest.fixture
def all_cases():
    """Every case by folder."""
    return CASES


@pytest.fixture
def reference_folder():
    return DATA


@pytest.fixture
def published():
    """The figures of `published.json`."""
    return json.loads((DATA / "published.json").read_text(encoding="utf-8"))


def pytest_generate_tests(metafunc):
    cases = [case for folder in CASES.values() for case in folder]
    if "stage_case" in metafunc.fixturenames:
        pairs = [(case, stage) for case in cases for stage in case.arrays]
        ids = [f"{case.id}-{stage}" for case, stage in pairs]
        metafunc.parametrize(("stage_case", "stage"), pairs, ids=ids)
    if "gradient_case" in metafunc.fixturenames:
        cases = [case for case in cases if case.gradients]
        metafunc.parametrize("gradient_case", cases, ids=[case.id for case in cases])
