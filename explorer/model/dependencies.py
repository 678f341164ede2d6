"""What follows from what, read from the stages: arrays, and single cells."""

from collections.abc import Iterator

from explorer.model.explanation import explain
from explorer.model.places import Place, Region
from explorer.model.scenario import ARRAY_AXES
from explorer.model.stages.stage import Stage
from explorer.model.trace import AttentionTrace

_ARRAYS = frozenset({*ARRAY_AXES, "allowed"})


def arrays_behind(trace: AttentionTrace, name: str) -> tuple[str, ...]:
    """The arrays the named one is computed from, typed in or computed, the nearest first."""
    found: list[str] = []
    waiting = [name]
    while waiting:
        for array in _read_by(trace, waiting.pop(0)):
            if array not in found:
                found.append(array)
                waiting.append(array)
    return tuple(found)


def read_directly(trace: AttentionTrace, name: str) -> tuple[str, ...]:
    """What the stage with the named table reads in one step: arrays, then mask, scale and so on."""
    parameters = _parameters(trace, trace.owner(name))
    return tuple(dict.fromkeys((*_read_by(trace, name), *parameters)))


def inputs_behind(trace: AttentionTrace, name: str) -> frozenset[str]:
    """The fields of the inputs that the named array follows from, the mask and the scale too."""
    behind = {name, *arrays_behind(trace, name)}
    owners = [stage for stage in trace.stages if stage.name in behind]
    parameters = {field for stage in owners for field in _parameters(trace, stage)}
    return frozenset(behind - {stage.name for stage in owners} | parameters)


def way_between(trace: AttentionTrace, typed_in: str, name: str) -> tuple[str, ...]:
    """The computed arrays a change of `typed_in` passes through up to and with the named one."""
    owner = trace.owner(name).name
    behind = (*arrays_behind(trace, owner), owner)
    return tuple(
        stage.name
        for stage in trace.stages
        if stage.name in behind and typed_in in arrays_behind(trace, stage.name)
    )


def is_behind(trace: AttentionTrace, changed: Place, place: Place) -> bool:
    """Whether the number at `place` is computed from the one at `changed`, however indirectly."""
    seen: set[Region] = set()
    waiting = [Region(place.array, place.row, place.column)]
    while waiting:
        region = waiting.pop()
        if region in seen or changed.array not in arrays_behind(trace, region.array):
            continue
        seen.add(region)
        for cell in _cells(trace, region):
            reads = explain(trace, cell.array, cell.row, cell.column).reads
            if any(read.contains(changed) for read in reads):
                return True
            waiting += reads
    return False


def _read_by(trace: AttentionTrace, name: str) -> list[str]:
    """The arrays the stage with the named table reads; none if it was typed in."""
    if not trace.computes(name):
        return []
    stage = trace.owner(name)
    return [tensor.array for tensor in stage.tensors(trace.inputs, trace.before(stage))]


def _parameters(trace: AttentionTrace, stage: Stage) -> Iterator[str]:
    """The fields of the inputs a stage depends on: its arrays as far as there are any."""
    for field in stage.parameters:
        if getattr(trace.inputs, field) is not None or field not in _ARRAYS:
            yield field


def _cells(trace: AttentionTrace, region: Region) -> Iterator[Place]:
    rows, columns = trace.shape_of(region.array)
    for row in range(rows) if region.row is None else (region.row,):
        for column in range(columns) if region.column is None else (region.column,):
            yield Place(region.array, row, column)
