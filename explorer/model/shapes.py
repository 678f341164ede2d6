"""The calculation as shapes: what each stage reads and makes, with sizes named as in papers."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import takewhile

from explorer.model.convention import Convention
from explorer.model.expressions import Symbol, Transposed
from explorer.model.inputs import INPUT_AXES, AttentionInputs
from explorer.model.places import Axis, Role, role_of
from explorer.model.rendering import to_text
from explorer.model.stages import Stage, stages_of
from explorer.model.stages.masking import Masking
from explorer.model.stages.stage import Operand

SIZE_NAMES: Mapping[Axis, str] = {
    Axis.QUERIES: "n_query",
    Axis.SOURCES: "n_key",
    Axis.COMPONENTS: "d",
    Axis.VALUE_COMPONENTS: "d_value",
    Axis.POSITIONS: "n",
    Axis.MODEL_COMPONENTS: "d_model",
    Axis.VOCABULARY: "n_vocabulary",
    Axis.EVERY_POSITION: "1",
    Axis.WHOLE_ROW: "1",
}

_OF_PRODUCTS = ("", "·")


@dataclass(frozen=True, slots=True)
class Tensor:
    """One array as it stands in the formula: its size and what its rows and columns count."""

    array: str
    name: str
    size: tuple[int, int]
    axes: tuple[Axis, Axis]
    is_transposed: bool = False

    @property
    def role(self) -> Role:
        """What its numbers are to a step that reads them."""
        return role_of(self.array)

    @property
    def size_text(self) -> str:
        """The size in numbers: `1 × 2`."""
        return f"{self.size[0]} × {self.size[1]}"

    @property
    def size_names(self) -> str:
        """The size in the letters of papers: `n_query × d`."""
        return f"{SIZE_NAMES[self.axes[0]]} × {SIZE_NAMES[self.axes[1]]}"

    def shown(self, convention: Convention) -> "Tensor":
        """The same array as the convention shows it."""
        return replace(self, size=convention.pair(self.size), axes=convention.pair(self.axes))

    @property
    def text(self) -> str:
        """The name and both sizes: `query Q (1 × 2, n_query × d)`."""
        return f"{self.name} ({self.size_text}, {self.size_names})"


@dataclass(frozen=True, slots=True)
class StageShapes:
    """What one stage reads, each with the sign before it, and what it makes.

    `continues`: its first operand is what the stage before made.
    """

    stage: str
    action: str
    operator: str
    operands: tuple[tuple[str, Tensor], ...]
    result: Tensor
    continues: bool

    def shown(self, convention: Convention) -> "StageShapes":
        """The same with the shapes, and the factors in the order, that the convention has."""
        if not convention.is_turned:
            return self
        read = [(sign, tensor.shown(convention)) for sign, tensor in self.operands]
        count = sum(1 for _ in takewhile(lambda one: one[0] in _OF_PRODUCTS, read))
        factors = [tensor for _, tensor in read[:count]][::-1]
        signs = [sign for sign, _ in read[:count]]
        product = tuple(zip(signs, factors, strict=True))
        return replace(
            self,
            operator=convention.words(self.operator),
            operands=(*product, *read[count:]),
            result=self.result.shown(convention),
            continues=self.continues and count < 2,
        )

    @property
    def text(self) -> str:
        """The stage in words: `Dot products: query Q (…) · key Kᵀ (…) → scores (…)`."""
        read = " ".join(f"{sign} {tensor.text}".strip() for sign, tensor in self.operands)
        return f"{self.action}: " + " → ".join(filter(None, (read, self.result.text)))


def shapes_of(
    inputs: AttentionInputs, stages: tuple[Stage, ...] | None = None
) -> tuple[StageShapes, ...]:
    """The shapes of every stage of a calculation, in order; nothing is computed.

    `stages` takes the place of the ones that belong to the inputs.
    """
    return tuple(_shapes(inputs, stages or stages_of(inputs)))


def _shapes(inputs: AttentionInputs, stages: tuple[Stage, ...]) -> Iterator[StageShapes]:
    symbols = _symbols(stages)
    axes = {**INPUT_AXES, **{stage.name: stage.axes for stage in stages}}

    def tensor(operand: Operand) -> Tensor:
        rows, columns = axes[operand.array]
        turned = (columns, rows) if operand.is_transposed else (rows, columns)
        size = (inputs.size(turned[0]), inputs.size(turned[1]))
        letter = symbols.get((operand.array, operand.is_transposed), "")
        name = f"{operand.array.replace('_', ' ')} {letter}".rstrip()
        return Tensor(operand.array, name, size, turned, operand.is_transposed)

    before: str | None = None
    for stage in stages:
        operands = stage.tensors(inputs, before)
        yield StageShapes(
            stage=stage.name,
            action=stage.action,
            operator=stage.operator(inputs),
            operands=tuple((operand.sign, tensor(operand)) for operand in operands),
            result=tensor(Operand(stage.name)),
            continues=bool(operands) and operands[0].array == before,
        )
        before = stage.name


def _symbols(stages: tuple[Stage, ...]) -> dict[tuple[str, bool], str]:
    """The letter of each array that has one, as it is and transposed.

    M is not among them: it is what is added to the scores, not the masked scores.
    """
    return {
        (line.array, isinstance(line.symbol, Transposed)): to_text(line.symbol)
        for stage in stages
        for line in stage.glossary
        if line.array not in (None, Masking.name) and isinstance(line.symbol, Symbol | Transposed)
    }
