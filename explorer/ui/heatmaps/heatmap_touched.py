"""What a change of numbers touches of a heatmap, so that no more of it is drawn anew."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QRectF

from explorer.app.change import Change
from explorer.model.convention import Convention
from explorer.model.stages import Stage
from explorer.model.where import EVERYWHERE, Positions, positions_in
from explorer.ui.heatmaps.heatmap_content import rectangle
from explorer.ui.heatmaps.heatmap_geometry import Grid

_LARGEST_SHARE = 0.25
"""Of the rows or columns in view: from there on everything may as well be drawn anew."""


@dataclass(frozen=True, eq=False)
class Touched:
    """The cells in these rows and columns; None: in all of them."""

    rows: Positions | None
    columns: Positions | None

    @classmethod
    def of(
        cls, change: Change, stage: Stage, convention: Convention = Convention.ROWS
    ) -> "Touched | None":
        """The cells of a stage whose numbers a change made others; None: they may be all."""
        if change.structure or change.names or change.settings:
            return None
        where = change.where.get(stage.name, EVERYWHERE)
        rows, columns = convention.pair(positions_in(stage.axes, where))
        return None if rows is None and columns is None else cls(rows, columns)

    def rows_in(self, grid: Grid) -> Sequence[int]:
        """Those of the rows that are in view."""
        return _common(self.rows, grid.visible_rows)

    def columns_in(self, grid: Grid) -> Sequence[int]:
        """Those of the columns that are in view."""
        return _common(self.columns, grid.visible_columns)

    def cells_rects(self, grid: Grid) -> list[QRectF] | None:
        """What the cells cover; None where that is so much that it may as well be everything."""
        boxes = []
        if self.columns is None:
            boxes = [(range(row, row + 1), range(grid.columns)) for row in self.rows_in(grid)]
            most = _LARGEST_SHARE * len(grid.visible_rows)
        elif self.rows is None:
            columns = self.columns_in(grid)
            boxes = [(range(grid.rows), range(column, column + 1)) for column in columns]
            most = _LARGEST_SHARE * len(grid.visible_columns)
        else:
            boxes = [
                (range(row, row + 1), range(column, column + 1))
                for row in self.rows_in(grid)
                for column in self.columns_in(grid)
            ]
            most = _LARGEST_SHARE * min(len(grid.visible_rows), len(grid.visible_columns))
        if len(boxes) > max(1, most):
            return None
        return [rectangle(grid.region(*box)) for box in boxes]


def _common(positions: Positions | None, visible: range) -> Sequence[int]:
    if positions is None:
        return visible
    first, stop = np.searchsorted(positions, (visible.start, visible.stop))
    found: list[int] = positions[first:stop].tolist()
    return found
