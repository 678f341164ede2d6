"""Ways to change where queries, keys and values come from: tokens, positions, projections.

Pure functions from a scenario to an `Edit`, as those of `edits`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from enum import StrEnum
from itertools import takewhile
from typing import Any

import numpy as np

from explorer.app.edits import Edit, with_tokens
from explorer.app.rearranging import Order, rearranged
from explorer.model.arrays import Matrix, frozen
from explorer.model.errors import InputError
from explorer.model.inputs import BEFORE_PROJECTION, PROJECTION_BIASES, PROJECTIONS
from explorer.model.places import Axis
from explorer.model.scenario import Scenario
from explorer.model.stages.sinusoids import sinusoids
from explorer.model.vectors import vectors_of

_LONGEST_QUOTE = 32


class PositionVectors(StrEnum):
    """What is added to the vectors of a text so that they tell their position."""

    NONE = "none"
    SINUSOIDAL = "sinusoidal"
    TYPED_IN = "typed in"


def set_tokens(scenario: Scenario, tokens: Sequence[str]) -> Edit:
    """Put another text in place of the tokens; one that is new gets a row of zeros.

    What belongs to the positions, such as a bias, follows the tokens that stay. Raises InputError
    without a token, or where the scenario does not start from tokens.
    """
    old, new = scenario.tokens, tuple(tokens)
    if old is None:
        raise InputError("tokens", "a scenario that starts from tokens", "another start")
    if not new:
        raise InputError("tokens", "at least one token", "none")
    edited = scenario
    if new != old:
        order = _order(old, new)
        same_places = order == list(range(len(old)))
        edited = scenario if same_places else rearranged(scenario, Axis.POSITIONS, order)
        edited = with_tokens(edited, new)
    return Edit(f"change the text to {_quoted(new)}", edited)


def set_position_vectors(scenario: Scenario, kind: PositionVectors) -> Edit:
    """Choose what is added to the vectors; typed in, it begins with what was added before."""
    _require_text(scenario)
    if kind is position_vectors(scenario):
        return Edit(_POSITION_TEXTS[kind], scenario)
    numbers = _added(scenario) if kind is PositionVectors.TYPED_IN else None
    is_sinusoidal = kind is PositionVectors.SINUSOIDAL
    return Edit(
        _POSITION_TEXTS[kind], replace(scenario, positions=numbers, sinusoidal=is_sinusoidal)
    )


def position_vectors(scenario: Scenario) -> PositionVectors:
    """What is added to the vectors of a scenario."""
    if scenario.sinusoidal:
        return PositionVectors.SINUSOIDAL
    return PositionVectors.NONE if scenario.positions is None else PositionVectors.TYPED_IN


def set_projection_biases(scenario: Scenario, present: bool) -> Edit:
    """Add a bias vector of zeros to each projection that has none, or take all of them away."""
    _require_text(scenario)
    changes: dict[str, Any] = {}
    for name, projection in zip(PROJECTION_BIASES, PROJECTIONS, strict=True):
        has_one = getattr(scenario, name) is not None
        if has_one and not present:
            changes[name] = None
        elif present and not has_one:
            width = getattr(scenario, projection).shape[1]
            changes[name] = frozen(np.zeros((1, width)))
    text = "add bias vectors" if present else "remove the bias vectors"
    return Edit(text, replace(scenario, **changes) if changes else scenario)


def has_projection_biases(scenario: Scenario) -> bool:
    """Whether any projection has a bias vector."""
    return any(getattr(scenario, name) is not None for name in PROJECTION_BIASES)


def keep_vectors(scenario: Scenario) -> Edit:
    """Start from the vectors the tokens have now: each position gets numbers of its own."""
    if scenario.tokens is None:
        raise InputError("tokens", "a scenario that starts from tokens", "another start")
    vectors = vectors_of(scenario.inputs).embeddings
    kept = replace(scenario, vocabulary=None, entries=(), embeddings=vectors)
    return Edit("keep the vectors, without the vocabulary", kept)


def keep_queries_keys_values(scenario: Scenario) -> Edit:
    """Start from the queries, keys and values there are now, as numbers that are typed in."""
    _require_text(scenario)
    made = vectors_of(scenario.inputs)
    gone = (name for name in BEFORE_PROJECTION if name not in ("tokens", "sinusoidal"))
    nothing: dict[str, Any] = {**dict.fromkeys(gone), "entries": (), "sinusoidal": False}
    kept = replace(scenario, **nothing, query=made.query, key=made.key, value=made.value)
    return Edit("keep Q, K and V, without what they come from", kept)


_POSITION_TEXTS = {
    PositionVectors.NONE: "remove the position vectors",
    PositionVectors.SINUSOIDAL: "add sinusoidal position vectors",
    PositionVectors.TYPED_IN: "type in position vectors",
}


def _require_text(scenario: Scenario) -> None:
    if not scenario.inputs.is_projected:
        raise InputError("start", "a scenario that starts from tokens or vectors", "Q, K and V")


def _added(scenario: Scenario) -> Matrix:
    """The position vectors a scenario has now; zeros if it has none."""
    shape = scenario.inputs.vectors_shape
    return sinusoids(*shape) if scenario.sinusoidal else frozen(np.zeros(shape))


def _order(old: tuple[str, ...], new: tuple[str, ...]) -> Order:
    """Which old position each new one is: the first and last tokens that stayed are the same ones.

    Between them tokens are replaced one by one, and what is over is added or removed.
    """
    shorter = min(len(old), len(new))
    head = _alike(zip(old, new, strict=False))
    tail = min(_alike(zip(reversed(old), reversed(new), strict=False)), shorter - head)
    replaced = shorter - head - tail
    added = [None] * (len(new) - shorter)
    return [*range(head + replaced), *added, *range(len(old) - tail, len(old))]


def _alike(pairs: Iterable[tuple[str, str]]) -> int:
    """How many pairs from the beginning on are of the same token."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _quoted(tokens: tuple[str, ...]) -> str:
    text = " ".join(tokens)
    return f"“{text if len(text) <= _LONGEST_QUOTE else text[: _LONGEST_QUOTE - 1] + '…'}”"
