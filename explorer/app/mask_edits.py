"""Changes of what may be read: pure functions from a scenario to an `Edit`, like those of `edits`.

A mask that is a rule, such as the causal one, becomes one cell by cell when single cells change,
and the text of the edit says so.
"""

from collections.abc import Iterable

import numpy as np

from explorer.app.edits import Edit, set_mask
from explorer.model.arrays import BoolMatrix, frozen
from explorer.model.errors import InputError
from explorer.model.masks import EXPECTED_REACH, CausalMask, CellMask, WindowMask
from explorer.model.scenario import Scenario
from explorer.model.wording import spoken_name


def allowed_cells(scenario: Scenario) -> BoolMatrix:
    """True where a query may read a source, (n_query, n_key), read-only."""
    allowed = scenario.inputs.allowed
    return frozen(np.ones(scenario.inputs.shape, dtype=np.bool_)) if allowed is None else allowed


def paint_cells(scenario: Scenario, touched: BoolMatrix, allow: bool) -> Edit:
    """Allow, or block, the cells where `touched` is True, (n_query, n_key)."""
    rows, columns = np.nonzero(touched)
    if len(rows) == 1:
        reader = spoken_name(scenario.queries, int(rows[0]))
        source = spoken_name(scenario.sources, int(columns[0]))
        text = f"let {reader} read {source}" if allow else f"keep {reader} from reading {source}"
    else:
        text = f"{_verb(allow)} {len(rows)} cells"
    return _with(scenario, np.where(touched, allow, allowed_cells(scenario)), text)


def paint_sources(scenario: Scenario, sources: Iterable[int], allow: bool) -> Edit:
    """Allow, or block, these sources for every query: a padding mask."""
    columns = list(sources)
    cells = allowed_cells(scenario).copy()
    cells[:, columns] = allow
    whom = _named(scenario.sources, columns, "sources")
    return _with(scenario, cells, f"{_verb(allow)} {whom} for every query")


def paint_readers(scenario: Scenario, readers: Iterable[int], allow: bool) -> Edit:
    """Allow, or block, every source for these queries."""
    rows = list(readers)
    cells = allowed_cells(scenario).copy()
    cells[rows] = allow
    whom = _named(scenario.queries, rows, "queries")
    return _with(scenario, cells, f"{_verb(allow)} every source for {whom}")


def invert_mask(scenario: Scenario) -> Edit:
    """Block what may be read, and allow what is blocked."""
    return _with(scenario, ~allowed_cells(scenario), "invert the mask")


def set_window(scenario: Scenario, left: float | None, right: float | None) -> Edit:
    """Let each query read so many positions before and after its own; None: no limit there."""
    window = WindowMask(_reach("left", left), _reach("right", right))
    return set_mask(scenario, window, "set a window mask")


def _reach(side: str, positions: float | None) -> int | None:
    if positions is None:
        return None
    if positions != int(positions):
        raise InputError(f"mask.{side}", EXPECTED_REACH, f"{positions:g}")
    return int(positions)


def _with(scenario: Scenario, cells: BoolMatrix, text: str) -> Edit:
    if np.array_equal(cells, allowed_cells(scenario)):
        return Edit(text, scenario)
    match scenario.mask:
        case CausalMask():
            text += "; the causal mask becomes cell by cell"
        case WindowMask():
            text += "; the window becomes cell by cell"
    return set_mask(scenario, CellMask(frozen(cells)), text)


def _named(names: tuple[str, ...], indexes: list[int], plural: str) -> str:
    return spoken_name(names, indexes[0]) if len(indexes) == 1 else f"{len(indexes)} {plural}"


def _verb(allow: bool) -> str:
    return "allow" if allow else "block"
